//! The figures as short lines for people: the terminal's summary and the pictures' captions share them.
//! No more digits than the figures deserve: mm to 0.01 (gaps and depths to 0.001), areas to 0.1 mm².
use crate::base::words::{as_read, decimal, say};
use crate::base::{Rigid, rounded};
use crate::field::contact::{SPECK_MM2, Zone};
use crate::field::{ChosenBy, ContactArea, Metrics, Penetration, Projection, Verdict};

/// A length as a headline has it: to 0.01 mm, and to 0.001 below that.
pub fn plain_mm(mm: f64) -> String {
    if mm < 0.01 { decimal(mm, 3) } else { decimal(mm, 2) }
}

/// With a capital letter.
pub fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The verdict as a word.
pub fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Apart => say!("report-text-apart"),
        Verdict::Touching => say!("report-text-touching"),
        Verdict::Interfering => say!("report-text-interfering"),
        Verdict::Undecided => say!("report-text-undecided"),
    }
}

/// The deepest place, or the smallest gap, along the projection.
pub fn depth_or_gap(metrics: &Metrics) -> String {
    let hidden_mm = metrics.between_pixels.and_then(|found| found.depth_mm());
    match (metrics.max_depth_mm, hidden_mm, metrics.min_gap_mm) {
        (Some(depth), ..) => say!("report-text-deepest-mm-along-projection", depth = decimal(depth, 3)),
        (None, Some(depth), _) => say!("report-text-mm-deep-where-no", depth = decimal(depth, 3)),
        (None, None, Some(gap)) => say!("report-text-smallest-projected-gap-mm", gap = decimal(gap, 3)),
        (None, None, None) => say!("report-text-nothing-faces-each-other").into(),
    }
}

/// Projected interference, e.g. "0.9 mm² projected, 0.12 mm³ by each pixel's longest stretch".
pub fn interference(metrics: &Metrics) -> String {
    let (area_mm2, volume_mm3) = (metrics.interference_projected_area_mm2, metrics.interference_volume_mm3);
    say!("report-text-mm-projected-mm-each", area_mm2 = decimal(area_mm2, 1), volume_mm3 = decimal(volume_mm3, 2))
}

/// A contact area with its two parts, e.g. "12.3 mm² = 2.1 penetrating + 10.2 near".
pub fn area_parts(area_mm2: f64, penetrating_mm2: f64) -> String {
    say!(
        "report-text-mm-penetrating-near",
        area_mm2 = decimal(area_mm2, 1),
        penetrating_mm2 = decimal(penetrating_mm2, 1),
        penetrating_mm2_2 = decimal((area_mm2 - penetrating_mm2).max(0.0), 1)
    )
}

/// Depth and volume without a projection, e.g. "0.0731 mm deep, the shortest way out; 0.154 mm³ shared".
pub fn penetration(p: &Penetration) -> String {
    let volume = p.volume_mm3.map_or(say!("report-text-shared-volume-unknown-jaw").into(), |v| {
        say!("report-text-mm-shared", v = decimal(v, 3))
    });
    say!("report-text-mm-deep-shortest-way", max_depth_mm = decimal(p.max_depth_mm, 4), volume = volume)
}

/// The figures of the threshold nearest to the one that is shown, `None` when none was asked for.
pub fn nearest_contact(metrics: &Metrics, threshold_mm: f64) -> Option<&ContactArea> {
    let off = |c: &&ContactArea| (c.threshold_mm - threshold_mm).abs();
    metrics.contact.iter().min_by(|a, b| off(a).total_cmp(&off(b)))
}

/// The pose in six numbers, mm and degrees.
pub fn pose(upper_from_lower: &Rigid) -> String {
    let [tx, ty, tz, rx, ry, rz] = upper_from_lower.to_six().map(|x| rounded(x, 3));
    as_read(&format!("{tx:.3} {ty:.3} {tz:.3} mm  {rx:.3} {ry:.3} {rz:.3}°")).into_owned()
}

/// The same beside figures along the patient's directions, which are other axes.
pub fn pose_for_people(upper_from_lower: &Rigid) -> String {
    format!("{} ({})", pose(upper_from_lower), say!("report-text-file-axes"))
}

