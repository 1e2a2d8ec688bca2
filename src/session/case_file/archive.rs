//! The ZIP around a case: entries in and out. What is read is not trusted: sizes are looked at before anything is unpacked,
//! and never more is unpacked than was announced.
use super::error::CaseError;
use crate::base::files;
use std::io::{self, Cursor, Read, Seek, Write};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The record's name inside.
pub const RECORD: &str = "case.json";
/// A record is a few kilobytes; labels of every triangle may be megabytes. It packs to a tenth, of a few lines over and over to
/// a fortieth.
const LARGEST_RECORD: u64 = 64 << 20;
const SMALL_RECORD: u64 = 4 << 20;
const MOST_PACKED_RECORD: u64 = 60;
/// Larger scans are not unpacked, bytes.
pub const LARGEST_SCAN: u64 = 2 << 30;
/// A scan's text packs to a tenth; a thousandth is somebody's joke. Below [`SMALL`] it does not matter.
const MOST_PACKED: u64 = 300;
const SMALL: u64 = 16 << 20;
/// Two scans, the record, and room for what a later program adds.
const MOST_ENTRIES: usize = 64;
/// Fast: packing must not hold up the first frames.
const LEVEL: i64 = 3;

/// A case's archive in memory.
pub struct Archive<'a> {
    entries: ZipArchive<Cursor<&'a [u8]>>,
    /// Of the whole file: an entry takes no more of it, whatever it says.
    bytes: u64,
}

impl<'a> Archive<'a> {
    /// # Errors
    /// When the bytes are no ZIP, or end too early.
    pub fn open(bytes: &'a [u8]) -> Result<Self, CaseError> {
        if !bytes.starts_with(files::ZIP) {
            return Err(CaseError::NotACase);
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| CaseError::Damaged("its table of contents"))?;
        match archive.len() {
            n if n > MOST_ENTRIES => Err(CaseError::NotACase),
            _ => Ok(Self { entries: archive, bytes: bytes.len() as u64 }),
        }
    }

    /// The record, unpacked.
    ///
    /// # Errors
    /// When there is none, or it is not whole.
    pub fn record(&mut self) -> Result<Vec<u8>, CaseError> {
        match self.entries.index_for_name(RECORD) {
            None => Err(CaseError::NotACase),
            Some(_) => {
                let most = (self.bytes * MOST_PACKED_RECORD).clamp(SMALL_RECORD, LARGEST_RECORD);
                self.read(RECORD, most).map_err(|error| match error {
                    CaseError::TooLarge { bytes } => CaseError::LargeRecord { bytes },
                    other => other,
                })
            }
        }
    }

    /// An entry of at most so many bytes, unpacked and compared with its checksum.
    ///
    /// # Errors
    /// When it is missing, too large, or not what was put in.
    pub fn read(&mut self, name: &str, most: u64) -> Result<Vec<u8>, CaseError> {
        let file = self.entries.by_name(name).map_err(|error| match error {
            ZipError::FileNotFound => CaseError::Damaged("a scan is missing"),
            _ => CaseError::Damaged("an entry cannot be read"),
        })?;
        let (size, packed) = (file.size(), file.compressed_size().min(self.bytes));
        if size > most || size > SMALL && size / packed.max(1) > MOST_PACKED {
            return Err(CaseError::TooLarge { bytes: size });
        }
        let mut content = Vec::new();
        content.try_reserve_exact(size as usize).map_err(|_| CaseError::TooLarge { bytes: size })?;
        let mut limited = file.take(size.saturating_add(1));
        match limited.read_to_end(&mut content) {
            Ok(_) if content.len() as u64 == size => Ok(content),
            _ => Err(CaseError::Damaged("an entry is not what was saved")),
        }
    }
}

/// Packs one entry of so many bytes, which `content` writes, into an archive of its own.
///
/// # Errors
/// Those of `content`, of `out`, and of the packer; none of the last is known.
pub fn pack<W: Write + Seek>(
    name: &str,
    bytes: u64,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    out: W,
) -> io::Result<W> {
    let mut writer = ZipWriter::new(out);
    writer.start_file(name, options(bytes))?;
    content(&mut writer)?;
    Ok(writer.finish()?)
}

/// An entry of a new archive.
pub enum Entry<'a> {
    Content(&'a [u8]),
    /// Already packed: the bytes of another archive, and the entry's name there.
    Packed(&'a [u8], &'a str),
}

/// A whole archive.
///
/// # Errors
/// When a packed entry cannot be found in its archive.
pub fn write(entries: &[(String, Entry)]) -> io::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, entry) in entries {
        match entry {
            Entry::Content(content) => {
                writer.start_file(name, options(content.len() as u64))?;
                writer.write_all(content)?;
            }
            Entry::Packed(bytes, inside) => {
                let mut archive = ZipArchive::new(Cursor::new(*bytes))?;
                let place = archive.index_for_name(inside).ok_or(io::ErrorKind::NotFound)?;
                writer.raw_copy_file_rename(archive.by_index_raw(place)?, name.as_str())?;
            }
        }
    }
    Ok(writer.finish()?.into_inner())
}

fn options(bytes: u64) -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(LEVEL))
        .large_file(bytes >= u64::from(u32::MAX))
}
