use super::super::bvh::Bvh;
use super::super::rays::line_hits;
use super::super::test_support::{ball, projection_along, real_pair, sample};
use super::*;
use crate::field::layers::Layer;
use crate::jaw::JawPair;
use crate::mesh::TriMesh;
use crate::mesh::topology::twins;
use glam::{DVec3, Vec3};

fn shoot(upper: &TriMesh, lower: &TriMesh, pose: &Rigid, projection: &Projection) -> RayField {
    let (a, b) = (Bvh::new(upper), Bvh::new(lower));
    let edges = [upper, lower].map(|mesh| twins(&mesh.triangles, mesh.positions.len()));
    let surfaces =
        (Surface { mesh: upper, bvh: &a, twins: &edges[0] }, Surface { mesh: lower, bvh: &b, twins: &edges[1] });
    gap_field_along(surfaces.0, surfaces.1, pose, projection, 2.0, Counting::Winding, &Progress::default())
        .expect("not cancelled")
}

/// Pixels (every `step`th) whose single ray, cast by itself in each jaw's own coordinates, says something else.
fn n_unlike_single_rays(pair: &JawPair, got: &RayField, believed: &Rigid, step: usize) -> (usize, usize) {
    let (upper, lower) = (Bvh::new(&pair.upper.mesh), Bvh::new(&pair.lower.mesh));
    let projection = &got.field.projection;
    let into_lower = believed.inverse();
    let (mut n, mut n_unlike) = (0, 0);
    for i in (0..got.field.class.len()).step_by(step).filter(|i| got.near_edge[*i] == NearEdge::No) {
        let (col, row) = (i % projection.cols as usize, i / projection.cols as usize);
        let origin = projection.world_from_map(col as f64 + 0.5, row as f64 + 0.5, 0.0);
        let layers = |bvh: &Bvh, lower: bool, from_world: &Rigid| -> Vec<Layer> {
            let (o, d) = (from_world.transform_point(origin), from_world.transform_vector(projection.direction));
            let hit = |h: super::super::rays::Hit| Layer {
                depth_mm: h.distance_mm,
                triangle: h.triangle,
                entered: h.entered,
                lower,
            };
            line_hits(bvh, o, d).into_iter().map(hit).collect()
        };
        let mut all = layers(&upper, false, &Rigid::IDENTITY);
        all.extend(layers(&lower, true, &into_lower));
        layers::sort(&mut all);
        let expected = layers::read(&all, Counting::Winding, layers::EQUAL_DEPTH_MM);
        let gap = f64::from(got.field.gap_mm[i]);
        // Single precision of a gap of some millimetres; both rays round elsewhere.
        let same_gap = (gap - expected.gap_mm).abs() < 1e-6
            || gap.is_nan() && (expected.gap_mm.is_nan() || expected.gap_mm > 2.0 - 1e-6);
        n += 1;
        n_unlike += usize::from(got.field.class[i] != expected.class || !same_gap);
    }
    (n, n_unlike)
}

fn check(name: &str, pair: &JawPair, pose: &Rigid, direction: DVec3) {
    let projection = projection_along(&pair.upper.mesh, &pair.lower.mesh, pose, direction, 300).expect("an overlap");
    let got = shoot(&pair.upper.mesh, &pair.lower.mesh, pose, &projection);
    let (n, n_unlike) = n_unlike_single_rays(pair, &got, pose, 7);
    let n_near = got.near_edge.iter().filter(|near| **near != NearEdge::No).count();
    let n_interfering = got.field.class.iter().filter(|c| **c == PixelClass::Interfering).count();
    println!("{name}: {n} rays, {n_near} of {} near an edge, {n_interfering} interfering", got.near_edge.len());
    assert_eq!(n_unlike, 0, "{name}");
    assert!(!got.unbalanced.contains(&true), "{name}: a closed jaw is left as often as it is entered");
    let elsewhere = Rigid::from_translation(DVec3::splat(0.05)) * *pose;
    let (n, n_unlike) = n_unlike_single_rays(pair, &got, &elsewhere, 7);
    assert!(n_unlike * 20 > n, "{name}: a moved jaw went unnoticed: {n_unlike} of {n}");
}

