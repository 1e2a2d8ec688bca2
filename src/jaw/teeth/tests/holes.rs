//! Scans with holes: where nothing was scanned is no notch between two teeth, and what stands between two holes is no flap.
use super::super::flaps::flaps;
use super::super::split::{Seen, WithoutTissue, split_seen};
use super::*;
use crate::base::Random;
use crate::mesh::border::tissue_rim_vertices;
use crate::mesh::topology::twins;

fn twins_of(mesh: &TriMesh) -> Vec<u32> {
    twins(&mesh.triangles, mesh.positions.len())
}

fn middle(mesh: &TriMesh, triangle: usize) -> Vec3 {
    mesh.corners(triangle).iter().sum::<Vec3>() / 3.0
}

/// Of each scanned triangle whether it lies in one of some holes in the teeth.
fn holes(mesh: &TriMesh, numbers: &[u8], (n, radius_mm): (usize, f32), random: &mut Random) -> Vec<bool> {
    let of_teeth: Vec<usize> = (0..numbers.len()).filter(|t| numbers[*t] > 0).collect();
    let middles: Vec<Vec3> =
        (0..n).map(|_| middle(mesh, of_teeth[random.below(of_teeth.len() as u64) as usize])).collect();
    (0..numbers.len()).map(|t| middles.iter().any(|m| m.distance(middle(mesh, t)) <= radius_mm)).collect()
}

/// How a jaw in pieces is read.
#[derive(Clone, Copy, Debug, Default)]
struct Reading {
    /// Teeth of which half or more is left.
    n: usize,
    n_right: usize,
    n_surely_right: usize,
    n_surely_wrong: usize,
}

impl Reading {
    fn add(&mut self, other: Self) {
        self.n += other.n;
        self.n_right += other.n_right;
        self.n_surely_right += other.n_surely_right;
        self.n_surely_wrong += other.n_surely_wrong;
    }
}

/// `number_of`: of a scanned triangle's tooth, and whether it is sure.
fn reading(truth: &[u8], gone: &[bool], number_of: &dyn Fn(usize) -> Option<(u8, bool)>) -> Reading {
    let mut reading = Reading::default();
    for number in (11..=48_u8).filter(|number| truth.contains(number)) {
        let all: Vec<usize> = (0..truth.len()).filter(|t| truth[*t] == number).collect();
        let left: Vec<usize> = all.iter().copied().filter(|t| !gone[*t]).collect();
        if 2 * left.len() < all.len() {
            continue;
        }
        reading.n += 1;
        let has = |is: &dyn Fn((u8, bool)) -> bool| left.iter().filter(|t| number_of(**t).is_some_and(is)).count();
        reading.n_right += usize::from(2 * has(&|(found, _)| found == number) > left.len());
        reading.n_surely_right += usize::from(2 * has(&|(found, is_sure)| found == number && is_sure) > left.len());
        reading.n_surely_wrong += usize::from(2 * has(&|(found, is_sure)| found != number && is_sure) > left.len());
    }
    reading
}

fn number_of(teeth: &JawTeeth, triangle: u32) -> Option<(u8, bool)> {
    let tooth = teeth.at(triangle)?;
    Some((tooth.fdi?.number(), tooth.is_sure()))
}

/// The numbers of the scanned triangles of jaws without holes.
fn of_whole(pair: &JawPair) -> [Vec<u8>; 2] {
    SIDES.map(|side| numbers(&split_of(pair, side), mesh(pair, side)))
}

