//! Jaws to measure on: closed surfaces of any number of triangles made by formula, or two files.
//!
//! A jaw is a closed tube along an arch, its section a rounded box; fourteen teeth with cusps, grooves between them,
//! roughness and a scanner's noise are set onto it. (The sample case's generator is another: the figures measured on these
//! jaws would not be comparable on those.) It stands for nobody's jaw; what matters is that size, number and
//! size of triangles, bumps and the extent of the contact are those of real scans.
use glam::{DVec3, Vec3};
use occluscope::base::{LengthUnit, Progress, Random, Rigid};
use occluscope::exact::nested::Nesting;
use occluscope::exact::{Ahead, Bvh, FirstContact, Motion, first_contact};
use occluscope::export::stl::write_stl;
use occluscope::import::read_mesh;
use occluscope::mesh::{TriMesh, weld_only};
use std::f64::consts::{PI, TAU};
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

pub struct Jaws {
    pub name: String,
    pub upper: TriMesh,
    pub lower: TriMesh,
    /// The height of the lower jaw at which closing along +z first makes the surfaces meet, mm.
    pub contact_mm: f64,
}

impl Jaws {
    /// Two jaws of about `n` triangles each.
    pub fn synthetic(n: usize) -> Self {
        let lower = jaw(n, 1, 0.0, 0.0);
        let mut upper = jaw(n, 2, 4.0, 1.3);
        for p in &mut upper.positions {
            *p = Vec3::new(p.x, p.y + 1.0, 60.0 - p.z);
        }
        upper.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        Self::new(format!("{}k", n / 1000), upper, lower)
    }

    /// The files named by `OCCLUSCOPE_BENCH_JAWS=UPPER,LOWER`, only welded.
    pub fn from_files() -> Option<Self> {
        let files = std::env::var("OCCLUSCOPE_BENCH_JAWS").ok()?;
        let (upper, lower) = files.split_once(',').expect("OCCLUSCOPE_BENCH_JAWS=UPPER,LOWER");
        let read = |path: &str| {
            let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{path}: {e}"));
            let raw = read_mesh(&bytes, &Progress::default()).expect("a scan").raw;
            weld_only(raw, LengthUnit::Millimetre, &Progress::default()).expect("a scan").mesh
        };
        Some(Self::new("files".into(), read(upper), read(lower)))
    }

    fn new(name: String, upper: TriMesh, lower: TriMesh) -> Self {
        let contact_mm = contact_height([&upper, &lower]);
        Self { name, upper, lower, contact_mm }
    }

    /// Writes `upper_NAME.stl` and `lower_NAME.stl`, the lower jaw closed 0.3 mm beyond the first contact.
    pub fn write(&self, folder: &Path) {
        for (jaw, mesh, pose) in [("upper", &self.upper, Rigid::IDENTITY), ("lower", &self.lower, self.closed_by(0.3))]
        {
            let corners = |t: usize| mesh.corners(t).map(|p| pose.transform_point(p.as_dvec3()).as_vec3());
            let path = folder.join(format!("{jaw}_{}.stl", self.name));
            let file = BufWriter::new(File::create(&path).expect("the folder can be written to"));
            write_stl((0..mesh.triangles.len()).map(corners), file).expect("there is room");
            println!("{}: {} triangles", path.display(), mesh.triangles.len());
        }
    }

    /// The lower jaw closed by `mm` beyond the first contact.
    pub fn closed_by(&self, mm: f64) -> Rigid {
        Rigid::from_translation(DVec3::Z * (self.contact_mm + mm))
    }

    /// The lower jaw's vertices within both boxes' overlap grown by 3 mm, in upper coordinates.
    pub fn zone(&self, pose: &Rigid) -> Vec<DVec3> {
        zone_of(&self.lower, pose, &self.upper)
    }

    /// Likewise the upper jaw's, in lower coordinates.
    pub fn upper_zone(&self, pose: &Rigid) -> Vec<DVec3> {
        zone_of(&self.upper, &pose.inverse(), &self.lower)
    }
}

