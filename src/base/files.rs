//! Reading scans and writing results whole or not at all. With the faces (`app`, `cli`) the only place that opens
//! files; both faces share it.
pub mod cache;
pub mod crash;
pub mod memory;
pub mod own;
pub mod places;
pub mod private;
pub mod spill;
mod temporary;

pub use temporary::remove_left_over;

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use temporary::Rights;

/// Files above this are refused before anything is allocated, bytes.
pub const LARGEST_SCAN: u64 = 4 << 30;

/// How a ZIP begins, which cases are.
pub const ZIP: &[u8] = b"PK\x03\x04";

/// One clear sentence that names the file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{}: there is no such file", .0.display())]
    Missing(PathBuf),
    #[error("{}: this is a folder, a scan file is needed", .0.display())]
    Folder(PathBuf),
    #[error("{}: this is not a regular file", .0.display())]
    NotRegular(PathBuf),
    #[error("{}: no permission to {what} it", .path.display())]
    Permission { path: PathBuf, what: &'static str },
    #[error("{}: the file is empty", .0.display())]
    Empty(PathBuf),
    #[error("{}: the file has {:.1} GiB; files above {} GiB are not read", .path.display(), *.bytes as f64 / (1u64 << 30) as f64, LARGEST_SCAN >> 30)]
    TooLarge { path: PathBuf, bytes: u64 },
    #[error("{}: there is not enough memory to read its {} MiB", .path.display(), .bytes >> 20)]
    NoMemory { path: PathBuf, bytes: u64 },
    #[error("{}: a file with this name is in the way of the folder", .0.display())]
    NotAFolder(PathBuf),
    #[error("{}: the folder to write it into does not exist", .0.display())]
    NoFolder(PathBuf),
    #[error("{}: cannot {what} it ({reason})", .path.display())]
    Io { path: PathBuf, what: &'static str, reason: io::Error },
}

impl FileError {
    fn new(path: &Path, what: &'static str, reason: io::Error) -> Self {
        let path = path.to_owned();
        match reason.kind() {
            io::ErrorKind::NotFound if what == "read" => Self::Missing(path),
            io::ErrorKind::NotFound => Self::NoFolder(path),
            io::ErrorKind::PermissionDenied => Self::Permission { path, what },
            _ => Self::Io { path, what, reason },
        }
    }
}

/// All bytes of a scan. The size is looked at before anything is read.
///
/// # Errors
/// [`FileError`] for anything but a regular file of 1 byte to 4 GiB that may be read.
pub fn read_file(path: &Path) -> Result<Vec<u8>, FileError> {
    let metadata = fs::metadata(path).map_err(|e| FileError::new(path, "read", e))?;
    let bytes = metadata.len();
    match () {
        () if metadata.is_dir() => return Err(FileError::Folder(path.to_owned())),
        () if !metadata.is_file() => return Err(FileError::NotRegular(path.to_owned())),
        () if bytes == 0 => return Err(FileError::Empty(path.to_owned())),
        () if bytes > LARGEST_SCAN => return Err(FileError::TooLarge { path: path.to_owned(), bytes }),
        () => {}
    }
    let mut content = Vec::new();
    content.try_reserve_exact(bytes as usize).map_err(|_| FileError::NoMemory { path: path.to_owned(), bytes })?;
    // The file may grow while it is read: never more than was announced.
    File::open(path)
        .and_then(|f| f.take(bytes).read_to_end(&mut content))
        .map_err(|e| FileError::new(path, "read", e))?;
    Ok(content)
}

/// Bytes of a file; 0 where there is none to be seen.
pub fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |facts| facts.len())
}

/// A file's name without the folder.
pub fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned())
}

/// A folder for results. Dropped without [`NewFolder::keep`], what was made of it goes again if it is empty.
#[derive(Debug)]
pub struct NewFolder {
    /// Made here, the outermost first.
    made: Vec<PathBuf>,
}

