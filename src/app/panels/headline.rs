//! What is read first: one sentence about the contact of the pose, and right below it how much there is, how sure that is, and how
//! it is spread. All of it by closest gap, of what is judged. While the jaw moves it is of a moment ago, marked "≈"; where nobody
//! measures that, the live map stands in, marked as well.
use super::trim::{trim_button_ui, trimmed_ui};
use crate::app::actions::ViewAction;
use crate::app::state::{ContactShown, Desk, Open};
use crate::app::widgets::{text, theme};
use crate::export::contact::PlaceRecord;
use crate::export::headline::{Headline, HeadlineKind, not_on_teeth, zones_in_words};
use crate::field::contact::{ScopeKind, Zone};
use crate::field::{Metrics, Verdict};
use crate::session::Command;
use egui::{Color32, Pos2, Rect, RichText, Stroke, Ui, vec2};

const GEOMETRY: &str = "Geometry only: nothing is said about loads.";
const NOT_KNOWN: &str = "…";

/// What stands at the top.
struct Shown {
    kind: Option<HeadlineKind>,
    lead: String,
    rest: String,
    is_beyond_error: bool,
    hint: String,
}

pub fn headline_ui(ui: &mut Ui, (desk, open): (&Desk, &Open)) {
    let shown = Shown::of(open);
    let colors = theme::colors(ui.ctx());
    let color = match shown.kind {
        None => colors.weak,
        Some(HeadlineKind::Apart) => colors.apart,
        Some(HeadlineKind::Overlap) if shown.is_beyond_error => colors.interfering,
        Some(HeadlineKind::Overlap | HeadlineKind::Contact) => colors.touching,
    };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(30.0, 30.0), egui::Sense::hover());
        draw_kind(ui, rect, shown.kind, color);
        ui.add(egui::Label::new(RichText::new(&shown.lead).text_style(theme::verdict()).color(color)).truncate());
    })
    .response
    .on_hover_text(shown.hint);
    ui.label(RichText::new(shown.rest).small());
    summary_ui(ui, open);
    scope_ui(ui, (desk, open));
}

impl Shown {
    fn of(open: &Open) -> Self {
        match (open.contact_shown(), open.zones.headline(), &open.figures.metrics) {
            (ContactShown::AtRest(_), Some(headline), _) => Self::measured(headline),
            (ContactShown::Moment(_), Some(headline), _) => Self::of_moment(headline),
            (ContactShown::Map, _, Some(live)) if !open.figures.stale => Self::live(live),
            _ => Self {
                kind: None,
                lead: NOT_KNOWN.into(),
                rest: "The figures are on their way".into(),
                is_beyond_error: false,
                hint: "The figures of this position are on their way.".into(),
            },
        }
    }

    fn of_moment(headline: &Headline) -> Self {
        let shown = Self::measured(headline);
        Self {
            lead: format!("≈ {}", shown.lead),
            hint: format!("Where the jaw was a moment ago (≈). {}", shown.hint),
            ..shown
        }
    }

    fn measured(headline: &Headline) -> Self {
        let how = match headline.kind {
            HeadlineKind::Overlap => "Somewhere the surfaces lie inside each other, by so much at the deepest place.",
            HeadlineKind::Contact => "Nothing overlaps; somewhere the gap is at most the threshold.",
            HeadlineKind::Apart => "The gap is larger than the threshold everywhere.",
        };
        Self {
            kind: Some(headline.kind),
            lead: headline.lead.clone(),
            rest: match headline.kind {
                HeadlineKind::Apart => {
                    [headline.rest.as_deref(), headline.place.as_deref()].map(Option::unwrap_or_default).join(" ")
                }
                _ => {
                    [headline.place.clone(), headline.rest.clone()].into_iter().flatten().collect::<Vec<_>>().join(", ")
                }
            },
            is_beyond_error: headline.is_beyond_error,
            hint: format!("{how} Measured by the closest gap. {GEOMETRY}"),
        }
    }

