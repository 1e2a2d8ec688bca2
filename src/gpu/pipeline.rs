//! The order of passes: reads like the paper's method. The only file that knows it.
use super::bindings::{self, view};
use super::device::Context;
use super::execution::{FrameRequest, GpuExecution, Inspection};
use super::jaw_pair::{JawGpu, JawPairGpu};
use super::layout::{self, JawUniform, RoundUniform, RunUniform, selection};
use super::pass::classify::Classify;
use super::pass::count_layers::{CountLayers, CountTest, Draw};
use super::pass::depth_extreme::{DepthExtreme, Extreme, OwnCount};
use super::pass::gap_map::GapMap;
use super::pass::inspect::Inspect;
use super::pass::layer_list::LayerList;
use super::pass::layer_order::{LayerOrder, Order, OrderGroups};
use super::pass::layer_plan::LayerPlan;
use super::pass::layer_resolve::LayerResolve;
use super::pass::own_counts::OwnCounts;
use super::pass::raster::{self, Canvas, DrawnJaw};
use super::pass::reduce::Reduce;
use super::pass::select_triangles::{SelectTriangles, Selection};
use super::seen_triangles::SeenTriangles;
use super::targets::{self, Surface, Targets};
use super::timing::Timer;
use std::ops::Range;
use std::sync::Arc;
use wgpu::{BindGroup, CommandEncoder};

/// Every pass, and the buffers that a frame's settings are written to.
pub struct Passes {
    made: Arc<Made>,
    run_buffer: wgpu::Buffer,
    run_group: BindGroup,
    jaw_buffers: [wgpu::Buffer; 2],
}

/// What the device has once.
struct Made {
    depth_extreme: DepthExtreme,
    count_layers: CountLayers,
    own_counts: OwnCounts,
    classify: Classify,
    gap_map: GapMap,
    layer_plan: LayerPlan,
    select_triangles: SelectTriangles,
    layer_order: LayerOrder,
    layer_list: LayerList,
    layer_resolve: LayerResolve,
    inspect: Inspect,
    reduce: Reduce,
    run_layout: wgpu::BindGroupLayout,
    jaw_layout: wgpu::BindGroupLayout,
}

impl Made {
    fn new(device: &wgpu::Device) -> Self {
        let run_layout = targets::run_layout(device);
        let jaw_layout = raster::jaw_layout(device);
        Self {
            depth_extreme: DepthExtreme::new(device, &jaw_layout),
            count_layers: CountLayers::new(device, &jaw_layout),
            own_counts: OwnCounts::new(device, &run_layout),
            classify: Classify::new(device, &run_layout),
            gap_map: GapMap::new(device, &run_layout),
            layer_plan: LayerPlan::new(device, &run_layout),
            select_triangles: SelectTriangles::new(device, &jaw_layout),
            layer_order: LayerOrder::new(device, &jaw_layout),
            layer_list: LayerList::new(device, &jaw_layout),
            layer_resolve: LayerResolve::coded(device, &run_layout),
            inspect: Inspect::new(device, &run_layout),
            reduce: Reduce::new(device, &run_layout),
            run_layout,
            jaw_layout,
        }
    }
}

/// The groups that tie the passes to one set of targets and one pair of jaws.
pub struct FrameGroups {
    jaws: [BindGroup; 2],
    upper_peeled: BindGroup,
    own_upper: BindGroup,
    /// Lower jaw's own counts with A the upper jaw (winding alone), and with A the lower.
    own_lower: [BindGroup; 2],
    /// First and second classification, with A the upper jaw and with A the lower.
    classify: [[BindGroup; 2]; 2],
    gap_map: BindGroup,
    layer_plan: BindGroup,
    selections: [Selection; 2],
    /// By what the selection is for: layer order, lists; upper and lower jaw.
    select: [[BindGroup; 2]; 2],
    order: OrderGroups,
    inspect: BindGroup,
    layer_list: Vec<BindGroup>,
    layer_resolve: Vec<BindGroup>,
    reduce: BindGroup,
    fold: BindGroup,
}

