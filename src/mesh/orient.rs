//! Which way round is out: turns every patch to what an outside observer sees, and leaves out hidden inner walls.
//!
//! * A patch that is closed by itself is turned by the sign of its volume.
//! * An open one by sight: rays from the occlusal side vote with the side of the patch that they meet first.
//! * What no ray sees (the base of a crown set into gum) is an inner wall if the surface is whole without it, and is
//!   left out, as is a loose patch under the surface (a ghost: the same place, scanned twice); else it is turned so that the fewest edges stay open, or as the file turned the rest.
use super::TriMesh;
use super::rays::{RayGrid, across};
use super::topology::{EdgeTable, Patches, half_direction, net};
use crate::base::{Cancelled, Progress};
use glam::DVec3;

/// Rays along one side of the voting grid: about 0.3 mm apart over an arch.
const N_VOTING_RAYS: usize = 192;
/// Slope of the four tilted views (tan of about 50 degrees); they see side walls without looking under the rim.
const TILT: f64 = 1.2;
/// A patch of which less than this share of its area is seen counts as hidden.
const HIDDEN_SHARE: f64 = 0.03;

/// A loose patch of less than this share of the area that nobody sees lies under the surface: the same place, scanned twice.
const LARGEST_GHOST: f64 = 0.25;

/// What to do with each triangle.
pub struct Orientation {
    /// +1 as it is, -1 turned round, 0 left out as a hidden inner wall.
    pub sign: Vec<i8>,
}

/// Decides for every patch. `away` is the unit vector from the occlusal plane into the gum.
///
/// # Errors
/// Cancelling.
pub fn orient(
    mesh: &TriMesh,
    edges: &EdgeTable,
    patches: &Patches,
    away: DVec3,
    progress: &Progress,
) -> Result<Orientation, Cancelled> {
    let facts = patch_facts(mesh, patches);
    progress.check()?;
    let mut seams = Seams::find(mesh, edges, patches);
    let mut decided: Vec<Option<i8>> =
        (0..patches.len()).map(|p| seams.is_closed(p).then(|| sign_of(facts[p].volume))).collect();
    if decided.iter().any(Option::is_none) {
        let votes = votes_by_sight(mesh, patches, away, progress)?;
        for p in 0..patches.len() {
            let hidden = votes[p].seen_area < HIDDEN_SHARE * facts[p].area || votes[p].balance == 0.0;
            if decided[p].is_none() && !hidden {
                decided[p] = Some(sign_of(votes[p].balance));
            }
        }
        decide_hidden(&mut decided, &mut seams, patches, &facts);
    }
    let sign = |t: usize| patches.sign[t] * decided[patches.of_triangle[t] as usize].unwrap_or(1);
    Ok(Orientation { sign: (0..mesh.triangles.len()).map(sign).collect() })
}

fn sign_of(figure: f64) -> i8 {
    if figure < 0.0 { -1 } else { 1 }
}

/// Largest hidden patches first: each is left out, or turned, as leaves the fewest edges open.
fn decide_hidden(decided: &mut [Option<i8>], seams: &mut Seams, patches: &Patches, facts: &[PatchFacts]) {
    let whole_area: f64 = facts.iter().map(|f| f.area).sum();
    let mut turned_area = 0.0;
    for (p, sign) in decided.iter().enumerate() {
        seams.add(p, sign.unwrap_or(0));
        turned_area -= f64::from(sign.unwrap_or(0)) * facts[p].area;
    }
    let mut hidden: Vec<usize> = (0..decided.len()).filter(|&p| decided[p].is_none()).collect();
    hidden.sort_by_key(|&p| std::cmp::Reverse(patches.sizes[p]));
    for p in hidden {
        let [turned, without, kept] = [-1, 0, 1].map(|sign| seams.n_open_with(p, sign));
        let is_ghost = facts[p].area < LARGEST_GHOST * whole_area && seams.is_loose(p);
        let sign = if (is_ghost || seams.is_inner_wall(p)) && without * 10 <= turned.min(kept) {
            0
        } else if turned != kept {
            if turned < kept { -1 } else { 1 }
        } else {
            // Nothing speaks for either side but the file, which turned most of what was seen right or wrong.
            sign_of(-turned_area)
        };
        seams.add(p, sign);
        decided[p] = Some(sign);
    }
}

/// Figures of one patch, oriented by `patches.sign`.
#[derive(Clone, Copy, Default)]
struct PatchFacts {
    /// mm²
    area: f64,
    /// Six times the signed volume towards the middle of the box; meant for closed patches.
    volume: f64,
}