fn zone_of(own: &TriMesh, pose: &Rigid, other: &TriMesh) -> Vec<DVec3> {
    let posed: Vec<DVec3> = own.positions.iter().map(|p| pose.transform_point(p.as_dvec3())).collect();
    let (lo, hi) = other.bounds().expect("a mesh");
    let first = (posed[0], posed[0]);
    let (own_lo, own_hi) = posed.iter().fold(first, |(lo, hi), p| (lo.min(*p), hi.max(*p)));
    let (lo, hi) = (lo.as_dvec3().max(own_lo) - 3.0, hi.as_dvec3().min(own_hi) + 3.0);
    posed.into_iter().filter(|p| (p.cmpge(lo) & p.cmple(hi)).all()).collect()
}

/// An upper jaw without its base, as a scanner sees it.
pub fn opened(mesh: &TriMesh) -> TriMesh {
    let (lo, hi) = mesh.bounds().expect("a mesh");
    let rim = (lo.z + hi.z) / 2.0 + 3.0;
    let scanned = |t: &&[u32; 3]| t.iter().map(|i| mesh.positions[*i as usize].z).sum::<f32>() / 3.0 < rim;
    let triangles: Vec<_> = mesh.triangles.iter().filter(scanned).copied().collect();
    TriMesh { n_scanned: triangles.len(), triangles, ..mesh.clone() }
}

/// The height at which closing along +z from 60 mm below makes the surfaces meet, mm.
fn contact_height([upper, lower]: [&TriMesh; 2]) -> f64 {
    const BELOW_MM: f64 = -60.0;
    let trees = [Bvh::new(upper), Bvh::new(lower)];
    let nesting = Nesting::new((upper, &trees[0], false), (lower, &trees[1], false));
    let jaws = first_contact::Jaws { upper: &trees[0], lower: &trees[1], nesting };
    let start = Rigid::from_translation(DVec3::Z * BELOW_MM);
    let up = Motion::along(DVec3::Z).expect("a direction");
    let found = first_contact::first_contact(&jaws, &start, &up, 120.0, &Progress::default()).expect("not cancelled");
    match found {
        FirstContact::Free { closing: Ahead::Contact(contact), .. } => BELOW_MM + contact.travel + contact.error_mm,
        other => panic!("the jaws meet nowhere: {other:?}"),
    }
}

/// Chance as the shapes below need it.
struct Chance(Random);

impl Chance {
    /// 0 to 1.
    fn unit(&mut self) -> f64 {
        0.5 * (self.0.unit() + 1.0)
    }

    /// Mean 0, standard deviation 1 (Box and Muller).
    fn normal(&mut self) -> f64 {
        (-2.0 * (1.0 - self.unit()).ln()).sqrt() * (TAU * self.unit()).cos()
    }
}

/// A curve by its points at even steps of length.
struct Curve {
    points: Vec<[f64; 2]>,
    length: f64,
}

impl Curve {
    fn new(at: impl Fn(f64) -> [f64; 2], n: usize) -> Self {
        let dense: Vec<[f64; 2]> = (0..=n).map(|i| at(i as f64 / n as f64)).collect();
        let mut along = vec![0.0];
        for w in dense.windows(2) {
            along.push(along[along.len() - 1] + (w[1][0] - w[0][0]).hypot(w[1][1] - w[0][1]));
        }
        let length = along[n];
        let mut points = Vec::with_capacity(n + 1);
        let mut k = 0;
        for i in 0..=n {
            let s = i as f64 / n as f64 * length;
            while k + 2 < along.len() && along[k + 1] < s {
                k += 1;
            }
            let t = (s - along[k]) / (along[k + 1] - along[k]);
            points.push([0, 1].map(|c| dense[k][c] + t * (dense[k + 1][c] - dense[k][c])));
        }
        Self { points, length }
    }

