//! What is read first: one sentence about the contact of the pose, and right below it how much there is, how sure that is, and how
//! it is spread. All of it by closest gap, of what is judged. While the jaw moves it is of a moment ago, marked "≈"; where nobody
//! measures that, the live map stands in, marked as well.
use super::trim::{trim_button_ui, trimmed_ui};
use crate::app::actions::ViewAction;
use crate::app::state::{ContactShown, Desk, Open};
use crate::app::widgets::{text, theme};
use crate::base::words::{Phrase, decimal, phrase, say};
use crate::engine::Contact;
use crate::export::contact::PlaceRecord;
use crate::export::headline::{Headline, HeadlineKind, not_on_teeth};
use crate::export::text::{capitalized, zones_in_words};
use crate::field::contact::{ScopeKind, Zone, overlaps};
use crate::field::{Metrics, Verdict};
use crate::session::Command;
use egui::{Color32, Pos2, Rect, RichText, Stroke, Ui, vec2};

const GEOMETRY: Phrase = phrase!("headline-geometry-only-nothing-said");
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
        let lead = RichText::new(&shown.lead).size(size_of_lead(ui, &shown.lead)).color(color);
        ui.add(egui::Label::new(lead).truncate());
    })
    .response
    .on_hover_text(shown.hint);
    ui.label(RichText::new(shown.rest).small());
    summary_ui(ui, open);
    scope_ui(ui, (desk, open));
}

/// As large as the verdict is written, or as fits: some languages have longer words. Marked as of a moment ago it is as large as at rest.
fn size_of_lead(ui: &Ui, lead: &str) -> f32 {
    let font = theme::verdict().resolve(ui.style());
    let marked = if lead.starts_with('≈') { lead.to_owned() } else { format!("≈ {lead}") };
    let width = ui.painter().layout_no_wrap(marked, font.clone(), Color32::WHITE).size().x;
    (font.size * (ui.available_width() - 2.0) / width).min(font.size)
}

impl Shown {
    fn of(open: &Open) -> Self {
        match (open.contact_shown(), open.zones.headline(), &open.figures.metrics) {
            (ContactShown::AtRest(_), Some(headline), _) => Self::measured(headline),
            (ContactShown::Moment(_), Some(headline), _) => Self::of_moment(headline),
            (ContactShown::Map, _, Some(live)) if !open.figures.stale => Self::live(live, open),
            _ => Self {
                kind: None,
                lead: NOT_KNOWN.into(),
                rest: say!("headline-figures-their-way").into(),
                is_beyond_error: false,
                hint: say!("headline-figures-this-position-their").into(),
            },
        }
    }

    fn of_moment(headline: &Headline) -> Self {
        let shown = Self::measured(headline);
        Self {
            lead: format!("≈ {}", shown.lead),
            hint: say!("headline-where-jaw-was-moment", hint = shown.hint),
            ..shown
        }
    }

    fn measured(headline: &Headline) -> Self {
        // As the list marks its rows.
        let grazes = overlaps(-headline.depth_mm);
        let how = match headline.kind {
            HeadlineKind::Overlap => say!("headline-somewhere-surfaces-lie-inside"),
            HeadlineKind::Contact if grazes => say!("headline-grazing-what"),
            HeadlineKind::Contact => say!("headline-nothing-overlaps-somewhere-gap"),
            HeadlineKind::Apart => say!("headline-gap-larger-than-threshold"),
        };
        Self {
            kind: Some(headline.kind),
            lead: headline.lead.clone(),
            rest: match headline.kind {
                HeadlineKind::Apart => {
                    [headline.rest.as_deref(), headline.place.as_deref()].map(Option::unwrap_or_default).join(" ")
                }
                // How many places there are says the line below it.
                HeadlineKind::Contact => {
                    let inside = if grazes { say!("headline-grazing") } else { say!("headline-nothing-overlaps") };
                    listed([headline.place.clone(), Some(inside.into())])
                }
                HeadlineKind::Overlap => listed([headline.place.clone(), headline.rest.clone()]),
            },
            is_beyond_error: headline.is_beyond_error,
            hint: say!("headline-measured-closest-gap", how = how, geometry = GEOMETRY.say()),
        }
    }