    fn live(live: &Metrics) -> Self {
        let (kind, words) = match live.verdict {
            Verdict::Interfering => {
                let depth = live.max_depth_mm.map_or_else(String::new, |mm| format!(" {} mm", text::plain(mm, 2)));
                (HeadlineKind::Overlap, format!("≈ Overlap{depth}"))
            }
            Verdict::Touching => (HeadlineKind::Contact, "≈ Contact".to_owned()),
            Verdict::Apart | Verdict::Undecided => (HeadlineKind::Apart, "≈ Apart".to_owned()),
        };
        let gap = live.min_gap_mm.filter(|_| kind == HeadlineKind::Apart);
        let gap = gap.map_or_else(String::new, |mm| format!("nearest {} mm, ", text::plain(mm, 2)));
        Self {
            kind: Some(kind),
            lead: words,
            rest: format!("{gap}along one projection, until the hand rests"),
            is_beyond_error: false,
            hint: format!("Until the closest gap is known: by the gap along one direction, of whole scans. {GEOMETRY}"),
        }
    }
}

/// The first words, for whoever tests the program.
pub fn lead(open: &Open) -> String {
    Shown::of(open).lead
}

/// Area with its range, sides, places: two lines that are always there, so that nothing below them moves.
fn summary_ui(ui: &mut Ui, open: &Open) {
    let threshold_mm = open.settings().threshold_mm;
    let shown = open.contact_shown();
    let contact = shown.contact();
    let area = contact.and_then(|c| c.area(threshold_mm)).map(|a| (a.area_upper_mm2 + a.area_lower_mm2) / 2.0);
    let area = area.map_or_else(|| NOT_KNOWN.into(), |mm2| shown.mark(&text::plain(mm2, 1)));
    let zones = contact.and_then(|c| c.zones(threshold_mm));
    let places = zones.map_or_else(|| NOT_KNOWN.into(), |zones| shown.mark(&zones_in_words(zones)));
    let line = format!("{area} mm² within {:.0} µm, {places}", threshold_mm * 1000.0);
    ui.label(RichText::new(line)).on_hover_text(
        "The mean of both arches\' surface with a gap of at most the threshold, and the places where it is.",
    );
    ui.label(RichText::new(range_words(open)).small().weak()).on_hover_text(
        "What the area comes to in positions nearby, mm², as far as bites and scans are off: nine out of ten lie between these.",
    );
    ui.label(RichText::new(balance_words(open)).small()).on_hover_text(
        "How the contact is spread: left and right of the patient, front teeth (incisors and canines) and back teeth.",
    );
}

/// "7.7 to 26.0 under the bite's error (10 of 100)".
fn range_words(open: &Open) -> String {
    let threshold_mm = open.settings().threshold_mm;
    let known = open.exact.fresh_uncertainty().filter(|_| open.contact().is_some());
    let spreads = known.and_then(|s| Some([s.found.area_mm2(0, threshold_mm)?, s.found.area_mm2(1, threshold_mm)?]));
    let range = spreads.map(|[upper, lower]| {
        let [low, high] = [(upper.low + lower.low) / 2.0, (upper.high + lower.high) / 2.0].map(|x| text::plain(x, 1));
        format!("{low} to {high}")
    });
    let tried = known.filter(|s| !s.found.is_complete()).map(|s| (s.found.n_runs(), s.found.asked.settings.runs));
    let so_far = tried.map_or_else(String::new, |(n, all)| format!(" ({n} of {all})"));
    format!("{} under the bite's error{so_far}", range.unwrap_or_else(|| NOT_KNOWN.into()))
}

/// "right 39 : 61 left, front 22 : 78 back, %".
fn balance_words(open: &Open) -> String {
    let shown = open.contact_shown();
    let balance = shown.contact().and_then(|_| open.zones.by_tooth()).map(|found| found.balance);
    let shares = |a: f64, b: f64| {
        let share = 100.0 * a / (a + b);
        if share.is_finite() { format!("{share:.0} : {:.0}", 100.0 - share) } else { "– : –".into() }
    };
    let words = |side: Option<(f64, f64)>| side.map_or_else(|| NOT_KNOWN.into(), |(a, b)| shown.mark(&shares(a, b)));
    let sides = words(balance.map(|b| (b.right_mm2, b.left_mm2)));
    let ends = words(balance.map(|b| (b.front_mm2, b.back_mm2)));
    format!("right {sides} left,   front {ends} back, in %")
}

