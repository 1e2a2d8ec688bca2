//! A row's key: what its figures depend on, and nothing else. Rows that ask the same have one key and one result, whatever they are named.
use super::manifest::{CaseRow, Pose, Scans};
use super::settings::Settings;
use crate::export::cohort::ScanHashes;
use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// As hex it is a file's name.
pub type Key = blake3::Hash;

#[derive(Debug)]
pub struct RowKey {
    pub key: Key,
    pub hashes: ScanHashes,
}

/// Hashes of files. Rows that stand together often name the same scans: the last ones are remembered.
#[derive(Debug, Default)]
pub struct FileHashes {
    last: Mutex<HashMap<PathBuf, Option<blake3::Hash>>>,
}

const REMEMBERED: usize = 64;

impl FileHashes {
    /// `None` of what is no file, or cannot be read: a result of that is another one than of the file that may come.
    fn of(&self, path: &Path) -> Option<blake3::Hash> {
        let last = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = last().get(path) {
            return *known;
        }
        let found = hash_of(path);
        let mut last = last();
        if last.len() >= REMEMBERED {
            last.clear();
        }
        last.insert(path.to_owned(), found);
        found
    }

    /// The key of a row whose files are seen from a folder.
    pub fn key_of(&self, row: &CaseRow, folder: &Path, settings: &Settings) -> RowKey {
        let files: Vec<_> = row.places(folder).iter().map(|(path, word)| (*word, self.of(path))).collect();
        let hex = |hash: Option<blake3::Hash>| hash.map(|h| h.to_hex().to_string());
        let named = |word: &str| files.iter().find(|(w, _)| *w == word).and_then(|(_, hash)| hex(*hash));
        let mut text = format!("occluscope/cohort-key/1\n{}\n{}\n", env!("CARGO_PKG_VERSION"), settings.hash);
        text += &format!("unit {:?}\npose {:?}\n", row.unit, pose_bits(&row.pose));
        for (word, hash) in &files {
            text += &format!("{word} {}\n", hex(*hash).as_deref().unwrap_or("none"));
        }
        let hashes = match row.scans {
            Scans::Pair(..) => ScanHashes { upper: named("upper"), lower: named("lower"), case: None },
            Scans::Case(_) => ScanHashes { case: named("case"), ..ScanHashes::default() },
        };
        RowKey { key: blake3::hash(text.as_bytes()), hashes }
    }
}

/// The numbers themselves, however they are written; a file's are in its hash.
fn pose_bits(pose: &Pose) -> Option<Vec<u64>> {
    let Pose::Six(six) = pose else { return None };
    Some(six.split(',').filter_map(|n| n.trim().parse::<f64>().ok()).map(f64::to_bits).collect())
}

fn hash_of(path: &Path) -> Option<blake3::Hash> {
    // What is no regular file may never end.
    std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(path).ok()?).ok()?;
    Some(hasher.finalize())
}
