//! The sample case must be a plausible scan in a plausible bite, and the same at every run.
use super::*;
use crate::jaw::{OcclusalFrame, hinge};
use crate::mesh::TriMesh;
use glam::DVec3;
use std::collections::HashMap;
use std::sync::OnceLock;

fn case() -> &'static (RawMesh, RawMesh) {
    static CASE: OnceLock<(RawMesh, RawMesh)> = OnceLock::new();
    CASE.get_or_init(|| sample_case(&Progress::default()).unwrap())
}

fn as_mesh(raw: &RawMesh) -> TriMesh {
    let (positions, triangles) = (raw.positions.clone(), raw.triangles.clone());
    TriMesh { n_scanned: triangles.len(), positions, triangles, colors: None }
}

/// How many triangles share each edge.
fn edge_counts(mesh: &RawMesh) -> HashMap<(u32, u32), u32> {
    let mut counts = HashMap::new();
    for [a, b, c] in &mesh.triangles {
        for (i, j) in [(a, b), (b, c), (c, a)] {
            *counts.entry((*i.min(j), *i.max(j))).or_insert(0) += 1;
        }
    }
    counts
}

#[test]
fn meshes_are_like_scans() {
    for mesh in [&case().0, &case().1] {
        assert_eq!(mesh.format, MeshFormat::Generated);
        assert!((90_000..140_000).contains(&mesh.triangles.len()), "{}", mesh.triangles.len());
        assert!(mesh.positions.iter().all(|p| p.is_finite()));
        assert!(mesh.triangles.iter().flatten().all(|i| (*i as usize) < mesh.positions.len()));
        let counts = edge_counts(mesh);
        let length = |(i, j): &(u32, u32)| mesh.positions[*i as usize].distance(mesh.positions[*j as usize]);
        let mean_edge = counts.keys().map(length).sum::<f32>() / counts.len() as f32;
        println!("{} triangles, mean edge {mean_edge:.3} mm", mesh.triangles.len());
        assert!((0.2..0.32).contains(&mean_edge));
    }
}

#[test]
fn surfaces_are_manifold_with_open_rims_and_face_outwards() {
    for mesh in [&case().0, &case().1] {
        let counts = edge_counts(mesh);
        let n_open = counts.values().filter(|n| **n == 1).count();
        assert_eq!(counts.values().filter(|n| **n > 2).count(), 0);
        assert!((300..3000).contains(&n_open), "{n_open} open edges");
        // Neighbours run along their common edge in opposite directions.
        let mut directed = HashMap::new();
        for [a, b, c] in &mesh.triangles {
            for edge in [(*a, *b), (*b, *c), (*c, *a)] {
                *directed.entry(edge).or_insert(0) += 1;
            }
        }
        assert!(directed.values().all(|n| *n == 1));
    }
    // Outwards: the biting surfaces look at the other jaw.
    for (mesh, sign) in [(&case().0, -1.0), (&case().1, 1.0)] {
        let facing: f32 = mesh
            .triangles
            .iter()
            .map(|t| t.map(|i| mesh.positions[i as usize]))
            .map(|[a, b, c]| (b - a).cross(c - a).y * sign)
            .sum();
        assert!(facing > 500.0, "{facing}");
    }
}

#[test]
fn arches_have_the_sizes_of_people() {
    // Crowns only: width across the second molars, and depth from the incisors to behind the second molars.
    let size = |mesh: &RawMesh, crown: &dyn Fn(f32) -> bool| {
        let at = |f: &dyn Fn(&Vec3) -> Option<f32>| {
            let values: Vec<f32> = mesh.positions.iter().filter(|p| crown(p.y)).filter_map(f).collect();
            values.iter().fold(f32::NEG_INFINITY, |a, v| a.max(*v))
                - values.iter().fold(f32::INFINITY, |a, v| a.min(*v))
        };
        (at(&|p| (p.z < -5.0).then_some(p.x)), at(&|p| Some(p.z)))
    };
    let (upper_width, upper_depth) = size(&case().0, &|y| y < 4.5);
    let (lower_width, lower_depth) = size(&case().1, &|y| y > -2.5);
    println!("upper {upper_width:.1} x {upper_depth:.1} mm, lower {lower_width:.1} x {lower_depth:.1} mm");
    assert!((57.0..63.0).contains(&upper_width) && (44.0..50.0).contains(&upper_depth));
    assert!((51.0..58.0).contains(&lower_width) && (40.0..46.0).contains(&lower_depth));
}

#[test]
fn incisors_overlap_by_two_to_three_millimetres() {
    let near_midline = |mesh: &'static RawMesh| mesh.positions.iter().filter(|p| p.x.abs() < 4.0 && p.z > 24.0);
    let upper_edge = near_midline(&case().0).min_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
    let lower_edge = near_midline(&case().1).max_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
    let (overbite, overjet) = (lower_edge.y - upper_edge.y, upper_edge.z - lower_edge.z);
    println!("overbite {overbite:.2} mm, overjet {overjet:.2} mm");
    assert!((1.8..3.8).contains(&overbite) && (1.5..3.5).contains(&overjet));
}

#[test]
fn two_runs_give_the_same_bits() {
    let again = sample_case(&Progress::default()).unwrap();
    assert!(again == *case());
    let cancelled = Progress::default();
    cancelled.cancel();
    assert!(sample_case(&cancelled).is_err());
}

const PIXEL_MM: f32 = 0.1;
const COLS: usize = 660;
const ROWS: usize = 560;

