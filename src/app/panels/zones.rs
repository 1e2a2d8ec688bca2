//! The contacts one by one: point at one to see where it is, click to fly there.
use crate::app::actions::ViewAction;
use crate::app::state::zones::{NamedZone, Order};
use crate::app::state::{ContactShown, Desk, Open};
use crate::app::widgets::section::title_ui;
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::{text, theme};
use crate::base::words::{decimal, say};
use crate::engine::Sure;
use crate::field::contact::{ToothPair, overlaps};
use crate::jaw::teeth::said_pair;
use crate::session::ExactState;
use egui::{Align2, CursorIcon, FontId, Rect, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// Points.
const ROW_HEIGHT: f32 = 18.0;
/// Rows that are seen before all are asked for.
const N_ROWS: usize = 12;
/// Right edges of the columns, as parts of the width: number, area, how sure, depth or gap; the teeth begin where `TEETH` says.
const COLUMNS: [f32; 4] = [0.1, 0.59, 0.79, 1.0];
const TEETH: f32 = 0.21;

/// The contact that is pointed at in the list, by its number.
#[derive(Default)]
pub struct ZonesUi {
    pub hovered: Option<u32>,
    /// All contacts are listed, and not the first alone.
    shows_all: bool,
}

pub fn zones_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut ZonesUi) {
    title_ui(ui, say!("zones-contacts-one-one"));
    let known = open.contact_shown();
    head_ui(ui, desk);
    names_ui(ui);
    let (zones, rows) = open.zones.shown(desk.habits.list);
    // Those of a tooth that was chosen come first, so that all of them are seen and nothing below moves.
    let (chosen, others): (Vec<usize>, Vec<usize>) =
        rows.into_iter().partition(|i| open.zones.is_on_chosen_tooth(&zones[*i]));
    let rows = [chosen, others].concat();
    let n_seen = if state.shows_all { rows.len() } else { rows.len().min(N_ROWS) };
    let mut hovered = None;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for row in rows[..n_seen].iter().map(|i| &zones[*i]) {
            if row_ui(ui, (desk, open), row, known) {
                hovered = Some(row.name);
            }
        }
        if rows.is_empty() && known.contact().is_some() {
            let words = known.mark(&nothing_words(open, !zones.is_empty()));
            ui.label(RichText::new(words).small().weak());
        }
    });
    more_ui(ui, rows.len(), &mut state.shows_all);
    ui.label(RichText::new(below_words(open, known)).small().weak())
        .on_hover_text(say!("zones-speck-contact-less-than"));
    state.hovered = hovered;
}

/// Why no contact is in the list.
fn nothing_words(open: &Open, has_others: bool) -> String {
    let threshold_mm = decimal(open.settings().threshold_mm * 1000.0, 0);
    match (has_others, open.zones.specks()) {
        (true, _) => say!("zones-none-on-both", threshold_mm = threshold_mm),
        (false, (0, _)) => say!("zones-no-contact-m", threshold_mm = threshold_mm),
        (false, _) => say!("zones-no-more-than-specks", threshold_mm = threshold_mm),
    }
}

/// The way to the rest of a long list, and back.
fn more_ui(ui: &mut Ui, n_rows: usize, shows_all: &mut bool) {
    if n_rows <= N_ROWS {
        return;
    }
    let words = match *shows_all {
        true => say!("zones-show-first-alone", n_rows = N_ROWS),
        false => say!("zones-show-all-more", n_rows = n_rows, more = n_rows - N_ROWS),
    };
    if ui.add(egui::Button::new(RichText::new(words).small()).small()).clicked() {
        *shows_all = !*shows_all;
    }
}

/// What is not in the list: specks; and why there are no figures.
fn below_words(open: &Open, known: ContactShown) -> String {
    let words = match (known.contact(), open.zones.specks()) {
        (None, _) if open.exact.state() == ExactState::Off => {
            return say!("zones-switched-off-exact-figures").into();
        }
        (None, _) => return say!("zones-figures-when-hand-rests").into(),
        (Some(_), (0, _)) => String::new(),
        (Some(_), (n, mm2)) => say!("zones-specks-mm-together", n = n, mm2 = text::plain(mm2, 2)),
    };
    match known {
        ContactShown::Moment(_) if words.is_empty() => say!("zones-moment-ago").into(),
        ContactShown::Moment(_) => say!("zones-moment-ago-2", words = words),
        _ => words,
    }
}

