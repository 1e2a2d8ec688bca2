//! Coarser stand-ins for a jaw's mesh, for pictures that must be drawn quickly. They serve the picture alone: every
//! figure, and the map that is painted, come from the scan's own triangles.
//!
//! A level is the mesh after edge collapses in the order of their quadric errors (Garland, Heckbert 1997), with the
//! normals and hollows as further dimensions (Hoppe 1999), so that fissures and cusps are given up last. Vertices stay
//! where they are: a level is another list of indices into the same vertices. Where scanned and added faces meet, no
//! vertex is given up: both sides end on the same line.
use super::display_vertex::DisplayVertex;
use crate::base::{Cancelled, Progress};
use crate::mesh::TriMesh;
use crate::mesh::clusters::{Cluster, clusters_of};
use glam::Vec3;
use meshopt::{SimplifyOptions, VertexDataAdapter, simplify_with_attributes_and_locks};
use std::collections::HashMap;

/// Quadric errors that levels are made for, mm: on a whole arch in a window of 800 lines a pixel is 0.14 mm.
const QUADRIC_ERRORS_MM: [f32; 3] = [0.02, 0.04, 0.08];
/// What a change of the normal by one radian, and of the hollow by one, counts like, mm.
const NORMAL_MM: f32 = 0.15;
const HOLLOW_MM: f32 = 0.05;
/// A level is kept if it has at most this part of the triangles of the one before.
const WORTHWHILE: f32 = 0.85;

/// Edges of larger meshes are not collapsed one by one: that has no end and takes ten times their memory. Vertices that share a cell of a
/// grid become one first.
const MOST_COLLAPSED: usize = 2_000_000;
const CELL_MM: f32 = 0.08;
/// Of more triangles than the first so many are collapsed by themselves first: who collapses edges does not hear that they are no longer
/// wanted.
const MOST_AT_ONCE: usize = 1 << 17;
const AT_A_TIME: usize = 1 << 15;
/// What that moves a surface by, mm: measured (`a_huge_mesh_is_thinned_first`).
const CELL_ERROR_MM: f32 = 0.05;
/// Triangles of a level are large: clusters of so few of them are still small.
const CLUSTER_TRIANGLES: usize = 32;

/// One level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// Most that its surface is away from the mesh's, mm.
    pub error_mm: f32,
    /// Three a triangle; the ones that closing added come last.
    pub indices: Vec<u32>,
    /// Indices of the scan's own triangles.
    pub n_scanned_indices: u32,
    /// Runs of triangles, in the order of `indices`.
    pub clusters: Vec<Cluster>,
    /// By cluster, whether some of it may be inside out; empty where it was not looked for.
    pub inside_out: Vec<bool>,
}

/// Coarser levels of a mesh, the finest first; each has fewer triangles than the one before. `scanned` and `added` are
/// the mesh's triangles, whose numbers are below that of the vertices.
///
/// # Errors
/// Cancelling.
pub fn levels(
    vertices: &[DisplayVertex],
    scanned: &[[u32; 3]],
    added: &[[u32; 3]],
    progress: &Progress,
) -> Result<Vec<Level>, Cancelled> {
    levels_of(vertices, [scanned, added], &BOUNDS, progress)
}

/// Of the number of triangles.
#[derive(Clone, Copy)]
struct Bounds {
    most_collapsed: usize,
    most_at_once: usize,
    at_a_time: usize,
}

const BOUNDS: Bounds = Bounds { most_collapsed: MOST_COLLAPSED, most_at_once: MOST_AT_ONCE, at_a_time: AT_A_TIME };

fn levels_of(
    vertices: &[DisplayVertex],
    [scanned, added]: [&[[u32; 3]]; 2],
    bounds: &Bounds,
    progress: &Progress,
) -> Result<Vec<Level>, Cancelled> {
    let Ok(positions) = VertexDataAdapter::new(bytemuck::cast_slice(vertices), size_of::<DisplayVertex>(), 0) else {
        return Ok(Vec::new());
    };
    let locks = rim(vertices.len(), scanned, added);
    let mut levels: Vec<Level> = Vec::new();
    let mut n_before = scanned.len() + added.len();
    let (mut scanned, mut added, mut moved_mm) = (scanned.to_vec(), added.to_vec(), 0.0);
    if n_before > bounds.most_collapsed {
        [scanned, added] = thinned(vertices, &locks, [&scanned, &added], progress)?;
        (n_before, moved_mm) = (scanned.len() + added.len(), CELL_ERROR_MM);
        levels.push(level(vertices, &scanned, &added, moved_mm));
    }
    let source = Source { positions, attributes: attributes(vertices), locks };
    if scanned.len() > bounds.most_at_once {
        scanned = source.in_parts(&scanned, QUADRIC_ERRORS_MM[0], bounds.at_a_time, progress)?;
    }
    for (i, quadric_mm) in QUADRIC_ERRORS_MM.into_iter().enumerate() {
        progress.at((i + 1) as f64 / (QUADRIC_ERRORS_MM.len() + 1) as f64)?;
        // From the level before: a fraction of the time, and hardly another result.
        [scanned, added] = [scanned, added].map(|part| source.simplified(&part, quadric_mm));
        let n = scanned.len() + added.len();
        if n < n_before && n as f32 <= WORTHWHILE * n_before as f32 {
            n_before = n;
            levels.push(level(vertices, &scanned, &added, moved_mm + error_mm(quadric_mm)));
        }
    }
    Ok(levels)
}

