//! Orthodontic figures of two arches in a pose, each with the points that it was taken from: overjet, overbite, shift of the midlines,
//! widths of the arches, tilt of the occlusal plane. Geometry, and no judgement of it.
//!
//! Points come from the crowns' shapes ([`super::teeth::landmarks`]) unless a hand has placed them. A figure is as sure as the least sure
//! of its teeth.
use super::teeth::landmarks::{Crowns, JawAxes, Landmark, LandmarkKind};
use super::teeth::{Fdi, SURE, Teeth};
use super::{JawPair, JawSide, OcclusalFrame};
use crate::base::Rigid;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Which figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrthoKind {
    /// From the labial surface of the lower central incisor to that of the upper one at its edge, to the front; at the height of that edge
    /// where the incisors overlap, else from the lower edge. Negative where the lower incisor is in front.
    Overjet,
    /// How far the upper incisor's edge lies below the lower one's, along the occlusal normal. Negative in an open bite.
    Overbite,
    /// How far the lower midline lies to the patient's right of the upper one.
    MidlineShift,
    /// Between the tips of the canines of an arch.
    InterCanine,
    /// Between the mesio-buccal cusps of the first molars of an arch.
    InterMolar,
    /// Between the occlusal normal in use and that of the plane through the middle of the incisal edges and the first molars'
    /// mesio-buccal cusps, degrees.
    PlaneTilt,
}

/// A figure and what it was taken from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrthoFigure {
    pub kind: OrthoKind,
    /// mm; degrees of [`OrthoKind::PlaneTilt`].
    pub value: f64,
    /// The teeth that it is of.
    pub teeth: Vec<Fdi>,
    /// Of the least sure tooth, 0 to 1.
    pub confidence: f64,
    /// The line that is measured, world coordinates; of the plane three corners.
    pub points: Vec<DVec3>,
    /// A hand has placed one or more of the points of teeth that it was taken from.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
}

impl OrthoFigure {
    pub fn is_sure(&self) -> bool {
        self.confidence >= SURE
    }

    /// The points of teeth that it is taken from.
    pub fn landmarks(&self) -> Vec<(Fdi, LandmarkKind)> {
        let kind = |tooth: &Fdi| match self.kind {
            OrthoKind::Overjet | OrthoKind::Overbite => LandmarkKind::Edge,
            OrthoKind::MidlineShift => LandmarkKind::Mesial,
            OrthoKind::InterCanine => LandmarkKind::Tip,
            OrthoKind::PlaneTilt if tooth.is_front() => LandmarkKind::Edge,
            OrthoKind::InterMolar | OrthoKind::PlaneTilt => LandmarkKind::MesioBuccal,
        };
        self.teeth.iter().map(|tooth| (*tooth, kind(tooth))).collect()
    }
}

/// Half the thickness of the slab that a labial surface is looked for in, mm.
const SLAB_MM: f64 = 0.35;

/// Points that a hand has placed, in their jaw's own coordinates; each stands in the place of the one that shape tells.
pub type Placed = [Landmark];

/// Every figure that the teeth allow.
pub fn figures(
    pair: &JawPair,
    teeth: &Teeth,
    (frame, upper_from_lower): (&OcclusalFrame, &Rigid),
    placed: &Placed,
) -> Vec<OrthoFigure> {
    found(pair, teeth, (frame, upper_from_lower), placed).0
}

