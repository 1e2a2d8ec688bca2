//! The scans of an open case as their files held them: what a case file embeds. Packed once, on a worker, so that saving is
//! copying.
use super::archive;
use crate::base::files::spill::Spill;
use crate::jaw::JawPair;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// A scan's bytes, packed.
#[derive(Clone, Debug)]
pub struct PackedScan {
    /// Hex, of the bytes before packing.
    pub blake3: String,
    pub bytes: u64,
    /// "stl", "ply" or "obj", by its content.
    pub extension: &'static str,
    /// An archive that holds it, and under which name.
    pub(super) archive: Arc<Spill>,
    pub(super) entry: String,
}

impl PackedScan {
    /// # Errors
    /// One sentence; none is known.
    pub fn pack(content: &[u8], blake3: String) -> Result<Self, String> {
        let entry = "scan".to_owned();
        let archive = archive::pack(&entry, content).map_err(|e| format!("a scan cannot be packed ({e})"))?;
        let extension = crate::import::extension_of(content);
        Ok(Self { blake3, bytes: content.len() as u64, extension, archive: Arc::new(Spill::in_memory(archive)), entry })
    }

    /// The same scan on the disk of `folder`, where only this program reaches it; in memory as it is where that fails.
    pub fn put_aside(mut self, folder: Option<&Path>) -> Self {
        match folder.map(|folder| self.archive.put_aside(folder)) {
            Some(Ok(spill)) => self.archive = Arc::new(spill),
            Some(Err(error)) => tracing::debug!("scans for saving stay in memory: {error}"),
            None => {}
        }
        self
    }

    /// Both scans, which a case file that was opened holds in one archive.
    pub fn put_both_aside([upper, lower]: [Self; 2], folder: Option<&Path>) -> [Self; 2] {
        let is_shared = Arc::ptr_eq(&upper.archive, &lower.archive);
        let upper = upper.put_aside(folder);
        let lower = if is_shared { Self { archive: upper.archive.clone(), ..lower } } else { lower.put_aside(folder) };
        [upper, lower]
    }
}

type Packing = Box<dyn FnOnce() -> Result<[PackedScan; 2], String> + Send>;

/// Both scans of an open case. Clones are the same scans.
#[derive(Clone)]
pub struct KeptScans(Arc<Kept>);

struct Kept {
    packed: LazyLock<Result<[PackedScan; 2], String>, Packing>,
    /// What the pair calls them: of the sample case that is not the hash of a file.
    pair_hashes: [String; 2],
    /// Where they are on this machine, if they are files.
    paths: Option<[PathBuf; 2]>,
    /// Until they are packed, the scans' bytes are held for it.
    holds_bytes: bool,
}

impl std::fmt::Debug for KeptScans {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("KeptScans").field("hashes", &self.0.pair_hashes).finish_non_exhaustive()
    }
}

impl KeptScans {
    /// `packing` is done once, by whoever needs its result first.
    pub fn new(
        pair_hashes: [String; 2],
        paths: Option<[PathBuf; 2]>,
        packing: impl FnOnce() -> Result<[PackedScan; 2], String> + Send + 'static,
    ) -> Self {
        Self(Arc::new(Kept { packed: LazyLock::new(Box::new(packing)), pair_hashes, paths, holds_bytes: true }))
    }

    /// The built-in sample, made again for it: the meshes as binary STL.
    pub fn sample(pair_hashes: [String; 2]) -> Self {
        let packing = || {
            let (upper, lower) = crate::jaw::sample_case(&Default::default()).map_err(|e| e.to_string())?;
            let packed = [upper, lower].map(|mesh| {
                let mut content = Vec::new();
                let corners = mesh.triangles.iter().map(|t| t.map(|i| mesh.positions[i as usize]));
                crate::export::stl::write_stl(corners, &mut content).map_err(|e| e.to_string())?;
                let blake3 = blake3::hash(&content).to_hex().to_string();
                PackedScan::pack(&content, blake3)
            });
            let [upper, lower] = packed;
            Ok([upper?, lower?])
        };
        Self(Arc::new(Kept { packed: LazyLock::new(Box::new(packing)), pair_hashes, paths: None, holds_bytes: false }))
    }

    /// Whether they are files of their own on this machine.
    pub fn has_paths(&self) -> bool {
        self.0.paths.is_some()
    }

    /// Where they are as the case was opened, upper first, if they are files of their own.
    pub fn paths(&self) -> Option<[PathBuf; 2]> {
        self.0.paths.clone()
    }

    /// Whether packing early saves memory.
    pub fn holds_bytes(&self) -> bool {
        self.0.holds_bytes
    }

    /// Whether they are the built-in sample.
    pub fn are_sample(&self) -> bool {
        !self.0.holds_bytes
    }

    /// Packs now, unless that was done.
    pub fn pack(&self) {
        LazyLock::force(&self.0.packed);
    }

    /// Upper and lower of a pair of these scans, in its order; waits for the packing.
    ///
    /// # Errors
    /// When they could not be packed.
    pub fn of(&self, pair: &JawPair) -> Result<[PackedScan; 2], String> {
        let [first, second] = self.0.packed.clone()?;
        Ok(if self.is_swapped(pair) { [second, first] } else { [first, second] })
    }

    /// Where upper and lower are on this machine, if they are files of their own.
    pub fn paths_of(&self, pair: &JawPair) -> Option<[PathBuf; 2]> {
        let [first, second] = self.0.paths.clone()?;
        Some(if self.is_swapped(pair) { [second, first] } else { [first, second] })
    }

    fn is_swapped(&self, pair: &JawPair) -> bool {
        let [first, second] = &self.0.pair_hashes;
        pair.upper.blake3 == *second && pair.lower.blake3 == *first && first != second
    }
}
