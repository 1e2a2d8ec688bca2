//! The GPU device: made once, shared by analysis, rendering and the window.
use super::limits;
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
    /// A software driver of which no feature is asked and no limit above the smallest that are served ([`limits::smallest`]): as
    /// little as any adapter has.
    Smallest,
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
        "the memory of the GPU \"{adapter}\" does not hold a map of {resolution} pixels; ask for a smaller --resolution, or for --execution native"
    )]
    OutOfMemory { adapter: String, resolution: u32 },
    #[error(
        "the GPU \"{adapter}\" gives a shader {allowed} storage buffers and the analysis needs {needed}; use --execution native or --engine bvh"
    )]
    TooSmall { adapter: String, allowed: u32, needed: u32 },
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
        let asked = match choice {
            AdapterChoice::Smallest => (wgpu::Features::empty(), limits::smallest()),
            _ => (limits::wanted_features() & adapter.features(), limits::wanted(&adapter.limits())),
        };
        Self::open(instance, adapter, asked)
    }

    /// Another device on the same adapter, asked for the same: what happens to it does not happen to this one.
    ///
    /// # Errors
    /// [`GpuError::NoDevice`].
    pub fn another(&self) -> Result<Self, GpuError> {
        Self::open(self.instance.clone(), self.adapter.clone(), (self.device.features(), self.device.limits()))
    }

    fn open(
        instance: wgpu::Instance,
        adapter: wgpu::Adapter,
        (required_features, required_limits): (wgpu::Features, wgpu::Limits),
    ) -> Result<Self, GpuError> {
        let info = adapter.get_info();
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("occluscope: device"),
            required_features,
            required_limits,
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

    /// Whether the passes of the analysis run here: they need what core WebGPU promises. Pictures need less.
    ///
    /// # Errors
    /// [`GpuError::TooSmall`].
    pub fn check_analysis(&self) -> Result<(), GpuError> {
        let needed = limits::STORAGE_BUFFERS_OF_ANALYSIS;
        match self.device.limits().max_storage_buffers_per_shader_stage {
            allowed if allowed < needed => {
                Err(GpuError::TooSmall { adapter: self.adapter_name.to_string(), allowed, needed })
            }
            _ => Ok(()),
        }
    }

    /// What `make` makes for a map, unless the memory does not hold it. The device goes on then.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn make_for_map<T>(&self, size: [u32; 2], make: impl FnOnce(&wgpu::Device) -> T) -> Result<T, GpuError> {
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        // What was not made cannot be looked at either.
        let use_of_it = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let made = make(&self.device);
        let refused = pollster::block_on(use_of_it.pop());
        if pollster::block_on(memory.pop()).is_some() {
            let (adapter, resolution) = (self.adapter_name.to_string(), size[0].max(size[1]));
            return Err(GpuError::OutOfMemory { adapter, resolution });
        }
        refused.into_iter().for_each(|error| keep_first(&self.failure, error.to_string()));
        Ok(made)
    }

    /// Lets the device say what is done; never waits. What has failed is told by [`Self::check`].
    pub fn poll(&self) {
        drop(self.poll_as(wgpu::PollType::Poll));
    }

    /// Waits until all that was submitted is done.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(&self) -> Result<(), GpuError> {
        self.poll_as(wgpu::PollType::wait_indefinitely())
    }

    fn poll_as(&self, how: wgpu::PollType) -> Result<(), GpuError> {
        match unbroken(|| self.device.poll(how)) {
            Some(Ok(_)) => Ok(()),
            Some(Err(error)) => Err(GpuError::Lost(error.to_string())),
            None => {
                keep_first(&self.failure, "the driver broke down".into());
                self.check()
            }
        }
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
        AdapterChoice::Cpu | AdapterChoice::Smallest => (
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
    let lost = Arc::clone(&failure);
    device.set_device_lost_callback(move |reason, message| match reason {
        // Dropping the last handle is reported as a loss too, when nobody is left to care.
        wgpu::DeviceLostReason::Destroyed => {
            lost.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert("it was given back".into());
        }
        _ => keep_first(&lost, message),
    });
    let refused = Arc::clone(&failure);
    device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| keep_first(&refused, error.to_string())));
    failure
}

fn keep_first(failure: &Mutex<Option<String>>, reason: String) {
    tracing::error!(reason, "GPU failure");
    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
}

/// What is asked of a device, unless wgpu panics over it, as it does where a driver loses a device that is waited for.
fn unbroken<T>(ask: impl FnOnce() -> T) -> Option<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way in which a device is asked for something ends in a sentence once it is gone, and another one works.
    #[test]
    fn a_device_that_is_gone_says_so_and_another_one_works() {
        let context = Context::headless(&AdapterChoice::Cpu).expect("a software driver");
        let other = context.another().expect("the driver gives two");
        assert!(context.check().is_ok() && context.wait().is_ok(), "the twin: before that it says nothing");
        context.device.destroy();
        context.poll();
        assert!(matches!(context.check(), Err(GpuError::Lost(_))));
        assert!(other.check().is_ok() && other.wait().is_ok(), "the other one is not it");
    }

    #[test]
    fn a_panic_of_the_driver_s_interface_is_a_lost_device() {
        assert_eq!(unbroken(|| 1), Some(1));
        assert_eq!(unbroken(|| -> i32 { panic!("as wgpu does") }), None);
    }
}
