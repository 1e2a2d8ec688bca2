//! What the program writes of its own faults: a panic leaves a short text in the program's own folder, to be read and sent on by whoever
//! wants to. Neither a name of a file nor anything of a case or a person is in it, and nothing sends it.
use super::private;
use std::io::Write as _;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// So many are kept; a fault that comes back in every frame fills no disk.
const MOST: usize = 5;
const NEW: &str = "new";
const SEEN: &str = "txt";

/// What draws at the moment; a panic on any thread names it.
static ADAPTER: Mutex<Option<String>> = Mutex::new(None);
/// Threads that fail at one moment count and write one after the other.
static LEAVING: Mutex<()> = Mutex::new(());

/// From now on a panic, on whichever thread, caught or not, leaves a report in `folder`, besides what it did before.
pub fn watch(folder: PathBuf) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // Nobody is left to be told when it cannot be written.
        let _ = leave(&folder, &report(panic));
        before(panic);
    }));
}

/// Adapter and driver, for the reports of faults that happen from now on.
pub fn is_drawn_by(adapter: &str) {
    if let Ok(mut known) = ADAPTER.lock() {
        *known = Some(adapter.to_owned());
    }
}

/// Reports that no window has told of yet, the newest last.
pub fn untold(folder: &Path) -> Vec<PathBuf> {
    let mut found = reports(folder);
    found.retain(|path| has_ending(path, NEW));
    found
}

/// A report was told of: it stays where it is, under a name that people's programs open. Gives that name.
pub fn told(report: &Path) -> PathBuf {
    let seen = report.with_extension(SEEN);
    match std::fs::rename(report, &seen) {
        Ok(()) => seen,
        Err(_) => report.to_owned(),
    }
}

/// Nobody wants it.
pub fn remove(report: &Path) {
    if let Err(error) = std::fs::remove_file(report) {
        tracing::warn!("a report of a fault stays: {error}");
    }
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|is| is == ending)
}

fn reports(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    found.retain(|path| has_ending(path, NEW) || has_ending(path, SEEN));
    // Their names begin with the time.
    found.sort();
    found
}

/// The oldest that was told of makes room; where all are new, the first ones say more than what followed from them.
fn leave(folder: &Path, text: &str) -> std::io::Result<()> {
    let _alone = LEAVING.lock();
    private::make_folder(folder)?;
    let there = reports(folder);
    let oldest = there.iter().find(|path| has_ending(path, SEEN));
    if there.len() >= MOST && oldest.is_none() {
        return Ok(());
    }
    // Faults on two threads may be of one moment.
    let now = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S%9f");
    let path = folder.join(format!("crash-{now}-{}.{NEW}", std::process::id()));
    private::new_file(&path)?.write_all(text.as_bytes())?;
    oldest.filter(|_| there.len() >= MOST).map_or(Ok(()), std::fs::remove_file)
}

fn report(panic: &PanicHookInfo) -> String {
    let place =
        panic.location().map_or_else(|| "unknown".to_owned(), |l| format!("{}:{}", place_of(l.file()), l.line()));
    let what = panic.payload_as_str().map_or_else(|| "unknown".to_owned(), without_names);
    let thread = std::thread::current().name().map_or_else(|| "without a name".to_owned(), without_names);
    // The lock may be held by the thread that panics.
    let adapter = ADAPTER.try_lock().ok().and_then(|known| known.clone()).unwrap_or_else(|| "none yet".to_owned());
    let now = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M:%S UTC");
    format!(
        "Occluscope met a fault of its own. No name of a file and nothing of a case or a person is in this text.\n\n\
         version   {}\nbuilt     {}\nsystem    {} {}\nwhen      {now}\ngraphics  {adapter}\nthread    {thread}\nplace     {place}\nwhat      {what}\n",
        env!("CARGO_PKG_VERSION"),
        crate::base::BUILT.unwrap_or("from its source"),
        std::env::consts::OS,
        std::env::consts::ARCH,
    )
}

/// A source file without the folders of the machine that built the program: "src/mesh/cut.rs", "wgpu-29.0.1/src/lib.rs".
fn place_of(file: &str) -> String {
    let file = file.replace('\\', "/");
    // cargo's folder of a registry ends with a hash; rustc's own sources lie under one.
    let own = file.split_once("/registry/src/").or_else(|| file.split_once("/rustc/"));
    match own.and_then(|(_, rest)| rest.split_once('/')) {
        Some((_, rest)) => rest.to_owned(),
        None if file.starts_with('/') || file.contains(':') => file.rsplit('/').next().unwrap_or_default().to_owned(),
        None => file,
    }
}

