//! Cracks: corners that are one place and were written as several, rounded apart by an exporter, here and there or everywhere.
use super::topology::EdgeTable;
use crate::base::{Cancelled, Progress};
use glam::{DVec3, Vec3};
use std::collections::HashMap;

/// Vertices closer than this to one where the surface does not hang together are that one, mm. Hundreds of times finer
/// than any scanner resolves; it only heals the rounding of exporters.
const ALWAYS_WITHIN_MM: f64 = 1e-5;
/// Where more than this share of the edges belongs to one triangle alone, wider cracks are looked for. (A scan's rim has some thousandths, of
/// 10,000 triangles a fiftieth.)
const CRACKED_SHARE: f64 = 0.01;
/// Cracks are joined within so much, step by step, mm ...
const STEPS_MM: [f64; 5] = [1e-4, 4e-4, 1.6e-3, 6.4e-3, 2.56e-2];
/// ... as long as that is a small part of an edge, where it leaves so much less of the lone edges than the step before ...
const PART_OF_AN_EDGE: f64 = 0.1;
const WORTH_IT: f64 = 0.9;
/// ... and only if in the end no more of them are left: else they are rims and holes, not cracks.
const MOST_LEFT: f64 = 0.5;

/// Welds to each other the vertices of edges that do not have two triangles, and to those whatever else lies there: what was rounded
/// apart is one for any place of the scan in its file. Elsewhere vertices are left alone: where the surface already hangs together,
/// welding could only collapse detail. Says within how much wider cracks were joined, mm; 0 where there were none. What has lost its area then
/// is left out.
///
/// # Errors
/// Cancelling.
pub fn join_cracks(positions: &[Vec3], triangles: &mut Vec<[u32; 3]>, progress: &Progress) -> Result<f64, Cancelled> {
    let largest = positions.iter().fold(0.0_f32, |m, p| m.max(p.abs().max_element()));
    let rounding_mm = 2.0 * f64::from(f32::EPSILON) * f64::from(largest);
    let torn = Torn::find(positions.len(), triangles, progress)?;
    let within_mm = ALWAYS_WITHIN_MM.max(rounding_mm);
    let near = near_torn(positions, triangles, &torn.is_torn, within_mm);
    let merged = merge_near(positions, &near, &torn.is_torn, within_mm);
    progress.check()?;
    if merged.is_empty() {
        return join_wide_cracks(positions, triangles, (torn, rounding_mm), progress);
    }
    drop(torn);
    rename(triangles, &merged);
    let left = Torn::find(positions.len(), triangles, progress)?;
    join_wide_cracks(positions, triangles, (left, rounding_mm), progress)
}

fn join_wide_cracks(
    positions: &[Vec3],
    triangles: &mut Vec<[u32; 3]>,
    (mut torn, rounding_mm): (Torn, f64),
    progress: &Progress,
) -> Result<f64, Cancelled> {
    let n_before = torn.n_lone;
    if n_before as f64 <= CRACKED_SHARE * torn.n_edges as f64 {
        return Ok(0.0);
    }
    let most_mm = PART_OF_AN_EDGE * median_edge_mm(positions, triangles);
    let (mut joined, mut joined_within_mm) = (triangles.clone(), 0.0);
    for within_mm in STEPS_MM.into_iter().filter(|step| (rounding_mm..=most_mm).contains(step)) {
        let mut wider = joined.clone();
        rename(&mut wider, &merge_torn(positions, &torn.vertices(), within_mm, progress)?);
        drop_repeated_corners(&mut wider);
        let left = Torn::find(positions.len(), &wider, progress)?;
        if (left.n_lone as f64) < WORTH_IT * torn.n_lone as f64 {
            (joined, torn, joined_within_mm) = (wider, left, within_mm);
        }
    }
    if torn.n_lone as f64 > MOST_LEFT * n_before as f64 {
        return Ok(0.0);
    }
    *triangles = joined;
    Ok(joined_within_mm)
}

/// Leaves out triangles that have a corner twice.
pub fn drop_repeated_corners(triangles: &mut Vec<[u32; 3]>) {
    triangles.retain(|[a, b, c]| a != b && b != c && c != a);
}

