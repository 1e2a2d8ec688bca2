//! From two scans as read to a prepared pair: unit, welding, occlusal frame, orientation, closing.
//!
//! The frame comes between welding and closing: it needs the surfaces in millimetres but not their orientation, and
//! it says which way is away from the teeth, which orientation and closing need.
use super::frame::apart::{Each, of_each};
use super::frame::{DirectionsTold, doubts_apart, is_apart};
use super::{Jaw, JawPair, OcclusalFrame};
use crate::base::words::say;
use crate::base::{Cancelled, LengthUnit, Progress, RawMesh, Rigid, Warning, both};
use crate::mesh::components::without_loose_parts;
use crate::mesh::{GumSide, MeshError, TriMesh, Welded, finish, gum_side, weld_only};
use glam::DVec3;

/// One scan as it was read.
#[derive(Clone, Debug)]
pub struct Scan {
    /// File name for people (no folder), or "sample".
    pub name: String,
    /// BLAKE3 of the file's bytes, hex.
    pub blake3: String,
    pub raw: RawMesh,
    /// What was odd about the file.
    pub warnings: Vec<Warning>,
}

/// How a pair is prepared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairOptions {
    /// `None`: metres if both scans span less than 1, otherwise millimetres.
    pub unit: Option<LengthUnit>,
    /// Fill holes and add bases to open scans.
    pub close: bool,
    /// `None`: estimated from the geometry.
    pub frame: Option<OcclusalFrame>,
}

impl Default for PairOptions {
    fn default() -> Self {
        Self { unit: None, close: true, frame: None }
    }
}

/// Why there is no pair.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrepareError {
    #[error("{name}: {source}")]
    Mesh { name: String, source: MeshError },
    /// Nothing in it can be told from rounding, and searches in it have no end.
    #[error("{name}: its surface is only {size} mm large; that is no scan of a jaw, or its unit is another")]
    TooSmall { name: String, size: String },
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Prepares both scans, each on its own thread, and says everything that the user should know about them. Both must
/// be in the pose of their files, in one coordinate system: the frame is estimated there.
///
/// # Errors
/// A scan without a surface or with impossible numbers, named; or cancelling.
pub fn prepare_pair(
    mut upper: Scan,
    mut lower: Scan,
    options: &PairOptions,
    progress: &Progress,
) -> Result<(JawPair, Vec<Warning>), PrepareError> {
    let (unit, mut warnings) = unit_of(&upper.raw, &lower.raw, options.unit);
    let weld = |scan: &mut Scan, progress: &Progress| {
        let raw = scan.raw.take();
        named(&scan.name, weld_only(raw, unit, progress))
    };
    let [of_upper, of_lower] = progress.part(0.0, 0.4).halves();
    let (welded_upper, welded_lower) = both(|| weld(&mut upper, &of_upper), || weld(&mut lower, &of_lower));
    let (welded_upper, welded_lower) = (welded_upper?, welded_lower?);
    check_size(&upper.name, &welded_upper)?;
    check_size(&lower.name, &welded_lower)?;
    warnings.extend([(&upper, &welded_upper), (&lower, &welded_lower)].into_iter().filter_map(far_off));
    progress.enter(say!("stage-finding-occlusal-plane"), 0.4)?;
    let (frame, occlusion) = match options.frame {
        Some(frame) => (frame, Rigid::IDENTITY),
        None => {
            let told = told([&welded_upper.mesh, &welded_lower.mesh], progress)?;
            warnings.extend(told.doubts);
            let turned = [&upper, &lower].into_iter().zip(told.turns_back).filter(|(_, turns_back)| *turns_back);
            warnings.extend(turned.map(|(scan, _)| Warning::new(format!("{}: {OPEN_TO_THE_OTHER}", scan.name))));
            (told.frame, told.occlusion)
        }
    };
    let away_of_lower = -occlusion.inverse().transform_vector(frame.up);
    progress.at(0.45)?;
    let [of_upper, of_lower] = progress.part(0.45, 1.0).halves();
    let finish = |scan: Scan, welded, away, progress| finish_jaw(scan, welded, away, (unit, options.close), progress);
    let (upper, lower) = both(
        || finish(upper, welded_upper, frame.up, &of_upper),
        || finish(lower, welded_lower, away_of_lower, &of_lower),
    );
    let ((upper, upper_warnings), (lower, lower_warnings)) = (upper?, lower?);
    warnings.extend(upper_warnings);
    warnings.extend(lower_warnings);
    let told = DirectionsTold::by(&warnings);
    Ok((JawPair { upper, lower, frame, occlusion, told }, warnings))
}

