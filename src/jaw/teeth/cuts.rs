//! Where one tooth ends along the arch and the next begins: the crowns' cross-section has a notch there. Which notches are
//! boundaries, and which teeth they part, is found at once, as the cheapest of all ways to read the row.
use super::arch_curve::{ArchCurve, Sample};
use super::bridges::bridge_holes;
use super::numbering::{
    GUESS, MIDLINE, N_PLACES, SCALES, Span, confidence_of_margin, is_molar, is_premolar, missing_cost, scale_cost,
    usual_deviation, width_mm,
};
use crate::base::{Cancelled, Progress, both};
use crate::jaw::JawSide;
use glam::DVec2;
use std::ops::Range;

/// Step along and across the arch, mm.
const CELL_MM: f64 = 0.25;
/// The profile begins and ends so far beyond what was scanned, mm.
const MARGIN_MM: f64 = 2.0;
/// So far to both sides of the curve, mm.
const ACROSS_MM: f64 = 10.0;
/// The upper part of the crowns whose cross-section is taken, mm: papillae end below it.
const DEPTH_MM: f64 = 5.0;
/// Tips so far away along the arch speak for the height of a tooth's tip, mm.
const TIPS_MM: f64 = 7.0;
/// A notch is as deep as it is against what stands within this distance on both sides, mm.
const BESIDE_MM: f64 = 4.0;

/// What stands up by more than so much, mm, and is no broader than so many steps to both sides and one is no crown.
const THIN_MM: f64 = 1.2;
const THIN_REACH: usize = 2;

/// Cost of a boundary by its notch, of one without any against one cut through; and the notch that costs nothing.
const NO_NOTCH: f64 = 5.0;
const USUAL_NOTCH: f64 = 0.45;
/// Least cross-section of a molar, mm²; gum behind the last tooth has less.
const MOLAR_MM2: f64 = 13.0;
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
/// The midline of a part of an arch may be so far beyond the scan's end, or beyond the frame's, mm.
const FARTHEST_MM: f64 = 15.0;
/// A scan that ends so near to the midline, or beyond it, was cut there, mm: nobody has lost all that stands behind. What begins this near
/// to the cut is the first that there is.
const CUT_MM: f64 = 20.0;
const CUT_EDGE_MM: f64 = 4.0;
/// Where a tooth may have been cut through: what ends so near to where the row ends, mm, was cut with it, may be this part of the usual width, and
/// costs no more for what is missing of it.
const CUT_THROUGH_MM: f64 = MARGIN_MM + 1.0;
const LEAST_PART: f64 = 0.3;
const MOST_FOR_PART: f64 = 2.0;
/// One that ends before a row's second molars was cut as well where behind its crowns, so far along the arch and across it, mm, less than this
/// was scanned of a ridge, mm².
const SECOND_MOLARS_MM: f64 = 46.0;
const BEHIND_MM: Range<f64> = 3.0..9.0;
const BESIDE_RIDGE_MM: f64 = 6.0;
const LEAST_RIDGE_MM2: f64 = 12.0;

/// The row of teeth as a profile along the arch.
#[derive(Clone, Debug)]
pub struct Row {
    /// Length along the arch where the first step begins, mm.
    from_mm: f64,
    /// Cost of a boundary at each step, by the depth of the notch: 0 (cut through) to 1 (no notch).
    notch: Vec<f64>,
    /// Length with crown up to each step, and with so much of it that it may be a molar, mm.
    crown_mm: Vec<f64>,
    broad_mm: Vec<f64>,
    /// Height of the tips round each step, mm.
    pub tips: Vec<f64>,
    /// The steps that were scanned: of a part of an arch the row goes on without them as far as the midline.
    scanned: Range<usize>,
    /// Whether the jaw was scanned on behind the row's first and its last crown.
    goes_on: [bool; 2],
}

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

