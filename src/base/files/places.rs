//! Where a file is, seen from another: written so that it is found again from anywhere, and when the folder of both is moved
//! as a whole.
use std::path::{Component, Path, PathBuf};

/// The folder that a file stands in.
pub fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}

/// Places where a file may be, in the order in which they are tried: by its place as seen from `folder`, as it was named, seen
/// from here and from the folder, and in the folder itself, alone or in what it was in.
pub fn candidates(place: Option<&str>, named: &str, folder: &Path) -> Vec<PathBuf> {
    let named = Path::new(named);
    let beside = named.file_name().map(|name| folder.join(name));
    let holder = named.parent().and_then(Path::file_name);
    let in_holder = holder.zip(named.file_name()).map(|(holder, name)| folder.join(holder).join(name));
    let by_name = [named.to_owned(), folder.join(named)];
    place.map(|p| folder.join(p)).into_iter().chain(by_name).chain(beside).chain(in_holder).collect()
}

/// The scan in a folder that has this content (BLAKE3, hex): for records that do not say what their scans are called. Of a
/// folder with very many files the first ones are looked at.
pub fn with_content(folder: &Path, blake3: &str) -> Option<PathBuf> {
    const MOST_FILES: usize = 64;
    let is_scan = |p: &PathBuf| {
        let extension = p.extension().map(|e| e.to_string_lossy().to_lowercase());
        p.is_file() && extension.is_some_and(|e| ["stl", "ply", "obj"].contains(&e.as_str()))
    };
    let files = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).filter(is_scan);
    let has_content = |p: &PathBuf| super::read_file(p).is_ok_and(|c| blake3::hash(&c).to_hex().as_str() == blake3);
    files.take(MOST_FILES).find(has_content)
}

/// A file as seen from a folder (`None`: from none, whole), with "/" between names; `None` where there is no such file. What is
/// in a file, such as a scan in a case, has a place as if that were a folder.
pub fn place_from(file: &Path, folder: Option<&Path>) -> Option<String> {
    let file = file.canonicalize().ok().or_else(|| in_file(file))?;
    let seen = folder.and_then(|f| relative(&file, f)).unwrap_or(file);
    if seen.is_absolute() {
        return Some(seen.to_string_lossy().into_owned());
    }
    // Read again on any system.
    let parts = seen.components().map(|c| c.as_os_str().to_string_lossy());
    Some(parts.collect::<Vec<_>>().join("/"))
}

fn in_file(place: &Path) -> Option<PathBuf> {
    let holder = place.parent()?.canonicalize().ok().filter(|holder| holder.is_file())?;
    Some(holder.join(place.file_name()?))
}

/// From a folder to a file, both absolute; `None` where no way leads, as from one drive to another.
fn relative(file: &Path, folder: &Path) -> Option<PathBuf> {
    let (mut to, mut from) = (file.components().peekable(), folder.components().peekable());
    if to.peek() != from.peek() {
        return None;
    }
    while to.peek().is_some() && to.peek() == from.peek() {
        to.next();
        from.next();
    }
    Some(from.map(|_| Component::ParentDir).chain(to).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_way_leads_from_the_record_to_the_scan() {
        let way =
            |file: &str, folder: &str| relative(Path::new(file), Path::new(folder)).unwrap().display().to_string();
        assert_eq!(way("/a/b/u.stl", "/a/b"), "u.stl");
        assert_eq!(way("/a/b/u.stl", "/a/c/d"), "../../b/u.stl");
        assert_eq!(way("/a/b/u.stl", "/"), "a/b/u.stl");
        assert_eq!(relative(Path::new("/a"), Path::new("b")), None);
        let folder = tempfile::tempdir().unwrap();
        let scan = folder.path().join("u.stl");
        std::fs::write(&scan, b"x").unwrap();
        let absolute = place_from(&scan, None).unwrap();
        assert!(absolute.starts_with('/') && Path::new(&absolute).is_file(), "{absolute}");
        assert_eq!(place_from(&scan, Some(&folder.path().canonicalize().unwrap())).as_deref(), Some("u.stl"));
        assert_eq!(place_from(&folder.path().join("none"), None), None);
        assert_eq!(
            place_from(&scan.join("in"), Some(&folder.path().canonicalize().unwrap())).as_deref(),
            Some("u.stl/in")
        );
        assert_eq!(place_from(&folder.path().join("none/in"), None), None);
        // Names for the same folder that are text alone lead there too.
        let (deep, linked) = (folder.path().join("x/y"), folder.path().join("linked"));
        std::fs::create_dir_all(&deep).unwrap();
        std::os::unix::fs::symlink(&deep, &linked).unwrap();
        for seen_from in [linked.join("case.occ"), folder.path().join("x/../x/y/case.occ")] {
            let way = place_from(&folder.path().join("x/../u.stl"), Some(&folder_of(&seen_from))).unwrap();
            assert_eq!(way, "../../u.stl", "{}", seen_from.display());
        }
    }
}
