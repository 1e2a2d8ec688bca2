//! Files that are not finished: under names of their own beside the one that they will have, with the rights that it has, and locked as
//! long as somebody writes. What a killed program left is known by nobody holding its lock, whatever a clock says.
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;
use tempfile::NamedTempFile;

/// How the names of unfinished files begin.
const LOCKED: &str = ".occluscope-writing-";
/// Those of earlier versions, and of systems where nothing can be locked: known by their age alone.
const UNLOCKED: &str = ".occluscope-";
const LEFT_OVER_AFTER: Duration = Duration::from_secs(3600);

/// What a finished file is to be.
pub enum Rights {
    /// A new file: as other programs make one.
    Usual,
    /// As the one in its place.
    Of(fs::Metadata),
    /// The user's alone.
    Own,
}

impl Rights {
    /// What can be given is given: a file system without such rights is no error, and nobody gives a file to another user but the
    /// system's own. Elsewhere than on Unix it is the attributes that Rust knows, and what the folder hands down.
    pub fn give(&self, file: &File) {
        let Self::Of(facts) = self else { return };
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            let is_same = file.metadata().is_ok_and(|own| (own.uid(), own.gid()) == (facts.uid(), facts.gid()));
            if !is_same && fchown(file, Some(facts.uid()), Some(facts.gid())).is_err() {
                let _ = fchown(file, None, Some(facts.gid()));
            }
        }
        let _ = file.set_permissions(facts.permissions());
    }
}

/// A new unfinished file, locked.
///
/// # Errors
/// When the folder takes none.
pub fn begin(folder: &Path, rights: &Rights) -> io::Result<NamedTempFile> {
    const TRIES: usize = 4;
    let mut file = named(folder, LOCKED, rights)?;
    for _ in 0..TRIES {
        match file.as_file().try_lock() {
            // Between making and locking somebody may have taken it for left over.
            Ok(()) if file.path().exists() => return Ok(file),
            Ok(()) | Err(TryLockError::WouldBlock) => file = named(folder, LOCKED, rights)?,
            Err(TryLockError::Error(_)) => break,
        }
    }
    named(folder, UNLOCKED, rights)
}

/// The user's alone until it is done, but for one that is to be as any other.
fn named(folder: &Path, prefix: &str, rights: &Rights) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    if matches!(rights, Rights::Usual) {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = rights;
    builder.tempfile_in(folder)
}

/// Removes what programs that were killed in the middle of writing have left in a folder.
pub fn remove_left_over(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_left_over = match () {
            () if name.starts_with(LOCKED) => is_nobodys(&entry.path()),
            () => name.starts_with(UNLOCKED) && is_old(&entry),
        };
        if is_left_over && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether no program has it any more; where that cannot be told, it is somebody's.
fn is_nobodys(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|facts| facts.is_file())
        && File::options().append(true).open(path).is_ok_and(|file| file.try_lock().is_ok())
}

fn is_old(entry: &fs::DirEntry) -> bool {
    let age = entry.metadata().and_then(|facts| facts.modified()).ok().and_then(|at| at.elapsed().ok());
    age.is_some_and(|age| age > LEFT_OVER_AFTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_in(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_nobody_writes_any_more_goes_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let [killed, runs] = [0, 1].map(|_| begin(folder.path(), &Rights::Usual).unwrap());
        // A program that is killed lets its lock go, and the name stays.
        let (file, path) = killed.keep().unwrap();
        drop(file);
        fs::write(folder.path().join("case.occ"), b"x").unwrap();
        assert!(path.exists());
        remove_left_over(folder.path());
        let left = runs.path().file_name().unwrap().to_str().unwrap().to_owned();
        assert_eq!(names_in(folder.path()), [left, "case.occ".to_owned()], "the twin is being written");
        drop(runs);
        assert_eq!(names_in(folder.path()), ["case.occ"]);
    }

    #[test]
    fn of_older_versions_only_old_ones_go() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".occluscope-old", ".occluscope-new", "case.occ"] {
            fs::write(folder.path().join(name), b"x").unwrap();
        }
        for name in [".occluscope-old", "case.occ"] {
            let file = File::options().append(true).open(folder.path().join(name)).unwrap();
            file.set_modified(std::time::SystemTime::now() - 2 * LEFT_OVER_AFTER).unwrap();
        }
        remove_left_over(folder.path());
        assert_eq!(names_in(folder.path()), [".occluscope-new", "case.occ"]);
    }
}
