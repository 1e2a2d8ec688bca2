//! Rows are asked: each worker takes the next one, looks whether its result is there, and runs a child for it until there is one.
use super::CohortArgs;
use super::child::{self, End, Limits, Try, signal_of};
use super::key::{FileHashes, Key, RowKey};
use super::keys::Keys;
use super::manifest::{CaseRow, Manifest, Pose, Scans, place};
use super::rows::Rows;
use super::settings::Settings;
use super::tell::{Progress, Told};
use crate::base::rounded;
use crate::export::cohort::{Figures, ROW_SCHEMA, RowRecord, Status, nameless};
use crate::export::json::AnalysisRecord;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

/// What a cohort is asked with.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub args: &'a CohortArgs,
    pub manifest: &'a Manifest,
    pub settings: &'a Settings,
    pub rows: &'a Rows,
}

/// What became of a row.
struct Done {
    row: usize,
    key: Key,
    status: Status,
    error: Option<String>,
    /// A child was run for it.
    is_new: bool,
}

/// A signal and a time-out may be the machine's, so that they are tried so often; what the program itself refuses is not tried again.
const MOST_TRIES: u32 = 3;
/// The child has no deadline: it is ended from here.
const NO_DEADLINE: &str = "--deadline=1000000";
const TELL_EVERY: Duration = Duration::from_millis(500);

