//! Closed analytic shapes in millimetres, counter-clockwise from outside.
use glam::{DVec3, Vec3};
use occluscope::mesh::TriMesh;
use std::collections::HashMap;

pub fn mesh(positions: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> TriMesh {
    TriMesh { n_scanned: triangles.len(), positions, triangles, colors: None }
}

pub fn cuboid(lo: DVec3, hi: DVec3) -> TriMesh {
    let corner = |i: usize| {
        let pick = |bit: usize, axis: usize| if i >> bit & 1 == 0 { lo[axis] } else { hi[axis] };
        DVec3::new(pick(0, 0), pick(1, 1), pick(2, 2)).as_vec3()
    };
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    mesh((0..8).map(corner).collect(), quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())
}

/// An icosahedron subdivided `levels` times; 20 * 4^levels triangles.
pub fn sphere(centre: DVec3, radius: f64, levels: usize) -> TriMesh {
    let g = (1.0 + 5f64.sqrt()) / 2.0;
    let mut points: Vec<DVec3> = (0..12)
        .map(|i| {
            let (a, b) = (if i & 1 == 0 { 1.0 } else { -1.0 }, if i & 2 == 0 { g } else { -g });
            match i / 4 {
                0 => DVec3::new(0.0, a, b),
                1 => DVec3::new(a, b, 0.0),
                _ => DVec3::new(b, 0.0, a),
            }
            .normalize()
        })
        .collect();
    // Faces are the triples of neighbours; turned outwards.
    let near = |a: DVec3, b: DVec3| a.distance(b) < 1.06;
    let mut faces = Vec::new();
    for i in 0..12 {
        for j in i + 1..12 {
            for k in j + 1..12 {
                let (a, b, c) = (points[i], points[j], points[k]);
                if near(a, b) && near(b, c) && near(a, c) {
                    let outwards = (b - a).cross(c - a).dot(a) > 0.0;
                    faces.push(if outwards { [i as u32, j as u32, k as u32] } else { [i as u32, k as u32, j as u32] });
                }
            }
        }
    }
    assert_eq!(faces.len(), 20);
    for _ in 0..levels {
        let mut middle = HashMap::new();
        let mut next = Vec::with_capacity(faces.len() * 4);
        for [a, b, c] in faces {
            let mut mid = |i: u32, j: u32| {
                *middle.entry((i.min(j), i.max(j))).or_insert_with(|| {
                    points.push((points[i as usize] + points[j as usize]).normalize());
                    points.len() as u32 - 1
                })
            };
            let (ab, bc, ca) = (mid(a, b), mid(b, c), mid(c, a));
            next.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        faces = next;
    }
    mesh(points.iter().map(|p| (centre + *p * radius).as_vec3()).collect(), faces)
}

pub fn joined(parts: &[TriMesh]) -> TriMesh {
    let mut all = TriMesh::default();
    for part in parts {
        let base = all.positions.len() as u32;
        all.positions.extend(&part.positions);
        all.triangles.extend(part.triangles.iter().map(|t| t.map(|i| i + base)));
    }
    all.n_scanned = all.triangles.len();
    all
}

/// `n` teeth across x, each `thickness` in z, the k-th beginning at `z0 + k * pitch`; all cover the same pixels.
pub fn comb(n: usize, z0: f64, pitch: f64, thickness: f64) -> TriMesh {
    let tooth = |k: usize| {
        let z = z0 + k as f64 * pitch;
        cuboid(DVec3::new(-4.0, -4.0, z), DVec3::new(4.0, 4.0, z + thickness))
    };
    joined(&(0..n).map(tooth).collect::<Vec<_>>())
}

pub fn moved(from: &TriMesh, motion: &occluscope::base::Rigid) -> TriMesh {
    let move_point = |p: &Vec3| motion.transform_point(p.as_dvec3()).as_vec3();
    TriMesh { positions: from.positions.iter().map(move_point).collect(), ..from.clone() }
}

/// A slab over `-half..half` from `z[0]` to `z[1]` with a four-sided needle out of its bottom: `2 * half_width` wide there,
/// to a tip.
pub fn needled_slab(half: glam::DVec2, z: [f64; 2], at: glam::DVec2, half_width: f64, tip: DVec3) -> TriMesh {
    let ring = |middle: glam::DVec2, half: glam::DVec2, z: f64| {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| (middle + half * glam::DVec2::new(x, y)).extend(z).as_vec3())
    };
    let middle = glam::DVec2::ZERO;
    let rings = [ring(middle, half, z[0]), ring(middle, half, z[1]), ring(at, glam::DVec2::splat(half_width), z[0])];
    let mut positions = rings.concat();
    positions.push(tip.as_vec3());
    let mut triangles = vec![[4, 5, 6], [4, 6, 7]];
    for i in 0..4 {
        let j = (i + 1) % 4;
        let [bottom, top, foot] = [0, 4, 8].map(|first| [first + i, first + j]);
        triangles.extend([[bottom[0], foot[0], foot[1]], [bottom[0], foot[1], bottom[1]]]);
        triangles.extend([[bottom[0], bottom[1], top[1]], [bottom[0], top[1], top[0]]]);
        triangles.push([foot[1], foot[0], 12]);
    }
    mesh(positions, triangles)
}

/// A round tube of `n_around` sides along a line of points; a ring when `closed`, else with flat ends.
pub fn tube(points: &[DVec3], radius: f64, n_around: usize, closed: bool) -> TriMesh {
    let n = points.len();
    let at = |i: usize| points[i % n];
    let ends = |i: usize| if closed { (i + n - 1, i + 1) } else { (i.saturating_sub(1), (i + 1).min(n - 1)) };
    let tangent = |i: usize| (at(ends(i).1) - at(ends(i).0)).normalize();
    // One side is carried along without a twist; what is left of a twist in a ring is spread over it.
    let mut side = tangent(0).any_orthonormal_vector();
    let sides: Vec<DVec3> = (0..n)
        .map(|i| {
            let t = tangent(i);
            side = (side - t * side.dot(t)).normalize();
            side
        })
        .collect();
    let carried = (sides[n - 1] - tangent(0) * sides[n - 1].dot(tangent(0))).normalize();
    let twist = carried.cross(sides[0]).dot(tangent(0)).atan2(carried.dot(sides[0]));
    let mut positions = Vec::new();
    for (i, a) in sides.into_iter().enumerate() {
        let share = if closed { twist * i as f64 / n as f64 } else { 0.0 };
        let b = tangent(i).cross(a);
        for j in 0..n_around {
            let turn = share + std::f64::consts::TAU * j as f64 / n_around as f64;
            positions.push((at(i) + (a * turn.cos() + b * turn.sin()) * radius).as_vec3());
        }
    }
    let corner = |i: usize, j: usize| ((i % n) * n_around + j % n_around) as u32;
    let mut triangles = Vec::new();
    for i in 0..if closed { n } else { n - 1 } {
        for j in 0..n_around {
            let [a, b, c, d] = [corner(i, j), corner(i, j + 1), corner(i + 1, j + 1), corner(i + 1, j)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    if !closed {
        for j in 1..n_around - 1 {
            triangles.push([corner(0, 0), corner(0, j + 1), corner(0, j)]);
            triangles.push([corner(n - 1, 0), corner(n - 1, j), corner(n - 1, j + 1)]);
        }
    }
    mesh(positions, triangles)
}

/// A ring of radius `ring` about z, `thickness` its tube's radius.
pub fn torus(ring: f64, thickness: f64) -> TriMesh {
    let point = |i: usize| at_turn(i as f64 / 64.0) * ring;
    tube(&(0..64).map(point).collect::<Vec<_>>(), thickness, 24, true)
}

/// A corkscrew about z: `n_turns` of radius `radius`, `pitch` apart.
pub fn screw(n_turns: usize, radius: f64, pitch: f64, thickness: f64) -> TriMesh {
    let point = |i: usize| at_turn(i as f64 / 32.0) * radius + DVec3::Z * (pitch * i as f64 / 32.0);
    tube(&(0..=32 * n_turns).map(point).collect::<Vec<_>>(), thickness, 12, false)
}

/// A flat spiral about z, its turns `pitch` apart.
pub fn spiral(n_turns: usize, pitch: f64, thickness: f64) -> TriMesh {
    let point = |i: usize| at_turn(i as f64 / 32.0) * (pitch * (1.0 + i as f64 / 32.0));
    tube(&(0..=32 * n_turns).map(point).collect::<Vec<_>>(), thickness, 12, false)
}

/// A hollow ball.
pub fn shell(centre: DVec3, outer: f64, inner: f64) -> TriMesh {
    let mut cavity = sphere(centre, inner, 4);
    cavity.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    joined(&[sphere(centre, outer, 4), cavity])
}

/// The unit vector across z after so many turns.
fn at_turn(turns: f64) -> DVec3 {
    let angle = std::f64::consts::TAU * turns;
    DVec3::new(angle.cos(), angle.sin(), 0.0)
}
