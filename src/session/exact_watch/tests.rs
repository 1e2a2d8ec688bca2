//! The state machine, with workers whose pace the tests set.
mod contacts;
mod figures;
mod first_contact;
mod multi_projection;

use super::*;
use crate::base::{Cancelled, LengthUnit, Rigid};
use crate::engine::{NearbyGaps, Uncertainty, UncertaintyQuestion, UncertaintySettings, uncertainty};
use crate::exact::{Ahead, BvhEngine, ExactQuestion, FirstContact, Motion};
use crate::field::Metrics;
use crate::field::contact::{GapKind, ScopeAsked};
use crate::field::multi_projection::MultiProjectionFigures;
use crate::field::{ChosenBy, ContactArea, PixelCounts, Projection, Question, Verdict};
use crate::jaw::{Jaw, OcclusalFrame};
use crate::mesh::RepairReport;
use crate::session::exact_job::{WorkerAnswer, WorkerQuestion};
use crate::session::multi_projection::MultiProjectionAnswer;
use crate::session::zones;
use glam::DVec3;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

fn pair() -> Arc<JawPair> {
    let jaw = || Jaw {
        name: "a".into(),
        blake3: String::new(),
        unit: LengthUnit::Millimetre,
        mesh: Arc::default(),
        report: RepairReport::default(),
    };
    let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).unwrap();
    Arc::new(JawPair { upper: jaw(), lower: jaw(), frame, occlusion: Rigid::IDENTITY, told: Default::default() })
}

fn live(depth_mm: f64) -> Metrics {
    Metrics {
        projection: None,
        verdict: Verdict::Interfering,
        pixels: PixelCounts::default(),
        interference_projected_area_mm2: 1.0,
        interference_volume_mm3: 0.1,
        max_depth_mm: Some(depth_mm),
        min_gap_mm: Some(-depth_mm),
        contact: Vec::new(),
        mean_cosine: None,
        triangle_pairs: None,
        clearance_mm: None,
        between_pixels: None,
        contact_gap: GapKind::Projected,
        warnings: Vec::new(),
    }
}

/// The pose moved by so many mm; it is not known yet what counts.
fn at(mm: f64) -> Wanted {
    let question = Question { upper_from_lower: Rigid::from_translation(DVec3::Z * mm), ..Question::default() };
    Wanted {
        question: question.clone(),
        of_map: Some(WantedOfMap { asked: ExactQuestion { question, projection: None }, live: live(mm) }),
        most_projections: 8,
        uncertainty: None,
        centre: DVec3::ZERO,
        scope: None,
    }
}

/// The same while its live map is still on the way.
fn before_its_map(mm: f64) -> Wanted {
    Wanted { of_map: None, ..at(mm) }
}

/// The same with a map, so that several projections are wanted.
fn seen_at(mm: f64) -> Wanted {
    let mut wanted = at(mm);
    wanted.scope = Some(ScopeAsked::whole());
    wanted.of_map.as_mut().unwrap().asked.projection = Some(Projection {
        direction: DVec3::NEG_Z,
        u: DVec3::X,
        v: DVec3::NEG_Y,
        origin: DVec3::ZERO,
        u_mm: 0.1,
        v_mm: 0.1,
        cols: 8,
        rows: 8,
        chosen_by: ChosenBy::Given,
    });
    wanted
}

/// What the worker of these tests finds along several projections.
fn areas(mm: f64, n_tiles: usize, is_complete: bool) -> MultiProjectionAnswer {
    let contact = vec![ContactArea { threshold_mm: 0.1, area_upper_mm2: mm, ..ContactArea::default() }];
    MultiProjectionAnswer {
        figures: MultiProjectionFigures {
            contact,
            directions: vec![DVec3::Z; 3],
            n_tiles,
            ..MultiProjectionFigures::default()
        },
        contact: None,
        is_complete,
    }
}

