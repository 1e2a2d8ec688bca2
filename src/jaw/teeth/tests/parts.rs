//! Parts of an arch, as a dentist scans them for one tooth: they have the numbers of the whole.
use super::*;
use crate::base::Rigid;
use glam::DVec3;

/// Places from the patient's right second molar (-7) to the left one (7), as of a part.
type Places = std::ops::RangeInclusive<i32>;

const PARTS: [(&str, Places); 7] = [
    ("right half", -7..=-1),
    ("left half", 1..=7),
    ("right 4 to 7", -7..=-4),
    ("left 4 to 7", 4..=7),
    ("left 3 to 7", 3..=7),
    ("left half and one more", -1..=7),
    ("right half and two more", -7..=2),
];

/// Scans that end before the molars: those are not missing.
const WITHOUT_MOLARS: [(&str, Places); 4] = [
    ("right half to the second premolar", -5..=-1),
    ("left half to the second premolar", 1..=5),
    ("front teeth and first premolars", -4..=4),
    ("front teeth and premolars", -5..=5),
];

/// Where a number stands: negative on the patient's right.
fn place(number: u8) -> i32 {
    let from_midline = i32::from(number % 10);
    if matches!(number / 10, 1 | 4) { -from_midline } else { from_midline }
}

/// The teeth of both jaws, as the program looks for them.
fn both_of(pair: &JawPair) -> [JawTeeth; 2] {
    split_both(SIDES.map(|side| Some((mesh(pair, side), &pair.frame))), &Progress::default()).unwrap()
}

fn moved(raw: &RawMesh, by: &Rigid) -> RawMesh {
    let positions = raw.positions.iter().map(|p| by.transform_point(p.as_dvec3()).as_vec3()).collect();
    RawMesh { positions, ..raw.clone() }
}

/// The triangles of these places with gum up to a few millimetres from them, and their numbers.
fn part(raw: &RawMesh, numbers: &[u8], places: &Places) -> (RawMesh, Vec<u8>) {
    cut_off(raw, numbers, places, 3.0)
}

/// The same with gum up to so far.
fn cut_off(raw: &RawMesh, numbers: &[u8], places: &Places, gum_mm: f32) -> (RawMesh, Vec<u8>) {
    let middle = |t: &[u32; 3]| t.iter().map(|i| raw.positions[*i as usize]).sum::<Vec3>() / 3.0;
    let is_wanted = |n: u8| n > 0 && places.contains(&place(n));
    let cell = |p: Vec3| (p / gum_mm).floor().as_ivec3();
    let crowns = raw.triangles.iter().zip(numbers).filter(|(_, n)| is_wanted(**n)).map(|(t, _)| cell(middle(t)));
    let crowns: std::collections::HashSet<_> = crowns.collect();
    let kept = raw
        .triangles
        .iter()
        .zip(numbers)
        .filter(|(t, n)| is_wanted(**n) || **n == 0 && crowns.contains(&cell(middle(t))));
    let (triangles, numbers) = kept.map(|(t, n)| (*t, *n)).unzip();
    (RawMesh { triangles, ..raw.clone() }, numbers)
}

/// The triangles of these places, with the gum that is nearest to them.
fn cut_between_teeth(raw: &RawMesh, numbers: &[u8], places: &Places) -> RawMesh {
    let middle = |t: &[u32; 3]| t.iter().map(|i| raw.positions[*i as usize]).sum::<Vec3>() / 3.0;
    let middle_of = |n: u8| {
        let own: Vec<Vec3> =
            raw.triangles.iter().zip(numbers).filter(|(_, m)| **m == n).map(|(t, _)| middle(t)).collect();
        (!own.is_empty()).then(|| (n, own.iter().sum::<Vec3>() / own.len() as f32))
    };
    let teeth: Vec<(u8, Vec3)> = (1..=48).filter_map(middle_of).collect();
    let nearest =
        |p: Vec3| teeth.iter().min_by(|a, b| a.1.distance(p).total_cmp(&b.1.distance(p))).map_or(0, |tooth| tooth.0);
    let number = |(t, n): (&[u32; 3], &u8)| if *n > 0 { *n } else { nearest(middle(t)) };
    let is_kept = |(t, n): &(&[u32; 3], &u8)| places.contains(&place(number((*t, *n))));
    let triangles = raw.triangles.iter().zip(numbers).filter(is_kept).map(|(t, _)| *t).collect();
    RawMesh { triangles, ..raw.clone() }
}