/// What is to be encoded for one frame.
struct FramePlan<'a> {
    pair: &'a JawPairGpu,
    targets: &'a Targets,
    groups: &'a FrameGroups,
    size: [u32; 2],
    swapped: bool,
    /// The upper jaw's surfaces still stand in the targets from an earlier frame.
    upper_stands: bool,
    /// The one pixel that is looked at, by [`GpuExecution::encode_inspection`].
    only: Option<[u32; 2]>,
    ranges: FrameRanges,
}

/// Ranges of corners that each draw needs.
#[derive(Clone, Debug, Default)]
pub struct FrameRanges {
    pub upper: Vec<Range<u32>>,
    /// Lower jaw's first surface (and last, when the roles are swapped).
    pub lower: Vec<Range<u32>>,
    /// B's faces in the first pass.
    pub counted: Vec<Range<u32>>,
}

impl GpuExecution for Passes {
    type Groups = FrameGroups;

    const BY_RASTER: bool = true;
    const BYTES_A_PIXEL: u64 = 4;

    fn new(context: &Context) -> Self {
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
        let run_buffer = uniform("run: uniform", size_of::<RunUniform>());
        let jaw_buffers = ["jaw: upper", "jaw: lower"].map(|label| uniform(label, size_of::<JawUniform>()));
        let run_group = bindings::group(device, "run", &made.run_layout, &[run_buffer.as_entire_binding()]);
        Self { made, run_buffer, run_group, jaw_buffers }
    }

