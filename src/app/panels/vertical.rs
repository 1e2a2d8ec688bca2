//! In the card of comparisons: the vertical dimension, as a curve and as a table of the pairs of teeth in the order in which they meet.
use super::compare_parts::{part, progress_ui, save_ui, wish};
use super::vertical_curve::curve_ui;
use crate::app::actions::ViewAction;
use crate::app::state::compare::CompareWish;
use crate::app::state::{Desk, Open};
use crate::app::widgets::number_field::number_field;
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::{text, theme};
use crate::base::words::{decimal, say};
use crate::engine::vertical::Meeting;
use crate::jaw::JawSide;
use crate::jaw::teeth::said_pair;
use crate::session::comparison::vertical::{OPENINGS_MM, Range, VerticalAsked, VerticalMeasured};
use egui::{Button, CursorIcon, Rect, RichText, ScrollArea, Sense, Ui, vec2};

/// Of the column with question and table: of the card's width, and at least and at most so many points.
const COLUMN: f32 = 0.46;
const NARROWEST: f32 = 286.0;
const WIDEST: f32 = 420.0;

pub fn vertical_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), rect: Rect) {
    let width = (COLUMN * rect.width()).clamp(NARROWEST.min(0.62 * rect.width()), WIDEST);
    let column = rect.with_max_x(rect.left() + width);
    let mut left = part(ui, column, "opening");
    range_ui(&mut left, desk, open);
    ask_ui(&mut left, desk, open);
    let right = rect.with_min_x(column.right() + 12.0);
    let tab = &open.compare.vertical;
    let Some(found) = tab.inquiry.found() else {
        let mut right = part(ui, right, "nothing");
        right.label(RichText::new(say!("vertical-nothing-yet")).small().weak());
        return;
    };
    // Where the buttons needed more than the column the table keeps to it.
    let below = column.with_min_y(left.cursor().top());
    let mut rows = part(&mut left, below, "meetings");
    let in_table = meetings_ui(&mut rows, (desk, open), found);
    let pointed = in_table.or(curve_ui(ui, (desk, open), found, right)).filter(|_| tab.is_fresh);
    if pointed != tab.pointed_mm {
        wish(desk, CompareWish::Point(pointed));
    }
}

fn range_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let range = open.compare.vertical.range;
    let [least, most] = OPENINGS_MM;
    let field = |ui: &mut Ui, (name, hint): (&str, &str), mm: f64, within: [f64; 2], put: &dyn Fn(f64) -> Range| {
        ui.label(RichText::new(name).small()).on_hover_text(hint);
        let mut value = mm;
        let field = number_field(&mut value).speed(0.05).range(within[0]..=within[1]).fixed_decimals(1);
        let field = ui.add(field.suffix(" mm")).accessible_name(name);
        if field.on_hover_text(hint).changed() && value != mm {
            wish(desk, CompareWish::Range(put(value)));
        }
    };
    let radius_mm = open.compare.vertical.inquiry.found().map(|found| found.radius_mm());
    let pin_mm = range.pin_arm_mm.or(radius_mm);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let from = (say!("vertical-from"), say!("vertical-from-hint"));
        field(ui, from, range.from_mm, [range.to_mm + 0.1, most], &|from_mm| Range { from_mm, ..range });
        let to = (say!("vertical-to"), say!("vertical-to-hint"));
        field(ui, to, range.to_mm, [least, range.from_mm - 0.1], &|to_mm| Range { to_mm, ..range });
        if let Some(mm) = pin_mm {
            let pin = (say!("vertical-pin"), say!("vertical-pin-hint"));
            field(ui, pin, mm, [20.0, 250.0], &|mm| Range { pin_arm_mm: Some(mm), ..range });
        }
    });
}

