//! The line along which the teeth stand, and the surface told by places along it.
use crate::jaw::arch_form::{LOWER_FORM, MIDDLE_MM, UPPER_FORM, on_ellipse};
use crate::jaw::{JawSide, OcclusalFrame};
use crate::mesh::TriMesh;
use glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};

/// Largest distance between sample points of a triangle, mm.
const SAMPLE_MM: f64 = 0.3;
/// No triangle is sampled more finely than in so many rows.
const MOST_ROWS: u32 = 16;
/// Teeth stand so far from the middle of the arch ...
const REACH_MM: std::ops::Range<f64> = 10.0..50.0;
/// ... and so far above and below the occlusal plane, mm.
const SLAB_MM: f64 = 14.0;
/// Sectors round the middle of the arch.
const N_SECTORS: usize = 120;
/// The crowns' upper part, from which the curve is taken, mm.
const CROWN_MM: f64 = 4.0;
/// Degree of the polynomial of the radius over the angle.
const DEGREE: usize = 7;
/// The least turn about the middle of the arch that a row of teeth takes up: some three teeth.
const SHORTEST: f64 = 0.2 * PI;

/// A point of the surface in the occlusal frame.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Towards the patient's right and the front, mm.
    pub plan: DVec2,
    /// Towards the other jaw, mm.
    pub height: f64,
    pub area_mm2: f64,
}

/// A point as the jaw itself sees it: right, front, and towards the other jaw.
pub fn local(frame: &OcclusalFrame, side: JawSide, p: DVec3) -> DVec3 {
    let p = frame.local_from_world(p);
    match side {
        JawSide::Upper => DVec3::new(p.x, p.y, -p.z),
        JawSide::Lower => p,
    }
}

/// Points spread over a triangle in rows, no farther apart than a step, mm, and how many rows: at most so many.
pub fn spread([a, b, c]: [DVec3; 3], step_mm: f64, most_rows: u32) -> (u32, impl Iterator<Item = DVec3>) {
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    let n = ((longest / step_mm).ceil() as u32).clamp(1, most_rows);
    let at = move |x: u32| (f64::from(x) + 1.0 / 3.0) / f64::from(n);
    let places = (0..n).flat_map(move |i| (0..n - i).map(move |k| (i, k)));
    (n, places.map(move |(i, k)| a + (b - a) * at(i) + (c - a) * at(k)))
}

/// Points spread over the scanned surface where teeth may be.
pub fn samples(mesh: &TriMesh, frame: &OcclusalFrame, side: JawSide) -> Vec<Sample> {
    let mut samples = Vec::new();
    for triangle in 0..mesh.n_scanned.min(mesh.triangles.len()) {
        let [a, b, c] = mesh.corners(triangle).map(|p| local(frame, side, p.as_dvec3()));
        let (n, points) = spread([a, b, c], SAMPLE_MM, MOST_ROWS);
        let area_mm2 = (b - a).cross(c - a).length() / f64::from(n * (n + 1));
        for p in points {
            if p.z.abs() < SLAB_MM && REACH_MM.contains(&p.truncate().length()) {
                samples.push(Sample { plan: p.truncate(), height: p.z, area_mm2 });
            }
        }
    }
    samples
}

/// The curve from the patient's right over the front to the left; length along it 0 on the midline and negative on the
/// right, mm.
#[derive(Clone, Debug)]
pub struct ArchCurve {
    points: Vec<DVec2>,
    tangents: Vec<DVec2>,
    lengths_mm: Vec<f64>,
    /// Angle of the first point, and from one to the next, radians.
    first: f64,
    step: f64,
}

