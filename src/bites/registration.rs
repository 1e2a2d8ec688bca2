//! The pose of the lower jaw from bite scans: each shows parts of both jaws as they lie to each other. It is laid on the upper jaw and on the
//! lower one; one after the other gives the pose. A match that is not honest is refused.
use super::align::{Aligned, Look, align, tries};
use super::point_pairs::{PairTable, VOTING_MM};
use super::surface_points::{SurfacePoint, surface_points, thinned};
use super::target::Target;
use crate::base::six::{Matrix6, Six, motion, six_of};
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid};
use crate::exact::Bvh;
use crate::jaw::JawSide;
use crate::mesh::TriMesh;
use glam::DVec3;

/// A scan of both jaws in occlusion, in coordinates of its own.
#[derive(Clone, Copy, Debug)]
pub struct BiteScan<'a> {
    /// File name for people.
    pub name: &'a str,
    pub mesh: &'a TriMesh,
}

/// Both jaws with their trees, upper and lower, and where the lower one is taken to lie before anything is known.
pub struct Jaws<'a> {
    pub meshes: [&'a TriMesh; 2],
    pub trees: [&'a Bvh; 2],
    pub upper_from_lower: Rigid,
    /// Middle of the lower arch in its own coordinates, mm: what covariances are about.
    pub middle: DVec3,
}

/// How a bite scan lies on one jaw.
#[derive(Clone, Debug)]
pub struct LaidOn {
    pub jaw_from_scan: Rigid,
    /// Root of the mean square of the distances, mm.
    pub rms_mm: f64,
    /// Share of the scan's surface that lies on this jaw.
    pub overlap: f64,
    /// Of the scan's surface near this jaw, the share that agrees with it.
    pub agreement: f64,
}

/// The pose that one bite scan gives.
#[derive(Clone, Debug)]
pub struct OfScan {
    /// On the upper and on the lower jaw.
    pub laid: [LaidOn; 2],
    pub upper_from_lower: Rigid,
    /// Of [`Registration::about`].
    pub covariance: Matrix6,
}

/// The pose that all bite scans give together.
#[derive(Clone, Debug)]
pub struct Registration {
    pub upper_from_lower: Rigid,
    /// Of a turn (radians) about `about` and a shift (mm), in upper coordinates, after the pose.
    pub covariance: Matrix6,
    /// Middle of the lower arch, upper coordinates, mm.
    pub about: DVec3,
    pub scans: Vec<OfScan>,
    /// The farthest that two scans' poses take a place of the lower teeth apart, mm; `None` of one scan.
    pub disagreement_mm: Option<f64>,
}

/// Why there is no pose.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refused {
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    #[error(
        "{scan}: its surface is too small to be laid on the jaws ({area_mm2:.0} mm²); a bite scan shows some teeth of both jaws from outside"
    )]
    TooSmall { scan: String, area_mm2: f64 },
    #[error(
        "{scan}: nothing in it was recognised on the {jaw} jaw; take a bite scan of this patient that shows teeth of both jaws"
    )]
    NotFound { scan: String, jaw: &'static str },
    #[error(
        "{scan}: what lies best on the {jaw} jaw agrees with it on {percent:.0} % of the surface only; it shows another patient, one jaw alone, or teeth that have changed"
    )]
    Disagrees { scan: String, jaw: &'static str, percent: f64 },
    #[error("{scan}: it fits the {jaw} jaw in two places nearly alike; take a scan that shows more teeth")]
    Ambiguous { scan: String, jaw: &'static str },
    #[error("{scan}: the same surface was found on both jaws; a bite scan shows teeth of both")]
    OneJaw { scan: String },
    #[error(
        "the bite scans say different things: their poses are {mm:.2} mm apart at the teeth; leave one of them out, or scan again"
    )]
    Apart { mm: f64 },
}

/// Spacing of the points that are aligned, mm.
const ALIGNED_MM: f64 = 0.4;
/// Points of a first alignment.
const FIRST_POINTS: usize = 400;
/// Places that are tried.
const GUESSES: usize = 24;
const LAST: Look = Look { from_mm: 0.3, to_mm: 0.15, agreement: 0.8 };
/// Less than this of a jaw tells no pose, mm².
const LEAST_MM2: f64 = 40.0;
/// Of the surface near the jaw so much agrees, else it is another's.
const LEAST_AGREEMENT: f64 = 0.62;
/// Another place must be so much worse, and is another from here on, mm.
const CLEARLY: f64 = 0.8;
const ELSEWHERE_MM: f64 = 2.0;
/// Surface found on both jaws, of the lesser part, is no more than this.
const MOST_SHARED: f64 = 0.5;
/// Two scans' poses may be so far apart at the teeth, mm.
const MOST_APART_MM: f64 = 1.0;

