//! Folders of the user's own that nobody else may read: what the program keeps is made from scans, which are patient data.
use directories::ProjectDirs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder that an environment variable names, else the user's own; `None` where the system has no place for one.
pub fn folder_of_user(variable: &str, own: impl FnOnce(&ProjectDirs) -> PathBuf) -> Option<PathBuf> {
    let named = std::env::var_os(variable).filter(|v| !v.is_empty()).map(PathBuf::from);
    named.or_else(|| ProjectDirs::from("", "", "occluscope").as_ref().map(own))
}

/// Makes a folder, and what is missing above it, for the user alone. One of the program's own that others could look into, as older
/// versions left it, is shut; a folder that somebody has named stays as it is.
///
/// # Errors
/// When it cannot be made.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    let own = ProjectDirs::from("", "", "occluscope");
    let roots = own.iter().flat_map(|dirs| [dirs.data_dir(), dirs.cache_dir(), dirs.config_dir()]);
    if roots.into_iter().any(|root| folder.starts_with(root)) {
        shut(folder);
    }
    Ok(())
}

/// Takes a folder's rights away from others.
fn shut(folder: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let Ok(facts) = std::fs::metadata(folder) else { return };
        if facts.permissions().mode() & 0o077 != 0 {
            let _ = std::fs::set_permissions(folder, PermissionsExt::from_mode(0o700));
        }
    }
    #[cfg(not(unix))]
    let _ = folder;
}

/// A new file for the user alone.
///
/// # Errors
/// When it is there already, or cannot be made.
pub fn new_file(path: &Path) -> io::Result<std::fs::File> {
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_others_could_look_into_is_shut() {
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let own = folder.path().join("own");
        std::fs::create_dir(&own).unwrap();
        std::fs::set_permissions(&own, PermissionsExt::from_mode(0o755)).unwrap();
        make_folder(&own).unwrap();
        assert_eq!(mode(&own), 0o755, "somebody has named it");
        shut(&own);
        assert_eq!(mode(&own), 0o700);
        let file = own.join("lock");
        drop(new_file(&file).unwrap());
        assert_eq!(mode(&file), 0o600);
        assert!(new_file(&file).is_err());
    }
}
