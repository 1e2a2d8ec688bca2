//! Articulators by their names, and what was measured of patients.
use super::articulator::Articulator;
use super::guide::CondylarGuide;
use super::plane::ReferencePlane;
use super::sides::BothSides;

/// An articulator that can be asked for by its name.
pub struct Preset {
    pub name: &'static str,
    /// For people.
    pub words: &'static str,
    /// Where its numbers are from.
    pub source: &'static str,
    pub make: fn() -> Articulator,
}

pub const PRESETS: [Preset; 5] = [
    Preset {
        name: "average-camper",
        words: "Average values to Camper's plane: inclination 30°, Bennett 15°",
        source: "Bonwill 110 mm and Balkwill 22° by textbooks; inclinations by plane: jensenindustries.com, Artex reference planes",
        make: Articulator::default,
    },
    Preset {
        name: "average-frankfurt",
        words: "Average values to Frankfurt's plane: inclination 40°, Bennett 15°",
        source: "as average-camper",
        make: || Articulator::average(ReferencePlane::Frankfurt, 40.0),
    },
    Preset {
        name: "average-horizontal",
        words: "Average values to the patient's horizontal: inclination 35°, Bennett 15°",
        source: "as average-camper",
        make: || Articulator::average(ReferencePlane::Horizontal, 35.0),
    },
    Preset {
        name: "artex-ct",
        words: "Artex CT: 100 mm, Balkwill 25°, path of radius 12.5 mm, non-arcon, no immediate side shift; inclination 30° to Camper, Bennett 15°",
        source: "Cards on the Artex CT from Ahlers' book; inclination: jensenindustries.com, Artex reference planes",
        make: artex_ct,
    },
    Preset {
        name: "average-100",
        words: "Average values to Camper's plane with a Bonwill triangle of 100 mm: inclination 30°, Bennett 15°",
        source: "Bonwill 100 mm: measured arm 103, width 99.6 mm in the mean (cone beam tomography), and the Artex; else as average-camper",
        make: || Articulator { intercondylar_mm: 100.0, arm_mm: 100.0, ..Articulator::default() },
    },
];

fn artex_ct() -> Articulator {
    let plane = ReferencePlane::Camper;
    let guide = CondylarGuide { path_radius_mm: Some(12.5), ..CondylarGuide::new(plane, 30.0, 15.0) };
    Articulator {
        intercondylar_mm: 100.0,
        arm_mm: 100.0,
        balkwill_deg: 25.0,
        guides: BothSides::same(guide),
        arcon: false,
        ..Articulator::average(plane, 30.0)
    }
}

/// What was measured of one setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// As the setting is named in files.
    pub setting: &'static str,
    /// Of angles the plane they were given to; `None`: none is needed, or the source has none.
    pub plane: Option<ReferencePlane>,
    pub unit: &'static str,
    pub mean: f64,
    pub least: f64,
    pub most: f64,
    /// Whether `least` and `most` are the smallest and largest values seen, or one standard deviation either way.
    pub is_full: bool,
    pub n: u32,
    pub source: &'static str,
}

const CBCT: &str = "Bonwill triangle in cone beam tomography, litmetric.com/detail/26734666";
const PATIENTS: &str = "Maximum mandibular mobility in patients, swissdentaljournal.org";
const AXIOGRAPHY: &str =
    "iadr.abstractarchives.com 13iags-177411; means of the right and the left side, no spread given";

/// Measured in people.
pub const RANGES: [Range; 11] = [
    Range::full("arm_mm", "mm", [103.3, 90.2, 117.9], 120, CBCT),
    Range::full("intercondylar_mm", "mm", [99.6, 85.2, 112.6], 120, CBCT),
    Range::full("balkwill_deg", "degrees to the occlusal plane", [20.4, 9.0, 27.6], 120, CBCT),
    Range {
        plane: Some(ReferencePlane::Camper),
        ..Range::full("sci_deg", "degrees", [42.1, 41.7, 42.5], 47, AXIOGRAPHY)
    },
    Range::full("bennett_deg", "degrees", [8.15, 7.3, 9.0], 47, AXIOGRAPHY),
    Range::full("iss_mm", "mm", [1.24, 0.80, 1.68], 50, "jbcd 591; means of women and of men"),
    Range::deviation("opening", "mm", [49.3, 9.1], 500, PATIENTS),
    Range::deviation("protrusion", "mm", [8.8, 2.3], 500, PATIENTS),
    Range::deviation("right", "mm", [9.4, 2.5], 500, PATIENTS),
    Range::deviation("left", "mm", [11.8, 3.1], 500, PATIENTS),
    Range::full(
        "opening_condyle_mm",
        "mm",
        [11.9, 11.9, 11.9],
        0,
        "Travers; straight, where the incisors have opened 46.6 mm",
    ),
];

impl Range {
    const fn full(
        setting: &'static str,
        unit: &'static str,
        [mean, least, most]: [f64; 3],
        n: u32,
        source: &'static str,
    ) -> Self {
        Self { setting, plane: None, unit, mean, least, most, is_full: true, n, source }
    }

    const fn deviation(
        setting: &'static str,
        unit: &'static str,
        [mean, by]: [f64; 2],
        n: u32,
        source: &'static str,
    ) -> Self {
        Self { setting, plane: None, unit, mean, least: mean - by, most: mean + by, is_full: false, n, source }
    }
}
