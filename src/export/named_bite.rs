//! A named bite as it stands in cases and records. Lengths mm, angles degrees.
use super::bites::OfJaws;
use crate::base::Rigid;
use crate::base::six::Matrix6;
use crate::base::words::{decimal, say};
use crate::jaw::{Bite, BiteFound, BiteOrigin, FoundByScans, FoundBySeat};
use crate::mesh::TriMesh;
use glam::DVec3;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedBiteRecord {
    pub name: String,
    #[serde(default)]
    pub origin: BiteOrigin,
    /// Local date and time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    pub upper_from_lower: [[f64; 4]; 4],
    /// What was found with the pose, and how well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundRecord>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum FoundRecord {
    BiteScans {
        n_scans: u32,
        /// Distances of what matches.
        rms_mm: OfJaws<f64>,
        /// Share of the scans' surface that lies on the jaw.
        overlap: OfJaws<f64>,
        /// The farthest that two scans' poses take a place of the lower jaw apart.
        #[serde(default)]
        disagreement_mm: Option<f64>,
        /// Of the pose: tx, ty, tz (mm), rx, ry, rz (degrees), upper coordinates, after the pose.
        covariance: Box<[[f64; 6]; 6]>,
        covariance_about: [f64; 3],
    },
    /// What is made as large as possible is the contact area spread over the arch (decision 025).
    Seat { threshold_mm: f64, tolerance_mm: f64, spread_mm2: f64, as_scanned_mm2: f64, max_depth_mm: f64 },
    /// A later program's word.
    #[serde(other)]
    Unknown,
}

/// What a file calls the pose of the scans.
const AS_SCANNED: &str = "As scanned";

impl NamedBiteRecord {
    pub fn of(bite: &Bite) -> Self {
        Self {
            name: if bite.is_as_scanned() { AS_SCANNED.into() } else { bite.name.clone() },
            origin: bite.origin,
            made: bite.made.clone(),
            notes: bite.notes.clone(),
            upper_from_lower: bite.upper_from_lower.to_rows(),
            found: bite.found.as_ref().map(FoundRecord::of),
        }
    }

    /// `None` where its pose is none. What else there can be is the list's to say.
    pub fn bite(&self) -> Option<Bite> {
        Some(Bite {
            name: self.name.clone(),
            origin: self.origin,
            made: self.made.clone(),
            notes: self.notes.clone(),
            upper_from_lower: Rigid::from_rows(self.upper_from_lower).ok()?,
            found: self.found.as_ref().and_then(FoundRecord::found),
        })
    }
}

/// The bite that a pose was analysed in, or that it has left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InBiteRecord {
    #[serde(flatten)]
    pub bite: NamedBiteRecord,
    /// How the jaw has left it; absent while it is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_by: Option<BiteOrigin>,
    /// No place of the lower jaw lies farther from where it is in the bite, and from where the scans' files have it.
    pub from_bite_mm: f64,
    pub from_scans_mm: f64,
}

/// The bite that the jaw is in, or has left last, and how it has left it if it has.
#[derive(Clone, Debug, PartialEq)]
pub struct LastBite {
    pub bite: Bite,
    pub left_by: BiteOrigin,
}

/// A jaw that is nearer than this to its bite has not left it, mm: less than rounding moves it.
const THERE_MM: f64 = 1e-6;

impl InBiteRecord {
    /// Of a pose. What a person wrote for themselves is not in it.
    pub fn of(last: &LastBite, upper_from_lower: &Rigid, lower: &TriMesh) -> Self {
        let bite = Bite { notes: String::new(), ..last.bite.clone() };
        let from_bite_mm = lower.motion_mm(bite.upper_from_lower, *upper_from_lower);
        Self {
            left_by: (from_bite_mm > THERE_MM).then_some(last.left_by),
            from_bite_mm,
            from_scans_mm: lower.motion_mm(Rigid::IDENTITY, *upper_from_lower),
            bite: NamedBiteRecord::of(&bite),
        }
    }