/// What is judged, and what is not.
fn scope_ui(ui: &mut Ui, (desk, open): (&Desk, &Open)) {
    let now = open.settings().scope;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new("Judged").small().weak());
        for (word, kind, hint) in [
            (
                "teeth",
                ScopeKind::Teeth,
                "Contact of tooth with tooth. What lies on gum, on bone or within 0.5 mm of a scan's border is listed apart and \
                 decides nothing.",
            ),
            ("whole scans", ScopeKind::Whole, "Everything that was scanned."),
        ] {
            let chip = ui.selectable_label(now == kind, RichText::new(word).small()).on_hover_text(hint);
            if chip.clicked() && now != kind {
                desk.wish(Command::Scope(kind));
            }
        }
        trim_button_ui(ui, (desk, open));
    });
    trimmed_ui(ui, open);
    let shown = open.contact_shown();
    let contact = shown.contact();
    let beside = contact.map_or(&[][..], |contact| contact.beside(open.settings().threshold_mm));
    let records: Vec<PlaceRecord> = beside.iter().map(PlaceRecord::new).collect();
    let words = match (not_on_teeth(&records), shown) {
        _ if contact.is_some_and(|contact| contact.scope != now) => {
            "The teeth are not known: whole scans are judged".into()
        }
        (Some(words), _) => words.replacen('n', "N", 1),
        // What was not judged is looked for at rest; what lies below does not move until then.
        (None, ContactShown::Moment(_) | ContactShown::Awaited) if had_beside(open) => {
            format!("Not on teeth: {NOT_KNOWN}")
        }
        (None, _) => return,
    };
    let response = ui.add(egui::Label::new(RichText::new(words).small().weak()).sense(egui::Sense::click()));
    let response = response.on_hover_text(beside_hint(beside));
    if let Some(first) = beside.first().filter(|_| response.clicked()) {
        desk.wish(ViewAction::FlyToPlace(first.centroid));
    }
}

/// Whether there was something that was not judged when the hand rested last.
fn had_beside(open: &Open) -> bool {
    let last = open.exact.last_zones();
    last.is_some_and(|found| !found.contact.beside(open.settings().threshold_mm).is_empty())
}

fn beside_hint(beside: &[Zone]) -> String {
    let place = |zone: &Zone| {
        let at = zone.centroid.to_array().map(|x| text::plain(x, 1)).join(" ");
        format!(
            "{} mm², {} mm deep, at {at} mm",
            text::plain(zone.mean_area_mm2(), 2),
            text::plain(zone.max_depth_mm(), 2)
        )
    };
    let lines: Vec<String> = beside.iter().take(8).map(place).collect();
    format!(
        "Gum, bone or the border of a scan: it is in no other figure. A click flies to the largest.\n{}",
        lines.join("\n")
    )
}

/// A shape for each, so that colour is not needed: two blocks apart, edge to edge, or one inside the other.
fn draw_kind(ui: &Ui, rect: Rect, kind: Option<HeadlineKind>, color: Color32) {
    let painter = ui.painter();
    let c = rect.center();
    let stroke = Stroke::new(2.0, color);
    let block = |y: f32| Rect::from_center_size(Pos2::new(c.x, c.y + y), vec2(22.0, 9.0));
    let outline = |r: Rect| painter.rect_stroke(r, 2.0, stroke, egui::StrokeKind::Middle);
    match kind {
        Some(HeadlineKind::Apart) => {
            outline(block(-8.5));
            outline(block(8.5));
        }
        Some(HeadlineKind::Contact) => {
            outline(block(-5.5));
            outline(block(5.5));
            painter.hline(c.x - 14.0..=c.x + 14.0, c.y, Stroke::new(3.0, color));
        }
        Some(HeadlineKind::Overlap) => {
            let (a, b) = (block(-3.5), block(3.5));
            painter.rect_filled(a.intersect(b), 0.0, color);
            outline(a.expand2(vec2(0.0, 2.0)));
            outline(b.expand2(vec2(0.0, 2.0)));
        }
        None => drop(painter.circle_stroke(c, 9.0, Stroke::new(1.5, color))),
    }
}
