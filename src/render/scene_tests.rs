use super::super::Theme;
use super::super::camera::Camera;
use super::super::pass::gap_paint::PaintSettings;
use super::super::scene_view::JawStyle;
use super::*;
use crate::base::Palette;
use crate::base::Rigid;
use crate::field::{BESIDE_MM, NO_GAP};
use crate::mesh::clusters::order_triangles;
use crate::mesh::shapes;
use crate::render::test_scene::{block_map, block_pair, context, frame, hill, projection, save_for_eyes, upload};
use crate::render::{FALLING_STRIPES, NO_STRIPES, Picture, RISING_STRIPES, SceneRenderer, StandardView};

const SIZE: [u32; 2] = [400, 300];
const LOWERED: f64 = -0.5;

/// The blocks with the lower one lowered by half a millimetre (nothing penetrates) or as they are.
struct Scene {
    context: Context,
    renderer: SceneRenderer,
}

impl Scene {
    fn new() -> Self {
        let context = context();
        let mut renderer = SceneRenderer::new(&context);
        renderer.set_pair(&block_pair(101)).unwrap();
        Self { context, renderer }
    }

    /// The same blocks and device, with nothing drawn yet.
    fn anew(&self) -> Self {
        let mut renderer = SceneRenderer::new(&self.context);
        renderer.set_pair(&block_pair(101)).unwrap();
        Self { context: self.context.clone(), renderer }
    }

    fn view(&self, standard: StandardView) -> SceneView {
        let mut view = SceneView { size: SIZE, ..SceneView::default() };
        match standard {
            StandardView::LowerOcclusal => view.upper.visible = false,
            StandardView::UpperOcclusal => view.lower.visible = false,
            _ => {}
        }
        view.camera = Camera::standard_view(standard, &frame(), &self.renderer.outline(&view), SIZE);
        view
    }

    fn draw(&mut self, view: &SceneView, maps: Option<&FrameMaps>) -> Picture {
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        self.renderer.render(&mut encoder, view, maps);
        self.context.queue.submit([encoder.finish()]);
        self.renderer.read_picture().unwrap()
    }

    fn maps(&self, pose: &Rigid, range_mm: f32) -> FrameMaps {
        upload(&self.context, projection(), &block_map(pose, range_mm))
    }
}

fn at(view: &SceneView, picture: &Picture, point: DVec3) -> [i32; 3] {
    let px = view.camera.project(point, SIZE).unwrap();
    let [r, g, b, a] = picture.pixel(px.x as u32, px.y as u32).expect("inside the picture");
    assert_eq!(a, 255, "the picture is opaque");
    [r, g, b].map(i32::from)
}

/// A place of the lower block's top, world, with the block in its own place.
fn on_hill(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, f64::from(hill(x as f32, y as f32)))
}

fn redness([r, g, b]: [i32; 3]) -> i32 {
    r - (g + b) / 2
}

#[test]
fn penetration_is_red_and_hatched_and_far_clearance_is_tooth() {
    let mut scene = Scene::new();
    let view = scene.view(StandardView::LowerOcclusal);
    let maps = scene.maps(&Rigid::IDENTITY, 0.6);
    let painted = scene.draw(&view, Some(&maps));
    save_for_eyes("block_lower", &painted);
    let bare = scene.draw(&view, None);
    // exp(-r²/18) > 0.9 inside r = 1.38 mm: look at a patch, as the hatch darkens part of it.
    let patch: Vec<_> = (-9..=9)
        .flat_map(|i| (-9..=9).map(move |j| (f64::from(i) * 0.1, f64::from(j) * 0.1)))
        .filter(|(x, y)| x.hypot(*y) < 0.9)
        .map(|(x, y)| at(&view, &painted, on_hill(x, y)))
        .collect();
    assert!(patch.iter().all(|c| redness(*c) > 20), "all of it is in the red family");
    let (darkest, brightest) = (patch.iter().map(|c| c[0]).min(), patch.iter().map(|c| c[0]).max());
    assert!(brightest.unwrap() - darkest.unwrap() > 50, "the hatch shows: {darkest:?} {brightest:?}");
    // Gap 0.9 at the corner, beyond the range: not painted at all.
    for (x, y) in [(9.0, 9.0), (-8.0, 5.0)] {
        assert_eq!(at(&view, &painted, on_hill(x, y)), at(&view, &bare, on_hill(x, y)));
    }
    // Negative twin: without the map the hill's top is a tooth.
    assert!(redness(at(&view, &bare, on_hill(0.0, 0.0))) < 20);
}

