//! The frame of one jaw by itself, where no other jaw says which way its teeth look: a plane laid on the tips of the teeth, and the arch as it
//! is seen along it.
use super::arch::{ArchPlan, read_plan};
use super::principal_axes::principal_axes;
use super::samples::sample_surface;
use crate::base::Rigid;
use crate::mesh::TriMesh;
use crate::mesh::components::without_loose_parts;
use glam::{DMat3, DVec2, DVec3};
use std::f64::consts::TAU;

/// An arch and how its teeth stand in it.
#[derive(Clone, Copy, Debug)]
pub struct OneArch {
    /// On the plane of the tips, on the arch's line of symmetry: where the front teeth end, and the middle of the arch's depth, mm.
    pub incisal: DVec3,
    pub middle: DVec3,
    /// Unit vectors: where the teeth look, and towards the closed end.
    pub teeth_look: DVec3,
    pub front: DVec3,
    /// How much of the arch mirrors onto itself, and how sure the front is; each 0 to 1.
    pub symmetry: f64,
    pub closed_end: f64,
}

const N_SAMPLES: usize = 24_000;
/// What is left of the sum of all normals where a scan is open; a closed body leaves nothing.
const OPEN: f64 = 0.08;
/// Seen from the middle of the arch; a sector with fewer points has no teeth.
const N_SECTORS: usize = 36;
const FEWEST_POINTS: usize = 12;
/// Sectors of an arch that hold teeth.
const FEWEST_SECTORS: usize = 14;
/// A sector whose highest point lies so far off the plane counts a quarter, mm.
const SLACK_MM: f64 = 1.5;
const ROUNDS: usize = 10;
/// So deep from the tips on, teeth are seen from above, mm.
const CROWN_MM: f64 = 5.0;
/// A model's base is flat: of what is seen from above so much lies so near to the plane, mm. Of teeth it is a tenth at most, of bases half.
const FLAT_MM: f64 = 0.3;
const MOST_FLAT: f64 = 0.25;
/// A plane of tips leans no farther from the way that the scan's rim has teeth look: the cosine of 50 degrees.
const SAME_LOOK: f64 = 0.64;
/// Of the points of the crowns, in per mille, those before the front teeth may be debris.
const DEBRIS: usize = 5;

/// The arch of one jaw, the likelier first: one where the scan is open (its teeth look away from the hole), else either way along the axis in
/// which it is thinnest. Empty where the shape is no arch.
pub fn one_arch(mesh: &TriMesh) -> Vec<OneArch> {
    let mesh = without_loose_parts(mesh);
    let points = sample_surface(&mesh.scanned_in(&Rigid::IDENTITY), N_SAMPLES);
    likelier_first(looks(&mesh, &points).iter().filter_map(|look| arch_along(&points, *look)))
}

/// The arches either way along the axis in which a jaw is thinnest, the likelier first, whichever way its triangles are wound.
pub fn arches_either_way(mesh: &TriMesh) -> Vec<OneArch> {
    let points = sample_surface(&without_loose_parts(mesh).scanned_in(&Rigid::IDENTITY), N_SAMPLES);
    likelier_first(either_way(&points).into_iter().filter_map(|look| arch_along(&points, look)))
}

fn likelier_first(arches: impl Iterator<Item = OneArch>) -> Vec<OneArch> {
    let mut arches: Vec<OneArch> = arches.collect();
    arches.sort_by(|a, b| (b.symmetry * b.closed_end).total_cmp(&(a.symmetry * a.closed_end)));
    arches
}

/// The arch of a jaw whose teeth look about that way; `None` where the shape is no arch along it.
pub fn arch_seen(mesh: &TriMesh, look: DVec3) -> Option<OneArch> {
    let points = sample_surface(&without_loose_parts(mesh).scanned_in(&Rigid::IDENTITY), N_SAMPLES);
    arch_along(&points, look).filter(|arch| arch.teeth_look.dot(look) > SAME_LOOK)
}

fn looks(mesh: &TriMesh, points: &[DVec3]) -> Vec<DVec3> {
    let (mut sum, mut area) = (DVec3::ZERO, 0.0);
    for triangle in 0..mesh.n_scanned {
        let normal = mesh.doubled_area_normal(triangle).as_dvec3();
        sum += normal;
        area += normal.length();
    }
    if sum.length() > OPEN * area {
        return vec![sum.normalize()];
    }
    either_way(points)
}

