//! What a jaw looks like, made once a mesh on the CPU: smooth normals, and how hollow the surface is at each vertex,
//! so that fissures and cusps read whatever the light.
use super::display_vertex::DisplayVertex;
use super::levels::{Level, levels};
use crate::base::{Cancelled, Progress};
use crate::mesh::clusters::{Cluster, clusters};
use crate::mesh::{N_INSIDE_OUT_RAYS, TriMesh, inside_out};
use glam::Vec3;

/// Radius over which fine hollows (fissures) are found, mm.
const FINE_MM: f32 = 0.5;
/// Radius over which broad hollows (between teeth, along the gum) are found, mm.
const BROAD_MM: f32 = 1.7;
/// A patch that is inside out reaches at most two rays beyond the places that they found of it: as a share of how far the mesh reaches.
const INSIDE_OUT_REACH: f32 = 2.0 / N_INSIDE_OUT_RAYS as f32;
/// Most smoothing steps, so that very fine scans do not take long; of scans that are finer still, as many as take no longer.
const MAX_STEPS: usize = 60;
const MOST_SMOOTHED: usize = 60 * 2_000_000;

/// A mesh made ready to be drawn.
#[derive(Clone, Debug, Default)]
pub struct DisplayMesh {
    pub vertices: Vec<DisplayVertex>,
    /// Three a triangle; the ones that closing added come last.
    pub indices: Vec<u32>,
    /// Indices of the scan's own triangles.
    pub n_scanned_indices: u32,
    /// Whether the scan has colours of its own.
    pub has_colors: bool,
    /// Extreme points of the scan's own surface in many directions, jaw coordinates, mm: enough to fit a view.
    pub outline: Vec<Vec3>,
    /// Runs of triangles, in the order of `indices`.
    pub clusters: Vec<Cluster>,
    /// The corners of the bounding box, jaw coordinates, mm.
    pub box_corners: Vec<Vec3>,
    /// By cluster, whether some of it may be inside out; empty where it was not looked for.
    pub inside_out: Vec<bool>,
    /// Coarser levels of the same surface, the finest first.
    pub levels: Vec<Level>,
}

impl DisplayMesh {
    /// With its coarser levels. Takes some hundred milliseconds for a large scan: fit for a worker thread. Of a surface that is not closed both sides are drawn everywhere: what is inside out of it is
    /// not looked for.
    ///
    /// # Errors
    /// Cancelling.
    pub fn watched(mesh: &TriMesh, closed: bool, progress: &Progress) -> Result<Self, Cancelled> {
        let mut display = Self::without_levels(mesh, &progress.part(0.0, 0.5))?;
        let (scanned, added) = bytemuck::cast_slice(&display.indices).split_at(display.n_scanned_indices as usize / 3);
        display.levels = levels(&display.vertices, scanned, added, &progress.part(0.5, 1.0))?;
        if closed && !display.clusters.is_empty() {
            display.mark_inside_out(inside_out(mesh, progress)?.as_deref());
        }
        Ok(display)
    }

    /// `places`: of the surface behind which there is no solid; `None`: everywhere.
    fn mark_inside_out(&mut self, places: Option<&[Vec3]>) {
        let extent_mm = self.box_corners.iter().fold(0.0, |most: f32, p| most.max(p.distance(self.box_corners[0])));
        let marks = |clusters: &[Cluster], error_mm: f32| -> Vec<bool> {
            let reach_mm = error_mm + INSIDE_OUT_REACH * extent_mm;
            let holds = |c: &Cluster, p: &Vec3| p.cmpge(c.lo - reach_mm).all() && p.cmple(c.hi + reach_mm).all();
            clusters.iter().map(|c| places.is_none_or(|places| places.iter().any(|p| holds(c, p)))).collect()
        };
        self.inside_out = marks(&self.clusters, 0.0);
        self.levels.iter_mut().for_each(|level| level.inside_out = marks(&level.clusters, level.error_mm));
    }

    /// Without coarser levels and what is inside out: for saved pictures, which show every triangle. Triangles that name a vertex which
    /// is not there are left out.
    pub fn whole(mesh: &TriMesh) -> Self {
        // Nobody cancels it.
        Self::without_levels(mesh, &Progress::default()).unwrap_or_default()
    }

