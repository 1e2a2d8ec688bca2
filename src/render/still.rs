//! Pictures of a pose at rest, each drawn once and read back: for files.
use super::{
    Camera, DisplayPair, JawStyle, JawsShown, MapRenderer, MapView, PaintSettings, Picture, SceneRenderer, SceneView,
    StandardView, Theme,
};
use crate::base::Rigid;
use crate::field::{GapField, SurfaceGaps};
use crate::gpu::{Context, FrameMaps, GpuError, NO_VALUE, UploadedMaps};
use crate::jaw::{JawPair, OcclusalFrame, Trim};
use glam::DVec3;

/// Both jaws in one pose, with the maps that paint them.
pub struct Still {
    context: Context,
    scene: SceneRenderer,
    /// Keeps the textures that `maps` views.
    _uploaded: UploadedMaps,
    maps: Option<FrameMaps>,
    upper_from_lower: Rigid,
    frame: OcclusalFrame,
}

/// What is shown around what is looked at: gum, a palate, what hangs behind the last molar.
const BESIDE_MM: f64 = 15.0;

impl Still {
    /// Views and map lie along `frame`. `shown`: the pair's meshes, where the device has them already. The jaws are painted by the
    /// closest gaps of the pose; without them, and the flat map, by `field`, the map of the principal projection. What is trimmed of
    /// the jaws is hatched.
    ///
    /// # Errors
    /// When a mesh or a map does not fit the adapter, or the GPU is lost.
    pub fn new(
        context: &Context,
        (pair, frame, shown): (&JawPair, &OcclusalFrame, Option<JawsShown>),
        upper_from_lower: Rigid,
        field: Option<&GapField>,
        (gaps, trim): (Option<&SurfaceGaps>, &Trim),
    ) -> Result<Self, GpuError> {
        let mut scene = SceneRenderer::new(context);
        match shown {
            Some(jaws) => scene.set_jaws(jaws),
            None => scene.set_display(&DisplayPair::whole(pair))?,
        }
        scene.set_gaps(gaps);
        scene.set_trim(pair, trim);
        let mut uploaded = UploadedMaps::new(context);
        let maps = field.filter(|f| !f.gap_mm.is_empty()).map(|f| upload(&mut uploaded, f)).transpose()?;
        Ok(Self { context: context.clone(), scene, _uploaded: uploaded, maps, upper_from_lower, frame: *frame })
    }

    /// A standard view of the whole arches, and the camera that saw it. An occlusal view shows its own jaw alone: the other would
    /// cover the teeth. `near`: what is looked at (world, mm); what lies far beside it, a skull's bone, is left out. Empty: nothing is.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn picture(
        &mut self,
        view: StandardView,
        (size, near): ([u32; 2], &[DVec3]),
        paint: PaintSettings,
    ) -> Result<(Picture, Camera), GpuError> {
        let style = |hidden| JawStyle { visible: view != hidden, ..JawStyle::default() };
        let mut scene_view = SceneView {
            size,
            upper: style(StandardView::LowerOcclusal),
            lower: style(StandardView::UpperOcclusal),
            upper_from_lower: self.upper_from_lower,
            paint,
            theme: Theme::Light,
            antialias: true,
            ..SceneView::default()
        };
        let outline = self.scene.outline(&scene_view);
        let mut camera = Camera::standard_view(view, &self.frame, &[], size);
        camera.fit(&beside(&camera, near, &outline), size);
        scene_view.camera = camera;
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("still") };
        let mut encoder = self.context.device.create_command_encoder(&descriptor);
        self.scene.render(&mut encoder, &scene_view, self.maps.as_ref());
        self.context.queue.submit([encoder.finish()]);
        Ok((self.scene.read_picture()?, scene_view.camera))
    }

    /// The flat map, lying like the upper teeth in an occlusal view, and millimetres a pixel; `None` without a map.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn map_picture(&self, size: [u32; 2], paint: PaintSettings) -> Result<Option<(Picture, f64)>, GpuError> {
        let Some(maps) = &self.maps else { return Ok(None) };
        let view = MapView { paint, theme: Theme::Light, ..MapView::fit(&maps.projection, Some(&self.frame), size) };
        let mut renderer = MapRenderer::new(&self.context);
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("still map") };
        let mut encoder = self.context.device.create_command_encoder(&descriptor);
        renderer.render(&mut encoder, &view, Some(maps));
        self.context.queue.submit([encoder.finish()]);
        Ok(Some((renderer.read_picture()?, view.mm_per_px)))
    }
}

/// Of a box around all points, as a camera sees them, the corners of what lies no farther than [`BESIDE_MM`] beside those that are
/// looked at.
fn beside(camera: &Camera, near: &[DVec3], all: &[DVec3]) -> Vec<DVec3> {
    let axes = [camera.right(), camera.up(), camera.towards_viewer()];
    let span = |points: &[DVec3], axis: DVec3| {
        let along = points.iter().map(|p| p.dot(axis));
        along.fold([f64::INFINITY, f64::NEG_INFINITY], |[lo, hi], x| [lo.min(x), hi.max(x)])
    };
    let spans = axes.map(|axis| {
        let ([lo, hi], [from, to]) = (span(all, axis), span(near, axis));
        if from > to { [lo, hi] } else { [lo.max(from - BESIDE_MM), hi.min(to + BESIDE_MM)] }
    });
    if spans.iter().any(|[lo, hi]| lo > hi) {
        return all.to_vec();
    }
    let corner = |bits: usize| (0..3).map(|k| axes[k] * spans[k][bits >> k & 1]).sum();
    (0..8).map(corner).collect()
}

