//! Where the analysis looks from, the same for every engine: initial guess by two intersection volumes, direction by the
//! normals in the contact zone, viewport by projected volumes.
//!
//! Paper, sect. 7. The boxes lie along each jaw's own principal axes, so that the answer does not depend on how the
//! scan lies in its file (ENGINES.md, "Choice of projection").
use super::outline::Outline;
use super::{ChosenBy, Projection};
use crate::base::Rigid;
use crate::jaw::frame::principal_axes::weighted_principal_axes;
use crate::mesh::TriMesh;
use glam::{DMat3, DVec2, DVec3};

/// Longer side of the map on which the projection is chosen, pixels.
pub const PROBE_RESOLUTION: u32 = 256;
/// A surface steeper than this against a projection counts as if it were no steeper; the same number stands in reduce.wgsl.
pub const LEAST_COSINE: f64 = 0.05;
/// Gap of the contact zone that orients the projection, mm.
pub const ZONE_MM: f64 = 0.3;
/// Fewer pixels than this give no trustworthy mean normal.
const LEAST_ZONE_PIXELS: f64 = 20.0;

/// Share of the viewport added on every side, so that small motions keep the projection and what is cached for it.
pub const STILL_MARGIN: f64 = 0.02;
/// The same once the lower jaw has moved out of a viewport: it is being dragged and will go on.
pub const DRAG_MARGIN: f64 = 0.12;

/// A box along a jaw's principal axes, in the jaw's own coordinates, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    /// Columns are the axes.
    pub axes: DMat3,
    pub centre: DVec3,
    /// Corners in the coordinates of the axes.
    pub lo: DVec3,
    pub hi: DVec3,
    /// Where the surface reaches farthest from its centre, by area; turns with the jaw, and tells the two ends of an axis
    /// apart. Of any length.
    pub heading: DVec3,
}

impl Volume {
    /// The box of a mesh; `None` without triangles. Its axes are those of the scanned surface: what closing adds follows from
    /// decisions that a hair may tip.
    pub fn of(mesh: &TriMesh) -> Option<Self> {
        let weighted = (0..mesh.n_scanned.min(mesh.triangles.len())).map(|t| {
            let [a, b, c] = mesh.corners(t);
            (((a + b + c) / 3.0).as_dvec3(), f64::from(mesh.doubled_area_normal(t).length()))
        });
        let found = weighted_principal_axes(weighted.clone())?;
        let axes = DMat3::from_cols(found.axes[0], found.axes[1], found.axes[2]);
        let (lo, hi) = bounds(mesh.positions.iter().map(|p| axes.transpose() * p.as_dvec3()))?;
        let heading = weighted.map(|(p, area)| (p - found.centre) * ((p - found.centre).length_squared() * area)).sum();
        Some(Self { axes, centre: found.centre, lo, hi, heading })
    }

    fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|i| {
            let pick = |bit: usize, axis: usize| if i >> bit & 1 == 0 { self.lo[axis] } else { self.hi[axis] };
            self.axes * DVec3::new(pick(0, 0), pick(1, 1), pick(2, 2))
        })
    }

    /// This box cut to where the other one, seen in this one's axes and grown by `reach_mm`, can be.
    fn intersection(&self, other: &Self, self_from_other: &Rigid, reach_mm: f64) -> Option<Self> {
        let seen = other.corners().map(|p| self.axes.transpose() * self_from_other.transform_point(p));
        let (lo, hi) = bounds(seen.into_iter())?;
        let (lo, hi) = (self.lo.max(lo - reach_mm), self.hi.min(hi + reach_mm));
        lo.cmple(hi).all().then_some(Self { lo, hi, ..*self })
    }

    /// Unit normal of the largest wall.
    fn largest_wall_normal(&self) -> DVec3 {
        let size = self.hi - self.lo;
        // The largest wall spans the two longest sides: its normal runs along the shortest.
        let shortest = (0..3).min_by(|a, b| size[*a].total_cmp(&size[*b])).unwrap_or(0);
        self.axes.col(shortest)
    }
}

/// One jaw as the choice of projection sees it, in its own coordinates.
#[derive(Clone, Copy, Debug)]
pub struct JawShape<'a> {
    pub outline: &'a Outline,
    pub volume: &'a Volume,
}

/// Both jaws, the lower one where it stands.
#[derive(Clone, Copy, Debug)]
pub struct PosedShapes<'a> {
    pub upper: JawShape<'a>,
    pub lower: JawShape<'a>,
    pub upper_from_lower: Rigid,
}

