//! What the 1995 paper measured (its table 1 and, for the teeth, sect. 8), to stand beside today's figures.
use super::{PaperScene, TeethPose};

/// One row, milliseconds. The sorting of the third scene's polygons is not in it.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Published {
    pub hardware: &'static str,
    pub total_ms: f64,
    /// Rendering both bodies once, with the work on the pixel masks; each pass costs this.
    pub rendering_ms: Option<f64>,
    /// Examining the masks after the first and the second pass in software, and the order of layers after the third.
    pub examining_ms: [Option<f64>; 3],
}

impl PaperScene {
    /// Table 1.
    pub fn published(self) -> [Published; 2] {
        let row = |hardware, total: f64, rendering: f64, [first, second]: [f64; 2], order: Option<f64>| Published {
            hardware,
            total_ms: total,
            rendering_ms: Some(rendering),
            examining_ms: [Some(first), Some(second), order],
        };
        let re2 = |total, second, order| row("RealityEngine2", total, 270.0, [130.0, second], order);
        let extreme = |total, second, order| row("Extreme", total, 520.0, [180.0, second], order);
        match self {
            Self::ConvexAndConcave => [re2(840.0, 170.0, None), extreme(1470.0, 250.0, None)],
            Self::TwoConvex => [re2(770.0, 100.0, None), extreme(1360.0, 140.0, None)],
            Self::TwoConcave => [re2(1390.0, 170.0, Some(280.0)), extreme(2340.0, 250.0, Some(350.0))],
        }
    }
}

impl TeethPose {
    /// Sect. 8, totals alone.
    pub fn published(self) -> [Published; 2] {
        let total = |hardware, total_ms| Published { hardware, total_ms, rendering_ms: None, examining_ms: [None; 3] };
        match self {
            Self::Apart | Self::JustColliding => [total("RealityEngine2", 300.0), total("Extreme", 490.0)],
            Self::Deep | Self::DeepAside => [total("RealityEngine2", 1110.0), total("Extreme", 1780.0)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paper's totals are the sums of their parts: two renderings, or three where the order of layers is examined.
    #[test]
    fn the_parts_add_up_to_the_totals() {
        for scene in [PaperScene::ConvexAndConcave, PaperScene::TwoConvex, PaperScene::TwoConcave] {
            for row in scene.published() {
                let n_passes = if row.examining_ms[2].is_some() { 3.0 } else { 2.0 };
                let parts = row.rendering_ms.unwrap() * n_passes + row.examining_ms.iter().flatten().sum::<f64>();
                assert!((parts - row.total_ms).abs() < 15.0, "{row:?}: {parts}");
            }
        }
    }
}
