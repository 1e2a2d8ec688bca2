//! An articulator as JSON. Every name says its unit; every angle of the guides and of the incisal table is to `plane`. Two numbers are
//! those of the patient's right and left condyle; one number is meant for both. What is left out is as the averages have it.
use crate::base::Rigid;
use crate::base::json::JsonLimits;
use crate::jaw::motion::{
    Articulator, BothSides, CondylarGuide, Facebow, IncisalGuide, OpeningRule, PlanePitches, ReferencePlane,
    USUAL_CHORD_MM,
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// The whole file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArticulatorRecord {
    /// For people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default = "camper")]
    pub plane: ReferencePlane,
    #[serde(default)]
    pub plane_above_occlusal_deg: PitchesRecord,
    #[serde(default)]
    pub intercondylar_mm: Option<f64>,
    #[serde(default)]
    pub arm_mm: Option<f64>,
    /// To the occlusal plane.
    #[serde(default)]
    pub balkwill_deg: Option<f64>,
    #[serde(default)]
    pub sci_deg: Option<Sides>,
    /// `null`: straight.
    #[serde(default)]
    pub path_radius_mm: Option<Sides>,
    /// The chord of a curved path that has the inclination.
    #[serde(default)]
    pub sci_chord_mm: Option<f64>,
    #[serde(default)]
    pub bennett_deg: Option<Sides>,
    #[serde(default)]
    pub iss_mm: Option<Sides>,
    /// After the immediate side shift; `null` or 0: the Bennett angle.
    #[serde(default)]
    pub pss_deg: Option<Sides>,
    #[serde(default)]
    pub fischer_deg: Option<Sides>,
    #[serde(default)]
    pub retrusion_deg: Option<Sides>,
    /// `null` without wings: there is no incisal table.
    #[serde(default)]
    pub incisal_deg: Option<f64>,
    #[serde(default)]
    pub wings_deg: Option<Sides>,
    #[serde(default)]
    pub pin_mm: f64,
    #[serde(default = "yes")]
    pub arcon: bool,
    #[serde(default)]
    pub opening_rotation_mm: Option<f64>,
    #[serde(default)]
    pub opening_condyle_mm: Option<f64>,
    #[serde(default)]
    pub opening_at_mm: Option<f64>,
    /// Where the axis is in the scans, instead of by the averages: one of the three.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hinge: Option<HingeRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointsRecord>,
    /// Four rows of four numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hinge_from_scan: Option<[[f64; 4]; 4]>,
}

/// One number for both sides, or the right and the left one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Sides {
    Both(f64),
    Each([f64; 2]),
}

impl Sides {
    /// The right and the left one.
    pub fn each(self) -> [f64; 2] {
        let BothSides { right, left } = self.sides();
        [right, left]
    }

    fn sides(self) -> BothSides<f64> {
        match self {
            Self::Both(value) => BothSides::same(value),
            Self::Each([right, left]) => BothSides { right, left },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PitchesRecord {
    pub camper: f64,
    pub frankfurt: f64,
    pub horizontal: f64,
}

impl Default for PitchesRecord {
    fn default() -> Self {
        let PlanePitches { camper_deg, frankfurt_deg, horizontal_deg } = PlanePitches::default();
        Self { camper: camper_deg, frankfurt: frankfurt_deg, horizontal: horizontal_deg }
    }
}

/// The axis outright: a point (its middle), to the patient's right, to the front along the plane; upper coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HingeRecord {
    pub point: [f64; 3],
    pub right: [f64; 3],
    pub front: [f64; 3],
}

/// Three picked points, upper coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsRecord {
    pub right_condyle: [f64; 3],
    pub left_condyle: [f64; 3],
    /// In the plane, in front of them.
    pub front: [f64; 3],
}

fn camper() -> ReferencePlane {
    ReferencePlane::Camper
}

fn yes() -> bool {
    true
}

/// Why a file is no articulator. The sentence wants the file's name in front of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no articulator: {0}")]
pub struct ArticulatorError(String);

/// More bytes no such file has.
const LONGEST: usize = 1 << 16;
const LIMITS: JsonLimits = JsonLimits { depth: 4, objects: 8, lists: 64, values: 512 };

impl ArticulatorRecord {
    /// # Errors
    /// One sentence without the file's name.
    pub fn read(bytes: &[u8]) -> Result<Self, ArticulatorError> {
        let error = |text: String| Err(ArticulatorError(text));
        if bytes.len() > LONGEST {
            return error(format!("it is larger than {} KiB", LONGEST >> 10));
        }
        if let Err(too_much) = LIMITS.check(bytes) {
            return error(too_much.to_string());
        }
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return error("a JSON object is needed, like {\"plane\": \"camper\", \"sci_deg\": 30}".into());
        }
        serde_json::from_slice(bytes).or_else(|e| error(e.to_string()))
    }

