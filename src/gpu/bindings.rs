//! Bind groups by position: a pass lists the kinds of its resources once and hands them over in the same order.
use wgpu::{BindGroup, BindGroupLayout, BindingResource, BindingType, BufferBindingType, ShaderStages, TextureFormat};

/// What a binding is.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Uniform,
    Read,
    ReadWrite,
    UintTexture,
    FloatTexture,
    /// Written, not read.
    StorageTexture(TextureFormat),
}

impl Kind {
    fn binding_type(self) -> BindingType {
        let buffer = |ty| BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
        let texture = |sample_type| BindingType::Texture {
            sample_type,
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        match self {
            Self::Uniform => buffer(BufferBindingType::Uniform),
            Self::Read => buffer(BufferBindingType::Storage { read_only: true }),
            Self::ReadWrite => buffer(BufferBindingType::Storage { read_only: false }),
            Self::UintTexture => texture(wgpu::TextureSampleType::Uint),
            Self::FloatTexture => texture(wgpu::TextureSampleType::Float { filterable: false }),
            Self::StorageTexture(format) => BindingType::StorageTexture {
                access: wgpu::StorageTextureAccess::WriteOnly,
                format,
                view_dimension: wgpu::TextureViewDimension::D2,
            },
        }
    }
}

/// A layout whose binding numbers are the positions in `kinds`.
pub fn layout(device: &wgpu::Device, label: &str, visibility: ShaderStages, kinds: &[Kind]) -> BindGroupLayout {
    let entries: Vec<_> = kinds
        .iter()
        .enumerate()
        .map(|(i, kind)| wgpu::BindGroupLayoutEntry {
            binding: i as u32,
            visibility,
            ty: kind.binding_type(),
            count: None,
        })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries })
}

/// A group whose binding numbers are the positions in `resources`.
pub fn group(device: &wgpu::Device, label: &str, layout: &BindGroupLayout, resources: &[BindingResource]) -> BindGroup {
    let entries: Vec<_> = resources
        .iter()
        .enumerate()
        .map(|(i, resource)| wgpu::BindGroupEntry { binding: i as u32, resource: resource.clone() })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some(label), layout, entries: &entries })
}

/// A part of a buffer as a binding; both numbers in bytes.
pub fn part(buffer: &wgpu::Buffer, offset: u64, size: u64) -> BindingResource<'_> {
    BindingResource::Buffer(wgpu::BufferBinding { buffer, offset, size: std::num::NonZeroU64::new(size) })
}

/// A view as a binding.
pub fn view(view: &wgpu::TextureView) -> BindingResource<'_> {
    BindingResource::TextureView(view)
}

/// A buffer that can be written to, of 16 bytes at least.
pub fn buffer(device: &wgpu::Device, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let usage = usage | wgpu::BufferUsages::COPY_DST;
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: size.max(16),
        usage,
        mapped_at_creation: false,
    })
}

/// A compute pipeline from WGSL parts joined in order.
pub fn compute_pipeline(
    device: &wgpu::Device,
    label: &str,
    layouts: &[&BindGroupLayout],
    wgsl: &[&str],
    entry_point: &str,
) -> wgpu::ComputePipeline {
    let layouts: Vec<_> = layouts.iter().map(|l| Some(*l)).collect();
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(label),
        bind_group_layouts: &layouts,
        immediate_size: 0,
    });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(label),
        layout: Some(&layout),
        module: &shader(device, label, wgsl),
        entry_point: Some(entry_point),
        compilation_options: Default::default(),
        cache: None,
    })
}

/// A shader module from WGSL parts joined in order.
pub fn shader(device: &wgpu::Device, label: &str, wgsl: &[&str]) -> wgpu::ShaderModule {
    let source = wgsl.concat();
    #[cfg(test)]
    let source = planted::altered(source);
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    })
}

/// Errors that tests plant in shaders, to see that they are found. Not part of the program.
#[cfg(test)]
pub mod planted {
    use std::cell::RefCell;

    struct Plant {
        right: &'static str,
        wrong: &'static str,
        n_altered: usize,
    }

    thread_local!(static PLANT: RefCell<Option<Plant>> = const { RefCell::new(None) });

    /// Whatever this thread compiles meanwhile has other words; and how many shaders have had them.
    pub fn with_planted<T>(right: &'static str, wrong: &'static str, work: impl FnOnce() -> T) -> (T, usize) {
        PLANT.set(Some(Plant { right, wrong, n_altered: 0 }));
        let done = work();
        (done, PLANT.take().map_or(0, |plant| plant.n_altered))
    }

    pub(super) fn altered(source: String) -> String {
        PLANT.with_borrow_mut(|plant| match plant {
            Some(plant) if source.contains(plant.right) => {
                plant.n_altered += 1;
                source.replace(plant.right, plant.wrong)
            }
            _ => source,
        })
    }
}
