//! The gap map as paint: bind group 0 of the scene, of the flat map and of picking.
//!
//! In: the map of a frame, a palette, threshold and range, and whether the vertices' closest gaps are painted instead. Out: what
//! `shaders/render/gap_paint.wgsl` reads.
use super::parts::create_plain_shader;
use crate::base::Palette;
use crate::gpu::CreateFilled;
use crate::gpu::FrameMaps;

/// Shared WGSL; goes before the pass that uses it.
pub const SOURCE: &str = include_str!("../../../shaders/render/gap_paint.wgsl");

/// A module that paints: the shared source goes before its own.
pub(super) fn create_shader(device: &wgpu::Device, label: &str, source: &str) -> wgpu::ShaderModule {
    create_plain_shader(device, label, &format!("{}\n{source}", SOURCE))
}

/// `PaintUniform` of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct PaintUniform {
    pub map_from_world: [[f32; 4]; 4],
    pub direction: [f32; 4],
    pub clear_color: [f32; 4],
    pub upper_color: [f32; 4],
    pub lower_color: [f32; 4],
    pub border_color: [f32; 4],
    pub map_size: [f32; 2],
    pub pitch_mm: [f32; 2],
    pub threshold_mm: f32,
    pub range_mm: f32,
    pub deepest_mm: f32,
    pub has_map: f32,
    pub hatch_mm: f32,
    pub iso_step_mm: f32,
    pub line_px: f32,
    pub slack_mm: f32,
}

/// Which gaps are painted on surfaces. Pipelines are made for each: a software driver runs every branch of a shader, and one of them
/// (Mesa's lavapipe, 22.3) compiles a pipeline anew for every value of a uniform that alone decides a branch, and keeps them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Painted {
    Nothing,
    /// The map's.
    Projected,
    /// Those at the vertices.
    Closest,
}

impl Painted {
    pub const ALL: [Self; 3] = [Self::Nothing, Self::Projected, Self::Closest];

    /// Values of the shader's overrides.
    pub fn constants(self) -> [(&'static str, f64); 2] {
        [("PAINTED", f64::from(self != Self::Nothing)), ("CLOSEST", f64::from(self == Self::Closest))]
    }
}

/// How gaps are painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaintSettings {
    pub palette: Palette,
    /// Contact threshold, mm: where near contact ends and its border is drawn.
    pub threshold_mm: f32,
    /// Clearance at which the paint has faded away, mm.
    pub range_mm: f32,
    /// Further lines of equal clearance.
    pub iso_step_mm: f32,
}

impl Default for PaintSettings {
    fn default() -> Self {
        Self { palette: Palette::default(), threshold_mm: 0.1, range_mm: 2.0, iso_step_mm: 0.0 }
    }
}

/// How finely a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grain {
    /// A pixel of the finished picture, mm.
    pub mm_per_px: f64,
    /// Pixels drawn for one of its sides.
    pub scale: f32,
    /// Most that the surfaces drawn are away from the scans', mm.
    pub slack_mm: f32,
    /// The vertices' closest gaps are painted, not the map.
    pub closest: bool,
}

impl Grain {
    /// The pixel that the hatch keeps its distance by, mm: where fewer are drawn than are shown, as while something moves, its lines
    /// stay so far apart that they are seen.
    fn hatch_px_mm(&self) -> f64 {
        self.mm_per_px * f64::from(0.9 / self.scale.max(0.1)).max(1.0)
    }
}

/// The paint's resources.
pub struct GapPaint {
    layout: wgpu::BindGroupLayout,
    uniform: wgpu::Buffer,
    palette: wgpu::Texture,
    palette_shown: Option<Palette>,
    no_map: wgpu::TextureView,
    bind_group: wgpu::BindGroup,
    painted: Painted,
}

impl GapPaint {
    pub fn new(device: &wgpu::Device) -> Self {
        let layout = create_layout(device);
        let uniform = device.create_filled(&wgpu::util::BufferInitDescriptor {
            label: Some("paint: uniform"),
            contents: bytemuck::bytes_of(&PaintUniform::default()),
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        });
        let texture = |label, width, format| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width, height: 1, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
                view_formats: &[],
            })
        };
        let palette = texture("paint: palette", Palette::TABLE as u32, wgpu::TextureFormat::Rgba8UnormSrgb);
        let no_map = texture("paint: no map", 1, wgpu::TextureFormat::Rgba32Float).create_view(&Default::default());
        let bind_group = create_bind_group(device, &layout, &uniform, &no_map, &palette);
        Self { layout, uniform, palette, palette_shown: None, no_map, bind_group, painted: Painted::Nothing }
    }

    /// Sets what is painted from the next submission on; without maps nothing is, but for closest gaps.
    pub fn update(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        maps: Option<&FrameMaps>,
        settings: &PaintSettings,
        grain: Grain,
    ) {
        let mut uniform = paint_uniform(maps, settings, grain.hatch_px_mm());
        uniform.line_px *= grain.scale;
        uniform.slack_mm = grain.slack_mm;
        queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(&uniform));
        if self.palette_shown != Some(settings.palette) {
            upload_palette(queue, &self.palette, settings);
            self.palette_shown = Some(settings.palette);
        }
        self.painted = match maps {
            _ if grain.closest => Painted::Closest,
            Some(_) => Painted::Projected,
            None => Painted::Nothing,
        };
        let map = maps.map_or(&self.no_map, |m| &m.map);
        self.bind_group = create_bind_group(device, &self.layout, &self.uniform, map, &self.palette);
    }

    /// What the last update had to paint.
    pub fn painted(&self) -> Painted {
        self.painted
    }

    pub fn bind_group(&self) -> &wgpu::BindGroup {
        &self.bind_group
    }
}

