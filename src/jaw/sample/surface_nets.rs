//! From a distance field to a triangle mesh: dual vertices (one for each patch of surface in a cell, Nielson 2004),
//! then drawn onto the field's zero.
use crate::base::{Cancelled, Progress, n_threads, on_threads};
use glam::{UVec3, Vec3};

/// A solid given by a field (mm, negative inside), asked in small regions so that it can leave out what is far.
pub trait Solid: Sync {
    type Region;
    fn region(&self, centre: Vec3, radius: f32) -> Self::Region;
    fn distance(&self, region: &Self::Region, p: Vec3) -> f32;
    /// Whether the surface at this point belongs to the scan.
    fn scanned(&self, region: &Self::Region, p: Vec3) -> bool;
}

/// The box that is sampled and the size of its cells, mm.
pub struct Lattice {
    pub low: Vec3,
    pub n: UVec3,
    pub cell_mm: f32,
}

const BLOCK: usize = 4;
/// The fields are steeper than a true distance at most by this factor.
const STEEPEST: f32 = 1.25;

impl Lattice {
    pub fn new(low: Vec3, high: Vec3, cell_mm: f32) -> Self {
        let blocks = ((high - low) / (cell_mm * BLOCK as f32)).ceil().as_uvec3();
        Self { low, n: blocks * BLOCK as u32, cell_mm }
    }

    fn at(&self, x: usize, y: usize, z: usize) -> Vec3 {
        self.low + Vec3::new(x as f32, y as f32, z as f32) * self.cell_mm
    }

    /// Meshes a solid: positions in mm, triangles counter-clockwise from outside. The share `from..to` of the whole
    /// work goes to `progress`.
    pub fn mesh<S: Solid>(&self, solid: &S, progress: &Progress, share: (f64, f64)) -> Result<Surface, Cancelled> {
        let samples = self.sample(solid, progress, (share.0, 0.2 * share.0 + 0.8 * share.1))?;
        let mut surface = self.extract(&samples);
        drop(samples);
        progress.at(0.1 * share.0 + 0.9 * share.1)?;
        let keep = self.draw_onto(solid, &mut surface.positions);
        surface.drop_unscanned(&keep);
        progress.at(share.1)?;
        Ok(surface)
    }

    /// The field at every lattice point; far from the surface only its sign is right.
    fn sample<S: Solid>(&self, solid: &S, progress: &Progress, share: (f64, f64)) -> Result<Vec<f32>, Cancelled> {
        let [nx, ny, nz] = self.n.to_array().map(|n| n as usize);
        let mut samples = vec![1.0_f32; nx * ny * nz];
        let layers: Vec<&mut [f32]> = samples.chunks_mut(nx * ny * BLOCK).collect();
        let n_layers = layers.len();
        let queue = std::sync::Mutex::new(layers.into_iter().enumerate());
        let next = || queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
        let work = || -> Result<(), Cancelled> {
            while let Some((layer, values)) = next() {
                self.sample_layer(solid, layer * BLOCK, values);
                progress.at(share.0 + (share.1 - share.0) * layer as f64 / n_layers as f64)?;
            }
            Ok(())
        };
        run_on_all_threads(work)?;
        self.join_diagonals(&mut samples);
        Ok(samples)
    }

    /// Where two inside points of a lattice square touch only across its diagonal, a third one is made inside: the
    /// surface is then a clean manifold. It concerns a few squares between neighbouring teeth.
    fn join_diagonals(&self, samples: &mut [f32]) {
        let [nx, ny, nz] = self.n.to_array().map(|n| n as usize);
        let steps = [1, nx, nx * ny];
        let mut changed = Vec::new();
        for z in 0..nz - 1 {
            for y in 0..ny - 1 {
                for x in 0..nx - 1 {
                    let at = z * steps[2] + y * steps[1] + x;
                    for (u, v) in [(steps[0], steps[1]), (steps[0], steps[2]), (steps[1], steps[2])] {
                        changed.extend(join_square(samples, [at, at + u, at + u + v, at + v]));
                    }
                }
            }
        }
        // A point made inside can call for another one in the squares round it. The solid keeps clear of the border.
        while let Some(at) = changed.pop() {
            for (u, v) in [(steps[0], steps[1]), (steps[0], steps[2]), (steps[1], steps[2])] {
                for low in [at, at.saturating_sub(u), at.saturating_sub(v), at.saturating_sub(u + v)] {
                    if low + u + v < samples.len() {
                        changed.extend(join_square(samples, [low, low + u, low + u + v, low + v]));
                    }
                }
            }
        }
    }

