//! The answer of `first-contact` as JSON, schema "occluscope/first-contact/1", and for a person. Lengths mm, angles
//! degrees; unknown = null.
use crate::base::{Rigid, rounded};
use crate::cli::pose_answer::Pose;
use crate::exact::{Ahead, Contact, FirstContact, Motion};
use crate::export::headline::judged_words;
use crate::export::json::{InputRecord, Inputs, TimingRecord, input};
use crate::export::{DISCLAIMER, text};
use crate::field::contact::ScopeKind;
use crate::jaw::JawPair;
use serde::Serialize;
use std::fmt::Write;

const SCHEMA: &str = "occluscope/first-contact/1";

#[derive(Debug, Serialize)]
pub struct FirstContactReport {
    schema: &'static str,
    version: &'static str,
    inputs: Inputs,
    /// What is to meet.
    pub scope: ScopeKind,
    /// Surface of both jaws that was left out.
    pub trimmed_area_mm2: f64,
    start: Start,
    motion: MotionRecord,
    /// From a free start the contact on closing; from an interfering one the last contact on opening.
    #[serde(flatten)]
    pub contact: AheadRecord,
    /// From a free start what is met on opening; null otherwise.
    opening: Option<AheadRecord>,
    pub timing_ms: Timing,
    pub warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Start {
    #[serde(flatten)]
    pose: Pose,
    /// "free" or "interfering" (touching included).
    state: &'static str,
}

#[derive(Debug, Serialize)]
pub struct MotionRecord {
    kind: &'static str,
    chosen_by: &'static str,
    direction: Option<[f64; 3]>,
    point: Option<[f64; 3]>,
    axis: Option<[f64; 3]>,
    pub limit_mm: Option<f64>,
    pub limit_deg: Option<f64>,
}

impl MotionRecord {
    pub fn new(motion: &Motion, chosen_by: &'static str, (limit_mm, limit_deg): (f64, f64)) -> Self {
        let nothing = Self {
            kind: "along",
            chosen_by,
            direction: None,
            point: None,
            axis: None,
            limit_mm: None,
            limit_deg: None,
        };
        match motion {
            Motion::Along { direction } => {
                Self { direction: Some(direction.to_array()), limit_mm: Some(limit_mm), ..nothing }
            }
            Motion::About { point, axis } => Self {
                kind: "hinge",
                point: Some(point.to_array()),
                axis: Some(axis.to_array()),
                limit_deg: Some(limit_deg),
                ..nothing
            },
        }
    }

    fn limit(&self) -> String {
        match (self.limit_mm, self.limit_deg) {
            (Some(mm), _) => format!("{mm} mm"),
            (None, degrees) => format!("{}°", degrees.unwrap_or_default()),
        }
    }

    fn text(&self) -> String {
        let vector = |v: Option<[f64; 3]>| {
            let [x, y, z] = v.unwrap_or_default().map(|x| rounded(x, 3));
            format!("{x:.3} {y:.3} {z:.3}")
        };
        let chosen = match self.chosen_by {
            "given" => "given",
            "occlusal-normal" => "the occlusal normal",
            "case" => "the hinge axis of the case",
            _ => "the axis of average anatomy",
        };
        if self.kind == "along" {
            format!("closing along {} ({chosen})", vector(self.direction))
        } else {
            format!("closing about {} through {} mm ({chosen})", vector(self.axis), vector(self.point))
        }
    }
}

/// What lies ahead one way.
#[derive(Debug, Default, Serialize)]
pub struct AheadRecord {
    found: bool,
    /// Closing is positive, opening negative. About a hinge: the arc on which the contact moved.
    travel_mm: Option<f64>,
    travel_deg: Option<f64>,
    /// The surfaces meet, or are nearer than this, within this further along the motion.
    error_mm: Option<f64>,
    /// Whether the exact test of all triangles confirmed the contact as the first one.
    proven: Option<bool>,
    /// Where the search gave up: no contact before this travel.
    clear_to_mm: Option<f64>,
    clear_to_deg: Option<f64>,
    pub pose: Option<Pose>,
    place: Option<Place>,
    triangles: Option<Triangles>,
    /// Whether a face that closing added takes part.
    on_added_faces: Option<bool>,
    teeth: Teeth,
}

#[derive(Debug, Serialize)]
struct Place {
    upper: [f64; 3],
    lower: [f64; 3],
    gap_mm: f64,
}

#[derive(Debug, Serialize)]
struct Triangles {
    upper: u32,
    lower: u32,
}

/// Teeth are not told apart yet.
#[derive(Debug, Default, Serialize)]
struct Teeth {
    upper: Option<u8>,
    lower: Option<u8>,
}

/// Wall times in milliseconds.
#[derive(Debug, Serialize)]
pub struct Timing {
    pub import: Option<f64>,
    pub prepare: Option<f64>,
    pub cached: Option<bool>,
    /// Building the trees and the whole search.
    pub frame: f64,
}

impl Timing {
    pub fn of(timing: &TimingRecord) -> Self {
        Self { import: timing.import, prepare: timing.prepare, cached: timing.cached, frame: timing.frame }
    }
}

impl AheadRecord {
    fn new(ahead: &Ahead, sense: f64, motion: &Motion, pair: &JawPair) -> Self {
        match ahead {
            Ahead::Contact(contact) => Self::of_contact(contact, sense, motion, pair),
            Ahead::Nothing => Self::default(),
            Ahead::Unknown { up_to } => Self {
                clear_to_mm: (!motion.is_turn()).then_some(sense * up_to),
                clear_to_deg: motion.is_turn().then_some(sense * up_to.to_degrees()),
                ..Self::default()
            },
        }
    }

