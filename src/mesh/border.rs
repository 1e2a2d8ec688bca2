//! The border of a scan: surface so near to where the scanner stopped that it shows what the scanner could not; and spikes, which show what is not there.
use super::TriMesh;
use super::boundary::{edges_along, length_mm, loops_of};
use super::components::Bodies;
use super::spikes::spikes;
use super::topology::{edge_key, half_direction, half_ends};
use glam::Vec3;
use std::collections::{HashMap, HashSet};

/// So near to an open rim surface is border, mm.
pub const BORDER_MM: f32 = 0.5;
/// A shorter rim is that of a hole in the scan, closed by what lies around it, mm: a hole 3 mm wide.
const SHORTEST_RIM_MM: f64 = 10.0;
/// Tissue hangs from a longer rim than this, mm; holes 12 mm wide have a shorter one.
const SHORTEST_TISSUE_RIM_MM: f64 = 40.0;
/// A rim round an arch, or a part of one with several teeth, is longer than the edge of any hole, mm.
const SHORTEST_OUTER_RIM_MM: f64 = 90.0;
/// Along a rim places are taken so far apart, mm.
const STEP_MM: f32 = 0.1;

type Cell = [i32; 3];

/// Of each scanned triangle whether it is border: it has a corner on an open rim of the scan, or its middle lies within
/// [`BORDER_MM`] of one of its own body (a flap that ends at a tooth says nothing of where the tooth ends), or it belongs to a spike. Empty
/// where the scan has neither. `twins`: of the mesh ([`super::topology::twins`]).
pub fn border(mesh: &TriMesh, twins: &[u32]) -> Vec<bool> {
    let rims = rims(mesh, twins, SHORTEST_RIM_MM);
    let mut no_surface = spikes(mesh, twins);
    if rims.is_empty() && no_surface.is_empty() {
        return Vec::new();
    }
    no_surface.resize(mesh.positions.len(), false);
    rims.iter().flatten().for_each(|vertex| no_surface[*vertex as usize] = true);
    let bodies = Bodies::find(mesh);
    let places = Places::along(mesh, &rims, &bodies);
    let is_border = |t: &[u32; 3]| {
        let middle = t.iter().map(|i| mesh.positions[*i as usize]).sum::<Vec3>() / 3.0;
        t.iter().any(|i| no_surface[*i as usize]) || places.is_near(middle, bodies.of_vertex[t[0] as usize])
    };
    mesh.triangles[..mesh.n_scanned.min(mesh.triangles.len())].iter().map(is_border).collect()
}

