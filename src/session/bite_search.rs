//! A bite looked for on a thread of its own: from bite scans, or by seating the lower jaw.
use crate::base::files::{self, file_name};
use crate::base::words::say;
use crate::base::{Cancelled, Job, LengthUnit, Progress, Rigid, Wake};
use crate::bites::registration::{BiteScan, Jaws, LaidOn, Refused, Registration, register};
use crate::bites::seat::{NoSeat, SeatQuestion, figures, seat, seat_anywhere};
use crate::engine::PairForms;
use crate::import;
use crate::jaw::{BiteFound, BiteOrigin, FoundByScans, FoundBySeat, JawPair, JawSide, OcclusalFrame};
use crate::mesh::{TriMesh, weld_only};
use crate::session::Session;
use glam::DVec3;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// More than this no session of scanning has.
pub const MOST_BITE_SCANS: usize = 8;
/// How much overlap a seat may be allowed, mm.
pub const TOLERANCES_MM: std::ops::RangeInclusive<f64> = 0.0..=0.1;
/// By how large a gap a seat tells contact, mm.
const THRESHOLDS_MM: std::ops::RangeInclusive<f64> = 0.02..=0.5;

/// What is looked for.
#[derive(Clone, Debug)]
pub enum BiteQuestion {
    Scans { paths: Vec<PathBuf>, unit: LengthUnit, start: Rigid, middle: DVec3 },
    Seat { asked: Box<SeatQuestion>, frame: OcclusalFrame },
}

impl BiteQuestion {
    /// # Errors
    /// In one sentence, when there are too many scans.
    pub fn of_scans(session: &Session, paths: Vec<PathBuf>) -> Result<Self, String> {
        if paths.len() > MOST_BITE_SCANS {
            return Err(say!("bites-too-many-scans", n = MOST_BITE_SCANS));
        }
        let [_, frame_of_lower] = session.frames_of_scans();
        let (unit, start) = (session.pair().upper.unit, session.bite());
        Ok(Self::Scans { paths, unit, start, middle: frame_of_lower.origin })
    }

    /// From where the jaw is.
    pub fn of_seat(session: &Session, tolerance_mm: f64) -> Self {
        let threshold_mm = session.settings().threshold_mm.clamp(*THRESHOLDS_MM.start(), *THRESHOLDS_MM.end());
        let tolerance_mm = tolerance_mm.clamp(*TOLERANCES_MM.start(), *TOLERANCES_MM.end());
        let asked = SeatQuestion { start: session.bite(), scope: session.scope(), threshold_mm, tolerance_mm };
        Self::Seat { asked: asked.into(), frame: *session.frame() }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Scans { .. } => "bite scans",
            Self::Seat { .. } => "seat",
        }
    }
}

/// A pose that was found; nothing has moved yet.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundBite {
    pub upper_from_lower: Rigid,
    pub origin: BiteOrigin,
    pub found: BiteFound,
}

type Answer = Result<FoundBite, String>;

/// The work on one question; dropping it cancels it.
pub struct BiteSearch {
    pair: Arc<JawPair>,
    job: Job<Answer>,
}

impl BiteSearch {
    pub fn start(question: BiteQuestion, forms: Arc<PairForms>, wake: Wake) -> Self {
        let pair = forms.pair().clone();
        let job = Job::start(question.name(), wake, move |progress, tell| {
            // Whoever has cancelled it waits for nothing.
            let answer = match &question {
                BiteQuestion::Scans { paths, unit, start, middle } => {
                    by_scans(&forms, (paths, *unit), (*start, *middle), progress)
                }
                BiteQuestion::Seat { asked, frame } => by_seat(&forms, asked, frame, progress),
            };
            answer.into_iter().for_each(|answer| tell.say(answer));
        });
        Self { pair, job }
    }

    /// Of these jaws, in these roles.
    pub fn is_of(&self, pair: &Arc<JawPair>) -> bool {
        Arc::ptr_eq(&self.pair, pair)
    }

    /// What it is at, and how far, 0 to 1.
    pub fn progress(&self) -> (&'static str, f64) {
        (self.job.progress().stage(), self.job.progress().fraction())
    }

    /// The answer, once: a pose, or one sentence why there is none.
    pub fn poll(&self) -> Option<Answer> {
        self.job.poll().unwrap_or_else(|_| Some(Err(say!("bites-fault-program").into())))
    }
}

