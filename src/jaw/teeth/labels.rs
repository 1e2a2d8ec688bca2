//! Labels of a scan's file, carried over to the prepared mesh.
//!
//! Preparing welds vertices, orders triangles anew and drops some, but every triangle that is left lies where it lay in the file.
//! So labels go from triangle to triangle, by place: where crowns are set into gum, vertices of both lie at one place, triangles
//! do not.
use super::arch_curve::{ArchCurve, local, samples};
use super::numbering::{N_PLACES, Span, fdi_at, places_of};
use super::{Fdi, JawTeeth, ToothRegion, ToothSource};
use crate::base::{LengthUnit, RawMesh, Warning};
use crate::import::{JawGuess, Labels};
use crate::jaw::{JawSide, OcclusalFrame};
use crate::mesh::TriMesh;
use glam::DVec3;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Triangles whose middles are nearer to each other are the same, mm: more than files' rounding, far less than any edge of a scan.
const SAME_MM: f64 = 0.005;
/// At least this share of the scanned surface must be found again in the labelled file.
const LEAST_FOUND: f64 = 0.9;

/// Why labels cannot be used with a scan. The file's name is not in it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum UnfitLabels {
    #[error(
        "it has {n_labels} labels, but {scan} has {n_vertices} vertices and {n_triangles} triangles; one label for each is needed"
    )]
    Count { scan: String, n_labels: usize, n_vertices: usize, n_triangles: usize },
    #[error("only {percent:.0} % of the scan's surface lies where {scan} has it; the labels belong to another scan")]
    Elsewhere { scan: String, percent: f64 },
    #[error("it names teeth of the {0} jaw; give it with the other scan")]
    OtherJaw(&'static str),
    #[error("{0} is neither a tooth's number (FDI) nor a place along the arch (1 to 16)")]
    NoTooth(u8),
    #[error("all its labels are gum")]
    NoTeeth,
}

/// A scan's file as it was read, with its labels.
#[derive(Clone, Copy, Debug)]
pub struct LabelledScan<'a> {
    /// For people.
    pub name: &'a str,
    pub raw: &'a RawMesh,
    pub unit: LengthUnit,
    pub labels: &'a Labels,
}

/// The teeth of a prepared jaw by labels: FDI numbers, or places along the arch (1 to 14 or 16), which the frame and the teeth's
/// widths turn into numbers, with a warning.
///
/// # Errors
/// When the labels do not fit the scan, in one sentence.
pub fn teeth_from_labels(
    mesh: &TriMesh,
    (side, frame): (JawSide, &OcclusalFrame),
    scan: &LabelledScan,
) -> Result<(JawTeeth, Option<Warning>), UnfitLabels> {
    check_jaw(side, scan.labels.jaw)?;
    let of_raw = label_of_triangles(scan)?;
    let labels = carried_over(mesh, scan, &of_raw)?;
    let mut numbers: Vec<u8> = labels.iter().copied().filter(|l| *l > 0).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let (regions, warning) = match meaning(&numbers, side)? {
        Meaning::Fdi => {
            let regions = numbers.iter().map(|n| region(Fdi::new(*n), 1.0)).collect();
            (regions, on_the_other_side(mesh, frame, &labels))
        }
        Meaning::Places => numbered(mesh, (side, frame), &labels, &numbers),
    };
    let place = |label: &u8| numbers.binary_search(label).map_or(0, |i| i as u8 + 1);
    Ok((JawTeeth { of_triangle: Arc::new(labels.iter().map(place).collect()), regions }, warning))
}

fn region(fdi: Option<Fdi>, confidence: f64) -> ToothRegion {
    ToothRegion { fdi, confidence, source: ToothSource::Labels }
}

/// A label for each triangle of the file: what most of its corners have, gum where all three differ.
fn label_of_triangles(scan: &LabelledScan) -> Result<Vec<u8>, UnfitLabels> {
    let (raw, values) = (scan.raw, &scan.labels.values);
    if values.len() == raw.positions.len() {
        let of = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| values.get(i as usize).copied().unwrap_or(0));
            if a == b || a == c {
                a
            } else if b == c {
                b
            } else {
                0
            }
        };
        return Ok(raw.triangles.iter().map(of).collect());
    }
    if values.len() == raw.triangles.len() {
        return Ok(values.clone());
    }
    Err(UnfitLabels::Count {
        scan: scan.name.into(),
        n_labels: values.len(),
        n_vertices: raw.positions.len(),
        n_triangles: raw.triangles.len(),
    })
}

