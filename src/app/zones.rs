//! The contacts as a list that stays calm: numbers that stay with them, an order, the one that is pointed at.
use super::desk::Desk;
use crate::engine::Contact;
use crate::field::contact::{GapKind, Zone};
use crate::session::ZoneNames;
use std::sync::Arc;

/// Less surface than this on either jaw is no mark on it, mm².
const LEAST_MARK_MM2: f64 = 0.02;

/// A contact with its number.
#[derive(Clone, Debug)]
pub struct NamedZone {
    pub name: u32,
    pub zone: Zone,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Area,
    Depth,
}

/// The contacts at the threshold that is shown.
#[derive(Default)]
pub struct ZoneList {
    names: ZoneNames,
    /// Of what they were made.
    made_of: Option<(Arc<Contact>, u64)>,
    zones: Vec<NamedZone>,
    pub order: Order,
    /// Only those that leave marks on both arches.
    pub both_only: bool,
    /// Numbers of the contact under the pointer, and of the one that was flown to.
    pub hovered: Option<u32>,
    pub chosen: Option<u32>,
}

impl ZoneList {
    /// Takes in a pose's contact at a threshold; without one the last ones stay, to be dimmed.
    pub fn follow(&mut self, contact: Option<&Arc<Contact>>, threshold_mm: f64) {
        let Some(contact) = contact else { return };
        let key = threshold_mm.to_bits();
        if self.made_of.as_ref().is_some_and(|(of, at)| Arc::ptr_eq(of, contact) && *at == key) {
            return;
        }
        let zones = contact.zones(threshold_mm).unwrap_or_default();
        let named = self.names.name(zones).into_iter().zip(zones);
        self.zones = named.map(|(name, zone)| NamedZone { name, zone: zone.clone() }).collect();
        self.made_of = Some((contact.clone(), key));
    }

    /// Another case.
    pub fn forget(&mut self) {
        *self = Self { order: self.order, both_only: self.both_only, ..Self::default() };
    }

    /// In the order that was chosen, without those that are left out.
    pub fn shown(&self) -> Vec<&NamedZone> {
        let mut shown: Vec<_> =
            self.zones.iter().filter(|z| !self.both_only || z.zone.is_on_both(LEAST_MARK_MM2)).collect();
        match self.order {
            Order::Area => shown.sort_by(|a, b| mean_area(&b.zone).total_cmp(&mean_area(&a.zone))),
            Order::Depth => shown.sort_by(|a, b| a.zone.min_gap_mm.total_cmp(&b.zone.min_gap_mm)),
        }
        shown
    }

    pub fn len(&self) -> usize {
        self.zones.len()
    }

    pub fn get(&self, name: u32) -> Option<&NamedZone> {
        self.zones.iter().find(|z| z.name == name)
    }

    /// The contact to be lit up in the pictures.
    pub fn lit(&self) -> Option<&NamedZone> {
        self.get(self.hovered.or(self.chosen)?)
    }
}

/// The mean of both arches' surface, mm².
pub fn mean_area(zone: &Zone) -> f64 {
    (zone.area_mm2[0] + zone.area_mm2[1]) / 2.0
}

/// The contact of a pose by the gap that was chosen, and whether it is that of the pose as it is now.
pub fn contact_shown(desk: &Desk) -> Option<(&Arc<Contact>, bool)> {
    match desk.session.as_ref()?.settings().contact_gap {
        GapKind::Closest => {
            let (fresh, last) = (desk.exact.fresh_zones(), desk.exact.last_zones());
            fresh.or(last).map(|answered| (&answered.contact, fresh.is_some()))
        }
        GapKind::Projected => {
            let fresh = desk.exact.fresh_views().and_then(|v| v.answer.contact.as_ref());
            let last = desk.exact.last_views().and_then(|v| v.answer.contact.as_ref());
            fresh.or(last).map(|contact| (contact, fresh.is_some()))
        }
    }
}

/// Brings the list in line with the desk.
pub fn follow(desk: &mut Desk) {
    let Some(threshold_mm) = desk.session.as_ref().map(|s| s.settings().threshold_mm) else { return };
    let fresh = contact_shown(desk).filter(|(_, fresh)| *fresh).map(|(contact, _)| contact.clone());
    desk.zones.follow(fresh.as_ref(), threshold_mm);
}