impl PosedShapes<'_> {
    /// From the upper jaw's centre to the lower one's, in world coordinates, mm.
    pub fn centres_apart(&self) -> DVec3 {
        self.upper_from_lower.transform_point(self.lower.volume.centre) - self.upper.volume.centre
    }

    /// A pixel grid along a given direction over what both jaws cover; `None` when their shadows do not overlap.
    pub fn projection_along(&self, direction: DVec3, resolution: u32) -> Option<Projection> {
        let axes = ProjectionAxes::along(direction.try_normalize()?, self.upper.volume);
        let extent = Extent::of_shadows(&axes, self)?.with_margin(STILL_MARGIN);
        (resolution > 0).then(|| axes.projection(&extent, resolution, ChosenBy::Given))
    }
}

/// Sums over a map's pixels of unit normals times surface (mm²), upper and lower, each in its own jaw's coordinates.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZoneNormals {
    /// Pixels, and their sums, whose gap is at most [`ZONE_MM`].
    pub near_pixels: f64,
    pub near: [DVec3; 2],
    /// The same of all decided pixels and of all gaps.
    pub decided_pixels: f64,
    pub all: [DVec3; 2],
}

impl ZoneNormals {
    /// Mean normal of the surfaces in the contact zone, from the upper to the lower jaw, in world coordinates; of the
    /// whole range where the near zone is too small, `None` where that is too.
    pub fn direction(&self, upper_from_lower: &Rigid) -> Option<DVec3> {
        let mean = |[upper, lower]: [DVec3; 2]| (upper - upper_from_lower.transform_vector(lower)).try_normalize();
        let near = (self.near_pixels >= LEAST_ZONE_PIXELS).then(|| mean(self.near)).flatten();
        near.or_else(|| (self.decided_pixels >= LEAST_ZONE_PIXELS).then(|| mean(self.all)).flatten())
    }
}

/// Both intersection volumes, in world coordinates; `None` when nothing can be within `reach_mm`.
#[derive(Clone, Copy, Debug)]
pub struct ContactVolumes {
    in_upper: Volume,
    in_lower: Volume,
}

impl ContactVolumes {
    pub fn of(jaws: &PosedShapes, reach_mm: f64) -> Option<Self> {
        let (upper, lower) = (jaws.upper.volume, jaws.lower.volume);
        let in_upper = upper.intersection(lower, &jaws.upper_from_lower, reach_mm)?;
        let in_lower = lower.intersection(upper, &jaws.upper_from_lower.inverse(), reach_mm)?;
        Some(Self { in_upper, in_lower })
    }

    /// Mean of the normals of both largest walls, turned from the upper to the lower jaw.
    pub fn guess_direction(&self, jaws: &PosedShapes) -> DVec3 {
        let downwards = jaws.centres_apart();
        let turned = |n: DVec3| if n.dot(downwards) < 0.0 { -n } else { n };
        let a = turned(self.in_upper.largest_wall_normal());
        let b = turned(jaws.upper_from_lower.transform_vector(self.in_lower.largest_wall_normal()));
        (a + b).normalize_or(a)
    }

    fn corners(&self, upper_from_lower: &Rigid) -> [[DVec3; 8]; 2] {
        [self.in_upper.corners(), self.in_lower.corners().map(|p| upper_from_lower.transform_point(p))]
    }
}

/// The rectangle and the depths that a projection has to cover, in mm along (u, v, direction) from the world's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    pub lo: DVec2,
    pub hi: DVec2,
    pub near: f64,
    pub far: f64,
    /// The upper jaw alone: nothing is analysed beyond it.
    upper_lo: DVec2,
    upper_hi: DVec2,
}

impl Extent {
    /// Viewport: where both volumes and both jaws are. Depths: all of both jaws, so that the near plane lies before
    /// both solids (anything else corrupts the counts). `None` when the jaws do not overlap in this projection.
    pub fn of(axes: &ProjectionAxes, jaws: &PosedShapes, volumes: &ContactVolumes) -> Option<Self> {
        let (plane, mut extent) = (axes.matrix().transpose(), Self::of_shadows(axes, jaws)?);
        for corners in volumes.corners(&jaws.upper_from_lower) {
            let (box_lo, box_hi) = bounds(corners.into_iter().map(|p| plane * p))?;
            extent.lo = extent.lo.max(box_lo.truncate());
            extent.hi = extent.hi.min(box_hi.truncate());
        }
        extent.lo.cmplt(extent.hi).all().then_some(extent)
    }