/// Directions, the pose of the lower jaw that they are of, and what is doubtful about them.
struct Told {
    frame: OcclusalFrame,
    occlusion: Rigid,
    doubts: Vec<Warning>,
    /// Of the upper and the lower jaw: its open side is towards the other one.
    turns_back: [bool; 2],
}

/// The frame as both jaws tell it together, where their files place them in occlusion; else as each tells it, with the pose in which both agree.
fn told(jaws: [&TriMesh; 2], progress: &Progress) -> Result<Told, Cancelled> {
    let (frame, doubts) = OcclusalFrame::estimate(jaws[0], jaws[1]);
    let together = Told { frame, occlusion: Rigid::IDENTITY, doubts, turns_back: [false; 2] };
    if !is_apart(&together.doubts) {
        return Ok(together);
    }
    let gum_side = |jaw: &TriMesh| gum_side(&without_loose_parts(jaw), progress);
    let (of_upper, of_lower) = both(|| gum_side(jaws[0]), || gum_side(jaws[1]));
    let gum_sides = [of_upper?, of_lower?];
    let Some(Each { frame, occlusion, is_a_guess }) = of_each(jaws, gum_sides) else { return Ok(together) };
    let away_by_frame = [together.frame.up, -together.frame.up];
    let turns_back = [0, 1].map(|side| is_turned(away_by_frame[side], &gum_sides[side]));
    Ok(Told { frame, occlusion, doubts: doubts_apart(together.doubts, is_a_guess), turns_back })
}

/// No scanner tells smaller things apart, mm.
const SMALLEST_MM: f32 = 0.01;

fn check_size(name: &str, welded: &Welded) -> Result<(), PrepareError> {
    let mm = welded.mesh.bounds().map_or(0.0, |(lo, hi)| lo.distance(hi));
    let too_small = || PrepareError::TooSmall { name: name.to_owned(), size: format!("{mm:.1e}") };
    if mm < SMALLEST_MM { Err(too_small()) } else { Ok(()) }
}

/// Beyond, single precision tells coordinates apart by less than contact is told by, mm.
const FAR_MM: f32 = 16_384.0;

/// A scan so far from its origin that its corners are rounded visibly: gaps are off by as much.
fn far_off((scan, welded): (&Scan, &Welded)) -> Option<Warning> {
    let (lo, hi) = welded.mesh.bounds()?;
    let mm = lo.abs().max(hi.abs()).max_element();
    let step_mm = mm.next_up() - mm;
    let says = || {
        format!(
            "{}: It lies {mm:.0} mm from the origin of its coordinates, where single precision tells no less than {step_mm:.4} mm apart; gaps \
             are off by as much. Export it nearer to the origin.",
            scan.name
        )
    };
    (mm >= FAR_MM).then(|| Warning::new(says()))
}

fn finish_jaw(
    scan: Scan,
    welded: Welded,
    away_by_frame: DVec3,
    (unit, close): (LengthUnit, bool),
    progress: &Progress,
) -> Result<(Jaw, Vec<Warning>), PrepareError> {
    let mut warnings = scan.warnings;
    progress.enter(say!("stage-telling-gum-from-teeth"), 0.0)?;
    let (away, doubt) = settle_away(away_by_frame, gum_side(&without_loose_parts(&welded.mesh), progress)?);
    warnings.extend(doubt);
    let (mesh, report) = named(&scan.name, finish(welded, close, away, &progress.part(0.2, 1.0)))?;
    warnings.extend(report.warnings.iter().cloned());
    let warnings = warnings.into_iter().map(|w| Warning::new(format!("{}: {w}", scan.name))).collect();
    Ok((Jaw { name: scan.name, blake3: scan.blake3, unit, mesh: mesh.into(), report }, warnings))
}

/// Said of a scan that is open towards the other jaw.
pub const OPEN_TO_THE_OTHER: &str =
    "The open side of this scan faces the other jaw: the scans may be swapped, or not in one coordinate system.";

/// The frame's word counts, unless the scan is plainly open to the other side: then the two jaws do not face each
/// other in their files, and the scan's own rim is the better guide for its base.
fn settle_away(by_frame: DVec3, by_rim: GumSide) -> (DVec3, Option<Warning>) {
    if is_turned(by_frame, &by_rim) {
        return (by_rim.away, Some(Warning::new(OPEN_TO_THE_OTHER)));
    }
    (by_frame, None)
}

fn is_turned(away_by_frame: DVec3, by_rim: &GumSide) -> bool {
    by_rim.is_certain && by_rim.away.dot(away_by_frame) <= 0.0
}