    fn without_levels(mesh: &TriMesh, progress: &Progress) -> Result<Self, Cancelled> {
        let n = mesh.positions.len();
        let valid = |t: &&[u32; 3]| t.iter().all(|i| (*i as usize) < n);
        let n_scanned = mesh.n_scanned.min(mesh.triangles.len());
        let scanned: Vec<[u32; 3]> = mesh.triangles[..n_scanned].iter().filter(valid).copied().collect();
        let added: Vec<[u32; 3]> = mesh.triangles[n_scanned..].iter().filter(valid).copied().collect();
        let mut normals = vertex_normals(&mesh.positions, &scanned);
        progress.at(0.2)?;
        let hollow = hollows(&mesh.positions, &scanned, &normals, &progress.part(0.2, 0.8))?;
        let mut used = vec![false; n];
        scanned.iter().flatten().for_each(|i| used[*i as usize] = true);
        let of_added = vertex_normals(&mesh.positions, &added);
        (0..n).filter(|i| !used[*i]).for_each(|i| normals[i] = of_added[i]);
        let on_scan: Vec<Vec3> = (0..n).filter(|i| used[*i]).map(|i| mesh.positions[i]).collect();
        let color = |i: usize| mesh.colors.as_ref().and_then(|c| c.get(i)).map_or([0; 4], |c| [c[0], c[1], c[2], 255]);
        let vertices: Vec<DisplayVertex> = (0..n)
            .map(|i| {
                let v = normals[i].extend(hollow[i]).to_array();
                DisplayVertex {
                    position: mesh.positions[i].to_array(),
                    normal_hollow: v.map(|x| (x.clamp(-1.0, 1.0) * 32767.0).round() as i16),
                    color: color(i),
                }
            })
            .collect();
        progress.at(0.9)?;
        let is_whole = scanned.len() + added.len() == mesh.triangles.len();
        Ok(Self {
            levels: Vec::new(),
            vertices,
            has_colors: mesh.colors.is_some(),
            n_scanned_indices: 3 * scanned.len() as u32,
            clusters: if is_whole { clusters(mesh) } else { Vec::new() },
            inside_out: Vec::new(),
            outline: outline(&on_scan, progress)?,
            box_corners: mesh.bounds().map(|(lo, hi)| box_corners(lo, hi)).unwrap_or_default(),
            indices: scanned.into_iter().chain(added).flatten().collect(),
        })
    }
}

/// Angle-weighted vertex normals (Thürmer, Wüthrich 1998): they do not depend on how a fan is cut into triangles.
fn vertex_normals(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    for t in triangles {
        let p = t.map(|i| positions[i as usize]);
        let Some(normal) = (p[1] - p[0]).cross(p[2] - p[0]).try_normalize() else { continue };
        for k in 0..3 {
            let (a, b) = (p[(k + 1) % 3] - p[k], p[(k + 2) % 3] - p[k]);
            sums[t[k] as usize] += normal * a.angle_between(b);
        }
    }
    sums.into_iter().map(|s| s.normalize_or(Vec3::Z)).collect()
}

/// How hollow the surface is at each vertex, -1 (cusp) to 1 (fissure): how far smoothing over two radii would lift
/// the vertex along its normal. A sphere of curvature k sinks by about `k radius² / 2`.
fn hollows(
    positions: &[Vec3],
    triangles: &[[u32; 3]],
    normals: &[Vec3],
    progress: &Progress,
) -> Result<Vec<f32>, Cancelled> {
    let edge_mm = mean_edge(positions, triangles);
    if edge_mm <= 0.0 || !edge_mm.is_finite() {
        return Ok(vec![0.0; positions.len()]);
    }
    let most_steps = (MOST_SMOOTHED / triangles.len().max(1)).clamp(1, MAX_STEPS);
    let steps = |radius: f32| ((radius / edge_mm).powi(2).round() as usize).clamp(1, most_steps);
    let (n_fine, n_broad) = (steps(FINE_MM), steps(BROAD_MM));
    let rim = rim_vertices(positions.len(), triangles);
    let lift = |smoothed: &[Vec3], n: usize| -> Vec<f32> {
        // In units of the radius that was really smoothed over.
        let radius = edge_mm * (n as f32).sqrt();
        (0..positions.len()).map(|i| (smoothed[i] - positions[i]).dot(normals[i]) / radius).collect()
    };
    let mut smoothed = positions.to_vec();
    progress.check()?;
    smooth(&mut smoothed, triangles, &rim, n_fine, &progress.part(0.0, 0.5))?;
    let fine = lift(&smoothed, n_fine);
    smooth(&mut smoothed, triangles, &rim, n_broad.saturating_sub(n_fine), &progress.part(0.5, 1.0))?;
    let broad = lift(&smoothed, n_broad.max(n_fine));
    let hollow = |(f, b): (&f32, &f32)| (0.55 * (5.0 * f).tanh() + 0.6 * (2.5 * b).tanh()).clamp(-1.0, 1.0);
    Ok(fine.iter().zip(&broad).map(hollow).collect())
}

fn mean_edge(positions: &[Vec3], triangles: &[[u32; 3]]) -> f32 {
    let length = |t: &[u32; 3]| positions[t[0] as usize].distance(positions[t[1] as usize]);
    let sum: f64 = triangles.iter().map(|t| f64::from(length(t))).sum();
    (sum / triangles.len().max(1) as f64) as f32
}

/// Vertices whose fan of triangles is not closed: around a closed fan the differences of neighbours' numbers cancel.
fn rim_vertices(n_vertices: usize, triangles: &[[u32; 3]]) -> Vec<bool> {
    let mut turn = vec![0i64; n_vertices];
    for &[a, b, c] in triangles {
        for (at, from, to) in [(a, b, c), (b, c, a), (c, a, b)] {
            turn[at as usize] += i64::from(to) - i64::from(from);
        }
    }
    turn.into_iter().map(|t| t != 0).collect()
}

