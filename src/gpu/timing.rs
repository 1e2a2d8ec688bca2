//! GPU time of each pass by timestamps, where the adapter has them.
use super::device::Context;

/// Most passes that one frame times.
const MAX_PASSES: u32 = 20;

/// Timestamps of one frame's passes.
pub struct Timer {
    queries: Option<(wgpu::QuerySet, wgpu::Buffer)>,
    period_ns: f32,
    names: Vec<&'static str>,
}

/// Where a pass writes its two times.
#[derive(Clone, Copy)]
pub struct Span {
    begin: Option<u32>,
    end: Option<u32>,
}

impl Timer {
    /// Bytes that [`Timer::resolve`] writes.
    pub const BYTES: u64 = MAX_PASSES as u64 * 16;

    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let queries = device.features().contains(wgpu::Features::TIMESTAMP_QUERY).then(|| {
            let set = device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("timing: queries"),
                ty: wgpu::QueryType::Timestamp,
                count: MAX_PASSES * 2,
            });
            let buffer = device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("timing: resolved"),
                size: Self::BYTES,
                usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            });
            (set, buffer)
        });
        Self { queries, period_ns: context.queue.get_timestamp_period(), names: Vec::new() }
    }

    /// A span over several passes: what its first one and its last one write.
    pub fn render_over(&self, span: Option<Span>) -> [Option<wgpu::RenderPassTimestampWrites<'_>>; 2] {
        let (opening, closing) = (span.map(|s| Span { end: None, ..s }), span.map(|s| Span { begin: None, ..s }));
        [self.render(opening), self.render(closing)]
    }

    /// Begins a frame.
    pub fn reset(&mut self) {
        self.names.clear();
    }

    /// The next span; `None` without timestamps or beyond the last place.
    pub fn span(&mut self, name: &'static str) -> Option<Span> {
        self.queries.as_ref()?;
        let i = self.names.len() as u32;
        (i < MAX_PASSES).then(|| self.names.push(name))?;
        Some(Span { begin: Some(2 * i), end: Some(2 * i + 1) })
    }

    pub fn render(&self, span: Option<Span>) -> Option<wgpu::RenderPassTimestampWrites<'_>> {
        let ((query_set, _), span) = (self.queries.as_ref()?, span?);
        Some(wgpu::RenderPassTimestampWrites {
            query_set,
            beginning_of_pass_write_index: span.begin,
            end_of_pass_write_index: span.end,
        })
    }

    pub fn compute(&self, span: Option<Span>) -> Option<wgpu::ComputePassTimestampWrites<'_>> {
        let ((query_set, _), span) = (self.queries.as_ref()?, span?);
        Some(wgpu::ComputePassTimestampWrites {
            query_set,
            beginning_of_pass_write_index: span.begin,
            end_of_pass_write_index: span.end,
        })
    }

    /// Copies the frame's times to `target` at `offset`; the names are returned in order.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder, target: &wgpu::Buffer, offset: u64) -> Vec<&'static str> {
        if let (Some((set, buffer)), n @ 1..) = (&self.queries, self.names.len()) {
            encoder.resolve_query_set(set, 0..2 * n as u32, buffer, 0);
            encoder.copy_buffer_to_buffer(buffer, 0, target, offset, n as u64 * 16);
        }
        self.names.clone()
    }

    /// Milliseconds of each named pass from the resolved bytes.
    pub fn read(&self, names: &[&'static str], bytes: &[u8]) -> Vec<(&'static str, f64)> {
        let tick = |i: usize| bytes.get(8 * i..8 * i + 8).map_or(0, bytemuck::pod_read_unaligned::<u64>);
        let ms = |i: usize| tick(2 * i + 1).saturating_sub(tick(2 * i)) as f64 * f64::from(self.period_ns) * 1e-6;
        names.iter().enumerate().map(|(i, name)| (*name, ms(i))).collect()
    }
}
