//! Where everything is: bars, columns, pictures, and what lies over them.
use super::*;
use crate::app::state::{Desk, Pane, ViewLayout};
use crate::app::widgets::section::divider_ui;
use crate::app::widgets::theme;
use egui::{Frame, Margin, Panel, Rect, ScrollArea, Ui, pos2};

const LEFT_WIDTH: f32 = 252.0;
const RIGHT_WIDTH: f32 = 274.0;
const FOLDED_WIDTH: f32 = 26.0;
/// Beside what stands in a column.
const SIDE: i8 = 10;
/// Left free for the bar that scrolls, on the right of both columns.
const SCROLL_BAR: i8 = 8;

/// The pictures that are shown, in the middle of the window.
#[derive(Clone, Copy, Debug)]
pub struct Middle {
    pub whole: Rect,
    /// The pictures of the jaws, as in [`Pane::ALL`].
    panes: [Option<Rect>; 4],
    pub map: Option<Rect>,
    /// The card of the section, below them.
    pub section: Option<Rect>,
    /// The card of the Motion mode, below everything.
    pub motion: Option<motion::Card>,
    /// The card of comparisons, likewise.
    pub compare: Option<Rect>,
}

impl Middle {
    pub fn of(desk: &Desk, all: Rect) -> Self {
        let has_section = desk.open.as_ref().is_some_and(|open| open.section.is_open);
        let motion = desk.open.as_ref().filter(|open| open.motion.is_open).map(|open| motion::Card::of(open, all));
        let all = motion.map_or(all, |card| all.with_max_y(card.whole.top()));
        let compare = desk.open.as_ref().filter(|open| open.compare.is_open).map(|_| compare::place(all));
        let all = compare.map_or(all, |card| all.with_max_y(card.top()));
        let top = all.bottom() - if has_section { section::height(all) } else { 0.0 };
        let whole = Rect::from_min_max(all.min, pos2(all.right(), top));
        let section = has_section.then(|| Rect::from_min_max(pos2(all.left(), top), all.max));
        let none = Self { whole, panes: [None; 4], map: None, section, motion, compare };
        let [left, right] = side_by_side(whole);
        let is_beside = desk.open.as_ref().is_some_and(|open| open.compare.is_side_by_side());
        match desk.layout {
            _ if desk.open.is_none() => none,
            _ if is_beside => Self { panes: [Some(left), None, None, Some(right)], ..none },
            ViewLayout::Overview => {
                let [jaws, upper, lower] = overview(whole);
                Self { panes: [jaws, upper, lower, None], ..none }
            }
            ViewLayout::Jaws => Self { panes: [Some(whole), None, None, None], ..none },
            ViewLayout::Split => Self { panes: [Some(left), None, None, None], map: Some(right), ..none },
            ViewLayout::Map => Self { map: Some(whole), ..none },
        }
    }

    /// The pictures of the jaws that are shown.
    pub fn panes(&self) -> impl Iterator<Item = (Pane, Rect)> {
        Pane::ALL.into_iter().zip(self.panes).filter_map(|(pane, rect)| Some((pane, rect?)))
    }

    /// The picture of both jaws; where there is none, the whole.
    pub fn jaws(&self) -> Rect {
        self.panes[0].unwrap_or(self.whole)
    }
}

/// Two halves with a line between them.
fn side_by_side(whole: Rect) -> [Rect; 2] {
    let middle = whole.center().x;
    [
        Rect::from_min_max(whole.min, pos2(middle - 0.5, whole.max.y)),
        Rect::from_min_max(pos2(middle + 0.5, whole.min.y), whole.max),
    ]
}

/// An arch alone needs so much, points; with less there is no room for the closed jaws.
const SMALLEST_ARCH: f32 = 200.0;

/// Both arches beside the closed jaws, or above them: whichever lets the arches be larger. On a small screen the arches alone.
fn overview(whole: Rect) -> [Option<Rect>; 3] {
    let third = (whole.width() - 2.0) / 3.0;
    let in_a_row = third.min(whole.height());
    // Arches are about as long as wide; below them the closed jaws need less height than width.
    let upper = (0.5 * whole.width()).min(0.56 * whole.height()).round();
    let column = |i: f32| {
        let left = whole.left() + i * (third + 1.0);
        Some(Rect::from_min_max(pos2(left, whole.top()), pos2(left + third, whole.bottom())))
    };
    match () {
        () if in_a_row.max(upper) < SMALLEST_ARCH => {
            let [left, right] = side_by_side(whole);
            [None, Some(left), Some(right)]
        }
        () if in_a_row >= upper => [column(2.0), column(0.0), column(1.0)],
        () => {
            let above = Rect::from_min_max(whole.min, pos2(whole.right(), whole.top() + upper));
            let below = Rect::from_min_max(pos2(whole.left(), above.bottom() + 1.0), whole.max);
            let [left, right] = side_by_side(above);
            [Some(below), Some(left), Some(right)]
        }
    }
}