/// Names of the columns; a click sorts by one.
fn head_ui(ui: &mut Ui, desk: &Desk) {
    let mut habits = desk.habits.list;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new(say!("zones-by")).small().weak());
        for (word, by, hint) in [
            (say!("zones-area"), Order::Area, say!("zones-largest-first-mean-both")),
            (say!("zones-depth"), Order::Depth, say!("zones-deepest-first-then-narrowest")),
        ] {
            let chip = ui.selectable_label(habits.order == by, RichText::new(word).small());
            if chip.on_hover_text(hint).clicked() {
                habits.order = by;
            }
        }
        let both = ui.checkbox(&mut habits.both_only, RichText::new(say!("zones-both-arches")).small());
        both.on_hover_text(say!("zones-only-contacts-mark-both"));
    });
    if habits != desk.habits.list {
        desk.wish(ViewAction::List(habits));
    }
}

/// What stands in the columns.
fn names_ui(ui: &mut Ui) {
    let colors = theme::colors(ui.ctx());
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 14.0), Sense::hover());
    let font = FontId::proportional(10.0);
    let at = |part: f32| pos2(rect.left() + rect.width() * part, rect.center().y);
    ui.painter().text(at(TEETH), Align2::LEFT_CENTER, say!("zones-teeth"), font.clone(), colors.weak);
    for (part, words) in [(0, say!("zones-no")), (1, "mm²"), (2, say!("zones-how-sure")), (3, say!("zones-gap-mm"))] {
        let place = at(COLUMNS[part]) - vec2(4.0, 0.0);
        ui.painter().text(place, Align2::RIGHT_CENTER, words, font.clone(), colors.weak);
    }
}

/// True when the pointer is on it.
fn row_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), row: &NamedZone, known: ContactShown) -> bool {
    let dim = !known.is_at_rest();
    let colors = theme::colors(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::click());
    let painter = ui.painter();
    let is_chosen = open.zones.chosen == Some(row.name) || open.zones.is_on_chosen_tooth(row);
    let is_hot = response.hovered() || response.has_focus();
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, row_words(row)));
    if is_hot || is_chosen {
        painter.rect_filled(rect, 3.0, colors.accent.gamma_multiply(if is_hot { 0.3 } else { 0.18 }));
    }
    let color = if dim { colors.weak } else { colors.text };
    let right = |part: f32| pos2(rect.left() + rect.width() * part - 4.0, rect.center().y);
    let figures = FontId::proportional(12.0);
    let write = |part: usize, words: String| {
        painter.text(right(COLUMNS[part]), Align2::RIGHT_CENTER, words, figures.clone(), color);
    };
    write(0, row.name.to_string());
    let teeth = pos2(rect.left() + rect.width() * TEETH, rect.center().y);
    let (words, size) = teeth_words(row);
    painter.text(teeth, Align2::LEFT_CENTER, words, FontId::proportional(size), color);
    if known.contact().is_none() {
        // Of an earlier pose: what it was is no figure any more, and nothing to fly to.
        write(1, "…".into());
        write(3, "…".into());
        return false;
    }
    write(1, known.mark(&text::plain(row.zone.mean_area_mm2(), 2)));
    write(2, row.certainty.map_or_else(String::new, |share| sure_words(share, n_tried(open))));
    write(3, known.mark(&depth_or_gap(row.zone.min_gap_mm)));
    depth_mark(ui, Rect::from_min_size(rect.min + vec2(rect.width() * 0.13, 5.0), vec2(8.0, 8.0)), row, dim);
    let response = response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(row_hint(row, dim));
    if response.clicked() {
        match open.zones.chosen == Some(row.name) && open.zones.tooth.is_none() {
            true => desk.wish(ViewAction::LeaveContact),
            false => desk.wish(ViewAction::FlyTo(row.name)),
        }
    }
    is_hot
}

