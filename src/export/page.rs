//! A pose as one HTML file that any browser opens offline: the painted jaws to turn, hide and cut, the contacts, the figures, and the
//! record inside. It asks nobody for anything (its own policy forbids it) and names no file.
//!
//! The parts lie in `assets/page`; surfaces are packed: 16 bits a coordinate within the jaw's box (about 1 µm), gaps in whole micrometres,
//! corners of triangles as differences.
use super::headline::judged_words;
use super::json::AnalysisRecord;
use super::overlay::Scale;
use super::painted::PaintedJaw;
use crate::base::Palette;
use crate::field::contact::{SPECK_MM2, WHOLE_SHARE};
use crate::jaw::OcclusalFrame;
use crate::jaw::teeth::said_number;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use glam::{DVec3, Vec3};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

const HTML: &str = include_str!("../../assets/page/page.html");
const CSS: &str = include_str!("../../assets/page/page.css");
const JS: &str = include_str!("../../assets/page/page.js");

/// A tooth's number: its place, and the direction away from the arch; world coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct PageNumber {
    pub text: String,
    pub at: DVec3,
    pub outwards: DVec3,
}

/// Everything that the page shows.
pub struct Page<'a> {
    pub record: &'a AnalysisRecord,
    /// Without faces that closing has added.
    pub jaws: &'a [PaintedJaw; 2],
    /// Of the upper and the lower jaw.
    pub numbers: &'a [Vec<PageNumber>; 2],
    pub frame: &'a OcclusalFrame,
    pub scale: Scale,
    /// As from [`super::now_text`].
    pub date: &'a str,
}

/// Gaps beyond this, mm, have no number in a page.
const MOST_GAP_MM: f32 = 32.0;
/// Stands where there is none.
const NO_GAP: i16 = i16::MAX;

#[derive(Serialize)]
struct PackedJaw {
    min: [f32; 3],
    max: [f32; 3],
    /// Triangles, and how many of them, the last ones, are trimmed.
    n: usize,
    n_trimmed: usize,
    positions: String,
    gaps: String,
    triangles: String,
}

#[derive(Serialize)]
struct Frame {
    origin: DVec3,
    right: DVec3,
    front: DVec3,
    up: DVec3,
}