impl Asked<'_> {
    /// Asks these rows, tells of it on stderr and fills in their keys.
    ///
    /// # Errors
    /// The first thing that went wrong with the cohort itself: no process to be had, no result to be written.
    pub fn all(&self, rows: &[usize], keys: &mut Keys) -> anyhow::Result<Told> {
        let (next, stop, hashes) = (AtomicUsize::new(0), AtomicBool::new(false), FileHashes::default());
        let (sender, done) = mpsc::channel();
        let mut told = Told::default();
        let mut progress = Progress::new(rows.len());
        let work = |sender: Sender<anyhow::Result<Done>>| {
            while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                let is_over = stop.load(Ordering::Relaxed);
                if is_over || sender.send(self.one(*row, &hashes, &stop)).is_err() {
                    return;
                }
            }
        };
        let mut wrong = None;
        std::thread::scope(|scope| {
            for _ in 0..self.args.n_workers().min(rows.len().max(1)) {
                let sender = sender.clone();
                scope.spawn(|| work(sender));
            }
            drop(sender);
            loop {
                match done.recv_timeout(TELL_EVERY) {
                    Ok(Ok(one)) => self.hear(&one, &mut told, keys),
                    Ok(Err(error)) => {
                        stop.store(true, Ordering::Relaxed);
                        wrong.get_or_insert(error);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                progress.show(&told);
            }
        });
        progress.clear();
        wrong.map_or(Ok(told), Err)
    }

    fn hear(&self, one: &Done, told: &mut Told, keys: &mut Keys) {
        keys.set(one.row, one.key);
        told.add(one.status, one.is_new);
        if one.status != Status::Ok {
            told.fail(one.row, &self.manifest.rows[one.row].id, one.status, one.error.as_deref());
        }
    }

    /// One row to its end.
    fn one(&self, row: usize, hashes: &FileHashes, stop: &AtomicBool) -> anyhow::Result<Done> {
        let case = &self.manifest.rows[row];
        let found = hashes.key_of(case, &self.manifest.folder, self.settings);
        let key = found.key;
        let kept = self.rows.read(&key).filter(|kept| !self.args.again.contains(&kept.status));
        let is_new = kept.is_none();
        let record = match kept {
            Some(kept) => kept,
            None => {
                let record = self.asked(case, found, stop)?;
                self.rows.write(&key, &record)?;
                record
            }
        };
        Ok(Done { row, key, status: record.status, error: record.error, is_new })
    }

    /// Tries until something came of it.
    fn asked(&self, case: &CaseRow, found: RowKey, stop: &AtomicBool) -> anyhow::Result<RowRecord> {
        let limits =
            Limits { time: Duration::from_secs_f64(self.args.timeout.min(1e6)), memory_mib: self.args.memory_mb };
        let mut tries = 0;
        loop {
            tries += 1;
            let tried = child::run(&mut self.command(case), limits, stop, &self.args.out)?;
            anyhow::ensure!(tried.end != End::Stopped, "stopped");
            let (status, error, figures) = self.came_of(&tried);
            if matches!(status, Status::Crashed | Status::Timeout) && tries < MOST_TRIES {
                continue;
            }
            let places = case.places(&self.manifest.folder);
            let names: Vec<_> = places.iter().map(|(path, word)| (path.as_path(), *word)).collect();
            return Ok(RowRecord {
                schema: ROW_SCHEMA.into(),
                key: found.key.to_hex().to_string(),
                version: env!("CARGO_PKG_VERSION").into(),
                settings: self.settings.hash.clone(),
                hashes: found.hashes,
                status,
                tries,
                error: error.map(|sentence| nameless(&sentence, &names)),
                seconds: rounded(tried.seconds, 3),
                peak_mb: tried.peak_mib.map(peak_to_write),
                figures,
            });
        }
    }

    /// The same as a person would ask `analyze`.
    fn command(&self, case: &CaseRow) -> Command {
        let at = |file: &str| place(&self.manifest.folder, Path::new(file));
        let option = |name: &str, file: &str| {
            let mut option = OsString::from(name);
            option.push(at(file));
            option
        };
        let mut command = Command::new(&self.settings.program);
        command.args(["analyze", "--json=-", NO_DEADLINE, "--ends-with-stdin"]).args(self.settings.options());
        command.arg(format!("--threads={}", self.args.threads));
        match &case.pose {
            Pose::Own => &mut command,
            Pose::Six(six) => command.arg(format!("--pose={six}")),
            Pose::File(file) => command.arg(option("--pose-file=", file)),
        };
        if let Some(unit) = case.unit {
            command
                .arg(format!("--unit={}", serde_json::to_value(unit).unwrap_or_default().as_str().unwrap_or("auto")));
        }
        for (name, labels) in ["--teeth-upper=", "--teeth-lower="].into_iter().zip(&case.labels) {
            labels.iter().for_each(|file| _ = command.arg(option(name, file)));
        }
        match &case.scans {
            Scans::Pair(upper, lower) => command.arg("--").args([upper, lower].map(|file| at(file))),
            Scans::Case(file) => command.arg("--").arg(at(file)),
        };
        command
    }

    /// How a try ended, and what it answered.
    fn came_of(&self, tried: &Try) -> (Status, Option<String>, Option<Figures>) {
        let failed = |status: Status, why: String| (status, Some(why), None);
        let no_memory = tried.stderr.contains("memory allocation of");
        let status = match tried.end {
            End::Exited(status) => status,
            End::Timeout => return failed(Status::Timeout, format!("it took more than {} s", self.args.timeout)),
            End::Memory | End::Stopped => {
                let most = self.args.memory_mb.unwrap_or_default();
                return failed(Status::Memory, format!("it took more than {most} MiB of memory"));
            }
        };
        match (status.code(), signal_of(status)) {
            (Some(0), _) => match AnalysisRecord::from_bytes(&tried.stdout) {
                Ok(record) => (Status::Ok, None, Some(Figures::of(record))),
                Err(_) => failed(Status::Crashed, "it ended without an answer".into()),
            },
            (Some(2), _) => failed(Status::InputError, sentence(&tried.stderr)),
            (_, Some(_)) if no_memory => failed(Status::Memory, "there was no more memory to be had".into()),
            (_, Some(signal)) => failed(Status::Crashed, format!("it was ended by signal {signal}")),
            (code, None) => {
                let code = code.map_or_else(|| "no exit status".to_owned(), |code| format!("exit status {code}"));
                failed(Status::Crashed, format!("{code}: {}", sentence(&tried.stderr)))
            }
        }
    }
}

/// What the program said last in its own name.
fn sentence(stderr: &str) -> String {
    const LONGEST: usize = 500;
    let own = stderr.lines().rev().find_map(|line| line.strip_prefix("occluscope: "));
    let said = own.or_else(|| stderr.lines().rev().find(|line| !line.trim().is_empty()));
    said.unwrap_or("it said nothing").chars().take(LONGEST).collect()
}

/// Upwards to a tenth, MiB: a row that was ended because it took more than it may has more in its column, too.
fn peak_to_write(mib: f64) -> f64 {
    (mib * 10.0).ceil() / 10.0
}

#[cfg(test)]
mod tests {
    use super::peak_to_write;
    use crate::base::rounded;

    #[test]
    fn what_is_above_a_limit_is_written_above_it() {
        let page_above = 60.0 + 4.0 / 1024.0;
        assert_eq!((peak_to_write(page_above), peak_to_write(60.0)), (60.1, 60.0));
        assert_eq!(rounded(page_above, 1), 60.0, "the twin: to the nearest tenth it is the limit");
    }
}