impl ArchCurve {
    /// The line through the middle of the crowns; `None` where there is no arch, nor a part of one.
    pub fn new(samples: &[Sample], side: JawSide) -> Option<Self> {
        let knots = knots(samples);
        let (first, last) = (knots.first()?.0 - 0.05, knots.last()?.0 + 0.05);
        let n_terms = n_terms(last - first);
        if knots.len() < 2 * n_terms || last - first < SHORTEST {
            return None;
        }
        let radius = fit_radius(&knots, n_terms)?;
        let n = 600;
        let step = (last - first) / f64::from(n - 1);
        let point = |i: u32| {
            let angle = first + step * f64::from(i);
            DVec2::from_angle(angle - 0.5 * PI) * evaluate(&radius, angle)
        };
        let points: Vec<DVec2> = (0..n).map(point).collect();
        let mut lengths_mm = vec![0.0];
        for pair in points.windows(2) {
            lengths_mm.push(lengths_mm[lengths_mm.len() - 1] + pair[0].distance(pair[1]));
        }
        let middle = (((PI - first) / step).round().max(0.0) as usize).min(points.len() - 1);
        // A row that ends before the midline is as far from it as an average arch is there.
        let is_beside = !(first..=last).contains(&PI);
        let beside_mm = if is_beside { from_midline_mm(points[middle], side) } else { 0.0 };
        let at_midline = lengths_mm[middle] - beside_mm;
        lengths_mm.iter_mut().for_each(|s| *s -= at_midline);
        let end = points.len() - 1;
        let tangent = |i: usize| (points[(i + 1).min(end)] - points[i.saturating_sub(1)]).normalize_or(DVec2::X);
        let tangents = (0..points.len()).map(tangent).collect();
        Some(Self { points, tangents, lengths_mm, first, step })
    }

    /// Length along the curve, and how far to its left (outside the arch negative), mm.
    pub fn project(&self, p: DVec2) -> DVec2 {
        let start = (angle_of(p) - self.first) / self.step;
        let mut i = (start.max(0.0) as usize).min(self.points.len() - 1);
        // Downhill to the nearest point: the curve is smooth and the start is beside it.
        let distance = |i: usize| self.points[i].distance_squared(p);
        while i + 1 < self.points.len() && distance(i + 1) < distance(i) {
            i += 1;
        }
        while i > 0 && distance(i - 1) < distance(i) {
            i -= 1;
        }
        let (offset, tangent) = (p - self.points[i], self.tangents[i]);
        DVec2::new(self.lengths_mm[i] + offset.dot(tangent), tangent.perp_dot(offset))
    }

    /// The point so far along the curve, and the direction in which it goes on there; beyond its ends straight on.
    pub fn at(&self, s_mm: f64) -> (DVec2, DVec2) {
        let last = self.lengths_mm.len() - 1;
        let after = self.lengths_mm.partition_point(|length| *length <= s_mm);
        if after == 0 || after > last {
            let end = if after == 0 { 0 } else { last };
            return (self.points[end] + self.tangents[end] * (s_mm - self.lengths_mm[end]), self.tangents[end]);
        }
        let (from, to) = (self.lengths_mm[after - 1], self.lengths_mm[after]);
        let part = (s_mm - from) / (to - from);
        let between = |of: &[DVec2]| of[after - 1].lerp(of[after], part);
        (between(&self.points), between(&self.tangents).normalize_or(DVec2::X))
    }

    /// Lengths of both ends, mm.
    pub fn ends_mm(&self) -> [f64; 2] {
        [self.lengths_mm[0], self.lengths_mm[self.lengths_mm.len() - 1]]
    }
}

/// Length along an average arch at the place of it that is nearest; negative on the patient's right, mm.
fn from_midline_mm(p: DVec2, side: JawSide) -> f64 {
    let form = if side == JawSide::Upper { &UPPER_FORM } else { &LOWER_FORM };
    let beside = DVec2::new(p.x.abs(), p.y + MIDDLE_MM).as_vec2();
    let away = |arc_mm: &f32| on_ellipse(form, *arc_mm).0.distance_squared(beside);
    let nearest = (0..=120).map(|i| i as f32 * 0.5).min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or_default();
    -f64::from(nearest) * p.x.signum()
}

/// Terms of the radius: a row that covers less of the turn tells less.
fn n_terms(span: f64) -> usize {
    ((3.0 + span / (0.3 * PI)) as usize).min(DEGREE + 1)
}

/// 0 at the back, a quarter turn on the patient's right, half a turn at the front.
fn angle_of(p: DVec2) -> f64 {
    (p.to_angle() + 0.5 * PI).rem_euclid(TAU)
}

