//! The sample and trap files in tests/motion/ (see the README there), and what must be asked before a record is one.
use super::*;
use crate::import::motion::{MotionError, ScalarPlace, TableOptions, read_motion};
use crate::jaw::motion::{
    Articulator, BothSides, Course, Guide, HingeFrame, IncisalGuide, Movement, MovementKind, ReferencePlane, Side,
    Step, opening_rad,
};

fn bytes(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/motion").join(name);
    std::fs::read(path).expect("the sample is there")
}

fn file(name: &str) -> MotionFile {
    read_motion(&bytes(name), &TableOptions::default()).expect("a record")
}

fn motion(file: &MotionFile, movement: usize, reading: &RecordReading) -> Result<RecordedMotion, String> {
    recorded_motion(file, &file.movements[movement], reading).map_err(|fault| fault.to_string())
}

fn off_mm(a: &Rigid, b: &Rigid) -> f64 {
    // At the lower arch.
    let at = [DVec3::new(0.0, 88.3, -35.7), DVec3::new(24.0, 56.3, -35.2), DVec3::new(-24.0, 56.3, -35.2)];
    at.into_iter().map(|p| a.transform_point(p).distance(b.transform_point(p))).fold(0.0, f64::max)
}

/// The samples were made with intercondylar distance 110, inclination 30, Bennett 15, table 40, wings 30.
fn made(kind: MovementKind, amount_mm: f64) -> Rigid {
    let table = IncisalGuide { plane: ReferencePlane::Camper, sagittal_deg: 40.0, wings_deg: BothSides::same(0.0) };
    let wing = IncisalGuide { sagittal_deg: 0.0, wings_deg: BothSides::same(30.0), ..table };
    let is_lateral = matches!(kind, MovementKind::Lateral { .. });
    let articulator = Articulator { incisal: Some(if is_lateral { wing } else { table }), ..Articulator::default() };
    let hinge = HingeFrame::alone(&articulator);
    let course = Course::new(&articulator, &hinge, Movement { kind, amount_mm });
    let target = course.at(amount_mm);
    Step::new(&target, opening_rad(&course, Guide::Incisal, &target)).motion().expect("in reach")
}

const RIGHT: MovementKind = MovementKind::Lateral { working: Side::Right, forward: 0.0 };

#[test]
fn the_sample_is_read_as_it_was_made() {
    let file = file("made_up_axis_orbital.jawMotion");
    let kinds: Vec<&str> = file.movements.iter().map(|m| m.kind.as_str()).collect();
    assert_eq!((kinds, file.warnings.len()), (vec!["opening", "protrusion", "lateral_rt"], 0));
    for (movement, kind, n) in [(1, MovementKind::Protrusion, 49), (2, RIGHT, 49)] {
        let found = motion(&file, movement, &RecordReading::default()).expect("a motion");
        assert_eq!((found.motions.len(), found.bite.as_str()), (n, "the file's \"intercuspitation_max\""));
        assert!(found.residual_rms_mm.expect("marks") < 6e-4, "three digits");
        assert!((found.times_s[6] - 0.1).abs() < 1e-12, "60 Hz");
        // It goes there and comes back; somewhere it is at its 6 mm.
        let farthest = found.motions.iter().max_by(|a, b| a.translation.y.total_cmp(&b.translation.y)).expect("poses");
        let off = off_mm(farthest, &made(kind, 6.0));
        assert!(off < 2e-3, "{kind:?}: {off}");
        assert!(off_mm(farthest, &made(kind, 5.9)) > 0.05, "the twin");
    }
}

#[test]
fn tracks_in_another_order_cut_short_and_without_a_namespace_are_the_same() {
    let (trap, sample) = (file("trap_order_short_nobite_nons.jawMotion"), file("made_up_axis_orbital.jawMotion"));
    assert_eq!(trap.warnings.len(), 3, "{:?}", trap.warnings);
    assert!(trap.warnings[0].contains("mark_2 has 54 samples, and 55 are announced"), "{}", trap.warnings[0]);
    for movement in 0..3 {
        let [cut, whole] =
            [&trap, &sample].map(|file| motion(file, movement, &RecordReading::default()).expect("a motion"));
        // Six instants are left out at the beginning and one at the end; the bite is not among them.
        assert_eq!(cut.motions.len(), whole.motions.len() - 7);
        let same = cut.motions.iter().zip(&whole.motions[6..]).all(|(a, b)| off_mm(a, b) < 1e-9);
        assert!(same, "movement {movement}");
        assert!(off_mm(&cut.motions[0], &Rigid::IDENTITY) > 0.05, "the first instant is not the bite");
    }
}