    fn groups(&self, context: &Context, targets: &Targets, pair: &JawPairGpu) -> FrameGroups {
        let device = &context.device;
        let t = targets;
        let own = |number: &Surface, winding: &Surface, out: &wgpu::Buffer| {
            let resources = [view(&number.stencil), view(&winding.stencil), out.as_entire_binding()];
            bindings::group(device, "own counts", &self.made.own_counts.layout, &resources)
        };
        let classify = |counted: &Surface| {
            let resources = [
                view(&t.upper_last.items),
                view(&t.lower_first.items),
                view(&counted.stencil),
                view(&t.winding),
                t.own_upper.as_entire_binding(),
                t.own_lower.as_entire_binding(),
                t.states.as_entire_binding(),
                t.plan.as_entire_binding(),
                t.slots.as_entire_binding(),
                t.pixel_of_slot.as_entire_binding(),
                t.layer_counts.as_entire_binding(),
            ];
            bindings::group(device, "classify", &self.made.classify.layout, &resources)
        };
        let gap_map = [
            view(&t.upper_last.items),
            view(&t.upper_before_last.items),
            view(&t.lower_first.items),
            t.states.as_entire_binding(),
            t.slots.as_entire_binding(),
            t.plan.as_entire_binding(),
            t.pixel_of_slot.as_entire_binding(),
            view(&t.map_view),
            view(&t.triangles_view),
        ];
        let layer_plan =
            [&t.plan, &t.wanted, &t.selected, &t.rounds_plan, &t.peels_plan].map(wgpu::Buffer::as_entire_binding);
        let selections = [&pair.upper, &pair.lower].map(|jaw| Selection::new(device, jaw));
        let select = |wanted_idx: usize, jaw_idx: usize| {
            let part = |buffer, idx: usize| bindings::part(buffer, idx as u64 * selection::STRIDE, selection::STRIDE);
            let of_jaw = &selections[jaw_idx];
            let resources = [
                t.slots.as_entire_binding(),
                part(&t.wanted, 2 * wanted_idx + jaw_idx),
                of_jaw.words.as_entire_binding(),
                of_jaw.offsets.as_entire_binding(),
                of_jaw.indices.as_entire_binding(),
                part(&t.selected, jaw_idx),
            ];
            bindings::group(device, "select triangles", &self.made.select_triangles.layout, &resources)
        };
        let select = [0, 1].map(|wanted_idx| [0, 1].map(|jaw_idx| select(wanted_idx, jaw_idx)));
        let inspect = [&t.asked, &t.slots, &t.pixel_of_slot, &t.layer_counts, &t.plan];
        let layer_list = |round: &targets::Round| {
            let resources = [
                round.uniform.as_entire_binding(),
                t.slots.as_entire_binding(),
                t.list_counts.as_entire_binding(),
                t.list_entries.as_entire_binding(),
            ];
            bindings::group(device, "layer list", &self.made.layer_list.layout, &resources)
        };
        let layer_resolve = |round: &targets::Round| {
            let resources = [
                round.uniform.as_entire_binding(),
                t.plan.as_entire_binding(),
                t.pixel_of_slot.as_entire_binding(),
                t.list_counts.as_entire_binding(),
                t.list_entries.as_entire_binding(),
                t.states.as_entire_binding(),
                view(&t.map_view),
                view(&t.triangles_view),
                t.layer_counts.as_entire_binding(),
                view(&t.order.identifiers),
                view(&t.order.facings),
            ];
            bindings::group(device, "layer resolve", &self.made.layer_resolve.layout, &resources)
        };
        let jaw = |buffer: &wgpu::Buffer, mesh: &JawGpu| {
            let resources = [buffer.as_entire_binding(), mesh.corners.as_entire_binding()];
            bindings::group(device, "jaw", &self.made.jaw_layout, &resources)
        };
        let fold = [t.reduce_rows.as_entire_binding(), t.figures.as_entire_binding()];
        FrameGroups {
            jaws: [jaw(&self.jaw_buffers[0], &pair.upper), jaw(&self.jaw_buffers[1], &pair.lower)],
            upper_peeled: bindings::group(
                device,
                "depth extreme: peel",
                &self.made.depth_extreme.peel_layout,
                &[view(&t.upper_last.items)],
            ),
            own_upper: own(&t.upper_first, &t.upper_last, &t.own_upper),
            own_lower: [
                own(&t.lower_first, &t.lower_first, &t.own_lower),
                own(&t.lower_first, &t.lower_last, &t.own_lower),
            ],
            classify: [
                [classify(&t.upper_last), classify(&t.upper_first)],
                [classify(&t.lower_last), classify(&t.lower_first)],
            ],
            gap_map: bindings::group(device, "gap map", &self.made.gap_map.layout, &gap_map),
            layer_plan: bindings::group(device, "layer plan", &self.made.layer_plan.layout, &layer_plan),
            select,
            selections,
            order: self.order_groups(device, t),
            inspect: bindings::group(
                device,
                "inspect",
                &self.made.inspect.layout,
                &inspect.map(wgpu::Buffer::as_entire_binding),
            ),
            layer_list: t.rounds.iter().map(layer_list).collect(),
            layer_resolve: t.rounds.iter().map(layer_resolve).collect(),
            reduce: self.made.reduce.group(device, t, pair),
            fold: bindings::group(device, "fold", &self.made.reduce.fold_layout, &fold),
        }
    }

    fn encode(
        &self,
        context: &Context,
        encoder: &mut CommandEncoder,
        frame: &FrameRequest<'_, FrameGroups>,
        timer: &mut Timer,
    ) {
        let (planned, pose) = (frame.planned, &frame.question.upper_from_lower);
        let run = planned.run_uniform(frame.pair, frame.question, frame.targets);
        self.write(context, frame.targets, &run, &planned.jaw_uniforms(pose));
        let plan = FramePlan {
            pair: frame.pair,
            targets: frame.targets,
            groups: frame.groups,
            size: run.size,
            swapped: planned.swapped,
            upper_stands: frame.upper_stands,
            only: None,
            ranges: planned.ranges(frame.pair, pose),
        };
        encoder.clear_buffer(&plan.targets.plan, 0, None);
        self.encode_surfaces(encoder, &plan, timer);
        self.encode_first_pass(encoder, &plan, timer);
        self.encode_second_pass(encoder, &plan, timer);
        self.encode_gap_map(encoder, &plan, timer);
        self.encode_layer_order(encoder, &plan, timer);
        self.encode_layer_lists(encoder, &plan, timer);
        self.encode_figures(encoder, &plan, timer);
    }

