//! Both arches beside the closed jaws: each picture has a view of its own, and the jaw is moved in any of them. Without exact figures.
use super::harness::{Home, Window};
use super::left::{Left, differing, dot, numbers};
use super::places::*;
use super::screen::Screen;

/// Along the patient's directions, the step of the lower jaw.
fn step(left: &Left) -> [f64; 3] {
    let axis = |name: &str| numbers(&left.stats["view"][name]);
    ["patient_right", "patient_front", "patient_up"].map(|name| dot(&axis(name), &left.translation()))
}

#[test]
fn each_picture_is_turned_by_itself() {
    let screen = Screen::start();
    let window = Window::open_overview(&screen);
    let before = window.picture();
    window.drag(BESIDE_UPPER_ARCH, (60, 10));
    let after = window.picture();
    let left = window.close();
    let untouched = Window::open_overview(&screen).close();
    assert!(left.same_view(&untouched) && left.is_at_home(), "the picture of both jaws stays as it was");
    assert!(differing(&before, &after, UPPER_ARCH) > 0.02, "the upper arch was turned");
    assert!(differing(&before, &after, LOWER_ARCH) < 0.002, "and not the lower one");
}

#[test]
fn a_drag_in_the_occlusal_view_moves_the_jaw_within_the_occlusal_plane() {
    let screen = Screen::start();
    let window = Window::open_overview(&screen);
    window.drag(ON_LOWER_ARCH, (20, 0));
    let left = window.close();
    let [right, front, up] = step(&left);
    // The patient's right is on the viewer's left.
    assert!(right < -1.0 && front.abs() < 1e-6 && up.abs() < 1e-6, "right {right}, front {front}, up {up} mm");
    assert!(left.angle_deg() < 1e-6, "a plain drag does not turn the jaw");
}

#[test]
fn a_snapshot_has_all_three_pictures() {
    let screen = Screen::start();
    let window = Window::open_overview(&screen);
    window.key("F12");
    let picture = image::open(window.saved(".png")).expect("a picture").to_rgba8();
    // Teeth of the upper arch at the upper left, of the lower one at the upper right, both jaws below.
    let [width, height] = [picture.width(), picture.height()];
    let is_tooth = |x: u32, y: u32| picture.get_pixel(x, y).0[0] > 130;
    let teeth_in = |[left, top, right, bottom]: ScreenRect| {
        (top..bottom)
            .step_by(4)
            .flat_map(|y| (left..right).step_by(4).map(move |x| (x, y)))
            .filter(|(x, y)| is_tooth(*x, *y))
            .count()
    };
    let (x, y) = (width / 2, height / 2);
    for part in [[0, 0, x, y - 20], [x, 0, width, y - 20], [0, y + 60, width, height - 80]] {
        assert!(teeth_in(part) > 200, "{part:?} of {width} x {height}: {}", teeth_in(part));
    }
}

/// The longest row of such pixels in a part of a picture.
fn longest_row(
    picture: &image::RgbaImage,
    [left, top, right, bottom]: ScreenRect,
    is: impl Fn([u8; 3]) -> bool,
) -> u32 {
    let is = |x: u32, y: u32| {
        let [r, g, b, _] = picture.get_pixel(x, y).0;
        is([r, g, b])
    };
    let of_row = |y: u32| {
        let longest = |(run, most): (u32, u32), x: u32| if is(x, y) { (run + 1, most.max(run + 1)) } else { (0, most) };
        (left..right).fold((0, 0), longest).1
    };
    (top..bottom).map(of_row).max().unwrap_or(0)
}

/// Each picture has a scale of its own, in a snapshot as on the screen. The lengths that are chosen may differ, by 2, 2.5 or 5.
#[test]
fn every_picture_of_a_snapshot_has_the_bar_of_its_own_scale() {
    let screen = Screen::start();
    let window = Window::open_overview(&screen);
    window.point_at(ASIDE);
    let seen = window.picture();
    window.key("F12");
    let saved = image::open(window.saved(".png")).expect("a picture").to_rgba8();
    // The lower left corners of the upper arch, the lower arch and both jaws on the screen; a snapshot begins where the pictures do.
    let corners = [[262, 375, 420, 413], [640, 375, 800, 413], [262, 730, 460, 774]];
    for [left, top, right, bottom] in corners {
        let on_screen = longest_row(&seen, [left, top, right, bottom], |rgb| rgb.iter().all(|v| *v > 200));
        let [x, y] = [PICTURE[0], PICTURE[1]];
        let in_file = longest_row(&saved, [left - x, top - y, right - x, bottom - y], |rgb| rgb == [25, 28, 32]);
        assert!(on_screen > 20 && in_file > 20, "{left} {top}: {on_screen} {in_file}");
        let ratio = f64::from(in_file) / f64::from(on_screen);
        let chosen = [0.2, 0.4, 0.5, 1.0, 2.0, 2.5, 5.0];
        assert!(chosen.iter().any(|c| (ratio / c - 1.0).abs() < 0.04), "{left} {top}: {on_screen} {in_file}");
    }
}

