//! Where one tooth ends along the arch and the next begins: the crowns' cross-section has a notch there (row.rs). Which notches are
//! boundaries, and which teeth they part, is found at once, as the cheapest of all ways to read the row.
use super::numbering::{
    GUESS, MIDLINE, N_PLACES, SCALES, Span, confidence_of_margin, is_molar, is_premolar, is_third_molar, missing_cost,
    scale_cost, usual_deviation, width_mm,
};
use super::row::{CELL_MM, Row};
use crate::base::{Cancelled, Progress, both};
use crate::jaw::JawSide;
use std::ops::RangeInclusive;

/// Cost of a boundary by its notch, of one without any against one cut through; and the notch that costs nothing.
const NO_NOTCH: f64 = 5.0;
const USUAL_NOTCH: f64 = 0.45;
/// A whole tooth is no narrower and no wider, against the usual.
const NARROWEST: f64 = 0.62;
const WIDEST: f64 = 1.45;
/// Cost of crown that is no tooth, and of a tooth where no crown is, per mm.
const PER_MM: f64 = 0.5;
/// How far the midline of the teeth is usually off the frame's, mm; off the one that a frame of a part of an arch has; and off the other
/// jaw's.
const MIDLINE_MM: f64 = 2.5;
const MIDLINE_OF_PART_MM: f64 = 6.0;
const MIDLINES_APART_MM: f64 = 2.0;
/// How far a tooth is usually off the place that the other jaw's tooth of the same number lets expect, mm; the most that counts, as a square; and
/// how much all teeth of a row together count.
const ACROSS_SPREAD_MM: f64 = 3.0;
const MOST_ACROSS: f64 = 12.0;
const ACROSS_WEIGHT: f64 = 2.0;
/// Of a tooth that was cut through at least this part of the usual width was scanned, and costs no more for what is missing of it.
const LEAST_PART: f64 = 0.3;
const MOST_FOR_PART: f64 = 2.0;

/// A tooth that was read from the row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToothReading {
    /// 0 (patient's right third molar) to 15 (left third molar).
    pub place: usize,
    pub span: Span,
    /// 0 to 1: how deep the notches at both ends are, and how much worse every other number would be.
    pub confidence: f64,
    /// The shallower of both notches: 0 (cut through) to 1 (none).
    pub notch: f64,
}

/// What each step of a row costs as the midline, by the row's own teeth alone, of whatever size.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
fn midlines((row, side): (&Row, JawSide), supposed: Supposed, progress: &Progress) -> Result<Vec<f64>, Cancelled> {
    let mut least = vec![f64::INFINITY; row.n()];
    let besides = Besides { midline: &vec![0.0; row.n()], expected: Expected::NOTHING, supposed };
    for scale in SCALES {
        progress.check()?;
        let reading = Reading { row, side, scale, besides: &besides };
        let (before, after) = (&reading.forward()[MIDLINE], &reading.backward()[MIDLINE]);
        for ((least, before), after) in least.iter_mut().zip(before).zip(after) {
            *least = least.min(before + after + scale_cost(scale));
        }
    }
    Ok(least)
}

/// What each step costs as the midline of both rows by the frame and by the other row: each row alone and both together are read at the
/// least cost.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn midline_costs(
    rows: [Option<(&Row, JawSide)>; 2],
    supposed: Supposed,
    progress: &Progress,
) -> Result<[Vec<f64>; 2], Cancelled> {
    // Of a row without another one nobody knows what the frame was found by.
    let is_part = rows.iter().all(|row| row.is_some_and(|(row, _)| !row.is_whole()));
    let usual_mm = if is_part { MIDLINE_OF_PART_MM } else { MIDLINE_MM };
    let by_frame = |row: &Row| -> Vec<f64> { (0..row.n()).map(|i| 0.5 * (row.mm(i) / usual_mm).powi(2)).collect() };
    let of = |k: usize| {
        let Some((row, _)) = rows[k] else { return Ok(Vec::new()) };
        let own = by_frame(row);
        let Some((other, side)) = rows[1 - k] else { return Ok(own) };
        let midlines = midlines((other, side), supposed, progress)?;
        let theirs: Vec<(f64, f64)> =
            by_frame(other).iter().zip(midlines).enumerate().map(|(i, (a, b))| (other.mm(i), a + b)).collect();
        let apart = |mm: f64| {
            let costs = theirs.iter().map(|(at, cost)| cost + 0.5 * ((mm - at) / MIDLINES_APART_MM).powi(2));
            costs.fold(f64::INFINITY, f64::min)
        };
        let said: Vec<f64> = (0..row.n()).map(|i| apart(row.mm(i))).collect();
        let least = said.iter().copied().fold(f64::INFINITY, f64::min);
        // A row that is none says nothing.
        if !least.is_finite() {
            return Ok(own);
        }
        Ok(own.iter().zip(said).map(|(own, said)| own + said - least).collect())
    };
    let (upper, lower) = both(|| of(0), || of(1));
    Ok([upper?, lower?])
}

