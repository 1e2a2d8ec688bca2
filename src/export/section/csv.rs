//! The contours' points as one table: `jaw, contour, closed, point, scanned, u_mm, v_mm, x_mm, y_mm, z_mm`; "scanned" is of the stretch that begins there.
use super::SectionFound;
use std::io::{self, Write};

const COLUMNS: [&str; 10] = ["jaw", "contour", "closed", "point", "scanned", "u_mm", "v_mm", "x_mm", "y_mm", "z_mm"];

/// # Errors
/// What `out` reports.
pub fn write_csv(found: &SectionFound, out: impl Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(COLUMNS)?;
    for (side, jaw) in ["upper", "lower"].into_iter().enumerate() {
        let mut edges = found.cut.edges[side].iter();
        for (i, contour) in found.cut.contours[side].iter().enumerate() {
            for (k, place) in contour.points.iter().enumerate() {
                // The last point of an open one begins no stretch.
                let edge = if k < contour.triangles.len() { edges.next() } else { None };
                let scanned = edge.map_or(String::new(), |edge| edge.is_scanned.to_string());
                let mut row =
                    vec![jaw.to_owned(), i.to_string(), contour.is_closed.to_string(), k.to_string(), scanned];
                let world = found.cut.plane.world_from_plane(*place);
                row.extend(place.to_array().into_iter().chain(world.to_array()).map(|mm| mm.to_string()));
                table.write_record(row)?;
            }
        }
    }
    table.flush()
}