    fn live(live: &Metrics, open: &Open) -> Self {
        let (kind, words) = match live.verdict {
            Verdict::Interfering => {
                let depth = live.max_depth_mm.map_or_else(String::new, |mm| format!(" {} mm", text::plain(mm, 2)));
                (HeadlineKind::Overlap, say!("headline-overlap", depth = depth))
            }
            Verdict::Touching => (HeadlineKind::Contact, say!("headline-contact").to_owned()),
            Verdict::Apart | Verdict::Undecided => (HeadlineKind::Apart, say!("headline-apart").to_owned()),
        };
        let gap = live.min_gap_mm.filter(|_| kind == HeadlineKind::Apart);
        let gap = gap.map_or_else(String::new, |mm| say!("headline-nearest-mm", mm = text::plain(mm, 2)));
        Self {
            kind: Some(kind),
            lead: words,
            rest: match (open.moves_jaw(), open.are_figures_on_their_way()) {
                (true, _) => say!("headline-along-one-projection-until", gap = gap),
                (false, true) => say!("headline-along-one-projection-follow", gap = gap),
                (false, false) => say!("headline-along-one-projection", gap = gap),
            },
            is_beyond_error: false,
            hint: say!("headline-until-closest-gap-known", geometry = GEOMETRY.say()),
        }
    }
}

fn listed(parts: [Option<String>; 2]) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The first words, for whoever tests the program.
pub fn lead(open: &Open) -> String {
    Shown::of(open).lead
}

/// All of it.
pub fn sentence(open: &Open) -> String {
    let shown = Shown::of(open);
    format!("{} {}", shown.lead, shown.rest)
}

/// Area with its range, sides, places: two lines that are always there, so that nothing below them moves.
fn summary_ui(ui: &mut Ui, open: &Open) {
    let threshold_mm = open.settings().threshold_mm;
    let shown = open.contact_shown();
    let contact = shown.contact();
    let area = contact.and_then(|c| c.area(threshold_mm)).map(|area| area.mean_mm2());
    let area = area.map_or_else(|| NOT_KNOWN.into(), |mm2| shown.mark(&text::plain(mm2, 1)));
    let zones = contact.and_then(|c| c.zones(threshold_mm));
    let places = zones.map_or_else(|| NOT_KNOWN.into(), |zones| shown.mark(&zones_in_words(zones)));
    let line =
        say!("headline-mm-within-m", area = area, threshold_mm = decimal(threshold_mm * 1000.0, 0), places = places);
    ui.label(RichText::new(line)).on_hover_text(say!("headline-mean-both-arches-surface"));
    ui.label(RichText::new(range_words(open)).small().weak()).on_hover_text(say!("headline-what-area-comes-positions"));
    ui.label(RichText::new(balance_words(open)).small()).on_hover_text(say!("headline-how-contact-spread-left"));
}

/// "7.7 to 26.0 under the bite's error (10/100)".
fn range_words(open: &Open) -> String {
    let threshold_mm = open.settings().threshold_mm;
    let known = open.exact.fresh_uncertainty().filter(|_| open.contact().is_some());
    let spreads = known.and_then(|s| Some([s.found.area_mm2(0, threshold_mm)?, s.found.area_mm2(1, threshold_mm)?]));
    let range = spreads.map(|[upper, lower]| {
        let [low, high] = [(upper.low + lower.low) / 2.0, (upper.high + lower.high) / 2.0].map(|x| text::plain(x, 1));
        say!("headline-to", low = low, high = high)
    });
    let tried = known.filter(|s| !s.found.is_complete()).map(|s| (s.found.n_runs(), s.found.asked.settings.runs));
    let so_far = tried.map_or_else(String::new, |(n, all)| say!("headline-of", n = n, all = all));
    say!("headline-under-bites-error", not_known = range.unwrap_or_else(|| NOT_KNOWN.into()), so_far = so_far)
}

