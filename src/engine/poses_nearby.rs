//! Poses nearby: how many, how far about, and what a share of them means.
use crate::base::six::{Matrix6, motion};
use crate::base::{Random, Rigid};
use crate::field::contact::ScopeAsked;
use glam::DVec3;

/// How many poses, and how far about.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct UncertaintySettings {
    pub runs: u32,
    /// Largest shift along every axis and largest turn about every axis; each is drawn evenly from minus to plus that.
    pub shift_mm: f64,
    pub turn_deg: f64,
    pub seed: u64,
    /// What this very pose is known by; then it is drawn by this, and shift and turn are standard deviations, over all directions. Absent: by
    /// shift and turn, what bites of scanners differ by.
    #[serde(rename = "of_bite", default, skip_serializing_if = "Option::is_none")]
    pub known_by: Option<Box<PoseCovariance>>,
}

/// How a pose was measured to vary: normally, by a small motion after it, world coordinates.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PoseCovariance {
    /// Of tx, ty, tz (mm), rx, ry, rz (degrees).
    pub covariance: [[f64; 6]; 6],
    /// The point that the turns are about.
    pub covariance_about: [f64; 3],
}

/// No pose that somebody has use for is known worse: mm² and square degrees.
const LARGEST_VARIANCE: f64 = 1e4;

impl PoseCovariance {
    pub fn of(covariance: &Matrix6, about: DVec3) -> Self {
        Self { covariance: covariance.in_degrees(), covariance_about: about.to_array() }
    }

    /// Whether it can be one.
    pub fn is_sound(&self) -> bool {
        Matrix6::of_degrees(&self.covariance).is_covariance(LARGEST_VARIANCE)
            && self.covariance_about.iter().all(|x| x.abs() < 1e6)
    }

    /// A motion by chance.
    fn draw(&self, root: &Matrix6, random: &mut Random) -> Rigid {
        let by_chance: [f64; 6] = std::array::from_fn(|_| random.normal());
        motion(&root.times(&by_chance), DVec3::from_array(self.covariance_about))
    }
}

impl UncertaintySettings {
    /// The same number of poses, drawn by what this pose is known by.
    #[must_use]
    pub fn known_by(self, covariance: &Matrix6, about: DVec3) -> Self {
        let known_by = PoseCovariance::of(covariance, about);
        let sigma = |from: usize| (from..from + 3).map(|i| known_by.covariance[i][i]).sum::<f64>().max(0.0).sqrt();
        Self { shift_mm: sigma(0), turn_deg: sigma(3), known_by: Some(known_by.into()), ..self }
    }
}

impl Default for UncertaintySettings {
    /// What bite registrations of scanners differ by.
    fn default() -> Self {
        Self { runs: 100, shift_mm: 0.05, turn_deg: 0.1, seed: 1, known_by: None }
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
        let Self { upper_from_lower, centre, settings, .. } = self.clone();
        let mut random = Random::new(settings.seed);
        let by = settings.known_by.map(|known| (Matrix6::of_degrees(&known.covariance).half_root(), known));
        let mut drawn = move || match &by {
            Some((root, known)) => known.draw(root, &mut random),
            None => random.pose(centre, settings.shift_mm, settings.turn_deg),
        };
        (0..settings.runs).map(move |_| drawn() * upper_from_lower)
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
    fn a_pose_that_was_measured_is_drawn_by_what_it_is_known_by() {
        let mut covariance = Matrix6::ZERO;
        let [long, turned] = [[0.0, 0.0, 0.0, 0.03, 0.0, 0.01], [0.002, 0.0, 0.0, 0.0, 0.004, 0.0]];
        [long, turned].iter().for_each(|a| covariance.add_square(1.0, a));
        let about = DVec3::new(0.0, 30.0, -5.0);
        let settings =
            UncertaintySettings { runs: 4000, ..UncertaintySettings::default() }.known_by(&covariance, about);
        let asked = UncertaintyQuestion {
            upper_from_lower: Rigid::from_six([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
            centre: DVec3::ZERO,
            settings: settings.clone(),
            thresholds_mm: Vec::new(),
            scope: ScopeAsked::whole(),
        };
        assert!((settings.shift_mm - (0.03_f64.powi(2) + 0.01_f64.powi(2) + 0.004_f64.powi(2)).sqrt()).abs() < 1e-12);
        assert!((settings.turn_deg - 0.002_f64.to_degrees()).abs() < 1e-12);
        let mut found = Matrix6::ZERO;
        for pose in asked.poses() {
            let six = crate::base::six::six_of(&(pose * asked.upper_from_lower.inverse()), about);
            found.add_square(1.0 / 4000.0, &six);
        }
        // A variance of 4,000 draws is known to 2.2 %; five times that.
        for (found, wanted) in found.0.as_flattened().iter().zip(covariance.0.as_flattened()) {
            assert!((found - wanted).abs() < 0.11 * 0.03 * 0.03, "{found} {wanted}");
        }
        assert!((found.0[3][3] / covariance.0[3][3] - 1.0).abs() < 0.11 && found.0[1][1] < 1e-12);
        // The twin: what cannot be a covariance is none.
        let known = *settings.known_by.clone().expect("it is known");
        let mut spoilt = known;
        spoilt.covariance[0][0] = -1.0;
        assert!(known.is_sound() && !spoilt.is_sound());
        spoilt = PoseCovariance { covariance_about: [f64::INFINITY; 3], ..known };
        assert!(!spoilt.is_sound());
        let json = serde_json::to_value(settings).expect("JSON");
        assert!(json["of_bite"]["covariance"][0][0].is_f64());
        assert_eq!(serde_json::to_value(UncertaintySettings::default()).expect("JSON").get("of_bite"), None);
    }

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
        let settings = UncertaintySettings { seed: 2, ..asked.settings.clone() };
        let other = UncertaintyQuestion { settings, ..asked.clone() };
        assert_ne!(poses, other.poses().collect::<Vec<_>>(), "the twin");
    }
}
