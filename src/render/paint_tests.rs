//! What the paint is told within triangles, and about how sure contact is.
use super::*;
use crate::base::Rigid;
use crate::field::{BESIDE_MM, FineGaps, GapSpread, NEVER_MM, NO_GAP};
use crate::mesh::TriMesh;
use crate::render::test_scene::{block_pair, context, frame, hill, save_for_eyes};
use crate::render::{Camera, Picture, SceneRenderer, StandardView};

const SIZE: [u32; 2] = [400, 300];
const N: u32 = 21;

struct Scene {
    context: Context,
    renderer: SceneRenderer,
    view: SceneView,
    lower: Arc<TriMesh>,
}

impl Scene {
    fn new() -> Self {
        let (context, pair) = (context(), block_pair(N));
        let mut renderer = SceneRenderer::new(&context);
        renderer.set_pair(&pair).unwrap();
        let mut view = SceneView { size: SIZE, upper_from_lower: Rigid::IDENTITY, ..SceneView::default() };
        view.upper.visible = false;
        let outline = renderer.outline(&view);
        view.camera = Camera::standard_view(StandardView::LowerOcclusal, &frame(), &outline, SIZE);
        Self { context, renderer, view, lower: pair.lower.mesh }
    }

    fn draw(&mut self, view: &SceneView) -> Picture {
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        self.renderer.render(&mut encoder, view, None);
        self.context.queue.submit([encoder.finish()]);
        self.renderer.read_picture().unwrap()
    }

    /// The same gap at every vertex of the lower block.
    fn even(&self, gap_mm: f32) -> SurfaceGaps {
        SurfaceGaps { vertices: [Vec::new(), vec![gap_mm; self.lower.positions.len()]], ..SurfaceGaps::default() }
    }

    /// The gap that is read at a place of the lower block's top.
    fn gap_at(&mut self, x: f64, y: f64) -> Option<f64> {
        let view = self.view.clone();
        self.draw(&view);
        let px = view.camera.project(DVec3::new(x, y, f64::from(hill(x as f32, y as f32))), SIZE).unwrap();
        self.renderer.pick(px.x as u32, px.y as u32).expect("the lower block").gap_mm
    }
}

#[test]
fn within_a_triangle_with_samples_they_are_read() {
    let mut scene = Scene::new();
    // The cell beside the middle: its lower right triangle, 1 mm wide.
    let number = 2 * (10 * (N - 1) + 10);
    let corners = scene.lower.triangles[number as usize];
    let at = |gap: &dyn Fn(f32, f32) -> f32| -> FineGaps {
        // From the first corner along x to the second, along both to the third.
        let place = |i: usize, j: usize| ((i + j) as f32 / 4.0, j as f32 / 4.0);
        let all = (0..=4).flat_map(|j| (0..=4 - j).map(move |i| (i, j)));
        let samples: Vec<f32> = all.map(|(i, j)| place(i, j)).map(|(x, y)| gap(x, y)).collect();
        let mut fine = FineGaps::default();
        fine.push(number, corners, 2, &samples);
        fine
    };
    let mut read = |fine: Option<FineGaps>, x: f64, y: f64| {
        let mut gaps = scene.even(0.3);
        gaps.fine[1] = fine.unwrap_or_default();
        scene.renderer.set_gaps(Some(&gaps));
        scene.gap_at(x, y)
    };
    let near = |gap: Option<f64>, wanted: f64| gap.is_some_and(|gap| (gap - wanted).abs() < 0.012);
    // A plane is read anywhere, whichever piece it is in.
    let plane = |x: f32, y: f32| 0.1 + 0.2 * x - 0.3 * y;
    for (x, y) in [(0.3, 0.1), (0.55, 0.3), (0.9, 0.75), (0.8, 0.15), (0.62, 0.55)] {
        let found = read(Some(at(&plane)), x, y);
        assert!(near(found, 0.1 + 0.2 * x - 0.3 * y), "{x}, {y}: {found:?}");
    }
    // A kink half way, which no corner tells, and the twin without samples.
    let kink = |x: f32, _: f32| 0.3 - 0.4 * x.min(1.0 - x);
    assert!(near(read(Some(at(&kink)), 0.5, 0.2), 0.1));
    assert!(near(read(None, 0.5, 0.2), 0.3));
    // Kinds are parted in the middle between samples, and what faces nothing is read nowhere.
    let quiet = |x: f32, y: f32| plane(x, y) + if x > 0.6 { BESIDE_MM } else { 0.0 };
    assert!(near(read(Some(at(&quiet)), 0.55, 0.1), 0.18) && near(read(Some(at(&quiet)), 0.7, 0.1), 0.21));
    assert_eq!(read(Some(at(&|x, _| if x > 0.6 { NO_GAP } else { 0.2 })), 0.85, 0.2), None);
}

