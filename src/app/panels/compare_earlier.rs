//! In the card of comparisons: an earlier case of the patient. What was ground or added by tooth, where the bite is now, which contacts changed.
use super::compare_bites::verdict_ui;
use super::compare_parts::{paint_ui, part, progress_ui, save_ui};
use super::compare_table::{Compared, table_ui};
use super::motion_paint::legend_ui;
use crate::app::actions::{FileAction, ViewAction};
use crate::app::state::{Desk, Open};
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::{text, theme};
use crate::base::Rigid;
use crate::base::files::file_name;
use crate::base::words::{decimal, say};
use crate::bites::change::Patch;
use crate::bites::compare::PairRow;
use crate::jaw::JawSide;
use crate::session::comparison::earlier::EarlierCompared;
use egui::{Button, CursorIcon, Rect, RichText, ScrollArea, Sense, Ui};
use glam::DVec3;

/// Of the column with the file and what became of the surface, of the card's width.
const COLUMN: f32 = 0.34;
/// Its buttons stand beside each other, points.
const NARROWEST: f32 = 230.0;
const LEGEND: f32 = 132.0;

pub fn earlier_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), rect: Rect) {
    let tab = &open.compare.earlier;
    let middle = rect.left() + (COLUMN * rect.width()).max(NARROWEST.min(0.5 * rect.width()));
    let mut left = part(ui, rect.with_max_x(middle), "earlier");
    ask_ui(&mut left, desk, open);
    let mut right = part(ui, rect.with_min_x(middle + 12.0), "earlier contacts");
    let Some(found) = tab.inquiry.found() else {
        right.add(egui::Label::new(RichText::new(say!("compare-earlier-nothing")).small().weak()).wrap());
        return;
    };
    surface_ui(&mut left, (desk, open), found);
    let places = [0, 1];
    verdict_ui(&mut right, &found.found.contacts, places, tab.is_fresh);
    right.label(RichText::new(bite_words(found)).small().weak());
    let regions = &open.session.teeth().jaw(JawSide::Lower).regions;
    let at = |pair: &PairRow| {
        let region = regions.iter().position(|tooth| tooth.fdi == Some(pair.lower))?;
        Some(ViewAction::FlyToTooth(JawSide::Lower, region).into())
    };
    let of = Compared { found: &found.found.contacts, places, is_fresh: tab.is_fresh };
    let table = right.available_rect_before_wrap();
    let width = if tab.painted().is_some() { table.width() - LEGEND - 8.0 } else { table.width() };
    let mut rows = part(&mut right, table.with_max_x(table.left() + width), "earlier rows");
    table_ui(&mut rows, desk, &of, &at);
    if let Some(painted) = tab.painted() {
        let mut legend = part(&mut right, table.with_min_x(table.right() - LEGEND), "earlier legend");
        ScrollArea::vertical().id_salt("earlier legend").show(&mut legend, |ui| legend_ui(ui, painted));
    }
}

/// Which file, and how far the work is.
fn ask_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let tab = &open.compare.earlier;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if progress_ui(ui, desk, tab.inquiry.progress()) {
            return;
        }
        let choose = ui.add_enabled(open.teeth.is_settled(), Button::new(say!("compare-earlier-choose")));
        if choose.on_hover_text(say!("compare-earlier-choose-hint")).clicked() {
            desk.wish(FileAction::AskForEarlierCase);
        }
        let again = tab.path.clone().filter(|_| !tab.is_fresh);
        if let Some(path) = again.filter(|_| ui.button(say!("compare-start")).clicked()) {
            desk.wish(FileAction::CompareWith(path));
        }
        paint_ui(ui, desk, open, say!("compare-earlier-paint-hint"));
    });
    let name = tab.path.as_ref().map(|path| say!("compare-earlier-file", file = file_name(path)));
    let colors = theme::colors(ui.ctx());
    let (words, color) = match (tab.inquiry.fault(), name) {
        (Some(fault), _) => (fault.to_owned(), colors.touching),
        (None, Some(name)) => (name, colors.text),
        (None, None) => (say!("compare-earlier-drop").to_owned(), colors.weak),
    };
    ui.add(egui::Label::new(RichText::new(words).small().color(color)).wrap());
}

