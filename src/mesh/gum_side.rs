//! Which way a scan on its own is open: the side of the gum. Orientation plays no part.
use super::TriMesh;
use super::boundary::{boundary_loops, length_mm, loops_along};
use super::topology::{EdgeTable, Patches};
use super::triangulate::doubled_vector_area;
use crate::base::{Cancelled, Progress};
use glam::DVec3;

/// A loop that encloses at least this share of what the surface shows along the axis is the rim of an open scan;
/// smaller ones are holes, and holes (where crowns were cut out) lie on the side of the teeth.
const RIM_SHARE: f64 = 0.4;

/// Unit vector from the teeth into the gum, as far as the open edges tell it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GumSide {
    pub away: DVec3,
    /// Whether a rim all round the scan tells it (an open scan). Otherwise it is a guess, which decides nothing for a
    /// mesh that is closed.
    pub is_certain: bool,
}

/// Reads the gum side from the open edges of a welded mesh.
///
/// # Errors
/// Cancelling.
pub fn gum_side(mesh: &TriMesh, progress: &Progress) -> Result<GumSide, Cancelled> {
    let mut coherent = mesh.clone();
    let edges = EdgeTable::watched(&mesh.triangles, mesh.positions.len(), progress)?;
    let patches = Patches::new(&mesh.triangles, &edges);
    for (triangle, &sign) in coherent.triangles.iter_mut().zip(&patches.sign) {
        if sign < 0 {
            triangle.swap(1, 2);
        }
    }
    progress.check()?;
    // Half-edges of a triangle that was turned are others now.
    let is_turned = patches.sign.iter().any(|sign| *sign < 0);
    let loops = if is_turned { boundary_loops(&coherent) } else { loops_along(&coherent, &edges) };
    progress.check()?;
    let axis = towards_rims(&coherent, (&edges, &patches), &longest_at(mesh, &loops));
    drop((edges, patches));
    progress.check()?;
    let enclosed = |vertices: &Vec<u32>| {
        let points: Vec<DVec3> = vertices.iter().map(|&v| mesh.positions[v as usize].as_dvec3()).collect();
        doubled_vector_area(&points).dot(axis).abs()
    };
    let largest = loops.iter().map(enclosed).fold(0.0, f64::max);
    let facing = |t: usize| coherent.doubled_area_normal(t).as_dvec3().dot(axis).abs();
    // Half of it: a surface that comes back on itself shows each side once.
    let shown = 0.5 * (0..mesh.triangles.len()).map(facing).sum::<f64>();
    let is_certain = largest > 0.0 && largest >= RIM_SHARE * shown;
    Ok(GumSide { away: if is_certain { axis } else { -axis }, is_certain })
}

/// Of each vertex the length of the longest loop that it is on, mm.
fn longest_at(mesh: &TriMesh, loops: &[Vec<u32>]) -> Vec<f64> {
    let mut longest = vec![0.0_f64; mesh.positions.len()];
    for vertices in loops {
        let length = length_mm(mesh, vertices);
        vertices.iter().for_each(|v| longest[*v as usize] = longest[*v as usize].max(length));
    }
    longest
}

/// Sum of the patches' vector areas, each turned towards its own open edges. An edge counts by the length of the loop that it is on as well:
/// a thousand small holes in a torn scan are longer together than its rim, and lie everywhere.
fn towards_rims(mesh: &TriMesh, (edges, patches): (&EdgeTable, &Patches), longest_at: &[f64]) -> DVec3 {
    let mut vector_area = vec![DVec3::ZERO; patches.len()];
    let mut middle = vec![(DVec3::ZERO, 0.0); patches.len()];
    let mut rim = vec![(DVec3::ZERO, 0.0); patches.len()];
    for (t, corners) in mesh.triangles.iter().enumerate() {
        let patch = patches.of_triangle[t] as usize;
        let p = corners.map(|i| mesh.positions[i as usize].as_dvec3());
        let normal = (p[1] - p[0]).cross(p[2] - p[0]);
        vector_area[patch] += normal;
        middle[patch].0 += normal.length() * (p[0] + p[1] + p[2]) / 3.0;
        middle[patch].1 += normal.length();
        for k in (0..3).filter(|k| edges.halves(edges.edge_of_half(3 * t + k)).len() != 2) {
            let next = (k + 1) % 3;
            let length = p[k].distance(p[next]);
            let weight = length * length.max(longest_at[corners[k] as usize].min(longest_at[corners[next] as usize]));
            rim[patch].0 += weight * 0.5 * (p[k] + p[next]);
            rim[patch].1 += weight;
        }
    }
    let mean = |(sum, weight): (DVec3, f64)| sum / f64::max(weight, f64::MIN_POSITIVE);
    let turned = |p: usize| (mean(rim[p]) - mean(middle[p])).dot(vector_area[p]).signum() * vector_area[p];
    let open = (0..patches.len()).filter(|&p| rim[p].1 > 0.0);
    open.map(turned).sum::<DVec3>().normalize_or(-DVec3::Z)
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;
    use crate::base::Random;

    fn check(mesh: &TriMesh, away: DVec3, is_certain: bool) {
        for mesh in [mesh.clone(), shapes::turned(mesh)] {
            let side = gum_side(&mesh, &Progress::default()).unwrap();
            assert!(side.away.dot(away) > 0.9, "{side:?}");
            assert_eq!(side.is_certain, is_certain);
        }
    }

    #[test]
    fn open_shells_point_to_their_rim_and_cut_out_crowns_to_the_other_side() {
        check(&shapes::without(&shapes::sphere(16, 4.0), |p| p.z < -0.1), -DVec3::Z, true);
        check(&shapes::without(&shapes::sphere(16, 4.0), |p| p.x < -0.1), -DVec3::X, true);
        check(&shapes::without(&shapes::sphere(24, 4.0), |p| p.z > 3.8), -DVec3::Z, false);
    }

    #[test]
    fn small_holes_all_over_the_teeth_do_not_outvote_the_rim() {
        let torn = |whole: &TriMesh| {
            let (mut torn, mut random) = (whole.clone(), Random::new(7));
            let is_high = |t: &[u32; 3]| t.iter().all(|v| whole.positions[*v as usize].z > 1.5);
            torn.triangles.retain(|t| !is_high(t) || random.below(5) > 0);
            torn
        };
        let sphere = shapes::sphere(48, 4.0);
        let dome = shapes::without(&sphere, |p| p.z < -0.1);
        let gone = dome.triangles.len() - torn(&dome).triangles.len();
        assert!(gone * 10 > dome.triangles.len(), "{gone} of {}", dome.triangles.len());
        check(&torn(&dome), -DVec3::Z, true);
        // The twin: without a rim the holes are all there is, and lie on the side of the teeth.
        check(&torn(&sphere), -DVec3::Z, false);
    }

    #[test]
    fn a_closed_mesh_says_that_it_knows_nothing() {
        assert!(!gum_side(&shapes::cube(), &Progress::default()).unwrap().is_certain);
    }
}
