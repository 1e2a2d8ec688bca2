//! One picture of a scene: the targets that it is drawn into, and what is known of the last one that was.
use super::Picture;
use super::formats::Extra;
use super::pass::pick::PendingPick;
use super::scene_view::SceneView;
use super::targets::{ColorTarget, SceneTargets, TargetPlan, allowed_size};
use crate::gpu::{Context, GpuError};
use glam::DMat4;

/// Most pixels that are drawn to smooth edges; a larger picture does without (its pixels are small anyhow).
const MOST_SMOOTHED_PIXELS: u64 = 20_000_000;

pub struct Canvas {
    pub(super) color: ColorTarget,
    /// Size at which the last picture is shown, pixels.
    pub(super) shown: [u32; 2],
    pub(super) targets: SceneTargets,
    /// Which layers of the last picture the cursor finds.
    pub(super) pickable: Vec<bool>,
    /// Of the last picture.
    pub(super) world_from_clip: DMat4,
    pub(super) drawn: bool,
    /// What the surfaces in the targets are of: the view, and the scene's version.
    pub(super) surfaces_of: Option<(SceneView, u64)>,
    /// Triangles drawn for the last picture, those behind others included; 0 when its surfaces stood.
    pub(super) n_triangles: usize,
    pub(super) hover: Option<PendingPick>,
    generation: u64,
}

impl Canvas {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        let size = [16, 16];
        Self {
            color: ColorTarget::new(device, "scene: colour", size),
            shown: size,
            targets: SceneTargets::new(device, TargetPlan { size, scale: 1, extra: Extra::None, n_translucent: 0 }),
            pickable: Vec::new(),
            world_from_clip: DMat4::IDENTITY,
            drawn: false,
            surfaces_of: None,
            n_triangles: 0,
            hover: None,
            generation: 0,
        }
    }

    /// The picture for egui: register it once, and update the registration whenever [`Self::generation`] changes.
    pub fn color_view(&self) -> &wgpu::TextureView {
        &self.color.show
    }

    /// Changes whenever [`Self::color_view`] is another texture than before.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Triangles drawn for the last picture; 0 when its surfaces stood and only light and paint were put on them anew.
    pub fn n_triangles(&self) -> usize {
        self.n_triangles
    }

    /// Size of the picture as it is drawn, pixels.
    pub fn size(&self) -> [u32; 2] {
        self.color.size
    }

    /// A question what lies at a pixel is on its way.
    pub fn awaits_hover(&self) -> bool {
        self.hover.is_some()
    }

    /// Makes the targets so (within what the device allows); true when [`Self::color_view`] changed.
    pub(super) fn fit(&mut self, device: &wgpu::Device, plan: TargetPlan) -> bool {
        let size = allowed_size(device, plan.size);
        let most = device.limits().max_texture_dimension_2d;
        let n_pixels = u64::from(size[0]) * u64::from(size[1]) * u64::from(plan.scale).pow(2);
        let fits = n_pixels <= MOST_SMOOTHED_PIXELS && size.iter().all(|s| s * plan.scale <= most);
        let plan = TargetPlan { size, scale: if fits { plan.scale } else { 1 }, ..plan };
        if self.targets.plan != plan {
            self.targets = SceneTargets::new(device, plan);
            self.drawn = false;
            self.surfaces_of = None;
        }
        let changed = self.color.size != size;
        if changed {
            self.color = ColorTarget::new(device, "scene: colour", size);
            self.generation += 1;
        }
        changed
    }

    /// The pixel of the targets that is shown at a pixel of the picture; `None` beside it, or where nothing was drawn.
    pub(super) fn drawn_pixel(&self, x: u32, y: u32) -> Option<[u32; 2]> {
        if !self.drawn || x >= self.shown[0] || y >= self.shown[1] {
            return None;
        }
        let size = self.targets.size();
        let drawn = |i: usize, at: u32| (u64::from(at) * u64::from(size[i]) / u64::from(self.shown[i])) as u32;
        Some([drawn(0, x), drawn(1, y)])
    }

    /// The last submitted picture; waits for the GPU.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn read_picture(&self, context: &Context) -> Result<Picture, GpuError> {
        self.color.read(context)
    }
}