/// Moves every vertex but the rim's to the mean of its neighbours, `n_steps` times.
fn smooth(
    points: &mut [Vec3],
    triangles: &[[u32; 3]],
    rim: &[bool],
    n_steps: usize,
    progress: &Progress,
) -> Result<(), Cancelled> {
    let mut sums = vec![Vec3::ZERO; points.len()];
    let mut counts = vec![0u32; points.len()];
    for t in triangles {
        t.iter().for_each(|i| counts[*i as usize] += 2);
    }
    for step in 0..n_steps {
        progress.at(step as f64 / n_steps as f64)?;
        sums.fill(Vec3::ZERO);
        for t in triangles {
            let [a, b, c] = t.map(|i| points[i as usize]);
            sums[t[0] as usize] += b + c;
            sums[t[1] as usize] += c + a;
            sums[t[2] as usize] += a + b;
        }
        for i in (0..points.len()).filter(|i| !rim[*i] && counts[*i] > 0) {
            points[i] = sums[i] / counts[i] as f32;
        }
    }
    Ok(())
}

/// The farthest points in 98 directions. One pass over the points: they are many, and the directions stay at hand.
fn outline(positions: &[Vec3], progress: &Progress) -> Result<Vec<Vec3>, Cancelled> {
    let steps = [-1.0, -0.5, 0.0, 0.5, 1.0f32];
    let cube =
        steps.into_iter().flat_map(move |x| steps.into_iter().flat_map(move |y| steps.map(|z| Vec3::new(x, y, z))));
    let directions: Vec<Vec3> = cube.filter(|d| d.abs().max_element() == 1.0).collect();
    let mut farthest = vec![(f32::NEG_INFINITY, None); directions.len()];
    for (i, point) in positions.iter().enumerate() {
        progress.look(i)?;
        for (direction, farthest) in directions.iter().zip(&mut farthest) {
            let along = point.dot(*direction);
            if along >= farthest.0 {
                *farthest = (along, Some(*point));
            }
        }
    }
    let mut points: Vec<Vec3> = farthest.into_iter().filter_map(|(_, point)| point).collect();
    points.dedup();
    Ok(points)
}

fn box_corners(lo: Vec3, hi: Vec3) -> Vec<Vec3> {
    let pick = |bits: u32, k: u32| if bits >> k & 1 == 0 { lo[k as usize] } else { hi[k as usize] };
    (0..8).map(|bits| Vec3::new(pick(bits, 0), pick(bits, 1), pick(bits, 2))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    impl DisplayMesh {
        /// Both sides of which are drawn everywhere.
        pub fn new(mesh: &TriMesh) -> Self {
            Self::watched(mesh, false, &Progress::default()).unwrap()
        }
    }
    use crate::render::test_scene::height_field;

    fn hollow(v: &DisplayVertex) -> f32 {
        f32::from(v.normal_hollow[3]) / 32767.0
    }

    #[test]
    fn pits_are_hollow_and_bumps_are_not() {
        let radius = 1.0f32;
        let bump = |sign: f32| {
            height_field(41, 0.2, move |x, y| sign * 1.5 * (-(x * x + y * y) / (2.0 * radius * radius)).exp())
        };
        let middle = |sign| {
            let display = DisplayMesh::new(&bump(sign));
            let v = display.vertices.iter().min_by(|a, b| {
                let r = |v: &DisplayVertex| v.position[0].hypot(v.position[1]);
                r(a).total_cmp(&r(b))
            });
            hollow(v.unwrap())
        };
        assert!(middle(1.0) < -0.3, "bump {}", middle(1.0));
        assert!(middle(-1.0) > 0.3, "pit {}", middle(-1.0));
        assert!(middle(0.0).abs() < 1e-3, "flat {}", middle(0.0));
    }

    #[test]
    fn normals_point_out_of_the_scan() {
        let display = DisplayMesh::new(&height_field(9, 0.5, |x, y| 0.1 * x - 0.2 * y));
        let wanted = Vec3::new(-0.1, 0.2, 1.0).normalize();
        // The first 81 vertices are the top; the floor's belong to no face of the scan.
        for v in &display.vertices[..81] {
            let n = Vec3::from_array([0, 1, 2].map(|k| f32::from(v.normal_hollow[k]) / 32767.0));
            assert!(n.distance(wanted) < 1e-3, "{n}");
        }
    }

    #[test]
    fn triangles_with_missing_vertices_are_left_out() {
        let mut mesh = height_field(3, 1.0, |_, _| 0.0);
        let whole = DisplayMesh::new(&mesh).indices.len();
        mesh.triangles.push([0, 1, 9999]);
        mesh.n_scanned = usize::MAX;
        let display = DisplayMesh::new(&mesh);
        assert_eq!(display.indices.len(), whole);
        assert_eq!(display.n_scanned_indices as usize, whole);
        let empty = DisplayMesh::new(&TriMesh::default());
        assert!(empty.vertices.is_empty() && empty.outline.is_empty() && empty.box_corners.is_empty());
    }
}
