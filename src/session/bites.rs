//! The bites of a case: a list that begins with the pose of the scans' files, and which of them the jaw is in, or was last.
use crate::base::Rigid;
use crate::base::words::say;
use crate::engine::UncertaintySettings;
use crate::export::named_bite::LastBite;
use crate::jaw::bite::{MOST_BITES, tidy_notes};
use crate::jaw::measure::tidy_name;
use crate::jaw::{Bite, BiteFound, BiteOrigin};
use std::sync::Arc;

/// The bites of a case. "As scanned" is always the first of them, and stays what it is.
#[derive(Clone, Debug)]
pub struct Bites {
    list: Arc<Vec<Bite>>,
    current: usize,
    /// What brought the jaw to where it is, should it have left the current bite.
    came_by: BiteOrigin,
}

/// What brought the jaw away is worth nothing by itself: where it is says the pose.
impl PartialEq for Bites {
    fn eq(&self, other: &Self) -> bool {
        (&self.list, self.current) == (&other.list, other.current)
    }
}

impl Default for Bites {
    fn default() -> Self {
        Self { list: Arc::new(vec![Bite::as_scanned()]), current: 0, came_by: BiteOrigin::Hand }
    }
}

impl Bites {
    /// A list as it was kept; `None` where there can be none such: the first is as scanned and no other is, each name stands once, and
    /// there are not too many.
    pub fn of(list: Vec<Bite>, current: usize, came_by: BiteOrigin) -> Option<Self> {
        let is_list = current < list.len() && list.len() <= MOST_BITES;
        let mut list: Vec<Bite> = list.into_iter().filter(|_| is_list).map(Bite::tidy).collect::<Option<_>>()?;
        let is_first = list.first().is_some_and(Bite::is_as_scanned);
        if !is_first || list[1..].iter().any(Bite::is_as_scanned) {
            return None;
        }
        let mut names: Vec<&str> = list.iter().map(|bite| bite.name.as_str()).collect();
        names.sort_unstable();
        if names.windows(2).any(|two| two[0] == two[1]) {
            return None;
        }
        list[0].found = None;
        Some(Self { list: Arc::new(list), current, came_by })
    }

    pub fn list(&self) -> &[Bite] {
        &self.list
    }

    /// The place of the bite that the jaw is in, or has left last.
    pub fn place(&self) -> usize {
        self.current
    }

    pub fn current(&self) -> &Bite {
        &self.list[self.current]
    }

    pub fn came_by(&self) -> BiteOrigin {
        self.came_by
    }

    /// The current bite, if a pose is its.
    pub fn at(&self, upper_from_lower: &Rigid) -> Option<&Bite> {
        Some(self.current()).filter(|bite| is_same(&bite.upper_from_lower, upper_from_lower))
    }

    /// How a pose came about that the jaw has now.
    pub fn origin_of(&self, upper_from_lower: &Rigid) -> BiteOrigin {
        self.at(upper_from_lower).map_or(self.came_by, |bite| bite.origin)
    }

    /// What a record says of a pose: the current bite, and how a jaw that is not in it has left it.
    pub fn last(&self) -> LastBite {
        LastBite { bite: self.current().clone(), left_by: self.came_by }
    }

    /// Which poses nearby are to be tried of a pose: of a bite from bite scans by its own covariance, of any other as it is usual.
    pub fn known_by(&self, upper_from_lower: &Rigid, usual: UncertaintySettings) -> UncertaintySettings {
        match self.at(upper_from_lower).and_then(|bite| bite.found.as_ref()) {
            Some(BiteFound::Scans(found)) => usual.known_by(&found.covariance, found.about),
            _ => usual,
        }
    }

    /// The same list with the jaw in the bite at this place; `None` where there is none.
    pub fn chosen(&self, place: usize) -> Option<Self> {
        let bite = self.list.get(place)?;
        Some(Self { current: place, came_by: bite.origin, ..self.clone() })
    }

    /// The place of the bite that people call so.
    pub fn place_of(&self, name: &str) -> Option<usize> {
        place_called(name, self.list.iter().map(Bite::said_name))
    }

    /// "Bite 1", or the first such name that is free; of scans and seats by what they are.
    pub fn free_name(&self, origin: BiteOrigin) -> String {
        let name = |n: usize| match origin {
            BiteOrigin::BiteScan => say!("bites-bite-scan-n", n = n),
            BiteOrigin::Seated => say!("bites-seated-n", n = n),
            BiteOrigin::FirstContact => say!("bites-first-contact-n", n = n),
            BiteOrigin::Motion => say!("bites-movement-n", n = n),
            _ => say!("bites-bite-n", n = n),
        };
        (1..).map(name).find(|name| self.place_of(name).is_none()).unwrap_or_default()
    }

    pub fn is_full(&self) -> bool {
        self.list.len() >= MOST_BITES
    }

    /// A hand or the program has moved the jaw.
    pub(super) fn moved(&mut self, came_by: BiteOrigin) {
        self.came_by = came_by;
        if came_by == BiteOrigin::AsScanned {
            self.current = 0;
        }
    }