/// What is known of a row besides its own shape.
pub struct Besides<'a> {
    /// What each step costs as the midline.
    pub midline: &'a [f64],
    pub expected: Expected,
    pub supposed: Supposed,
}

/// What is supposed of a row: what is usual, or what no row tells by its shape and is not rare. Numbers that hang on it are none to be sure of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Supposed {
    /// Where the scan ends it was cut between two teeth, and a tooth that is missing costs what that is rare ([`missing_cost`]).
    Usual,
    /// A scan that ends near the front was cut through a tooth, of which a part is left.
    CutThroughTooth,
    /// Premolars were taken out, and their gaps are closed.
    PremolarsOut,
}

/// Where the middle of each tooth is by the other row, mm along the arch; `None` of a tooth that it does not tell.
pub struct Expected {
    middles: [Option<f64>; N_PLACES],
    /// Of each that it tells.
    weight: f64,
}

impl Expected {
    pub const NOTHING: Self = Self { middles: [None; N_PLACES], weight: 0.0 };

    /// By places and middles (mm) of teeth.
    pub fn of(teeth: impl Iterator<Item = (usize, f64)>) -> Self {
        let mut middles = [None; N_PLACES];
        teeth.for_each(|(place, mm)| middles[place] = Some(mm));
        Self { middles, weight: ACROSS_WEIGHT / middles.iter().flatten().count().max(1) as f64 }
    }

    /// How far a tooth at a place of the arch is from where the other row has it; `None` where that does not tell.
    pub fn off_mm(&self, place: usize, [from, to]: Span) -> Option<f64> {
        self.middles[place].map(|mm| (0.5 * (from + to) - mm).abs())
    }
}

/// Reads the row, with what that costs; empty where there is nothing like a row of teeth.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn read_row(
    row: &Row,
    side: JawSide,
    besides: &Besides<'_>,
    progress: &Progress,
) -> Result<(f64, Vec<ToothReading>), Cancelled> {
    let mut best: Option<(f64, f64)> = None;
    for scale in SCALES {
        progress.check()?;
        let read = Reading { row, side, scale, besides }.forward();
        let whole = read[N_PLACES].iter().zip(0..).map(|(c, i)| c + rest(row, i)).fold(f64::INFINITY, f64::min);
        let cost = whole + scale_cost(scale);
        if cost.is_finite() && best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, scale));
        }
    }
    progress.check()?;
    let read = |(cost, scale)| (cost, Reading { row, side, scale, besides }.teeth());
    Ok(best.map_or_else(|| (0.0, Vec::new()), read))
}

/// Crown behind the last tooth that is none.
fn rest(row: &Row, from: usize) -> f64 {
    PER_MM * row.broad_between(from, row.n())
}

/// The costs of reading the row with teeth of a size: `scale` times the usual.
struct Reading<'a> {
    row: &'a Row,
    side: JawSide,
    scale: f64,
    besides: &'a Besides<'a>,
}

/// What is read at a place of the arch: the tooth that belongs there, or that there is none.
struct Place<'a> {
    row: &'a Row,
    place: usize,
    width_mm: f64,
    usual_deviation: f64,
    /// Steps that it can span, and the fewest of a whole tooth.
    steps: RangeInclusive<usize>,
    fewest: usize,
    is_molar: bool,
    /// Whether it may be a part of a tooth, where the row was cut.
    may_be_part: bool,
    /// Costs of the tooth besides its shape, and of none.
    third: f64,
    none: f64,
    /// Where the other row lets expect its middle, mm, and what it costs to be elsewhere.
    expected_mm: Option<f64>,
    expected_weight: f64,
}