    /// What it says.
    ///
    /// # Errors
    /// When a number is none that an articulator has.
    pub fn articulator(&self) -> Result<Articulator, ArticulatorError> {
        let PitchesRecord { camper: camper_deg, frankfurt: frankfurt_deg, horizontal: horizontal_deg } =
            self.plane_above_occlusal_deg;
        let pitches = PlanePitches { camper_deg, frankfurt_deg, horizontal_deg };
        let average = Articulator::average(self.plane, average_sci_deg(self.plane));
        let articulator = Articulator {
            pitches,
            intercondylar_mm: self.width_mm()?.unwrap_or(average.intercondylar_mm),
            arm_mm: self.arm_mm.unwrap_or(average.arm_mm),
            balkwill_deg: self.balkwill_deg.unwrap_or(average.balkwill_deg),
            guides: self.guides(&average),
            incisal: self.incisal(),
            pin_mm: self.pin_mm,
            arcon: self.arcon,
            opening: self.opening(),
            ..average
        };
        let numbers = [camper_deg, frankfurt_deg, horizontal_deg];
        let tilted = numbers.into_iter().find(|deg| !(-45.0..=45.0).contains(deg));
        let tilted = tilted.map(|deg| format!("plane_above_occlusal_deg has {deg}, and must lie between -45 and 45"));
        match tilted.or_else(|| articulator.fault()) {
            Some(fault) => Err(ArticulatorError(fault)),
            None => Ok(articulator),
        }
    }

    /// Where it says that the axis is; `None`: by the averages.
    ///
    /// # Errors
    /// When it says so twice, or in a way that gives no axis.
    pub fn facebow(&self) -> Result<Option<Facebow>, ArticulatorError> {
        let error = |text: &str| Err(ArticulatorError(text.into()));
        let facebow = match (self.hinge, self.points, self.hinge_from_scan) {
            (None, None, None) => return Ok(None),
            (Some(h), None, None) => {
                let [point, right, front] = [h.point, h.right, h.front].map(DVec3::from_array);
                Facebow::Axis { point, right, front }
            }
            (None, Some(p), None) => {
                let [right, left, front] = [p.right_condyle, p.left_condyle, p.front].map(DVec3::from_array);
                Facebow::Points { right, left, front }
            }
            (None, None, Some(rows)) => match Rigid::from_rows(rows) {
                Ok(hinge_from_world) => Facebow::Typed { hinge_from_world },
                Err(why) => return error(&format!("hinge_from_scan: {why}")),
            },
            _ => return error("the axis is given twice; leave two of hinge, points and hinge_from_scan out"),
        };
        match facebow.world_from_hinge() {
            Some(_) => Ok(Some(facebow)),
            None => error("what it says of the axis gives none: points coincide, or right and front are parallel"),
        }
    }

    /// Picked condyles know their distance.
    fn width_mm(&self) -> Result<Option<f64>, ArticulatorError> {
        Ok(self.intercondylar_mm.or(self.facebow()?.and_then(|facebow| facebow.condyles_apart_mm())))
    }