fn upload(uploaded: &mut UploadedMaps, field: &GapField) -> Result<FrameMaps, GpuError> {
    let value = |x: f32| if x.is_finite() { x } else { NO_VALUE };
    let texel = |i: usize| {
        let depths = [field.upper_depth_mm[i], field.lower_depth_mm[i]].map(value);
        [value(field.gap_mm[i]), depths[0], depths[1], f32::from(field.class[i] as u8)]
    };
    let map: Vec<[f32; 4]> = (0..field.gap_mm.len()).map(texel).collect();
    let triangles: Vec<[u32; 2]> =
        field.upper_triangle.iter().zip(&field.lower_triangle).map(|(upper, lower)| [*upper, *lower]).collect();
    uploaded.write(field.projection, 1, std::iter::once((map.as_slice(), triangles.as_slice())))
}

#[cfg(test)]
mod tests {
    use super::super::test_scene::{block_map, block_pair, context, projection, save_for_eyes};
    use super::*;
    use crate::field::{NO_TRIANGLE, PixelClass};

    fn block_field(pose: &Rigid) -> GapField {
        let map = block_map(pose, 2.0);
        let gap = |g: f32| if g == NO_VALUE { f32::NAN } else { g };
        GapField {
            projection: projection(),
            class: map.iter().map(|m| PixelClass::from_u8(m[3] as u8).expect("a class")).collect(),
            gap_mm: map.iter().map(|m| gap(m[0])).collect(),
            upper_depth_mm: map.iter().map(|m| m[1]).collect(),
            lower_depth_mm: map.iter().map(|m| m[2]).collect(),
            upper_triangle: vec![NO_TRIANGLE; map.len()],
            lower_triangle: vec![NO_TRIANGLE; map.len()],
        }
    }

    #[test]
    fn an_occlusal_view_shows_the_painted_jaw_and_without_a_map_a_bare_one() {
        let (context, pair) = (context(), block_pair(60));
        let draw = |field: Option<&GapField>, view| {
            let mut still =
                Still::new(&context, (&pair, &pair.frame, None), Rigid::IDENTITY, field, (None, &Trim::default()))
                    .expect("drawn");
            still.picture(view, ([200, 160], &[]), PaintSettings::default()).expect("read")
        };
        let field = block_field(&Rigid::IDENTITY);
        let (painted, camera) = draw(Some(&field), StandardView::LowerOcclusal);
        let mm_per_px = camera.mm_per_px([200, 160]);
        let (bare, _) = draw(None, StandardView::LowerOcclusal);
        save_for_eyes("still", &painted);
        assert_eq!(painted.size, [200, 160]);
        // 20 mm of block fill most of 160 pixels.
        assert!((0.1..0.2).contains(&mm_per_px), "{mm_per_px}");
        let differ = painted.rgba.chunks(4).zip(bare.rgba.chunks(4)).filter(|(a, b)| a != b).count();
        assert!(differ > 500, "{differ} pixels are painted");
        let (front, _) = draw(Some(&field), StandardView::Front);
        assert_ne!(front, painted);
        let still =
            Still::new(&context, (&pair, &pair.frame, None), Rigid::IDENTITY, Some(&field), (None, &Trim::default()))
                .expect("drawn");
        let map = still.map_picture([200, 200], PaintSettings::default()).expect("read");
        assert!((map.expect("a map").1 - 0.104).abs() < 0.002, "20 mm in 200 pixels, 4 % wider");
    }

    #[test]
    fn what_lies_far_beside_what_is_looked_at_is_left_out() {
        let (context, pair) = (context(), block_pair(60));
        let mut still =
            Still::new(&context, (&pair, &pair.frame, None), Rigid::IDENTITY, None, (None, &Trim::default()))
                .expect("drawn");
        let mut mm_per_px = |near: &[DVec3]| {
            let (_, camera) =
                still.picture(StandardView::LowerOcclusal, ([200, 160], near), PaintSettings::default()).expect("read");
            camera.mm_per_px([200, 160])
        };
        let whole = mm_per_px(&[]);
        let middle = pair.frame.origin;
        let corner = middle + 14.0 * (pair.frame.right + pair.frame.front);
        assert!((mm_per_px(&[middle]) - whole).abs() < 1e-9, "the block is smaller than what is left around a point");
        assert!(mm_per_px(&[corner]) < 0.9 * whole, "the far side is left out");
        let far = middle + 500.0 * pair.frame.right;
        assert!((mm_per_px(&[far]) - whole).abs() < 1e-9, "nothing of the jaw is there: all of it is shown");
    }
}