#[test]
fn a_table_of_poses_tells_its_scalar_and_its_unit() {
    let (mm, metres) = (file("made_up_jts_right.csv"), file("trap_jts_right_metres_scalar_last.csv"));
    assert!(mm.read_as.contains("scalar first") && mm.read_as.contains("in mm"), "{}", mm.read_as);
    assert!(metres.read_as.contains("scalar last") && metres.read_as.contains("in metres"), "{}", metres.read_as);
    let [a, b] = [&mm, &metres].map(|file| motion(file, 0, &RecordReading::default()).expect("a motion"));
    assert_eq!((a.motions.len(), b.motions.len()), (49, 49));
    assert!(a.motions.iter().zip(&b.motions).all(|(a, b)| off_mm(a, b) < 1e-4));
    let farthest = a.motions.iter().max_by(|a, b| a.translation.y.total_cmp(&b.translation.y)).expect("poses");
    assert!(off_mm(farthest, &made(RIGHT, 6.0)) < 2e-3, "{}", off_mm(farthest, &made(RIGHT, 6.0)));
    // The twin: said to be the other way round it is refused or another motion.
    let wrong = TableOptions { scalar: Some(ScalarPlace::Last), ..TableOptions::default() };
    let wrong = read_motion(&bytes("made_up_jts_right.csv"), &wrong).expect("quaternions all the same");
    let wrong = motion(&wrong, 0, &RecordReading { bite_at: Some(0.0), ..RecordReading::default() }).expect("a motion");
    assert!(wrong.motions.iter().zip(&a.motions).any(|(a, b)| off_mm(a, b) > 0.5));
}

#[test]
fn five_points_are_read_and_their_bite_is_asked_for() {
    let file = file("chew_1khz_5points.txt");
    assert!(file.warnings[0].contains("announces 0.7 s, and the rows end at 0.544 s"), "{:?}", file.warnings);
    let refused = motion(&file, 0, &RecordReading::default()).expect_err("no bite");
    assert!(refused.contains("--bite-at"), "{refused}");
    let found = motion(&file, 0, &RecordReading { bite_at: Some(0.0), ..RecordReading::default() }).expect("a motion");
    assert_eq!((found.motions.len(), found.times_s.len()), (545, 545));
    assert!(found.residual_rms_mm.expect("points") < 1e-6, "rigid to rounding");
    assert!((2.0 * found.half_width_mm.expect("condyles") - 99.92).abs() < 0.01);
    let incisal = found.incisal.expect("an incisor");
    assert!(incisal.y > 80.0 && incisal.z < -30.0, "in front and below: {incisal}");
    // The mouth opens: the incisor goes down.
    let lowest = found.motions.iter().map(|m| m.transform_point(incisal).z - incisal.z).fold(0.0, f64::min);
    assert!(lowest < -3.0 && lowest > -30.0, "{lowest}");
    let later = RecordReading { bite_at: Some(0.3), ..RecordReading::default() };
    let later = motion(&file, 0, &later).expect("a motion");
    assert!(off_mm(&later.motions[0], &found.motions[0]) > 0.1, "the twin: another instant is another bite");
    assert!(
        motion(&file, 0, &RecordReading { bite_at: Some(7.0), ..RecordReading::default() })
            .expect_err("too late")
            .contains("ends at 0.544 s")
    );
}

