use super::*;
use crate::base::Random;
use crate::jaw::motion::ReferencePlane;
use crate::jaw::motion::{
    Articulator, CondylarGuide, Course, Guide, HingeFrame, Movement, MovementKind, Step, opening_rad,
};

const HALF_MM: f64 = 55.0;

fn articulator() -> Articulator {
    let guide = |sagittal_deg, bennett_deg, immediate_mm, fischer_deg| CondylarGuide {
        immediate_mm,
        fischer_deg,
        ..CondylarGuide::new(ReferencePlane::Camper, sagittal_deg, bennett_deg)
    };
    let guides = BothSides { right: guide(33.0, 12.0, 0.0, 4.0), left: guide(41.0, 17.0, 0.8, 0.0) };
    Articulator { guides, ..Articulator::default() }
}

fn motions(articulator: &Articulator, kind: MovementKind, amount_mm: f64) -> Vec<Rigid> {
    let hinge = HingeFrame::alone(articulator);
    let course = Course::new(articulator, &hinge, Movement { kind, amount_mm });
    let at = |i: i32| {
        let target = course.at(course.length_mm() * f64::from(i) / 80.0);
        Step::new(&target, opening_rad(&course, Guide::Free, &target)).motion().expect("no hole")
    };
    (0..=80).map(at).collect()
}

fn lateral(working: Side) -> MovementKind {
    MovementKind::Lateral { working, forward: 0.0 }
}

struct Record {
    opening: Vec<Rigid>,
    protrusion: Vec<Rigid>,
    right: Vec<Rigid>,
    left: Vec<Rigid>,
}

impl Record {
    fn of(articulator: &Articulator) -> Self {
        Self {
            opening: motions(articulator, MovementKind::Opening, 12.0),
            protrusion: motions(articulator, MovementKind::Protrusion, 6.0),
            right: motions(articulator, lateral(Side::Right), 6.0),
            left: motions(articulator, lateral(Side::Left), 6.0),
        }
    }

    fn map(&self, of: impl FnMut(&Rigid) -> Rigid + Clone) -> Self {
        let all = |motions: &[Rigid]| motions.iter().map(of.clone()).collect();
        Self {
            opening: all(&self.opening),
            protrusion: all(&self.protrusion),
            right: all(&self.right),
            left: all(&self.left),
        }
    }

    fn fit(&self, with_axis: bool) -> FittedSettings {
        let mut movements: Vec<(FitKind, &[Rigid])> = vec![
            (FitKind::Protrusion, &self.protrusion),
            (FitKind::Lateral(Side::Right), &self.right),
            (FitKind::Lateral(Side::Left), &self.left),
        ];
        if with_axis {
            movements.push((FitKind::Opening, &self.opening));
        }
        fitted_settings(&movements, HALF_MM)
    }
}

/// By how much settings are off: the inclination right and left, Bennett right and left, side shift right and left.
fn off(found: &FittedSettings, articulator: &Articulator) -> [f64; 6] {
    let inclination = |side| found.inclination.of(side).as_ref().expect("a fit").sagittal_deg;
    let shift = |side| found.side_shift.of(side).as_ref().expect("a fit");
    let [right, left] = [&articulator.guides.right, &articulator.guides.left];
    [
        inclination(Side::Right) - right.sagittal_deg,
        inclination(Side::Left) - left.sagittal_deg,
        shift(Side::Right).bennett_deg - right.bennett_deg,
        shift(Side::Left).bennett_deg - left.bennett_deg,
        shift(Side::Right).immediate_mm - right.immediate_mm,
        shift(Side::Left).immediate_mm - left.immediate_mm,
    ]
}

fn largest(of: &[f64]) -> f64 {
    of.iter().map(|x| x.abs()).fold(0.0, f64::max)
}

