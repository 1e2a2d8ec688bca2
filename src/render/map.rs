//! The flat gap map as a picture with pan, zoom and a marker.
use super::pass::gap_paint::{GapPaint, Grain, PaintSettings, linear};
use super::pass::map_view::{MapUniform, MapViewPass};
use super::targets::{ColorTarget, allowed_size, drawn_size};
use super::{Margins, Picture, Theme};
use crate::field::Projection;
use crate::gpu::{Context, FrameMaps, GpuError};
use crate::jaw::{JawSide, OcclusalFrame};
use glam::{DMat2, DVec2, DVec3};

/// Limits of the scale, mm a pixel.
const SCALE_LIMITS: (f64, f64) = (0.0005, 2.0);

/// Which part of the map is seen, and how. The map keeps its millimetres: nothing is stretched.
#[derive(Clone, Debug, PartialEq)]
pub struct MapView {
    /// Physical pixels; the renderer adapts to it.
    pub size: [u32; 2],
    /// Middle of the view, mm along the projection's `u` and `v` from its origin.
    pub center_mm: DVec2,
    pub mm_per_px: f64,
    /// (u, v) of one step to the right (first column) and down on the screen (second column): orthonormal.
    pub map_from_screen: DMat2,
    pub paint: PaintSettings,
    pub theme: Theme,
    /// A cross-hair at this (col, row).
    pub marker: Option<DVec2>,
    /// Jaw whose shape is seen where both are there.
    pub relief_side: JawSide,
    /// 0 = flat colours, 1 = full light and shadow.
    pub relief: f32,
    /// A picture of more pixels is drawn with so many, to be enlarged where it is shown: for one in motion.
    pub most_pixels: u64,
}

impl MapView {
    /// The whole map, lying like the upper teeth in an occlusal view: incisors at the top, the patient's right on the
    /// viewer's left. Without a frame `u` points right and `v` up.
    pub fn fit(projection: &Projection, frame: Option<&OcclusalFrame>, size: [u32; 2]) -> Self {
        let map_from_screen = orientation(projection, frame);
        let extent_mm =
            DVec2::new(f64::from(projection.cols) * projection.u_mm, f64::from(projection.rows) * projection.v_mm);
        // Extent of the turned rectangle along the screen's axes.
        let along = |axis: DVec2| axis.abs().dot(extent_mm);
        let (w, h) = (along(map_from_screen.x_axis), along(map_from_screen.y_axis));
        let view = size.map(|s| f64::from(s.max(1)));
        Self {
            size,
            center_mm: 0.5 * extent_mm,
            mm_per_px: ((w / view[0]).max(h / view[1]) * 1.04).clamp(SCALE_LIMITS.0, SCALE_LIMITS.1),
            map_from_screen,
            paint: PaintSettings::default(),
            theme: Theme::default(),
            marker: None,
            relief_side: JawSide::Upper,
            relief: 0.8,
            most_pixels: u64::MAX,
        }
    }

    /// As [`MapView::fit`], into the part of the view that the margins leave free.
    pub fn fit_in(projection: &Projection, frame: Option<&OcclusalFrame>, size: [u32; 2], margins: &Margins) -> Self {
        let (free, shift) = margins.free(size);
        let mut view = Self::fit(projection, frame, free);
        view.center_mm -= view.map_from_screen * shift * view.mm_per_px;
        Self { size, ..view }
    }

    fn middle(&self) -> DVec2 {
        DVec2::new(f64::from(self.size[0]), f64::from(self.size[1])) * 0.5
    }

    /// (col, row) of the map under a place on the screen, pixels.
    pub fn map_from_view(&self, projection: &Projection, px: DVec2) -> DVec2 {
        let mm = self.center_mm + self.map_from_screen * ((px - self.middle()) * self.mm_per_px);
        mm / DVec2::new(projection.u_mm, projection.v_mm)
    }

    /// Where on the screen (col, row) of the map is, pixels.
    pub fn view_from_map(&self, projection: &Projection, col_row: DVec2) -> DVec2 {
        let mm = col_row * DVec2::new(projection.u_mm, projection.v_mm) - self.center_mm;
        self.middle() + self.map_from_screen.transpose() * mm / self.mm_per_px
    }

    /// Moves the map with the hand.
    pub fn pan(&mut self, delta_px: DVec2) {
        self.center_mm -= self.map_from_screen * delta_px * self.mm_per_px;
    }

    /// Enlarges by `factor`; what is under the cursor stays there.
    pub fn zoom(&mut self, cursor: DVec2, factor: f64) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        let scale = (self.mm_per_px / factor).clamp(SCALE_LIMITS.0, SCALE_LIMITS.1);
        self.center_mm += self.map_from_screen * (cursor - self.middle()) * (self.mm_per_px - scale);
        self.mm_per_px = scale;
    }
}

