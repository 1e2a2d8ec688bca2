//! Snapshots and reports: what they say holds, and they bring the window back.
use super::dropping::drop_on;
use super::harness::{Home, Window, run};
use super::left::{Left, differing};
use super::places::*;
use super::screen::Screen;
use image::RgbaImage;
use occluscope::base::{Progress, Rigid};
use occluscope::jaw::hinge::AVERAGE_ANATOMY;
use occluscope::jaw::{OcclusalFrame, PairOptions, Scan, prepare_pair, sample_case};
use occluscope::session::{CaseFile, Directions};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Status and words of `verify` about a snapshot.
fn verify(home: &Home, snapshot: &Path) -> (Option<i32>, String) {
    let out = home.program().arg("verify").arg(snapshot).output().expect("the program starts");
    (out.status.code(), String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned())
}

/// Pictures and reports go to the folder of the person's choice, which stays chosen, and is shown when that is asked for.
#[test]
fn files_go_to_the_chosen_folder_which_is_shown_and_remembered() {
    let screen = Screen::start();
    let home = Home::new().without_exact_figures().with_opener();
    let chosen = home.path("for patients");
    std::fs::create_dir(&chosen).expect("a folder");
    let window = Window::open_remembering(&screen, &home, &[]);
    window.key("F12");
    window.saved(".png");
    assert!(!home.path("shown").exists(), "nobody has asked");
    window.click(SHOW_IN_FOLDER);
    let shown = || std::fs::read_to_string(home.path("shown")).unwrap_or_default();
    assert_eq!(shown().trim(), home.path("Pictures").display().to_string());
    // What is no folder makes no report; a folder does, and what is typed for the report stands in no other file.
    window.key("shift+F12");
    window.screen.xdotool(&["type", "--delay", "20", "Muster"]);
    window.click(REPORT_FOLDER);
    window.enter(&chosen.join("nowhere").display().to_string());
    window.key("Return");
    assert_eq!(files_in(&chosen).len() + files_in(&home.path("Pictures")).len(), 2, "the picture and its figures");
    window.click(REPORT_FOLDER);
    window.enter(&chosen.display().to_string());
    window.click(MAKE_REPORT);
    let files = files_in(&chosen);
    assert_eq!(files.iter().filter(|f| f.extension().is_some_and(|e| e == "pdf")).count(), 1, "{files:?}");
    let record = files.iter().find(|f| f.extension().is_some_and(|e| e == "json")).expect("figures");
    assert!(!std::fs::read_to_string(record).expect("text").contains("Muster"));
    drop(window.close());
    let window = Window::open_remembering(&screen, &home, &[]);
    window.key("F12");
    assert_eq!(files_in(&chosen).len(), 4);
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("read").path()).collect()
}

#[test]
fn a_snapshot_holds_and_brings_the_window_back() {
    let screen = Screen::start();
    let window = Window::open_with_views(&screen);
    window.key("o 3");
    window.key("F4");
    window.key("F12");
    let snapshot = window.saved(".png");
    let json = snapshot.with_extension("json");
    for path in [&snapshot, &json] {
        let (status, said) = verify(&window.home, path);
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains("as it was made"), "{said}");
    }
    // The twin: one live figure, and one exact one, off by a little.
    let mut truth: Value = serde_json::from_slice(&std::fs::read(&json).expect("written")).expect("JSON");
    assert!(truth.as_object_mut().expect("an object").remove("seal").is_some());
    assert!(truth["exact"]["gap"].is_object() && truth["view"]["threshold_mm"] == 0.02, "{}", truth["view"]);
    for pointer in ["/contact/5/area_upper_mm2", "/exact/contact/5/area_upper_mm2"] {
        let mut changed = truth.clone();
        let leaf = changed.pointer_mut(pointer).expect("there");
        *leaf = (leaf.as_f64().expect("a number") + 0.001).into();
        let path = window.home.path("changed.json");
        std::fs::write(&path, changed.to_string()).expect("written");
        let (status, said) = verify(&window.home, &path);
        assert_eq!(status, Some(1), "{pointer}: {said}");
    }
    window.make_report();
    let report = window.saved(".pdf");
    assert!(std::fs::read(&report).expect("written").starts_with(b"%PDF-"));
    let (status, said) = verify(&window.home, &report.with_extension("json"));
    assert_eq!(status, Some(0), "{said}");
    let other_home = Home::new().without_exact_figures();
    let copy = other_home.path("copy.png");
    std::fs::copy(&snapshot, &copy).expect("copied");
    let before = window.close();
    // Another window, opened with the picture.
    let window = Window::open_remembering(&screen, &other_home, &[&copy]);
    window.wait_until_idle();
    let after = window.close();
    assert!(!before.is_at_home() && before.same_view(&after), "{:?} and {:?}", before.view(), after.view());
    // Text costs the last bit.
    assert!(before.pose_differs_by(&after) < 1e-12, "{}", before.pose_differs_by(&after));
    assert_eq!(before.stats["threshold_mm"], after.stats["threshold_mm"]);
}

