//! Strokes of the tool that trims, over the picture of the jaws.
use crate::app::stage::pictures::Pictures;
use crate::app::state::Open;
use crate::app::state::drag::Pointer;
use crate::app::state::trim::{Stroke, TrimKind};
use crate::base::words::say;
use crate::jaw::{JawSide, JawTrim};
use crate::render::Hit;
use crate::render::lasso::{JawInView, LassoView, enclosed};
use crate::session::Command;
use glam::{DVec2, Vec3};

/// The brush looks again for the surface after so many pixels, the lasso takes a corner.
const STEP_PX: f64 = 2.0;
/// A line has no more corners.
const MOST_CORNERS: usize = 20_000;

/// A stroke begins where the main button went down; false where there is nothing to brush over.
pub fn press(open: &mut Open, pictures: &Pictures, pointer: &Pointer, alt: bool) -> bool {
    let brings_back = open.trim.brings_back != alt;
    match open.trim.kind {
        TrimKind::Lasso => {
            open.trim.stroke = Some(Stroke::Lasso { outline: vec![pointer.at], brings_back });
            true
        }
        TrimKind::Brush => {
            let Some(hit) = pictures.pick(open.hand.pane, pointer.at) else { return false };
            let last = on_jaw(open, &hit);
            open.session.begin_gesture(say!("command-trimmed"));
            open.trim.stroke = Some(Stroke::Brush { side: hit.side, at: pointer.at, last, brings_back });
            dab(open, hit.side, [last; 2], brings_back);
            true
        }
    }
}

/// The cursor is somewhere else now.
pub fn follow(open: &mut Open, pictures: &Pictures, pointer: &Pointer) {
    match &mut open.trim.stroke {
        Some(Stroke::Lasso { outline, .. }) => {
            let is_step = outline.last().is_none_or(|last| last.distance(pointer.at) >= STEP_PX);
            if is_step && outline.len() < MOST_CORNERS {
                outline.push(pointer.at);
            }
        }
        Some(Stroke::Brush { side, at, last, brings_back }) if at.distance(pointer.at) >= STEP_PX => {
            let (side, from, brings_back) = (*side, *last, *brings_back);
            *at = pointer.at;
            // Over the other jaw, or beside both, the brush is lifted.
            if let Some(hit) = pictures.pick(open.hand.pane, pointer.at).filter(|hit| hit.side == side) {
                let to = on_jaw(open, &hit);
                open.trim.stroke = Some(Stroke::Brush { side, at: pointer.at, last: to, brings_back });
                dab(open, side, [from, to], brings_back);
            }
        }
        _ => {}
    }
}

/// The button was let go: the stroke is one step of undo.
pub fn let_go(open: &mut Open, size: [u32; 2]) {
    match open.trim.stroke.take() {
        Some(Stroke::Brush { .. }) => end(open),
        Some(Stroke::Lasso { outline, brings_back }) => close_lasso(open, size, &outline, brings_back),
        None => {}
    }
}

fn end(open: &mut Open) {
    open.session.name_trim_gesture();
    open.session.end_gesture();
}

/// Takes back the stroke that is under way; without one puts the tool away.
pub fn escape(open: &mut Open) {
    match open.trim.stroke.take() {
        Some(Stroke::Brush { .. }) => open.session.cancel_gesture(),
        Some(Stroke::Lasso { .. }) => {}
        None => open.trim.leave(),
    }
    open.touch();
}

/// A place in the jaw's own coordinates.
fn on_jaw(open: &Open, hit: &Hit) -> Vec3 {
    match hit.side {
        JawSide::Upper => hit.point.as_vec3(),
        JawSide::Lower => open.session.upper_from_lower().inverse().transform_point(hit.point).as_vec3(),
    }
}

fn dab(open: &mut Open, side: JawSide, [from, to]: [Vec3; 2], brings_back: bool) {
    let Some(surface) = open.trim.surface(open.session.pair(), side) else { return };
    let covered = surface.brushed(from, to, open.trim.radius_mm);
    change(open, side, &covered, brings_back);
}

/// Trims triangles or brings them back; within a gesture.
fn change(open: &mut Open, side: JawSide, triangles: &[u32], brings_back: bool) {
    let now = open.session.trim().jaw(side);
    let trim = if brings_back { now.without(&JawTrim::of(triangles.iter().copied())) } else { now.with(triangles) };
    open.session.apply(&Command::Trim { side, trim });
    open.touch();
}

fn close_lasso(open: &mut Open, size: [u32; 2], outline: &[DVec2], brings_back: bool) {
    let (session, settings, pane) = (&open.session, open.settings(), open.hand.pane);
    let pair = session.pair().clone();
    let jaw = |side: JawSide| JawInView {
        mesh: &pair.jaw(side).mesh,
        world_from_jaw: side.world_from_jaw(&session.upper_from_lower()),
        // What is clicked through is drawn through.
        is_shown: open.shows_in(pane, side) && settings.jaw(side).opacity >= LEAST_OPACITY,
        shows_added: settings.added_faces,
    };
    let view = LassoView { camera: *open.view.camera_of(pane), size };
    let found = enclosed(&view, outline, [jaw(JawSide::Upper), jaw(JawSide::Lower)]);
    open.session.begin_gesture(say!("command-trimmed"));
    for (side, triangles) in [JawSide::Upper, JawSide::Lower].into_iter().zip(&found) {
        change(open, side, triangles, brings_back);
    }
    end(open);
}

/// A fainter jaw is clicked through.
const LEAST_OPACITY: f32 = 0.5;
