//! All layers along the parallel rays through the pixel centres of a projection.
//!
//! Rays go down the tree in packets, a square of pixels at a time: a node is opened when its box, seen along the rays,
//! touches the square. What a ray crosses is decided ray by ray and exactly (see [`super::crossing`]).
use super::bvh::{Bvh, NodeBox};
use super::crossing::{Crossing, Seen};
use super::predicates::orient2d;
use super::surface::Surface;
use crate::base::Rigid;
use crate::field::layers::{self, Layer};
use crate::field::{NearEdge, Projection};
use crate::mesh::topology::{NO_TWIN, half_direction};
use glam::{DMat4, DVec2, Vec2, Vec3A};

/// A ray that passes an edge by less than this is marked, pixels.
pub const NEAR_EDGE_PX: f64 = 1.0 / 256.0;
/// Side of a packet, pixels.
pub const TILE: usize = 16;

/// One jaw as the rays see it.
pub struct JawInProjection<'a> {
    bvh: &'a Bvh,
    triangles: &'a [[u32; 3]],
    twins: &'a [u32],
    lower: bool,
    /// Columns, rows, depth in mm of every vertex.
    seen: Vec<Seen>,
    boxes: BoxesInProjection,
    reach_px: f64,
}

/// Boxes in columns and rows, in single precision.
struct BoxesInProjection {
    col: (Vec3A, f32),
    row: (Vec3A, f32),
    pad: f32,
}

impl BoxesInProjection {
    fn new(map_from_jaw: &DMat4, reach_mm: f32) -> Self {
        let row = |i: usize| {
            let r = map_from_jaw.row(i);
            (Vec3A::from(r.truncate().as_vec3()), r.w as f32)
        };
        let (col, row) = (row(0), row(1));
        let scale = |(axis, offset): (Vec3A, f32)| 2.0 * axis.length() * reach_mm + offset.abs();
        Self { col, row, pad: 16.0 * f32::EPSILON * scale(col).max(scale(row)) + NEAR_EDGE_PX as f32 }
    }

    fn may_touch(&self, node: &NodeBox, centre: Vec2, half: Vec2) -> bool {
        let overlaps = |(axis, offset): (Vec3A, f32), centre: f32, half: f32| {
            let apart = (axis.dot(node.centre) + offset - centre).abs();
            apart <= axis.abs().dot(node.half) + half + self.pad
        };
        overlaps(self.col, centre.x, half.x) && overlaps(self.row, centre.y, half.y)
    }
}

impl<'a> JawInProjection<'a> {
    pub fn new(surface: Surface<'a>, upper_from_jaw: &Rigid, lower: bool, projection: &Projection) -> Self {
        let Surface { mesh, bvh, twins } = surface;
        let place = |p: &glam::Vec3| projection.map_from_world(upper_from_jaw.transform_point(p.as_dvec3()));
        let seen: Vec<Seen> = mesh.positions.iter().map(place).collect();
        let map_from_jaw = projection.map_from_world_matrix() * upper_from_jaw.to_dmat4();
        let boxes = BoxesInProjection::new(&map_from_jaw, bvh.reach_mm());
        let largest = seen.iter().fold(0.0, |m: f64, s| m.max(s.0.abs().max_element()));
        let reach_px = largest + f64::from(projection.cols.max(projection.rows));
        Self { bvh, triangles: &mesh.triangles, twins, lower, seen, boxes, reach_px }
    }

    /// Adds what the rays of a packet cross.
    fn shoot(&self, packet: &mut Packet) {
        if self.bvh.is_empty() {
            return;
        }
        let half = Vec2::new(packet.cols as f32, packet.rows as f32) * 0.5;
        let centre = Vec2::new(packet.col as f32, packet.row as f32) + half;
        let mut open = std::mem::take(&mut packet.open);
        open.push(0);
        while let Some(node) = open.pop() {
            if !self.boxes.may_touch(self.bvh.node_box(node), centre, half) {
                continue;
            }
            let link = self.bvh.link(node);
            if link.is_leaf() {
                link.triangles().for_each(|place| self.cross(self.bvh.triangle_id(place), packet));
            } else {
                open.extend([link.first + 1, link.first]);
            }
        }
        packet.open = open;
    }