/// Vertices on the rims from which sheets of tissue may hang: between the holes of a scan in pieces a crown is as narrow as those.
pub fn tissue_rim_vertices(mesh: &TriMesh, twins: &[u32]) -> Vec<u32> {
    let mut vertices: Vec<u32> = rims(mesh, twins, SHORTEST_TISSUE_RIM_MM).into_iter().flatten().collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// Vertices on the loops in which the scan ends; those of holes, be they ever so many and side by side, are not among them, nor those of seams
/// where a crown is set into the gum.
pub fn outer_rim_vertices(mesh: &TriMesh, twins: &[u32]) -> Vec<u32> {
    let uneven = uneven_edges(mesh, twins);
    let seams: HashSet<[u32; 2]> = uneven.iter().filter(|e| e.n_halves > 1).map(|e| e.ends).collect();
    let is_end = |vertices: &Vec<u32>| {
        let n_seams = edges_along(vertices).filter(|[a, b]| seams.contains(&edge_key(*a, *b))).count();
        length_mm(mesh, vertices) >= SHORTEST_OUTER_RIM_MM && 5 * n_seams < vertices.len()
    };
    loops_of(along(uneven)).into_iter().filter(is_end).flatten().collect()
}

/// The loops that are so long or longer. Holes that touch each other are as many loops: in a scan torn everywhere they hang together from one
/// end of the jaw to the other, and nothing would be left that is no rim.
fn rims(mesh: &TriMesh, twins: &[u32], shortest_mm: f64) -> Vec<Vec<u32>> {
    let is_long = |vertices: &Vec<u32>| length_mm(mesh, vertices) >= shortest_mm;
    loops_of(along(uneven_edges(mesh, twins))).into_iter().filter(is_long).collect()
}

fn along(uneven: Vec<UnevenEdge>) -> impl Iterator<Item = ([u32; 2], i32)> {
    uneven.into_iter().map(|edge| (edge.ends, edge.net))
}

/// An edge along which not as many scanned triangles run one way as the other.
struct UnevenEdge {
    /// Smaller and larger vertex.
    ends: [u32; 2],
    n_halves: usize,
    /// How many more run from the smaller one than back.
    net: i32,
}

/// Edges along which scanned triangles have no scanned neighbour, ascending.
fn uneven_edges(mesh: &TriMesh, twins: &[u32]) -> Vec<UnevenEdge> {
    let scanned = &mesh.triangles[..mesh.n_scanned.min(mesh.triangles.len())];
    // Along nearly all edges two scanned triangles run against each other; what other halves leave is summed edge by edge.
    let is_even = |half: usize| {
        let twin = twins[half] as usize;
        twin < 3 * scanned.len() && half_direction(scanned, half) != half_direction(scanned, twin)
    };
    let others = (0..3 * scanned.len()).filter(|half| !is_even(*half)).map(|half| (half_ends(scanned, half), half));
    let mut others: Vec<([u32; 2], i32)> =
        others.filter(|([a, b], _)| a != b).map(|([a, b], h)| (edge_key(a, b), half_direction(scanned, h))).collect();
    others.sort_unstable();
    let edge = |halves: &[([u32; 2], i32)]| UnevenEdge {
        ends: halves[0].0,
        n_halves: halves.len(),
        net: halves.iter().map(|half| half.1).sum(),
    };
    others.chunk_by(|a, b| a.0 == b.0).map(edge).filter(|edge| edge.net != 0).collect()
}

/// Places along the rims and their bodies, in cells as wide as the border.
struct Places {
    of_cells: HashMap<Cell, Vec<(Vec3, u32)>>,
    /// Those cells and the ones around them: most of the surface lies in others.
    near: HashSet<Cell>,
}

impl Places {
    fn along(mesh: &TriMesh, rims: &[Vec<u32>], bodies: &Bodies) -> Self {
        let mut cells: HashMap<Cell, Vec<(Vec3, u32)>> = HashMap::new();
        for ends in rims.iter().flat_map(|vertices| edges_along(vertices)) {
            let ([a, b], body) = (ends.map(|i| mesh.positions[i as usize]), bodies.of_vertex[ends[0] as usize]);
            let n = (a.distance(b) / STEP_MM).ceil().clamp(1.0, 1000.0) as u32;
            for k in 0..=n {
                let place = a.lerp(b, k as f32 / n as f32);
                cells.entry(cell(place)).or_default().push((place, body));
            }
        }
        let near = cells.keys().flat_map(|cell| around(*cell)).collect();
        Self { of_cells: cells, near }
    }

    fn is_near(&self, place: Vec3, body: u32) -> bool {
        let is_near = |(p, of): &(Vec3, u32)| *of == body && p.distance_squared(place) <= BORDER_MM * BORDER_MM;
        let at = cell(place);
        self.near.contains(&at) && around(at).any(|cell| self.of_cells.get(&cell).into_iter().flatten().any(is_near))
    }
}

/// A cell and those that touch it.
fn around([x, y, z]: Cell) -> impl Iterator<Item = Cell> {
    let beside = |c: i32| c.saturating_sub(1)..=c.saturating_add(1);
    beside(x).flat_map(move |x| beside(y).flat_map(move |y| beside(z).map(move |z| [x, y, z])))
}

fn cell(p: Vec3) -> Cell {
    (p / BORDER_MM).floor().to_array().map(|x| x as i32)
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::super::topology::{EdgeTable, net, twins};
    use super::*;
    use crate::base::Random;

    fn border_of(mesh: &TriMesh) -> Vec<bool> {
        border(mesh, &twins(&mesh.triangles, mesh.positions.len()))
    }

    /// A ball of radius 10 mm without what lies below a height.
    fn cut_ball(height: f32) -> TriMesh {
        let mut mesh = shapes::sphere(120, 10.0);
        let positions = mesh.positions.clone();
        mesh.triangles.retain(|t| t.iter().all(|i| positions[*i as usize].z >= height));
        mesh.n_scanned = mesh.triangles.len();
        mesh
    }

    fn twice_as_large(mut mesh: TriMesh) -> TriMesh {
        mesh.positions.iter_mut().for_each(|p| *p *= 2.0);
        mesh
    }

    #[test]
    fn what_lies_within_half_a_millimetre_of_an_open_rim_is_border() {
        let mesh = cut_ball(0.0);
        let found = border_of(&mesh);
        let lowest = mesh.positions.iter().map(|p| p.z).filter(|z| *z >= 0.0).fold(f32::MAX, f32::min);
        for (t, is_border) in mesh.triangles.iter().zip(&found) {
            let height = t.iter().map(|i| mesh.positions[*i as usize].z).sum::<f32>() / 3.0 - lowest;
            // The rim runs up and down by a row of triangles, 0.3 mm.
            assert!(*is_border || height > 0.4, "{height}");
            assert!(!is_border || height < 0.9, "{height}");
        }
        assert!(found.iter().any(|b| *b) && found.iter().any(|b| !b));
    }

    #[test]
    fn the_rim_of_another_body_makes_no_border() {
        // A sheet, 6 mm wide, a tenth of a millimetre above a whole ball.
        let ball = shapes::sphere(60, 10.0);
        let mut sheet = cut_ball(8.0);
        sheet.positions.iter_mut().for_each(|p| *p *= 1.01);
        let n_ball = ball.triangles.len();
        let found = border_of(&shapes::joined(&[ball, sheet.clone()]));
        assert!(!found[..n_ball].contains(&true));
        assert!(found[n_ball..].contains(&true), "the twin: the sheet's own");
    }

    #[test]
    fn closed_surfaces_and_small_holes_have_no_border() {
        let mut mesh = shapes::sphere(60, 10.0);
        assert!(border_of(&mesh).is_empty());
        mesh.triangles.pop();
        mesh.n_scanned = mesh.triangles.len();
        assert!(border_of(&mesh).is_empty(), "a hole of one triangle");
        // What closing added is no scan: its edge is a rim all the same.
        let mut closed = cut_ball(0.0);
        let base = closed.triangles.clone();
        closed.triangles.extend(base.iter().map(|[a, b, c]| [*a, *c, *b]));
        assert!(border_of(&closed).iter().any(|b| *b));
    }

    #[test]
    fn holes_are_no_outer_rim() {
        let outer = |mesh: &TriMesh| outer_rim_vertices(mesh, &twins(&mesh.triangles, mesh.positions.len()));
        // 40 mm across; the twin is 17 mm across, no longer than that of a hole.
        let (wide, narrow) = (twice_as_large(cut_ball(0.0)), twice_as_large(cut_ball(9.0)));
        let rim = |mesh: &TriMesh| tissue_rim_vertices(mesh, &twins(&mesh.triangles, mesh.positions.len()));
        let sorted = |mut vertices: Vec<u32>| {
            vertices.sort_unstable();
            vertices
        };
        assert_eq!(sorted(outer(&wide)), rim(&wide));
        assert!(outer(&narrow).is_empty() && !rim(&narrow).is_empty());
        // Torn everywhere, so that holes touch each other and the rim.
        let (mut torn, mut k) = (wide.clone(), 0_usize);
        torn.triangles.retain(|_| {
            k += 1;
            k * 7919 % 10 > 0
        });
        torn.n_scanned = torn.triangles.len();
        let uneven = uneven_edges(&torn, &twins(&torn.triangles, torn.positions.len()));
        let all: HashSet<u32> = uneven.iter().flat_map(|edge| edge.ends).collect();
        let found = outer(&torn);
        assert!(10 * found.len() < 7 * all.len(), "{} of {}", found.len(), all.len());
        assert!(found.iter().all(|v| torn.positions[*v as usize].z < 4.0), "near where the ball ends");
        assert!(found.len() > 100);
    }

    /// From about 11 % of all triangles on every vertex in two is on the edge of a hole, and the holes hang together from end to end.
    #[test]
    fn holes_that_touch_each_other_are_no_rim() {
        let (whole, mut random) = (twice_as_large(cut_ball(0.0)), Random::new(3));
        let mut torn = whole.clone();
        torn.triangles.retain(|_| random.below(100) >= 15);
        torn.n_scanned = torn.triangles.len();
        let high_up = |mesh: &TriMesh| {
            let found = border_of(mesh);
            let is_high = |t: &[u32; 3]| mesh.positions[t[0] as usize].z > 4.0;
            let high = mesh.triangles.iter().zip(found).filter(|(t, _)| is_high(t));
            high.fold([0, 0], |[n, of], (_, is_border)| [n + usize::from(is_border), of + 1])
        };
        let [n, of] = high_up(&torn);
        assert!(100 * n < 3 * of && of > 5000, "{n} of {of}");
        let rim = tissue_rim_vertices(&torn, &twins(&torn.triangles, torn.positions.len()));
        assert!(rim.iter().filter(|v| torn.positions[**v as usize].z < 4.0).count() > 100, "where the ball ends");
        // The twin: one hole that no closing bridges.
        let mut holed = whole.clone();
        let (top, positions) = (whole.positions.iter().map(|p| p.z).fold(f32::MIN, f32::max), &whole.positions);
        holed.triangles.retain(|t| t.iter().any(|i| positions[*i as usize].z < top - 1.0));
        holed.n_scanned = holed.triangles.len();
        let [n, of] = high_up(&holed);
        assert!(n > 100, "{n} of {of}");
    }

    #[test]
    fn rims_are_the_edges_that_the_scanned_triangles_leave_uneven() {
        let mut torn = cut_ball(-3.0);
        // Turned round, doubled, lost, with a corner twice, and a sheet that meets an edge where two others do.
        torn.triangles[40].swap(1, 2);
        torn.triangles.push(torn.triangles[90]);
        torn.triangles.remove(200);
        let [a, b, _] = torn.triangles[300];
        torn.triangles.extend([[a, a, b], [b, a, 5]]);
        torn.n_scanned = torn.triangles.len() - 30;
        let scanned = &torn.triangles[..torn.n_scanned];
        let edges = EdgeTable::new(scanned, torn.positions.len());
        let uneven = (0..edges.len()).filter(|e| net(scanned, &edges, *e) != 0).map(|e| edges.ends(e));
        let uneven: Vec<_> = uneven.collect();
        let rim_edges = |mesh: &TriMesh| -> Vec<[u32; 2]> {
            uneven_edges(mesh, &twins(&mesh.triangles, mesh.positions.len()))
                .into_iter()
                .map(|edge| edge.ends)
                .collect()
        };
        assert_eq!(rim_edges(&torn), uneven);
        assert!(uneven.len() > 100, "{}", uneven.len());
        let whole = shapes::sphere(60, 10.0);
        assert!(rim_edges(&whole).is_empty(), "the twin");
    }
}
