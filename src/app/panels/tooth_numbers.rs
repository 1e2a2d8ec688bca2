//! The teeth's numbers, over the pictures of the jaws.
use super::gizmo;
use crate::app::stage::place::size_of;
use crate::app::state::marks_seen::{NumberSeen, numbers_seen};
use crate::app::state::{Desk, Open, Pane};
use crate::app::widgets::theme;
use crate::jaw::JawSide;
use egui::{FontId, Pos2, Rect, Ui, Vec2, vec2};

/// Half the width and the height in which a click means a number, points.
const REACH: Vec2 = vec2(11.0, 8.0);

/// Of a number's plate, points. There are some 56 of them, and a larger radius costs each twice the triangles.
const PLATE_CORNER: f32 = 2.0;

/// A picture that is smaller has no numbers: those of lower incisors, some 5 mm apart, would stand on each other.
const MOST_MM_PER_POINT: f64 = 0.36;

/// Gives where they stand.
pub fn tooth_numbers_ui(ui: &Ui, (desk, open): (&Desk, &Open), (pane, rect): (Pane, Rect)) -> Vec<Rect> {
    let seen = seen(ui, (desk, open), (pane, rect));
    seen.iter().map(|(number, at)| number_ui(ui, rect, *at, &number.name)).collect()
}

/// Those that have room, and where they are on the screen.
fn seen(ui: &Ui, (desk, open): (&Desk, &Open), (pane, rect): (Pane, Rect)) -> Vec<(NumberSeen, Pos2)> {
    let ppp = ui.ctx().pixels_per_point();
    let size = size_of(rect, f64::from(ppp));
    let mm_per_point = open.view.camera_of(pane).mm_per_px(size) * f64::from(ppp);
    if !desk.habits.tooth_numbers || mm_per_point > MOST_MM_PER_POINT {
        return Vec::new();
    }
    // Among the letters of the gizmo, and under it, none can be read or clicked.
    let gizmo = gizmo::own_place(ui).map(|place| place.expand2(REACH));
    let on_screen = |number: NumberSeen| {
        let at = rect.min + vec2(number.at.x as f32, number.at.y as f32) / ppp;
        let is_free = rect.shrink(8.0).contains(at) && !gizmo.is_some_and(|place| place.contains(at));
        is_free.then_some((number, at))
    };
    numbers_seen(open, pane, (size, f64::from(ppp))).into_iter().filter_map(on_screen).collect()
}

/// The tooth whose number stands under the cursor.
pub fn number_at(ui: &Ui, desk: (&Desk, &Open), place: (Pane, Rect), cursor: Pos2) -> Option<(JawSide, usize)> {
    let away = seen(ui, desk, place).into_iter().map(|(number, at)| (number.tooth, (at - cursor).abs()));
    let near = away.filter(|(_, away)| away.x <= REACH.x && away.y <= REACH.y);
    near.min_by(|(_, a), (_, b)| a.length().total_cmp(&b.length())).map(|(tooth, _)| tooth)
}

fn number_ui(ui: &Ui, rect: Rect, at: Pos2, name: &str) -> Rect {
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect);
    let galley = painter.layout_no_wrap(name.to_owned(), FontId::proportional(10.0), colors.text);
    let plate = Rect::from_center_size(at, galley.size() + vec2(6.0, 1.0));
    painter.rect_filled(plate, PLATE_CORNER, colors.glass);
    painter.galley(plate.center() - 0.5 * galley.size(), galley, colors.text);
    plate
}