    fn cross(&self, triangle: u32, packet: &mut Packet) {
        let corners = self.triangles[triangle as usize].map(|i| self.seen[i as usize]);
        let [a, b, c] = corners.map(|c| c.0);
        let margin = DVec2::splat(0.5 + NEAR_EDGE_PX);
        let first = (a.min(b).min(c) - margin).max(DVec2::new(packet.col as f64 - 0.5, packet.row as f64 - 0.5)).ceil();
        let last = (a.max(b).max(c) + (margin - 1.0)).floor();
        let (cols, rows) = ((packet.col + packet.cols) as f64, (packet.row + packet.rows) as f64);
        if !(first.x <= last.x && first.y <= last.y && first.x < cols && first.y < rows) {
            return;
        }
        let crossing = Crossing::new(corners, self.reach_px);
        for row in first.y as usize..=(last.y.min(rows - 1.0)) as usize {
            for col in first.x as usize..=(last.x.min(cols - 1.0)) as usize {
                let crossed = crossing.at(DVec2::new(col as f64 + 0.5, row as f64 + 0.5), NEAR_EDGE_PX);
                let pixel = (row - packet.row) * TILE + (col - packet.col);
                if crossed.near_edges != [false; 3] {
                    packet.near_edge[pixel] = packet.near_edge[pixel].max(self.kind_of(triangle, crossed.near_edges));
                }
                if let Some((depth_mm, entered)) = crossed.through {
                    packet.found.push((pixel as u32, Layer { depth_mm, triangle, entered, lower: self.lower }));
                }
            }
        }
    }

    /// What the edges of a triangle are to this projection.
    #[cold]
    fn kind_of(&self, triangle: u32, edges: [bool; 3]) -> NearEdge {
        let is_silhouette = |corner: usize| edges[corner] && self.is_silhouette(3 * triangle as usize + corner);
        if (0..3).any(is_silhouette) { NearEdge::Silhouette } else { NearEdge::Plain }
    }

    /// Whether the surface ends or folds back at an edge: its two triangles, if it has two, do not lie on both sides.
    fn is_silhouette(&self, half: usize) -> bool {
        let twin = self.twins[half];
        twin == NO_TWIN || self.side(half) * self.side(twin as usize) != -1
    }

    /// On which side of an edge (from its smaller to its larger vertex) the triangle of a half-edge is seen; 0 on edge.
    fn side(&self, half: usize) -> i32 {
        let [a, b, c] = self.triangles[half / 3].map(|i| self.seen[i as usize].0);
        let area = orient2d(a, b, c);
        (i32::from(area > 0.0) - i32::from(area < 0.0)) * half_direction(self.triangles, half)
    }
}

/// A square of rays and what they cross. Kept from square to square for its memory.
#[derive(Default)]
pub struct Packet {
    col: usize,
    row: usize,
    cols: usize,
    rows: usize,
    near_edge: Vec<NearEdge>,
    found: Vec<(u32, Layer)>,
    by_pixel: Vec<Layer>,
    ends: Vec<usize>,
    open: Vec<u32>,
}

impl Packet {
    /// Shoots the rays of the square whose first pixel is (`col`, `row`) and calls `read` with each pixel's column, row,
    /// sorted layers, and what edge its ray passes near.
    pub fn shoot(
        &mut self,
        jaws: &[JawInProjection; 2],
        projection: &Projection,
        (col, row): (usize, usize),
        mut read: impl FnMut(usize, usize, &[Layer], NearEdge),
    ) {
        (self.col, self.row) = (col, row);
        self.cols = TILE.min(projection.cols as usize - col);
        self.rows = TILE.min(projection.rows as usize - row);
        self.near_edge.clear();
        self.near_edge.resize(TILE * TILE, NearEdge::No);
        self.found.clear();
        jaws.iter().for_each(|jaw| jaw.shoot(self));
        layers::gather(&self.found, TILE * TILE, &mut self.ends, &mut self.by_pixel);
        for pixel in (0..TILE * TILE).filter(|p| p % TILE < self.cols && p / TILE < self.rows) {
            let begin = if pixel == 0 { 0 } else { self.ends[pixel - 1] };
            let layers = &mut self.by_pixel[begin..self.ends[pixel]];
            layers::sort(layers);
            read(col + pixel % TILE, row + pixel / TILE, layers, self.near_edge[pixel]);
        }
    }
}