/// The labels of the mesh's triangles; 0 for those that closing added.
fn carried_over(mesh: &TriMesh, scan: &LabelledScan, of_raw: &[u8]) -> Result<Vec<u8>, UnfitLabels> {
    let middles = Middles::new(middles_of_file(scan.raw, scan.unit).collect());
    let mut labels = vec![0; mesh.triangles.len()];
    let (mut found_mm2, mut all_mm2) = (0.0, 0.0);
    for (triangle, label) in labels.iter_mut().enumerate().take(mesh.n_scanned) {
        let area_mm2 = f64::from(mesh.doubled_area_normal(triangle).length()) / 2.0;
        all_mm2 += area_mm2;
        if let Some(at) = middles.nearest(middle_in_mesh(mesh, triangle)) {
            *label = of_raw[at];
            found_mm2 += area_mm2;
        }
    }
    if found_mm2 < LEAST_FOUND * all_mm2 {
        let percent = 100.0 * found_mm2 / f64::max(all_mm2, f64::MIN_POSITIVE);
        return Err(UnfitLabels::Elsewhere { scan: scan.name.into(), percent });
    }
    Ok(labels)
}

/// The number of each triangle of a scan's file, in the file's order: a tooth's, or 0 for gum, for what preparing dropped and for teeth
/// without a number. What [`teeth_from_labels`] takes as labels by face.
pub fn labels_of_file(mesh: &TriMesh, teeth: &JawTeeth, raw: &RawMesh, unit: LengthUnit) -> Vec<u8> {
    let n = mesh.n_scanned.min(mesh.triangles.len());
    let middles = Middles::new((0..n).map(|triangle| middle_in_mesh(mesh, triangle)).collect());
    let number = |at: usize| teeth.at(at as u32).and_then(|tooth| tooth.fdi).map_or(0, Fdi::number);
    middles_of_file(raw, unit).map(|place| middles.nearest(place).map_or(0, number)).collect()
}

/// Middles of a file's triangles, mm, with the mesh's own rounding to single precision, so that equal places are equal.
fn middles_of_file(raw: &RawMesh, unit: LengthUnit) -> impl Iterator<Item = DVec3> {
    let factor = unit.mm();
    let place = move |i: u32| (raw.positions[i as usize].as_dvec3() * factor).as_vec3().as_dvec3();
    raw.triangles.iter().map(move |t| middle(t.map(place)))
}

fn middle_in_mesh(mesh: &TriMesh, triangle: usize) -> DVec3 {
    middle(mesh.corners(triangle).map(|p| p.as_dvec3()))
}

fn middle(corners: [DVec3; 3]) -> DVec3 {
    (corners[0] + corners[1] + corners[2]) / 3.0
}

/// Points in cells twice as wide as what is looked for.
struct Middles {
    points: Vec<DVec3>,
    cells: HashMap<[i64; 3], Vec<u32>>,
}

impl Middles {
    fn new(points: Vec<DVec3>) -> Self {
        let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::with_capacity(points.len());
        for (p, i) in points.iter().zip(0..) {
            cells.entry(Self::cell(*p)).or_default().push(i);
        }
        Self { points, cells }
    }

    fn cell(p: DVec3) -> [i64; 3] {
        (p / (2.0 * SAME_MM)).floor().to_array().map(|x| x as i64)
    }

    /// The nearest point within reach.
    fn nearest(&self, p: DVec3) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        let mut look = |cell: [i64; 3]| {
            for i in self.cells.get(&cell).into_iter().flatten() {
                let distance = self.points[*i as usize].distance(p);
                if distance <= SAME_MM && best.is_none_or(|(least, _)| distance < least) {
                    best = Some((distance, *i as usize));
                }
            }
            best
        };
        // Nearly always it is the very place.
        if let Some((0.0, at)) = look(Self::cell(p)) {
            return Some(at);
        }
        let [low, high] = [Self::cell(p - SAME_MM), Self::cell(p + SAME_MM)];
        for x in low[0]..=high[0] {
            for y in low[1]..=high[1] {
                for z in low[2]..=high[2] {
                    look([x, y, z]);
                }
            }
        }
        best.map(|b| b.1)
    }
}

enum Meaning {
    Fdi,
    Places,
}

/// The jaw that is not this one.
fn other(side: JawSide) -> UnfitLabels {
    UnfitLabels::OtherJaw(if side == JawSide::Upper { "lower" } else { "upper" })
}

/// Before all else: a label file that names the other jaw is better called that than one of a wrong length.
fn check_jaw(side: JawSide, named: Option<JawGuess>) -> Result<(), UnfitLabels> {
    let own = if side == JawSide::Upper { JawGuess::Upper } else { JawGuess::Lower };
    if named.is_some_and(|jaw| jaw != own) { Err(other(side)) } else { Ok(()) }
}

fn meaning(numbers: &[u8], side: JawSide) -> Result<Meaning, UnfitLabels> {
    let Some(largest) = numbers.last().copied() else { return Err(UnfitLabels::NoTeeth) };
    let wrong = numbers.iter().find(|n| Fdi::new(**n).is_none());
    match wrong {
        None if numbers.iter().all(|n| Fdi::new(*n).is_some_and(|t| t.side() == side)) => Ok(Meaning::Fdi),
        None => Err(other(side)),
        Some(_) if usize::from(largest) <= N_PLACES => Ok(Meaning::Places),
        Some(wrong) => Err(UnfitLabels::NoTooth(*wrong)),
    }
}

