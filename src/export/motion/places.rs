//! Every place of both jaws that was in contact along a movement, as CSV: a triangle of the prepared scan a line.
use super::record::MotionRecord;
use crate::engine::SweptContact;
use crate::jaw::{JawPair, JawSide, Teeth};
use std::io::{self, Write};

/// In the jaw's own file's coordinates.
///
/// # Errors
/// What `out` reports.
pub fn write_places_csv(
    record: &MotionRecord,
    swept: &SweptContact,
    (pair, teeth): (&JawPair, &Teeth),
    out: impl Write,
) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    let names =
        ["movement", "jaw", "tooth", "triangle", "x_mm", "y_mm", "z_mm", "min_gap_mm", "nearest_at_mm", "first_mm"];
    table.write_record(names.iter().chain(&["last_mm", "share"])).map_err(io::Error::other)?;
    for (side, places) in [JawSide::Upper, JawSide::Lower].into_iter().zip(&swept.places) {
        let jaw = if side == JawSide::Upper { "upper" } else { "lower" };
        for place in places {
            let [a, b, c] = pair.jaw(side).mesh.corners(place.triangle as usize);
            let middle = (a + b + c) / 3.0;
            let tooth = teeth.jaw(side).at(place.triangle).and_then(|t| t.fdi).map(|fdi| fdi.to_string());
            let at = |step: usize| record.steps[step].s_mm.to_string();
            let mut row =
                vec![record.movement.kind.clone(), jaw.into(), tooth.unwrap_or_default(), place.triangle.to_string()];
            row.extend(middle.to_array().map(|x| x.to_string()));
            row.extend([
                place.min_gap_mm.to_string(),
                at(place.nearest_step),
                at(place.first_step),
                at(place.last_step),
            ]);
            row.push(place.share.to_string());
            table.write_record(row).map_err(io::Error::other)?;
        }
    }
    table.flush()
}
