//! Some rows of the map: the jaws' surfaces and counts in them, the decision, the order of layers where it is needed, and
//! the figures. A band needs nothing of another one, so bands are shared out to the threads.
use super::decide::{Decision, LowerPixel, Open, Pixel, Rule, UpperEnds, UpperPixel};
use super::lists::{Face, Lists, merge};
use super::projected_jaw::{Corners, ProjectedJaw};
use super::raster::{self, Fragment};
use super::sieve::Sieve;
use super::sums::{Measure, Sums, Told};
use super::window::Window;
use crate::field::NO_VALUE;
use crate::field::layers::{self, Layer};
use crate::field::{NO_TRIANGLE, PixelClass};
use std::ops::Range;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Rows whose figures are summed up by themselves, so that sums do not depend on how many rows a band has.
pub const STRIP_ROWS: u32 = 32;

/// Columns that share a mark: whether a part can matter there.
const BLOCK: usize = 16;

/// Where a part of a jaw lies on the map.
#[derive(Clone, Debug)]
pub struct Placed {
    pub part: u32,
    pub rows: Range<usize>,
    blocks: Range<usize>,
    /// The nearest that it comes, mm.
    lo_mm: f32,
    /// Rays only leave the solid through it.
    is_left: bool,
    /// [`Bounds::is_near`].
    ///
    /// [`Bounds::is_near`]: super::projected_jaw::Bounds::is_near
    is_near: bool,
}

impl Placed {
    /// The parts of a jaw that lie on the map.
    pub fn all(view: &ProjectedJaw) -> Vec<Self> {
        let place = |(part, p): (usize, &super::jaw::PackedCluster)| {
            let bounds = view.bounds(p);
            let (rows, cols) = (view.rows_of(bounds)?, view.cols_of(bounds));
            Some(Self {
                part: part as u32,
                rows,
                blocks: cols.start / BLOCK..cols.end.div_ceil(BLOCK),
                // A hair, for single precision.
                lo_mm: bounds.lo.z - 0.001,
                is_left: p.cluster.is_left_along(view.direction),
                is_near: bounds.is_near(),
            })
        };
        view.jaw.parts.iter().enumerate().filter_map(place).collect()
    }
}

/// One frame's question to every band.
pub struct Frame<'a> {
    pub projected: [ProjectedJaw<'a>; 2],
    /// Only once it is needed.
    placed_upper: OnceLock<Vec<Placed>>,
    placed_lower: Vec<Placed>,
    pub rule: Rule,
    pub measure: Measure<'a>,
    /// What was drawn of the upper jaw before still holds.
    pub upper_stands: bool,
}

