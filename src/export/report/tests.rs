use super::super::contact::{CurvePoint, ZoneRecord, ZoneUncertainty};
use super::super::json::TimingRecord;
use super::super::named_bite::{FoundRecord, InBiteRecord, NamedBiteRecord};
use super::super::overlay::Scale;
use super::super::teeth::{BalanceRecord, PairConfidence, PairRecord};
use super::super::uncertainty::{AreaSpread, UncertaintyRecord};
use super::super::{png, test_data};
use super::*;
use crate::base::Palette;
use crate::base::Progress;
use crate::base::words::{self, Language, Notation};
use crate::engine::{Spread, Sure, UncertaintySettings};
use crate::export::measures::{MarkRecord, MeasureRecord};
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::motion::paint::painted_step;
use crate::export::motion::record::{
    self as motion_record, AskedRecord, BothSidesRecord, HingePlaceRecord, MotionRecord, MotionTiming, MovementRecord,
    PairSweepRecord, RecordedRecord, ToothGuidanceRecord,
};
use crate::export::pins::PinRecord;
use crate::field::Question;
use crate::field::contact::CURVE_TO_MM;
use crate::jaw::motion::diagrams::{Diagram, JawPoints, diagrams};
use crate::jaw::motion::{
    Articulator, Border, BorderAmounts, Borders, BothSides, Condyles, Course, Guide, HingeFrame, Movement,
    MovementKind, ReferencePlane, Role, Side,
};
use crate::jaw::{Fdi, JawSide, MeasureKind};

const SCALE: Scale = Scale { palette: Palette::Default, threshold_mm: 0.1, range_mm: 2.0 };

pub fn record(n_zones: u32) -> AnalysisRecord {
    let (analysis, pair) = (test_data::analysis(), test_data::pair());
    let files = ["Mustermann upper.stl".to_owned(), "Mustermann lower.stl".to_owned()];
    let mut record = AnalysisRecord::new(&analysis, &pair, files, &Question::default(), TimingRecord::default(), &[]);
    let zone = |id| ZoneRecord {
        id,
        centroid: [0.0; 3],
        area_mm2: 2.0,
        area_upper_mm2: 2.0,
        area_lower_mm2: 2.0,
        penetrating_area_upper_mm2: 0.5,
        penetrating_area_lower_mm2: 0.4,
        max_depth_mm: 0.05,
        min_gap_mm: -0.05,
        triangles_upper: 9,
        triangles_lower: 9,
        tooth_upper: None,
        tooth_lower: None,
        tooth_share: None,
        uncertainty: None,
    };
    record.zones = Some((1..=n_zones).map(zone).collect());
    let point = |i: u32| CurvePoint {
        threshold_mm: f64::from(i) * 0.005,
        area_upper_mm2: 8.0 + f64::from(i),
        area_lower_mm2: 8.0 + 1.1 * f64::from(i),
    };
    record.curve = (0..=80).map(point).collect();
    record
}

/// With teeth, more pairs than there is room for, and poses nearby.
fn told(mut record: AnalysisRecord) -> AnalysisRecord {
    let pair = |i: u8| PairRecord {
        upper: 11 + i % 8,
        lower: 31 + i % 8,
        sure: PairConfidence::new([1.0, f64::from(i) / 20.0]),
        contacts: usize::from(i % 3),
        parts: usize::from(i % 2),
        area_mm2: 2.0,
        area_upper_mm2: Some(2.0),
        area_lower_mm2: Some(2.0),
        max_depth_mm: 0.05,
        min_gap_mm: -0.05,
    };
    record.pairs = Some((0..20).map(pair).collect());
    record.balance = Some(BalanceRecord {
        left_mm2: 30.0,
        right_mm2: 10.0,
        front_mm2: 5.0,
        back_mm2: 30.0,
        no_tooth_mm2: 5.0,
        no_pair_mm2: Some(4.0),
        split: String::new(),
    });
    for (zone, i) in record.zones.iter_mut().flatten().zip(0..) {
        (zone.tooth_upper, zone.tooth_lower, zone.tooth_share) = (Some(16), Some(46), Some(f64::from(i) / 30.0));
        let share = f64::from(i % 11) / 10.0;
        zone.uncertainty = Some(ZoneUncertainty { share, sure: Sure::of(share) });
    }
    let spread = Spread { low: 1.0, median: 2.0, high: 3.0 };
    let area = |threshold_mm: f64| AreaSpread { threshold_mm, upper_mm2: spread, lower_mm2: spread };
    record.uncertainty = Some(UncertaintyRecord {
        gap: crate::field::contact::GapKind::Closest,
        settings: UncertaintySettings::default(),
        centre: None,
        areas: Question::DEFAULT_THRESHOLDS_MM.map(area).to_vec(),
    });
    record
}

