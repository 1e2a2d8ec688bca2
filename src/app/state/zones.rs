//! The contacts as a list that stays calm: numbers, an order, the one that is pointed at. While the jaw moves numbers and order stay.
use crate::base::words::{self, Manner, decimal, say};
use crate::engine::{Contact, Uncertainty};
use crate::export::headline::{Headline, Judged};
use crate::field::contact::{ByTooth, Places, WHOLE_SHARE, Zone};
use crate::jaw::{JawPair, JawSide, OcclusalFrame, Teeth};
use crate::session::{Session, ZoneNames};
use std::cmp::Ordering;
use std::sync::Arc;

/// Less surface than this on either jaw is no mark on it, mm².
const LEAST_MARK_MM2: f64 = 0.02;

/// A contact with its number.
#[derive(Clone, Debug)]
pub struct NamedZone {
    pub name: u32,
    pub zone: Zone,
    /// Names of the upper and the lower tooth that it lies on, "16" or "16?".
    pub teeth: [Option<String>; 2],
    /// The places in the regions of the jaws of all teeth that it lies on.
    pub reaches: [Vec<usize>; 2],
    /// Names of the teeth that it is deepest between, where they are others.
    pub deepest: Option<[Option<String>; 2]>,
    /// Share of its surface that lies between them.
    pub tooth_share: Option<f64>,
    /// In what share of the positions nearby it is there; `None`: not known.
    pub certainty: Option<f64>,
}

impl NamedZone {
    /// More than a speck of it lies on this tooth.
    pub fn is_on(&self, (side, region): (JawSide, usize)) -> bool {
        self.reaches[side as usize].contains(&region)
    }

    /// ", 63 % of it" of a contact that spans several pairs of teeth.
    pub fn share_text(&self) -> String {
        let share = self.tooth_share.filter(|share| *share < WHOLE_SHARE);
        share.map_or(String::new(), |share| say!("zones-share", share = decimal(share * 100.0, 0)))
    }

    /// "16–46", "16?–46", "16–46 ~" of one that spans several pairs of teeth, "–" where neither tooth is known.
    pub fn teeth_text(&self) -> String {
        let spans = if self.share_text().is_empty() { "" } else { " ~" };
        if self.teeth == [None, None] { "–".into() } else { format!("{}{spans}", both_names(&self.teeth)) }
    }

    /// "22–33" where that is not what it is named by.
    pub fn deepest_text(&self) -> Option<String> {
        self.deepest.as_ref().map(both_names)
    }
}

fn both_names(teeth: &[Option<String>; 2]) -> String {
    let [upper, lower] = teeth.each_ref().map(|t| t.as_deref().unwrap_or("·"));
    format!("{upper}–{lower}")
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Area,
    Depth,
}

impl Order {
    const ALL: [Self; 2] = [Self::Area, Self::Depth];

    /// Which of two contacts is listed first.
    fn of(self, a: &Zone, b: &Zone) -> Ordering {
        match self {
            Self::Area => b.mean_area_mm2().total_cmp(&a.mean_area_mm2()),
            Self::Depth => a.min_gap_mm.total_cmp(&b.min_gap_mm),
        }
    }
}

/// How the list is read, whatever case is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListHabits {
    pub order: Order,
    /// Only contacts that leave marks on both arches.
    pub both_only: bool,
}

/// The contacts at the threshold that is shown.
#[derive(Default)]
pub struct ZoneList {
    names: ZoneNames,
    made_of: Option<MadeOf>,
    /// All but specks, which have no numbers: while the jaw moves they come and go.
    zones: Arc<Vec<NamedZone>>,
    /// Their numbers in every [`Order`]; while the jaw moves also those that were there since it rested.
    listed: [Vec<u32>; Order::ALL.len()],
    /// How many, and their surface together, mm².
    specks: (usize, f64),
    by_tooth: Option<ByTooth>,
    headline: Option<Headline>,
    /// Number of the contact that was flown to.
    pub chosen: Option<u32>,
    /// The tooth that was chosen, by its place in its jaw's regions: all its contacts are.
    pub tooth: Option<(JawSide, usize)>,
}

/// What a list was made of.
struct MadeOf {
    /// The zones' triangles are of these meshes.
    pair: Arc<JawPair>,
    contact: Arc<Contact>,
    at_rest: bool,
    threshold_mm: f64,
    teeth: Arc<Teeth>,
    frame: OcclusalFrame,
    sure: Option<Arc<Uncertainty>>,
    /// Of its words.
    manner: Manner,
}

impl MadeOf {
    /// What else may change without any contact changing.
    fn is_of(&self, teeth: &Arc<Teeth>, frame: &OcclusalFrame, sure: Option<&Arc<Uncertainty>>) -> bool {
        let same_sure = match (&self.sure, sure) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        Arc::ptr_eq(&self.teeth, teeth) && self.frame == *frame && same_sure && self.manner == words::manner()
    }
}

