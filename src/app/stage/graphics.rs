//! Surface, device and egui's painter: everything of the window that lives on the GPU and outlasts a frame.
use super::blit::{Blit, Placed};
use super::egui_paint::{EguiPaint, Screen};
use super::stage_clock::StageClock;
use super::surface::WindowSurface;
use crate::app::widgets::small_picture;
use crate::gpu::{AdapterChoice, Context, GpuError};
use egui::epaint::ImageDelta;
use egui::{ClippedPrimitive, TextureId, TextureOptions, TexturesDelta};
use egui_wgpu::{Renderer, RendererOptions};
use std::sync::Arc;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

/// One egui frame, ready to be painted (again).
#[derive(Default)]
pub struct PaintJob {
    pub primitives: Vec<ClippedPrimitive>,
    pub pixels_per_point: f32,
    /// Colour of the window where nothing else is.
    pub background: egui::Color32,
    /// Pictures that lie under egui's shapes.
    pub placed: Vec<Placed>,
}

pub struct Graphics {
    pub context: Context,
    /// egui's textures.
    renderer: Renderer,
    egui: EguiPaint,
    blit: Blit,
    pub surface: WindowSurface,
}

impl Graphics {
    /// Opens a device that can present to the window.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`] when no adapter can draw to this display.
    pub fn new(event_loop: &ActiveEventLoop, window: Arc<Window>, choice: &AdapterChoice) -> Result<Self, GpuError> {
        let display = Box::new(event_loop.owned_display_handle());
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle(display));
        let surface = instance.create_surface(window.clone()).map_err(|error| {
            tracing::debug!("no surface: {error}");
            GpuError::NoAdapter { wanted: "any adapter that can draw to a window".into() }
        })?;
        let context = Context::new(instance, choice, Some(&surface))?;
        let surface = WindowSurface::new(&context, surface, window)?;
        let format = surface.format();
        let renderer = Renderer::new(&context.device, format, RendererOptions::default());
        let egui = EguiPaint::new(&context.device, format);
        let blit = Blit::new(&context.device, format);
        Ok(Self { context, renderer, egui, blit, surface })
    }

    /// Why the device is gone, once it is: everything must be made anew.
    pub fn lost(&self) -> Option<GpuError> {
        self.context.check().err()
    }

    /// All letters at once, for an egui that has painted before, on another device; pictures in panels come with the next frame.
    pub fn take_over(&mut self, egui: &egui::Context) {
        small_picture::forget(egui);
        if egui.cumulative_pass_nr() > 0 {
            let letters = ImageDelta::full(egui.fonts(|fonts| fonts.image()), TextureOptions::LINEAR);
            self.renderer.update_texture(&self.context.device, &self.context.queue, TextureId::default(), &letters);
        }
    }

    pub fn max_texture_side(&self) -> u32 {
        self.context.device.limits().max_texture_dimension_2d
    }

    /// egui's own textures for the coming frame.
    pub fn upload_textures(&mut self, delta: &mut TexturesDelta) -> Vec<TextureId> {
        for (id, images) in delta.set.drain() {
            for image in &images {
                self.renderer.update_texture(&self.context.device, &self.context.queue, id, image);
            }
        }
        delta.free.drain().collect()
    }

    /// Paints to the window; false when the window takes no picture now. Textures of `free` are no longer needed
    /// after it.
    pub fn present(&mut self, job: &PaintJob, free: &[TextureId], clock: &mut StageClock) -> bool {
        let frame = self.surface.next(&self.context);
        let presented = frame.is_some();
        match frame {
            Some(frame) => {
                let view = frame.texture.create_view(&wgpu::TextureViewDescriptor::default());
                // The shapes may have been laid out for a window of another size.
                let commands = self.paint(job, &view, [frame.texture.width(), frame.texture.height()], Some(clock));
                self.context.queue.submit([commands]);
                clock.request();
                self.surface.present(&self.context, frame);
            }
            // Without a submission what was written to buffers would pile up.
            None => drop(self.context.queue.submit([])),
        }
        free.iter().for_each(|id| self.renderer.free_texture(id));
        presented
    }

    fn paint(
        &mut self,
        job: &PaintJob,
        target: &wgpu::TextureView,
        size: [u32; 2],
        clock: Option<&mut StageClock>,
    ) -> wgpu::CommandBuffer {
        let Context { device, queue, .. } = &self.context;
        let screen = Screen { size, pixels_per_point: job.pixels_per_point };
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("window: paint") };
        let mut encoder = device.create_command_encoder(&descriptor);
        self.egui.update(device, queue, &job.primitives, screen);
        let attachment = wgpu::RenderPassColorAttachment {
            view: target,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(clear_color(job.background)),
                store: wgpu::StoreOp::Store,
            },
        };
        let encode = |encoder: &mut wgpu::CommandEncoder| {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("window: egui"),
                color_attachments: &[Some(attachment)],
                ..Default::default()
            });
            self.blit.run(device, &mut pass, &job.placed, size);
            self.egui.run(device, &mut pass, &self.renderer, &job.primitives, screen);
        };
        match clock {
            Some(clock) => {
                clock.time("window", &mut encoder, encode);
                clock.resolve(&mut encoder);
            }
            None => encode(&mut encoder),
        }
        encoder.finish()
    }

    /// The whole window as a picture: paints the frame once more, offscreen, and reads it back.
    ///
    /// # Errors
    /// [`GpuError::Lost`] when the GPU does not answer.
    pub fn screenshot(&mut self, job: &PaintJob) -> Result<image::RgbaImage, GpuError> {
        let [width, height] = self.surface.size();
        let texture = self.context.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("window: screenshot"),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: self.surface.format(),
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let commands = self.paint(job, &view, [width, height], None);
        self.context.queue.submit([commands]);
        read_picture(&self.context, &texture)
    }
}

