//! Actions about how the case is looked at.
use crate::app::actions::ViewAction;
use crate::app::state::{Desk, Look, Open, ViewLayout};
use crate::jaw::JawSide;
use crate::render::StandardView;
use crate::render::camera::RAD_PER_PX;
use glam::{DVec2, DVec3};

/// Width of the view that a contact is flown to, mm: a tooth and a half.
const FLOWN_TO_MM: f64 = 14.0;

/// Of a key.
const TURN_STEP_RAD: f64 = std::f64::consts::PI / 18.0;
const ZOOM_STEP: f64 = 1.2;
/// Heights of the view that keys lead to, mm.
const NEAREST_MM: f64 = 0.5;
const FARTHEST_MM: f64 = 1000.0;

pub fn update(desk: &mut Desk, action: ViewAction) {
    match action {
        ViewAction::Layout(layout) => set_layout(desk, layout),
        ViewAction::NextLayout => set_layout(desk, desk.layout.next()),
        ViewAction::List(habits) => desk.habits.list = habits,
        ViewAction::Uncertainty(wish) => desk.habits.uncertainty = wish,
        ViewAction::FlyToView(place) => fly_to_view(desk, place),
        ViewAction::Look(view) => with_case(desk, |open| look_at(open, view)),
        ViewAction::FlyTo(contact) => with_case(desk, |open| fly_to(open, contact)),
        ViewAction::FlyToPlace(place) => with_case(desk, |open| fly_to_place(open, place)),
        ViewAction::FlyToTooth(side, region) => with_case(desk, |open| fly_to_tooth(open, (side, region))),
        ViewAction::StepContact(steps) => step_contact(desk, steps),
        ViewAction::Turn(right, up) => with_case(desk, |open| turn(open, DVec2::new(right, -up))),
        ViewAction::Zoom(steps) => with_case(desk, |open| {
            let height_mm = &mut open.view.camera_mut(open.hand.pointed.pane).height_mm;
            *height_mm = (*height_mm * ZOOM_STEP.powf(-steps)).clamp(NEAREST_MM, FARTHEST_MM);
            open.touch();
        }),
        ViewAction::LeaveContact => with_case(desk, |open| (open.zones.chosen, open.zones.tooth) = (None, None)),
        ViewAction::Fit => with_case(desk, |open| {
            open.view.look = Some(Look::Fit);
            open.view.look_at_arches();
            open.view.map_moved = false;
        }),
    }
}

fn with_case(desk: &mut Desk, change: impl FnOnce(&mut Open)) {
    if let Some(open) = &mut desk.open {
        change(open);
    }
}

fn look_at(open: &mut Open, view: StandardView) {
    open.view.look = Some(Look::At(view));
    open.view.before_flight = None;
    open.view.solo = match view {
        StandardView::UpperOcclusal => Some(JawSide::Upper),
        StandardView::LowerOcclusal => Some(JawSide::Lower),
        StandardView::Front | StandardView::Right | StandardView::Left | StandardView::Back => None,
    };
}

/// The picture of the jaws has another shape then: everything is brought into it again.
fn set_layout(desk: &mut Desk, layout: ViewLayout) {
    // A hand that holds something holds it in the picture that is there.
    let is_held = desk.open.as_ref().is_some_and(|open| open.hand.drag.is_some() || open.trim.stroke.is_some());
    if layout != desk.layout && !is_held {
        desk.layout = layout;
        with_case(desk, |open| open.view.look_after_layout = Some(Look::Fit));
    }
}

/// The pictures of the overview have other shapes: everything is brought into them again. Elsewhere one looks on from where one did.
pub fn fit_overview(open: &mut Open) {
    open.view.look_after_layout = Some(Look::Fit);
    open.view.look_at_arches_after_layout = true;
}

/// Looks as a view of the case does: at one jaw, or at those that are not hidden.
fn fly_to_view(desk: &mut Desk, place: usize) {
    let Some(open) = &mut desk.open else { return };
    let Some((camera, solo)) = open.session.views().get(place).map(|v| (v.camera, v.solo)) else { return };
    open.view.look_from(camera);
    (open.view.solo, open.view.before_flight) = (solo, None);
    open.touch();
    if !desk.layout.shows_jaws() {
        desk.layout = ViewLayout::Jaws;
    }
}

