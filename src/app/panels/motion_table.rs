//! In the right-hand column while a movement is looked at: which teeth touch, from when to when, how much.
use super::motion_lanes::{draw_role, role_name};
use super::motion_paint::motion_paint_ui;
use crate::app::state::{Desk, Open};
use crate::app::widgets::section::{divider_ui, title_ui};
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::text;
use crate::base::words::{decimal, say};
use crate::session::jaw_motion::{PairLane, PathFound};
use egui::{RichText, ScrollArea, Ui, Vec2, vec2};

/// Of a role, points.
const ROLE: Vec2 = vec2(12.0, 7.0);
/// It leaves room for the contacts of the moment, points.
const MOST_HEIGHT: f32 = 190.0;

pub fn motion_table_ui(ui: &mut Ui, desk: &Desk) {
    let Some(open) = desk.open.as_ref().filter(|open| open.motion.is_open) else { return };
    title_ui(ui, say!("motion-table-title")).on_hover_text(say!("motion-table-hint"));
    motion_paint_ui(ui, desk, open);
    match (open.motion.sweep(), open.motion.path()) {
        (Some(sweep), Some(path)) => rows_ui(ui, open, (&sweep.lanes, path)),
        _ => drop(ui.label(RichText::new(say!("motion-contacts-on-their-way")).small().weak())),
    }
    divider_ui(ui);
}

fn rows_ui(ui: &mut Ui, open: &Open, (lanes, path): (&[PairLane], &PathFound)) {
    // The last figures keep off the bar that scrolls.
    let table = Table::new(ui, "motion table", &[0.24, 0.16, 0.16, 0.16, 0.24]);
    let unit = if path.is_timed() { "s" } else { "mm" };
    table.head_ui(
        ui,
        &[
            say!("motion-table-teeth"),
            &say!("motion-table-from", unit = unit),
            &say!("motion-table-to", unit = unit),
            "%",
            say!("motion-table-area"),
        ],
    );
    let scroll = ScrollArea::vertical().id_salt("motion rows").max_height(MOST_HEIGHT);
    // What guides the jaw touches longest, and is what one looks for.
    let mut longest_first: Vec<&PairLane> = lanes.iter().collect();
    longest_first.sort_by(|a, b| b.pair.share.total_cmp(&a.pair.share));
    scroll.show(ui, |ui| longest_first.into_iter().for_each(|lane| row_ui(ui, open, &table, lane)));
    if lanes.is_empty() {
        ui.label(RichText::new(say!("motion-no-pairs")).small().weak());
    }
}

fn row_ui(ui: &mut Ui, open: &Open, table: &Table, lane: &PairLane) {
    let (first, last) = (lane.spans.first().map(|span| span[0]), lane.spans.last().map(|span| span[1]));
    let at = open.motion.at();
    let touches_now = lane.spans.iter().any(|[from, to]| (*from..=*to).contains(&at));
    let cells = [
        Cell::figure(text::optional(first, 2), false),
        Cell::figure(text::optional(last, 2), false),
        Cell::figure(text::plain(lane.pair.share * 100.0, 0), false),
        Cell::figure(text::plain(lane.pair.max_area_mm2, 2), false),
    ];
    let name = lane.name();
    let row = table.row_ui(ui, &name, touches_now, &cells);
    draw_role(ui, open, table.mark(row.rect, ROLE), lane.role);
    let hint = say!(
        "motion-row-hint",
        role = role_name(lane.role),
        order = lane.pair.order,
        depth = decimal(lane.pair.max_depth_mm(), 3),
        gap = text::plain(lane.pair.min_gap_mm, 3)
    );
    row.on_hover_text(hint + &text::marks_in_words(&name));
}