    /// The same from both jaws alone, however far apart they are.
    pub fn of_shadows(axes: &ProjectionAxes, jaws: &PosedShapes) -> Option<Self> {
        let plane = Rigid { rotation: axes.matrix().transpose(), translation: DVec3::ZERO };
        let upper = jaws.upper.outline.bounds(&plane)?;
        let lower = jaws.lower.outline.bounds(&(plane * jaws.upper_from_lower))?;
        let (lo, hi) = (upper.0.truncate().max(lower.0.truncate()), upper.1.truncate().min(lower.1.truncate()));
        lo.cmplt(hi).all().then_some(Self {
            lo,
            hi,
            near: upper.0.z.min(lower.0.z),
            far: upper.1.z.max(lower.1.z),
            upper_lo: upper.0.truncate(),
            upper_hi: upper.1.truncate(),
        })
    }

    /// A share more on every side, but hardly beyond the upper jaw.
    pub fn with_margin(self, share: f64) -> Self {
        let side = self.longer_side() * share;
        let (hair, depth) = (self.longer_side() * STILL_MARGIN, (self.far - self.near) * share + 0.01);
        Self {
            lo: (self.lo - side).max(self.upper_lo - hair).min(self.lo),
            hi: (self.hi + side).min(self.upper_hi + hair).max(self.hi),
            near: self.near - depth,
            far: self.far + depth,
            ..self
        }
    }

    /// The part within a rectangle; the depths stay. `None` when nothing is left.
    pub fn cut_to(self, lo: DVec2, hi: DVec2) -> Option<Self> {
        let (lo, hi) = (self.lo.max(lo), self.hi.min(hi));
        lo.cmplt(hi).all().then_some(Self { lo, hi, ..self })
    }

    /// The same depths over another rectangle.
    pub fn over(self, lo: DVec2, hi: DVec2) -> Self {
        Self { lo, hi, ..self }
    }

    pub fn contains(&self, other: &Self) -> bool {
        self.lo.cmple(other.lo).all()
            && self.hi.cmpge(other.hi).all()
            && self.near <= other.near
            && self.far >= other.far
    }

    /// Longer side, mm.
    pub fn longer_side(&self) -> f64 {
        (self.hi - self.lo).max_element()
    }
}

/// Right-handed axes of a projection: `u` to the right, `v` down the map, `direction` away from the viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProjectionAxes {
    pub u: DVec3,
    pub v: DVec3,
    pub direction: DVec3,
}

impl ProjectionAxes {
    /// Axes whose `u` follows the upper jaw's longest extent that the projection shows, so that they turn with the jaw. Of the two
    /// ways round they take the one in which the jaw's heading runs along the axis it is nearest to: principal axes have no
    /// sign of their own, and half a turn would move every pixel's centre.
    pub fn along(direction: DVec3, upper: &Volume) -> Self {
        let across = |axis: DVec3| axis - direction * axis.dot(direction);
        let candidates = [upper.axes.x_axis, upper.axes.y_axis];
        let longest = candidates.into_iter().find(|a| across(*a).length() > 0.5).unwrap_or(upper.axes.z_axis);
        let u = across(longest).normalize_or(direction.any_orthonormal_vector());
        let v = direction.cross(u);
        let (along_u, along_v) = (u.dot(upper.heading), v.dot(upper.heading));
        let nearest = if along_u.abs() > along_v.abs() { along_u } else { along_v };
        let way = if nearest < 0.0 { -1.0 } else { 1.0 };
        Self { u: u * way, v: v * way, direction }
    }

    /// Those of a projection.
    pub fn of(projection: &Projection) -> Self {
        Self { u: projection.u, v: projection.v, direction: projection.direction }
    }

    /// A world point along (u, v, direction), mm.
    pub fn seen(&self, p: DVec3) -> DVec3 {
        DVec3::new(self.u.dot(p), self.v.dot(p), self.direction.dot(p))
    }

    fn matrix(&self) -> DMat3 {
        DMat3::from_cols(self.u, self.v, self.direction)
    }

    /// The pixel grid over an extent; square pixels, the longer side `resolution` of them.
    pub fn projection(&self, extent: &Extent, resolution: u32, chosen_by: ChosenBy) -> Projection {
        let pitch = extent.longer_side() / f64::from(resolution);
        let cells = |side: f64| ((side / pitch).ceil() as u32).clamp(1, resolution);
        let size = extent.hi - extent.lo;
        Projection {
            direction: self.direction,
            u: self.u,
            v: self.v,
            origin: self.u * extent.lo.x + self.v * extent.lo.y + self.direction * extent.near,
            u_mm: pitch,
            v_mm: pitch,
            cols: cells(size.x),
            rows: cells(size.y),
            chosen_by,
        }
    }
}

fn bounds(mut points: impl Iterator<Item = DVec3>) -> Option<(DVec3, DVec3)> {
    let first = points.next()?;
    Some(points.fold((first, first), |(lo, hi), p| (lo.min(p), hi.max(p))))
}
