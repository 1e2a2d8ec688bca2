//! The order of the z-lists' passes: count, place, append, sort and read, round by round; then the same figures as every
//! raster engine's. Shinya and Forgue 1991; ENGINES.md, "Engine zlist".
use super::bindings::{self, view};
use super::device::Context;
use super::jaw_pair::{JawGpu, JawPairGpu};
use super::layout::{JawUniform, RunUniform, ZListUniform, ZWindow, z_plan};
use super::pass::raster::{self, Canvas, DrawnJaw};
use super::pass::reduce::Reduce;
use super::pass::z_list::ZList;
use super::pass::z_list_offsets::ZListOffsets;
use super::pass::z_list_pairs::{Offer, ZListPairs};
use super::pass::z_list_scan::ZListScan;
use super::targets;
use super::timing::{Span, Timer};
use super::zlist_targets::{ZLists, ZTargets};
use std::ops::Range;
use std::sync::Arc;
use wgpu::{BindGroup, CommandEncoder};

/// Every pass, and the buffers that a frame's settings are written to.
pub struct ZPasses {
    made: Arc<Made>,
    run_buffer: wgpu::Buffer,
    run_group: BindGroup,
    list_buffer: wgpu::Buffer,
    jaw_buffers: [wgpu::Buffer; 2],
}

/// What the device has once.
struct Made {
    list: ZList,
    offsets: ZListOffsets,
    scan: ZListScan,
    pairs: ZListPairs,
    reduce: Reduce,
    run_layout: wgpu::BindGroupLayout,
    jaw_layout: wgpu::BindGroupLayout,
}

impl Made {
    fn new(device: &wgpu::Device) -> Self {
        let run_layout = targets::run_layout(device);
        let jaw_layout = raster::jaw_layout(device);
        Self {
            list: ZList::new(device, &jaw_layout),
            offsets: ZListOffsets::new(device, &run_layout),
            scan: ZListScan::new(device, &run_layout),
            pairs: ZListPairs::new(device, &run_layout),
            reduce: Reduce::new(device, &run_layout),
            run_layout,
            jaw_layout,
        }
    }
}

/// The groups that tie the passes to one set of targets and one pair of jaws.
pub struct ZGroups {
    jaws: [BindGroup; 2],
    count: BindGroup,
    offsets: BindGroup,
    plan: BindGroup,
    reduce: BindGroup,
    fold: BindGroup,
}

/// What one frame works on.
#[derive(Clone, Copy)]
pub struct ZFrame<'a> {
    pub pair: &'a JawPairGpu,
    pub targets: &'a ZTargets,
    pub groups: &'a ZGroups,
    pub size: [u32; 2],
    /// Corners of the upper and the lower jaw that the map can show.
    pub ranges: &'a [Vec<Range<u32>>; 2],
}

impl ZFrame<'_> {
    pub fn n_pixels(&self) -> u32 {
        self.size[0] * self.size[1]
    }

    fn jaws(&self) -> [DrawnJaw<'_>; 2] {
        let jaw = |mesh, i: usize| {
            let (group, ranges) = (&self.groups.jaws[i], self.ranges[i].as_slice());
            DrawnJaw { mesh, group, ranges, selected: None, only: None }
        };
        [jaw(&self.pair.upper, 0), jaw(&self.pair.lower, 1)]
    }
}

