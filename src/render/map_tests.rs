use super::*;
use crate::base::{Palette, Rigid};
use crate::field::PixelClass;
use crate::gpu::NO_VALUE;
use crate::render::test_scene::{block_map, context, frame, projection, save_for_eyes, upload};

const SIZE: [u32; 2] = [320, 240];

fn draw(context: &Context, view: &MapView, map: &[[f32; 4]]) -> Picture {
    let maps = upload(context, projection(), map);
    let mut renderer = MapRenderer::new(context);
    let mut encoder = context.device.create_command_encoder(&Default::default());
    renderer.render(&mut encoder, view, Some(&maps));
    context.queue.submit([encoder.finish()]);
    renderer.read_picture().unwrap()
}

fn flat_view() -> MapView {
    let mut view = MapView::fit(&projection(), Some(&frame()), SIZE);
    view.relief = 0.0;
    view
}

fn at(view: &MapView, picture: &Picture, col: f64, row: f64) -> [i32; 3] {
    let px = view.view_from_map(&projection(), DVec2::new(col, row));
    let [r, g, b, a] = picture.pixel(px.x as u32, px.y as u32).expect("inside the picture");
    assert_eq!(a, 255);
    [r, g, b].map(i32::from)
}

fn near(a: [i32; 3], b: [u8; 3]) -> bool {
    within(a, b, 3)
}

fn within(a: [i32; 3], b: [u8; 3], steps: i32) -> bool {
    (0..3).all(|k| (a[k] - i32::from(b[k])).abs() <= steps)
}

/// The block's map with a corner for each class that it does not have.
fn map_of_all_classes() -> Vec<[f32; 4]> {
    let mut map = block_map(&Rigid::IDENTITY, 0.6);
    for row in 0..30 {
        for col in 0..30 {
            let mut put = |c: usize, r: usize, class: PixelClass| {
                map[r * 200 + c] = [NO_VALUE, NO_VALUE, 5.0, f32::from(class as u8)];
            };
            put(col, row, PixelClass::None);
            put(199 - col, row, PixelClass::UpperOnly);
            put(col, 199 - row, PixelClass::LowerOnly);
            put(199 - col, 199 - row, PixelClass::Unsolved);
        }
    }
    map
}

#[test]
fn each_class_looks_as_the_paper_has_it() {
    let context = context();
    let map = map_of_all_classes();
    for palette in Palette::ALL {
        let mut view = flat_view();
        view.paint.palette = palette;
        let picture = draw(&context, &view, &map);
        save_for_eyes(&format!("map_{}", palette as u8), &picture);
        assert!(near(at(&view, &picture, 185.0, 15.0), palette.upper_only()));
        assert!(near(at(&view, &picture, 15.0, 185.0), palette.lower_only()));
        assert!(near(at(&view, &picture, 60.0, 15.0), palette.clear()), "beyond the range");
        let unsolved = at(&view, &picture, 185.0, 185.0);
        assert!(unsolved[2] > unsolved[1] + 20, "unsolved is violet: {unsolved:?}");
        let middle = at(&view, &picture, 100.0, 100.0);
        assert!(middle[0] > middle[1] + 20, "interference is red: {middle:?}");
        // Gap 0.1 of the threshold is at r = 2.0 mm; 0.05 at r = 1.71 mm.
        let near_contact = at(&view, &picture, 100.0 + 17.1, 100.0);
        // Half a pixel of the view, 0.045 mm, changes the gap by 0.008 mm: less than a tenth of the near part's colours.
        assert!(within(near_contact, palette.color(0.05, 0.1, 2.0), 25), "{near_contact:?}");
        // Negative twin: the wrong gap's colour is told apart.
        assert!(!within(near_contact, palette.color(0.2, 0.1, 2.0), 25));
    }
}

#[test]
fn the_contact_border_is_drawn_at_the_threshold() {
    let context = context();
    let mut view = flat_view();
    view.mm_per_px = 0.02;
    let picture = draw(&context, &view, &block_map(&Rigid::IDENTITY, 2.0));
    // exp(-r²/18) = 0.8 at r = 2.0041 mm; the line lies within.
    let radius_px = (-18.0 * 0.8f64.ln()).sqrt() / 0.1;
    let darkness = |r: f64| {
        let c = at(&view, &picture, 100.0 + r, 100.0);
        255 * 3 - c.iter().sum::<i32>()
    };
    let line = darkness(radius_px - 0.14);
    assert!(line > darkness(radius_px - 1.5) + 100);
    assert!(line > darkness(radius_px + 1.5) + 100);
    assert!(line > darkness(radius_px + 0.15) + 100, "nothing of it lies outside");
}

/// On a screen of few pixels a gap that turns back a micrometre above the threshold is half a pixel away from it by how fast it changes.
#[test]
fn a_gap_that_turns_back_above_the_threshold_has_no_border() {
    let context = context();
    let mut view = flat_view();
    view.mm_per_px = 0.2;
    let darkest = |least_mm: f64| {
        let pose = Rigid::from_translation(DVec3::new(0.0, 0.0, -0.1 - least_mm));
        let picture = draw(&context, &view, &block_map(&pose, 2.0));
        let steps = || (-7..=7).map(|k| 100.0 + 2.0 * f64::from(k));
        let all = steps().flat_map(|x| steps().map(move |y| (x, y)));
        all.map(|(x, y)| 255 * 3 - at(&view, &picture, x, y).iter().sum::<i32>()).max().expect("pixels")
    };
    let clear = 255 * 3 - view.paint.palette.color(0.101, 0.1, 2.0).into_iter().map(i32::from).sum::<i32>();
    let (above, within) = (darkest(0.101), darkest(0.09));
    assert!(above < clear + 20, "{above}, {clear}");
    assert!(within > clear + 160, "the twin: {within}, {clear}");
}

