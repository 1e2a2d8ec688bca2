//! A section as SVG: a millimetre of the drawing is a millimetre on paper.
use super::drawing::{Drawing, LineKind};
use crate::export::{DISCLAIMER, program_text};
use glam::DVec2;
use std::io::{self, Write};

/// Colour, width and dashes (mm).
fn style(kind: LineKind) -> (&'static str, f64, Option<&'static str>) {
    match kind {
        LineKind::Upper => ("#8a6a2f", 0.10, None),
        LineKind::Lower => ("#2f5f8a", 0.10, Some("0.5 0.2")),
        LineKind::Added => ("#9a9a96", 0.05, Some("0.1 0.3")),
        LineKind::Overlap => ("#b3202c", 0.04, None),
        LineKind::Reading => ("#b3202c", 0.10, None),
        LineKind::Ruler => ("#191c20", 0.08, None),
        LineKind::Scale => ("#191c20", 0.15, None),
    }
}

/// # Errors
/// What `out` reports.
pub fn write_svg(drawing: &Drawing, mut out: impl Write) -> io::Result<()> {
    let size = drawing.size();
    let place = |p: DVec2| DVec2::new(p.x - drawing.lo.x, drawing.hi.y - p.y);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{x:.3}mm\" height=\"{y:.3}mm\" viewBox=\"0 0 {x:.3} {y:.3}\">",
        x = size.x,
        y = size.y
    )?;
    writeln!(out, "<title>{}</title>\n<desc>{}</desc>", escaped(&program_text()), escaped(DISCLAIMER.say()))?;
    writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"#fafaf8\"/>")?;
    for line in &drawing.lines {
        let (color, width, dashes) = style(line.kind);
        let points: Vec<String> =
            line.points.iter().map(|p| place(*p)).map(|p| format!("{:.4},{:.4}", p.x, p.y)).collect();
        let element = if line.is_closed { "polygon" } else { "polyline" };
        let dashes = dashes.map_or(String::new(), |dashes| format!(" stroke-dasharray=\"{dashes}\""));
        writeln!(
            out,
            "<{element} class=\"{:?}\" points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"{dashes}/>",
            line.kind,
            points.join(" ")
        )?;
    }
    for label in &drawing.labels {
        let at = place(label.at);
        writeln!(
            out,
            "<text x=\"{:.3}\" y=\"{:.3}\" font-family=\"sans-serif\" font-size=\"{:.3}\" fill=\"#191c20\">{}</text>",
            at.x,
            at.y,
            label.height_mm,
            escaped(&label.text)
        )?;
    }
    writeln!(out, "</svg>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
