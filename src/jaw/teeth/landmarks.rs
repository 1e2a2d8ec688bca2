//! Points of teeth that orthodontic figures are taken from, told from the shape of each crown and given in the jaw's own coordinates.
use super::{Fdi, JawTeeth, ToothRegion};
use crate::jaw::JawSide;
use crate::mesh::TriMesh;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// What a point is of its tooth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LandmarkKind {
    /// The middle of an incisor's edge.
    Edge,
    /// Where an incisor meets the one across the midline.
    Mesial,
    /// The tip of a canine.
    Tip,
    /// The tip of a molar's cusp in front, on the side of the cheek.
    MesioBuccal,
}

/// A point of a tooth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landmark {
    pub tooth: Fdi,
    pub kind: LandmarkKind,
    /// mm, the jaw's own coordinates.
    pub at: DVec3,
    /// Of the tooth's number, 0 to 1; 1 of a point that a hand has placed.
    pub confidence: f64,
}

impl Landmark {
    /// Of which tooth it is what; there is one of each.
    pub fn name(&self) -> (Fdi, LandmarkKind) {
        (self.tooth, self.kind)
    }
}

/// The patient's directions in a jaw's own coordinates; unit vectors.
#[derive(Clone, Copy, Debug)]
pub struct JawAxes {
    pub right: DVec3,
    pub front: DVec3,
    /// From the roots towards the other jaw.
    pub occlusal: DVec3,
}

/// So far below its highest point an edge is an edge, mm.
const EDGE_MM: f64 = 0.4;
/// So far from its outermost point a side is that side, mm.
const SIDE_MM: f64 = 0.15;

/// The scanned corners of one tooth.
struct Crown {
    tooth: Fdi,
    confidence: f64,
    points: Vec<DVec3>,
}

/// The crowns of a jaw's numbered teeth.
pub struct Crowns(Vec<Crown>);

impl Crowns {
    /// In the order of their numbers; of two regions of one number the larger.
    pub fn of(mesh: &TriMesh, teeth: &JawTeeth) -> Self {
        let mut points: Vec<Vec<DVec3>> = vec![Vec::new(); teeth.regions.len()];
        let mut is_taken = vec![false; mesh.positions.len()];
        for triangle in 0..mesh.n_scanned.min(mesh.triangles.len()) {
            let Some(region) = teeth.region_of(triangle as u32) else { continue };
            for id in mesh.triangles[triangle].map(|id| id as usize) {
                if !std::mem::replace(&mut is_taken[id], true) {
                    points[region].push(mesh.positions[id].as_dvec3());
                }
            }
        }
        let crown = |(points, tooth): (Vec<DVec3>, &ToothRegion)| {
            let crown = Crown { tooth: tooth.fdi?, confidence: tooth.confidence, points };
            (!crown.points.is_empty()).then_some(crown)
        };
        let mut crowns: Vec<Crown> = points.into_iter().zip(&teeth.regions).filter_map(crown).collect();
        crowns.sort_by(|a, b| a.tooth.cmp(&b.tooth).then(b.points.len().cmp(&a.points.len())));
        crowns.dedup_by_key(|crown| crown.tooth);
        Self(crowns)
    }

    /// Every landmark.
    pub fn landmarks(&self, axes: &JawAxes) -> Vec<Landmark> {
        let middle = middle_of(&self.0);
        self.0.iter().flat_map(|crown| crown.landmarks(axes, middle)).collect()
    }

    /// The front of a tooth's crown at a height: its foremost point within a slab across its middle, `None` where it has none there.
    pub fn labial_point(&self, tooth: Fdi, axes: &JawAxes, (level, half_mm): (DVec3, f64)) -> Option<DVec3> {
        let crown = self.0.iter().find(|crown| crown.tooth == tooth)?;
        let is_there = |p: &DVec3| {
            let d = *p - level;
            d.dot(axes.occlusal).abs() < half_mm && d.dot(axes.right).abs() < LABIAL_HALF_WIDTH_MM
        };
        crown.points.iter().copied().filter(is_there).max_by(|a, b| a.dot(axes.front).total_cmp(&b.dot(axes.front)))
    }
}