/// Longer names of teeth, with their marks, stand closer and smaller: "UR6?–LR6?~". The size of the letters, points.
fn teeth_words(row: &NamedZone) -> (String, f32) {
    const SHORT: usize = 8;
    let words = row.teeth_text();
    if words.chars().count() <= SHORT {
        return (words, 12.0);
    }
    (words.replace(' ', ""), 10.5)
}

/// As it is read aloud: "Contact 1, 27–37, 1.51 mm², 0.037 mm deep".
pub fn row_words(row: &NamedZone) -> String {
    let area = text::plain(row.zone.mean_area_mm2(), 2);
    say!("zones-row", name = row.name, teeth = row.teeth_text(), area = area, depth = depth_words(row))
}

/// How deep or near, and between which teeth, where a contact is not named by them.
fn depth_words(row: &NamedZone) -> String {
    let depth = depth_alone(row);
    row.deepest_text().map_or(depth.clone(), |teeth| say!("zones-depth-at", depth = depth, teeth = teeth))
}

fn depth_alone(row: &NamedZone) -> String {
    match overlaps(row.zone.min_gap_mm) {
        true => say!("zones-mm-deep", mm = decimal(row.zone.max_depth_mm(), 3)),
        false => say!("zones-gap-least-mm", mm = decimal(row.zone.min_gap_mm, 3)),
    }
}

/// Everything that is known of a contact.
fn row_hint(row: &NamedZone, dim: bool) -> String {
    let tooth = |side: usize| row.teeth[side].as_deref().unwrap_or(say!("zones-no-known-tooth"));
    let area = |side: usize| {
        let [all, inside] = [row.zone.area_mm2[side], row.zone.penetrating_mm2[side]].map(|mm2| decimal(mm2, 2));
        say!("zones-hint-area", all = all, inside = inside)
    };
    let at = row.zone.centroid.to_array().map(|mm| text::plain(mm, 1)).join(" ");
    let hint = say!(
        "zones-hint",
        name = row.name,
        upper = tooth(0),
        lower = tooth(1),
        share = row.share_text(),
        upper_area = area(0),
        lower_area = area(1),
        depth = depth_words(row),
        at = at,
    );
    let moment = if dim { say!("zones-moment-ago-3") } else { "" };
    let sure = row.certainty.map(|s| say!("zones-positions-nearby", share = decimal(s * 100.0, 0))).unwrap_or_default();
    format!("{moment}{hint}{sure}{}", text::marks_in_words(&row.teeth_text()))
}

/// How many positions nearby have been tried so far; `None` once all have.
fn n_tried(open: &Open) -> Option<usize> {
    let known = &open.exact.fresh_uncertainty()?.found;
    (!known.is_complete()).then(|| known.n_runs())
}

/// "certain", "63 %"; "9/10" while few of all are tried, which makes nothing certain.
fn sure_words(share: f64, n_tried: Option<usize>) -> String {
    if let Some(n) = n_tried {
        return format!("{:.0}/{n}", share * n as f64);
    }
    match Sure::of(share) {
        Sure::Certain => say!("zones-certain").into(),
        Sure::Possible | Sure::No => format!("{:.0} %", share * 100.0),
    }
}

/// "−0.082" inside, "0.035".
fn depth_or_gap(min_gap_mm: f64) -> String {
    text::plain(min_gap_mm, 3)
}

/// A filled square for a contact with penetration, an outline for one without.
fn depth_mark(ui: &Ui, rect: Rect, row: &NamedZone, dim: bool) {
    let colors = theme::colors(ui.ctx());
    let color = |c: egui::Color32| if dim { c.gamma_multiply(0.5) } else { c };
    if overlaps(row.zone.min_gap_mm) {
        ui.painter().rect_filled(rect, 1.0, color(colors.interfering));
    } else {
        let stroke = egui::Stroke::new(1.5, color(colors.touching));
        ui.painter().rect_stroke(rect, 1.0, stroke, egui::StrokeKind::Inside);
    }
}

