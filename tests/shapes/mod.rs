//! Analytic shapes as binary STL bytes, made here and not by the program under test. Lengths in mm.
#![allow(dead_code, reason = "each test file uses its share of them")]

pub type Point = [f64; 3];
pub type Triangle = [Point; 3];

/// A sphere of `4 n²` triangles, counter-clockwise from outside. With `n = 160` its chords lie at most
/// `r (pi / n)² / 8 = 5e-5 r` inside.
pub fn sphere(center: Point, radius: f64, n: usize) -> Vec<Triangle> {
    let point = |i: usize, j: usize| {
        let (polar, around) =
            (std::f64::consts::PI * i as f64 / n as f64, std::f64::consts::PI * (j % (2 * n)) as f64 / n as f64);
        // The poles lie on the x axis: away from the contacts of the tests, which lie on the others.
        let sin = if i == 0 || i == n { 0.0 } else { polar.sin() };
        let unit = [polar.cos(), sin * around.cos(), sin * around.sin()];
        [0, 1, 2].map(|k| center[k] + radius * unit[k])
    };
    let mut triangles = Vec::with_capacity(4 * n * n);
    for i in 0..n {
        for j in 0..2 * n {
            let [a, b, c, d] = [point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]].into_iter().filter(|[p, q, r]| p != q && q != r && r != p));
        }
    }
    triangles
}

/// An axis-aligned box of 12 triangles, counter-clockwise from outside.
pub fn cuboid(low: Point, high: Point) -> Vec<Triangle> {
    let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 0 { low[k] } else { high[k] });
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let mut triangles = Vec::new();
    for face in faces {
        let [a, b, c, d] = face.map(corner);
        triangles.extend([[a, b, c], [a, c, d]]);
    }
    triangles
}

/// Binary STL; the normals are left 0, which readers must not mind.
pub fn stl(triangles: &[Triangle]) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        bytes.extend([0; 12]);
        for coordinate in triangle.iter().flatten() {
            bytes.extend((*coordinate as f32).to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    bytes
}

/// Volume by the divergence theorem: positive when the triangles face outwards.
pub fn volume(triangles: &[Triangle]) -> f64 {
    let det = |[a, b, c]: &Triangle| {
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    };
    triangles.iter().map(det).sum::<f64>() / 6.0
}

/// A slab over ±4 mm by ±3 mm from z = 1 to 3, with a four-sided needle of `width` out of its bottom at (x, y) to `tip_z`.
pub fn needled_slab([x, y]: [f64; 2], width: f64, tip_z: f64) -> Vec<Triangle> {
    let ring = |[x, y]: [f64; 2], [w, d]: [f64; 2], z: f64| {
        [[x - w, y - d, z], [x + w, y - d, z], [x + w, y + d, z], [x - w, y + d, z]]
    };
    let (bottom, top) = (ring([0.0; 2], [4.0, 3.0], 1.0), ring([0.0; 2], [4.0, 3.0], 3.0));
    let (foot, tip) = (ring([x, y], [width / 2.0; 2], 1.0), [x, y, tip_z]);
    let mut triangles = vec![[top[0], top[1], top[2]], [top[0], top[2], top[3]]];
    for (i, j) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        triangles.extend([[bottom[i], foot[i], foot[j]], [bottom[i], foot[j], bottom[j]], [foot[j], foot[i], tip]]);
        triangles.extend([[bottom[i], bottom[j], top[j]], [bottom[i], top[j], top[i]]]);
    }
    triangles
}
