//! A named bite: one way in which the lower jaw lies to the upper one, how it was found, and what a person says of it.
use super::measure::tidy_name;
use super::pin::LONGEST_PIN;
use crate::base::Rigid;
use crate::base::six::Matrix6;
use crate::base::words::{Phrase, phrase, say};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A case has no more.
pub const MOST_BITES: usize = 50;
/// No bite has its lower jaw farther from where its scan has it, mm.
pub const FARTHEST_MM: f64 = 10_000.0;
/// Longer notes are cut, characters.
pub const LONGEST_NOTES: usize = LONGEST_PIN;
/// Longer dates are cut, characters.
const LONGEST_DATE: usize = 40;

/// How a bite came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BiteOrigin {
    /// The pose of the scans' files.
    AsScanned,
    #[default]
    Hand,
    Typed,
    BiteScan,
    FirstContact,
    Seated,
    /// An instant of a movement.
    Motion,
    /// By the smallest move out of each other.
    Freed,
    /// A later program's word.
    #[serde(other)]
    Unknown,
}

impl BiteOrigin {
    /// What people read.
    pub fn say(self) -> &'static str {
        const WORDS: [Phrase; 9] = [
            phrase!("bites-as-scanned"),
            phrase!("bites-by-hand"),
            phrase!("bites-typed"),
            phrase!("bites-from-bite-scan"),
            phrase!("bites-first-contact"),
            phrase!("bites-seated"),
            phrase!("bites-of-movement"),
            phrase!("bites-freed"),
            phrase!("bites-origin-unknown"),
        ];
        WORDS[self as usize].say()
    }
}

/// What was found with a pose, and how well.
#[derive(Clone, Debug, PartialEq)]
pub enum BiteFound {
    Scans(FoundByScans),
    Seat(FoundBySeat),
}

/// From bite scans. Upper jaw first.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundByScans {
    pub n_scans: u32,
    /// Distances of what matches, mm.
    pub rms_mm: [f64; 2],
    /// Share of the scans' surface that lies on the jaw, 0 to 1.
    pub overlap: [f64; 2],
    /// The farthest that two scans' poses take a place of the lower jaw apart; `None` of one scan.
    pub disagreement_mm: Option<f64>,
    /// Of a turn (radians) about `about` and a shift (mm), upper coordinates, after the pose.
    pub covariance: Box<Matrix6>,
    pub about: DVec3,
}

/// From seating. The objective is the contact area spread over the arch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundBySeat {
    pub threshold_mm: f64,
    pub tolerance_mm: f64,
    pub spread_mm2: f64,
    pub as_scanned_mm2: f64,
    pub max_depth_mm: f64,
}

impl FoundByScans {
    /// Standard deviations of the pose: the shift of `about` (mm) and the turn (degrees), over all directions.
    pub fn sigma(&self) -> [f64; 2] {
        let over = |from: usize| (from..from + 3).map(|i| self.covariance.0[i][i]).sum::<f64>().max(0.0).sqrt();
        [over(3), over(0).to_degrees()]
    }

    fn is_sound(&self) -> bool {
        /// No head has places as far away, nor figures as large.
        const LARGEST: f64 = 1e4;
        let figures = self.rms_mm.iter().chain(&self.overlap).chain(&self.disagreement_mm);
        self.covariance.is_covariance(LARGEST)
            && figures.into_iter().all(|x| x.abs() <= LARGEST)
            && self.about.length() <= LARGEST
    }

    /// The jaws have changed roles: upper coordinates are those of what was the lower jaw.
    fn swapped(&self, lower_from_upper: &Rigid) -> Self {
        let [upper, lower] = self.rms_mm;
        let [of_upper, of_lower] = self.overlap;
        Self {
            rms_mm: [lower, upper],
            overlap: [of_lower, of_upper],
            covariance: self.covariance.turned(lower_from_upper).into(),
            about: lower_from_upper.transform_point(self.about),
            ..*self
        }
    }
}

