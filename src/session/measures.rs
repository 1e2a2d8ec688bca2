//! The list of what a hand has measured.
use crate::jaw::Measure;
use crate::jaw::measure::{MOST_MEASURES, tidy_name};

/// Adds a measure that there can be; more than a case holds are not taken.
pub fn add(measures: &mut Vec<Measure>, measure: &Measure) {
    if measures.len() < MOST_MEASURES && measure.is_sound() {
        measures.push(measure.clone());
    }
}

/// Gives a measure another name.
pub fn rename(measures: &mut [Measure], measure: usize, name: &str) {
    if let (Some(measure), Some(name)) = (measures.get_mut(measure), tidy_name(name)) {
        measure.name = name;
    }
}

pub fn remove(measures: &mut Vec<Measure>, measure: usize) {
    if measure < measures.len() {
        measures.remove(measure);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jaw::{JawSide, Mark, MeasureKind};
    use glam::DVec3;

    #[test]
    fn a_list_takes_what_can_be_and_no_more_than_it_holds() {
        let mark = Mark { side: JawSide::Lower, at: DVec3::ONE };
        let measure = Measure { kind: MeasureKind::Surface, name: "1".into(), marks: vec![mark] };
        let mut list = Vec::new();
        add(&mut list, &Measure { marks: Vec::new(), ..measure.clone() });
        assert!(list.is_empty(), "no marks");
        (0..=MOST_MEASURES).for_each(|_| add(&mut list, &measure));
        assert_eq!(list.len(), MOST_MEASURES);
        rename(&mut list, 3, "  molar ");
        rename(&mut list, 4, " ");
        rename(&mut list, 1000, "nobody");
        assert_eq!([&*list[3].name, &*list[4].name], ["molar", "1"]);
        remove(&mut list, 3);
        remove(&mut list, 1000);
        assert_eq!((list.len(), &*list[3].name), (MOST_MEASURES - 1, "1"));
    }
}
