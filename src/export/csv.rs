//! The figures and the threshold curve as one long table: `figure, threshold_mm, value, unit`. An empty value is
//! unknown.
use super::json::AnalysisRecord;
use std::io::{self, Write};

/// Writes the table with a header line.
///
/// # Errors
/// What `out` reports.
pub fn write_csv(record: &AnalysisRecord, out: impl Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    let mut row = |figure: &str, threshold: &str, value: &str, unit: &str| {
        table.write_record([figure, threshold, value, unit]).map_err(io::Error::other)
    };
    row("figure", "threshold_mm", "value", "unit")?;
    for (figure, value, unit) in figures(record) {
        row(figure, "", &value, unit)?;
    }
    row("contact_gap", "", record.settings.contact_gap.name(), "")?;
    for contact in &record.contact {
        let a = &contact.area;
        let threshold = a.threshold_mm.to_string();
        for (figure, value) in [
            ("contact_area_upper", a.area_upper_mm2),
            ("contact_area_lower", a.area_lower_mm2),
            ("penetrating_area_upper", a.penetrating_area_upper_mm2),
            ("penetrating_area_lower", a.penetrating_area_lower_mm2),
            ("near_area_upper", a.area_upper_mm2 - a.penetrating_area_upper_mm2),
            ("near_area_lower", a.area_lower_mm2 - a.penetrating_area_lower_mm2),
            ("projected_contact_area", a.projected_area_mm2),
        ] {
            row(figure, &threshold, &value.to_string(), "mm2")?;
        }
    }
    table.flush()
}

/// The contacts, one a line, the largest first: `zone, tooth_upper, tooth_lower, area_mm2, ...`. A header alone where there are
/// none or they were not looked for.
///
/// # Errors
/// What `out` reports.
pub fn write_zones_csv(record: &AnalysisRecord, out: impl Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(ZONE_COLUMNS)?;
    for z in record.zones.iter().flatten() {
        let tooth = |t: Option<u8>| t.map_or(String::new(), |t| t.to_string());
        let mut row = vec![z.id.to_string(), tooth(z.tooth_upper), tooth(z.tooth_lower)];
        let areas = [z.area_mm2, z.area_upper_mm2, z.area_lower_mm2];
        let penetrating = [z.penetrating_area_upper_mm2, z.penetrating_area_lower_mm2];
        let numbers = areas.into_iter().chain(penetrating).chain([z.max_depth_mm, z.min_gap_mm]).chain(z.centroid);
        row.extend(numbers.map(|x| x.to_string()));
        row.push(known(z.tooth_share));
        row.extend([known(record.zone_threshold_mm), record.settings.contact_gap.name().to_owned()]);
        table.write_record(row)?;
    }
    table.flush()
}

const ZONE_COLUMNS: [&str; 16] = [
    "zone",
    "tooth_upper",
    "tooth_lower",
    "area_mm2",
    "area_upper_mm2",
    "area_lower_mm2",
    "penetrating_area_upper_mm2",
    "penetrating_area_lower_mm2",
    "max_depth_mm",
    "min_gap_mm",
    "x_mm",
    "y_mm",
    "z_mm",
    "tooth_share",
    "threshold_mm",
    "gap",
];

/// Pairs of teeth, the largest first, then how the contact is spread, one part a line: `part, threshold_mm, tooth_upper, ...`. A
/// header alone where the teeth are not known.
///
/// # Errors
/// What `out` reports.
pub fn write_teeth_csv(record: &AnalysisRecord, out: impl Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(TEETH_COLUMNS)?;
    let threshold = known(record.zone_threshold_mm);
    for p in record.pairs.iter().flatten() {
        let teeth = [p.upper, p.lower].map(|t| t.to_string());
        let counts = [p.contacts, p.parts].map(|n| n.to_string());
        let areas = [Some(p.area_mm2), p.area_upper_mm2, p.area_lower_mm2].map(known);
        let rest = [p.max_depth_mm, p.min_gap_mm, p.sure.least].map(|x| x.to_string());
        let head = ["pair".to_owned(), threshold.clone()];
        let gap = record.settings.contact_gap.name().to_owned();
        table.write_record(head.into_iter().chain(teeth).chain(counts).chain(areas).chain(rest).chain([gap]))?;
    }
    if let Some(b) = &record.balance {
        for (part, area) in [
            ("right", Some(b.right_mm2)),
            ("left", Some(b.left_mm2)),
            ("front", Some(b.front_mm2)),
            ("back", Some(b.back_mm2)),
            ("no_tooth", Some(b.no_tooth_mm2)),
            ("no_pair", b.no_pair_mm2),
        ] {
            let mut row = [const { String::new() }; TEETH_COLUMNS.len()];
            (row[0], row[1], row[6]) = (part.to_owned(), threshold.clone(), known(area));
            row[12] = record.settings.contact_gap.name().to_owned();
            table.write_record(row)?;
        }
    }
    table.flush()
}