impl Row {
    /// Cuts the samples across the arch. `of_tissue`: of what was left out of them, where the scan has no hole.
    pub fn new(
        curve: &ArchCurve,
        samples: &[Sample],
        of_tissue: &[Sample],
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let [first, last] = curve.ends_mm();
        let from_mm = first - MARGIN_MM;
        let n = ((last + MARGIN_MM - from_mm) / CELL_MM) as usize;
        let n_across = (2.0 * ACROSS_MM / CELL_MM) as usize;
        let mut heights = vec![f64::NEG_INFINITY; n * n_across];
        let cell_at = |place: DVec2| {
            let (i, k) = ((place.x - from_mm) / CELL_MM, (place.y + ACROSS_MM) / CELL_MM);
            let is_inside = i >= 0.0 && k >= 0.0 && (i as usize) < n && (k as usize) < n_across;
            is_inside.then(|| i as usize * n_across + k as usize)
        };
        let mut behind_mm2 = [0.0; 2];
        for chunk in samples.chunks(1 << 14) {
            progress.check()?;
            for s in chunk {
                let place = curve.project(s.plan);
                for (mm2, behind_mm) in behind_mm2.iter_mut().zip([first - place.x, place.x - last]) {
                    if BEHIND_MM.contains(&behind_mm) && place.y.abs() < BESIDE_RIDGE_MM {
                        *mm2 += s.area_mm2;
                    }
                }
                if let Some(cell) = cell_at(place) {
                    heights[cell] = heights[cell].max(s.height);
                }
            }
        }
        level_spikes(&mut heights, n_across);
        let mut is_tissue = vec![false; heights.len()];
        of_tissue.iter().filter_map(|s| cell_at(curve.project(s.plan))).for_each(|cell| is_tissue[cell] = true);
        bridge_holes(&mut heights, &is_tissue, n_across);
        let goes_on = behind_mm2.map(|mm2| mm2 >= LEAST_RIDGE_MM2);
        Ok(Self { goes_on, ..Self::of_heights(from_mm, &heights, n_across) }.reaching_the_midline())
    }

    /// With steps that nothing was scanned at between the row's end and the midline, where that lies beyond.
    fn reaching_the_midline(mut self) -> Self {
        let steps =
            |short_mm: f64| if short_mm > -CUT_MM { ((short_mm.max(0.0) + FARTHEST_MM) / CELL_MM) as usize } else { 0 };
        let (before, after) = (steps(self.from_mm), steps(-self.mm(self.n())));
        let n = self.n();
        self.from_mm -= before as f64 * CELL_MM;
        self.scanned = before..before + n;
        let padded = |values: &[f64], outside: Option<f64>| -> Vec<f64> {
            let (first, last) = (values.first().copied().unwrap_or(1.0), values.last().copied().unwrap_or(1.0));
            let ends = [(outside.unwrap_or(first), before), (outside.unwrap_or(last), after)];
            let [front, back] = ends.map(|(value, n)| std::iter::repeat_n(value, n));
            front.chain(values.iter().copied()).chain(back).collect()
        };
        self.notch = padded(&self.notch, Some(1.0));
        for values in [&mut self.crown_mm, &mut self.broad_mm, &mut self.tips] {
            *values = padded(values, None);
        }
        self
    }

    /// Whether it goes on far beyond the midline on both sides.
    pub fn is_whole(&self) -> bool {
        self.mm(self.scanned.start) < -CUT_MM && self.mm(self.scanned.end) > CUT_MM
    }

    /// Which of its ends are cuts through or near the front.
    fn front_cuts(&self) -> [bool; 2] {
        [-self.mm(self.scanned.start) < CUT_MM, self.mm(self.scanned.end) < CUT_MM]
    }

    /// Whether it was cut through or near the front: of half an arch nothing but the widths of its teeth tells where it stands.
    pub fn is_cut_at_front(&self) -> bool {
        self.front_cuts() != [false; 2]
    }

    /// Whether a piece of crown reaches the cut through the front, so that there may be more of its tooth.
    fn is_cut_through(&self, from: usize, to: usize) -> bool {
        let edge = (CUT_THROUGH_MM / CELL_MM) as usize;
        let [first, last] = self.front_cuts();
        first && from <= self.scanned.start + edge || last && to + edge >= self.scanned.end
    }

    /// Share of the steps between two that was scanned.
    fn scanned_between(&self, from: usize, to: usize) -> f64 {
        let inside = to.min(self.scanned.end).saturating_sub(from.max(self.scanned.start));
        inside as f64 / (to - from).max(1) as f64
    }