/// Along the axis in which it is thinnest.
fn either_way(points: &[DVec3]) -> Vec<DVec3> {
    principal_axes(points).map_or_else(Vec::new, |axes| vec![axes.axes[2], -axes.axes[2]])
}

/// The arch whose teeth look about that way; `None` where the shape is no arch along it, or the flat base of a model.
pub(super) fn arch_along(points: &[DVec3], look: DVec3) -> Option<OneArch> {
    let mut look = look;
    for _ in 0..ROUNDS {
        look = plane_of_tips(points, look)?.0;
    }
    let (_, height_mm) = plane_of_tips(points, look)?;
    let (across, along) = look.any_orthonormal_pair();
    let crowns: Vec<&DVec3> = points.iter().filter(|p| p.dot(look) > height_mm - CROWN_MM).collect();
    let n_flat = crowns.iter().filter(|p| (p.dot(look) - height_mm).abs() < FLAT_MM).count();
    if n_flat as f64 > MOST_FLAT * crowns.len() as f64 {
        return None;
    }
    let seen: Vec<DVec2> = crowns.iter().map(|p| DVec2::new(p.dot(across), p.dot(along))).collect();
    let ArchPlan { middle, front, symmetry, closed_end } = read_plan(&seen).filter(ArchPlan::is_sure)?;
    let mut depths: Vec<f64> = seen.iter().map(|p| (*p - middle).dot(front)).collect();
    let first = depths.len() - 1 - depths.len() * DEBRIS / 1000;
    let (_, first_mm, _) = depths.select_nth_unstable_by(first, f64::total_cmp);
    let place = |p: DVec2| across * p.x + along * p.y;
    Some(OneArch {
        incisal: place(middle + front * *first_mm) + look * height_mm,
        middle: place(middle) + look * height_mm,
        teeth_look: look,
        front: place(front),
        symmetry,
        closed_end,
    })
}

/// A plane on the highest points of the sectors round the arch: its normal, and its height along `look`, mm. Sectors without teeth lie far
/// below it and hardly count.
fn plane_of_tips(points: &[DVec3], look: DVec3) -> Option<(DVec3, f64)> {
    let tips = tips(points, look)?;
    let middle = tips.iter().sum::<DVec3>() / tips.len() as f64;
    let (across, along) = look.any_orthonormal_pair();
    let (mut slope, mut height) = (DVec2::ZERO, 0.0);
    for round in 0..ROUNDS {
        let (mut system, mut right) = (DMat3::ZERO, DVec3::ZERO);
        for tip in &tips {
            let at = DVec3::new((*tip - middle).dot(across), (*tip - middle).dot(along), 1.0);
            let (mm, plane_mm) = ((*tip - middle).dot(look), at.dot(slope.extend(height)));
            let weight = if round == 0 { 1.0 } else { (1.0 + ((mm - plane_mm) / SLACK_MM).powi(2)).powi(-2) };
            system += DMat3::from_cols(at * at.x, at * at.y, at * at.z) * weight;
            right += at * mm * weight;
        }
        if system.determinant().abs() < 1e-9 {
            return None;
        }
        let fitted = system.inverse() * right;
        (slope, height) = (fitted.truncate(), fitted.z);
    }
    let normal = (look - across * slope.x - along * slope.y).normalize();
    Some((normal, (middle + look * height).dot(normal)))
}

