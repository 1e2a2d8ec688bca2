//! The two pictures in the middle of the window, each in a texture of its own: drawn again only when something that
//! is seen in them has changed, and always with the map of the pose they show.
use super::blit::Placed;
use super::desk::{Care, Desk, Look, ViewLayout, paint_settings};
use super::live::Live;
use super::stage_clock::StageClock;
use crate::gpu::{Context, FrameMaps, GpuError};
use crate::jaw::JawPair;
use crate::render::{
    Camera, DisplayPair, Hit, MapRenderer, MapView, Margins, Picture, SceneRenderer, SceneView, StandardView, Theme,
};
use crate::session::ViewMaps;
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// A place in the window, physical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub corner: [u32; 2],
    pub size: [u32; 2],
    /// What lies over the edges of the picture: jaws and map are brought into the rest.
    pub margins: Margins,
}

impl Place {
    /// The whole pixels of a place that egui laid out in points.
    pub fn new(rect: egui::Rect, pixels_per_point: f64, margins: Margins) -> Self {
        let pixel = |points: f32| (f64::from(points) * pixels_per_point).round().max(0.0) as u32;
        let corner = [pixel(rect.min.x), pixel(rect.min.y)];
        let end = [pixel(rect.max.x), pixel(rect.max.y)];
        Self { corner, size: [0, 1].map(|i| end[i].saturating_sub(corner[i]).max(1)), margins }
    }
}

impl Place {
    fn times(self, n: u32) -> Self {
        let Self { corner, size, margins } = self;
        Self { corner: corner.map(|x| x * n), size: size.map(|x| x * n), margins: margins.times(n) }
    }
}

/// How the pictures were before they were made larger for a file.
pub struct BeforeFile {
    places: Places,
    map_view: Option<MapView>,
}

/// Where the pictures are; `None` while not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    pub jaws: Option<Place>,
    pub map: Option<Place>,
}

pub struct Pictures {
    context: Context,
    scene: SceneRenderer,
    map: MapRenderer,
    pub places: Places,
    /// The pair that the scene shows.
    pair: Option<Arc<JawPair>>,
    drawn_scene: Option<(SceneView, Option<u64>)>,
    drawn_map: Option<(MapView, Option<u64>)>,
    /// Whose maps paint the scene, beside the live one.
    views: Option<ViewMaps>,
    /// A question about the place under the cursor is on its way.
    pub hover_asked: bool,
}

impl Pictures {
    pub fn new(context: &Context) -> Self {
        Self {
            scene: SceneRenderer::new(context),
            map: MapRenderer::new(context),
            context: context.clone(),
            places: Places::default(),
            pair: None,
            drawn_scene: None,
            drawn_map: None,
            views: None,
            hover_asked: false,
        }
    }

    /// The jaws to draw: those just opened.
    ///
    /// # Errors
    /// When a mesh does not fit the adapter.
    pub fn set_case(&mut self, pair: &Arc<JawPair>, display: &DisplayPair) -> Result<(), GpuError> {
        self.scene.set_display(display)?;
        self.pair = Some(pair.clone());
        self.drawn_scene = None;
        Ok(())
    }

    /// Follows a swap of upper and lower, or its undoing.
    ///
    /// # Errors
    /// When a mesh does not fit the adapter.
    pub fn follow_pair(&mut self, pair: &Arc<JawPair>) -> Result<(), GpuError> {
        match &mut self.pair {
            Some(shown) if Arc::ptr_eq(shown, pair) => {}
            Some(shown) => {
                self.scene.swap_jaws();
                *shown = pair.clone();
                self.drawn_scene = None;
            }
            // On a new device: what was made ready to be drawn is not kept once it is on the first one.
            None => self.set_case(pair, &DisplayPair::new(pair))?,
        }
        Ok(())
    }

    /// Turns the camera as asked.
    pub fn look(&self, desk: &mut Desk) {
        let (Some(look), Some(place), Some(session)) = (desk.look, self.places.jaws, &desk.session) else { return };
        let size = place.size;
        let outline = self.scene.outline(&desk.scene_view(size, Theme::default(), Care::Full));
        let frame = *session.frame();
        let standard = |view| Camera::standard_view(view, &frame, &outline, size);
        match look {
            Look::At(view) => desk.camera = standard(view),
            Look::Opening => {
                desk.camera = standard(StandardView::Front);
                desk.camera.orbit(DVec2::new(-110.0, -55.0), frame.up, desk.camera.target);
            }
            Look::Fit => {}
        }
        desk.camera.fit_in(&outline, size, &place.margins);
        desk.look = None;
    }