/// FDI number of each triangle of the sample, 0 of gum.
fn numbers_of_sample(raw: &RawMesh, side: JawSide) -> Vec<u8> {
    let middle = |t: &[u32; 3]| t.iter().map(|i| raw.positions[*i as usize]).sum::<Vec3>() / 3.0;
    let middles: Vec<Vec3> = raw.triangles.iter().map(middle).collect();
    let teeth = sample::teeth_of_surface(side, &middles);
    teeth.iter().map(|t| t.and_then(|i| fdi_at(side, i + 1)).map_or(0, Fdi::number)).collect()
}

/// Of each scanned triangle of a jaw that was prepared from a part its number.
fn truth_of_part(pair: &JawPair, side: JawSide, raw: &RawMesh, numbers_of_file: &[u8]) -> Vec<u8> {
    let labels = Labels { values: numbers_of_file.to_vec(), jaw: None };
    let scan = LabelledScan { name: "part", raw, unit: LengthUnit::Millimetre, labels: &labels };
    let mesh = mesh(pair, side);
    numbers(&teeth_from_labels(mesh, (side, &pair.frame), &scan).unwrap().0, mesh)
}

#[test]
fn a_part_of_an_arch_has_the_numbers_of_the_whole() {
    let (upper, lower) = sample::sample_case_of_cells(0.5, &Progress::default()).unwrap();
    let truth = [numbers_of_sample(&upper, JawSide::Upper), numbers_of_sample(&lower, JawSide::Lower)];
    let by = Rigid::from_six([30.0, -70.0, 5.0, 100.0, 40.0, -75.0]);
    let (upper, lower) = (moved(&upper, &by), moved(&lower, &by));
    for (name, places) in PARTS.into_iter().chain(WITHOUT_MOLARS) {
        let parts = [part(&upper, &truth[0], &places), part(&lower, &truth[1], &places)];
        let pair = prepared(parts[0].0.clone(), parts[1].0.clone());
        let off = pair.frame.front.angle_between(by.transform_vector(DVec3::Z)).to_degrees();
        println!("{name}: front {off:.1} degrees off");
        assert!(off < 20.0, "{name}: front {off:.1} degrees off");
        for ((side, teeth), (raw, numbers_of_file)) in SIDES.into_iter().zip(both_of(&pair)).zip(&parts) {
            let mesh = mesh(&pair, side);
            let truth = truth_of_part(&pair, side, raw, numbers_of_file);
            let found = numbers(&teeth, mesh);
            print(&format!("{name} {side:?}"), &score(mesh, &found, &truth), &teeth);
            assert_eq!(judge(mesh, &found, &truth), (vec![], vec![]), "{name} {side:?}: missed and invented");
            // The twin: on the other side of the patient none is right.
            let on_other_side =
                |n: &u8| [*n, n + 10, n.wrapping_sub(10), n + 10, n.wrapping_sub(10)][usize::from(n / 10)];
            let mirrored: Vec<u8> = found.iter().map(on_other_side).collect();
            let n_teeth = teeth.regions.len();
            assert!(judge(mesh, &mirrored, &truth).0.len() + 4 >= n_teeth, "{name} {side:?}");
        }
    }
}

#[test]
fn teeth_of_a_scan_that_was_cut_off_round_them_end_at_the_gum() {
    let (upper, lower) = sample::sample_case_of_cells(0.5, &Progress::default()).unwrap();
    let truth = [numbers_of_sample(&upper, JawSide::Upper), numbers_of_sample(&lower, JawSide::Lower)];
    for gum_mm in [1.0, 3.0] {
        let cut = [(&upper, &truth[0]), (&lower, &truth[1])].map(|(raw, of)| cut_off(raw, of, &(-8..=8), gum_mm));
        let pair = prepared(cut[0].0.clone(), cut[1].0.clone());
        for ((side, teeth), (raw, numbers_of_file)) in SIDES.into_iter().zip(both_of(&pair)).zip(&cut) {
            let mesh = mesh(&pair, side);
            let truth = truth_of_part(&pair, side, raw, numbers_of_file);
            let found = numbers(&teeth, mesh);
            let score = score(mesh, &found, &truth);
            print(&format!("cut off at {gum_mm} mm {side:?}"), &score, &teeth);
            assert_eq!(judge(mesh, &found, &truth), (vec![], vec![]), "{gum_mm} mm {side:?}: missed and invented");
            assert!(score.crowns > 0.9 && score.gum_called_tooth < 0.1, "{gum_mm} mm {side:?}");
            // The twin: everything that was left is not tooth.
            let all: Vec<u8> = found.iter().map(|n| if *n == 0 { 11 } else { *n }).collect();
            assert!(super::score(mesh, &all, &truth).gum_called_tooth > 0.05, "{gum_mm} mm {side:?}");
        }
    }
}

