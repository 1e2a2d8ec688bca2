//! PLY, ASCII and binary of either byte order: vertices with colours, and faces. Every other property and element is
//! passed over.
//!
//! The payload is read here and not by `ply-rs-bw`, which reads the header: the crate stores an element without
//! properties as often as the header says (a few bytes could fill all memory), refuses numbers such as `1.` and `.5`,
//! looks every value up by its name, and cannot be cancelled.
use super::imported::{PROGRESS_STRIDE, check_finite};
use super::{
    ImportError, Imported,
    colors::{self, Color, OPAQUE},
    ply_header::{self, ElementDef, Encoding, Header, PropertyType, ScalarType, n_bytes},
    polygons::Polygons,
    text::{self, Words},
};
use crate::base::{MeshFormat, Progress, RawMesh, Warning};
use glam::Vec3;

const FORMAT: &str = "PLY";

/// Reads a PLY file. Faces of any number of corners are cut into triangles.
///
/// # Errors
/// When the header cannot be used, the payload is shorter than declared, a coordinate is not finite, an index is out of
/// range or there are no faces.
pub fn read(bytes: &[u8], progress: &Progress) -> Result<Imported, ImportError> {
    let header = ply_header::read(text::trim_start(bytes))?;
    let mut values = Values::new(&header);
    let mut mesh = Mesh::default();
    // An element without properties takes no bytes, however often it is declared: there is nothing to read.
    for element in header.elements.iter().filter(|element| !element.properties.is_empty()) {
        match element.name.as_str() {
            "vertex" => mesh.read_vertices(element, &mut values, progress)?,
            "face" => mesh.read_faces(element, &mut values, progress)?,
            _ => pass_over(element, &mut values, progress)?,
        }
    }
    let n_extra = values.n_after_end();
    mesh.finish(format_of(header.encoding), n_extra, progress)
}

fn format_of(encoding: Encoding) -> MeshFormat {
    match encoding {
        Encoding::Ascii => MeshFormat::PlyAscii,
        Encoding::BinaryLittleEndian => MeshFormat::PlyBinaryLittleEndian,
        Encoding::BinaryBigEndian => MeshFormat::PlyBinaryBigEndian,
    }
}

#[derive(Default)]
struct Mesh {
    positions: Vec<Vec3>,
    colors: Option<Vec<[u8; 4]>>,
    polygons: Polygons,
}

impl Mesh {
    fn read_vertices(
        &mut self,
        element: &ElementDef,
        values: &mut Values,
        progress: &Progress,
    ) -> Result<(), ImportError> {
        let slots = VertexSlots::new(element)?;
        self.positions.reserve_exact(element.count);
        let mut colors: Vec<Color> = Vec::with_capacity(if slots.color_type.is_some() { element.count } else { 0 });
        for i in 0..element.count {
            if i % PROGRESS_STRIDE == 0 {
                progress.at(0.8 * values.fraction())?;
            }
            let mut vertex = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, f64::from(OPAQUE)];
            for (slot, data_type) in &slots.properties {
                match (slot, data_type) {
                    (Some(slot), PropertyType::Scalar(scalar)) => vertex[*slot] = values.next(scalar)?,
                    _ => values.pass_over(data_type)?,
                }
            }
            let [x, y, z, r, g, b, a] = vertex.map(|v| v as f32);
            self.positions.push(Vec3::new(x, y, z));
            if slots.color_type.is_some() {
                colors.push([r, g, b, a]);
            }
        }
        self.colors = slots.color_type.map(|scalar| match scalar {
            ScalarType::Float | ScalarType::Double => {
                colors::to_rgba8(&colors, colors::full_scale_of_decimals(&colors))
            }
            ScalarType::Short | ScalarType::UShort => colors::to_rgba8(&colors, 65535.0),
            _ => colors::to_rgba8(&colors, 255.0),
        });
        Ok(())
    }

    fn read_faces(
        &mut self,
        element: &ElementDef,
        values: &mut Values,
        progress: &Progress,
    ) -> Result<(), ImportError> {
        let is_corners = |name: &str| matches!(name, "vertex_indices" | "vertex_index");
        for i in 0..element.count {
            if i % PROGRESS_STRIDE == 0 {
                progress.at(0.8 * values.fraction())?;
            }
            for (name, property) in &element.properties {
                match &property.data_type {
                    PropertyType::List(count_type, index_type) if is_corners(name) => {
                        let n = values.list_count(count_type, index_type)?;
                        for _ in 0..n {
                            let index = values.next(index_type)?;
                            // A number that is no index becomes one that is out of range.
                            self.polygons.push_corner(if index.fract() == 0.0 { index as i64 } else { -1 });
                        }
                        self.polygons.end_face(n)?;
                    }
                    other => values.pass_over(other)?,
                }
            }
        }
        Ok(())
    }

    fn finish(self, format: MeshFormat, n_extra: usize, progress: &Progress) -> Result<Imported, ImportError> {
        let Self { positions, colors, polygons } = self;
        check_finite(&positions)?;
        let mut warnings = Vec::new();
        let triangles = polygons.triangulate(&positions, progress, &mut warnings)?;
        if triangles.is_empty() {
            return Err(ImportError::NoTriangles { format: FORMAT });
        }
        if n_extra > 0 {
            warnings.push(Warning::new(format!("{n_extra} bytes after the last declared element were left out.")));
        }
        Ok(Imported { raw: RawMesh { format, positions, triangles, colors }, warnings })
    }
}

