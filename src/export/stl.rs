//! Binary STL.
use glam::Vec3;
use std::io::{self, Write};

/// Writes triangles (mm) with normals computed from their corners; a degenerate one has the normal 0.
///
/// # Errors
/// What `out` reports.
pub fn write_stl(triangles: impl ExactSizeIterator<Item = [Vec3; 3]>, mut out: impl Write) -> io::Result<()> {
    stl_io::write_stl(
        &mut out,
        triangles.map(|[a, b, c]| stl_io::Triangle {
            normal: stl_io::Normal::new((b - a).cross(c - a).normalize_or_zero().to_array()),
            vertices: [a, b, c].map(|p| stl_io::Vertex::new(p.to_array())),
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_that_of_the_format() {
        let mut bytes = Vec::new();
        write_stl([[Vec3::ZERO, Vec3::X, Vec3::Y]].into_iter(), &mut bytes).unwrap();
        assert_eq!(bytes.len(), 84 + 50);
        let read = stl_io::read_stl(&mut io::Cursor::new(bytes)).unwrap();
        assert_eq!((read.faces.len(), read.faces[0].normal.0), (1, [0.0, 0.0, 1.0]));
    }
}
