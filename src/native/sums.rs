//! Sums and extremes over pixels (METHOD.md, "Figures"): the same row of numbers that reduce.wgsl leaves.
use super::decide::{Decision, Open};
use super::jaw::NativeJaw;
use crate::field::NO_VALUE;
use crate::field::figures::{RawFigures, figure as f};
use crate::field::projection_choice::{LEAST_COSINE, ZONE_MM};
use crate::field::{NO_TRIANGLE, PixelClass, Question};
use glam::{DVec3, Vec3};

/// What turns pixels into surface.
pub struct Measure<'a> {
    pub jaws: [&'a NativeJaw; 2],
    /// The projection's direction in each jaw's own coordinates.
    pub directions: [Vec3; 2],
    pub pixel_area_mm2: f64,
    thresholds_mm: Vec<f32>,
    largest_threshold_mm: f32,
}

impl<'a> Measure<'a> {
    pub fn new(jaws: [&'a NativeJaw; 2], directions: [Vec3; 2], pixel_area_mm2: f64, question: &Question) -> Self {
        let thresholds = question.thresholds_mm.iter().take(Question::MAX_THRESHOLDS).map(|t| *t as f32);
        let thresholds_mm: Vec<f32> = thresholds.collect();
        let largest_threshold_mm = thresholds_mm.iter().copied().fold(0.0, f32::max);
        Self { jaws, directions, pixel_area_mm2, thresholds_mm, largest_threshold_mm }
    }

    /// The smallest threshold that holds a gap.
    fn bin(&self, gap_mm: f32) -> Option<usize> {
        if gap_mm > self.largest_threshold_mm {
            return None;
        }
        if gap_mm < 0.0 { Some(f::PENETRATING_BIN) } else { self.thresholds_mm.iter().position(|t| gap_mm <= *t) }
    }

    /// What one pixel sees of a triangle of this normal.
    #[inline(always)]
    fn surface(&self, side: usize, normal: Vec3) -> Surface {
        let cosine = f64::from(normal.dot(self.directions[side])) * if side == 0 { 1.0 } else { -1.0 };
        Surface { normal, cosine, area_mm2: self.pixel_area_mm2 / cosine.abs().max(LEAST_COSINE) }
    }

    /// Whether closing added a pixel's triangles, either of them.
    #[inline(always)]
    fn is_added(&self, [upper, lower]: [u32; 2]) -> bool {
        upper >= self.jaws[0].n_scanned || lower >= self.jaws[1].n_scanned
    }
}

/// A triangle as a pixel sees it: unit normal, its cosine with the direction (positive: it faces the other jaw), and the surface.
#[derive(Clone, Copy)]
struct Surface {
    normal: Vec3,
    cosine: f64,
    area_mm2: f64,
}

/// Pixels whose normals are fetched together: the processor waits for many of them at a time.
const TOGETHER: usize = 16;

/// A pixel as it is told.
#[derive(Clone, Copy)]
pub struct Told {
    pub decision: Decision,
    pub triangles: [u32; 2],
    /// Faces counted in it.
    pub n_layers: u32,
}

/// The sums of some pixels.
#[derive(Clone)]
pub struct Sums {
    row: [f64; f::COUNT],
    classes: [u32; 6],
    stages: [u32; 4],
    unbalanced: u32,
    layered: u32,
    max_layers: u32,
    depth_mm: f64,
    deepest_mm: f32,
    clearance_mm: f32,
    near: [DVec3; 2],
    all: [DVec3; 2],
}

impl Default for Sums {
    fn default() -> Self {
        Self {
            row: [0.0; f::COUNT],
            classes: [0; 6],
            stages: [0; 4],
            unbalanced: 0,
            layered: 0,
            max_layers: 0,
            depth_mm: 0.0,
            deepest_mm: 0.0,
            clearance_mm: NO_VALUE,
            near: [DVec3::ZERO; 2],
            all: [DVec3::ZERO; 2],
        }
    }
}

impl Sums {
    pub fn add(&mut self, measure: &Measure, told: &[Told]) {
        for told in told.chunks(TOGETHER) {
            told.iter().for_each(|told| self.count(told));
            self.add_surfaces(measure, told);
        }
    }

