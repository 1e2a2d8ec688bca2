//! Where a tooth's number is written: on its outer side, so that it covers no contact.
use super::JawTeeth;
use crate::base::Rigid;
use crate::mesh::TriMesh;
use glam::{DVec3, Vec3};

/// How far outside of the crown, mm.
const BESIDE_MM: f32 = 1.2;

/// Of one region, in the jaw's own coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToothAnchor {
    /// Place in [`JawTeeth::regions`].
    pub region: usize,
    /// mm.
    pub at: Vec3,
    /// Unit vector away from the arch, within the occlusal plane.
    pub outwards: Vec3,
}

impl ToothAnchor {
    /// Its place and the direction away from the arch, world coordinates.
    pub fn posed(&self, world_from_jaw: &Rigid) -> (DVec3, DVec3) {
        (world_from_jaw.transform_point(self.at.as_dvec3()), world_from_jaw.rotation * self.outwards.as_dvec3())
    }
}

/// One for each region that has surface. `up`: the occlusal normal in the jaw's coordinates.
pub fn tooth_anchors(mesh: &TriMesh, teeth: &JawTeeth, up: Vec3) -> Vec<ToothAnchor> {
    let mut sums = vec![(Vec3::ZERO, 0.0_f32); teeth.regions.len()];
    let corners = |triangle: u32| mesh.triangles[triangle as usize].map(|i| mesh.positions[i as usize]);
    let of_tooth = || {
        let triangles = 0..mesh.triangles.len().min(teeth.of_triangle.len()) as u32;
        triangles.filter_map(|triangle| Some((teeth.region_of(triangle)?, corners(triangle))))
    };
    for (region, [a, b, c]) in of_tooth() {
        let area = (b - a).cross(c - a).length();
        sums[region].0 += (a + b + c) / 3.0 * area;
        sums[region].1 += area;
    }
    let middles: Vec<Option<Vec3>> = sums.iter().map(|(sum, area)| (*area > 0.0).then(|| *sum / *area)).collect();
    let n = middles.iter().flatten().count().max(1) as f32;
    let middle = middles.iter().flatten().sum::<Vec3>() / n;
    let anchor = |(region, at): (usize, Option<Vec3>)| {
        let at = at?;
        Some(ToothAnchor { region, at, outwards: (at - middle).reject_from_normalized(up).try_normalize()? })
    };
    let anchors: Vec<Option<ToothAnchor>> = middles.into_iter().enumerate().map(anchor).collect();
    let mut reach = vec![0.0_f32; anchors.len()];
    for (region, corners) in of_tooth() {
        if let Some(anchor) = &anchors[region] {
            let farthest = corners.map(|p| (p - anchor.at).dot(anchor.outwards)).into_iter().fold(0.0, f32::max);
            reach[region] = reach[region].max(farthest);
        }
    }
    let outside = |a: ToothAnchor| ToothAnchor { at: a.at + a.outwards * (reach[a.region] + BESIDE_MM), ..a };
    anchors.into_iter().flatten().map(outside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jaw::teeth::{ToothRegion, ToothSource};
    use std::sync::Arc;

    #[test]
    fn numbers_stand_outside_of_their_teeth() {
        // Two flat teeth of 4 x 4 mm, 20 mm apart, and gum between them.
        let square = |x: f32| [[x, 0.0], [x + 4.0, 0.0], [x + 4.0, 4.0], [x, 4.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
        let positions = [square(-12.0), square(8.0), square(-2.0)].concat();
        let triangles = (0..3).flat_map(|k| [[4 * k, 4 * k + 1, 4 * k + 2], [4 * k, 4 * k + 2, 4 * k + 3]]).collect();
        let mesh = TriMesh { positions, triangles, n_scanned: 6, ..TriMesh::default() };
        let region = ToothRegion { fdi: None, confidence: 1.0, source: ToothSource::Hand };
        let teeth = JawTeeth { of_triangle: Arc::new(vec![1, 1, 2, 2, 0, 0]), regions: vec![region; 3] };
        let anchors = tooth_anchors(&mesh, &teeth, Vec3::Z);
        assert_eq!(anchors.iter().map(|a| a.region).collect::<Vec<_>>(), [0, 1], "the third has no surface");
        assert!((anchors[0].outwards + Vec3::X).length() < 1e-6 && (anchors[1].outwards - Vec3::X).length() < 1e-6);
        assert!((anchors[0].at.x + 12.0 + BESIDE_MM).abs() < 1e-5 && (anchors[1].at.x - 12.0 - BESIDE_MM).abs() < 1e-5);
    }
}
