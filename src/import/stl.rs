//! STL, binary and ASCII. Corners come out unshared, three positions a triangle; the mesh floor welds them.
//!
//! Binary files are read by `stl_io`, after the count has been checked against the bytes: the crate believes it, and it
//! takes a header that begins with "solid" for text. ASCII is read here, because the crate stops silently after
//! the first of several solids, refuses "SOLID", "solid" without a name and the normals "nan nan nan" that some
//! programs write for slivers, and allocates a string for every word.
use super::imported::{PROGRESS_STRIDE, check_finite};
use super::{
    ImportError, Imported,
    text::{self, Words},
};
use crate::base::{MeshFormat, Progress, RawMesh, Warning};
use glam::Vec3;
use std::{borrow::Cow, io::Cursor};

/// 80 bytes that mean nothing, then the number of triangles.
pub const BINARY_HEADER_BYTES: usize = 84;
/// Normal, three corners (little-endian f32) and two attribute bytes.
pub const BINARY_TRIANGLE_BYTES: usize = 50;

const BINARY: &str = "binary STL";
const ASCII: &str = "ASCII STL";

/// Reads a binary STL. Bytes after the declared triangles are left out with a warning.
///
/// # Errors
/// When the file is too short for its count, the count is 0, or a coordinate is not finite.
pub fn read_binary(bytes: &[u8], progress: &Progress) -> Result<Imported, ImportError> {
    let (n_triangles, warnings) = checked_count(bytes)?;
    let mut cursor = Cursor::new(without_solid(bytes));
    let damaged = |_| ImportError::Truncated { format: BINARY, what: "triangles".to_owned() };
    let reader = stl_io::create_stl_reader(&mut cursor).map_err(damaged)?;
    let mut positions = Vec::with_capacity(3 * n_triangles);
    for (i, triangle) in reader.enumerate() {
        if i % PROGRESS_STRIDE == 0 {
            progress.at(i as f64 / n_triangles as f64)?;
        }
        positions.extend(triangle.map_err(damaged)?.vertices.map(|v| Vec3::from(v.0)));
    }
    finish(MeshFormat::StlBinary, BINARY, positions, warnings)
}

/// The declared number of triangles once it is known to be there.
fn checked_count(bytes: &[u8]) -> Result<(usize, Vec<Warning>), ImportError> {
    let Some((header, triangles)) = bytes.split_first_chunk::<BINARY_HEADER_BYTES>() else {
        return Err(ImportError::Truncated { format: BINARY, what: "header".to_owned() });
    };
    let declared = u32::from_le_bytes([header[80], header[81], header[82], header[83]]) as usize;
    let held = triangles.len() / BINARY_TRIANGLE_BYTES;
    if declared > held {
        let (what, declared, held) = ("triangles".to_owned(), declared as u64, held as u64);
        return Err(ImportError::CountTooLarge { format: BINARY, what, declared, held });
    }
    if declared == 0 {
        return Err(ImportError::NoTriangles { format: BINARY });
    }
    let mut warnings = Vec::new();
    let n_extra = triangles.len() - declared * BINARY_TRIANGLE_BYTES;
    if held > declared {
        warnings.push(Warning::new(format!(
            "The file declares {declared} triangles but has room for {held}; only the declared ones were read."
        )));
    } else if n_extra > 0 {
        warnings.push(Warning::new(format!("{n_extra} bytes after the last triangle were left out.")));
    }
    Ok((declared, warnings))
}

/// The same bytes with a header that `stl_io` cannot take for text.
fn without_solid(bytes: &[u8]) -> Cow<'_, [u8]> {
    if !bytes.starts_with(b"solid") {
        return Cow::Borrowed(bytes);
    }
    let mut copy = bytes.to_vec();
    copy[..5].fill(b' ');
    Cow::Owned(copy)
}

