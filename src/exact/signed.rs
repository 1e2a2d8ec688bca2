//! Signed nearest points of many points at once: the closest gap of one jaw's vertices to the other jaw.
use super::bvh::Bvh;
use super::closest::{Hint, Nearest, Searcher};
use super::winding::Sides;
use super::winding_cache::WindingCache;
use crate::base::{n_threads, on_threads};
use glam::DVec3;
use std::sync::Mutex;

/// The nearest point with the signed distance: below 0 inside the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedNearest {
    pub nearest: Nearest,
    /// mm; the closest gap when asked of one jaw's vertices against the other.
    pub signed_mm: f64,
}

/// Points that one thread takes at a time.
const CHUNK: usize = 512;

/// The signed nearest point for each of many points (mesh's coordinates), `None` beyond `radius_mm`; `hints`, as many as
/// points, carries the last frame's triangles in and this frame's out. Uses all processors.
pub fn signed_nearest(
    bvh: &Bvh,
    sides: &Sides,
    points: &[DVec3],
    radius_mm: f64,
    hints: &mut [Hint],
) -> Vec<Option<SignedNearest>> {
    let mut out = vec![None; points.len()];
    let chunks = points.chunks(CHUNK).zip(hints.chunks_mut(CHUNK)).zip(out.chunks_mut(CHUNK));
    let waiting = Mutex::new(chunks);
    on_threads(n_threads(points.len().div_ceil(CHUNK)), || {
        let mut searcher = Searcher::new(bvh);
        while let Some(((points, hints), out)) = waiting.lock().ok().and_then(|mut chunks| chunks.next()) {
            run_chunk(&mut searcher, sides, points, radius_mm, hints, out);
        }
    });
    out
}

fn run_chunk(
    searcher: &mut Searcher,
    sides: &Sides,
    points: &[DVec3],
    radius_mm: f64,
    hints: &mut [Hint],
    out: &mut [Option<SignedNearest>],
) {
    let mut known = WindingCache::new(sides);
    let mut last = Hint::NONE;
    for ((p, hint), out) in points.iter().zip(hints).zip(out) {
        let begin = if *hint == Hint::NONE { last } else { *hint };
        let Some(nearest) = searcher.nearest(*p, radius_mm, begin) else {
            *hint = Hint::NONE;
            continue;
        };
        let inside = known.is_inside(*p, nearest.distance_mm);
        let signed_mm = if inside { -nearest.distance_mm } else { nearest.distance_mm };
        *out = Some(SignedNearest { nearest, signed_mm });
        (*hint, last) = (nearest.hint, nearest.hint);
    }
}

#[cfg(test)]
mod tests {
    use super::super::closest_point_triangle::closest_point_triangle;
    use super::super::dipoles::triangle_solid_angle;
    use super::super::rays::winding_by_ray;
    use super::super::test_support::{Random, ball, centre, real_pair, sample};
    use super::*;
    use crate::mesh::TriMesh;
    use glam::Vec3;

    #[test]
    fn signs_are_those_of_rays_for_every_vertex() {
        let pair = sample();
        let bvh = Bvh::new(&pair.upper.mesh);
        let pose = Random::new(2).pose(centre(&pair.lower.mesh), 0.3, 2.0);
        let points: Vec<DVec3> =
            pair.lower.mesh.positions.iter().map(|p| pose.transform_point(p.as_dvec3()) + DVec3::Y * 0.3).collect();
        let mut hints = vec![Hint::NONE; points.len()];
        let first = signed_nearest(&bvh, &Sides::new(&bvh, true), &points, 2.0, &mut hints);
        let mut n_inside = 0;
        for (p, got) in points.iter().zip(&first) {
            let Some(got) = got else { continue };
            assert_eq!(winding_by_ray(&bvh, *p) != 0, got.signed_mm < 0.0);
            n_inside += usize::from(got.signed_mm < 0.0);
        }
        println!("{n_inside} inside, {} within the radius", first.iter().flatten().count());
        assert!(n_inside > 50);
        let again = signed_nearest(&bvh, &Sides::new(&bvh, true), &points, 2.0, &mut hints);
        for (a, b) in first.iter().zip(&again) {
            assert_eq!(a.map(|a| a.signed_mm), b.map(|b| b.signed_mm), "hints change no answer");
        }
        let moved: Vec<DVec3> = points.iter().map(|p| *p + DVec3::Y * 0.01).collect();
        assert_ne!(signed_nearest(&bvh, &Sides::new(&bvh, true), &moved, 2.0, &mut hints), again, "the twin");
    }

