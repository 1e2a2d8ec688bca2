//! The first touch of two surfaces under a motion: both trees at once, the pair of nodes that may touch first is opened
//! first. Whatever stays unopened touches later, so the answer owes nothing to steps.
use super::super::bvh::Bvh;
use super::jaws::Jaws;
use super::motion::Motion;
use super::sweep::Sweeps;
use super::touches::first_touch;
use crate::base::{Cancelled, Progress, Rigid, both};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Pairs of triangles looked at before the search gives up: some minutes.
const MOST_PAIRS: u64 = 100_000_000;

/// Two trees and how the second one moves.
pub struct Moving<'a> {
    pub upper: &'a Bvh,
    pub lower: &'a Bvh,
    pub start: Rigid,
    pub motion: Motion,
    pub upper_sweeps: Sweeps,
    pub lower_sweeps: Sweeps,
}

impl<'a> Moving<'a> {
    /// From the pose `start` on.
    pub fn new(jaws: &Jaws<'a>, start: &Rigid, motion: &Motion) -> Self {
        let (upper, lower) = (jaws.upper, jaws.lower);
        let of_upper = || Sweeps::new(upper, &Rigid::IDENTITY, motion);
        let (lower_sweeps, upper_sweeps) = both(|| Sweeps::new(lower, start, motion), of_upper);
        Self { upper, lower, start: *start, motion: *motion, upper_sweeps, lower_sweeps }
    }
}

/// A touch: travel and places of the triangles in the order of the leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    pub travel: f64,
    pub upper_place: usize,
    pub lower_place: usize,
}

/// What lies ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeOfImpact {
    Touch(Touch),
    /// Nothing within the limit.
    Nothing,
    /// Too many triangles pass each other closely; up to here nothing touches.
    GaveUp {
        clear_to: f64,
    },
}

/// A pair of nodes, ordered by when it may touch first.
#[derive(PartialEq)]
struct Open {
    at: f64,
    upper: u32,
    lower: u32,
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.at.total_cmp(&other.at).then_with(|| (other.upper, other.lower).cmp(&(self.upper, self.lower)))
    }
}

/// The first touch at a travel from 0 to `limit`, for surfaces that do not meet at 0.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn time_of_impact(moving: &Moving, limit: f64, progress: &Progress) -> Result<TimeOfImpact, Cancelled> {
    let mut search = ImpactSearch { moving, open: BinaryHeap::new(), limit, best: None, n_pairs: 0 };
    search.push(0, 0);
    let mut n_opened = 0_u64;
    while let Some(Reverse(next)) = search.open.pop() {
        if next.at >= search.limit {
            break;
        }
        if search.n_pairs > MOST_PAIRS {
            return Ok(TimeOfImpact::GaveUp { clear_to: next.at });
        }
        n_opened += 1;
        if n_opened.is_multiple_of(1024) {
            progress.at(next.at / limit)?;
        }
        search.descend(next.upper, next.lower);
    }
    progress.at(1.0)?;
    Ok(search.best.map_or(TimeOfImpact::Nothing, TimeOfImpact::Touch))
}

struct ImpactSearch<'a> {
    moving: &'a Moving<'a>,
    open: BinaryHeap<Reverse<Open>>,
    /// The first touch so far; nothing after it matters.
    limit: f64,
    best: Option<Touch>,
    n_pairs: u64,
}

impl ImpactSearch<'_> {
    fn push(&mut self, upper: u32, lower: u32) {
        let Moving { upper_sweeps, lower_sweeps, motion, .. } = self.moving;
        let moving = &lower_sweeps.nodes[lower as usize];
        if let Some(at) = moving.meets(&upper_sweeps.nodes[upper as usize], motion.is_turn())
            && at < self.limit
        {
            self.open.push(Reverse(Open { at, upper, lower }));
        }
    }

    fn descend(&mut self, u: u32, l: u32) {
        let (upper, lower) = (self.moving.upper, self.moving.lower);
        let (link_u, link_l) = (upper.link(u), lower.link(l));
        if link_u.is_leaf() && link_l.is_leaf() {
            return self.leaves(u, l);
        }
        let size = |bvh: &Bvh, node| bvh.node_box(node).half.element_sum();
        if link_l.is_leaf() || (!link_u.is_leaf() && size(upper, u) >= size(lower, l)) {
            self.push(link_u.first, l);
            self.push(link_u.first + 1, l);
        } else {
            self.push(u, link_l.first);
            self.push(u, link_l.first + 1);
        }
    }

    fn leaves(&mut self, u: u32, l: u32) {
        let Moving { upper, lower, start, motion, upper_sweeps, lower_sweeps } = self.moving;
        for j in lower.link(l).triangles() {
            let moving = lower.corners(j).map(|p| start.transform_point(p));
            for i in upper.link(u).triangles() {
                let at = lower_sweeps.triangles[j].meets(&upper_sweeps.triangles[i], motion.is_turn());
                let Some(at) = at.filter(|at| *at < self.limit) else { continue };
                self.n_pairs += 1;
                if let Some(travel) = first_touch(motion, &upper.corners(i), &moving, at, self.limit) {
                    self.limit = travel;
                    self.best = Some(Touch { travel, upper_place: i, lower_place: j });
                }
            }
        }
    }
}