/// Where each property of a vertex goes: x, y, z, red, green, blue, alpha.
struct VertexSlots {
    properties: Vec<(Option<usize>, PropertyType)>,
    /// The type of `red`, when there is a whole colour.
    color_type: Option<ScalarType>,
}

impl VertexSlots {
    fn new(element: &ElementDef) -> Result<Self, ImportError> {
        let mut types: [Option<&ScalarType>; 7] = [None; 7];
        let mut properties = Vec::new();
        for (name, property) in &element.properties {
            let slot = match &property.data_type {
                PropertyType::Scalar(scalar) => slot_of(name).filter(|slot| types[*slot].replace(scalar).is_none()),
                PropertyType::List(..) => None,
            };
            properties.push((slot, property.data_type.clone()));
        }
        if types[..3].contains(&None) {
            return Err(ImportError::PlyHeader("its vertices have no x, y and z".to_owned()));
        }
        let color_type = types[3].filter(|_| types[4].is_some() && types[5].is_some()).cloned();
        Ok(Self { properties, color_type })
    }
}

fn slot_of(property_name: &str) -> Option<usize> {
    Some(match property_name {
        "x" => 0,
        "y" => 1,
        "z" => 2,
        "red" | "r" | "diffuse_red" => 3,
        "green" | "g" | "diffuse_green" => 4,
        "blue" | "b" | "diffuse_blue" => 5,
        "alpha" | "a" | "diffuse_alpha" => 6,
        _ => return None,
    })
}

fn pass_over(element: &ElementDef, values: &mut Values, progress: &Progress) -> Result<(), ImportError> {
    for i in 0..element.count {
        if i % PROGRESS_STRIDE == 0 {
            progress.at(0.8 * values.fraction())?;
        }
        for property in element.properties.values() {
            values.pass_over(&property.data_type)?;
        }
    }
    Ok(())
}