/// Where a surface does not hang together.
struct Torn {
    /// Of each vertex whether an edge without exactly two triangles ends there.
    is_torn: Vec<bool>,
    n_edges: usize,
    /// Edges of one triangle alone.
    n_lone: usize,
}

impl Torn {
    fn find(n_vertices: usize, triangles: &[[u32; 3]], progress: &Progress) -> Result<Self, Cancelled> {
        let edges = EdgeTable::watched(triangles, n_vertices, progress)?;
        let mut torn = Self { is_torn: vec![false; n_vertices], n_edges: edges.len(), n_lone: 0 };
        for e in (0..edges.len()).filter(|&e| edges.halves(e).len() != 2) {
            edges.ends(e).into_iter().for_each(|v| torn.is_torn[v as usize] = true);
            torn.n_lone += usize::from(edges.halves(e).len() == 1);
        }
        Ok(torn)
    }

    fn vertices(&self) -> Vec<u32> {
        (0..self.is_torn.len() as u32).filter(|v| self.is_torn[*v as usize]).collect()
    }
}

fn median_edge_mm(positions: &[Vec3], triangles: &[[u32; 3]]) -> f64 {
    let length = |[a, b, _]: &[u32; 3]| positions[*a as usize].distance(positions[*b as usize]);
    let mut lengths: Vec<f32> = triangles.iter().map(length).collect();
    let middle = lengths.len() / 2;
    if lengths.is_empty() { 0.0 } else { f64::from(*lengths.select_nth_unstable_by(middle, f32::total_cmp).1) }
}

/// Each vertex that was merged, sorted, is named as the one that took its place.
fn rename(triangles: &mut [[u32; 3]], merged: &[(u32, u32)]) {
    if merged.is_empty() {
        return;
    }
    let find = |i: u32| merged.binary_search_by_key(&i, |m| m.0).map_or(i, |at| merged[at].1);
    for t in triangles {
        *t = t.map(find);
    }
}

/// Pairs (vertex, earlier vertex that takes its place), sorted by vertex; a vertex that was taken takes none itself, so chains do not
/// creep. In cells as wide as the distance; each is looked through by as many as find room beside it.
fn merge_torn(
    positions: &[Vec3],
    torn: &[u32],
    within_mm: f64,
    progress: &Progress,
) -> Result<Vec<(u32, u32)>, Cancelled> {
    let at = |v: u32| positions[v as usize].as_dvec3();
    let cell = |p: DVec3| (p / within_mm).floor().to_array().map(|x| x as i32);
    let mut cells: HashMap<[i32; 3], Vec<u32>> = HashMap::with_capacity(torn.len() / 2);
    torn.iter().for_each(|v| cells.entry(cell(at(*v))).or_default().push(*v));
    let mut merged = HashMap::new();
    for (i, v) in torn.iter().enumerate() {
        progress.look(i)?;
        if merged.contains_key(v) {
            continue;
        }
        let [x, y, z] = cell(at(*v));
        let beside = (0..27).map(|k| [x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1]);
        for w in beside.filter_map(|cell| cells.get(&cell)).flatten() {
            if w > v && at(*w).distance_squared(at(*v)) <= within_mm * within_mm {
                merged.entry(*w).or_insert(*v);
            }
        }
    }
    let mut merged: Vec<(u32, u32)> = merged.into_iter().collect();
    merged.sort_unstable();
    Ok(merged)
}

/// The torn vertices, and those along x no farther than the tolerance from one that is near in all.
fn near_torn(positions: &[Vec3], triangles: &[[u32; 3]], is_torn: &[bool], tolerance: f64) -> Vec<u32> {
    let at = |i: u32| positions[i as usize].as_dvec3();
    let mut is_used = vec![false; positions.len()];
    triangles.iter().flatten().for_each(|&v| is_used[v as usize] = true);
    let mut used: Vec<u32> = (0..positions.len() as u32).filter(|&v| is_used[v as usize]).collect();
    let mut torn: Vec<u32> = used.iter().copied().filter(|&v| is_torn[v as usize]).collect();
    torn.sort_unstable_by(|&a, &b| at(a).x.total_cmp(&at(b).x));
    let is_near = |v: u32| {
        let first = torn.partition_point(|&t| at(t).x < at(v).x - tolerance);
        let strip = torn[first..].iter().take_while(|&&t| at(t).x <= at(v).x + tolerance);
        strip.take(64).any(|&t| at(t).distance_squared(at(v)) <= tolerance * tolerance)
    };
    used.retain(|&v| is_torn[v as usize] || is_near(v));
    used
}