/// The labial surface is looked for so far to either side, mm.
const LABIAL_HALF_WIDTH_MM: f64 = 1.5;

/// The middle of the arch, between its teeth.
fn middle_of(crowns: &[Crown]) -> DVec3 {
    let middles = crowns.iter().map(|crown| mean(crown.points.iter().copied()));
    mean(middles)
}

/// Of nothing the origin.
fn mean(points: impl Iterator<Item = DVec3>) -> DVec3 {
    let (sum, n) = points.fold((DVec3::ZERO, 0.0), |(sum, n), p| (sum + p, n + 1.0));
    sum / f64::max(n, 1.0)
}

impl Crown {
    fn landmarks(&self, axes: &JawAxes, middle: DVec3) -> Vec<Landmark> {
        let of = |kind: LandmarkKind, at: DVec3| Landmark { tooth: self.tooth, kind, at, confidence: self.confidence };
        // Towards the midline along the front of the arch.
        let inwards = if self.tooth.is_patients_right() { -axes.right } else { axes.right };
        match self.tooth.place() {
            1 => vec![of(LandmarkKind::Edge, self.edge(axes.occlusal)), of(LandmarkKind::Mesial, self.side(inwards))],
            3 => vec![of(LandmarkKind::Tip, self.highest(axes.occlusal, |_| true))],
            6 => {
                let centre = mean(self.points.iter().copied());
                let buccal = (centre - middle).reject_from_normalized(axes.occlusal).normalize_or(-inwards);
                let mesial = axes.occlusal.cross(buccal);
                let mesial = if mesial.dot(axes.front) < 0.0 { -mesial } else { mesial };
                let is_there = |p: DVec3| (p - centre).dot(buccal) > 0.0 && (p - centre).dot(mesial) > 0.0;
                vec![of(LandmarkKind::MesioBuccal, self.highest(axes.occlusal, is_there))]
            }
            _ => Vec::new(),
        }
    }

    fn most(&self, along: DVec3) -> f64 {
        self.points.iter().map(|p| p.dot(along)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The middle of what lies within a little of the outermost point.
    fn end(&self, along: DVec3, within_mm: f64) -> DVec3 {
        let most = self.most(along);
        mean(self.points.iter().copied().filter(|p| p.dot(along) > most - within_mm))
    }

    /// The middle between both ends of the edge, as high as its highest point: corners are not evenly spread along it.
    fn edge(&self, occlusal: DVec3) -> DVec3 {
        let most = self.most(occlusal);
        let edge: Vec<DVec3> = self.points.iter().copied().filter(|p| p.dot(occlusal) > most - EDGE_MM).collect();
        let centre = mean(edge.iter().copied());
        let far = |from: DVec3| edge.iter().copied().max_by(|a, b| a.distance(from).total_cmp(&b.distance(from)));
        let one = far(centre).unwrap_or(centre);
        let middle = (one + far(one).unwrap_or(centre)) / 2.0;
        middle + occlusal * (most - middle.dot(occlusal))
    }

    fn side(&self, along: DVec3) -> DVec3 {
        self.end(along, SIDE_MM)
    }

    /// The highest point of those that count; without one the highest of all.
    fn highest(&self, occlusal: DVec3, counts: impl Fn(DVec3) -> bool) -> DVec3 {
        let by = |a: &DVec3, b: &DVec3| a.dot(occlusal).total_cmp(&b.dot(occlusal));
        let counted = self.points.iter().copied().filter(|p| counts(*p)).max_by(by);
        counted.or_else(|| self.points.iter().copied().max_by(by)).unwrap_or_default()
    }
}

impl JawAxes {
    /// Of the upper (`world_from_jaw` is none) or the lower jaw in a pose.
    pub fn of(side: JawSide, frame: &crate::jaw::OcclusalFrame, world_from_jaw: &crate::base::Rigid) -> Self {
        let own = |v: DVec3| world_from_jaw.rotation.transpose() * v;
        let up = own(frame.up);
        let occlusal = match side {
            JawSide::Upper => -up,
            JawSide::Lower => up,
        };
        Self { right: own(frame.right), front: own(frame.front), occlusal }
    }
}