impl<'a> Frame<'a> {
    pub fn new(projected: [ProjectedJaw<'a>; 2], rule: Rule, measure: Measure<'a>, upper_stands: bool) -> Self {
        let placed_lower = Placed::all(&projected[1]);
        Self { projected, placed_upper: OnceLock::new(), placed_lower, rule, measure, upper_stands }
    }

    /// Parts of a jaw on the map.
    pub fn placed(&self, jaw: usize) -> &[Placed] {
        if jaw == 0 { self.placed_upper.get_or_init(|| Placed::all(&self.projected[0])) } else { &self.placed_lower }
    }
}

/// What it takes to draw one part after the other.
#[derive(Default)]
pub struct Pen {
    corners: Corners,
    sieve: Sieve,
}

/// What a thread works with; nothing in it outlives a band.
#[derive(Default)]
pub struct BandScratch {
    pen: Pen,
    /// Of as many pixels as any band has; empty between bands.
    lower: Vec<LowerPixel>,
    /// Likewise, of a lower jaw that is not closed.
    lower_winding: Vec<i16>,
    /// Row by row the blocks of columns that parts of the lower jaw were drawn in.
    lower_in: Vec<bool>,
    /// Of a block.
    told: Vec<Told>,
    open: Vec<OpenPixel>,
    /// Of each pixel its place in `open`, or none.
    place_of: Vec<u32>,
    lists: Lists,
    layers: Vec<Layer>,
}

/// A pixel that needs its layers.
#[derive(Clone, Copy)]
struct OpenPixel {
    pixel: usize,
    decision: Decision,
    n_layers: u32,
}

/// Some rows of the map, and what was last found there.
pub struct Band {
    pub window: Window,
    /// Row by row: gap, upper depth, lower depth (mm; [`NO_VALUE`] where there is none), class as a number.
    pub map: Vec<[f32; 4]>,
    /// Upper and lower triangle, [`NO_TRIANGLE`] where nothing faces.
    pub triangles: Vec<[u32; 2]>,
    /// Of each strip of rows.
    pub sums: Vec<Sums>,
    upper: Vec<UpperPixel>,
    ends: Vec<UpperEnds>,
    /// Row by row the blocks of columns where the map may say more than the upper jaw does: there the lower one was, or nothing is written yet.
    written_in: Vec<bool>,
    /// The farthest that the upper jaw reaches in a block of columns, mm.
    deepest_mm: Vec<f32>,
    /// All its faces over every pixel, once a pixel has needed them.
    upper_lists: Option<Lists>,
    /// What the last analysis took: about as much as the next one takes.
    took: Duration,
}

impl Band {
    pub fn new(window: Window) -> Self {
        let n = window.n_pixels();
        Self {
            window,
            map: vec![[NO_VALUE; 4]; n],
            triangles: vec![[NO_TRIANGLE; 2]; n],
            sums: Vec::new(),
            upper: Vec::new(),
            ends: Vec::new(),
            written_in: Vec::new(),
            deepest_mm: Vec::new(),
            upper_lists: None,
            took: Duration::ZERO,
        }
    }

    pub fn took(&self) -> Duration {
        self.took
    }

    /// Everything about this band.
    pub fn analyze(&mut self, frame: &Frame, scratch: &mut BandScratch) {
        let begun = Instant::now();
        if !frame.upper_stands {
            self.draw_upper(frame, scratch);
        }
        self.draw_lower(frame, scratch);
        self.decide(frame, scratch);
        if !scratch.open.is_empty() {
            if self.upper_lists.is_none() {
                self.upper_lists = Some(self.list_upper(frame, scratch));
            }
            self.list_lower(frame, scratch);
            self.read_layers(frame, scratch);
        }
        self.took = begun.elapsed();
    }

    fn draw_upper(&mut self, frame: &Frame, scratch: &mut BandScratch) {
        self.upper_lists = None;
        self.upper.clear();
        self.upper.resize(self.window.n_pixels(), UpperPixel::EMPTY);
        self.ends.clear();
        self.ends.resize(self.window.n_pixels(), UpperEnds::EMPTY);
        let (upper, ends) = (self.upper.as_mut_slice(), self.ends.as_mut_slice());
        let window = self.window;
        for placed in parts_in(&window, frame.placed(0)) {
            draw_part(&frame.projected[0], placed, &window, &mut scratch.pen, f32::MAX, |f, triangle| {
                if let (Some(pixel), Some(ends)) = (upper.get_mut(f.pixel), ends.get_mut(f.pixel)) {
                    pixel.add(ends, f.depth_mm, triangle, f.entered);
                }
            });
        }
        self.written_in.clear();
        self.written_in.resize(self.n_blocks(), true);
        let cols = window.cols();
        self.deepest_mm.clear();
        self.deepest_mm.resize(cols.div_ceil(BLOCK), -NO_VALUE);
        for row in self.ends.chunks_exact(cols) {
            for (deepest, block) in self.deepest_mm.iter_mut().zip(row.chunks(BLOCK)) {
                *deepest = block.iter().fold(*deepest, |deepest, p| deepest.max(p.last_mm));
            }
        }
    }