/// Makes a contact the middle of the view.
fn fly_to(open: &mut Open, name: u32) {
    let Some(centroid) = open.zones.get(name).map(|z| z.zone.centroid) else { return };
    fly_to_place(open, centroid);
    (open.zones.chosen, open.zones.tooth) = (Some(name), None);
}

/// Selects a tooth: its largest contact becomes the middle of the view, all of them are marked in the list. Of one that touches nothing the
/// tooth itself; chosen again it is chosen no longer.
fn fly_to_tooth(open: &mut Open, tooth: (JawSide, usize)) {
    if open.zones.tooth == Some(tooth) {
        (open.zones.chosen, open.zones.tooth) = (None, None);
        return;
    }
    let largest = open.zones.largest_of(tooth).map(|zone| (zone.name, zone.zone.centroid));
    let (name, place) = largest.map_or((None, tooth_at(open, tooth)), |(name, place)| (Some(name), Some(place)));
    let Some(place) = place else { return };
    fly_to_place(open, place);
    (open.zones.chosen, open.zones.tooth) = (name, Some(tooth));
}

/// To the contact that comes so many after the chosen one in the list, round and round; at first to the first.
fn step_contact(desk: &mut Desk, steps: i32) {
    let list = desk.habits.list;
    let Some(open) = &mut desk.open else { return };
    // A movement has the keys while it is looked at.
    if open.motion.is_open {
        open.motion.step_by(steps.into());
        return open.touch();
    }
    let (zones, rows) = open.zones.shown(list);
    let n = rows.len() as i32;
    let now = rows.iter().position(|row| open.zones.chosen == Some(zones[*row].name));
    let next = now.map_or(if steps < 0 { -1 } else { 0 }, |now| now as i32 + steps);
    if n > 0 && open.contact_shown().contact().is_some() {
        fly_to(open, zones[rows[next.rem_euclid(n) as usize]].name);
    }
}

/// About the middle of the picture that the cursor was over last.
fn turn(open: &mut Open, steps: DVec2) {
    let up = open.session.frame().up;
    let camera = open.view.camera_mut(open.hand.pointed.pane);
    camera.orbit(steps * TURN_STEP_RAD / RAD_PER_PX, up, camera.target);
    open.touch();
}

/// Beside a tooth, where its number stands.
fn tooth_at(open: &Open, (side, region): (JawSide, usize)) -> Option<DVec3> {
    let anchor = open.teeth.anchors(&open.session, side).iter().find(|anchor| anchor.region == region)?;
    Some(anchor.posed(&side.world_from_jaw(&open.session.upper_from_lower())).0)
}

/// Makes a place the middle of the view, near enough to see it. Where both jaws are in the picture one would cover it: then
/// the lower teeth are seen from above.
fn fly_to_place(open: &mut Open, place: DVec3) {
    if [JawSide::Upper, JawSide::Lower].into_iter().all(|side| open.shows(side)) {
        open.view.before_flight = Some(open.view.camera);
        open.view.camera.orientation = StandardView::LowerOcclusal.orientation(open.session.frame());
        open.view.solo = Some(JawSide::Lower);
    }
    open.view.camera.focus(place);
    open.view.camera.height_mm = open.view.camera.height_mm.min(FLOWN_TO_MM);
    open.section.led_to = Some(place);
    open.touch();
}

/// Before anything is laid out: a look that waited for another layout is due.
pub fn begin_frame(desk: &mut Desk) {
    let Some(open) = &mut desk.open else { return };
    open.view.follow_frame(open.session.frame());
    let has_card = open.motion.is_open;
    // However the mode was opened or left: with its card the overview may be laid out another way.
    if std::mem::replace(&mut open.view.had_motion_card, has_card) != has_card && desk.layout == ViewLayout::Overview {
        fit_overview(open);
    }
    // Of a movement and of two bites both jaws are looked at.
    let has_card = has_card || open.compare.is_open;
    let had_card = std::mem::replace(&mut open.view.had_card, has_card);
    if has_card && !had_card {
        open.view.fly_back();
    }
    if std::mem::take(&mut open.view.look_at_arches_after_layout) {
        open.view.look_at_arches();
    }
    open.view.look = open.view.look_after_layout.take().or(open.view.look.take());
}