    fn guides(&self, average: &Articulator) -> BothSides<CondylarGuide> {
        let of = |given: Option<Sides>, usual: f64| given.map_or(BothSides::same(usual), Sides::sides);
        let usual = &average.guides.right;
        let [sci, bennett] = [of(self.sci_deg, usual.sagittal_deg), of(self.bennett_deg, usual.bennett_deg)];
        let [iss, pss, fischer, retrusion] =
            [self.iss_mm, self.pss_deg, self.fischer_deg, self.retrusion_deg].map(|given| of(given, 0.0));
        let radius = self.path_radius_mm.map(Sides::sides);
        let guide = |pick: fn(&BothSides<f64>) -> f64| CondylarGuide {
            fischer_deg: pick(&fischer),
            immediate_mm: pick(&iss),
            progressive_deg: Some(pick(&pss)).filter(|deg| *deg != 0.0),
            retrusion_deg: pick(&retrusion),
            path_radius_mm: radius.as_ref().map(pick),
            chord_mm: self.sci_chord_mm.unwrap_or(USUAL_CHORD_MM),
            ..CondylarGuide::new(self.plane, pick(&sci), pick(&bennett))
        };
        BothSides { right: guide(|s| s.right), left: guide(|s| s.left) }
    }

    fn incisal(&self) -> Option<IncisalGuide> {
        let wings_deg = self.wings_deg.map(Sides::sides).filter(|w| w.right != 0.0 || w.left != 0.0);
        if self.incisal_deg.is_none() && wings_deg.is_none() {
            return None;
        }
        let (sagittal_deg, wings_deg) = (self.incisal_deg.unwrap_or(0.0), wings_deg.unwrap_or_default());
        Some(IncisalGuide { plane: self.plane, sagittal_deg, wings_deg })
    }

    fn opening(&self) -> OpeningRule {
        let usual = OpeningRule::default();
        OpeningRule {
            rotation_mm: self.opening_rotation_mm.unwrap_or(usual.rotation_mm),
            condyle_mm: self.opening_condyle_mm.unwrap_or(usual.condyle_mm),
            at_opening_mm: self.opening_at_mm.unwrap_or(usual.at_opening_mm),
        }
    }

    /// An articulator as a file says it, every number of it.
    pub fn new(articulator: &Articulator, facebow: Option<&Facebow>) -> Self {
        let Articulator { plane, pitches, guides, incisal, opening, .. } = *articulator;
        let each = |of: fn(&CondylarGuide) -> f64| Some(Sides::Each([of(&guides.right), of(&guides.left)]));
        let radii = [guides.right.path_radius_mm, guides.left.path_radius_mm];
        let mut record = Self {
            name: None,
            plane,
            plane_above_occlusal_deg: PitchesRecord {
                camper: pitches.camper_deg,
                frankfurt: pitches.frankfurt_deg,
                horizontal: pitches.horizontal_deg,
            },
            intercondylar_mm: Some(articulator.intercondylar_mm),
            arm_mm: Some(articulator.arm_mm),
            balkwill_deg: Some(articulator.balkwill_deg),
            sci_deg: each(|g| g.sagittal_deg),
            path_radius_mm: radii[0].zip(radii[1]).map(|(right, left)| Sides::Each([right, left])),
            sci_chord_mm: Some(guides.right.chord_mm),
            bennett_deg: each(|g| g.bennett_deg),
            iss_mm: each(|g| g.immediate_mm),
            pss_deg: each(|g| g.progressive_deg.unwrap_or(0.0)),
            fischer_deg: each(|g| g.fischer_deg),
            retrusion_deg: each(|g| g.retrusion_deg),
            incisal_deg: incisal.map(|table| table.sagittal_deg),
            wings_deg: incisal.map(|table| Sides::Each([table.wings_deg.right, table.wings_deg.left])),
            pin_mm: articulator.pin_mm,
            arcon: articulator.arcon,
            opening_rotation_mm: Some(opening.rotation_mm),
            opening_condyle_mm: Some(opening.condyle_mm),
            opening_at_mm: Some(opening.at_opening_mm),
            hinge: None,
            points: None,
            hinge_from_scan: None,
        };
        record.place(facebow);
        record
    }