/// Reads an ASCII STL; several solids become one mesh. Normals are not read.
///
/// # Errors
/// When a word is not what belongs there, a coordinate is not finite, a last `endsolid` is missing (the file was cut
/// short) or there are no triangles.
pub fn read_ascii(bytes: &[u8], progress: &Progress) -> Result<Imported, ImportError> {
    let mut words = Words::new(text::trim_start(text::trim_zeros(bytes)), 1);
    let mut positions = Vec::new();
    let mut in_solid = false;
    while let Some(word) = words.next_word() {
        match word {
            _ if is(word, "facet") && in_solid => {
                read_facet(&mut words, &mut positions)?;
                if positions.len() % (3 * PROGRESS_STRIDE) == 0 {
                    progress.at(words.fraction())?;
                }
            }
            _ if is(word, "solid") && !in_solid => {
                in_solid = true;
                words.skip_line();
            }
            _ if is(word, "endsolid") && in_solid => {
                in_solid = false;
                words.skip_line();
            }
            _ => {
                let expected = if in_solid { "\"facet\" or \"endsolid\"" } else { "\"solid\"" };
                return Err(unexpected(&words, word, expected));
            }
        }
    }
    if in_solid {
        return Err(ImportError::Truncated {
            format: ASCII,
            what: "list of triangles (\"endsolid\" is missing)".to_owned(),
        });
    }
    finish(MeshFormat::StlAscii, ASCII, positions, Vec::new())
}

/// Reads what follows the word `facet`.
fn read_facet(words: &mut Words, positions: &mut Vec<Vec3>) -> Result<(), ImportError> {
    expect(words, "normal")?;
    for _ in 0..3 {
        next(words)?;
    }
    expect(words, "outer")?;
    expect(words, "loop")?;
    for _ in 0..3 {
        expect(words, "vertex")?;
        positions.push(Vec3::new(coordinate(words)?, coordinate(words)?, coordinate(words)?));
    }
    expect(words, "endloop")?;
    expect(words, "endfacet")
}

fn next<'a>(words: &mut Words<'a>) -> Result<&'a [u8], ImportError> {
    words.next_word().ok_or_else(|| ImportError::Truncated { format: ASCII, what: "list of triangles".to_owned() })
}

fn expect(words: &mut Words, expected: &str) -> Result<(), ImportError> {
    let word = next(words)?;
    if is(word, expected) { Ok(()) } else { Err(unexpected(words, word, &format!("\"{expected}\""))) }
}

fn coordinate(words: &mut Words) -> Result<f32, ImportError> {
    let word = next(words)?;
    text::number(word).ok_or_else(|| unexpected(words, word, "a number"))
}

fn is(word: &[u8], expected: &str) -> bool {
    word.eq_ignore_ascii_case(expected.as_bytes())
}

fn unexpected(words: &Words, word: &[u8], expected: &str) -> ImportError {
    let problem = format!("{} where {expected} should be", text::quoted(word));
    ImportError::Syntax { format: ASCII, line: words.line(), problem }
}

