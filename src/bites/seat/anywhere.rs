//! Seats two jaws that lie anywhere, as two files without a relation do: each tells by its own shape where its teeth look and where its front
//! is, which lays one arch on the other; from there cusps find their fossae.
use super::heights::{Fit, Lattice};
use super::surfaces::Surfaces;
use super::{NoSeat, Seat, SeatQuestion, Seating};
use crate::base::words::say;
use crate::base::{Progress, Rigid};
use crate::exact::BvhEngine;
use crate::jaw::OcclusalFrame;
use crate::jaw::frame::apart::on_each_other;
use crate::jaw::frame::one_jaw::one_arch;

/// Moved by more, mm and degrees, the middle of all seats is looked for once more from where it is: what is farther away was not looked at.
const FAR: (f64, f64) = (1.0, 1.5);
const MOST_STARTS: usize = 3;
/// Less contact spread over the arch is none that two arches of one patient have, mm² for a mm of the threshold: at 0.1 mm those of one patient
/// had 5.3 to 28 mm², of two patients at most 3.5.
const LEAST_SPREAD_PER_MM: f64 = 50.0;
/// Nothing met; there is no place to begin with that the jaw could be moved nearer to.
const NOWHERE: NoSeat = NoSeat::Nowhere { spread_mm2: 0.0 };

/// Seats the lower jaw from wherever both lie; [`SeatQuestion::start`] says nothing here. The frame is that of the seated pair, world (= upper)
/// coordinates.
///
/// # Errors
/// Where a scan is no arch, where nothing meets or hardly anything; [`NoSeat::Cancelled`] within a tenth of a second.
pub fn seat_anywhere(
    exact: &BvhEngine,
    asked: &SeatQuestion,
    progress: &Progress,
) -> Result<(Seat, OcclusalFrame), NoSeat> {
    progress.enter(say!("stage-looking-where-cusps-fit"), 0.0)?;
    let (upper, lower) = exact.meshes();
    let upper = upper.scanned_in(&Rigid::IDENTITY);
    let surfaces = Surfaces::new(exact, &asked.scope, progress)?;
    let mut asked = SeatQuestion { start: laid(&surfaces, asked, progress)?, ..asked.clone() };
    let frame_at = |start: &Rigid| OcclusalFrame::estimate(&upper, &lower.scanned_in(start)).0;
    let mut frame = frame_at(&asked.start);
    for _ in 0..MOST_STARTS {
        let seating = Seating::new(&surfaces, &frame, &asked);
        let middle = seating.middle(&asked.start, progress).map_err(nowhere)?;
        let (moved_mm, turned_deg) = seating.moved(&middle);
        asked.start = middle;
        frame = frame_at(&middle);
        if moved_mm < FAR.0 && turned_deg < FAR.1 {
            break;
        }
    }
    let seating = Seating::new(&surfaces, &frame, &asked);
    let found = seating.seated(&asked.start, &progress.part(0.3, 1.0)).map_err(nowhere)?;
    if found.figures.spread_mm2 < LEAST_SPREAD_PER_MM * asked.threshold_mm {
        return Err(NoSeat::Nowhere { spread_mm2: found.figures.spread_mm2 });
    }
    Ok((found, frame))
}

/// There is no place that the jaw could be moved nearer to.
fn nowhere(none: NoSeat) -> NoSeat {
    if none == NoSeat::Apart { NOWHERE } else { none }
}

/// One arch laid on the other by their shapes, and settled softly. Bones may look like a second arch: of all ways the one in which most fits.
fn laid(surfaces: &Surfaces, asked: &SeatQuestion, progress: &Progress) -> Result<Rigid, NoSeat> {
    let (upper, lower) = surfaces.exact.meshes();
    let (of_upper, of_lower) = (one_arch(upper), one_arch(lower));
    for (arches, jaw) in [(&of_upper, "upper"), (&of_lower, "lower")] {
        if arches.is_empty() {
            return Err(NoSeat::NoArch { jaw });
        }
    }
    let ways = of_upper.iter().flat_map(|a| of_lower.iter().map(move |b| (a, b)));
    let mut best: Option<Fit> = None;
    for (a, b) in ways {
        // A bite of another kind lies within reach of the search.
        let Some((frame, start)) = on_each_other(a, b) else { continue };
        let seating = Seating::new(surfaces, &frame, asked);
        let middle = match seating.middle(&start, progress) {
            Err(NoSeat::Apart) => continue,
            middle => middle?,
        };
        let fits = seating.drop.best(&middle, &Lattice::NEAR_BY_FEW, 1, progress)?;
        best = fits.into_iter().chain(best).max_by(|(a, _), (b, _)| a.total_cmp(b));
    }
    best.map(|(_, pose)| pose).ok_or(NOWHERE)
}