impl BiteFound {
    fn is_sound(&self) -> bool {
        match self {
            Self::Scans(found) => found.is_sound(),
            Self::Seat(FoundBySeat { threshold_mm, tolerance_mm, spread_mm2, as_scanned_mm2, max_depth_mm }) => {
                [threshold_mm, tolerance_mm, spread_mm2, as_scanned_mm2, max_depth_mm].iter().all(|x| x.abs() <= 1e6)
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Bite {
    /// Each name once. "As scanned" has none of its own: it is called so in every language.
    pub name: String,
    pub origin: BiteOrigin,
    /// Local date and time, as whoever made it says.
    pub made: Option<String>,
    pub notes: String,
    pub upper_from_lower: Rigid,
    pub found: Option<BiteFound>,
}

impl Bite {
    /// The pose of the scans' files, which every case has.
    pub fn as_scanned() -> Self {
        Self {
            name: String::new(),
            origin: BiteOrigin::AsScanned,
            made: None,
            notes: String::new(),
            upper_from_lower: Rigid::IDENTITY,
            found: None,
        }
    }

    pub fn is_as_scanned(&self) -> bool {
        self.origin == BiteOrigin::AsScanned
    }

    /// What people call it.
    pub fn said_name(&self) -> &str {
        if self.is_as_scanned() { say!("bites-as-scanned") } else { &self.name }
    }

    /// As it is kept: one line for its name, texts that are not too long; `None` where nothing is left of the name, or there can be no
    /// such bite.
    pub fn tidy(self) -> Option<Self> {
        let is_sound = self.upper_from_lower.translation.length() <= FARTHEST_MM
            && self.found.as_ref().is_none_or(BiteFound::is_sound)
            && (!self.is_as_scanned() || self.upper_from_lower == Rigid::IDENTITY);
        let name = if self.is_as_scanned() { String::new() } else { tidy_name(&self.name)? };
        let made = self.made.map(|made| made.chars().filter(|c| !c.is_control()).take(LONGEST_DATE).collect());
        is_sound.then(|| Self { name, made, notes: tidy_notes(&self.notes), ..self })
    }

    /// The jaws have changed roles.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let lower_from_upper = self.upper_from_lower.inverse();
        let found = self.found.clone().map(|found| match found {
            BiteFound::Scans(found) => BiteFound::Scans(found.swapped(&lower_from_upper)),
            seat @ BiteFound::Seat(_) => seat,
        });
        let upper_from_lower = if self.is_as_scanned() { Rigid::IDENTITY } else { lower_from_upper };
        Self { upper_from_lower, found, ..self.clone() }
    }
}

/// Notes as they are kept; nothing may be left of them.
pub fn tidy_notes(notes: &str) -> String {
    let is_kept = |c: &char| !c.is_control() || *c == '\n';
    notes.trim().chars().filter(is_kept).take(LONGEST_NOTES).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn found() -> FoundByScans {
        let mut covariance = Matrix6::ZERO;
        (0..6).for_each(|i| covariance.add_square(1e-4, &std::array::from_fn(|j| if i == j { 2.0 } else { 0.5 })));
        let about = DVec3::new(0.0, 20.0, -3.0);
        FoundByScans {
            n_scans: 2,
            rms_mm: [0.02, 0.03],
            overlap: [0.4, 0.5],
            disagreement_mm: Some(0.1),
            covariance: covariance.into(),
            about,
        }
    }

    fn bite() -> Bite {
        Bite {
            name: "left".into(),
            origin: BiteOrigin::BiteScan,
            upper_from_lower: Rigid::from_six([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
            found: Some(BiteFound::Scans(found())),
            ..Bite::as_scanned()
        }
    }

    #[test]
    fn what_cannot_be_is_no_bite() {
        assert!(bite().tidy().is_some() && Bite::as_scanned().tidy().is_some());
        let spoilt = |found: FoundByScans| Bite { found: Some(BiteFound::Scans(found)), ..bite() }.tidy();
        let mut covariance = found().covariance;
        covariance.0[0][0] = f64::NAN;
        assert!(spoilt(FoundByScans { covariance: covariance.clone(), ..found() }).is_none());
        covariance.0[0][0] = -1.0;
        assert!(
            spoilt(FoundByScans { covariance: covariance.clone(), ..found() }).is_none(),
            "a variance below nothing"
        );
        covariance = found().covariance;
        covariance.0[0][5] += 1.0;
        assert!(spoilt(FoundByScans { covariance: covariance.clone(), ..found() }).is_none(), "not symmetric");
        assert!(spoilt(FoundByScans { rms_mm: [f64::INFINITY, 0.0], ..found() }).is_none());
        assert!(Bite { name: " \n".into(), ..bite() }.tidy().is_none());
        let far = Rigid::from_translation(DVec3::X * 1e5);
        assert!(Bite { upper_from_lower: far, ..bite() }.tidy().is_none());
        assert!(
            Bite { upper_from_lower: bite().upper_from_lower, ..Bite::as_scanned() }.tidy().is_none(),
            "as scanned is where the scans are"
        );
        let long = Bite { name: "x".repeat(1000), notes: "y\n".repeat(1000), ..bite() }.tidy().unwrap();
        assert!(long.name.len() == 60 && long.notes.len() <= LONGEST_PIN);
    }

    #[test]
    fn roles_change_back_and_forth() {
        let there = bite().swapped();
        assert!((there.upper_from_lower * bite().upper_from_lower).translation.length() < 1e-12);
        let Some(BiteFound::Scans(swapped)) = there.found.clone() else { panic!("it was found by scans") };
        assert_eq!((swapped.rms_mm, swapped.overlap), ([0.03, 0.02], [0.5, 0.4]));
        assert!(swapped.about.distance(found().about) > 1.0, "the twin: other coordinates");
        let Some(BiteFound::Scans(back)) = there.swapped().found else { panic!("likewise") };
        assert!(back.about.distance(found().about) < 1e-9);
        for (a, b) in back.covariance.0.as_flattened().iter().zip(found().covariance.0.as_flattened()) {
            assert!((a - b).abs() < 1e-12);
        }
        assert_eq!(Bite::as_scanned().swapped(), Bite::as_scanned());
        // One number is as large either way: how far the pose is known.
        let [shift, turn] = swapped.sigma();
        assert!((shift - found().sigma()[0]).abs() < 1e-12 && (turn - found().sigma()[1]).abs() < 1e-9);
    }

    #[test]
    fn origins_have_the_words_of_the_file() {
        let word = |origin: BiteOrigin| serde_json::to_string(&origin).unwrap();
        assert_eq!([BiteOrigin::AsScanned, BiteOrigin::BiteScan].map(word), ["\"as_scanned\"", "\"bite_scan\""]);
        assert_eq!(serde_json::from_str::<BiteOrigin>("\"of a later program\"").unwrap(), BiteOrigin::Unknown);
        assert_eq!(BiteOrigin::Freed.say(), "freed");
    }
}
