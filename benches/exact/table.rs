//! Ours and the peer's, measured in turn, and the table of their medians.
use criterion::BenchmarkGroup;
use criterion::measurement::WallTime;
use std::hint::black_box;
use std::time::{Duration, Instant};

const SAMPLES: usize = 15;

#[derive(Default)]
pub struct Table(Vec<Row>);

struct Row {
    jaws: String,
    name: String,
    ours_ms: f64,
    peer_ms: f64,
}

/// Adds rows for one pair of jaws.
pub struct Rows<'a, 'b> {
    table: &'a mut Table,
    jaws: String,
    group: &'a mut BenchmarkGroup<'b, WallTime>,
}

impl Table {
    pub fn rows<'a, 'b>(&'a mut self, jaws: &str, group: &'a mut BenchmarkGroup<'b, WallTime>) -> Rows<'a, 'b> {
        Rows { table: self, jaws: jaws.into(), group }
    }

    pub fn print(&self) {
        println!("\n| jaws | query | ours, ms | parry3d, ms | ours / parry3d |\n|---|---|---|---|---|");
        for row in &self.0 {
            let ratio = row.ours_ms / row.peer_ms;
            println!("| {} | {} | {:.3} | {:.3} | {ratio:.2} |", row.jaws, row.name, row.ours_ms, row.peer_ms);
        }
    }
}

impl Rows<'_, '_> {
    /// Criterion measures ours; before each of its samples the peer runs, once at least and about as long as ours.
    pub fn add<A, B>(&mut self, name: &str, mut ours: impl FnMut() -> A, mut peer: impl FnMut() -> B) {
        let mut samples: Vec<(f64, f64)> = Vec::new();
        self.group.bench_function(name, |bencher| {
            bencher.iter_custom(|n| {
                let begun = Instant::now();
                for _ in 0..n {
                    black_box(ours());
                }
                let took = begun.elapsed();
                samples.push((took.as_secs_f64() / n as f64, mean_of(&mut peer, took)));
                took
            });
        });
        // Those of the warm-up came first.
        let samples = &samples[samples.len().saturating_sub(SAMPLES)..];
        if !samples.is_empty() {
            let median = |of: fn(&(f64, f64)) -> f64| {
                let mut all: Vec<f64> = samples.iter().map(of).collect();
                all.sort_unstable_by(f64::total_cmp);
                all[all.len() / 2] * 1e3
            };
            let (ours_ms, peer_ms) = (median(|s| s.0), median(|s| s.1));
            self.table.0.push(Row { jaws: self.jaws.clone(), name: name.into(), ours_ms, peer_ms });
        }
    }
}

fn mean_of<B>(run: &mut impl FnMut() -> B, at_least: Duration) -> f64 {
    let (begun, mut n) = (Instant::now(), 0);
    while n == 0 || begun.elapsed() < at_least {
        black_box(run());
        n += 1;
    }
    begun.elapsed().as_secs_f64() / f64::from(n)
}