/// The turn (or mirror) that lays the map like an upper occlusal view.
fn orientation(projection: &Projection, frame: Option<&OcclusalFrame>) -> DMat2 {
    let unit = |v: DVec3| DVec2::new(v.dot(projection.u), v.dot(projection.v)).try_normalize();
    let upright = DMat2::from_cols(DVec2::X, DVec2::NEG_Y);
    let Some(frame) = frame else { return upright };
    let Some(down) = unit(-frame.front) else { return upright };
    // Across it, towards the patient's left.
    let across = DVec2::new(-down.y, down.x);
    let left = DVec2::new(-frame.right.dot(projection.u), -frame.right.dot(projection.v));
    DMat2::from_cols(if across.dot(left) >= 0.0 { across } else { -across }, down)
}

/// Draws the map into a texture of its own.
pub struct MapRenderer {
    context: Context,
    paint: GapPaint,
    pass: MapViewPass,
    color: ColorTarget,
    generation: u64,
}

impl MapRenderer {
    pub fn new(context: &Context) -> Self {
        Self {
            pass: MapViewPass::new(context),
            paint: GapPaint::new(&context.device),
            color: ColorTarget::new(&context.device, "map view: colour", [16, 16]),
            generation: 0,
            context: context.clone(),
        }
    }

    /// Size of the picture as it is drawn, pixels.
    pub fn size(&self) -> [u32; 2] {
        self.color.size
    }

    /// The picture for egui: register it once, and update the registration whenever [`Self::generation`] changes.
    pub fn color_view(&self) -> &wgpu::TextureView {
        &self.color.show
    }

    /// Changes whenever [`Self::color_view`] is another texture than before.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Makes the target this large (within what the device allows); true when [`Self::color_view`] changed.
    /// [`Self::render`] does it by itself.
    pub fn resize(&mut self, size: [u32; 2]) -> bool {
        let size = allowed_size(&self.context.device, size);
        let changed = self.color.size != size;
        if changed {
            self.color = ColorTarget::new(&self.context.device, "map view: colour", size);
            self.generation += 1;
        }
        changed
    }

    /// Encodes the picture; without maps the background alone.
    pub fn render(&mut self, encoder: &mut wgpu::CommandEncoder, view: &MapView, maps: Option<&FrameMaps>) {
        self.resize(drawn_size(view.size, view.most_pixels));
        let Context { device, queue, .. } = &self.context;
        let shown = view.size.map(|s| s.max(1));
        let scale = self.color.size[1] as f32 / shown[1] as f32;
        let grain = Grain { mm_per_px: view.mm_per_px, scale, slack_mm: 0.0, closest: false };
        self.paint.update(device, queue, maps, &view.paint, grain);
        let uniform = map_uniform(view, maps.map(|m| &m.projection), self.color.size);
        self.pass.run(queue, encoder, &self.color.draw, self.paint.bind_group(), &uniform);
    }

    /// The last submitted picture; waits for the GPU.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn read_picture(&self) -> Result<Picture, GpuError> {
        self.color.read(&self.context)
    }
}

/// For a picture drawn with `drawn` pixels.
fn map_uniform(view: &MapView, projection: Option<&Projection>, drawn: [u32; 2]) -> MapUniform {
    let [top, bottom] = view.theme.background().map(linear);
    let mut uniform = MapUniform {
        background: [0, 1, 2, 3].map(|i| 0.5 * (top[i] + bottom[i])),
        relief_side: f32::from(u8::from(view.relief_side == JawSide::Lower)),
        relief: view.relief.clamp(0.0, 1.0),
        ..Default::default()
    };
    let Some(projection) = projection else { return uniform };
    let px = |size: [u32; 2]| DVec2::new(f64::from(size[0].max(1)), f64::from(size[1].max(1)));
    let step = px(view.size) / px(drawn);
    let at = |x: f64, y: f64| view.map_from_view(projection, DVec2::new(x, y) * step);
    let origin = at(0.0, 0.0);
    uniform.col_row_origin = origin.as_vec2().to_array();
    uniform.col_row_per_x = (at(1.0, 0.0) - origin).as_vec2().to_array();
    uniform.col_row_per_y = (at(0.0, 1.0) - origin).as_vec2().to_array();
    // Light from the upper left of the screen, for any turn of the map.
    let flat = view.map_from_screen * DVec2::new(-0.45, -0.55);
    uniform.light = DVec3::new(flat.x, flat.y, 0.85).normalize().as_vec3().extend(0.0).to_array();
    if let Some(marker) = view.marker {
        uniform.has_marker = 1.0;
        uniform.marker = (view.view_from_map(projection, marker) / step).as_vec2().to_array();
    }
    uniform
}

#[cfg(test)]
#[path = "map_tests.rs"]
mod tests;