#[test]
fn the_three_kinds_of_gap_have_the_palettes_colours() {
    let mut scene = Scene::new();
    let mut view = scene.view(StandardView::LowerOcclusal);
    view.paint = PaintSettings { threshold_mm: 0.3, range_mm: 1.5, ..PaintSettings::default() };
    let maps = scene.maps(&Rigid::IDENTITY, 1.5);
    let picture = scene.draw(&view, Some(&maps));
    for (x, kind) in [(2.2, "near"), (5.5, "clear")] {
        let gap = 0.9 - hill(x, 0.0);
        let wanted = Palette::Default.color(gap, 0.3, 1.5).map(i32::from);
        let seen = at(&view, &picture, on_hill(f64::from(x), 0.0));
        // Hue, not brightness: light and fading change that.
        let hue = |c: [i32; 3]| [c[0] - c[1], c[1] - c[2]].map(|d| f64::from(d) / f64::from(c[0] + c[1] + c[2]));
        let off = (0..2).map(|k| (hue(seen)[k] - hue(wanted)[k]).abs()).fold(0.0, f64::max);
        assert!(off < 0.07, "{kind}: {seen:?}, wanted {wanted:?}");
    }
}

#[test]
fn a_surface_that_the_map_is_not_about_stays_unpainted() {
    let mut scene = Scene::new();
    let view = scene.view(StandardView::LowerOcclusal);
    let bare = scene.draw(&view, None);
    let mut map = block_map(&Rigid::IDENTITY, 2.0);
    let maps = upload(&scene.context, projection(), &map);
    let painted = scene.draw(&view, Some(&maps));
    // The map's lower surface 1 mm deeper than the one drawn: another fold of the jaw.
    map.iter_mut().for_each(|v| v[2] += 1.0);
    let other = upload(&scene.context, projection(), &map);
    let unpainted = scene.draw(&view, Some(&other));
    assert_eq!(unpainted, bare);
    assert_ne!(painted, bare, "negative twin: at its own depth it is painted");
}

#[test]
fn picking_finds_jaw_place_and_gap() {
    let mut scene = Scene::new();
    let pose = Rigid::from_translation(DVec3::new(0.3, 0.0, LOWERED));
    let maps = scene.maps(&pose, 2.0);
    for antialias in [false, true] {
        let mut view = scene.view(StandardView::LowerOcclusal);
        view.upper_from_lower = pose;
        view.antialias = antialias;
        scene.draw(&view, Some(&maps));
        let wanted = pose.transform_point(on_hill(2.0, 1.0));
        let px = view.camera.project(wanted, SIZE).unwrap();
        let hit = scene.renderer.pick(px.x as u32, px.y as u32).expect("the lower block");
        assert_eq!(hit.side, JawSide::Lower);
        // Half a pixel sideways, and what the hill rises over it; the mesh is flat between vertices 0.2 mm apart.
        let tolerance = 1.5 * view.camera.mm_per_px(SIZE);
        assert!(hit.point.distance(wanted) < tolerance, "{} is not {wanted}", hit.point);
        let gap = hit.gap_mm.expect("a gap");
        assert!((gap - (0.9 - wanted.z)).abs() < tolerance, "{gap}");
        assert_eq!(scene.renderer.pick(0, 0), None, "the background");
        assert_eq!(scene.renderer.pick(4000, 0), None, "outside");
        // Negative twin: another place is told apart.
        let far = scene.renderer.pick(px.x as u32 + 20, px.y as u32).expect("the lower block");
        assert!(far.point.distance(wanted) > tolerance);
    }
}