/// Areas are those of `zone_threshold_mm`; `area_mm2` is the mean of both arches.
const TEETH_COLUMNS: [&str; 13] = [
    "part",
    "threshold_mm",
    "tooth_upper",
    "tooth_lower",
    "contacts",
    "parts",
    "area_mm2",
    "area_upper_mm2",
    "area_lower_mm2",
    "max_depth_mm",
    "min_gap_mm",
    "confidence",
    "gap",
];

/// An empty cell is unknown.
fn known(x: Option<f64>) -> String {
    x.map_or(String::new(), |x| x.to_string())
}

/// Area against threshold, one point a line: `threshold_mm, area_upper_mm2, area_lower_mm2, gap`.
///
/// # Errors
/// What `out` reports.
pub fn write_curve_csv(record: &AnalysisRecord, out: impl Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["threshold_mm", "area_upper_mm2", "area_lower_mm2", "gap"])?;
    let gap = record.settings.contact_gap.name().to_owned();
    for p in &record.curve {
        let figures = [p.threshold_mm, p.area_upper_mm2, p.area_lower_mm2].map(|x| x.to_string());
        table.write_record(figures.into_iter().chain([gap.clone()]))?;
    }
    table.flush()
}

fn figures(record: &AnalysisRecord) -> Vec<(&'static str, String, &'static str)> {
    let pixels = &record.pixels;
    let mut figures = vec![
        ("verdict", super::text::verdict_word(record.verdict).to_owned(), ""),
        ("smallest_projected_gap", known(record.gap.min_mm), "mm"),
        ("clearance", known(record.gap.clearance_mm), "mm"),
        ("max_depth", known(record.interference.max_depth_mm), "mm"),
        ("projected_interference_area", known(record.interference.projected_area_mm2), "mm2"),
        ("interference_volume", known(record.interference.volume_mm3), "mm3"),
    ];
    let solids = record.object_space.as_ref();
    figures.push(("object_space_depth", known(solids.map(|p| p.max_depth_mm)), "mm"));
    figures.push(("object_space_volume", known(solids.and_then(|p| p.volume_mm3)), "mm3"));
    figures.push(("triangle_pairs", record.triangle_pairs.count.map_or(String::new(), |n| n.to_string()), ""));
    if let Some(found) = &record.between_pixels {
        figures.push(("depth_between_pixels", known(found.max_depth_mm), "mm"));
        figures.push(("gap_between_pixels", known(found.min_gap_mm), "mm"));
    }
    for (name, count) in [
        ("pixels_overlap", pixels.overlap),
        ("pixels_clear", pixels.clear),
        ("pixels_interfering", pixels.interfering),
        ("pixels_unsolved", pixels.unsolved),
    ] {
        figures.push((name, count.to_string(), ""));
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::super::{json::TimingRecord, test_data};
    use super::*;

    #[test]
    fn every_threshold_has_its_rows() {
        let files = ["u".to_owned(), "l".to_owned()];
        let (analysis, pair) = (test_data::analysis(), test_data::pair());
        let record = AnalysisRecord::new(
            &analysis,
            &pair,
            files,
            &crate::field::Question::default(),
            TimingRecord::default(),
            &[],
        );
        let mut bytes = Vec::new();
        write_csv(&record, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.starts_with("figure,threshold_mm,value,unit\n"));
        assert!(text.contains("verdict,,interfering,\n"));
        assert_eq!(text.matches("contact_area_upper,0.1,").count(), 1, "{text}");
        assert_eq!(text.matches("near_area_lower").count(), analysis.metrics.contact.len());
    }
}
