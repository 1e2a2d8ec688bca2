//! Closing: holes are filled flat, the outer rim goes straight down to a flat base away from the teeth. Loose sheets beside a jaw are filled as holes
//! are.
//!
//! After Myszkowski et al. 1995, sect. 8: "additional polygons are inserted ... to make the surface closed". Seen from
//! the occlusal side, the rim of a surface runs counter-clockwise and its holes run clockwise (Stokes: their areas add
//! up to what the surface itself covers), which tells them apart whatever their length.
use super::TriMesh;
use super::components::Bodies;
use super::triangulate::{doubled_vector_area, fill_flat, fill_loop};
use glam::{DVec2, DVec3};

/// The base lies so far beyond the farthest point, mm.
const BASE_MARGIN_MM: f64 = 3.0;
/// A loop is a rim if it encloses at least this share of the area that its body shows to the occlusal side.
const RIM_SHARE: f64 = 0.1;

/// What closing did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    pub n_holes_filled: usize,
    pub n_rims_extruded: usize,
    pub n_added: usize,
}

/// Closes a coherently oriented mesh along its boundary. Added triangles come after all others, as their boundary runs against the
/// open one; only base vertices are added.
pub fn close(mesh: &mut TriMesh, loops: &[Vec<u32>], away: DVec3) -> Closing {
    let n_before = mesh.triangles.len();
    let mut closing = Closing::default();
    if loops.is_empty() {
        return closing;
    }
    let rims = rims_among(loops, mesh, away);
    let farthest = mesh.positions.iter().map(|p| p.as_dvec3().dot(away)).fold(f64::NEG_INFINITY, f64::max);
    let base_height = farthest + BASE_MARGIN_MM;
    for (vertices, is_rim) in loops.iter().zip(rims) {
        if is_rim {
            extrude(mesh, vertices, away, base_height);
            closing.n_rims_extruded += 1;
        } else {
            fill(mesh, vertices);
            closing.n_holes_filled += 1;
        }
    }
    closing.n_added = mesh.triangles.len() - n_before;
    closing
}

fn points_of(mesh: &TriMesh, vertices: &[u32]) -> Vec<DVec3> {
    vertices.iter().map(|&v| mesh.positions[v as usize].as_dvec3()).collect()
}

fn rims_among(loops: &[Vec<u32>], mesh: &TriMesh, away: DVec3) -> Vec<bool> {
    let bodies = Bodies::find(mesh);
    // A loose sheet, such as cheek caught by the scanner, bounds no solid that goes down to the base: what lies below it is not inside the jaw.
    let is_left = bodies.loose(mesh).unwrap_or_else(|| bodies.tiny());
    let mut shown = vec![0.0; bodies.len()];
    for (t, corners) in mesh.triangles.iter().enumerate() {
        let facing = -mesh.doubled_area_normal(t).as_dvec3().dot(away);
        shown[bodies.of_vertex[corners[0] as usize] as usize] += facing.max(0.0);
    }
    let is_rim = |vertices: &Vec<u32>| {
        let body = bodies.of_vertex[vertices[0] as usize] as usize;
        let enclosed = -doubled_vector_area(&points_of(mesh, vertices)).dot(away);
        vertices.len() > 3 && !is_left[body] && enclosed > 0.0 && enclosed >= RIM_SHARE * shown[body]
    };
    loops.iter().map(is_rim).collect()
}

fn fill(mesh: &mut TriMesh, vertices: &[u32]) {
    // Against the loop, so that the added triangles agree with the surface.
    let reversed: Vec<u32> = vertices.iter().rev().copied().collect();
    let filling = fill_loop(&points_of(mesh, &reversed));
    mesh.triangles.extend(filling.iter().map(|t| t.map(|i| reversed[i as usize])));
}