/// The search for the first contact from there.
fn contact_at(mm: f64) -> ContactQuestion {
    let motion = Motion::along(DVec3::Z).unwrap();
    let start = Rigid::from_translation(DVec3::Z * mm);
    ContactQuestion { start, motion, limit_mm: 50.0, scope: ScopeAsked::whole() }
}

/// What the worker of these tests finds there.
fn found(mm: f64) -> FirstContact {
    FirstContact::Interfering { opening: Ahead::Unknown { up_to: mm } }
}

/// Three more poses than before, of jaws without a surface.
fn some_poses(asked: &UncertaintyQuestion, so_far: Option<&Uncertainty>) -> Uncertainty {
    let engine = BvhEngine::new(&pair());
    let progress = Progress::default();
    let begun = so_far.map_or(0, Uncertainty::n_runs);
    let mut known = None;
    let mut tell = |found: &Uncertainty| {
        if found.n_runs() == begun + 3 {
            known = Some(found.clone());
            progress.cancel();
        }
    };
    let whole = uncertainty(&engine, (asked, NearbyGaps::Measured), so_far, &progress, &mut tell);
    known.or(whole.ok()).unwrap()
}

/// What the worker is told to do next.
enum Pace {
    Answer,
    /// What it knows so far, in so many tiles, and then what the next pace says.
    Tell(usize),
    /// The same and the whole answer, but only once it is cancelled: too late.
    TellTooLate,
    Panic,
    /// Until it is cancelled.
    UntilCancelled,
}

/// A watch whose worker waits for its pace; the other end also counts how many workers there are.
fn watch() -> (ExactWatch, Sender<Pace>, Arc<AtomicUsize>) {
    let (pace, paces) = channel();
    let paces: Arc<std::sync::Mutex<Receiver<Pace>>> = Arc::new(std::sync::Mutex::new(paces));
    let made = Arc::new(AtomicUsize::new(0));
    let count = made.clone();
    let make = move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        let paces = paces.clone();
        let work = move |asked: &WorkerQuestion, progress: &Progress, tell: &mut dyn FnMut(WorkerAnswer)| loop {
            progress.enter("working", 0.5)?;
            if let WorkerQuestion::Zones(asked) = asked {
                // At once, of jaws without a surface.
                return Ok(WorkerAnswer::Zones(zones::answer(&BvhEngine::new(&pair()), asked, progress)?));
            }
            let next = paces.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv();
            return match next {
                Ok(Pace::Tell(n_tiles)) => {
                    let WorkerQuestion::MultiProjection(multi_projection) = asked else {
                        panic!("only views tell anything meanwhile")
                    };
                    let mm = multi_projection.asked.question.upper_from_lower.translation.z;
                    tell(WorkerAnswer::MultiProjection(areas(mm, n_tiles, false)));
                    continue;
                }
                Ok(Pace::TellTooLate) => {
                    progress.enter(BEGUN, 0.5)?;
                    while progress.check().is_ok() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    tell(WorkerAnswer::MultiProjection(areas(0.0, 3, false)));
                    Ok(WorkerAnswer::MultiProjection(areas(0.0, 9, true)))
                }
                Ok(Pace::Panic) => panic!("a fault on purpose"),
                Ok(Pace::UntilCancelled) => {
                    progress.enter(BEGUN, 0.5)?;
                    loop {
                        progress.check()?;
                        std::thread::sleep(Duration::from_millis(1));
                    }
                }
                Ok(Pace::Answer) => Ok(match asked {
                    WorkerQuestion::Figures(asked) => {
                        WorkerAnswer::Figures(live(asked.question.upper_from_lower.translation.z))
                    }
                    WorkerQuestion::MultiProjection(multi_projection) => WorkerAnswer::MultiProjection(areas(
                        multi_projection.asked.question.upper_from_lower.translation.z,
                        9,
                        true,
                    )),
                    WorkerQuestion::FirstContact(asked) => WorkerAnswer::FirstContact(found(asked.start.translation.z)),
                    WorkerQuestion::SeparatingMotion(_) => WorkerAnswer::SeparatingMotion(None),
                    WorkerQuestion::Uncertainty(asked, so_far) => {
                        WorkerAnswer::Uncertainty(Arc::new(some_poses(asked, so_far.as_deref())))
                    }
                    WorkerQuestion::Zones(_) => unreachable!("answered without a pace"),
                }),
                Err(_) => Err(Cancelled.into()),
            };
        };
        ExactWorker::start(work, Arc::new(|| {}))
    };
    (ExactWatch::with_workers(Box::new(make)), pace, made)
}