/// The bars above and below, the columns at the sides.
pub fn around_ui(ui: &mut Ui, desk: &Desk, panels: &mut Panels) {
    // The panels have no fill: the window is cleared to their colour, which costs nothing.
    let bar = Frame::new().inner_margin(Margin::symmetric(10, 0));
    Panel::top("top").exact_size(38.0).frame(bar).show(ui, |ui| top::top_ui(ui, desk, &mut panels.views));
    Panel::bottom("status").exact_size(24.0).frame(bar).show(ui, |ui| status::status_ui(ui, desk));
    if desk.open.is_some() {
        let (left, right) = (Panel::left, Panel::right);
        column_ui(ui, desk, 0, (left("left"), left("left folded")), |ui| left_ui(ui, desk, panels));
        column_ui(ui, desk, 1, (right("right"), right("right folded")), |ui| right_ui(ui, desk, panels));
    }
}

/// A column as it is, or the strip that it is folded to.
fn column_ui(ui: &mut Ui, desk: &Desk, column: usize, (whole, strip): (Panel, Panel), add: impl FnOnce(&mut Ui)) {
    if desk.habits.columns.is_folded(column, desk.meters.width) {
        let strip = strip.resizable(false).exact_size(FOLDED_WIDTH).frame(Frame::NONE);
        strip.show(ui, |ui| ui.vertical_centered(|ui| fold::fold_ui(ui, desk, column)));
    } else {
        let right = [SIDE - SCROLL_BAR, SIDE][column];
        let side = Frame::new().inner_margin(Margin { left: SIDE, right, ..Margin::symmetric(SIDE, 6) });
        let whole = whole.resizable(false).exact_size([LEFT_WIDTH, RIGHT_WIDTH][column]).frame(side);
        let beside_bar = Frame::new().inner_margin(Margin { right: SCROLL_BAR, ..Margin::ZERO });
        whole.show(ui, |ui| ScrollArea::vertical().show(ui, |ui| beside_bar.show(ui, add)));
    }
}

fn left_ui(ui: &mut Ui, desk: &Desk, panels: &mut Panels) {
    ui.set_width(ui.available_width());
    case::case_ui(ui, desk);
    divider_ui(ui);
    if desk.open.as_ref().is_some_and(|open| open.motion.is_open) {
        articulator::articulator_ui(ui, desk, &mut panels.articulator);
        divider_ui(ui);
        picture::picture_ui(ui, desk);
        return changes::changes_ui(ui, desk);
    }
    position::position_ui(ui, desk);
    panels.projection.is_open &= !desk.habits.columns.simple;
    if !desk.habits.columns.simple {
        directions::directions_ui(ui, desk, &mut panels.directions);
        projection::projection_ui(ui, desk, &mut panels.projection);
        divider_ui(ui);
        picture::picture_ui(ui, desk);
        divider_ui(ui);
        teeth::teeth_ui(ui, desk);
    }
    if let Some(open) = &desk.open {
        measures::measures_ui(ui, (desk, open), &mut panels.measures);
        pins::pins_ui(ui, (desk, open), &mut panels.pins);
    }
    divider_ui(ui);
    changes::changes_ui(ui, desk);
}

fn right_ui(ui: &mut Ui, desk: &Desk, panels: &mut Panels) {
    motion_table::motion_table_ui(ui, desk);
    contacts::contacts_ui(ui, desk, &mut panels.zones, &mut panels.ortho);
}

/// What lies over the pictures, or is there in their stead.
pub fn over_ui(ui: &mut Ui, desk: &Desk, panels: &mut Panels, middle: &Middle) {
    let rect = middle.whole;
    if desk.open.is_some() {
        teeth::naming_ui(ui, desk, &mut panels.naming);
        pins::pin_field_ui(ui, desk, &mut panels.pins);
        bite::bite_ui(ui, desk, &mut panels.bites, middle.jaws());
        // Over the map is its own switch.
        middle.panes[0].into_iter().for_each(|rect| gizmo::gizmo_ui(ui, desk, rect));
        apart::apart_ui(ui, desk, middle.jaws());
        profile::profile_ui(ui, desk, middle.jaws());
    } else {
        let [r, g, b] = theme::colors(ui.ctx()).background;
        ui.painter().rect_filled(rect, 0.0, egui::Color32::from_rgb(r, g, b));
        if !desk.is_loading() {
            start::start_ui(ui, desk, rect);
        }
    }
    start::loading_ui(ui, desk, rect);
    if !desk.is_loading() {
        start::pending_ui(ui, desk, rect);
    }
    messages::messages_ui(ui, desk, rect);
    told::told_ui(ui, desk);
    cases::cases_ui(ui, desk, &mut panels.save_as, rect);
    start::hover_files_ui(ui, rect);
}

/// Windows and sheets over everything.
pub fn sheets_ui(ui: &mut Ui, desk: &Desk, panels: &mut Panels) {
    notes::notes_ui(ui, desk, &mut panels.notes);
    motion_import::motion_import_ui(ui, desk);
    report::report_ui(ui, desk, &mut panels.report);
    keys::key_sheet_ui(ui, desk, &mut panels.keys);
}
