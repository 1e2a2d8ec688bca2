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