/// At rest, past the contacts by closest gap, which come first.
fn rest_past_zones(watch: &mut ExactWatch, pair: &Arc<JawPair>, wanted: Wanted) {
    watch.follow(pair, wanted.clone(), true);
    assert!(watch.running_kind() == Some(JobKind::Zones) && watch.fresh_zones().is_none());
    until(watch, |e| matches!(e, ExactEvent::Zones(_)));
    assert_eq!((watch.zones_state(), watch.fresh_zones().is_some()), (ExactState::Done, true));
    watch.follow(pair, wanted, true);
}

/// Events until one of them is the last that is waited for.
fn until(watch: &mut ExactWatch, last: impl Fn(&ExactEvent) -> bool) -> Vec<ExactEvent> {
    let since = Instant::now();
    let mut all = Vec::new();
    while !all.iter().any(&last) {
        assert!(since.elapsed() < Duration::from_secs(60), "only {all:?} happened");
        std::thread::sleep(Duration::from_millis(1));
        all.extend(watch.poll());
    }
    all
}

fn is_answer(event: &ExactEvent) -> bool {
    matches!(event, ExactEvent::Answered(_))
}

fn is_contact(event: &ExactEvent) -> bool {
    matches!(event, ExactEvent::FirstContact(_))
}

fn is_stop(event: &ExactEvent) -> bool {
    matches!(event, ExactEvent::Stopped(_))
}

const NO_FIGURES: ExactEvent = ExactEvent::Cancelled(JobKind::Figures);
const NO_CONTACT: ExactEvent = ExactEvent::Cancelled(JobKind::FirstContact);

/// Stage of a job that waits until it is cancelled.
const BEGUN: &str = "waiting";

/// Until the worker waits to be cancelled. A job that is cancelled before it is begun would leave its pace to the next.
fn until_begun(watch: &ExactWatch) {
    while watch.running.as_ref().is_some_and(|r| r.progress.stage() != BEGUN) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn is_multi_projection(event: &ExactEvent) -> bool {
    matches!(event, ExactEvent::MultiProjection(_))
}

fn is_complete(event: &ExactEvent) -> bool {
    matches!(event, ExactEvent::MultiProjection(found) if found.answer.is_complete)
}

const NO_VIEWS: ExactEvent = ExactEvent::Cancelled(JobKind::MultiProjection);

/// A watch whose worker has the figures of the pose and has begun with its projections.
fn watch_at_multi_projection(pair: &Arc<JawPair>, mm: f64) -> (ExactWatch, Sender<Pace>, Arc<AtomicUsize>) {
    let (mut watch, pace, made) = watch();
    rest_past_zones(&mut watch, pair, seen_at(mm));
    pace.send(Pace::Answer).unwrap();
    until(&mut watch, is_answer);
    assert_eq!(watch.multi_projection_state(), MultiProjectionState::Waiting);
    watch.follow(pair, seen_at(mm), true);
    assert!(
        matches!(watch.multi_projection_state(), MultiProjectionState::Running(..))
            && watch.state() == ExactState::Done
    );
    (watch, pace, made)
}

/// Tiles of the areas that are shown for the pose as it is now.
fn n_tiles(watch: &ExactWatch) -> Option<usize> {
    watch.fresh_multi_projection().map(|v| v.answer.figures.n_tiles)
}
