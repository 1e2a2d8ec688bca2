//! From the row of reduced numbers, however they were added up, to the figures of a pose.
use super::contact::GapKind;
use super::projection_choice::ZoneNormals;
use super::{ContactArea, LayerCode, Metrics, PixelCounts, Projection, Question, Verdict, added_faces_warning};
use crate::base::Warning;
use figure as f;
use glam::DVec3;

/// The reduced numbers of one frame, in the order of [`figure`].
#[derive(Clone, Debug)]
pub struct RawFigures(pub [f64; f::COUNT]);

impl RawFigures {
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let number = |i: usize| bytes.get(4 * i..4 * i + 4).map_or(0.0, bytemuck::pod_read_unaligned::<f32>);
        Self(std::array::from_fn(|i| f64::from(number(i))))
    }

    fn count(&self, i: usize) -> u32 {
        self.0[i] as u32
    }

    fn vector(&self, at: usize) -> DVec3 {
        DVec3::new(self.0[at], self.0[at + 1], self.0[at + 2])
    }

    /// How badly the roles of A and B suit: pixels left to the layer order first, then those that need the second pass.
    pub fn cost_of_roles(&self) -> [u32; 2] {
        let left = self.count(f::LAYER_ORDER) + self.count(f::UNSOLVED).saturating_sub(self.count(f::UNBALANCED));
        [left, self.count(f::SECOND_PASS)]
    }

    /// Sums of the normals that orient the projection.
    pub fn zone_normals(&self) -> ZoneNormals {
        let both = |at: usize| [self.vector(at), self.vector(at + 3)];
        ZoneNormals {
            near_pixels: self.0[f::ZONE_PIXELS],
            near: both(f::NORMALS),
            decided_pixels: self.0[f::CLEAR] + self.0[f::INTERFERING],
            all: both(f::NORMALS + 6),
        }
    }

    /// The figures for people.
    pub fn metrics(&self, projection: Projection, question: &Question) -> Metrics {
        let pixel_area = projection.pixel_area_mm2();
        let interfering = self.count(f::INTERFERING);
        let max_depth_mm = (self.0[f::MAX_DEPTH] > 0.0).then_some(self.0[f::MAX_DEPTH]);
        let clearance = -self.0[f::MIN_CLEARANCE_NEGATED];
        let clearance_mm = (clearance < 1e29).then_some(clearance);
        let min_gap_mm = max_depth_mm.map(|d| -d).or(clearance_mm);
        let pixels = PixelCounts {
            overlap: self.count(f::OVERLAP),
            clear: self.count(f::CLEAR),
            interfering,
            solved_first_pass: self.count(f::FIRST_PASS),
            solved_second_pass: self.count(f::SECOND_PASS),
            solved_layer_order: self.count(f::LAYER_ORDER),
            unsolved: self.count(f::UNSOLVED),
            unbalanced: self.count(f::UNBALANCED),
            zone: self.count(f::ZONE_PIXELS),
            max_layers: self.count(f::MAX_LAYERS),
        };
        Metrics {
            projection: Some(projection),
            verdict: Verdict::of(&pixels, min_gap_mm, question.smallest_threshold_mm()),
            pixels,
            interference_projected_area_mm2: f64::from(interfering) * pixel_area,
            interference_volume_mm3: self.0[f::DEPTH_SUM] * pixel_area,
            max_depth_mm,
            min_gap_mm,
            contact: self.contact(question),
            mean_cosine: (self.0[f::ZONE_AREA] > 0.0).then(|| self.0[f::ZONE_COSINE] / self.0[f::ZONE_AREA]),
            warnings: self.warnings(),
            triangle_pairs: None,
            clearance_mm: None,
            between_pixels: None,
            contact_gap: GapKind::Projected,
        }
    }

    fn contact(&self, question: &Question) -> Vec<ContactArea> {
        let bin = |side: usize, k: usize| self.0[f::BINS + side * f::N_BINS + k];
        let penetrating = |side: usize| bin(side, f::PENETRATING_BIN);
        let up_to = |side: usize, k: usize| penetrating(side) + (0..=k).map(|i| bin(side, i)).sum::<f64>();
        let area = |(k, threshold_mm): (usize, &f64)| ContactArea {
            threshold_mm: *threshold_mm,
            area_upper_mm2: up_to(1, k),
            area_lower_mm2: up_to(2, k),
            penetrating_area_upper_mm2: penetrating(1),
            penetrating_area_lower_mm2: penetrating(2),
            projected_area_mm2: up_to(0, k),
        };
        question.thresholds_mm.iter().enumerate().map(area).collect()
    }

    fn warnings(&self) -> Vec<Warning> {
        let capacity = LayerCode::CAPACITY;
        let [too_many, disagree] = [f::TOO_MANY, f::DISAGREES].map(|figure| self.count(figure));
        let unknown = self.count(f::GAP_UNKNOWN) - too_many;
        let all = [
            (unknown > 0).then(|| {
                Warning::new(format!(
                    "{unknown} pixels are crossed by more than {capacity} faces; their gap is not known and not counted"
                ))
            }),
            (too_many > 0).then(|| {
                Warning::new(format!(
                    "{too_many} pixels need the order of more than {capacity} faces; they are left unsolved"
                ))
            }),
            (disagree > 0).then(|| {
                Warning::new(format!(
                    "{disagree} pixels show other layers when peeled than when listed; they are left unsolved"
                ))
            }),
        ];
        let mut warnings: Vec<Warning> = all.into_iter().flatten().collect();
        warnings.extend(added_faces_warning(self.count(f::ADDED_INTERFERING)));
        warnings
    }
}

/// Where each figure stands in the row of numbers; `reduce.wgsl` and `fold.wgsl` have the same order.
pub mod figure {
    pub const OVERLAP: usize = 0;
    pub const CLEAR: usize = 1;
    pub const INTERFERING: usize = 2;
    pub const FIRST_PASS: usize = 3;
    pub const SECOND_PASS: usize = 4;
    pub const UNSOLVED: usize = 5;
    pub const UNBALANCED: usize = 6;
    pub const GAP_UNKNOWN: usize = 7;
    pub const ADDED_INTERFERING: usize = 8;
    pub const LAYERED: usize = 9;
    pub const DEPTH_SUM: usize = 10;
    pub const ZONE_AREA: usize = 11;
    pub const ZONE_COSINE: usize = 12;
    pub const ZONE_PIXELS: usize = 13;
    /// Near zone upper, near zone lower, whole range upper, whole range lower; three numbers each.
    pub const NORMALS: usize = 14;
    /// [`N_BINS`] bins each of projected, upper and lower area.
    pub const BINS: usize = 26;
    pub const N_BINS: usize = 17;
    pub const PENETRATING_BIN: usize = 16;
    pub const LAYER_ORDER: usize = 77;
    pub const TOO_MANY: usize = 78;
    pub const DISAGREES: usize = 79;
    /// From here on they are maxima, not sums.
    pub const FIRST_MAXIMUM: usize = 80;
    pub const MAX_LAYERS: usize = 80;
    pub const MAX_DEPTH: usize = 81;
    pub const MIN_CLEARANCE_NEGATED: usize = 82;
    pub const COUNT: usize = 83;
}
