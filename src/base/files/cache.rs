//! A folder of results that can be made again: kept between runs, never trusted, never needed.
//!
//! What is kept is made from scans, which are patient data: only the user may read it, and the oldest goes when there
//! is too much. Every file ends with a BLAKE3 hash of its name and content: one that is cut short, damaged, renamed or
//! somebody else's is as good as none. Nothing here is worth an error: without a folder, or with a full disk, things
//! are made anew.
use super::temporary::{self, Rights};
use super::{private, read_file, remove_left_over};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Names another folder than the user's own.
pub const FOLDER_VARIABLE: &str = "OCCLUSCOPE_CACHE_DIR";
/// At most this many cases stay ...
const MOST_CASES: usize = 20;
/// ... and this many bytes.
const MOST_BYTES: u64 = 2 << 30;
/// A larger file is nothing of ours, bytes.
const LARGEST_FILE: u64 = 1 << 30;
const HASH_BYTES: usize = blake3::OUT_LEN;
const ENDING: &str = ".occluscope-prepared";

/// Names a case by what it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheKey(String);

impl CacheKey {
    /// The same for the same parts in the same order, and for this very program on this kind of machine: another
    /// program may prepare otherwise.
    pub fn of(parts: &[&[u8]]) -> Self {
        let mut hasher = blake3::Hasher::new();
        let program = program();
        for part in [program.as_bytes()].iter().chain(parts) {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        Self(hasher.finalize().to_hex().to_string())
    }
}

/// Version, size and date of the program, and how it stores numbers.
fn program() -> String {
    let file = std::env::current_exe().and_then(fs::metadata).ok();
    let date =
        file.as_ref().and_then(|f| f.modified().ok()).and_then(|t| t.duration_since(SystemTime::UNIX_EPOCH).ok());
    let endian = if cfg!(target_endian = "little") { "little" } else { "big" };
    format!("{} {endian} {:?} {date:?}", env!("CARGO_PKG_VERSION"), file.map(|f| f.len()))
}

/// Where things are kept; `none` keeps nothing. Clones are the same folder.
#[derive(Clone, Debug, Default)]
pub struct CacheFolder(Option<PathBuf>);

impl CacheFolder {
    pub fn none() -> Self {
        Self(None)
    }

    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(Some(path.into()))
    }

