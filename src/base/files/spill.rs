//! Bytes that are seldom wanted, put aside on the disk. The file has no name: only this program reaches it, and the system takes
//! it away however the program ends.
use super::private;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes in memory or in a file without a name; whoever reads them does not care which.
#[derive(Debug)]
pub struct Spill {
    place: Place,
    bytes: u64,
}

#[derive(Debug)]
enum Place {
    Memory(Arc<Vec<u8>>),
    /// A file that the user alone may read, and the hash of what was written.
    File(Mutex<File>, blake3::Hash),
}

impl Spill {
    /// They stay in memory.
    pub fn in_memory(content: Vec<u8>) -> Self {
        Self::shared(Arc::new(content))
    }

    /// The same of bytes that others have, too.
    pub fn shared(content: Arc<Vec<u8>>) -> Self {
        Self { bytes: content.len() as u64, place: Place::Memory(content) }
    }

    /// What `write` writes, on the disk of `folder`, which is made if it is missing.
    ///
    /// # Errors
    /// When it cannot be written there.
    pub fn write_aside(folder: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<Self> {
        private::make_folder(folder)?;
        let mut file = tempfile::tempfile_in(folder)?;
        // It has no name, but the system shows other users the files that a program has open.
        #[cfg(unix)]
        file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        write(&mut file)?;
        file.rewind()?;
        let mut hasher = blake3::Hasher::new();
        let bytes = io::copy(&mut file, &mut hasher)?;
        Ok(Self { place: Place::File(Mutex::new(file), hasher.finalize()), bytes })
    }

    /// The same bytes on the disk of `folder`.
    ///
    /// # Errors
    /// As of [`Self::write_aside`], and of [`Self::copy_to`].
    pub fn put_aside(&self, folder: &Path) -> io::Result<Self> {
        Self::write_aside(folder, |file| self.copy_to(file))
    }

    /// How many they are.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether they are on the disk.
    pub fn is_aside(&self) -> bool {
        matches!(self.place, Place::File(..))
    }

    /// What was put, all of it in memory.
    ///
    /// # Errors
    /// When the disk does not give back what was written to it, or they do not fit into the memory.
    pub fn read(&self) -> io::Result<Arc<Vec<u8>>> {
        if let Place::Memory(content) = &self.place {
            return Ok(content.clone());
        }
        let mut content = Vec::new();
        content.try_reserve_exact(self.bytes as usize).map_err(|_| unreadable("does not fit into the memory"))?;
        self.copy_to(&mut content)?;
        Ok(Arc::new(content))
    }

    /// Writes what was put to `out`, of a file piece by piece: only who has heard of no error may use it.
    ///
    /// # Errors
    /// When the disk does not give back what was written to it, and those of `out`.
    pub fn copy_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let (file, hash) = match &self.place {
            Place::Memory(content) => return out.write_all(content),
            Place::File(file, hash) => (file, hash),
        };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let cannot_be_read = |e: io::Error| unreadable(&format!("cannot be read ({e})"));
        file.rewind().map_err(cannot_be_read)?;
        let (mut hasher, mut piece) = (blake3::Hasher::new(), vec![0; PIECE]);
        loop {
            let n = match file.read(&mut piece) {
                Ok(0) => break,
                Ok(n) => n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(cannot_be_read(e)),
            };
            hasher.update(&piece[..n]);
            out.write_all(&piece[..n])?;
        }
        if hasher.finalize() == *hash { Ok(()) } else { Err(unreadable("is damaged")) }
    }
}

/// Bytes of a file that are in memory at a time.
const PIECE: usize = 1 << 20;

fn unreadable(why: &str) -> io::Error {
    io::Error::other(format!("what was put aside on the disk for it {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::SeekFrom;

    #[test]
    fn what_is_put_aside_comes_back_and_has_no_name() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("new");
        let before = Spill::in_memory(b"a scan".to_vec());
        let aside = before.put_aside(&deep).unwrap();
        assert_eq!([&before, &aside].map(Spill::is_aside), [false, true]);
        for _ in 0..2 {
            assert_eq!(**aside.read().unwrap(), *b"a scan");
        }
        assert_eq!(**before.read().unwrap(), *b"a scan");
        assert_eq!(std::fs::read_dir(&deep).unwrap().count(), 0, "nobody else finds it");
        let again = aside.put_aside(&deep).unwrap();
        drop((before, aside));
        assert_eq!(**again.read().unwrap(), *b"a scan");
        assert_eq!(again.bytes(), 6);
    }

    #[test]
    fn damage_is_told_and_no_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let aside = Spill::in_memory(vec![7; 1000]).put_aside(folder.path()).unwrap();
        let Place::File(file, _) = &aside.place else { panic!("it is on the disk") };
        let change = |change: &dyn Fn(&mut File)| {
            change(&mut file.lock().unwrap());
            aside.read().unwrap_err().to_string()
        };
        let flip = |file: &mut File| {
            file.seek(SeekFrom::Start(500)).unwrap();
            file.write_all(b"x").unwrap();
        };
        assert!(change(&flip).ends_with("is damaged"));
        assert!(change(&|file| file.set_len(10).unwrap()).ends_with("is damaged"));
        let in_the_way = folder.path().join("file");
        std::fs::write(&in_the_way, b"").unwrap();
        assert!(Spill::in_memory(vec![1]).put_aside(&in_the_way.join("below")).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_the_user_may_read_it() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let folder = tempfile::tempdir().unwrap();
        let aside = Spill::in_memory(vec![1]).put_aside(folder.path()).unwrap();
        let Place::File(file, _) = &aside.place else { panic!("it is on the disk") };
        let facts = file.lock().unwrap().metadata().unwrap();
        assert_eq!((facts.permissions().mode() & 0o777, facts.nlink()), (0o600, 0));
    }
}