    /// The share of points about a surface's vertices that are on the side that the sum over every triangle's solid angle
    /// says, and how many of those are inside. Left out: where the sum is near 1/2 ([`super::super::winding`]'s rounding).
    fn share_on_the_right_side(mesh: &TriMesh, judged_by: &TriMesh, n_judged: usize) -> (f64, usize) {
        let bvh = Bvh::new(mesh);
        let mut random = Random::new(81);
        // A walk along the vertices, as one scan's are asked for in the other, now inside and now outside.
        let points: Vec<DVec3> = mesh.positions.iter().map(|p| p.as_dvec3() + random.vector() * 0.6).collect();
        let mut hints = vec![Hint::NONE; points.len()];
        let got = signed_nearest(&bvh, &Sides::new(&bvh, false), &points, f64::INFINITY, &mut hints);
        let (mut n, mut n_right, mut n_inside) = (0.0, 0.0, 0);
        for (p, got) in points.iter().zip(&got).step_by(points.len() / n_judged) {
            let corners = |t| judged_by.corners(t).map(|p| p.as_dvec3());
            let angles = (0..judged_by.triangles.len()).map(|t| triangle_solid_angle(corners(t), *p));
            let winding = angles.sum::<f64>() / (4.0 * std::f64::consts::PI);
            if (winding - 0.5).abs() > 0.1 {
                n += 1.0;
                n_inside += usize::from(winding > 0.5);
                n_right += f64::from((winding > 0.5) == (got.expect("a nearest point").signed_mm < 0.0));
            }
        }
        (n_right / n, n_inside)
    }

    #[test]
    fn signs_on_an_open_jaw_are_those_of_its_solid_angle() {
        let mut open = TriMesh::clone(&sample().upper.mesh);
        open.triangles.truncate(open.n_scanned);
        // Some holes.
        let mut random = Random::new(82);
        open.triangles.retain(|_| random.below(300) > 0);
        let (share, n_inside) = share_on_the_right_side(&open, &open, 400);
        println!("{n_inside} inside");
        assert_eq!(share, 1.0);
        assert!((100..300).contains(&n_inside), "{n_inside}");
        let (share, _) = share_on_the_right_side(&open, &crate::mesh::shapes::turned(&open), 50);
        assert!(share < 0.9, "the twin: judged by a surface inside out");
    }

    #[test]
    fn a_ball_measures_the_distance_to_its_middle() {
        let bvh = Bvh::new(&ball(Vec3::ZERO, 3.0, 40));
        let mut random = Random::new(41);
        let points: Vec<DVec3> = (0..1500).map(|_| random.vector() * 4.0).collect();
        let mut hints = vec![Hint::NONE; points.len()];
        let got = signed_nearest(&bvh, &Sides::new(&bvh, true), &points, 10.0, &mut hints);
        for (p, got) in points.iter().zip(got) {
            // The facets lie up to 0.004 mm inside (edge 0.3 mm).
            let error = got.expect("within the radius").signed_mm - (p.length() - 3.0);
            assert!((-1e-6..0.01).contains(&error), "{p}: {error}");
        }
    }

    #[test]
    fn gum_beyond_an_open_rim_is_outside() {
        for case in ["case-2-tight-contact", "case-3-light-contact"] {
            let Some(pair) = real_pair(case, false) else { continue };
            let bvh = Bvh::new(&pair.upper.mesh);
            let points: Vec<DVec3> = pair.lower.mesh.positions.iter().map(|p| p.as_dvec3()).collect();
            let mut hints = vec![Hint::NONE; points.len()];
            let sides = Sides::new(&bvh, pair.upper.report.closed);
            let got = signed_nearest(&bvh, &sides, &points, 20.0, &mut hints);
            let deepest = got.iter().flatten().map(|s| s.signed_mm).fold(f64::MAX, f64::min);
            // The naive sign: which way the nearest triangle faces. Of several that meet in the nearest point any may be named.
            let mesh = &pair.upper.mesh;
            let mut around: Vec<Vec<u32>> = vec![Vec::new(); mesh.positions.len()];
            for (corners, triangle) in mesh.triangles.iter().zip(0..) {
                corners.iter().for_each(|corner| around[*corner as usize].push(triangle));
            }
            let naive = |(p, s): (&DVec3, &Option<SignedNearest>)| {
                let near = s.as_ref()?.nearest;
                let is_there = |t: &&u32| {
                    let corners = mesh.corners(**t as usize).map(|p| p.as_dvec3());
                    closest_point_triangle(near.point, &corners).distance(near.point) < 1e-6
                };
                let mut all =
                    mesh.triangles[near.triangle as usize].iter().flat_map(|corner| &around[*corner as usize]);
                let faces_away = |t: &u32| mesh.doubled_area_normal(*t as usize).as_dvec3().dot(*p - near.point) < 0.0;
                all.any(|t| is_there(&t) && faces_away(t)).then_some(-near.distance_mm)
            };
            let naive = points.iter().zip(&got).filter_map(naive).fold(f64::MAX, f64::min);
            println!("{case}: deepest {deepest:.3} mm; by the nearest triangle's side {naive:.3} mm");
            // The files' own figures: -0.04 and -0.03 mm at vertices.
            assert!((-0.2..0.0).contains(&deepest), "{case}: {deepest}");
            assert!(naive < -1.0, "{case}: the naive sign goes wrong here: {naive}");
        }
    }
}