#[test]
fn what_a_file_leaves_open_is_asked() {
    let sample = String::from_utf8(bytes("made_up_axis_orbital.jawMotion")).expect("text");
    let read = |text: &str| read_motion(text.as_bytes(), &TableOptions::default());
    let upper_arch = read(&sample.replace("axis_orbital", "upper_arch")).expect("a record");
    let asked = motion(&upper_arch, 1, &RecordReading::default()).expect_err("axes");
    assert!(asked.contains("\"upper_arch\"") && asked.contains("--axes"), "{asked}");
    let axes = FileAxes::named(["left", "up", "front"]).ok();
    let said = motion(&upper_arch, 1, &RecordReading { axes, ..RecordReading::default() }).expect("a motion");
    let plain = motion(&read(&sample).expect("a record"), 1, &RecordReading::default()).expect("a motion");
    assert_eq!(said.motions, plain.motions);
    assert!(FileAxes::named(["right", "up", "front"]).expect_err("mirrored").contains("left-handed"));
    // No position at all, not even the fork's.
    let cut = |text: &str, from: &str, to: &str| {
        let (a, b) = (text.find(from).expect("there"), text.find(to).expect("there") + to.len());
        format!("{}{}", &text[..a], &text[b..])
    };
    let no_bite = cut(&cut(&sample, "<upper_position>", "</upper_position>"), "<positions>", "</positions>");
    let no_bite = read(&no_bite).expect("a record");
    assert!(motion(&no_bite, 1, &RecordReading::default()).expect_err("no bite").contains("--bite-at"));
    // A table far from the bite all the time, one of an unknown unit, one whose scalar cannot be told.
    let table =
        |text: &str| read(text).map_err(|e| e.to_string()).and_then(|file| motion(&file, 0, &RecordReading::default()));
    assert!(table("5,0,0,1,0,0,0\n7,0,0,1,0,0,0\n").expect_err("no bite").contains("--bite-at"));
    assert!(table("0,0,0,1,0,0,0\n0.3,0,0,1,0,0,0\n").expect_err("no unit").contains("--record-unit"));
    assert!(table("0,0,0,0.7071,0,0,0.7071\n5,0,0,0.7071,0,0,0.7071\n").expect_err("no scalar").contains("--scalar"));
    assert!(table("1,2,3\n4,5,6\n").expect_err("no columns").contains("--columns"));
    assert!(table("0,0,0,1,0,0,0\n5,0,0,1,0,0,0\n").is_ok(), "the twin");
}

/// A line an instant with a time and 4 x 4 numbers, row by row, as simulations write it.
#[test]
fn matrices_are_read_as_the_poses_that_they_are() {
    let places = (0..4).flat_map(|row| (0..4).map(move |column| format!("m{row}{column}")));
    let names: Vec<String> = std::iter::once("t_s".to_owned()).chain(places).collect();
    let six = |k: f64| [0.4 * k, -1.2 * k, 2.0 * k, 3.0 * k, -2.0 * k, 1.0 * k];
    let poses = [0.0, 1.0, 2.0].map(|k| Rigid::from_six(six(k)));
    let table = |rows: &[[[f64; 4]; 4]]| {
        let line = |(i, rows): (usize, &[[f64; 4]; 4])| {
            let numbers = rows.iter().flatten().map(f64::to_string);
            std::iter::once(format!("{}", 0.01 * i as f64)).chain(numbers).collect::<Vec<_>>().join(",")
        };
        let lines = rows.iter().enumerate().map(line);
        std::iter::once(names.join(",")).chain(lines).collect::<Vec<_>>().join("\n")
    };
    let rows = poses.map(|pose| pose.to_rows());
    let file = read_motion(table(&rows).as_bytes(), &TableOptions::default()).expect("a record");
    let Samples::Poses { poses: found, .. } = &file.movements[0].samples else { panic!("poses") };
    assert_eq!((found.len(), file.movements[0].times_s.clone()), (3, vec![0.0, 0.01, 0.02]));
    assert!(found.iter().zip(&poses).all(|(a, b)| off_mm(a, b) < 1e-9));
    // The twins: turned the other way, as column by column would be; a mirror; one that grows; without its last row.
    let turned = Rigid { rotation: poses[2].rotation.transpose(), ..poses[2] };
    assert!(off_mm(&found[2], &turned) > 0.1);
    for k in [-1.0, 1.1] {
        let mut bad = rows;
        (0..3).for_each(|i| bad[1][0][i] *= k);
        let said = read_motion(table(&bad).as_bytes(), &TableOptions::default()).expect_err("no rotation").to_string();
        assert!(said.contains("row 2: its matrix is no rotation"), "{said}");
    }
    assert!(file.warnings.is_empty());
    let rounded = rows.map(|pose| pose.map(|row| row.map(|x| (x * 100.0).round() / 100.0)));
    let rough = read_motion(table(&rounded).as_bytes(), &TableOptions::default()).expect("a record");
    assert!(rough.warnings.iter().any(|words| words.contains("few decimals")), "{:?}", rough.warnings);
    let short = "m00,m01,m02,m03,m10,m11,m12,m13,m20,m21,m22,m23\n1,0,0,0,0,1,0,0,0,0,1,0\n1,0,0,5,0,1,0,0,0,0,1,0\n";
    assert!(read_motion(short.as_bytes(), &TableOptions::default()).is_ok());
    assert!(read_motion(short.replace("m22", "x").as_bytes(), &TableOptions::default()).is_err());
}

