//! The hand: dragging the jaw and the view, keys, handles, the patient's front. Without exact figures: `exact.rs` has both.
use super::harness::Window;
use super::left::{Left, dot, numbers};
use super::places::*;
use super::screen::Screen;

#[test]
fn a_drag_moves_the_lower_jaw_with_the_mouse_and_not_the_view() {
    let screen = Screen::start();
    let untouched = {
        let window = Window::open_for_hands(&screen);
        window.key("F2");
        window.close()
    };
    assert!(untouched.is_at_home());
    assert_eq!(untouched.stats["case"], "Sample case");
    let verdict = untouched.stats["verdict"].as_str().unwrap_or("none").to_owned();
    assert_ne!(verdict, "none", "the sample case was analysed");

    let window = Window::open_for_hands(&screen);
    window.key("F2");
    let by = (30, 60);
    window.drag(ON_LOWER, by);
    let moved = window.close();
    assert!(moved.same_view(&untouched), "the view stays where it was");
    assert!(moved.angle_deg() < 1e-6, "a plain drag does not turn the jaw");
    // The point under the cursor stays under the cursor: so many pixels are so many millimetres of the view plane.
    let (along, mm_per_px) = (moved.seen_step(), moved.mm_per_px());
    let wanted = [f64::from(by.0) * mm_per_px, -f64::from(by.1) * mm_per_px];
    for (a, w) in along.iter().zip(wanted) {
        // Half a pixel on either end.
        assert!((a - w).abs() <= mm_per_px, "moved by {along:?} mm instead of {wanted:?}");
    }
    assert!(moved.differs_from(&untouched) > 0.05, "the picture shows it: {}", moved.differs_from(&untouched));
    let frames = moved.stats["analysed_frames"].as_u64().unwrap_or(0);
    assert!(frames >= 3, "the contacts were followed during the drag, not only at its end: {frames}");
    assert!(moved.stats["latency_ms"]["count"].as_u64().unwrap_or(0) >= 1);
    // Where the time of the drag's frames went: all of it is somewhere, and without a drag there is none.
    let drag = &moved.stats["drag"];
    assert!(drag["frame_ms"]["count"].as_u64() >= Some(3), "{drag}");
    for stage in ["layout", "jaws", "window", "rest"] {
        assert_eq!(drag["stages_ms"][stage]["count"], drag["frame_ms"]["count"], "{stage}: {drag}");
    }
    assert!(drag["stages_ms"]["jaws"]["median"].as_f64() > Some(0.0), "{drag}");
    assert!(drag["painting_ms"]["max"].as_f64() <= drag["frame_ms"]["max"].as_f64(), "{drag}");
    assert_eq!(untouched.stats["drag"]["frame_ms"]["count"], 0);
    assert_eq!(moved.stats["verdict"], "apart", "6 mm lower nothing touches any more (was {verdict})");
}

#[test]
fn the_view_turns_the_keys_open_and_undo_takes_back() {
    let screen = Screen::start();
    let window = Window::open_for_hands(&screen);
    window.key("F2");
    // Escape puts a drag back.
    window.press_and_move(ON_LOWER, (0, 40));
    window.key("Escape");
    window.release();
    // Beside the jaws the view turns.
    window.drag(ON_NOTHING, (120, 30));
    let turned = window.close();
    assert!(turned.is_at_home(), "neither a drag that was given up nor an orbit moves the jaw");

    let window = Window::open_for_hands(&screen);
    window.key("F2");
    for key in ["o", "o", "o", "ctrl+z", "shift+o"] {
        window.key(key);
    }
    let opened = window.close();
    // Two steps of 0.2 degrees are left of three, and a fine one of 0.02 is added.
    assert!((opened.angle_deg() - 0.42).abs() < 1e-6, "opened by {} degrees", opened.angle_deg());
    assert!(!turned.same_view(&opened), "the orbit has turned the view");
    // Negative twin of the comparison: a view equals itself.
    assert!(opened.same_view(&opened));
}

#[test]
fn the_front_is_set_by_hand_and_can_be_undone() {
    let screen = Screen::start();
    let corrected = |keys: &[&str], last: Option<(i32, i32)>| {
        let window = Window::open_for_hands(&screen);
        window.key("F2");
        window.drag(ON_NOTHING, (150, 0));
        window.click(DIRECTIONS);
        window.click(SEEN_FROM_FRONT);
        keys.iter().for_each(|k| window.key(k));
        last.into_iter().for_each(|at| window.click(at));
        window.close()
    };
    let towards_viewer = |left: &Left| {
        let (r, u) = (numbers(&left.stats["view"]["right"]), numbers(&left.stats["view"]["up"]));
        vec![r[1] * u[2] - r[2] * u[1], r[2] * u[0] - r[0] * u[2], r[0] * u[1] - r[1] * u[0]]
    };
    let front = |left: &Left| numbers(&left.stats["view"]["patient_front"]);
    // What was seen is the front now, and the front view and opening go by it.
    let set = corrected(&["F4", "F2", "o"], None);
    assert!(dot(&front(&set), &towards_viewer(&set)) > 1.0 - 1e-9);
    let [x, y, z] = [0, 1, 2].map(|i| set.row(i));
    assert!((set.angle_deg() - 0.2).abs() < 1e-6, "opened by {} degrees", set.angle_deg());
    // The axis of the turn is the patient's right: the front times up.
    let sin = set.angle_deg().to_radians().sin();
    let axis = [z[1] - y[2], x[2] - z[0], y[0] - x[1]].map(|a| a / (2.0 * sin));
    assert!(dot(&axis, &front(&set)).abs() < 1e-6, "opening turns about an axis across the new front");
    // Undone, and (the negative twin) estimated again, it is where the arches put it.
    let undone = corrected(&["ctrl+z"], None);
    assert!(dot(&front(&undone), &front(&set)) < 0.95, "the view was turned before the front was set");
    let estimated = corrected(&[], Some(ESTIMATE_AGAIN));
    assert!(dot(&front(&estimated), &front(&undone)) > 2.0_f64.to_radians().cos());
}

#[test]
fn a_handle_moves_the_jaw_along_one_axis() {
    let screen = Screen::start();
    let window = Window::open_for_hands(&screen);
    window.key("F2");
    // A click shows the handles; the upright arrow stands over the lower incisors.
    window.click(ON_LOWER_ASIDE);
    window.drag(UP_HANDLE, (35, -24));
    let left = window.close();
    let (along, mm_per_px) = (left.seen_step(), left.mm_per_px());
    assert!(along[0].abs() < 1e-6 && left.angle_deg() < 1e-6, "sideways motion of the hand does not count: {along:?}");
    assert!((along[1] - 24.0 * mm_per_px).abs() <= mm_per_px, "raised by {} mm", along[1]);
}
