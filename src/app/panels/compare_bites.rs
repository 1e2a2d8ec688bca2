//! In the card of comparisons: which bites, and what became of each pair of teeth between the two that are looked at.
use super::bites::{from_scans_ui, seat_ui};
use super::compare_parts::{paint_ui, part, progress_ui, save_ui, wish};
use super::compare_table::{Compared, table_ui};
use super::motion_paint::{legend_line_ui, legend_ui};
use crate::app::actions::{CaseAction, ViewAction};
use crate::app::state::bites::BiteWish;
use crate::app::state::compare::{CompareWish, Role};
use crate::app::state::{Desk, Open};
use crate::app::widgets::theme;
use crate::base::words::{decimal, say};
use crate::bites::compare::{BiteComparison, PairRow, Row, ScatterFrom, Verdict};
use crate::export::motion::paint::Painted;
use crate::session::comparison::bites::{BitesCompared, Entry, FEWEST_BITES, entries};
use egui::{Align, Button, Layout, Rect, RichText, ScrollArea, Ui, vec2};
use std::sync::Arc;

/// Of the column with the bites, points.
const COLUMN: f32 = 236.0;
/// In a narrow card it has this part of it.
const NARROW: f32 = 0.36;
/// Of what stands below the bites, and below the table.
const FOOT: f32 = 46.0;
const LEGEND: f32 = 150.0;
/// With less room the legend is a line below the table.
const ROOM_FOR_LEGEND: f32 = 640.0;

pub fn bites_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), rect: Rect) {
    let width = COLUMN.min(NARROW * rect.width());
    let column = rect.with_max_x(rect.left() + width);
    let mut list = part(ui, column.with_max_y(rect.bottom() - FOOT), "bites");
    ScrollArea::vertical().id_salt("compared bites").show(&mut list, |ui| {
        ui.set_width(width - 14.0);
        entries(&open.session).iter().for_each(|entry| entry_ui(ui, (desk, open), entry));
    });
    let mut foot = part(ui, column.with_min_y(rect.bottom() - FOOT), "ask");
    ask_ui(&mut foot, desk, open);
    let rest = rect.with_min_x(column.right() + 12.0);
    let mut rest = part(ui, rest, "found");
    rest.spacing_mut().item_spacing.y = 2.0;
    seen_ui(&mut rest, desk, open);
    found_ui(&mut rest, desk, open);
}

fn entry_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), entry: &Entry) {
    let bites = &open.compare.bites;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for (role, hint) in [(Role::Other, say!("compare-b-hint")), (Role::Base, say!("compare-a-hint"))] {
                let is_it = bites.key_of(role) == Some(&entry.key);
                let button = Button::selectable(is_it, RichText::new(role.letter()).small()).min_size(vec2(22.0, 18.0));
                let button = ui.add(button).on_hover_text(hint);
                let named = format!("{} {}", role.letter(), entry.name);
                if button.accessible_name(named).clicked() && !is_it {
                    wish(desk, CompareWish::Give(role, entry.key.clone()));
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center).with_main_wrap(false), |ui| {
                let mut on = bites.is_included(&entry.key);
                let name = RichText::new(&entry.name).small();
                let box_ui = ui.add_enabled(!bites.has_role(&entry.key), egui::Checkbox::new(&mut on, name));
                if box_ui.on_hover_text(say!("compare-include-hint")).changed() {
                    wish(desk, CompareWish::Include(entry.key.clone(), on));
                }
            });
        });
    });
}

/// Whether they are repeats, and the button; while it is worked on, how far that is.
fn ask_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let bites = &open.compare.bites;
    let mut on = bites.are_repeats;
    let repeats = ui.checkbox(&mut on, RichText::new(say!("compare-repeats")).small());
    if repeats.on_hover_text(say!("compare-repeats-hint")).changed() {
        wish(desk, CompareWish::Repeats(on));
    }
    ui.horizontal(|ui| {
        if progress_ui(ui, desk, bites.inquiry.progress()) {
            return;
        }
        let can_start = open.teeth.is_settled() && bites.asked(&open.session).is_ok();
        let start = ui.add_enabled(can_start, Button::new(say!("compare-start")).min_size(vec2(110.0, 20.0)));
        let start = start.on_hover_text(say!("compare-start-hint")).on_disabled_hover_text(why_not(open));
        if start.clicked() {
            wish(desk, CompareWish::Start);
        }
    });
}

fn why_not(open: &Open) -> String {
    match open.compare.bites.asked(&open.session) {
        Err(sentence) => sentence,
        Ok(_) => say!("compare-teeth-first").into(),
    }
}

/// Which bite is seen, and how both are looked at.
fn seen_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let compare = &open.compare;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let flip = Button::new(RichText::new(say!("compare-flip")).small());
        let flip = ui.add_enabled(compare.can_flip(), flip).on_hover_text(say!("compare-flip-hint"));
        if flip.clicked() {
            wish(desk, CompareWish::Flip);
        }
        let beside = Button::selectable(compare.is_side_by_side(), RichText::new(say!("compare-side-by-side")).small());
        let beside = ui.add_enabled(compare.can_flip(), beside).on_hover_text(say!("compare-side-by-side-hint"));
        if beside.clicked() {
            wish(desk, CompareWish::SideBySide(!compare.is_side_by_side()));
        }
        paint_ui(ui, desk, open, say!("compare-paint-hint"));
        let words = RichText::new(compare.bites.words(&open.session, compare.bites.shown())).small().weak();
        ui.add(egui::Label::new(words).truncate());
    });
}