/// The highest point of every sector that has some; `None` where too few do.
fn tips(points: &[DVec3], look: DVec3) -> Option<Vec<DVec3>> {
    let (across, along) = look.any_orthonormal_pair();
    let middle = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
    let mut sectors: Vec<(usize, DVec3)> = vec![(0, DVec3::ZERO); N_SECTORS];
    for p in points {
        let turn = (*p - middle).dot(along).atan2((*p - middle).dot(across)).rem_euclid(TAU) / TAU;
        let (n, highest) = &mut sectors[((turn * N_SECTORS as f64) as usize).min(N_SECTORS - 1)];
        if *n == 0 || p.dot(look) > highest.dot(look) {
            *highest = *p;
        }
        *n += 1;
    }
    let tips: Vec<DVec3> = sectors.into_iter().filter(|(n, _)| *n >= FEWEST_POINTS).map(|(_, tip)| tip).collect();
    (tips.len() >= FEWEST_SECTORS).then_some(tips)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Progress, Random};
    use crate::jaw::{OcclusalFrame, sample_case};
    use crate::mesh::weld_only;

    /// Both scans of the sample as they are open, and their frame.
    fn sample() -> ([TriMesh; 2], OcclusalFrame) {
        let raw = sample_case(&Progress::default()).expect("the sample case");
        let weld =
            |raw| weld_only(raw, crate::base::LengthUnit::Millimetre, &Progress::default()).expect("a scan").mesh;
        let meshes = [weld(raw.0), weld(raw.1)];
        let frame = OcclusalFrame::estimate(&meshes[0], &meshes[1]).0;
        (meshes, frame)
    }

    #[test]
    fn one_jaw_tells_where_its_teeth_look_and_where_its_front_is_wherever_it_lies() {
        let (meshes, frame) = sample();
        let mut random = Random::new(3);
        for (mesh, looks) in meshes.iter().zip([-1.0, 1.0]) {
            for _ in 0..4 {
                let moved = random.pose(DVec3::ZERO, 300.0, 180.0);
                let positions = mesh.positions.iter().map(|p| moved.transform_point(p.as_dvec3()).as_vec3()).collect();
                let arches = one_arch(&TriMesh { positions, ..mesh.clone() });
                let arch = arches.first().expect("an arch");
                let degrees =
                    |a: DVec3, b: DVec3| a.dot(moved.transform_vector(b)).clamp(-1.0, 1.0).acos().to_degrees();
                let (tilt, turn) = (degrees(arch.teeth_look, frame.up * looks), degrees(arch.front, frame.front));
                assert!(tilt < 6.0 && turn < 8.0, "{tilt}° and {turn}° off");
                let before = frame.local_from_world(moved.inverse().transform_point(arch.incisal));
                assert!(before.x.abs() < 3.0 && before.y > 15.0, "{before}");
            }
        }
    }

    /// Closed jaws with a base that was scanned with them: their normals cancel out, and either side of them has the plan of an arch.
    #[test]
    fn the_base_of_a_model_is_no_arch() {
        let pair = crate::exact::test_support::sample();
        for (jaw, look) in [(&pair.upper, -pair.frame.up), (&pair.lower, pair.frame.up)] {
            let model = TriMesh { n_scanned: jaw.mesh.triangles.len(), ..(*jaw.mesh).clone() };
            let arches = one_arch(&model);
            assert_eq!(arches.len(), 1, "{arches:?}");
            assert!(arches[0].teeth_look.dot(look) > 6.0_f64.to_radians().cos(), "{:?}", arches[0].teeth_look);
            // The twin: its plan alone is as good as that of the teeth.
            let points = sample_surface(&model, N_SAMPLES);
            let base: Vec<DVec2> = seen_from(&points, -arches[0].teeth_look);
            assert!(read_plan(&base).is_some_and(|plan| plan.is_sure()));
        }
    }

    /// The half of the points that lies that way, as a plan.
    fn seen_from(points: &[DVec3], look: DVec3) -> Vec<DVec2> {
        let (across, along) = look.any_orthonormal_pair();
        let highest = points.iter().map(|p| p.dot(look)).fold(f64::MIN, f64::max);
        let near = points.iter().filter(|p| p.dot(look) > highest - CROWN_MM);
        near.map(|p| DVec2::new(p.dot(across), p.dot(along))).collect()
    }

    #[test]
    fn a_ball_is_no_arch_and_nothing_is_none() {
        assert!(one_arch(&TriMesh::default()).is_empty());
        let ball = crate::mesh::shapes::sphere(12, 20.0);
        assert!(one_arch(&ball).is_empty(), "{:?}", one_arch(&ball));
    }

    #[test]
    fn what_lies_below_the_tips_does_not_tilt_them() {
        let arch = |base: bool| -> Vec<DVec3> {
            let mut points = Vec::new();
            for i in 0..3000 {
                let t = f64::from(i) / 3000.0 * TAU;
                points.push(DVec3::new(25.0 * t.cos(), 22.0 * t.sin(), 0.4 * (9.0 * t).sin()));
                // A mass behind and below.
                points.extend(base.then(|| DVec3::new(10.0 * t.cos(), -30.0 + 8.0 * t.sin(), -20.0)));
            }
            points
        };
        for base in [false, true] {
            let mut look = Rigid::from_axis_angle(DVec3::ZERO, DVec3::X, 0.2).transform_vector(DVec3::Z);
            for _ in 0..ROUNDS {
                look = plane_of_tips(&arch(base), look).expect("tips").0;
            }
            assert!(look.dot(DVec3::Z) > 2.0_f64.to_radians().cos(), "{look}");
        }
    }
}
