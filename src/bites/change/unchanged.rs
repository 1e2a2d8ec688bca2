//! Lays a jaw on itself as it was before: robust alignment, in which what was ground, added or moved stays out by what it leaves.
use crate::base::{Cancelled, Progress, Rigid};
use crate::bites::align::{Aligned, Look, align, tries};
use crate::bites::point_pairs::{PairTable, VOTING_MM};
use crate::bites::surface_points::{SurfacePoint, surface_points, thinned};
use crate::bites::target::Target;
use crate::jaw::{JawSide, JawTeeth};
use crate::mesh::TriMesh;

/// How a jaw lies on itself as it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Laid {
    pub before_from_after: Rigid,
    /// Of what is unchanged: root of the mean square of the distances, mm, and its share of the teeth.
    pub rms_mm: f64,
    pub share: f64,
    /// Of what lies near the jaw before, the share that agrees with it.
    pub agreement: f64,
}

/// Why there is none.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Another {
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    #[error("the {jaw} jaw has too little surface to be recognised; scans of whole arches are needed")]
    TooSmall { jaw: &'static str },
    #[error(
        "the {jaw} jaws before and after are not of one patient, or hardly a tooth is unchanged: laid on each other as well as they can be, {percent:.0} % of the surface agrees to 0.15 mm"
    )]
    Disagrees { jaw: &'static str, percent: f64 },
}

/// Spacing of the points that are aligned, mm.
const ALIGNED_MM: f64 = 0.5;
const FIRST_POINTS: usize = 600;
const GUESSES: usize = 12;
const LAST: Look = Look { from_mm: 0.3, to_mm: 0.1, agreement: 0.8 };
/// So much of the teeth agrees with the same teeth at once, and no votes are needed.
const CLEARLY: f64 = 0.8;
/// Of one patient at least so much of all points agrees; of others less ([EVIDENCE](docs/EVIDENCE.md)).
const LEAST_AGREEING: f64 = 0.5;
const FEWEST_POINTS: usize = 200;

/// Lays `after` on the jaw before. `starts`: where it may lie, tried before all others. Only numbered teeth count where there are any, for gum
/// changes.
///
/// # Errors
/// When it is another patient's; [`Cancelled`].
pub fn lay(
    before: &Target,
    (after, teeth): (&TriMesh, &JawTeeth),
    side: JawSide,
    starts: &[Rigid],
    progress: &Progress,
) -> Result<Laid, Another> {
    let jaw = if side == JawSide::Upper { "upper" } else { "lower" };
    let is_tooth = |t: u32| teeth.is_empty() || teeth.region_of(t).is_some();
    let points = surface_points(after, ALIGNED_MM, is_tooth);
    if points.len() < FEWEST_POINTS {
        return Err(Another::TooSmall { jaw });
    }
    let few = thinned(&points, FIRST_POINTS);
    let mut best = best_of(before, &few, starts.iter().copied(), progress)?;
    if best.as_ref().is_none_or(|best| best.agreeing < CLEARLY) {
        let table = PairTable::new(&surface_points(before.mesh, VOTING_MM, |_| true));
        let guesses =
            table.guesses(&thinned(&surface_points(after, VOTING_MM, is_tooth), FIRST_POINTS), GUESSES, progress)?;
        let voted = best_of(before, &few, guesses.into_iter().map(|guess| guess.target_from_scan), progress)?;
        best = best.into_iter().chain(voted).max_by(|a, b| a.agreeing.total_cmp(&b.agreeing));
    }
    let Some(start) = best else { return Err(Another::Disagrees { jaw, percent: 0.0 }) };
    let laid = align(before, &points, start.target_from_scan, LAST, progress)?;
    match laid {
        Some(laid) if laid.agreeing >= LEAST_AGREEING => Ok(Laid {
            before_from_after: laid.target_from_scan,
            rms_mm: laid.rms_mm,
            share: laid.share,
            agreement: laid.agreement,
        }),
        other => Err(Another::Disagrees { jaw, percent: 100.0 * other.map_or(start.agreeing, |laid| laid.agreeing) }),
    }
}

/// The start from which most agrees.
fn best_of(
    before: &Target,
    points: &[SurfacePoint],
    starts: impl Iterator<Item = Rigid>,
    progress: &Progress,
) -> Result<Option<Aligned>, Cancelled> {
    let tried = tries(before, points, starts, progress)?;
    Ok(tried.into_iter().max_by(|a, b| a.agreeing.total_cmp(&b.agreeing)))
}
