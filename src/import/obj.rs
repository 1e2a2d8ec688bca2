//! Wavefront OBJ: `v` and `f` lines; all objects and groups become one mesh, materials are left out.
//!
//! Read here and not by `tobj` 4.0: a face such as `1//6148914691236517206` makes that crate panic (its index
//! arithmetic wraps), it refuses files that are not UTF-8 throughout, mixes up colours when some vertices have none, splits the
//! mesh at every group and material, knows no joined lines, and cannot be cancelled.
use super::imported::{PROGRESS_STRIDE, check_finite};
use super::{
    ImportError, Imported,
    colors::{self, Color, OPAQUE, WHITE},
    polygons::Polygons,
    text::{self, Lines},
};
use crate::base::{MeshFormat, Progress, RawMesh, Warning};
use glam::Vec3;

const FORMAT: &str = "OBJ";

/// Statements that may be left out without a word: they change no surface.
const HARMLESS: [&[u8]; 14] = [
    b"vt",
    b"vn",
    b"o",
    b"g",
    b"s",
    b"mg",
    b"usemtl",
    b"mtllib",
    b"maplib",
    b"usemap",
    b"lod",
    b"bevel",
    b"c_interp",
    b"d_interp",
];

/// Reads an OBJ file. Faces of any number of corners are cut into triangles; indices may be relative (negative).
///
/// # Errors
/// When a number cannot be read, a coordinate is not finite, an index is out of range or there are no faces.
pub fn read(bytes: &[u8], progress: &Progress) -> Result<Imported, ImportError> {
    let mut reader = Reader::default();
    let mut lines = Lines::new(text::trim_start(bytes));
    let mut n_lines = 0;
    while let Some((line, content)) = lines.next() {
        if n_lines % PROGRESS_STRIDE == 0 {
            progress.at(0.8 * lines.fraction())?;
        }
        n_lines += 1;
        reader.read_line(line, content)?;
    }
    if ends_inside_face(bytes) {
        return Err(ImportError::Truncated { format: FORMAT, what: "last face".to_owned() });
    }
    reader.finish(progress)
}

#[derive(Default)]
struct Reader {
    positions: Vec<Vec3>,
    /// Empty until a vertex has a colour; then as long as `positions`.
    colors: Vec<Color>,
    polygons: Polygons,
    n_unknown: usize,
}

impl Reader {
    fn read_line(&mut self, line: usize, content: &[u8]) -> Result<(), ImportError> {
        let mut words = text::words_of_line(content);
        let Some(keyword) = words.next() else { return Ok(()) };
        match keyword {
            b"v" => self.read_vertex(line, words),
            // `fo` is the old name of a face.
            b"f" | b"fo" => self.read_face(line, words),
            _ if keyword[0] == b'#' || HARMLESS.contains(&keyword) => Ok(()),
            _ => {
                self.n_unknown += 1;
                Ok(())
            }
        }
    }

    /// `x y z`, then nothing, a weight, `r g b`, or `r g b a`. The weight counts for curves only.
    fn read_vertex<'a>(&mut self, line: usize, words: impl Iterator<Item = &'a [u8]>) -> Result<(), ImportError> {
        let (mut values, mut n) = ([0.0_f32; 7], 0);
        for word in words.take_while(|word| word[0] != b'#').take(values.len()) {
            values[n] = text::number(word)
                .ok_or_else(|| syntax(line, format!("{} where a number should be", text::quoted(word))))?;
            n += 1;
        }
        let [x, y, z, r, g, b, a] = values;
        let color = match n {
            0..3 => return Err(syntax(line, "a vertex with fewer than three coordinates".to_owned())),
            3..6 => None,
            6 => Some([r, g, b, OPAQUE]),
            _ => Some([r, g, b, a]),
        };
        if color.is_some() || !self.colors.is_empty() {
            self.colors.resize(self.positions.len(), WHITE);
            self.colors.push(color.unwrap_or(WHITE));
        }
        self.positions.push(Vec3::new(x, y, z));
        Ok(())
    }

    /// Corners `v`, `v/vt`, `v//vn` or `v/vt/vn`; only the vertex counts here.
    fn read_face<'a>(&mut self, line: usize, words: impl Iterator<Item = &'a [u8]>) -> Result<(), ImportError> {
        let mut n = 0;
        for word in words.take_while(|word| word[0] != b'#') {
            let vertex = word.split(|b| *b == b'/').next().and_then(text::number::<i64>);
            let Some(vertex) = vertex else {
                return Err(syntax(line, format!("{} where a vertex number should be", text::quoted(word))));
            };
            // -1 is the last vertex read so far. 0 names none: it becomes -1 and is refused later with all the others.
            let n_read = self.positions.len() as i64;
            self.polygons.push_corner(if vertex < 0 { vertex.saturating_add(n_read) } else { vertex - 1 });
            n += 1;
        }
        self.polygons.end_face(n)
    }

    fn finish(self, progress: &Progress) -> Result<Imported, ImportError> {
        check_finite(&self.positions)?;
        let mut warnings = Vec::new();
        let triangles = self.polygons.triangulate(&self.positions, progress, &mut warnings)?;
        if triangles.is_empty() {
            return Err(ImportError::NoTriangles { format: FORMAT });
        }
        if self.n_unknown > 0 {
            let n = self.n_unknown;
            warnings.push(Warning::new(format!(
                "Lines that are no OBJ statement about vertices or faces were left out ({n})."
            )));
        }
        let colors = (!self.colors.is_empty())
            .then(|| colors::to_rgba8(&self.colors, colors::full_scale_of_decimals(&self.colors)));
        Ok(Imported {
            raw: RawMesh { format: MeshFormat::Obj, positions: self.positions, triangles, colors },
            warnings,
        })
    }
}