/// The same with every point of a tooth, in its jaw's own coordinates.
pub fn found(
    pair: &JawPair,
    teeth: &Teeth,
    (frame, upper_from_lower): (&OcclusalFrame, &Rigid),
    placed: &Placed,
) -> (Vec<OrthoFigure>, Vec<Landmark>) {
    if teeth.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let arches = Arches::new(pair, teeth, (frame, upper_from_lower), placed);
    let incisors = [(11, 41), (21, 31)].map(|(upper, lower)| (Fdi::new(upper), Fdi::new(lower)));
    let incisors: Vec<(Fdi, Fdi)> = incisors.into_iter().filter_map(|(u, l)| Some((u?, l?))).collect();
    let overjets = incisors.iter().filter_map(|pair| arches.overjet(*pair));
    let overbites = incisors.iter().filter_map(|pair| arches.overbite(*pair));
    let widths = [
        (OrthoKind::InterCanine, LandmarkKind::Tip, [13, 23]),
        (OrthoKind::InterCanine, LandmarkKind::Tip, [43, 33]),
        (OrthoKind::InterMolar, LandmarkKind::MesioBuccal, [16, 26]),
        (OrthoKind::InterMolar, LandmarkKind::MesioBuccal, [46, 36]),
    ];
    let widths = widths.into_iter().filter_map(|(kind, of, teeth)| arches.width(kind, of, teeth));
    let figures = overjets.chain(overbites).chain(arches.midline_shift()).chain(widths).chain(arches.plane_tilt());
    let figures = figures.map(|figure| OrthoFigure { by_hand: is_by_hand(&figure, placed), ..figure }).collect();
    (figures, arches.landmarks)
}

fn is_by_hand(figure: &OrthoFigure, placed: &Placed) -> bool {
    figure.landmarks().iter().any(|name| placed.iter().any(|point| point.name() == *name))
}

/// Landmarks of both arches, and how they lie to each other.
struct Arches<'a> {
    crowns: [Crowns; 2],
    frame: &'a OcclusalFrame,
    world_from_jaw: [Rigid; 2],
    axes: [JawAxes; 2],
    landmarks: Vec<Landmark>,
}

const SIDES: [JawSide; 2] = [JawSide::Upper, JawSide::Lower];

impl<'a> Arches<'a> {
    fn new(
        pair: &JawPair,
        teeth: &Teeth,
        (frame, upper_from_lower): (&'a OcclusalFrame, &Rigid),
        placed: &Placed,
    ) -> Self {
        let world_from_jaw = [Rigid::IDENTITY, *upper_from_lower];
        let axes = SIDES.map(|side| JawAxes::of(side, frame, &world_from_jaw[side as usize]));
        let crowns = SIDES.map(|side| Crowns::of(&pair.jaw(side).mesh, teeth.jaw(side)));
        let mut found: Vec<Landmark> = crowns.iter().zip(&axes).flat_map(|(jaw, axes)| jaw.landmarks(axes)).collect();
        found.retain(|l| !placed.iter().any(|p| p.name() == l.name()));
        found.extend_from_slice(placed);
        Self { crowns, frame, world_from_jaw, axes, landmarks: found }
    }

    /// A landmark with its place in the world.
    fn find(&self, tooth: Fdi, kind: LandmarkKind) -> Option<Landmark> {
        let found = self.landmarks.iter().find(|l| (l.tooth, l.kind) == (tooth, kind))?;
        Some(Landmark { at: self.world_from_jaw[tooth.side() as usize].transform_point(found.at), ..*found })
    }

    fn numbered(&self, number: u8, kind: LandmarkKind) -> Option<Landmark> {
        self.find(Fdi::new(number)?, kind)
    }

    fn overjet(&self, (upper, lower): (Fdi, Fdi)) -> Option<OrthoFigure> {
        let edges = [upper, lower].map(|tooth| self.find(tooth, LandmarkKind::Edge));
        let [Some(upper), Some(lower)] = edges else { return None };
        let overlaps = (lower.at - upper.at).dot(self.frame.up) > SLAB_MM;
        let from = self.labial_at(lower.tooth, if overlaps { upper.at } else { lower.at })?;
        let along = (self.labial_at(upper.tooth, upper.at)? - from).dot(self.frame.front);
        Some(figure(OrthoKind::Overjet, along, &[upper, lower], vec![from, from + self.frame.front * along]))
    }

    /// The labial surface of an incisor at the height of a place, world coordinates.
    fn labial_at(&self, tooth: Fdi, world: DVec3) -> Option<DVec3> {
        let side = tooth.side();
        let (jaw, axes) = (self.world_from_jaw[side as usize], &self.axes[side as usize]);
        let edge = self.landmarks.iter().find(|l| (l.tooth, l.kind) == (tooth, LandmarkKind::Edge))?;
        // As high as the place, in the middle of the tooth.
        let level = jaw.inverse().transform_point(world);
        let level = level + axes.right * (edge.at - level).dot(axes.right);
        let point = self.crowns[side as usize].labial_point(tooth, axes, (level, SLAB_MM))?;
        Some(jaw.transform_point(point))
    }

    fn overbite(&self, (upper, lower): (Fdi, Fdi)) -> Option<OrthoFigure> {
        let [upper, lower] = [self.find(upper, LandmarkKind::Edge)?, self.find(lower, LandmarkKind::Edge)?];
        let value = (lower.at - upper.at).dot(self.frame.up);
        let from = upper.at;
        Some(figure(OrthoKind::Overbite, value, &[upper, lower], vec![from, from + self.frame.up * value]))
    }

    fn midline_shift(&self) -> Option<OrthoFigure> {
        let of = |numbers: [u8; 2]| {
            let [a, b] = numbers.map(|number| self.numbered(number, LandmarkKind::Mesial));
            Some([a?, b?])
        };
        let [upper, lower] = [of([11, 21])?, of([41, 31])?];
        let middle = |pair: &[Landmark; 2]| (pair[0].at + pair[1].at) / 2.0;
        let from = middle(&upper);
        let value = (middle(&lower) - from).dot(self.frame.right);
        let points = vec![from, from + self.frame.right * value];
        Some(figure(OrthoKind::MidlineShift, value, &[upper, lower].concat(), points))
    }

    fn width(&self, kind: OrthoKind, of: LandmarkKind, teeth: [u8; 2]) -> Option<OrthoFigure> {
        let [a, b] = teeth.map(|number| self.numbered(number, of));
        let (a, b) = (a?, b?);
        Some(figure(kind, a.at.distance(b.at), &[a, b], vec![a.at, b.at]))
    }

    fn plane_tilt(&self) -> Option<OrthoFigure> {
        let of = |numbers: &[u8], kind| {
            let found: Vec<Landmark> = numbers.iter().filter_map(|number| self.numbered(*number, kind)).collect();
            (found.len() == numbers.len()).then_some(found)
        };
        let front = of(&[11, 21, 31, 41], LandmarkKind::Edge)?;
        let [right, left] = [&[16, 46], &[26, 36]].map(|numbers| of(numbers, LandmarkKind::MesioBuccal));
        let (right, left) = (right?, left?);
        let mean = |all: &[Landmark]| all.iter().map(|l| l.at).sum::<DVec3>() / all.len() as f64;
        let corners = vec![mean(&front), mean(&right), mean(&left)];
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).try_normalize()?;
        let value = normal.dot(self.frame.up).abs().min(1.0).acos().to_degrees();
        Some(figure(OrthoKind::PlaneTilt, value, &[front, right, left].concat(), corners))
    }
}

