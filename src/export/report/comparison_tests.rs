//! The pages of what was compared have room for their words in every language, and say what they leave out.
use super::tests::{count, faults};
use super::*;
use crate::base::six::Matrix6;
use crate::base::words::{self, Language};
use crate::base::{Palette, Rigid};
use crate::bites::change::{Laid, Patch, SurfaceChange};
use crate::bites::compare::repeats::Within;
use crate::bites::compare::{
    BiteComparison, Change, ChangeKind, CompareQuestion, Figures, PairRow, Row, ScatterFrom, Verdict, published,
};
use crate::engine::StepContact;
use crate::engine::vertical::{Meeting, VerticalFound, VerticalQuestion, VerticalStep};
use crate::export::asked_jaws::AskedJaws;
use crate::export::changes::{BiteMoved, ContactsRecord, JawRecord, JawsRecord, SideRecord};
use crate::export::comparison::{BiteAsked, Provenance};
use crate::export::json::{Inputs, input};
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::named_bite::{InBiteRecord, LastBite};
use crate::export::overlay::Scale;
use crate::export::{test_data, vertical};
use crate::field::ContactArea;
use crate::field::contact::{ScopeAsked, ScopeKind};
use crate::jaw::motion::{Articulator, HingeFrame};
use crate::jaw::{Bite, BiteFound, BiteOrigin, Fdi, FoundByScans};
use glam::DVec3;

const DATE: &str = "2026-01-02 03:04";

fn inputs() -> Inputs {
    let pair = test_data::pair();
    Inputs { upper: input(&pair.upper, "Mustermann upper.stl".into()), lower: input(&pair.lower, "lower.stl".into()) }
}

fn tooth(number: usize) -> Fdi {
    Fdi::new(number as u8).expect("a tooth")
}

fn row(n_bites: usize, kind: ChangeKind, is_sure: bool) -> Row {
    let figures = Figures { area_mm2: 12.345, penetrating_mm2: 1.234, max_depth_mm: 0.123 };
    let change = Change { difference_mm2: -10.123, kind, is_sure };
    Row {
        in_bites: vec![figures; n_bites],
        within: Within { deviation: 1.234, freedoms: None },
        detectable_mm2: 3.456,
        detectable_of_all_mm2: 10.987,
        changes: vec![change; n_bites],
    }
}

fn comparison(n_bites: usize, n_pairs: usize) -> BiteComparison {
    let pair = |i: usize| PairRow {
        upper: tooth(11 + i % 7),
        lower: tooth(41 + i % 7),
        confidences: [1.0; 2],
        row: row(n_bites, [ChangeKind::Lost, ChangeKind::Same, ChangeKind::Gained][i % 3], i.is_multiple_of(3)),
    };
    BiteComparison {
        scatter: ScatterFrom::Published { runs: 60 },
        whole: row(n_bites, ChangeKind::Smaller, true),
        pairs: (0..n_pairs).map(pair).collect(),
        verdicts: vec![Verdict::Changed; n_bites],
    }
}

fn bites(n_bites: usize, n_pairs: usize) -> ComparisonRecord {
    let question = CompareQuestion {
        poses: vec![Rigid::IDENTITY; n_bites],
        base: 0,
        repeats: Vec::new(),
        published: published(),
        threshold_mm: 0.1,
        scope: ScopeAsked::whole(),
    };
    let name = |i: usize| BiteAsked {
        name: format!("A bite with a rather long name {i}"),
        origin: String::new(),
        upper_from_lower: Rigid::IDENTITY.to_rows(),
    };
    let of = Provenance {
        inputs: inputs(),
        bites: (0..n_bites).map(name).collect(),
        scope: ScopeKind::Teeth,
        asked: AskedJaws::default(),
    };
    ComparisonRecord::new(&comparison(n_bites, n_pairs), &question, (None, Vec::new()), of)
}

