//! The teeth's numbers, over the pictures of the jaws.
use crate::app::stage::place::size_of;
use crate::app::state::{Desk, Open, Pane};
use crate::app::widgets::theme;
use crate::base::Rigid;
use crate::jaw::JawSide;
use crate::jaw::teeth::anchors::ToothAnchor;
use egui::{FontId, Pos2, Rect, Ui, Vec2, vec2};

/// A tooth that turns its outer side away from the viewer by more than this (cosine) has no number: it would stand on another one.
const TURNED_AWAY: f64 = -0.35;

/// Half the width and the height in which a click means a number, points.
const REACH: Vec2 = vec2(11.0, 8.0);

/// A picture that is smaller has no numbers: those of lower incisors, some 5 mm apart, would stand on each other.
const MOST_MM_PER_POINT: f64 = 0.36;

/// Gives where they stand.
pub fn tooth_numbers_ui(ui: &Ui, (desk, open): (&Desk, &Open), (pane, rect): (Pane, Rect)) -> Vec<Rect> {
    let mut places = Vec::new();
    if !desk.habits.tooth_numbers {
        return places;
    }
    for side in [JawSide::Upper, JawSide::Lower].into_iter().filter(|side| open.shows_in(pane, *side)) {
        let (anchors, teeth) = (open.teeth.anchors(&open.session, side), open.session.teeth().jaw(side));
        for anchor in anchors {
            let name = teeth.number_in_pictures(anchor.region);
            if let (Some(name), Some(at)) = (name, place_of(ui, open, (pane, rect), (side, anchor))) {
                places.push(number_ui(ui, rect, at, &name));
            }
        }
    }
    places
}

/// Where it is on the screen.
fn place_of(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect), (side, anchor): (JawSide, &ToothAnchor)) -> Option<Pos2> {
    let world_from_jaw = match side {
        JawSide::Upper => Rigid::IDENTITY,
        JawSide::Lower => open.upper_from_lower_in(pane),
    };
    let (at, outwards) = anchor.posed(&world_from_jaw);
    let (camera, ppp) = (open.view.camera_of(pane), ui.ctx().pixels_per_point());
    if outwards.dot(camera.towards_viewer()) < TURNED_AWAY {
        return None;
    }
    let size = size_of(rect, f64::from(ppp));
    if camera.mm_per_px(size) * f64::from(ppp) > MOST_MM_PER_POINT {
        return None;
    }
    let at = camera.project(at, size)?;
    let at = rect.min + vec2(at.x as f32, at.y as f32) / ppp;
    rect.shrink(8.0).contains(at).then_some(at)
}

/// The tooth whose number stands under the cursor.
pub fn number_at(
    ui: &Ui,
    (desk, open): (&Desk, &Open),
    (pane, rect): (Pane, Rect),
    cursor: Pos2,
) -> Option<(JawSide, usize)> {
    let shown = [JawSide::Upper, JawSide::Lower].into_iter().filter(|side| open.shows_in(pane, *side));
    let all = shown.filter(|_| desk.habits.tooth_numbers).flat_map(|side| {
        let teeth = open.session.teeth().jaw(side);
        let written =
            open.teeth.anchors(&open.session, side).iter().filter(|a| teeth.number_in_pictures(a.region).is_some());
        written.filter_map(move |anchor| {
            let at = place_of(ui, open, (pane, rect), (side, anchor))?;
            Some(((side, anchor.region), (at - cursor).abs()))
        })
    });
    let near = all.filter(|(_, away)| away.x <= REACH.x && away.y <= REACH.y);
    near.min_by(|(_, a), (_, b)| a.length().total_cmp(&b.length())).map(|(tooth, _)| tooth)
}

fn number_ui(ui: &Ui, rect: Rect, at: Pos2, name: &str) -> Rect {
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect);
    let galley = painter.layout_no_wrap(name.to_owned(), FontId::proportional(10.0), colors.text);
    let plate = Rect::from_center_size(at, galley.size() + vec2(6.0, 1.0));
    painter.rect_filled(plate, 3.0, colors.glass);
    painter.galley(plate.center() - 0.5 * galley.size(), galley, colors.text);
    plate
}