    /// How deep what rays leave of the lower jaw can matter in a part's columns: of a closed jaw no deeper than the upper
    /// jaw reaches. It is no first surface, and behind all of the upper jaw it passes neither test.
    fn left_until_mm(&self, placed: &Placed, lower_is_closed: bool) -> f32 {
        if !lower_is_closed {
            return f32::MAX;
        }
        let blocks = &self.deepest_mm[placed.blocks.start..placed.blocks.end.min(self.deepest_mm.len())];
        blocks.iter().fold(-NO_VALUE, |deepest, mm| deepest.max(*mm))
    }

    /// Blocks of all rows.
    fn n_blocks(&self) -> usize {
        self.window.rows() * self.window.cols().div_ceil(BLOCK)
    }

    fn draw_lower(&self, frame: &Frame, scratch: &mut BandScratch) {
        let closed = frame.rule.closed[1];
        let n = self.window.n_pixels().max(scratch.lower.len());
        scratch.lower.resize(n, LowerPixel::EMPTY);
        scratch.lower_winding.resize(n, 0);
        scratch.lower_in.clear();
        scratch.lower_in.resize(self.n_blocks(), false);
        let (ends, lower, winding) =
            (self.ends.as_slice(), scratch.lower.as_mut_slice(), scratch.lower_winding.as_mut_slice());
        for placed in parts_in(&self.window, frame.placed(1)) {
            let until_mm = self.left_until_mm(placed, closed);
            if placed.is_left && placed.lo_mm > until_mm {
                continue;
            }
            self.mark(placed, &mut scratch.lower_in);
            draw_part(&frame.projected[1], placed, &self.window, &mut scratch.pen, until_mm, |f, triangle| {
                if let (Some(pixel), Some(ends)) = (lower.get_mut(f.pixel), ends.get(f.pixel)) {
                    pixel.add(ends, f.depth_mm, triangle, f.entered);
                    if !closed {
                        winding[f.pixel] += if f.entered { 1 } else { -1 };
                    }
                }
            });
        }
    }

    /// Marks the blocks that a part may cover.
    fn mark(&self, placed: &Placed, blocks: &mut [bool]) {
        let rows = self.window.first_row as usize..self.window.end_row as usize;
        let of_a_row = self.window.cols().div_ceil(BLOCK);
        for row in placed.rows.start.max(rows.start)..placed.rows.end.min(rows.end) {
            let first = (row - rows.start) * of_a_row;
            blocks[first..first + of_a_row][placed.blocks.start..placed.blocks.end.min(of_a_row)].fill(true);
        }
    }

    /// Pixels of a strip.
    fn strip(&self) -> usize {
        (STRIP_ROWS as usize * self.window.cols()).max(1)
    }

    /// Leaves what was drawn of the lower jaw empty again. Where it is not and was not, the map says what it did.
    fn decide(&mut self, frame: &Frame, scratch: &mut BandScratch) {
        scratch.open.clear();
        self.sums.clear();
        let cols = self.window.cols();
        let firsts = (0..self.window.rows()).flat_map(|row| (0..cols).step_by(BLOCK).map(move |col| (row, col)));
        for (block, (row, col)) in firsts.enumerate() {
            if col == 0 && row.is_multiple_of(STRIP_ROWS as usize) {
                self.sums.push(Sums::default());
            }
            if scratch.lower_in[block] || self.written_in[block] {
                let first = row * cols + col;
                self.decide_block(frame, scratch, first..first + BLOCK.min(cols - col));
            }
        }
        std::mem::swap(&mut self.written_in, &mut scratch.lower_in);
    }

