//! Bites by mouse and keys: kept, chosen, put, removed, undone, saved and opened again; found by seating and from bite scans, shown, kept or
//! discarded.
use super::dropping::drop_on;
use super::harness::{Home, Window};
use super::places::*;
use super::screen::Screen;
use glam::Vec3;
use occluscope::base::{Progress, Rigid};
use occluscope::export::stl::write_stl;
use occluscope::jaw::{Bite, BiteFound, BiteOrigin, sample_case};
use occluscope::session::{Bites, CaseFile};
use serde_json::Value;
use std::path::PathBuf;

/// The record of what is seen.
fn record(window: &Window) -> Value {
    let of_before: Vec<_> = std::fs::read_dir(window.home.path("Pictures")).expect("a folder").flatten().collect();
    let of_before = of_before.iter().filter(|entry| !entry.path().ends_with("bites.occ"));
    of_before.for_each(|entry| std::fs::remove_file(entry.path()).expect("removed"));
    window.key("F12");
    serde_json::from_slice(&std::fs::read(window.saved(".json")).expect("written")).expect("JSON")
}

/// The name of the bite that the jaw is in; `None`: it has left it.
fn in_bite(window: &Window) -> Option<String> {
    let record = record(window);
    let bite = &record["in_bite"];
    bite["left_by"].is_null().then(|| bite["name"].as_str().expect("a bite").to_owned())
}

/// Saves the case, and reads its bites as another program would.
fn saved_bites(window: &Window) -> (Bites, Rigid) {
    let path = window.home.path("Pictures/bites.occ");
    window.key("ctrl+s");
    if !path.exists() {
        window.enter(&path.display().to_string());
    }
    window.wait_until_idle();
    let case = CaseFile::read(std::fs::read(path).expect("written")).expect("a case");
    (case.content.bites, case.content.upper_from_lower)
}

fn names(bites: &Bites) -> Vec<&str> {
    bites.list().iter().map(Bite::said_name).collect()
}

#[test]
fn bites_are_kept_chosen_removed_undone_saved_and_opened_again() {
    let screen = Screen::start();
    let window = Window::open_for_hands(&screen);
    assert_eq!(in_bite(&window).as_deref(), Some("As scanned"));
    // Where the scans have it is a bite already.
    window.key("r");
    window.key("o o");
    assert_eq!(in_bite(&window), None, "moved from as scanned");
    window.click(BITES);
    window.click(KEEP_BITE);
    window.key("Escape");
    assert_eq!(in_bite(&window).as_deref(), Some("Bite 1"));
    // A new bite is locked: the key asks, and nothing moves.
    window.key("o");
    window.key("Escape");
    assert_eq!(in_bite(&window).as_deref(), Some("Bite 1"), "a bite that was just kept was moved");
    window.key("b");
    window.key("o");
    window.key("r");
    let (bites, pose) = saved_bites(&window);
    assert_eq!((names(&bites), bites.place()), (vec!["As scanned", "Bite 1", "Bite 2"], 2));
    assert!(bites.at(&pose).is_some_and(|bite| bite.origin == BiteOrigin::Hand && bite.made.is_some()));
    // By a click, and by the key.
    window.click(BITES);
    window.click(FIRST_BITE);
    window.key("Escape");
    assert_eq!(in_bite(&window).as_deref(), Some("As scanned"));
    window.key("v");
    assert_eq!(in_bite(&window).as_deref(), Some("Bite 1"));
    window.key("shift+v");
    window.key("shift+v");
    assert_eq!(in_bite(&window).as_deref(), Some("Bite 2"), "round from the first to the last");
    // Removed, it leaves the jaw where it is; undone, it is back.
    window.click(BITES);
    window.click(REMOVE_THIRD_BITE);
    window.key("Escape");
    let (bites, pose) = saved_bites(&window);
    assert_eq!((names(&bites), bites.at(&pose)), (vec!["As scanned", "Bite 1"], None));
    window.key("ctrl+z");
    assert_eq!(in_bite(&window).as_deref(), Some("Bite 2"));
    let (kept, at) = saved_bites(&window);
    assert_eq!((names(&kept).len(), kept.place()), (3, 2));
    assert_eq!(kept.list()[0], Bite::as_scanned(), "as scanned is what it was");
    let (home, case) = (window.home.clone(), window.home.path("Pictures/bites.occ"));
    drop(window.close());
    let again = Window::open_remembering(&screen, &home, &[&case]);
    assert_eq!(in_bite(&again).as_deref(), Some("Bite 2"));
    again.key("v");
    again.key("v");
    assert_eq!(in_bite(&again).as_deref(), Some("Bite 1"));
    again.key("v");
    let (back, pose) = saved_bites(&again);
    // JSON text and rotations made orthonormal again may cost the last digits.
    for (back, kept) in back.list().iter().zip(kept.list()) {
        let [a, b] = [back, kept].map(|bite| bite.upper_from_lower.to_rows());
        assert!(a.as_flattened().iter().zip(b.as_flattened()).all(|(a, b)| (a - b).abs() < 1e-9), "{back:?} {kept:?}");
        assert_eq!((&back.name, back.origin, &back.made), (&kept.name, kept.origin, &kept.made));
    }
    assert_eq!(back.list().len(), 3);
    assert!((pose.translation - at.translation).length() < 1e-9);
}