/// "The bite lies 0.31 mm and 0.20° from where it was."
fn bite_words(found: &EarlierCompared) -> String {
    let [mm, deg] = found.found.moved();
    say!("compare-earlier-bite", mm = decimal(mm, 2), deg = decimal(deg, 2))
}

/// How well each jaw lies on itself as it was, and every place where its surface is elsewhere.
fn surface_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), found: &EarlierCompared) {
    for side in [JawSide::Upper, JawSide::Lower] {
        let (laid, change) = &found.found.jaws[side as usize];
        let jaw = match side {
            JawSide::Upper => say!("over-jaws-upper"),
            JawSide::Lower => say!("over-jaws-lower"),
        };
        let words = say!(
            "compare-earlier-laid",
            jaw = jaw,
            share = decimal(100.0 * laid.agreement, 0),
            um = decimal(1000.0 * laid.rms_mm, 0),
            limit = decimal(1000.0 * change.limit_mm, 0)
        );
        ui.add(egui::Label::new(RichText::new(words).small().weak()).truncate());
    }
    ui.horizontal(|ui| save_ui(ui, desk));
    let table = Table::new(ui, "changed places", &[0.3, 0.24, 0.2, 0.22]);
    table.head_ui(ui, &[say!("compare-earlier-place"), say!("compare-earlier-most"), "mm²", "mm³"]);
    ScrollArea::vertical().id_salt("changed places").show(ui, |ui| {
        for side in [JawSide::Upper, JawSide::Lower] {
            let (laid, change) = &found.found.jaws[side as usize];
            for patch in &change.patches {
                place_ui(ui, (desk, open), &table, (side, &laid.before_from_after, patch));
            }
        }
        if found.found.jaws.iter().all(|(_, change)| change.patches.is_empty()) {
            ui.label(RichText::new(say!("compare-earlier-none")).small().weak());
        }
    });
}

/// A click brings the place into the middle of the view.
fn place_ui(
    ui: &mut Ui,
    (desk, open): (&Desk, &Open),
    table: &Table,
    (side, before_from_after, patch): (JawSide, &Rigid, &Patch),
) {
    let jaw = match side {
        JawSide::Upper => say!("over-jaws-upper"),
        JawSide::Lower => say!("over-jaws-lower"),
    };
    let tooth = patch.tooth.map_or_else(|| jaw.to_owned(), |tooth| tooth.said());
    let (word, color) = match patch.max_mm < 0.0 {
        true => (say!("compare-word-ground"), theme::colors(ui.ctx()).apart),
        false => (say!("compare-word-added"), theme::colors(ui.ctx()).touching),
    };
    let cells = [
        Cell::figure(text::signed(patch.max_mm, 2), false).colored(color),
        Cell::figure(text::plain(patch.area_mm2, 2), false),
        Cell::figure(text::signed(patch.volume_mm3, 3), false),
    ];
    let name = format!("{tooth} {word}");
    let row = table.row_ui(ui, &name, false, &cells).interact(Sense::click());
    row.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    if row.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(say!("compare-row-click")).clicked() {
        desk.wish(ViewAction::FlyToPlace(world(open, side, before_from_after, patch.place)));
    }
}

/// Where a place of the jaw before is on the open jaw, world coordinates.
fn world(open: &Open, side: JawSide, before_from_after: &Rigid, place: DVec3) -> DVec3 {
    let of_jaw = before_from_after.inverse().transform_point(place);
    match side {
        JawSide::Upper => of_jaw,
        JawSide::Lower => open.session.upper_from_lower().transform_point(of_jaw),
    }
}