/// Pairs (vertex, earlier vertex that takes its place), sorted by vertex. Sweeps along x; the candidates in one
/// strip of the tolerance's width are few. A vertex that was taken takes none itself, so chains do not creep.
fn merge_near(positions: &[Vec3], vertices: &[u32], is_torn: &[bool], tolerance: f64) -> Vec<(u32, u32)> {
    let at = |i: u32| positions[i as usize].as_dvec3();
    let mut order = vertices.to_vec();
    order.sort_unstable_by(|&a, &b| at(a).x.total_cmp(&at(b).x).then(a.cmp(&b)));
    let mut taken = vec![false; order.len()];
    let mut merged = Vec::new();
    for i in 0..order.len() {
        if taken[i] {
            continue;
        }
        let here = at(order[i]);
        let strip = (i + 1..order.len()).take_while(|&j| at(order[j]).x - here.x <= tolerance).take(64);
        for j in strip {
            let either_is_torn = is_torn[order[i] as usize] || is_torn[order[j] as usize];
            if !taken[j] && either_is_torn && at(order[j]).distance_squared(here) <= tolerance * tolerance {
                taken[j] = true;
                merged.push((order[j], order[i]));
            }
        }
    }
    merged.sort_unstable();
    merged
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;
    use crate::base::Random;

    /// Every triangle with corners of its own, each up to so much off along every axis.
    fn crumbs(whole: &super::super::TriMesh, off_mm: f64) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let mut random = Random::new(5);
        let mut moved = |p: Vec3| (p.as_dvec3() + random.vector() * off_mm).as_vec3();
        let positions: Vec<Vec3> = (0..whole.triangles.len()).flat_map(|t| whole.corners(t)).map(&mut moved).collect();
        let triangles = (0..whole.triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        (positions, triangles)
    }

    fn join(positions: &[Vec3], triangles: &mut Vec<[u32; 3]>) -> (f64, Torn) {
        let within_mm = join_cracks(positions, triangles, &Progress::default()).unwrap();
        (within_mm, Torn::find(positions.len(), triangles, &Progress::default()).unwrap())
    }

    #[test]
    fn crumbs_hang_together_again() {
        let ball = shapes::sphere(40, 5.0);
        for (off_mm, at_least, at_most) in [(1e-4, 1e-4, 1e-3), (2e-3, 4e-4, 7e-3), (6e-3, 6e-3, 0.03)] {
            let (positions, mut triangles) = crumbs(&ball, off_mm);
            let (within_mm, left) = join(&positions, &mut triangles);
            assert!((at_least..at_most).contains(&within_mm), "{off_mm}: {within_mm}");
            assert!(left.n_lone * 20 < left.n_edges, "{off_mm}: {} of {}", left.n_lone, left.n_edges);
            assert!(triangles.len() * 50 > ball.triangles.len() * 49, "{} triangles", triangles.len());
        }
        // The twins: what lies a tenth of an edge apart was meant so, and what hangs together is left alone.
        let (positions, mut triangles) = crumbs(&ball, 0.1);
        assert_eq!(join(&positions, &mut triangles).0, 0.0);
        assert_eq!(triangles.len(), ball.triangles.len());
        let mut whole = ball.triangles.clone();
        assert_eq!(join(&ball.positions, &mut whole).0, 0.0);
        assert_eq!(whole, ball.triangles);
    }

    #[test]
    fn holes_are_no_cracks() {
        let ball = shapes::sphere(40, 5.0);
        let mut random = Random::new(9);
        let mut torn = ball.triangles.clone();
        torn.retain(|_| random.below(4) > 0);
        let before = torn.clone();
        let (within_mm, left) = join(&ball.positions, &mut torn);
        assert!(left.n_lone * 3 > left.n_edges, "it is torn: {} of {}", left.n_lone, left.n_edges);
        assert_eq!((within_mm, torn), (0.0, before));
    }
}
