//! Textures and buffers of one map size. They grow and never shrink; a frame uses the upper left part.
use super::bindings::{self, Kind};
use super::layout::{self, LIST_CAPACITY, RoundUniform, figure};
use wgpu::{BufferUsages, Device, TextureFormat, TextureUsages};

/// Slots whose ordered layers are listed at once: bounds the memory of the lists to 40 MiB.
pub const MAX_SLOTS_PER_ROUND: u32 = 1 << 17;
/// Workgroups of the reduction.
pub const N_REDUCE_GROUPS: u32 = 256;

pub const DEPTH_FORMAT: TextureFormat = TextureFormat::Depth24PlusStencil8;
/// Depth bits and triangle.
pub const ITEM_FORMAT: TextureFormat = TextureFormat::Rg32Uint;
pub const WINDING_FORMAT: TextureFormat = TextureFormat::R16Float;
/// The code of the layer order: ten layers fit a half float exactly.
pub const CODE_FORMAT: TextureFormat = TextureFormat::Rgba16Float;
/// Peeling compares depths bit by bit.
pub const PEEL_DEPTH_FORMAT: TextureFormat = TextureFormat::Depth32Float;
pub const MAP_FORMAT: TextureFormat = TextureFormat::Rgba32Float;

/// One extreme surface of a jaw: depth and stencil, and the item buffer with the depth in mm.
pub struct Surface {
    pub depth_stencil: wgpu::TextureView,
    pub stencil: wgpu::TextureView,
    pub items: wgpu::TextureView,
}

/// What the layer order is peeled into.
pub struct OrderTargets {
    pub depth: wgpu::TextureView,
    /// The layer just peeled and the one before, by turns: depth bits, tag.
    pub items: [wgpu::TextureView; 2],
    pub identifiers_texture: wgpu::Texture,
    pub identifiers: wgpu::TextureView,
    pub facings_texture: wgpu::Texture,
    pub facings: wgpu::TextureView,
}

/// One round of layer lists.
pub struct Round {
    pub uniform: wgpu::Buffer,
    pub index: u64,
}

pub struct Targets {
    pub cols: u32,
    pub rows: u32,
    pub upper_last: Surface,
    pub upper_first: Surface,
    pub upper_before_last: Surface,
    pub lower_first: Surface,
    pub lower_last: Surface,
    pub winding: wgpu::TextureView,
    pub own_upper: wgpu::Buffer,
    pub own_lower: wgpu::Buffer,
    pub states: wgpu::Buffer,
    pub slots: wgpu::Buffer,
    pub pixel_of_slot: wgpu::Buffer,
    pub plan: wgpu::Buffer,
    /// A copy of the plan that draws and dispatches read.
    pub plan_arguments: wgpu::Buffer,
    pub rounds_plan: wgpu::Buffer,
    pub rounds: Vec<Round>,
    /// [`layout::selection`]: two for the layer order, two for the lists.
    pub wanted: wgpu::Buffer,
    /// Draws of the selected triangles, one a jaw.
    pub selected: wgpu::Buffer,
    pub peels_plan: wgpu::Buffer,
    pub layer_counts: wgpu::Buffer,
    pub order: OrderTargets,
    /// The pixel whose layers are read back.
    pub asked: wgpu::Buffer,
    pub slots_per_round: u32,
    pub list_counts: wgpu::Buffer,
    pub list_entries: wgpu::Buffer,
    pub map: wgpu::Texture,
    pub map_view: wgpu::TextureView,
    pub triangles: wgpu::Texture,
    pub triangles_view: wgpu::TextureView,
    pub reduce_rows: wgpu::Buffer,
    pub figures: wgpu::Buffer,
}

