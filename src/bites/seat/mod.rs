//! Seats the lower jaw in intercuspation: of all poses near where it is, the one with the most contact, spread over the arch, in which it
//! overlaps by no more than is allowed. After the task of Chang et al. 2010 (IEEE TMI 29, quadratic programs from arch curves); here the search
//! begins with every turn and shift within reach, dropped onto a map of heights, and ends with an exact first contact.
//!
//! [`heights`] (where cusps may fit fossae) -> [`settle`] (attraction by closest gap, with overlap pushed out) -> [`spread`] (what is asked
//! for: contact spread over the arch) -> here (exact end).
mod anywhere;
mod heights;
mod settle;
mod spread;

use super::target::Target;
use crate::base::six::six_of;
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid};
use crate::engine::{ContactQuestion, contact_by_closest};
use crate::exact::{Ahead, BvhEngine, FirstContact, Motion};
use crate::field::Question;
use crate::field::contact::{GapKind, Scope, ScopeAsked};
use crate::jaw::{JawSide, OcclusalFrame};
pub use anywhere::seat_anywhere;
use glam::DVec3;
use heights::{Drop, Fit};
use settle::{Settled, Settling};
pub use spread::{PLACES, spread_mm2};
use std::collections::HashSet;

/// What is asked of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatQuestion {
    /// `upper_from_lower` to begin with.
    pub start: Rigid,
    pub scope: ScopeAsked,
    /// Surface with at most this closest gap is contact, mm.
    pub threshold_mm: f64,
    /// No place overlaps by more, mm.
    pub tolerance_mm: f64,
}

/// The figures of one pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatFigures {
    /// What is made as large as possible ([`spread_mm2`]).
    pub spread_mm2: f64,
    /// Surface in contact, upper and lower, mm².
    pub area_mm2: [f64; 2],
    pub max_depth_mm: f64,
}

/// The seat that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Seat {
    pub upper_from_lower: Rigid,
    pub figures: SeatFigures,
    /// Of the pose that it began with.
    pub at_start: SeatFigures,
    /// How far the middle of the arches moves (mm), and the jaw turns (degrees).
    pub moved_mm: f64,
    pub turned_deg: f64,
}

/// Why there is none.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum NoSeat {
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    #[error(
        "the teeth do not meet within 4 mm and 6 degrees of where they are; move the lower jaw nearer and try again, or seat two arches that lie anywhere (--anywhere)"
    )]
    Apart,
    #[error("the {jaw} scan is not the shape of a dental arch, so nothing tells how it lies to the other one")]
    NoArch { jaw: &'static str },
    #[error(
        "the two arches fit each other nowhere: the best place has {spread_mm2:.1} mm² of contact spread over the arch; they may be of two patients, or too few teeth"
    )]
    Nowhere { spread_mm2: f64 },
}

/// A jaw is dropped onto the other one from however far; one that comes from farther than a mouth opens met it by chance, mm.
const FARTHEST_MM: f64 = 15.0;
/// Poses that are settled.
const SETTLED: usize = 4;
/// Of the best of them, what comes so near to the other jaw is looked at closely, mm.
const NEAR_MM: f64 = 0.3;

/// Seats the lower jaw. `frame`: of the pair, world coordinates.
///
/// # Errors
/// Where nothing meets; [`Cancelled`] within a tenth of a second.
pub fn seat(
    exact: &BvhEngine,
    frame: &OcclusalFrame,
    asked: &SeatQuestion,
    progress: &Progress,
) -> Result<Seat, NoSeat> {
    progress.enter(say!("stage-looking-where-cusps-fit"), 0.0)?;
    let seating = Seating::new(exact, frame, asked);
    let dropped = seating.dropped(progress)?;
    let settled = seating.settled(&dropped, &progress.part(0.3, 0.7))?;
    seating.seated(&settled, progress)
}

/// What a seat is looked for with.
struct Seating<'a> {
    exact: &'a BvhEngine,
    frame: &'a OcclusalFrame,
    asked: &'a SeatQuestion,
    scope: Scope,
    targets: [Target<'a>; 2],
}

impl<'a> Seating<'a> {
    fn new(exact: &'a BvhEngine, frame: &'a OcclusalFrame, asked: &'a SeatQuestion) -> Self {
        let (upper, lower) = exact.meshes();
        let targets = [Target::new(upper, exact.bvh(JawSide::Upper)), Target::new(lower, exact.bvh(JawSide::Lower))];
        Self { exact, frame, asked, scope: exact.scope(&asked.scope), targets }
    }

    fn counts(&self, side: usize, triangle: u32) -> bool {
        self.scope.counts(side, triangle) && self.targets[side].is_partner(triangle)
    }

    /// Where cusps may fit fossae near the start, the likeliest first.
    fn dropped(&self, progress: &Progress) -> Result<Vec<Fit>, Cancelled> {
        let (upper, lower) = self.exact.meshes();
        let counts = |side: usize, triangle: u32| self.counts(side, triangle);
        Drop::new([upper, lower], &counts, self.frame).best(&self.asked.start, SETTLED, progress)
    }

