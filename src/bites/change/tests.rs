//! Jaws that were changed by a known amount, and jaws that are another's.
use super::{Another, Laid, SurfaceChange, lay, surface_change};
use crate::base::{Progress, Random, Rigid};
use crate::bites::target::Target;
use crate::bites::trials::{apart, noisy};
use crate::exact::Bvh;
use crate::exact::test_support::{real_pair, sample};
use crate::jaw::{JawSide, JawTeeth};
use crate::mesh::TriMesh;
use crate::mesh::shapes::volume_mm3;
use glam::{DVec3, Vec3};

/// A smooth hill on the surface: its top is `mm` high, along the normals of the surface.
fn with_hill(mesh: &TriMesh, at: DVec3, radius_mm: f64, mm: f64) -> TriMesh {
    let mut normals = vec![Vec3::ZERO; mesh.positions.len()];
    for (t, corners) in mesh.triangles.iter().enumerate() {
        corners.iter().for_each(|v| normals[*v as usize] += mesh.doubled_area_normal(t));
    }
    let mut hill = mesh.clone();
    for (p, normal) in hill.positions.iter_mut().zip(normals) {
        let share = 1.0 - (p.as_dvec3().distance(at) / radius_mm).powi(2);
        if share > 0.0 {
            *p += normal.normalize_or_zero() * (mm * share * share) as f32;
        }
    }
    hill
}

/// A place on the chewing side of the lower teeth, to the patient's right.
fn place() -> DVec3 {
    let (frame, mesh) = (sample().frame, &sample().lower.mesh);
    let on_top = |p: &&Vec3| {
        let local = frame.local_from_world(p.as_dvec3());
        (local.x - 20.0).abs() < 8.0 && local.y.abs() < 20.0
    };
    let height = |p: &Vec3| frame.local_from_world(p.as_dvec3()).z;
    let top = mesh.positions.iter().filter(on_top).max_by(|a, b| height(a).total_cmp(&height(b)));
    top.expect("teeth on the right").as_dvec3()
}

fn compared(before: &TriMesh, after: &TriMesh, start: Rigid) -> Result<(Laid, SurfaceChange), Another> {
    let tree = Bvh::new(before);
    let (target, teeth) = (Target::new(before, &tree), JawTeeth::default());
    let laid = lay(&target, (after, &teeth), JawSide::Lower, &[start], &Progress::default())?;
    let change = surface_change(&target, &teeth, after, &laid.before_from_after, None);
    Ok((laid, change))
}

fn moved(mesh: &TriMesh, by: &Rigid) -> TriMesh {
    let positions = mesh.positions.iter().map(|p| by.transform_point(p.as_dvec3()).as_vec3()).collect();
    TriMesh { positions, ..mesh.clone() }
}

#[test]
fn a_hill_that_was_ground_is_found_with_its_height_and_nothing_else_is() {
    let (at, mut random) = (place(), Random::new(31));
    let plain = &sample().lower.mesh;
    let hill = with_hill(plain, at, 1.5, 0.15);
    let after_from_before = random.pose(sample().frame.origin, 8.0, 15.0);
    let after = moved(plain, &after_from_before);
    let (laid, change) = compared(&hill, &after, Rigid::IDENTITY).expect("one jaw");
    let (mm, deg) = apart(&laid.before_from_after, &after_from_before.inverse(), sample().frame.origin);
    assert!(mm < 1e-3 && deg < 1e-3, "{mm} mm, {deg} degrees");
    assert_eq!(change.patches.len(), 1, "{:?}", change.patches);
    let patch = change.patches[0];
    assert!((patch.max_mm + 0.15).abs() < 0.004, "{patch:?}");
    assert!(patch.place.distance(at) < 0.5 && patch.volume_mm3 < 0.0);
    // The other way round it was added, the twin of the sign.
    let (_, change) = compared(&after, &hill, Rigid::IDENTITY).expect("one jaw");
    assert!(change.patches.len() == 1 && (change.patches[0].max_mm - 0.15).abs() < 0.004, "{:?}", change.patches);
    // The twin: nothing was ground.
    let (laid, change) = compared(plain, &after, Rigid::IDENTITY).expect("one jaw");
    assert!(change.patches.is_empty() && laid.share > 0.9 && change.compared_mm2 > 500.0, "{:?}", change.patches);
}

