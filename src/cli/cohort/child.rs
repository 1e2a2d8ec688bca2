//! A process for one row: begun, looked after, ended in time. Whatever happens to it happens to this row alone; when the parent is
//! killed, its end of the pipe on standard input closes and the child ends itself.
use anyhow::Context;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a child may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    pub memory_mib: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exited(ExitStatus),
    Timeout,
    Memory,
    /// The cohort itself is at its end.
    Stopped,
}

/// What came of one child.
#[derive(Debug)]
pub struct Try {
    pub end: End,
    pub seconds: f64,
    /// The most memory that was seen, MiB.
    pub peak_mib: Option<f64>,
    pub stdout: Vec<u8>,
    /// The end of it.
    pub stderr: String,
}

/// A record is shorter; what says more is no answer.
const MOST_OUT: u64 = 64 << 20;
const MOST_ERR: u64 = 16 << 10;
/// A child that takes seconds is looked at so often, one that takes milliseconds more often.
const LONGEST_LOOK: Duration = Duration::from_millis(50);
const SHORTEST_LOOK: Duration = Duration::from_millis(1);
const LOOKS_FOR_TIME: u32 = 20;

/// Runs a command to its end. What it says goes into files without a name in `scratch`, so that nothing waits for anybody to read it and
/// nothing is left over.
///
/// # Errors
/// When there is no process or no file to be had.
pub fn run(command: &mut Command, limits: Limits, stop: &AtomicBool, scratch: &Path) -> anyhow::Result<Try> {
    let file = || tempfile::tempfile_in(scratch).with_context(|| format!("{}: it takes no file", scratch.display()));
    let [mut out, mut err] = [file()?, file()?];
    command.stdin(Stdio::piped()).stdout(out.try_clone()?).stderr(err.try_clone()?);
    let begun = Instant::now();
    let started = command.spawn();
    let program = || format!("{}: it cannot be started", command.get_program().to_string_lossy());
    let mut child = started.with_context(program)?;
    // Held open until the child has ended.
    let stdin = child.stdin.take();
    let mut peak_mib = None;
    let end = watch(&mut child, (limits, begun), stop, &mut peak_mib);
    drop(stdin);
    let end = end?;
    let seconds = begun.elapsed().as_secs_f64();
    let stdout = read(&mut out, 0, MOST_OUT)?;
    let said = err.metadata()?.len();
    let stderr = String::from_utf8_lossy(&read(&mut err, said.saturating_sub(MOST_ERR), MOST_ERR)?).into_owned();
    Ok(Try { end, seconds, peak_mib, stdout, stderr })
}

fn read(file: &mut File, from: u64, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(from))?;
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Until it has ended, or has to be.
fn watch(
    child: &mut Child,
    (limits, begun): (Limits, Instant),
    stop: &AtomicBool,
    peak_mib: &mut Option<f64>,
) -> std::io::Result<End> {
    loop {
        if let Some(seen) = peak_memory_mib(child.id()) {
            *peak_mib = Some(peak_mib.unwrap_or(0.0).max(seen));
        }
        if let Some(status) = child.try_wait()? {
            return Ok(End::Exited(status));
        }
        let is_too_large = limits.memory_mib.zip(*peak_mib).is_some_and(|(most, seen)| seen > most as f64);
        let end = match () {
            () if stop.load(Ordering::Relaxed) => Some(End::Stopped),
            () if is_too_large => Some(End::Memory),
            () if begun.elapsed() > limits.time => Some(End::Timeout),
            () => None,
        };
        if let Some(end) = end {
            child.kill()?;
            child.wait()?;
            return Ok(end);
        }
        std::thread::sleep((begun.elapsed() / LOOKS_FOR_TIME).clamp(SHORTEST_LOOK, LONGEST_LOOK));
    }
}

/// The most that a process has had so far, as Linux counts it.
fn peak_memory_mib(id: u32) -> Option<f64> {
    let facts = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let peak = facts.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix("kB")?.trim().parse::<f64>().ok()? / 1024.0)
}

/// The signal that ended a process.
pub fn signal_of(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    {
        let _ = status;
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn tried(script: &str, limits: Limits) -> Try {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new("sh");
        run(command.args(["-c", script]), limits, &AtomicBool::new(false), folder.path()).expect("a shell")
    }

    #[test]
    fn a_child_ends_by_itself_or_in_time() {
        let limits = Limits { time: Duration::from_secs(30), memory_mib: None };
        let fine = tried("echo said; echo told >&2; exit 2", limits);
        assert_eq!((fine.stdout, fine.stderr), (b"said\n".to_vec(), "told\n".to_owned()));
        assert!(matches!(fine.end, End::Exited(status) if status.code() == Some(2) && signal_of(status).is_none()));
        let killed = tried("kill -9 $$", limits);
        assert!(matches!(killed.end, End::Exited(status) if signal_of(status) == Some(9)), "{killed:?}");
        let slow = tried("exec sleep 60", Limits { time: Duration::from_millis(100), ..limits });
        assert!(slow.end == End::Timeout && slow.seconds < 30.0, "{slow:?}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_child_that_takes_too_much_is_ended() {
        let limits = Limits { time: Duration::from_secs(60), memory_mib: Some(40) };
        let script = |mb: u32| format!("x=$(head -c {mb}000000 /dev/zero | tr '\\0' x); sleep 1");
        let large = tried(&script(60), limits);
        assert!(large.end == End::Memory && large.peak_mib > Some(40.0), "{large:?}");
        let small = tried(&script(1), limits);
        assert!(matches!(small.end, End::Exited(_)) && small.peak_mib.is_some_and(|mib| mib < 40.0), "{small:?}");
    }

    #[test]
    fn standard_input_is_open_as_long_as_the_parent_waits() {
        // Until then nothing comes on its standard input.
        let open = tried("timeout 1 cat; echo $?", Limits { time: Duration::from_secs(30), memory_mib: None });
        assert_eq!(open.stdout, b"124\n");
    }
}