/// Direction of the projection, how it was found and the size of a pixel.
pub fn projection(p: &Projection) -> String {
    let [x, y, z] = p.direction.to_array().map(|x| rounded(x, 3));
    let chosen = match p.chosen_by {
        ChosenBy::Given => say!("report-text-given"),
        ChosenBy::BoundingVolumes => say!("report-text-bounding-volumes"),
        ChosenBy::ItemBuffer => say!("report-text-contact-zone"),
    };
    format!("{} ({chosen})", as_read(&format!("{x:.3} {y:.3} {z:.3}")))
}

/// Size of a map pixel and of the map.
pub fn pixel_size(p: &Projection) -> String {
    say!("report-text-m-per-pixel-x", v_mm = decimal(p.u_mm.max(p.v_mm) * 1000.0, 0), cols = p.cols, rows = p.rows)
}

/// Unsolved pixels as a share of the overlap, empty when there are none.
pub fn unsolved(metrics: &Metrics) -> String {
    let pixels = &metrics.pixels;
    if pixels.unsolved == 0 {
        return String::new();
    }
    let share = 100.0 * f64::from(pixels.unsolved) / f64::from(pixels.overlap.max(1));
    say!("report-text-pixels-unsolved-overlap", unsolved = pixels.unsolved, share = decimal(share, 2))
}

/// "17 places", "1 place", "3 specks" where there is nothing larger.
pub fn zones_in_words(zones: &[Zone]) -> String {
    places_in_words(zones.iter().map(Zone::mean_area_mm2))
}

pub fn places_in_words(areas_mm2: impl ExactSizeIterator<Item = f64>) -> String {
    match places_and_specks(areas_mm2) {
        (0, n) if n > 0 => specks(n),
        (n, _) => places(n),
    }
}

/// "12 places, 5 specks": the specks too.
pub fn areas_in_words(areas_mm2: impl ExactSizeIterator<Item = f64>) -> String {
    match places_and_specks(areas_mm2) {
        (0, 0) => say!("report-headline-none").into(),
        (0, n) => specks(n),
        (n, 0) => places(n),
        (n, s) => format!("{}, {}", places(n), specks(s)),
    }
}

fn places_and_specks(areas_mm2: impl ExactSizeIterator<Item = f64>) -> (usize, usize) {
    let n = areas_mm2.len();
    let n_specks = areas_mm2.filter(|mm2| *mm2 < SPECK_MM2).count();
    (n - n_specks, n_specks)
}

fn places(n: usize) -> String {
    say!("report-headline-places", n = n)
}

fn specks(n: usize) -> String {
    say!("report-headline-specks", n = n)
}

#[cfg(test)]
mod tests {
    use super::super::test_data;
    use super::*;

    #[test]
    fn lines_read_as_a_person_would_say_them() {
        let metrics = test_data::metrics();
        assert_eq!(depth_or_gap(&metrics), "deepest 0.400 mm along the projection");
        assert_eq!(interference(&metrics), "0.9 mm² projected, 0.12 mm³ by each pixel's longest stretch");
        assert_eq!(area_parts(12.3, 2.1), "12.3 mm² = 2.1 penetrating + 10.2 near");
        assert_eq!(pose(&test_data::pose()), "0.000 -0.250 0.000 mm  0.000 1.500 0.000°");
        assert_eq!(projection(&test_data::projection()), "0.000 0.000 -1.000 (from the contact zone)");
        assert_eq!(pixel_size(&test_data::projection()), "100 µm per pixel, 40 x 30");
        assert_eq!(unsolved(&metrics), "30 pixels unsolved (3.23 % of the overlap)");
        assert_eq!(nearest_contact(&metrics, 0.11).map(|c| c.threshold_mm), Some(0.1));
    }

    #[test]
    fn specks_are_named_where_there_are_no_places_and_nothing_is_no_speck() {
        let said =
            |areas_mm2: &[f64]| [places_in_words(areas_mm2.iter().copied()), areas_in_words(areas_mm2.iter().copied())];
        let speck = SPECK_MM2 / 2.0;
        assert_eq!(said(&[1.0, speck]), ["1 place", "1 place, 1 speck"]);
        assert_eq!(said(&[speck, speck]), ["2 specks", "2 specks"]);
        assert_eq!(said(&[]), ["0 places", "none"]);
    }

    #[test]
    fn a_sentence_has_one_capital_letter_whatever_it_begins_with() {
        assert_eq!(
            ["not on teeth", "hors des dents", "études", ""].map(capitalized),
            ["Not on teeth", "Hors des dents", "Études", ""]
        );
    }
}
