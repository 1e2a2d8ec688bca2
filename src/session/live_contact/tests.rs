use super::*;
use crate::base::LengthUnit;
use crate::engine::contact_by_closest;
use crate::jaw::{Jaw, OcclusalFrame};
use crate::mesh::{RepairReport, shapes};
use crate::session::{Command, Motion, Settings};
use glam::DVec3;

/// Two balls of 5 mm, the lower one below.
fn pair() -> Arc<JawPair> {
    let ball = Jaw {
        name: "ball".into(),
        blake3: String::new(),
        unit: LengthUnit::Millimetre,
        mesh: shapes::sphere(24, 5.0).into(),
        report: RepairReport { closed: true, ..RepairReport::default() },
    };
    let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame");
    Arc::new(JawPair { upper: ball.clone(), lower: ball, frame, occlusion: Rigid::IDENTITY, told: Default::default() })
}

struct Bench {
    session: Session,
    forms: Arc<PairForms>,
    live: LiveContact,
    begun: Instant,
    _trees: Arc<BvhEngine>,
}

impl Bench {
    fn new() -> Self {
        let forms = PairForms::new(pair());
        let trees = forms.trees(&Progress::default()).expect("nobody cancels");
        let session = Session::new(forms.pair().clone(), Rigid::IDENTITY, Settings::default());
        Self { session, forms, live: LiveContact::new(Arc::new(|| {})), begun: Instant::now(), _trees: trees }
    }

    fn after(&self, ms: u64) -> Instant {
        self.begun + Duration::from_millis(ms)
    }

    fn here(&self) -> LiveContactQuestion {
        LiveContactQuestion::of(&self.session)
    }

    /// The lower ball is so far into the upper one.
    fn move_to(&mut self, depth_mm: f64) {
        let upper_from_lower = Rigid::from_translation(DVec3::Z * (depth_mm - 10.0));
        self.session.apply(&Command::Move { motion: Motion::Raise, upper_from_lower });
    }

    /// A frame of the window.
    fn frame(&mut self, ms: u64) {
        let (here, now) = (self.here(), self.after(ms));
        self.live.is_at(self.forms.pair(), &here, now);
        self.live.follow(&self.forms, here, now);
    }

    /// Until there is an answer.
    fn wait(&mut self, ms: u64) -> LiveContactAnswered {
        loop {
            let now = self.after(ms);
            match self.live.poll(now).pop() {
                Some(LiveContactEvent::Answered(answered)) => return answered,
                Some(LiveContactEvent::Failed(sentence)) => panic!("{sentence}"),
                None => std::thread::yield_now(),
            }
        }
    }

    /// Depth of what is shown, mm.
    fn shown_mm(&self, ms: u64) -> Option<f64> {
        self.live.shown(&self.here(), self.after(ms)).map(|contact| contact.max_depth_mm())
    }
}

#[test]
fn an_answer_is_shown_for_a_moment_after_the_jaw_has_gone_on() {
    let mut bench = Bench::new();
    bench.move_to(0.1);
    assert!(bench.shown_mm(0).is_none() && !bench.live.is_at_work());
    bench.frame(0);
    assert!(bench.live.is_busy());
    let answered = bench.wait(40);
    assert!((answered.age_ms - 40.0).abs() < 1e-6 && !bench.live.is_busy() && bench.live.is_at_work());
    let depth_mm = bench.shown_mm(40).expect("it is there");
    assert!((depth_mm - 0.1).abs() < 0.02, "{depth_mm}");
    // However long the hand holds still, it is of where the jaw is.
    bench.frame(5000);
    assert_eq!((bench.shown_mm(9000), bench.live.is_busy()), (Some(depth_mm), false));
    // The hand goes on: until the next answer it is of a moment ago, and not for longer.
    bench.live.is_at(&bench.forms.pair().clone(), &bench.here(), bench.after(9000));
    bench.move_to(0.2);
    assert_eq!(bench.shown_mm(9299), Some(depth_mm));
    assert_eq!(bench.shown_mm(9300), None, "the twin: of another pose");
    assert_eq!(bench.live.due(bench.after(9100)), Some(bench.after(9300)));
    assert_eq!(bench.live.due(bench.after(9300)), None, "once is enough");
    bench.frame(9300);
    bench.wait(9320);
    assert!((bench.shown_mm(9320).expect("it is there") - 0.2).abs() < 0.02);
}