impl ZoneList {
    /// Takes in the contact of a pose, at rest or of a moment ago while the jaw moves, and how sure it is by closest gap; without a
    /// contact the last ones stay, to be dimmed.
    pub fn follow(
        &mut self,
        (contact, at_rest): (Option<&Arc<Contact>>, bool),
        sure: Option<&Arc<Uncertainty>>,
        session: &Session,
    ) {
        if self.made_of.as_ref().is_some_and(|m| !Arc::ptr_eq(&m.pair, session.pair())) {
            // The jaws have changed roles.
            *self = Self::default();
        }
        let Some(contact) = contact else { return };
        let (threshold_mm, teeth, frame) = (session.settings().threshold_mm, session.teeth(), *session.frame());
        let is_same = |m: &&MadeOf| Arc::ptr_eq(&m.contact, contact) && m.threshold_mm == threshold_mm;
        let known = self.made_of.as_ref().filter(|m| is_same(m) && (m.at_rest || !at_rest));
        if known.is_some_and(|m| m.is_of(teeth, &frame, sure)) {
            return;
        }
        let all = contact.zones(threshold_mm).unwrap_or_default();
        let (places, zones): (Vec<usize>, Vec<Zone>) =
            all.iter().cloned().enumerate().filter(|(_, zone)| !zone.is_speck()).unzip();
        let names: Vec<u32> = match known {
            Some(_) => self.zones.iter().map(|z| z.name).collect(),
            None => self.name(&zones, at_rest),
        };
        self.by_tooth = contact.by_tooth(threshold_mm, teeth, &frame).filter(|_| !teeth.is_empty());
        let tooth = |side: JawSide, region: Option<usize>| Some(teeth.jaw(side).regions.get(region?)?.name());
        let teeth_of = |[upper, lower]: Places| [tooth(JawSide::Upper, upper), tooth(JawSide::Lower, lower)];
        let told = self.by_tooth.as_ref();
        let zones = places.into_iter().zip(zones).zip(names).map(|((i, zone), name)| {
            let on = told.and_then(|found| found.zones.get(i).cloned()).unwrap_or_default();
            NamedZone {
                name,
                teeth: teeth_of(on.mostly),
                reaches: on.reaches,
                deepest: (on.deepest != on.mostly).then(|| teeth_of(on.deepest)),
                tooth_share: on.share,
                certainty: sure.map(|s| s.share(&zone, threshold_mm)),
                zone,
            }
        });
        self.zones = Arc::new(zones.collect());
        self.put_in_order(at_rest);
        let specks = all.iter().filter(|zone| zone.is_speck());
        self.specks = specks.fold((0, 0.0), |(n, mm2), zone| (n + 1, mm2 + zone.mean_area_mm2()));
        // The sentence does not name it.
        let trimmed_mm2 = 0.0;
        self.headline = Some(Judged { contact, teeth, threshold_mm, trimmed_mm2 }.headline());
        let (pair, contact, teeth, sure) = (session.pair().clone(), contact.clone(), teeth.clone(), sure.cloned());
        let manner = words::manner();
        self.made_of = Some(MadeOf { pair, contact, at_rest, threshold_mm, teeth, frame, sure, manner });
    }

    /// While the jaw moves contacts keep their numbers; at rest they are counted as reports and tables count them, and the one that was
    /// chosen stays chosen where it is still there.
    fn name(&mut self, zones: &[Zone], at_rest: bool) -> Vec<u32> {
        let names = self.names.name(zones);
        if !at_rest {
            return names;
        }
        let counted = self.names.count_anew(zones);
        let chosen = names.iter().position(|name| Some(*name) == self.chosen);
        self.chosen = chosen.map(|place| counted[place]);
        counted
    }

    /// Sorted at rest; while the jaw moves figures change all the time, and rows that changed places with them could not be read: who is
    /// listed stays where it is, and who is new comes last.
    fn put_in_order(&mut self, at_rest: bool) {
        for (order, listed) in Order::ALL.into_iter().zip(&mut self.listed) {
            if at_rest {
                listed.clear();
            }
            let mut new: Vec<&NamedZone> = self.zones.iter().filter(|z| !listed.contains(&z.name)).collect();
            new.sort_by(|a, b| order.of(&a.zone, &b.zone));
            listed.extend(new.into_iter().map(|z| z.name));
        }
    }

    /// What is read first of the contact that was taken in last.
    pub fn headline(&self) -> Option<&Headline> {
        self.headline.as_ref()
    }

    /// The contacts told by teeth; `None` where no teeth are known.
    pub fn by_tooth(&self) -> Option<&ByTooth> {
        self.by_tooth.as_ref()
    }

    /// All contacts but specks, and the places among them of those that are listed, in the order that was chosen.
    pub fn shown(&self, habits: ListHabits) -> (Arc<Vec<NamedZone>>, Vec<usize>) {
        let is_listed = |i: &usize| !habits.both_only || self.zones[*i].zone.is_on_both(LEAST_MARK_MM2);
        let place = |name: &u32| self.zones.iter().position(|z| z.name == *name);
        let shown = self.listed[habits.order as usize].iter().filter_map(place).filter(is_listed).collect();
        (self.zones.clone(), shown)
    }

