//! Tissue that the scanner caught beside the teeth, loose or grown together with the scan's rim, changes no tooth.
use super::*;
use crate::mesh::boundary::boundary_loops;
use crate::mesh::topology::twins;

/// Of the sample: as coarse as scans of some 10,000 triangles.
const CELL_MM: f32 = 0.5;
/// Step of the sheets, mm.
const STEP_MM: f32 = 0.8;

/// Puts rows of places on a scan as strips of triangles; the places of the first row may be the scan's own (`first`).
fn add_strips(raw: &mut RawMesh, rows: &[Vec<Vec3>], first: Option<&[u32]>) {
    let added = rows.iter().map(|row| {
        let from = raw.positions.len() as u32;
        raw.positions.extend(row);
        (from..raw.positions.len() as u32).collect::<Vec<u32>>()
    });
    let numbers: Vec<Vec<u32>> = first.map(<[u32]>::to_vec).into_iter().chain(added).collect();
    for pair in numbers.windows(2) {
        for k in 0..pair[0].len() - 1 {
            let [a, b, c, d] = [pair[0][k + 1], pair[0][k], pair[1][k], pair[1][k + 1]];
            raw.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    raw.colors = None;
}

/// A scan with a sheet of 14 x 14 mm that hangs together with nothing, beside the teeth on one side of the patient.
fn with_loose_sheet(raw: &RawMesh, side: JawSide, right: f32) -> RawMesh {
    let frame = sample_pair().frame;
    let up = if side == JawSide::Upper { -frame.up } else { frame.up };
    let middle = frame.origin + frame.right * f64::from(right) + up * 2.0;
    let place = |i: i32, k: i32| {
        let [along, above] = [i, k].map(|x| f64::from(x) * f64::from(STEP_MM));
        (middle + frame.front * along + up * above + frame.right * 0.4 * (along + above).sin()).as_vec3()
    };
    let rows: Vec<Vec<Vec3>> = (-9..=9).map(|k| (-9..=9).map(|i| place(i, k)).collect()).collect();
    let mut with = raw.clone();
    add_strips(&mut with, &rows, None);
    with
}

/// A scan with a curtain that grows from some way along its rim to so far beyond the tips of the teeth, mm.
fn with_curtain(raw: &RawMesh, side: JawSide, (from, width_mm): (f64, f32), beyond_mm: f64) -> RawMesh {
    let frame = sample_pair().frame;
    let up = if side == JawSide::Upper { -frame.up } else { frame.up };
    let scan = TriMesh {
        positions: raw.positions.clone(),
        triangles: raw.triangles.clone(),
        n_scanned: raw.triangles.len(),
        colors: None,
    };
    let rim = boundary_loops(&scan).into_iter().max_by_key(Vec::len).expect("an open scan");
    let begin = (from * rim.len() as f64) as usize;
    let at = |k: usize| raw.positions[rim[(begin + k) % rim.len()] as usize];
    let mut n = 1;
    let mut mm = 0.0;
    while mm < width_mm {
        mm += at(n).distance(at(n - 1));
        n += 1;
    }
    let foot: Vec<u32> = (0..n).map(|k| rim[(begin + k) % rim.len()]).collect();
    let top = (0..n).map(|k| (at(k).as_dvec3() - frame.origin).dot(up)).fold(f64::INFINITY, f64::min);
    let n_rows = ((beyond_mm - top) / f64::from(STEP_MM)) as usize;
    let rows = (1..=n_rows).map(|row| {
        let above = up * (row as f64 * f64::from(STEP_MM));
        (0..n).map(|k| (at(k).as_dvec3() + above).as_vec3()).collect()
    });
    let mut with = raw.clone();
    add_strips(&mut with, &rows.collect::<Vec<_>>(), Some(&foot));
    with
}

/// Share of the sample's own surface whose number is the same as without tissue, and of the tissue's that is tooth, by the whole split and by
/// one that looks for no tissue.
fn shares(side: JawSide, raw: &RawMesh, [upper, lower]: [&RawMesh; 2]) -> [[f64; 2]; 2] {
    let (n_own, pair) = match side {
        JawSide::Upper => (upper.triangles.len(), prepared(raw.clone(), lower.clone())),
        JawSide::Lower => (lower.triangles.len(), prepared(upper.clone(), raw.clone())),
    };
    let mesh = mesh(&pair, side);
    let unwatched = Progress::default();
    let beside = twins(&mesh.triangles, mesh.positions.len());
    let whole = split(mesh, side, &pair.frame, &unwatched).unwrap();
    let seen = split::Seen::of((mesh, None, beside), side, &pair.frame, &unwatched).unwrap();
    let [upper, lower] =
        split::split_seen(if side == JawSide::Upper { [seen, None] } else { [None, seen] }, &unwatched).unwrap();
    let blind = if side == JawSide::Upper { upper } else { lower };
    [whole, blind].map(|teeth| {
        let found = labels_of_file(mesh, &teeth, raw, LengthUnit::Millimetre);
        let truth = sample::teeth_of_surface(side, &middles(raw));
        let number = |t: &Option<usize>| t.and_then(|i| fdi_at(side, i + 1)).map_or(0, Fdi::number);
        let is_right = |t: usize| found[t] == 0 || found[t] == number(&truth[t]);
        let of_crowns: Vec<usize> = (0..n_own).filter(|t| number(&truth[*t]) > 0).collect();
        let right = of_crowns.iter().filter(|t| found[**t] > 0 && is_right(**t)).count();
        let tissue = (n_own..raw.triangles.len()).filter(|t| found[*t] > 0).count();
        let share = |n: usize, of: usize| n as f64 / of as f64;
        [share(right, of_crowns.len()), share(tissue, raw.triangles.len() - n_own)]
    })
}

fn middles(raw: &RawMesh) -> Vec<Vec3> {
    raw.triangles.iter().map(|t| t.iter().map(|i| raw.positions[*i as usize]).sum::<Vec3>() / 3.0).collect()
}

#[test]
fn tissue_beside_the_teeth_changes_no_number() {
    let (upper, lower) = sample::sample_case_of_cells(CELL_MM, &Progress::default()).unwrap();
    let mut n_blind_wrong = 0;
    for (side, raw) in [(JawSide::Upper, &upper), (JawSide::Lower, &lower)] {
        let loose =
            [-34.0, -16.0, 16.0, 34.0].map(|right| (format!("loose at {right}"), with_loose_sheet(raw, side, right)));
        let curtain = |from: f64| (format!("curtain at {from}"), with_curtain(raw, side, (from, 16.0), 7.0));
        for (name, with) in loose.into_iter().chain([0.1, 0.35, 0.6, 0.85].map(curtain)) {
            let [[right, tissue], [blind, blind_tissue]] = shares(side, &with, [&upper, &lower]);
            println!("{side:?} {name}: {right:.3} right, {tissue:.3} of it tooth; blind {blind:.3}, {blind_tissue:.3}");
            assert!(right > 0.85 && tissue < 0.02, "{side:?} {name}: {right:.3} right, {tissue:.3} of it tooth");
            n_blind_wrong += usize::from(blind < 0.8 || blind_tissue > 0.3);
        }
    }
    // The twin: who does not look for it is fooled by most.
    assert!(n_blind_wrong >= 8, "{n_blind_wrong} of 16");
}
