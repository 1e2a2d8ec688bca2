//! The scans of an open case as their files held them: what a case file embeds. Packed once, on a worker, so that saving is
//! copying.
use super::archive;
use crate::base::files::spill::Spill;
use crate::jaw::JawPair;
use std::io::{Cursor, Write};
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
        let packed = archive::pack(ENTRY, content.len() as u64, |out| out.write_all(content), Cursor::new(Vec::new()));
        let packed = packed.map_err(cannot_be_packed)?.into_inner();
        let extension = crate::import::extension_of(content);
        Ok(Self::of_archive(Spill::in_memory(packed), (blake3, content.len() as u64, extension)))
    }

    /// The same of a scan that waits, perhaps on the disk, packed onto the disk of `folder` piece by piece; in memory where that
    /// fails.
    ///
    /// # Errors
    /// One sentence when the scan cannot be read again.
    pub fn pack_waiting(scan: &WaitingScan, folder: Option<&Path>) -> Result<Self, String> {
        let content = &scan.content;
        let facts = (scan.blake3.clone(), content.bytes(), scan.extension);
        let packed = folder.map(|folder| {
            let pack = |out: &mut dyn Write| content.copy_to(out);
            Spill::write_aside(folder, |file| archive::pack(ENTRY, content.bytes(), pack, file).map(drop))
        });
        match packed {
            Some(Ok(packed)) => return Ok(Self::of_archive(packed, facts)),
            Some(Err(error)) => tracing::debug!("scans for saving stay in memory: {error}"),
            None => {}
        }
        Self::pack(&content.read().map_err(cannot_be_packed)?, facts.0)
    }

    fn of_archive(archive: Spill, (blake3, bytes, extension): (String, u64, &'static str)) -> Self {
        Self { blake3, bytes, extension, archive: Arc::new(archive), entry: ENTRY.to_owned() }
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

/// What a scan is called in its own archive.
const ENTRY: &str = "scan";

fn cannot_be_packed(error: std::io::Error) -> String {
    format!("a scan cannot be packed ({error})")
}

/// A scan that waits for its packing.
pub struct WaitingScan {
    pub content: Spill,
    /// Hex, of `content`.
    pub blake3: String,
    /// As of [`PackedScan`].
    pub extension: &'static str,
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
