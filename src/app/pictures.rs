//! The two pictures in the middle of the window, each in a texture of its own: drawn again only when something that
//! is seen in them has changed, and always with the map of the pose they show.
use super::desk::{Desk, Look, ViewLayout, paint_settings};
use super::graphics::Graphics;
use super::live::Live;
use crate::gpu::{Context, FrameMaps, GpuError};
use crate::jaw::JawPair;
use crate::render::{
    Camera, DisplayPair, Hit, MapRenderer, MapView, Picture, SceneRenderer, SceneView, StandardView, Theme,
};
use egui::TextureId;
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// A place in the middle of the window, as egui laid it out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Physical pixels; `None` while not shown.
    pub jaws: Option<[u32; 2]>,
    pub map: Option<[u32; 2]>,
}

pub struct Pictures {
    context: Context,
    scene: SceneRenderer,
    map: MapRenderer,
    pub scene_texture: TextureId,
    pub map_texture: TextureId,
    generations: (u64, u64),
    pub sizes: Sizes,
    display: Option<(Arc<JawPair>, DisplayPair)>,
    drawn_scene: Option<(SceneView, Option<u64>)>,
    drawn_map: Option<(MapView, Option<u64>)>,
    /// A question about the place under the cursor is on its way.
    pub hover_asked: bool,
}

impl Pictures {
    pub fn new(graphics: &mut Graphics) -> Self {
        let context = graphics.context.clone();
        let (scene, map) = (SceneRenderer::new(&context), MapRenderer::new(&context));
        let scene_texture = graphics.show_texture(None, scene.color_view());
        let map_texture = graphics.show_texture(None, map.color_view());
        let generations = (scene.generation(), map.generation());
        Self {
            context,
            scene,
            map,
            scene_texture,
            map_texture,
            generations,
            sizes: Sizes::default(),
            display: None,
            drawn_scene: None,
            drawn_map: None,
            hover_asked: false,
        }
    }

    /// The jaws to draw: those just opened.
    ///
    /// # Errors
    /// When a mesh does not fit the adapter.
    pub fn set_case(&mut self, pair: &Arc<JawPair>, display: DisplayPair) -> Result<(), GpuError> {
        self.scene.set_display(&display)?;
        self.display = Some((pair.clone(), display));
        self.drawn_scene = None;
        Ok(())
    }

    /// Follows a swap of upper and lower, or its undoing.
    ///
    /// # Errors
    /// When a mesh does not fit the adapter.
    pub fn follow_pair(&mut self, pair: &Arc<JawPair>) -> Result<(), GpuError> {
        match self.display.take() {
            Some((shown, display)) if Arc::ptr_eq(&shown, pair) => {
                self.display = Some((shown, display));
                Ok(())
            }
            Some((_, display)) => {
                let [upper, lower] = display.closed;
                let swapped = DisplayPair { upper: display.lower, lower: display.upper, closed: [lower, upper] };
                self.set_case(pair, swapped)
            }
            None => self.set_case(pair, DisplayPair::new(pair)),
        }
    }

    /// Hands the meshes on to pictures on another device.
    pub fn take_display(&mut self) -> Option<(Arc<JawPair>, DisplayPair)> {
        self.display.take()
    }

    /// Turns the camera as asked.
    pub fn look(&self, desk: &mut Desk) {
        let (Some(look), Some(size), Some(session)) = (desk.look, self.sizes.jaws, &desk.session) else { return };
        let outline = self.scene.outline(&desk.scene_view(size, Theme::default(), false));
        let frame = *session.frame();
        // The legend's column is kept free as far as it can be.
        let size = [size[0] - (size[0] / 8).min(120), size[1]];
        match look {
            Look::At(view) => desk.camera = Camera::standard_view(view, &frame, &outline, size),
            Look::Opening => {
                let mut camera = Camera::standard_view(StandardView::Front, &frame, &outline, size);
                camera.orbit(DVec2::new(-110.0, -55.0), frame.up, camera.target);
                camera.fit(&outline, size);
                desk.camera = camera;
            }
            Look::Fit => desk.camera.fit(&outline, size),
        }
        desk.look = None;
    }

