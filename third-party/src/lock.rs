//! `Cargo.lock`: what cargo fetches, with checksums.

/// The only place that crates come from.
pub const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Locked {
    pub name: String,
    pub version: String,
    /// None for the project's own packages.
    pub source: Option<String>,
    pub checksum: Option<String>,
}

/// The packages of a lock file.
pub fn packages(text: &str) -> Vec<Locked> {
    let block = |block: &str| {
        let value = |key: &str| {
            let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))?;
            line.strip_suffix('"').map(str::to_owned)
        };
        Some(Locked {
            name: value("name")?,
            version: value("version")?,
            source: value("source"),
            checksum: value("checksum"),
        })
    };
    text.split("[[package]]").skip(1).filter_map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_versions_sources_and_checksums_are_read() {
        let text = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"registry\"\nchecksum = \"12\"\n\
                    dependencies = [\n \"b\",\n]\n\n[[package]]\nname = \"b\"\nversion = \"0.1.0\"\n";
        let some = |text: &str| Some(text.to_owned());
        let a = Locked { name: "a".into(), version: "1.0.0".into(), source: some("registry"), checksum: some("12") };
        let b = Locked { name: "b".into(), version: "0.1.0".into(), ..Locked::default() };
        assert_eq!(packages(text), [a, b]);
    }
}