/// The triangles whose corners lie in three cells of a grid, with the first vertex of each cell as their corner. Vertices that are
/// locked stay.
fn thinned(
    vertices: &[DisplayVertex],
    locks: &[bool],
    parts: [&[[u32; 3]]; 2],
    progress: &Progress,
) -> Result<[Vec<[u32; 3]>; 2], Cancelled> {
    let cell = |v: &DisplayVertex| v.position.map(|x| (x / CELL_MM).floor() as i32);
    let mut first: HashMap<[i32; 3], u32> = HashMap::new();
    let mut stands_for = Vec::with_capacity(vertices.len());
    for (i, vertex) in vertices.iter().enumerate() {
        progress.look(i)?;
        let own = i as u32;
        stands_for.push(if locks[i] { own } else { *first.entry(cell(vertex)).or_insert(own) });
    }
    let of = |triangles: &[[u32; 3]]| -> Result<Vec<[u32; 3]>, Cancelled> {
        progress.check()?;
        let moved = triangles.iter().map(|t| t.map(|v| stands_for[v as usize]));
        Ok(moved.filter(|[a, b, c]| a != b && b != c && c != a).collect())
    };
    Ok([of(parts[0])?, of(parts[1])?])
}

/// How far a level's surface is away from the mesh's, mm: a quadric error is a mean over planes and no bound, and this is
/// what was measured (`surfaces_stay_within_their_error`).
fn error_mm(quadric_mm: f32) -> f32 {
    0.015 + 1.5 * quadric_mm
}

/// Which level to draw where an error of `most_mm` is allowed: 0 is the mesh itself, `i + 1` the i-th of `errors_mm`,
/// which grow.
pub fn choose(errors_mm: impl IntoIterator<Item = f32>, most_mm: f64) -> usize {
    errors_mm.into_iter().take_while(|error| f64::from(*error) <= most_mm).count()
}

struct Source<'a> {
    positions: VertexDataAdapter<'a>,
    /// Normal and hollow of each vertex, weighted.
    attributes: Vec<[f32; 4]>,
    /// Vertices that stay.
    locks: Vec<bool>,
}

impl Source<'_> {
    /// Many triangles, part by part: those of a part are neighbours, and what parts share stays.
    fn in_parts(
        &self,
        triangles: &[[u32; 3]],
        error_mm: f32,
        at_a_time: usize,
        progress: &Progress,
    ) -> Result<Vec<[u32; 3]>, Cancelled> {
        let of_part = triangles.len().div_ceil(triangles.len().div_ceil(at_a_time));
        let mut locks = self.locks.clone();
        let mut part_of = vec![u32::MAX; locks.len()];
        for (i, corner) in triangles.as_flattened().iter().enumerate() {
            let (part, known) = ((i / 3 / of_part) as u32, &mut part_of[*corner as usize]);
            locks[*corner as usize] |= *known != u32::MAX && *known != part;
            *known = part;
        }
        let mut left = Vec::with_capacity(triangles.len() / 2);
        for part in triangles.chunks(of_part) {
            progress.check()?;
            left.extend(self.simplified_but(part, error_mm, &locks));
        }
        Ok(left)
    }

    fn simplified(&self, triangles: &[[u32; 3]], error_mm: f32) -> Vec<[u32; 3]> {
        self.simplified_but(triangles, error_mm, &self.locks)
    }

    /// `locks`: vertices that stay.
    fn simplified_but(&self, triangles: &[[u32; 3]], error_mm: f32, locks: &[bool]) -> Vec<[u32; 3]> {
        let indices = simplify_with_attributes_and_locks(
            triangles.as_flattened(),
            &self.positions,
            self.attributes.as_flattened(),
            &[NORMAL_MM, NORMAL_MM, NORMAL_MM, HOLLOW_MM],
            size_of::<[f32; 4]>(),
            locks,
            0,
            error_mm,
            SimplifyOptions::ErrorAbsolute | SimplifyOptions::Sparse,
            None,
        );
        indices.as_chunks::<3>().0.to_vec()
    }
}

fn attributes(vertices: &[DisplayVertex]) -> Vec<[f32; 4]> {
    vertices.iter().map(|v| v.normal_hollow.map(|x| f32::from(x) / 32767.0)).collect()
}

/// Vertices of scanned and of added faces.
fn rim(n_vertices: usize, scanned: &[[u32; 3]], added: &[[u32; 3]]) -> Vec<bool> {
    let used = |part: &[[u32; 3]]| {
        let mut used = vec![false; n_vertices];
        part.iter().flatten().for_each(|i| used[*i as usize] = true);
        used
    };
    used(scanned).into_iter().zip(used(added)).map(|(a, b)| a && b).collect()
}

/// The triangles kept are in the order they were in, so that runs of them are still neighbours.
fn level(vertices: &[DisplayVertex], scanned: &[[u32; 3]], added: &[[u32; 3]], error_mm: f32) -> Level {
    let mesh = TriMesh {
        positions: vertices.iter().map(|v| Vec3::from_array(v.position)).collect(),
        n_scanned: scanned.len(),
        triangles: [scanned, added].concat(),
        colors: None,
    };
    Level {
        error_mm,
        n_scanned_indices: 3 * mesh.n_scanned as u32,
        clusters: clusters_of(&mesh, CLUSTER_TRIANGLES),
        inside_out: Vec::new(),
        indices: mesh.triangles.into_flattened(),
    }
}

#[cfg(test)]
#[path = "levels_tests.rs"]
mod tests;
