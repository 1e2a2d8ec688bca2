//! Light and paint, once a pixel, on the surface that the mesh pass left.
//!
//! In: place, normal and colour of each pixel, paint. Out: colour; a translucent jaw is blended over what is there.
use super::gap_paint::{self, GapPaint, Painted, create_shader};
use super::parts::{Cover, Pipelines, create_covering_pipeline, create_uniform_buffer, texture_entry, uniform_entry};
use crate::gpu::Context;
use crate::render::formats::Extra;
use crate::render::targets::SurfaceTarget;
use std::sync::Arc;

pub const SOURCE: &str = include_str!("../../../shaders/render/shade.wgsl");

/// `SceneUniform` of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct SceneUniform {
    pub world_from_clip: [[f32; 4]; 4],
    pub eye: [f32; 4],
    pub camera_right: [f32; 4],
    pub camera_up: [f32; 4],
    pub background_top: [f32; 4],
    pub background_bottom: [f32; 4],
    pub highlight: [f32; 4],
    pub upper_tint: [f32; 4],
    pub lower_tint: [f32; 4],
    pub size: [f32; 2],
    pub opacity: [f32; 2],
    pub mm_per_px: f32,
    pub padding_a: f32,
    pub padding_b: f32,
    pub padding_c: f32,
}

/// The pass.
pub struct ShadePass {
    made: Arc<Made>,
    uniform: wgpu::Buffer,
}

/// What the device has once.
struct Made {
    shader: wgpu::ShaderModule,
    /// Of the paint and of the pass.
    layouts: [wgpu::BindGroupLayout; 2],
    background: wgpu::RenderPipeline,
    shade: Pipelines<{ 2 * Painted::ALL.len() * Extra::ALL.len() }>,
}

impl Made {
    fn new(device: &wgpu::Device) -> Self {
        let stage = wgpu::ShaderStages::FRAGMENT;
        let texture = |binding| texture_entry(binding, stage);
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("shade: layout"),
            entries: &[uniform_entry(0, stage), texture(1), texture(2), texture(3)],
        });
        let shader = create_shader(device, "shade", SOURCE);
        let layouts = [gap_paint::create_layout(device), layout];
        // Only where no jaw was drawn.
        let cover = Cover { depth_compare: Some(wgpu::CompareFunction::Equal), ..Cover::default() };
        let entries = ["vertex_shade", "fragment_background"];
        let background = create_covering_pipeline(device, &shader, &layouts.each_ref(), entries, &cover);
        Self { background, shade: Pipelines::default(), layouts, shader }
    }

    fn shade(&self, device: &wgpu::Device, painted: Painted, translucent: bool, extra: Extra) -> &wgpu::RenderPipeline {
        let idx = usize::from(translucent) + 2 * (painted as usize + Painted::ALL.len() * extra as usize);
        self.shade.get(idx, || {
            let (colored, sure) = (matches!(extra, Extra::Colors | Extra::Classes), extra == Extra::Spread);
            let [of_paint, of_gaps] = painted.constants();
            let constants = [of_paint, of_gaps, ("COLORED", f64::from(colored)), ("SURE", f64::from(sure))];
            // Only where something was drawn.
            let depth_compare = Some(wgpu::CompareFunction::Greater);
            // Nothing is behind the opaque jaws: reading back what they are drawn over costs a software driver time.
            let cover = Cover { blend: translucent.then_some(OVER), constants: &constants, depth_compare };
            let entries = ["vertex_shade", "fragment_shade"];
            create_covering_pipeline(device, &self.shader, &self.layouts.each_ref(), entries, &cover)
        })
    }
}

/// The picture stays opaque: its alpha is never lowered.
const OVER: wgpu::BlendState = wgpu::BlendState {
    color: wgpu::BlendState::ALPHA_BLENDING.color,
    alpha: wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::Zero,
        dst_factor: wgpu::BlendFactor::One,
        operation: wgpu::BlendOperation::Add,
    },
};

impl ShadePass {
    pub fn new(context: &Context) -> Self {
        let uniform = create_uniform_buffer(&context.device, "shade: uniform", size_of::<SceneUniform>());
        Self { made: context.once(Made::new), uniform }
    }

    /// Sets the frame's uniform.
    pub fn update(&self, queue: &wgpu::Queue, scene: &SceneUniform) {
        queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(scene));
    }

    /// Encodes the shading of one surface into `target`: the opaque jaws before the background, or one translucent
    /// jaw over what is there. `depth` is what the mesh pass left.
    pub fn run(
        &self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        paint: &GapPaint,
        surface: &SurfaceTarget,
        [target, depth]: [&wgpu::TextureView; 2],
        translucent: bool,
    ) {
        let group = self.bind_group(device, surface);
        let load = if translucent { wgpu::LoadOp::Load } else { wgpu::LoadOp::Clear(wgpu::Color::BLACK) };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("shade"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load, store: wgpu::StoreOp::Store },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: depth,
                // Read only.
                depth_ops: None,
                stencil_ops: None,
            }),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        });
        pass.set_bind_group(0, paint.bind_group(), &[]);
        pass.set_bind_group(1, &group, &[]);
        if !translucent {
            pass.set_pipeline(&self.made.background);
            pass.draw(0..3, 0..1);
        }
        pass.set_pipeline(self.made.shade(device, paint.painted(), translucent, surface.kind));
        pass.draw(0..3, 0..1);
    }

    fn bind_group(&self, device: &wgpu::Device, surface: &SurfaceTarget) -> wgpu::BindGroup {
        let texture =
            |binding, view| wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::TextureView(view) };
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("shade: bind group"),
            layout: &self.made.layouts[1],
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: self.uniform.as_entire_binding() },
                texture(1, &surface.places),
                texture(2, &surface.surfaces),
                texture(3, surface.extra.as_ref().unwrap_or(&surface.surfaces)),
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::test_scene::{context, each_is_made_once};

    #[test]
    fn every_kind_can_be_made_and_is_made_once() {
        let (context, mut kinds) = (context(), Vec::new());
        let made = Made::new(&context.device);
        for painted in Painted::ALL {
            for extra in Extra::ALL {
                kinds.extend([false, true].map(|translucent| (painted, translucent, extra)));
            }
        }
        let make = |&(painted, translucent, extra): &_| made.shade(&context.device, painted, translucent, extra);
        each_is_made_once(&context, &kinds, make);
        // The twin: what is no kind is refused.
        let cover = Cover { constants: &[("NO_SUCH", 1.0)], ..Cover::default() };
        let entries = ["vertex_shade", "fragment_shade"];
        create_covering_pipeline(&context.device, &made.shader, &made.layouts.each_ref(), entries, &cover);
        assert!(context.check().is_err());
    }
}