/// Bind group 0 of what paints.
pub(super) fn create_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let visibility = wgpu::ShaderStages::FRAGMENT | wgpu::ShaderStages::COMPUTE;
    let texture = |binding| super::parts::texture_entry(binding, visibility);
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("paint: layout"),
        entries: &[super::parts::uniform_entry(0, visibility), texture(1), texture(2)],
    })
}

fn create_bind_group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    uniform: &wgpu::Buffer,
    map: &wgpu::TextureView,
    palette: &wgpu::Texture,
) -> wgpu::BindGroup {
    let palette = palette.create_view(&Default::default());
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("paint: bind group"),
        layout,
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() },
            wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(map) },
            wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::TextureView(&palette) },
        ],
    })
}

fn upload_palette(queue: &wgpu::Queue, texture: &wgpu::Texture, settings: &PaintSettings) {
    let table = settings.palette.lookup_table(settings.threshold_mm, settings.range_mm);
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: None, rows_per_image: None };
    let size = wgpu::Extent3d { width: Palette::TABLE as u32, height: 1, depth_or_array_layers: 1 };
    queue.write_texture(texture.as_image_copy(), bytemuck::cast_slice(&table), layout, size);
}

fn paint_uniform(maps: Option<&FrameMaps>, settings: &PaintSettings, hatch_px_mm: f64) -> PaintUniform {
    let palette = settings.palette;
    let mut uniform = PaintUniform {
        clear_color: linear(palette.clear()),
        upper_color: linear(palette.upper_only()),
        lower_color: linear(palette.lower_only()),
        border_color: linear(palette.contact_border()),
        threshold_mm: settings.threshold_mm,
        range_mm: settings.range_mm,
        deepest_mm: Palette::DEEPEST_MM,
        hatch_mm: hatch_mm(hatch_px_mm),
        iso_step_mm: settings.iso_step_mm,
        line_px: 1.8,
        ..Default::default()
    };
    if let Some(maps) = maps {
        let p = &maps.projection;
        uniform.has_map = 1.0;
        uniform.map_from_world = p.map_from_world_matrix().as_mat4().to_cols_array_2d();
        uniform.direction = p.direction.as_vec3().extend(0.0).to_array();
        uniform.map_size = [p.cols as f32, p.rows as f32];
        uniform.pitch_mm = [p.u_mm as f32, p.v_mm as f32];
    }
    uniform
}

/// About seven pixels between the hatch's lines, in steps of two so that the hatch stays on the surface while one
/// zooms a little.
fn hatch_mm(mm_per_px: f64) -> f32 {
    let wanted = (7.0 * mm_per_px).max(1e-6);
    wanted.log2().round().exp2() as f32
}

/// sRGB bytes as linear light.
pub fn linear(color: [u8; 3]) -> [f32; 4] {
    let channel = |c: u8| {
        let c = f32::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    [channel(color[0]), channel(color[1]), channel(color[2]), 1.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coarser_picture_has_a_wider_hatch_and_a_finer_one_the_same() {
        let px_mm = |scale: f32| Grain { mm_per_px: 0.1, scale, slack_mm: 0.0, closest: true }.hatch_px_mm();
        assert_eq!([1.0, 2.0].map(px_mm), [0.1, 0.1]);
        assert!((px_mm(0.5) - 0.18).abs() < 1e-6, "{}", px_mm(0.5));
        // Lines that are five drawn pixels apart are seen.
        for scale in [0.25, 0.3, 0.5, 0.7, 1.0] {
            let drawn_px = f64::from(hatch_mm(px_mm(scale))) / 0.1 * f64::from(scale);
            assert!(drawn_px > 4.4, "{drawn_px} at {scale}");
        }
    }

    #[test]
    fn the_hatch_keeps_its_distance_on_the_screen() {
        for mm_per_px in [0.001, 0.03, 0.1, 0.45] {
            let px = f64::from(hatch_mm(mm_per_px)) / mm_per_px;
            assert!((4.9..10.0).contains(&px), "{px} pixels at {mm_per_px}");
        }
    }
}