    #[inline(always)]
    fn count(&mut self, Told { decision, n_layers, .. }: &Told) {
        if !matches!(decision.class, PixelClass::Clear | PixelClass::Interfering | PixelClass::Unsolved) {
            return;
        }
        self.classes[decision.class as usize] += 1;
        self.stages[usize::from(decision.stage)] += 1;
        self.unbalanced += u32::from(decision.unbalanced);
        self.layered += u32::from(decision.open != Open::Nothing);
        self.max_layers = self.max_layers.max(*n_layers);
        if decision.gap_mm < 0.0 {
            self.depth_mm -= f64::from(decision.gap_mm);
            self.deepest_mm = self.deepest_mm.max(-decision.gap_mm);
        } else if decision.gap_mm < NO_VALUE {
            self.clearance_mm = self.clearance_mm.min(decision.gap_mm);
        }
    }

    /// Of at most [`TOGETHER`] pixels.
    fn add_surfaces(&mut self, measure: &Measure, told: &[Told]) {
        let [upper, lower] = [0, 1].map(|side: usize| measure.jaws[side].normals.as_slice());
        let mut seen = [(0.0, [Vec3::ZERO; 2]); TOGETHER];
        let mut n_seen = 0;
        for Told { decision, triangles, .. } in told {
            let faces = decision.gap_mm < NO_VALUE && !triangles.contains(&NO_TRIANGLE);
            if faces && measure.is_added(*triangles) {
                // Faces that closing added are no anatomy: never contact.
                self.row[f::ADDED_INTERFERING] += f64::from(u8::from(decision.class == PixelClass::Interfering));
            } else if faces {
                seen[n_seen] = (decision.gap_mm, [upper[triangles[0] as usize], lower[triangles[1] as usize]]);
                n_seen += 1;
            }
        }
        for (gap_mm, [upper, lower]) in &seen[..n_seen] {
            self.add_surface(measure, *gap_mm, [measure.surface(0, *upper), measure.surface(1, *lower)]);
        }
    }

    #[inline(always)]
    fn add_surface(&mut self, measure: &Measure, gap_mm: f32, surfaces: [Surface; 2]) {
        let weighted = surfaces.map(|s| s.normal.as_dvec3() * s.area_mm2);
        let [area_u, area_l] = surfaces.map(|s| s.area_mm2);
        if f64::from(gap_mm) <= ZONE_MM {
            self.row[f::ZONE_AREA] += area_u + area_l;
            self.row[f::ZONE_COSINE] += surfaces.iter().map(|s| s.cosine * s.area_mm2).sum::<f64>();
            self.row[f::ZONE_PIXELS] += 1.0;
            self.near.iter_mut().zip(weighted).for_each(|(sum, w)| *sum += w);
        }
        self.all.iter_mut().zip(weighted).for_each(|(sum, w)| *sum += w);
        if let Some(bin) = measure.bin(gap_mm) {
            self.row[f::BINS + bin] += measure.pixel_area_mm2;
            self.row[f::BINS + f::N_BINS + bin] += area_u;
            self.row[f::BINS + 2 * f::N_BINS + bin] += area_l;
        }
    }

    /// As one row.
    fn row(&self) -> [f64; f::COUNT] {
        let mut row = self.row;
        let class = |class: PixelClass| f64::from(self.classes[class as usize]);
        row[f::CLEAR] = class(PixelClass::Clear);
        row[f::INTERFERING] = class(PixelClass::Interfering);
        row[f::UNSOLVED] = class(PixelClass::Unsolved);
        row[f::OVERLAP] = row[f::CLEAR] + row[f::INTERFERING] + row[f::UNSOLVED];
        for (place, stage) in [(f::FIRST_PASS, 1), (f::SECOND_PASS, 2), (f::LAYER_ORDER, 3)] {
            row[place] = f64::from(self.stages[stage]);
        }
        row[f::UNBALANCED] = f64::from(self.unbalanced);
        row[f::LAYERED] = f64::from(self.layered);
        row[f::DEPTH_SUM] = self.depth_mm;
        for (i, sum) in self.near.iter().chain(&self.all).enumerate() {
            row[f::NORMALS + 3 * i..][..3].copy_from_slice(&sum.to_array());
        }
        row[f::MAX_LAYERS] = f64::from(self.max_layers);
        row[f::MAX_DEPTH] = f64::from(self.deepest_mm);
        row[f::MIN_CLEARANCE_NEGATED] = -f64::from(self.clearance_mm);
        row
    }

    /// The row of all.
    pub fn fold<'a>(all: impl Iterator<Item = &'a Self>) -> RawFigures {
        let mut total = Self::default().row();
        for sums in all {
            for (i, (total, x)) in total.iter_mut().zip(sums.row()).enumerate() {
                *total = if i >= f::FIRST_MAXIMUM { total.max(x) } else { *total + x };
            }
        }
        RawFigures(total)
    }
}
