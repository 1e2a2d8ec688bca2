//! The state machine, with workers whose pace the tests set.
use super::*;
use crate::base::{Cancelled, LengthUnit, Rigid};
use crate::engine::{Sureness, SurenessQuestion, SurenessSettings, sureness};
use crate::exact::{Ahead, BvhEngine, ExactQuestion, FirstContact, Motion};
use crate::field::Metrics;
use crate::field::contact::GapKind;
use crate::field::patches::PatchFigures;
use crate::field::{ChosenBy, ContactArea, PixelCounts, Projection, Question, Verdict};
use crate::jaw::{Jaw, OcclusalFrame};
use crate::mesh::{RepairReport, TriMesh};
use crate::session::exact_job::Asked;
use crate::session::views::{ViewMaps, ViewsAnswer};
use crate::session::zones;
use glam::DVec3;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

fn pair() -> Arc<JawPair> {
    let jaw = || Jaw {
        name: "a".into(),
        blake3: String::new(),
        unit: LengthUnit::Millimetre,
        mesh: TriMesh::default(),
        report: RepairReport::default(),
    };
    let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).unwrap();
    Arc::new(JawPair { upper: jaw(), lower: jaw(), frame })
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

/// The pose moved by so many mm.
fn at(mm: f64) -> Wanted {
    let question = Question { upper_from_lower: Rigid::from_translation(DVec3::Z * mm), ..Question::default() };
    Wanted {
        asked: ExactQuestion { question, projection: None },
        live: live(mm),
        most_views: 8,
        sureness: None,
        centre: DVec3::ZERO,
    }
}

