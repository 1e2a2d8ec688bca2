//! The contacts as a list that stays calm: numbers that stay with them, an order, the one that is pointed at.
use crate::engine::{Contact, Uncertainty};
use crate::export::headline::{Headline, Judged};
use crate::field::contact::{ByTooth, WHOLE_SHARE, Zone};
use crate::jaw::{JawPair, JawSide, OcclusalFrame, Teeth};
use crate::session::{Session, ZoneNames};
use std::sync::Arc;

/// Less surface than this on either jaw is no mark on it, mm².
const LEAST_MARK_MM2: f64 = 0.02;

/// A contact with its number.
#[derive(Clone, Debug)]
pub struct NamedZone {
    pub name: u32,
    pub zone: Zone,
    /// Names of the upper and the lower tooth that it lies on, "16" or "16 ?".
    pub teeth: [Option<String>; 2],
    /// Share of its surface that lies between them.
    pub tooth_share: Option<f64>,
    /// In what share of the positions nearby it is there; `None`: not known.
    pub certainty: Option<f64>,
}

impl NamedZone {
    /// ", 63 % of it" of a contact that spans several pairs of teeth.
    pub fn share_text(&self) -> String {
        let share = self.tooth_share.filter(|share| *share < WHOLE_SHARE);
        share.map_or(String::new(), |share| format!(", {:.0} % of it", share * 100.0))
    }

    /// "16–46", "16 ?–46", "16–46 ~" of one that spans several pairs of teeth, "–" where neither tooth is known.
    pub fn teeth_text(&self) -> String {
        match &self.teeth {
            [None, None] => "–".into(),
            teeth => {
                let [upper, lower] = teeth.each_ref().map(|t| t.as_deref().unwrap_or("·"));
                let spans = if self.share_text().is_empty() { "" } else { " ~" };
                format!("{upper}–{lower}{spans}")
            }
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Area,
    Depth,
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
    /// How many, and their surface together, mm².
    specks: (usize, f64),
    by_tooth: Option<ByTooth>,
    headline: Option<Headline>,
    /// Number of the contact that was flown to.
    pub chosen: Option<u32>,
}

/// What a list was made of.
struct MadeOf {
    /// The zones' triangles are of these meshes.
    pair: Arc<JawPair>,
    contact: Arc<Contact>,
    threshold_mm: f64,
    teeth: Arc<Teeth>,
    frame: OcclusalFrame,
    sure: Option<Arc<Uncertainty>>,
}

impl MadeOf {
    /// What else may change without any contact changing.
    fn is_of(&self, teeth: &Arc<Teeth>, frame: &OcclusalFrame, sure: Option<&Arc<Uncertainty>>) -> bool {
        let same_sure = match (&self.sure, sure) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        Arc::ptr_eq(&self.teeth, teeth) && self.frame == *frame && same_sure
    }
}

impl ZoneList {
    /// Takes in a pose's contact, and how sure it is by closest gap; without a contact the last ones stay, to be dimmed.
    pub fn follow(&mut self, contact: Option<&Arc<Contact>>, sure: Option<&Arc<Uncertainty>>, session: &Session) {
        if self.made_of.as_ref().is_some_and(|m| !Arc::ptr_eq(&m.pair, session.pair())) {
            // The jaws have changed roles.
            *self = Self::default();
        }
        let Some(contact) = contact else { return };
        let (threshold_mm, teeth, frame) = (session.settings().threshold_mm, session.teeth(), *session.frame());
        let known =
            self.made_of.as_ref().filter(|m| Arc::ptr_eq(&m.contact, contact) && m.threshold_mm == threshold_mm);
        if known.is_some_and(|m| m.is_of(teeth, &frame, sure)) {
            return;
        }
        let all = contact.zones(threshold_mm).unwrap_or_default();
        let (places, zones): (Vec<usize>, Vec<Zone>) =
            all.iter().cloned().enumerate().filter(|(_, zone)| !zone.is_speck()).unzip();
        let names: Vec<u32> = match known {
            Some(_) => self.zones.iter().map(|z| z.name).collect(),
            None => self.names.name(&zones),
        };
        self.by_tooth = contact.by_tooth(threshold_mm, teeth, &frame).filter(|_| !teeth.is_empty());
        let tooth = |side: JawSide, region: Option<usize>| Some(teeth.jaw(side).regions.get(region?)?.name());
        let teeth_of = |place: usize| {
            let [upper, lower] = self.by_tooth.as_ref().and_then(|b| b.zones.get(place).copied()).unwrap_or_default();
            [tooth(JawSide::Upper, upper), tooth(JawSide::Lower, lower)]
        };
        let share_of = |place: usize| self.by_tooth.as_ref().and_then(|b| b.shares.get(place).copied().flatten());
        let zones = places.into_iter().zip(zones).zip(names).map(|((i, zone), name)| NamedZone {
            name,
            teeth: teeth_of(i),
            tooth_share: share_of(i),
            certainty: sure.map(|s| s.share(&zone, threshold_mm)),
            zone,
        });
        self.zones = Arc::new(zones.collect());
        let specks = all.iter().filter(|zone| zone.is_speck());
        self.specks = specks.fold((0, 0.0), |(n, mm2), zone| (n + 1, mm2 + zone.mean_area_mm2()));
        // The sentence does not name it.
        let trimmed_mm2 = 0.0;
        self.headline = Some(Judged { contact, teeth, threshold_mm, trimmed_mm2 }.headline());
        let (pair, contact, teeth, sure) = (session.pair().clone(), contact.clone(), teeth.clone(), sure.cloned());
        self.made_of = Some(MadeOf { pair, contact, threshold_mm, teeth, frame, sure });
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
        let zone = |i: &usize| &self.zones[*i].zone;
        let is_listed = |i: &usize| !habits.both_only || zone(i).is_on_both(LEAST_MARK_MM2);
        let mut shown: Vec<usize> = (0..self.zones.len()).filter(is_listed).collect();
        match habits.order {
            Order::Area => shown.sort_by(|a, b| zone(b).mean_area_mm2().total_cmp(&zone(a).mean_area_mm2())),
            Order::Depth => shown.sort_by(|a, b| zone(a).min_gap_mm.total_cmp(&zone(b).min_gap_mm)),
        }
        (self.zones.clone(), shown)
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