    /// `None` where there can be no such bite.
    pub fn last(&self) -> Option<LastBite> {
        Some(LastBite { bite: self.bite.bite()?.tidy()?, left_by: self.left_by.unwrap_or_default() })
    }

    /// "Bite scan 1 (from bite scans, 2026-02-28 14:03)", "moved by hand from it by up to 0.31 mm", and how well it was found.
    pub fn lines(&self) -> Vec<String> {
        let Some(LastBite { bite, left_by }) = self.last() else { return Vec::new() };
        let mut lines = vec![title(&bite)];
        if self.left_by.is_some() {
            lines.push(say!("bites-left", how = left_by.say(), mm = decimal(self.from_bite_mm, 2)));
        }
        lines.extend(bite.found.as_ref().map(found_words));
        lines
    }
}

/// "Bite scan 1 (from bite scans, 2026-02-28 14:03)".
pub fn title(bite: &Bite) -> String {
    match (&bite.made, bite.is_as_scanned()) {
        (_, true) => bite.said_name().into(),
        (Some(made), _) => format!("{} ({}, {made})", bite.name, bite.origin.say()),
        (None, _) => format!("{} ({})", bite.name, bite.origin.say()),
    }
}

/// How well a bite was found, in one line.
pub fn found_words(found: &BiteFound) -> String {
    let percent = |share: f64| decimal(share * 100.0, 0);
    match found {
        BiteFound::Scans(found) => {
            let [shift, turn] = found.sigma();
            let words = say!(
                "bites-found-scans",
                n = found.n_scans,
                upper = decimal(found.rms_mm[0], 3),
                lower = decimal(found.rms_mm[1], 3),
                on_upper = percent(found.overlap[0]),
                on_lower = percent(found.overlap[1]),
                shift = decimal(shift, 3),
                turn = decimal(turn, 3)
            );
            let apart = found.disagreement_mm.map(|mm| say!("bites-found-apart", mm = decimal(mm, 3)));
            words + apart.as_deref().unwrap_or_default()
        }
        BiteFound::Seat(found) => say!(
            "bites-found-seat",
            spread = decimal(found.spread_mm2, 1),
            scanned = decimal(found.as_scanned_mm2, 1),
            depth = decimal(found.max_depth_mm, 3),
            tolerance = decimal(found.tolerance_mm, 3),
            threshold = decimal(found.threshold_mm, 3)
        ),
    }
}

impl FoundRecord {
    pub fn of(found: &BiteFound) -> Self {
        match found.clone() {
            BiteFound::Scans(FoundByScans { n_scans, rms_mm, overlap, disagreement_mm, covariance, about }) => {
                Self::BiteScans {
                    n_scans,
                    rms_mm: OfJaws::of(rms_mm),
                    overlap: OfJaws::of(overlap),
                    disagreement_mm,
                    covariance: covariance.in_degrees().into(),
                    covariance_about: about.to_array(),
                }
            }
            BiteFound::Seat(FoundBySeat { threshold_mm, tolerance_mm, spread_mm2, as_scanned_mm2, max_depth_mm }) => {
                Self::Seat { threshold_mm, tolerance_mm, spread_mm2, as_scanned_mm2, max_depth_mm }
            }
        }
    }