    /// Draws what has changed; true when anything was drawn.
    pub fn draw(
        &mut self,
        desk: &mut Desk,
        live: Option<&Live>,
        theme: Theme,
        care: Care,
        clock: &mut StageClock,
    ) -> bool {
        let maps = live.and_then(Live::maps);
        let frame = maps.map(|m| m.frame);
        let context = self.context.clone();
        let mut drawn = false;
        self.follow_views(desk);
        if let Some(Place { size, .. }) = self.places.jaws {
            let wanted = (desk.scene_view(size, theme, care), frame);
            if self.drawn_scene.as_ref() != Some(&wanted) {
                submit(&context, "jaws", clock, |encoder| self.scene.render(encoder, &wanted.0, maps));
                self.drawn_scene = Some(wanted);
                drawn = true;
            }
        }
        if let Some(place) = self.places.map {
            let view = MapView { most_pixels: desk.most_pixels(care), ..map_view(desk, maps, &place, theme) };
            let wanted = (view, frame);
            if self.drawn_map.as_ref() != Some(&wanted) {
                submit(&context, "map", clock, |encoder| self.map.render(encoder, &wanted.0, maps));
                self.drawn_map = Some(wanted);
                drawn = true;
            }
        }
        drawn
    }

    /// At rest the gap is painted from all views, as far as they are known.
    fn follow_views(&mut self, desk: &Desk) {
        let views = desk.exact.fresh_views().map(|v| v.answer.maps.clone());
        if self.views != views {
            self.scene.set_views(views.as_ref().map_or(&[], ViewMaps::maps));
            self.views = views;
            self.drawn_scene = None;
        }
    }

    /// The pictures with their places in the window.
    pub fn placed(&self) -> Vec<Placed> {
        let placed = |place: Option<Place>, picture: &wgpu::TextureView, drawn| {
            place.map(|p| Placed { picture: picture.clone(), drawn, corner: p.corner, size: p.size })
        };
        let jaws = placed(self.places.jaws, self.scene.color_view(), self.scene.size());
        jaws.into_iter().chain(placed(self.places.map, self.map.color_view(), self.map.size())).collect()
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

    /// From here to [`Pictures::back`] the pictures are so many times as large, as far as the adapter draws such.
    pub fn enlarge(&mut self, desk: &mut Desk, times: u32) -> BeforeFile {
        let before = BeforeFile { places: self.places, map_view: desk.map_view.clone() };
        let places = [&mut self.places.jaws, &mut self.places.map].into_iter().flatten();
        let places: Vec<&mut Place> = places.collect();
        let widest = places.iter().flat_map(|p| p.size).max().unwrap_or(1).max(1);
        let most = self.context.device.limits().max_texture_dimension_2d;
        let times = times.min(most / widest).max(1);
        for place in places {
            *place = place.times(times);
        }
        if let Some(view) = &mut desk.map_view {
            view.mm_per_px /= f64::from(times);
        }
        before
    }

    /// As on the screen again, with the next frame.
    pub fn back(&mut self, desk: &mut Desk, before: BeforeFile) {
        (self.places, desk.map_view) = (before.places, before.map_view);
        (self.drawn_scene, self.drawn_map) = (None, None);
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

/// Has one picture drawn, as a stage of its frame.
fn submit(
    context: &Context,
    stage: &'static str,
    clock: &mut StageClock,
    encode: impl FnOnce(&mut wgpu::CommandEncoder),
) {
    let descriptor = wgpu::CommandEncoderDescriptor { label: Some(stage) };
    let mut encoder = context.device.create_command_encoder(&descriptor);
    clock.time(stage, &mut encoder, encode);
    context.queue.submit([encoder.finish()]);
}

fn pixel(at: DVec2) -> Option<(u32, u32)> {
    (at.x >= 0.0 && at.y >= 0.0).then_some((at.x as u32, at.y as u32))
}

/// The view of the map for this frame. Fitted by itself until the person moves it; from then on the same place of the
/// world stays in the middle, although the map's own origin moves with the jaw.
fn map_view(desk: &mut Desk, maps: Option<&FrameMaps>, place: &Place, theme: Theme) -> MapView {
    let size = place.size;
    let projection = maps.map(|m| m.projection);
    let frame = desk.session.as_ref().map(|s| *s.frame());
    let mut view = match (&desk.map_view, projection) {
        (Some(view), Some(_)) if desk.map_moved => view.clone(),
        (_, Some(projection)) => MapView::fit_in(&projection, frame.as_ref(), size, &place.margins),
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
