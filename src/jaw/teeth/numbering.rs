//! The order of the teeth along an arch, their usual widths, and numbers for teeth whose places are known.
use super::Fdi;
use crate::jaw::JawSide;
use crate::jaw::sample::tooth_table::{LOWER, ToothShape, UPPER};

/// Places of a full arch, from the patient's right third molar over the front to the left one.
pub const N_PLACES: usize = 16;
/// The boundary between the central incisors comes after so many places.
pub const MIDLINE: usize = N_PLACES / 2;
/// Third molars, which the table leaves out: width along and across the arch and height of the crown, mm (Ash, Nelson: Wheeler's
/// Dental Anatomy).
const THIRD_MOLARS: [[f64; 3]; 2] = [[8.5, 10.0, 6.5], [10.0, 9.5, 7.0]];

/// The number at a place of the arch.
pub fn fdi_at(side: JawSide, place: usize) -> Option<Fdi> {
    Fdi::permanent(side, place < MIDLINE, from_midline(place))
}

/// 1 (central incisor) to 8 (third molar).
fn from_midline(place: usize) -> u8 {
    (if place < MIDLINE { MIDLINE - place } else { place - MIDLINE + 1 }) as u8
}

fn shape_at(side: JawSide, place: usize) -> Option<&'static ToothShape> {
    let table = match side {
        JawSide::Upper => &UPPER,
        JawSide::Lower => &LOWER,
    };
    table.get(usize::from(from_midline(place)) - 1)
}

fn third_molar(side: JawSide) -> [f64; 3] {
    THIRD_MOLARS[usize::from(side == JawSide::Lower)]
}

/// Usual width along the arch, mm.
pub fn width_mm(side: JawSide, place: usize) -> f64 {
    shape_at(side, place).map_or(third_molar(side)[0], |s| f64::from(s.mesiodistal_mm))
}

/// Usual width across the arch, mm.
pub fn depth_mm(side: JawSide, place: usize) -> f64 {
    shape_at(side, place).map_or(third_molar(side)[1], |s| f64::from(s.buccolingual_mm))
}

/// Usual height of the clinical crown, mm.
pub fn crown_mm(side: JawSide, place: usize) -> f64 {
    shape_at(side, place).map_or(third_molar(side)[2], |s| f64::from(s.crown_mm))
}

/// Where a tooth stands: its ends along the arch (negative on the patient's right, 0 on the midline), mm.
pub type Span = [f64; 2];

/// How unlikely it is that a tooth is missing, as a cost, from the central incisor to the third molar: premolars are taken out for
/// braces, third molars are the rule, a missing central incisor is rare.
const MISSING: [f64; 8] = [5.0, 3.5, 4.5, 2.0, 2.3, 3.0, 3.0, 0.0];

/// Cost of reading a row without the tooth at a place.
pub fn missing_cost(place: usize) -> f64 {
    MISSING[usize::from(from_midline(place)) - 1]
}

/// Relative deviation of a width in a row that is nothing unusual: third molars differ most, premolars least.
pub fn usual_deviation(place: usize) -> f64 {
    match from_midline(place) {
        4 | 5 => 0.1,
        8 => 0.17,
        _ => 0.11,
    }
}

/// How far a tooth stands farther along the arch (towards the patient's left) than the other jaw's of the same number, mm: every upper tooth
/// bites behind its lower one (Angle's first class).
pub fn farther_back_mm(side: JawSide, place: usize) -> f64 {
    let mm = if from_midline(place) == 1 { 1.6 } else { 3.0 };
    if (side == JawSide::Upper) == (place >= MIDLINE) { mm } else { -mm }
}

/// Premolars are what is taken out for braces, and the gap is closed.
pub fn is_premolar(place: usize) -> bool {
    matches!(from_midline(place), 4 | 5)
}

/// Molars are broader than the gum behind them.
pub fn is_molar(place: usize) -> bool {
    from_midline(place) >= 6
}

pub fn is_third_molar(place: usize) -> bool {
    from_midline(place) == 8
}

/// Relative deviation of a width that is nothing unusual.
const USUAL_DEVIATION: f64 = 0.12;
/// How much of the cost of a missing tooth room as wide as that tooth takes away.
const BY_ROOM: f64 = 0.8;

