//! Folders of the user's own that nobody else may read: what the program keeps is made from scans, which are patient data.
use directories::ProjectDirs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder that an environment variable names, else the user's own; `None` where the system has no place for one.
pub fn folder_of_user(variable: &str, own: impl FnOnce(&ProjectDirs) -> PathBuf) -> Option<PathBuf> {
    let named = std::env::var_os(variable).filter(|v| !v.is_empty()).map(PathBuf::from);
    named.or_else(|| ProjectDirs::from("", "", "occluscope").as_ref().map(own))
}

/// Makes a folder, and what is missing above it, for the user alone.
///
/// # Errors
/// When it cannot be made.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
