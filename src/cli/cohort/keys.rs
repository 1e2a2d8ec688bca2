//! The keys of a manifest's rows, and files of them: `keys/NAME-I-of-N.csv` says which result each case of a shard has, so that tables can be
//! made without reading a million scans once more. It is no journal: who has none reads the scans.
use super::key::{FileHashes, Key};
use super::manifest::Manifest;
use super::settings::Settings;
use super::shard::Shard;
use crate::base::files::{self, NewFolder};
use std::path::{Path, PathBuf};

/// Of each row in the manifest's order; `None` where it is not known yet.
#[derive(Debug)]
pub struct Keys(Vec<Option<Key>>);

impl Keys {
    pub fn none(manifest: &Manifest) -> Self {
        Self(vec![None; manifest.rows.len()])
    }

    pub fn of(&self, row: usize) -> Option<Key> {
        self.0.get(row).copied().flatten()
    }

    pub fn set(&mut self, row: usize, key: Key) {
        if let Some(place) = self.0.get_mut(row) {
            *place = Some(key);
        }
    }

    /// Looks at the files of rows that no shard told of.
    pub fn fill(&mut self, manifest: &Manifest, settings: &Settings) {
        let hashes = FileHashes::default();
        for (row, key) in manifest.rows.iter().zip(&mut self.0).filter(|(_, key)| key.is_none()) {
            *key = Some(hashes.key_of(row, &manifest.folder, settings).key);
        }
    }
}

/// Where the keys of this manifest with these settings stand.
#[derive(Debug)]
pub struct KeyFile {
    folder: PathBuf,
    /// Another manifest, other settings, another version: another name.
    stem: String,
}

const DIGITS: usize = 16;

impl KeyFile {
    pub fn new(out: &Path, manifest: &Manifest, settings: &Settings) -> Self {
        let text = format!("{}\n{}\n{}", manifest.hash.to_hex(), settings.hash, env!("CARGO_PKG_VERSION"));
        let stem = blake3::hash(text.as_bytes()).to_hex()[..DIGITS].to_owned();
        Self { folder: out.join("keys"), stem }
    }

    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, shard: Shard, manifest: &Manifest, rows: &[usize], keys: &Keys) -> anyhow::Result<()> {
        NewFolder::make(&self.folder)?.keep();
        let path = self.folder.join(format!("{}-{}.csv", self.stem, shard.name()));
        files::write_file(&path, |out| {
            let mut table = csv::Writer::from_writer(out);
            table.write_record(["case_id", "key"])?;
            for row in rows {
                if let Some(key) = keys.of(*row) {
                    table.write_record([&*manifest.rows[*row].id, key.to_hex().as_str()])?;
                }
            }
            table.flush()
        })?;
        Ok(())
    }

    /// What all shards told. A file that is not what it should be tells nothing.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn read_all(&self, manifest: &Manifest) -> anyhow::Result<Keys> {
        let mut keys = Keys::none(manifest);
        if !self.folder.is_dir() {
            return Ok(keys);
        }
        for entry in std::fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with(&format!("{}-", self.stem)) {
                read(&path, manifest, &mut keys);
            }
        }
        Ok(keys)
    }
}

fn read(path: &Path, manifest: &Manifest, keys: &mut Keys) {
    let Ok(mut table) = csv::Reader::from_path(path) else { return };
    for line in table.records().map_while(Result::ok) {
        let (Some(id), Some(key)) = (line.get(0), line.get(1).and_then(|hex| Key::from_hex(hex).ok())) else { return };
        let found = manifest.sorted.binary_search_by(|row| (*manifest.rows[*row as usize].id).cmp(id));
        if let Ok(place) = found {
            keys.set(manifest.sorted[place] as usize, key);
        }
    }
}