/// "right 39 : 61 left, front 22 : 78 back, %"; "right? 39 : 61 left?" where the directions are a guess.
fn balance_words(open: &Open) -> String {
    let shown = open.contact_shown();
    let balance = shown.contact().and_then(|_| open.zones.by_tooth()).map(|found| found.balance);
    let shares = |a: f64, b: f64| {
        let share = (100.0 * a / (a + b)).round();
        if share.is_finite() { format!("{share:.0} : {:.0}", 100.0 - share) } else { "– : –".into() }
    };
    // Which side is right is as sure as the directions.
    let doubt = if open.directions_are_doubtful() { "?" } else { "" };
    let words = |side: Option<(f64, f64)>| side.map_or_else(|| NOT_KNOWN.into(), |(a, b)| shown.mark(&shares(a, b)));
    let sides = words(balance.map(|b| (b.right_mm2, b.left_mm2)));
    let ends = words(balance.map(|b| (b.front_mm2, b.back_mm2)));
    say!("headline-right-left-front-back", sides = sides, ends = ends, doubt = doubt)
}

/// What is judged, and what is not.
fn scope_ui(ui: &mut Ui, (desk, open): (&Desk, &Open)) {
    let now = open.settings().scope;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new(say!("headline-judged")).small().weak());
        for (word, kind, hint) in [
            (say!("headline-teeth"), ScopeKind::Teeth, say!("headline-contact-tooth-tooth-what")),
            (say!("headline-whole-scans"), ScopeKind::Whole, say!("headline-everything-was-scanned")),
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
        _ if contact.is_some_and(|contact| contact.scope != now) => say!("headline-teeth-not-known-whole").into(),
        (Some(words), _) => capitalized(&words),
        // What was not judged is looked for at rest; what lies below does not move until then.
        (None, ContactShown::Moment(_) | ContactShown::Awaited) if had_beside(open) => {
            say!("headline-not-teeth", not_known = NOT_KNOWN)
        }
        (None, _) => return,
    };
    let is_doubtful = contact.is_some_and(|contact| is_mostly_beside(open, contact));
    let text = match is_doubtful {
        true => RichText::new(say!("headline-no-tooth-is-sure", words = words)).color(theme::colors(ui.ctx()).touching),
        false => RichText::new(words).weak(),
    };
    let response = ui.add(egui::Label::new(text.small()).sense(egui::Sense::click()));
    let response = response.on_hover_text(beside_hint(beside));
    if let Some(first) = beside.first().filter(|_| response.clicked()) {
        desk.wish(ViewAction::FlyToPlace(first.centroid));
    }
}

/// Whether more lies beside the teeth than on them, and no tooth is sure: what is not judged may well be teeth.
fn is_mostly_beside(open: &Open, contact: &Contact) -> bool {
    let threshold_mm = open.settings().threshold_mm;
    let beside_mm2: f64 = contact.beside(threshold_mm).iter().map(Zone::mean_area_mm2).sum();
    let on_teeth_mm2 = contact.area(threshold_mm).map_or(0.0, |area| area.mean_mm2());
    let teeth = open.session.teeth();
    let mut regions = teeth.upper.regions.iter().chain(&teeth.lower.regions);
    contact.scope == ScopeKind::Teeth && beside_mm2 > on_teeth_mm2 && regions.all(|tooth| !tooth.is_sure())
}

/// Whether there was something that was not judged when the hand rested last.
fn had_beside(open: &Open) -> bool {
    let last = open.exact.last_zones();
    last.is_some_and(|found| !found.contact.beside(open.settings().threshold_mm).is_empty())
}

fn beside_hint(beside: &[Zone]) -> String {
    let place = |zone: &Zone| {
        let at = zone.centroid.to_array().map(|x| text::plain(x, 1)).join(" ");
        say!(
            "headline-mm-mm-deep-mm",
            area = text::plain(zone.mean_area_mm2(), 2),
            depth = text::plain(zone.max_depth_mm(), 2),
            at = at
        )
    };
    let lines: Vec<String> = beside.iter().take(8).map(place).collect();
    say!("headline-gum-bone-border-scan", lines = lines.join("\n"))
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
