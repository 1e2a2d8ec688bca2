//! `occluscope bench --pairs`: engine `bvh-gpu` on the scenes of Gress and Zachmann 2004, with and without its front, beside
//! engine `bvh`. Every list is held against the other's; one that differs is an error.
use super::args::BenchArgs;
use super::pair_contact::{self, PairContact};
use super::pair_distance::{self, PairDistance};
use crate::base::{Progress, Rigid};
use crate::bench::{PairsScene, PairsSpec, pairs_catalogue};
use crate::cli::progress::Reporter;
use crate::cli::{Answer, args, outputs};
use crate::engine::GpuScene;
use crate::exact::{Bvh, intersecting_pairs};
use crate::export::json::FrameSeries;
use crate::gpu::{Context, InterferenceSettings, Traversal};
use anyhow::{Context as _, bail, ensure};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Instant;

const SCHEMA: &str = "occluscope/bench-pairs/1";

#[derive(Debug, Serialize)]
struct PairsReport {
    schema: &'static str,
    version: &'static str,
    adapter: String,
    is_software: bool,
    processors: Option<usize>,
    scenes: Vec<PairsRecord>,
}

/// One scene; means are of a step, times milliseconds from the pose to the sorted list on the processor.
#[derive(Debug, Serialize)]
struct PairsRecord {
    name: String,
    /// Of each body.
    triangles: [usize; 2],
    steps: usize,
    pairs: f64,
    /// Making both trees' order and handing everything over; and building the trees of engine `bvh`.
    open_ms: f64,
    open_bvh_ms: f64,
    bytes_of_trees: u64,
    bytes_of_lists: u64,
    /// From the roots in every step, and with the front of an earlier one.
    from_roots: Series,
    coherent: Series,
    bvh: FrameSeries,
    /// What else was asked, at the first step; contact of jaws alone.
    distance: PairDistance,
    contact: Option<PairContact>,
}

#[derive(Debug, Serialize)]
struct Series {
    times_ms: FrameSeries,
    /// GPU time of each pass by timestamps, means; empty where the adapter has none.
    passes_ms: BTreeMap<&'static str, f64>,
    /// Pairs of triangles that the GPU leaves to the exact test.
    candidates: f64,
    /// Steps that began with a kept front.
    n_from_front: usize,
    /// From the roots to the triangles: pairs of nodes (the last: of triangles) that were tried, and that were left.
    tested_by_level: Vec<f64>,
    near_by_level: Vec<f64>,
}

/// # Errors
/// Bad usage, a missing GPU, lists that differ, or a report that cannot be written.
pub fn run(args: &BenchArgs) -> anyhow::Result<Answer> {
    ensure!(args.write.is_none(), "--write belongs to the other scenes; leave out --pairs");
    let specs = scenes(args)?;
    let outputs = outputs::OutputArgs { json: args.json.clone(), ..outputs::OutputArgs::default() };
    outputs.check(std::iter::empty())?;
    let choice = args::adapter_choice(&args.adapter).context("--pairs needs an adapter; leave out --adapter none")?;
    let context = Context::headless(&choice)?;
    let reporter = Reporter::start("bench");
    let mut records = Vec::new();
    for (i, spec) in specs.iter().enumerate() {
        reporter.progress.enter("pairs of triangles", i as f64 / specs.len() as f64)?;
        records.push(measure(&context, spec, args.steps()).with_context(|| spec.name.clone())?);
    }
    drop(reporter);
    let report = PairsReport {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        adapter: context.adapter_name.to_string(),
        is_software: context.is_software,
        processors: std::thread::available_parallelism().ok().map(Into::into),
        scenes: records,
    };
    if let Some(path) = &args.json {
        outputs::write_json(&report, path)?;
    }
    if !outputs.uses_stdout() {
        outputs::print(&table(&report))?;
    }
    Ok(Answer::Done)
}

fn scenes(args: &BenchArgs) -> anyhow::Result<Vec<PairsSpec>> {
    let all = pairs_catalogue(args.size());
    let Some(wanted) = &args.scene else { return Ok(all) };
    let specs: Vec<_> = all.iter().filter(|spec| spec.name.starts_with(wanted.as_str())).cloned().collect();
    if specs.is_empty() {
        let names: Vec<_> = all.iter().map(|spec| spec.name.as_str()).collect();
        bail!("--scene {wanted}: no scene of --pairs begins so; scenes: {}", names.join(", "));
    }
    Ok(specs)
}