fn changes(n_places: usize, n_pairs: usize) -> ChangesRecord {
    let side = || SideRecord {
        inputs: inputs(),
        upper_from_lower: Rigid::IDENTITY.to_rows(),
        scope: ScopeKind::Teeth,
        asked: AskedJaws::default(),
    };
    let mut record = ChangesRecord::new([side(), side()], None);
    let patch = |i: usize| Patch {
        tooth: (!i.is_multiple_of(5)).then(|| tooth(31 + i % 7)),
        max_mm: if i.is_multiple_of(2) { -0.123 } else { 0.456 },
        area_mm2: 12.34,
        volume_mm3: -0.567,
        place: DVec3::ZERO,
    };
    let laid = Laid { before_from_after: Rigid::IDENTITY, rms_mm: 0.012, share: 0.87, agreement: 0.93 };
    let change = SurfaceChange {
        change_mm: Vec::new(),
        deviation_mm: 0.01,
        limit_mm: 0.04,
        compared_mm2: 800.0,
        patches: (0..n_places).map(patch).collect(),
    };
    let jaw = || JawRecord::new(&laid, &change);
    record.accepted = true;
    record.jaws = Some(JawsRecord { upper: jaw(), lower: jaw() });
    let upper_from_lower = Rigid::IDENTITY.to_rows();
    record.bite = Some(BiteMoved { upper_from_lower, moved_mm: 0.312, turned_deg: 0.204 });
    record.contacts = Some(ContactsRecord::new(&comparison(2, n_pairs), 0.1, published()));
    record
}

#[test]
fn what_was_trimmed_is_told_before_contacts_are_compared() {
    let mut record = changes(1, 1);
    assert!(!record.text().contains("Trimmed"), "the twin: nothing is");
    record.before.asked.trimmed_area_mm2 = 12.34;
    let text = record.text();
    let [trimmed, contacts] =
        ["Trimmed, and so not counted: 12.3 mm² before, 0.0 mm² after", "Contact within"].map(|t| text.find(t));
    assert!(trimmed.is_some() && trimmed < contacts, "{text}");
}

fn closing(n_pairs: usize) -> vertical::VerticalRecord {
    let articulator = Articulator::default();
    let meeting = |i: usize| Meeting {
        upper: tooth(11 + i % 7),
        lower: tooth(41 + i % 7),
        confidences: [0.9, 0.2],
        order: i + 1,
        within_mm: 1.234,
        meets_mm: (!i.is_multiple_of(2)).then_some(-0.123),
        is_earlier: i == 0,
    };
    let step = |opening_mm: f64| VerticalStep {
        opening_mm,
        opening_deg: opening_mm,
        incisal_down_mm: opening_mm,
        upper_from_lower: Rigid::IDENTITY,
        contact: StepContact {
            areas: vec![ContactArea {
                threshold_mm: 0.1,
                area_upper_mm2: 30.0 - opening_mm,
                area_lower_mm2: 31.0 - opening_mm,
                penetrating_area_upper_mm2: 1.0,
                penetrating_area_lower_mm2: 1.0,
                projected_area_mm2: 30.0,
            }],
            verdict: crate::field::Verdict::Touching,
            max_depth_mm: 0.012,
            clearance_mm: None,
            n_zones: 3,
            pairs: Vec::new(),
            places: Default::default(),
        },
    };
    let found = VerticalFound {
        steps: (0..41).map(|i| step(2.0 - 0.05 * f64::from(i))).collect(),
        meetings: (0..n_pairs).map(meeting).collect(),
        first_contact_mm: Some(0.987),
    };
    let question = VerticalQuestion {
        hinge: HingeFrame::alone(&articulator),
        bite: Rigid::IDENTITY,
        openings_mm: vec![2.0, 1.0, 0.0],
        thresholds_mm: vec![0.1],
        zone_threshold_mm: 0.1,
        scope: ScopeAsked::whole(),
    };
    let of = vertical::Provenance {
        inputs: inputs(),
        scope: ScopeKind::Teeth,
        articulator: ArticulatorRecord::new(&articulator, None),
        pin_arm_mm: None,
        asked: AskedJaws::default(),
    };
    VerticalRecord::new(&found, &question, of)
}

fn report<'a>(record: &'a AnalysisRecord, typed: &'a TypedFields, pages: MorePages<'a>) -> PdfReport<'a> {
    let scale = Scale { palette: Palette::Default, threshold_mm: 0.1, range_mm: 2.0 };
    PdfReport { record, views: &[], map: None, scale, painted_by: GapKind::Closest, typed, pages, date: DATE }
}

type Pages = Vec<Vec<Written>>;

fn drawn(draw: &dyn Fn(&mut Sheet)) -> Pages {
    document(&[draw]).expect("a page").1
}

fn says(pages: &Pages, words: &str) -> bool {
    pages.iter().flatten().any(|written| written.text.contains(words))
}