#[test]
fn packets_say_what_single_rays_say() {
    let pair = sample();
    check("sample", pair, &Rigid::IDENTITY, -pair.frame.up);
    let pose = Rigid::from_six([0.3, 0.4, -0.2, 1.0, -0.5, 0.7]);
    check("sample, moved", pair, &pose, (pair.frame.right * 0.4 - pair.frame.up).normalize());
    check("sample, along an axis", pair, &pose, DVec3::X);
    for case in ["case-2-tight-contact", "case-5-closed-crowns"] {
        let Some(pair) = real_pair(case, true) else { continue };
        check(case, &pair, &Rigid::IDENTITY, -pair.frame.up);
    }
}

#[test]
fn an_open_jaw_is_unsolved_and_never_guessed() {
    let mut lower = TriMesh::clone(&sample().lower.mesh);
    lower.triangles.truncate(lower.n_scanned);
    let upper = &sample().upper.mesh;
    let down = -sample().frame.up;
    let projection = projection_along(upper, &lower, &Rigid::IDENTITY, down, 128).expect("an overlap");
    let got = shoot(upper, &lower, &Rigid::IDENTITY, &projection);
    let of = |class| got.field.class.iter().filter(|c| **c == class).count();
    assert!(of(PixelClass::Unsolved) > 1000 && of(PixelClass::Interfering) == 0);
    assert_eq!(of(PixelClass::Unsolved), got.unbalanced.iter().filter(|u| **u).count());
}

#[test]
fn two_balls_have_the_lens_between_them() {
    let (a, b) = (ball(Vec3::Z * 5.7, 3.0, 60), ball(Vec3::ZERO, 3.0, 60));
    let projection = projection_along(&a, &b, &Rigid::IDENTITY, DVec3::NEG_Z, 400).expect("an overlap");
    let got = shoot(&a, &b, &Rigid::IDENTITY, &projection);
    let p = projection.pixel_area_mm2();
    let depths: Vec<f64> = got.field.gap_mm.iter().filter(|g| **g < 0.0).map(|g| -f64::from(*g)).collect();
    // Cap height h = 0.15 each: area pi (2 R h - h²), volume 2 pi h² (3 R - h) / 3, depth 0.3. Facets (edge 0.1 mm) lie
    // up to 0.0004 mm inside each; an outline of 6 mm times half a pixel of 0.015 mm, of 2.8 mm².
    let h = 0.15;
    let area = depths.len() as f64 * p / (std::f64::consts::PI * (6.0 * h - h * h)) - 1.0;
    let volume = depths.iter().sum::<f64>() * p / (2.0 * std::f64::consts::PI * h * h * (9.0 - h) / 3.0) - 1.0;
    let depth = depths.iter().copied().fold(0.0, f64::max) - 0.3;
    assert!(area.abs() < 0.01 && volume.abs() < 0.015 && depth.abs() < 0.001, "{area} {volume} {depth}");
}

#[test]
fn silhouettes_are_told_from_plain_edges() {
    // Pixels of 1 mm with their centres at whole millimetres; the cube reaches from -1 to 1 along every axis.
    let cube = crate::mesh::shapes::cube();
    let below =
        TriMesh { positions: cube.positions.iter().map(|p| *p * 3.0 - Vec3::Z * 6.0).collect(), ..cube.clone() };
    let projection = Projection {
        direction: DVec3::NEG_Z,
        u: DVec3::X,
        v: DVec3::NEG_Y,
        origin: DVec3::new(-4.5, 4.5, 10.0),
        u_mm: 1.0,
        v_mm: 1.0,
        cols: 9,
        rows: 9,
        chosen_by: crate::field::ChosenBy::Given,
    };
    let got = shoot(&cube, &below, &Rigid::IDENTITY, &projection);
    let at = |x: i32, y: i32| got.near_edge[((4 - y) * 9 + x + 4) as usize];
    for (x, y) in [(1, 0), (-1, 0), (1, 1), (0, -1), (3, 2), (-3, -3)] {
        assert_eq!(at(x, y), NearEdge::Silhouette, "{x} {y}");
    }
    // Each square's diagonal goes through its middle.
    assert_eq!(at(0, 0), NearEdge::Plain);
    assert_eq!((at(2, 1), at(4, 4)), (NearEdge::No, NearEdge::No));
    // The twin: without one of its two triangles the diagonal is a border.
    let mut torn = cube.clone();
    let top = (0..12).find(|t| torn.corners(*t).iter().all(|p| p.z == 1.0)).expect("a top");
    torn.triangles.remove(top);
    let got = shoot(&torn, &below, &Rigid::IDENTITY, &projection);
    assert_eq!(got.near_edge[4 * 9 + 4], NearEdge::Silhouette);
}
