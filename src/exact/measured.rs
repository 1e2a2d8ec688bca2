//! What a measure comes to in a pose.
use super::JawRuns;
use crate::base::Rigid;
use crate::jaw::{JawSide, Mark, Measure, MeasureKind};
use glam::DVec3;

/// A length or an angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeasuredValue {
    Mm(f64),
    Degrees(f64),
}

impl MeasuredValue {
    /// "1.23 mm", "45.6°".
    pub fn text(self) -> String {
        match self {
            Self::Mm(mm) => format!("{mm:.2} mm"),
            Self::Degrees(degrees) => format!("{degrees:.1}°"),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    pub value: MeasuredValue,
    /// Between which it is, in order, world coordinates: the marks, and the nearest point of the other jaw.
    pub points: Vec<DVec3>,
}

/// `None` where there is nothing to measure: the other jaw has no surface, or an angle's points coincide.
pub fn measured(measure: &Measure, jaws: &JawRuns, upper_from_lower: &Rigid) -> Option<Measured> {
    let mut points: Vec<DVec3> = measure.marks.iter().map(|mark| world(mark, upper_from_lower)).collect();
    if measure.kind == MeasureKind::Surface {
        points.push(nearest_of_other(measure.marks.first()?, jaws, upper_from_lower)?);
    }
    let value = match points[..] {
        [a, b] => MeasuredValue::Mm(a.distance(b)),
        [a, at, b] => {
            let arms = [(a - at).try_normalize()?, (b - at).try_normalize()?];
            // By both sine and cosine: exact for small angles and for flat ones.
            MeasuredValue::Degrees(arms[0].cross(arms[1]).length().atan2(arms[0].dot(arms[1])).to_degrees())
        }
        _ => return None,
    };
    Some(Measured { value, points })
}

/// Where a mark is in the pose.
pub fn world(mark: &Mark, upper_from_lower: &Rigid) -> DVec3 {
    match mark.side {
        JawSide::Upper => mark.at,
        JawSide::Lower => upper_from_lower.transform_point(mark.at),
    }
}

fn nearest_of_other(mark: &Mark, jaws: &JawRuns, upper_from_lower: &Rigid) -> Option<DVec3> {
    match mark.side {
        JawSide::Upper => {
            let place = upper_from_lower.inverse().transform_point(mark.at);
            jaws.nearest(JawSide::Lower, place).map(|on| upper_from_lower.transform_point(on))
        }
        JawSide::Lower => jaws.nearest(JawSide::Upper, upper_from_lower.transform_point(mark.at)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::test_support::{Random, sample};
    use std::f64::consts::PI;

    fn measure(kind: MeasureKind, marks: &[(JawSide, DVec3)]) -> Measure {
        let marks = marks.iter().map(|(side, at)| Mark { side: *side, at: *at }).collect();
        Measure { kind, name: "1".into(), marks }
    }

    #[test]
    fn marks_move_with_their_jaw() {
        let jaws = JawRuns::of(sample());
        let pose = Rigid::from_six([0.5, -0.2, -3.0, 4.0, 0.0, 0.0]);
        let (a, b) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(4.0, 6.0, 3.0));
        let value = |sides: [JawSide; 2]| {
            let marks = [(sides[0], a), (sides[1], b)];
            measured(&measure(MeasureKind::Points, &marks), &jaws, &pose).expect("measured").value
        };
        use JawSide::{Lower, Upper};
        let within = |found: MeasuredValue, mm: f64| matches!(found, MeasuredValue::Mm(x) if (x - mm).abs() < 1e-12);
        assert!(within(value([Upper, Upper]), 5.0) && within(value([Lower, Lower]), 5.0));
        assert!(within(value([Upper, Lower]), a.distance(pose.transform_point(b))));
        assert!(!within(value([Upper, Lower]), 5.0), "the twin: the jaw has moved");
    }

    #[test]
    fn an_angle_is_that_between_its_arms_however_small() {
        let jaws = JawRuns::of(sample());
        let mut random = Random::new(2);
        for degrees in [1e-6, 0.01, 30.0, 90.0, 179.99, 180.0] {
            let at = random.vector() * 10.0;
            let one = random.vector().normalize();
            let other = glam::DQuat::from_axis_angle(one.any_orthonormal_vector(), f64::to_radians(degrees)) * one;
            let marks = [at + one * 3.0, at, at + other * 7.0].map(|p| (JawSide::Upper, p));
            let found = measured(&measure(MeasureKind::Angle, &marks), &jaws, &Rigid::IDENTITY).expect("measured");
            let MeasuredValue::Degrees(angle) = found.value else { panic!("an angle") };
            assert!((angle - degrees).abs() < 1e-9 * 180.0 / PI, "{angle} {degrees}");
        }
        let nowhere = [DVec3::X; 3].map(|p| (JawSide::Upper, p));
        assert_eq!(measured(&measure(MeasureKind::Angle, &nowhere), &jaws, &Rigid::IDENTITY), None);
    }

    #[test]
    fn a_point_is_measured_to_the_nearest_of_the_other_jaw() {
        let (pair, jaws) = (sample(), JawRuns::of(sample()));
        let pose = Rigid::from_six([0.3, 0.1, -1.0, 2.0, 0.0, 0.0]);
        let at = pair.lower.mesh.corners(100)[0].as_dvec3();
        let found = measured(&measure(MeasureKind::Surface, &[(JawSide::Lower, at)]), &jaws, &pose).expect("measured");
        let from = pose.transform_point(at);
        let least = (0..pair.upper.mesh.n_scanned)
            .map(|t| pair.upper.mesh.corners(t).map(|p| p.as_dvec3()))
            .map(|t| crate::exact::closest_point_triangle::closest_point_triangle(from, &t).distance(from))
            .fold(f64::INFINITY, f64::min);
        assert_eq!(found.value, MeasuredValue::Mm(least));
        // From the upper jaw the other way round, to the lower one where the pose has it.
        let back = Measure {
            marks: vec![Mark { side: JawSide::Upper, at: found.points[1] }],
            ..measure(MeasureKind::Surface, &[])
        };
        let MeasuredValue::Mm(mm) = measured(&back, &jaws, &pose).expect("measured").value else { panic!("a length") };
        assert!(mm <= least + 1e-9, "{mm} {least}");
        assert_eq!(MeasuredValue::Mm(1.2345).text(), "1.23 mm");
        assert_eq!(MeasuredValue::Degrees(12.34).text(), "12.3°");
    }
}