    fn of_contact(contact: &Contact, sense: f64, motion: &Motion, pair: &JawPair) -> Self {
        let travel = sense * contact.travel;
        let added = contact.upper_triangle as usize >= pair.upper.mesh.n_scanned
            || contact.lower_triangle as usize >= pair.lower.mesh.n_scanned;
        Self {
            found: true,
            travel_mm: Some(travel * motion.mm_per_unit(contact.lower_point)),
            travel_deg: motion.is_turn().then_some(travel.to_degrees()),
            error_mm: Some(contact.error_mm),
            proven: Some(contact.is_proven),
            pose: Some(Pose::new(&contact.pose)),
            place: Some(Place {
                upper: contact.upper_point.to_array(),
                lower: contact.lower_point.to_array(),
                gap_mm: contact.upper_point.distance(contact.lower_point),
            }),
            triangles: Some(Triangles { upper: contact.upper_triangle, lower: contact.lower_triangle }),
            on_added_faces: Some(added),
            ..Self::default()
        }
    }

    /// What a person should know about it.
    fn warnings(&self) -> Option<String> {
        if self.on_added_faces == Some(true) {
            return Some(
                "The contact lies on a face that closing added, not on the scan; --no-close leaves such faces out."
                    .into(),
            );
        }
        (self.proven == Some(false)).then(|| {
            "The exact test could not confirm that this contact is the first one; an earlier one cannot be excluded.".into()
        })
    }

    /// How far, as a person says it.
    fn distance(&self) -> String {
        let mm = self.travel_mm.unwrap_or_default().abs();
        self.travel_deg.map_or_else(
            || format!("{mm:.4} mm"),
            |degrees| format!("{:.4}° ({mm:.4} mm at the contact)", degrees.abs()),
        )
    }

    fn clear_to(&self) -> Option<String> {
        let mm = self.clear_to_mm.map(|mm| format!("{:.4} mm", mm.abs()));
        mm.or_else(|| self.clear_to_deg.map(|degrees| format!("{:.4}°", degrees.abs())))
    }
}

impl FirstContactReport {
    pub fn new(
        found: &FirstContact,
        pair: &JawPair,
        files: [String; 2],
        start: &Rigid,
        motion: &Motion,
        record: MotionRecord,
        mut warnings: Vec<String>,
    ) -> Self {
        let (state, contact, opening) = match found {
            FirstContact::Free { closing, opening } => {
                let opening = AheadRecord::new(opening, -1.0, motion, pair);
                ("free", AheadRecord::new(closing, 1.0, motion, pair), Some(opening))
            }
            FirstContact::Interfering { opening } => {
                ("interfering", AheadRecord::new(opening, -1.0, motion, pair), None)
            }
        };
        warnings.extend(contact.warnings());
        let [upper, lower] = files;
        Self {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            inputs: Inputs { upper: input(&pair.upper, upper), lower: input(&pair.lower, lower) },
            scope: ScopeKind::Whole,
            trimmed_area_mm2: 0.0,
            start: Start { pose: Pose::new(start), state },
            motion: record,
            contact,
            opening,
            timing_ms: Timing { import: None, prepare: None, cached: None, frame: 0.0 },
            warnings,
        }
    }