#[test]
fn pages_of_what_was_compared_have_room_for_their_words_in_every_language() {
    for language in Language::ALL {
        let _language = words::speak(language);
        for n in [0, 5, 60] {
            let (of_bites, of_changes, of_vertical) = (bites(2 + n.min(18), n), changes(n, n), closing(n));
            let all = [
                drawn(&|sheet: &mut Sheet| bites_page(sheet, &of_bites, DATE)),
                drawn(&|sheet: &mut Sheet| changes_page(sheet, &of_changes, DATE)),
                drawn(&|sheet: &mut Sheet| vertical_page(sheet, &of_vertical, DATE)),
            ];
            for (page, name) in all.iter().zip(["bites", "changes", "vertical"]) {
                assert_eq!(faults(&page[0]), Vec::<String>::new(), "{name} {} {n}", language.code());
            }
        }
    }
}

#[test]
fn what_has_no_room_is_counted_and_what_is_refused_is_said() {
    let page = |n: usize| drawn(&|sheet: &mut Sheet| changes_page(sheet, &changes(n, n), DATE));
    assert!(says(&page(60), "more are in") && !says(&page(3), "more are in"));
    let page = |n: usize| drawn(&|sheet: &mut Sheet| vertical_page(sheet, &closing(n), DATE));
    assert!(says(&page(60), "more pairs") && !says(&page(3), "more pairs"));
    assert!(says(&page(3), "≥ 1.234") && says(&page(3), "0.123") && !says(&page(0), "1.234"));
    let mut refused = changes(3, 3);
    (refused.jaws, refused.contacts, refused.bite) = (None, None, None);
    refused.reason = Some("the jaws are not of one patient".into());
    let said = drawn(&|sheet: &mut Sheet| changes_page(sheet, &refused, DATE));
    assert!(says(&said, "not of one patient") && !says(&said, "SDC95"));
}

#[test]
fn a_report_has_a_page_more_for_each_that_is_wanted() {
    let (record, typed) = (super::tests::record(3), TypedFields::default());
    let (of_bites, of_changes, of_vertical) = (bites(3, 5), changes(3, 5), closing(5));
    let n = |pages| count(&super::pages(&report(&record, &typed, pages)).expect("a report").0, b"/Type/Page/");
    let bites = MorePages { bites: Some(&of_bites), ..MorePages::default() };
    let all = MorePages { changes: Some(&of_changes), vertical: Some(&of_vertical), ..bites };
    assert_eq!([n(MorePages::default()), n(bites), n(all)], [2, 3, 5]);
}

/// Of a bite from bite scans the page says how well they fit, which is more than a line.
#[test]
fn a_bite_and_how_well_it_was_found_stay_within_the_margin() {
    let found = FoundByScans {
        n_scans: 2,
        rms_mm: [0.021, 0.024],
        overlap: [0.42, 0.39],
        disagreement_mm: Some(0.031),
        covariance: Matrix6::ZERO.into(),
        about: DVec3::ZERO,
    };
    let bite = Bite {
        name: "Bite scan 1".into(),
        origin: BiteOrigin::BiteScan,
        made: Some("2026-01-02 03:04".into()),
        found: Some(BiteFound::Scans(found)),
        ..Bite::as_scanned()
    };
    let last = LastBite { bite, left_by: BiteOrigin::Hand };
    let mut record = super::tests::record(3);
    let typed = TypedFields::default();
    let second = |record: &AnalysisRecord| {
        drawn(&|sheet: &mut Sheet| second_page(sheet, &report(record, &typed, MorePages::default())))
    };
    assert!(!says(&second(&record), "standard deviation"), "the twin: of no such bite nothing is said");
    record.in_bite = Some(InBiteRecord::of(&last, &Rigid::from_translation(DVec3::Z), &test_data::pair().lower.mesh));
    for language in Language::ALL {
        let _language = words::speak(language);
        assert_eq!(faults(&second(&record)[0]), Vec::<String>::new(), "{}", language.code());
    }
    let said = second(&record);
    assert!(says(&said, "standard deviation") && says(&said, "apart"), "all of it is said");
}

#[test]
fn bites_have_the_letters_of_the_window() {
    let (usual, called) = (bites(4, 3), bites(4, 3).called(&[2, 0]));
    assert_eq!((usual.listed(), called.listed()), (vec![0, 1, 2, 3], vec![2, 0, 1, 3]));
    assert_eq!((0..4).map(|at| called.letter(at)).collect::<String>(), "BCAD");
    let page = |record: &ComparisonRecord| drawn(&|sheet: &mut Sheet| bites_page(sheet, record, DATE));
    assert!(says(&page(&called), "A  A bite with a rather long name 2"));
    assert!(!says(&page(&usual), "A  A bite with a rather long name 2"), "the twin");
    // Both levels of what is detectable stand in the table, as in the window and its hint.
    assert!(says(&page(&usual), "SDC95") && says(&page(&usual), "SDC95*"));
}