    /// The jaws have changed roles.
    pub(super) fn swap(&mut self) {
        self.list = Arc::new(self.list.iter().map(Bite::swapped).collect());
    }
}

/// But for rounding: a pose that was read from text, or made orthonormal once more, is the same one.
fn is_same(a: &Rigid, b: &Rigid) -> bool {
    let (a, b) = (a.to_rows(), b.to_rows());
    a.as_flattened().iter().zip(b.as_flattened()).all(|(a, b)| (a - b).abs() < 1e-9)
}

/// Changes of the bites of a case.
#[derive(Clone, Debug, PartialEq)]
pub enum BiteChange {
    /// A new bite; unless it is only to be kept the jaw is in it then.
    Keep {
        bite: Box<Bite>,
        choose: bool,
    },
    /// The jaw goes to the bite at this place.
    Choose(usize),
    /// The current bite becomes where the jaw is now.
    Put {
        made: Option<String>,
    },
    Rename(usize, String),
    /// The notes of a bite are these.
    Write(usize, String),
    /// Takes a bite away. The jaw stays where it is.
    Remove(usize),
}

impl BiteChange {
    /// Changes bites and pose. What cannot be changes nothing.
    pub(super) fn apply(&self, bites: &mut Bites, pose: &mut Rigid) {
        match self {
            Self::Keep { bite, choose } => keep(bites, pose, bite, *choose),
            Self::Choose(place) => choose(bites, pose, *place),
            Self::Put { made } => put(bites, pose, made.as_ref()),
            Self::Rename(place, name) => rename(bites, *place, name),
            Self::Write(place, notes) => {
                if let Some(bite) = Arc::make_mut(&mut bites.list).get_mut(*place) {
                    bite.notes = tidy_notes(notes);
                }
            }
            Self::Remove(place) => remove(bites, pose, *place),
        }
    }

    /// What the list of changes and the undo button call it.
    pub fn name(&self, before: &Bites) -> String {
        let of = |place: usize| before.list.get(place).map_or("", Bite::said_name);
        match self {
            Self::Keep { bite, .. } => say!("bites-kept", name = bite.name.trim()),
            Self::Choose(place) => say!("bites-chosen", name = of(*place)),
            Self::Put { .. } => say!("bites-put", name = of(before.current)),
            Self::Rename(_, name) => say!("bites-renamed", name = name.trim()),
            Self::Write(place, _) => say!("bites-written", name = of(*place)),
            Self::Remove(place) => say!("bites-removed", name = of(*place)),
        }
    }
}

fn keep(bites: &mut Bites, pose: &mut Rigid, bite: &Bite, choosing: bool) {
    let bite = Some(bite.clone()).filter(|bite| !bite.is_as_scanned()).and_then(Bite::tidy);
    let Some(bite) = bite.filter(|bite| !bites.is_full() && bites.place_of(&bite.name).is_none()) else { return };
    let list = Arc::make_mut(&mut bites.list);
    list.push(bite);
    if choosing {
        let place = list.len() - 1;
        choose(bites, pose, place);
    }
}

fn choose(bites: &mut Bites, pose: &mut Rigid, place: usize) {
    if let Some(bite) = bites.list.get(place) {
        (*pose, bites.came_by, bites.current) = (bite.upper_from_lower, bite.origin, place);
    }
}

fn put(bites: &mut Bites, pose: &Rigid, made: Option<&String>) {
    let (place, origin) = (bites.current, bites.came_by);
    if bites.current().is_as_scanned() || bites.at(pose).is_some() {
        return;
    }
    // A pose as scanned that is put into another bite was chosen by a hand.
    let origin = if origin == BiteOrigin::AsScanned { BiteOrigin::Hand } else { origin };
    let bite = &mut Arc::make_mut(&mut bites.list)[place];
    (bite.upper_from_lower, bite.origin, bite.found, bite.made) = (*pose, origin, None, made.cloned());
}

fn rename(bites: &mut Bites, place: usize, name: &str) {
    let Some(name) = tidy_name(name).filter(|name| bites.place_of(name).is_none()) else { return };
    if place > 0
        && let Some(bite) = Arc::make_mut(&mut bites.list).get_mut(place)
    {
        bite.name = name;
    }
}

fn remove(bites: &mut Bites, pose: &Rigid, place: usize) {
    if place == 0 || place >= bites.list.len() {
        return;
    }
    let came_by = bites.origin_of(pose);
    Arc::make_mut(&mut bites.list).remove(place);
    if place < bites.current {
        bites.current -= 1;
    } else if place == bites.current {
        (bites.current, bites.came_by) = (0, came_by);
    }
}

/// The place of the bite of this name; of none so written, of one that is written with other capitals.
pub fn place_called<'a>(wanted: &str, names: impl Iterator<Item = &'a str> + Clone) -> Option<usize> {
    let is_alike = |name: &str| name.to_lowercase() == wanted.to_lowercase();
    names.clone().position(|name| name == wanted).or_else(|| names.clone().position(is_alike))
}

#[cfg(test)]
mod tests;
