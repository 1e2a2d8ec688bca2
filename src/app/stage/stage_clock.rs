//! When the device begins and ends each picture of a frame, and egui's: timestamps in empty passes between them.
//!
//! One frame is under way at a time, so that one set of queries is enough. Without timestamps there are no times.
use crate::gpu::Context;
use std::sync::{Arc, OnceLock};

/// Most stages of one frame.
const MOST: usize = 4;
const BYTES: u64 = 16 * MOST as u64;

pub struct StageClock {
    queries: Option<wgpu::QuerySet>,
    resolved: wgpu::Buffer,
    staging: wgpu::Buffer,
    period_ns: f64,
    stages: Vec<&'static str>,
    /// Set once the last frame's times can be read.
    ready: Option<Arc<OnceLock<()>>>,
}

impl StageClock {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let queries = device.features().contains(wgpu::Features::TIMESTAMP_QUERY).then(|| {
            device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("window: stages"),
                ty: wgpu::QueryType::Timestamp,
                count: 2 * MOST as u32,
            })
        });
        let buffer = |label, usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: BYTES,
                usage,
                mapped_at_creation: false,
            })
        };
        use wgpu::BufferUsages as Usage;
        Self {
            queries,
            resolved: buffer("window: stages resolved", Usage::QUERY_RESOLVE | Usage::COPY_SRC),
            staging: buffer("window: stages staging", Usage::COPY_DST | Usage::MAP_READ),
            period_ns: f64::from(context.queue.get_timestamp_period()),
            stages: Vec::new(),
            ready: None,
        }
    }

    /// A frame begins; the times of the one before are given up if nobody took them.
    pub fn reset(&mut self) {
        self.stages.clear();
        if self.ready.take().is_some() {
            self.staging.unmap();
        }
    }

    /// Whatever `encode` encodes is one stage.
    pub fn time<T>(
        &mut self,
        stage: &'static str,
        encoder: &mut wgpu::CommandEncoder,
        encode: impl FnOnce(&mut wgpu::CommandEncoder) -> T,
    ) -> T {
        let first = 2 * self.stages.len() as u32;
        let counted = self.ready.is_none() && self.stages.len() < MOST;
        if counted {
            self.stages.push(stage);
            self.stamp(encoder, first);
        }
        let made = encode(encoder);
        if counted {
            self.stamp(encoder, first + 1);
        }
        made
    }

    fn stamp(&self, encoder: &mut wgpu::CommandEncoder, query: u32) {
        let Some(query_set) = &self.queries else { return };
        let timestamp_writes = wgpu::ComputePassTimestampWrites {
            query_set,
            beginning_of_pass_write_index: Some(query),
            end_of_pass_write_index: None,
        };
        encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("window: stamp"),
            timestamp_writes: Some(timestamp_writes),
        });
    }

    /// Encodes the reading of the frame's stamps; goes last.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        if let (Some(queries), n @ 1.., None) = (&self.queries, self.stages.len(), &self.ready) {
            encoder.resolve_query_set(queries, 0..2 * n as u32, &self.resolved, 0);
            encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.staging, 0, BYTES);
        }
    }

    /// Once everything of the frame is submitted.
    pub fn request(&mut self) {
        if self.queries.is_none() || self.stages.is_empty() || self.ready.is_some() {
            return;
        }
        let ready = Arc::new(OnceLock::new());
        let signal = ready.clone();
        self.staging.map_async(wgpu::MapMode::Read, .., move |result| {
            if result.is_ok() {
                signal.get_or_init(|| ());
            }
        });
        self.ready = Some(ready);
    }

    /// The frame's stages with their milliseconds, once, when they are there.
    pub fn take(&mut self) -> Vec<(&'static str, f64)> {
        if self.ready.as_ref().is_none_or(|ready| ready.get().is_none()) {
            return Vec::new();
        }
        let times = self.staging.get_mapped_range(..).map_or_else(
            |_| Vec::new(),
            |bytes| {
                let tick = |i: usize| bytes.get(8 * i..8 * i + 8).map_or(0, bytemuck::pod_read_unaligned::<u64>);
                let ms = |i: usize| tick(2 * i + 1).saturating_sub(tick(2 * i)) as f64 * self.period_ns * 1e-6;
                self.stages.iter().enumerate().map(|(i, stage)| (*stage, ms(i))).collect()
            },
        );
        self.reset();
        times
    }
}