/// Of one pair of jaws with holes: how it is read; how where what is not there is taken for tissue that was left out; and how many of its triangles
/// are flaps by the rims from which tissue may hang and by all of them.
fn with_holes((pair, truth): (&JawPair, &[Vec<u8>; 2]), kind: (usize, f32), seed: u64) -> ([Reading; 2], [usize; 2]) {
    let unwatched = Progress::default();
    let meshes = SIDES.map(|side| mesh(pair, side));
    let mut random = Random::new(seed);
    let gone = [0, 1].map(|k| holes(meshes[k], &truth[k], kind, &mut random));
    let rests = [0, 1].map(|k| meshes[k].scanned_without(&gone[k]));
    let found = split_both([0, 1].map(|k| Some((&rests[k], &pair.frame))), &unwatched).unwrap();
    let as_tissue = [0, 1].map(|k| {
        let without = WithoutTissue { tissue: gone[k].clone(), rest: rests[k].clone() };
        Seen::of((meshes[k], Some(without), twins_of(&rests[k])), SIDES[k], &pair.frame, &unwatched).unwrap()
    });
    let as_tissue = split_seen(as_tissue, &unwatched).unwrap();
    let (mut readings, mut n_flaps) = ([Reading::default(); 2], [0; 2]);
    for (k, side) in SIDES.into_iter().enumerate() {
        let count = |n_before: &mut u32, gone: &bool| Some(std::mem::replace(n_before, *n_before + u32::from(!gone)));
        let of_rest: Vec<u32> = gone[k].iter().scan(0, count).collect();
        readings[0].add(reading(&truth[k], &gone[k], &|t| number_of(&found[k], of_rest[t])));
        readings[1].add(reading(&truth[k], &gone[k], &|t| number_of(&as_tissue[k], t as u32)));
        let rim = tissue_rim_vertices(&rests[k], &twins_of(&rests[k]));
        let of_gone = meshes[k].triangles.iter().zip(&gone[k]).filter(|(_, gone)| **gone).flat_map(|(t, _)| *t);
        let all: Vec<u32> = rim.iter().copied().chain(of_gone).collect();
        for (n, rim) in n_flaps.iter_mut().zip([&rim, &all]) {
            *n += flaps(&rests[k], rim, &pair.frame, side).unwrap_or_default().into_iter().filter(|flap| *flap).count();
        }
    }
    (readings, n_flaps)
}

#[test]
fn the_sample_with_holes_has_the_numbers_of_the_whole() {
    let (upper, lower) = sample::sample_case_of_cells(0.5, &Progress::default()).unwrap();
    let pair = prepared(upper, lower);
    let (truth, mut all) = (of_whole(&pair), Reading::default());
    for seed in 1..=2 {
        all.add(with_holes((&pair, &truth), (20, 2.0), seed).0[0]);
    }
    println!("{all:?}");
    assert!(all.n_surely_wrong == 0 && all.n_right == all.n && all.n > 50, "{all:?}");
}

#[test]
fn real_scans_with_holes_have_the_numbers_of_the_whole() {
    let Some(folder) = scans("real_scans_with_holes_have_the_numbers_of_the_whole") else { return };
    let (mut readings, mut n_flaps) = ([Reading::default(); 2], [0; 2]);
    for (case, kind) in [("case-2-tight-contact", (30, 1.5)), ("case-3-light-contact", (12, 2.5))] {
        let pair = real_case(&folder.join(case), "ply").0;
        let truth = of_whole(&pair);
        for seed in 1..=4 {
            let (found, flaps) = with_holes((&pair, &truth), kind, seed);
            println!("{case} {seed}: {found:?}, {flaps:?}");
            [0, 1].into_iter().for_each(|k| readings[k].add(found[k]));
            [0, 1].into_iter().for_each(|k| n_flaps[k] += flaps[k]);
        }
    }
    let [found, as_tissue] = readings;
    assert_eq!(found.n_surely_wrong, 0);
    assert!(20 * found.n_right >= 19 * found.n, "{found:?}");
    // With its crowns cut up it is still a row of teeth, whose numbers nobody can be as sure of.
    assert!(as_tissue.n_surely_right + 10 < found.n_surely_right, "the twin: {as_tissue:?}");
    assert!(3 * n_flaps[0] < n_flaps[1], "the twin: by all rims {n_flaps:?}");
}