/// What to do first.
fn begin_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    if entries(&open.session).len() >= FEWEST_BITES {
        ui.label(RichText::new(say!("compare-nothing-yet")).small().weak());
        return;
    }
    ui.label(RichText::new(say!("compare-one-bite")).small().weak());
    // The jaw goes nowhere while the card is open.
    let close_and = |bite: BiteWish| {
        wish(desk, CompareWish::Toggle);
        desk.wish(CaseAction::Bites(bite));
    };
    ui.horizontal_wrapped(|ui| {
        if from_scans_ui(ui) {
            close_and(BiteWish::AskForScans);
        }
        if seat_ui(ui, open) {
            close_and(BiteWish::Seat(open.bites.tolerance_mm));
        }
    });
}

fn found_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let bites = &open.compare.bites;
    if let Some(fault) = bites.inquiry.fault() {
        ui.label(RichText::new(fault).small().color(theme::colors(ui.ctx()).touching));
    }
    let Some(found) = bites.inquiry.found() else {
        return begin_ui(ui, desk, open);
    };
    let Some(places) = bites.places(found) else {
        ui.label(RichText::new(say!("compare-again")).small().weak());
        return;
    };
    verdict_ui(ui, &found.found, places, bites.is_fresh);
    let foot = ui.max_rect().with_min_y(ui.max_rect().bottom() - FOOT);
    let is_narrow = ui.max_rect().width() <= ROOM_FOR_LEGEND;
    let table = Rect::from_min_max(ui.cursor().min, foot.right_top());
    let painted = bites.painted().filter(|_| !is_narrow);
    let right = if painted.is_some() { table.right() - LEGEND } else { table.right() };
    let mut rows = part(ui, table.with_max_x(right - 12.0), "table");
    let at = |pair: &PairRow| {
        let place = |at: &usize| found.marks[*at].place((pair.upper, pair.lower));
        places.iter().find_map(place).map(|place| ViewAction::FlyToPlace(place).into())
    };
    table_ui(&mut rows, desk, &Compared { found: &found.found, places, is_fresh: bites.is_fresh }, &at);
    if let Some(painted) = painted {
        let mut legend = part(ui, table.with_min_x(right), "legend");
        legend_ui(&mut legend, painted);
    }
    let mut foot = part(ui, foot, "spread");
    foot_ui(&mut foot, desk, found, bites.painted().filter(|_| is_narrow).map(Arc::as_ref));
}

/// What it comes to between A and B, in one sentence.
pub fn verdict_ui(ui: &mut Ui, found: &BiteComparison, [base, other]: [usize; 2], is_fresh: bool) {
    let colors = theme::colors(ui.ctx());
    let n = found.pairs.iter().filter(|pair| pair.row.changes[other].is_sure).count();
    let (words, color) = match found.verdicts[other] {
        _ if !is_fresh => (say!("compare-again").to_owned(), colors.touching),
        Verdict::Changed => (say!("compare-changed", n = n), colors.touching),
        Verdict::Possible => (say!("compare-possible").to_owned(), colors.text),
        Verdict::NoChange => (say!("compare-same").to_owned(), colors.text),
    };
    let bare = bare_words(&found.whole, [base, other]).filter(|_| is_fresh);
    let words = bare.into_iter().chain([words]).collect::<Vec<_>>().join(" ");
    let label = egui::Label::new(RichText::new(&words).small().strong().color(color)).truncate();
    let hint = format!("{words}\n{}", say!("compare-verdict-hint"));
    ui.add(label.show_tooltip_when_elided(false)).on_hover_text(hint);
}

/// Said first where one of both has no contact at all: no smallest change is asked for that.
fn bare_words(whole: &Row, [base, other]: [usize; 2]) -> Option<String> {
    let (a, b) = (whole.in_bites.get(base)?, whole.in_bites.get(other)?);
    let roles = [Role::Base.letter(), Role::Other.letter()];
    let (bare, there, figures) = match (a.is_there(), b.is_there()) {
        (true, false) => (roles[1], roles[0], a),
        (false, true) => (roles[0], roles[1], b),
        _ => return None,
    };
    Some(say!("compare-bare", bare = bare, there = there, area = decimal(figures.area_mm2, 1)))
}

/// How far the poses lie apart, where the scatter is known from, and files of all that; beside them what has no place of its own in a narrow card.
fn foot_ui(ui: &mut Ui, desk: &Desk, found: &BitesCompared, legend: Option<&Painted>) {
    let words = [spread_words(found), Some(scatter_words(found))];
    let words = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
    // Cut off, it says all of it where one points.
    ui.add(egui::Label::new(RichText::new(words).small().weak()).truncate());
    ui.horizontal(|ui| {
        save_ui(ui, desk);
        if let Some(painted) = legend {
            ui.add_space(8.0);
            legend_line_ui(ui, painted);
        }
    });
}

fn spread_words(found: &BitesCompared) -> Option<String> {
    let spread = found.spread.as_ref()?;
    let name = |at: usize| found.asked.entries[spread.farthest[at]].name.as_str();
    let [shift, turn] = [spread.shift_mm.length(), spread.turn_deg.length()];
    let (largest, shift, turn) = (decimal(spread.largest_mm, 2), decimal(shift, 2), decimal(turn, 2));
    Some(match found.asked.entries.len() {
        2 => say!("compare-apart", mm = largest),
        _ => say!("compare-spread", mm = largest, a = name(0), b = name(1), shift = shift, turn = turn),
    })
}

fn scatter_words(found: &BitesCompared) -> String {
    match found.found.scatter {
        ScatterFrom::Repeats => say!("compare-from-repeats", n = found.asked.entries.len()),
        ScatterFrom::Published { .. } => say!("compare-from-published").into(),
    }
}