    /// Place and unit tangent at a fraction of the length.
    fn at(&self, fraction: f64) -> ([f64; 2], [f64; 2]) {
        let n = self.points.len() - 1;
        let x = fraction * n as f64;
        let i = (x as usize).min(n - 1);
        let (a, b, t) = (self.points[i], self.points[i + 1], x - i as f64);
        let d = [b[0] - a[0], b[1] - a[1]];
        let l = d[0].hypot(d[1]);
        ([a[0] + t * d[0], a[1] + t * d[1]], [d[0] / l, d[1] / l])
    }
}

/// One tooth: middle and half width along the arch, mm; its cusps (along, across, height, two widths).
struct Tooth {
    middle: f64,
    half: f64,
    cusps: Vec<[f64; 5]>,
    /// Breadth across the arch, as a part of a molar's.
    breadth: f64,
}

/// Mesio-distal widths, mm, from the last molar to the first incisor; M, P, C, I.
const HALF_ROW: [(f64, char); 7] =
    [(10.0, 'M'), (10.6, 'M'), (7.0, 'P'), (7.2, 'P'), (7.6, 'C'), (6.4, 'I'), (7.6, 'I')];

fn teeth(length: f64, random: &mut Chance) -> Vec<Tooth> {
    let total = 2.0 * HALF_ROW.iter().map(|(w, _)| w).sum::<f64>();
    let scale = length / total * 0.985;
    let mut edge = -total * scale / 2.0;
    let mut row = Vec::new();
    for (width, kind) in HALF_ROW.into_iter().chain(HALF_ROW.into_iter().rev()) {
        let half = width * scale / 2.0;
        let higher = random.normal() * 0.04;
        let mut cusp = |along: f64, across: f64, height: f64, w: f64, v: f64| {
            [along * half, across, height + higher + random.normal() * 0.04, w, v]
        };
        let (cusps, breadth) = match kind {
            'M' => {
                let mut cusps: Vec<_> = [(-0.5, -2.6), (-0.5, 2.6), (0.5, -2.6), (0.5, 2.6)]
                    .map(|(along, across)| cusp(along, across, 1.9, 1.7, 1.5))
                    .to_vec();
                cusps.push([0.0, 0.0, -0.5, 1.2, 1.0]);
                (cusps, 1.0)
            }
            'P' => (vec![cusp(0.0, 2.3, 2.2, 1.8, 1.6), cusp(0.0, -2.3, 1.7, 1.8, 1.6)], 0.92),
            'C' => (vec![cusp(0.0, 0.0, 2.3, 2.0, 1.8)], 0.8),
            _ => (vec![cusp(0.0, 0.0, 2.0, half, 1.5)], 0.68),
        };
        row.push(Tooth { middle: edge + half, half, cusps, breadth });
        edge += 2.0 * half;
    }
    row
}

/// A sum of waves of about this length, mm.
struct Roughness(Vec<[f64; 3]>);

impl Roughness {
    fn new(random: &mut Chance, length: f64) -> Self {
        let mut k = || random.normal() * TAU / length;
        let waves: Vec<[f64; 2]> = (0..24).map(|_| [k(), k()]).collect();
        Self(waves.into_iter().map(|[a, b]| [a, b, random.unit() * TAU]).collect())
    }

    fn at(&self, a: f64, b: f64) -> f64 {
        let sum: f64 = self.0.iter().map(|[k, l, phase]| (k * a + l * b + phase).sin()).sum();
        sum / (self.0.len() as f64 / 2.0).sqrt()
    }
}

