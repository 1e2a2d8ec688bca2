//! The raster maps against rays through the pixel centres, computed face by face in double precision from the same
//! meshes: an independent judge of class and gap, on the sample case and on real scans.
use crate::oracle::harness::{self, CASES, real_pair, sample};
use glam::{DVec2, DVec3};
use occluscope::base::{Progress, Rigid};
use occluscope::engine::{Analysis, open_stencil};
use occluscope::field::{GapField, PixelClass, Projection, Question};
use occluscope::jaw::{JawPair, PairOptions, Scan, prepare_pair, sample_case};
use occluscope::mesh::TriMesh;

/// One face crossed: depth, whether entered, whether the lower jaw's.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    depth_mm: f64,
    entered: bool,
    lower: bool,
}

/// What a ray says of its pixel; `None` where it passes within 1/64 pixel of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Truth {
    overlapping: bool,
    /// Longest stretch inside both, negated, else the smallest clearance from an upper exit to a lower entry.
    gap_mm: Option<f64>,
}

/// A jaw's triangles in map coordinates, bucketed by rows of pixels.
struct Projected {
    triangles: Vec<[(DVec2, f64); 3]>,
    rows: Vec<Vec<u32>>,
}

impl Projected {
    fn new(mesh: &TriMesh, upper_from_jaw: &Rigid, projection: &Projection) -> Self {
        let place = |p: glam::Vec3| projection.map_from_world(upper_from_jaw.transform_point(p.as_dvec3()));
        let triangles: Vec<_> = (0..mesh.triangles.len()).map(|t| mesh.corners(t).map(place)).collect();
        let mut rows = vec![Vec::new(); projection.rows as usize];
        for (i, t) in triangles.iter().enumerate() {
            let ys = t.map(|(p, _)| p.y);
            let (lo, hi) = (ys.iter().copied().fold(f64::MAX, f64::min), ys.iter().copied().fold(f64::MIN, f64::max));
            let clamp = |y: f64| y.clamp(0.0, f64::from(projection.rows) - 1.0) as usize;
            rows[clamp(lo)..=clamp(hi)].iter_mut().for_each(|row| row.push(i as u32));
        }
        Self { triangles, rows }
    }

    /// Faces crossed at a pixel centre; `None` when one of them is crossed too near its border.
    fn crossings(&self, col: usize, row: usize, lower: bool, out: &mut Vec<Crossing>) -> Option<()> {
        let p = DVec2::new(col as f64 + 0.5, row as f64 + 0.5);
        for i in &self.rows[row] {
            let [a, b, c] = self.triangles[*i as usize];
            let area = (b.0 - a.0).perp_dot(c.0 - a.0);
            let edge = |s: DVec2, e: DVec2| (e - s).perp_dot(p - s);
            let weights = [edge(b.0, c.0), edge(c.0, a.0), edge(a.0, b.0)];
            let sides = [c.0 - b.0, a.0 - c.0, b.0 - a.0];
            let distances: Vec<f64> =
                weights.iter().zip(sides).map(|(w, s)| w * area.signum() / s.length().max(1e-12)).collect();
            let least = distances.iter().copied().fold(f64::MAX, f64::min);
            if least < -1.0 / 64.0 || area == 0.0 && least < 0.0 {
                continue;
            }
            if least < 1.0 / 64.0 {
                return None;
            }
            let depth_mm = (weights[0] * a.1 + weights[1] * b.1 + weights[2] * c.1) / area;
            // Columns to the right, rows down, seen along the projection: outside faces turn negative in (x, y).
            out.push(Crossing { depth_mm, entered: area < 0.0, lower });
        }
        Some(())
    }
}

fn truth(mut crossings: Vec<Crossing>) -> Option<Truth> {
    crossings.sort_by(|a, b| a.depth_mm.total_cmp(&b.depth_mm));
    let (mut w, mut deepest, mut nearest) = ([0i32; 2], 0.0f64, f64::MAX);
    let (mut begin, mut exit) = (0.0, None::<f64>);
    for c in &crossings {
        let before = w;
        w[usize::from(c.lower)] += if c.entered { 1 } else { -1 };
        let inside = |w: [i32; 2]| w[0] != 0 && w[1] != 0;
        if inside(w) && !inside(before) {
            begin = c.depth_mm;
        }
        if !inside(w) && inside(before) {
            deepest = deepest.max(c.depth_mm - begin);
        }
        if before[0] != 0 && w[0] == 0 {
            exit = Some(c.depth_mm);
        }
        if before[1] == 0
            && w[1] != 0
            && w[0] == 0
            && let Some(exit) = exit
        {
            nearest = nearest.min(c.depth_mm - exit);
        }
    }
    let gap_mm = if deepest > 0.0 { Some(-deepest) } else { (nearest < f64::MAX).then_some(nearest) };
    (w == [0, 0]).then_some(Truth { overlapping: deepest > 0.0, gap_mm })
}

#[derive(Debug, Default)]
struct Agreement {
    compared: usize,
    near_an_edge: usize,
    unsolved: usize,
    wrong_class: usize,
    wrong_gap: usize,
    largest_error_mm: f64,
}