    fn encode_inspection(&self, encoder: &mut CommandEncoder, asked: &Inspection<'_, FrameGroups>, timer: &mut Timer) {
        let plan = FramePlan {
            pair: asked.pair,
            targets: asked.targets,
            groups: asked.groups,
            size: asked.size,
            swapped: asked.swapped,
            upper_stands: true,
            only: Some(asked.pixel),
            ranges: FrameRanges::default(),
        };
        encoder.clear_buffer(&plan.targets.plan, 0, None);
        let mut pass = self.begin_compute(encoder, "inspect", timer, None);
        self.made.inspect.run(&mut pass, &plan.groups.inspect, plan.size);
        drop(pass);
        self.encode_layer_order(encoder, &plan, timer);
        self.encode_list_plan(encoder, &plan, timer);
        self.encode_list(encoder, &plan, 0);
    }

    fn seen_triangles(context: &Context) -> SeenTriangles {
        SeenTriangles::by_raster(context)
    }
}

impl Passes {
    fn order_groups(&self, device: &wgpu::Device, t: &Targets) -> OrderGroups {
        let order = &self.made.layer_order;
        let slots = [&t.slots, &t.plan, &t.layer_counts].map(wgpu::Buffer::as_entire_binding);
        // What a pass that peels into one of the two textures reads: the other.
        let other = [&t.order.items[1], &t.order.items[0]];
        OrderGroups {
            slots: bindings::group(device, "peel: slots", &order.slots_layout, &slots),
            last: other.map(|items| bindings::group(device, "peel: last", &order.last_layout, &[view(items)])),
            points: other.map(|items| {
                let resources = [t.pixel_of_slot.as_entire_binding(), view(items)];
                bindings::group(device, "layer order", &order.points_layout, &resources)
            }),
        }
    }

    /// Hands a frame's settings to the GPU; the next submission sees them.
    fn write(&self, context: &Context, targets: &Targets, run: &RunUniform, jaws: &[JawUniform; 2]) {
        let queue = &context.queue;
        queue.write_buffer(&self.run_buffer, 0, bytemuck::bytes_of(run));
        for (buffer, jaw) in self.jaw_buffers.iter().zip(jaws) {
            queue.write_buffer(buffer, 0, bytemuck::bytes_of(jaw));
        }
        write_rounds(queue, targets, run.size[0]);
    }