    /// The user's own, or the one that [`FOLDER_VARIABLE`] names.
    pub fn of_user() -> Self {
        Self(private::folder_of_user(FOLDER_VARIABLE, |dirs| dirs.cache_dir().join("prepared")))
    }

    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }

    pub fn path(&self) -> Option<&Path> {
        self.0.as_deref()
    }

    /// One part of a case, as it was put; `None` when it is not there or not whole. A case that was asked for is the
    /// last to go.
    pub fn get(&self, key: &CacheKey, part: &str) -> Option<Vec<u8>> {
        let path = self.place(key, part)?;
        let size = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?.len();
        if !(HASH_BYTES as u64..=LARGEST_FILE).contains(&size) {
            return None;
        }
        let mut content = read_file(&path).ok()?;
        let hash = content.split_off(content.len().checked_sub(HASH_BYTES)?);
        let mut hasher = hasher_of(&path);
        hasher.update(&content);
        if hasher.finalize().as_bytes()[..] != hash {
            tracing::debug!("{} is damaged and not used", path.display());
            return None;
        }
        // Only the order in which cases go depends on it.
        let _ = File::options().append(true).open(&path).and_then(|f| f.set_modified(SystemTime::now()));
        Some(content)
    }

    /// Keeps one part of a case, in place of what stood there. Removes what is too much.
    pub fn put(&self, key: &CacheKey, part: &str, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let Some(path) = self.place(key, part) else { return };
        match write_whole(&path, write) {
            Ok(()) => self.remove_oldest(MOST_CASES, MOST_BYTES),
            Err(error) => tracing::debug!("{} is not kept: {error}", path.display()),
        }
    }

    /// Removes what programs that were killed have left unfinished.
    pub fn remove_left_over(&self) {
        self.0.iter().for_each(|folder| remove_left_over(folder));
    }

    /// Removes everything that is kept: how many files, and their bytes.
    pub fn clear(&self) -> (usize, u64) {
        self.remove_left_over();
        let all = self.files();
        let gone = all.iter().filter(|f| fs::remove_file(&f.path).is_ok());
        gone.fold((0, 0), |(n, bytes), f| (n + 1, bytes + f.bytes))
    }

    /// How many files are kept, and their bytes.
    pub fn size(&self) -> (usize, u64) {
        self.files().iter().fold((0, 0), |(n, bytes), f| (n + 1, bytes + f.bytes))
    }

    fn place(&self, key: &CacheKey, part: &str) -> Option<PathBuf> {
        Some(self.0.as_ref()?.join(format!("{}.{part}{ENDING}", key.0)))
    }

    /// Files of ours that are finished.
    fn files(&self) -> Vec<KeptFile> {
        let entries = self.0.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        entries.into_iter().flatten().filter_map(|entry| KeptFile::of(&entry.ok()?)).collect()
    }

    fn remove_oldest(&self, most_cases: usize, most_bytes: u64) {
        self.remove_left_over();
        let mut files = self.files();
        // Parts of a case are neighbours, cases stand in the order in which they were last used.
        files.sort_by(|a, b| a.case.cmp(&b.case));
        let mut cases: Vec<&[KeptFile]> = files.chunk_by(|a, b| a.case == b.case).collect();
        cases.sort_by_key(|case| case.iter().map(|f| f.used).max());
        let mut bytes: u64 = files.iter().map(|f| f.bytes).sum();
        for (left, case) in (1..=cases.len()).rev().zip(&cases) {
            if left <= most_cases && bytes <= most_bytes {
                break;
            }
            bytes -= case.iter().map(|f| f.bytes).sum::<u64>();
            case.iter().for_each(|f| drop(fs::remove_file(&f.path)));
        }
    }
}

#[derive(Debug)]
struct KeptFile {
    path: PathBuf,
    case: String,
    bytes: u64,
    used: SystemTime,
}

impl KeptFile {
    fn of(entry: &fs::DirEntry) -> Option<Self> {
        let name = entry.file_name().into_string().ok()?;
        let facts = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        let used = facts.modified().ok()?;
        let (case, _) = name.strip_suffix(ENDING)?.split_once('.')?;
        Some(Self { path: entry.path(), case: case.to_owned(), bytes: facts.len(), used })
    }
}

/// The name belongs to what is hashed: a file under another name is not what that name asks for.
fn hasher_of(path: &Path) -> blake3::Hasher {
    let mut hasher = blake3::Hasher::new();
    hasher.update(path.file_name().unwrap_or_default().as_encoded_bytes());
    hasher
}

/// Writes under a temporary name, content then hash, and renames. The temporary file is the user's alone.
fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::NotFound)?;
    private::make_folder(folder)?;
    let mut file = temporary::begin(folder, &Rights::Own)?;
    // Large pieces: small ones are hashed slowly.
    let mut out = BufWriter::with_capacity(1 << 18, Hashing { out: file.as_file_mut(), hasher: hasher_of(path) });
    write(&mut out)?;
    let Hashing { out, hasher } = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    out.write_all(hasher.finalize().as_bytes())?;
    file.persist(path).map(drop).map_err(|e| e.error)
}