fn bytes(record: &AnalysisRecord, with_pictures: bool) -> Vec<u8> {
    drawn(record, &TypedFields::default(), with_pictures).0
}

/// The PDF, and what was written on its pages.
fn drawn(record: &AnalysisRecord, typed: &TypedFields, with_pictures: bool) -> (Vec<u8>, Vec<Vec<Written>>) {
    let (image, enlarged) = png::draw_map(&test_data::field(), SCALE);
    let picture = |title: &str| ReportPicture {
        title: title.into(),
        image: image.clone(),
        mm_per_pixel: 0.1 / f64::from(enlarged),
        labels: vec![PictureLabel { text: "16".into(), at: [0.4, 0.5] }],
    };
    let views = [picture("Upper jaw"), picture("Lower jaw")];
    let views = if with_pictures { &views[..] } else { &[] };
    let map = picture("Map");
    let (map, painted_by, date) = (Some(&map), GapKind::Closest, "2026-01-02 03:04");
    pages(&PdfReport { record, views, map, scale: SCALE, painted_by, typed, pages: MorePages::default(), date })
        .unwrap()
}

/// Texts that run over a margin or over one another, one sentence each.
pub fn faults(page: &[Written]) -> Vec<String> {
    let (left, right) = (MARGIN - 0.5, MARGIN + WIDTH + 0.5);
    // The foot is written last, in two parts, below its line.
    let body = &page[..page.len().saturating_sub(2)];
    let is_out = |w: &&Written| w.place[0] < left || w.place[2] > right;
    let low = body.iter().filter(|w| w.place[3] > FOOT_LINE).map(|w| format!("in the foot: {}", w.text));
    let out = page.iter().filter(is_out).map(|w| format!("beyond the margin: {}", w.text));
    let meet = |a: &Written, b: &Written| {
        // Letters that touch by less than half a point are read.
        let overlap = |i: usize| a.place[i + 2].min(b.place[i + 2]) - a.place[i].max(b.place[i]);
        overlap(0) > 0.5 && overlap(1) > 0.5
    };
    let pairs = page.iter().enumerate().flat_map(|(i, a)| page[i + 1..].iter().map(move |b| (a, b)));
    let over = pairs.filter(|(a, b)| meet(a, b)).map(|(a, b)| format!("over one another: {} | {}", a.text, b.text));
    out.chain(low).chain(over).collect()
}

pub fn count(bytes: &[u8], what: &[u8]) -> usize {
    bytes.windows(what.len()).filter(|w| *w == what).count()
}

/// Writes a report to look at into the folder that `OCCLUSCOPE_PICTURES` names.
#[test]
fn a_report_has_two_pages_and_three_pictures() {
    let pdf = bytes(&record(30), true);
    assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    assert_eq!(count(&pdf, b"/Type/Page/"), 2);
    assert!(count(&pdf, b"/Image") > 0);
    let with_teeth = bytes(&told(record(30)), true);
    assert_eq!(count(&with_teeth, b"/Type/Page/"), 2);
    assert!(with_teeth.len() > pdf.len() + 1000, "pairs, balance and ranges: {} and {}", with_teeth.len(), pdf.len());
    if let Ok(folder) = std::env::var("OCCLUSCOPE_PICTURES") {
        for language in Language::ALL {
            let _language = words::speak(language);
            let name = format!("report-{}.pdf", language.code());
            std::fs::write(std::path::Path::new(&folder).join(name), bytes(&told(record(30)), true)).unwrap();
        }
    }
    // Nothing of the file names; without views and zones it is a report still, and a smaller one.
    assert_eq!(count(&pdf, b"Mustermann"), 0);
    let mut bare = record(0);
    (bare.zones, bare.curve) = (None, Vec::new());
    let small = bytes(&bare, false);
    assert!(small.starts_with(b"%PDF-") && small.len() < pdf.len(), "{} {}", small.len(), pdf.len());
}

