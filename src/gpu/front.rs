//! Temporal coherence: where a walk begins. The paper (sect. 5) remembers a level at which most pairs of boxes overlapped and
//! begins there with all pairs of that level. Here the pairs themselves are kept, the *front*: all of a level that were not
//! farther apart than a slack. As long as nothing has moved by more than the slack since, no other pair of that level can
//! have come to touch, so that the walk may begin with them and its answer is the same.
//!
//! The slower things move the further down the front: a small slack lets few pairs more through than none.
use super::forest::{Forest, Tree};
use super::relation::Relation;
use super::walk::Entry;

/// The slack is this part of a node's size: boxes that are so much larger touch by a quarter to a half more.
const SLACK_OF_NODE: f64 = 1.0 / 8.0;
/// A front should last for so many frames.
const FRAMES_A_FRONT: f64 = 4.0;

/// How the next walk begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plan {
    /// With the roots.
    Roots,
    /// With the front that is kept, pairs of this slot.
    Keep { slot: usize },
    /// With the roots down to this slot, where boxes are looked into by the slack (tree units) beyond what is asked for; what
    /// is left there is the front.
    Make { slot: usize, slack: f64 },
}

impl Plan {
    /// With the roots that it may begin with.
    pub fn entry<'a>(self, root_slot: usize, roots: &'a [[u32; 2]]) -> Entry<'a> {
        match self {
            Self::Roots => Entry::Pairs(root_slot, roots),
            Self::Keep { slot } => Entry::Front(slot),
            Self::Make { slot, .. } => Entry::MakeFront(root_slot, roots, slot),
        }
    }

    pub fn entry_slot(self, root_slot: usize) -> usize {
        if let Self::Keep { slot } = self { slot } else { root_slot }
    }

    pub fn slack(self) -> f64 {
        if let Self::Make { slack, .. } = self { slack } else { 0.0 }
    }
}

struct Front {
    slot: usize,
    slack: f64,
    relations: Vec<Relation>,
}

/// What is remembered from frame to frame.
#[derive(Default)]
pub struct Coherence {
    front: Option<Front>,
    /// Of the last frame.
    last: Vec<Relation>,
}

impl Coherence {
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    pub fn plan(&self, relations: &[Relation], forest: &Forest) -> Plan {
        if let Some(front) = &self.front
            && motion(&front.relations, relations, forest) <= front.slack
        {
            return Plan::Keep { slot: front.slot };
        }
        let wanted = motion(&self.last, relations, forest) * FRAMES_A_FRONT;
        let slack = |slot: usize| node_size(forest, slot) * SLACK_OF_NODE;
        let lowest = (1..forest.root_slot).find(|slot| slack(*slot) >= wanted);
        lowest.map_or(Plan::Roots, |slot| Plan::Make { slot, slack: slack(slot) })
    }

    /// After a walk.
    pub fn note(&mut self, plan: Plan, relations: &[Relation]) {
        self.last = relations.to_vec();
        if let Plan::Make { slot, slack } = plan {
            self.front = Some(Front { slot, slack, relations: relations.to_vec() });
        }
    }
}

/// About how long nodes of a slot are, tree units: of a surface each level down halves them. The smallest of all trees.
fn node_size(forest: &Forest, slot: usize) -> f64 {
    let size = |tree: &Tree| {
        let root = tree.root_slot().max(slot);
        2.0 * tree.reach() / f64::exp2((root - slot) as f64)
    };
    forest.trees.iter().filter(|tree| tree.n_triangles() > 0).map(size).fold(f64::INFINITY, f64::min)
}

/// How far anything has moved, tree units; infinite when other objects or another distance are looked at.
pub fn motion(before: &[Relation], now: &[Relation], forest: &Forest) -> f64 {
    let same = |(a, b): (&Relation, &Relation)| a.objects == b.objects && a.distance == b.distance;
    if before.len() != now.len() || !before.iter().zip(now).all(same) {
        return f64::INFINITY;
    }
    let moved = |(before, now): (&Relation, &Relation)| {
        if !now.a_from_b.to_dmat4().is_finite() {
            return f64::INFINITY;
        }
        // What the margins differ by was not in the slack.
        let margins = (now.margin - before.margin).abs();
        now.motion_since(before, &forest.trees[now.objects[1]]) + margins
    };
    before.iter().zip(now).map(moved).fold(0.0, f64::max)
}
