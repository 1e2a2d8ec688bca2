//! What an adapter says of itself: for whoever has to find out what is wrong with one.
use super::device::Context;
use std::collections::BTreeMap;

/// Nothing of the machine but its graphics.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct AdapterFacts {
    pub name: String,
    pub driver: String,
    pub driver_info: String,
    /// "vulkan", "metal", "dx12".
    pub backend: String,
    /// "DiscreteGpu", "Cpu" ...
    pub kind: String,
    /// PCI numbers of maker and model.
    pub vendor: u32,
    pub device: u32,
    pub timestamps: bool,
    /// Of the device as it was asked for, where the program needs them.
    pub limits: BTreeMap<&'static str, u64>,
}

impl AdapterFacts {
    pub fn of(context: &Context) -> Self {
        let (info, limits) = (context.adapter.get_info(), context.device.limits());
        Self {
            name: info.name,
            driver: info.driver,
            driver_info: info.driver_info,
            backend: info.backend.to_string(),
            kind: format!("{:?}", info.device_type),
            vendor: info.vendor,
            device: info.device,
            timestamps: context.device.features().contains(wgpu::Features::TIMESTAMP_QUERY),
            limits: BTreeMap::from([
                ("max_buffer_size", limits.max_buffer_size),
                ("max_storage_buffer_binding_size", limits.max_storage_buffer_binding_size),
                ("max_storage_buffers_per_shader_stage", u64::from(limits.max_storage_buffers_per_shader_stage)),
                ("max_texture_dimension_2d", u64::from(limits.max_texture_dimension_2d)),
            ]),
        }
    }

    /// For people: the adapter, its driver, and by what it is reached.
    pub fn sentence(&self) -> String {
        format!("{}; {} {}; {}, {}", self.name, self.driver, self.driver_info, self.backend, self.kind)
    }

    /// What is remembered of an adapter is of this driver.
    pub fn identity(&self) -> String {
        [&self.name, &self.driver, &self.driver_info].map(String::as_str).join(", ")
    }
}