/// Places for teeth that stand in this order along the arch, and how sure each is (0 to 1): the assignment that fits their widths,
/// the gaps between them and the midline best. `None` for more teeth than places.
pub fn places_of(side: JawSide, spans: &[Span]) -> Option<Vec<(usize, f64)>> {
    if spans.len() > N_PLACES {
        return None;
    }
    let sized = |scale: f64| {
        let row = Spans { side, spans, scale };
        let to = row.to();
        let cost = to.last().map_or(0.0, |last| last.iter().copied().fold(f64::INFINITY, f64::min)) + scale_cost(scale);
        (cost, row, to)
    };
    let (_, row, to) = SCALES.into_iter().map(sized).min_by(|a, b| a.0.total_cmp(&b.0))?;
    row.places(&to)
}

/// Sizes of teeth that are tried, against the usual.
pub const SCALES: [f64; 9] = [0.84, 0.88, 0.92, 0.96, 1.0, 1.04, 1.08, 1.12, 1.16];

/// Cost of teeth that are so many times as large as usual.
pub fn scale_cost(scale: f64) -> f64 {
    0.5 * ((scale - 1.0) / 0.08).powi(2)
}

/// Teeth of a size: `scale` times the usual.
struct Spans<'a> {
    side: JawSide,
    spans: &'a [Span],
    scale: f64,
}

impl Spans<'_> {
    /// Cheapest ways to each tooth at each place.
    fn to(&self) -> Vec<[f64; N_PLACES]> {
        let mut to = vec![[f64::INFINITY; N_PLACES]; self.spans.len()];
        for i in 0..to.len() {
            for k in i..N_PLACES {
                let before = match i {
                    0 => 0.0,
                    _ => (0..k).map(|p| to[i - 1][p] + self.skip(i - 1, p, k)).fold(f64::INFINITY, f64::min),
                };
                to[i][k] = before + self.fit(i, k);
            }
        }
        to
    }

    /// Cheapest ways from there to the end.
    fn after(&self) -> Vec<[f64; N_PLACES]> {
        let mut after = vec![[0.0; N_PLACES]; self.spans.len()];
        for i in (0..after.len().saturating_sub(1)).rev() {
            for k in 0..N_PLACES {
                let next = (k + 1..N_PLACES).map(|p| self.skip(i, k, p) + self.fit(i + 1, p) + after[i + 1][p]);
                after[i][k] = next.fold(f64::INFINITY, f64::min);
            }
        }
        after
    }

    fn places(&self, to: &[[f64; N_PLACES]]) -> Option<Vec<(usize, f64)>> {
        let after = self.after();
        let mut places: Vec<(usize, f64)> = Vec::with_capacity(self.spans.len());
        for i in 0..self.spans.len() {
            let first = places.last().map_or(0, |p| p.0 + 1);
            // The way that began with the places chosen so far.
            let onward = |k: usize| {
                let so_far = places.last().map_or(0.0, |p| self.skip(i - 1, p.0, k));
                so_far + self.fit(i, k) + after[i][k]
            };
            let best = (first..N_PLACES).min_by(|a, b| onward(*a).total_cmp(&onward(*b)))?;
            let cost = |k: usize| to[i][k] + after[i][k];
            let other = (0..N_PLACES).filter(|k| *k != best).map(cost).fold(f64::INFINITY, f64::min);
            places.push((best, confidence_of_margin(other - cost(best))));
        }
        Some(places)
    }

    fn fit(&self, i: usize, place: usize) -> f64 {
        let [from, to] = self.spans[i];
        let deviation = ((to - from) / (self.scale * width_mm(self.side, place)) - 1.0) / USUAL_DEVIATION;
        // A tooth reaches over the midline by no more than the midline is uncertain.
        let beyond = if place < MIDLINE { to } else { -from };
        let third = if place == 0 || place == N_PLACES - 1 { 0.5 } else { 0.0 };
        0.5 * deviation.powi(2).min(16.0) + 0.5 * (beyond.max(0.0) / 2.5).powi(2) + third
    }

    /// Cost of leaving out the places between those of a tooth and the next.
    fn skip(&self, i: usize, from: usize, to: usize) -> f64 {
        let gap = self.spans[i + 1][0] - self.spans[i][1];
        let missing: f64 = (from + 1..to).map(|k| self.scale * width_mm(self.side, k)).sum();
        let costs: f64 = (from + 1..to).map(missing_cost).sum();
        // Room without a tooth speaks for one that is missing; neighbours that touch speak against it.
        let room = (gap / missing.max(1.0)).clamp(0.0, 1.0);
        costs * (1.0 - BY_ROOM * room) + 0.25 * (gap - missing).max(0.0)
    }
}

/// The confidence of a number that may as well be the next one.
pub const GUESS: f64 = 0.4;

/// How sure the best of several ways is, by how much more the next one costs.
pub fn confidence_of_margin(margin: f64) -> f64 {
    1.0 - (-margin.max(0.0) / 1.5).exp()
}
