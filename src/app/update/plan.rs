//! What to do with files that were dropped or chosen: which file is which jaw.
use crate::app::state::Desk;
use crate::app::state::bites::BitePlate;
use crate::app::state::opening::PendingScan;
use crate::base::files::file_name;
use crate::base::words::say;
use crate::jaw::JawSide;
use crate::session::case_file::is_case_name;
use crate::session::load::{SideGuess, guess_side, guess_sides};
use crate::session::recent::RecentCase;
use std::path::{Path, PathBuf};

/// What to do with files that were dropped or chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    Open(RecentCase, SideGuess),
    OpenCase(RecentCase),
    /// One scan alone.
    Wait(PendingScan),
    /// A snapshot: its state comes back.
    Snapshot(PathBuf),
    /// A recorded movement of the open jaws.
    Motion(PathBuf),
    /// Scans of both jaws in occlusion.
    BiteScans,
    /// A case to be held against the open one.
    Earlier(PathBuf),
    Refuse(String),
}

/// What is there already.
#[derive(Clone, Copy, Debug, Default)]
pub struct There<'a> {
    /// A scan that waits for the other one.
    pub pending: Option<&'a PendingScan>,
    /// Files of the open case.
    pub from: Option<&'a RecentCase>,
    /// The open case asks for bite scans, or for an earlier case.
    pub asks_for_bite_scans: bool,
    pub asks_for_earlier: bool,
}

impl<'a> There<'a> {
    pub fn on(desk: &'a Desk) -> Self {
        let open = desk.open.as_ref();
        Self {
            pending: desk.arriving.pending.as_ref(),
            from: open.and_then(|open| open.from.as_ref()),
            asks_for_bite_scans: open.is_some_and(|open| matches!(open.bites.plate, BitePlate::AsksForScans)),
            asks_for_earlier: open.is_some_and(|open| open.compare.asks_for_earlier()),
        }
    }
}

/// Which file is which jaw. `given` is the jaw that one file was asked for; a scan that waited joins a single one; a
/// single scan replaces its jaw of the open case.
pub fn plan(there: &There, paths: &[PathBuf], given: Option<JawSide>) -> Plan {
    let is_case = |path: &PathBuf| is_case_name(path);
    match paths {
        scans if there.asks_for_bite_scans && scans.iter().all(|path| is_scan(path)) => Plan::BiteScans,
        [case] if is_case(case) && there.asks_for_earlier => Plan::Earlier(case.clone()),
        [case] if is_case(case) => Plan::OpenCase(RecentCase::File { case: case.clone() }),
        several if several.iter().any(is_case) => Plan::Refuse(say!("plan-case-file-holds-both").into()),
        [first, second] => {
            let guess = guess_sides(&file_name(first), &file_name(second));
            let (upper, lower) = if guess.first_is_upper { (first, second) } else { (second, first) };
            Plan::Open(RecentCase::Scans { upper: upper.clone(), lower: lower.clone() }, guess)
        }
        [only] if is_snapshot(only) => Plan::Snapshot(only.clone()),
        [only] if is_motion(only) => Plan::Motion(only.clone()),
        [only] => plan_one(there, only, given),
        [] => Plan::Refuse(say!("plan-no-file-was-given").into()),
        _ => Plan::Refuse(say!("plan-files-were-given-drop", paths = paths.len())),
    }
}

fn plan_one(there: &There, path: &Path, given: Option<JawSide>) -> Plan {
    let of = |side: JawSide, other: &Path| match side {
        JawSide::Upper => RecentCase::Scans { upper: path.to_owned(), lower: other.to_owned() },
        JawSide::Lower => RecentCase::Scans { upper: other.to_owned(), lower: path.to_owned() },
    };
    let certain = SideGuess { first_is_upper: true, certain: true };
    if let Some(pending) = there.pending {
        let side = given.or_else(|| guess_side(&file_name(path)));
        let same_side = side == Some(pending.side) && given.is_none();
        // A second scan of the same jaw takes the first one's place.
        return match same_side {
            true => Plan::Wait(PendingScan { path: path.to_owned(), side: pending.side }),
            false => {
                Plan::Open(of(pending.side.other(), &pending.path), SideGuess { certain: side.is_some(), ..certain })
            }
        };
    }
    let side = given.or_else(|| guess_side(&file_name(path)));
    match (there.from.and_then(RecentCase::scans), side) {
        (Some([_, lower]), Some(JawSide::Upper)) => Plan::Open(of(JawSide::Upper, lower), certain),
        (Some([upper, _]), Some(JawSide::Lower)) => Plan::Open(of(JawSide::Lower, upper), certain),
        _ => Plan::Wait(PendingScan { path: path.to_owned(), side: side.unwrap_or(JawSide::Upper) }),
    }
}