/// The same with a map, so that several views are wanted.
fn seen_at(mm: f64) -> Wanted {
    let mut wanted = at(mm);
    wanted.asked.projection = Some(Projection {
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

/// The same ones whenever they are asked for.
fn maps() -> ViewMaps {
    static MAPS: OnceLock<ViewMaps> = OnceLock::new();
    MAPS.get_or_init(ViewMaps::default).clone()
}

/// What the worker of these tests finds along several views.
fn areas(mm: f64, n_tiles: usize, is_complete: bool) -> ViewsAnswer {
    let contact = vec![ContactArea { threshold_mm: 0.1, area_upper_mm2: mm, ..ContactArea::default() }];
    ViewsAnswer {
        figures: PatchFigures { contact, directions: vec![DVec3::Z; 3], n_tiles, ..PatchFigures::default() },
        maps: maps(),
        contact: None,
        is_complete,
    }
}

/// The search for the first contact from there.
fn contact_at(mm: f64) -> ContactQuestion {
    let motion = Motion::along(DVec3::Z).unwrap();
    ContactQuestion { start: Rigid::from_translation(DVec3::Z * mm), motion, limit_mm: 50.0 }
}

/// What the worker of these tests finds there.
fn found(mm: f64) -> FirstContact {
    FirstContact::Interfering { opening: Ahead::Unknown { up_to: mm } }
}

/// Three more poses than before, of jaws without a surface.
fn some_poses(asked: &SurenessQuestion, so_far: Option<&Sureness>) -> Sureness {
    let engine = BvhEngine::new(&pair());
    let progress = Progress::default();
    let begun = so_far.map_or(0, Sureness::n_runs);
    let mut known = None;
    let mut tell = |found: &Sureness| {
        if found.n_runs() == begun + 3 {
            known = Some(found.clone());
            progress.cancel();
        }
    };
    let whole = sureness(&engine, asked, so_far, &progress, &mut tell);
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
        let work = move |asked: &Asked, progress: &Progress, tell: &mut dyn FnMut(Answer)| loop {
            progress.enter("working", 0.5)?;
            if let Asked::Zones(asked) = asked {
                // At once, of jaws without a surface.
                return Ok(Answer::Zones(zones::answer(&BvhEngine::new(&pair()), asked, progress)?));
            }
            let next = paces.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv();
            return match next {
                Ok(Pace::Tell(n_tiles)) => {
                    let Asked::Views(views) = asked else { panic!("only views tell anything meanwhile") };
                    let mm = views.asked.question.upper_from_lower.translation.z;
                    tell(Answer::Views(areas(mm, n_tiles, false)));
                    continue;
                }
                Ok(Pace::TellTooLate) => {
                    progress.enter(BEGUN, 0.5)?;
                    while progress.check().is_ok() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    tell(Answer::Views(areas(0.0, 3, false)));
                    Ok(Answer::Views(areas(0.0, 9, true)))
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
                    Asked::Figures(asked) => Answer::Figures(live(asked.question.upper_from_lower.translation.z)),
                    Asked::Views(views) => {
                        Answer::Views(areas(views.asked.question.upper_from_lower.translation.z, 9, true))
                    }
                    Asked::FirstContact(asked) => Answer::FirstContact(found(asked.start.translation.z)),
                    Asked::Clearing(_) => Answer::Clearing(None),
                    Asked::Sureness(asked, so_far) => Answer::Sureness(Arc::new(some_poses(asked, so_far.as_deref()))),
                    Asked::Zones(_) => unreachable!("answered without a pace"),
                }),
                Err(_) => Err(Cancelled.into()),
            };
        };
        ExactWorker::start(work, Arc::new(|| {}))
    };
    (ExactWatch::with_workers(Box::new(make)), pace, made)
}

/// At rest with the figures there: past the contacts by closest gap, which come next.
fn rest_past_zones(watch: &mut ExactWatch, pair: &Arc<JawPair>, wanted: Wanted) {
    watch.follow(pair, Some(wanted.clone()), true);
    assert!(watch.running_kind() == Some(JobKind::Zones) && watch.fresh_zones().is_none());
    until(watch, |e| matches!(e, ExactEvent::Zones(_)));
    assert_eq!((watch.zones_state(), watch.fresh_zones().is_some()), (ExactState::Done, true));
    watch.follow(pair, Some(wanted), true);
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

#[test]
fn at_rest_the_figures_are_asked_for_once_and_stay() {
    let (mut watch, pace, made) = watch();
    let pair = pair();
    watch.follow(&pair, None, true);
    watch.follow(&pair, Some(at(0.1)), false);
    assert_eq!((watch.state(), watch.is_running(), made.load(Ordering::Relaxed)), (ExactState::Waiting, false, 0));
    watch.follow(&pair, Some(at(0.1)), true);
    watch.follow(&pair, Some(at(0.1)), true);
    assert!(matches!(watch.state(), ExactState::Running(..)) && watch.fresh().is_none());
    pace.send(Pace::Answer).unwrap();
    let events = until(&mut watch, is_answer);
    assert_eq!((events.len(), watch.state()), (1, ExactState::Done));
    assert_eq!(watch.fresh().map(|a| a.live.max_depth_mm), Some(Some(0.1)));
    // A press without a change (the view is turned) leaves the answer as it is, and starts nothing.
    watch.follow(&pair, Some(at(0.1)), false);
    watch.follow(&pair, Some(at(0.1)), true);
    assert_eq!((watch.state(), watch.is_running(), made.load(Ordering::Relaxed)), (ExactState::Done, false, 1));
    // Moved: the old answer is no longer fresh, but is still there to be dimmed.
    watch.follow(&pair, Some(at(0.2)), false);
    assert_eq!((watch.state(), watch.fresh(), watch.last().is_some()), (ExactState::Waiting, None, true));
}

#[test]
fn a_motion_cancels_and_rest_starts_anew() {
    let (mut watch, pace, _) = watch();
    let pair = pair();
    pace.send(Pace::UntilCancelled).unwrap();
    watch.follow(&pair, Some(at(0.1)), true);
    until_begun(&watch);
    assert_eq!(watch.state(), ExactState::Running(BEGUN, 0.5));
    watch.follow(&pair, None, false);
    assert_eq!(watch.state(), ExactState::Waiting);
    let events = until(&mut watch, is_stop);
    assert_eq!(events[0], NO_FIGURES);
    assert!(watch.fresh().is_none() && !watch.interrupt(), "nothing runs any more");
    pace.send(Pace::Answer).unwrap();
    watch.follow(&pair, Some(at(0.3)), true);
    until(&mut watch, is_answer);
    assert_eq!(watch.fresh().map(|a| a.asked.clone()), Some(at(0.3).asked));
}

#[test]
fn the_answer_to_an_older_pose_is_dropped() {
    let (mut watch, pace, _) = watch();
    let pair = pair();
    watch.follow(&pair, Some(at(0.1)), true);
    // The pose changes without a rest in between: the first answer comes all the same, and too late.
    watch.follow(&pair, Some(at(0.2)), true);
    pace.send(Pace::Answer).unwrap();
    pace.send(Pace::Answer).unwrap();
    let events = until(&mut watch, is_answer);
    let answers: Vec<_> = events.iter().filter(|e| is_answer(e)).collect();
    assert!(events.contains(&NO_FIGURES) && answers.len() == 1, "{events:?}");
    assert_eq!(watch.fresh().map(|a| a.live.max_depth_mm), Some(Some(0.2)));
}

#[test]
fn a_panic_is_a_sentence_and_the_next_pose_is_answered() {
    let (mut watch, pace, made) = watch();
    let pair = pair();
    pace.send(Pace::Panic).unwrap();
    watch.follow(&pair, Some(at(0.1)), true);
    until(&mut watch, |e| matches!(e, ExactEvent::Failed(JobKind::Figures, _)));
    let ExactState::Failed(sentence) = watch.state() else { panic!("{:?}", watch.state()) };
    assert!(sentence.contains("could not be computed"), "{sentence}");
    // The same pose is not tried again and again.
    watch.follow(&pair, Some(at(0.1)), true);
    assert!(!watch.is_running());
    pace.send(Pace::Answer).unwrap();
    watch.follow(&pair, Some(at(0.2)), true);
    until(&mut watch, is_answer);
    assert_eq!((watch.state(), made.load(Ordering::Relaxed)), (ExactState::Done, 2));
}

#[test]
fn another_case_and_the_switch_forget_everything() {
    let (mut watch, pace, made) = watch();
    let (first, second) = (pair(), pair());
    pace.send(Pace::Answer).unwrap();
    watch.follow(&first, Some(at(0.1)), true);
    until(&mut watch, is_answer);
    // The same pose of other jaws is another question.
    pace.send(Pace::Answer).unwrap();
    watch.follow(&second, Some(at(0.1)), true);
    assert!(watch.is_running() && watch.last().is_none());
    assert_eq!(Arc::strong_count(&first), 1, "the worker of the first case has let go of it");
    until(&mut watch, is_answer);
    watch.follow(&second, Some(at(0.2)), true);
    watch.enable(false);
    assert_eq!((watch.state(), watch.poll()), (ExactState::Off, vec![NO_FIGURES]));
    watch.follow(&second, Some(at(0.3)), true);
    assert!(!watch.is_running());
    pace.send(Pace::Answer).unwrap();
    pace.send(Pace::Answer).unwrap();
    watch.enable(true);
    watch.follow(&second, Some(at(0.3)), true);
    until(&mut watch, is_answer);
    assert_eq!(made.load(Ordering::Relaxed), 3);
}

#[test]
fn the_first_contact_goes_before_the_figures_and_shares_their_worker() {
    let (mut watch, pace, made) = watch();
    let pair = pair();
    pace.send(Pace::UntilCancelled).unwrap();
    watch.follow(&pair, Some(at(0.1)), true);
    until_begun(&watch);
    watch.find_contact(&pair, contact_at(0.1));
    assert!(watch.contact_progress().is_some() && watch.state() == ExactState::Waiting);
    // Neither rest nor a press (the view is turned) touches the search, and figures wait for it.
    for rests in [true, false, true] {
        watch.follow(&pair, Some(at(0.1)), rests);
        watch.follow_contact(Some(&contact_at(0.1)));
        assert!(!watch.interrupt_figures() && watch.contact_progress().is_some());
    }
    pace.send(Pace::Answer).unwrap();
    let events = until(&mut watch, is_contact);
    assert_eq!(events[0], NO_FIGURES);
    let Some(ExactEvent::FirstContact(answer)) = events.iter().find(|e| is_contact(e)) else { panic!("{events:?}") };
    assert_eq!((&answer.asked, answer.found), (&contact_at(0.1), found(0.1)));
    assert_ne!(answer.found, found(0.2), "the twin");
    assert_eq!((watch.contact_progress(), watch.is_running()), (None, false));
    // The figures are asked for again, of the same worker.
    pace.send(Pace::Answer).unwrap();
    watch.follow(&pair, Some(at(0.1)), true);
    until(&mut watch, is_answer);
    assert_eq!((watch.state(), made.load(Ordering::Relaxed)), (ExactState::Done, 1));
}

#[test]
fn a_motion_and_a_word_cancel_the_search_and_its_answer_is_dropped() {
    let (mut watch, pace, made) = watch();
    let pair = pair();
    pace.send(Pace::UntilCancelled).unwrap();
    watch.find_contact(&pair, contact_at(0.1));
    until_begun(&watch);
    watch.follow_contact(Some(&contact_at(0.2)));
    let events = until(&mut watch, is_stop);
    assert!(events[0] == NO_CONTACT && !events.iter().any(is_contact), "{events:?}");
    assert!(watch.contact_progress().is_none() && !watch.interrupt_contact());
    // An answer that was on its way already.
    watch.find_contact(&pair, contact_at(0.2));
    assert!(watch.interrupt_contact() && !watch.interrupt_contact());
    pace.send(Pace::Answer).unwrap();
    let events = until(&mut watch, is_stop);
    assert!(events[0] == NO_CONTACT && !events.iter().any(is_contact), "{events:?}");
    // A hand has taken hold of the jaw.
    watch.find_contact(&pair, contact_at(0.2));
    watch.follow_contact(None);
    assert_eq!((watch.poll().first(), made.load(Ordering::Relaxed)), (Some(&NO_CONTACT), 1));
}

#[test]
fn a_search_needs_no_figures_and_a_fault_is_a_sentence_of_its_own() {
    let (mut watch, pace, made) = watch();
    let (first, second) = (pair(), pair());
    watch.enable(false);
    pace.send(Pace::Answer).unwrap();
    watch.find_contact(&first, contact_at(0.1));
    watch.follow(&first, Some(at(0.1)), true);
    until(&mut watch, is_contact);
    assert_eq!(watch.state(), ExactState::Off);
    assert_eq!(Arc::strong_count(&first), 1, "nobody else needs the trees");
    // Another case: the search of the first one is nobody's any more.
    pace.send(Pace::UntilCancelled).unwrap();
    watch.find_contact(&first, contact_at(0.1));
    until_begun(&watch);
    watch.follow(&second, None, false);
    assert_eq!((watch.poll(), watch.is_running()), (vec![NO_CONTACT], false));
    watch.enable(true);
    pace.send(Pace::Panic).unwrap();
    watch.find_contact(&second, contact_at(0.1));
    let events = until(&mut watch, |e| matches!(e, ExactEvent::Failed(..)));
    let Some(ExactEvent::Failed(JobKind::FirstContact, sentence)) = events.last() else { panic!("{events:?}") };
    assert!(sentence.contains("nothing was moved"), "{sentence}");
    assert_eq!(watch.state(), ExactState::Waiting, "the figures have not failed");
    pace.send(Pace::Answer).unwrap();
    watch.find_contact(&second, contact_at(0.1));
    until(&mut watch, is_contact);
    assert_eq!(made.load(Ordering::Relaxed), 4, "one each: without figures, of the case left, at fault, after it");
}

fn is_views(event: &ExactEvent) -> bool {
    matches!(event, ExactEvent::Views(_))
}

fn is_complete(event: &ExactEvent) -> bool {
    matches!(event, ExactEvent::Views(found) if found.answer.is_complete)
}

const NO_VIEWS: ExactEvent = ExactEvent::Cancelled(JobKind::Views);

/// A watch whose worker has the figures of the pose and has begun with its views.
fn watch_at_views(pair: &Arc<JawPair>, mm: f64) -> (ExactWatch, Sender<Pace>, Arc<AtomicUsize>) {
    let (mut watch, pace, made) = watch();
    watch.follow(pair, Some(seen_at(mm)), true);
    pace.send(Pace::Answer).unwrap();
    until(&mut watch, is_answer);
    assert_eq!(watch.views_state(), ViewsState::Waiting);
    rest_past_zones(&mut watch, pair, seen_at(mm));
    assert!(matches!(watch.views_state(), ViewsState::Running(..)) && watch.state() == ExactState::Done);
    (watch, pace, made)
}

/// Tiles of the areas that are shown for the pose as it is now.
fn n_tiles(watch: &ExactWatch) -> Option<usize> {
    watch.fresh_views().map(|v| v.answer.figures.n_tiles)
}

#[test]
fn views_come_after_the_figures_coarse_ones_first() {
    let pair = pair();
    let (mut watch, pace, made) = watch_at_views(&pair, 0.1);
    assert_eq!(n_tiles(&watch), None);
    pace.send(Pace::Tell(3)).unwrap();
    let events = until(&mut watch, is_views);
    assert!(events.len() == 1 && !is_complete(&events[0]), "{events:?}");
    assert!(n_tiles(&watch) == Some(3) && watch.is_running(), "shown while it is refined");
    pace.send(Pace::Answer).unwrap();
    until(&mut watch, is_complete);
    assert_eq!((watch.views_state(), n_tiles(&watch)), (ViewsState::Done, Some(9)));
    assert_eq!(watch.fresh_views().map(|v| v.answer.clone()), Some(areas(0.1, 9, true)));
    assert_ne!(watch.fresh_views().map(|v| v.answer.clone()), Some(areas(0.2, 9, true)), "the twin");
    // Asked for once; the view may be turned.
    for rests in [true, false, true] {
        watch.follow(&pair, Some(seen_at(0.1)), rests);
    }
    assert!(!watch.is_running() && watch.views_state() == ViewsState::Done && made.load(Ordering::Relaxed) == 1);
    // Moved: no longer of this pose, but there to be dimmed.
    watch.follow(&pair, None, false);
    assert_eq!((n_tiles(&watch), watch.last_views().is_some()), (None, true));
    assert_eq!(watch.views_state(), ViewsState::Waiting);
}

#[test]
fn a_motion_cancels_the_views_and_what_they_still_tell_is_dropped() {
    let pair = pair();
    let (mut watch, pace, _) = watch_at_views(&pair, 0.1);
    pace.send(Pace::TellTooLate).unwrap();
    until_begun(&watch);
    watch.follow(&pair, Some(seen_at(0.2)), false);
    let events = until(&mut watch, is_stop);
    assert!(events[0] == NO_VIEWS && !events.iter().any(is_views), "{events:?}");
    assert!(watch.last_views().is_none() && !watch.is_running());
    // At rest again: figures, then views of the new pose.
    pace.send(Pace::Answer).unwrap();
    watch.follow(&pair, Some(seen_at(0.2)), true);
    until(&mut watch, is_answer);
    pace.send(Pace::Answer).unwrap();
    rest_past_zones(&mut watch, &pair, seen_at(0.2));
    until(&mut watch, is_complete);
    assert_eq!(watch.fresh_views().map(|v| v.answer.clone()), Some(areas(0.2, 9, true)));
}

#[test]
fn a_press_cancels_the_views_keeps_what_is_known_and_never_shows_coarser_again() {
    let pair = pair();
    let (mut watch, pace, _) = watch_at_views(&pair, 0.1);
    pace.send(Pace::Tell(5)).unwrap();
    pace.send(Pace::UntilCancelled).unwrap();
    until(&mut watch, is_views);
    until_begun(&watch);
    assert!(watch.interrupt_figures());
    until(&mut watch, is_stop);
    watch.follow(&pair, Some(seen_at(0.1)), false);
    assert_eq!((watch.views_state(), n_tiles(&watch)), (ViewsState::Waiting, Some(5)), "of the same pose all the same");
    // Begun anew, without the figures, which are there.
    watch.follow(&pair, Some(seen_at(0.1)), true);
    pace.send(Pace::Tell(3)).unwrap();
    pace.send(Pace::Tell(6)).unwrap();
    let events = until(&mut watch, is_views);
    assert!(!events.iter().any(is_answer) && n_tiles(&watch) == Some(6), "{events:?}");
    pace.send(Pace::Answer).unwrap();
    until(&mut watch, is_complete);
    assert_eq!(n_tiles(&watch), Some(9));
}

#[test]
fn a_direction_kept_by_hand_and_jaws_without_a_map_have_one_view() {
    let pair = pair();
    for one in [Wanted { most_views: 1, ..seen_at(0.1) }, at(0.1)] {
        let (mut watch, pace, _) = watch();
        pace.send(Pace::Answer).unwrap();
        watch.follow(&pair, Some(one.clone()), true);
        until(&mut watch, is_answer);
        match one.zones() {
            Some(_) => rest_past_zones(&mut watch, &pair, one),
            None => watch.follow(&pair, Some(one), true),
        }
        assert_eq!((watch.views_state(), watch.is_running()), (ViewsState::OneView, false));
    }
    // Kept while several are looked along: they are not wanted any more, and are when it is let go.
    let (mut watch, pace, _) = watch_at_views(&pair, 0.1);
    pace.send(Pace::UntilCancelled).unwrap();
    until_begun(&watch);
    watch.follow(&pair, Some(Wanted { most_views: 1, ..seen_at(0.1) }), true);
    assert!(watch.poll().contains(&NO_VIEWS) && watch.views_state() == ViewsState::OneView);
    pace.send(Pace::Answer).unwrap();
    watch.follow(&pair, Some(seen_at(0.1)), true);
    until(&mut watch, is_complete);
    assert_eq!(watch.views_state(), ViewsState::Done);
}

#[test]
fn a_fault_in_the_views_is_a_sentence_and_the_figures_stand() {
    let pair = pair();
    let (mut watch, pace, made) = watch_at_views(&pair, 0.1);
    pace.send(Pace::Panic).unwrap();
    until(&mut watch, |e| matches!(e, ExactEvent::Failed(JobKind::Views, _)));
    let ViewsState::Failed(sentence) = watch.views_state() else { panic!("{:?}", watch.views_state()) };
    assert!(sentence.contains("one view stand"), "{sentence}");
    assert!(watch.state() == ExactState::Done && watch.fresh().is_some());
    watch.follow(&pair, Some(seen_at(0.1)), true);
    assert!(!watch.is_running(), "the same pose is not tried again and again");
    pace.send(Pace::Answer).unwrap();
    watch.follow(&pair, Some(seen_at(0.2)), true);
    until(&mut watch, is_answer);
    assert_eq!((watch.views_state(), made.load(Ordering::Relaxed)), (ViewsState::Waiting, 2));
}

#[test]
fn the_first_contact_goes_before_the_views() {
    let pair = pair();
    let (mut watch, pace, _) = watch_at_views(&pair, 0.1);
    pace.send(Pace::UntilCancelled).unwrap();
    until_begun(&watch);
    watch.find_contact(&pair, contact_at(0.1));
    watch.follow(&pair, Some(seen_at(0.1)), true);
    assert!(watch.contact_progress().is_some() && watch.views_state() == ViewsState::Waiting);
    pace.send(Pace::Answer).unwrap();
    let events = until(&mut watch, is_contact);
    assert_eq!(events[0], NO_VIEWS);
}

#[test]
fn a_motion_cancels_the_contacts_by_closest_gap_and_those_of_an_older_pose_are_not_fresh() {
    let pair = pair();
    let (mut watch, _pace, _) = watch_at_views(&pair, 0.1);
    assert!(watch.fresh_zones().is_some_and(|z| z.asked.upper_from_lower.translation.z == 0.1));
    watch.follow(&pair, Some(seen_at(0.2)), false);
    assert!(watch.fresh_zones().is_none() && watch.last_zones().is_some(), "there to be dimmed");
    assert_eq!(watch.zones_state(), ExactState::Waiting);
    // The direction of the picture says nothing about the closest gap.
    let mut turned = seen_at(0.1);
    turned.asked.question.direction = Some(DVec3::X);
    watch.follow(&pair, Some(turned), false);
    assert!(watch.fresh_zones().is_some() && watch.fresh().is_none());
    watch.forget();
    assert!(watch.last_zones().is_none());
}

#[test]
fn how_sure_contacts_are_comes_last_only_when_wanted_and_goes_on_where_it_was_interrupted() {
    let pair = pair();
    let (mut watch, pace, _) = watch_at_views(&pair, 0.1);
    pace.send(Pace::Answer).unwrap();
    until(&mut watch, is_complete);
    watch.follow(&pair, Some(seen_at(0.1)), true);
    assert!(!watch.is_running() && !watch.is_waiting());
    let sure = |mm: f64| Wanted { sureness: Some(SurenessSettings::default()), ..seen_at(mm) };
    let poses = |watch: &ExactWatch| watch.fresh_sureness().map(|s| s.found.n_runs());
    for n in [3, 6] {
        watch.follow(&pair, Some(sure(0.1)), true);
        assert!(matches!(watch.sureness_state(), ExactState::Running(..)));
        pace.send(Pace::Answer).unwrap();
        until(&mut watch, |e| matches!(e, ExactEvent::Sureness(..)));
        assert_eq!((poses(&watch), watch.sureness_state(), watch.is_waiting()), (Some(n), ExactState::Waiting, true));
    }
    // Other settings are another question, and so is another pose.
    let settings = SurenessSettings { seed: 2, ..SurenessSettings::default() };
    watch.follow(&pair, Some(Wanted { sureness: Some(settings), ..seen_at(0.1) }), false);
    assert_eq!(poses(&watch), None);
    watch.follow(&pair, Some(sure(0.2)), false);
    assert_eq!(poses(&watch), None);
    watch.follow(&pair, Some(seen_at(0.1)), false);
    assert!(poses(&watch).is_none() && !watch.is_waiting());
}

#[test]
fn a_pose_whose_figures_have_failed_waits_for_nothing() {
    let (mut watch, pace, _) = watch();
    let pair = pair();
    watch.follow(&pair, Some(seen_at(0.1)), false);
    assert!(watch.is_waiting(), "the twin");
    pace.send(Pace::Panic).unwrap();
    watch.follow(&pair, Some(seen_at(0.1)), true);
    until(&mut watch, |e| matches!(e, ExactEvent::Failed(JobKind::Figures, _)));
    watch.follow(&pair, Some(seen_at(0.1)), true);
    assert!(!watch.is_running() && !watch.is_waiting(), "or the window would look again, frame after frame");
}