    /// Whether what stands at this place of the arch is beyond a cut, for a row whose first (or last) tooth begins (or ends) at a step.
    fn is_cut_off(&self, place: usize, at: usize) -> bool {
        let edge = (CUT_EDGE_MM / CELL_MM) as usize;
        let is_cut = |ends_mm: f64, goes_on: bool| ends_mm < if goes_on { CUT_MM } else { SECOND_MOLARS_MM };
        if place < MIDLINE {
            is_cut(-self.mm(self.scanned.start), self.goes_on[0]) && at <= self.scanned.start + edge
        } else {
            is_cut(self.mm(self.scanned.end), self.goes_on[1]) && at + edge >= self.scanned.end
        }
    }

    fn of_heights(from_mm: f64, heights: &[f64], n_across: usize) -> Self {
        let columns: Vec<&[f64]> = heights.chunks_exact(n_across).collect();
        let top: Vec<f64> = columns.iter().map(|c| c.iter().copied().fold(f64::NEG_INFINITY, f64::max)).collect();
        let tips = tips(&top);
        let section = |(column, tip): (&&[f64], &f64)| {
            column.iter().map(|h| (h - (tip - DEPTH_MM)).max(0.0)).sum::<f64>() * CELL_MM
        };
        let sections = smoothed(&columns.iter().zip(&tips).map(section).collect::<Vec<_>>(), 1);
        let mut sorted = sections.clone();
        sorted.sort_by(f64::total_cmp);
        // Crown is where there is a good part of what there usually is.
        let least = 0.25 * sorted.get(sorted.len() / 2).copied().unwrap_or(0.0);
        let up_to = |least: f64| {
            let mut sums = vec![0.0];
            for s in &sections {
                sums.push(sums[sums.len() - 1] + if *s > least { CELL_MM } else { 0.0 });
            }
            sums
        };
        let (crown_mm, broad_mm) = (up_to(least), up_to(MOLAR_MM2));
        let scanned = 0..sections.len();
        Self { from_mm, notch: notches(&sections), crown_mm, broad_mm, tips, scanned, goes_on: [true; 2] }
    }

    /// Number of boundaries that a tooth can have.
    fn n(&self) -> usize {
        self.notch.len()
    }

    fn mm(&self, step: usize) -> f64 {
        self.from_mm + (step as f64 + 0.5) * CELL_MM
    }

    fn crown_between(&self, from: usize, to: usize) -> f64 {
        self.crown_mm[to] - self.crown_mm[from]
    }

    fn broad_between(&self, from: usize, to: usize) -> f64 {
        self.broad_mm[to] - self.broad_mm[from]
    }

    /// How much was scanned along the arch before (`is_first`) or behind a tooth, mm.
    pub fn scanned_beyond_mm(&self, [from, to]: Span, is_first: bool) -> f64 {
        let beyond = if is_first { from - self.mm(self.scanned.start) } else { self.mm(self.scanned.end) - to };
        beyond - MARGIN_MM
    }

    /// The nearest step to a length along the arch.
    pub fn step_at(&self, mm: f64) -> usize {
        (((mm - self.from_mm) / CELL_MM).max(0.0) as usize).min(self.n().saturating_sub(1))
    }
}

/// Takes away what stands up thinly: a spike or flap of gum would be taken for the height of the tips round it, and no crown is so thin.
fn level_spikes(heights: &mut [f64], n_across: usize) {
    let rows = heights.len() / n_across.max(1);
    let across = |values: &[f64], fold: fn(f64, f64) -> f64, none: f64| -> Vec<f64> {
        let near = |i: usize, k: usize| {
            let row = &values[i * n_across..(i + 1) * n_across];
            window(row, k, THIN_REACH).iter().copied().filter(|h| h.is_finite()).fold(none, fold)
        };
        (0..rows).flat_map(|i| (0..n_across).map(move |k| (i, k))).map(|(i, k)| near(i, k)).collect()
    };
    let along = |values: &[f64], fold: fn(f64, f64) -> f64, none: f64| -> Vec<f64> {
        let near = |i: usize, k: usize| {
            let rows = i.saturating_sub(THIN_REACH)..(i + THIN_REACH + 1).min(rows);
            rows.map(|i| values[i * n_across + k]).filter(|h| h.is_finite()).fold(none, fold)
        };
        (0..rows).flat_map(|i| (0..n_across).map(move |k| (i, k))).map(|(i, k)| near(i, k)).collect()
    };
    let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
    let least = along(&across(heights, f64::min, high), f64::min, high);
    let level = along(&across(&least, f64::max, low), f64::max, low);
    for (height, level) in heights.iter_mut().zip(level) {
        if *height > level + THIN_MM && level.is_finite() {
            *height = level;
        }
    }
}

