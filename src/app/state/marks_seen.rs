//! Where the teeth's numbers and pins stand in a picture of the jaws.
use super::{Open, Pane};
use crate::base::Rigid;
use crate::exact::BvhEngine;
use crate::exact::measured::world;
use crate::exact::rays::{Hit, crosses};
use crate::jaw::{JawSide, Mark};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// A tooth that turns its outer side away from the viewer by more than this (cosine) has no number: it would stand on another one.
/// Less is enough where teeth are seen from the side, and their fellows of the other side behind them.
const TURNED_AWAY: f64 = -0.35;
const TURNED_AWAY_ASIDE: f64 = -0.05;
/// Seen from the side: the cosine between the direction to the viewer and the occlusal normal is less.
const ASIDE: f64 = 0.7;

/// A mark on a surface is behind another one that lies nearer to the viewer by more than this, mm.
const BEHIND_MM: f64 = 0.3;

/// Room of a number, points.
const PLATE: DVec2 = DVec2::new(17.0, 12.0);

/// A number that is seen.
pub struct NumberSeen {
    /// The jaw, and the region of its tooth.
    pub tooth: (JawSide, usize),
    pub name: String,
    /// Its middle, pixels from the picture's upper left; it may lie outside.
    pub at: DVec2,
}

/// Where a mark on a jaw is, as far as its jaw is in the picture; pixels, it may lie outside.
pub fn mark_seen(open: &Open, pane: Pane, size: [u32; 2], mark: &Mark) -> Option<DVec2> {
    let at = world(mark, &open.session.upper_from_lower());
    open.view.camera_of(pane).project(at, size).filter(|_| open.shows_in(pane, mark.side))
}

/// Whether what is seen of the jaws hides a mark; never while their search trees are not there.
pub fn is_mark_hidden(open: &Open, pane: Pane, mark: &Mark) -> bool {
    let at = world(mark, &open.session.upper_from_lower());
    let hiding = Hiding::of(open, pane);
    [JawSide::Upper, JawSide::Lower].into_iter().any(|side| hiding.is_before(side, at, BEHIND_MM))
}

/// The surfaces of a picture, as what lies behind them cannot be seen.
struct Hiding<'a> {
    open: &'a Open,
    pane: Pane,
    trees: Option<Arc<BvhEngine>>,
}

impl<'a> Hiding<'a> {
    fn of(open: &'a Open, pane: Pane) -> Self {
        Self { open, pane, trees: open.exact.trees_there(open.session.pair()) }
    }

    /// Whether a jaw's scanned surface lies before a place by more than so much, mm.
    fn is_before(&self, side: JawSide, at: DVec3, by_mm: f64) -> bool {
        let Some(trees) = self.trees.as_ref().filter(|_| self.open.shows_in(self.pane, side)) else { return false };
        let to_viewer = self.open.view.camera_of(self.pane).towards_viewer();
        let (upper, lower) = trees.meshes();
        let (mesh, at, to_viewer) = match side {
            JawSide::Upper => (upper, at, to_viewer),
            JawSide::Lower => {
                let jaw = self.open.upper_from_lower_in(self.pane).inverse();
                (lower, jaw.transform_point(at), jaw.transform_vector(to_viewer))
            }
        };
        let hides = |hit: Hit| hit.distance_mm > by_mm && (hit.triangle as usize) < mesh.n_scanned;
        crosses(trees.bvh(side), at, to_viewer, hides)
    }
}

/// Of a picture of this size in pixels, of which so many make a point. Where two would stand on each other, that of the tooth which turns its
/// outer side more to the viewer does; behind the other jaw there is none.
pub fn numbers_seen(open: &Open, pane: Pane, (size, pixels_per_point): ([u32; 2], f64)) -> Vec<NumberSeen> {
    let camera = open.view.camera_of(pane);
    let is_aside = camera.towards_viewer().dot(open.session.frame().up).abs() < ASIDE;
    let least = if is_aside { TURNED_AWAY_ASIDE } else { TURNED_AWAY };
    let hiding = Hiding::of(open, pane);
    let number = |ToothSeen { tooth, at, outwards }: ToothSeen| {
        let (side, region) = tooth;
        let name = open.session.teeth().jaw(side).number_in_pictures(region)?;
        let facing = outwards.dot(camera.towards_viewer());
        let is_seen = facing >= least && !hiding.is_before(side.other(), at, 0.0);
        let at = camera.project(at, size).filter(|_| is_seen)?;
        Some((facing, NumberSeen { tooth, name, at }))
    };
    let mut numbers: Vec<(f64, NumberSeen)> = teeth_seen(open, pane).filter_map(number).collect();
    numbers.sort_by(|a, b| b.0.total_cmp(&a.0));
    apart(numbers.into_iter().map(|(_, number)| number), PLATE * pixels_per_point)
}

/// Those that have room beside the ones before them.
fn apart(numbers: impl Iterator<Item = NumberSeen>, room: DVec2) -> Vec<NumberSeen> {
    let mut kept: Vec<NumberSeen> = Vec::new();
    for number in numbers {
        if kept.iter().all(|other| (other.at - number.at).abs().cmpge(room).any()) {
            kept.push(number);
        }
    }
    kept
}

/// A tooth of a jaw that is in the picture.
pub struct ToothSeen {
    pub tooth: (JawSide, usize),
    /// Where its number is written, world.
    pub at: DVec3,
    outwards: DVec3,
}

pub fn teeth_seen(open: &Open, pane: Pane) -> impl Iterator<Item = ToothSeen> + '_ {
    let shown = [(JawSide::Upper, Rigid::IDENTITY), (JawSide::Lower, open.upper_from_lower_in(pane))];
    let shown = shown.into_iter().filter(move |(side, _)| open.shows_in(pane, *side));
    shown.flat_map(|(side, world_from_jaw)| {
        open.teeth.anchors(&open.session, side).iter().map(move |anchor| {
            let (at, outwards) = anchor.posed(&world_from_jaw);
            ToothSeen { tooth: (side, anchor.region), at, outwards }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_numbers_on_one_place_the_first_stays() {
        let number =
            |name: &str, x, y| NumberSeen { tooth: (JawSide::Upper, 0), name: name.into(), at: DVec2::new(x, y) };
        let all =
            [number("11", 50.0, 50.0), number("46", 60.0, 58.0), number("41", 50.0, 64.0), number("21", 71.0, 50.0)];
        let names: Vec<String> = apart(all.into_iter(), PLATE).into_iter().map(|number| number.name).collect();
        assert_eq!(names, ["11", "41", "21"], "below and beside there is room");
    }
}