impl Targets {
    /// Compute draws to no surfaces: without `by_raster` they are a pixel each.
    pub fn new(device: &Device, [cols, rows]: [u32; 2], by_raster: bool) -> Self {
        let n_pixels = u64::from(cols) * u64::from(rows);
        let drawn = if by_raster { [cols, rows] } else { [1, 1] };
        let slots_per_round = n_pixels.min(u64::from(MAX_SLOTS_PER_ROUND)) as u32;
        let n_rounds = n_pixels.div_ceil(u64::from(slots_per_round));
        let storage = |label: &str, bytes: u64, more: BufferUsages| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: bytes.max(16),
                usage: BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC | more,
                mapped_at_creation: false,
            })
        };
        let per_pixel = |label: &str| storage(label, n_pixels * 4, BufferUsages::empty());
        let output = |label: &str, format| {
            texture(
                device,
                label,
                cols,
                rows,
                format,
                TextureUsages::STORAGE_BINDING | TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_SRC,
            )
        };
        let winding_usage = TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING;
        let winding = texture(device, "count: winding", drawn[0], drawn[1], WINDING_FORMAT, winding_usage);
        let map = output("gap map: map", MAP_FORMAT);
        let triangles = output("gap map: triangles", ITEM_FORMAT);
        Self {
            cols,
            rows,
            upper_last: Surface::new(device, "upper last", drawn),
            upper_first: Surface::new(device, "upper first", drawn),
            upper_before_last: Surface::new(device, "upper before last", drawn),
            lower_first: Surface::new(device, "lower first", drawn),
            lower_last: Surface::new(device, "lower last", drawn),
            winding: winding.create_view(&Default::default()),
            own_upper: per_pixel("own counts: upper"),
            own_lower: per_pixel("own counts: lower"),
            states: per_pixel("classify: states"),
            slots: per_pixel("gap map: slots"),
            pixel_of_slot: per_pixel("gap map: pixel of slot"),
            plan: storage("classify: plan", layout::plan::SIZE, BufferUsages::empty()),
            plan_arguments: storage("classify: plan arguments", layout::plan::SIZE, BufferUsages::INDIRECT),
            rounds_plan: storage("layers: rounds plan", n_rounds * layout::round::SIZE, BufferUsages::INDIRECT),
            rounds: (0..n_rounds).map(|i| Round::new(device, i)).collect(),
            wanted: storage("layers: wanted", 4 * layout::selection::STRIDE, BufferUsages::INDIRECT),
            selected: storage("layers: selected", 2 * layout::selection::STRIDE, BufferUsages::INDIRECT),
            peels_plan: storage("layers: peels plan", (LIST_CAPACITY + 1) * layout::peel::SIZE, BufferUsages::INDIRECT),
            layer_counts: per_pixel("layer order: counts"),
            order: OrderTargets::new(device, drawn),
            asked: storage("layers: asked", 16, BufferUsages::empty()),
            slots_per_round,
            list_counts: storage("layers: counts", u64::from(slots_per_round) * 4, BufferUsages::empty()),
            list_entries: storage(
                "layers: entries",
                u64::from(slots_per_round) * LIST_CAPACITY * 8,
                BufferUsages::empty(),
            ),
            map_view: map.create_view(&Default::default()),
            map,
            triangles_view: triangles.create_view(&Default::default()),
            triangles,
            reduce_rows: storage(
                "reduce: rows",
                u64::from(N_REDUCE_GROUPS) * figure::COUNT as u64 * 4,
                BufferUsages::empty(),
            ),
            figures: storage("reduce: figures", figure::COUNT as u64 * 4, BufferUsages::empty()),
        }
    }

    pub fn n_pixels(&self) -> u64 {
        u64::from(self.cols) * u64::from(self.rows)
    }

    /// Whether a map of this size fits.
    pub fn holds(&self, cols: u32, rows: u32) -> bool {
        cols <= self.cols && rows <= self.rows
    }
}

impl Surface {
    fn new(device: &Device, name: &str, [cols, rows]: [u32; 2]) -> Self {
        let usage = TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING;
        let depth = texture(device, &format!("{name}: depth and stencil"), cols, rows, DEPTH_FORMAT, usage);
        let items = texture(device, &format!("{name}: items"), cols, rows, ITEM_FORMAT, usage);
        let stencil = depth.create_view(&wgpu::TextureViewDescriptor {
            label: Some("surface: stencil"),
            aspect: wgpu::TextureAspect::StencilOnly,
            ..Default::default()
        });
        Self {
            depth_stencil: depth.create_view(&Default::default()),
            stencil,
            items: items.create_view(&Default::default()),
        }
    }
}

impl OrderTargets {
    fn new(device: &Device, [cols, rows]: [u32; 2]) -> Self {
        let drawn = TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING;
        let make =
            |name: &str, format, usage| texture(device, &format!("layer order: {name}"), cols, rows, format, usage);
        let code = |name| make(name, CODE_FORMAT, drawn | TextureUsages::COPY_SRC);
        let view = |t: &wgpu::Texture| t.create_view(&Default::default());
        let (identifiers, facings) = (code("identifiers"), code("facings"));
        Self {
            depth: view(&make("depth", PEEL_DEPTH_FORMAT, TextureUsages::RENDER_ATTACHMENT)),
            items: ["items, even", "items, odd"].map(|name| view(&make(name, ITEM_FORMAT, drawn))),
            identifiers: view(&identifiers),
            identifiers_texture: identifiers,
            facings: view(&facings),
            facings_texture: facings,
        }
    }
}

impl Round {
    fn new(device: &Device, index: u64) -> Self {
        let uniform = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("layers: round"),
            size: size_of::<RoundUniform>() as u64,
            usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Self { uniform, index }
    }
}

pub(super) fn texture(
    device: &Device,
    label: &str,
    cols: u32,
    rows: u32,
    format: TextureFormat,
    usage: TextureUsages,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width: cols, height: rows, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}

/// The kinds of bindings of the run's own group (group 0 of every compute pass).
pub fn run_layout(device: &Device) -> wgpu::BindGroupLayout {
    bindings::layout(device, "run", wgpu::ShaderStages::COMPUTE, &[Kind::Uniform])
}