/// The payload as a stream of numbers. Lines do not matter in ASCII: the header says how many numbers belong together.
enum Values<'a> {
    Ascii(Words<'a>),
    Binary { payload: &'a [u8], pos: usize, big_endian: bool },
}

impl<'a> Values<'a> {
    fn new(header: &Header<'a>) -> Self {
        match header.encoding {
            Encoding::Ascii => Self::Ascii(Words::new(header.payload, header.payload_line)),
            Encoding::BinaryLittleEndian => Self::Binary { payload: header.payload, pos: 0, big_endian: false },
            Encoding::BinaryBigEndian => Self::Binary { payload: header.payload, pos: 0, big_endian: true },
        }
    }

    /// The next number. f64 holds all PLY types exactly.
    fn next(&mut self, scalar: &ScalarType) -> Result<f64, ImportError> {
        match self {
            Self::Ascii(words) => {
                let word = words.next_word().ok_or_else(cut_short)?;
                text::number(word).ok_or_else(|| ImportError::Syntax {
                    format: FORMAT,
                    line: words.line(),
                    problem: format!("{} where a number should be", text::quoted(word)),
                })
            }
            Self::Binary { payload, pos, big_endian } => {
                let end = *pos + n_bytes(scalar);
                let raw = payload.get(*pos..end).ok_or_else(cut_short)?;
                *pos = end;
                Ok(decode(raw, scalar, *big_endian))
            }
        }
    }

    /// The length of a list whose items surely fit into what is left of the file.
    fn list_count(&mut self, count_type: &ScalarType, item_type: &ScalarType) -> Result<usize, ImportError> {
        let count = self.next(count_type)?;
        let n_fit = match self {
            Self::Ascii(words) => words.n_left() / 2,
            Self::Binary { payload, pos, .. } => (payload.len() - *pos) / n_bytes(item_type),
        };
        if !(count >= 0.0 && count.fract() == 0.0) {
            let problem = format!("{count} where the length of a list should be");
            return Err(match self {
                Self::Ascii(words) => ImportError::Syntax { format: FORMAT, line: words.line(), problem },
                Self::Binary { .. } => ImportError::Corrupt { format: FORMAT, problem },
            });
        }
        if count <= n_fit as f64 { Ok(count as usize) } else { Err(cut_short()) }
    }

    fn pass_over(&mut self, data_type: &PropertyType) -> Result<(), ImportError> {
        let (n, scalar) = match data_type {
            PropertyType::Scalar(scalar) => (1, scalar),
            PropertyType::List(count_type, item_type) => (self.list_count(count_type, item_type)?, item_type),
        };
        match self {
            // Not read as numbers: what is passed over may be anything.
            Self::Ascii(words) => (0..n).try_for_each(|_| words.next_word().map(|_| ()).ok_or_else(cut_short)),
            Self::Binary { payload, pos, .. } => {
                let end = *pos + n * n_bytes(scalar);
                *pos = end.min(payload.len());
                if end <= payload.len() { Ok(()) } else { Err(cut_short()) }
            }
        }
    }

    fn fraction(&self) -> f64 {
        match self {
            Self::Ascii(words) => words.fraction(),
            Self::Binary { payload, pos, .. } => *pos as f64 / payload.len().max(1) as f64,
        }
    }

    /// Bytes after the last element, blank space not counted in ASCII.
    fn n_after_end(&mut self) -> usize {
        match self {
            Self::Ascii(words) => words.next_word().map_or(0, |word| word.len() + words.n_left()),
            Self::Binary { payload, pos, .. } => payload.len() - *pos,
        }
    }
}

fn cut_short() -> ImportError {
    ImportError::Truncated { format: FORMAT, what: "declared elements".to_owned() }
}

/// One binary number; `raw` is as long as its type.
fn decode(raw: &[u8], scalar: &ScalarType, big_endian: bool) -> f64 {
    let mut bytes = [0; 8];
    for (i, byte) in raw.iter().enumerate() {
        // Little endian, whatever the file has.
        bytes[if big_endian { raw.len() - 1 - i } else { i }] = *byte;
    }
    let [b0, b1, b2, b3, ..] = bytes;
    match scalar {
        ScalarType::Char => f64::from(b0.cast_signed()),
        ScalarType::UChar => f64::from(b0),
        ScalarType::Short => f64::from(i16::from_le_bytes([b0, b1])),
        ScalarType::UShort => f64::from(u16::from_le_bytes([b0, b1])),
        ScalarType::Int => f64::from(i32::from_le_bytes([b0, b1, b2, b3])),
        ScalarType::UInt => f64::from(u32::from_le_bytes([b0, b1, b2, b3])),
        ScalarType::Float => f64::from(f32::from_le_bytes([b0, b1, b2, b3])),
        ScalarType::Double => f64::from_le_bytes(bytes),
    }
}

#[cfg(test)]
#[path = "ply_tests.rs"]
mod tests;
