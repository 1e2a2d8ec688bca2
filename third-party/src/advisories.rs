//! Known faults of crates, from a list that is looked up by hand: the database is not to be had from the registry.
use crate::list::Listed;
use semver::{Version, VersionReq};

/// What the list says.
#[derive(Debug, Default)]
pub struct Advisories {
    pub known: Vec<Advisory>,
    /// Crates of which nothing was known.
    pub clear: Vec<String>,
}

#[derive(Debug)]
pub struct Advisory {
    pub id: String,
    pub name: String,
    /// Versions to which it does not apply, one requirement beside the other; none: it applies to all.
    pub sound: Vec<VersionReq>,
}

/// Lines: `id crate what`, where `what` is `none` or requirements apart by `|`; or `clear crate`; or a comment (`#`).
///
/// # Errors
/// With the first line that is none of the list.
pub fn read(text: &str) -> Result<Advisories, String> {
    let mut all = Advisories::default();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match *line.split('\t').collect::<Vec<_>>() {
            ["clear", name] => all.clear.push(name.into()),
            [id, name, "none"] => all.known.push(Advisory { id: id.into(), name: name.into(), sound: Vec::new() }),
            [id, name, sound] => {
                let sound = sound.split('|').map(VersionReq::parse).collect::<Result<_, _>>();
                let sound = sound.map_err(|why| format!("{line}: {why}"))?;
                all.known.push(Advisory { id: id.into(), name: name.into(), sound });
            }
            _ => return Err(line.into()),
        }
    }
    Ok(all)
}

impl Advisories {
    /// What is known against these crates, and which of them were never looked up.
    pub fn against(&self, crates: &[Listed]) -> Vec<String> {
        crates.iter().flat_map(|c| self.against_one(c)).collect()
    }

    fn against_one(&self, c: &Listed) -> Vec<String> {
        let Ok(version) = Version::parse(&c.version) else {
            return vec![format!("{}: {} is no version", c.name, c.version)];
        };
        let own: Vec<_> = self.known.iter().filter(|advisory| advisory.name == c.name).collect();
        if own.is_empty() && !self.clear.contains(&c.name) {
            return vec![format!("{} was not looked up", c.name)];
        }
        let applies = |advisory: &&Advisory| !advisory.sound.iter().any(|sound| sound.matches(&version));
        own.into_iter().filter(applies).map(|advisory| format!("{} {}: {}", c.name, version, advisory.id)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn against(version: &str) -> Vec<String> {
        let list = "# comment\nA-1\ta\t>=1.2.0|<0.5.0\nA-2\ta\t>=1.3.0, <2.0.0|>=2.0.2\nB-1\tb\tnone\nclear\tc\n";
        let all = read(list).expect("a list");
        let of = |name: &str, version: &str| Listed {
            name: name.into(),
            version: version.into(),
            checksum: String::new(),
            licence: "MIT".into(),
            systems: Vec::new(),
        };
        let (name, version) = version.split_once(' ').expect("two words");
        all.against(&[of(name, version)])
    }

    #[test]
    fn ranges_are_those_of_the_advisories() {
        assert_eq!(against("a 1.3.0"), [""; 0]);
        assert_eq!(against("a 1.2.9"), ["a 1.2.9: A-2"]);
        assert_eq!(against("a 1.1.0"), ["a 1.1.0: A-1", "a 1.1.0: A-2"]);
        assert_eq!(against("a 2.0.1"), ["a 2.0.1: A-2"]);
        assert_eq!(against("b 9.0.0"), ["b 9.0.0: B-1"]);
        assert_eq!(against("c 0.1.0"), [""; 0]);
        assert_eq!(against("d 0.1.0"), ["d was not looked up"]);
        assert!(read("A-1\ta\tsomething\n").is_err() && read("A-1\n").is_err());
    }
}