/// Farther from the midline, a tooth is on one side, mm.
const BESIDE_MIDLINE_MM: f64 = 6.0;
/// With at least this share of its surface beyond the midline a number is on that side as well.
const LEAST_BEYOND: f64 = 0.15;

/// What FDI numbers say of right and left against what the patient's directions say: numbers of the other side, or of both.
fn on_the_other_side(mesh: &TriMesh, frame: &OcclusalFrame, labels: &[u8]) -> Option<Warning> {
    // Of each number: its surface, and how much of it is plainly on the side that it does not name.
    let mut surface: BTreeMap<u8, [f64; 2]> = BTreeMap::new();
    for (triangle, label) in labels.iter().enumerate().filter(|(_, label)| **label > 0) {
        let area = f64::from(mesh.doubled_area_normal(triangle).length());
        let right_mm = frame.local_from_world(middle_in_mesh(mesh, triangle)).x;
        let is_of_right = matches!(label / 10, 1 | 4);
        let beyond_mm = if is_of_right { -right_mm } else { right_mm };
        let [all, beyond] = surface.entry(*label).or_default();
        *all += area;
        *beyond += if beyond_mm > BESIDE_MIDLINE_MM { area } else { 0.0 };
    }
    let beyond = surface.iter().filter(|(_, [all, beyond])| *beyond > LEAST_BEYOND * all);
    let numbers: Vec<String> = beyond.map(|(number, _)| number.to_string()).collect();
    let said = format!(
        "the labels have {} on the other side of the mouth than the shape of the arch; please check right and left.",
        numbers.join(", ")
    );
    (!numbers.is_empty()).then(|| Warning::new(said))
}

/// Numbers for labels that only tell the teeth apart.
fn numbered(
    mesh: &TriMesh,
    (side, frame): (JawSide, &OcclusalFrame),
    labels: &[u8],
    numbers: &[u8],
) -> (Vec<ToothRegion>, Option<Warning>) {
    let nameless = || numbers.iter().map(|_| region(None, 0.0)).collect::<Vec<_>>();
    let unclear = "the labels tell the teeth apart but give no FDI numbers, and the arch's shape gives none either: the teeth have no \
                   numbers until they are named by hand.";
    let Some(curve) = ArchCurve::new(&samples(mesh, frame, side), side) else {
        return (nameless(), Some(Warning::new(unclear)));
    };
    let spans = spans_of(mesh, (side, frame), &curve, labels, numbers);
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    let middle = |i: usize| spans[i][0] + spans[i][1];
    order.sort_by(|a, b| middle(*a).total_cmp(&middle(*b)));
    let in_order: Vec<Span> = order.iter().map(|i| spans[*i]).collect();
    let Some(places) = places_of(side, &in_order) else { return (nameless(), Some(Warning::new(unclear))) };
    let mut regions = nameless();
    for (i, (place, sure)) in order.iter().zip(&places) {
        regions[*i] = region(fdi_at(side, *place), 0.2 + 0.6 * sure);
    }
    let runs_along = order.is_sorted() || order.iter().rev().is_sorted();
    let how = if runs_along { "places along the arch" } else { "numbers in no order along it" };
    let warning = format!(
        "the labels are {how} ({} to {}), not FDI numbers: the numbers were told from the patient's right and left, the teeth's \
         widths and the gaps; please check them.",
        numbers[0],
        numbers[numbers.len() - 1]
    );
    (regions, Some(Warning::new(warning)))
}

/// Where each label's triangles lie along the arch, but for the outermost 3 % of their area at each end.
fn spans_of(
    mesh: &TriMesh,
    (side, frame): (JawSide, &OcclusalFrame),
    curve: &ArchCurve,
    labels: &[u8],
    numbers: &[u8],
) -> Vec<Span> {
    let mut along: Vec<Vec<(f64, f64)>> = vec![Vec::new(); numbers.len()];
    for (triangle, label) in labels.iter().enumerate() {
        if let Ok(at) = numbers.binary_search(label) {
            let [a, b, c] = mesh.corners(triangle).map(|p| local(frame, side, p.as_dvec3()));
            let place = curve.project(((a + b + c) / 3.0).truncate());
            along[at].push((place.x, (b - a).cross(c - a).length()));
        }
    }
    let span = |of: &mut Vec<(f64, f64)>| {
        of.sort_by(|a, b| a.0.total_cmp(&b.0));
        let all: f64 = of.iter().map(|p| p.1).sum();
        let at = |share: f64| {
            let mut sum = 0.0;
            let reached = of.iter().find(|p| {
                sum += p.1;
                sum >= share * all
            });
            reached.map_or(0.0, |p| p.0)
        };
        [at(0.03), at(0.97)]
    };
    along.iter_mut().map(span).collect()
}
