//! The list of crates: a line each, columns apart by tabs.
use crate::lock::Locked;
use std::collections::BTreeSet;

/// A crate of the lock file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    pub name: String,
    pub version: String,
    pub checksum: String,
    /// As its author says, an SPDX expression.
    pub licence: String,
    /// Systems on which it is part of the program or of its building; empty: tests, measurements, other systems.
    pub systems: Vec<String>,
}

const HEAD: &str = "# Written by scripts/notices. name, version, checksum, licence, part of the program on";
const NONE: &str = "-";

pub fn write(all: &[Listed]) -> String {
    let line = |c: &Listed| {
        let systems = if c.systems.is_empty() { NONE.to_owned() } else { c.systems.join(" ") };
        [&*c.name, &c.version, &c.checksum, &c.licence, &systems].join("\t") + "\n"
    };
    format!("{HEAD}\n{}", all.iter().map(line).collect::<String>())
}

/// # Errors
/// With the first line that is none of the list.
pub fn read(text: &str) -> Result<Vec<Listed>, String> {
    let line = |line: &str| {
        let columns: Vec<_> = line.split('\t').map(str::to_owned).collect();
        let [name, version, checksum, licence, systems] =
            <[String; 5]>::try_from(columns).map_err(|_| line.to_owned())?;
        let systems = systems.split(' ').filter(|s| *s != NONE).map(str::to_owned).collect();
        Ok(Listed { name, version, checksum, licence, systems })
    };
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

/// Where lock file and list differ, in words.
pub fn differences(locked: &[Locked], listed: &[Listed]) -> Vec<String> {
    let foreign = locked.iter().filter(|p| p.source.is_some());
    let key = |name: &str, version: &str, sum: &str| format!("{name} {version} {sum}");
    let is: BTreeSet<_> =
        foreign.map(|p| key(&p.name, &p.version, p.checksum.as_deref().unwrap_or("without checksum"))).collect();
    let was: BTreeSet<_> = listed.iter().map(|c| key(&c.name, &c.version, &c.checksum)).collect();
    let missing = is.difference(&was).map(|k| format!("{k} is in Cargo.lock and not in the list"));
    missing.chain(was.difference(&is).map(|k| format!("{k} is in the list and not in Cargo.lock"))).collect()
}