/// Angle and middle of the crowns in every sector that has some.
fn knots(samples: &[Sample]) -> Vec<(f64, f64)> {
    let sector = |s: &Sample| ((angle_of(s.plan) / TAU * N_SECTORS as f64) as usize).min(N_SECTORS - 1);
    let mut tops = vec![f64::NEG_INFINITY; N_SECTORS];
    samples.iter().for_each(|s| tops[sector(s)] = tops[sector(s)].max(s.height));
    let mut radii: Vec<Vec<(f64, f64)>> = vec![Vec::new(); N_SECTORS];
    for s in samples.iter().filter(|s| s.height > tops[sector(s)] - CROWN_MM) {
        radii[sector(s)].push((s.plan.length(), s.area_mm2));
    }
    let mut known: Vec<f64> = tops.iter().copied().filter(|t| t.is_finite()).collect();
    known.sort_by(f64::total_cmp);
    let Some(usual) = known.get(known.len() / 2).copied() else { return Vec::new() };
    let is_crown = |k: &usize| tops[*k] > usual - CROWN_MM - 1.0;
    let knot = |k: usize| {
        let angle = (k as f64 + 0.5) / N_SECTORS as f64 * TAU;
        Some((angle, weighted_median(&mut radii[k])?))
    };
    (0..N_SECTORS).filter(is_crown).filter_map(knot).collect()
}

/// Of pairs of a value and its weight; `None` of hardly any weight (mm²).
fn weighted_median(values: &mut [(f64, f64)]) -> Option<f64> {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: f64 = values.iter().map(|v| v.1).sum();
    let mut sum = 0.0;
    let middle = values.iter().find(|v| {
        sum += v.1;
        2.0 * sum >= total
    });
    middle.filter(|_| total > 2.0).map(|v| v.0)
}

type Polynomial = [f64; DEGREE + 1];

fn evaluate(polynomial: &Polynomial, angle: f64) -> f64 {
    let u = (angle - PI) / PI;
    polynomial.iter().rev().fold(0.0, |sum, c| sum * u + c)
}

/// Least squares that outliers (a flap of gum, a tooth out of line) hardly pull.
fn fit_radius(knots: &[(f64, f64)], n_terms: usize) -> Option<Polynomial> {
    let mut fitted = [0.0; DEGREE + 1];
    fitted[0] = knots.iter().map(|k| k.1).sum::<f64>() / knots.len() as f64;
    let mut weights = vec![1.0; knots.len()];
    for _ in 0..6 {
        let mut normal = [[0.0; DEGREE + 2]; DEGREE + 1];
        for ((angle, radius), weight) in knots.iter().zip(&weights) {
            let u = (angle - PI) / PI;
            let powers: [f64; DEGREE + 1] = std::array::from_fn(|i| u.powi(i as i32));
            for (i, row) in normal.iter_mut().enumerate() {
                powers.iter().zip(row.iter_mut()).for_each(|(p, cell)| *cell += weight * powers[i] * p);
                row[DEGREE + 1] += weight * powers[i] * radius;
            }
        }
        for (i, row) in normal.iter_mut().enumerate().skip(n_terms) {
            *row = std::array::from_fn(|k| if k == i { 1.0 } else { 0.0 });
        }
        for row in normal.iter_mut().take(n_terms) {
            row[n_terms..=DEGREE].fill(0.0);
        }
        fitted = solve(normal)?;
        for ((angle, radius), weight) in knots.iter().zip(&mut weights) {
            *weight = 1.0 / (1.0 + (radius - evaluate(&fitted, *angle)).powi(2));
        }
    }
    Some(fitted)
}

/// Gauss with pivots, of an augmented matrix.
fn solve(mut m: [[f64; DEGREE + 2]; DEGREE + 1]) -> Option<Polynomial> {
    let n = DEGREE + 1;
    for column in 0..n {
        let pivot = (column..n).max_by(|a, b| m[*a][column].abs().total_cmp(&m[*b][column].abs()))?;
        m.swap(column, pivot);
        let top = m[column];
        if top[column].abs() < 1e-12 {
            return None;
        }
        for row in m.iter_mut().skip(column + 1) {
            let factor = row[column] / top[column];
            row.iter_mut().zip(top).skip(column).for_each(|(cell, t)| *cell -= factor * t);
        }
    }
    let mut x = [0.0; DEGREE + 1];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| m[i][k] * x[k]).sum();
        x[i] = (m[i][n] - known) / m[i][i];
    }
    x.iter().all(|v| v.is_finite()).then_some(x)
}