/// One jaw is whole, of the other one a part was scanned.
#[test]
fn a_part_across_from_a_whole_arch_has_the_numbers_of_the_whole() {
    let (upper, lower) = sample::sample_case_of_cells(0.5, &Progress::default()).unwrap();
    let by = Rigid::from_six([-12.0, 45.0, 80.0, -35.0, 120.0, 10.0]);
    for (name, places) in PARTS {
        for (side, raw) in SIDES.into_iter().zip([&upper, &lower]) {
            let cut = moved(&part(raw, &numbers_of_sample(raw, side), &places).0, &by);
            let pair = match side {
                JawSide::Upper => prepared(cut, moved(&lower, &by)),
                JawSide::Lower => prepared(moved(&upper, &by), cut),
            };
            let off = pair.frame.front.angle_between(by.transform_vector(DVec3::Z)).to_degrees();
            let teeth = &both_of(&pair)[usize::from(side == JawSide::Lower)];
            let found: Vec<u8> = teeth.regions.iter().filter_map(|r| r.fdi).map(Fdi::number).collect();
            let at = |place: i32| Fdi::permanent(side, place < 0, place.unsigned_abs() as u8).map(Fdi::number);
            let scanned: Vec<u8> = places.clone().filter(|place| *place != 0).filter_map(at).collect();
            println!("{name} of {side:?}: front {off:.1} degrees off, {found:?}");
            assert!(off < 5.0, "{name} of {side:?}: front {off:.1} degrees off");
            assert_eq!(found, scanned, "{name} of {side:?}");
        }
    }
}

/// The scans of case 2 and the FDI number of each of their faces, 0 of gum.
fn case_2(folder: &std::path::Path) -> ([RawMesh; 2], [Vec<u8>; 2]) {
    let (whole, raws, labels) = real_case(&folder.join("case-2-tight-contact"), "ply");
    let labels = labels.expect("labels");
    let of_faces = [0, 1].map(|k| {
        let scan = LabelledScan { name: "scan.ply", raw: &raws[k], unit: LengthUnit::Millimetre, labels: &labels[k] };
        let mesh = mesh(&whole, SIDES[k]);
        let teeth = teeth_from_labels(mesh, (SIDES[k], &whole.frame), &scan).unwrap().0;
        labels_of_file(mesh, &teeth, &raws[k], LengthUnit::Millimetre)
    });
    (raws, of_faces)
}

/// Of a quadrant that begins beside the front teeth no row tells by itself where it stands: of a real one the lower row alone is surely read
/// one tooth on, and with the upper one as it is.
#[test]
fn a_real_quadrant_is_read_by_both_rows() {
    let Some(folder) = scans("a_real_quadrant_is_read_by_both_rows") else { return };
    let (raws, of_faces) = case_2(&folder);
    let mut n_surely_wrong_alone = 0;
    for places in [2..=7, 3..=7, -7..=-2, -7..=-3] {
        let parts = [0, 1].map(|k| cut_between_teeth(&raws[k], &of_faces[k], &places));
        let [upper, lower] = parts;
        let pair = prepared(upper, lower);
        for (side, teeth) in SIDES.into_iter().zip(both_of(&pair)) {
            let at = |place: i32| Fdi::permanent(side, place < 0, place.unsigned_abs() as u8).map(Fdi::number);
            let truth: Vec<u8> = places.clone().filter_map(at).collect();
            let number = |tooth: &ToothRegion| tooth.fdi.map_or(0, Fdi::number);
            let is_right = |teeth: &JawTeeth| teeth.regions.iter().map(number).eq(truth.iter().copied());
            let is_sure = |teeth: &JawTeeth| teeth.regions.iter().all(ToothRegion::is_sure);
            let alone = split_of(&pair, side);
            println!("{places:?} {side:?}: {}; alone {}", names(&teeth), names(&alone));
            assert!(is_right(&teeth), "{places:?} {side:?}");
            n_surely_wrong_alone += usize::from(!is_right(&alone) && is_sure(&alone));
        }
    }
    assert!(n_surely_wrong_alone >= 2, "the twin: {n_surely_wrong_alone} of 8");
}