/// Some 3,000 pixels that both jaws cover, believing the lower jaw at `believed`.
fn compare(pair: &JawPair, field: &GapField, believed: &Rigid, range_mm: f64) -> Agreement {
    let projection = &field.projection;
    let upper = Projected::new(&pair.upper.mesh, &Rigid::IDENTITY, projection);
    let lower = Projected::new(&pair.lower.mesh, believed, projection);
    let mut got = Agreement::default();
    let is_covered = |c: &PixelClass| matches!(c, PixelClass::Clear | PixelClass::Interfering | PixelClass::Unsolved);
    let covered: Vec<usize> = (0..field.class.len()).filter(|i| is_covered(&field.class[*i])).collect();
    for i in covered.iter().copied().step_by((covered.len() / 3000).max(1)) {
        let (col, row) = (i % projection.cols as usize, i / projection.cols as usize);
        let mut crossings = Vec::new();
        let clean = upper.crossings(col, row, false, &mut crossings);
        let clean = clean.and_then(|()| lower.crossings(col, row, true, &mut crossings));
        let Some(truth) = clean.and_then(|()| truth(crossings)) else {
            got.near_an_edge += 1;
            continue;
        };
        if field.class[i] == PixelClass::Unsolved {
            got.unsolved += 1;
            continue;
        }
        got.compared += 1;
        // Depth noise of single precision decides whether a sliver of under 0.0001 mm is touching or overlapping.
        let sliver = truth.gap_mm.is_some_and(|g| g.abs() < 1e-4);
        if (field.class[i] == PixelClass::Interfering) != truth.overlapping && !sliver {
            got.wrong_class += 1;
        }
        let within = truth.gap_mm.filter(|g| *g <= range_mm - 1e-3);
        if let Some(gap_mm) = within {
            let error = (f64::from(field.gap_mm[i]) - gap_mm).abs();
            // NaN (no value where there should be one) counts as wrong as well.
            if error.is_nan() || error >= TOLERANCE_MM {
                got.wrong_gap += 1;
            } else {
                got.largest_error_mm = got.largest_error_mm.max(error);
            }
        }
    }
    got
}

/// Rasters snap corners to 1/256 pixel: on a face of slope s the depth is off by s * pitch / 256, here up to slope 5
/// and pitch 0.25 mm, with both surfaces; single precision adds about 0.00002 mm.
const TOLERANCE_MM: f64 = 2.0 * 5.0 * 0.25 / 256.0 + 2e-5;

fn check(name: &str, pair: &JawPair, question: &Question) {
    let mut engine = open_stencil(harness::context(), pair).expect("the meshes fit");
    check_answer(&engine.analyze(question).expect("an answer"), name, pair, question);
}

/// An engine's map against rays.
pub fn check_answer(analysis: &Analysis, name: &str, pair: &JawPair, question: &Question) {
    let field = analysis.field.as_ref().expect("a map");
    let got = compare(pair, field, &question.upper_from_lower, question.range_mm);
    println!("{name}: {got:?}, {:?}", analysis.metrics.pixels);
    assert!(got.compared > 10, "{name}: {got:?}");
    assert_eq!(got.wrong_class, 0, "{name}: {got:?}");
    assert_eq!(got.wrong_gap, 0, "{name}: {got:?}");
    // The twin: a judge that believes the jaw 0.5 mm elsewhere must object.
    let elsewhere = Rigid::from_translation(DVec3::splat(0.5)) * question.upper_from_lower;
    let twin = compare(pair, field, &elsewhere, question.range_mm);
    assert!((twin.wrong_gap + twin.wrong_class) * 50 > twin.compared, "{name}: a moved jaw went unnoticed: {twin:?}");
}

#[test]
fn the_sample_case_agrees_with_rays() {
    let pair = sample();
    check("sample", &pair, &Question::default());
    let opened = Rigid::from_six([0.3, -0.4, 0.2, 1.0, -0.5, 0.7]);
    check("sample, moved", &pair, &Question { upper_from_lower: opened, ..Question::default() });
    let across = pair.frame.right + pair.frame.up * 0.3;
    check("sample, from the side", &pair, &harness::along(across, 256));
}

#[test]
fn real_scans_agree_with_rays() {
    for case in CASES {
        let Some(pair) = real_pair(case) else { continue };
        check(case, &pair, &Question::default());
        check(&format!("{case} along 1,0,0"), &pair, &harness::along(DVec3::X, 512));
    }
}

#[test]
fn what_is_not_drawn_of_closed_jaws_changes_no_figure() {
    let closed = sample();
    assert!(closed.upper.report.closed && closed.lower.report.closed);
    // A jaw that is not known to be closed is drawn whole, and its winding is checked in every pixel.
    let mut unsure = closed.clone();
    unsure.upper.report.closed = false;
    unsure.lower.report.closed = false;
    for direction in [-closed.frame.up, closed.frame.up, closed.frame.right, closed.frame.front * 0.5 - closed.frame.up]
    {
        let by = |pair: &JawPair| {
            let mut engine = open_stencil(harness::context(), pair).expect("the meshes fit");
            engine.figures(&harness::along(direction, 512)).expect("figures")
        };
        let (whole, culled) = (by(&unsure), by(&closed));
        // Every ray's winding returns to zero: the promise that lets a closed jaw go unchecked.
        assert_eq!(whole.pixels.unbalanced, 0, "{direction}");
        assert_eq!(whole, culled, "{direction}");
    }
}

#[test]
fn an_open_jaw_is_unbalanced_and_never_guessed() {
    let (upper, lower) = sample_case(&Progress::default()).expect("the sample case");
    let scan = |raw| Scan { name: "scan".into(), blake3: String::new(), raw, warnings: Vec::new() };
    let options = PairOptions { close: false, ..PairOptions::default() };
    let pair = prepare_pair(scan(upper), scan(lower), &options, &Progress::default()).expect("a pair").0;
    let mut engine = open_stencil(harness::context(), &pair).expect("the meshes fit");
    let pixels = engine.figures(&Question::default()).expect("figures").pixels;
    assert!(pixels.unbalanced > pixels.overlap * 9 / 10, "{pixels:?}");
    assert_eq!(pixels.clear + pixels.interfering + pixels.unsolved, pixels.overlap);
}