impl NewFolder {
    /// Makes `path`, and what is missing above it.
    ///
    /// # Errors
    /// [`FileError`] naming the folder that cannot be made.
    pub fn make(path: &Path) -> Result<Self, FileError> {
        let mut this = Self { made: Vec::new() };
        let missing: Vec<_> =
            path.ancestors().take_while(|p| !p.as_os_str().is_empty() && !p.is_dir()).map(Path::to_owned).collect();
        for folder in missing.into_iter().rev() {
            match fs::create_dir(&folder) {
                Ok(()) => this.made.push(folder),
                // Somebody else was faster.
                Err(_) if folder.is_dir() => {}
                Err(e) if matches!(e.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory) => {
                    return Err(FileError::NotAFolder(folder));
                }
                Err(e) => return Err(FileError::new(&folder, "make", e)),
            }
        }
        Ok(this)
    }

    /// The folder stays.
    pub fn keep(mut self) {
        self.made.clear();
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        for folder in self.made.iter().rev() {
            // One that is not empty holds somebody else's files and stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// A result that is written whole but does not stand under its name yet. Dropped without [`Staged::commit`], it
/// leaves nothing behind.
#[derive(Debug)]
pub struct Staged {
    path: PathBuf,
    /// `None` where the path names a device or pipe: it is written to directly.
    file: Option<NamedTempFile>,
}

impl Staged {
    /// Writes to a temporary name in the folder of `path`.
    ///
    /// # Errors
    /// [`FileError`] naming `path` when the folder is not there or the disk is full.
    pub fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Self, FileError> {
        let fail = |e| FileError::new(path, "write", e);
        let metadata = fs::metadata(path);
        if metadata.as_ref().is_ok_and(fs::Metadata::is_dir) {
            return Err(FileError::Folder(path.to_owned()));
        }
        if metadata.is_ok_and(|m| !m.is_file()) {
            let mut out = BufWriter::new(fs::OpenOptions::new().write(true).open(path).map_err(fail)?);
            write(&mut out).and_then(|()| out.flush()).map_err(fail)?;
            return Ok(Self { path: path.to_owned(), file: None });
        }
        // A link keeps pointing where it points: its target is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let rights = fs::metadata(&path).map_or(Rights::Usual, Rights::Of);
        Self::write_as(path, rights, write)
    }

    /// A file of the program's own: the user alone may read it, whatever stood there.
    ///
    /// # Errors
    /// As [`Staged::write`].
    pub fn write_own(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Self, FileError> {
        Self::write_as(path.to_owned(), Rights::Own, write)
    }

    fn write_as(
        path: PathBuf,
        rights: Rights,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Self, FileError> {
        let mut out = Unfinished::begin(path, rights)?;
        write(&mut out).map_err(|e| FileError::new(&out.path, "write", e))?;
        out.finish()
    }

    /// Puts the result under its name.
    ///
    /// # Errors
    /// [`FileError`] naming the path when it cannot be renamed.
    pub fn commit(self) -> Result<(), FileError> {
        let Some(file) = self.file else { return Ok(()) };
        file.persist(&self.path).map(drop).map_err(|e| FileError::new(&self.path, "write", e.error))?;
        // The new name outlives a power failure too, where a folder can be synced.
        #[cfg(unix)]
        if let Some(folder) = self.path.parent() {
            let _ = File::open(folder).and_then(|f| f.sync_all());
        }
        Ok(())
    }
}

/// A result that is written piece by piece, beside others; a staged one once it is finished. Dropped before, it leaves nothing behind.
pub struct Unfinished {
    path: PathBuf,
    rights: Rights,
    out: BufWriter<NamedTempFile>,
}

impl Unfinished {
    /// A file in place of whatever has this name.
    ///
    /// # Errors
    /// [`FileError`] naming `path` when the folder is not there or takes no file.
    pub fn new(path: &Path) -> Result<Self, FileError> {
        let rights = fs::metadata(path).map_or(Rights::Usual, Rights::Of);
        Self::begin(path.to_owned(), rights)
    }

    fn begin(path: PathBuf, rights: Rights) -> Result<Self, FileError> {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        remove_left_over(folder);
        let file = temporary::begin(folder, &rights).map_err(|e| FileError::new(&path, "write", e))?;
        Ok(Self { path, rights, out: BufWriter::new(file) })
    }

    /// Everything is written.
    ///
    /// # Errors
    /// [`FileError`] naming the path when the disk is full.
    pub fn finish(self) -> Result<Staged, FileError> {
        let fail = |e| FileError::new(&self.path, "write", e);
        let file = self.out.into_inner().map_err(|e| fail(e.into_error()))?;
        file.as_file().sync_all().map_err(fail)?;
        self.rights.give(file.as_file());
        Ok(Staged { path: self.path, file: Some(file) })
    }
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a whole file: under a temporary name in the same folder first, then renamed.
///
/// # Errors
/// [`FileError`] naming `path`; what stood there before is untouched.
pub fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
    Staged::write(path, write)?.commit()
}

/// The same for a file of the program's own ([`Staged::write_own`]).
///
/// # Errors
/// [`FileError`] naming `path`.
pub fn write_own_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
    Staged::write_own(path, write)?.commit()
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
    fn a_failed_write_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        write_file(&path, |out| out.write_all(b"old")).unwrap();
        let failed = write_file(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.unwrap_err().to_string().contains("a.json"));
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names_in(folder.path()), ["a.json"]);
    }

    #[test]
    fn a_folder_goes_again_unless_it_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        drop(NewFolder::make(&deep).unwrap());
        assert!(names_in(folder.path()).is_empty());
        NewFolder::make(&deep).unwrap().keep();
        drop(NewFolder::make(&deep).unwrap());
        assert!(deep.is_dir());
        fs::write(deep.join("file"), b"x").unwrap();
        for path in [deep.join("file"), deep.join("file/below")] {
            let message = NewFolder::make(&path).unwrap_err().to_string();
            assert!(message.contains("in the way") && message.contains("file"), "{message}");
        }
    }

    #[test]
    fn what_is_not_committed_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let staged = Staged::write(&folder.path().join("b"), |out| out.write_all(b"x")).unwrap();
        assert_eq!(names_in(folder.path()).len(), 1);
        drop(staged);
        assert!(names_in(folder.path()).is_empty());
    }