/// Half an arch is cut off straight, through a tooth as often as between two: what is left of that tooth may be taken for a whole one of another
/// number, and all others with it. Such numbers have a "?".
#[test]
fn a_real_half_that_was_cut_through_a_tooth_says_no_wrong_number_surely() {
    let Some(folder) = scans("a_real_half_that_was_cut_through_a_tooth_says_no_wrong_number_surely") else { return };
    let (raws, of_faces) = case_2(&folder);
    let (mut n, mut n_sure, mut n_wrong) = (0, 0, 0);
    for (beyond_mm, is_right) in [-4.0_f32, 0.0, 4.0].into_iter().flat_map(|mm| [(mm, true), (mm, false)]) {
        let halves = [0, 1].map(|k| half(&raws[k], &of_faces[k], is_right, beyond_mm));
        let pair = prepared(halves[0].0.clone(), halves[1].0.clone());
        for ((side, teeth), (raw, numbers_of_file)) in SIDES.into_iter().zip(both_of(&pair)).zip(&halves) {
            let mesh = mesh(&pair, side);
            let (truth, found) = (truth_of_part(&pair, side, raw, numbers_of_file), numbers(&teeth, mesh));
            let of = format!("{beyond_mm} mm beyond the midline, right {is_right}, {side:?}");
            println!("{of}: {}", names(&teeth));
            assert!((6..=8).contains(&teeth.regions.len()), "{of}: {}", names(&teeth));
            for tooth in &teeth.regions {
                let number = tooth.fdi.map_or(0, Fdi::number);
                let own: Vec<u8> =
                    found.iter().zip(&truth).filter(|(found, _)| **found == number).map(|f| *f.1).collect();
                let is_right = 2 * own.iter().filter(|truth| **truth == number).count() > own.len();
                assert!(is_right || !tooth.is_sure(), "{of}: {number}");
                (n, n_sure, n_wrong) = (n + 1, n_sure + usize::from(tooth.is_sure()), n_wrong + usize::from(!is_right));
            }
        }
    }
    // The twins: not everything is a guess, and there are numbers that had to be one.
    assert!(2 * n_sure > n && n_wrong > 0, "{n_sure} sure and {n_wrong} wrong of {n}");
}

/// One side of an arch up to so far beyond the midline of its central incisors, in coordinates of which x is less on the patient's right.
fn half(raw: &RawMesh, numbers: &[u8], is_right: bool, beyond_mm: f32) -> (RawMesh, Vec<u8>) {
    let middle = |t: &[u32; 3]| t.iter().map(|i| raw.positions[*i as usize].x).sum::<f32>() / 3.0;
    let is_central = |n: u8| place(n).abs() == 1;
    let centrals: Vec<f32> =
        raw.triangles.iter().zip(numbers).filter(|(_, n)| is_central(**n)).map(|(t, _)| middle(t)).collect();
    let midline = centrals.iter().sum::<f32>() / centrals.len() as f32;
    let beyond = |t: &[u32; 3]| if is_right { middle(t) - midline } else { midline - middle(t) };
    let kept = raw.triangles.iter().zip(numbers).filter(|(t, _)| beyond(t) < beyond_mm);
    let (triangles, numbers) = kept.map(|(t, n)| (*t, *n)).unzip();
    (RawMesh { triangles, ..raw.clone() }, numbers)
}

/// Behind the premolars of an arch that ends there nothing tells them from a premolar and a molar but their widths: a wrong number has a "?".
#[test]
fn a_real_arch_that_ends_before_its_molars_says_no_wrong_number_surely() {
    let Some(folder) = scans("a_real_arch_that_ends_before_its_molars_says_no_wrong_number_surely") else { return };
    let (raws, of_faces) = case_2(&folder);
    let (mut n, mut n_sure) = (0, 0);
    // Where both end behind their first molars, they agree, and the lower left teeth of this case are broad enough for the next ones.
    let cuts = [(-5..=5, [true, false]), (-5..=5, [false, true]), (-5..=5, [true, true])];
    for (places, is_cut) in cuts.into_iter().chain([(-6..=6, [true, false]), (-6..=6, [false, true])]) {
        let scanned = is_cut.map(|is_cut| if is_cut { places.clone() } else { -7..=7 });
        let [upper, lower] = [0, 1].map(|k| cut_between_teeth(&raws[k], &of_faces[k], &scanned[k]));
        let pair = prepared(upper, lower);
        for ((side, teeth), places) in SIDES.into_iter().zip(both_of(&pair)).zip(&scanned) {
            let at = |place: i32| Fdi::permanent(side, place < 0, place.unsigned_abs() as u8).map(Fdi::number);
            let truth: Vec<u8> = places.clone().filter(|place| *place != 0).filter_map(at).collect();
            println!("{places:?} {side:?} of {is_cut:?}: {}", names(&teeth));
            assert_eq!(teeth.regions.len(), truth.len(), "{places:?} {side:?} of {is_cut:?}");
            for (tooth, truth) in teeth.regions.iter().zip(truth) {
                let is_right = tooth.fdi.map(Fdi::number) == Some(truth);
                assert!(is_right || !tooth.is_sure(), "{places:?} {side:?} of {is_cut:?}: {truth} is {:?}", tooth.fdi);
                (n, n_sure) = (n + 1, n_sure + usize::from(tooth.is_sure()));
            }
        }
    }
    // The twin: not everything is a guess.
    assert!(2 * n_sure > n, "{n_sure} of {n}");
}
