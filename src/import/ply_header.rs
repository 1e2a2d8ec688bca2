//! The header of a PLY file: what elements it declares, and whether the bytes can hold them.
//!
//! The grammar is `ply-rs-bw`'s. It is given the header alone, made valid UTF-8 and with plain line ends, because names
//! of people and programs stand in comments in any encoding.
use super::ImportError;
pub use ply_rs_bw::ply::{ElementDef, Encoding, PropertyType, ScalarType};
use ply_rs_bw::{
    parser::{Parser, Reader},
    ply::DefaultElement,
};

/// A header longer than this is no header.
const MAX_HEADER_BYTES: usize = 1 << 20;

#[derive(Debug)]
pub struct Header<'a> {
    pub encoding: Encoding,
    /// In the order of the file.
    pub elements: Vec<ElementDef>,
    pub payload: &'a [u8],
    /// The number of the payload's first line.
    pub payload_line: usize,
}

/// Reads the header and checks every declared count against the bytes that follow.
///
/// # Errors
/// `PlyHeader` when it does not follow the format, `CountTooLarge` when the elements cannot fit into the file.
pub fn read(bytes: &[u8]) -> Result<Header<'_>, ImportError> {
    let (text, n_lines, payload) = split(bytes)?;
    let parser = Parser::<DefaultElement>::new();
    let parsed = parser.read_header(&mut Reader::new(text.as_bytes())).map_err(|error| {
        let line = error.line().map_or_else(String::new, |line| format!("line {line} "));
        ImportError::PlyHeader(format!("{line}does not follow the format"))
    })?;
    refuse_doubles(&text, parsed.elements.values())?;
    let elements: Vec<ElementDef> = parsed.elements.into_values().collect();
    check_counts(parsed.encoding, &elements, payload.len() as u64)?;
    Ok(Header { encoding: parsed.encoding, elements, payload, payload_line: n_lines + 1 })
}

/// The header as clean text up to and with `end_header`, its number of lines, and the payload after that line's end.
fn split(bytes: &[u8]) -> Result<(String, usize, &[u8]), ImportError> {
    const END: &[u8] = b"end_header";
    let head = &bytes[..bytes.len().min(MAX_HEADER_BYTES)];
    // The word counts only where it begins a line: a comment may hold it.
    let end = head
        .windows(END.len())
        .enumerate()
        .find(|(i, window)| *window == END && *i > 0 && matches!(head[i - 1], b'\n' | b'\r'))
        .map(|(i, _)| i + END.len())
        .ok_or_else(|| ImportError::PlyHeader("its end is missing".to_owned()))?;
    let text = String::from_utf8_lossy(&bytes[..end]).replace("\r\n", "\n").replace('\r', "\n");
    // Blank lines and space around lines are common and harmless, but the grammar does not know them.
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let n_blank = bytes[end..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let rest = &bytes[end + n_blank..];
    // A binary payload may begin with any byte, so exactly one line end goes, of the kind that the header has.
    let line_end: &[u8] = if bytes[..end].windows(2).any(|pair| pair == b"\r\n") {
        b"\r\n"
    } else if bytes[..end].contains(&b'\n') {
        b"\n"
    } else {
        b"\r"
    };
    let payload = rest.strip_prefix(line_end).or_else(|| rest.strip_prefix(b"\n")).unwrap_or(rest);
    Ok((lines.join("\n"), text.lines().count(), payload))
}

/// The grammar keeps the last of two elements or properties with one name, which would shift everything after it.
fn refuse_doubles<'a>(text: &str, elements: impl Iterator<Item = &'a ElementDef>) -> Result<(), ImportError> {
    let n_lines = |keyword: &str| text.lines().filter(|line| line.split_whitespace().next() == Some(keyword)).count();
    let (mut n_elements, mut n_properties) = (0, 0);
    for element in elements {
        n_elements += 1;
        n_properties += element.properties.len();
    }
    if n_lines("element") == n_elements && n_lines("property") == n_properties {
        Ok(())
    } else {
        Err(ImportError::PlyHeader("an element or a property is declared twice".to_owned()))
    }
}