/// A sentence without what might be a file's or a person's name: what stands in quotes, and words that have the look of a path.
fn without_names(text: &str) -> String {
    const LEFT_OUT: &str = "[left out]";
    let outside = |text: &str| -> String {
        let word = |word: &str| {
            let is_file =
                word.contains(['/', '\\']) || word.rsplit_once('.').is_some_and(|(stem, end)| is_ending(stem, end));
            if is_file { LEFT_OUT.to_owned() } else { word.to_owned() }
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    };
    let one_line = text.replace(['\n', '\r', '\t'], " ");
    let parts = one_line.split('"').enumerate();
    parts.map(|(i, part)| if i % 2 == 1 { LEFT_OUT.to_owned() } else { outside(part) }).collect::<Vec<_>>().join("\"")
}

/// "jaw.stl" is a file's name; "0.25" and the end of a sentence are not.
fn is_ending(stem: &str, ending: &str) -> bool {
    let ending = ending.trim_end_matches([',', ';', ':', ')', '`', '\'']);
    !stem.is_empty()
        && !ending.is_empty()
        && ending.chars().any(char::is_alphabetic)
        && ending.chars().all(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_left_out_and_sentences_stay() {
        for (text, left) in [
            (
                "index out of bounds: the len is 3 but the index is 5",
                "index out of bounds: the len is 3 but the index is 5",
            ),
            ("gap 0.25 mm at -1.5. Why?", "gap 0.25 mm at -1.5. Why?"),
            ("called `Option::unwrap()` on a `None` value", "called `Option::unwrap()` on a `None` value"),
            ("no file Miller_Anna.stl, there", "no file [left out] there"),
            ("in /home/anna/upper here", "in [left out] here"),
            (r"C:\Users\Anna is gone", "[left out] is gone"),
            (r#"Missing("Anna Miller") twice "b""#, r#"Missing("[left out]") twice "[left out]""#),
            ("an open quote \"Anna Miller", "an open quote \"[left out]"),
            ("two\nlines", "two lines"),
        ] {
            assert_eq!(without_names(text), left);
        }
    }

    #[test]
    fn places_do_not_tell_who_built_it() {
        for (file, place) in [
            ("src/mesh/cut.rs", "src/mesh/cut.rs"),
            (r"src\mesh\cut.rs", "src/mesh/cut.rs"),
            (
                "/home/anna/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/wgpu-29.0.1/src/lib.rs",
                "wgpu-29.0.1/src/lib.rs",
            ),
            ("/rustc/0123abcd/library/core/src/option.rs", "library/core/src/option.rs"),
            ("/home/anna/occluscope/src/lib.rs", "lib.rs"),
        ] {
            assert_eq!(place_of(file), place);
        }
    }

    /// The hook belongs to the whole process, so this is the one test that sets it.
    #[test]
    fn a_panic_leaves_a_report_that_is_told_of_once() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("crashes");
        assert!(untold(&own).is_empty());
        watch(own.clone());
        is_drawn_by("an adapter, a driver");
        let panicking = || {
            let thread = std::thread::Builder::new().name("of a test of crashes".to_owned());
            let join = thread.spawn(|| panic!("planted in {}", "anna.stl")).unwrap();
            join.join().unwrap_err();
        };
        panicking();
        let ours =
            |path: &PathBuf| std::fs::read_to_string(path).is_ok_and(|text| text.contains("of a test of crashes"));
        let found: Vec<_> = untold(&own).into_iter().filter(ours).collect();
        let text = std::fs::read_to_string(&found[0]).unwrap();
        for part in ["an adapter, a driver", "planted in [left out]", "crash.rs:", env!("CARGO_PKG_VERSION")] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("anna"), "{text}");
        // It is told of, and then it is not new any more, but there.
        let seen = told(&found[0]);
        assert!(seen.exists() && !untold(&own).contains(&found[0]));
        // However many follow, few are kept, and what was told of makes room first.
        (0..2 * MOST).for_each(|_| panicking());
        assert_eq!(reports(&own).len(), MOST);
        assert!(!seen.exists());
    }

    #[test]
    fn faults_of_one_moment_are_no_more_than_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            (0..8 * MOST).for_each(|_| drop(scope.spawn(|| leave(folder.path(), "a fault").unwrap())));
        });
        assert_eq!(reports(folder.path()).len(), MOST);
    }
}