#[test]
fn hovering_answers_once_without_waiting() {
    let mut scene = Scene::new();
    let view = scene.view(StandardView::Front);
    assert!(!scene.renderer.request_hover(5, 5), "nothing was drawn yet");
    scene.draw(&view, None);
    let px = view.camera.project(DVec3::new(0.0, 10.0, 3.0), SIZE).unwrap();
    assert!(scene.renderer.request_hover(px.x as u32, px.y as u32));
    assert!(!scene.renderer.request_hover(1, 1), "one at a time");
    let mut answer = None;
    for _ in 0..10_000 {
        answer = scene.renderer.poll_hover();
        if answer.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let hit = answer.flatten().expect("the upper block");
    assert_eq!(hit.side, JawSide::Upper);
    assert!((hit.point.y - 10.0).abs() < 1e-3 && hit.gap_mm.is_none(), "{hit:?}");
    assert_eq!(scene.renderer.poll_hover(), None);
}

#[test]
fn a_translucent_jaw_lets_the_other_through() {
    let mut scene = Scene::new();
    let mut view = scene.view(StandardView::UpperOcclusal);
    view.upper_from_lower = Rigid::from_translation(DVec3::new(0.0, 0.0, -9.0));
    let place = DVec3::new(5.0, 5.0, 0.9);
    let px = view.camera.project(place, SIZE).unwrap();
    let mut look = |upper: f32, lower: f32| {
        view.upper.opacity = upper;
        view.lower = JawStyle { opacity: lower, visible: lower > 0.0, ..JawStyle::default() };
        let picture = scene.draw(&view, None);
        (at(&view, &picture, place), scene.renderer.pick(px.x as u32, px.y as u32).map(|h| h.side))
    };
    let (upper_alone, _) = look(1.0, 0.0);
    let (lower_alone, _) = look(0.0, 1.0);
    let (both, picked) = look(1.0, 0.3);
    // The lower block's floor, added by closing, is grey; the flat upper face behind it is ivory.
    assert!(upper_alone[0] > lower_alone[0] + 40, "{upper_alone:?} {lower_alone:?}");
    let mixed = 0.3 * f64::from(lower_alone[0]) + 0.7 * f64::from(upper_alone[0]);
    assert!((f64::from(both[0]) - mixed).abs() < 16.0, "{both:?}, about {mixed} wanted");
    assert_eq!(picked, Some(JawSide::Upper), "a faint jaw is clicked through");
    assert_eq!(look(1.0, 0.7).1, Some(JawSide::Lower));
    assert_eq!(look(0.0, 0.0).1, None);
}

#[test]
fn added_faces_can_be_left_out() {
    let mut scene = Scene::new();
    let mut view = scene.view(StandardView::Front);
    view.upper.visible = false;
    let wall = DVec3::new(0.0, 10.0, -2.0);
    let with = scene.draw(&view, None);
    view.lower.show_added = false;
    let without = scene.draw(&view, None);
    assert_ne!(at(&view, &with, wall), at(&view, &without, wall));
    let px = view.camera.project(wall, SIZE).unwrap();
    assert_eq!(scene.renderer.pick(px.x as u32, px.y as u32), None);
}

/// The lower block's far rim is folded back over its top for 6 mm: seen from above, it shows its far side.
fn folded_pair() -> JawPair {
    let mut pair = block_pair(101);
    let mut lower = (*pair.lower.mesh).clone();
    for p in lower.positions.iter_mut().filter(|p| p.y > 9.5 && p.x.abs() < 3.0 && p.z > -1.0) {
        *p = glam::Vec3::new(p.x, 18.8 - p.y, p.z + 0.5);
    }
    pair.lower.mesh = lower.into();
    pair
}

/// A ball in the place of the lower block, whose lowest part closing added, with or without a little one beside it that is inside out.
fn ball_pair(with_little: bool) -> JawPair {
    let mut pair = block_pair(101);
    let mut ball = shapes::sphere(40, 5.0);
    if with_little {
        ball = shapes::joined(&[shapes::moved(&shapes::turned(&ball), 8.0, 0.08), ball]);
    }
    let is_added = |t: &[u32; 3]| t.iter().all(|i| ball.positions[*i as usize].z < -3.0);
    let (added, scanned): (Vec<_>, Vec<_>) = ball.triangles.iter().partition(|t| is_added(t));
    ball.n_scanned = scanned.len();
    ball.triangles = [scanned, added].concat();
    order_triangles(&mut ball);
    pair.lower.mesh = ball.into();
    pair
}

fn display_of_closed(mut pair: JawPair) -> DisplayPair {
    (pair.upper.report.closed, pair.lower.report.closed) = (true, true);
    DisplayPair::new(&pair)
}

/// The lower jaw without what closing added, taken as closed or, so that everything is drawn, as open: its picture, and how many triangles
/// were drawn.
fn lower_alone(
    scene: &mut Scene,
    display: &DisplayPair,
    closed: bool,
    (standard, tilt): (StandardView, f64),
) -> (Vec<u8>, usize) {
    scene.renderer.set_display(&DisplayPair { closed: [closed; 2], ..display.clone() }).unwrap();
    let mut view = scene.view(standard);
    view.camera.orbit(glam::DVec2::new(tilt, 0.7 * tilt), DVec3::Z, DVec3::ZERO);
    view.upper.visible = false;
    view.lower = JawStyle { show_added: false, ..JawStyle::default() };
    let picture = scene.draw(&view, None);
    (picture.rgba, scene.renderer.canvas().n_triangles())
}

#[test]
fn far_sides_are_drawn_where_they_are_seen_through_what_is_hidden() {
    let mut scene = Scene::new();
    let views = || StandardView::ALL.into_iter().flat_map(|standard| [0.0, 60.0, -90.0].map(|tilt| (standard, tilt)));
    let n_others = |a: &[u8], b: &[u8]| a.chunks(4).zip(b.chunks(4)).filter(|(a, b)| a != b).count();
    for (pair, is_saved_on) in
        [(block_pair(101), false), (folded_pair(), false), (ball_pair(true), false), (ball_pair(false), true)]
    {
        let display = display_of_closed(pair);
        let mut n_drawn = [0; 2];
        for view in views() {
            let (all, n_all) = lower_alone(&mut scene, &display, false, view);
            let (seen, n_seen) = lower_alone(&mut scene, &display, true, view);
            // On an outline, both sides may be equally deep.
            assert!(n_others(&all, &seen) <= 4, "{view:?}: {}", n_others(&all, &seen));
            n_drawn = [n_drawn[0] + n_all, n_drawn[1] + n_seen];
        }
        assert!(!is_saved_on || n_drawn[1] * 20 < n_drawn[0] * 19, "{n_drawn:?}");
    }
    // The twin: who is not told of what is inside out shows its other side.
    let mut display = display_of_closed(ball_pair(true));
    let above = (StandardView::LowerOcclusal, 0.0);
    assert!(display.lower.inside_out.contains(&true) && display.lower.inside_out.contains(&false));
    let all = lower_alone(&mut scene, &display, false, above).0;
    display.lower.inside_out.fill(false);
    display.lower.levels.iter_mut().for_each(|level| level.inside_out.fill(false));
    assert!(n_others(&lower_alone(&mut scene, &display, true, above).0, &all) > 150);
}

#[test]
fn the_view_for_the_window_changes_only_with_the_size() {
    let mut scene = Scene::new();
    let mut view = scene.view(StandardView::Front);
    scene.draw(&view, None);
    let first = scene.renderer.canvas().generation();
    view.antialias = true;
    scene.draw(&view, None);
    assert_eq!(scene.renderer.canvas().generation(), first);
    view.size = [401, 299];
    assert_eq!(scene.draw(&view, None).size, [401, 299]);
    assert_eq!(scene.renderer.canvas().generation(), first + 1);
    let picture = scene.renderer.canvas().size();
    assert_eq!(picture, [401, 299]);
    view.size = [0, 0];
    assert_eq!(scene.draw(&view, None).size, [1, 1]);
}

#[test]
fn without_jaws_there_is_a_calm_background() {
    let context = context();
    let mut scene = Scene { renderer: SceneRenderer::new(&context), context };
    for theme in [Theme::Dark, Theme::Light] {
        let view = SceneView { size: SIZE, theme, ..SceneView::default() };
        let picture = scene.draw(&view, None);
        let [top, bottom] = theme.background();
        for (y, wanted) in [(0, top), (299, bottom)] {
            let seen = picture.pixel(200, y).unwrap();
            assert!((0..3).all(|k| seen[k].abs_diff(wanted[k]) <= 2), "{seen:?}, {wanted:?} wanted");
        }
        assert_eq!(scene.renderer.outline(&view), Vec::new());
    }
}

#[test]
fn closest_gaps_at_the_vertices_are_painted_and_read() {
    let mut scene = Scene::new();
    let view = scene.view(StandardView::LowerOcclusal);
    let maps = scene.maps(&Rigid::IDENTITY, 2.0);
    let (top, slope) = (on_hill(0.0, 0.0), on_hill(3.0, 0.0));
    let lower = block_pair(101).lower.mesh;
    let of_lower = |gap: &dyn Fn(f32) -> f32| SurfaceGaps {
        vertices: [Vec::new(), lower.positions.iter().map(|p| gap(p.truncate().length())).collect()],
        ..SurfaceGaps::default()
    };
    let mut seen = |gaps: Option<&SurfaceGaps>| {
        scene.renderer.set_gaps(gaps);
        let picture = scene.draw(&view, Some(&maps));
        [top, slope].map(|at_world| {
            let px = view.camera.project(at_world, SIZE).unwrap();
            let hit = scene.renderer.pick(px.x as u32, px.y as u32).expect("the lower block");
            (hit.gap_mm, redness(at(&view, &picture, at_world)))
        })
    };
    let live = seen(None);
    assert!((live[0].0.expect("a gap") + 0.1).abs() < 0.02 && live[1].1 < 20, "{live:?}");
    // A cone, 0.3 mm deep in the middle and 0.15 mm high on the slope: straight between the vertices.
    let cone = of_lower(&|r| 0.15 * r - 0.3);
    let found = seen(Some(&cone));
    let near = |gap: Option<f64>, wanted: f64| gap.is_some_and(|gap| (gap - wanted).abs() < 0.02);
    assert!(near(found[0].0, -0.3) && near(found[1].0, 0.15), "{found:?}");
    assert!(found[0].1 > 20 && found[1].1 < 20, "painted: {found:?}");
    // What is not judged has its gap and a quieter paint; what faces nothing has neither.
    let quiet = seen(Some(&of_lower(&|r| 0.15 * r - 0.3 + BESIDE_MM)));
    assert!(near(quiet[0].0, -0.3) && quiet[0].1 < found[0].1 / 2, "{quiet:?}");
    assert_eq!(seen(Some(&of_lower(&|_| NO_GAP)))[0].0, None);
    // Between what is judged and what is not there is neither.
    let parted = seen(Some(&of_lower(&|r| if r < 0.01 { -0.3 } else { -0.3 + BESIDE_MM })));
    assert!(near(parted[1].0, -0.3), "{parted:?}");
    assert_eq!(seen(None), live, "and the live map again");
}

/// Pixels that are in the red family in one picture, and in one alone of two.
fn red_pixels(a: &Picture, b: &Picture) -> (usize, usize) {
    let is_red = |p: &[u8]| redness([p[0], p[1], p[2]].map(i32::from)) > 20;
    let pairs = || a.rgba.chunks(4).zip(b.rgba.chunks(4)).map(|(a, b)| (is_red(a), is_red(b)));
    (pairs().filter(|(a, _)| *a).count(), pairs().filter(|(a, b)| a != b).count())
}

#[test]
fn a_coarser_level_is_painted_as_the_scan() {
    let mut scene = Scene::new();
    let mut view = scene.view(StandardView::LowerOcclusal);
    let maps = scene.maps(&Rigid::IDENTITY, 0.6);
    let full = scene.draw(&view, Some(&maps));
    let n_full = scene.renderer.canvas().n_triangles();
    view.most_error_px = 1.0;
    let coarse = scene.draw(&view, Some(&maps));
    assert!(
        scene.renderer.canvas().n_triangles() < n_full / 3,
        "{} of {n_full} triangles",
        scene.renderer.canvas().n_triangles()
    );
    // The contact's outline is 2 pi 1.38 mm long, and is found again within a pixel on either side.
    let outline_px = std::f64::consts::TAU * 1.38 / view.camera.mm_per_px(SIZE);
    let (n_red, n_other) = red_pixels(&full, &coarse);
    assert!(n_red > 500 && n_other as f64 <= 2.0 * outline_px, "{n_other} of {n_red} differ");
    // The twin: the contact 1 mm aside.
    let aside = scene.maps(&Rigid::from_translation(DVec3::new(1.0, 0.0, 0.0)), 0.6);
    let (_, n_other) = red_pixels(&full, &scene.draw(&view, Some(&aside)));
    assert!(n_other as f64 > 2.0 * outline_px, "{n_other} differ");
    // Back at rest it is the same picture as before, and in perspective a pixel has no one size.
    view.most_error_px = 0.0;
    assert!(scene.draw(&view, Some(&maps)) == full);
    view.camera.fov_rad = Some(0.5);
    let far = scene.draw(&view, Some(&maps));
    view.most_error_px = 5.0;
    assert!(scene.draw(&view, Some(&maps)) == far);
}

#[test]
fn surfaces_that_stand_are_only_shaded_again() {
    let mut scene = Scene::new();
    let mut view = scene.view(StandardView::LowerOcclusal);
    let maps = scene.maps(&Rigid::IDENTITY, 2.0);
    for antialias in [false, true] {
        view.antialias = antialias;
        scene.draw(&view, None);
        // Other light, other paint, a ring, the other jaw's opacity: each time as if everything were drawn anew.
        let mut changed = view.clone();
        changed.theme = Theme::Light;
        changed.paint.threshold_mm = 0.4;
        changed.highlight = Some(on_hill(3.0, 0.0));
        let again = scene.draw(&changed, Some(&maps));
        assert!(scene.renderer.canvas().n_triangles() == 0, "the surfaces were not drawn again");
        assert!(again == scene.anew().draw(&changed, Some(&maps)));
        // The twin: with the jaw elsewhere they are.
        changed.upper_from_lower = Rigid::from_translation(DVec3::new(0.5, 0.0, 0.0));
        let moved = scene.draw(&changed, Some(&maps));
        assert!(scene.renderer.canvas().n_triangles() > 0);
        assert!(moved != again);
        // Translucent layers share one depth.
        changed.lower.opacity = 0.5;
        scene.draw(&changed, None);
        assert!(scene.draw(&changed, Some(&maps)) == scene.anew().draw(&changed, Some(&maps)));
    }
}

#[test]
fn a_picture_of_fewer_pixels_is_the_same_view() {
    let mut scene = Scene::new();
    let mut view = scene.view(StandardView::LowerOcclusal);
    let maps = scene.maps(&Rigid::IDENTITY, 2.0);
    view.most_pixels = 30_000;
    let picture = scene.draw(&view, Some(&maps));
    assert_eq!(picture.size, [200, 150]);
    let wanted = on_hill(2.0, 1.0);
    let px = view.camera.project(wanted, SIZE).unwrap();
    let hit = scene.renderer.pick(px.x as u32, px.y as u32).expect("the lower block");
    // Two pixels of the window are one of the picture.
    let tolerance = 3.0 * view.camera.mm_per_px(SIZE);
    assert!(hit.point.distance(wanted) < tolerance, "{} is not {wanted}", hit.point);
    assert_eq!(scene.renderer.pick(0, 0), None, "the background");
    assert_eq!(scene.renderer.pick(400, 0), None, "outside");
    // The twin: elsewhere is elsewhere.
    let far = scene.renderer.pick(px.x as u32 + 20, px.y as u32).expect("the lower block");
    assert!(far.point.distance(wanted) > tolerance);
    view.most_pixels = u64::MAX;
    assert_eq!(scene.draw(&view, Some(&maps)).size, SIZE);
}

/// A triangle with a class is painted whole and nothing beside it is, on the mesh itself and on a coarser level.
#[test]
fn triangles_have_the_colours_of_their_classes() {
    let mut scene = Scene::new();
    let pair = block_pair(101);
    let mesh = &pair.lower.mesh;
    let is_right = |corners: &&[u32; 3]| corners.iter().all(|v| mesh.positions[*v as usize].x > 1.0);
    let scanned = mesh.triangles.iter().take(mesh.n_scanned);
    let blue = |corners: &[u32; 3]| ClassedTriangle { corners: *corners, color: [0, 0, 255, 255] };
    let of_lower: Vec<ClassedTriangle> = scanned.filter(is_right).map(blue).collect();
    let plain = scene.view(StandardView::LowerOcclusal);
    let bare = scene.draw(&plain, None);
    scene.renderer.set_classes(&[Vec::new(), of_lower]);
    let blueness = |[r, g, b]: [i32; 3]| b - (r + g) / 2;
    for most_error_px in [0.0, 4.0] {
        let view = SceneView { classed: true, most_error_px, ..plain.clone() };
        let classed = scene.draw(&view, None);
        for x in [2.0, 5.0, 8.0] {
            assert!(blueness(at(&view, &classed, on_hill(x, 0.5))) > 60, "{x} {most_error_px}");
            let [left, before] = [&classed, &bare].map(|picture| at(&view, picture, on_hill(-x, 0.5)));
            assert!(blueness(left) < 20 && (left[0] - before[0]).abs() < 12, "{left:?} {before:?}");
        }
    }
    // The twin: where classes are not asked for nothing of them is seen.
    assert_eq!(scene.draw(&plain, None), bare);
}

/// Stripes tell classes of one colour apart: rising ones are each other's mirror image.
#[test]
fn classes_of_one_colour_are_told_apart_by_stripes() {
    let mut scene = Scene::new();
    let pair = block_pair(101);
    let mesh = &pair.lower.mesh;
    let view = SceneView { classed: true, ..scene.view(StandardView::LowerOcclusal) };
    let mut drawn = |stripes: u8| {
        let scanned = mesh.triangles.iter().take(mesh.n_scanned);
        let of_lower = scanned.map(|corners| ClassedTriangle { corners: *corners, color: [60, 160, 90, stripes] });
        scene.renderer.set_classes(&[Vec::new(), of_lower.collect()]);
        scene.draw(&view, None)
    };
    let [plain, rising, falling] = [NO_STRIPES, RISING_STRIPES, FALLING_STRIPES].map(&mut drawn);
    // How much brightness changes along a line of the picture in the middle of the jaw.
    let change = |picture: &Picture, [dx, dy]: [i32; 2]| -> f64 {
        let green = |i: i32| {
            let [x, y] = [(SIZE[0] / 2) as i32 + i * dx, (SIZE[1] / 2) as i32 + i * dy];
            f64::from(picture.rgba[4 * (y as usize * SIZE[0] as usize + x as usize) + 1])
        };
        (-30..30).map(|i| (green(i + 1) - green(i)).abs()).sum()
    };
    let [up, down] = [[1, -1], [1, 1]];
    assert!(change(&rising, down) > 4.0 * change(&rising, up), "along a stripe nothing changes");
    assert!(change(&falling, up) > 4.0 * change(&falling, down));
    assert!(change(&plain, up).max(change(&plain, down)) * 4.0 < change(&rising, down), "the twin");
}
