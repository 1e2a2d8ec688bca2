//! Engine `stencil`, executed by the processor's threads: keeps the projection and what was drawn of the upper jaw, and
//! shares the rows of the map out.
use super::band::{Band, BandScratch, Frame, Pen, Placed, STRIP_ROWS, draw_part};
use super::decide::Rule;
use super::inspect;
use super::jaw::{NativeJaw, NativePair};
use super::projected_jaw::ProjectedJaw;
use super::sums::{Measure, Sums};
use super::window::Window;
use crate::base::{Cancelled, Progress, Rigid, n_threads, on_threads};
use crate::field::figures::RawFigures;
use crate::field::multi_projection::Tile;
use crate::field::planning::{Planned, Planner};
use crate::field::{GapField, LayerReading, Metrics, PixelClass, Projection, Question};
use glam::DVec3;
use std::cmp::Reverse;
use std::sync::Mutex;
use std::time::Instant;

/// Rows of a band: small enough for a processor's cache, large enough that few parts lie in two bands, which are drawn twice, and as long as each
/// thread has three of them. (On two threads bands of 32 rows took a tenth longer than those of 64; 96 were no better.)
fn rows_of_a_band(rows: u32) -> u32 {
    let is_shared_out = rows / (2 * STRIP_ROWS) >= 3 * n_threads(usize::MAX) as u32;
    if is_shared_out { 2 * STRIP_ROWS } else { STRIP_ROWS }
}

/// What one frame gave.
#[derive(Clone, Debug)]
pub struct NativeFrame {
    /// `None`: nothing is within the range, there is no map.
    pub projection: Option<Projection>,
    pub metrics: Metrics,
    /// Along which the contact zone would be seen most squarely: unit, world coordinates; `None` where it is too small.
    pub zone_direction: Option<DVec3>,
    /// Wall time of the parts of the frame, ms.
    pub passes_ms: Vec<(&'static str, f64)>,
}

impl NativeFrame {
    fn without_map(question: &Question, planning_ms: f64) -> Self {
        let passes_ms = vec![("planning", planning_ms)];
        Self { projection: None, metrics: Metrics::apart(question), zone_direction: None, passes_ms }
    }
}

/// The raster method on threads, with the maps of its last frame.
#[derive(Default)]
pub struct NativeEngine {
    planner: Planner,
    sheet: Sheet,
    /// What the sheet shows.
    shown: Option<FrameOnThreads>,
}

/// The frame whose maps are there.
struct FrameOnThreads {
    planned: Planned,
    question: Question,
}

/// The bands of a map.
#[derive(Default)]
struct Sheet {
    size: [u32; 2],
    bands: Vec<Band>,
    /// What the threads work with, one each.
    scratch: Mutex<Vec<BandScratch>>,
    /// The plan whose upper surfaces stand in the bands.
    upper_drawn_for: Option<u64>,
}

impl Sheet {
    fn fit(&mut self, size: [u32; 2]) {
        if self.size == size {
            return;
        }
        let [cols, rows] = size.map(|n| n as i32);
        let of_a_band = rows_of_a_band(size[1]);
        let window = |first_row: i32| Window {
            first_col: 0,
            end_col: cols,
            first_row,
            end_row: (first_row + of_a_band as i32).min(rows),
        };
        self.bands = (0..rows).step_by(of_a_band as usize).map(|first| Band::new(window(first))).collect();
        self.size = size;
        self.upper_drawn_for = None;
    }
}

impl NativeEngine {
    /// Analyses one pose. With `question.direction = None` the projection is chosen anew when the lower jaw has moved by
    /// more than 0.1 mm since.
    pub fn run_frame(&mut self, pair: &NativePair, question: &Question) -> NativeFrame {
        // Nobody cancels it.
        let frame = self.watched_frame(pair, question, &Progress::default());
        frame.unwrap_or_else(|Cancelled| NativeFrame::without_map(question, 0.0))
    }

