//! The record of a bench run, schema "occluscope/bench/1": milliseconds, mm; unknown = null.
use super::args::BenchArgs;
use super::measure::{Measured, Series};
use crate::bench::{Family, Published, Scene, SceneSpec};
use crate::engine::PROCESSOR;
use crate::field::{ChosenBy, PixelCounts, Verdict};
use crate::gpu::Context;
use serde::Serialize;

const SCHEMA: &str = "occluscope/bench/1";

#[derive(Debug, Serialize)]
pub struct BenchReport {
    schema: &'static str,
    version: &'static str,
    pub engine: String,
    pub adapter: String,
    /// Whether the adapter is a software driver; `null` where the engine needs none.
    pub is_software: Option<bool>,
    /// Processors of this machine, where it tells.
    pub processors: Option<usize>,
    pub size: &'static str,
    pub scenes: Vec<SceneRecord>,
    pub slopes: Vec<Slope>,
}

/// One scene.
#[derive(Debug, Serialize)]
pub struct SceneRecord {
    pub name: &'static str,
    pub family: Family,
    pub triangles: usize,
    triangles_upper: usize,
    triangles_lower: usize,
    /// Longer side of the map that was asked for, pixels.
    pub resolution: u32,
    /// Columns and rows of the map; `null` where the bodies are apart by more than the range.
    map: Option<[u32; 2]>,
    chosen_by: Option<ChosenBy>,
    pub verdict: Verdict,
    pub pixels: PixelCounts,
    interference_projected_area_mm2: f64,
    max_depth_mm: Option<f64>,
    min_gap_mm: Option<f64>,
    /// Making the scene (with welding and closing, where it is like a scan), and opening the engine on it, ms.
    make_ms: f64,
    open_ms: f64,
    /// The lower body moves by 0.001 mm between frames; what was drawn of the upper one stands.
    pub live: Series,
    /// Everything is drawn anew in every frame.
    pub anew: Series,
    /// What the 1995 paper measured of its own scene of this kind; empty of other scenes.
    pub paper: Vec<Published>,
    warnings: Vec<String>,
}

/// How the time of a frame grows along a curve: `time ~ size ^ exponent`, by least squares on logarithms.
#[derive(Debug, Serialize)]
pub struct Slope {
    /// What grows: polygons, or pixels of the map.
    pub against: Family,
    /// "live" or "anew".
    pub series: &'static str,
    /// 1 is a straight line, less is better.
    pub exponent: f64,
    /// Between the two largest sizes alone, where what is fixed weighs least.
    pub last_exponent: f64,
    points: Vec<[f64; 2]>,
}

impl SceneRecord {
    pub fn new(spec: &SceneSpec, scene: &Scene, [make_ms, open_ms]: [f64; 2], measured: Measured) -> Self {
        let [upper, lower] = [&scene.pair.upper, &scene.pair.lower].map(|jaw| jaw.mesh.triangles.len());
        let metrics = measured.metrics;
        Self {
            name: spec.name,
            family: spec.family,
            triangles: upper + lower,
            triangles_upper: upper,
            triangles_lower: lower,
            resolution: spec.resolution,
            map: metrics.projection.map(|p| [p.cols, p.rows]),
            chosen_by: metrics.projection.map(|p| p.chosen_by),
            verdict: metrics.verdict,
            pixels: metrics.pixels,
            interference_projected_area_mm2: metrics.interference_projected_area_mm2,
            max_depth_mm: metrics.max_depth_mm,
            min_gap_mm: metrics.min_gap_mm,
            make_ms,
            open_ms,
            live: measured.live,
            anew: measured.anew,
            paper: spec.published(),
            warnings: metrics.warnings.iter().map(ToString::to_string).collect(),
        }
    }
}

impl BenchReport {
    pub fn new(args: &BenchArgs, context: Option<&Context>, scenes: Vec<SceneRecord>) -> Self {
        let slopes = slopes(&scenes);
        Self {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            engine: args.engine.clone(),
            adapter: context.map_or(PROCESSOR, |c| &c.adapter_name).to_owned(),
            is_software: context.map(|c| c.is_software),
            processors: std::thread::available_parallelism().ok().map(Into::into),
            size: match args.size() {
                crate::bench::Size::Standard => "standard",
                crate::bench::Size::Quick => "quick",
                crate::bench::Size::Smallest => "smallest",
            },
            scenes,
            slopes,
        }
    }
}

fn slopes(scenes: &[SceneRecord]) -> Vec<Slope> {
    let mut slopes = Vec::new();
    for against in [Family::Polygons, Family::Pixels] {
        let curve: Vec<_> = scenes.iter().filter(|scene| scene.family == against).collect();
        let size = |scene: &SceneRecord| match against {
            // The map's sides grow together, so that the longer one's square is in proportion.
            Family::Pixels => f64::from(scene.resolution).powi(2),
            _ => scene.triangles as f64,
        };
        for series in ["live", "anew"] {
            let time = |scene: &SceneRecord| {
                let series = if series == "live" { &scene.live } else { &scene.anew };
                series.frames.median
            };
            let points: Vec<_> = curve.iter().map(|scene| [size(scene), time(scene)]).collect();
            let last = points.split_at(points.len().saturating_sub(2)).1;
            if let (Some(exponent), Some(last_exponent)) = (exponent(&points), exponent(last)) {
                slopes.push(Slope { against, series, exponent, last_exponent, points });
            }
        }
    }
    slopes
}

/// The slope of `ln y` over `ln x` by least squares; `None` without two different sizes.
fn exponent(points: &[[f64; 2]]) -> Option<f64> {
    let logs: Vec<_> = points.iter().map(|[x, y]| [x.ln(), y.ln()]).collect();
    let mean = |axis: usize| logs.iter().map(|p| p[axis]).sum::<f64>() / logs.len() as f64;
    let (mean_x, mean_y) = (mean(0), mean(1));
    let along: f64 = logs.iter().map(|[x, _]| (x - mean_x).powi(2)).sum();
    let across: f64 = logs.iter().map(|[x, y]| (x - mean_x) * (y - mean_y)).sum();
    let slope = across / along;
    slope.is_finite().then_some(slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Powers are straight lines in logarithms, so the exponent is exact but for rounding (1e-12).
    #[test]
    fn the_exponent_of_a_power_is_found() {
        for wanted in [0.0, 0.5, 1.0, 1.7] {
            let points: Vec<_> = [1e4, 3e4, 1e5, 2e6].iter().map(|x: &f64| [*x, 0.3 * x.powf(wanted)]).collect();
            assert!((exponent(&points).unwrap() - wanted).abs() < 1e-12);
        }
        // A fixed share flattens the line; noise in one point is noticed.
        let flat: Vec<_> = [1e4, 1e5, 1e6].iter().map(|x| [*x, 100.0 + 1e-4 * x]).collect();
        assert!(exponent(&flat).unwrap() < 0.5);
        assert!(exponent(&[[1e4, 1.0], [1e5, 10.0], [1e6, 200.0]]).unwrap() > 1.1);
    }

    #[test]
    fn one_size_has_no_exponent() {
        assert_eq!(exponent(&[]), None);
        assert_eq!(exponent(&[[1e4, 1.0]]), None);
        assert_eq!(exponent(&[[1e4, 1.0], [1e4, 2.0]]), None);
    }
}
