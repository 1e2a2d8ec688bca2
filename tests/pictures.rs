//! Whole pictures of real jaws: prepared, analysed and drawn on the software adapter.
//!
//! With `OCCLUSCOPE_PICTURES=FOLDER` they are saved there for a person to look at.
#![allow(clippy::unwrap_used, reason = "a test says what failed by panicking")]
use glam::{DVec2, DVec3};
use occluscope::base::{Progress, RawMesh, Rigid};
use occluscope::field::Question;
use occluscope::gpu::{AdapterChoice, Context, FrameMaps, JawPairGpu, StencilEngine};
use occluscope::jaw::{JawPair, PairOptions, Scan, prepare_pair};
use occluscope::render::{Camera, JawStyle, MapRenderer, MapView, PaintSettings, Picture, SceneRenderer, SceneView};
use occluscope::render::{StandardView, Theme};
use std::path::PathBuf;
use std::time::Instant;

const SIZE: [u32; 2] = [1280, 800];

fn save(name: &str, picture: &Picture) {
    if let Ok(folder) = std::env::var("OCCLUSCOPE_PICTURES") {
        let path = PathBuf::from(folder).join(format!("{name}.png"));
        image::save_buffer(path, &picture.rgba, picture.size[0], picture.size[1], image::ColorType::Rgba8)
            .expect("the picture can be made");
    }
}

fn scans() -> PathBuf {
    std::env::var_os("OCCLUSCOPE_SCANS").map_or_else(|| PathBuf::from("../shared/scans"), PathBuf::from)
}

fn prepare(upper: RawMesh, lower: RawMesh) -> JawPair {
    let scan = |name: &str, raw| Scan { name: name.into(), blake3: String::new(), raw, warnings: Vec::new() };
    prepare_pair(scan("upper", upper), scan("lower", lower), &PairOptions::default(), &Progress::default())
        .expect("the picture can be made")
        .0
}

fn read_case(case: &str, format: &str) -> Option<JawPair> {
    let read = |jaw: &str| {
        let bytes = std::fs::read(scans().join(case).join(format!("{jaw}.{format}"))).ok()?;
        Some(occluscope::import::read_mesh(&bytes, &Progress::default()).expect("the picture can be made").raw)
    };
    match (read("upper"), read("lower")) {
        (Some(upper), Some(lower)) => Some(prepare(upper, lower)),
        _ => {
            println!("left out: {case} is not here");
            None
        }
    }
}

/// One case on the GPU.
struct Studio {
    context: Context,
    pair: JawPair,
    renderer: SceneRenderer,
    maps: Option<FrameMaps>,
    pose: Rigid,
}

impl Studio {
    fn new(pair: JawPair, pose: Rigid) -> Self {
        let context = Context::headless(&AdapterChoice::Cpu).expect("tests need a software Vulkan driver");
        let mut renderer = SceneRenderer::new(&context);
        renderer.set_pair(&pair).expect("the picture can be made");
        let on_gpu = JawPairGpu::new(&context, &pair).expect("the picture can be made");
        let question = Question { upper_from_lower: pose, resolution: 768, ..Question::default() };
        let maps = StencilEngine::new(&context).run_frame(&on_gpu, &question).expect("the picture can be made");
        Self { context, pair, renderer, maps, pose }
    }

    fn view(&self, standard: StandardView) -> SceneView {
        let mut view = SceneView { size: SIZE, upper_from_lower: self.pose, antialias: true, ..SceneView::default() };
        view.upper.visible = standard != StandardView::LowerOcclusal;
        view.lower.visible = standard != StandardView::UpperOcclusal;
        view.camera = Camera::standard_view(standard, &self.pair.frame, &self.renderer.outline(&view), SIZE);
        view
    }

    fn draw(&mut self, view: &SceneView) -> Picture {
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        self.renderer.render(&mut encoder, view, self.maps.as_ref());
        self.context.queue.submit([encoder.finish()]);
        self.renderer.read_picture().expect("the picture can be made")
    }

    fn draw_map(&self, paint: PaintSettings, theme: Theme) -> Picture {
        let projection = self.maps.as_ref().expect("the jaws meet").projection;
        let view = MapView { paint, theme, ..MapView::fit(&projection, Some(&self.pair.frame), SIZE) };
        let mut renderer = MapRenderer::new(&self.context);
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        renderer.render(&mut encoder, &view, self.maps.as_ref());
        self.context.queue.submit([encoder.finish()]);
        renderer.read_picture().expect("the picture can be made")
    }

