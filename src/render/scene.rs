//! Both jaws as a picture: what is shown, drawing it, and finding what is under the cursor.
use super::canvas::Canvas;
use super::display_mesh::DisplayMesh;
use super::formats::Extra;
use super::pass::classes::{ClassedTriangle, ClassesGpu};
use super::pass::downsample::DownsamplePass;
use super::pass::gap_paint::{GapPaint, Grain, linear};
use super::pass::gaps::GapsGpu;
use super::pass::mesh::{Draw, JawUniform, MeshPass, TrimmedGpu};
use super::pass::pick::{PendingPick, PickPass, PickUniform, Picked};
use super::pass::shade::{SceneUniform, ShadePass};
use super::scene_view::SceneView;
use super::shown::JawShown;
use super::targets::{TargetPlan, drawn_size, no_places};
use crate::base::{Cancelled, Progress, both};
use crate::field::{GapSpread, SurfaceGaps};
use crate::gpu::{Context, FrameMaps, GpuError, NO_VALUE};
use crate::jaw::{JawPair, JawSide, Trim};
use glam::{DMat4, DVec3, Vec3};
use std::sync::Arc;

/// Soft ivory for the upper teeth, a shade cooler for the lower ones, sRGB.
const TINTS: [[u8; 3]; 2] = [[232, 217, 188], [216, 213, 206]];
/// From this opacity on the cursor finds a translucent jaw; a fainter one is clicked through.
const PICKABLE_OPACITY: f32 = 0.5;
/// Radius of the ring around the highlighted point, pixels.
const HIGHLIGHT_PX: f64 = 9.0;

/// What the cursor is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub side: JawSide,
    /// World, mm.
    pub point: DVec3,
    /// Gap painted there, mm; `None` where there is none within the range.
    pub gap_mm: Option<f64>,
    /// On what closing added to the scan.
    pub is_added: bool,
}

/// Both jaws made ready to be drawn. Made on the CPU, so a worker thread can do it.
#[derive(Clone, Debug, Default)]
pub struct DisplayPair {
    pub upper: DisplayMesh,
    pub lower: DisplayMesh,
    /// Whether each mesh is closed, upper first.
    pub closed: [bool; 2],
}

impl DisplayPair {
    /// Both jaws at once, on two threads.
    pub fn new(pair: &JawPair) -> Self {
        // Nobody cancels it.
        Self::watched(pair, &Progress::default()).unwrap_or_default()
    }

    /// The same without coarser levels, for saved pictures.
    pub fn whole(pair: &JawPair) -> Self {
        Self::made(pair, both(|| DisplayMesh::whole(&pair.upper.mesh), || DisplayMesh::whole(&pair.lower.mesh)))
    }

    /// With coarser levels, unless it is cancelled.
    ///
    /// # Errors
    /// Cancelling.
    pub fn watched(pair: &JawPair, progress: &Progress) -> Result<Self, Cancelled> {
        let [of_upper, of_lower] = progress.halves();
        let (upper, lower) = both(
            || DisplayMesh::watched(&pair.upper.mesh, pair.upper.report.closed, &of_upper),
            || DisplayMesh::watched(&pair.lower.mesh, pair.lower.report.closed, &of_lower),
        );
        Ok(Self::made(pair, (upper?, lower?)))
    }

    fn made(pair: &JawPair, (upper, lower): (DisplayMesh, DisplayMesh)) -> Self {
        Self { upper, lower, closed: [pair.upper.report.closed, pair.lower.report.closed] }
    }
}

/// Both jaws' meshes on the GPU. Clones are the same meshes.
#[derive(Clone)]
pub struct JawsShown([Arc<JawShown>; 2]);

