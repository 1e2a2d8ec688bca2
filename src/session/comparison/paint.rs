//! What a comparison paints on the teeth. Colours that everybody tells apart, and stripes for whoever sees none.
use super::marks::{BiteMarks, Touches, touches};
use crate::base::words::{decimal, say};
use crate::bites::change::SurfaceChange;
use crate::export::motion::paint::{BLUE, GREEN, GREY, Painted, VERMILION};
use crate::export::overlay::{Stripes, Swatch};
use crate::jaw::{JawPair, JawSide};

/// Classes, in the order in which a legend has them.
const CLASSES: [Touches; 3] = [Touches::OnlyInFirst, Touches::InBoth, Touches::OnlyInSecond];

/// Where two bites touch, and where one of them does. `names`: theirs.
pub fn painted_bites(marks: [&BiteMarks; 2], names: [&str; 2], threshold_mm: f64) -> Painted {
    let [first, second] = marks;
    let class = |touches: Touches| CLASSES.iter().position(|known| *known == touches).unwrap_or_default();
    let of = [0, 1].map(|side| {
        let all = touches(&first.triangles[side], &second.triangles[side]);
        all.into_iter().map(|(triangle, touches)| (triangle, class(touches))).collect()
    });
    let classes = vec![
        Swatch::plain(say!("compare-only-in", name = names[0]), BLUE).striped(Stripes::Falling),
        Swatch::plain(say!("compare-in-both"), GREEN),
        Swatch::plain(say!("compare-only-in", name = names[1]), VERMILION).striped(Stripes::Rising),
    ];
    Painted { title: say!("compare-paint", mm = decimal(threshold_mm, 3)), note: None, classes, of }
}

/// Where classes of surface that lies elsewhere end, mm; the first begins where it is more than noise.
const EDGES_MM: [f64; 2] = [0.1, 0.3];
/// From a little to much.
const GROUND: [[u8; 3]; 3] = [[158, 202, 225], [66, 146, 198], [8, 69, 148]];
const ADDED: [[u8; 3]; 3] = [[253, 190, 133], [253, 141, 60], [166, 54, 3]];

/// What was ground and what was added of both jaws of the open case, by the distance from the surface before.
pub fn painted_surface(pair: &JawPair, jaws: [&SurfaceChange; 2]) -> Painted {
    let limit_mm = jaws.iter().map(|change| change.limit_mm).fold(0.0, f64::max);
    let of = [JawSide::Upper, JawSide::Lower].map(|side| {
        let (mesh, change) = (&pair.jaw(side).mesh, jaws[side as usize]);
        let class = |t: usize| {
            let corners = mesh.triangles[t].map(|v| f64::from(change.change_mm[v as usize]));
            Some((t as u32, surface_class(corners.iter().sum::<f64>() / 3.0, limit_mm)?))
        };
        (0..mesh.n_scanned).filter_map(class).collect()
    });
    let parts = |names: fn(String, String) -> String, last: fn(String) -> String, colors: [[u8; 3]; 3], stripes| {
        let mm = [limit_mm.min(EDGES_MM[0]), EDGES_MM[0], EDGES_MM[1]].map(|mm| decimal(mm, 2));
        let [a, b, c] = mm;
        let labels = [names(a, b.clone()), names(b, c.clone()), last(c)];
        labels.into_iter().zip(colors).map(move |(label, color)| Swatch::plain(label, color).striped(stripes))
    };
    let ground = parts(
        |from, to| say!("compare-ground", from = from, to = to),
        |from| say!("compare-ground-more", from = from),
        GROUND,
        Stripes::Falling,
    );
    let added = parts(
        |from, to| say!("compare-added", from = from, to = to),
        |from| say!("compare-added-more", from = from),
        ADDED,
        Stripes::None,
    );
    let unknown = Swatch::plain(say!("compare-not-there"), GREY).striped(Stripes::Rising);
    let classes = ground.chain(added).chain([unknown]).collect();
    Painted { title: say!("compare-surface", mm = decimal(limit_mm, 3)), note: None, classes, of }
}

/// Ground a little, more, most; added likewise; not to be compared. `None`: no more than noise.
fn surface_class(change_mm: f64, limit_mm: f64) -> Option<usize> {
    let size = EDGES_MM.iter().filter(|edge| change_mm.abs() > **edge).count();
    match change_mm {
        mm if mm.is_nan() => Some(6),
        mm if mm.abs() <= limit_mm => None,
        mm if mm < 0.0 => Some(size),
        _ => Some(3 + size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_class_has_a_colour_a_form_and_a_name_of_its_own() {
        let marks = |upper: &[u32], lower: &[u32]| BiteMarks {
            triangles: [upper.to_vec(), lower.to_vec()],
            ..BiteMarks::default()
        };
        let (a, b) = (marks(&[1, 2], &[4]), marks(&[2, 3], &[]));
        let painted = painted_bites([&a, &b], ["A", "B"], 0.1);
        let [upper, lower] = &painted.of;
        assert_eq!((upper[&1], upper[&2], upper[&3], lower[&4]), (0, 1, 2, 0));
        let told_by = |of: fn(&Swatch) -> String| {
            let mut all: Vec<String> = painted.classes.iter().map(of).collect();
            all.sort();
            all.dedup();
            all.len()
        };
        assert_eq!([told_by(|s| format!("{:?}", s.color)), told_by(|s| format!("{:?}", s.stripes))], [3, 3]);
        assert_eq!(told_by(|s| s.label.clone()), 3);
        // The twin: of a bite and itself nothing is in one alone.
        assert!(painted_bites([&a, &a], ["A", "A"], 0.1).of.iter().flat_map(|side| side.values()).all(|c| *c == 1));
    }

    #[test]
    fn surface_is_told_by_how_far_it_lies_from_where_it_was_and_to_which_side() {
        let class = |mm: f64| surface_class(mm, 0.05);
        assert_eq!([-0.06, -0.2, -0.5].map(class), [Some(0), Some(1), Some(2)]);
        assert_eq!([0.06, 0.2, 0.5].map(class), [Some(3), Some(4), Some(5)]);
        assert_eq!([class(0.04), class(-0.04)], [None, None], "no more than noise");
        assert_eq!(class(f64::NAN), Some(6), "the twin: where there was no surface nothing is said to be unchanged");
    }
}