    /// For a person at a terminal.
    pub fn text(&self) -> String {
        let mut lines = vec![("result", self.result())];
        if let Some(opening) = &self.opening {
            lines.push(("opening", self.opening_text(opening)));
        }
        if let (Some(pose), Some(place), Some(t)) = (&self.contact.pose, &self.contact.place, &self.contact.triangles) {
            let [x, y, z] = place.upper.map(|x| rounded(x, 3));
            let [tx, ty, tz, rx, ry, rz] = pose.six.map(|x| rounded(x, 6));
            lines.push(("place", format!("{x:.3} {y:.3} {z:.3} mm; triangles: upper {}, lower {}", t.upper, t.lower)));
            lines.push(("pose", format!("{tx:.6} {ty:.6} {tz:.6} mm  {rx:.6} {ry:.6} {rz:.6}°")));
            let error_mm = self.contact.error_mm.unwrap_or_default();
            lines.push(("error", format!("at most {error_mm:.6} mm; in the pose the surfaces do not meet")));
        }
        if self.trimmed_area_mm2 > 0.0 {
            lines.push(("judged", judged_words(self.scope, self.trimmed_area_mm2, &[])));
        }
        lines.push(("start", text::pose(&self.start_pose())));
        lines.push(("motion", self.motion.text()));
        lines.push(("upper", file(&self.inputs.upper)));
        lines.push(("lower", file(&self.inputs.lower)));
        let mut out = String::new();
        for (name, value) in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{name:<10} {value}");
        }
        let _ = writeln!(out, "{}", DISCLAIMER.say());
        out
    }

    fn start_pose(&self) -> Rigid {
        Rigid::from_six(self.start.pose.six)
    }

    fn result(&self) -> String {
        let (contact, limit) = (&self.contact, self.motion.limit());
        let free = self.start.state == "free";
        match (free, contact.found, contact.clear_to()) {
            (true, true, _) => format!("first contact after closing by {}", contact.distance()),
            (true, false, None) => format!("no contact within {limit} of closing"),
            (true, false, Some(to)) => format!("unknown: no contact before {to} of closing, then the search gave up"),
            (false, true, _) => {
                format!("touching or interfering at the start; free after opening by {}", contact.distance())
            }
            (false, false, None) => format!("touching or interfering at the start; not free within {limit} of opening"),
            (false, false, Some(to)) => {
                format!(
                    "touching or interfering at the start; not free before {to} of opening, then the search gave up"
                )
            }
        }
    }

    fn opening_text(&self, opening: &AheadRecord) -> String {
        match (opening.found, opening.clear_to()) {
            (true, _) => format!("something meets after {}", opening.distance()),
            (false, None) => format!("nothing meets within {}", self.motion.limit()),
            (false, Some(to)) => format!("unknown: nothing meets before {to}, then the search gave up"),
        }
    }
}

fn file(input: &InputRecord) -> String {
    let closed = if input.closed { "closed" } else { "open" };
    format!("{}: {} triangles, {closed}", input.file, input.triangles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn what_is_not_found_is_said_and_null() {
        let motion = Motion::along(DVec3::Z).expect("a direction");
        let pair = crate::export::test_data::pair();
        let report = |found: &FirstContact| {
            let record = MotionRecord::new(&motion, "given", (50.0, 60.0));
            let files = ["u.stl".to_owned(), "l.stl".to_owned()];
            FirstContactReport::new(found, &pair, files, &Rigid::IDENTITY, &motion, record, Vec::new())
        };
        let nothing = report(&FirstContact::Free { closing: Ahead::Nothing, opening: Ahead::Unknown { up_to: 3.0 } });
        let text = nothing.text();
        assert!(text.contains("no contact within 50 mm of closing"), "{text}");
        assert!(text.contains("nothing meets before 3.0000 mm"), "{text}");
        let json = serde_json::to_value(&nothing).unwrap();
        assert_eq!(json["found"], false);
        assert_eq!(json["opening"]["clear_to_mm"], -3.0);
        assert!(json["travel_mm"].is_null() && json["teeth"]["upper"].is_null() && json["pose"].is_null());
        let stuck = report(&FirstContact::Interfering { opening: Ahead::Nothing });
        assert!(stuck.text().contains("not free within 50 mm of opening"));
        assert!(serde_json::to_value(&stuck).unwrap()["opening"].is_null());
    }
}