    /// The same, which may be cancelled.
    ///
    /// # Errors
    /// [`Cancelled`] within about a band when it is no longer wanted; then no map is there.
    pub fn watched_frame(
        &mut self,
        pair: &NativePair,
        question: &Question,
        progress: &Progress,
    ) -> Result<NativeFrame, Cancelled> {
        let begun = Instant::now();
        self.shown = None;
        let jaws = pair.shapes(&question.upper_from_lower);
        let mut probe = |question: &Question, plan: &Planned| probe(pair, question, plan, progress);
        let planned = self.planner.plan_for(&jaws, question, &mut probe)?;
        let planning_ms = begun.elapsed().as_secs_f64() * 1e3;
        let Some(planned) = planned else { return Ok(NativeFrame::without_map(question, planning_ms)) };
        let raw = draw(pair, question, &planned, &mut self.sheet, progress)?;
        let drawing_ms = begun.elapsed().as_secs_f64() * 1e3 - planning_ms;
        let frame = NativeFrame {
            projection: Some(planned.projection),
            metrics: raw.metrics(planned.projection, question),
            zone_direction: raw.zone_normals().direction(&question.upper_from_lower),
            passes_ms: vec![("planning", planning_ms), ("drawing", drawing_ms)],
        };
        self.shown = Some(FrameOnThreads { planned, question: question.clone() });
        Ok(frame)
    }

    /// The direction that a frame of this question chooses by itself ([`Planner::own_direction`]); maps stay.
    pub fn own_direction(&mut self, pair: &NativePair, question: &Question) -> Option<DVec3> {
        let jaws = pair.shapes(&question.upper_from_lower);
        let never = Progress::default();
        let mut probe = |question: &Question, plan: &Planned| probe(pair, question, plan, &never);
        self.planner.own_direction(&jaws, question, &mut probe).ok().flatten()
    }

    /// Map and figures of one tile; the last frame's maps stay.
    ///
    /// # Errors
    /// [`Cancelled`] within about a band when it is no longer wanted.
    pub fn run_tile(
        &mut self,
        pair: &NativePair,
        question: &Question,
        tile: &Tile,
        progress: &Progress,
    ) -> Result<(GapField, Metrics), Cancelled> {
        let planned = self.planner.on_grid(question, tile.projection, tile.extent);
        let mut sheet = Sheet::default();
        let raw = draw(pair, question, &planned, &mut sheet, progress)?;
        progress.at(1.0)?;
        Ok((gap_field(&sheet, tile.projection), raw.metrics(tile.projection, question)))
    }

    /// The last frame's maps; `None` when it had none.
    pub fn maps(&self) -> Option<GapField> {
        self.shown.as_ref().map(|shown| gap_field(&self.sheet, shown.planned.projection))
    }

    /// The last frame's maps, some rows after the other: gap, upper depth, lower depth and class, and both triangles.
    pub fn rows_of_maps(&self) -> impl Iterator<Item = (&[[f32; 4]], &[[u32; 2]])> {
        self.sheet.bands.iter().map(|band| (band.map.as_slice(), band.triangles.as_slice()))
    }

    /// All faces of both jaws over one pixel of the last frame; `None` when that frame had no map, or no such pixel.
    pub fn read_layers(&self, pair: &NativePair, pixel: [u32; 2]) -> Option<LayerReading> {
        let FrameOnThreads { planned, question } = self.shown.as_ref()?;
        let [col, row] = pixel;
        if col >= planned.projection.cols || row >= planned.projection.rows {
            return None;
        }
        let idx = row as usize * planned.projection.cols as usize + col as usize;
        let map = self.sheet.bands.iter().flat_map(|band| &band.map).nth(idx)?;
        let class = PixelClass::from_u8(map[3] as u8)?;
        Some(inspect::read_layers(&frame(pair, question, planned, false), pixel, class))
    }

