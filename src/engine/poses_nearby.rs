//! Poses nearby: how many, how far about, and what a share of them means.
use crate::base::{Random, Rigid};
use crate::field::contact::ScopeAsked;
use glam::DVec3;

/// How many poses, and how far about.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct UncertaintySettings {
    pub runs: u32,
    /// Largest shift along every axis and largest turn about every axis; each is drawn evenly from minus to plus that.
    pub shift_mm: f64,
    pub turn_deg: f64,
    pub seed: u64,
}

impl Default for UncertaintySettings {
    /// What bite registrations of scanners differ by.
    fn default() -> Self {
        Self { runs: 100, shift_mm: 0.05, turn_deg: 0.1, seed: 1 }
    }
}

/// What is asked: poses about this one, turned about `centre` (world).
#[derive(Clone, Debug, PartialEq)]
pub struct UncertaintyQuestion {
    pub upper_from_lower: Rigid,
    pub centre: DVec3,
    pub settings: UncertaintySettings,
    /// Of the contact.
    pub thresholds_mm: Vec<f64>,
    pub scope: ScopeAsked,
}

impl UncertaintyQuestion {
    /// The poses, always the same ones.
    pub(super) fn poses(&self) -> impl Iterator<Item = Rigid> + use<> {
        let Self { upper_from_lower, centre, settings, .. } = *self;
        let mut random = Random::new(settings.seed);
        (0..settings.runs).map(move |_| random.pose(centre, settings.shift_mm, settings.turn_deg) * upper_from_lower)
    }
}

/// How often a contact is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sure {
    /// In at least 95 % of the poses.
    Certain,
    /// In at least 5 %.
    Possible,
    No,
}

/// Shares of the poses.
pub const CERTAIN: f64 = 0.95;
pub const POSSIBLE: f64 = 0.05;

impl Sure {
    pub fn of(share: f64) -> Self {
        match share {
            s if s >= CERTAIN => Self::Certain,
            s if s >= POSSIBLE => Self::Possible,
            _ => Self::No,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_their_words() {
        assert_eq!([1.0, 0.95, 0.5, 0.05, 0.04].map(Sure::of).map(|s| s as u8), [0, 0, 1, 1, 2]);
    }

    #[test]
    fn the_poses_are_those_of_the_seed_and_stay_within_what_was_asked() {
        let asked = UncertaintyQuestion {
            upper_from_lower: Rigid::from_translation(DVec3::X),
            centre: DVec3::new(0.0, 20.0, 5.0),
            settings: UncertaintySettings::default(),
            thresholds_mm: Vec::new(),
            scope: ScopeAsked::whole(),
        };
        let poses: Vec<Rigid> = asked.poses().collect();
        assert_eq!((poses.len(), &poses), (100, &asked.poses().collect()));
        for pose in &poses {
            // The centre moves by the shift alone.
            let at = (*pose * asked.upper_from_lower.inverse()).transform_point(asked.centre) - asked.centre;
            assert!(at.abs().max_element() <= 0.05 + 1e-12, "{at}");
        }
        let settings = UncertaintySettings { seed: 2, ..asked.settings };
        let other = UncertaintyQuestion { settings, ..asked.clone() };
        assert_ne!(poses, other.poses().collect::<Vec<_>>(), "the twin");
    }
}