#[test]
fn what_is_answered_is_what_is_found_at_rest() {
    let mut bench = Bench::new();
    let mut last: Option<Arc<Contact>> = None;
    for step in 0..6 {
        bench.move_to(0.05 + 0.01 * f64::from(step));
        bench.frame(0);
        let answered = bench.wait(0);
        let here = bench.here();
        let asked = ContactQuestion::new(GapKind::Closest, vec![here.zone_threshold_mm]).of(here.scope.clone());
        let trees = bench.forms.trees(&Progress::default()).expect("nobody cancels");
        let at_rest = contact_by_closest(&trees, (&bench.session.question(None), &asked), &Progress::default());
        let at_rest = at_rest.expect("nobody cancels");
        let areas = |contact: &Contact| {
            here.thresholds_mm
                .iter()
                .map(|mm| contact.area(*mm).expect("asked for").area_upper_mm2)
                .collect::<Vec<f64>>()
        };
        let differs = |live: &Contact| {
            areas(live).iter().zip(areas(&at_rest)).map(|(a, b)| (a / b - 1.0).abs()).fold(0.0, f64::max)
        };
        assert!(differs(&answered.contact) < 0.01, "{step}: {}", differs(&answered.contact));
        assert_eq!(answered.contact.zones(here.zone_threshold_mm).map(<[_]>::len), Some(1));
        assert_eq!(answered.contact.nearest.map(|n| n.distance_mm), at_rest.nearest.map(|n| n.distance_mm));
        assert!(last.is_none_or(|stale| differs(&stale) > 0.01), "the twin: where the jaw was before");
        last = Some(answered.contact);
    }
}

#[test]
fn what_is_given_up_is_not_heard_and_what_is_asked_otherwise_is_not_shown() {
    let mut bench = Bench::new();
    bench.move_to(0.1);
    bench.frame(0);
    bench.live.give_up();
    assert!(!bench.live.is_busy());
    bench.move_to(0.2);
    bench.frame(10);
    let answered = bench.wait(20);
    assert_eq!(answered.asked, bench.here(), "of the first nothing is heard");
    assert!(bench.shown_mm(20).is_some());
    bench.session.apply(&Command::Threshold(0.05));
    assert_eq!(bench.shown_mm(20), None, "zones at another threshold");
    bench.session.apply(&Command::Threshold(0.1));
    assert!(bench.shown_mm(20).is_some(), "the twin");
    // Another pair: nothing of this one.
    let here = bench.here();
    bench.live.is_at(&pair(), &here, bench.after(20));
    assert!(bench.shown_mm(20).is_none() && !bench.live.is_at_work());
}

#[test]
fn nobody_follows_until_the_trees_are_there() {
    let forms = PairForms::new(pair());
    let session = Session::new(forms.pair().clone(), Rigid::IDENTITY, Settings::default());
    let mut live = LiveContact::new(Arc::new(|| {}));
    live.follow(&forms, LiveContactQuestion::of(&session), Instant::now());
    assert!(!live.is_busy());
    let trees = forms.trees(&Progress::default()).expect("nobody cancels");
    live.follow(&forms, LiveContactQuestion::of(&session), Instant::now());
    assert!(live.is_busy(), "the twin");
    drop(trees);
    assert!(forms.trees_there().is_some(), "they stay as long as they are used");
}

#[test]
fn a_device_that_was_chosen_is_asked_and_named() {
    let mut bench = Bench::new();
    let answer_at = |bench: &mut Bench, depth_mm: f64| {
        bench.move_to(depth_mm);
        bench.frame(0);
        bench.wait(0)
    };
    let area = |answered: &LiveContactAnswered| answered.contact.area(0.1).expect("asked for").area_upper_mm2;
    let by_threads = answer_at(&mut bench, 0.1);
    assert!(!by_threads.by_gpu && bench.live.search_words() == ("processor threads".into(), ""));
    let context = Context::headless(&crate::gpu::AdapterChoice::Cpu).expect("tests need a software Vulkan driver");
    let name = context.adapter_name.to_string();
    bench.live.search_by(Some(context.clone()), "It is faster.".into());
    let other = answer_at(&mut bench, 0.05);
    let by_gpu = answer_at(&mut bench, 0.1);
    assert!((area(&by_threads) - area(&by_gpu)).abs() < 1e-4, "{} and {}", area(&by_threads), area(&by_gpu));
    assert!((area(&by_threads) - area(&other)).abs() > 1e-2, "the twin: another depth");
    assert!(by_gpu.by_gpu && other.by_gpu);
    assert_eq!(bench.live.search_words(), (name, "It is faster."));
    // The same device changes nothing; none leaves it to the processor.
    bench.live.search_by(Some(context), "It is faster.".into());
    assert!(bench.live.follower.is_some());
    bench.live.search_by(None, String::new());
    assert!(!answer_at(&mut bench, 0.06).by_gpu);
    assert_eq!(bench.live.search_words().0, "processor threads");
}