    /// Some pixels of a row. Their sums are added to the last strip's.
    fn decide_block(&mut self, frame: &Frame, scratch: &mut BandScratch, pixels: Range<usize>) {
        let (lower, winding) = (&mut scratch.lower[pixels.clone()], &mut scratch.lower_winding[pixels.clone()]);
        let upper = self.upper[pixels.clone()].iter().zip(&self.ends[pixels.clone()]);
        let maps = self.map[pixels.clone()].iter_mut().zip(&mut self.triangles[pixels.clone()]);
        scratch.told.clear();
        let lowers = lower.iter().zip(winding.iter());
        for (place, ((map, triangles), ((upper, ends), (lower, winding)))) in pixels.zip(maps.zip(upper.zip(lowers))) {
            let pixel = Pixel {
                upper: *upper,
                ends: *ends,
                lower: lower.first(),
                counts: lower.counts(),
                lower_winding: *winding,
            };
            let decision = frame.rule.decide(&pixel);
            let upper_mm = if upper.triangle == NO_TRIANGLE { NO_VALUE } else { ends.last_mm };
            *map = [decision.gap_mm, upper_mm, pixel.lower.0, f32::from(decision.class as u8)];
            *triangles = [NO_TRIANGLE; 2];
            if matches!(decision.class, PixelClass::None | PixelClass::UpperOnly | PixelClass::LowerOnly) {
                continue;
            }
            let n_layers = u32::from(pixel.counts.number_1) + u32::from(upper.number);
            if decision.open != Open::Nothing {
                scratch.open.push(OpenPixel { pixel: place, decision, n_layers });
                continue;
            }
            if decision.gap_mm < NO_VALUE {
                *triangles = [upper.triangle, pixel.lower.1];
            }
            scratch.told.push(Told { decision, triangles: *triangles, n_layers });
        }
        lower.fill(LowerPixel::EMPTY);
        if !frame.rule.closed[1] {
            winding.fill(0);
        }
        if let Some(sums) = self.sums.last_mut() {
            sums.add(&frame.measure, &scratch.told);
        }
    }

    /// Every face of the upper jaw, pixel by pixel: as long as it stands no frame draws them again.
    fn list_upper(&self, frame: &Frame, scratch: &mut BandScratch) -> Lists {
        let mut lists = Lists::default();
        for placed in parts_in(&self.window, frame.placed(0)) {
            draw_part(&frame.projected[0], placed, &self.window, &mut scratch.pen, f32::MAX, |f, triangle| {
                lists.add(f.pixel as u32, Face::new(f.depth_mm, triangle, f.entered));
            });
        }
        lists.gather(self.window.n_pixels());
        lists.kept()
    }

    /// Every face of the lower jaw over the open pixels, one open pixel after the other.
    fn list_lower(&self, frame: &Frame, scratch: &mut BandScratch) {
        let cols = self.window.cols();
        let mut is_open = vec![false; cols.div_ceil(BLOCK)];
        scratch.place_of.clear();
        scratch.place_of.resize(self.window.n_pixels(), u32::MAX);
        for (place, open) in scratch.open.iter().enumerate() {
            scratch.place_of[open.pixel] = place as u32;
            is_open[open.pixel % cols / BLOCK] = true;
        }
        scratch.lists.clear();
        let near = |p: &&Placed| is_open[p.blocks.start..p.blocks.end.min(is_open.len())].contains(&true);
        for placed in parts_in(&self.window, frame.placed(1)).filter(near) {
            let (place_of, lists) = (&scratch.place_of, &mut scratch.lists);
            draw_part(&frame.projected[1], placed, &self.window, &mut scratch.pen, f32::MAX, |f, triangle| {
                let place = place_of.get(f.pixel).copied().unwrap_or(u32::MAX);
                if place != u32::MAX {
                    lists.add(place, Face::new(f.depth_mm, triangle, f.entered));
                }
            });
        }
        scratch.lists.gather(scratch.open.len());
    }

    fn read_layers(&mut self, frame: &Frame, scratch: &mut BandScratch) {
        let Some(upper) = &self.upper_lists else { return };
        let (equal_mm, strip) = (f64::from(frame.rule.equal_mm), self.strip());
        for (place, open) in scratch.open.iter().enumerate() {
            merge(upper.at(open.pixel), scratch.lists.at(place), &mut scratch.layers);
            let reading = layers::read(&scratch.layers, frame.rule.counting, equal_mm);
            let told = settle(open, &reading, frame.rule.range_mm);
            let decision = &told.decision;
            self.map[open.pixel] = [
                decision.gap_mm,
                reading.upper.depth_mm as f32,
                reading.lower.depth_mm as f32,
                f32::from(decision.class as u8),
            ];
            self.triangles[open.pixel] = told.triangles;
            self.sums[open.pixel / strip].add(&frame.measure, &[told]);
        }
    }
}

/// The parts of a jaw that may cover some rows.
pub fn parts_in<'a>(window: &Window, placed: &'a [Placed]) -> impl Iterator<Item = &'a Placed> + use<'a> {
    let rows = window.first_row as usize..window.end_row as usize;
    placed.iter().filter(move |p| p.rows.start < rows.end && p.rows.end > rows.start)
}

