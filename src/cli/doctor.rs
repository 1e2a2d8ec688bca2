//! `occluscope doctor`: whether this adapter and its driver compute what they should.
use super::progress::Reporter;
use super::{Answer, args, outputs};
use crate::engine::doctor::{EngineFinding, PairsFinding, SceneFinding, Timestamps, examine};
use crate::gpu::{AdapterFacts, Context};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const SCHEMA: &str = "occluscope/doctor/1";

#[derive(Debug, clap::Args)]
pub struct DoctorArgs {
    /// GPU adapter: auto, cpu (a software driver), none (the engines on the processor alone) or part of a name
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub adapter: String,
    /// Write everything that was found as JSON, to be sent to whoever looks into it; "-" is stdout. Nothing of a case, a file or a
    /// person is in it
    #[arg(long, value_name = "F.json")]
    pub json: Option<PathBuf>,
}

/// What is written: the program, the adapter, the kind of machine, what was found.
#[derive(Debug, Serialize)]
struct DoctorReport {
    schema: &'static str,
    version: &'static str,
    os: &'static str,
    processor: &'static str,
    threads: usize,
    /// `null` without one.
    adapter: Option<AdapterFacts>,
    agrees: bool,
    engines: Vec<EngineFinding>,
}

/// # Errors
/// No such adapter; a report that cannot be written.
pub fn run(args: &DoctorArgs) -> anyhow::Result<Answer> {
    let context = args::adapter_choice(&args.adapter).map(|choice| Context::headless(&choice)).transpose()?;
    let reporter = Reporter::start("doctor");
    let engines = examine(context.as_ref(), &reporter.progress)?;
    drop(reporter);
    let report = DoctorReport {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        os: std::env::consts::OS,
        processor: std::env::consts::ARCH,
        threads: std::thread::available_parallelism().map_or(1, Into::into),
        adapter: context.as_ref().map(AdapterFacts::of),
        agrees: engines.iter().all(|engine| engine.agrees != Some(false)),
        engines,
    };
    if let Some(path) = &args.json {
        outputs::write_json(&report, path)?;
    }
    if args.json.as_deref() != Some(Path::new("-")) {
        outputs::print(&table(&report))?;
    }
    Ok(answer(&report))
}

fn answer(report: &DoctorReport) -> Answer {
    if report.agrees { Answer::Done } else { Answer::No }
}

/// The report for a person. Writing to a string cannot fail.
fn table(report: &DoctorReport) -> String {
    let mut text = String::new();
    let _ = match &report.adapter {
        Some(adapter) => writeln!(text, "{}", adapter.sentence()),
        None => writeln!(text, "no adapter: the engines on the processor alone"),
    };
    text.push_str(
        "engine              exact?     pixels  classes     gaps  largest mm  passes    pairs   wrong  vertices   wrong  again  clock       frame ms\n",
    );
    report.engines.iter().for_each(|engine| text.push_str(&row(engine)));
    text.push_str(match report.agrees {
        true => "All that ran gives the exact answers.\n",
        false => {
            "Not all gives the exact answers: what disagrees is not to be used here. Please send the file of --json.\n"
        }
    });
    text
}

fn row(engine: &EngineFinding) -> String {
    let word = match engine.agrees {
        Some(true) => "yes",
        Some(false) => "NO",
        None => "left out",
    };
    if let Some(why) = &engine.why {
        return format!("{:<19} {word:<8} {why}\n", engine.label());
    }
    let scenes = &engine.scenes;
    let sum = |of: fn(&SceneFinding) -> u32| scenes.iter().map(|s| u64::from(of(s))).sum::<u64>();
    let pairs = |of: fn(&PairsFinding) -> u64| {
        let known: Vec<u64> = scenes.iter().filter_map(|s| s.pairs.as_ref().map(of)).collect();
        if known.is_empty() { "-".to_owned() } else { known.iter().sum::<u64>().to_string() }
    };
    let most = scenes.iter().filter_map(|s| s.map.gap_max_mm).reduce(f64::max);
    let passes = scenes.iter().filter_map(|s| s.passes.map(|p| p.differ)).reduce(|a, b| a + b);
    let wrong_classes = sum(|s| s.map.classes_differ + s.map.unsolved);
    format!(
        "{:<19} {word:<8} {:>8} {:>8} {:>8} {:>11} {:>7} {:>8} {:>7} {:>9} {:>7}  {:<6} {:<10} {:>9.1}\n",
        engine.label(),
        sum(|s| s.map.pixels),
        wrong_classes,
        sum(|s| s.map.gaps_differ),
        most.map_or("-".into(), |mm| format!("{mm:.6}")),
        passes.map_or("-".into(), |n| n.to_string()),
        pairs(|p| p.exact),
        pairs(|p| p.differ + p.near_differ),
        pairs(|p| p.vertices),
        pairs(|p| p.vertices_differ),
        if scenes.iter().all(|s| s.same_again) { "same" } else { "OTHER" },
        clock(scenes),
        scenes.iter().map(|s| s.frame_ms).sum::<f64>(),
    )
}

fn clock(scenes: &[SceneFinding]) -> &'static str {
    let is = |what: Timestamps| scenes.iter().any(|s| s.timestamps == what);
    match (is(Timestamps::Implausible), is(Timestamps::Plausible)) {
        (true, _) => "WRONG",
        (false, true) => "plausible",
        (false, false) => "none",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Progress;

    /// The engines on the processor alone, which need no driver.
    fn report() -> DoctorReport {
        let engines = examine(None, &Progress::default()).expect("nobody cancels");
        DoctorReport {
            schema: SCHEMA,
            version: "1",
            os: "an os",
            processor: "a processor",
            threads: 2,
            adapter: None,
            agrees: true,
            engines,
        }
    }

    #[test]
    fn the_table_says_who_disagrees_and_who_is_left_out() {
        let mut report = report();
        let right = table(&report);
        assert_eq!(answer(&report), Answer::Done);
        assert_eq!(right.lines().count(), 3 + report.engines.len(), "{right}");
        let bvh = right.lines().find(|line| line.starts_with("bvh ")).unwrap_or_default();
        assert!(bvh.contains(" yes ") && bvh.contains(" same ") && !right.contains("NO"), "{right}");
        assert!(right.lines().any(|line| line.starts_with("zlist ") && line.contains("left out")), "{right}");
        let wrong = report.engines.iter_mut().find(|engine| engine.engine == "octree").expect("an engine");
        (wrong.agrees, wrong.scenes[0].same_again) = (Some(false), false);
        report.agrees = false;
        assert_eq!(answer(&report), Answer::No);
        let text = table(&report);
        let octree = text.lines().find(|line| line.starts_with("octree ")).unwrap_or_default();
        assert!(octree.contains(" NO ") && octree.contains(" OTHER "), "{text}");
        assert!(text.contains("--json") && !right.contains("--json"));
    }
}