struct Hashing<'a> {
    out: &'a mut File,
    hasher: blake3::Hasher,
}

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.hasher.update(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn put(cache: &CacheFolder, key: &CacheKey, part: &str, content: &[u8]) {
        cache.put(key, part, |out| out.write_all(content));
    }

    fn key(name: &str) -> CacheKey {
        CacheKey::of(&[name.as_bytes()])
    }

    #[test]
    fn what_was_put_comes_back_and_parts_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CacheFolder::at(folder.path().join("deep/prepared"));
        assert_eq!(cache.get(&key("a"), "pair"), None);
        put(&cache, &key("a"), "pair", b"content");
        put(&cache, &key("a"), "display", b"");
        assert_eq!(cache.get(&key("a"), "pair").as_deref(), Some(&b"content"[..]));
        assert_eq!(cache.get(&key("a"), "display").as_deref(), Some(&b""[..]));
        assert_eq!(cache.get(&key("b"), "pair"), None);
        assert_ne!(CacheKey::of(&[b"ab", b"c"]), CacheKey::of(&[b"a", b"bc"]), "parts do not run together");
        let (n, _) = cache.size();
        assert_eq!((n, cache.clear().0, cache.size()), (2, 2, (0, 0)));
    }

    #[test]
    fn damaged_renamed_and_strange_files_are_as_good_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CacheFolder::at(folder.path());
        let (a, b) = (key("a"), key("b"));
        put(&cache, &a, "pair", b"a longer content");
        let path = cache.place(&a, "pair").unwrap();
        let whole = fs::read(&path).unwrap();
        for i in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[i] ^= 0x10;
            fs::write(&path, &bytes).unwrap();
            assert_eq!(cache.get(&a, "pair"), None, "byte {i} flipped");
            fs::write(&path, &whole[..i]).unwrap();
            assert_eq!(cache.get(&a, "pair"), None, "cut to {i} bytes");
        }
        fs::write(&path, &whole).unwrap();
        assert!(cache.get(&a, "pair").is_some(), "the twin: whole again");
        fs::copy(&path, cache.place(&b, "pair").unwrap()).unwrap();
        assert_eq!(cache.get(&b, "pair"), None, "another case's file");
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(cache.get(&a, "pair"), None);
        put(&cache, &a, "pair", b"x");
    }

    #[test]
    fn the_case_not_used_for_longest_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CacheFolder::at(folder.path());
        let age = |name: &str, seconds: u64| {
            let file = File::options().append(true).open(cache.place(&key(name), "pair").unwrap()).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).unwrap();
        };
        for (i, name) in ["a", "b", "c"].iter().enumerate() {
            put(&cache, &key(name), "pair", &[0; 100]);
            age(name, 1000 - i as u64);
        }
        put(&cache, &key("c"), "display", &[0; 100]);
        // "a" is the oldest until it is asked for.
        assert!(cache.get(&key("a"), "pair").is_some());
        cache.remove_oldest(2, u64::MAX);
        assert_eq!(["a", "b", "c"].map(|n| cache.get(&key(n), "pair").is_some()), [true, false, true]);
        age("a", 500);
        cache.remove_oldest(2, 300);
        assert_eq!(["a", "c"].map(|n| cache.get(&key(n), "pair").is_some()), [false, true]);
        assert!(cache.get(&key("c"), "display").is_some(), "264 bytes of one case are within 300");
    }

    #[test]
    fn only_what_is_ours_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CacheFolder::at(folder.path());
        let (written, left_over) = temporary::begin(folder.path(), &Rights::Own).unwrap().keep().unwrap();
        for name in ["letter.txt", "case.occ"] {
            fs::write(folder.path().join(name), b"keep").unwrap();
        }
        put(&cache, &key("a"), "pair", b"x");
        assert!(left_over.exists(), "it is still written to");
        drop(written);
        cache.remove_oldest(0, 0);
        let names = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name());
        assert_eq!(names.filter(|n| n != "letter.txt" && n != "case.occ").count(), 0);
        assert!(folder.path().join("letter.txt").exists() && folder.path().join("case.occ").exists());
    }

    #[test]
    fn no_folder_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, b"in the way").unwrap();
        for cache in [CacheFolder::none(), CacheFolder::at(file.join("below"))] {
            put(&cache, &key("a"), "pair", b"x");
            assert_eq!(cache.get(&key("a"), "pair"), None);
        }
        let cache = CacheFolder::at(folder.path());
        cache.put(&key("a"), "pair", |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert_eq!((cache.get(&key("a"), "pair"), cache.size().0), (None, 0));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing but the file that was there");
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let cache = CacheFolder::at(folder.path().join("new"));
        put(&cache, &key("a"), "pair", b"x");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder.path().join("new")), 0o700);
        assert_eq!(mode(&cache.place(&key("a"), "pair").unwrap()), 0o600);
    }
}