/// Whether the last line was cut off in a face of fewer than three corners. An OBJ file declares no counts, so this
/// is all that a cut between two lines leaves to see.
fn ends_inside_face(bytes: &[u8]) -> bool {
    let last_line = bytes.rsplit(|b| matches!(b, b'\n' | b'\r')).next().unwrap_or_default();
    let mut words = text::words_of_line(last_line);
    matches!(words.next(), Some(b"f" | b"fo")) && words.take_while(|word| word[0] != b'#').count() < 3
}

fn syntax(line: usize, problem: String) -> ImportError {
    ImportError::Syntax { format: FORMAT, line, problem }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::read_mesh;

    const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

    #[test]
    fn a_cut_inside_the_last_face_is_refused() {
        for cut in ["f", "f 1 2", "f 1/1 2", "f 1 2 # 3"] {
            let error = read(&format!("{SQUARE}f 1 2 3\n{cut}")).unwrap_err();
            assert!(matches!(error, ImportError::Truncated { .. }), "{cut}: {error}");
            // A whole line of that kind is only left out.
            assert!(read(&format!("{SQUARE}f 1 2 3\n{cut}\n")).is_ok(), "{cut}");
        }
        assert!(read(&format!("{SQUARE}f 1 2 3\nf 1 3 4")).is_ok());
    }

    fn read(text: &str) -> Result<Imported, ImportError> {
        read_mesh(text.as_bytes(), &Progress::default())
    }

    fn check(faces: &str, triangles: &[[u32; 3]]) {
        let imported = read(&format!("{SQUARE}{faces}")).unwrap();
        assert_eq!(imported.raw.triangles, triangles, "{faces}");
        assert_eq!(imported.raw.positions.len(), 4);
        assert!(imported.warnings.is_empty(), "{:?}", imported.warnings);
    }

    #[test]
    fn all_forms_of_corners() {
        for faces in
            ["f 1 2 3", "f 1/1 2/2 3/3\n", "f 1//9 2//9 3//9", "f 1/7/9 2/7/9 3/7/9", "f -4 -3 -2", "f 1 2\\\n 3"]
        {
            check(faces, &[[0, 1, 2]]);
        }
        check("f 1 2 3 4 # a square", &[[0, 1, 2], [0, 2, 3]]);
        check("o a\ng b\nusemtl c\nmtllib ../d.mtl\nf 1 2 3\ng e\ns off\nf 1 3 4\n", &[[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn relative_indices_count_from_where_they_stand() {
        let imported = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nv 1 0 1\nv 0 1 1\nf -3 -2 -1\n").unwrap();
        assert_eq!(imported.raw.triangles, [[0, 1, 2], [3, 4, 5]]);
    }

    #[test]
    fn faces_may_stand_before_their_vertices() {
        assert_eq!(read(&format!("f 1 2 3\n{SQUARE}")).unwrap().raw.triangles, [[0, 1, 2]]);
    }

    #[test]
    fn colours_of_some_vertices_leave_the_others_white() {
        let imported = read("v 0 0 0\nv 1 0 0 1 0.5 0\nv 0 1 0\nf 1 2 3\n").unwrap();
        assert_eq!(imported.raw.colors, Some(vec![[255; 4], [255, 128, 0, 255], [255; 4]]));
        let imported = read("v 0 0 0 255 0 0\nv 1 0 0 0 128 0\nv 0 1 0 0 0 7\nf 1 2 3\n").unwrap();
        assert_eq!(imported.raw.colors, Some(vec![[255, 0, 0, 255], [0, 128, 0, 255], [0, 0, 7, 255]]));
        assert_eq!(read("v 0 0 0 1\nv 1 0 0 1\nv 0 1 0 1\nf 1 2 3\n").unwrap().raw.colors, None);
    }

    #[test]
    fn odd_lines_warn() {
        let imported = read(&format!("4 1\n{SQUARE}f 1 2 3\nf 1 2\n")).unwrap();
        assert_eq!(imported.raw.triangles.len(), 1);
        assert_eq!(imported.warnings.len(), 2, "{:?}", imported.warnings);
    }

    #[test]
    fn bad_indices_and_numbers_are_refused() {
        for (index, vertex) in [("5", 5), ("0", 0), ("-5", 0), ("4294967297", 4_294_967_297)] {
            let error = read(&format!("{SQUARE}f 1 2 3\nf 1 2 {index}\n")).unwrap_err();
            assert_eq!(error, ImportError::IndexOutOfRange { face: 2, vertex, n_vertices: 4 }, "{index}");
        }
        // Numbers that make index arithmetic wrap.
        for index in [i64::MAX, i64::MIN, 6_148_914_691_236_517_206] {
            assert!(matches!(read(&format!("{SQUARE}f 1 2 {index}\n")), Err(ImportError::IndexOutOfRange { .. })));
            assert!(read(&format!("{SQUARE}f 1 2 3//{index}\n")).is_ok(), "normals are not read");
        }
        for line in ["v 1 2", "v 1 2 x", "f 1 2 x", "f 1 2 99999999999999999999"] {
            let error = read(&format!("{SQUARE}{line}\nf 1 2 3\n")).unwrap_err();
            assert!(matches!(error, ImportError::Syntax { line: 5, .. }), "{line}: {error}");
        }
        for bad in ["nan", "inf", "1e39"] {
            assert_eq!(read(&format!("{SQUARE}v 0 {bad} 0\nf 1 2 3\n")), Err(ImportError::NotFinite { vertex: 5 }));
        }
        assert_eq!(read(SQUARE), Err(ImportError::NoTriangles { format: FORMAT }));
    }
}
