//! The figures of one analysed pose. `None` = unknown or not there, never a made-up 0.
use super::contact::GapKind;
use super::verdict::{PixelCounts, Verdict};
use super::{BetweenPixels, Projection, Question};
use crate::base::Warning;

/// What to say of overlap on faces that closing added; `None` when there are none.
pub fn added_faces_warning(n_pixels: u32) -> Option<Warning> {
    (n_pixels > 0).then(|| {
        Warning::new(format!(
            "{n_pixels} pixels of overlap lie on faces that closing added; they count as overlap, not as contact"
        ))
    })
}

/// Surface where the projected gap is at most a threshold, mm². Faces added by closing are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ContactArea {
    pub threshold_mm: f64,
    pub area_upper_mm2: f64,
    pub area_lower_mm2: f64,
    /// The part of the area with a negative gap; the rest is the near part.
    pub penetrating_area_upper_mm2: f64,
    pub penetrating_area_lower_mm2: f64,
    pub projected_area_mm2: f64,
}

impl ContactArea {
    /// The areas at one of several thresholds.
    pub fn at(areas: &[Self], threshold_mm: f64) -> Option<Self> {
        areas.iter().copied().find(|c| (c.threshold_mm - threshold_mm).abs() < 1e-9)
    }

    /// The mean of both jaws' surface, mm².
    pub fn mean_mm2(&self) -> f64 {
        (self.area_upper_mm2 + self.area_lower_mm2) / 2.0
    }

    /// Adds the areas of other surface at the same threshold.
    pub fn add(&mut self, other: &Self) {
        self.area_upper_mm2 += other.area_upper_mm2;
        self.area_lower_mm2 += other.area_lower_mm2;
        self.penetrating_area_upper_mm2 += other.penetrating_area_upper_mm2;
        self.penetrating_area_lower_mm2 += other.penetrating_area_lower_mm2;
        self.projected_area_mm2 += other.projected_area_mm2;
    }
}

/// Everything that a frame's reduction gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Metrics {
    /// `None` when the broad phase found that nothing can be within the range.
    pub projection: Option<Projection>,
    pub verdict: Verdict,
    pub pixels: PixelCounts,
    pub interference_projected_area_mm2: f64,
    pub interference_volume_mm3: f64,
    /// Longest stretch inside both solids along the projection; `None` when nothing interferes.
    pub max_depth_mm: Option<f64>,
    /// Smallest projected gap, negative when interfering; `None` when no surfaces face each other within the range.
    pub min_gap_mm: Option<f64>,
    pub contact: Vec<ContactArea>,
    /// Which gap those areas are of; every engine's own are by projected gap.
    pub contact_gap: GapKind,
    /// Mean cosine between the projection and the surfaces' normals in the contact zone.
    pub mean_cosine: Option<f64>,
    /// Pairs of triangles that have a point in common; `None` from engines that only see maps.
    pub triangle_pairs: Option<u64>,
    /// Smallest distance between the solids in any direction, 0 where they meet; likewise.
    pub clearance_mm: Option<f64>,
    /// What no pixel shows; `None` where it was not looked for, as in live frames.
    pub between_pixels: Option<BetweenPixels>,
    pub warnings: Vec<Warning>,
}

/// How far the solids lie in each other, in object space: no projection and no pixels.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Penetration {
    /// The largest distance from a point of one surface inside the other solid to that solid's surface; 0 where no point
    /// of either lies inside.
    pub max_depth_mm: f64,
    /// No point lies deeper than that by more than this.
    pub depth_error_mm: f64,
    /// Volume inside both solids, 0 where they are apart; `None` unless both are closed: an open one has no inside.
    pub volume_mm3: Option<f64>,
    pub volume_error_mm3: Option<f64>,
}

impl Metrics {
    /// Contact areas at a threshold; `None` when it was not asked for.
    pub fn contact_at(&self, threshold_mm: f64) -> Option<ContactArea> {
        ContactArea::at(&self.contact, threshold_mm)
    }

    /// The figures of a pose that the broad phase found to be apart by more than the range.
    pub fn apart(question: &Question) -> Self {
        let nothing = |threshold_mm: &f64| ContactArea { threshold_mm: *threshold_mm, ..ContactArea::default() };
        Self {
            projection: None,
            verdict: Verdict::Apart,
            pixels: PixelCounts::default(),
            interference_projected_area_mm2: 0.0,
            interference_volume_mm3: 0.0,
            max_depth_mm: None,
            min_gap_mm: None,
            contact: question.thresholds_mm.iter().map(nothing).collect(),
            contact_gap: GapKind::Projected,
            mean_cosine: None,
            triangle_pairs: None,
            clearance_mm: None,
            between_pixels: None,
            warnings: Vec::new(),
        }
    }

    /// Adds what was found between the pixels of this map: the verdict counts it, the map's figures do not.
    pub fn take_in(&mut self, found: BetweenPixels, question: &Question) {
        let smallest_threshold_mm = question.smallest_threshold_mm();
        if let Some(projection) = &self.projection {
            self.warnings.extend(found.warning(self.verdict, smallest_threshold_mm, projection));
        }
        self.verdict = found.verdict(self.verdict, smallest_threshold_mm);
        self.between_pixels = Some(found);
    }
}
