//! What cargo says the program is made of.
use std::process::Command;

/// Systems that the program is built for, each with the targets that are looked at.
pub const SYSTEMS: [(&str, &[&str]); 3] = [
    ("linux", &["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]),
    ("windows", &["x86_64-pc-windows-msvc"]),
    ("macos", &["aarch64-apple-darwin", "x86_64-apple-darwin"]),
];

/// A crate as cargo names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    pub name: String,
    pub version: String,
    pub licence: String,
}

/// `cargo tree` with arguments: each crate once, without the project's own packages.
///
/// # Errors
/// With what cargo says.
pub fn crates(arguments: &[&str]) -> Result<Vec<Named>, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(crate::root()).args(["tree", "--locked", "--prefix", "none", "--format", "{p}\t{l}"]);
    let output = command.args(arguments).output().map_err(|why| why.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let mut all: Vec<_> = String::from_utf8_lossy(&output.stdout).lines().filter_map(named).collect();
    all.sort();
    all.dedup();
    Ok(all)
}

/// "name v1.2.3 (proc-macro)", a tab, the licence, "(*)" where it stood before. The project's own packages have their folder there.
fn named(line: &str) -> Option<Named> {
    let (what, licence) = line.split_once('\t')?;
    let mut words = what.split(' ');
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    let licence = licence.trim_end_matches("(*)").trim();
    let own = words.any(|word| word.contains(['/', '\\']));
    (!own).then(|| Named { name: name.into(), version: version.into(), licence: licence.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_cargo_are_read() {
        let a = Named { name: "a".into(), version: "1.0.0+x".into(), licence: "MIT OR Zlib".into() };
        assert_eq!(named("a v1.0.0+x\tMIT OR Zlib (*)"), Some(a.clone()));
        assert_eq!(named("a v1.0.0+x (proc-macro)\tMIT OR Zlib"), Some(a));
        assert_eq!(named("occluscope v0.1.0 (/home/of/somebody)\tMIT"), None);
        assert_eq!(named(""), None);
    }
}