    /// For each triangle of the upper and of the lower jaw whether any pixel of the last frame's map sees it, first face or
    /// not; `None` when that frame had no map.
    pub fn seen_triangles(&self, pair: &NativePair, question: &Question) -> Option<[Vec<bool>; 2]> {
        let FrameOnThreads { planned, .. } = self.shown.as_ref()?;
        let projected = projected(pair, &question.upper_from_lower, planned);
        let [cols, rows] = [planned.projection.cols, planned.projection.rows].map(|n| n as i32);
        let window = Window { first_col: 0, end_col: cols, first_row: 0, end_row: rows };
        let mut pen = Pen::default();
        Some(projected.map(|view| {
            let mut seen = vec![false; view.jaw.triangles.len()];
            for placed in Placed::all(&view) {
                draw_part(&view, &placed, &window, &mut pen, f32::MAX, |_, triangle| seen[triangle as usize] = true);
            }
            seen
        }))
    }
}

/// The figures of a frame whose maps nobody needs. All counts are made at once: swapped roles would save nothing and are not
/// made.
fn probe(pair: &NativePair, question: &Question, plan: &Planned, progress: &Progress) -> Result<RawFigures, Cancelled> {
    draw(pair, question, plan, &mut Sheet::default(), progress)
}

fn projected<'a>(pair: &'a NativePair, upper_from_lower: &Rigid, planned: &Planned) -> [ProjectedJaw<'a>; 2] {
    let view = |jaw: &'a NativeJaw, is_lower, pose| {
        ProjectedJaw::new((jaw, is_lower), pose, &planned.projection, planned.middle_mm())
    };
    [view(&pair.upper, false, &Rigid::IDENTITY), view(&pair.lower, true, upper_from_lower)]
}

fn frame<'a>(pair: &'a NativePair, question: &Question, planned: &Planned, upper_stands: bool) -> Frame<'a> {
    let projection = &planned.projection;
    let projected = projected(pair, &question.upper_from_lower, planned);
    let measure = Measure::new(
        [&pair.upper, &pair.lower],
        [projected[0].direction, projected[1].direction],
        projection.pixel_area_mm2(),
        question,
    );
    let rule = Rule {
        counting: question.counting,
        closed: [pair.upper.closed, pair.lower.closed],
        range_mm: question.range_mm as f32,
        equal_mm: planned.depth_epsilon_mm(pair.largest_coordinate_mm()) as f32,
    };
    Frame::new(projected, rule, measure, upper_stands)
}

/// Draws one frame onto a sheet: every band by whichever thread is free. Once it is cancelled no further band is drawn, and what the sheet
/// shows is no map.
fn draw(
    pair: &NativePair,
    question: &Question,
    planned: &Planned,
    sheet: &mut Sheet,
    progress: &Progress,
) -> Result<RawFigures, Cancelled> {
    let projection = &planned.projection;
    sheet.fit([projection.cols, projection.rows]);
    let frame = frame(pair, question, planned, sheet.upper_drawn_for.take() == Some(planned.serial));
    let n_bands = sheet.bands.len();
    // What took longest last comes first, so that no thread is left with it while the others have nothing more to do.
    let mut bands: Vec<&mut Band> = sheet.bands.iter_mut().collect();
    bands.sort_by_key(|band| Reverse(band.took()));
    let waiting = Mutex::new(bands.into_iter());
    let is_wanted = || progress.check().is_ok();
    let next = || waiting.lock().ok().filter(|_| is_wanted()).and_then(|mut bands| bands.next());
    let scratches = &sheet.scratch;
    on_threads(n_threads(n_bands), || {
        let kept = scratches.lock().ok().and_then(|mut kept| kept.pop());
        let mut scratch = kept.unwrap_or_default();
        while let Some(band) = next() {
            band.analyze(&frame, &mut scratch);
        }
        if let Ok(mut kept) = scratches.lock() {
            kept.push(scratch);
        }
    });
    progress.check()?;
    sheet.upper_drawn_for = Some(planned.serial);
    Ok(Sums::fold(sheet.bands.iter().flat_map(|band| &band.sums)))
}

fn gap_field(sheet: &Sheet, projection: Projection) -> GapField {
    let class = |map: &[f32; 4]| PixelClass::from_u8(map[3] as u8).unwrap_or(PixelClass::None);
    let pixels = sheet.bands.iter().flat_map(|band| band.map.iter().zip(&band.triangles));
    GapField::of_painted(projection, pixels.map(|(map, triangles)| (*map, *triangles, class(map))))
}