    /// One layer of blocks; `values` holds the planes `z0 .. z0 + BLOCK`.
    fn sample_layer<S: Solid>(&self, solid: &S, z0: usize, values: &mut [f32]) {
        let [nx, ny, _] = self.n.to_array().map(|n| n as usize);
        let half = 0.5 * BLOCK as f32 * self.cell_mm;
        // Reaches one cell past the block, as the cells between blocks need true values on both sides.
        let radius = (half + self.cell_mm) * 3.0_f32.sqrt();
        for y0 in (0..ny).step_by(BLOCK) {
            for x0 in (0..nx).step_by(BLOCK) {
                let centre = self.at(x0, y0, z0) + half - 0.5 * self.cell_mm;
                let region = solid.region(centre, radius);
                let middle = solid.distance(&region, centre);
                let near = middle.abs() <= STEEPEST * radius;
                for z in 0..BLOCK {
                    for y in y0..y0 + BLOCK {
                        for x in x0..x0 + BLOCK {
                            let value = if near { solid.distance(&region, self.at(x, y, z0 + z)) } else { middle };
                            values[(z * ny + y) * nx + x] = value;
                        }
                    }
                }
            }
        }
    }

    /// One vertex for each patch in each cell, one quad for each lattice edge that crosses the surface.
    fn extract(&self, samples: &[f32]) -> Surface {
        let [nx, ny, nz] = self.n.to_array().map(|n| n as usize);
        let index = |x: usize, y: usize, z: usize| (z * ny + y) * nx + x;
        let mut positions = Vec::new();
        // First vertex of every cell that has some, and the patch of each of its edges.
        let mut cells: Vec<u32> = vec![u32::MAX; nx * ny * nz];
        let mut patches: Vec<[u8; 12]> = Vec::new();
        let mut first_vertex: Vec<u32> = Vec::new();
        for z in 0..nz - 1 {
            for y in 0..ny - 1 {
                for x in 0..nx - 1 {
                    let corner = |c: usize| samples[index(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2))];
                    let inside = (0..8).fold(0u8, |bits, c| bits | u8::from(corner(c) < 0.0) << c);
                    if inside == 0 || inside == 255 {
                        continue;
                    }
                    cells[index(x, y, z)] = patches.len() as u32;
                    first_vertex.push(positions.len() as u32);
                    let patch = patches_of_cell(inside);
                    self.add_vertices(&patch, corner, self.at(x, y, z), &mut positions);
                    patches.push(patch);
                }
            }
        }
        let mut triangles = Vec::with_capacity(positions.len() * 2);
        let vertex = |x: usize, y: usize, z: usize, edge: usize| {
            let cell = cells[index(x, y, z)] as usize;
            first_vertex[cell] + u32::from(patches[cell][edge])
        };
        for z in 1..nz - 1 {
            for y in 1..ny - 1 {
                for x in 1..nx - 1 {
                    let here = samples[index(x, y, z)] < 0.0;
                    // The four cells round the edge that leaves this point along each axis, in turn.
                    if here != (samples[index(x + 1, y, z)] < 0.0) {
                        let quad = [
                            vertex(x, y, z, 0),
                            vertex(x, y - 1, z, 1),
                            vertex(x, y - 1, z - 1, 3),
                            vertex(x, y, z - 1, 2),
                        ];
                        push_quad(&positions, quad, here, &mut triangles);
                    }
                    if here != (samples[index(x, y + 1, z)] < 0.0) {
                        let quad = [
                            vertex(x, y, z, 4),
                            vertex(x, y, z - 1, 6),
                            vertex(x - 1, y, z - 1, 7),
                            vertex(x - 1, y, z, 5),
                        ];
                        push_quad(&positions, quad, here, &mut triangles);
                    }
                    if here != (samples[index(x, y, z + 1)] < 0.0) {
                        let quad = [
                            vertex(x, y, z, 8),
                            vertex(x - 1, y, z, 9),
                            vertex(x - 1, y - 1, z, 11),
                            vertex(x, y - 1, z, 10),
                        ];
                        push_quad(&positions, quad, here, &mut triangles);
                    }
                }
            }
        }
        Surface { positions, triangles }
    }

    /// The mean of the crossings of each patch.
    fn add_vertices(&self, patch: &[u8; 12], corner: impl Fn(usize) -> f32, low: Vec3, positions: &mut Vec<Vec3>) {
        let n_patches = patch.iter().filter(|p| **p != NO_PATCH).max().map_or(0, |p| *p as usize + 1);
        for k in 0..n_patches {
            let (mut sum, mut n) = (Vec3::ZERO, 0.0);
            for (edge, [a, b]) in EDGES.iter().enumerate() {
                if patch[edge] == k as u8 {
                    let (va, vb) = (corner(*a), corner(*b));
                    let (pa, pb) = (corner_offset(*a), corner_offset(*b));
                    sum += pa + (pb - pa) * (va / (va - vb));
                    n += 1.0;
                }
            }
            positions.push(low + sum / n * self.cell_mm);
        }
    }

    /// Moves vertices onto the field's zero (one Newton step, one correction), and says which ones are scanned.
    fn draw_onto<S: Solid>(&self, solid: &S, positions: &mut [Vec3]) -> Vec<bool> {
        const CHUNK: usize = 2048;
        let mut keep = vec![true; positions.len()];
        let queue = std::sync::Mutex::new(positions.chunks_mut(CHUNK).zip(keep.chunks_mut(CHUNK)));
        let next = || queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
        let farthest = 0.4 * self.cell_mm;
        let work = || -> Result<(), Cancelled> {
            while let Some((points, keep)) = next() {
                for (p, keep) in points.iter_mut().zip(keep) {
                    let region = solid.region(*p, self.cell_mm);
                    let at = |q: Vec3| solid.distance(&region, q);
                    let eps = 0.02;
                    let value = at(*p);
                    let slope = Vec3::from([Vec3::X, Vec3::Y, Vec3::Z].map(|a| (at(*p + a * eps) - value) / eps));
                    let towards = slope / slope.length_squared().max(0.05);
                    let first = *p - (value * towards).clamp_length_max(farthest);
                    *p = first - (at(first) * towards).clamp_length_max(0.5 * farthest);
                    *keep = solid.scanned(&region, *p);
                }
            }
            Ok(())
        };
        // This work is not cancelled half-way: it takes a fraction of a second.
        let _never_cancelled = run_on_all_threads(work);
        keep
    }
}