/// Whether a file may be a scan, by its name.
fn is_scan(path: &Path) -> bool {
    path.extension().is_some_and(|e| ["stl", "ply", "obj"].iter().any(|ending| e.eq_ignore_ascii_case(ending)))
}

/// Whether a file may be a snapshot, by its name.
fn is_snapshot(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("png") || e.eq_ignore_ascii_case("json"))
}

/// Whether a file may be a recorded movement, by its name.
fn is_motion(path: &Path) -> bool {
    const ENDINGS: [&str; 4] = ["jawmotion", "xml", "csv", "txt"];
    path.extension().is_some_and(|e| ENDINGS.iter().any(|ending| e.eq_ignore_ascii_case(ending)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    fn opened(plan: Plan) -> (String, String) {
        match plan {
            Plan::Open(RecentCase::Scans { upper, lower }, _) => {
                (upper.display().to_string(), lower.display().to_string())
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn two_files_find_their_places() {
        let there = There::default();
        let found = opened(plan(&there, &paths(&["d/lower.stl", "d/upper.stl"]), None));
        assert_eq!(found, ("d/upper.stl".into(), "d/lower.stl".into()));
        assert!(matches!(plan(&there, &paths(&["a", "b", "c"]), None), Plan::Refuse(_)));
        assert!(matches!(plan(&there, &[], None), Plan::Refuse(_)));
        assert!(matches!(plan(&there, &paths(&["a.OCC"]), None), Plan::OpenCase(_)));
        assert!(matches!(plan(&there, &paths(&["a.occ", "b.stl"]), None), Plan::Refuse(_)));
        assert!(matches!(plan(&there, &paths(&["d/a.PNG"]), None), Plan::Snapshot(_)));
        for name in ["a.jawMotion", "b.CSV", "c.txt", "d.xml"] {
            assert!(matches!(plan(&there, &paths(&[name]), None), Plan::Motion(_)), "{name}");
        }
    }

    #[test]
    fn what_the_open_case_asks_for_comes_first() {
        let there = There { asks_for_bite_scans: true, asks_for_earlier: true, ..There::default() };
        assert_eq!(plan(&there, &paths(&["bite.STL"]), None), Plan::BiteScans);
        assert_eq!(plan(&there, &paths(&["b.occ"]), None), Plan::Earlier("b.occ".into()));
        // The twins: other files, and nothing asked for.
        assert_eq!(plan(&there, &paths(&["a.png"]), None), Plan::Snapshot("a.png".into()));
        assert!(matches!(plan(&There::default(), &paths(&["b.occ"]), None), Plan::OpenCase(_)));
        assert!(matches!(plan(&There::default(), &paths(&["bite.stl"]), None), Plan::Wait(_)));
    }

    #[test]
    fn a_single_file_waits_joins_or_replaces() {
        let waiting = plan(&There::default(), &paths(&["lower.stl"]), None);
        let pending = PendingScan { path: "lower.stl".into(), side: JawSide::Lower };
        assert_eq!(waiting, Plan::Wait(pending.clone()));
        let there = There { pending: Some(&pending), ..There::default() };
        assert_eq!(opened(plan(&there, &paths(&["x.stl"]), None)), ("x.stl".into(), "lower.stl".into()));
        assert!(matches!(plan(&there, &paths(&["lower2.stl"]), None), Plan::Wait(_)));
        let open = RecentCase::Scans { upper: "u.stl".into(), lower: "l.stl".into() };
        let there = There { from: Some(&open), ..There::default() };
        assert_eq!(opened(plan(&there, &paths(&["new_lower.stl"]), None)), ("u.stl".into(), "new_lower.stl".into()));
    }
}
