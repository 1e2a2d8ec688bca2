//! Bite scans made from jaws whose pose is known: bands of the outer surfaces, with other triangles, moved, noisy, with holes and cheek.
use super::registration::Jaws;
use crate::base::{Random, Rigid};
use crate::jaw::JawPair;
use crate::mesh::TriMesh;
use glam::{DVec3, Vec3};
use std::collections::HashMap;

/// What a bite scan shows, and how badly.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    /// Of the arch, to the patient's left (1) or right (-1), or both sides (0).
    pub side: f64,
    /// Standard deviation of every vertex, mm.
    pub noise_mm: f64,
    /// Share of the scan that is cheek, and that is missing.
    pub cheek: f64,
    pub holes: f64,
}

impl Band {
    pub const CLEAN: Self = Self { side: 1.0, noise_mm: 0.0, cheek: 0.0, holes: 0.0 };
}

/// Farther from the other teeth than this the scanner does not see, mm.
const HEIGHT_MM: f64 = 8.0;

/// A bite scan of a pair in a pose, in coordinates moved by `bite_from_upper`.
pub fn bite_scan(pair: &JawPair, pose: &Rigid, band: &Band, bite_from_upper: &Rigid, random: &mut Random) -> TriMesh {
    let frame = &pair.frame;
    let mut triangles: Vec<[DVec3; 3]> = Vec::new();
    for (mesh, to_upper) in [(&pair.upper.mesh, Rigid::IDENTITY), (&pair.lower.mesh, *pose)] {
        for t in 0..mesh.n_scanned {
            let corners = mesh.corners(t).map(|p| to_upper.transform_point(p.as_dvec3()));
            let middle = corners.iter().sum::<DVec3>() / 3.0 - frame.origin;
            let normal = to_upper.transform_vector(mesh.unit_normal(t));
            let outwards = middle.reject_from_normalized(frame.up).normalize_or_zero();
            let along = middle.dot(frame.right);
            let is_on_side = band.side == 0.0 || along * band.side < -8.0;
            if middle.dot(frame.up).abs() < HEIGHT_MM && normal.dot(outwards) > 0.1 && is_on_side {
                triangles.push(corners);
            }
        }
    }
    let area = |t: &[DVec3; 3]| (t[1] - t[0]).cross(t[2] - t[0]).length() / 2.0;
    let mut whole: f64 = triangles.iter().map(area).sum();
    let mut missing = 0.0;
    while missing < band.holes * whole {
        let at = triangles[random.below(triangles.len() as u64) as usize][0];
        let is_in = |t: &[DVec3; 3]| t[0].distance(at) < 1.5;
        missing += triangles.iter().filter(|t| is_in(t)).map(area).sum::<f64>();
        triangles.retain(|t| !is_in(t));
    }
    whole -= missing;
    let (mut positions, mut faces) = split(&triangles);
    shaken(&mut positions, band.noise_mm, random);
    if band.cheek > 0.0 {
        add_cheek(&mut positions, &mut faces, band.cheek / (1.0 - band.cheek) * whole, (pair, band.side), random);
    }
    let positions = positions.iter().map(|p| bite_from_upper.transform_point(*p).as_vec3()).collect();
    TriMesh { positions, n_scanned: faces.len(), triangles: faces, colors: None }
}

/// Three triangles of each, about a place in it that is not its middle: the same surface, other corners.
fn split(triangles: &[[DVec3; 3]]) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut known: HashMap<[u64; 3], u32> = HashMap::new();
    let (mut positions, mut faces) = (Vec::new(), Vec::new());
    for corners in triangles {
        let mut id = |p: DVec3| {
            *known.entry(p.to_array().map(f64::to_bits)).or_insert_with(|| {
                positions.push(p);
                positions.len() as u32 - 1
            })
        };
        let [a, b, c] = corners.map(&mut id);
        let inside = id(corners[0] * 0.4 + corners[1] * 0.35 + corners[2] * 0.25);
        faces.extend([[a, b, inside], [b, c, inside], [c, a, inside]]);
    }
    (positions, faces)
}

/// Sums of twelve uniform numbers are near enough to normal.
pub fn shaken(positions: &mut [DVec3], noise_mm: f64, random: &mut Random) {
    for p in positions {
        let mut normal = || (0..12).map(|_| random.unit()).sum::<f64>() / 2.0;
        *p += DVec3::new(normal(), normal(), normal()) * noise_mm;
    }
}

/// A waving sheet outside the teeth.
fn add_cheek(
    positions: &mut Vec<DVec3>,
    faces: &mut Vec<[u32; 3]>,
    area: f64,
    (pair, side): (&JawPair, f64),
    random: &mut Random,
) {
    let (frame, first) = (&pair.frame, positions.len() as u32);
    let (long, step) = (24.0, 0.4);
    let (n, m) = ((long / step) as u32, (area / long / step).ceil() as u32);
    let phase = random.unit() * 3.0;
    let side = if side == 0.0 { 1.0 } else { side };
    for i in 0..=n {
        for j in 0..=m {
            let (along, high) = (f64::from(i) * step - 4.0, (f64::from(j) - f64::from(m) / 2.0) * step);
            let out = 32.0 + 2.0 * (along * 0.3 + phase).sin() + 1.5 * (high * 0.5 + phase).cos();
            positions.push(frame.origin - frame.right * side * out + frame.front * along + frame.up * high);
        }
    }
    for i in 0..n {
        for j in 0..m {
            let at = first + i * (m + 1) + j;
            faces.extend([[at, at + 1, at + m + 1], [at + 1, at + m + 2, at + m + 1]]);
        }
    }
}

/// A jaw with noise of its own.
pub fn noisy(mesh: &TriMesh, noise_mm: f64, random: &mut Random) -> TriMesh {
    let mut positions: Vec<DVec3> = mesh.positions.iter().map(|p| p.as_dvec3()).collect();
    shaken(&mut positions, noise_mm, random);
    TriMesh { positions: positions.iter().map(|p| p.as_vec3()).collect::<Vec<Vec3>>(), ..mesh.clone() }
}

/// Where the middle of the lower arch lies.
pub fn middle(pair: &JawPair, pose: &Rigid) -> DVec3 {
    pose.inverse().transform_point(pair.frame.origin)
}

/// How far apart two poses take the jaw at the arch's middle (mm), and the turn between them (degrees).
pub fn apart(a: &Rigid, b: &Rigid, about: DVec3) -> (f64, f64) {
    let six = crate::base::six::six_of(&(*a * b.inverse()), about);
    let length = |at: usize| DVec3::new(six[at], six[at + 1], six[at + 2]).length();
    (length(3), length(0).to_degrees())
}

/// The jaws for [`super::register`].
pub fn jaws<'a>(pair: &'a JawPair, trees: [&'a crate::exact::Bvh; 2], start: Rigid) -> Jaws<'a> {
    let meshes = [&*pair.upper.mesh, &*pair.lower.mesh];
    Jaws { meshes, trees, upper_from_lower: start, middle: middle(pair, &start) }
}