    /// Median milliseconds a frame; the view turns a little from one to the next, or else stands.
    fn time(&mut self, view: &SceneView, n: usize, turning: bool) -> f64 {
        let mut view = view.clone();
        let mut times: Vec<f64> = (0..n)
            .map(|_| {
                if turning {
                    view.camera.orbit(DVec2::new(0.5, 0.0), self.pair.frame.up, view.camera.target);
                }
                let begun = Instant::now();
                let mut encoder = self.context.device.create_command_encoder(&Default::default());
                self.renderer.render(&mut encoder, &view, self.maps.as_ref());
                self.context.queue.submit([encoder.finish()]);
                let _ = self.context.device.poll(wgpu::PollType::wait_indefinitely());
                begun.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        times[n / 2]
    }
}

fn take_all(case: &str, studio: &mut Studio) {
    for standard in StandardView::ALL {
        let view = studio.view(standard);
        let picture = studio.draw(&view);
        save(&format!("{case}_{standard:?}"), &picture);
    }
    let mut oblique = studio.view(StandardView::Front);
    oblique.camera.orbit(DVec2::new(-150.0, 90.0), studio.pair.frame.up, oblique.camera.target);
    oblique.upper.opacity = 0.35;
    save(&format!("{case}_xray"), &studio.draw(&oblique));
    oblique.lower.opacity = 0.5;
    oblique.theme = Theme::Light;
    save(&format!("{case}_xray_both"), &studio.draw(&oblique));
    let mut close = studio.view(StandardView::LowerOcclusal);
    close.theme = Theme::Light;
    close.paint.iso_step_mm = 0.5;
    close.camera.focus(molar(&studio.pair));
    close.camera.height_mm = 14.0;
    save(&format!("{case}_close"), &studio.draw(&close));
    if studio.maps.is_some() {
        for (palette, theme) in occluscope::base::Palette::ALL.into_iter().zip([Theme::Dark, Theme::Light]) {
            let paint = PaintSettings { palette, ..PaintSettings::default() };
            save(&format!("{case}_map_{palette:?}"), &studio.draw_map(paint, theme));
        }
    }
}

/// Somewhere at the first molar on the right.
fn molar(pair: &JawPair) -> DVec3 {
    let f = &pair.frame;
    f.origin + f.right * 22.0 + f.front * 2.0
}

#[test]
fn the_sample_case_has_its_picture() {
    let (upper, lower) = occluscope::jaw::sample_case(&Progress::default()).expect("the picture can be made");
    let mut studio = Studio::new(prepare(upper, lower), Rigid::IDENTITY);
    take_all("sample", &mut studio);
    let mut view = studio.view(StandardView::LowerOcclusal);
    let painted = studio.draw(&view);
    view.painted = false;
    let bare = studio.draw(&view);
    let n_changed = painted.rgba.chunks(4).zip(bare.rgba.chunks(4)).filter(|(a, b)| a != b).count();
    assert!(n_changed > 10_000, "contacts are painted: {n_changed} pixels");
    let view = SceneView { upper: JawStyle { visible: false, ..view.upper }, ..view };
    let corner = view.camera.project(molar(&studio.pair), SIZE).expect("the picture can be made");
    assert!(studio.renderer.pick(corner.x as u32, corner.y as u32).is_some(), "a tooth is there");
    // Negative twin: nothing is painted without a map.
    studio.maps = None;
    assert_eq!(studio.draw(&SceneView { painted: true, ..view.clone() }).rgba, studio.draw(&view).rgba);
}

#[test]
fn real_scans_have_their_pictures() {
    for (case, format) in [("case-1-full-resolution", "stl"), ("case-2-tight-contact", "ply")] {
        let Some(pair) = read_case(case, format) else { continue };
        let mut studio = Studio::new(pair, Rigid::IDENTITY);
        take_all(case, &mut studio);
    }
}

/// Processor time that this process has used, ms: says what a frame costs also on a busy machine.
fn cpu_ms() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = |i: usize| after_name.split_whitespace().nth(i).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
    10.0 * (ticks(11) + ticks(12))
}

/// Prints milliseconds a frame; run it alone.
#[test]
#[ignore = "a measurement"]
fn time_a_frame() {
    let (upper, lower) = occluscope::jaw::sample_case(&Progress::default()).expect("the picture can be made");
    let sample = prepare(upper, lower);
    for (name, pair) in [("sample", Some(sample)), ("case-1", read_case("case-1-full-resolution", "stl"))] {
        let Some(pair) = pair else { continue };
        let begun = Instant::now();
        let display = occluscope::render::DisplayPair::new(&pair);
        let display_ms = begun.elapsed().as_secs_f64() * 1e3;
        let n = (display.upper.indices.len() + display.lower.indices.len()) / 3;
        println!("{name}: {n} triangles, made ready in {display_ms:.0} ms");
        let mut studio = Studio::new(pair, Rigid::IDENTITY);
        for standard in [StandardView::Front, StandardView::LowerOcclusal] {
            let mut view = studio.view(standard);
            view.size = [764, 738];
            for (what, antialias, opacity, most_error_px, most_pixels, turning) in [
                ("every triangle", false, 1.0, 0.0, u64::MAX, true),
                ("every triangle, smooth edges", true, 1.0, 0.0, u64::MAX, true),
                ("every triangle, light and paint alone", false, 1.0, 0.0, u64::MAX, false),
                ("within a pixel", false, 1.0, 1.0, u64::MAX, true),
                ("200,000 pixels", false, 1.0, 1.0, 200_000, true),
                ("200,000 pixels, light and paint alone", false, 1.0, 1.0, 200_000, false),
                ("140,000 pixels", false, 1.0, 1.0, 140_000, true),
                ("140,000 pixels, light and paint alone", false, 1.0, 1.0, 140_000, false),
                ("200,000 pixels, translucent", false, 0.5, 1.0, 200_000, true),
            ] {
                view = SceneView { antialias, most_error_px, most_pixels, ..view };
                (view.upper.opacity, view.lower.opacity) = (opacity, opacity);
                studio.time(&view, 2, turning);
                let before = cpu_ms();
                let wall = studio.time(&view, 15, turning);
                let cpu = (cpu_ms() - before) / 15.0;
                println!("  {standard:?}, {what}: {wall:.1} ms, {cpu:.1} ms of processor time");
            }
        }
    }
}
