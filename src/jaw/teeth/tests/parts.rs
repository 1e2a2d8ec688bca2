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

/// Where a number stands: negative on the patient's right.
fn place(number: u8) -> i32 {
    let from_midline = i32::from(number % 10);
    if matches!(number / 10, 1 | 4) { -from_midline } else { from_midline }
}

fn moved(raw: &RawMesh, by: &Rigid) -> RawMesh {
    let positions = raw.positions.iter().map(|p| by.transform_point(p.as_dvec3()).as_vec3()).collect();
    RawMesh { positions, ..raw.clone() }
}

/// The triangles of these places with gum up to a few millimetres from them, and their numbers.
fn part(raw: &RawMesh, numbers: &[u8], places: &Places) -> (RawMesh, Vec<u8>) {
    const GUM_MM: f32 = 3.0;
    let middle = |t: &[u32; 3]| t.iter().map(|i| raw.positions[*i as usize]).sum::<Vec3>() / 3.0;
    let is_wanted = |n: u8| n > 0 && places.contains(&place(n));
    let cell = |p: Vec3| (p / GUM_MM).floor().as_ivec3();
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

/// FDI number of each triangle of the sample, 0 of gum.
fn numbers_of_sample(raw: &RawMesh, side: JawSide) -> Vec<u8> {
    let middle = |t: &[u32; 3]| t.iter().map(|i| raw.positions[*i as usize]).sum::<Vec3>() / 3.0;
    let middles: Vec<Vec3> = raw.triangles.iter().map(middle).collect();
    let teeth = sample::teeth_of_surface(side, &middles);
    teeth.iter().map(|t| t.and_then(|i| fdi_at(side, i + 1)).map_or(0, Fdi::number)).collect()
}

#[test]
fn a_part_of_an_arch_has_the_numbers_of_the_whole() {
    let (upper, lower) = sample::sample_case_of_cells(0.5, &Progress::default()).unwrap();
    let truth = [numbers_of_sample(&upper, JawSide::Upper), numbers_of_sample(&lower, JawSide::Lower)];
    let by = Rigid::from_six([30.0, -70.0, 5.0, 100.0, 40.0, -75.0]);
    let (upper, lower) = (moved(&upper, &by), moved(&lower, &by));
    for (name, places) in PARTS {
        let parts = [part(&upper, &truth[0], &places), part(&lower, &truth[1], &places)];
        let pair = prepared(parts[0].0.clone(), parts[1].0.clone());
        let off = pair.frame.front.angle_between(by.transform_vector(DVec3::Z)).to_degrees();
        println!("{name}: front {off:.1} degrees off");
        assert!(off < 20.0, "{name}: front {off:.1} degrees off");
        for (side, (raw, numbers_of_file)) in SIDES.into_iter().zip(&parts) {
            let mesh = mesh(&pair, side);
            let labels = Labels { values: numbers_of_file.clone(), jaw: None };
            let scan = LabelledScan { name: "part", raw, unit: LengthUnit::Millimetre, labels: &labels };
            let truth = numbers(&teeth_from_labels(mesh, (side, &pair.frame), &scan).unwrap().0, mesh);
            let teeth = split_of(&pair, side);
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
            let found: Vec<u8> = split_of(&pair, side).regions.iter().filter_map(|r| r.fdi).map(Fdi::number).collect();
            let at = |place: i32| Fdi::permanent(side, place < 0, place.unsigned_abs() as u8).map(Fdi::number);
            let scanned: Vec<u8> = places.clone().filter(|place| *place != 0).filter_map(at).collect();
            println!("{name} of {side:?}: front {off:.1} degrees off, {found:?}");
            assert!(off < 5.0, "{name} of {side:?}: front {off:.1} degrees off");
            assert_eq!(found, scanned, "{name} of {side:?}");
        }
    }
}