#[derive(Serialize)]
struct Scene<'a> {
    jaws: [PackedJaw; 2],
    numbers: [Vec<(&'a str, DVec3, DVec3)>; 2],
    frame: Frame,
    middle: DVec3,
    /// Of what is seen when all is in view, mm.
    size: f64,
    /// Along the patient's right, front and up from the origin of the frame, mm.
    extent: [[f64; 2]; 3],
    threshold_mm: f32,
    range_mm: f32,
    deepest_mm: f32,
    speck_mm2: f64,
    /// With less of it between its two teeth a contact spans several pairs.
    whole_share: f64,
    colors: Vec<[u8; 4]>,
    clear: [u8; 3],
    border: [u8; 3],
    headline: Option<&'a str>,
    /// Numbers as people read them, by those of the record.
    teeth: BTreeMap<u8, String>,
    judged: String,
    origin: String,
}

/// Writes the page.
///
/// # Errors
/// What `out` reports.
pub fn write_page(page: &Page, mut out: impl Write) -> io::Result<()> {
    let mut record = page.record.without_names();
    // What a person wrote for themselves is not handed on.
    record.pins.clear();
    let record = serde_json::to_string(&record)?;
    let scene = serde_json::to_string(&page.scene())?;
    let program = super::program_text();
    let parts = [
        ("css", CSS),
        ("js", JS),
        ("record", &in_script(&record)),
        ("scene", &in_script(&scene)),
        ("program", &program),
        ("date", page.date),
        ("disclaimer", super::DISCLAIMER.say()),
    ];
    // Parts between the marks "@name@" of the frame; what they hold is not looked through again.
    let mut rest = HTML;
    while let Some((before, part, after)) = next_mark(rest, &parts) {
        out.write_all(before.as_bytes())?;
        out.write_all(part.as_bytes())?;
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

fn next_mark<'a>(text: &'a str, parts: &[(&str, &'a str)]) -> Option<(&'a str, &'a str, &'a str)> {
    let found = |(name, part): &(&str, &'a str)| {
        let mark = format!("@{name}@");
        text.find(&mark).map(|at| (at, at + mark.len(), *part))
    };
    let (from, to, part) = parts.iter().filter_map(found).min_by_key(|(at, ..)| *at)?;
    Some((&text[..from], part, &text[to..]))
}

/// JSON that ends no script: "</" never stands in it.
fn in_script(json: &str) -> String {
    json.replace("</", "<\\/").replace("<!--", "<\\u0021--")
}

impl Page<'_> {
    fn scene(&self) -> Scene<'_> {
        let Scale { palette, threshold_mm, range_mm } = self.scale;
        let frame = self.frame;
        let [least, most] = self.bounds();
        let size = (most - least).truncate().max_element().max(1.0) * 1.08;
        Scene {
            jaws: [0, 1].map(|k| packed(&self.jaws[k])),
            numbers: self
                .numbers
                .each_ref()
                .map(|jaw| jaw.iter().map(|n| (n.text.as_str(), n.at, n.outwards)).collect()),
            frame: Frame { origin: frame.origin, right: frame.right, front: frame.front, up: frame.up },
            middle: frame.world_from_local((least + most) / 2.0),
            size,
            extent: [0, 1, 2].map(|axis| [least[axis], most[axis]]),
            threshold_mm,
            range_mm,
            deepest_mm: Palette::DEEPEST_MM,
            speck_mm2: SPECK_MM2,
            whole_share: WHOLE_SHARE,
            colors: palette.lookup_table(threshold_mm, range_mm),
            clear: palette.clear(),
            border: palette.contact_border(),
            headline: self.record.headline_said.as_deref(),
            teeth: self.teeth(),
            judged: self.judged(),
            origin: self.origin(),
        }
    }

    /// The box around both jaws in the patient's directions, mm.
    fn bounds(&self) -> [DVec3; 2] {
        let all = self.jaws.iter().flat_map(|jaw| &jaw.positions).map(|p| self.frame.local_from_world(p.as_dvec3()));
        all.fold(None, |bounds: Option<[DVec3; 2]>, p| match bounds {
            Some([least, most]) => Some([least.min(p), most.max(p)]),
            None => Some([p, p]),
        })
        .unwrap_or([DVec3::ZERO, DVec3::ONE])
    }

    /// Of all that have contact, a guess with its mark.
    fn teeth(&self) -> BTreeMap<u8, String> {
        let zones = self.record.zones.iter().flatten();
        let numbers = zones.flat_map(|zone| [zone.tooth_upper, zone.tooth_lower]).flatten();
        numbers.map(|number| (number, format!("{}{}", said_number(number), self.record.doubt_of(number)))).collect()
    }

    fn judged(&self) -> String {
        let beside = self.record.not_on_teeth.as_deref().unwrap_or_default();
        let scope = self.record.scope.unwrap_or_default();
        format!("judged: {}", judged_words(scope, self.record.trimmed_area_mm2, beside))
    }

    fn origin(&self) -> String {
        let [upper, lower] = [&self.record.inputs.upper, &self.record.inputs.lower];
        format!(
            "Upper scan {} triangles, BLAKE3 {}; lower scan {} triangles, BLAKE3 {}. Pose of the lower jaw {}. Engine {}. Areas are true surface by closest \
             gap; the paint follows gaps in whole micrometres. With the two scans, \"occluscope verify\" recomputes every figure of the \
             saved JSON.",
            upper.scanned(),
            short(&upper.blake3),
            lower.scanned(),
            short(&lower.blake3),
            crate::base::Rigid::from_rows(self.record.upper_from_lower)
                .map_or_else(|_| "unknown".into(), |p| super::text::pose(&p)),
            self.record.engine,
        )
    }
}

/// The first letters of a hash tell scans apart; all of it stands in the JSON.
fn short(hash: &str) -> String {
    format!("{}…", hash.chars().take(12).collect::<String>())
}

fn packed(jaw: &PaintedJaw) -> PackedJaw {
    let [min, max] = jaw.bounds().unwrap_or_default();
    // An extent of nothing is divided by nothing.
    let extent = (max - min).max(Vec3::splat(f32::MIN_POSITIVE));
    let quantized = |p: &Vec3| ((*p - min) / extent * 65535.0).round().to_array().map(|c| c as u16);
    let positions: Vec<u8> = jaw.positions.iter().flat_map(quantized).flat_map(u16::to_le_bytes).collect();
    let micrometres = |gap: &f32| if gap.abs() <= MOST_GAP_MM { (gap * 1000.0).round() as i16 } else { NO_GAP };
    let gaps: Vec<u8> = jaw.gaps_mm.iter().map(micrometres).flat_map(i16::to_le_bytes).collect();
    let mut triangles = Vec::with_capacity(4 * jaw.triangles.len());
    let mut last = 0;
    for corner in jaw.triangles.iter().flatten() {
        let difference = i64::from(*corner) - last;
        last = i64::from(*corner);
        push_number(&mut triangles, if difference < 0 { -2 * difference - 1 } else { 2 * difference } as u64);
    }
    let text = |bytes: &[u8]| STANDARD.encode(bytes);
    PackedJaw {
        min: min.to_array(),
        max: max.to_array(),
        n: jaw.triangles.len(),
        n_trimmed: jaw.n_trimmed,
        positions: text(&positions),
        gaps: text(&gaps),
        triangles: text(&triangles),
    }
}

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push((number % 128) as u8 | 128);
        number /= 128;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::record as report_test_record;
    use super::*;

    fn jaw() -> PaintedJaw {
        PaintedJaw {
            positions: vec![Vec3::ZERO, Vec3::new(10.0, 0.0, 0.0), Vec3::new(0.0, 10.0, 0.5)],
            triangles: vec![[0, 1, 2], [2, 1, 0]],
            gaps_mm: vec![-0.1234, 0.05, f32::NAN],
            n_trimmed: 0,
        }
    }

    #[test]
    fn surfaces_are_packed_to_a_micrometre() {
        let packed = packed(&jaw());
        let numbers = |text: &str| STANDARD.decode(text).expect("base64");
        let gaps: Vec<i16> = numbers(&packed.gaps).chunks(2).map(|b| i16::from_le_bytes([b[0], b[1]])).collect();
        assert_eq!(gaps, [-123, 50, NO_GAP]);
        let places: Vec<u16> = numbers(&packed.positions).chunks(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect();
        assert_eq!(places, [0, 0, 0, 65535, 0, 0, 0, 65535, 65535]);
        // 0, +1, +1, 0, -1, -1.
        assert_eq!(numbers(&packed.triangles), [0, 2, 2, 0, 1, 1]);
        let mut long = Vec::new();
        push_number(&mut long, 300);
        assert_eq!(long, [172, 2]);
    }

    #[test]
    fn a_page_is_whole_names_no_file_and_asks_nobody() {
        let mut record = report_test_record(3);
        record.warnings = vec!["</script><img src=\"http://example.org/x\">".into()];
        let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame");
        let scale = Scale { palette: Palette::Default, threshold_mm: 0.1, range_mm: 2.0 };
        let number = PageNumber { text: "16".into(), at: DVec3::X, outwards: DVec3::X };
        let (jaws, numbers) = ([jaw(), jaw()], [vec![number], Vec::new()]);
        let page =
            Page { record: &record, jaws: &jaws, numbers: &numbers, frame: &frame, scale, date: "2026-01-02 03:04" };
        let mut bytes = Vec::new();
        write_page(&page, &mut bytes).expect("written");
        let text = String::from_utf8(bytes).expect("text");
        assert!(!text.contains("Mustermann"), "a file's name");
        assert!(
            text.contains("default-src 'none'") && text.contains("2026-01-02 03:04") && text.ends_with("</html>\n")
        );
        for mark in ["@css@", "@js@", "@record@", "@scene@", "@program@", "@date@", "@disclaimer@"] {
            assert!(HTML.contains(mark) && !text.contains(mark), "{mark}");
        }
        // What a record says ends no script: there are three, and as many ends.
        assert_eq!((text.matches("<script").count(), text.matches("</script>").count()), (3, 3));
        for asks in ["src=", "href=", "url(", "fetch(", "XMLHttpRequest", "import(", "@import", "http:", "https:"] {
            let own = text.replace("link.href=", "").replace("link.href = ", "");
            let said = own.matches(asks).count();
            let in_warning = if ["src=", "http:"].contains(&asks) { 1 } else { 0 };
            assert_eq!(said, in_warning, "{asks}");
        }
        let json = text.split("id=\"record\">").nth(1).and_then(|t| t.split("</script>").next()).expect("a record");
        let back: AnalysisRecord = serde_json::from_str(json).expect("JSON");
        assert_eq!(back, record.without_names());
    }
}
