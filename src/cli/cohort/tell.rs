//! What is told of a cohort: how far it is, on stderr; how it ended; failures last.
use super::shard::Shard;
use crate::base::progress::time_left;
use crate::cli::outputs;
use crate::cli::stderr::complain;
use crate::export::cohort::Status;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How rows ended.
#[derive(Debug, Default)]
pub struct Told {
    counts: [usize; Status::ALL.len()],
    /// A process was run for them now.
    pub new: usize,
    /// Rows without a result.
    pub missing: usize,
    /// Rows that are not ok, by their places in the manifest.
    pub failed: Vec<usize>,
    /// Sentences about the first of them.
    first: Vec<String>,
}

/// More are in the file of failures.
const MOST_TOLD: usize = 20;

impl Told {
    pub fn add(&mut self, status: Status, is_new: bool) {
        self.counts[status as usize] += 1;
        self.new += usize::from(is_new);
    }

    pub fn fail(&mut self, row: usize, id: &str, status: Status, error: Option<&str>) {
        self.failed.push(row);
        if self.first.len() < MOST_TOLD {
            self.first.push(format!("{id}: {}: {}", status.name(), error.unwrap_or_default()));
        }
    }

    pub fn with(&self, status: Status) -> usize {
        self.counts[status as usize]
    }

    pub fn rows(&self) -> usize {
        self.counts.iter().sum()
    }

    fn counted(&self) -> String {
        let some = Status::ALL.into_iter().filter(|status| self.with(*status) > 0);
        some.map(|status| format!("{} {}", self.with(status), status.name())).collect::<Vec<_>>().join(", ")
    }
}

/// One line that is rewritten on a terminal, else a line now and then.
#[derive(Debug)]
pub struct Progress {
    n_rows: usize,
    begun: Instant,
    told_at: Option<Instant>,
    terminal: bool,
}

const BETWEEN_LINES: Duration = Duration::from_secs(30);
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);

impl Progress {
    pub fn new(n_rows: usize) -> Self {
        Self { n_rows, begun: Instant::now(), told_at: None, terminal: std::io::stderr().is_terminal() }
    }

    /// Failing to write to stderr is no reason to stop the work.
    pub fn show(&mut self, told: &Told) {
        let between = if self.terminal { BETWEEN_LOOKS } else { BETWEEN_LINES };
        if self.told_at.unwrap_or(self.begun).elapsed() < between {
            return;
        }
        self.told_at = Some(Instant::now());
        let line = self.line(told, self.begun.elapsed());
        let mut err = std::io::stderr();
        let _ = if self.terminal { write!(err, "\r\x1b[K{line}") } else { writeln!(err, "{line}") };
        let _ = err.flush();
    }

    /// What was there already took no time: rate and time left are those of rows that are asked.
    fn line(&self, told: &Told, elapsed: Duration) -> String {
        let (done, n) = (told.rows(), self.n_rows);
        let n_failed = done - told.with(Status::Ok);
        let rate = told.new as f64 / elapsed.as_secs_f64().max(1e-3);
        let there = done - told.new;
        let share = told.new as f64 / (n - there).max(1) as f64;
        let left = time_left(elapsed, share).map(|left| format!(", {left}")).unwrap_or_default();
        format!("cohort: {done} of {n} rows, {n_failed} not ok, {rate:.2} rows/s{left}")
    }

    pub fn clear(&self) {
        if self.terminal && self.told_at.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// The end on stdout, failures last on stderr.
///
/// # Errors
/// When stdout takes nothing.
pub fn say_end(told: &Told, out: &Path, shard: Shard) -> anyhow::Result<()> {
    let what = if shard.of == 1 { String::new() } else { format!("shard {}/{}: ", shard.number, shard.of) };
    let asked = format!("{} asked now, {} there already", told.new, told.rows() - told.new);
    let tables = if shard.of == 1 { "; cases and contacts as .csv and .parquet" } else { "" };
    outputs::print(&format!("{what}{} rows: {}\n{asked}; {}{tables}\n", told.rows(), told.counted(), out.display()))?;
    for line in &told.first {
        complain(line);
    }
    if told.failed.len() > told.first.len() {
        complain(&format!("{} more are in {}", told.failed.len() - told.first.len(), shard.failures_name()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_and_time_left_are_of_rows_that_are_asked() {
        let progress = Progress::new(100);
        let mut told = Told::default();
        (0..50).for_each(|_| told.add(Status::Ok, false));
        (0..20).for_each(|_| told.add(Status::Ok, true));
        (0..5).for_each(|_| told.add(Status::Timeout, true));
        let line = progress.line(&told, Duration::from_secs(50));
        assert_eq!(line, "cohort: 75 of 100 rows, 5 not ok, 0.50 rows/s, about 50 s left");
        assert_eq!(told.counted(), "70 ok, 5 timeout");
    }
}
