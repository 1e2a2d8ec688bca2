//! A pair of jaws as the threads draw them: clusters of triangles, each with its own few corners.
use crate::base::{Rigid, on_threads};
use crate::field::outline::Outline;
use crate::field::projection_choice::{JawShape, PosedShapes, Volume};
use crate::jaw::{Jaw, JawPair};
use crate::mesh::TriMesh;
use crate::mesh::clusters::{CLUSTER_TRIANGLES, Cluster, clusters};
use glam::Vec3;
use std::sync::Mutex;

/// Most corners of a cluster.
pub const MOST_CORNERS: usize = 3 * CLUSTER_TRIANGLES;

/// A cluster and where its corners begin.
#[derive(Clone, Copy, Debug)]
pub struct PackedCluster {
    pub cluster: Cluster,
    pub first_corner: u32,
    pub n_corners: u32,
}

/// One jaw, in its own coordinates, mm.
pub struct NativeJaw {
    pub parts: Vec<PackedCluster>,
    /// The parts' corners, one after the other; a corner that several parts use stands in each.
    pub corners: [Vec<f32>; 3],
    /// Corners of each triangle, counted from its part's first.
    pub triangles: Vec<[u16; 3]>,
    /// Unit, outward; zero for a triangle without an area.
    pub normals: Vec<Vec3>,
    /// Triangles from here on were added by closing.
    pub n_scanned: u32,
    /// Every ray's winding returns to zero and needs no check.
    pub closed: bool,
    pub largest_coordinate_mm: f64,
    outline: Outline,
    volume: Volume,
}

impl NativeJaw {
    /// `None` without triangles that have an area.
    fn new(jaw: &Jaw) -> Option<Self> {
        let mesh = &jaw.mesh;
        let volume = Volume::of(mesh)?;
        let mut out = Self {
            parts: Vec::new(),
            corners: Default::default(),
            triangles: Vec::with_capacity(mesh.triangles.len()),
            normals: (0..mesh.triangles.len()).map(|t| mesh.doubled_area_normal(t).normalize_or_zero()).collect(),
            n_scanned: mesh.n_scanned as u32,
            closed: jaw.report.closed,
            largest_coordinate_mm: mesh.positions.iter().map(|p| p.abs().max_element()).fold(0.0, f32::max).into(),
            outline: Outline::of(mesh),
            volume,
        };
        // Where a vertex stands in the part that used it last.
        let mut places = vec![(u32::MAX, 0_u16); mesh.positions.len()];
        for cluster in clusters(mesh) {
            out.add_part(mesh, cluster, &mut places);
        }
        out.corners.iter_mut().for_each(Vec::shrink_to_fit);
        out.parts.shrink_to_fit();
        Some(out)
    }

    fn add_part(&mut self, mesh: &TriMesh, cluster: Cluster, places: &mut [(u32, u16)]) {
        let (part, first_corner) = (self.parts.len() as u32, self.corners[0].len() as u32);
        let run = cluster.first as usize..(cluster.first + cluster.n_triangles) as usize;
        for triangle in &mesh.triangles[run] {
            self.triangles.push(triangle.map(|vertex| {
                let place = &mut places[vertex as usize];
                if place.0 != part {
                    *place = (part, (self.corners[0].len() as u32 - first_corner) as u16);
                    let at = mesh.positions[vertex as usize];
                    for (axis, value) in self.corners.iter_mut().zip(at.to_array()) {
                        axis.push(value);
                    }
                }
                place.1
            }));
        }
        let n_corners = self.corners[0].len() as u32 - first_corner;
        self.parts.push(PackedCluster { cluster, first_corner, n_corners });
    }

    pub fn shape(&self) -> JawShape<'_> {
        JawShape { outline: &self.outline, volume: &self.volume }
    }
}

/// Both jaws.
pub struct NativePair {
    pub upper: NativeJaw,
    pub lower: NativeJaw,
}

impl NativePair {
    /// Prepares both jaws, side by side; `None` when one has no surface.
    pub fn new(pair: &JawPair) -> Option<Self> {
        let wanted = Mutex::new([(1, &pair.lower), (0, &pair.upper)].into_iter().collect::<Vec<_>>());
        let next = || wanted.lock().ok().and_then(|mut w| w.pop());
        let mut made = [None, None];
        for (side, jaw) in on_threads(2, || {
            let mut mine = Vec::new();
            while let Some((side, jaw)) = next() {
                mine.push((side, NativeJaw::new(jaw)));
            }
            mine
        })
        .into_iter()
        .flatten()
        {
            made[side] = jaw;
        }
        let [upper, lower] = made;
        Some(Self { upper: upper?, lower: lower? })
    }

    /// Both jaws as the choice of projection sees them.
    pub fn shapes(&self, upper_from_lower: &Rigid) -> PosedShapes<'_> {
        PosedShapes { upper: self.upper.shape(), lower: self.lower.shape(), upper_from_lower: *upper_from_lower }
    }

    /// Largest coordinate of either jaw, mm: the rounding of single precision is a share of it.
    pub fn largest_coordinate_mm(&self) -> f64 {
        self.upper.largest_coordinate_mm.max(self.lower.largest_coordinate_mm)
    }
}