#[test]
fn marks_in_the_scan_place_the_record() {
    let file = file("made_up_axis_orbital.jawMotion");
    let Samples::Points { rest: Some((_, rest)), .. } = &file.movements[1].samples else { panic!("marks") };
    let world = Rigid::from_six([3.0, -40.0, 12.0, 10.0, -20.0, 100.0]);
    let axes = FileAxes::named(["left", "up", "front"]).expect("axes");
    let marks: Vec<DVec3> = rest.iter().map(|p| world.transform_point(axes.hinge_from_file * *p)).collect();
    let reading = |marks: [DVec3; 3]| RecordReading { marks_in_world: Some(marks), ..RecordReading::default() };
    let found = motion(&file, 1, &reading([marks[0], marks[1], marks[2]])).expect("a motion");
    assert!(off_mm(&found.world_from_hinge.expect("placed"), &world) < 1e-6);
    assert!(
        motion(&file, 1, &reading([marks[1], marks[0], marks[2]]))
            .expect_err("another order")
            .contains("--marks-in-scan")
    );
}

#[test]
fn bad_files_are_told_in_a_sentence() {
    let sample = String::from_utf8(bytes("made_up_axis_orbital.jawMotion")).expect("text");
    let said = |text: &str| read_motion(text.as_bytes(), &TableOptions::default()).expect_err("bad").to_string();
    for (text, wanted) in [
        (String::new(), "empty"),
        ("<html></html>".into(), "its first element is \"html\""),
        ("<dental_measurement/>".into(), "no movement"),
        (sample[..sample.len() / 2].to_owned(), "cut short"),
        (
            sample.replacen("<dental_measurement", "<!DOCTYPE a [<!ENTITY b \"c\">]><dental_measurement", 1),
            "document type",
        ),
        (sample.replacen("<y>-35.704</y>", "<y>-35,704</y>", 1), "is no coordinate"),
        (sample.replacen("<y>-35.704</y>", "<y>NaN</y>", 1), "is no coordinate"),
        (sample.replacen("<y>-35.704</y>", "", 1), "lacks x, y or z"),
        (sample.replace("mark_3", "mark_4"), "no track of mark_3"),
        (sample.replacen("<frequency>60</frequency>", "<frequency>0</frequency>", 1), "is no frequency"),
        (sample.replacen("<frequency>60</frequency>", "<frequency>50</frequency>", 1), "different frequencies"),
        ("1,2,x\n".into(), "\"x\" is no number"),
        ("1,2,3,1,0,0,0\n1,2\n".into(), "line 2 has 2 numbers"),
        ("0,0,0,1,0,0,0\n5,0,0,9,0,0,0\n".into(), "quaternion has the length 9.000"),
        ("<a>".repeat(40), "its first element"),
    ] {
        let said = said(&text);
        assert!(said.contains(wanted) && !said.contains('\n'), "{wanted}: {said}");
    }
    assert_eq!(read_motion(&[0xff, 0xfe, 0], &TableOptions::default()), Err(MotionError::NoText));
    let deep = format!("<dental_measurement>{}", "<a>".repeat(40));
    assert!(said(&deep).contains("too deep"));
    let line = sample
        .replace("<x>0.000</x>", "<x>25.000</x>")
        .replace("<x>-25.000</x>", "<x>25.000</x>")
        .replace("54.326", "84.326")
        .replace("84.326</z></mark_1>", "84.300</z></mark_1>");
    let line = read_motion(line.as_bytes(), &TableOptions::default()).expect("a record");
    assert!(motion(&line, 1, &RecordReading::default()).expect_err("one line").contains("on one line"));
}

/// Pieces of samples in any order are read or refused, and nothing else.
#[test]
fn no_bytes_end_the_program() {
    let mut random = crate::base::Random::new(99);
    for name in ["made_up_axis_orbital.jawMotion", "made_up_jts_right.csv", "chew_1khz_5points.txt"] {
        let whole = bytes(name);
        for _ in 0..300 {
            let mut text = whole[..(whole.len() as f64 * random.unit()) as usize].to_vec();
            for _ in 0..(random.unit() * 8.0) as usize {
                if let Some(byte) = text.get_mut((whole.len() as f64 * random.unit()) as usize) {
                    *byte = (random.unit() * 127.0) as u8;
                }
            }
            let Ok(file) = read_motion(&text, &TableOptions::default()) else { continue };
            for movement in &file.movements {
                let _ =
                    recorded_motion(&file, movement, &RecordReading { bite_at: Some(0.0), ..RecordReading::default() });
            }
        }
    }
}