    fn place(&mut self, facebow: Option<&Facebow>) {
        match facebow {
            None => {}
            Some(Facebow::Axis { point, right, front }) => {
                let [point, right, front] = [point, right, front].map(|v| v.to_array());
                self.hinge = Some(HingeRecord { point, right, front });
            }
            Some(Facebow::Points { right, left, front }) => {
                let [right_condyle, left_condyle, front] = [right, left, front].map(|v| v.to_array());
                self.points = Some(PointsRecord { right_condyle, left_condyle, front });
            }
            Some(Facebow::Typed { hinge_from_world }) => self.hinge_from_scan = Some(hinge_from_world.to_rows()),
        }
    }
}

/// The same average guide reads this to each plane.
fn average_sci_deg(plane: ReferencePlane) -> f64 {
    30.0 + PlanePitches::default().lower_deg(plane, ReferencePlane::Camper)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jaw::motion::PRESETS;

    #[test]
    fn an_articulator_survives_the_file() {
        for preset in &PRESETS {
            let articulator = (preset.make)();
            let record = ArticulatorRecord::new(&articulator, None);
            let text = serde_json::to_vec(&record).expect("JSON");
            let read = ArticulatorRecord::read(&text).expect("a record");
            assert_eq!((&read, read.articulator()), (&record, Ok(articulator)), "{}", preset.name);
        }
        let wings = Articulator {
            incisal: Some(IncisalGuide {
                plane: ReferencePlane::Camper,
                sagittal_deg: 12.0,
                wings_deg: BothSides { right: 20.0, left: 30.0 },
            }),
            ..Articulator::default()
        };
        assert_eq!(ArticulatorRecord::new(&wings, None).articulator(), Ok(wings));
    }

    fn read(text: &str) -> Result<Articulator, String> {
        let record = ArticulatorRecord::read(text.as_bytes()).map_err(|e| e.to_string())?;
        record.articulator().map_err(|e| e.to_string())
    }

    #[test]
    fn what_is_left_out_is_average_and_sides_are_told_apart() {
        assert_eq!(read("{}"), Ok(Articulator::default()));
        let found =
            read(r#"{"plane":"frankfurt","sci_deg":[41,39],"bennett_deg":12,"pss_deg":[0,8],"wings_deg":[30,30]}"#)
                .expect("one");
        assert_eq!(
            (found.plane, found.guides.right.sagittal_deg, found.guides.left.sagittal_deg),
            (ReferencePlane::Frankfurt, 41.0, 39.0)
        );
        assert_eq!((found.guides.right.inward_deg(), found.guides.left.inward_deg()), (12.0, 8.0));
        assert_eq!(found.incisal.map(|table| (table.sagittal_deg, table.wings_deg.left)), Some((0.0, 30.0)));
        assert_eq!(read(r#"{"plane":"horizontal"}"#).expect("one").guides.left.sagittal_deg, 35.0);
    }

    #[test]
    fn bad_files_are_told_in_a_sentence() {
        for (text, wanted) in [
            ("", "a JSON object"),
            ("[]", "a JSON object"),
            ("{", "EOF"),
            (r#"{"sci":30}"#, "unknown field `sci`"),
            (r#"{"plane":"ala-tragus"}"#, "unknown variant"),
            (r#"{"sci_deg":[30,30,30]}"#, "did not match"),
            (r#"{"sci_deg":1e9}"#, "sci_deg is 1000000000"),
            (r#"{"intercondylar_mm":1e400}"#, "number out of range"),
            (r#"{"arm_mm":20}"#, "arm_mm is 20"),
            (r#"{"path_radius_mm":1}"#, "path_radius_mm is 1"),
            (r#"{"plane_above_occlusal_deg":{"camper":80}}"#, "has 80"),
            (r#"{"hinge":{"point":[0,0,0],"right":[1,0,0],"front":[2,0,0]}}"#, "gives none"),
            (r#"{"hinge_from_scan":[[2,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}"#, "rigid"),
            (
                r#"{"points":{"right_condyle":[1,0,0],"left_condyle":[-1,0,0],"front":[0,1,0]}}"#,
                "intercondylar_mm is 2",
            ),
        ] {
            let said = read(text).expect_err(text);
            assert!(said.contains(wanted) && said.starts_with("this is no articulator: "), "{text}: {said}");
        }
        let deep = "{\"a\":".repeat(1000);
        assert!(read(&deep).expect_err("too deep").contains("more levels"));
    }
}
