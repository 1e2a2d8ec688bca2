//! A track as CSV: place or time, the pose as matrix, as quaternion and as six numbers; hinge frame, mm, degrees.
use super::track::Track;
use glam::DQuat;
use std::io::{self, Write};

/// # Errors
/// What `out` reports.
pub fn write_track_csv(track: &Track, out: impl Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    let matrix = (0..3).flat_map(|row| (0..4).map(move |column| format!("m{row}{column}")));
    let six = ["tx_mm", "ty_mm", "tz_mm", "rx_deg", "ry_deg", "rz_deg"];
    let names =
        ["s_mm", "time_s"].into_iter().chain(six).chain(["qw", "qx", "qy", "qz"]).map(String::from).chain(matrix);
    table.write_record(names.collect::<Vec<_>>()).map_err(io::Error::other)?;
    for place in &track.places {
        let q = DQuat::from_mat3(&place.motion.rotation);
        let numbers = place.motion.to_six().into_iter().chain([q.w, q.x, q.y, q.z]);
        let matrix = place.motion.to_rows().into_iter().take(3).flatten();
        let time = place.time_s.map(|t| t.to_string()).unwrap_or_default();
        let row = [place.s_mm.to_string(), time].into_iter().chain(numbers.chain(matrix).map(|x| x.to_string()));
        table.write_record(row.collect::<Vec<_>>()).map_err(io::Error::other)?;
    }
    table.flush()
}