/// Height of the tips round each step: the highest within reach, evened out.
fn tips(top: &[f64]) -> Vec<f64> {
    let reach = (TIPS_MM / CELL_MM) as usize;
    let high = |i: usize| window(top, i, reach).iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let highest: Vec<f64> = (0..top.len()).map(high).collect();
    let mut known: Vec<f64> = highest.iter().copied().filter(|h| h.is_finite()).collect();
    known.sort_by(f64::total_cmp);
    // What lies far below the row's usual height has no tips of its own.
    let floor = known.get(known.len() / 2).map_or(0.0, |m| m - 4.0);
    smoothed(&highest.iter().map(|h| h.max(floor)).collect::<Vec<_>>(), reach / 2)
}

fn window(values: &[f64], i: usize, reach: usize) -> &[f64] {
    &values[i.saturating_sub(reach)..(i + reach + 1).min(values.len())]
}

/// Mean over so many steps to both sides.
fn smoothed(values: &[f64], reach: usize) -> Vec<f64> {
    let mean = |i: usize| {
        let near = window(values, i, reach);
        near.iter().sum::<f64>() / near.len() as f64
    };
    (0..values.len()).map(mean).collect()
}

/// The section at each step against what stands on both sides; against the larger one where the row ends.
fn notches(sections: &[f64]) -> Vec<f64> {
    let reach = (BESIDE_MM / CELL_MM) as usize;
    let most = |part: &[f64]| part.iter().copied().fold(0.0, f64::max);
    let notch = |i: usize| {
        let before = most(&sections[i.saturating_sub(reach)..=i]);
        let after = most(&sections[i..(i + reach + 1).min(sections.len())]);
        let (less, more) = (before.min(after), before.max(after));
        let against = if less < 0.4 * more { more } else { less };
        if against > 0.0 { (sections[i] / against).clamp(0.0, 1.0) } else { 1.0 }
    };
    (0..sections.len()).map(notch).collect()
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

/// What is supposed of a row that was cut at the front: what it is by everything that is known, and what may be so as well. Numbers that
/// hang on it are none to be sure of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Supposed {
    /// The cut runs between two teeth, and who has lost premolars is rare.
    Usual,
    /// It runs through a tooth, of which a part is left.
    CutThroughTooth,
    /// Premolars were taken out.
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

impl Reading<'_> {
    /// Steps that a tooth can span.
    fn widths(&self, place: usize) -> std::ops::RangeInclusive<usize> {
        let width = self.scale * width_mm(self.side, place) / CELL_MM;
        let least = if self.may_be_part() { LEAST_PART } else { NARROWEST };
        (least * width) as usize..=(WIDEST * width) as usize
    }

    /// Whether the row may end in a part of a tooth.
    fn may_be_part(&self) -> bool {
        self.besides.supposed == Supposed::CutThroughTooth && self.row.is_cut_at_front()
    }

    /// Whether so many steps are less than any whole tooth of this place is wide.
    fn is_narrow(&self, place: usize, steps: usize) -> bool {
        steps < (NARROWEST * self.scale * width_mm(self.side, place) / CELL_MM) as usize
    }

    fn present(&self, place: usize, from: usize, to: usize) -> f64 {
        if self.row.scanned_between(from, to) < 1.0 {
            return f64::INFINITY;
        }
        let width = self.scale * width_mm(self.side, place);
        let length = (to - from) as f64 * CELL_MM;
        let deviation = (length / width - 1.0) / usual_deviation(place);
        let is_part = self.may_be_part() && self.row.is_cut_through(from, to) && length < width;
        if !is_part && self.is_narrow(place, to - from) {
            return f64::INFINITY;
        }
        let unusual = 0.5 * deviation.powi(2);
        let unusual = if is_part { unusual.min(MOST_FOR_PART) } else { unusual };
        let crown = if is_molar(place) { self.row.broad_between(from, to) } else { self.row.crown_between(from, to) };
        let bare = length - crown;
        // Each end is shared with a neighbour.
        let ends = NO_NOTCH * (0.5 * (self.row.notch[from] + self.row.notch[to]) - USUAL_NOTCH);
        let third = if place == 0 || place == N_PLACES - 1 { 0.5 } else { 0.0 };
        unusual + PER_MM * bare.max(0.0) + ends + third + self.off_expected(place, from, to)
    }

    /// Cost of a tooth that stands elsewhere than the other row's tooth of the same number lets expect.
    fn off_expected(&self, place: usize, from: usize, to: usize) -> f64 {
        let expected = &self.besides.expected;
        let Some(mm) = expected.off_mm(place, [self.row.mm(from), self.row.mm(to)]) else { return 0.0 };
        expected.weight * 0.5 * (mm / ACROSS_SPREAD_MM).powi(2).min(MOST_ACROSS)
    }

    /// Cost of the midline at a step, once the right half is read.
    fn midline(&self, places: usize, step: usize) -> f64 {
        if places == MIDLINE { self.besides.midline[step] } else { 0.0 }
    }

    /// Cost of reading on at a step without the tooth at a place.
    fn missing(&self, place: usize, at: usize) -> f64 {
        if self.row.is_cut_off(place, at) { 0.0 } else { self.cost_of_none(place) }
    }

    /// Cost of reading the row without the tooth at a place.
    fn cost_of_none(&self, place: usize) -> f64 {
        let is_taken_out = self.besides.supposed == Supposed::PremolarsOut && is_premolar(place);
        if is_taken_out { 0.0 } else { missing_cost(place) }
    }

    /// Cheapest way to have read so many places up to each step.
    fn forward(&self) -> Vec<Vec<f64>> {
        let n = self.row.n();
        let mut cost = vec![vec![f64::INFINITY; n]; N_PLACES + 1];
        cost[0] = (0..n).map(|i| PER_MM * self.row.broad_between(0, i)).collect();
        for place in 0..N_PLACES {
            for to in 0..n {
                let mut least = cost[place][to] + self.missing(place, to);
                for width in self.widths(place) {
                    let Some(from) = to.checked_sub(width) else { break };
                    least = least.min(cost[place][from] + self.step(place, from, to));
                }
                cost[place + 1][to] = least + self.midline(place + 1, to);
            }
        }
        cost
    }

    /// The cheaper of a tooth here and a gap here; what was not scanned is not missing.
    fn step(&self, place: usize, from: usize, to: usize) -> f64 {
        let present = self.present(place, from, to);
        // A gap has room for its whole tooth.
        if self.is_narrow(place, to - from) {
            return present;
        }
        let missing = self.cost_of_none(place) * self.row.scanned_between(from, to);
        present.min(missing + PER_MM * self.row.crown_between(from, to))
    }

    /// Cheapest way from having read so many places up to each step to the end.
    fn backward(&self) -> Vec<Vec<f64>> {
        let n = self.row.n();
        let mut cost = vec![vec![f64::INFINITY; n]; N_PLACES + 1];
        cost[N_PLACES] = (0..n).map(|i| rest(self.row, i)).collect();
        for place in (0..N_PLACES).rev() {
            for from in 0..n {
                let onward = |to: usize| cost[place + 1][to] + self.midline(place + 1, to);
                let mut least = onward(from) + self.missing(place, from);
                for width in self.widths(place) {
                    let to = from + width;
                    if to >= n {
                        break;
                    }
                    least = least.min(onward(to) + self.step(place, from, to));
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
            let here = |from: usize, cost: f64| (forward[place][from] + cost, from);
            let stay = here(to, self.missing(place, to));
            let moves =
                self.widths(place).filter_map(|w| to.checked_sub(w)).map(|from| here(from, self.step(place, from, to)));
            let (_, from) = moves.chain([stay]).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or(stay);
            if from < to && self.present(place, from, to) <= self.step(place, from, to) {
                teeth.push((place, from, to));
            }
            to = from;
        }
        teeth.reverse();
        let found = |(place, from, to): (usize, usize, usize)| {
            let margin = self.other_number(&forward, &backward, (place, from, to)) - best;
            let shallow = self.row.notch[from].max(self.row.notch[to]);
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
            let before = forward[other].iter().enumerate().take(from + slack + 1).skip(first);
            for (a, before) in before {
                let after = backward[other + 1].iter().enumerate().take(last + 1);
                for (b, after) in after.skip(to.saturating_sub(slack).max(a + 1)) {
                    least = least.min(before + self.present(other, a, b) + self.midline(other + 1, b) + after);
                }
            }
        }
        least
    }
}
