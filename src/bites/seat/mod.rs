//! Seats the lower jaw in intercuspation: of all poses near where it is, the one with the most contact, spread over the arch, in which it
//! overlaps by no more than is allowed. After the task of Chang et al. 2010 (IEEE TMI 29, quadratic programs from arch curves); here the search
//! begins with every turn and shift within reach, dropped onto a map of heights, and ends with an exact first contact.
//!
//! [`heights`] (where cusps may fit fossae) -> [`settle`] (attraction by closest gap, with overlap pushed out) -> [`places`] (which differ, and
//! which are worth an end) -> [`polish`] (uphill in contact, along the walls that touching surfaces are) -> here (exact end). What is asked for is
//! contact spread over the arch ([`spread`]), as points ([`points`]) say of a pose ([`meeting`]).
mod anywhere;
mod heights;
mod meeting;
mod places;
mod points;
mod polish;
mod settle;
mod spread;
mod surfaces;

use crate::base::six::six_of;
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid, share_out};
use crate::engine::{ContactQuestion, contact_by_closest};
use crate::exact::{Ahead, BvhEngine, FirstContact, Motion};
use crate::field::Question;
use crate::field::contact::{GapKind, ScopeAsked};
use crate::jaw::OcclusalFrame;
pub use anywhere::seat_anywhere;
use glam::DVec3;
use heights::{Drop, Fit, Lattice};
use meeting::{Meeting, Settled};
use places::Places;
use settle::Settling;
pub use spread::{PLACES, spread_mm2};
use surfaces::Surfaces;

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
/// Poses that are settled at most, and at a time.
const MOST_SETTLED: usize = 48;
const AT_A_TIME: usize = 16;
/// How far is hopped from a place to see what lies beside it, mm.
const HOP_MM: f64 = 0.3;

/// Seats the lower jaw. `frame`: of the pair, world coordinates. From starts that lie near each other it comes to the very same seat, but for
/// rounding: what is looked through belongs to the pair.
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
    let surfaces = Surfaces::new(exact, &asked.scope, progress)?;
    let seating = Seating::new(&surfaces, frame, asked);
    let middle = seating.middle(&asked.start, progress)?;
    seating.seated(&middle, progress)
}

/// What a seat is looked for with.
struct Seating<'a> {
    surfaces: &'a Surfaces<'a>,
    frame: &'a OcclusalFrame,
    asked: &'a SeatQuestion,
    drop: Drop<'a>,
}

impl<'a> Seating<'a> {
    fn new(surfaces: &'a Surfaces<'a>, frame: &'a OcclusalFrame, asked: &'a SeatQuestion) -> Self {
        Self { surfaces, frame, asked, drop: Drop::new(&surfaces.cusps, frame) }
    }

    /// The middle of all seats near a start, whichever of them it begins with.
    fn middle(&self, start: &Rigid, progress: &Progress) -> Result<Rigid, NoSeat> {
        let dropped = self.drop.best(start, &Lattice::FAR, 1, progress)?;
        let (_, dropped) = dropped.first().ok_or(NoSeat::Apart)?;
        let settled = Settling(self.meeting()).settle_softly(&self.surfaces.coarse, dropped, progress)?;
        Ok(settled.map_or(*dropped, |settled| settled.pose))
    }

