//! Children, the parent, or both are killed at random moments while a cohort runs. In the end every row is there once with the figures
//! of a run that nobody disturbed; how much was done twice is counted. `OCCLUSCOPE_COHORT_KILLS` is the number of kills, and with
//! `OCCLUSCOPE_COHORT_SAMPLE` the jaws are the sample case's: 100 of them take some minutes.
use super::cohort_case::Cohort;
use occluscope::base::random::Random;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const ROWS: usize = 57;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Killed {
    Child,
    Parent,
    Both,
}

#[derive(Debug, Default)]
struct Counted {
    /// Of children, of the parent, of both.
    kills: [usize; 3],
    cohorts: usize,
    /// Children that were run, and rows that there are.
    begun: usize,
    rows: usize,
    crashed: usize,
}

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// Processes whose parent this is.
fn children_of(parent: u32) -> Vec<u32> {
    let of = |id: u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let parent: u32 = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
        Some((id, parent))
    };
    let ids = fs::read_dir("/proc").expect("there").filter_map(|e| e.ok()?.file_name().to_str()?.parse().ok());
    ids.filter_map(of).filter(|(_, of)| *of == parent).map(|(id, _)| id).collect()
}

/// Whether it computes no more: gone, or dead and not yet buried.
fn is_gone(id: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_none_or(|(_, rest)| rest.trim_start().starts_with(['Z', 'X']))
}

fn kill(ids: &[u32]) {
    if !ids.is_empty() {
        let ids: Vec<_> = ids.iter().map(u32::to_string).collect();
        // One that has just ended is no longer to be killed.
        let _ = Command::new("kill").arg("-9").args(ids).stderr(Stdio::null()).status();
    }
}

struct Kills<'a> {
    cohort: &'a Cohort,
    child: String,
    random: Random,
    longest_ms: u64,
}

impl Kills<'_> {
    fn start(&self, out: &str, more: &[&str]) -> Child {
        let args = [&["--workers", "2", "--child", &self.child], more].concat();
        self.cohort
            .command("all.csv", out, &args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts")
    }

    /// One cohort from its beginning to its end, with at most so many kills.
    fn one(&mut self, out: &str, most: usize, counted: &mut Counted) {
        let mut parent = self.start(out, &[]);
        let mut left = most;
        loop {
            let at = Instant::now() + Duration::from_millis(self.random.below(self.longest_ms));
            while Instant::now() < at && parent.try_wait().expect("ours").is_none() {
                std::thread::sleep(Duration::from_millis(2));
            }
            if let Some(status) = parent.try_wait().expect("ours") {
                assert!(status.success(), "{status}");
                break;
            }
            if left == 0 {
                continue;
            }
            left -= 1;
            let who = [Killed::Child, Killed::Parent, Killed::Both][self.random.below(3) as usize];
            counted.kills[who as usize] += 1;
            let children = children_of(parent.id());
            match who {
                Killed::Child => kill(children.first().map(std::slice::from_ref).unwrap_or_default()),
                Killed::Parent => parent.kill().expect("ours"),
                Killed::Both => kill(&[vec![parent.id()], children.clone()].concat()),
            }
            if who != Killed::Child {
                parent.wait().expect("ours");
                let soon = Instant::now() + Duration::from_secs(20);
                while !children.iter().all(|id| is_gone(*id)) {
                    assert!(Instant::now() < soon, "a child outlives its parent");
                    std::thread::sleep(Duration::from_millis(5));
                }
                parent = self.start(out, &[]);
            }
        }
    }
}

#[test]
fn no_row_is_lost_or_wrong_whoever_is_killed() {
    if !cfg!(target_os = "linux") {
        println!("LEFT OUT: processes are looked for as Linux lists them");
        return;
    }
    let n_kills = number("OCCLUSCOPE_COHORT_KILLS", 6);
    let is_sample = std::env::var_os("OCCLUSCOPE_COHORT_SAMPLE").is_some();
    let cohort = if is_sample { Cohort::of_sample(ROWS) } else { Cohort::of_bodies(ROWS) };
    let (log, program) = (cohort.path("log"), env!("CARGO_BIN_EXE_occluscope"));
    let child = cohort.script("child", &format!("echo x >> {}; exec {program} \"$@\"", log.display()));
    let calm = cohort.run("calm", &["--child", &child]);
    assert_eq!(calm.status, 0, "{}", calm.stderr);
    let begun = || fs::read_to_string(&log).unwrap_or_default().lines().count();
    assert_eq!(begun(), ROWS + 3, "the twin: nobody is killed, nothing is done twice");
    let longest_ms = if is_sample { 8_000 } else { 400 };
    let mut kills = Kills { cohort: &cohort, child, random: Random::new(22), longest_ms };
    let mut counted = Counted::default();
    while counted.kills.iter().sum::<usize>() < n_kills {
        let (out, before) = (format!("out-{}", counted.cohorts), begun());
        let left = n_kills - counted.kills.iter().sum::<usize>();
        kills.one(&out, left, &mut counted);
        let crashed =
            fs::read_to_string(cohort.path(&out).join("failures.csv")).expect("read").matches("crashed").count();
        counted.crashed += crashed;
        // Whoever was killed three times is asked for anew.
        let again = kills.start(&out, &["--again", "crashed"]).wait().expect("ours");
        assert!(again.success());
        cohort.is_like(&out, "calm");
        (counted.cohorts, counted.rows) = (counted.cohorts + 1, counted.rows + ROWS + 3);
        counted.begun += begun() - before;
    }
    let [children, parents, both] = counted.kills;
    println!(
        "{n_kills} kills ({children} of a child, {parents} of the parent, {both} of both) in {} cohorts of {} rows: {} rows, \
         {} children run, {} of them again; {} rows were `crashed` until asked anew",
        counted.cohorts,
        ROWS + 3,
        counted.rows,
        counted.begun,
        counted.begun - counted.rows,
        counted.crashed
    );
}

/// The twin: a table that lacks a row, or has another figure, is told.
#[test]
#[should_panic(expected = "depth_mm")]
fn a_wrong_figure_is_told() {
    let cohort = Cohort::of_bodies(2);
    assert_eq!(cohort.run("calm", &[]).status, 0);
    assert_eq!(cohort.run("out", &[]).status, 0);
    let path = cohort.path("out/cases.csv");
    let mut cases = super::table(&path);
    let at = cases[0].iter().position(|name| name == "depth_mm").expect("a column");
    cases.last_mut().expect("a row")[at].push('1');
    let mut out = csv::Writer::from_path(&path).expect("made");
    cases.iter().for_each(|line| out.write_record(line).expect("written"));
    out.flush().expect("written");
    cohort.is_like("out", "calm");
}
