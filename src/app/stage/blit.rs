//! Puts the pictures of `render` into the window, under egui's own shapes.
//!
//! egui could show them as textures, but its shader filters and blends every pixel, which costs a software driver more
//! than the scene itself. Formula: window(x, y) = picture(x - corner), enlarged where the picture was drawn smaller.
//! Shader: `shaders/render/blit.wgsl`.
use crate::gpu::CreateFilled;

const SOURCE: &str = include_str!("../../../shaders/render/blit.wgsl");

/// A picture and its place in the window, physical pixels.
#[derive(Clone)]
pub struct Placed {
    pub picture: wgpu::TextureView,
    /// Size of the picture itself.
    pub drawn: [u32; 2],
    pub corner: [u32; 2],
    pub size: [u32; 2],
}

pub struct Blit {
    layout: wgpu::BindGroupLayout,
    copy: wgpu::RenderPipeline,
    enlarge: wgpu::RenderPipeline,
    sampler: wgpu::Sampler,
}

impl Blit {
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("blit"),
            source: wgpu::ShaderSource::Wgsl(SOURCE.into()),
        });
        let layout = create_layout(device);
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("blit: pipeline layout"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = |entry| {
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(entry),
                layout: Some(&pipeline_layout),
                vertex: wgpu::VertexState {
                    module: &shader,
                    entry_point: Some("vs_blit"),
                    compilation_options: Default::default(),
                    buffers: &[],
                },
                primitive: Default::default(),
                depth_stencil: None,
                multisample: Default::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &shader,
                    entry_point: Some(entry),
                    compilation_options: Default::default(),
                    targets: &[Some(format.into())],
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("blit: sampler"),
            mag_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        Self { copy: pipeline("fs_blit"), enlarge: pipeline("fs_enlarge"), sampler, layout }
    }

    /// Draws into a pass on the window, which is `window` pixels large.
    pub fn run(&self, device: &wgpu::Device, pass: &mut wgpu::RenderPass<'_>, placed: &[Placed], window: [u32; 2]) {
        for place in placed {
            pass.set_pipeline(if place.drawn == place.size { &self.copy } else { &self.enlarge });
            let Some([x, y, width, height]) = clipped(place, window) else { continue };
            let corner = place.corner.map(|c| c as f32);
            let uniform = device.create_filled(&wgpu::util::BufferInitDescriptor {
                label: Some("blit: uniform"),
                contents: bytemuck::cast_slice(&[corner, place.size.map(|s| 1.0 / s.max(1) as f32)]),
                usage: wgpu::BufferUsages::UNIFORM,
            });
            let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("blit: group"),
                layout: &self.layout,
                entries: &[
                    wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() },
                    wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(&place.picture) },
                    wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::Sampler(&self.sampler) },
                ],
            });
            pass.set_bind_group(0, &group, &[]);
            pass.set_scissor_rect(x, y, width, height);
            pass.draw(0..3, 0..1);
        }
        pass.set_scissor_rect(0, 0, window[0], window[1]);
    }
}

/// The part of a place that lies in the window: x, y, width, height.
fn clipped(place: &Placed, window: [u32; 2]) -> Option<[u32; 4]> {
    let side = |i: usize| {
        let end = place.corner[i].saturating_add(place.size[i]).min(window[i]);
        end.checked_sub(place.corner[i]).filter(|n| *n > 0)
    };
    Some([place.corner[0], place.corner[1], side(0)?, side(1)?])
}

fn create_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entry =
        |binding, ty| wgpu::BindGroupLayoutEntry { binding, visibility: wgpu::ShaderStages::FRAGMENT, ty, count: None };
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("blit: layout"),
        entries: &[
            entry(
                0,
                wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
            ),
            entry(
                1,
                wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: true },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
            ),
            entry(2, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::{AdapterChoice, Context};

    const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

    fn texture(context: &Context, [width, height]: [u32; 2]) -> wgpu::TextureView {
        let texture = context.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("test"),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        texture.create_view(&Default::default())
    }

    #[test]
    fn a_picture_is_clipped_to_the_window() {
        let context = Context::headless(&AdapterChoice::Cpu).expect("a software driver");
        let picture = texture(&context, [1, 1]);
        let clip =
            |corner, size| clipped(&Placed { picture: picture.clone(), drawn: [1, 1], corner, size }, [200, 100]);
        assert_eq!(clip([10, 20], [50, 60]), Some([10, 20, 50, 60]));
        assert_eq!(clip([150, 90], [100, 100]), Some([150, 90, 50, 10]));
        assert_eq!(clip([1, 1], [u32::MAX, 5]), Some([1, 1, 199, 5]));
        for outside in [clip([200, 0], [10, 10]), clip([0, 300], [10, 10]), clip([5, 5], [0, 9])] {
            assert_eq!(outside, None);
        }
    }

    /// Pictures that were laid out for a window of 200 x 100 when it has 120 x 60 by now. The twin: clipped to the size that the window
    /// had, they are refused.
    #[test]
    fn pictures_of_a_larger_window_are_clipped_to_the_one_that_is_there() {
        let context = Context::headless(&AdapterChoice::Cpu).expect("a software driver");
        let blit = Blit::new(&context.device, FORMAT);
        let (target, picture) = (texture(&context, [120, 60]), texture(&context, [100, 100]));
        let at = |corner| Placed { picture: picture.clone(), drawn: [100, 100], corner, size: [100, 100] };
        let placed = [at([0, 0]), at([100, 0]), at([190, 0])];
        let refused = |window| {
            let scope = context.device.push_error_scope(wgpu::ErrorFilter::Validation);
            let mut encoder = context.device.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &target,
                    depth_slice: None,
                    resolve_target: None,
                    ops: Default::default(),
                })],
                ..Default::default()
            });
            blit.run(&context.device, &mut pass, &placed, window);
            drop(pass);
            context.queue.submit([encoder.finish()]);
            pollster::block_on(scope.pop()).map(|error| error.to_string())
        };
        assert_eq!(refused([120, 60]), None);
        let said = refused([200, 100]).expect("it lies outside");
        assert!(said.to_lowercase().contains("scissor"), "{said}");
    }
}