/// The surface holds gamma values, as egui's colours do.
fn clear_color(color: egui::Color32) -> wgpu::Color {
    let [r, g, b, _] = color.to_array().map(|c| f64::from(c) / 255.0);
    wgpu::Color { r, g, b, a: 1.0 }
}

/// Reads an 8-bit four-channel texture back; waits for the GPU.
///
/// # Errors
/// [`GpuError::Lost`] when the GPU does not answer.
pub fn read_picture(context: &Context, texture: &wgpu::Texture) -> Result<image::RgbaImage, GpuError> {
    let lost = |what: &str| GpuError::Lost(format!("a picture could not be read back: {what}"));
    let (width, height) = (texture.width(), texture.height());
    let row_bytes = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("window: picture readback"),
        size: u64::from(row_bytes) * u64::from(height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let descriptor = wgpu::CommandEncoderDescriptor { label: Some("window: picture readback") };
    let mut encoder = context.device.create_command_encoder(&descriptor);
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row_bytes), rows_per_image: None },
        },
        texture.size(),
    );
    context.queue.submit([encoder.finish()]);
    let (sender, receiver) = std::sync::mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| drop(sender.send(result)));
    context.wait()?;
    receiver.recv().map_err(|e| lost(&e.to_string()))?.map_err(|e| lost(&e.to_string()))?;
    let bytes = buffer.get_mapped_range(..).map_err(|e| lost(&e.to_string()))?;
    let swap = matches!(texture.format(), wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Bgra8UnormSrgb);
    let mut picture = image::RgbaImage::new(width, height);
    for (row, line) in bytes.chunks_exact(row_bytes as usize).enumerate() {
        for (col, pixel) in line[..width as usize * 4].as_chunks::<4>().0.iter().enumerate() {
            let [a, g, b, _] = *pixel;
            let rgb = if swap { [b, g, a] } else { [a, g, b] };
            picture.put_pixel(col as u32, row as u32, image::Rgba([rgb[0], rgb[1], rgb[2], 255]));
        }
    }
    Ok(picture)
}