/// A lower jaw, crowns towards +z; its teeth stand `shift_s` further along the arch and `shift_n` further out.
fn jaw(n_triangles: usize, seed: u64, shift_s: f64, shift_n: f64) -> TriMesh {
    let mut random = Chance(Random::new(seed));
    let angle = |f: f64| (2.0 * f - 1.0) * PI / 2.0 * 0.98;
    let arch = Curve::new(|f| [26.0 * angle(f).sin(), 44.0 * angle(f).cos()], 4000);
    let power = |x: f64| x.signum() * x.abs().powf(0.45);
    let section = Curve::new(|f| [5.0 * power((TAU * f).cos()), 9.0 * power((TAU * f).sin())], 20_000);
    let cells = n_triangles as f64 / 2.0;
    let around = (cells * section.length / arch.length).sqrt().round() as usize;
    let along = (cells / around as f64).round() as usize;
    let row = teeth(arch.length, &mut random);
    let rough = [Roughness::new(&mut random, 2.5), Roughness::new(&mut random, 0.9)];
    let mut positions = Vec::with_capacity(along * around + 2);
    for i in 0..along {
        let f = i as f64 / (along - 1) as f64;
        let (place, tangent) = arch.at(f);
        let s = (2.0 * f - 1.0) * arch.length / 2.0;
        for j in 0..around {
            let (n0_z0, _) = section.at((j as f64 + 0.5) / around as f64);
            let (n, z) = on_jaw(&row, &rough, s, n0_z0, [shift_s, shift_n]);
            let z = z + random.normal() * 0.002;
            let p = DVec3::new(place[0] - tangent[1] * n, place[1] + tangent[0] * n, z);
            positions.push(p.as_vec3());
        }
    }
    closed_tube(positions, along, around)
}

/// Distance from the arch outwards and height of a point of the section `(n, z)` at `s` along the arch, mm.
fn on_jaw(row: &[Tooth], rough: &[Roughness; 2], s: f64, [n, z]: [f64; 2], shift: [f64; 2]) -> (f64, f64) {
    let crown = ((z + 1.0) / 4.0).clamp(0.0, 1.0);
    let crown = crown * crown * (3.0 - 2.0 * crown);
    let top = ((z - 4.5) / 4.5).clamp(0.0, 1.0).powi(2);
    let (mut bump, mut breadth) = (0.0, 1.0);
    let al = s - shift[0];
    for tooth in row {
        let d = al - tooth.middle;
        if d.abs() > 4.0 * tooth.half + 4.0 {
            continue;
        }
        for [along, across, height, w, v] in &tooth.cusps {
            let (x, y) = ((d - along) / w, (n - shift[1] - across) / v);
            bump += height * (-x * x - y * y).exp();
        }
        let a = d / tooth.half;
        let belly = 1.0 + 0.1 * (1.0 - a * a).max(0.0).sqrt();
        breadth += crown * (-a.abs().min(4.0).powi(6)).exp() * (tooth.breadth * belly - 1.0);
        let groove = (-((d - tooth.half) / 0.55).powi(2)).exp();
        breadth -= 0.16 * crown * groove;
        bump -= 1.3 * groove;
    }
    let rough = rough[0].at(s, 2.0 * n + z) * 0.035 + rough[1].at(s, 2.0 * n + z) * 0.01;
    (n * breadth.clamp(0.4, 1.3) + rough * (1.0 - top) * n.signum(), z + top * bump + rough * (0.3 + 0.7 * top))
}

/// Rings of `around` positions joined to a tube, a fan on each end, faces outwards.
fn closed_tube(mut positions: Vec<Vec3>, along: usize, around: usize) -> TriMesh {
    let mut triangles = Vec::with_capacity(2 * along * around);
    let at = |i: usize, j: usize| (i * around + j % around) as u32;
    for i in 0..along - 1 {
        for j in 0..around {
            let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    for (ring, first) in [(0, true), (along - 1, false)] {
        let centre = positions.len() as u32;
        let own = &positions[ring * around..(ring + 1) * around];
        positions.push(own.iter().sum::<Vec3>() / around as f32);
        for j in 0..around {
            let (p, q) = (at(ring, j), at(ring, j + 1));
            triangles.push(if first { [centre, p, q] } else { [centre, q, p] });
        }
    }
    let volume: f64 = triangles
        .iter()
        .map(|t| t.map(|i| positions[i as usize].as_dvec3()))
        .map(|[a, b, c]: [DVec3; 3]| a.dot(b.cross(c)))
        .sum();
    if volume < 0.0 {
        triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    TriMesh { n_scanned: triangles.len(), positions, triangles, colors: None }
}
