//! Files that use each other in a circle.
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// By the file that uses and the file that is used: the names used.
pub type Uses = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The shortest way from a file back to itself.
fn way_round<'a>(uses: &'a Uses, start: &'a str) -> Option<Vec<&'a str>> {
    let (mut ways, mut seen) = (VecDeque::from([vec![start]]), BTreeSet::new());
    while let Some(way) = ways.pop_front() {
        for used in uses.get(way[way.len() - 1]).into_iter().flat_map(BTreeMap::keys) {
            if used == start {
                return Some(way);
            }
            if seen.insert(used) {
                ways.push_back(way.iter().copied().chain([used.as_str()]).collect());
            }
        }
    }
    None
}

/// Every file that the file uses, directly or by others.
fn reached<'a>(uses: &'a Uses, start: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
    while let Some(file) = open.pop() {
        let used = uses.get(file).into_iter().flat_map(BTreeMap::keys);
        open.extend(used.map(String::as_str).filter(|used| reached.insert(*used)));
    }
    reached
}

/// Sets of files that use each other in a circle, each said in words, with the shortest way round first.
pub fn circles(uses: &Uses) -> Vec<(BTreeSet<&str>, String)> {
    let reached: BTreeMap<_, _> = uses.keys().map(|file| (file.as_str(), reached(uses, file))).collect();
    let mut found: Vec<(BTreeSet<&str>, String)> = Vec::new();
    for (file, others) in &reached {
        let is_round = |other: &&str| reached.get(other).is_some_and(|back| back.contains(file));
        let circle: BTreeSet<_> = others.iter().copied().filter(is_round).collect();
        if !circle.is_empty() && found.iter().all(|(known, _)| !known.contains(file)) {
            let text = in_words(uses, &circle);
            found.push((circle, text));
        }
    }
    found
}

fn in_words(uses: &Uses, circle: &BTreeSet<&str>) -> String {
    let shortest = circle.iter().filter_map(|file| way_round(uses, file)).min_by_key(Vec::len).unwrap_or_default();
    let shortest = shortest.iter().chain(shortest.first()).copied().collect::<Vec<_>>().join(" -> ");
    let mut text = format!("{} files use each other in a circle; the shortest way round: {shortest}\n", circle.len());
    for (file, used) in uses.iter().filter(|(file, _)| circle.contains(file.as_str())) {
        for (other, names) in used.iter().filter(|(other, _)| circle.contains(other.as_str())) {
            let names = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            text += &format!("    {file} uses from {other}: {names}\n");
        }
    }
    text
}
