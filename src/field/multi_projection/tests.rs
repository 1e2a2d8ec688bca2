use super::*;
use crate::base::Rigid;
use crate::field::projection_choice::ProjectionAxes;
use glam::{DVec3, UVec2};

/// Facets of equal area whose facings fill a cap of a sphere about `axis` evenly.
fn cap(axis: DVec3, opening_deg: f64) -> Vec<Facet> {
    let (u, v) = axis.any_orthonormal_pair();
    let n = 4000;
    let facing = |i: usize| {
        // Equal steps of the height are equal areas; the golden angle spreads them round.
        let z = 1.0 - (1.0 - opening_deg.to_radians().cos()) * (i as f64 + 0.5) / n as f64;
        let (turn, r) = (i as f64 * 2.399_963_229_728_653, (1.0 - z * z).sqrt());
        axis * z + (u * turn.cos() + v * turn.sin()) * r
    };
    (0..n).map(|i| Facet { facing: facing(i), place: facing(i) * 5.0, area_mm2: 0.01 }).collect()
}

/// Some projection along a direction.
fn axes_along(direction: DVec3) -> ProjectionAxes {
    let (u, v) = direction.any_orthonormal_pair();
    ProjectionAxes { u, v, direction }
}

/// Share of the area that no cluster sees within 36.9 degrees.
fn tilted_share(facets: &[Facet], clusters: &[FacingCluster]) -> f64 {
    let best = |f: &Facet| clusters.iter().map(|p| p.direction.dot(f.facing)).fold(-1.0, f64::max);
    facets.iter().filter(|f| best(f) < 0.799).count() as f64 / facets.len() as f64
}

#[test]
fn a_surface_that_faces_one_way_needs_one_projection() {
    let clusters = facing_clusters(&cap(DVec3::NEG_Z, 30.0), &axes_along(DVec3::NEG_Z), MAX_PROJECTIONS);
    assert_eq!(clusters.len(), 1);
    let cluster = clusters[0];
    assert_eq!(cluster.direction, DVec3::NEG_Z);
    // Mean cosine of a cap is that of its middle height.
    assert!((cluster.mean_cosine - (1.0 + 30f64.to_radians().cos()) / 2.0).abs() < 1e-3, "{cluster:?}");
    assert!((cluster.area_mm2 - 40.0).abs() < 1e-6, "{cluster:?}");
    // Heights are spread evenly: 5 % lie below this.
    let coarsest = 1.0 - (1.0 - 30f64.to_radians().cos()) * 0.95;
    assert!((cluster.coarsest_cosine - coarsest).abs() < 1e-3, "{cluster:?}");
}

#[test]
fn a_round_surface_is_seen_squarely_by_several_projections_however_it_lies() {
    for axis in [DVec3::NEG_Z, DVec3::new(0.3, -0.8, 0.5).normalize(), DVec3::new(-1.0, 0.2, 0.0).normalize()] {
        let facets = cap(axis, 70.0);
        let clusters = facing_clusters(&facets, &axes_along(axis), MAX_PROJECTIONS);
        assert_eq!(clusters[0].direction, axis);
        assert!((4..=MAX_PROJECTIONS).contains(&clusters.len()), "{}", clusters.len());
        assert!(tilted_share(&facets, &clusters) <= 0.012, "{axis}: {}", tilted_share(&facets, &clusters));
        // One projection is not enough, and a limit is kept.
        let one = facing_clusters(&facets, &axes_along(axis), 1);
        assert!(one.len() == 1 && tilted_share(&facets, &one) > 0.5);
    }
    assert!(facing_clusters(&[], &axes_along(DVec3::Z), MAX_PROJECTIONS).is_empty());
}

#[test]
fn finer_pixels_lie_within_the_coarse_ones() {
    let cluster = facing_clusters(&cap(DVec3::NEG_Z, 30.0), &axes_along(DVec3::NEG_Z), 1)[0];
    let mesh = std::sync::Arc::new(crate::mesh::TriMesh {
        positions: vec![glam::Vec3::ZERO, glam::Vec3::X * 9.0, glam::Vec3::Y * 7.0, glam::Vec3::Z],
        triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
        n_scanned: 4,
        colors: None,
    });
    let volume = crate::field::projection_choice::Volume::of(&mesh).expect("a mesh");
    let outline = crate::field::outline::Outline::of(&mesh);
    let shape = crate::field::projection_choice::JawShape { outline: &outline, volume: &volume };
    let jaws =
        crate::field::projection_choice::PosedShapes { upper: shape, lower: shape, upper_from_lower: Rigid::IDENTITY };
    let facets = [DVec3::new(2.0, 2.0, 0.0), DVec3::new(4.0, 3.0, 0.0)].map(|place| Facet {
        facing: DVec3::NEG_Z,
        place,
        area_mm2: 1.0,
    });
    let tile = tiles_of(&[cluster], &facets, &jaws, 0.1, 4096)[0];
    let (fine, coarse) = (tile.finer([UVec2::new(3, 5), UVec2::new(7, 6)], 4).projection, tile.projection);
    assert_eq!((fine.cols, fine.rows), (16, 4));
    for (col, row) in [(0.5, 0.5), (15.5, 3.5), (8.0, 2.0)] {
        let (at, depth) = coarse.map_from_world(fine.world_from_map(col, row, 1.25));
        assert!((at - glam::DVec2::new(3.0 + col / 4.0, 5.0 + row / 4.0)).length() < 1e-9, "{at}");
        assert!((depth - 1.25).abs() < 1e-9);
    }
    // Beyond the tile there is nothing to be seen.
    let beyond = tile.finer([UVec2::ZERO, UVec2::splat(100_000)], 2).projection;
    assert_eq!((beyond.cols, beyond.rows), (2 * coarse.cols, 2 * coarse.rows));
}

#[test]
fn a_tooth_s_far_face_shows_nothing_for_what_lies_inside_it() {
    use crate::field::{ChosenBy, GapField, PixelClass};
    let projection = crate::field::Projection {
        direction: DVec3::NEG_Z,
        u: DVec3::X,
        v: DVec3::NEG_Y,
        origin: DVec3::ZERO,
        u_mm: 0.1,
        v_mm: 0.1,
        cols: 4,
        rows: 1,
        chosen_by: ChosenBy::Given,
    };
    // Gap, upper and lower depth: apart, overlapping, overlapping far before the upper jaw's last face, the twin of it.
    let pixels = [[0.2, 1.0, 1.2], [-0.1, 1.1, 1.0], [-0.1, 6.0, 1.0], [-5.0, 6.0, 1.0]];
    let classes = [PixelClass::Clear, PixelClass::Interfering, PixelClass::Interfering, PixelClass::Interfering];
    let each =
        pixels.iter().zip(classes).map(|([gap, upper, lower], class)| ([*gap, *upper, *lower, 0.0], [7, 8], class));
    let map = GapField::of_painted(projection, each);
    assert_eq!([0, 1, 2, 3].map(|pixel| facings::ends_meet(&map, pixel)), [true, true, false, true]);
}
