//! The lists and the notices are those of `Cargo.lock`; what the program is made of may be, and nothing is known against it. Every
//! comparison is made a second time with something altered, and must then fail.
use occluscope_third_party::list::{Listed, differences};
use occluscope_third_party::lock::{Locked, REGISTRY};
use occluscope_third_party::tree::{Named, SYSTEMS};
use occluscope_third_party::{
    advisories, advisories_path, crates_path, licences, list, lock, notices, notices_path, root, tree,
};
use std::fs;

fn locked() -> Vec<Locked> {
    lock::packages(&fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock"))
}

fn listed() -> Vec<Listed> {
    list::read(&fs::read_to_string(crates_path()).expect("the list")).expect("a list")
}

fn of_program() -> Vec<Listed> {
    listed().into_iter().filter(|c| !c.systems.is_empty()).collect()
}

const AGAIN: &str = "run scripts/notices and look at what it changed";

#[test]
fn the_list_is_that_of_the_lock_file() {
    let (locked, listed) = (locked(), listed());
    let differ = differences(&locked, &listed);
    assert!(differ.is_empty(), "{AGAIN}: {differ:#?}");
    // One that is new, one that is gone, one that was exchanged.
    assert_eq!(differences(&locked, &listed[1..]).len(), 1);
    assert_eq!(differences(&locked[1..], &listed).len(), 1);
    let mut other = locked;
    other.iter_mut().find(|p| p.source.is_some()).expect("a crate").checksum = Some("0".repeat(64));
    assert_eq!(differences(&other, &listed).len(), 2);
}

#[test]
fn everything_comes_from_one_registry_with_a_checksum() {
    let strange = |all: &[Locked]| {
        let foreign = all.iter().filter(|p| !p.name.starts_with("occluscope"));
        foreign.filter(|p| p.source.as_deref() != Some(REGISTRY) || p.checksum.is_none()).count()
    };
    let mut all = locked();
    assert_eq!(strange(&all), 0);
    let changed = all.iter_mut().find(|p| p.source.is_some()).expect("a crate");
    changed.source = Some("git+https://example.org/fork".into());
    assert_eq!(strange(&all), 1);
}

/// Only this system's: of others cargo would have to fetch what nobody needs here.
#[test]
fn what_is_built_here_is_in_the_list() {
    let system = std::env::consts::OS;
    assert!(SYSTEMS.iter().any(|(name, _)| *name == system), "{system}");
    let built = tree::crates(&["--offline", "--package", "occluscope", "--edges", "normal,build"]).expect("cargo says");
    assert!(built.len() > 100, "{}", built.len());
    let listed = of_program();
    let here = |c: &&Listed| c.systems.iter().any(|s| s == system);
    let as_named = |c: &Listed| Named { name: c.name.clone(), version: c.version.clone(), licence: c.licence.clone() };
    let known: Vec<_> = listed.iter().filter(here).map(as_named).collect();
    let unknown = |known: &[Named]| built.iter().filter(|c| !known.contains(c)).cloned().collect::<Vec<_>>();
    assert_eq!(unknown(&known), [], "{AGAIN}");
    assert_eq!(unknown(&known[1..]), known[..1]);
}

#[test]
fn every_licence_is_allowed() {
    let refused = |all: &[Listed]| -> Vec<_> {
        all.iter().filter_map(|c| Some(format!("{}: {}", c.name, licences::taken(&c.licence).err()?))).collect()
    };
    let mut all = of_program();
    assert_eq!(refused(&all), [""; 0], "licences::ALLOWED says which are");
    all[0].licence = "AGPL-3.0-only".into();
    assert_eq!(refused(&all).len(), 1);
}

#[test]
fn nothing_is_known_against_a_crate_of_the_program() {
    let text = fs::read_to_string(advisories_path()).expect("the list of advisories");
    let known = advisories::read(&text).expect("a list");
    let mut all = of_program();
    let against = known.against(&all);
    assert!(
        against.is_empty(),
        "look it up in the RustSec database and write it into third-party/advisories.tsv: {against:#?}"
    );
    // Those that the program was rid of would be told, and one that nobody looked up.
    for (name, version) in
        [("ttf-parser", "0.25.1"), ("rustybuzz", "0.20.1"), ("quick-xml", "0.40.0"), ("no-such-crate", "1.0.0")]
    {
        (all[0].name, all[0].version) = (name.into(), version.into());
        assert!(
            known.against(&all).iter().all(|line| line.starts_with(name)) && !known.against(&all).is_empty(),
            "{name}"
        );
    }
}

#[test]
fn the_notices_are_those_of_the_program() {
    let text = fs::read_to_string(notices_path()).expect("the notices");
    let (entries, n_texts) = notices::read(&text);
    let missing = |entries: &[(String, Vec<usize>)]| -> Vec<_> {
        let has = |title: &str| entries.iter().any(|(t, numbers)| t == title && !numbers.is_empty());
        of_program().iter().map(|c| format!("{} {}", c.name, c.version)).filter(|title| !has(title)).collect()
    };
    assert_eq!(missing(&entries), [""; 0], "{AGAIN}");
    assert_eq!(missing(&entries[1..]).len(), 1);
    // Beside crates there is the standard library, and no crate that is gone.
    assert_eq!(entries.len(), of_program().len() + 1, "{AGAIN}");
    assert!(entries.iter().flat_map(|(_, numbers)| numbers).all(|n| (1..=n_texts).contains(n)));
    // The fonts' own licences, and what a crate carries without a file of its own.
    for words in ["UBUNTU FONT LICENCE", "SIL OPEN FONT LICENSE", "Source Foundry Authors", "Arseny Kapoulkine"] {
        assert!(text.contains(words), "{words}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 130), "a line that no window shows");
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "a sign that no command line prints");
}

/// What each licence says and no other one, in lower case.
const SAYS: [(&str, &str); 12] = [
    ("MIT", "permission is hereby granted, free of charge"),
    ("MIT-0", "permission is hereby granted, free of charge"),
    ("Apache-2.0", "apache license"),
    ("Zlib", "altered source versions must be plainly marked"),
    ("BSD-2-Clause", "redistributions in binary form"),
    ("BSD-3-Clause", "redistributions in binary form"),
    ("ISC", "permission to use, copy, modify"),
    ("BSL-1.0", "boost software license"),
    ("Unicode-3.0", "unicode license"),
    ("OFL-1.1", "sil open font license"),
    ("Ubuntu-font-1.0", "ubuntu font licence"),
    ("MPL-2.0", "mozilla public license"),
];

#[test]
fn every_licence_that_is_taken_has_its_words() {
    let text = fs::read_to_string(notices_path()).expect("the notices");
    let texts: Vec<String> = text
        .split("\nTEXT ")
        .skip(1)
        .map(|t| t.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let (entries, _) = notices::read(&text);
    let wordless = |changed: Option<&str>| -> Vec<String> {
        let says = |id: &str| SAYS.iter().find(|(known, _)| *known == id).map_or("?", |(_, words)| *words);
        let mut all = of_program();
        if let Some(licence) = changed {
            all[0].licence = licence.into();
        }
        let lacks = |c: &Listed| {
            let title = format!("{} {}", c.name, c.version);
            let numbers = &entries.iter().find(|(t, _)| *t == title).expect("an entry").1;
            let taken = licences::taken(&c.licence).expect("allowed");
            let has = |id: &String| numbers.iter().any(|n| texts[n - 1].contains(says(id)));
            (!taken.iter().all(has)).then(|| format!("{title}: {taken:?}"))
        };
        all.iter().filter_map(lacks).collect()
    };
    assert_eq!(wordless(None), [""; 0]);
    assert_eq!(wordless(Some("BSL-1.0")).len(), 1);
}