    fn jaws<'a>(&'a self, plan: &'a FramePlan<'_>) -> [DrawnJaw<'a>; 2] {
        let (pair, ranges, groups) = (plan.pair, &plan.ranges, plan.groups);
        let drawn = |mesh, i: usize, ranges| DrawnJaw {
            mesh,
            group: &groups.jaws[i],
            ranges,
            selected: Some(&groups.selections[i].indices),
            only: plan.only,
        };
        [drawn(&pair.upper, 0, &ranges.upper), drawn(&pair.lower, 1, &ranges.lower)]
    }

    /// First and last surfaces of both jaws, and their own counts. The upper jaw's stand while the projection does.
    fn encode_surfaces(&self, encoder: &mut CommandEncoder, plan: &FramePlan<'_>, timer: &mut Timer) {
        use {Extreme::*, OwnCount::*};
        let (t, [upper, lower]) = (plan.targets, self.jaws(plan));
        let mut draw = |name, what: Extreme, jaw, surface| {
            let span = timer.span(name);
            let peeled = (what == BeforeLast).then_some(&plan.groups.upper_peeled);
            self.made.depth_extreme.run(encoder, what, jaw, surface, peeled, canvas(plan, timer, span));
        };
        if !plan.upper_stands {
            draw("upper last", Last, upper, &t.upper_last);
            draw("upper before last", BeforeLast, upper, &t.upper_before_last);
            draw("upper first", First(Number), upper, &t.upper_first);
        }
        if plan.swapped {
            draw("lower first", First(Number), lower, &t.lower_first);
            draw("lower last", Last, lower, &t.lower_last);
        } else {
            draw("lower first", First(Winding), lower, &t.lower_first);
        }
        let span = timer.span("own counts");
        let mut pass = self.begin_compute(encoder, "own counts", timer, span);
        if !plan.upper_stands {
            self.made.own_counts.run(&mut pass, &plan.groups.own_upper, plan.size);
        }
        self.made.own_counts.run(&mut pass, &plan.groups.own_lower[usize::from(plan.swapped)], plan.size);
    }

    /// Counts B's faces under test (2) and decides what they decide.
    fn encode_first_pass(&self, encoder: &mut CommandEncoder, plan: &FramePlan<'_>, timer: &mut Timer) {
        let (a_last, _, b) = self.roles(plan);
        let span = timer.span("count, first pass");
        let winding = &plan.targets.winding;
        let test = CountTest::BeforeLast;
        self.made.count_layers.run(encoder, test, (a_last, b), winding, Draw::Visible, canvas(plan, timer, span));
        let span = timer.span("classify");
        let mut pass = self.begin_compute(encoder, "classify", timer, span);
        self.made.classify.run_first(&mut pass, &plan.groups.classify[usize::from(plan.swapped)][0], plan.size);
    }

    /// The same under test (3), only where the first pass left something undecided.
    fn encode_second_pass(&self, encoder: &mut CommandEncoder, plan: &FramePlan<'_>, timer: &mut Timer) {
        let t = plan.targets;
        encoder.copy_buffer_to_buffer(&t.plan, 0, &t.plan_arguments, 0, layout::plan::SIZE);
        let (_, a_first, b) = self.roles(plan);
        let span = timer.span("count, second pass");
        let (test, draw) = (CountTest::UpToFirst, Draw::Planned(&t.plan_arguments));
        self.made.count_layers.run(encoder, test, (a_first, b), &t.winding, draw, canvas(plan, timer, span));
        let mut pass = self.begin_compute(encoder, "classify", timer, None);
        let group = &plan.groups.classify[usize::from(plan.swapped)][1];
        self.made.classify.run_second(&mut pass, group, &t.plan_arguments);
    }

    fn encode_gap_map(&self, encoder: &mut CommandEncoder, plan: &FramePlan<'_>, timer: &mut Timer) {
        let span = timer.span("gap map");
        let mut pass = self.begin_compute(encoder, "gap map", timer, span);
        self.made.gap_map.run(&mut pass, &plan.groups.gap_map, plan.size);
    }

    /// The order of the layers where counts decide nothing (sect. 6): peeled and blended into a code.
    fn encode_layer_order(&self, encoder: &mut CommandEncoder, plan: &FramePlan<'_>, timer: &mut Timer) {
        let (t, g) = (plan.targets, plan.groups);
        encoder.clear_buffer(&t.selected, 0, None);
        let span = timer.span("layers, select");
        let mut pass = self.begin_compute(encoder, "layers, select", timer, span);
        self.made.layer_plan.run_selections(&mut pass, &g.layer_plan);
        self.select_triangles(&mut pass, plan, 0);
        drop(pass);
        let span = timer.span("layer order");
        let order = Order {
            jaws: self.jaws(plan),
            groups: &g.order,
            targets: &t.order,
            size: plan.size,
            arguments: &t.peels_plan,
            timestamps: timer.render_over(span),
        };
        self.made.layer_order.run_count(encoder, &order, &t.winding, (&t.selected, selection::STRIDE));
        let mut pass = self.begin_compute(encoder, "layers, plan peels", timer, None);
        self.made.layer_plan.run_peels(&mut pass, &g.layer_plan);
        drop(pass);
        self.made.layer_order.run(encoder, &order);
    }

    /// Layers with depths and triangles, for the gaps that two surfaces do not give and the classes that counts do not,
    /// round by round.
    fn encode_layer_lists(&self, encoder: &mut CommandEncoder, plan: &FramePlan<'_>, timer: &mut Timer) {
        self.encode_list_plan(encoder, plan, timer);
        for (i, round) in plan.targets.rounds.iter().enumerate() {
            self.encode_list(encoder, plan, i);
            let span = if i == 0 { timer.span("layers, resolve") } else { None };
            let mut pass = self.begin_compute(encoder, "layer resolve", timer, span);
            let arguments = (&plan.targets.rounds_plan, round.index);
            self.made.layer_resolve.run(&mut pass, &plan.groups.layer_resolve[i], arguments);
        }
    }

    fn encode_list_plan(&self, encoder: &mut CommandEncoder, plan: &FramePlan<'_>, timer: &Timer) {
        let mut pass = self.begin_compute(encoder, "layers, select", timer, None);
        self.select_triangles(&mut pass, plan, 1);
        self.made.layer_plan.run_lists(&mut pass, &plan.groups.layer_plan, plan.targets.rounds.len() as u32);
    }

    fn encode_list(&self, encoder: &mut CommandEncoder, plan: &FramePlan<'_>, round_idx: usize) {
        let t = plan.targets;
        let (group, arguments) = (&plan.groups.layer_list[round_idx], (&t.rounds_plan, round_idx as u64));
        encoder.clear_buffer(&t.list_counts, 0, None);
        self.made.layer_list.run(encoder, self.jaws(plan), group, &t.winding, plan.size, arguments);
    }

    /// The triangles over the pixels that need the layer order (0), or any layers (1).
    fn select_triangles(&self, pass: &mut wgpu::ComputePass<'_>, plan: &FramePlan<'_>, wanted_idx: usize) {
        for (i, (jaw, group)) in plan.groups.jaws.iter().zip(&plan.groups.select[wanted_idx]).enumerate() {
            let idx = (2 * wanted_idx + i) as u64;
            self.made.select_triangles.run(pass, jaw, group, (&plan.targets.wanted, idx));
        }
        pass.set_bind_group(0, &self.run_group, &[]);
    }

    fn encode_figures(&self, encoder: &mut CommandEncoder, plan: &FramePlan<'_>, timer: &mut Timer) {
        let span = timer.span("reduce");
        let mut pass = self.begin_compute(encoder, "reduce", timer, span);
        self.made.reduce.run(&mut pass, &plan.groups.reduce, &plan.groups.fold);
    }

    /// A's last and first surface, and B.
    fn roles<'a>(&'a self, plan: &'a FramePlan<'_>) -> (&'a Surface, &'a Surface, DrawnJaw<'a>) {
        let (t, [upper, lower]) = (plan.targets, self.jaws(plan));
        let (last, first, b) =
            if plan.swapped { (&t.lower_last, &t.lower_first, upper) } else { (&t.upper_last, &t.upper_first, lower) };
        (last, first, DrawnJaw { ranges: &plan.ranges.counted, ..b })
    }

    fn begin_compute<'e>(
        &self,
        encoder: &'e mut CommandEncoder,
        label: &str,
        timer: &Timer,
        span: Option<super::timing::Span>,
    ) -> wgpu::ComputePass<'e> {
        let timestamp_writes = timer.compute(span);
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some(label), timestamp_writes });
        pass.set_bind_group(0, &self.run_group, &[]);
        pass
    }
}

/// Which slots each round of layer lists holds.
pub fn write_rounds(queue: &wgpu::Queue, targets: &Targets, cols: u32) {
    for round in &targets.rounds {
        let uniform = RoundUniform {
            cols,
            first_slot: round.index as u32 * targets.slots_per_round,
            n_slots: targets.slots_per_round,
        };
        queue.write_buffer(&round.uniform, 0, bytemuck::bytes_of(&uniform));
    }
}

fn canvas<'a>(plan: &FramePlan<'_>, timer: &'a Timer, span: Option<super::timing::Span>) -> Canvas<'a> {
    Canvas { size: plan.size, timestamps: timer.render(span) }
}
