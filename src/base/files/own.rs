//! The program's own folder: what must outlive a run but is nobody's result. Recovery files of cases that were open when
//! a program was killed, and small pictures of recent cases. All of it is patient data: the user alone may read it.
use super::{private, remove_left_over};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Names another folder than the user's own.
pub const FOLDER_VARIABLE: &str = "OCCLUSCOPE_DATA_DIR";
const CASE: &str = "occ";
const LOCK: &str = "lock";
/// A lock without a case this old belongs to nobody.
const STALE_AFTER: Duration = Duration::from_secs(60);

/// The folder; `none` keeps nothing.
#[derive(Clone, Debug, Default)]
pub struct OwnFolder(Option<PathBuf>);

impl OwnFolder {
    pub fn none() -> Self {
        Self(None)
    }

    /// The user's own, or the one that [`FOLDER_VARIABLE`] names.
    pub fn of_user() -> Self {
        Self(private::folder_of_user(FOLDER_VARIABLE, |dirs| dirs.data_dir().to_owned()))
    }

    /// Where recovery files are.
    pub fn recovery(&self) -> Option<PathBuf> {
        self.0.as_ref().map(|f| f.join("recovery"))
    }

    /// Removes what programs that were killed have left unfinished; their recovery files stay.
    pub fn remove_left_over(&self) {
        [self.recovery(), self.pictures()].iter().flatten().for_each(|folder| remove_left_over(folder));
    }

    /// Where reports of the program's own faults are.
    pub fn crashes(&self) -> Option<PathBuf> {
        self.0.as_ref().map(|f| f.join("crashes"))
    }

    /// Where pictures of recent cases are.
    pub fn pictures(&self) -> Option<PathBuf> {
        self.0.as_ref().map(|f| f.join("pictures"))
    }
}

/// This program's place for recovery. As long as it runs it holds a lock, which the system lets go however it ends.
#[derive(Debug)]
pub struct Recovery {
    path: PathBuf,
    lock_path: PathBuf,
    _lock: File,
}

impl Recovery {
    /// A place that no other program has.
    ///
    /// # Errors
    /// When the folder or the lock cannot be made.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        private::make_folder(folder)?;
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let name = format!("case-{}-{}", std::process::id(), since.as_nanos());
        let lock_path = folder.join(&name).with_extension(LOCK);
        let lock = private::new_file(&lock_path)?;
        lock.lock()?;
        Ok(Self { path: folder.join(name).with_extension(CASE), lock_path, _lock: lock })
    }

    /// Where the case is to be saved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// There is nothing to recover now.
    pub fn clear(&self) {
        let _ = fs::remove_file(&self.path);
    }

    /// An orderly end: nothing is left.
    pub fn end(self) {
        self.clear();
        let _ = fs::remove_file(&self.lock_path);
    }
}

/// A case that was open when its program ended without order. As long as this lives nobody else is offered it.
#[derive(Debug)]
pub struct LeftOver {
    pub path: PathBuf,
    /// When it was saved by itself.
    pub saved: SystemTime,
    lock_path: PathBuf,
    _lock: File,
}

impl LeftOver {
    /// It is recovered, or not wanted.
    pub fn remove(self) {
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(&self.lock_path);
    }
}

/// What ended programs have left in the folder, the newest first; those that still run keep theirs. Takes away what is of no
/// use to anybody.
pub fn left_over(folder: &Path) -> Vec<LeftOver> {
    remove_left_over(folder);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let locks = entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == LOCK));
    let mut found: Vec<LeftOver> = locks.filter_map(|lock| claim(&lock)).collect();
    found.sort_by_key(|l| std::cmp::Reverse(l.saved));
    found
}

fn claim(lock_path: &Path) -> Option<LeftOver> {
    let lock = File::options().write(true).open(lock_path).ok()?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => return None,
    }
    let age = |facts: &fs::Metadata| facts.modified().ok().and_then(|at| at.elapsed().ok()).unwrap_or_default();
    let path = lock_path.with_extension(CASE);
    let Ok(facts) = fs::metadata(&path) else {
        if lock.metadata().is_ok_and(|facts| age(&facts) > STALE_AFTER) {
            let _ = fs::remove_file(lock_path);
        }
        return None;
    };
    let saved = facts.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    // However old it is: nobody has said that it is not wanted, and a clock may be wrong.
    Some(LeftOver { path, saved, lock_path: lock_path.to_owned(), _lock: lock })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn what_a_running_program_keeps_is_not_taken_and_what_a_dead_one_left_is_found_once() {
        let folder = tempfile::tempdir().unwrap();
        let ours = Recovery::begin(folder.path()).unwrap();
        let others = Recovery::begin(folder.path()).unwrap();
        assert_ne!(ours.path(), others.path());
        fs::write(ours.path(), b"a").unwrap();
        fs::write(others.path(), b"b").unwrap();
        assert!(left_over(folder.path()).is_empty(), "both run");
        let path = others.path().to_owned();
        // A program that is killed lets its lock go and removes nothing.
        drop(others);
        let found = left_over(folder.path());
        assert_eq!(found.iter().map(|f| f.path.clone()).collect::<Vec<_>>(), [path]);
        assert!(left_over(folder.path()).is_empty(), "it was offered to somebody already");
        drop(found);
        let again = left_over(folder.path());
        assert_eq!(again.len(), 1, "who was offered it has ended without an answer");
        again.into_iter().for_each(LeftOver::remove);
        assert!(ours.path().exists());
        ours.end();
        assert_eq!(names(folder.path()), 0, "an orderly end leaves nothing");
    }

    #[test]
    fn stale_locks_go_and_cases_never_by_themselves() {
        let folder = tempfile::tempdir().unwrap();
        let (old, bare) = (Recovery::begin(folder.path()).unwrap(), Recovery::begin(folder.path()).unwrap());
        fs::write(old.path(), b"a").unwrap();
        let age = |path: &Path, age: Duration| {
            File::options().append(true).open(path).unwrap().set_modified(SystemTime::now() - age).unwrap();
        };
        let (old_path, bare_lock) = (old.path().to_owned(), bare.lock_path.clone());
        age(&old_path, Duration::from_secs(20 * 365 * 24 * 3600));
        drop(old);
        drop(bare);
        let found = left_over(folder.path());
        assert!(found.len() == 1 && found[0].path == old_path, "of twenty years ago");
        assert!(bare_lock.exists(), "a lock without a case may belong to a program that has just begun");
        age(&bare_lock, STALE_AFTER * 2);
        drop(found);
        drop(left_over(folder.path()));
        assert!(old_path.exists() && !bare_lock.exists());
        left_over(folder.path()).into_iter().for_each(LeftOver::remove);
        assert_eq!(names(folder.path()), 0, "somebody has said that it is not wanted");
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_may_look() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let recovery = Recovery::begin(&folder.path().join("deep/recovery")).unwrap();
        let mode = fs::metadata(recovery.path().parent().unwrap()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        let lock = fs::metadata(&recovery.lock_path).unwrap().permissions().mode();
        assert_eq!(lock & 0o777, 0o600);
    }
}