/// What meshing gives.
pub struct Surface {
    pub positions: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// Leaves out every triangle with a corner that is not scanned, whatever hangs on no longer (bubbles between
    /// neighbouring teeth), and every vertex that no triangle uses.
    fn drop_unscanned(&mut self, keep: &[bool]) {
        self.triangles.retain(|t| t.iter().all(|i| keep[*i as usize]));
        let part = parts(self.positions.len(), &self.triangles);
        let mut sizes = vec![0_u32; self.positions.len()];
        self.triangles.iter().for_each(|t| sizes[part[t[0] as usize] as usize] += 1);
        let largest = (0..sizes.len()).max_by_key(|i| sizes[*i]).unwrap_or(0) as u32;
        self.triangles.retain(|t| part[t[0] as usize] == largest);
        let mut renamed = vec![u32::MAX; self.positions.len()];
        let mut positions = Vec::with_capacity(self.positions.len());
        for i in self.triangles.iter_mut().flatten() {
            let new = &mut renamed[*i as usize];
            if *new == u32::MAX {
                *new = positions.len() as u32;
                positions.push(self.positions[*i as usize]);
            }
            *i = *new;
        }
        self.positions = positions;
    }
}

/// The connected part that each vertex belongs to, named by one of its vertices.
fn parts(n_vertices: usize, triangles: &[[u32; 3]]) -> Vec<u32> {
    fn root(parent: &mut [u32], mut i: u32) -> u32 {
        while parent[i as usize] != i {
            parent[i as usize] = parent[parent[i as usize] as usize];
            i = parent[i as usize];
        }
        i
    }
    let mut parent: Vec<u32> = (0..n_vertices as u32).collect();
    for t in triangles {
        for (a, b) in [(t[0], t[1]), (t[0], t[2])] {
            let (a, b) = (root(&mut parent, a), root(&mut parent, b));
            parent[a as usize] = b;
        }
    }
    (0..n_vertices as u32).map(|i| root(&mut parent, i)).collect()
}

