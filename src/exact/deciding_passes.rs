//! Which pass of the raster method decides each pixel, by the layers of its ray: what counts of an execution are held against.
use super::engine::BvhEngine;
use super::nearby::{WALL_SLOPE, walls};
use super::ray_grid::{JawInProjection, NEAR_EDGE_PX, Packet, TILE};
use crate::base::{Cancelled, Progress, Rigid};
use crate::field::deciding_pass::{DecidedPixels, deciding_pass};
use crate::field::layers::Layer;
use crate::field::{NearEdge, Projection};
use crate::jaw::JawSide;

/// Two faces of different jaws that are nearer than this may change places when a raster snaps corners, mm: by both ways on the map, of both
/// jaws, where no face is a wall.
const MAY_SWAP_MM: f64 = 4.0 * WALL_SLOPE * NEAR_EDGE_PX;

impl BvhEngine {
    /// With the upper and with the lower jaw as A. Unsure are pixels whose ray passes an edge within 1/256 pixel, or a wall, or faces of both
    /// jaws so near to each other that a raster's rounding puts either first. For jaws whose faces are counted by winding.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn decided_pixels(
        &self,
        upper_from_lower: &Rigid,
        projection: &Projection,
        progress: &Progress,
    ) -> Result<[DecidedPixels; 2], Cancelled> {
        let sides = [(JawSide::Upper, &Rigid::IDENTITY), (JawSide::Lower, upper_from_lower)];
        let jaws = sides
            .map(|(side, pose)| JawInProjection::new(self.surface(side), pose, side == JawSide::Lower, projection));
        let walls = sides.map(|(side, pose)| walls(self, side, pose, projection));
        let (cols, rows) = (projection.cols as usize, projection.rows as usize);
        let (mut packet, mut decided) = (Packet::default(), [DecidedPixels::default(); 2]);
        for row in (0..rows).step_by(TILE) {
            progress.check()?;
            for col in (0..cols).step_by(TILE) {
                packet.shoot(&jaws, projection, (col, row), |_, _, layers, near_edge| {
                    let is_wall = |layer: &Layer| walls[usize::from(layer.lower)][layer.triangle as usize];
                    let is_sure = near_edge == NearEdge::No && !layers.iter().any(is_wall) && !may_swap(layers);
                    for (decided, a_is_lower) in decided.iter_mut().zip([false, true]) {
                        decided.add(deciding_pass(layers, a_is_lower), is_sure);
                    }
                });
            }
        }
        Ok(decided)
    }
}

/// Sorted layers.
fn may_swap(layers: &[Layer]) -> bool {
    let is_near = |a: &Layer, b: &Layer| b.depth_mm - a.depth_mm < MAY_SWAP_MM;
    layers
        .iter()
        .enumerate()
        .any(|(i, a)| layers[i + 1..].iter().take_while(|b| is_near(a, b)).any(|b| a.lower != b.lower))
}
