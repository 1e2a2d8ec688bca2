//! Work that is told to stop stops soon, whatever it is at: opening two scans, and answering a question about a pose.
//!
//! `OCCLUSCOPE_CANCELS` is how often, `OCCLUSCOPE_SEED` at which moments, `OCCLUSCOPE_CELL_MM` how fine the sample case is (0.153 is half a
//! million triangles a jaw). How soon is held against how long the whole work takes in the same run: a machine that has other things to
//! do is as slow at both.
use occluscope::base::files::cache::CacheFolder;
use occluscope::base::{Progress, Random};
use occluscope::engine::{Engine, open_native};
use occluscope::export::stl::write_stl;
use occluscope::field::Question;
use occluscope::jaw::prepare::PairOptions;
use occluscope::jaw::sample::sample_case_of_cells;
use occluscope::session::{Known, PoseQuestion, ScanSource, Settings, at_rest, prepared};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const CANCELS: f64 = 8.0;
const CELL_MM: f64 = 0.31;
/// What half of the answers may take at most, and the part of the whole work that they may take on top: on a machine that is at rest all
/// take less than the first alone.
const ALWAYS: Duration = Duration::from_millis(200);
const SHARE: f64 = 0.2;

fn asked(name: &str, default: f64) -> f64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// How long answers took, and what the work was at; the longest last. What ended before it was told is none.
#[derive(Default)]
struct Answers(Vec<(Duration, &'static str)>);

impl Answers {
    fn median(&self) -> Duration {
        self.0.get(self.0.len() / 2).map_or(Duration::ZERO, |answer| answer.0)
    }
}

impl std::fmt::Display for Answers {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} answers, {:.0?} in the middle; the longest of each stage:", self.0.len(), self.median())?;
        // The last of a stage is its longest.
        let by_stage: BTreeMap<&str, Duration> = self.0.iter().map(|(took, stage)| (*stage, *took)).collect();
        by_stage.iter().try_for_each(|(stage, longest)| write!(f, " \"{stage}\" {longest:.0?}"))
    }
}

/// Does the work once as a whole, then cancels it at random moments: how long it takes, and the answers.
fn cancelled(n: u64, mut work: impl FnMut(&Progress) -> bool + Send) -> (Duration, Answers) {
    let begun = Instant::now();
    assert!(work(&Progress::default()), "nobody cancelled it");
    let (whole, mut answers) = (begun.elapsed(), Answers::default());
    let mut random = Random::new(asked("OCCLUSCOPE_SEED", 1.0) as u64);
    for _ in 0..n {
        let (progress, at) = (Progress::default(), whole.mul_f64(random.below(1000) as f64 / 1000.0));
        let (theirs, work) = (progress.clone(), &mut work);
        std::thread::scope(|scope| {
            let working = scope.spawn(move || (work(&theirs), Instant::now()));
            std::thread::sleep(at);
            let stage = progress.stage();
            let told = Instant::now();
            progress.cancel();
            let (is_done, ended) = working.join().expect("no panic");
            let took = ended.saturating_duration_since(told);
            if !is_done {
                answers.0.push((took, stage));
            }
        });
    }
    answers.0.sort();
    (whole, answers)
}

fn allowed(whole: Duration) -> Duration {
    ALWAYS + whole.mul_f64(SHARE)
}

fn scans() -> [Vec<u8>; 2] {
    let (upper, lower) =
        sample_case_of_cells(asked("OCCLUSCOPE_CELL_MM", CELL_MM) as f32, &Progress::default()).expect("made");
    [upper, lower].map(|mesh| {
        let mut bytes = Vec::new();
        write_stl(mesh.triangles.iter().map(|t| t.map(|i| mesh.positions[i as usize])), &mut bytes)
            .expect("memory takes it");
        bytes
    })
}

/// Both scans read, prepared and made ready to be drawn, nothing of it from the cache.
fn open(scans: &[Vec<u8>; 2], progress: &Progress) -> Option<prepared::Prepared> {
    let none = CacheFolder::none();
    let source = |bytes: &Vec<u8>| {
        let bytes = bytes.clone();
        ScanSource { name: "jaw.stl".into(), label: "jaw.stl".into(), read: Box::new(move || Ok(bytes)) }
    };
    let contents = prepared::read_both(scans.each_ref().map(source), progress).ok()?;
    let mut found = prepared::prepare(contents, &PairOptions::default(), &none, Instant::now(), progress).ok()?;
    found.display(&none, &progress.part(prepared::PREPARED, 1.0)).ok()?;
    Some(found)
}

#[test]
fn opening_and_answering_stop_soon_when_they_are_told_to() {
    let n = asked("OCCLUSCOPE_CANCELS", CANCELS) as u64;
    let scans = scans();
    let (whole, answers) = cancelled(n, |progress| open(&scans, progress).is_some());
    println!("opening takes {whole:.1?}; {answers}");
    assert!(answers.median() < allowed(whole), "{whole:?}; {answers}");

    let pair = open(&scans, &Progress::default()).expect("nobody cancels it").prepared.pair;
    let mut engine = open_native(&pair).expect("a surface");
    let question = Question { resolution: 512, ..Question::default() };
    let asked = PoseQuestion::of_settings(question, &Settings::default(), pair.frame.origin);
    let answer = |engine: &mut dyn Engine, progress: &Progress| {
        at_rest::answer(engine, (&pair, pair.frame), &asked, Known::default(), progress).is_ok()
    };
    let (whole, answers) = cancelled(n, |progress| answer(engine.as_mut(), progress));
    println!("answering takes {whole:.1?}; {answers}");
    assert!(answers.median() < allowed(whole), "{whole:?}; {answers}");
}

#[test]
fn work_that_does_not_look_is_told() {
    let deaf = |_: &Progress| {
        std::thread::sleep(Duration::from_secs(2));
        true
    };
    let hears = |progress: &Progress| {
        (0..2000).all(|_| {
            std::thread::sleep(Duration::from_millis(1));
            progress.check().is_ok()
        })
    };
    let is_caught = |(whole, answers): (Duration, Answers)| answers.median() >= allowed(whole);
    // What ends although it was cancelled has taken its time as well.
    let deaf = cancelled(5, move |progress| deaf(progress) && progress.check().is_ok());
    assert!(is_caught(deaf), "the twin");
    assert!(!is_caught(cancelled(5, hears)));
}