#[test]
fn a_pose_is_pasted_as_numbers_and_what_is_none_moves_nothing() {
    let screen = Screen::start();
    let window = Window::open_for_hands(&screen);
    window.click(BITES);
    window.click(NUMBERS);
    for numbers in ["0.5 0 0 0 2 none", "0,5 0 0 0 2 0"] {
        assert_eq!(in_bite(&window).as_deref(), Some("As scanned"), "before {numbers}");
        window.click(NUMBERS_FIELD);
        window.enter(numbers);
        window.click(NUMBERS_GO);
    }
    let (_, pose) = saved_bites(&window);
    let typed = Rigid::from_six([0.5, 0.0, 0.0, 0.0, 2.0, 0.0]);
    assert!((pose.to_dmat4() - typed.to_dmat4()).abs_diff_eq(glam::DMat4::ZERO, 1e-9), "{pose:?}");
    window.key("ctrl+z");
    assert_eq!(in_bite(&window).as_deref(), Some("As scanned"), "one step");
}

#[test]
fn a_seat_is_shown_before_it_is_taken_and_a_bite_scan_likewise() {
    let screen = Screen::start();
    let window = Window::open_for_hands(&screen);
    window.key("o o o");
    let (_, moved) = saved_bites(&window);
    window.click(BITES);
    window.click(SEAT);
    // Shown and not taken: the record is of the pose that is seen, the case of the one that is there, and nothing else moves the jaw.
    let shown = record(&window);
    assert!(shown["in_bite"].is_null(), "a pose that is only looked at is no bite");
    window.key("o");
    let (bites, pose) = saved_bites(&window);
    assert_eq!((bites.list().len(), pose), (1, moved));
    window.click(DISCARD_FOUND);
    assert_eq!(in_bite(&window), None, "discarded: where it was");
    window.click(BITES);
    window.click(SEAT);
    window.click(ACCEPT_FOUND);
    assert_eq!(in_bite(&window).as_deref(), Some("Seated 1"));
    let (bites, pose) = saved_bites(&window);
    let Some(BiteFound::Seat(found)) = bites.at(&pose).and_then(|bite| bite.found.clone()) else { panic!("{bites:?}") };
    assert!(found.max_depth_mm <= 0.02 && found.spread_mm2 > 0.5 * found.as_scanned_mm2, "{found:?}");
    window.key("ctrl+z");
    assert_eq!(saved_bites(&window).0.list().len(), 1, "one step takes it back");

    // A bite scan that is dropped where one is asked for; its twin shows one jaw alone.
    let wanted = Rigid::from_six([0.3, -0.2, -0.6, 0.5, 0.3, -0.2]);
    window.click(BITES);
    window.click(FROM_BITE_SCANS);
    drop_on(&window, &[&bite_scan(&window.home, &wanted, true)]);
    window.wait_until_idle();
    window.key("Return");
    assert_eq!(in_bite(&window).as_deref(), Some("Bite scan 1"));
    let (bites, pose) = saved_bites(&window);
    let Some(BiteFound::Scans(found)) = bites.at(&pose).and_then(|bite| bite.found.clone()) else {
        panic!("{bites:?}")
    };
    assert!((pose.translation - wanted.translation).length() < 0.05 && found.n_scans == 1, "{pose:?}");
    window.click(BITES);
    window.click(FROM_BITE_SCANS_BELOW_TWO);
    drop_on(&window, &[&bite_scan(&window.home, &wanted, false)]);
    window.wait_until_idle();
    assert_eq!(saved_bites(&window).0.list().len(), 2, "what is not honest is not shown");
    let left = window.close();
    let said = left.stats["message"].as_str().unwrap_or_default().to_owned();
    assert!(said.contains("bite-one-jaw.stl"), "{said}");
}

/// The back teeth of the sample from outside, both jaws or the upper one alone.
fn bite_scan(home: &Home, pose: &Rigid, both: bool) -> PathBuf {
    let (upper, lower) = sample_case(&Progress::default()).expect("the sample");
    let mut corners: Vec<[Vec3; 3]> = Vec::new();
    for (raw, pose) in [(&upper, Rigid::IDENTITY), (&lower, *pose)].into_iter().take(if both { 2 } else { 1 }) {
        let seen = raw.triangles.iter().map(|t| t.map(|v| raw.positions[v as usize])).filter(|c| {
            let outwards = (c[1] - c[0]).cross(c[2] - c[0]).x * c[0].x.signum();
            c.iter().all(|p| p.x.abs() > 10.0) && outwards > 0.0
        });
        corners.extend(seen.map(|c| c.map(|p| pose.transform_point(p.as_dvec3()).as_vec3())));
    }
    let path = home.path(if both { "bite.stl" } else { "bite-one-jaw.stl" });
    let mut bytes = Vec::new();
    write_stl(corners.into_iter(), &mut bytes).expect("memory");
    std::fs::write(&path, bytes).expect("written");
    path
}
