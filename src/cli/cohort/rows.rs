//! Results of rows: `rows/xx/KEY.json`, each written under another name and renamed. What is there and whole is done; so a cohort that was
//! interrupted is gone on with by starting it again, and two that run at once write the same.
use super::key::Key;
use crate::base::files::{self, NewFolder};
use crate::export::cohort::RowRecord;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Rows {
    folder: PathBuf,
}

impl Rows {
    pub fn new(out: &Path) -> Self {
        Self { folder: out.join("rows") }
    }

    /// 256 folders: none of them has more names than a file system is quick with.
    fn place(&self, key: &Key) -> PathBuf {
        let hex = key.to_hex();
        self.folder.join(&hex[..2]).join(format!("{hex}.json"))
    }

    /// The result of a key; one that is not whole is none.
    pub fn read(&self, key: &Key) -> Option<RowRecord> {
        let bytes = files::read_file(&self.place(key)).ok()?;
        RowRecord::from_bytes(&bytes, &key.to_hex()).ok()
    }

    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, key: &Key, row: &RowRecord) -> anyhow::Result<()> {
        let place = self.place(key);
        if let Some(folder) = place.parent().filter(|folder| !folder.is_dir()) {
            NewFolder::make(folder)?.keep();
        }
        Ok(files::write_file(&place, |out| out.write_all(row.to_text().as_bytes()))?)
    }
}