fn run_on_all_threads(work: impl Fn() -> Result<(), Cancelled> + Sync) -> Result<(), Cancelled> {
    on_threads(n_threads(usize::MAX), work).into_iter().collect()
}

/// Corners in turn; the corner that had to be made inside, if one had to.
fn join_square(samples: &mut [f32], [a, b, c, d]: [usize; 4]) -> Option<usize> {
    let inside = |i: usize| samples[i] < 0.0;
    if inside(a) == inside(b) || inside(a) != inside(c) || inside(b) != inside(d) {
        return None;
    }
    let (p, q) = if inside(a) { (b, d) } else { (a, c) };
    let nearer = if samples[p] <= samples[q] { p } else { q };
    samples[nearer] = -1e-3;
    Some(nearer)
}

/// Corner `c` of a cell lies at bits x, y, z of `c`. Four edges along x, four along y, four along z.
const EDGES: [[usize; 2]; 12] =
    [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];
const NO_PATCH: u8 = u8::MAX;

fn corner_offset(c: usize) -> Vec3 {
    Vec3::new((c & 1) as f32, (c >> 1 & 1) as f32, (c >> 2) as f32)
}

/// Which patch of surface each edge of a cell belongs to, from the bits of the corners inside. Two crossed edges
/// belong together when the surface joins them across a face; no face has four of them ([`Lattice::join_diagonals`]).
fn patches_of_cell(inside: u8) -> [u8; 12] {
    const FACES: [[usize; 4]; 6] = [[0, 2, 6, 4], [1, 3, 7, 5], [0, 1, 5, 4], [2, 3, 7, 6], [0, 1, 3, 2], [4, 5, 7, 6]];
    let is_in = |c: usize| inside >> c & 1 == 1;
    let edge_of = |a: usize, b: usize| EDGES.iter().position(|e| *e == [a.min(b), a.max(b)]).unwrap_or(0);
    let mut group: [usize; 12] = std::array::from_fn(|i| i);
    let mut join = |a: usize, b: usize| {
        let (from, to) = (group[a], group[b]);
        group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
    };
    for face in FACES {
        let crossed: Vec<usize> = (0..4).filter(|i| is_in(face[*i]) != is_in(face[(i + 1) % 4])).collect();
        let edge = |i: usize| edge_of(face[i % 4], face[(i + 1) % 4]);
        if let [a, b] = crossed[..] {
            join(edge(a), edge(b));
        }
    }
    let mut names = Vec::new();
    std::array::from_fn(|e| {
        if is_in(EDGES[e][0]) == is_in(EDGES[e][1]) {
            return NO_PATCH;
        }
        let known = names.iter().position(|g| *g == group[e]);
        known.unwrap_or_else(|| {
            names.push(group[e]);
            names.len() - 1
        }) as u8
    })
}

/// Two triangles, cut along the shorter diagonal. `quad` turns counter-clockwise about its axis.
fn push_quad(positions: &[Vec3], quad: [u32; 4], inside_first: bool, triangles: &mut Vec<[u32; 3]>) {
    let [a, b, c, d] = if inside_first { quad } else { [quad[0], quad[3], quad[2], quad[1]] };
    let length = |i: u32, j: u32| positions[i as usize].distance_squared(positions[j as usize]);
    if length(a, c) <= length(b, d) {
        triangles.extend([[a, b, c], [a, c, d]]);
    } else {
        triangles.extend([[b, c, d], [b, d, a]]);
    }
}