/// Directions that a hand has set are part of the question.
#[test]
fn a_snapshot_of_directions_set_by_hand_is_verified() {
    let (screen, home) = (Screen::start(), Home::with_sample());
    let mut case = CaseFile::read(std::fs::read(home.path("case/case.occ")).expect("there")).expect("a case");
    let (upper, lower) = sample_case(&Progress::default()).expect("made");
    let scan = |raw| Scan { name: String::new(), blake3: String::new(), raw, warnings: Vec::new() };
    let prepared = prepare_pair(scan(upper), scan(lower), &PairOptions::default(), &Progress::default());
    let told = prepared.expect("two jaws").0.frame;
    let frame =
        OcclusalFrame::from_up_and_front(told.origin + 0.3 * told.right, told.up, told.front + 0.1 * told.right);
    let frame = frame.expect("a frame");
    case.content.directions = Some(Directions { frame, occlusion: Rigid::IDENTITY, anatomy: AVERAGE_ANATOMY });
    let path = home.path("turned.occ");
    case.save(&path).expect("written");
    let window = Window::open_remembering(&screen, &home, &[&path]);
    window.key("F12");
    let json = window.saved(".json");
    let (status, said) = verify(&home, &json);
    assert!(status == Some(0) && said.contains("all "), "{said}");
    // The twin: asked along the directions that the scans tell by themselves, other figures come out.
    let mut record: Value = serde_json::from_slice(&std::fs::read(&json).expect("written")).expect("JSON");
    assert!(record["settings"].as_object_mut().expect("an object").remove("directions").is_some());
    assert!(record.as_object_mut().expect("an object").remove("seal").is_some());
    let changed = home.path("changed.json");
    std::fs::write(&changed, record.to_string()).expect("written");
    let (status, said) = verify(&home, &changed);
    assert!(status == Some(1) && said.contains("orthodontics"), "{said}");
}

/// Labels lie beside scans that a case holds by now.
#[test]
fn a_snapshot_of_a_case_whose_labels_lie_elsewhere_is_verified() {
    let (screen, home) = (Screen::start(), Home::with_sample());
    let scans = ["case/upper.stl", "case/lower.stl"].map(|n| home.path(n));
    let labels = home.path("case");
    let mut labelled = home.program();
    labelled.arg("analyze").args(&scans).args(["--adapter", "none", "--patches", "1", "--labels-out"]).arg(labels);
    run(&mut labelled);
    assert!(home.path("case/upper.json").is_file());
    let window = Window::open_remembering(&screen, &home, &[&scans[0], &scans[1]]);
    window.key("ctrl+s");
    window.enter(&home.path("Pictures/kept.occ").display().to_string());
    window.key("F12");
    let json = window.saved(".json");
    let record: Value = serde_json::from_slice(&std::fs::read(&json).expect("written")).expect("JSON");
    assert!(record["inputs"]["upper"]["labels"].is_object(), "{:#}", record["inputs"]);
    assert!(record["inputs"]["upper"]["file"].as_str().is_some_and(|file| file.contains("kept.occ")));
    let (status, said) = verify(&home, &json);
    assert!(status == Some(0) && !said.contains("not told apart again"), "{said}");
    // The twin: without the labels the teeth are not told again.
    std::fs::remove_file(home.path("case/upper.json")).expect("removed");
    let (status, said) = verify(&home, &json);
    assert!(status == Some(0) && said.contains("not told apart again"), "{said}");
}

/// A snapshot of a window that is like no other: the jaw moved, the settings changed, the view turned; before that the jaws
/// swapped or not. The picture, and the window as it was.
fn snapshot_of_changed(screen: &Screen, home: &Home, swapped: bool) -> (PathBuf, Left) {
    let scans = ["case/upper.stl", "case/lower.stl"].map(|n| home.path(n));
    let window = Window::open_in(screen, home, &[&scans[0], &scans[1]]);
    // Teeth of jaws that were swapped are told apart anew; their numbers are no part of what a snapshot brings back.
    window.key("shift+n");
    if swapped {
        window.click(SWAP_JAWS);
    }
    window.key("o o Right 3 x");
    window.drag(ON_NOTHING, (90, 40));
    window.point_at(ASIDE);
    window.key("F12");
    (window.saved(".png"), window.close())
}

