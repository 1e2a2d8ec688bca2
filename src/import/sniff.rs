//! Which format the bytes are in. File names lie (an ASCII PLY called `.stl` is common), content does not.
use super::{
    ImportError,
    stl::{BINARY_HEADER_BYTES, BINARY_TRIANGLE_BYTES},
    text::{self, Lines},
};

/// How a file is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    StlBinary,
    StlAscii,
    Ply,
    Obj,
}

/// So many bytes decide whether a file is text. Every binary STL has a zero byte among the first 84 (its count would
/// otherwise be above sixteen million).
const TEXT_PROBE_BYTES: usize = 1024;

/// Other kinds of files that people pick by mistake, by their first bytes.
const FOREIGN: [(&[u8], &str); 17] = [
    (b"\x89PNG", "a PNG picture"),
    (b"\xFF\xD8\xFF", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"PK\x03\x04", "a ZIP archive (a zipped scan must be unpacked first; 3MF is not read)"),
    (b"\x1F\x8B", "a gzip archive (unpack it first)"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive (unpack it first)"),
    (b"Rar!", "a RAR archive (unpack it first)"),
    (b"%PDF", "a PDF document"),
    (b"glTF", "a glTF model"),
    (b"{\\rtf", "a text document"),
    (b"{", "a JSON text"),
    (b"[", "a JSON text"),
    (b"<", "an XML or HTML text"),
    (b"OFF", "an OFF model"),
    (b"\x7FELF", "a program"),
    (b"MZ", "a program"),
    (b"SQLite format 3", "a database"),
];

/// Tells the format from the content.
///
/// # Errors
/// `Empty`, `Foreign` or `Unrecognized`. A binary file that could be a damaged STL is called one: its reader finds out
/// and says what is wrong.
pub fn format_of(bytes: &[u8]) -> Result<Format, ImportError> {
    if bytes.is_empty() {
        return Err(ImportError::Empty);
    }
    let start = text::trim_start(bytes);
    if starts_with_word(start, b"ply") {
        return Ok(Format::Ply);
    }
    // An exact length is the surest sign of a binary STL, whatever its free 80 byte header says ("solid", "{" ...).
    if is_exact_binary_stl(bytes) {
        return Ok(Format::StlBinary);
    }
    // Some programs fill the last block of a text file with zero bytes.
    if is_text(bytes) || (starts_with_word(start, b"solid") && is_text(text::trim_zeros(bytes))) {
        return text_format_of(start);
    }
    if let Some(kind) = foreign_kind(bytes) {
        return Err(ImportError::Foreign(kind));
    }
    if bytes.len() < BINARY_HEADER_BYTES {
        return Err(ImportError::Unrecognized);
    }
    Ok(Format::StlBinary)
}

fn text_format_of(start: &[u8]) -> Result<Format, ImportError> {
    if start.is_empty() {
        return Err(ImportError::Empty);
    }
    if starts_with_word(start, b"solid") {
        return Ok(Format::StlAscii);
    }
    if let Some(kind) = foreign_kind(start) {
        return Err(ImportError::Foreign(kind));
    }
    if Lines::new(start).any(|(_, line)| is_obj_vertex(line)) {
        Ok(Format::Obj)
    } else {
        Err(ImportError::Unrecognized)
    }
}

fn foreign_kind(start: &[u8]) -> Option<&'static str> {
    if start.get(128..132) == Some(b"DICM") {
        return Some("a DICOM picture");
    }
    FOREIGN.iter().find(|(magic, _)| start.starts_with(magic)).map(|(_, kind)| *kind)
}

fn is_exact_binary_stl(bytes: &[u8]) -> bool {
    let Some(count) = bytes.get(80..84).and_then(|b| <[u8; 4]>::try_from(b).ok()).map(u32::from_le_bytes) else {
        return false;
    };
    count > 0 && bytes.len() as u64 == BINARY_HEADER_BYTES as u64 + u64::from(count) * BINARY_TRIANGLE_BYTES as u64
}

/// Whether the beginning holds no control characters but blank space. Letters beyond ASCII are allowed: names of
/// patients and programs stand in headers, in whatever encoding.
fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().take(TEXT_PROBE_BYTES).all(|b| *b >= b' ' || matches!(b, b'\t'..=b'\r'))
}

fn starts_with_word(bytes: &[u8], word: &[u8]) -> bool {
    bytes.len() >= word.len()
        && bytes[..word.len()].eq_ignore_ascii_case(word)
        && bytes.get(word.len()).is_none_or(u8::is_ascii_whitespace)
}

fn is_obj_vertex(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    if !starts_with_word(line, b"v") {
        return false;
    }
    let mut words = text::words_of_line(line).skip(1);
    (0..3).all(|_| words.next().and_then(text::number::<f32>).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_tells_the_format() {
        for (bytes, format) in [
            (&b"ply\nformat ascii 1.0\n"[..], Format::Ply),
            (b"ply\r\n", Format::Ply),
            (b"solid\nfacet normal 0 0 1", Format::StlAscii),
            (b"\xEF\xBB\xBF  SOLID name", Format::StlAscii),
            (b"# made by\n\nv 1 2 3\n", Format::Obj),
            (b"# Gr\xF6\xDFe\rv 1 2 3\r", Format::Obj),
        ] {
            assert_eq!(format_of(bytes), Ok(format), "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn an_exact_length_is_a_binary_stl_whatever_its_header_says() {
        for header in [&b"solid of revolution"[..], b"{\"json\": 1}", b"v 1 2 3", b""] {
            let mut bytes = vec![0; 84 + 50];
            bytes[..header.len()].copy_from_slice(header);
            bytes[80] = 1;
            assert_eq!(format_of(&bytes), Ok(Format::StlBinary));
        }
    }

    #[test]
    fn other_files_are_named() {
        assert_eq!(format_of(b""), Err(ImportError::Empty));
        assert_eq!(format_of(b" \n\n"), Err(ImportError::Empty));
        assert_eq!(format_of(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Err(ImportError::Foreign("a PNG picture")));
        assert_eq!(format_of(b"  {\"a\": [1]}"), Err(ImportError::Foreign("a JSON text")));
        assert_eq!(format_of(b"<html>"), Err(ImportError::Foreign("an XML or HTML text")));
        for bytes in
            [&b"Dear patient,\nv is a letter.\n"[..], b"x", b"\0", b"plywood is no PLY", b"solidarity is no STL"]
        {
            assert_eq!(format_of(bytes), Err(ImportError::Unrecognized), "{:?}", String::from_utf8_lossy(bytes));
        }
    }
}