fn patch_facts(mesh: &TriMesh, patches: &Patches) -> Vec<PatchFacts> {
    let mut facts = vec![PatchFacts::default(); patches.len()];
    let middle = mesh.bounds().map_or(DVec3::ZERO, |(lo, hi)| 0.5 * (lo.as_dvec3() + hi.as_dvec3()));
    for (t, corners) in mesh.triangles.iter().enumerate() {
        let [a, b, c] = corners.map(|i| mesh.positions[i as usize].as_dvec3() - middle);
        let normal = (b - a).cross(c - a) * f64::from(patches.sign[t]);
        let fact = &mut facts[patches.of_triangle[t] as usize];
        fact.area += 0.5 * normal.length();
        fact.volume += normal.dot(a);
    }
    facts
}

/// Edges at which the number of triangles is not two, or a one-sided patch contradicts itself, and what each patch
/// contributes there.
struct Seams {
    /// For each patch: (seam, triangles upwards minus downwards), never 0.
    of_patch: Vec<Vec<(u32, i32)>>,
    /// Sum over the patches added so far.
    total: Vec<i32>,
    /// Triangles at each seam.
    n_sheets: Vec<u32>,
}

impl Seams {
    fn find(mesh: &TriMesh, edges: &EdgeTable, patches: &Patches) -> Self {
        let mut seams = Self { of_patch: vec![Vec::new(); patches.len()], total: Vec::new(), n_sheets: Vec::new() };
        let mut here: Vec<(u32, i32)> = Vec::new();
        for e in 0..edges.len() {
            let halves = edges.halves(e);
            let runs = |h: u32| {
                let t = h as usize / 3;
                (patches.of_triangle[t], i32::from(patches.sign[t]) * half_direction(&mesh.triangles, h as usize))
            };
            if halves.len() == 2 && runs(halves[0]).1 + runs(halves[1]).1 == 0 {
                continue;
            }
            here.clear();
            here.extend(halves.iter().map(|&h| runs(h)));
            here.sort_unstable();
            let seam = seams.total.len() as u32;
            seams.total.push(0);
            seams.n_sheets.push(halves.len() as u32);
            for group in here.chunk_by(|a, b| a.0 == b.0) {
                let sum: i32 = group.iter().map(|g| g.1).sum();
                if sum != 0 {
                    seams.of_patch[group[0].0 as usize].push((seam, sum));
                }
            }
        }
        seams
    }

    fn is_closed(&self, patch: usize) -> bool {
        self.of_patch[patch].is_empty()
    }

    /// Whether a patch is set into other surface all round: at nearly all its open edges two others meet.
    fn is_inner_wall(&self, patch: usize) -> bool {
        let seams = &self.of_patch[patch];
        let n_set_in = seams.iter().filter(|(seam, _)| self.n_sheets[*seam as usize] > 2).count();
        n_set_in * 10 >= seams.len() * 9
    }

    /// Whether a patch hangs together with nothing and is open.
    fn is_loose(&self, patch: usize) -> bool {
        self.of_patch[patch].iter().all(|(seam, _)| self.n_sheets[*seam as usize] == 1)
    }

    fn add(&mut self, patch: usize, sign: i8) {
        for &(seam, sum) in &self.of_patch[patch] {
            self.total[seam as usize] += i32::from(sign) * sum;
        }
    }

    /// Open edges along a patch that is not added yet, if it were added with this sign.
    fn n_open_with(&self, patch: usize, sign: i32) -> u32 {
        self.of_patch[patch].iter().map(|&(seam, sum)| (self.total[seam as usize] + sign * sum).unsigned_abs()).sum()
    }
}

/// How a patch is seen from the occlusal side.
#[derive(Clone, Copy, Default)]
struct Vote {
    /// Area seen in the view that shows the most of it, mm².
    seen_area: f64,
    /// Area seen from the front less area seen from behind, over all views, mm².
    balance: f64,
}

fn votes_by_sight(mesh: &TriMesh, patches: &Patches, away: DVec3, progress: &Progress) -> Result<Vec<Vote>, Cancelled> {
    let (side, other) = across(mesh, away);
    let views = [DVec3::ZERO, side, -side, other, -other].map(|tilt| (away + TILT * tilt).normalize());
    let mut votes = vec![Vote::default(); patches.len()];
    let mut seen_now = vec![0.0; patches.len()];
    for view in views {
        let (grid, seen) = RayGrid::over(mesh, view, N_VOTING_RAYS);
        let mut nearest = vec![(f64::INFINITY, 0_u32, false); grid.n * grid.n];
        for (t, corners) in mesh.triangles.iter().enumerate() {
            progress.look(t)?;
            grid.cross(corners.map(|i| seen[i as usize]), |ray, depth, front| {
                if depth < nearest[ray].0 {
                    nearest[ray] = (depth, t as u32, front);
                }
            });
        }
        seen_now.fill(0.0);
        for &(_, t, front) in nearest.iter().filter(|n| n.0.is_finite()) {
            let patch = patches.of_triangle[t as usize] as usize;
            let as_signed = front == (patches.sign[t as usize] > 0);
            seen_now[patch] += grid.step * grid.step;
            votes[patch].balance += grid.step * grid.step * if as_signed { 1.0 } else { -1.0 };
        }
        for (vote, now) in votes.iter_mut().zip(&seen_now) {
            vote.seen_area = vote.seen_area.max(*now);
        }
    }
    Ok(votes)
}