#[test]
fn the_map_lies_like_an_upper_occlusal_view() {
    let (p, view) = (projection(), flat_view());
    let on_screen = |world: DVec3| view.view_from_map(&p, p.map_from_world(world).0);
    let middle = on_screen(DVec3::ZERO);
    assert!(on_screen(frame().right).x < middle.x - 5.0, "the patient's right is on the left");
    assert!(on_screen(frame().front).y < middle.y - 5.0, "the incisors are at the top");
    // A map whose axes lie anyhow comes out the same way.
    let turn = glam::DQuat::from_rotation_z(2.1);
    let turned = Projection { u: turn * p.u, v: turn * p.v, ..p };
    let view = MapView::fit(&turned, Some(&frame()), SIZE);
    let on_screen = |world: DVec3| view.view_from_map(&turned, turned.map_from_world(world).0);
    let middle = on_screen(DVec3::ZERO);
    let (right, front) = (on_screen(frame().right) - middle, on_screen(frame().front) - middle);
    assert!(right.x < -5.0 && right.y.abs() < 1e-9 && front.y < -5.0 && front.x.abs() < 1e-9);
}

#[test]
fn the_screen_and_the_map_convert_into_each_other() {
    let (p, mut view) = (projection(), flat_view());
    let cursor = DVec2::new(77.0, 133.0);
    let before = view.map_from_view(&p, cursor);
    view.zoom(cursor, 3.0);
    assert!(view.map_from_view(&p, cursor).distance(before) < 1e-9, "zooming keeps what is under the cursor");
    assert!(view.view_from_map(&p, before).distance(cursor) < 1e-9);
    view.pan(DVec2::new(10.0, -4.0));
    assert!(view.view_from_map(&p, before).distance(cursor + DVec2::new(10.0, -4.0)) < 1e-9);
    view.zoom(cursor, f64::NAN);
    assert!(view.mm_per_px.is_finite());
}

#[test]
fn the_marker_is_where_it_was_put() {
    let context = context();
    let map = block_map(&Rigid::IDENTITY, 0.6);
    let mut view = flat_view();
    let plain = draw(&context, &view, &map);
    view.marker = Some(DVec2::new(40.0, 60.0));
    let marked = draw(&context, &view, &map);
    let px = view.view_from_map(&projection(), DVec2::new(40.0, 60.0)).as_uvec2();
    let differs = |x: u32, y: u32| plain.pixel(x, y) != marked.pixel(x, y);
    assert!(differs(px.x + 8, px.y) && differs(px.x, px.y - 8) && !differs(px.x + 40, px.y));
}

#[test]
fn relief_shows_the_hill_and_no_map_is_no_harm() {
    let context = context();
    let map = block_map(&Rigid::IDENTITY, -1.0);
    let mut view = flat_view();
    view.relief_side = JawSide::Lower;
    let flat = draw(&context, &view, &map);
    view.relief = 1.0;
    let lit = draw(&context, &view, &map);
    save_for_eyes("map_relief", &lit);
    // Light from the upper left: that flank is brighter than the opposite one.
    let px = view.view_from_map(&projection(), DVec2::new(100.0, 100.0)).as_uvec2();
    let brightness = |p: &Picture, dx: i32| i32::from(p.pixel(px.x.wrapping_add_signed(dx), px.y).unwrap()[1]);
    assert!(brightness(&lit, -30) > brightness(&lit, 30) + 10);
    assert_eq!(brightness(&flat, -30), brightness(&flat, 30));

    let mut renderer = MapRenderer::new(&context);
    let mut encoder = context.device.create_command_encoder(&Default::default());
    renderer.render(&mut encoder, &view, None);
    context.queue.submit([encoder.finish()]);
    let empty = renderer.read_picture().unwrap();
    assert_eq!(empty.pixel(0, 0), empty.pixel(160, 120));
}

#[test]
fn a_map_of_fewer_pixels_is_the_same_view() {
    let context = context();
    let mut view = flat_view();
    view.marker = Some(DVec2::new(150.0, 60.0));
    let map = map_of_all_classes();
    let full = draw(&context, &view, &map);
    view.most_pixels = 20_000;
    let small = draw(&context, &view, &map);
    assert_eq!(small.size, [163, 122]);
    // The middles of three corners, and two places where the gap changes slowly.
    let differing = |shift: f64| {
        let places = [(15.0, 15.0), (185.0, 15.0), (15.0, 185.0), (100.0, 55.0), (30.0, 120.0)];
        let differs = |(col, row): &(f64, f64)| {
            let px = view.view_from_map(&projection(), DVec2::new(*col, *row));
            let in_small = px * DVec2::new(163.0 / 320.0, 122.0 / 240.0) + DVec2::new(shift, 0.0);
            let [a, b] = [full.pixel(px.x as u32, px.y as u32), small.pixel(in_small.x as u32, in_small.y as u32)];
            let (a, b) = (a.expect("inside"), b.expect("inside"));
            (0..3).any(|k| a[k].abs_diff(b[k]) > 6)
        };
        places.iter().filter(|p| differs(p)).count()
    };
    assert_eq!(differing(0.0), 0);
    // The twin: the same places looked for 12 pixels aside.
    assert!(differing(12.0) >= 2, "{}", differing(12.0));
}