fn figure(kind: OrthoKind, value: f64, of: &[Landmark], points: Vec<DVec3>) -> OrthoFigure {
    let confidence = of.iter().map(|l| l.confidence).fold(1.0, f64::min);
    let mut teeth: Vec<Fdi> = of.iter().map(|l| l.tooth).collect();
    teeth.dedup();
    OrthoFigure { kind, value, teeth, confidence, points, by_hand: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::LengthUnit;
    use crate::jaw::teeth::{JawTeeth, ToothRegion, ToothSource};
    use crate::jaw::{Jaw, JawPair};
    use crate::mesh::{RepairReport, TriMesh};
    use glam::Vec3;
    use std::sync::Arc;

    /// A crown as a box: its middle, half its size (right, front, up), one triangle grid on every face.
    fn block(centre: [f32; 3], half: [f32; 3]) -> Vec<[Vec3; 3]> {
        const N: usize = 12;
        let (c, h) = (Vec3::from(centre), Vec3::from(half));
        let mut triangles = Vec::new();
        for axis in 0..3 {
            for sign in [-1.0, 1.0] {
                let at = |i: usize, j: usize| {
                    let mut p = Vec3::ZERO;
                    p[axis] = sign;
                    p[(axis + 1) % 3] = 2.0 * i as f32 / N as f32 - 1.0;
                    p[(axis + 2) % 3] = 2.0 * j as f32 / N as f32 - 1.0;
                    c + p * h
                };
                for (i, j) in (0..N).flat_map(|i| (0..N).map(move |j| (i, j))) {
                    triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
                    triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
                }
            }
        }
        triangles
    }

    fn jaw(teeth: &[(u8, [f32; 3], [f32; 3])]) -> (TriMesh, JawTeeth) {
        let (mut mesh, mut of_triangle, mut regions) = (TriMesh::default(), Vec::new(), Vec::new());
        for (number, centre, half) in teeth {
            let source = ToothSource::Labels;
            regions.push(ToothRegion { fdi: Fdi::new(*number), confidence: 1.0, source });
            for corners in block(*centre, *half) {
                let first = mesh.positions.len() as u32;
                mesh.positions.extend(corners);
                mesh.triangles.push([first, first + 1, first + 2]);
                of_triangle.push(regions.len() as u8);
            }
        }
        mesh.n_scanned = mesh.triangles.len();
        (mesh, JawTeeth { of_triangle: Arc::new(of_triangle), regions })
    }

    fn bare(mesh: TriMesh) -> Jaw {
        let (name, blake3, mesh) = (String::new(), String::new(), Arc::new(mesh));
        Jaw { name, blake3, unit: LengthUnit::Millimetre, mesh, report: RepairReport::default() }
    }

    fn pair_of([upper, lower]: [Jaw; 2], frame: OcclusalFrame) -> JawPair {
        JawPair { upper, lower, frame, occlusion: Rigid::IDENTITY, told: Default::default() }
    }

    /// Incisors 2 mm thick: the upper ones 2.5 mm in front and 3 mm over the lower ones, whose midline lies 0.7 mm to the right; canines
    /// 34 and 26 mm apart, molars with their cusps 50 and 45 mm apart. Right is +x, front +y, up +z.
    fn mouth() -> (JawPair, Teeth, OcclusalFrame) {
        let incisor = [4.0, 1.0, 5.0];
        let upper = [
            (11, [4.0, 2.5, 2.0], incisor),
            (21, [-4.0, 2.5, 2.0], incisor),
            (13, [17.0, -8.0, 3.0], [3.0, 3.0, 4.0]),
            (23, [-17.0, -8.0, 3.0], [3.0, 3.0, 4.0]),
            (16, [22.0, -30.0, 3.0], [5.0, 5.0, 4.0]),
            (26, [-22.0, -30.0, 3.0], [5.0, 5.0, 4.0]),
        ];
        let lower = [
            (41, [4.7, 0.0, -5.0], incisor),
            (31, [-3.3, 0.0, -5.0], incisor),
            (43, [13.0, -8.0, -5.0], [2.5, 2.5, 4.0]),
            (33, [-13.0, -8.0, -5.0], [2.5, 2.5, 4.0]),
            (46, [20.0, -30.0, -5.0], [5.0, 5.0, 4.0]),
            (36, [-20.0, -30.0, -5.0], [5.0, 5.0, 4.0]),
        ];
        let [(upper_mesh, upper), (lower_mesh, lower)] = [jaw(&upper), jaw(&lower)];
        let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame");
        let jaws = [upper_mesh, lower_mesh].map(bare);
        (pair_of(jaws, frame), Teeth { upper, lower }, frame)
    }

    fn value(found: &[OrthoFigure], kind: OrthoKind, first: u8) -> f64 {
        let is_it = |f: &&OrthoFigure| f.kind == kind && f.teeth.first().is_some_and(|t| t.number() == first);
        found.iter().find(is_it).expect("found").value
    }

    #[test]
    fn figures_of_blocks_are_what_they_were_made_to_be() {
        let (pair, teeth, frame) = mouth();
        let found = figures(&pair, &teeth, (&frame, &Rigid::IDENTITY), &[]);
        for (kind, first, is) in [
            (OrthoKind::Overbite, 11, 3.0),
            (OrthoKind::Overbite, 21, 3.0),
            // From the front of the lower block (y = 1) to that of the upper one (y = 3.5).
            (OrthoKind::Overjet, 11, 2.5),
            (OrthoKind::Overjet, 21, 2.5),
            (OrthoKind::MidlineShift, 11, 0.7),
        ] {
            let v = value(&found, kind, first);
            assert!((v - is).abs() < 1e-5, "{kind:?} {first}: {v}, made {is}");
        }
        // A block's top is flat: its highest point is any of it, and the mesio-buccal one a corner at most.
        let molars = value(&found, OrthoKind::InterMolar, 16);
        assert!((44.0..=54.0).contains(&molars), "{molars}");
        assert!(found.iter().all(OrthoFigure::is_sure));
        // All in another pose of the world: nothing changes.
        let turn = Rigid::from_six([3.0, -7.0, 11.0, 20.0, -35.0, 50.0]);
        let turned = |v: DVec3| turn.rotation * v;
        let other =
            OcclusalFrame::from_up_and_front(turn.transform_point(DVec3::ZERO), turned(frame.up), turned(frame.front))
                .expect("a frame");
        let moved = |mesh: &TriMesh| {
            let positions = mesh.positions.iter().map(|p| turn.transform_point(p.as_dvec3()).as_vec3()).collect();
            bare(TriMesh { positions, ..mesh.clone() })
        };
        let there = pair_of([moved(&pair.upper.mesh), moved(&pair.lower.mesh)], other);
        let again = figures(&there, &teeth, (&other, &Rigid::IDENTITY), &[]);
        let same = found
            .iter()
            .zip(&again)
            .filter(|(f, _)| !matches!(f.kind, OrthoKind::InterCanine | OrthoKind::InterMolar | OrthoKind::PlaneTilt));
        for (a, b) in same {
            assert!(a.kind == b.kind && (a.value - b.value).abs() < 1e-3, "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_lower_jaw_that_is_moved_changes_what_it_must() {
        let (pair, teeth, frame) = mouth();
        // 4 mm down and 1 mm to the patient's left and 5 mm forward: an open bite, a shift to the left, a crossbite.
        let pose = Rigid::from_six([-1.0, 5.0, -4.0, 0.0, 0.0, 0.0]);
        let found = figures(&pair, &teeth, (&frame, &pose), &[]);
        for (kind, is) in [(OrthoKind::Overbite, -1.0), (OrthoKind::MidlineShift, -0.3), (OrthoKind::Overjet, -2.5)] {
            let v = value(&found, kind, 11);
            assert!((v - is).abs() < 1e-5, "{kind:?}: {v}, made {is}");
        }
    }

    #[test]
    fn a_missing_tooth_takes_its_figures_away_and_a_guess_makes_them_unsure() {
        let (pair, mut teeth, frame) = mouth();
        teeth.upper.regions[0].fdi = None;
        teeth.lower.regions[1].confidence = 0.2;
        let found = figures(&pair, &teeth, (&frame, &Rigid::IDENTITY), &[]);
        let of = |kind: OrthoKind| found.iter().filter(move |f| f.kind == kind).collect::<Vec<_>>();
        assert_eq!(
            (of(OrthoKind::Overjet).len(), of(OrthoKind::MidlineShift).len(), of(OrthoKind::PlaneTilt).len()),
            (1, 0, 0)
        );
        assert!(!of(OrthoKind::Overjet)[0].is_sure(), "of 31");
        assert!(of(OrthoKind::InterCanine).iter().all(|f| f.is_sure()));
        // A hand places what shape does not tell: the edge of a tooth that nobody numbered.
        let eleven = Fdi::new(11).expect("a tooth");
        let edge =
            Landmark { tooth: eleven, kind: LandmarkKind::Edge, at: DVec3::new(4.0, 2.5, -2.0), confidence: 1.0 };
        let (figures, points) = super::found(&pair, &teeth, (&frame, &Rigid::IDENTITY), &[edge]);
        assert!((value(&figures, OrthoKind::Overbite, 11) - 2.0).abs() < 1e-5);
        // It is said of that figure, and of no other; the point is among all.
        let by_hand: Vec<_> = figures.iter().filter(|f| f.by_hand).map(|f| (f.kind, f.teeth[0])).collect();
        assert_eq!(
            by_hand,
            [(OrthoKind::Overbite, eleven), (OrthoKind::PlaneTilt, eleven)],
            "overjet needs the surface"
        );
        assert!(points.contains(&edge));
        for figure in &figures {
            assert!(figure.landmarks().iter().all(|name| points.iter().any(|p| p.name() == *name)), "{figure:?}");
        }
    }
}
