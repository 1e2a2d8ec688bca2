//! Where a tooth's number is written: on its outer side, so that it covers no contact.
use super::JawTeeth;
use crate::base::Rigid;
use crate::jaw::arch_form::{LOWER_FORM, UPPER_FORM, outwards};
use crate::jaw::{JawSide, OcclusalFrame};
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

/// One for each region that has surface. `frame`: in the jaw's coordinates. The teeth that are there do not tell the middle of the arch: of a
/// quadrant their own middle lies within the row.
pub fn tooth_anchors(mesh: &TriMesh, teeth: &JawTeeth, (side, frame): (JawSide, &OcclusalFrame)) -> Vec<ToothAnchor> {
    let form = if side == JawSide::Upper { &UPPER_FORM } else { &LOWER_FORM };
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
    let anchor = |(region, at): (usize, Option<Vec3>)| {
        let at = at?;
        let out = outwards(form, frame.local_from_world(at.as_dvec3()).truncate().as_vec2())?.as_dvec2();
        Some(ToothAnchor { region, at, outwards: (frame.right * out.x + frame.front * out.y).as_vec3() })
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

    fn frame() -> OcclusalFrame {
        OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame")
    }

    /// Flat teeth of 4 x 4 mm about these places, of which the last is gum.
    fn anchors(places: &[[f32; 2]]) -> Vec<ToothAnchor> {
        let square = |[x, y]: &[f32; 2]| {
            [[-2.0, -2.0], [2.0, -2.0], [2.0, 2.0], [-2.0, 2.0]].map(|[a, b]| Vec3::new(x + a, y + b, 0.0))
        };
        let positions: Vec<Vec3> = places.iter().flat_map(square).collect();
        let n = places.len() as u32;
        let triangles = (0..n).flat_map(|k| [[4 * k, 4 * k + 1, 4 * k + 2], [4 * k, 4 * k + 2, 4 * k + 3]]).collect();
        let mesh = TriMesh { positions, triangles, n_scanned: 2 * places.len(), ..TriMesh::default() };
        let region = ToothRegion { fdi: None, confidence: 1.0, source: ToothSource::Hand };
        let of_triangle = (1..=places.len()).flat_map(|k| [if k < places.len() { k as u8 } else { 0 }; 2]).collect();
        let teeth = JawTeeth { of_triangle: Arc::new(of_triangle), regions: vec![region; places.len()] };
        tooth_anchors(&mesh, &teeth, (JawSide::Upper, &frame()))
    }

    #[test]
    fn numbers_stand_outside_of_their_teeth() {
        let gum = [0.0, -10.0];
        // Both last molars, which stand beside the ellipse's centre, and an incisor.
        let both = anchors(&[[-26.0, -27.0], [26.0, -27.0], [0.0, 17.0], gum]);
        assert_eq!(both.iter().map(|a| a.region).collect::<Vec<_>>(), [0, 1, 2], "the fourth has no surface");
        for (anchor, out) in both.iter().zip([-Vec3::X, Vec3::X, Vec3::Y]) {
            assert!(anchor.outwards.distance(out) < 1e-5, "{anchor:?}");
        }
        assert!((both[0].at.x + 28.0 + BESIDE_MM).abs() < 1e-4 && (both[2].at.y - 19.0 - BESIDE_MM).abs() < 1e-4);
        // Of a quadrant, whose teeth have their middle within the row, they stand where they do in the whole arch.
        let quadrant = anchors(&[[26.0, -27.0], [24.0, -8.0], [0.0, 17.0], gum]);
        assert_eq!((quadrant[0].at, quadrant[2].at), (both[1].at, both[2].at));
        let out = quadrant[1].outwards;
        assert!(out.x > 0.85 && out.y > 0.1, "a premolar's, outwards and a little to the front: {out}");
    }
}
