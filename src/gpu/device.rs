//! The GPU device: made once, shared by analysis, rendering and the window.
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Which adapter is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AdapterChoice {
    /// A real GPU where there is one, else a software driver.
    #[default]
    Auto,
    /// A software driver.
    Cpu,
    /// The first whose name contains this, ignoring case.
    Named(String),
}

/// What can go wrong with the GPU.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GpuError {
    #[error(
        "no usable GPU driver was found ({wanted}); on Debian or Ubuntu install one with: apt-get install libvulkan1 mesa-vulkan-drivers"
    )]
    NoAdapter { wanted: String },
    #[error("the GPU \"{adapter}\" gave no device: {reason}")]
    NoDevice { adapter: String, reason: String },
    #[error("a jaw has no triangles with an area")]
    EmptyMesh,
    #[error("the GPU was lost: {0}")]
    Lost(String),
    #[error(
        "a mesh of {n_triangles} triangles needs a buffer of {needed_mib} MiB, the GPU \"{adapter}\" allows {allowed_mib} MiB; use a smaller scan or another adapter (--adapter)"
    )]
    MeshTooLarge { adapter: String, n_triangles: usize, needed_mib: u64, allowed_mib: u64 },
    #[error(
        "a map of {resolution} pixels is more than the GPU \"{adapter}\" allows ({allowed}); ask for a smaller --resolution"
    )]
    MapTooLarge { adapter: String, resolution: u32, allowed: u32 },
}

/// Instance, adapter, device and queue. Cheap to clone.
#[derive(Clone)]
pub struct Context {
    pub instance: wgpu::Instance,
    pub adapter: wgpu::Adapter,
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    /// Adapter name for people, e.g. "llvmpipe (LLVM 15.0.6, 256 bits)".
    pub adapter_name: Arc<str>,
    /// Whether this is a software driver.
    pub is_software: bool,
    /// Why the device is no longer usable, once it is not.
    failure: Arc<Mutex<Option<String>>>,
    /// By their types.
    made: Arc<Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>>,
}

impl Context {
    /// Opens a device without a window.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`] or [`GpuError::NoDevice`].
    pub fn headless(choice: &AdapterChoice) -> Result<Self, GpuError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        Self::new(instance, choice, None)
    }

    /// Opens a device on an instance the window made, able to present to `surface`.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`] or [`GpuError::NoDevice`].
    pub fn new(
        instance: wgpu::Instance,
        choice: &AdapterChoice,
        surface: Option<&wgpu::Surface<'_>>,
    ) -> Result<Self, GpuError> {
        let adapter = choose_adapter(&instance, choice, surface)?;
        let info = adapter.get_info();
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("occluscope: device"),
            required_features: wanted_features() & adapter.features(),
            required_limits: wanted_limits(&adapter.limits()),
            // Few large buffers and no streaming: small blocks cost nothing here, large ones hundreds of megabytes.
            memory_hints: wgpu::MemoryHints::Manual { suballocated_device_memory_block_size: 4 << 20..16 << 20 },
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|e| GpuError::NoDevice { adapter: info.name.clone(), reason: e.to_string() })?;
        let is_software = info.device_type == wgpu::DeviceType::Cpu;
        let failure = watch_for_failures(&device);
        Ok(Self {
            instance,
            adapter,
            device,
            queue,
            adapter_name: info.name.into(),
            is_software,
            failure,
            made: Arc::default(),
        })
    }

    /// What the device has once, pipelines above all: made by whoever asks for it first, while others wait for it.
    pub fn once<T: Send + Sync + 'static>(&self, make: impl FnOnce(&wgpu::Device) -> T) -> Arc<T> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let there = made.get(&TypeId::of::<T>()).cloned().and_then(|there| there.downcast().ok());
        there.unwrap_or_else(|| {
            let new = Arc::new(make(&self.device));
            made.insert(TypeId::of::<T>(), new.clone());
            new
        })
    }

    /// Whether both are the same device.
    pub fn is_device_of(&self, other: &Self) -> bool {
        self.device == other.device
    }

    /// Whether the device can still be used.
    ///
    /// # Errors
    /// [`GpuError::Lost`] once the device was lost or refused a command; a new context is needed then.
    pub fn check(&self) -> Result<(), GpuError> {
        match self.failure.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(reason) => Err(GpuError::Lost(reason.clone())),
            None => Ok(()),
        }
    }
}

/// Features that are used where they are there; the method itself needs none.
fn wanted_features() -> wgpu::Features {
    wgpu::Features::TIMESTAMP_QUERY
}

/// WebGPU's default limits, with the buffer and texture sizes that the adapter allows on top.
fn wanted_limits(allowed: &wgpu::Limits) -> wgpu::Limits {
    wgpu::Limits {
        max_buffer_size: allowed.max_buffer_size,
        max_storage_buffer_binding_size: allowed.max_storage_buffer_binding_size,
        max_texture_dimension_2d: allowed.max_texture_dimension_2d,
        ..wgpu::Limits::default()
    }
}

fn choose_adapter(
    instance: &wgpu::Instance,
    choice: &AdapterChoice,
    surface: Option<&wgpu::Surface<'_>>,
) -> Result<wgpu::Adapter, GpuError> {
    let fits = |a: &wgpu::Adapter| surface.is_none_or(|s| a.is_surface_supported(s));
    let adapters: Vec<_> =
        pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all())).into_iter().filter(fits).collect();
    let preference = |a: &wgpu::Adapter| match a.get_info().device_type {
        wgpu::DeviceType::DiscreteGpu => 0,
        wgpu::DeviceType::IntegratedGpu => 1,
        wgpu::DeviceType::VirtualGpu => 2,
        wgpu::DeviceType::Other => 3,
        wgpu::DeviceType::Cpu => 4,
    };
    let (found, wanted) = match choice {
        AdapterChoice::Auto => (adapters.into_iter().min_by_key(preference), "any adapter".to_owned()),
        AdapterChoice::Cpu => (
            adapters.into_iter().find(|a| a.get_info().device_type == wgpu::DeviceType::Cpu),
            "a software driver".to_owned(),
        ),
        AdapterChoice::Named(name) => {
            let lower = name.to_lowercase();
            let hit = adapters.into_iter().find(|a| a.get_info().name.to_lowercase().contains(&lower));
            (hit, format!("an adapter whose name contains \"{name}\""))
        }
    };
    found.ok_or(GpuError::NoAdapter { wanted })
}

/// A lost device and a refused command are states that [`Context::check`] tells, not panics.
fn watch_for_failures(device: &wgpu::Device) -> Arc<Mutex<Option<String>>> {
    let failure = Arc::new(Mutex::new(None));
    let keep_first = |failure: &Mutex<Option<String>>, reason: String| {
        tracing::error!(reason, "GPU failure");
        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
    };
    let lost = Arc::clone(&failure);
    device.set_device_lost_callback(move |reason, message| {
        // Dropping the last handle is reported as a loss too, when nobody is left to care.
        if reason != wgpu::DeviceLostReason::Destroyed {
            keep_first(&lost, message);
        }
    });
    let refused = Arc::clone(&failure);
    device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| keep_first(&refused, error.to_string())));
    failure
}