/// One engine's series so far.
struct Measured {
    scene: GpuScene,
    times_ms: Vec<f64>,
    sum: Traversal,
    passes_ms: BTreeMap<&'static str, f64>,
    n_from_front: usize,
}

impl Measured {
    fn open(context: &Context, scene: &PairsScene, coherent: bool) -> anyhow::Result<Self> {
        let objects = scene.bodies.each_ref().map(|mesh| (mesh.clone(), Rigid::IDENTITY));
        let settings = InterferenceSettings { coherent, ..InterferenceSettings::default() };
        let mut opened = GpuScene::new(context, &objects, settings)?;
        // Boxes are fitted, lists grow and the driver warms up.
        opened.set_pose(1, scene.poses[0]);
        opened.intersecting_pairs()?;
        let (times_ms, sum, passes_ms) = Default::default();
        Ok(Self { scene: opened, times_ms, sum, passes_ms, n_from_front: 0 })
    }

    fn step(&mut self, pose: &Rigid) -> anyhow::Result<Vec<[u32; 2]>> {
        let begun = Instant::now();
        self.scene.set_pose(1, *pose);
        let pairs = self.scene.intersecting_pairs()?;
        self.times_ms.push(begun.elapsed().as_secs_f64() * 1e3);
        for (name, ms) in self.scene.gpu().passes_ms() {
            *self.passes_ms.entry(name).or_default() += ms;
        }
        let last = self.scene.last_traversal();
        self.n_from_front += usize::from(last.from_front);
        self.sum.n_found += last.n_found;
        self.sum.entry_slot = self.sum.entry_slot.max(last.entry_slot);
        for slot in 0..last.n_near.len() {
            self.sum.n_tested[slot] += last.n_tested[slot];
            self.sum.n_near[slot] += last.n_near[slot];
        }
        Ok(pairs.into_iter().map(|pair| pair.triangles).collect())
    }

    fn series(self) -> anyhow::Result<Series> {
        let n = self.times_ms.len() as f64;
        let by_level = |sums: &[u64]| sums[..self.sum.entry_slot].iter().rev().map(|sum| *sum as f64 / n).collect();
        Ok(Series {
            candidates: self.sum.n_found as f64 / n,
            n_from_front: self.n_from_front,
            tested_by_level: by_level(&self.sum.n_tested),
            near_by_level: by_level(&self.sum.n_near),
            passes_ms: self.passes_ms.into_iter().map(|(name, sum)| (name, sum / n)).collect(),
            times_ms: FrameSeries::of(self.times_ms).context("no step was asked for")?,
        })
    }
}

fn measure(context: &Context, spec: &PairsSpec, n_steps: usize) -> anyhow::Result<PairsRecord> {
    let scene = spec.make(n_steps, &Progress::default())?;
    let begun = Instant::now();
    let mut from_roots = Measured::open(context, &scene, false)?;
    let open_ms = begun.elapsed().as_secs_f64() * 1e3;
    let mut coherent = Measured::open(context, &scene, true)?;
    let begun = Instant::now();
    let mut trees = scene.bodies.each_ref().map(|mesh| Bvh::new(mesh));
    let open_bvh_ms = begun.elapsed().as_secs_f64() * 1e3;
    let (mut n_pairs, mut bvh_ms) = (0, Vec::new());
    for pose in &scene.poses {
        let begun = Instant::now();
        let truth = intersecting_pairs(&trees[0], &trees[1], pose);
        bvh_ms.push(begun.elapsed().as_secs_f64() * 1e3);
        let same = from_roots.step(pose)? == truth && coherent.step(pose)? == truth;
        ensure!(same, "engine bvh-gpu has other pairs than engine bvh; please report it");
        n_pairs += truth.len();
    }
    let [bytes_of_trees, bytes_of_lists] = coherent.scene.bytes();
    let distance = pair_distance::measure(&mut coherent.scene, &scene, &mut trees)?;
    let contact = scene.jaws.as_ref().map(|jaws| pair_contact::measure(context, jaws, &scene.poses)).transpose()?;
    Ok(PairsRecord {
        name: spec.name.clone(),
        triangles: scene.bodies.each_ref().map(|mesh| mesh.triangles.len()),
        steps: n_steps,
        pairs: n_pairs as f64 / n_steps as f64,
        open_ms,
        open_bvh_ms,
        bytes_of_trees,
        bytes_of_lists,
        from_roots: from_roots.series()?,
        coherent: coherent.series()?,
        bvh: FrameSeries::of(bvh_ms).context("no step was asked for")?,
        distance,
        contact,
    })
}

