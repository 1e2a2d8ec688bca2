//! Simple shapes for tests, in millimetres, counter-clockwise from outside.
use super::TriMesh;
use glam::Vec3;

pub fn mesh(positions: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> TriMesh {
    TriMesh { n_scanned: triangles.len(), positions, triangles, colors: None }
}

pub fn tetrahedron() -> TriMesh {
    mesh(vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z], vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
}

/// What a closed mesh encloses, mm³; negative where it is inside out.
pub fn volume_mm3(mesh: &TriMesh) -> f64 {
    let of = |t: usize| {
        let [a, b, c] = mesh.corners(t).map(|p| p.as_dvec3());
        a.dot(b.cross(c)) / 6.0
    };
    (0..mesh.triangles.len()).map(of).sum()
}

/// From -1 to 1.
pub fn cube() -> TriMesh {
    let corner = |i: usize| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) * 2.0 - 1.0;
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    mesh((0..8).map(corner).collect(), triangles)
}

/// `n` rings of `2 n` vertices between the poles.
pub fn sphere(n: usize, radius: f32) -> TriMesh {
    let around = 2 * n;
    let mut positions = vec![Vec3::Z * radius];
    for ring in 1..=n {
        let polar = ring as f32 / (n + 1) as f32 * std::f32::consts::PI;
        positions.extend((0..around).map(|i| {
            let angle = i as f32 / around as f32 * std::f32::consts::TAU;
            Vec3::new(polar.sin() * angle.cos(), polar.sin() * angle.sin(), polar.cos()) * radius
        }));
    }
    positions.push(-Vec3::Z * radius);
    let at = |ring: usize, i: usize| (1 + ring * around + i % around) as u32;
    let south = positions.len() as u32 - 1;
    let mut triangles = Vec::new();
    for i in 0..around {
        triangles.push([0, at(0, i), at(0, i + 1)]);
        for ring in 0..n - 1 {
            triangles.push([at(ring, i), at(ring + 1, i), at(ring + 1, i + 1)]);
            triangles.push([at(ring, i), at(ring + 1, i + 1), at(ring, i + 1)]);
        }
        triangles.push([at(n - 1, i), south, at(n - 1, i + 1)]);
    }
    mesh(positions, triangles)
}

/// A wavy square from -1 to 1 in x and y, `n` x `n` cells, facing +z.
pub fn patch(n: usize) -> TriMesh {
    let coordinate = |i: usize| i as f32 / n as f32 * 2.0 - 1.0;
    let point = |i: usize| {
        let (x, y) = (coordinate(i % (n + 1)), coordinate(i / (n + 1)));
        Vec3::new(x, y, 0.25 * (3.0 * x).sin() * (2.0 * y).cos())
    };
    let at = |x: usize, y: usize| (y * (n + 1) + x) as u32;
    let cells = (0..n * n).map(|c| (c % n, c / n));
    let cell = |(x, y): (usize, usize)| {
        [[at(x, y), at(x + 1, y), at(x + 1, y + 1)], [at(x, y), at(x + 1, y + 1), at(x, y + 1)]]
    };
    mesh((0..(n + 1) * (n + 1)).map(point).collect(), cells.flat_map(cell).collect())
}

/// Without the triangles whose centre is `gone`.
pub fn without(from: &TriMesh, gone: impl Fn(Vec3) -> bool) -> TriMesh {
    let centre = |t: &[u32; 3]| t.iter().map(|&i| from.positions[i as usize]).sum::<Vec3>() / 3.0;
    mesh(from.positions.clone(), from.triangles.iter().filter(|t| !gone(centre(t))).copied().collect())
}

pub fn turned(from: &TriMesh) -> TriMesh {
    mesh(from.positions.clone(), from.triangles.iter().map(|&[a, b, c]| [a, c, b]).collect())
}

/// Scaled, then moved along x.
pub fn moved(from: &TriMesh, x: f32, scale: f32) -> TriMesh {
    mesh(from.positions.iter().map(|p| *p * scale + Vec3::X * x).collect(), from.triangles.clone())
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

/// A watertight half ball (the crown, flat base at z = 0) whose rim is shared with a flat ring of gum around it that
/// lies the wrong way round, as some segmented scans have it. Also gives the number of triangles of the base.
pub fn crown_in_inverted_gum(n: usize) -> (TriMesh, usize) {
    let n_rings = 2 * n - 1;
    let around = 2 * n_rings as u32;
    let mut crown = without(&sphere(n_rings, 4.0), |p| p.z < 0.0);
    // The last ring that is left is the equator, at index n - 1.
    let rim = |i: u32| 1 + (n as u32 - 1) * around + i % around;
    let centre = crown.positions.len() as u32;
    crown.positions.push(Vec3::new(0.0, 0.0, -0.5));
    let n_base = around;
    crown.triangles.extend((0..n_base).map(|i| [centre, rim(i + 1), rim(i)]));
    let outer = crown.positions.len() as u32;
    let ring: Vec<Vec3> = (0..n_base).map(|i| crown.positions[rim(i) as usize] * 2.0).collect();
    crown.positions.extend(ring);
    let out = |i: u32| outer + i % n_base;
    // Facing -z, while the crown stands on +z.
    crown.triangles.extend((0..n_base).flat_map(|i| [[rim(i), rim(i + 1), out(i + 1)], [rim(i), out(i + 1), out(i)]]));
    (mesh(crown.positions, crown.triangles), n_base as usize)
}