fn unit_of(upper: &RawMesh, lower: &RawMesh, wish: Option<LengthUnit>) -> (LengthUnit, Vec<Warning>) {
    if let Some(unit) = wish {
        return (unit, Vec::new());
    }
    let (unit, warning) = crate::import::pair_unit(upper, lower);
    (unit, warning.into_iter().collect())
}

fn named<T>(name: &str, result: Result<T, MeshError>) -> Result<T, PrepareError> {
    result.map_err(|source| match source {
        MeshError::Cancelled(cancelled) => PrepareError::Cancelled(cancelled),
        source => PrepareError::Mesh { name: name.to_owned(), source },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::MeshFormat;
    use glam::Vec3;

    /// An open horseshoe-like shell over `z = height`, facing `side` (+1 up, -1 down), and wavy like teeth.
    fn arch(height: f32, side: f32) -> Scan {
        let n = 60;
        let row = |i: usize| {
            let angle = i as f32 / n as f32 * 3.4 - 1.7;
            (0..9).map(move |j| {
                let across = j as f32 / 8.0 * 2.0 - 1.0;
                let radius = 24.0 + 6.0 * across;
                let drop = 8.0 * across.powi(4) - 0.5 * (i as f32 * 1.3).sin();
                Vec3::new(radius * angle.sin(), 1.3 * radius * angle.cos(), height - side * drop)
            })
        };
        let at = |i: usize, j: usize| (i * 9 + j) as u32;
        let cells = (0..n).flat_map(|i| (0..8).map(move |j| (i, j)));
        let triangles = cells.flat_map(|(i, j)| {
            [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
        });
        let raw = RawMesh {
            format: MeshFormat::Generated,
            positions: (0..=n).flat_map(row).collect(),
            triangles: triangles.collect(),
            colors: None,
        };
        Scan { name: format!("arch at {height}"), blake3: String::new(), raw, warnings: vec![Warning::new("odd")] }
    }

    #[test]
    fn two_open_arches_become_closed_jaws_that_face_each_other() {
        let options = PairOptions::default();
        let (pair, warnings) = prepare_pair(arch(0.5, -1.0), arch(-0.5, 1.0), &options, &Progress::default()).unwrap();
        assert!(pair.frame.up.z > 0.95, "{:?}", pair.frame);
        for (jaw, away) in [(&pair.upper, 1.0), (&pair.lower, -1.0)] {
            assert!(jaw.report.closed && jaw.report.n_rims_extruded == 1, "{:?}", jaw.report);
            let facing: f32 = (0..jaw.mesh.n_scanned).map(|t| jaw.mesh.doubled_area_normal(t).z).sum();
            assert!(facing * away < 0.0);
        }
        assert!(warnings.contains(&Warning::new("arch at 0.5: odd")), "{warnings:?}");
        assert!(!warnings.iter().any(|w| w.0.contains("faces the other jaw")), "{warnings:?}");
    }

    #[test]
    fn scans_that_turn_their_backs_are_noticed() {
        let options = PairOptions::default();
        let (pair, warnings) = prepare_pair(arch(9.0, 1.0), arch(-9.0, -1.0), &options, &Progress::default()).unwrap();
        assert!(pair.upper.report.closed);
        assert_eq!(warnings.iter().filter(|w| w.0.contains("faces the other jaw")).count(), 2, "{warnings:?}");
    }

    /// Opened for the scan, by a hinge or straight, and two files without a relation.
    #[test]
    fn jaws_that_lie_apart_tell_their_own_directions() {
        let (upper, lower) = crate::jaw::sample_case(&Progress::default()).expect("the sample case");
        let scan = |raw: RawMesh| Scan { name: String::new(), blake3: String::new(), raw, warnings: Vec::new() };
        let prepared = |by: &Rigid| {
            let mut lower = lower.clone();
            lower.positions.iter_mut().for_each(|p| *p = by.transform_point(p.as_dvec3()).as_vec3());
            let pair = prepare_pair(scan(upper.clone()), scan(lower), &PairOptions::default(), &Progress::default());
            pair.expect("two jaws")
        };
        let (bite, _) = prepared(&Rigid::IDENTITY);
        assert_eq!(bite.occlusion, Rigid::IDENTITY);
        let degrees = |a: DVec3, b: DVec3| a.dot(b).clamp(-1.0, 1.0).acos().to_degrees();
        let off = |a: &OcclusalFrame, b: &OcclusalFrame| degrees(a.up, b.up).max(degrees(a.front, b.front));
        let hinge = crate::jaw::HingeAxis::estimate(&bite.frame, bite.frame.origin + bite.frame.front * 25.0);
        let mut random = crate::base::Random::new(11);
        let apart = Rigid::from_translation(-14.0 * bite.frame.up);
        for by in [apart, hinge.opening(0.4), random.pose(bite.frame.origin, 120.0, 120.0)] {
            let (pair, warnings) = prepared(&by);
            let [of_upper, of_lower] = pair.frames_of_scans();
            let truth = bite.frame.moved(&by);
            assert!(off(&of_upper, &bite.frame) < 8.0, "{}", off(&of_upper, &bite.frame));
            assert!(off(&of_lower, &truth) < 8.0, "{}", off(&of_lower, &truth));
            assert!(warnings.iter().any(|w| w.0.contains("do not lie in occlusion")), "{warnings:?}");
            assert_eq!(pair.told, DirectionsTold::All);
            // The twin: what both tell together is wrong by far of the lower jaw, unless it was moved straight down.
            let meshes = [&pair.upper, &pair.lower].map(|jaw| jaw.mesh.scanned_in(&Rigid::IDENTITY));
            let (together, doubts) = OcclusalFrame::estimate(&meshes[0], &meshes[1]);
            assert!(is_apart(&doubts) && (by == apart || off(&together, &truth) > 20.0), "{}", off(&together, &truth));
        }
    }

    #[test]
    fn errors_name_the_scan_and_cancelling_stops() {
        let mut empty = arch(0.5, -1.0);
        empty.raw.triangles.clear();
        let options = PairOptions::default();
        let error = prepare_pair(empty, arch(-0.5, 1.0), &options, &Progress::default()).unwrap_err();
        assert_eq!(error.to_string(), "arch at 0.5: the mesh has no triangle with an area");
        let progress = Progress::default();
        progress.cancel();
        let error = prepare_pair(arch(0.5, -1.0), arch(-0.5, 1.0), &options, &progress).unwrap_err();
        assert_eq!(error, PrepareError::Cancelled(Cancelled));
    }

    #[test]
    fn a_scan_of_nothing_is_refused_by_its_name() {
        let scaled = |factor: f32| {
            let mut scan = arch(-0.5, 1.0);
            scan.raw.positions.iter_mut().for_each(|p| *p *= factor);
            prepare_pair(arch(0.5, -1.0), scan, &PairOptions::default(), &Progress::default())
        };
        let said = scaled(1e-7).unwrap_err().to_string();
        assert!(said.starts_with("arch at -0.5: its surface is only"), "{said}");
        assert!(scaled(1e-3).is_ok(), "the twin: a tenth of a millimetre");
    }

    #[test]
    fn a_scan_far_from_its_origin_is_told_of() {
        let moved = |mm: f32| {
            let [mut upper, mut lower] = [arch(0.5, -1.0), arch(-0.5, 1.0)];
            [&mut upper, &mut lower].into_iter().for_each(|s| s.raw.positions.iter_mut().for_each(|p| p.x += mm));
            let prepared = prepare_pair(upper, lower, &PairOptions::default(), &Progress::default());
            let (_, warnings) = prepared.expect("two jaws");
            warnings.into_iter().map(|w| w.0).filter(|said| said.contains("origin")).collect::<Vec<_>>()
        };
        let said = moved(1e5);
        assert!(said.len() == 2 && said[0].starts_with("arch at 0.5: It lies 1000"), "{said:?}");
        assert!(
            said[0].contains("0.0078 mm")
                && crate::base::words::is_reworded(said[0].split_once(": ").expect("a name").1),
            "{said:?}"
        );
        assert!(moved(1e3).is_empty(), "the twin");
    }

    #[test]
    fn the_unit_is_guessed_for_both_or_given() {
        let metres = |mut scan: Scan| {
            scan.raw.positions.iter_mut().for_each(|p| *p /= 1000.0);
            scan
        };
        let pair = |options| {
            let (upper, lower) = (metres(arch(0.5, -1.0)), metres(arch(-0.5, 1.0)));
            prepare_pair(upper, lower, &options, &Progress::default()).unwrap()
        };
        let (guessed, warnings) = pair(PairOptions::default());
        assert_eq!(guessed.upper.unit, LengthUnit::Metre);
        assert!(warnings[0].0.contains("metres"), "{warnings:?}");
        let (given, _) = pair(PairOptions { unit: Some(LengthUnit::Inch), ..PairOptions::default() });
        assert_eq!(given.lower.unit, LengthUnit::Inch);
    }
}