/// The report for a person. Writing to a string cannot fail.
fn table(report: &PairsReport) -> String {
    let kind = if report.is_software { "software driver" } else { "GPU" };
    let mut text = format!("engine bvh-gpu on {} ({kind}); means of a step, medians of times\n\n", report.adapter);
    let _ = writeln!(
        text,
        "{:<15} {:>9} {:>9} {:>10} {:>9} {:>9} {:>9} {:>9} {:>8} {:>8}",
        "scene",
        "triangles",
        "pairs",
        "candidates",
        "roots ms",
        "front ms",
        "of steps",
        "bvh ms",
        "trees MB",
        "lists MB"
    );
    for s in &report.scenes {
        let _ = writeln!(
            text,
            "{:<15} {:>9} {:>9.0} {:>10.0} {:>9.2} {:>9.2} {:>9} {:>9.2} {:>8.1} {:>8.1}",
            s.name,
            s.triangles[0] + s.triangles[1],
            s.pairs,
            s.from_roots.candidates,
            s.from_roots.times_ms.median,
            s.coherent.times_ms.median,
            format!("{}/{}", s.coherent.n_from_front, s.steps),
            s.bvh.median,
            s.bytes_of_trees as f64 / 1e6,
            s.bytes_of_lists as f64 / 1e6
        );
    }
    let _ = writeln!(
        text,
        "\n{:<15} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "within 0.2 mm", "pairs", "ms", "bvh ms", "vertices", "ms", "bvh ms", "deformed", "bvh ms"
    );
    for s in &report.scenes {
        let d = &s.distance;
        let _ = writeln!(
            text,
            "{:<15} {:>9} {:>9.2} {:>9.2} {:>9} {:>9.2} {:>9.2} {:>9.2} {:>9.2}",
            s.name,
            d.pairs,
            d.pairs_within.gpu_ms,
            d.pairs_within.bvh_ms,
            d.vertices,
            d.nearest.gpu_ms,
            d.nearest.bvh_ms,
            d.deformed.gpu_ms,
            d.deformed.bvh_ms
        );
    }
    contact_table(&mut text, &report.scenes);
    passes_table(&mut text, &report.scenes);
    text.push_str("\npairs of nodes tried, from the roots down; the last are triangles\n");
    for s in &report.scenes {
        for (name, series) in [("roots", &s.from_roots), ("front", &s.coherent)] {
            let levels: Vec<_> = series.tested_by_level.iter().map(|n| format!("{n:.0}")).collect();
            let _ = writeln!(text, "{:<15} {name:<6} {}", s.name, levels.join(" "));
        }
    }
    text
}

/// Gaps and contact of jaws, by the trees and with the GPU's nearest triangles.
fn contact_table(text: &mut String, scenes: &[PairsRecord]) {
    let of_jaws = scenes.iter().filter_map(|s| Some((&s.name, s.contact.as_ref()?)));
    let mut head = Some(format!(
        "\n{:<15} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n",
        "signed gaps", "vertices", "inside", "off, nm", "ms", "bvh ms", "contact", "but GPU", "bvh ms"
    ));
    for (name, c) in of_jaws {
        text.extend(head.take());
        let _ = writeln!(
            text,
            "{name:<15} {:>9} {:>9} {:>9.2} {:>9.2} {:>9.2} {:>9.2} {:>9.2} {:>9.2}",
            c.vertices,
            c.inside,
            c.largest_difference_mm * 1e6,
            c.signed.gpu_ms,
            c.signed.bvh_ms,
            c.contact.gpu_ms,
            c.contact.gpu_ms - c.contact.of_gpu_ms,
            c.contact.bvh_ms
        );
    }
}

/// GPU times, where there are timestamps.
fn passes_table(text: &mut String, scenes: &[PairsRecord]) {
    let all = scenes.iter().flat_map(|s| [(&s.name, "roots", &s.from_roots), (&s.name, "front", &s.coherent)]);
    let mut head = Some("\nGPU time of the passes by its timestamps, ms\n");
    for (name, series, of) in all.filter(|(.., of)| !of.passes_ms.is_empty()) {
        text.extend(head.take());
        let passes: Vec<_> = of.passes_ms.iter().map(|(pass, ms)| format!("{pass} {ms:.3}")).collect();
        let _ = writeln!(text, "{name:<15} {series:<6} {}", passes.join(", "));
    }
}