/// A wall from every rim edge along `away` to the base plane, and the base.
fn extrude(mesh: &mut TriMesh, vertices: &[u32], away: DVec3, base_height: f64) {
    let n = vertices.len();
    let first_new = mesh.positions.len() as u32;
    for &v in vertices {
        let p = mesh.positions[v as usize].as_dvec3();
        mesh.positions.push((p + away * (base_height - p.dot(away))).as_vec3());
        if let Some(colors) = &mut mesh.colors {
            colors.push(colors[v as usize]);
        }
    }
    for i in 0..n {
        let j = (i + 1) % n;
        let (a, b, a_base, b_base) = (vertices[i], vertices[j], first_new + i as u32, first_new + j as u32);
        mesh.triangles.extend([[b, a, a_base], [b, a_base, b_base]]);
    }
    let (u, v) = away.any_orthonormal_pair();
    let flat: Vec<DVec2> = points_of(mesh, vertices).iter().rev().map(|p| DVec2::new(u.dot(*p), v.dot(*p))).collect();
    let last_new = first_new + n as u32 - 1;
    mesh.triangles.extend(fill_flat(&flat).iter().map(|t| t.map(|i| last_new - i)));
}

#[cfg(test)]
mod tests {
    use super::super::boundary::boundary_loops;
    use super::super::{n_open_edges, ray_report, shapes};
    use super::*;

    fn check(mut mesh: TriMesh, away: DVec3, n_holes: usize, n_rims: usize) -> TriMesh {
        let before = mesh.clone();
        assert!(n_open_edges(&mesh) > 0);
        let loops = boundary_loops(&mesh);
        let closing = close(&mut mesh, &loops, away);
        assert_eq!((closing.n_holes_filled, closing.n_rims_extruded), (n_holes, n_rims));
        assert_eq!(n_open_edges(&mesh), 0);
        assert_eq!(mesh.triangles[..before.triangles.len()], before.triangles);
        assert_eq!(mesh.positions[..before.positions.len()], before.positions);
        for direction in [away, DVec3::new(0.3, 0.5, 0.8).normalize()] {
            let report = ray_report(&mesh, direction, 64);
            assert_eq!((report.n_unbalanced, report.n_negative), (0, 0), "{direction} {report:?}");
        }
        mesh
    }

    #[test]
    fn a_patch_becomes_a_block() {
        let mesh = check(shapes::patch(8), -DVec3::Z, 0, 1);
        let (lo, hi) = mesh.bounds().unwrap();
        assert!((hi.z - lo.z - 3.0) < 0.6, "wavy by half a millimetre, and three down");
        check(shapes::turned(&shapes::patch(8)), DVec3::Z, 0, 1);
    }

    #[test]
    fn a_hole_in_the_middle_is_filled_and_the_rim_is_not() {
        check(shapes::without(&shapes::patch(12), |p| p.truncate().length() < 0.35), -DVec3::Z, 1, 1);
    }

    #[test]
    fn a_loose_sheet_bounds_no_block() {
        let jaw = shapes::without(&shapes::sphere(30, 12.0), |p| p.z < -0.1);
        // A shallow bowl 8 mm wide, open towards the base.
        let sheet = shapes::moved(&shapes::without(&shapes::sphere(30, 9.0), |p| p.z < 8.0), 18.0, 1.0);
        let volume = |mesh: &TriMesh| shapes::volume_mm3(mesh);
        let alone = volume(&check(jaw.clone(), -DVec3::Z, 0, 1));
        let with = check(shapes::joined(&[jaw.clone(), sheet]), -DVec3::Z, 1, 1);
        let more_mm3 = volume(&with) - alone;
        assert!((0.0..40.0).contains(&more_mm3), "{more_mm3} of {alone}");
        // The twin: a part as large as a jaw's goes down to the base.
        let part = shapes::moved(&jaw, 30.0, 0.8);
        assert!(volume(&check(shapes::joined(&[jaw, part]), -DVec3::Z, 0, 2)) > 1.3 * alone);
    }

    #[test]
    fn hemisphere_open_box_and_sphere_with_a_hole() {
        check(shapes::without(&shapes::sphere(16, 4.0), |p| p.z < -0.1), -DVec3::Z, 0, 1);
        check(shapes::without(&shapes::cube(), |p| p.z < -0.9), -DVec3::Z, 0, 1);
        check(shapes::without(&shapes::sphere(24, 4.0), |p| p.z > 3.6), -DVec3::Z, 1, 0);
        check(shapes::without(&shapes::sphere(24, 4.0), |p| p.x > 3.6), -DVec3::Z, 1, 0);
    }
}