/// Both jaws on the GPU with what they are drawn by. Draws them on any [`Canvas`]: one for each picture that is shown.
pub struct Scene {
    context: Context,
    paint: GapPaint,
    mesh_pass: MeshPass,
    shade_pass: ShadePass,
    downsample_pass: Arc<DownsamplePass>,
    pick_pass: PickPass,
    jaws: Option<JawsShown>,
    no_places: wgpu::TextureView,
    /// Counts what makes surfaces others than before, besides the view: surfaces of another number are drawn anew.
    version: u64,
    /// The closest gaps of the upper and the lower jaw; of the pose where `has_gaps`.
    gaps: Option<[GapsGpu; 2]>,
    has_gaps: bool,
    /// What is trimmed of the upper and the lower jaw.
    trimmed: [Option<TrimmedGpu>; 2],
    /// What has a class, of the upper and the lower jaw.
    classes: [Option<ClassesGpu>; 2],
}

const SIDES: [JawSide; 2] = [JawSide::Upper, JawSide::Lower];

impl Scene {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        Self {
            mesh_pass: MeshPass::new(context),
            shade_pass: ShadePass::new(context),
            downsample_pass: context.once(DownsamplePass::new),
            pick_pass: PickPass::new(context),
            paint: GapPaint::new(device),
            jaws: None,
            no_places: no_places(device),
            version: 0,
            gaps: None,
            has_gaps: false,
            trimmed: [None, None],
            classes: [None, None],
            context: context.clone(),
        }
    }

    /// Nothing drawn yet.
    pub fn canvas(&self) -> Canvas {
        Canvas::new(&self.context.device)
    }

    /// Makes both meshes ready and uploads them. For large scans prefer [`DisplayPair::new`] on a worker thread and
    /// [`Self::set_display`].
    ///
    /// # Errors
    /// [`GpuError::MeshTooLarge`].
    pub fn set_pair(&mut self, pair: &JawPair) -> Result<(), GpuError> {
        self.set_display(&DisplayPair::new(pair))
    }

    /// Uploads meshes that are ready.
    ///
    /// # Errors
    /// [`GpuError::MeshTooLarge`] when a mesh is larger than the adapter's buffers; the old pair then stays.
    pub fn set_display(&mut self, pair: &DisplayPair) -> Result<(), GpuError> {
        for mesh in [&pair.upper, &pair.lower] {
            check_size(&self.context, mesh)?;
        }
        let shown = |label, mesh, closed| Arc::new(JawShown::new(&self.context.device, label, mesh, closed));
        let [upper, lower] = pair.closed;
        self.set_jaws(JawsShown([shown("upper", &pair.upper, upper), shown("lower", &pair.lower, lower)]));
        Ok(())
    }

    /// The meshes that are drawn now, for another picture of them.
    pub fn jaws(&self) -> Option<JawsShown> {
        self.jaws.clone()
    }

    /// Draws meshes that another renderer on the same device has.
    pub fn set_jaws(&mut self, jaws: JawsShown) {
        self.gaps = Some(jaws.0.each_ref().map(|jaw| GapsGpu::none(&self.context.device, &jaw.mesh)));
        self.jaws = Some(jaws);
        (self.trimmed, self.classes) = ([None, None], [None, None]);
        self.has_gaps = false;
        self.version += 1;
    }

    /// What was the upper jaw is the lower one, and the other way round.
    pub fn swap_jaws(&mut self) {
        if let Some(jaws) = &mut self.jaws {
            jaws.0.swap(0, 1);
        }
        if let Some(gaps) = &mut self.gaps {
            gaps.swap(0, 1);
            gaps.iter_mut().for_each(|jaw| (jaw.fine, jaw.spread) = (None, None));
        }
        self.trimmed.swap(0, 1);
        self.classes.swap(0, 1);
        self.has_gaps = false;
        self.version += 1;
    }

    /// Forgets the jaws: the background alone is drawn.
    pub fn clear_pair(&mut self) {
        self.jaws = None;
        self.version += 1;
    }

    /// Extreme points of the jaws that `view` shows, world, mm: what [`super::Camera::fit`] and
    /// [`Camera::standard_view`] want.
    pub fn outline(&self, view: &SceneView) -> Vec<DVec3> {
        self.world_points(view, |jaw| &jaw.outline)
    }

    fn world_points(&self, view: &SceneView, points: impl Fn(&JawShown) -> &Vec<Vec3>) -> Vec<DVec3> {
        let Some(jaws) = &self.jaws else { return Vec::new() };
        let visible = SIDES.iter().zip(&jaws.0).filter(|(side, _)| view.shown(**side));
        visible
            .flat_map(|(side, jaw)| {
                let world_from_jaw = side.world_from_jaw(&view.upper_from_lower);
                points(jaw).iter().map(move |p| world_from_jaw.transform_point(p.as_dvec3()))
            })
            .collect()
    }

    fn plan(&self, view: &SceneView) -> TargetPlan {
        let shown: Vec<_> = SIDES.into_iter().filter(|side| self.jaws.is_some() && view.shown(*side)).collect();
        let colored = |side: &JawSide| {
            let has_colors = self.jaws.as_ref().is_some_and(|jaws| jaws.0[slot_of(*side)].has_colors);
            has_colors && view.style(*side).own_colors
        };
        let extra = match () {
            () if view.classed => Extra::Classes,
            () if self.shows_spread(view) => Extra::Spread,
            () if shown.iter().any(colored) => Extra::Colors,
            () => Extra::None,
        };
        TargetPlan {
            size: drawn_size(view.size, view.most_pixels),
            scale: if view.antialias { 2 } else { 1 },
            extra,
            n_translucent: shown.iter().filter(|side| view.style(**side).opacity < 1.0).count(),
        }
    }

    /// From the next picture on, and for picking, gaps are the closest ones of a pose; `None`: those of the live map.
    pub fn set_gaps(&mut self, gaps: Option<&SurfaceGaps>) {
        self.has_gaps = gaps.is_some();
        let (Some(on_gpu), Some(jaws)) = (&mut self.gaps, &self.jaws) else { return };
        let Some(gaps) = gaps else { return on_gpu.iter_mut().for_each(|jaw| jaw.fine = None) };
        let Context { device, queue, .. } = &self.context;
        for (side, of_jaw) in on_gpu.iter_mut().enumerate() {
            let mesh = (self.mesh_pass.gap_layouts(), &jaws.0[side].mesh);
            of_jaw.write((device, queue), mesh, (&gaps.vertices[side], &gaps.fine[side]));
        }
        // They lie in the targets beside the surfaces.
        self.version += 1;
    }

    /// From the next picture on that says how sure contact is, by so much the gaps differ in poses nearby.
    pub fn set_spread(&mut self, spread: Option<&GapSpread>) {
        let (Some(on_gpu), Some(jaws)) = (&mut self.gaps, &self.jaws) else { return };
        self.version += 1;
        let Some(spread) = spread else { return on_gpu.iter_mut().for_each(|jaw| jaw.spread = None) };
        for (side, of_jaw) in on_gpu.iter_mut().enumerate() {
            let mesh = (self.mesh_pass.gap_layouts(), &jaws.0[side].mesh);
            of_jaw.write_spread(&self.context.device, mesh, (&spread.vertices[side], &spread.larger_mm[side]));
        }
    }

    /// Whether the paint says how sure contact is: it is asked for, and known.
    fn shows_spread(&self, view: &SceneView) -> bool {
        let is_known = self.gaps.as_ref().is_some_and(|gaps| gaps.iter().all(|jaw| jaw.spread.is_some()));
        view.painted && view.sure && self.has_gaps && is_known
    }

    /// From the next picture on that is painted by classes, these triangles of the upper and the lower jaw are.
    pub fn set_classes(&mut self, classes: &[Vec<ClassedTriangle>; 2]) {
        let Some(jaws) = &self.jaws else { return };
        let of = |slot: usize| {
            let mesh = (self.mesh_pass.gap_layouts(), &jaws.0[slot].mesh);
            ClassesGpu::new(&self.context.device, mesh, &classes[slot])
        };
        self.classes = [of(0), of(1)];
        self.version += 1;
    }

    /// From the next picture on what is trimmed of the pair that is drawn is hatched.
    pub fn set_trim(&mut self, pair: &JawPair, trim: &Trim) {
        let device = &self.context.device;
        self.trimmed = SIDES.map(|side| TrimmedGpu::new(device, &trim.jaw(side).corners(&pair.jaw(side).mesh)));
        self.version += 1;
    }

    /// Encodes the picture. `maps` paints it where `view.painted`. The surfaces are drawn only if they are others than in the canvas's
    /// last picture. Submit it before the next one is encoded: all share what the passes are told.
    pub fn render(
        &mut self,
        canvas: &mut Canvas,
        encoder: &mut wgpu::CommandEncoder,
        view: &SceneView,
        maps: Option<&FrameMaps>,
    ) {
        let plan = self.plan(view);
        canvas.fit(&self.context.device, plan);
        canvas.shown = view.size.map(|s| s.max(1));
        let (device, queue) = (&self.context.device, &self.context.queue);
        let size = canvas.targets.size();
        let mm_per_px = view.camera.mm_per_px(canvas.shown);
        let levels = self.levels(view, canvas.size());
        let scale = size[1] as f32 / canvas.shown[1] as f32;
        let grain =
            Grain { mm_per_px, scale, slack_mm: self.slack_mm(view, levels), closest: self.has_gaps && view.painted };
        self.paint.update(device, queue, maps.filter(|_| view.painted), &view.paint, grain);
        let clip_from_world = view.camera.clip_from_world(size, &self.world_points(view, |jaw| &jaw.box_corners));
        canvas.world_from_clip = clip_from_world.inverse();
        canvas.drawn = true;
        let bare = (view.bare(), self.version);
        let lift_mm =
            |side| self.jaws.as_ref().map_or(0.0, |jaws| jaws.0[slot_of(side)].error_mm(levels[slot_of(side)]));
        let uniform = |side| JawUniform { lift_mm: lift_mm(side), ..jaw_uniform(view, side, &clip_from_world) };
        self.mesh_pass.update(queue, &SIDES.map(uniform));
        let scene = scene_uniform(view, &canvas.world_from_clip, size, mm_per_px);
        self.shade_pass.update(queue, &scene);
        // Translucent layers share the depth: each is shaded before the next is drawn.
        let surfaces_stand = canvas.surfaces_of.as_ref() == Some(&bare) && plan.n_translucent == 0;
        let (opaque, translucent) =
            if surfaces_stand { Default::default() } else { self.order(view, &clip_from_world, size, levels) };
        let pickable = translucent.iter().map(|d| view.style(SIDES[d.slot]).opacity >= PICKABLE_OPACITY).collect();
        let n_triangles = opaque.iter().chain(&translucent).map(|draw| draw.visible.n_indices() / 3).sum();
        let color = canvas.targets.large.as_ref().unwrap_or(&canvas.color);
        let mut layer = |target_idx: usize, jaws: &[Draw<'_>]| {
            let Some(surface) = canvas.targets.layers.get(target_idx) else { return };
            let over = target_idx > 0;
            if !surfaces_stand {
                self.mesh_pass.run(device, encoder, surface, &canvas.targets.depth, over, jaws);
            }
            let views = [&color.draw, &canvas.targets.depth];
            self.shade_pass.run(device, encoder, &self.paint, surface, views, over);
        };
        layer(0, &opaque);
        for (i, jaw) in translucent.into_iter().enumerate() {
            layer(i + 1, &[jaw]);
        }
        if let Some(large) = &canvas.targets.large {
            self.downsample_pass.run(device, encoder, &large.draw, &canvas.color.draw);
        }
        canvas.pickable = pickable;
        canvas.n_triangles = n_triangles;
        canvas.surfaces_of = Some(bare);
    }

    /// Which level of each jaw's mesh `view` wants.
    fn levels(&self, view: &SceneView, size: [u32; 2]) -> [usize; 2] {
        let error_mm = view.most_error_px * view.camera.mm_per_px(size);
        // In perspective a pixel is smaller the nearer it is.
        let most_mm = if view.camera.fov_rad.is_some() { 0.0 } else { error_mm };
        self.jaws.as_ref().map_or([0; 2], |jaws| [0, 1].map(|slot| jaws.0[slot].level_within(most_mm)))
    }

    fn slack_mm(&self, view: &SceneView, levels: [usize; 2]) -> f32 {
        let Some(jaws) = &self.jaws else { return 0.0 };
        let shown = [0, 1].into_iter().filter(|slot| view.shown(SIDES[*slot]));
        shown.map(|slot| jaws.0[slot].error_mm(levels[slot])).fold(0.0, f32::max)
    }

    /// Opaque jaws, nearest first (what lies behind need not be drawn), and translucent ones, farthest first.
    fn order(
        &self,
        view: &SceneView,
        clip_from_world: &DMat4,
        size: [u32; 2],
        levels: [usize; 2],
    ) -> (Vec<Draw<'_>>, Vec<Draw<'_>>) {
        let (Some(jaws), Some(gaps)) = (&self.jaws, &self.gaps) else { return Default::default() };
        let nearness = |slot: usize| {
            let corners = &jaws.0[slot].box_corners;
            let middle = corners.iter().sum::<Vec3>() / corners.len().max(1) as f32;
            let world = SIDES[slot].world_from_jaw(&view.upper_from_lower).transform_point(middle.as_dvec3());
            world.dot(view.camera.towards_viewer())
        };
        let draw = |slot: usize| {
            let (jaw, level) = (&jaws.0[slot], levels[slot]);
            Draw {
                slot,
                mesh: &jaw.mesh,
                gaps: &gaps[slot],
                trimmed: self.trimmed[slot].as_ref(),
                classes: self.classes[slot].as_ref().filter(|_| view.classed),
                level,
                visible: jaw.visible(level, view, SIDES[slot], clip_from_world, size),
            }
        };
        let mut shown: Vec<usize> = [0, 1].into_iter().filter(|slot| view.shown(SIDES[*slot])).collect();
        shown.sort_by(|a, b| nearness(*b).total_cmp(&nearness(*a)));
        let (opaque, mut translucent): (Vec<_>, Vec<_>) =
            shown.into_iter().partition(|slot| view.style(SIDES[*slot]).opacity >= 1.0);
        translucent.reverse();
        (opaque.into_iter().map(draw).collect(), translucent.into_iter().map(draw).collect())
    }

    /// What is at a pixel of the canvas's last submitted picture as it is shown; waits for the GPU.
    pub fn pick(&self, canvas: &Canvas, x: u32, y: u32) -> Option<Hit> {
        hit(self.submit_pick(canvas, x, y)?.wait(&self.context)?)
    }

    /// Asks what is at a pixel of the canvas's last submitted picture, without waiting. While an answer is on its way a new request is
    /// dropped (false): ask again with the next frame.
    pub fn request_hover(&self, canvas: &mut Canvas, x: u32, y: u32) -> bool {
        if canvas.hover.is_some() {
            return false;
        }
        canvas.hover = self.submit_pick(canvas, x, y);
        canvas.hover.is_some()
    }

    /// `Some` once for each request: what was there, if anything.
    pub fn poll_hover(&self, canvas: &mut Canvas) -> Option<Option<Hit>> {
        let answer = canvas.hover.as_ref()?.poll(&self.context)?;
        canvas.hover = None;
        Some(answer.and_then(hit))
    }

    fn submit_pick(&self, canvas: &Canvas, x: u32, y: u32) -> Option<PendingPick> {
        let pixel = canvas.drawn_pixel(x, y)?;
        let world_from_clip = canvas.world_from_clip.as_mat4().to_cols_array_2d();
        let uniform = PickUniform { world_from_clip, pixel, size: canvas.targets.size() };
        let over = |k: usize| match (canvas.pickable.get(k), canvas.targets.layers.get(k + 1)) {
            (Some(true), Some(layer)) => [&layer.places, &layer.surfaces],
            _ => [&self.no_places; 2],
        };
        let opaque = canvas.targets.layers.first()?;
        let layers = [[&opaque.places, &opaque.surfaces], over(0), over(1)];
        let Context { device, queue, .. } = &self.context;
        Some(self.pick_pass.run(device, queue, &self.paint, layers, &uniform))
    }
}