#[test]
fn what_an_articulator_made_is_found_again() {
    let articulator = articulator();
    let record = Record::of(&articulator);
    let found = record.fit(true);
    let hinge = found.hinge.expect("an axis");
    assert!(hinge.rms_mm < 1e-9 && hinge.frame_from_axis.translation.length() < 1e-9, "{hinge:?}");
    // Of unlike sides the axis rolls in protrusion, which moves a condyle inwards by less than 0.05 mm and downwards not at all.
    assert!(largest(&off(&found, &articulator)) < 1e-6, "{:?}", off(&found, &articulator));
    let right = found.side_shift.right.expect("a fit");
    let fischer = right.medial_deg - found.inclination.right.as_ref().expect("a fit").sagittal_deg;
    assert!((fischer - 4.0).abs() < 1e-6 && right.rms_mm < 1e-9, "{fischer}");
    let mean = articulator.guides.left.mean_bennett_deg(6.0);
    assert!((found.side_shift.left.expect("a fit").mean_bennett_deg - mean).abs() < 1e-6);
    let chords = &found.inclination.left.as_ref().expect("a fit").chords;
    assert!(chords.iter().map(|c| c[0]).eq([3.0, 5.0]) && chords.iter().all(|c| (c[1] - 41.0).abs() < 1e-6));
    // The twin: other guides are other figures.
    let mut other = articulator;
    other.guides.left.bennett_deg += 2.0;
    assert!(largest(&off(&found, &other)) > 1.9);
}

/// The record is told in a frame that lies elsewhere: the opening finds the axis, and without it the angles are others.
#[test]
fn the_axis_is_found_where_the_frame_is_another() {
    let articulator = articulator();
    let shift = Rigid { rotation: DMat3::from_rotation_z(0.03), translation: DVec3::new(0.0, 6.0, -9.0) };
    let told = Record::of(&articulator).map(|motion| shift * *motion * shift.inverse());
    let found = told.fit(true);
    let hinge = found.hinge.expect("an axis");
    let axis = shift.transform_point(DVec3::ZERO);
    let away = (hinge.frame_from_axis.translation - axis).reject_from_normalized(shift.rotation.x_axis);
    assert!(away.length() < 1e-9 && hinge.rms_mm < 1e-9, "{away}");
    // Its middle is taken in the middle plane of the frame it is told in, 0.2 mm beside: less than a hundredth of a degree.
    assert!(largest(&off(&found, &articulator)) < 0.02, "{:?}", off(&found, &articulator));
    assert!(largest(&off(&told.fit(false), &articulator)) > 0.1, "the twin");
}

#[test]
fn noise_is_told_as_what_the_fit_leaves() {
    let articulator = articulator();
    let (mut random, sigma) = (Random::new(11), 0.1);
    let mut noise = || {
        // Of a vector within a ball of this radius each coordinate has a spread of r / sqrt 5.
        Rigid::from_translation(random.vector() * sigma)
    };
    let record = Record::of(&articulator);
    let mut noisy = |motions: &[Rigid]| motions.iter().map(|motion| noise() * *motion).collect::<Vec<_>>();
    let told = Record {
        opening: noisy(&record.opening),
        protrusion: noisy(&record.protrusion),
        right: noisy(&record.right),
        left: noisy(&record.left),
    };
    let found = told.fit(true);
    let hinge = found.hinge.expect("an axis");
    assert!((0.02..0.3).contains(&hinge.rms_mm), "{}", hinge.rms_mm);
    let shift = found.side_shift.left.expect("a fit");
    assert!((0.02..0.15).contains(&shift.rms_mm), "{}", shift.rms_mm);
    // 80 samples over 6 mm: the slope is good to sigma / (n f²)^½, some 0.3 degrees; the axis, some mm off, does more.
    let off = off(&found, &articulator);
    assert!(largest(&off[..4]) < 2.0 && largest(&off[4..]) < 0.15, "{off:?}");
}

#[test]
fn too_little_is_no_fit() {
    let still = vec![Rigid::IDENTITY; 40];
    let found = fitted_settings(
        &[(FitKind::Opening, &still[..]), (FitKind::Protrusion, &still), (FitKind::Lateral(Side::Left), &still)],
        HALF_MM,
    );
    assert!(found.hinge.is_none() && found.inclination.right.is_none() && found.side_shift.right.is_none());
    assert_eq!(found.notes.len(), 4, "{:?}", found.notes);
    assert_eq!(FitKind::of_name("chewing"), None);
    assert_eq!(FitKind::of_name("lateral_lt"), Some(FitKind::Lateral(Side::Left)));
    assert_eq!(fitted_settings(&[], HALF_MM), FittedSettings::default());
}