fn finish(
    format: MeshFormat,
    format_name: &'static str,
    positions: Vec<Vec3>,
    warnings: Vec<Warning>,
) -> Result<Imported, ImportError> {
    if positions.is_empty() {
        return Err(ImportError::NoTriangles { format: format_name });
    }
    check_finite(&positions)?;
    let n_positions = u32::try_from(positions.len()).map_err(|_| ImportError::TooManyVertices)?;
    let triangles = (0..n_positions / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Ok(Imported { raw: RawMesh { format, positions, triangles, colors: None }, warnings })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{read_mesh, test_writers as write};

    fn read(bytes: &[u8]) -> Result<Imported, ImportError> {
        read_mesh(bytes, &Progress::default())
    }

    fn tetrahedron() -> RawMesh {
        write::tetrahedron()
    }

    fn with_count(mut bytes: Vec<u8>, count: u32) -> Vec<u8> {
        bytes[80..84].copy_from_slice(&count.to_le_bytes());
        bytes
    }

    #[test]
    fn a_solid_header_does_not_make_a_binary_file_text() {
        let mut bytes = write::stl_binary(&tetrahedron());
        let plain = read(&bytes).unwrap();
        bytes[..12].copy_from_slice(b"solid Number");
        assert_eq!(read(&bytes).unwrap(), plain);
        assert_eq!(plain.raw.triangles.len(), 4);
        assert!(plain.warnings.is_empty());
        // Also with a line end in the header and bytes after the triangles.
        bytes[12] = b'\n';
        bytes.extend([0; 7]);
        let trailing = read(&bytes).unwrap();
        assert_eq!(trailing.raw, plain.raw);
        assert_eq!(trailing.warnings.len(), 1);
    }

    #[test]
    fn counts_are_checked_against_the_bytes() {
        let bytes = write::stl_binary(&tetrahedron());
        let fewer = read(&with_count(bytes.clone(), 3)).unwrap();
        assert_eq!(fewer.raw.triangles.len(), 3);
        assert!(fewer.warnings[0].0.contains("3 triangles but has room for 4"), "{:?}", fewer.warnings);
        for declared in [5, 100, u32::MAX] {
            let held = ImportError::CountTooLarge {
                format: BINARY,
                what: "triangles".to_owned(),
                declared: u64::from(declared),
                held: 4,
            };
            assert_eq!(read(&with_count(bytes.clone(), declared)), Err(held));
        }
        assert_eq!(read(&with_count(bytes, 0)), Err(ImportError::NoTriangles { format: BINARY }));
    }

    #[test]
    fn every_cut_of_a_file_is_refused() {
        for bytes in [write::stl_binary(&tetrahedron()), write::stl_ascii(&tetrahedron())] {
            for n in 0..bytes.len() - 16 {
                assert!(read(&bytes[..n]).is_err(), "{n} of {} bytes", bytes.len());
            }
        }
    }

    #[test]
    fn coordinates_that_are_not_finite_are_refused_but_normals_are_not_read() {
        for bad in [f32::NAN, f32::INFINITY] {
            let mut mesh = tetrahedron();
            mesh.positions[3].y = bad;
            for bytes in [write::stl_binary(&mesh), write::stl_ascii(&mesh)] {
                assert!(matches!(read(&bytes), Err(ImportError::NotFinite { .. })));
            }
        }
        let mut bytes = write::stl_binary(&tetrahedron());
        bytes[84..88].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(read(&bytes).is_ok());
        let text = String::from_utf8(write::stl_ascii(&tetrahedron())).unwrap();
        assert!(read(text.replace("normal 0 0 0", "normal nan nan nan").as_bytes()).is_ok());
        assert!(matches!(
            read(text.replacen("vertex 0", "vertex 1e39", 1).as_bytes()),
            Err(ImportError::NotFinite { .. })
        ));
    }

    #[test]
    fn ascii_is_read_as_programs_write_it() {
        let text = String::from_utf8(write::stl_ascii(&tetrahedron())).unwrap();
        let plain = read(text.as_bytes()).unwrap();
        assert_eq!(plain.raw.triangles.len(), 4);
        let variants = [
            text.to_uppercase(),
            text.replace('\n', "\r\n"),
            text.replace('\n', "\r"),
            text.replacen("solid test", "solid", 1),
            text.replacen("solid test", "\u{feff}solid Grüße facet normal", 1),
            format!("{text}\0\0\0"),
        ];
        for variant in variants {
            assert_eq!(read(variant.as_bytes()).unwrap(), plain, "{variant}");
        }
        assert_eq!(read(text.repeat(2).as_bytes()).unwrap().raw.triangles.len(), 8);
    }

    #[test]
    fn ascii_errors_name_the_line() {
        let text = String::from_utf8(write::stl_ascii(&tetrahedron())).unwrap();
        let error = read(text.replacen("vertex 0 0 0", "vertex 0 0,5 0", 1).as_bytes()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 4 of the ASCII STL file: \"0,5\" where a number should be; the file is damaged, export the scan again"
        );
        assert_eq!(read(b"solid a\nendsolid a\n"), Err(ImportError::NoTriangles { format: ASCII }));
        let unended = text.replace("endsolid test", "");
        assert!(matches!(read(unended.as_bytes()), Err(ImportError::Truncated { .. })));
        assert!(read(text.replacen("endloop", "vertex 1 2 3 endloop", 1).as_bytes()).is_err());
    }

    #[test]
    fn a_cancelled_reading_stops() {
        let progress = Progress::default();
        progress.cancel();
        let result = read_mesh(&write::stl_binary(&tetrahedron()), &progress);
        assert_eq!(result, Err(ImportError::Cancelled));
    }
}
