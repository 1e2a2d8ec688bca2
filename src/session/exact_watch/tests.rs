//! The state machine, with workers whose pace the tests set.
use super::*;
use crate::base::{Cancelled, LengthUnit, Rigid};
use crate::field::{PixelCounts, Question, Verdict};
use crate::jaw::{Jaw, OcclusalFrame};
use crate::mesh::{RepairReport, TriMesh};
use glam::DVec3;
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
        warnings: Vec::new(),
    }
}

/// The pose moved by so many mm.
fn at(mm: f64) -> Wanted {
    let question = Question { upper_from_lower: Rigid::from_translation(DVec3::Z * mm), ..Question::default() };
    Wanted { asked: ExactQuestion { question, projection: None }, live: live(mm) }
}

/// What the worker is told to do next.
enum Pace {
    Answer,
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
        let work = move |asked: &ExactQuestion, progress: &Progress| {
            progress.enter("working", 0.5)?;
            let next = paces.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv();
            match next {
                Ok(Pace::Panic) => panic!("a fault on purpose"),
                Ok(Pace::UntilCancelled) => loop {
                    progress.check()?;
                    std::thread::sleep(Duration::from_millis(1));
                },
                Ok(Pace::Answer) => {
                    let z = asked.question.upper_from_lower.translation.z;
                    Ok(live(z))
                }
                Err(_) => Err(Cancelled),
            }
        };
        ExactWorker::start(work, Arc::new(|| {}))
    };
    (ExactWatch::with_workers(Box::new(make)), pace, made)
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
    // A job that is cancelled before it is begun would leave its pace to the next one.
    while watch.state() != ExactState::Running("working", 0.5) {
        std::thread::sleep(Duration::from_millis(1));
    }
    watch.follow(&pair, None, false);
    assert_eq!(watch.state(), ExactState::Waiting);
    let events = until(&mut watch, |e| matches!(e, ExactEvent::Stopped(_)));
    assert_eq!(events[0], ExactEvent::Cancelled);
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
    assert!(events.contains(&ExactEvent::Cancelled) && answers.len() == 1, "{events:?}");
    assert_eq!(watch.fresh().map(|a| a.live.max_depth_mm), Some(Some(0.2)));
}

#[test]
fn a_panic_is_a_sentence_and_the_next_pose_is_answered() {
    let (mut watch, pace, made) = watch();
    let pair = pair();
    pace.send(Pace::Panic).unwrap();
    watch.follow(&pair, Some(at(0.1)), true);
    until(&mut watch, |e| *e == ExactEvent::Failed);
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
    assert_eq!((watch.state(), watch.poll()), (ExactState::Off, vec![ExactEvent::Cancelled]));
    watch.follow(&second, Some(at(0.3)), true);
    assert!(!watch.is_running());
    pace.send(Pace::Answer).unwrap();
    pace.send(Pace::Answer).unwrap();
    watch.enable(true);
    watch.follow(&second, Some(at(0.3)), true);
    until(&mut watch, is_answer);
    assert_eq!(made.load(Ordering::Relaxed), 3);
}
