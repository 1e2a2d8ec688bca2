//! A row of teeth as a profile along the arch: the crowns' cross-section, the notches in it, and what of the arch was scanned.
use super::arch_curve::{ArchCurve, Sample};
use super::bridges::bridge_holes;
use super::numbering::{MIDLINE, Span};
use crate::base::{Cancelled, Progress};
use glam::DVec2;
use std::ops::Range;

/// Step along and across the arch, mm.
pub const CELL_MM: f64 = 0.25;
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

/// Least cross-section of a molar, mm²; gum behind the last tooth has less.
const MOLAR_MM2: f64 = 13.0;
/// The midline of a part of an arch may be so far beyond the scan's end, or beyond the frame's, mm.
const FARTHEST_MM: f64 = 15.0;
/// A scan that ends so near to the midline, or beyond it, was cut there, mm: nobody has lost all that stands behind. What begins this near
/// to the cut is the first that there is.
const CUT_MM: f64 = 20.0;
const CUT_EDGE_MM: f64 = 4.0;
/// What ends so near to where the row ends, mm, was cut through with it.
const CUT_THROUGH_MM: f64 = MARGIN_MM + 1.0;
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

    /// Which of its ends are cuts through or near the front.
    fn front_cuts(&self) -> [bool; 2] {
        [-self.mm(self.scanned.start) <= CUT_MM, self.mm(self.scanned.end) <= CUT_MM]
    }

    /// Whether it goes on far beyond the midline on both sides: of half an arch nothing but the widths of its teeth tells where it stands.
    pub fn is_whole(&self) -> bool {
        self.front_cuts() == [false; 2]
    }

    /// Whether a piece of crown reaches the cut through the front, so that there may be more of its tooth.
    pub fn is_cut_through(&self, from: usize, to: usize) -> bool {
        let edge = (CUT_THROUGH_MM / CELL_MM) as usize;
        let [first, last] = self.front_cuts();
        first && from <= self.scanned.start + edge || last && to + edge >= self.scanned.end
    }

    /// Whether all between two steps was scanned.
    pub fn is_scanned(&self, from: usize, to: usize) -> bool {
        self.scanned.start <= from && to <= self.scanned.end
    }

    /// Share of the steps between two that was scanned.
    pub fn scanned_between(&self, from: usize, to: usize) -> f64 {
        let inside = to.min(self.scanned.end).saturating_sub(from.max(self.scanned.start));
        inside as f64 / (to - from).max(1) as f64
    }

    /// Whether what stands at this place of the arch is beyond a cut, for a row whose first (or last) tooth begins (or ends) at a step.
    pub fn is_cut_off(&self, place: usize, at: usize) -> bool {
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
    pub fn n(&self) -> usize {
        self.notch.len()
    }

    pub fn mm(&self, step: usize) -> f64 {
        self.from_mm + (step as f64 + 0.5) * CELL_MM
    }

    /// Cost of a boundary at a step: 0 (cut through) to 1 (no notch).
    pub fn notch(&self, step: usize) -> f64 {
        self.notch[step]
    }

    /// Length with crown, and with so much of it that it may be a molar, between two steps, mm.
    pub fn crown_between(&self, from: usize, to: usize) -> f64 {
        self.crown_mm[to] - self.crown_mm[from]
    }

    pub fn broad_between(&self, from: usize, to: usize) -> f64 {
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