fn check_counts(encoding: Encoding, elements: &[ElementDef], n_payload: u64) -> Result<(), ImportError> {
    let mut n_left = n_payload;
    for element in elements {
        let (declared, least) = (element.count as u64, least_bytes(encoding, element));
        let fits = declared.checked_mul(least).filter(|needed| *needed <= n_left);
        let Some(needed) = fits else {
            let held = n_left / least.max(1);
            let what = format!("\"{}\" elements", element.name);
            return Err(ImportError::CountTooLarge { format: "PLY", what, declared, held });
        };
        n_left -= needed;
    }
    Ok(())
}

/// The fewest bytes that one element can take. In ASCII every value is a digit at least, and all but the file's last
/// are followed by a space.
fn least_bytes(encoding: Encoding, element: &ElementDef) -> u64 {
    if encoding == Encoding::Ascii {
        // One byte less than two a value: the last value of the file may be its last byte.
        return (2 * element.properties.len() as u64).saturating_sub(1);
    }
    element
        .properties
        .values()
        .map(|property| match &property.data_type {
            PropertyType::Scalar(scalar) | PropertyType::List(scalar, _) => n_bytes(scalar) as u64,
        })
        .sum()
}

/// Bytes of one binary number.
pub fn n_bytes(scalar: &ScalarType) -> usize {
    match scalar {
        ScalarType::Char | ScalarType::UChar => 1,
        ScalarType::Short | ScalarType::UShort => 2,
        ScalarType::Int | ScalarType::UInt | ScalarType::Float => 4,
        ScalarType::Double => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(middle: &str) -> String {
        format!("ply\nformat ascii 1.0\n{middle}end_header\n")
    }

    fn check_refused(middle: &str, part: &str) {
        let error = read(header(middle).as_bytes()).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }

    #[test]
    fn headers_of_all_habits_are_read() {
        let plain = header("comment end_header\nobj_info x\nelement vertex 0\nproperty float x\n");
        for text in [
            plain.clone(),
            plain.replace('\n', "\r\n"),
            plain.replace('\n', "\r"),
            plain.replace("comment", "comment Gr\u{fc}\u{df}e"),
            plain.replace("element", "\n  element"),
            plain.replace("end_header\n", "end_header \n"),
        ] {
            let mut bytes = text.clone().into_bytes();
            bytes.extend(b"\nrest");
            let header = read(&bytes).unwrap();
            assert_eq!(header.payload, b"\nrest", "{text:?}");
            assert_eq!(header.elements[0].properties.len(), 1);
        }
        let latin_1 = [&b"ply\nformat ascii 1.0\ncomment Gr\xFC\xDFe\nend_header\n"[..]].concat();
        assert!(read(&latin_1).is_ok());
    }

    #[test]
    fn headers_that_cannot_be_right_are_refused() {
        check_refused("element vertex 1\nproperty float x\nproperty float x\n", "declared twice");
        check_refused("element vertex 0\nelement vertex 0\n", "declared twice");
        check_refused("element vertex many\n", "line 3 ");
        check_refused("element vertex 99999999999999999999999\n", "line 3 ");
        check_refused("property float x\n", "line 3 ");
        assert!(
            read(b"ply\nformat ascii 1.0\nelement vertex 1\n").unwrap_err().to_string().contains("its end is missing")
        );
    }

    #[test]
    fn counts_that_cannot_fit_are_refused_before_anything_is_allocated() {
        for encoding in ["ascii", "binary_little_endian", "binary_big_endian"] {
            for elements in [
                "element vertex 4000000000\nproperty float x\n",
                "element vertex 0\nelement face 18446744073709551615\nproperty list uchar int vertex_indices\n",
            ] {
                let text = format!("ply\nformat {encoding} 1.0\n{elements}end_header\n0 0 0\n");
                assert!(matches!(read(text.as_bytes()), Err(ImportError::CountTooLarge { .. })), "{text}");
            }
        }
    }
}
