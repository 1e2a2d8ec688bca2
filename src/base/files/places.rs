//! Where a file is, seen from another: written so that it is found again from anywhere, and when the folder of both is moved
//! as a whole.
use directories::UserDirs;
use std::path::{Component, Path, PathBuf};

/// Where people look for what they have saved, the best first: their pictures and documents, by these names where the system keeps no
/// list of such folders, and their home. They need not be there.
pub fn folders_of_user() -> Vec<PathBuf> {
    let Some(user) = UserDirs::new() else { return Vec::new() };
    let told = [user.picture_dir(), user.document_dir()].into_iter().flatten().map(Path::to_owned);
    let usual = ["Pictures", "Documents"].map(|name| user.home_dir().join(name));
    told.chain(usual).chain([user.home_dir().to_owned()]).collect()
}

/// The folder that a file stands in.
pub fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}

/// Places where a file may be, in the order in which they are tried: by its place as seen from `folder`, as it was named, seen
/// from here and from the folder, and in the folder itself, alone or in what it was in.
/// Of places on other machines only the last name is looked for ([`is_elsewhere`]).
pub fn candidates(place: Option<&str>, named: &str, folder: &Path) -> Vec<PathBuf> {
    let place = place.filter(|place| !is_elsewhere(place));
    let named = Path::new(if is_elsewhere(named) { last_name(named) } else { named });
    let beside = named.file_name().map(|name| folder.join(name));
    let holder = named.parent().and_then(Path::file_name);
    let in_holder = holder.zip(named.file_name()).map(|(holder, name)| folder.join(holder).join(name));
    let by_name = [named.to_owned(), folder.join(named)];
    place.map(|p| folder.join(p)).into_iter().chain(by_name).chain(beside).chain(in_holder).collect()
}

/// Whether a place that a *file* names is on another machine, or is a device: to look there is to tell a stranger who is looking,
/// and on Windows to hand over a password's hash. A person may name such places, a file may not. The program's own whole places
/// with a drive (`\\\\?\\C:\\`) are none.
pub fn is_elsewhere(place: &str) -> bool {
    let is_slash = |c: char| c == '/' || c == '\\';
    let Some(rest) = place.strip_prefix(is_slash).and_then(|rest| rest.strip_prefix(is_slash)) else {
        return is_device(place);
    };
    let drive = rest.strip_prefix('?').and_then(|rest| rest.strip_prefix(is_slash));
    let is_drive = drive.is_some_and(|d| d.starts_with(|c: char| c.is_ascii_alphabetic()) && d[1..].starts_with(':'));
    !is_drive || is_device(&rest[2..])
}

fn is_device(place: &str) -> bool {
    let of_unix = ["/dev/", "/proc/", "/sys/"].iter().any(|root| place.starts_with(root));
    let is_reserved = |name: &str| {
        let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
        let numbered =
            ["COM", "LPT"].iter().any(|port| stem.strip_prefix(port).is_some_and(|n| n.chars().count() == 1));
        numbered || ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&stem.as_str())
    };
    of_unix || cfg!(windows) && place.split(['/', '\\']).any(is_reserved)
}

fn last_name(place: &str) -> &str {
    place.rsplit(['/', '\\']).next().unwrap_or_default()
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

    #[test]
    fn places_on_other_machines_and_devices_are_told_from_files() {
        for place in [
            "//host/share/u.stl",
            r"\\host\share\u.stl",
            r"\/host/share/u.stl",
            r"\\?\UNC\host\share\u.stl",
            r"\\.\pipe\x",
            r"\\?\GLOBALROOT\Device\x",
            "//?/é:/u.stl",
            "//",
            "/dev/zero",
            "/proc/self/mem",
        ] {
            assert!(is_elsewhere(place), "{place}");
        }
        for place in [
            "u.stl",
            "/scans/u.stl",
            "../u.stl",
            r"C:\scans\u.stl",
            r"\\?\C:\scans\u.stl",
            "",
            "/",
            "a//b",
            "/devices/u.stl",
        ] {
            assert!(!is_elsewhere(place), "{place}");
        }
        // Only the last name is looked for, beside the record.
        let folder = Path::new("/cases");
        let looked = candidates(Some("//host/share/u.stl"), r"\\host\share\u.stl", folder);
        assert!(
            looked.iter().all(|p| [Path::new("u.stl"), &folder.join("u.stl")].contains(&p.as_path())),
            "{looked:?}"
        );
        assert!(candidates(Some("../s/u.stl"), "s/u.stl", folder).contains(&folder.join("../s/u.stl")));
    }

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