/// Pairs of teeth that meet, and how the contact is spread over the mouth.
pub fn pairs_ui(ui: &mut Ui, open: &Open) {
    let known = open.contact_shown();
    let fresh = known.contact().is_some();
    let Some(found) = open.zones.by_tooth() else { return };
    let (n, balance) = (found.pairs.len(), found.balance);
    let title = RichText::new(say!("zones-pairs-teeth", n = n)).small();
    egui::CollapsingHeader::new(title).id_salt("pairs").show(ui, |ui| {
        let table = Table::new(ui, "pairs", &[0.34, 0.22, 0.22, 0.22]);
        table.head_ui(ui, &[say!("zones-teeth"), say!("zones-contacts"), "mm²", say!("zones-least-gap")]);
        for pair in &found.pairs {
            let figures = [count(pair), text::plain(pair.area_mm2(), 1), text::plain(pair.min_gap_mm, 3)];
            let words = |words: String| if fresh { known.mark(&words) } else { "…".into() };
            let cells = figures.map(|figure| Cell::figure(words(figure), !known.is_at_rest()));
            let name = said_pair([pair.upper.number(), pair.lower.number()], "–", pair.confidences);
            let row = table.row_ui(ui, &name, false, &cells);
            row.on_hover_text(say!("zones-contacts-between-two-teeth"));
        }
        let shares = [
            (say!("zones-patients-right"), balance.right_mm2, say!("zones-left"), balance.left_mm2),
            (say!("zones-front-teeth"), balance.front_mm2, say!("zones-back-teeth"), balance.back_mm2),
        ];
        for (a, a_mm2, b, b_mm2) in shares.into_iter().filter(|_| fresh) {
            balance_ui(ui, known, (a, a_mm2), (b, b_mm2));
        }
        if fresh && balance.no_tooth_mm2 >= 0.05 {
            let words =
                known.mark(&say!("zones-mm-no-numbered-tooth", no_tooth_mm2 = text::plain(balance.no_tooth_mm2, 1)));
            ui.label(RichText::new(words).small().weak());
        }
    });
}

/// "3", "3 +1" with a part of a contact that lies mostly elsewhere.
fn count(pair: &ToothPair) -> String {
    if pair.parts == 0 { pair.contacts.to_string() } else { format!("{} +{}", pair.contacts, pair.parts) }
}

/// Two parts of the contact as a bar, with their figures.
fn balance_ui(ui: &mut Ui, known: ContactShown, (a, a_mm2): (&str, f64), (b, b_mm2): (&str, f64)) {
    let colors = theme::colors(ui.ctx());
    let share = a_mm2 / (a_mm2 + b_mm2).max(1e-9);
    let words = |name: &str, mm2: f64, part: f64| {
        let words = format!("{name} {}, {:.0} %", known.mark(&format!("{} mm²", text::plain(mm2, 1))), part * 100.0);
        ui.painter().layout_no_wrap(words, FontId::proportional(11.0), colors.text)
    };
    let other = if a_mm2 + b_mm2 > 0.0 { 1.0 - share } else { 0.0 };
    let (left, right) = (words(a, a_mm2, share), words(b, b_mm2, other));
    // Side by side where both have room, else one below the other.
    let is_narrow = left.size().x + 8.0 + right.size().x > ui.available_width();
    let below = if is_narrow { left.size().y } else { 0.0 };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0 + below), Sense::hover());
    let painter = ui.painter();
    painter.galley(rect.left_top(), left, colors.text);
    painter.galley(rect.right_top() + vec2(-right.size().x, below), right, colors.text);
    let track = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 9.0), pos2(rect.right(), rect.bottom() - 3.0));
    if a_mm2 + b_mm2 > 0.0 {
        let middle = track.left() + track.width() * share as f32;
        painter.rect_filled(track.with_max_x(middle), 1.0, colors.upper);
        painter.rect_filled(track.with_min_x(middle), 1.0, colors.lower);
    } else {
        painter.rect_filled(track, 1.0, colors.line);
    }
    painter.vline(track.center().x, track.y_range().expand(2.0), egui::Stroke::new(1.0, colors.text));
    response.on_hover_text(say!("zones-mean-both-arches-surface"));
}