    #[test]
    fn errors_name_the_file_and_what_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let empty = folder.path().join("empty.stl");
        fs::write(&empty, b"").unwrap();
        for (path, text) in
            [(folder.path().join("none.stl"), "no such file"), (folder.path().into(), "folder"), (empty, "empty")]
        {
            let message = read_file(&path).unwrap_err().to_string();
            assert!(message.contains(text) && message.contains(path.to_str().unwrap()), "{message}");
        }
        let message = write_file(&folder.path().join("no/a"), |_| Ok(())).unwrap_err().to_string();
        assert!(message.contains("folder to write it into"), "{message}");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_written_over_keeps_its_rights() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("case.occ");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        for kept in [0o600, 0o640, 0o664, 0o400] {
            fs::write(&path, b"old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(kept)).unwrap();
            let staged = Staged::write(&path, |out| out.write_all(b"new")).unwrap();
            let unfinished = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().path()).find(|p| *p != path);
            assert_eq!(mode(&unfinished.unwrap()) & !kept, 0, "nobody else reads it before it is done");
            staged.commit().unwrap();
            assert_eq!((mode(&path), fs::read(&path).unwrap()), (kept, b"new".to_vec()));
            fs::remove_file(&path).unwrap();
        }
        // The twin: a new file has the usual rights, which the system may take away from; one of the program's own has not.
        let usual = folder.path().join("usual");
        fs::write(&usual, b"").unwrap();
        write_file(&path, |out| out.write_all(b"x")).unwrap();
        assert_eq!(mode(&path), mode(&usual));
        write_own_file(&path, |out| out.write_all(b"x")).unwrap();
        assert_eq!(mode(&path), 0o600, "though others could read what stood there");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        write_file(Path::new("/dev/null"), |out| out.write_all(b"x")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
