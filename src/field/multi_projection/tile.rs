//! Where each cluster is looked at, and how finely.
use super::cluster::{FacingCluster, best};
use super::facings::Facet;
use crate::field::projection_choice::{Extent, PosedShapes, ProjectionAxes};
use crate::field::{ChosenBy, Projection};
use glam::{DVec2, DVec3, UVec2};

/// Surface that the principal map does not see, but a tile does, is looked for this far around what it does see, mm.
const MARGIN_MM: f64 = 1.0;
/// A tile is no finer than this part of the pitch asked for, however steep its surface.
const FINEST: f64 = 0.5;

/// A rectangle seen along one direction: what an engine needs for a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile {
    pub cluster: FacingCluster,
    pub projection: Projection,
    /// What the pixels cover, and the depths of both jaws.
    pub extent: Extent,
}

impl Tile {
    fn new(cluster: &FacingCluster, axes: &ProjectionAxes, extent: Extent, resolution: u32) -> Self {
        Self { cluster: *cluster, projection: axes.projection(&extent, resolution, ChosenBy::ItemBuffer), extent }
    }

    /// The very pixels of a projection, as deep as both jaws are; `None` where the jaws do not overlap along its direction.
    pub fn on_grid(projection: &Projection, jaws: &PosedShapes) -> Option<Self> {
        let axes = ProjectionAxes::of(projection);
        let shadows = Extent::of_shadows(&axes, jaws)?;
        let corner = axes.seen(projection.origin);
        let size =
            DVec2::new(f64::from(projection.cols) * projection.u_mm, f64::from(projection.rows) * projection.v_mm);
        // Depths begin at the origin, and end as far behind the jaws as they begin before them.
        let near = corner.z.min(shadows.near);
        let far = shadows.far + (shadows.near - near);
        let mut extent = shadows.over(corner.truncate(), corner.truncate() + size);
        (extent.near, extent.far) = (near, far);
        let direction = projection.direction;
        let cluster = FacingCluster { direction, area_mm2: 0.0, mean_cosine: 1.0, coarsest_cosine: 1.0 };
        Some(Self { cluster, projection: *projection, extent })
    }

    pub fn axes(&self) -> ProjectionAxes {
        ProjectionAxes::of(&self.projection)
    }

    /// Longer side, pixels.
    pub fn resolution(&self) -> u32 {
        self.projection.cols.max(self.projection.rows)
    }

    pub fn n_pixels(&self) -> u64 {
        u64::from(self.projection.cols) * u64::from(self.projection.rows)
    }

    /// The widest that one of its pixels is on the tooth, mm, but for 5 % of the cluster's area.
    pub fn coarsest_mm(&self) -> f64 {
        self.projection.u_mm.max(self.projection.v_mm) / self.cluster.coarsest_cosine.max(1e-3)
    }

    /// The same projection of some of the pixels, each parted into `parts` x `parts`; columns and rows from, and to, where
    /// the last are left out. Its pixels lie within those of this tile.
    pub fn finer(&self, [from, to]: [UVec2; 2], parts: u32) -> Self {
        let p = &self.projection;
        let (from, to) = (from.min(UVec2::new(p.cols, p.rows)), to.min(UVec2::new(p.cols, p.rows)));
        let pitch = DVec2::new(p.u_mm, p.v_mm);
        let (lo, hi) = (from.as_dvec2() * pitch, to.as_dvec2() * pitch);
        let size = (to - from.min(to)) * parts.max(1);
        let projection = Projection {
            origin: p.origin + p.u * lo.x + p.v * lo.y,
            u_mm: p.u_mm / f64::from(parts.max(1)),
            v_mm: p.v_mm / f64::from(parts.max(1)),
            cols: size.x,
            rows: size.y,
            ..*p
        };
        let corner = self.axes().seen(p.origin).truncate();
        Self { cluster: self.cluster, projection, extent: self.extent.over(corner + lo, corner + hi) }
    }
}

/// A tile for every cluster, so that the coarsest pixel measured on the tooth is no wider than `pitch_mm`, and no larger
/// than `most_pixels` on its longer side.
pub fn tiles_of(
    clusters: &[FacingCluster],
    facets: &[Facet],
    jaws: &PosedShapes,
    pitch_mm: f64,
    most_pixels: u32,
) -> Vec<Tile> {
    let mut rectangles: Vec<Option<(DVec2, DVec2)>> = vec![None; clusters.len()];
    let axes: Vec<ProjectionAxes> =
        clusters.iter().map(|p| ProjectionAxes::along(p.direction, jaws.upper.volume)).collect();
    let directions: Vec<DVec3> = clusters.iter().map(|p| p.direction).collect();
    for facet in facets {
        let nearest = best(&directions, facet.facing).0;
        let at = axes[nearest].seen(facet.place).truncate();
        let (lo, hi) = rectangles[nearest].get_or_insert((at, at));
        (*lo, *hi) = (lo.min(at), hi.max(at));
    }
    let tile = |((cluster, axes), rectangle): ((&FacingCluster, ProjectionAxes), Option<(DVec2, DVec2)>)| {
        let (lo, hi) = rectangle?;
        let extent = Extent::of_shadows(&axes, jaws)?.cut_to(lo - MARGIN_MM, hi + MARGIN_MM)?.with_margin(0.0);
        let pitch = pitch_mm * cluster.coarsest_cosine.clamp(FINEST, 1.0);
        let resolution = ((extent.longer_side() / pitch).ceil() as u32).clamp(8, most_pixels.max(8));
        Some(Tile::new(cluster, &axes, extent, resolution))
    };
    clusters.iter().zip(axes).zip(rectangles).filter_map(tile).collect()
}