    fn settling(&self) -> Settling<'_> {
        Settling::new(&self.targets, self.frame, (self.asked.threshold_mm, self.asked.tolerance_mm))
    }

    /// The best of them once each is settled.
    fn settled(&self, dropped: &[Fit], progress: &Progress) -> Result<Settled, NoSeat> {
        progress.enter(say!("stage-settling"), 0.0)?;
        let settling = self.settling();
        let coarse = settling.coarse(&|side, triangle| self.counts(side, triangle));
        let mut settled = Vec::new();
        for (i, (_, start)) in dropped.iter().enumerate() {
            progress.at(i as f64 / dropped.len() as f64)?;
            settled.extend(settling.settle(&coarse, start, progress)?);
        }
        settled.into_iter().max_by(|a, b| a.spread_mm2.total_cmp(&b.spread_mm2)).ok_or(NoSeat::Apart)
    }

    /// How far the middle of the arches has moved since the start, mm, and how far the jaw has turned, degrees.
    fn moved(&self, pose: &Rigid) -> (f64, f64) {
        let six = six_of(&(*pose * self.asked.start.inverse()), self.frame.origin);
        let length = |at: usize| DVec3::new(six[at], six[at + 1], six[at + 2]).length();
        (length(3), length(0).to_degrees())
    }

    /// From nearly seated to seated: closely where it is near, then exactly.
    fn seated(&self, best: &Settled, progress: &Progress) -> Result<Seat, NoSeat> {
        let Self { exact, frame, asked, .. } = *self;
        progress.at(0.7)?;
        let near = exact.closest_gap(&best.pose).of(&self.scope).seeds(NEAR_MM, progress)?;
        let near = near.map(|triangles| triangles.into_iter().collect::<HashSet<u32>>());
        let is_near = |side: usize, t: u32| near[side].contains(&t) && self.targets[side].is_partner(t);
        let best = self.settling().finish(&best.pose, &is_near, progress)?.unwrap_or(*best);
        progress.enter(say!("stage-meeting-exactly"), 0.85)?;
        let pose = exact_end(exact, frame, asked, &best.pose, progress)?.ok_or(NoSeat::Apart)?;
        let (moved_mm, turned_deg) = self.moved(&pose);
        if moved_mm > FARTHEST_MM {
            return Err(NoSeat::Apart);
        }
        Ok(Seat {
            upper_from_lower: pose,
            figures: figures(exact, frame, asked, &pose, progress)?,
            at_start: figures(exact, frame, asked, &asked.start, progress)?,
            moved_mm,
            turned_deg,
        })
    }
}

/// The exact figures of a pose.
///
/// # Errors
/// [`Cancelled`] in milliseconds.
pub fn figures(
    exact: &BvhEngine,
    frame: &OcclusalFrame,
    asked: &SeatQuestion,
    pose: &Rigid,
    progress: &Progress,
) -> Result<SeatFigures, Cancelled> {
    let thresholds_mm = vec![asked.threshold_mm];
    let question = Question { upper_from_lower: *pose, thresholds_mm, ..Question::default() };
    let of_contact =
        ContactQuestion { curve_mm: Vec::new(), ..ContactQuestion::new(GapKind::Closest, vec![asked.threshold_mm]) };
    let contact = contact_by_closest(exact, (&question, &of_contact.of(asked.scope.clone())), progress)?;
    let sheet = &contact.sheet;
    let area_mm2 = [0, 1].map(|side| sheet.within(side, asked.threshold_mm).unwrap_or(0.0));
    Ok(SeatFigures { spread_mm2: spread_mm2(sheet, frame), area_mm2, max_depth_mm: contact.max_depth_mm() })
}

/// Opens or closes along the occlusal normal until the overlap is what is allowed; `None` where nothing meets.
pub fn exact_end(
    exact: &BvhEngine,
    frame: &OcclusalFrame,
    asked: &SeatQuestion,
    pose: &Rigid,
    progress: &Progress,
) -> Result<Option<Rigid>, Cancelled> {
    /// Farther than this nothing is left to be done, mm.
    const REACH_MM: f64 = 2.0;
    let Some(motion) = Motion::along(frame.up) else { return Ok(None) };
    let scope = exact.scope(&asked.scope);
    let found = exact.first_contact_of(&scope, pose, (&motion, REACH_MM), progress)?;
    let ahead = match found {
        FirstContact::Free { closing, .. } => closing,
        FirstContact::Interfering { opening } => opening,
    };
    let Ahead::Contact(contact) = ahead else { return Ok(None) };
    let touching = contact.pose;
    if asked.tolerance_mm == 0.0 {
        return Ok(Some(touching));
    }
    closed_by_overlap(exact, frame, asked, &touching, progress).map(Some)
}

/// From first contact on, closed until it overlaps by what is allowed.
fn closed_by_overlap(
    exact: &BvhEngine,
    frame: &OcclusalFrame,
    asked: &SeatQuestion,
    touching: &Rigid,
    progress: &Progress,
) -> Result<Rigid, Cancelled> {
    /// Halvings of what is left open.
    const HALVINGS: usize = 9;
    let closed = |mm: f64| Rigid::from_translation(frame.up * mm) * *touching;
    // Flanks are steep: a jaw closes by more than it overlaps.
    let (mut low, mut high) = (0.0, 4.0 * asked.tolerance_mm);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        let depth_mm = figures(exact, frame, asked, &closed(middle), progress)?.max_depth_mm;
        if depth_mm <= asked.tolerance_mm { low = middle } else { high = middle }
    }
    Ok(closed(low))
}