impl Place<'_> {
    /// Cost of the tooth from one step to another.
    fn present(&self, from: usize, to: usize) -> f64 {
        if !self.row.is_scanned(from, to) {
            return f64::INFINITY;
        }
        let length = (to - from) as f64 * CELL_MM;
        let is_part = self.may_be_part && length < self.width_mm && self.row.is_cut_through(from, to);
        if !is_part && to - from < self.fewest {
            return f64::INFINITY;
        }
        let deviation = (length / self.width_mm - 1.0) / self.usual_deviation;
        let unusual = 0.5 * deviation.powi(2);
        let unusual = if is_part { unusual.min(MOST_FOR_PART) } else { unusual };
        let crown = if self.is_molar { self.row.broad_between(from, to) } else { self.row.crown_between(from, to) };
        let bare = length - crown;
        // Each end is shared with a neighbour.
        let ends = NO_NOTCH * (0.5 * (self.row.notch(from) + self.row.notch(to)) - USUAL_NOTCH);
        unusual + PER_MM * bare.max(0.0) + ends + self.third + self.off_expected(from, to)
    }

    /// Cost of a tooth that stands elsewhere than the other row's tooth of the same number lets expect.
    fn off_expected(&self, from: usize, to: usize) -> f64 {
        let Some(expected_mm) = self.expected_mm else { return 0.0 };
        let mm = (0.5 * (self.row.mm(from) + self.row.mm(to)) - expected_mm).abs();
        self.expected_weight * 0.5 * (mm / ACROSS_SPREAD_MM).powi(2).min(MOST_ACROSS)
    }

    /// Cost of reading on at a step without the tooth.
    fn missing(&self, at: usize) -> f64 {
        if self.row.is_cut_off(self.place, at) { 0.0 } else { self.none }
    }

    /// The cheaper of a tooth here and a gap here; what was not scanned is not missing.
    fn step(&self, from: usize, to: usize) -> f64 {
        let present = self.present(from, to);
        // A gap has room for its whole tooth.
        if to - from < self.fewest {
            return present;
        }
        let gap = self.none * self.row.scanned_between(from, to) + PER_MM * self.row.crown_between(from, to);
        present.min(gap)
    }
}

/// A step gives back no more than this: that of a tooth between two places where the row is cut through.
const MOST_GIVEN_BACK: f64 = NO_NOTCH * USUAL_NOTCH;