/// A jaw that scans are laid on.
struct Matcher<'a> {
    side: JawSide,
    target: Target<'a>,
    table: PairTable,
}

impl<'a> Matcher<'a> {
    fn new(side: JawSide, mesh: &'a TriMesh, tree: &'a Bvh) -> Self {
        let target = Target::new(mesh, tree);
        let points = surface_points(mesh, VOTING_MM, |t| target.is_partner(t));
        Self { side, table: PairTable::new(&points), target }
    }

    fn name(&self) -> &'static str {
        match self.side {
            JawSide::Upper => "upper",
            JawSide::Lower => "lower",
        }
    }

    /// The best place of a scan on this jaw.
    fn lay(&self, scan: &Points, shared: Rigid, progress: &Progress) -> Result<Aligned, Refused> {
        let guesses = self.table.guesses(&scan.voting, GUESSES, progress)?;
        let starts = std::iter::once(shared).chain(guesses.iter().map(|guess| guess.target_from_scan));
        let mut tried = tries(&self.target, &scan.first, starts, progress)?;
        tried.sort_by(|a, b| b.agreeing.total_cmp(&a.agreeing));
        let jaw = self.name();
        let not_found = || Refused::NotFound { scan: scan.name.clone(), jaw };
        let best = tried.first().ok_or_else(not_found)?;
        let found = align(&self.target, &scan.aligned, best.target_from_scan, LAST, progress)?.ok_or_else(not_found)?;
        if found.agreeing * scan.area_mm2 < LEAST_MM2 {
            return Err(not_found());
        }
        if found.agreement < LEAST_AGREEMENT {
            return Err(Refused::Disagrees { scan: scan.name.clone(), jaw, percent: found.agreement * 100.0 });
        }
        let is_elsewhere = |other: &&Aligned| {
            let place = |pose: &Rigid| pose.transform_point(scan.middle);
            place(&other.target_from_scan).distance(place(&best.target_from_scan)) > ELSEWHERE_MM
        };
        let rival = tried.iter().find(is_elsewhere).map_or(0.0, |other| other.agreeing);
        if rival > CLEARLY * best.agreeing {
            return Err(Refused::Ambiguous { scan: scan.name.clone(), jaw });
        }
        Ok(found)
    }
}

/// A bite scan as points.
struct Points {
    name: String,
    voting: Vec<SurfacePoint>,
    first: Vec<SurfacePoint>,
    aligned: Vec<SurfacePoint>,
    middle: DVec3,
    area_mm2: f64,
}

impl Points {
    fn of(scan: &BiteScan) -> Result<Self, Refused> {
        let aligned = surface_points(scan.mesh, ALIGNED_MM, |_| true);
        let area = |t: usize| f64::from(scan.mesh.doubled_area_normal(t).length()) / 2.0;
        let area_mm2 = (0..scan.mesh.n_scanned).map(area).sum();
        if area_mm2 < 2.0 * LEAST_MM2 || aligned.is_empty() {
            return Err(Refused::TooSmall { scan: scan.name.to_owned(), area_mm2 });
        }
        Ok(Self {
            name: scan.name.to_owned(),
            voting: surface_points(scan.mesh, VOTING_MM, |_| true),
            first: thinned(&aligned, FIRST_POINTS),
            middle: aligned.iter().map(|p| p.place).sum::<DVec3>() / aligned.len() as f64,
            area_mm2,
            aligned,
        })
    }

    /// The same surface, facing the other way.
    fn inside_out(&self) -> Self {
        let turned = |points: &[SurfacePoint]| {
            points.iter().map(|p| SurfacePoint { normal: -p.normal, ..*p }).collect::<Vec<SurfacePoint>>()
        };
        Self {
            name: self.name.clone(),
            voting: turned(&self.voting),
            first: turned(&self.first),
            aligned: turned(&self.aligned),
            ..*self
        }
    }
}

/// Finds the pose of the lower jaw from bite scans.
///
/// # Errors
/// Why there is none, in one sentence that names the scan; [`Cancelled`] within a tenth of a second.
pub fn register(jaws: &Jaws, scans: &[BiteScan], progress: &Progress) -> Result<Registration, Refused> {
    progress.enter(say!("stage-learning-jaws"), 0.0)?;
    let [upper, lower] = jaws.meshes;
    let matchers =
        [Matcher::new(JawSide::Upper, upper, jaws.trees[0]), Matcher::new(JawSide::Lower, lower, jaws.trees[1])];
    let mut found = Vec::new();
    for (i, scan) in scans.iter().enumerate() {
        let part = |at: f64| 0.1 + 0.9 * (i as f64 + at) / scans.len() as f64;
        progress.enter(say!("stage-laying-bite-scan"), part(0.0))?;
        found.push(of_scan(jaws, &matchers, scan, &progress.part(part(0.0), part(1.0)))?);
    }
    together(jaws, found)
}

