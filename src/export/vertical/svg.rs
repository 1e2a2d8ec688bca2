//! Contact area against opening as a curve: SVG, a millimetre of the drawing is a millimetre on paper.
use super::VerticalRecord;
use crate::base::rounded;
use crate::export::{DISCLAIMER, program_text};
use crate::jaw::motion::diagrams::ticks;
use std::io::{self, Write};

const SIZE: [f64; 2] = [160.0, 106.0];
/// Left, top, width and height of what is plotted.
const PLOT: [f64; 4] = [16.0, 14.0, 138.0, 78.0];

/// Threshold, and opening with area of each step.
type Line = (f64, Vec<[f64; 2]>);

/// # Errors
/// What `out` reports.
pub fn write_svg(record: &VerticalRecord, mut out: impl Write) -> io::Result<()> {
    let lines = lines(record);
    let all = || lines.iter().flat_map(|(_, points)| points);
    let over =
        |axis: usize, start: f64| all().fold([start, start], |[low, high], p| [low.min(p[axis]), high.max(p[axis])]);
    let [from, to] = over(0, record.steps.first().map_or(0.0, |step| step.opening_mm));
    let most = over(1, 0.0)[1].max(1e-3);
    let [left, top, width, height] = PLOT;
    let x = |mm: f64| left + width * (mm - from) / (to - from).max(1e-9);
    let y = |mm2: f64| top + height * (1.0 - mm2 / most);
    let [w, h] = SIZE;
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}mm\" height=\"{h}mm\" viewBox=\"0 0 {w} {h}\" font-family=\"sans-serif\">"
    )?;
    writeln!(out, "<title>{}</title>\n<desc>{}</desc>", escaped(&program_text()), escaped(DISCLAIMER.say()))?;
    writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"#fafaf8\"/>")?;
    for mm in ticks(from, to, 8) {
        writeln!(
            out,
            "<path d=\"M{x:.3} {top}V{b:.3}\" stroke=\"#d5d6d8\" stroke-width=\"0.1\"/>",
            x = x(mm),
            b = top + height
        )?;
        label(&mut out, [x(mm), top + height + 4.0], "middle", &rounded(mm, 6).to_string())?;
    }
    for mm2 in ticks(0.0, most, 6) {
        writeln!(
            out,
            "<path d=\"M{left} {y:.3}H{r:.3}\" stroke=\"#d5d6d8\" stroke-width=\"0.1\"/>",
            y = y(mm2),
            r = left + width
        )?;
        label(&mut out, [left - 1.5, y(mm2) + 1.0], "end", &rounded(mm2, 6).to_string())?;
    }
    for (threshold_mm, points) in &lines {
        let is_bold = (threshold_mm - record.zone_threshold_mm).abs() < 1e-12;
        let places: Vec<String> = points.iter().map(|[mm, mm2]| format!("{:.3},{:.3}", x(*mm), y(*mm2))).collect();
        let weight = if is_bold { 0.5 } else { 0.2 };
        writeln!(
            out,
            "<polyline class=\"area\" data-threshold-mm=\"{threshold_mm}\" points=\"{}\" fill=\"none\" stroke=\"#2f5f8a\" stroke-width=\"{weight}\"/>",
            places.join(" ")
        )?;
        if let Some([mm, mm2]) = points.last() {
            label(&mut out, [x(*mm) + 1.0, y(*mm2) - 0.6], "start", &format!("{threshold_mm}"))?;
        }
    }
    for meeting in &record.meetings {
        let at = x(meeting.within_mm);
        writeln!(
            out,
            "<path class=\"meeting\" d=\"M{at:.3} {b:.3}v-2\" stroke=\"#b3202c\" stroke-width=\"0.3\"><title>{}/{}</title></path>",
            meeting.upper,
            meeting.lower,
            b = top + height
        )?;
    }
    label(
        &mut out,
        [left + width / 2.0, top + height + 9.0],
        "middle",
        "opening at the lower incisal point, mm (right: more open)",
    )?;
    let title = "contact area of the upper jaw, mm²: a line for each threshold in mm";
    label(&mut out, [left, 4.5], "start", title)?;
    label(&mut out, [left, 8.5], "start", "red: a pair of teeth comes within the threshold of the bold line")?;
    writeln!(out, "</svg>")
}

fn lines(record: &VerticalRecord) -> Vec<Line> {
    let area = |i: usize| move |step: &super::StepRecord| Some([step.opening_mm, step.areas.get(i)?.area_upper_mm2]);
    record
        .thresholds_mm
        .iter()
        .enumerate()
        .map(|(i, mm)| (*mm, record.steps.iter().filter_map(area(i)).collect()))
        .collect()
}

fn label(out: &mut impl Write, [x, y]: [f64; 2], anchor: &str, text: &str) -> io::Result<()> {
    writeln!(
        out,
        "<text x=\"{x:.3}\" y=\"{y:.3}\" font-size=\"2.8\" text-anchor=\"{anchor}\" fill=\"#191c20\">{}</text>",
        escaped(text)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
