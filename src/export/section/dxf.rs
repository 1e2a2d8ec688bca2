//! A section as DXF, as plain as any program reads it: ASCII, release 12, polylines and words, a layer for each kind of line, in mm.
//! Written here: the kept crate for DXF would bring some twenty others along (docs/decisions/001-libraries.md).
use super::drawing::{Drawing, Label, Line, LineKind};
use std::io::{self, Write};

/// Name, colour number and line type of the layers.
const LAYERS: [(LineKind, &str, u8, &str); 7] = [
    (LineKind::Upper, "UPPER", 30, "CONTINUOUS"),
    (LineKind::Lower, "LOWER", 5, "DASHED"),
    (LineKind::Added, "ADDED_BY_CLOSING", 8, "DASHED"),
    (LineKind::Overlap, "OVERLAP", 1, "CONTINUOUS"),
    (LineKind::Reading, "FIGURES", 1, "CONTINUOUS"),
    (LineKind::Ruler, "RULER", 7, "CONTINUOUS"),
    (LineKind::Scale, "SCALE", 7, "CONTINUOUS"),
];
const WORDS: &str = "WORDS";

/// A group: its code and its value, a line each.
struct Groups<W>(W);

impl<W: Write> Groups<W> {
    fn put(&mut self, code: u16, value: impl std::fmt::Display) -> io::Result<()> {
        write!(self.0, "{code:>3}\r\n{value}\r\n")
    }

    fn all(&mut self, groups: &[(u16, &str)]) -> io::Result<()> {
        groups.iter().try_for_each(|(code, value)| self.put(*code, value))
    }

    fn point(&mut self, [x, y]: [f64; 2]) -> io::Result<()> {
        self.put(10, format!("{x:.6}"))?;
        self.put(20, format!("{y:.6}"))?;
        self.put(30, "0.0")
    }
}

/// # Errors
/// What `out` reports.
pub fn write_dxf(drawing: &Drawing, out: impl Write) -> io::Result<()> {
    let mut groups = Groups(out);
    // 4: millimetres, which release 12 itself does not know, but its readers do.
    groups.all(&[(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, "4")])?;
    for (name, corner) in [("$EXTMIN", drawing.lo), ("$EXTMAX", drawing.hi)] {
        groups.put(9, name)?;
        groups.point(corner.to_array())?;
    }
    groups.all(&[(0, "ENDSEC")])?;
    tables(&mut groups)?;
    groups.all(&[(0, "SECTION"), (2, "ENTITIES")])?;
    drawing.lines.iter().try_for_each(|line| polyline(&mut groups, line))?;
    drawing.labels.iter().try_for_each(|label| words(&mut groups, label))?;
    groups.all(&[(0, "ENDSEC"), (0, "EOF")])
}

fn tables(groups: &mut Groups<impl Write>) -> io::Result<()> {
    groups.all(&[(0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LTYPE"), (70, "2")])?;
    groups.all(&[(0, "LTYPE"), (2, "CONTINUOUS"), (70, "0"), (3, "Solid line"), (72, "65"), (73, "0"), (40, "0.0")])?;
    groups.all(&[(0, "LTYPE"), (2, "DASHED"), (70, "0"), (3, "__ __ __"), (72, "65"), (73, "2"), (40, "0.7")])?;
    groups.all(&[(49, "0.5"), (49, "-0.2"), (0, "ENDTAB"), (0, "TABLE"), (2, "LAYER"), (70, "8")])?;
    let layers = LAYERS.iter().map(|(_, name, color, dashes)| (*name, *color, *dashes));
    for (name, color, dashes) in layers.chain([(WORDS, 7, "CONTINUOUS")]) {
        groups.all(&[(0, "LAYER"), (2, name), (70, "0"), (62, &color.to_string()), (6, dashes)])?;
    }
    groups.all(&[(0, "ENDTAB"), (0, "ENDSEC")])
}

fn layer(kind: LineKind) -> &'static str {
    LAYERS.iter().find(|layer| layer.0 == kind).map_or(WORDS, |layer| layer.1)
}

fn polyline(groups: &mut Groups<impl Write>, line: &Line) -> io::Result<()> {
    let layer = layer(line.kind);
    let flags = if line.is_closed { "1" } else { "0" };
    groups.all(&[(0, "POLYLINE"), (8, layer), (66, "1")])?;
    groups.point([0.0, 0.0])?;
    groups.put(70, flags)?;
    for point in &line.points {
        groups.all(&[(0, "VERTEX"), (8, layer)])?;
        groups.point(point.to_array())?;
    }
    groups.all(&[(0, "SEQEND"), (8, layer)])
}

fn words(groups: &mut Groups<impl Write>, label: &Label) -> io::Result<()> {
    groups.all(&[(0, "TEXT"), (8, WORDS)])?;
    groups.point(label.at.to_array())?;
    groups.put(40, format!("{:.4}", label.height_mm))?;
    groups.put(1, plain_letters(&label.text))
}

/// Release 12 knows ASCII and a notation for the rest.
fn plain_letters(text: &str) -> String {
    let letter = |c: char| match c {
        '°' => "%%d".to_owned(),
        c if c.is_ascii() && !c.is_control() => c.to_string(),
        c => format!("\\U+{:04X}", c as u32),
    };
    text.chars().map(letter).collect()
}