/// Turns and leaves out triangles of a mesh as decided. Returns how many were turned and how many left out.
pub fn apply(mesh: &mut TriMesh, orientation: &Orientation) -> (usize, usize) {
    let sign = &orientation.sign;
    for (triangle, &s) in mesh.triangles.iter_mut().zip(sign) {
        if s < 0 {
            triangle.swap(1, 2);
        }
    }
    let n_turned = sign.iter().filter(|&&s| s < 0).count();
    let n_hidden = retain(mesh, |t| sign[t] != 0);
    (n_turned, n_hidden)
}

/// Keeps the triangles that `keep` wants, and `n_scanned` right. Returns how many went.
pub fn retain(mesh: &mut TriMesh, keep: impl Fn(usize) -> bool) -> usize {
    let n_before = mesh.triangles.len();
    let n_scanned = (0..mesh.n_scanned).filter(|&t| keep(t)).count();
    let mut t = 0;
    mesh.triangles.retain(|_| {
        t += 1;
        keep(t - 1)
    });
    mesh.n_scanned = n_scanned;
    n_before - mesh.triangles.len()
}

/// Open edges of a mesh whose edge table is at hand.
pub fn n_open(mesh: &TriMesh, edges: &EdgeTable) -> usize {
    (0..edges.len()).map(|e| net(&mesh.triangles, edges, e).unsigned_abs() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;

    fn oriented(mesh: &TriMesh, away: DVec3) -> (TriMesh, usize, usize) {
        let mut mesh = mesh.clone();
        let edges = EdgeTable::new(&mesh.triangles, mesh.positions.len());
        let patches = Patches::new(&mesh.triangles, &edges);
        let orientation = orient(&mesh, &edges, &patches, away, &Progress::default()).unwrap();
        let (n_turned, n_hidden) = apply(&mut mesh, &orientation);
        (mesh, n_turned, n_hidden)
    }

    #[test]
    fn a_closed_mesh_is_turned_outwards_by_its_volume() {
        let good = shapes::sphere(10, 2.0);
        let mut bad = good.clone();
        bad.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        bad.triangles[7].swap(1, 2);
        let (mended, n_turned, _) = oriented(&bad, DVec3::Z);
        assert_eq!(mended, good);
        assert_eq!(n_turned, good.triangles.len() - 1);
    }

    #[test]
    fn an_open_shell_is_turned_to_the_occlusal_side() {
        for away in [DVec3::Z, -DVec3::Z] {
            let (mesh, _, _) = oriented(&shapes::patch(8), away);
            let facing: f64 = (0..mesh.triangles.len()).map(|t| mesh.doubled_area_normal(t).as_dvec3().dot(away)).sum();
            assert!(facing < 0.0, "away {away}: {facing}");
        }
    }

    #[test]
    fn the_hidden_base_of_a_crown_in_gum_is_left_out() {
        let (mesh, base) = shapes::crown_in_inverted_gum(16);
        let (mended, n_turned, n_hidden) = oriented(&mesh, -DVec3::Z);
        assert_eq!(n_hidden, base, "the base of the crown");
        assert!(n_turned > 0, "the gum came inside out");
        let rim = super::super::boundary::boundary_loops(&mended);
        assert_eq!(rim.len(), 1, "only the outer rim of the gum is open");
    }

    #[test]
    fn a_patch_under_the_surface_is_left_out_and_one_on_it_is_not() {
        let ball = shapes::sphere(40, 5.0);
        for (radius, n_left_out) in [(4.9, true), (5.1, false)] {
            let patch = shapes::without(&shapes::sphere(40, radius), |p| p.z < 0.9 * radius);
            let (mended, _, n_hidden) = oriented(&shapes::joined(&[ball.clone(), patch.clone()]), -DVec3::Z);
            assert_eq!(n_hidden, if n_left_out { patch.triangles.len() } else { 0 }, "{radius}");
            assert_eq!(mended.n_scanned, ball.triangles.len() + patch.triangles.len() - n_hidden);
        }
    }
}