#[test]
fn the_volume_of_a_steep_cusp_is_that_between_both_surfaces() {
    let plain = &sample().lower.mesh;
    let (plain, hill) = (&**plain, with_hill(plain, place(), 1.2, 0.6));
    let truth = volume_mm3(&hill) - volume_mm3(plain);
    for (before, after, sign) in [(&hill, plain, -1.0), (plain, &hill, 1.0)] {
        let (_, change) = compared(before, after, Rigid::IDENTITY).expect("one jaw");
        let patch = change.patches[0];
        assert!((patch.volume_mm3 - sign * truth).abs() < 0.04 * truth, "{patch:?} is not {truth}");
        // The twin: area times nearest distance is less, where the surface afterwards is the flatter one, and more where it is the steeper one.
        let mean_mm =
            |t: usize| after.triangles[t].iter().map(|v| f64::from(change.change_mm[*v as usize])).sum::<f64>() / 3.0;
        let column = |t: usize| f64::from(after.doubled_area_normal(t).length()) / 2.0 * mean_mm(t);
        let by_distance: f64 = (0..after.n_scanned).map(column).filter(|mm3| mm3.is_finite()).sum();
        assert!((by_distance - sign * truth).abs() > 0.06 * truth, "{by_distance} is as good");
    }
}

#[test]
fn what_was_ground_is_found_through_noise() {
    let (at, mut random) = (place(), Random::new(32));
    let hill = with_hill(&sample().lower.mesh, at, 1.5, 0.15);
    let [before, after] = [&hill, &sample().lower.mesh].map(|mesh| noisy(mesh, 0.01, &mut random));
    let (_, change) = compared(&before, &after, Rigid::IDENTITY).expect("one jaw");
    let largest = change.patches.first().expect("a place");
    assert!(
        largest.place.distance(at) < 0.5 && (largest.max_mm + 0.15).abs() < 0.04,
        "{change:?}",
        change = change.patches
    );
    assert!(change.patches.iter().skip(1).all(|patch| patch.area_mm2 < 0.3), "{:?}", change.patches);
    let (_, twin) = compared(&before, &noisy(&hill, 0.01, &mut random), Rigid::IDENTITY).expect("one jaw");
    assert!(twin.patches.iter().all(|patch| patch.place.distance(at) > 1.5), "{:?}", twin.patches);
}

#[test]
fn another_jaw_is_refused() {
    let mut others = vec![("upper for lower", sample().upper.mesh.clone())];
    for name in ["case-1-full-resolution", "case-2-tight-contact", "case-3-light-contact"] {
        others.extend(real_pair(name, true).map(|pair| (name, pair.lower.mesh.clone())));
    }
    for (i, (name, mesh)) in others.iter().enumerate() {
        for (_, other) in others.iter().skip(i + 1).chain([&("sample", sample().lower.mesh.clone())]) {
            let found = compared(mesh, other, Rigid::IDENTITY);
            let Err(Another::Disagrees { percent, .. }) = found else { panic!("{name}: {:?}", found.map(|f| f.0)) };
            assert!(percent < 25.0, "{name}: {percent} %, far from the limit");
        }
        // The twin: itself, moved. Points at the scan's end have no partner.
        let by = Random::new(33).pose(DVec3::ZERO, 5.0, 10.0);
        let (laid, _) = compared(mesh, &moved(mesh, &by), Rigid::IDENTITY).expect("one jaw");
        let (mm, deg) = apart(&laid.before_from_after, &by.inverse(), DVec3::ZERO);
        assert!(laid.agreement > 0.95 && laid.share > 0.75, "{name}: {laid:?}");
        assert!(mm < 1e-3 && deg < 1e-3, "{name}: {mm} mm, {deg} degrees");
    }
}