    /// Whether a contact lies on the tooth that was chosen.
    pub fn is_on_chosen_tooth(&self, zone: &NamedZone) -> bool {
        self.tooth.is_some_and(|tooth| zone.is_on(tooth))
    }

    /// The largest contact of a tooth; `None` where it has none.
    pub fn largest_of(&self, tooth: (JawSide, usize)) -> Option<&NamedZone> {
        let own = self.zones.iter().filter(|zone| zone.is_on(tooth));
        own.max_by(|a, b| a.zone.mean_area_mm2().total_cmp(&b.zone.mean_area_mm2()))
    }

    /// How many contacts are too small to be places of their own, and their surface together, mm².
    pub fn specks(&self) -> (usize, f64) {
        self.specks
    }

    pub fn get(&self, name: u32) -> Option<&NamedZone> {
        self.zones.iter().find(|z| z.name == name)
    }

    /// The contact to be lit up in pictures of these jaws, `hovered` before the one that was chosen; none where the list is of other
    /// ones still.
    pub fn lit(&self, pair: &Arc<JawPair>, hovered: Option<u32>) -> Option<&NamedZone> {
        self.made_of.as_ref().filter(|m| Arc::ptr_eq(&m.pair, pair))?;
        self.get(hovered.or(self.chosen)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn list_of(list: &mut ZoneList, zones: &[(u32, f64, f64)]) {
        let named = |&(name, area_mm2, min_gap_mm): &(u32, f64, f64)| NamedZone {
            name,
            zone: Zone {
                centroid: DVec3::ZERO,
                area_mm2: [area_mm2; 2],
                penetrating_mm2: [0.0; 2],
                min_gap_mm,
                triangles: [Vec::new(), Vec::new()],
            },
            teeth: [None, None],
            reaches: [vec![], vec![]],
            deepest: None,
            tooth_share: None,
            certainty: None,
        };
        list.zones = Arc::new(zones.iter().map(named).collect());
    }

    fn names(list: &ZoneList, order: Order) -> Vec<u32> {
        let (zones, rows) = list.shown(ListHabits { order, both_only: false });
        rows.into_iter().map(|row| zones[row].name).collect()
    }

    #[test]
    fn numbers_stay_while_the_jaw_moves_and_at_rest_are_those_of_a_report() {
        let zone = |x: f64, first: u32| Zone {
            centroid: DVec3::X * x,
            triangles: [vec![first, first + 1], Vec::new()],
            ..Zone::NOTHING
        };
        let [a, b, c] = [zone(0.0, 0), zone(20.0, 50), zone(-20.0, 80)];
        let mut list = ZoneList::default();
        assert_eq!(list.name(&[a.clone(), b.clone()], true), [1, 2]);
        list.chosen = Some(2);
        assert_eq!(list.name(&[c.clone(), b.clone()], false), [3, 2]);
        assert_eq!(list.chosen, Some(2));
        // At rest the new one is the largest, and the chosen one has the number of its place.
        assert_eq!(list.name(&[c.clone(), b, a.clone()], true), [1, 2, 3]);
        assert_eq!(list.chosen, Some(2));
        list.name(&[c.clone(), a.clone()], true);
        assert_eq!(list.chosen, None, "it is gone");
        list.chosen = Some(2);
        list.name(&[a, c], true);
        assert_eq!(list.chosen, Some(1), "it has become the largest");
    }

    #[test]
    fn rows_keep_their_places_while_the_jaw_moves_and_are_sorted_at_rest() {
        let mut list = ZoneList::default();
        list_of(&mut list, &[(1, 3.0, 0.01), (2, 2.0, -0.02), (3, 1.0, 0.03)]);
        list.put_in_order(true);
        assert_eq!((names(&list, Order::Area), names(&list, Order::Depth)), (vec![1, 2, 3], vec![2, 1, 3]));
        // The last has become the largest, the second is gone, two are new.
        list_of(&mut list, &[(3, 4.0, -0.05), (1, 3.0, 0.02), (5, 2.5, 0.0), (4, 0.5, -0.01)]);
        list.put_in_order(false);
        assert_eq!((names(&list, Order::Area), names(&list, Order::Depth)), (vec![1, 3, 5, 4], vec![1, 3, 4, 5]));
        // It is back where it was.
        list_of(&mut list, &[(3, 4.0, -0.05), (2, 3.5, -0.1), (1, 3.0, 0.02), (4, 0.6, 0.0)]);
        list.put_in_order(false);
        assert_eq!((names(&list, Order::Area), names(&list, Order::Depth)), (vec![1, 2, 3, 4], vec![2, 1, 3, 4]));
        // The twin: at rest they are sorted again, and so is the first that is heard of a jaw.
        let mut first = ZoneList { zones: list.zones.clone(), ..ZoneList::default() };
        first.put_in_order(false);
        list.put_in_order(true);
        for list in [list, first] {
            assert_eq!((names(&list, Order::Area), names(&list, Order::Depth)), (vec![3, 2, 1, 4], vec![2, 3, 4, 1]));
        }
    }
}