fn check_size(context: &Context, mesh: &DisplayMesh) -> Result<(), GpuError> {
    let needed = (size_of_val(mesh.vertices.as_slice()).max(size_of_val(mesh.indices.as_slice()))) as u64;
    let allowed = context.device.limits().max_buffer_size;
    if needed <= allowed {
        return Ok(());
    }
    Err(GpuError::MeshTooLarge {
        adapter: context.adapter_name.to_string(),
        n_triangles: mesh.indices.len() / 3,
        needed_mib: needed >> 20,
        allowed_mib: allowed >> 20,
    })
}

fn slot_of(side: JawSide) -> usize {
    usize::from(side == JawSide::Lower)
}

fn scene_uniform(view: &SceneView, world_from_clip: &DMat4, size: [u32; 2], mm_per_px: f64) -> SceneUniform {
    let camera = &view.camera;
    let vector = |v: DVec3, w: f32| v.as_vec3().extend(w).to_array();
    let [top, bottom] = view.theme.background().map(linear);
    let eye = match camera.eye_distance_mm() {
        Some(distance) => vector(camera.target + camera.towards_viewer() * distance, 1.0),
        None => vector(camera.towards_viewer(), 0.0),
    };
    let tint = |side| {
        let [r, g, b, _] = linear(TINTS[slot_of(side)]);
        // In the shader 2 says that colours are classes.
        let own = f32::from(u8::from(view.style(side).own_colors));
        [r, g, b, if view.classed { 2.0 } else { own }]
    };
    let ring_mm = HIGHLIGHT_PX * mm_per_px;
    SceneUniform {
        world_from_clip: world_from_clip.as_mat4().to_cols_array_2d(),
        eye,
        camera_right: vector(camera.right(), 0.0),
        camera_up: vector(camera.up(), 0.0),
        background_top: top,
        background_bottom: bottom,
        highlight: view.highlight.map_or([0.0; 4], |p| vector(p, ring_mm as f32)),
        upper_tint: tint(JawSide::Upper),
        lower_tint: tint(JawSide::Lower),
        size: size.map(|s| s as f32),
        opacity: SIDES.map(|side| view.style(side).opacity.clamp(0.0, 1.0)),
        mm_per_px: mm_per_px as f32,
        ..Default::default()
    }
}

fn jaw_uniform(view: &SceneView, side: JawSide, clip_from_world: &DMat4) -> JawUniform {
    let world_from_jaw = side.world_from_jaw(&view.upper_from_lower).to_dmat4();
    JawUniform {
        clip_from_jaw: (*clip_from_world * world_from_jaw).as_mat4().to_cols_array_2d(),
        world_from_jaw: world_from_jaw.as_mat4().to_cols_array_2d(),
        sign: if side == JawSide::Upper { 1.0 } else { -1.0 },
        ..Default::default()
    }
}

fn hit(picked: Picked) -> Option<Hit> {
    let side = match picked.side {
        s if s > 0.0 => JawSide::Upper,
        s if s < 0.0 => JawSide::Lower,
        _ => return None,
    };
    let gap_mm = (picked.gap_mm < 0.1 * NO_VALUE).then_some(f64::from(picked.gap_mm));
    Some(Hit { side, point: Vec3::from_array(picked.world).as_dvec3(), gap_mm, is_added: picked.added > 0.5 })
}

#[cfg(test)]
#[path = "scene_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "paint_tests.rs"]
mod paint_tests;