/// The counts' decision with what the layers say.
fn settle(open: &OpenPixel, reading: &layers::Reading, range_mm: f32) -> Told {
    let mut decision = open.decision;
    let mut gap_mm = reading.gap_mm as f32;
    if decision.open == Open::Class {
        decision.class = reading.class;
        decision.stage = if reading.class == PixelClass::Unsolved { 0 } else { 3 };
        decision.unbalanced = reading.unbalanced;
    } else if decision.class == PixelClass::Interfering && gap_mm >= 0.0 {
        // Equal depth is touching.
        decision.class = PixelClass::Clear;
    } else if decision.class == PixelClass::Clear && gap_mm < 0.0 {
        // Not by `max`, which makes 0 of no number: of a pixel where nothing faces.
        gap_mm = 0.0;
    }
    // No number is not within the range either.
    let faces = gap_mm <= range_mm && decision.class != PixelClass::Unsolved;
    decision.gap_mm = if faces { gap_mm } else { NO_VALUE };
    let triangles = if faces { [reading.upper.triangle, reading.lower.triangle] } else { [NO_TRIANGLE; 2] };
    Told { decision, triangles, n_layers: open.n_layers }
}

/// Draws one part of a jaw; fragments come with their triangle's number in the jaw. For `left_until_mm` see [`raster::draw`].
#[inline(always)]
pub fn draw_part(
    view: &ProjectedJaw,
    placed: &Placed,
    window: &Window,
    pen: &mut Pen,
    left_until_mm: f32,
    mut touch: impl FnMut(Fragment, u32),
) {
    let part = &view.jaw.parts[placed.part as usize];
    view.project(part, placed.is_near, &mut pen.corners);
    let (triangles, first) = (view.triangles(part), part.cluster.first);
    raster::draw(&mut pen.sieve, &pen.corners, triangles, window, left_until_mm, |f| {
        touch(f, first + f.triangle as u32)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Counting;
    use crate::field::layers::EQUAL_DEPTH_MM;

    /// A clear pixel whose gap is open, with what its layers say.
    fn settled(layers: &[Layer]) -> Told {
        let reading = layers::read(layers, Counting::Winding, EQUAL_DEPTH_MM);
        let decision =
            Decision { class: PixelClass::Clear, stage: 2, unbalanced: false, open: Open::Gap, gap_mm: NO_VALUE };
        settle(&OpenPixel { pixel: 0, decision, n_layers: layers.len() as u32 }, &reading, 2.0)
    }

    #[test]
    fn a_lower_jaw_before_the_upper_one_has_no_gap() {
        let layer = |depth_mm, triangle, entered, lower| Layer { depth_mm, triangle, entered, lower };
        let lower_first = [
            layer(0.0, 7, true, true),
            layer(1.0, 8, false, true),
            layer(2.0, 3, true, false),
            layer(3.0, 4, false, false),
        ];
        let told = settled(&lower_first);
        assert_eq!(
            (told.decision.class, told.decision.gap_mm, told.triangles),
            (PixelClass::Clear, NO_VALUE, [NO_TRIANGLE; 2])
        );
        // The twin: with another stretch of it behind the upper jaw there is one.
        let both = [&lower_first[..], &[layer(3.5, 9, true, true), layer(4.0, 10, false, true)]].concat();
        let told = settled(&both);
        assert_eq!((told.decision.gap_mm, told.triangles), (0.5, [4, 9]));
    }
}
