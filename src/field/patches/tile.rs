//! Where each patch is looked at, and how finely.
use super::cluster::Patch;
use super::facings::Facet;
use crate::field::viewing::{Extent, PosedShapes, ViewAxes};
use crate::field::{ChosenBy, Projection};
use glam::{DVec2, DVec3};

/// Surface that the principal map does not see, but a tile does, is looked for this far around what it does see, mm.
const MARGIN_MM: f64 = 1.0;
/// A tile is no finer than this part of the pitch asked for, however steep its surface.
const FINEST: f64 = 0.5;

/// A rectangle seen along one direction: what an engine needs for a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile {
    pub patch: Patch,
    pub axes: ViewAxes,
    pub extent: Extent,
    /// Longer side, pixels.
    pub resolution: u32,
}

impl Tile {
    pub fn projection(&self) -> Projection {
        self.axes.projection(&self.extent, self.resolution, ChosenBy::ItemBuffer)
    }

    /// The widest that one of its pixels is on the tooth, mm, but for 5 % of the patch's area.
    pub fn coarsest_mm(&self) -> f64 {
        self.extent.longer_side() / f64::from(self.resolution.max(1)) / self.patch.coarsest_cosine.max(1e-3)
    }
}

/// A tile for every patch, so that the coarsest pixel measured on the tooth is no wider than `pitch_mm`, and no larger
/// than `most_pixels` on its longer side.
pub fn tiles_of(patches: &[Patch], facets: &[Facet], jaws: &PosedShapes, pitch_mm: f64, most_pixels: u32) -> Vec<Tile> {
    let mut rectangles: Vec<Option<(DVec2, DVec2)>> = vec![None; patches.len()];
    let axes: Vec<ViewAxes> = patches.iter().map(|p| ViewAxes::along(p.direction, jaws.upper.volume)).collect();
    for facet in facets {
        let nearest = nearest_patch(patches, facet.facing);
        let at = axes[nearest].seen(facet.place).truncate();
        let (lo, hi) = rectangles[nearest].get_or_insert((at, at));
        (*lo, *hi) = (lo.min(at), hi.max(at));
    }
    let tile = |((patch, axes), rectangle): ((&Patch, ViewAxes), Option<(DVec2, DVec2)>)| {
        let (lo, hi) = rectangle?;
        let extent = Extent::of_shadows(&axes, jaws)?.cut_to(lo - MARGIN_MM, hi + MARGIN_MM)?.with_margin(0.0);
        let pitch = pitch_mm * patch.coarsest_cosine.clamp(FINEST, 1.0);
        let resolution = ((extent.longer_side() / pitch).ceil() as u32).clamp(8, most_pixels.max(8));
        Some(Tile { patch: *patch, axes, extent, resolution })
    };
    patches.iter().zip(axes).zip(rectangles).filter_map(tile).collect()
}

fn nearest_patch(patches: &[Patch], facing: DVec3) -> usize {
    let cosines = patches.iter().map(|p| p.direction.dot(facing)).enumerate();
    cosines.fold((0, f64::MIN), |best, (i, c)| if c > best.1 { (i, c) } else { best }).0
}