/// The heights of a surface over a grid in x and z: the highest of the lower jaw, the lowest (negated) of the upper.
fn heights(mesh: &RawMesh, sign: f32, lowered: f32) -> Vec<f32> {
    let mut map = vec![f32::NEG_INFINITY; COLS * ROWS];
    for t in &mesh.triangles {
        let [a, b, c] = t.map(|i| {
            let p = mesh.positions[i as usize];
            Vec3::new((p.x + 33.0) / PIXEL_MM, (p.z + 20.0) / PIXEL_MM, (p.y - lowered) * sign)
        });
        let area = (b - a).truncate().perp_dot((c - a).truncate());
        if area == 0.0 {
            continue;
        }
        let (low, high) = (a.min(b).min(c).max(Vec3::ZERO), a.max(b).max(c));
        for row in low.y as usize..=(high.y as usize).min(ROWS - 1) {
            for col in low.x as usize..=(high.x as usize).min(COLS - 1) {
                let p = glam::Vec2::new(col as f32 + 0.5, row as f32 + 0.5);
                let u = (b.truncate() - p).perp_dot(c.truncate() - p) / area;
                let v = (c.truncate() - p).perp_dot(a.truncate() - p) / area;
                if u >= 0.0 && v >= 0.0 && u + v <= 1.0 {
                    let cell = &mut map[row * COLS + col];
                    *cell = cell.max(u * a.z + v * b.z + (1.0 - u - v) * c.z);
                }
            }
        }
    }
    map
}

/// Projected gap along the occlusal normal, infinite where the jaws do not face each other.
fn gaps(lowered: f32) -> Vec<f32> {
    let (upper, lower) = (heights(&case().0, -1.0, 0.0), heights(&case().1, 1.0, lowered));
    upper.iter().zip(lower).map(|(u, l)| -u - l).collect()
}

/// Area (mm²) with a gap of at most `threshold`.
fn area(gaps: &[f32], threshold: f32) -> f32 {
    gaps.iter().filter(|g| **g <= threshold).count() as f32 * PIXEL_MM * PIXEL_MM
}

/// Connected spots with a gap of at most `threshold` and at least 0.05 mm²: how many right and left of the midline.
fn count_spots(gaps: &[f32], threshold: f32) -> [usize; 2] {
    let mut seen = vec![false; gaps.len()];
    let mut counts = [0, 0];
    for start in 0..gaps.len() {
        let (mut stack, mut size) = (vec![start], 0);
        while let Some(i) = stack.pop() {
            if gaps[i] > threshold || std::mem::replace(&mut seen[i], true) {
                continue;
            }
            size += 1;
            stack.extend([i + 1, i - 1, i + COLS, i - COLS]);
        }
        counts[usize::from(start % COLS > COLS / 2)] += usize::from(size >= 5);
    }
    counts
}

#[test]
fn teeth_meet_at_many_small_spots() {
    let gaps = gaps(0.0);
    let depth = -gaps.iter().fold(f32::INFINITY, |a, g| a.min(*g));
    let near = area(&gaps, 0.2);
    let [right, left] = count_spots(&gaps, 0.1);
    println!("contact {near:.1} mm2 within 0.2 mm, depth {depth:.3} mm, spots {right} right, {left} left");
    assert!((20.0..60.0).contains(&near));
    assert!(depth > 0.01 && depth < 0.1);
    assert!(right + left >= 15 && right >= 6 && left >= 6 && right + left <= 45);
}

#[test]
fn the_hash_names_the_mesh() {
    let (upper, lower) = case();
    let hash = content_hash(upper);
    assert_eq!((hash.len(), &hash), (64, &content_hash(upper)));
    assert_ne!(hash, content_hash(lower));
    let mut moved = upper.clone();
    moved.positions[17].x += 0.001;
    assert_ne!(hash, content_hash(&moved), "a micrometre is another mesh");
}

#[test]
fn lowered_by_two_millimetres_nothing_meets() {
    let gaps = gaps(2.0);
    assert_eq!(area(&gaps, 0.2), 0.0);
    assert_eq!(count_spots(&gaps, 0.1), [0, 0]);
}

#[test]
fn the_frame_and_the_hinge_are_found() {
    let (upper, lower) = (as_mesh(&case().0), as_mesh(&case().1));
    let (frame, warnings) = OcclusalFrame::estimate(&upper, &lower);
    println!("{frame:.3?} {warnings:?}");
    assert!(frame.up.dot(DVec3::Y) > 5.0_f64.to_radians().cos());
    assert!(frame.front.dot(DVec3::Z) > 5.0_f64.to_radians().cos());
    assert!(frame.right.dot(DVec3::X) < -0.99);
    assert!(warnings.is_empty());
    let (_, warnings) = OcclusalFrame::estimate(&lower, &upper);
    assert!(warnings.iter().any(|w| w.0.contains("swapped")), "{warnings:?}");
    let incisal = hinge::incisal_point(&frame, &lower).unwrap();
    println!("lower incisal point {incisal:.2}");
    assert!(incisal.distance(DVec3::new(0.0, 1.5, 30.5)) < 2.0, "{incisal}");
}

#[test]
fn five_teeth_are_closed_and_separate() {
    let (upper, lower) = five_teeth(0.6, &Progress::default()).unwrap();
    for (mesh, n_teeth) in [(&upper, 2), (&lower, 3)] {
        let counts = edge_counts(mesh);
        assert!(counts.values().all(|n| *n == 2), "every edge has two triangles");
        // A closed surface without handles has V - E + F = 2.
        let euler = mesh.positions.len() as i64 - counts.len() as i64 + mesh.triangles.len() as i64;
        assert_eq!(euler, 2 * n_teeth);
    }
    // Negative twin: a triangle less, and it is open.
    let mut open = upper.clone();
    open.triangles.pop();
    assert!(!edge_counts(&open).values().all(|n| *n == 2));
}