fn by_scans(
    forms: &PairForms,
    (paths, unit): (&[PathBuf], LengthUnit),
    (upper_from_lower, middle): (Rigid, DVec3),
    progress: &Progress,
) -> Result<Answer, Cancelled> {
    let mut scans = Vec::new();
    for (i, path) in paths.iter().enumerate() {
        let part = |at: f64| 0.2 * (i as f64 + at) / paths.len() as f64;
        progress.enter(say!("bites-reading-scans"), part(0.0))?;
        match scan(path, unit, &progress.part(part(0.0), part(1.0)))? {
            Ok(mesh) => scans.push((file_name(path), mesh)),
            Err(sentence) => return Ok(Err(sentence)),
        }
    }
    let trees = forms.trees(&progress.part(0.2, 0.4))?;
    let (upper, lower) = trees.meshes();
    let trees = [JawSide::Upper, JawSide::Lower].map(|side| trees.bvh(side));
    let jaws = Jaws { meshes: [upper, lower], trees, upper_from_lower, middle };
    let scans: Vec<BiteScan> = scans.iter().map(|(name, mesh)| BiteScan { name, mesh }).collect();
    match register(&jaws, &scans, &progress.part(0.4, 1.0)) {
        Ok(found) => Ok(Ok(FoundBite {
            upper_from_lower: found.upper_from_lower,
            origin: BiteOrigin::BiteScan,
            found: BiteFound::Scans(found_by_scans(&found)),
        })),
        Err(Refused::Cancelled(cancelled)) => Err(cancelled),
        Err(refused) => Ok(Err(format!("{refused}."))),
    }
}

/// As its file has it: which way it faces is the file's own word, for it encloses nothing.
fn scan(path: &Path, unit: LengthUnit, progress: &Progress) -> Result<Result<TriMesh, String>, Cancelled> {
    let bytes = match files::read_file(path) {
        Ok(bytes) => bytes,
        Err(error) => return Ok(Err(format!("{error}."))),
    };
    let named = |why: &dyn std::fmt::Display| Ok(Err(format!("{}: {why}.", file_name(path))));
    let imported = match import::read_mesh(&bytes, progress) {
        Ok(imported) => imported,
        Err(error) => return progress.check().and_then(|()| named(&error)),
    };
    match weld_only(imported.raw, unit, progress) {
        Ok(welded) => Ok(Ok(welded.mesh)),
        Err(error) => progress.check().and_then(|()| named(&error)),
    }
}

/// Over all scans, as the record of a registration has it.
fn found_by_scans(found: &Registration) -> FoundByScans {
    let over = |of: fn(&LaidOn) -> f64, jaw: usize| {
        found.scans.iter().map(|scan| of(&scan.laid[jaw])).sum::<f64>() / found.scans.len().max(1) as f64
    };
    FoundByScans {
        n_scans: found.scans.len() as u32,
        rms_mm: [0, 1].map(|jaw| over(|laid| laid.rms_mm * laid.rms_mm, jaw).sqrt()),
        overlap: [0, 1].map(|jaw| over(|laid| laid.overlap, jaw)),
        disagreement_mm: found.disagreement_mm,
        covariance: found.covariance.into(),
        about: found.about,
    }
}

fn by_seat(
    forms: &PairForms,
    asked: &SeatQuestion,
    frame: &OcclusalFrame,
    progress: &Progress,
) -> Result<Answer, Cancelled> {
    let exact = forms.trees(&progress.part(0.0, 0.2))?;
    let found = match seat(&exact, frame, asked, &progress.part(0.2, 0.6)) {
        // Two files without a relation: their shapes say how one lies on the other.
        Err(NoSeat::Apart) => seat_anywhere(&exact, asked, &progress.part(0.6, 1.0)).map(|(seat, _)| seat),
        found => found,
    };
    let found = match found {
        Ok(found) => found,
        Err(NoSeat::Cancelled(cancelled)) => return Err(cancelled),
        Err(none) => return Ok(Err(format!("{none}."))),
    };
    let as_scanned = figures(&exact, frame, asked, &Rigid::IDENTITY, progress)?;
    Ok(Ok(FoundBite {
        upper_from_lower: found.upper_from_lower,
        origin: BiteOrigin::Seated,
        found: BiteFound::Seat(FoundBySeat {
            threshold_mm: asked.threshold_mm,
            tolerance_mm: asked.tolerance_mm,
            spread_mm2: found.figures.spread_mm2,
            as_scanned_mm2: as_scanned.spread_mm2,
            max_depth_mm: found.figures.max_depth_mm,
        }),
    }))
}

#[cfg(test)]
mod tests;