fn pin(text: &str) -> PinRecord {
    PinRecord { mark: MarkRecord { jaw: JawSide::Upper, at_mm: [1.0, 2.0, 3.0] }, text: text.into() }
}

/// A bite that was left, and how its jaw was seated.
fn in_bite() -> InBiteRecord {
    let found = FoundRecord::Seat {
        threshold_mm: 0.1,
        tolerance_mm: 0.05,
        spread_mm2: 123.4,
        as_scanned_mm2: 101.2,
        max_depth_mm: 0.123,
    };
    let bite = NamedBiteRecord {
        name: "Schluss in habitueller Interkuspidation, zweite Aufnahme".into(),
        origin: crate::jaw::BiteOrigin::Seated,
        made: Some("2026-11-28 05:14".into()),
        notes: String::new(),
        upper_from_lower: crate::base::Rigid::IDENTITY.to_rows(),
        found: Some(found),
    };
    InBiteRecord { bite, left_by: Some(crate::jaw::BiteOrigin::Seated), from_bite_mm: 1.234, from_scans_mm: 2.345 }
}

/// With everything that a report can have, in the longest words.
fn full() -> (AnalysisRecord, TypedFields) {
    let mut record = told(record(40));
    record.headline = Some("Overlap 12.34 mm at 17?–47?, beyond scan error (0.05 to 0.1)".into());
    record.scope = Some(crate::field::contact::ScopeKind::Teeth);
    record.trimmed_area_mm2 = 123.4;
    record.warnings =
        vec!["Upper scan: 6 triangles were inside out and turned round, 3 holes were filled".repeat(2); 7];
    record.in_bite = Some(in_bite());
    record.pins =
        (0..200).map(|i| pin(&format!("{i} {}", "Polieren und nachsehen, ob es noch stört. ".repeat(9)))).collect();
    record.pins[7].text = "x".repeat(400);
    let long = "Mustermann-Beispielhausen, Maximiliane Alexandrina ".repeat(3);
    let field = |name: &str| format!("{name} {long}");
    let notes = "A note that goes on. ".repeat(30) + "\n\nAnd another.";
    let [patient, born, case, examiner] = ["P", "B", "C", "E"].map(field);
    let typed = TypedFields { patient, born, case, examiner, notes, with_pins: true, ..TypedFields::default() };
    (record, typed)
}

