//! Temporal coherence: where a walk begins. The paper (sect. 5) remembers a level at which most pairs of boxes overlapped and
//! begins there with all pairs of that level. Here the pairs themselves are kept, the *front*: all of a level that were not
//! farther apart than a slack. As long as nothing has moved by more than the slack since, no other pair of that level can
//! have come to touch, so that the walk may begin with them and its answer is the same.
use super::forest::Forest;
use super::relation::Relation;

/// How far things may move before the front is made anew, tree units: a quarter to half a millimetre of a jaw.
const SLACK: f64 = 1.0 / 128.0;
/// A front is worth its making where things move by less than this part of the slack from frame to frame.
const FRAMES_A_FRONT: f64 = 4.0;
/// Pairs in a front, about: enough for a GPU to be busy with.
const ENOUGH: u64 = 1024;

/// How the next walk begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// With the roots.
    Roots,
    /// With the front that is kept, pairs of this slot.
    Keep(usize),
    /// With the roots down to this slot, loosely; what is left there is the front.
    Make(usize),
}

impl Plan {
    /// Beyond what is asked for boxes are looked into by so much on the way to the front, tree units.
    pub fn slack(self) -> f64 {
        if matches!(self, Self::Make(_)) { SLACK } else { 0.0 }
    }
}

struct Front {
    slot: usize,
    relations: Vec<Relation>,
}

/// What is remembered from frame to frame.
#[derive(Default)]
pub struct Coherence {
    front: Option<Front>,
    /// Of the last frame.
    last: Vec<Relation>,
    /// Slot of the next front.
    slot: Option<usize>,
}

impl Coherence {
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    pub fn plan(&self, relations: &[Relation], forest: &Forest) -> Plan {
        let Some(slot) = self.slot else { return Plan::Roots };
        if let Some(front) = &self.front
            && motion(&front.relations, relations, forest) <= SLACK
        {
            return Plan::Keep(front.slot);
        }
        if motion(&self.last, relations, forest) * FRAMES_A_FRONT <= SLACK { Plan::Make(slot) } else { Plan::Roots }
    }

    /// After a walk: pairs that were left in each slot.
    pub fn note(&mut self, plan: Plan, relations: &[Relation], n_near: &[u64], root_slot: usize) {
        self.last = relations.to_vec();
        match plan {
            Plan::Keep(_) => {}
            Plan::Roots => {
                let busy = (1..root_slot).rev().find(|slot| n_near[*slot] >= ENOUGH);
                self.slot = (root_slot > 1).then_some(busy.unwrap_or(1));
            }
            Plan::Make(slot) => {
                self.front = Some(Front { slot, relations: relations.to_vec() });
                let n = n_near[slot];
                let next = if n > 8 * ENOUGH { slot + 1 } else if 8 * n < ENOUGH { slot - 1 } else { slot };
                self.slot = Some(next.clamp(1, root_slot - 1));
            }
        }
    }
}

/// How far anything has moved, tree units; infinite when other objects or another distance are looked at.
fn motion(before: &[Relation], now: &[Relation], forest: &Forest) -> f64 {
    let same = |(a, b): (&Relation, &Relation)| a.objects == b.objects && a.distance == b.distance;
    if before.len() != now.len() || !before.iter().zip(now).all(same) {
        return f64::INFINITY;
    }
    let moved = |(before, now): (&Relation, &Relation)| {
        // What the margins differ by was not in the slack.
        let margins = (now.margin - before.margin).abs();
        now.motion_since(before, &forest.trees[now.objects[1]]) + margins
    };
    before.iter().zip(now).map(moved).fold(0.0, f64::max)
}