/// Why a window does not show what another showed.
fn not_restored(was: &Left, is: &Left) -> Option<String> {
    let seen = |part| differing(&was.picture, &is.picture, part);
    // Text costs the last bit of the pose; whoever sees it sees the same pixels but for a few on borders.
    let checks = [
        ("pose", was.pose_differs_by(is) < 1e-12),
        ("view", was.same_view(is)),
        ("threshold", was.stats["threshold_mm"] == is.stats["threshold_mm"]),
        ("verdict", was.stats["verdict"] == is.stats["verdict"]),
        ("picture", seen(CLEAR_PICTURE) < 1e-3),
        ("settings", seen(LEFT_PANEL) < 1e-3),
    ];
    let wrong: Vec<&str> = checks.iter().filter(|c| !c.1).map(|c| c.0).collect();
    (!wrong.is_empty()).then(|| format!("{wrong:?}; {} and {} of the pixels", seen(CLEAR_PICTURE), seen(LEFT_PANEL)))
}

/// Opened by name and by dropping it: the JSON beside its picture, and the picture alone beside its scans.
fn a_snapshot_comes_back(swapped: bool) {
    let (screen, home) = (Screen::start(), Home::with_sample());
    let (picture, was) = snapshot_of_changed(&screen, &home, swapped);
    assert_eq!(was.stats["threshold_mm"], 0.02);
    let alone = home.path("case/picture.png");
    std::fs::copy(&picture, &alone).expect("copied");
    for snapshot in [&picture.with_extension("json"), &alone] {
        let window = Window::open_in(&screen, &home, &[snapshot]);
        window.key("shift+n");
        window.point_at(ASIDE);
        let by_name = window.close();
        assert_eq!(not_restored(&was, &by_name), None, "{}", snapshot.display());
    }
    // Dropped on the same scans, it is one step of undo; on another case, that case is asked about.
    let scans = ["case/upper.stl", "case/lower.stl"].map(|n| home.path(n));
    for (files, snapshot) in [(&[&*scans[0], &*scans[1]][..], &alone), (&[], &picture.with_extension("json"))] {
        let mut window = Window::open_in(&screen, &home, files);
        window.key("shift+n c");
        window.point_at(ASIDE);
        let before = window.picture();
        drop_on(&window, &[snapshot]);
        if files.is_empty() {
            window.wait_for_title("^Sample case");
            window.click(DO_NOT_SAVE);
            window.point_at(ASIDE);
        }
        window.wait_for_title("^upper.stl|^lower.stl");
        window.wait_until_idle();
        let dropped = window.close();
        assert_eq!(not_restored(&was, &dropped), None, "{}", snapshot.display());
        // The twin: the window before is no such window.
        let untouched = Left { stats: dropped.stats.clone(), picture: before };
        assert!(not_restored(&was, &untouched).is_some_and(|why| why.contains("picture") && why.contains("settings")));
    }
}

#[test]
fn a_snapshot_of_a_moved_jaw_comes_back_in_every_way() {
    a_snapshot_comes_back(false);
}

#[test]
fn a_snapshot_of_swapped_jaws_comes_back_in_every_way() {
    a_snapshot_comes_back(true);
}

/// Mean difference of the views in two pictures whose widths are as `times` to 1, of 255; captions are left out.
fn apart(once: &RgbaImage, larger: &RgbaImage, times: u32) -> f64 {
    let [left, top, right, bottom] = PICTURE;
    // In the middle of its picture, above the caption.
    let view = |image: &RgbaImage, n: u32| {
        let (width, height) = ((right - left - 30) * n, (bottom - top - 120) * n);
        let part = image::imageops::crop_imm(image, (image.width() - width) / 2, 0, width, height).to_image();
        image::imageops::resize(&part, width / n / 4, height / n / 4, image::imageops::FilterType::Triangle)
    };
    let (a, b) = (view(once, 1), view(larger, times));
    let sum: f64 = a.iter().zip(b.iter()).map(|(a, b)| f64::from(a.abs_diff(*b))).sum();
    sum / a.len() as f64
}

#[test]
fn a_snapshot_may_be_larger_than_what_is_on_the_screen() {
    let screen = Screen::start();
    let window = Window::open_for_hands(&screen);
    let take = || {
        window.wait_until_idle();
        window.key("F12");
        let path = window.saved(".png");
        let picture = image::open(&path).expect("a picture").to_rgba8();
        std::fs::remove_file(path).expect("removed");
        picture
    };
    let once = take();
    window.right_click(SNAPSHOT);
    window.click(TWICE_AS_LARGE);
    window.point_at(ASIDE);
    let twice = take();
    assert!(twice.width() >= 2 * once.width() - 40 && twice.width() <= 2 * once.width(), "{}", twice.width());
    let same = apart(&once, &twice, 2);
    assert!(same < 2.0, "{same}: smooth edges alone may differ");
    window.key("F4");
    let elsewhere = apart(&once, &take(), 2);
    assert!(elsewhere > 5.0, "the twin: another view, {elsewhere}");
}