impl Reading<'_> {
    fn at(&self, place: usize) -> Place<'_> {
        let Besides { expected, supposed, .. } = self.besides;
        let width_mm = self.scale * width_mm(self.side, place);
        let steps = |part: f64| (part * (width_mm / CELL_MM)) as usize;
        let may_be_part = *supposed == Supposed::CutThroughTooth && !self.row.is_whole();
        let is_taken_out = *supposed == Supposed::PremolarsOut && is_premolar(place);
        Place {
            row: self.row,
            place,
            width_mm,
            usual_deviation: usual_deviation(place),
            steps: steps(if may_be_part { LEAST_PART } else { NARROWEST })..=steps(WIDEST),
            fewest: steps(NARROWEST),
            is_molar: is_molar(place),
            may_be_part,
            third: if is_third_molar(place) { 0.5 } else { 0.0 },
            none: if is_taken_out { 0.0 } else { missing_cost(place) },
            expected_mm: expected.middles[place],
            expected_weight: expected.weight,
        }
    }

    /// Cost of the midline at a step, once the right half is read.
    fn midline(&self, places: usize, step: usize) -> f64 {
        if places == MIDLINE { self.besides.midline[step] } else { 0.0 }
    }

    /// Cheapest way to have read so many places up to each step.
    fn forward(&self) -> Vec<Vec<f64>> {
        let n = self.row.n();
        let mut cost = vec![vec![f64::INFINITY; n]; N_PLACES + 1];
        cost[0] = (0..n).map(|i| PER_MM * self.row.broad_between(0, i)).collect();
        for place in 0..N_PLACES {
            let here = self.at(place);
            for to in 0..n {
                let mut least = cost[place][to] + here.missing(to);
                for width in here.steps.clone() {
                    let Some(from) = to.checked_sub(width) else { break };
                    let before = cost[place][from];
                    if before - MOST_GIVEN_BACK < least {
                        least = least.min(before + here.step(from, to));
                    }
                }
                cost[place + 1][to] = least + self.midline(place + 1, to);
            }
        }
        cost
    }

    /// Cheapest way from having read so many places up to each step to the end.
    fn backward(&self) -> Vec<Vec<f64>> {
        let n = self.row.n();
        let mut cost = vec![vec![f64::INFINITY; n]; N_PLACES + 1];
        cost[N_PLACES] = (0..n).map(|i| rest(self.row, i)).collect();
        for place in (0..N_PLACES).rev() {
            let here = self.at(place);
            for from in 0..n {
                let onward = |to: usize| cost[place + 1][to] + self.midline(place + 1, to);
                let mut least = onward(from) + here.missing(from);
                for to in here.steps.clone().map(|width| from + width).take_while(|to| *to < n) {
                    let after = onward(to);
                    if after - MOST_GIVEN_BACK < least {
                        least = least.min(after + here.step(from, to));
                    }
                }
                cost[place][from] = least;
            }
        }
        cost
    }

    fn teeth(&self) -> Vec<ToothReading> {
        let (forward, backward) = (self.forward(), self.backward());
        let whole = |i: usize| forward[N_PLACES][i] + rest(self.row, i);
        let Some(mut to) = (0..self.row.n()).min_by(|a, b| whole(*a).total_cmp(&whole(*b))) else { return Vec::new() };
        let best = whole(to);
        let mut teeth = Vec::new();
        for place in (0..N_PLACES).rev() {
            let here = self.at(place);
            let way = |from: usize, cost: f64| (forward[place][from] + cost, from);
            let stay = way(to, here.missing(to));
            let moves = here.steps.clone().filter_map(|w| to.checked_sub(w)).map(|from| way(from, here.step(from, to)));
            let (_, from) = moves.chain([stay]).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or(stay);
            if from < to && here.present(from, to) <= here.step(from, to) {
                teeth.push((place, from, to));
            }
            to = from;
        }
        teeth.reverse();
        let found = |(place, from, to): (usize, usize, usize)| {
            let margin = self.other_number(&forward, &backward, (place, from, to)) - best;
            let shallow = self.row.notch(from).max(self.row.notch(to));
            let cut = ((1.0 - shallow) / 0.35).clamp(0.0, 1.0);
            let most = if self.is_uncounted(&teeth, place) { GUESS } else { 1.0 };
            let confidence = most.min(0.95 * (0.4 + 0.6 * cut) * confidence_of_margin(margin));
            ToothReading { place, span: [self.row.mm(from), self.row.mm(to)], confidence, notch: shallow }
        };
        teeth.iter().copied().map(found).collect()
    }

    /// Whether a premolar is read as missing between the front and this place, on a side of which the scan ends before the second molars: without
    /// them nobody can tell whether what stands behind the gap is not the premolar and its neighbours. `teeth`: places and steps, in order.
    fn is_uncounted(&self, teeth: &[(usize, usize, usize)], place: usize) -> bool {
        let is_left = place >= MIDLINE;
        let (last, is_cut) = match if is_left { teeth.last() } else { teeth.first() } {
            Some((last, from, to)) => (*last, self.row.is_cut_off(*last, if is_left { *to } else { *from })),
            None => return false,
        };
        let nearer = if is_left { MIDLINE..place } else { place + 1..MIDLINE };
        let is_read = |place: usize| teeth.iter().any(|tooth| tooth.0 == place);
        is_cut && (last >= MIDLINE) == is_left && nearer.into_iter().any(|p| is_premolar(p) && !is_read(p))
    }

    /// Cheapest way to read the row in which the same piece of it is another tooth.
    fn other_number(
        &self,
        forward: &[Vec<f64>],
        backward: &[Vec<f64>],
        (place, from, to): (usize, usize, usize),
    ) -> f64 {
        let slack = (1.0 / CELL_MM) as usize;
        let (first, last) = (from.saturating_sub(slack), (to + slack).min(self.row.n() - 1));
        let mut least = f64::INFINITY;
        for other in (0..N_PLACES).filter(|p| *p != place) {
            let here = self.at(other);
            let before = forward[other].iter().enumerate().take(from + slack + 1).skip(first);
            for (a, before) in before {
                let after = backward[other + 1].iter().enumerate().take(last + 1);
                for (b, after) in after.skip(to.saturating_sub(slack).max(a + 1)) {
                    least = least.min(before + here.present(a, b) + self.midline(other + 1, b) + after);
                }
            }
        }
        least
    }
}