#[test]
fn nothing_overruns_a_margin_or_another_word() {
    let mut found = Vec::new();
    for language in Language::ALL {
        let _language = words::speak(language);
        for (record, typed) in [(record(3), TypedFields::default()), (told(record(30)), TypedFields::default()), full()]
        {
            for (i, page) in drawn(&record, &typed, true).1.iter().enumerate() {
                found.extend(faults(page).into_iter().map(|fault| format!("{language:?}, page {}: {fault}", i + 1)));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    // The check sees both.
    let written = |text: &str, place| Written { text: text.into(), place };
    let words = [
        written("a", [MARGIN, 50.0, MARGIN + 80.0, 60.0]),
        written("b", [MARGIN + 70.0, 58.0, MARGIN + 90.0, 68.0]),
        written("c", [MARGIN + 400.0, 80.0, MARGIN + WIDTH + 4.0, 90.0]),
    ];
    let foot = written("f", [MARGIN, FOOT_LINE + 2.0, MARGIN + 9.0, FOOT_LINE + 9.0]);
    let with_foot = |n: usize| {
        [&words[..n], &[foot.clone(), written("p", [MARGIN + 50.0, FOOT_LINE, MARGIN + 59.0, FOOT_LINE + 9.0])]]
            .concat()
    };
    assert_eq!(faults(&with_foot(3)).len(), 2);
    assert_eq!(faults(&with_foot(1)).len(), 0);
    let low = [std::slice::from_ref(&foot), with_foot(0).as_slice()].concat();
    assert!(faults(&low).iter().any(|fault| fault == "in the foot: f"));
}

#[test]
fn what_was_typed_stands_in_the_report_and_notes_where_they_fit() {
    let said = |typed: &TypedFields| {
        let pages = drawn(&record(3), typed, true).1;
        let all = pages.iter().flatten().map(|w| w.text.as_str()).collect::<Vec<_>>().join("\n");
        (pages.len(), all)
    };
    let (n, words) = said(&TypedFields::default());
    assert!(n == 2 && words.contains("Patient") && !words.contains("Notes"), "{words}");
    let patient = TypedFields { patient: "Anna Muster".into(), notes: "A cusp of 16.".into(), ..Default::default() };
    let (n, words) = said(&patient);
    assert!(n == 2 && words.contains("Anna Muster") && words.contains("A cusp of 16."), "{words}");
    let (n, words) = said(&TypedFields { notes: "A line.\n".repeat(500), ..Default::default() });
    assert!(n == 3 && words.contains("And more, in the case.") && words.contains("page 3 of 3"), "{words}");
}

#[test]
fn what_was_measured_has_a_page_of_its_own() {
    let mark = MarkRecord { jaw: JawSide::Lower, at_mm: [1.0, 2.0, 3.0] };
    let measure = |i: u32| MeasureRecord {
        kind: MeasureKind::Points,
        name: i.to_string(),
        marks: vec![mark; 2],
        value_mm: Some(f64::from(i)),
        value_deg: None,
    };
    let with = |n: u32| bytes(&AnalysisRecord { measures: (0..n).map(measure).collect(), ..record(3) }, false);
    assert_eq!(count(&with(1), b"/Type/Page/"), 3);
    assert_eq!(count(&with(200), b"/Type/Page/"), 3, "the rest is in the JSON");
    assert!(with(5).len() > with(1).len());
    assert_eq!(count(&with(0), b"/Type/Page/"), 2, "the twin");
}

/// The drawing ends where the curve does: what lies beyond is left out, and without the last points it is another.
#[test]
fn the_curve_is_drawn_as_far_as_it_is_computed() {
    let curve_to = |to_mm: f64, beyond: bool| {
        let mut record = record(3);
        record.curve.retain(|p| p.threshold_mm <= to_mm + 1e-9);
        if beyond {
            record.curve.push(CurvePoint { threshold_mm: 0.5, area_upper_mm2: 900.0, area_lower_mm2: 900.0 });
        }
        bytes(&record, false)
    };
    assert_eq!(record(3).curve.last().map(|p| p.threshold_mm), Some(CURVE_TO_MM));
    assert!(curve_to(CURVE_TO_MM, false) == curve_to(CURVE_TO_MM, true));
    for less in [0.395, 0.25] {
        assert!(curve_to(CURVE_TO_MM, false) != curve_to(less, false), "{less}");
    }
}

#[test]
fn steps_of_the_axis_are_round() {
    for (least, step) in [(0.01, 0.1), (1.3, 2.0), (2.0, 2.0), (7.0, 10.0), (13.8, 20.0), (44.0, 50.0)] {
        assert!((curve::nice_step(least) - step).abs() < 1e-9, "{least}: {}", curve::nice_step(least));
    }
}

/// Of a tooth-guided movement, as far as a page shows it.
fn moved(n_pairs: usize, is_recorded: bool) -> MotionRecord {
    let articulator = ArticulatorRecord::new(&Articulator::default(), None);
    let both = |x: f64| BothSidesRecord { right: [x, 0.0, 0.0], left: [-x, 0.0, 0.0] };
    let pair = |i: usize| PairSweepRecord {
        upper: 11 + (i % 7) as u8,
        lower: 41 + (i % 7) as u8,
        sure: PairConfidence::new([1.0; 2]),
        first_mm: 0.1 * i as f64,
        last_mm: 5.0,
        last_incisal_mm: 6.2,
        share: 0.83,
        order: i + 1,
        min_gap_mm: -0.123,
        max_depth_mm: 0.123,
        deepest_at_mm: 1.0,
        max_area_mm2: 12.34 / (i + 1) as f64,
        largest_at_mm: 1.0,
        side: [Some(Role::Working), Some(Role::Balancing), Some(Role::Protrusive), Some(Role::Intercuspal)][i % 4],
    };
    let recorded = is_recorded.then(|| RecordedRecord {
        file: "x".into(),
        format: "Zebris XML",
        name: "chewing".into(),
        frequency_hz: Some(100.0),
        read_as: String::new(),
        smoothed: Some("smoothed".into()),
        registered_by: String::new(),
        residual_worst_mm: None,
    });
    MotionRecord {
        schema: motion_record::SCHEMA,
        version: "0",
        frame: motion_record::FRAME,
        plane: ReferencePlane::Frankfurt,
        guide: if is_recorded { "recorded" } else { "teeth" },
        movement: MovementRecord {
            kind: "right-protrusion".into(),
            amount_mm: Some(5.25),
            forward: Some(0.5),
            amount_of: "",
        },
        recorded,
        articulator,
        hinge: HingePlaceRecord {
            placed_by: "average",
            world_from_hinge: None,
            incisal: [0.0, 88.0, -35.0],
            condyles: both(55.0),
        },
        tooth_guidance: Some(ToothGuidanceRecord {
            start: "subtract",
            first_contact_deg: Some(0.162),
            all_proven: true,
            holes: 3,
            jumps: 2,
        }),
        inputs: None,
        start_upper_from_lower: None,
        scope: None,
        thresholds_mm: None,
        zone_threshold_mm: Some(0.1),
        steps: Vec::new(),
        pairs: Some((0..n_pairs).map(pair).collect()),
        residual_rms_mm: Some(0.123),
        fit: None,
        sensitivity: None,
        asked: AskedRecord::default(),
        timing_ms: MotionTiming::default(),
        warnings: Vec::new(),
    }
}

/// A page as it is written, and its texts.
fn motion_page_of(record: &MotionRecord, with_pictures: bool) -> (Vec<u8>, Vec<Vec<Written>>) {
    let articulator = Articulator::default();
    let hinge = HingeFrame::alone(&articulator);
    let start = Course::new(&articulator, &hinge, Movement { kind: MovementKind::Protrusion, amount_mm: 0.0 });
    let progress = Progress::default();
    let borders =
        Borders::without_teeth(&start, Guide::Free, &BorderAmounts::default(), &progress).expect("not cancelled");
    let movement = borders.line(Border::Lateral(Side::Right)).expect("a line").motions.clone();
    let rest = Condyles::at_rest(55.0);
    let condyles = BothSides { right: rest.right, left: rest.left };
    let points = JawPoints { incisal: hinge.incisal, condyles };
    let mut all = diagrams(&borders, &movement, &points, ReferencePlane::Camper);
    let curve = (0..20).map(|i| Some(glam::DVec2::new(f64::from(i) * 0.25, 30.0 - f64::from(i)))).collect();
    all.push(Diagram::of_areas(ReferencePlane::Camper, &[(0.1, curve)]));
    let (image, _) = png::draw_map(&test_data::field(), SCALE);
    let picture = |title: &str| ReportPicture {
        title: title.into(),
        image: image.clone(),
        mm_per_pixel: 0.1,
        labels: vec![PictureLabel { text: "R".into(), at: [0.03, 0.5] }],
    };
    let pictures = [picture(crate::base::words::say!("paint-upper")), picture(crate::base::words::say!("paint-lower"))];
    let painted = painted_step(None, 0.1);
    let pictures = if with_pictures { &pictures[..] } else { &[] };
    let page = MotionPage { record, diagrams: &all, pictures, painted: with_pictures.then_some(&painted) };
    document(&[&|sheet: &mut Sheet| motion_page(sheet, &page, "2026-01-02 03:04")]).expect("a page")
}

#[test]
fn the_page_of_a_movement_has_room_for_its_words_in_every_language() {
    for language in Language::ALL {
        let _language = words::speak(language);
        for (n_pairs, is_recorded, with_pictures) in [(0, false, false), (7, true, true), (40, false, true)] {
            let (bytes, written) = motion_page_of(&moved(n_pairs, is_recorded), with_pictures);
            assert_eq!(faults(&written[0]), Vec::<String>::new(), "{} {n_pairs}", language.code());
            assert_eq!(count(&bytes, b"/Type/Page/"), 1);
            if let Ok(folder) = std::env::var("OCCLUSCOPE_PICTURES") {
                let name = format!("motion-{}-{n_pairs}.pdf", language.code());
                std::fs::write(std::path::Path::new(&folder).join(name), &bytes).unwrap();
            }
        }
    }
    // The twin: what is not listed for want of room is counted.
    let says = |n: usize, words: &str| {
        motion_page_of(&moved(n, false), true).1[0].iter().any(|written| written.text.contains(words))
    };
    assert!(says(40, "more pairs") && !says(3, "more pair"));
    assert!(says(3, "Frankfurt") && !says(3, "Camper’s"));
}

#[test]
fn a_report_with_a_movement_has_a_page_more() {
    let (record, typed, motion) = (record(3), TypedFields::default(), moved(3, false));
    let page = MotionPage { record: &motion, diagrams: &[], pictures: &[], painted: None };
    let with = |motion| {
        let report = PdfReport {
            record: &record,
            views: &[],
            map: None,
            scale: SCALE,
            painted_by: GapKind::Closest,
            typed: &typed,
            pages: MorePages { motion, ..MorePages::default() },
            date: "2026-01-02 03:04",
        };
        count(&pages(&report).unwrap().0, b"/Type/Page/")
    };
    assert_eq!((with(None), with(Some(page))), (2, 3));
}

#[test]
fn pins_are_printed_when_they_are_wanted_and_only_then() {
    let mut record = record(3);
    record.pins = vec![pin("polish the cusp"), pin("ask again")];
    let said = |with_pins: bool| {
        let typed = TypedFields { with_pins, ..TypedFields::default() };
        let pages = drawn(&record, &typed, true).1;
        (pages.len(), pages.iter().flatten().map(|w| w.text.clone()).collect::<Vec<_>>())
    };
    let (n, words) = said(true);
    assert!(n == 3 && words.iter().any(|w| w == "polish the cusp") && words.iter().any(|w| w == "2"), "{words:?}");
    let (n, words) = said(false);
    assert!(n == 2 && !words.iter().any(|w| w.contains("polish") || w == "Pins"), "the twin: {words:?}");
}

/// All 32 teeth, as the tables of the three notations have them ([`crate::jaw::teeth`] holds the tables themselves).
#[test]
fn teeth_are_printed_in_the_notation_of_whoever_prints() {
    let mut record = told(record(30));
    let quadrant = |q: u8| (1..=8).map(move |place| q * 10 + place);
    let all: Vec<(u8, u8)> = quadrant(1).chain(quadrant(2)).zip(quadrant(4).chain(quadrant(3))).collect();
    let zones = record.zones.as_mut().expect("told");
    for (zone, (upper, lower)) in zones.iter_mut().zip(&all) {
        (zone.tooth_upper, zone.tooth_lower, zone.tooth_share) = (Some(*upper), Some(*lower), Some(1.0));
    }
    zones.truncate(all.len());
    let said = |notation: Notation| {
        words::number_teeth(notation);
        let words: Vec<String> =
            drawn(&record, &TypedFields::default(), true).1.iter().flatten().map(|w| w.text.clone()).collect();
        words::number_teeth(Notation::Fdi);
        words
    };
    for notation in Notation::ALL {
        let words = said(notation);
        for (upper, lower) in &all {
            let name = |number: u8| Fdi::new(number).expect("a tooth").in_notation(notation);
            let pair = format!("{}-{}", name(*upper), name(*lower));
            assert!(words.contains(&pair), "{pair} is none of {words:?}");
        }
    }
    assert!(!said(Notation::Universal).contains(&"18-48".to_owned()), "the twin");
    let json = serde_json::to_string(&record).expect("JSON");
    words::number_teeth(Notation::Palmer);
    assert_eq!(serde_json::to_string(&record).expect("JSON"), json, "records have FDI numbers");
}

#[test]
fn what_was_noted_is_said_in_the_language_of_the_page() {
    let mut record = record(3);
    record.warnings = vec![
        "Mustermann upper.stl: 3 loose parts were too small to be anatomy and left out (1 triangle).".into(),
        "words of nobody".into(),
    ];
    let english = noted(&record, 99).expect("two notes");
    assert!(english.contains(" Upper scan: 3 loose parts were") && english.contains(" Words of nobody."), "{english}");
    let _spanish = words::speak(Language::Spanish);
    let said = noted(&record, 99).expect("two notes");
    assert!(said.contains(" Escaneo superior: ") && !said.contains("loose parts"), "{said}");
    assert!(said.contains(" Words of nobody."), "the twin: what no catalogue has stays as it is: {said}");
}