    pub fn found(&self) -> Option<BiteFound> {
        match self.clone() {
            Self::BiteScans { n_scans, rms_mm, overlap, disagreement_mm, covariance, covariance_about } => {
                Some(BiteFound::Scans(FoundByScans {
                    n_scans,
                    rms_mm: [rms_mm.upper, rms_mm.lower],
                    overlap: [overlap.upper, overlap.lower],
                    disagreement_mm,
                    covariance: Matrix6::of_degrees(&covariance).into(),
                    about: DVec3::from_array(covariance_about),
                }))
            }
            Self::Seat { threshold_mm, tolerance_mm, spread_mm2, as_scanned_mm2, max_depth_mm } => {
                Some(BiteFound::Seat(FoundBySeat {
                    threshold_mm,
                    tolerance_mm,
                    spread_mm2,
                    as_scanned_mm2,
                    max_depth_mm,
                }))
            }
            Self::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bite_comes_back_with_all_that_was_found() {
        let mut covariance = Matrix6::ZERO;
        (0..6).for_each(|i| covariance.add_square(1e-4, &std::array::from_fn(|j| if i == j { 2.0 } else { 0.5 })));
        let scans = BiteFound::Scans(FoundByScans {
            n_scans: 2,
            rms_mm: [0.02, 0.03],
            overlap: [0.4, 0.5],
            disagreement_mm: None,
            covariance: covariance.into(),
            about: DVec3::new(0.0, 20.0, -3.0),
        });
        let seat = BiteFound::Seat(FoundBySeat {
            threshold_mm: 0.1,
            tolerance_mm: 0.02,
            spread_mm2: 30.0,
            as_scanned_mm2: 20.0,
            max_depth_mm: 0.019,
        });
        for found in [scans, seat] {
            let bite = Bite {
                name: "left".into(),
                origin: BiteOrigin::BiteScan,
                made: Some("2026-01-02 03:04".into()),
                notes: "n".into(),
                upper_from_lower: Rigid::from_translation(DVec3::X),
                found: Some(found),
            };
            let json = serde_json::to_string(&NamedBiteRecord::of(&bite)).unwrap();
            let back = serde_json::from_str::<NamedBiteRecord>(&json).unwrap().bite().unwrap();
            assert_eq!(Bite { found: None, ..back.clone() }, Bite { found: None, ..bite.clone() });
            match (back.found, bite.found) {
                (Some(BiteFound::Scans(a)), Some(BiteFound::Scans(b))) => {
                    assert_eq!((a.rms_mm, a.overlap, a.about, a.n_scans), (b.rms_mm, b.overlap, b.about, b.n_scans));
                    let (a, b) = (a.covariance.0, b.covariance.0);
                    assert!(a.as_flattened().iter().zip(b.as_flattened()).all(|(a, b)| (a - b).abs() < 1e-15));
                }
                (a, b) => assert_eq!(a, b),
            }
        }
        let scanned = Bite::as_scanned();
        assert_eq!((NamedBiteRecord::of(&scanned).name.as_str(), title(&scanned).as_str()), (AS_SCANNED, AS_SCANNED));
        let later = r#"{ "name": "x", "origin": "dreamt", "upper_from_lower": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]], "found": { "by": "dream" } }"#;
        let later = serde_json::from_str::<NamedBiteRecord>(later).unwrap().bite().unwrap();
        assert_eq!((later.origin, later.found), (BiteOrigin::Unknown, None), "of a later program");
    }

    #[test]
    fn a_pose_says_which_bite_it_is_or_how_it_has_left_it() {
        let bite = Bite {
            name: "left".into(),
            origin: BiteOrigin::Seated,
            notes: "a patient's name".into(),
            upper_from_lower: Rigid::from_translation(DVec3::X),
            ..Bite::as_scanned()
        };
        let last = LastBite { bite: bite.clone(), left_by: BiteOrigin::Hand };
        let lower = crate::mesh::shapes::sphere(5, 3.0);
        let there = InBiteRecord::of(&last, &bite.upper_from_lower, &lower);
        assert_eq!((there.left_by, there.from_bite_mm, there.from_scans_mm), (None, 0.0, 1.0));
        assert_eq!(there.lines(), ["left (seated)"]);
        let gone = InBiteRecord::of(&last, &Rigid::from_translation(DVec3::X * 1.5), &lower);
        assert_eq!((gone.left_by, gone.from_bite_mm), (Some(BiteOrigin::Hand), 0.5));
        assert_eq!(gone.lines()[1], "moved from it by up to 0.50 mm (by hand)");
        let json = serde_json::to_string(&gone).unwrap();
        assert!(!json.contains("patient") && serde_json::from_str::<InBiteRecord>(&json).unwrap() == gone, "{json}");
        assert_eq!(gone.last().map(|last| last.bite.notes), Some(String::new()));
    }
}