/// Of the pixels about a place, a mm around, the share that is painted.
fn share_painted((painted, bare): (&Picture, &Picture), view: &SceneView, x: f64, y: f64) -> f64 {
    let (mut n, mut n_painted) = (0, 0);
    let around = (1.5 / view.camera.mm_per_px(SIZE)) as u32;
    let px = view.camera.project(DVec3::new(x, y, 0.5), SIZE).unwrap();
    for dy in 0..2 * around {
        for dx in 0..2 * around {
            let at = [px.x as u32 + dx - around, px.y as u32 + dy - around];
            let [a, b] = [painted, bare].map(|picture| picture.pixel(at[0], at[1]).expect("inside"));
            n += 1;
            n_painted += u32::from((0..3).map(|k| u32::from(a[k].abs_diff(b[k]))).sum::<u32>() > 60);
        }
    }
    f64::from(n_painted) / f64::from(n)
}

#[test]
fn certain_possible_and_unlikely_contact_have_their_forms() {
    let mut scene = Scene::new();
    let even = scene.even(0.05);
    scene.renderer.set_gaps(Some(&even));
    // From left to right certain, possible, unlikely, in no pose.
    let larger = |x: f32| match x {
        x if x < -4.5 => [0.02, 0.0, -0.02],
        x if x < 0.5 => [0.2, 0.02, 0.0],
        x if x < 5.5 => [0.4, 0.2, 0.02],
        _ => [NEVER_MM; 3],
    };
    let larger_mm = scene.lower.positions.iter().map(|p| larger(p.x)).collect();
    let vertices = (0..scene.lower.positions.len() as u32).collect();
    let spread = GapSpread { vertices: [Vec::new(), vertices], larger_mm: [Vec::new(), larger_mm] };
    scene.renderer.set_spread(Some(&spread));
    let plain = SceneView { antialias: true, ..scene.view.clone() };
    let bare = scene.draw(&SceneView { painted: false, ..plain.clone() });
    let mut shares = |threshold_mm: f32, sure: bool| {
        let mut view = SceneView { sure, ..plain.clone() };
        view.paint.threshold_mm = threshold_mm;
        let picture = scene.draw(&view);
        save_for_eyes(&format!("sure_{sure}_{threshold_mm}"), &picture);
        [-7.5, -2.0, 3.0, 8.0].map(|x| share_painted((&picture, &bare), &view, x, 0.0))
    };
    let [certain, possible, unlikely, never] = shares(0.1, true);
    assert!(certain > 0.99 && never == 0.0, "{certain}, {never}");
    assert!((0.4..0.7).contains(&possible), "{possible}");
    assert!((0.05..0.35).contains(&unlikely), "{unlikely}");
    // The twins: at a smaller threshold what was certain is possible, and what was unlikely is not; and without the question all is
    // as large as it is.
    let smaller = shares(0.06, true);
    assert!((0.4..0.7).contains(&smaller[0]) && smaller[2] == 0.0, "{smaller:?}");
    assert!(shares(0.1, false).iter().all(|share| *share > 0.99));
    // Nobody knows how sure: as without the question.
    scene.renderer.set_spread(None);
    let [sure, plain] = [true, false].map(|sure| scene.draw(&SceneView { sure, ..plain.clone() }));
    assert!(sure == plain);
}