    fn meeting(&self) -> Meeting<'_> {
        Meeting::new(&self.surfaces.targets, self.frame, (self.asked.threshold_mm, self.asked.tolerance_mm))
    }

    /// The seat near the middle of all.
    fn seated(&self, middle: &Rigid, progress: &Progress) -> Result<Seat, NoSeat> {
        progress.at(0.05)?;
        let dropped = self.drop.best(middle, &Lattice::NEAR, MOST_SETTLED, progress)?;
        let places = self.settled(&dropped, &progress.part(0.15, 0.7))?;
        self.best_of(&places, progress)
    }

    /// The places where they settle that are worth ending, the one with most contact first.
    fn settled(&self, dropped: &[Fit], progress: &Progress) -> Result<Vec<Settled>, NoSeat> {
        progress.enter(say!("stage-settling"), 0.0)?;
        let settling = Settling(self.meeting().each_on_a_thread());
        let mut places = Places::new(self.frame);
        for (i, some) in dropped.chunks(AT_A_TIME).enumerate() {
            progress.at((i * AT_A_TIME) as f64 / dropped.len() as f64)?;
            let settle = |(_, start): &Fit| self.settle(&settling, start, progress);
            places.add(share_out(some.iter(), || (), |(), fit| settle(fit)))?;
            if places.agree() {
                break;
            }
        }
        self.look_round(&settling, &mut places, progress)?;
        let best = places.worth_ending();
        if best.is_empty() { Err(NoSeat::Apart) } else { Ok(best) }
    }

    /// Hops from the best places to what lies beside them.
    fn look_round(&self, settling: &Settling, places: &mut Places, progress: &Progress) -> Result<(), Cancelled> {
        let from = places.worth_ending();
        let beside: Vec<Rigid> = from.iter().flat_map(|place| settling.hops(&place.pose, HOP_MM)).collect();
        let settle = |pose: &Rigid| settling.settle_closely(pose, &self.surfaces.near(pose, progress)?, progress);
        places.add(share_out(beside.iter(), || (), |(), pose| settle(pose)))
    }

    /// By few points, and then by those that came near.
    fn settle(&self, settling: &Settling, start: &Rigid, progress: &Progress) -> Result<Option<Settled>, Cancelled> {
        let Some(settled) = settling.settle(&self.surfaces.coarse, start, progress)? else { return Ok(None) };
        settling.settle_closely(&settled.pose, &self.surfaces.near(&settled.pose, progress)?, progress)
    }

    /// How far the middle of the arches has moved since the start, mm, and how far the jaw has turned, degrees.
    fn moved(&self, pose: &Rigid) -> (f64, f64) {
        let six = six_of(&(*pose * self.asked.start.inverse()), self.frame.origin);
        let length = |at: usize| DVec3::new(six[at], six[at + 1], six[at + 2]).length();
        (length(3), length(0).to_degrees())
    }

    /// Of the places the one with most contact spread over the arch, once each is brought to its exact end.
    fn best_of(&self, places: &[Settled], progress: &Progress) -> Result<Seat, NoSeat> {
        let mut ended = Vec::new();
        for (i, place) in places.iter().enumerate() {
            progress.enter(say!("stage-meeting-exactly"), 0.7 + 0.3 * i as f64 / places.len() as f64)?;
            ended.extend(self.ended(place, progress)?);
        }
        let best = ended.into_iter().max_by(|(a, _), (b, _)| a.spread_mm2.total_cmp(&b.spread_mm2));
        let (figures_there, pose) = best.ok_or(NoSeat::Apart)?;
        let (moved_mm, turned_deg) = self.moved(&pose);
        Ok(Seat {
            upper_from_lower: pose,
            figures: figures_there,
            at_start: figures(self.surfaces.exact, self.frame, self.asked, &self.asked.start, progress)?,
            moved_mm,
            turned_deg,
        })
    }

    /// From nearly seated to seated: closely where it is near, then exactly.
    fn ended(&self, place: &Settled, progress: &Progress) -> Result<Option<(SeatFigures, Rigid)>, Cancelled> {
        let Self { surfaces, frame, asked, .. } = *self;
        let near = self.surfaces.near(&place.pose, progress)?;
        let place = Settling(self.meeting()).finish(&place.pose, &near, progress)?.unwrap_or(*place);
        let Some(pose) = exact_end(surfaces.exact, frame, asked, &place.pose, progress)? else { return Ok(None) };
        if self.moved(&pose).0 > FARTHEST_MM {
            return Ok(None);
        }
        Ok(Some((figures(surfaces.exact, frame, asked, &pose, progress)?, pose)))
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
