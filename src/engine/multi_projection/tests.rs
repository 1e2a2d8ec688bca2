use super::*;
use crate::base::Rigid;
use crate::base::{Cancelled, LengthUnit};
use crate::engine::open_bvh;
use crate::field::multi_projection::MAX_PROJECTIONS;
use crate::jaw::{Jaw, OcclusalFrame};
use crate::mesh::{RepairReport, TriMesh, shapes};
use glam::{DVec3, Vec3};

/// Two pairs of balls, each pressed 0.02 mm into its other one, far from each other.
fn pair() -> JawPair {
    let jaw = |z: f32| {
        let mut mesh = TriMesh::default();
        for x in [0.0, 20.0] {
            let ball = shapes::sphere(24, 5.0);
            let n = mesh.positions.len() as u32;
            mesh.positions.extend(ball.positions.iter().map(|p| *p + Vec3::new(x, 0.0, z)));
            mesh.triangles.extend(ball.triangles.iter().map(|t| t.map(|v| v + n)));
        }
        mesh.n_scanned = mesh.triangles.len();
        let report = RepairReport { closed: true, ..RepairReport::default() };
        Jaw { name: "balls".into(), blake3: String::new(), unit: LengthUnit::Millimetre, mesh: mesh.into(), report }
    };
    let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame");
    JawPair { upper: jaw(4.98), lower: jaw(-5.0), frame, occlusion: Rigid::IDENTITY, told: Default::default() }
}

/// What is told meanwhile, as numbers of tiles, and the end; finer tiles are drawn until so many are.
fn refined(most_finer: usize, cancel: bool) -> (Vec<usize>, Result<MultiProjection, EngineError>) {
    let pair = pair();
    let question = Question { thresholds_mm: vec![0.01, 0.1], resolution: 96, ..Question::default() };
    let mut engine = open_bvh(&pair).expect("a surface");
    let map = engine.analyze(&question).expect("an answer").field.expect("a map");
    let (progress, mut told, mut asked) = (Progress::default(), Vec::new(), 0);
    let mut is_late = || {
        asked += 1;
        asked > most_finer
    };
    let mut tell = |p: &MultiProjection| {
        told.push(p.tiles.len());
        if cancel {
            progress.cancel();
        }
    };
    let mut pace = Pace { progress: &progress, is_late: &mut is_late, tell: &mut tell };
    let found = map_projections(engine.as_mut(), &pair, &question, (&map, MAX_PROJECTIONS), &mut pace);
    (told, found.map(|p| p.expect("surface in the contact zone")))
}

fn tiles(multi_projection: &MultiProjection) -> Vec<Tile> {
    multi_projection.tiles.iter().map(|t| t.tile).collect()
}

#[test]
fn finer_tiles_are_drawn_until_it_is_late_and_the_rest_is_told() {
    let (told, all) = refined(usize::MAX, false);
    let all = all.expect("not cancelled");
    let coarse = all.n_coarse;
    assert!(told.len() > 1 && told[0] == coarse && told.is_sorted(), "coarse first, then finer: {told:?}");
    assert!(told[told.len() - 1] < all.tiles.len() && all.n_without_time == 0 && all.n_without_room == 0);
    assert!(all.areas(&[]).warnings().is_empty());
    let first_round = told[1] - coarse;
    assert!(first_round > 1, "{told:?}");
    for most in [0, 1, first_round] {
        let (heard, some) = refined(most, false);
        let some = some.expect("not cancelled");
        assert_eq!(heard[0], coarse, "the coarse tiles are told whatever the time");
        assert_eq!(tiles(&some), tiles(&all)[..coarse + most], "what was drawn is what comes first");
        assert!(some.n_without_time > 0 && some.merged.owners.len() == coarse + most);
        let warnings = some.areas(&[]).warnings();
        assert!(warnings.len() == 1 && warnings[0].0.contains("no time"), "{warnings:?}");
    }
    // None at all in the first round: all of it is left. The second round is left as a whole after the first.
    assert_eq!(refined(0, false).1.map(|p| p.n_without_time).ok(), Some(first_round));
    assert_eq!(
        refined(first_round, false).1.map(|p| p.n_without_time).ok(),
        Some(told.get(2).map_or(all.tiles.len(), |t| *t) - told[1])
    );
}

#[test]
fn areas_are_finer_with_time_and_the_same_without_limits() {
    let area = |p: &MultiProjection, i: usize| p.merged.contact[i].area_upper_mm2;
    let coarse = refined(0, false).1.expect("not cancelled");
    let fine = refined(usize::MAX, false).1.expect("not cancelled");
    assert!(area(&coarse, 0) != area(&fine, 0), "the border of the smallest threshold was drawn again");
    // The same question is answered alike with every limit that is not reached.
    let again = refined(fine.tiles.len(), false).1.expect("not cancelled");
    assert_eq!(again.merged.contact, fine.merged.contact);
}

#[test]
fn work_that_is_cancelled_meanwhile_has_no_answer() {
    let (told, found) = refined(usize::MAX, true);
    assert_eq!(told.len(), 1);
    assert!(matches!(found, Err(EngineError::Cancelled(Cancelled))));
}