impl ZPasses {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let made = context.once(Made::new);
        let uniform = |label: &str, size: usize| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: size as u64,
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        let run_buffer = uniform("z-list: run", size_of::<RunUniform>());
        Self {
            run_group: bindings::group(device, "z-list: run", &made.run_layout, &[run_buffer.as_entire_binding()]),
            run_buffer,
            list_buffer: uniform("z-list: uniform", size_of::<ZListUniform>()),
            made,
            jaw_buffers: ["z-list: upper", "z-list: lower"].map(|label| uniform(label, size_of::<JawUniform>())),
        }
    }

    /// Ties the passes to targets and meshes; needed again when either changes.
    pub fn groups(&self, context: &Context, t: &ZTargets, pair: &JawPairGpu) -> ZGroups {
        let device = &context.device;
        let jaw = |buffer: &wgpu::Buffer, mesh: &JawGpu| {
            let resources = [buffer.as_entire_binding(), mesh.corners.as_entire_binding()];
            bindings::group(device, "z-list: jaw", &self.made.jaw_layout, &resources)
        };
        let list = || self.list_buffer.as_entire_binding();
        let (counts, offsets, plan) =
            (|| t.counts.as_entire_binding(), || t.offsets.as_entire_binding(), || t.plan.as_entire_binding());
        let reduce = [
            t.states.as_entire_binding(),
            view(&t.map_view),
            view(&t.triangles_view),
            pair.upper.corners.as_entire_binding(),
            pair.lower.corners.as_entire_binding(),
            // Slots of layer lists: there are none, and nobody reads their number.
            t.states.as_entire_binding(),
            t.reduce_rows.as_entire_binding(),
        ];
        let fold = [t.reduce_rows.as_entire_binding(), t.figures.as_entire_binding()];
        let group = |label, layout, resources: &[_]| bindings::group(device, label, layout, resources);
        ZGroups {
            jaws: [jaw(&self.jaw_buffers[0], &pair.upper), jaw(&self.jaw_buffers[1], &pair.lower)],
            count: group("z-list: count", &self.made.list.count_layout, &[list(), counts()]),
            offsets: group(
                "z-list: offsets",
                &self.made.offsets.layout,
                &[list(), counts(), offsets(), t.blocks.as_entire_binding(), plan()],
            ),
            plan: group(
                "z-list: plan",
                &self.made.offsets.plan_layout,
                &[list(), offsets(), plan(), t.windows.as_entire_binding()],
            ),
            reduce: group("z-list: reduce", &self.made.reduce.layout, &reduce),
            fold: group("z-list: fold", &self.made.reduce.fold_layout, &fold),
        }
    }

    /// Hands a frame's settings to the GPU; the next submission sees them.
    pub fn write(&self, context: &Context, run: &RunUniform, jaws: &[JawUniform; 2], list: &ZListUniform) {
        let queue = &context.queue;
        queue.write_buffer(&self.run_buffer, 0, bytemuck::bytes_of(run));
        queue.write_buffer(&self.list_buffer, 0, bytemuck::bytes_of(list));
        for (buffer, jaw) in self.jaw_buffers.iter().zip(jaws) {
            queue.write_buffer(buffer, 0, bytemuck::bytes_of(jaw));
        }
    }

    /// Counts every pixel's faces, gives every list its place, and plans the first rounds.
    pub fn encode_counts(&self, encoder: &mut CommandEncoder, frame: ZFrame<'_>, timer: &mut Timer) {
        let t = frame.targets;
        encoder.clear_buffer(&t.counts, 0, Some(u64::from(frame.n_pixels()) * 4));
        encoder.clear_buffer(&t.plan, 0, None);
        let span = timer.span("count");
        let canvas = Canvas { size: frame.size, timestamps: timer.render(span) };
        self.made.list.run_count(encoder, frame.jaws(), &frame.groups.count, &t.idle, canvas);
        let span = timer.span("offsets");
        let mut pass = self.begin_compute(encoder, "z-list: offsets", timer, span);
        self.made.offsets.run(&mut pass, &frame.groups.offsets, frame.n_pixels());
        self.made.offsets.run_plan(&mut pass, &frame.groups.plan);
    }

    /// Plans the rounds after those already planned.
    pub fn encode_plan(&self, encoder: &mut CommandEncoder, frame: ZFrame<'_>, timer: &Timer) {
        let mut pass = self.begin_compute(encoder, "z-list: plan", timer, None);
        self.made.offsets.run_plan(&mut pass, &frame.groups.plan);
    }

    /// One round: fills the lists of its pixels, sorts and reads them.
    pub fn encode_round(
        &self,
        (context, encoder): (&Context, &mut CommandEncoder),
        frame: ZFrame<'_>,
        lists: &ZLists,
        (place, window): (u64, ZWindow),
        timer: &mut Timer,
    ) {
        let t = frame.targets;
        let uniforms = || [self.list_buffer.as_entire_binding(), window_binding(t, place)];
        let [list, here] = uniforms();
        let append = bindings::group(
            &context.device,
            "z-list: append",
            &self.made.list.append_layout,
            &[
                list,
                here,
                t.offsets.as_entire_binding(),
                t.counts.as_entire_binding(),
                lists.entries.as_entire_binding(),
            ],
        );
        let [list, here] = uniforms();
        let scan = bindings::group(
            &context.device,
            "z-list: scan",
            &self.made.scan.layout,
            &[
                list,
                here,
                t.offsets.as_entire_binding(),
                t.counts.as_entire_binding(),
                lists.entries.as_entire_binding(),
                t.states.as_entire_binding(),
                lists.found.as_entire_binding(),
                view(&t.map_view),
                view(&t.triangles_view),
            ],
        );
        if window.n_entries > 0 {
            let rows = window.first_pixel / frame.size[0]..(window.end_pixel - 1) / frame.size[0] + 1;
            let span = timer.span("append");
            let canvas = Canvas { size: frame.size, timestamps: timer.render(span) };
            self.made.list.run_append(encoder, frame.jaws(), &append, &t.idle, (canvas, rows));
        }
        let span = timer.span("sort and read");
        let mut pass = self.begin_compute(encoder, "z-list: scan", timer, span);
        self.made.scan.run(&mut pass, &scan, window.end_pixel - window.first_pixel);
    }

    /// Offers pairs of a part of the pixels, which was written to `lists.pair_window`: of the round whose lists stand in
    /// the buffer, or of the finished map.
    pub fn encode_pairs(
        &self,
        (context, encoder): (&Context, &mut CommandEncoder),
        offer: Offer,
        (frame, lists): (ZFrame<'_>, &ZLists),
        n_pixels: u32,
        timer: &Timer,
    ) {
        let (t, device) = (frame.targets, &context.device);
        let [list, window] = [self.list_buffer.as_entire_binding(), lists.pair_window.as_entire_binding()];
        let group = match offer {
            Offer::Near => {
                let resources = [
                    list,
                    window,
                    t.offsets.as_entire_binding(),
                    t.counts.as_entire_binding(),
                    lists.entries.as_entire_binding(),
                    frame.pair.upper.corners.as_entire_binding(),
                    frame.pair.lower.corners.as_entire_binding(),
                    lists.pairs.as_entire_binding(),
                ];
                bindings::group(device, "z-list: pairs", &self.made.pairs.near_layout, &resources)
            }
            Offer::Borders => {
                let [states, pairs] = [t.states.as_entire_binding(), lists.pairs.as_entire_binding()];
                let resources = [list, window, states, view(&t.triangles_view), pairs];
                bindings::group(device, "z-list: borders", &self.made.pairs.borders_layout, &resources)
            }
        };
        encoder.clear_buffer(&lists.pairs, 0, Some(8));
        let mut pass = self.begin_compute(encoder, "z-list: pairs", timer, None);
        self.made.pairs.run(&mut pass, offer, &group, n_pixels);
    }

    pub fn encode_figures(&self, encoder: &mut CommandEncoder, frame: ZFrame<'_>, timer: &mut Timer) {
        let span = timer.span("reduce");
        let mut pass = self.begin_compute(encoder, "z-list: reduce", timer, span);
        self.made.reduce.run(&mut pass, &frame.groups.reduce, &frame.groups.fold);
    }

    fn begin_compute<'e>(
        &self,
        encoder: &'e mut CommandEncoder,
        label: &str,
        timer: &Timer,
        span: Option<Span>,
    ) -> wgpu::ComputePass<'e> {
        let timestamp_writes = timer.compute(span);
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some(label), timestamp_writes });
        pass.set_bind_group(0, &self.run_group, &[]);
        pass
    }
}

/// A planned round as the GPU left it.
fn window_binding(t: &ZTargets, place: u64) -> wgpu::BindingResource<'_> {
    wgpu::BindingResource::Buffer(wgpu::BufferBinding {
        buffer: &t.windows,
        offset: place * z_plan::STRIDE,
        size: wgpu::BufferSize::new(size_of::<ZWindow>() as u64),
    })
}