fn of_scan(jaws: &Jaws, matchers: &[Matcher; 2], scan: &BiteScan, progress: &Progress) -> Result<OfScan, Refused> {
    let points = Points::of(scan)?;
    match lay_on_both(jaws, matchers, &points, &progress.part(0.0, 0.6)) {
        // Some files have all triangles the wrong way round.
        Err(first @ (Refused::NotFound { .. } | Refused::Disagrees { .. })) => {
            let turned = lay_on_both(jaws, matchers, &points.inside_out(), &progress.part(0.6, 1.0));
            turned.map_err(|second| if matches!(second, Refused::Cancelled(_)) { second } else { first })
        }
        found => found,
    }
}

fn lay_on_both(
    jaws: &Jaws,
    [upper, lower]: &[Matcher; 2],
    points: &Points,
    progress: &Progress,
) -> Result<OfScan, Refused> {
    let on_upper = upper.lay(points, Rigid::IDENTITY, progress)?;
    progress.at(0.5)?;
    let on_lower = lower.lay(points, jaws.upper_from_lower.inverse(), progress)?;
    progress.at(1.0)?;
    let n_of = |laid: &Aligned| laid.is_matched.iter().filter(|m| **m).count();
    let n_both = on_upper.is_matched.iter().zip(&on_lower.is_matched).filter(|(u, l)| **u && **l).count();
    if n_both as f64 > MOST_SHARED * n_of(&on_upper).min(n_of(&on_lower)) as f64 {
        return Err(Refused::OneJaw { scan: points.name.clone() });
    }
    let upper_from_lower = (on_upper.target_from_scan * on_lower.target_from_scan.inverse()).renormalized();
    let about = upper_from_lower.transform_point(jaws.middle);
    // What the lower jaw's place in the scan may be off by, seen from the upper jaw.
    let of_lower = on_lower.covariance.about(on_lower.about, jaws.middle).turned(&upper_from_lower);
    let covariance = on_upper.covariance.about(on_upper.about, about).plus(&of_lower);
    let laid = [on_upper, on_lower].map(|a| LaidOn {
        jaw_from_scan: a.target_from_scan,
        rms_mm: a.rms_mm,
        overlap: a.share,
        agreement: a.agreement,
    });
    Ok(OfScan { laid, upper_from_lower, covariance })
}

/// The mean of the scans' poses, each weighed by how sure it is. Where they differ by more than they are sure of, the answer is less sure by
/// as much (Birge 1932).
fn together(jaws: &Jaws, scans: Vec<OfScan>) -> Result<Registration, Refused> {
    let first = scans.first().map_or(Rigid::IDENTITY, |scan| scan.upper_from_lower);
    let about = first.transform_point(jaws.middle);
    let (mut weights, mut pull) = (Matrix6::ZERO, [0.0; 6]);
    let differences: Vec<(Six, Matrix6)> = scans
        .iter()
        .filter_map(|scan| {
            let difference = six_of(&(scan.upper_from_lower * first.inverse()), about);
            Some((difference, scan.covariance.inverse()?))
        })
        .collect();
    for (difference, weight) in &differences {
        let pulled = weight.times(difference);
        (0..6).for_each(|i| pull[i] += pulled[i]);
        weights = weights.plus(weight);
    }
    let disagreement_mm = disagreement_mm(jaws, &scans);
    if let Some(mm) = disagreement_mm.filter(|mm| *mm > MOST_APART_MM) {
        return Err(Refused::Apart { mm });
    }
    let (mean, covariance) = match (weights.solve(&pull), weights.inverse()) {
        (Some(mean), Some(covariance)) => (mean, covariance),
        // What is surer than numbers can say.
        _ => ([0.0; 6], scans.first().map_or(Matrix6::ZERO, |scan| scan.covariance)),
    };
    let squares: f64 = differences
        .iter()
        .map(|(difference, weight)| {
            let off: Six = std::array::from_fn(|i| difference[i] - mean[i]);
            off.iter().zip(weight.times(&off)).map(|(a, b)| a * b).sum::<f64>()
        })
        .sum();
    let freedoms = 6.0 * (differences.len().max(1) - 1) as f64;
    let less_sure = if freedoms > 0.0 { (squares / freedoms).max(1.0) } else { 1.0 };
    let upper_from_lower = (motion(&mean, about) * first).renormalized();
    Ok(Registration { upper_from_lower, covariance: covariance.scaled(less_sure), about, scans, disagreement_mm })
}

fn disagreement_mm(jaws: &Jaws, scans: &[OfScan]) -> Option<f64> {
    let pairs = scans.iter().enumerate().flat_map(|(i, a)| scans[..i].iter().map(move |b| (a, b)));
    pairs.map(|(a, b)| jaws.meshes[1].motion_mm(a.upper_from_lower, b.upper_from_lower)).max_by(f64::total_cmp)
}