#[test]
fn a_pin_stands_in_a_snapshot_where_it_stands_on_the_screen() {
    let screen = Screen::start();
    let window = Window::open_overview(&screen);
    let n_pin = |part: ScreenRect| {
        let [x, y] = [PICTURE[0], PICTURE[1]];
        let saved = image::open(window.saved(".png")).expect("a picture").to_rgba8();
        let [left, top, right, bottom] = part;
        let places = (top - y..bottom - y).flat_map(|y| (left - x..right - x).map(move |x| (x, y)));
        places.filter(|(x, y)| saved.get_pixel(*x, *y).0[..3] == [18, 92, 160]).count()
    };
    let both_jaws = [262, 440, 1006, 720];
    window.key("F12");
    assert_eq!([UPPER_ARCH, LOWER_ARCH, both_jaws].map(n_pin), [0; 3], "the twin: none was put");
    window.key("a");
    window.click(ON_LOWER_ARCH);
    window.enter("polish here");
    window.key("Escape");
    drop(window.snapshot());
    let [x, y] = [ON_LOWER_ARCH.0 as u32, ON_LOWER_ARCH.1 as u32];
    assert!(n_pin([x - 12, y - 12, x + 12, y + 12]) > 50, "where it was put");
    assert_eq!(n_pin(UPPER_ARCH), 0, "not on the other jaw");
    assert!(n_pin(both_jaws) > 50, "and on both jaws");
}

/// Pixels with the blue of clearance: on surfaces that face the other jaw alone.
fn n_painted(picture: &image::RgbaImage, [left, top, right, bottom]: ScreenRect) -> usize {
    let is_blue = |x, y| {
        let [r, _, b, _] = picture.get_pixel(x, y).0;
        b > r.saturating_add(20)
    };
    (top..bottom).map(|y| (left..right).filter(|x| is_blue(*x, y)).count()).sum()
}

#[test]
fn arches_are_seen_from_the_side_of_their_teeth_also_when_they_change_roles() {
    let screen = Screen::start();
    let window = Window::open_overview(&screen);
    let before = window.picture();
    window.click(SWAP_JAWS);
    window.point_at(ASIDE);
    let swapped = window.picture();
    for arch in [UPPER_ARCH, LOWER_ARCH] {
        let (was, is) = (n_painted(&before, arch), n_painted(&swapped, arch));
        assert!(was > 1000 && is > was / 2, "{was} pixels were painted, {is} are");
        assert!(differing(&before, &swapped, arch) > 0.05, "the twin: the other scan is there");
    }
}

/// Teeth of the upper arch in a strip, of which there are none where the whole arch is in the picture.
fn ivory(picture: &image::RgbaImage, [left, top, right, bottom]: ScreenRect) -> usize {
    let is = |x: u32, y: u32| {
        let [r, _, b, _] = picture.get_pixel(x, y).0;
        r > 120 && r > b + 12
    };
    (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))).filter(|(x, y)| is(*x, *y)).count()
}

/// Folded, the columns leave room for three high pictures in a row instead of two wide ones above the third.
#[test]
fn pictures_are_fitted_again_when_the_columns_are_folded_unless_one_has_zoomed() {
    const EDGES: [ScreenRect; 2] = [[27, 60, 33, 760], [641, 60, 647, 760]];
    const WHOLE: ScreenRect = [27, 60, 647, 760];
    let screen = Screen::of_size(1920, 1080);
    let options = ["--no-restore", "--no-nearby", "--no-views", "--size", "1920x1080", "--layout", "overview"];
    let window = Window::begin(&screen, &Home::new(), &[], &options);
    window.wait_until_idle();
    window.key("F10");
    window.key("F11");
    let fitted = window.picture();
    assert!(ivory(&fitted, WHOLE) > 20_000, "the arch is there: {}", ivory(&fitted, WHOLE));
    assert_eq!(EDGES.map(|edge| ivory(&fitted, edge)), [0, 0], "all of it");
    // The twin: what a person has zoomed stays as near.
    window.point_at((330, 300));
    window.screen.xdotool(&["click", "--repeat", "12", "4"]);
    window.wait_until_idle();
    window.key("F10");
    window.key("F10");
    let zoomed = window.picture();
    assert!(EDGES.iter().map(|edge| ivory(&zoomed, *edge)).sum::<usize>() > 200, "as near as before");
    window.close();
}