fn ask_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let tab = &open.compare.vertical;
    ui.horizontal(|ui| {
        if progress_ui(ui, desk, tab.inquiry.progress()) {
            return;
        }
        let asked = VerticalAsked::of(&open.session, tab.range).map(|_| ());
        let why_not = asked.clone().err().unwrap_or_else(|| say!("compare-teeth-first").into());
        let start = Button::new(say!("vertical-start")).min_size(vec2(110.0, 20.0));
        let start = ui.add_enabled(asked.is_ok() && open.teeth.is_settled(), start);
        if start.on_hover_text(say!("vertical-start-hint")).on_disabled_hover_text(why_not).clicked() {
            wish(desk, CompareWish::Start);
        }
        if tab.inquiry.found().is_some() {
            save_ui(ui, desk);
        }
    });
    let colors = theme::colors(ui.ctx());
    let (words, color) = match (tab.inquiry.fault(), tab.inquiry.found()) {
        (Some(fault), _) => (fault.to_owned(), colors.touching),
        (None, Some(_)) if !tab.is_fresh => (say!("vertical-again").to_owned(), colors.touching),
        (None, Some(found)) => (first_words(found), colors.text),
        (None, None) => (String::new(), colors.text),
    };
    ui.add(egui::Label::new(RichText::new(words).small().color(color)).truncate());
}

fn first_words(found: &VerticalMeasured) -> String {
    match found.found.first_contact_mm {
        Some(mm) => say!("vertical-first", mm = text::plain(mm, 3)),
        None if found.found.begins_inside() => say!("vertical-earlier").into(),
        None => say!("vertical-no-first").into(),
    }
}

/// Gives the opening at which the pair under the cursor meets.
fn meetings_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), found: &VerticalMeasured) -> Option<f64> {
    let table = Table::new(ui, "meetings", &[0.08, 0.2, 0.25, 0.23, 0.21]);
    let within = say!("vertical-head-within", mm = decimal(found.asked.zone_threshold_mm, 2));
    let heads = ["", say!("motion-table-teeth"), &within, say!("vertical-head-touch"), say!("vertical-head-pin")];
    table.head_ui(ui, &heads);
    let mut pointed = None;
    ScrollArea::vertical().id_salt("meetings").show(ui, |ui| {
        for meeting in found.meetings() {
            if meeting_ui(ui, (desk, open), &table, (found, meeting)) {
                pointed = Some(meeting.within_mm);
            }
        }
    });
    if found.meetings().is_empty() {
        ui.label(RichText::new(say!("vertical-none")).small().weak());
    }
    pointed
}

/// True while the cursor is on it. A click keeps that opening and looks at the lower tooth.
fn meeting_ui(
    ui: &mut Ui,
    (desk, open): (&Desk, &Open),
    table: &Table,
    (found, meeting): (&VerticalMeasured, &Meeting),
) -> bool {
    let tab = &open.compare.vertical;
    let is_there = tab.at_mm().is_some_and(|mm| mm <= meeting.within_mm);
    let teeth = said_pair([meeting.upper.number(), meeting.lower.number()], "–", meeting.confidences);
    let earlier = if meeting.is_earlier { "≥ " } else { "" };
    let dim = !tab.is_fresh;
    let cells = [
        Cell::figure(&teeth, dim),
        Cell::figure(format!("{earlier}{}", text::plain(meeting.within_mm, 3)), dim),
        Cell::figure(text::optional(meeting.meets_mm, 3), dim),
        Cell::figure(text::plain(found.pin_mm(meeting.within_mm), 3), dim),
    ];
    let row = table.row_ui(ui, &meeting.order.to_string(), is_there, &cells).interact(Sense::click());
    row.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &teeth));
    let row = row
        .on_hover_cursor(CursorIcon::PointingHand)
        .on_hover_text(say!("vertical-row-hint").to_owned() + &text::marks_in_words(&teeth));
    if row.clicked() {
        wish(desk, CompareWish::Pin(meeting.within_mm));
        let regions = &open.session.teeth().jaw(JawSide::Lower).regions;
        let region = regions.iter().position(|tooth| tooth.fdi == Some(meeting.lower));
        region.into_iter().for_each(|region| desk.wish(ViewAction::FlyToTooth(JawSide::Lower, region)));
    }
    row.hovered()
}