    /// Draws what has changed; true when anything was drawn.
    pub fn draw(&mut self, desk: &mut Desk, live: Option<&Live>, theme: Theme, antialias: bool) -> bool {
        let maps = live.and_then(Live::maps);
        let frame = maps.map(|m| m.frame);
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("window: pictures") };
        let mut encoder = self.context.device.create_command_encoder(&descriptor);
        let mut drawn = false;
        if let Some(size) = self.sizes.jaws {
            let wanted = (desk.scene_view(size, theme, antialias), frame);
            if self.drawn_scene.as_ref() != Some(&wanted) {
                self.scene.render(&mut encoder, &wanted.0, maps);
                self.drawn_scene = Some(wanted);
                drawn = true;
            }
        }
        if let Some(size) = self.sizes.map {
            let wanted = (map_view(desk, maps, size, theme), frame);
            if self.drawn_map.as_ref() != Some(&wanted) {
                self.map.render(&mut encoder, &wanted.0, maps);
                self.drawn_map = Some(wanted);
                drawn = true;
            }
        }
        if drawn {
            self.context.queue.submit([encoder.finish()]);
        }
        drawn
    }

    /// Tells egui about textures that are others than before.
    pub fn register(&mut self, graphics: &mut Graphics) {
        let now = (self.scene.generation(), self.map.generation());
        if now.0 != self.generations.0 {
            graphics.show_texture(Some(self.scene_texture), self.scene.color_view());
        }
        if now.1 != self.generations.1 {
            graphics.show_texture(Some(self.map_texture), self.map.color_view());
        }
        self.generations = now;
    }

    /// What lies at a pixel of the picture that is seen now; waits for the GPU.
    pub fn pick(&self, at: DVec2) -> Option<Hit> {
        let (x, y) = pixel(at)?;
        self.scene.pick(x, y)
    }

    /// Asks what is under the cursor without waiting.
    pub fn ask_hover(&mut self, at: DVec2) {
        if let Some((x, y)) = pixel(at) {
            self.hover_asked |= self.scene.request_hover(x, y);
        }
    }

    /// The answer, once, when it is there.
    pub fn poll_hover(&mut self) -> Option<Option<Hit>> {
        let answer = self.scene.poll_hover();
        if answer.is_some() {
            self.hover_asked = false;
        }
        answer
    }

    /// The picture of the view that `layout` is about, for snapshots.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn read(&self, layout: ViewLayout) -> Result<Picture, GpuError> {
        match layout {
            ViewLayout::Map => self.map.read_picture(),
            _ => self.scene.read_picture(),
        }
    }
}

fn pixel(at: DVec2) -> Option<(u32, u32)> {
    (at.x >= 0.0 && at.y >= 0.0).then_some((at.x as u32, at.y as u32))
}

/// The view of the map for this frame. Fitted by itself until the person moves it; from then on the same place of the
/// world stays in the middle, although the map's own origin moves with the jaw.
fn map_view(desk: &mut Desk, maps: Option<&FrameMaps>, size: [u32; 2], theme: Theme) -> MapView {
    let projection = maps.map(|m| m.projection);
    let frame = desk.session.as_ref().map(|s| *s.frame());
    let mut view = match (&desk.map_view, projection) {
        (Some(view), Some(_)) if desk.map_moved => view.clone(),
        (_, Some(projection)) => MapView::fit(&projection, frame.as_ref(), size),
        (Some(view), None) => view.clone(),
        (None, None) => empty_view(size),
    };
    view.size = size;
    view.theme = theme;
    if let Some(session) = &desk.session {
        view.paint = paint_settings(session.settings());
    }
    // Pointing at the jaws marks the place on the map.
    let pointed = desk.pointed.hit.filter(|_| desk.pointed.map_place.is_none());
    view.marker = match (pointed, projection) {
        (Some(hit), Some(projection)) => Some(projection.map_from_world(hit.point).0),
        _ => None,
    };
    if projection.is_some() {
        desk.map_view = Some(MapView { marker: None, ..view.clone() });
    }
    view
}

fn empty_view(size: [u32; 2]) -> MapView {
    let projection = crate::field::Projection {
        direction: DVec3::NEG_Z,
        u: DVec3::X,
        v: DVec3::NEG_Y,
        origin: DVec3::ZERO,
        u_mm: 0.1,
        v_mm: 0.1,
        cols: 512,
        rows: 512,
        chosen_by: crate::field::ChosenBy::Given,
    };
    MapView::fit(&projection, None, size)
}
