//! `occluscope/section/1`: lengths in mm, places in the plane as (u, v), v along the occlusal direction.
use super::SectionFound;
use crate::base::words::{as_read, say};
use crate::exact::section::{Between, Contour, Reading};
use crate::export::json::{InputRecord, input};
use crate::export::measures::MeasureRecord;
use crate::export::text::plain_mm;
use crate::jaw::{JawPair, JawSide, SectionPlace};
use glam::{DVec2, DVec3};
use serde::Serialize;
use std::collections::BTreeMap;

pub const SCHEMA: &str = "occluscope/section/1";

#[derive(Clone, Debug, Serialize)]
pub struct SectionRecord {
    pub schema: &'static str,
    pub version: &'static str,
    pub inputs: Sides<InputRecord>,
    pub upper_from_lower: [[f64; 4]; 4],
    pub section: SectionPlace,
    pub plane: PlaneRecord,
    pub contours: Sides<Vec<ContourRecord>>,
    /// Area (mm²) and depth of what is inside both jaws; `null` where nothing is.
    pub overlap: Option<OverlapRecord>,
    pub gap: GapRecord,
    pub ruler: Option<RulerRecord>,
    /// Of the case, in this pose.
    pub measures: Vec<MeasureRecord>,
    pub timing_ms: BTreeMap<&'static str, f64>,
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Sides<T> {
    pub upper: T,
    pub lower: T,
}

/// World coordinates. Seen against the normal u is on the right and v upwards.
#[derive(Clone, Debug, Serialize)]
pub struct PlaneRecord {
    pub origin: [f64; 3],
    pub u: [f64; 3],
    pub v: [f64; 3],
    pub normal: [f64; 3],
    /// Figures are of what lies so far to both sides of the origin; `null`: of everything.
    pub reach_mm: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ContourRecord {
    pub closed: bool,
    /// A closed one does not repeat its first point; the solid is on its left.
    pub points: Vec<[f64; 2]>,
    /// Of each stretch from a point to the next: not added by closing.
    pub scanned: Vec<bool>,
}

#[derive(Clone, Debug, Serialize)]
pub struct OverlapRecord {
    pub area_mm2: f64,
    /// Along the occlusal direction.
    pub occlusal: Option<ReadingRecord>,
    /// From the point of either contour inside the other jaw that is farthest from that jaw's contour, within the plane.
    pub closest: Option<ReadingRecord>,
}

#[derive(Clone, Debug, Serialize)]
pub struct GapRecord {
    /// Along the occlusal direction, where neither jaw is.
    pub occlusal: Option<ReadingRecord>,
    /// Of the two contours within the plane; 0 where they cross.
    pub closest: Option<ReadingRecord>,
}

/// A length and the two points that it is between.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ReadingRecord {
    pub mm: f64,
    pub from: [f64; 2],
    pub to: [f64; 2],
}

#[derive(Clone, Debug, Serialize)]
pub struct RulerRecord {
    pub from: [f64; 2],
    pub to: [f64; 2],
    pub length_mm: f64,
    /// How much of it is inside the upper jaw, inside the lower one, inside both, and inside neither.
    pub upper_mm: f64,
    pub lower_mm: f64,
    pub both_mm: f64,
    pub free_mm: f64,
}

impl ReadingRecord {
    fn of(reading: &Reading) -> Self {
        let [from, to] = reading.ends.map(|p| p.to_array());
        Self { mm: reading.mm, from, to }
    }
}

impl RulerRecord {
    pub fn of(found: &SectionFound) -> Option<Self> {
        let (along, [from, to]) = (found.along_ruler()?, found.ruler?.map(|p| p.to_array()));
        let [upper_mm, lower_mm] = along.thickness_mm();
        let (both_mm, free_mm) = (along.both_mm(), along.free_mm());
        Some(Self { from, to, length_mm: along.length_mm, upper_mm, lower_mm, both_mm, free_mm })
    }
}

impl SectionRecord {
    /// `files`: of both scans, as the user named them.
    pub fn of(found: &SectionFound, pair: &JawPair, files: [String; 2]) -> Self {
        let [upper, lower] = files;
        let cut = &found.cut;
        let contours = |side: JawSide| {
            let n_scanned = pair.jaw(side).mesh.n_scanned;
            cut.contours[side as usize].iter().map(|contour| ContourRecord::of(contour, n_scanned)).collect()
        };
        let reading = |reading: &Option<Reading>| reading.as_ref().map(ReadingRecord::of);
        let between = &found.between;
        let array = |v: DVec3| v.to_array();
        Self {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            inputs: Sides { upper: input(&pair.upper, upper), lower: input(&pair.lower, lower) },
            upper_from_lower: found.upper_from_lower.to_rows(),
            section: found.place,
            plane: PlaneRecord {
                origin: array(cut.plane.origin),
                u: array(cut.plane.u),
                v: array(cut.plane.v),
                normal: array(cut.plane.normal()),
                reach_mm: Some(cut.plane.reach_mm).filter(|mm| mm.is_finite()),
            },
            contours: Sides { upper: contours(JawSide::Upper), lower: contours(JawSide::Lower) },
            overlap: between.is_overlapping().then(|| OverlapRecord {
                area_mm2: between.overlap_area_mm2,
                occlusal: reading(&between.deepest_occlusal),
                closest: reading(&between.deepest_closest),
            }),
            gap: GapRecord {
                occlusal: reading(&between.smallest_occlusal),
                closest: reading(&between.smallest_closest),
            },
            ruler: RulerRecord::of(found),
            measures: Vec::new(),
            timing_ms: BTreeMap::new(),
            warnings: warnings(found),
        }
    }
}

impl ContourRecord {
    fn of(contour: &Contour, n_scanned: usize) -> Self {
        Self {
            closed: contour.is_closed,
            points: contour.points.iter().map(DVec2::to_array).collect(),
            scanned: contour.triangles.iter().map(|triangle| (*triangle as usize) < n_scanned).collect(),
        }
    }
}

fn warnings(found: &SectionFound) -> Vec<String> {
    let mut said = Vec::new();
    for (side, name) in [(JawSide::Upper, "upper"), (JawSide::Lower, "lower")] {
        if found.cut.contours[side as usize].is_empty() {
            said.push(format!("The plane does not meet the {name} jaw."));
        } else if !found.cut.is_solid(side) {
            said.push(format!(
                "The {name} jaw is open where the plane cuts it: what is open has no inside and is in no overlap, thickness or gap along the \
                 occlusal direction."
            ));
        }
    }
    said
}

/// What is between the contours, a line each.
pub fn figures_text(between: &Between) -> Vec<String> {
    let mm = |reading: &Option<Reading>| reading.as_ref().map(|r| as_read(&plain_mm(r.mm)).into_owned());
    let both = |occlusal: &Option<Reading>, closest: &Option<Reading>| {
        let occlusal = mm(occlusal).map(|mm| say!("section-occlusal", mm = mm));
        let closest = mm(closest).map(|mm| say!("section-closest", mm = mm));
        [occlusal, closest].into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    if between.is_overlapping() {
        let depths = both(&between.deepest_occlusal, &between.deepest_closest);
        return vec![
            say!("section-overlap", parts = depths),
            say!("section-overlap-area", mm2 = as_read(&plain_mm(between.overlap_area_mm2)).into_owned()),
        ];
    }
    match both(&between.smallest_occlusal, &between.smallest_closest) {
        gaps if gaps.is_empty() => vec![say!("section-one-jaw").into()],
        gaps => vec![say!("section-gap", parts = gaps)],
    }
}
