//! The window's surface. The window may have another size by the time something is painted: the surface follows right before, and what is
//! painted is clipped to the size that the picture really has. A surface that takes no picture now is no loss of the device.
use crate::gpu::{Context, GpuError};
use std::sync::Arc;
use std::time::{Duration, Instant};
use wgpu::CurrentSurfaceTexture as Next;
use winit::window::Window;

/// A picture that was not taken is painted again after so long.
const AGAIN: Duration = Duration::from_millis(50);

/// How often the surface took no picture although its window is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct SurfaceTally {
    /// Made anew on the same window.
    pub lost: u64,
    /// Brought to the window's size once more.
    pub outdated: u64,
}

/// What a test says instead of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlantedRefusal {
    Lost,
    Outdated,
}

pub struct WindowSurface {
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    /// The window's size as it said last, physical pixels.
    wanted: [u32; 2],
    /// The surface is as `config` says.
    is_configured: bool,
    /// When a picture was refused that is to be painted again.
    missed: Option<Instant>,
    /// What a test makes the next picture meet, instead of the driver.
    planted: Option<Next>,
    pub tally: SurfaceTally,
}

impl WindowSurface {
    /// # Errors
    /// [`GpuError::NoDevice`] when the adapter cannot draw to this window.
    pub fn new(context: &Context, surface: wgpu::Surface<'static>, window: Arc<Window>) -> Result<Self, GpuError> {
        let size = window.inner_size();
        let config = surface_config(context, &surface)?;
        let wanted = [size.width, size.height];
        let (planted, tally) = (None, SurfaceTally::default());
        let mut made = Self { window, surface, config, wanted, is_configured: false, missed: None, planted, tally };
        made.follow(context);
        Ok(made)
    }

    pub fn format(&self) -> wgpu::TextureFormat {
        self.config.format
    }

    /// Of the surface, physical pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.config.width, self.config.height]
    }

    /// The window has another size now, physical pixels; nothing in a window that is minimised.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.wanted = [width, height];
    }

    /// When a picture that was refused is to be painted again.
    pub fn due(&self) -> Option<Instant> {
        self.missed.map(|at| at + AGAIN)
    }

    /// What the next picture is painted on; `None` when the window takes none now.
    pub fn next(&mut self, context: &Context) -> Option<wgpu::SurfaceTexture> {
        self.missed = None;
        if self.wanted.contains(&0) {
            return None;
        }
        // Twice: what was refused was of a size that the window no longer has.
        for _ in 0..2 {
            self.follow(context);
            match self.acquire(context) {
                Some(Next::Success(frame) | Next::Suboptimal(frame)) => return Some(frame),
                Some(Next::Occluded | Next::Timeout) => return None,
                Some(Next::Lost) => self.renew(context),
                Some(Next::Outdated) => self.tally.outdated += 1,
                Some(Next::Validation) | None => {}
            }
            let size = self.window.inner_size();
            (self.wanted, self.is_configured) = ([size.width, size.height], false);
        }
        self.missed = Some(Instant::now());
        None
    }

    /// Shows what was painted.
    pub fn present(&self, context: &Context, frame: wgpu::SurfaceTexture) {
        self.window.pre_present_notify();
        tolerant(context, || context.queue.present(frame));
    }

    /// Brings the surface to the window's size.
    fn follow(&mut self, context: &Context) {
        let size = allowed(self.wanted, context.device.limits().max_texture_dimension_2d);
        if self.is_configured && size == self.size() {
            return;
        }
        [self.config.width, self.config.height] = size;
        self.is_configured = tolerant(context, || self.surface.configure(&context.device, &self.config)).is_some();
    }

    /// The driver says of the next picture that the surface is lost, or outdated: no driver at hand says it of a window that is there.
    pub fn plant(&mut self, what: PlantedRefusal) {
        self.planted = Some(match what {
            PlantedRefusal::Lost => Next::Lost,
            PlantedRefusal::Outdated => Next::Outdated,
        });
    }

    fn acquire(&mut self, context: &Context) -> Option<Next> {
        let acquired = || self.planted.take().unwrap_or_else(|| self.surface.get_current_texture());
        self.is_configured.then(|| tolerant(context, acquired)).flatten()
    }

    fn renew(&mut self, context: &Context) {
        self.tally.lost += 1;
        if let Ok(surface) = context.instance.create_surface(self.window.clone()) {
            self.surface = surface;
        }
    }
}

/// `None` when it was refused, which concerns the surface alone: the window has another size by now, or is gone.
fn tolerant<T>(context: &Context, ask: impl FnOnce() -> T) -> Option<T> {
    let scope = context.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let answer = ask();
    let refused = pollster::block_on(scope.pop());
    refused.iter().for_each(|why| tracing::debug!("the surface takes no picture: {why}"));
    refused.is_none().then_some(answer)
}

/// The size that a surface may have in a window of this size.
fn allowed(window: [u32; 2], most: u32) -> [u32; 2] {
    window.map(|side| side.clamp(1, most))
}

/// A surface has no default size: [`WindowSurface::follow`] gives it one.
fn surface_config(context: &Context, surface: &wgpu::Surface<'_>) -> Result<wgpu::SurfaceConfiguration, GpuError> {
    let unsupported = |reason: &str| GpuError::NoDevice {
        adapter: context.adapter_name.to_string(),
        reason: format!("it cannot draw to this window ({reason})"),
    };
    let config = surface.get_default_config(&context.adapter, 1, 1);
    let mut config = config.ok_or_else(|| unsupported("no format fits"))?;
    let formats = surface.get_capabilities(&context.adapter).formats;
    config.format = egui_wgpu::preferred_framebuffer_format(&formats).map_err(|e| unsupported(&e.to_string()))?;
    // The newest picture counts while the hand drags; the frame loop itself keeps one frame in flight.
    config.present_mode = wgpu::PresentMode::AutoVsync;
    config.desired_maximum_frame_latency = 1;
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::AdapterChoice;

    #[test]
    fn a_surface_is_as_large_as_its_window_as_far_as_the_adapter_allows() {
        assert_eq!(allowed([1280, 800], 4096), [1280, 800]);
        assert_eq!(allowed([0, 9000], 4096), [1, 4096]);
    }

    /// What a surface refuses is no loss of the device; what anything else refuses still is.
    #[test]
    fn a_refused_picture_is_no_lost_device() {
        let context = Context::headless(&AdapterChoice::Cpu).expect("a software driver");
        let refused = || {
            let most = context.device.limits().max_texture_dimension_2d;
            context.device.create_texture(&wgpu::TextureDescriptor {
                label: Some("test: larger than allowed"),
                size: wgpu::Extent3d { width: most + 1, height: 1, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: wgpu::TextureFormat::Rgba8Unorm,
                usage: wgpu::TextureUsages::COPY_DST,
                view_formats: &[],
            })
        };
        assert!(tolerant(&context, || 1).is_some());
        assert!(tolerant(&context, refused).is_none());
        assert!(context.check().is_ok(), "the device goes on");
        drop(refused());
        assert!(context.check().is_err(), "the twin: elsewhere it is told");
    }
}
