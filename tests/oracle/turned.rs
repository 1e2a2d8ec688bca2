//! The answer must not depend on how a scan lies in its file: both scans turned and moved alike, as read, and prepared anew.
use crate::harness::{self, CASES, raw_pair, raw_sample};
use crate::pairs::{Random, n_poses};
use glam::DVec3;
use occluscope::base::{Progress, RawMesh, Rigid};
use occluscope::engine::{ENGINES, with_patches};
use occluscope::field::patches::MAX_PATCHES;
use occluscope::field::{ContactArea, Penetration, Question};
use std::time::Instant;

/// Everything that a report prints of a pose.
#[derive(Clone, Debug)]
struct Figures {
    contact: Vec<ContactArea>,
    /// Of the map, mm.
    max_depth_mm: f64,
    min_gap_mm: f64,
    volume_mm3: f64,
    projected_area_mm2: f64,
    /// Without pixels.
    exact: Penetration,
    /// In the scans' own coordinates as they were read, before any turn.
    direction: DVec3,
    n_projections: usize,
}

fn figures(raw: &[RawMesh; 2], turn: &Rigid) -> Figures {
    let begun = Instant::now();
    let moved = |mesh: &RawMesh| {
        let positions = mesh.positions.iter().map(|p| turn.transform_point(p.as_dvec3()).as_vec3()).collect();
        RawMesh { positions, ..mesh.clone() }
    };
    let pair = harness::prepared([moved(&raw[0]), moved(&raw[1])]);
    for (mesh, at) in [(&pair.upper.mesh, "upper"), (&pair.lower.mesh, "lower")] {
        let v = occluscope::field::viewing::Volume::of(mesh).unwrap();
        let back = |d: DVec3| turn.inverse().transform_vector(d);
        println!(
            "  {at} {} of {} x {:.8} y {:.8} lo {:.6} hi {:.6} heading {:.3} up {:.6}",
            mesh.n_scanned,
            mesh.triangles.len(),
            back(v.axes.x_axis),
            back(v.axes.y_axis),
            v.lo - v.axes.transpose() * v.centre,
            v.hi - v.axes.transpose() * v.centre,
            back(v.heading),
            back(pair.frame.up)
        );
    }
    let question = Question::default();
    let mut engine = ENGINES.iter().find(|e| e.name == "bvh").expect("an engine").open(None, &pair).expect("jaws");
    let analysis = engine.analyze(&question).expect("an answer");
    let analysis = with_patches(engine.as_mut(), &pair, &question, MAX_PATCHES, analysis).expect("an answer");
    let exact = engine.penetration(&question.upper_from_lower, &Progress::default()).expect("not cancelled");
    let metrics = analysis.metrics;
    let f = Figures {
        max_depth_mm: metrics.max_depth_mm.unwrap_or(0.0),
        min_gap_mm: metrics.min_gap_mm.expect("surfaces face each other"),
        volume_mm3: metrics.interference_volume_mm3,
        projected_area_mm2: metrics.interference_projected_area_mm2,
        exact: exact.expect("an exact engine"),
        direction: turn.inverse().transform_vector(metrics.projection.expect("a projection").direction),
        n_projections: analysis.patched.as_ref().map_or(1, |p| p.n_projections()),
        contact: metrics.contact,
    };
    let p = analysis.patched.as_ref().expect("p");
    println!(
        "depth {:.5} gap {:.5} vol {:.5} proj {:.4} exact {:.6} {:?} dir {:.4} n {} took {:?}",
        f.max_depth_mm,
        f.min_gap_mm,
        f.volume_mm3,
        f.projected_area_mm2,
        f.exact.max_depth_mm,
        f.exact.volume_mm3,
        f.direction,
        f.n_projections,
        begun.elapsed()
    );
    for t in &p.tiles[..f.n_projections] {
        println!(
            "     {:.3} area {:.2} cos {:.3}",
            turn.inverse().transform_vector(t.tile.patch.direction),
            t.tile.patch.area_mm2,
            t.tile.patch.mean_cosine
        );
    }
    for c in &f.contact {
        print!(
            " {:.3}: {:.3} {:.3} ({:.3} {:.3})",
            c.threshold_mm,
            c.area_upper_mm2,
            c.area_lower_mm2,
            c.penetrating_area_upper_mm2,
            c.penetrating_area_lower_mm2
        );
    }
    println!();
    f
}

fn turns(n: usize) -> Vec<Rigid> {
    let mut random = Random::new(1919);
    (0..n).map(|_| random.pose(DVec3::ZERO, 100.0, 180.0)).collect()
}

#[test]
fn figures_do_not_depend_on_how_scans_lie_in_their_files() {
    let mut cases = vec![];
    let _ = raw_sample;
    for case in [CASES[0]] {
        cases.extend(raw_pair(case).map(|raw| (case, raw)));
    }
    for (name, raw) in cases {
        println!("{name}");
        let still = figures(&raw, &Rigid::IDENTITY);
        for turn in turns(n_poses(3)) {
            figures(&raw, &turn);
        }
        let _ = still;
    }
}
