//! The order of passes where compute draws: all counts of both passes at once, then the decision, then lists of layers for
//! what is open. The same meaning as `pipeline.rs`, the sampling rule of `native`.
use super::bindings::{self, buffer, view};
use super::covered_jaw::{CoveredJaw, large_list};
use super::culling::{Limits, NOWHERE, deepest_mm};
use super::device::Context;
use super::execution::{FrameRequest, GpuExecution, Inspection};
use super::jaw_pair::JawPairGpu;
use super::layout::{FACE_WORDS, RunUniform, round};
use super::pass::cover::{self, Cover, Extent};
use super::pass::decide::Decide;
use super::pass::inspect::Inspect;
use super::pass::layer_resolve::LayerResolve;
use super::pass::reduce::Reduce;
use super::pipeline::write_rounds;
use super::seen_triangles::SeenTriangles;
use super::targets::{self, Targets};
use super::timing::{Span, Timer};
use crate::base::Rigid;
use crate::field::Question;
use crate::field::planning::Planned;
use crate::jaw::JawSide;
use std::sync::Arc;
use wgpu::{BindGroup, Buffer, BufferUsages, CommandEncoder, Device};

/// Every pass, and the buffer that a frame's settings are written to.
pub struct ComputePasses {
    made: Arc<Made>,
    run_buffer: Buffer,
    run_group: BindGroup,
}

/// What the device has once.
struct Made {
    upper: Cover,
    last: Cover,
    lower: Cover,
    first: Cover,
    layers: Cover,
    decide: Decide,
    resolve: LayerResolve,
    inspect: Inspect,
    reduce: Reduce,
    run_layout: wgpu::BindGroupLayout,
    jaw_layout: wgpu::BindGroupLayout,
}

impl Made {
    fn new(device: &Device) -> Self {
        let run_layout = targets::run_layout(device);
        let jaw = cover::jaw_layout(device);
        Self {
            upper: Cover::upper(device, &jaw),
            last: Cover::last(device, &jaw),
            lower: Cover::lower(device, &jaw),
            first: Cover::first(device, &jaw),
            layers: Cover::layers(device, &jaw),
            decide: Decide::new(device, &run_layout),
            resolve: LayerResolve::listed(device, &run_layout),
            inspect: Inspect::new(device, &run_layout),
            reduce: Reduce::new(device, &run_layout),
            run_layout,
            jaw_layout: jaw,
        }
    }
}

/// What is drawn of a jaw.
#[derive(Clone, Copy)]
enum DrawnFaces {
    Upper,
    /// Of the lower jaw what can matter to its counts and its first surface, ...
    LowerCounted,
    /// ... to the triangle of its first surface, ...
    LowerFirst,
    /// ... and all that lies on the map.
    Lower,
}

const DRAWN_FACES: [DrawnFaces; 4] =
    [DrawnFaces::Upper, DrawnFaces::LowerCounted, DrawnFaces::LowerFirst, DrawnFaces::Lower];

/// Words of each pixel, what is drawn, and the groups that tie them to the passes.
pub struct ComputeGroups {
    upper: Buffer,
    lower: Buffer,
    large: Buffer,
    /// In the order of [`DRAWN_FACES`].
    jaws: [CoveredJaw; 4],
    of_upper: BindGroup,
    of_last: BindGroup,
    of_lower: BindGroup,
    of_first: BindGroup,
    of_layers: Vec<BindGroup>,
    decide: BindGroup,
    resolve: Vec<BindGroup>,
    inspect: BindGroup,
    reduce: BindGroup,
    fold: BindGroup,
}

impl DrawnFaces {
    fn side(self) -> JawSide {
        if matches!(self, Self::Upper) { JawSide::Upper } else { JawSide::Lower }
    }

    /// Of a closed lower jaw rays do not first meet what they only leave; and behind all of the upper jaw that passes
    /// neither test.
    fn limits(self, pair: &JawPairGpu, question: &Question, planned: &Planned) -> Limits {
        let projection = &planned.projection;
        let until_mm = match self {
            Self::LowerCounted => {
                let size = [projection.cols, projection.rows];
                // A hair, for single precision.
                deepest_mm(&pair.upper.clusters, &projection.map_from_world_matrix(), size) + 0.001
            }
            Self::LowerFirst => NOWHERE,
            Self::Upper | Self::Lower => return Limits::default(),
        };
        let direction = question.upper_from_lower.inverse().transform_vector(projection.direction).as_vec3();
        Limits { left_along: pair.lower.closed.then_some((direction, until_mm)), ..Limits::default() }
    }
}

impl GpuExecution for ComputePasses {
    type Groups = ComputeGroups;

    const BY_RASTER: bool = false;
    const BYTES_A_PIXEL: u64 = 4 * FACE_WORDS;

    fn new(context: &Context) -> Self {
        let device = &context.device;
        let made = context.once(Made::new);
        let run_buffer = buffer(device, "run: uniform", size_of::<RunUniform>() as u64, BufferUsages::UNIFORM);
        let run_group = bindings::group(device, "run", &made.run_layout, &[run_buffer.as_entire_binding()]);
        Self { made, run_buffer, run_group }
    }

    fn groups(&self, context: &Context, t: &Targets, pair: &JawPairGpu) -> ComputeGroups {
        let device = &context.device;
        let words = |label| buffer(device, label, t.n_pixels() * Self::BYTES_A_PIXEL, BufferUsages::STORAGE);
        let (upper, lower, large) = (words("cover: upper"), words("cover: lower"), large_list(device, pair));
        let group = |label, layout, buffers: &[&Buffer]| {
            let resources: Vec<_> = buffers.iter().map(|b| b.as_entire_binding()).collect();
            bindings::group(device, label, layout, &resources)
        };
        let layers = |r: &targets::Round| {
            let lists = [&r.uniform, &t.slots, &t.list_counts, &t.list_entries];
            group("cover: layers", &self.made.layers.layout, &lists)
        };
        let resolve = |r: &targets::Round| {
            let lists = [&r.uniform, &t.plan, &t.pixel_of_slot, &t.list_counts, &t.list_entries, &t.states];
            let resources = [&lists.map(Buffer::as_entire_binding)[..], &[view(&t.map_view), view(&t.triangles_view)]];
            bindings::group(device, "layer resolve", &self.made.resolve.layout, &resources.concat())
        };
        let decided = [&upper, &lower, &t.states, &t.slots, &t.pixel_of_slot, &t.plan, &t.rounds_plan];
        let decided = [&decided.map(Buffer::as_entire_binding)[..], &[view(&t.map_view), view(&t.triangles_view)]];
        let inspected = [&t.asked, &t.slots, &t.pixel_of_slot, &t.layer_counts, &t.plan];
        ComputeGroups {
            jaws: DRAWN_FACES.map(|part| CoveredJaw::new(device, &self.made.jaw_layout, pair.jaw(part.side()), &large)),
            of_upper: group("cover: upper", &self.made.upper.layout, &[&upper]),
            of_last: group("cover: upper last", &self.made.last.layout, &[&upper]),
            of_lower: group("cover: lower", &self.made.lower.layout, &[&lower, &upper]),
            of_first: group("cover: lower first", &self.made.first.layout, &[&lower]),
            of_layers: t.rounds.iter().map(layers).collect(),
            decide: bindings::group(device, "decide", &self.made.decide.layout, &decided.concat()),
            resolve: t.rounds.iter().map(resolve).collect(),
            inspect: group("inspect", &self.made.inspect.layout, &inspected),
            reduce: self.made.reduce.group(device, t, pair),
            fold: group("fold", &self.made.reduce.fold_layout, &[&t.reduce_rows, &t.figures]),
            upper,
            lower,
            large,
        }
    }

    fn encode(
        &self,
        context: &Context,
        encoder: &mut CommandEncoder,
        frame: &FrameRequest<'_, ComputeGroups>,
        timer: &mut Timer,
    ) {
        let (t, g) = (frame.targets, frame.groups);
        let n = self.write(context, frame);
        encoder.clear_buffer(&t.plan, 0, None);
        encoder.clear_buffer(&t.rounds_plan, 0, None);
        let size = [frame.planned.projection.cols, frame.planned.projection.rows];
        let bytes = u64::from(size[0]) * u64::from(size[1]) * Self::BYTES_A_PIXEL;
        if !frame.upper_stands {
            encoder.clear_buffer(&g.upper, 0, Some(bytes));
        }
        encoder.clear_buffer(&g.lower, 0, Some(bytes));
        let mut draw = |name, cover: &Cover, part: DrawnFaces, group| {
            let span = timer.span(name);
            draw(encoder, (timer, span), g, (cover, part, group), Extent::Blocks(n[part as usize]));
        };
        if !frame.upper_stands {
            draw("upper last", &self.made.upper, DrawnFaces::Upper, &g.of_upper);
            draw("upper before last", &self.made.last, DrawnFaces::Upper, &g.of_last);
        }
        draw("count, first pass", &self.made.lower, DrawnFaces::LowerCounted, &g.of_lower);
        draw("lower first", &self.made.first, DrawnFaces::LowerFirst, &g.of_first);
        let span = timer.span("gap map");
        self.made.decide.run(&mut self.begin(encoder, "decide", (timer, span)), &g.decide, size);
        self.encode_layers(encoder, frame, timer);
        let span = timer.span("reduce");
        self.made.reduce.run(&mut self.begin(encoder, "reduce", (timer, span)), &g.reduce, &g.fold);
    }

    fn encode_inspection(
        &self,
        encoder: &mut CommandEncoder,
        asked: &Inspection<'_, ComputeGroups>,
        timer: &mut Timer,
    ) {
        let (t, g) = (asked.targets, asked.groups);
        self.made.inspect.run(&mut self.begin(encoder, "inspect", (timer, None)), &g.inspect, asked.size);
        encoder.clear_buffer(&t.list_counts, 0, None);
        for part in [DrawnFaces::Upper, DrawnFaces::Lower] {
            // As many as there can be; what was written with the frame says how many there are.
            let most = Extent::Blocks(asked.pair.jaw(part.side()).clusters.len() as u32);
            draw(encoder, (timer, None), g, (&self.made.layers, part, &g.of_layers[0]), most);
        }
    }

    fn seen_triangles(context: &Context) -> SeenTriangles {
        SeenTriangles::by_compute(context)
    }
}

impl ComputePasses {
    /// The numbers of blocks, in the order of [`DRAWN_FACES`].
    fn write(&self, context: &Context, frame: &FrameRequest<'_, ComputeGroups>) -> [u32; 4] {
        let (queue, question, planned) = (&context.queue, frame.question, frame.planned);
        let n = DRAWN_FACES.map(|part| {
            let side = part.side();
            let pose = if side == JawSide::Upper { &Rigid::IDENTITY } else { &question.upper_from_lower };
            let limits = part.limits(frame.pair, question, planned);
            frame.groups.jaws[part as usize].write(queue, (frame.pair.jaw(side), side), pose, planned, limits)
        });
        let run = RunUniform {
            n_blocks: [n[DrawnFaces::Upper as usize], n[DrawnFaces::Lower as usize]],
            ..planned.run_uniform(frame.pair, question, frame.targets)
        };
        queue.write_buffer(&self.run_buffer, 0, bytemuck::bytes_of(&run));
        write_rounds(queue, frame.targets, run.size[0]);
        n
    }

    /// Lists of layers where two surfaces do not give the gap or counts do not tell the class, round by round.
    fn encode_layers(&self, encoder: &mut CommandEncoder, frame: &FrameRequest<'_, ComputeGroups>, timer: &mut Timer) {
        let (t, g) = (frame.targets, frame.groups);
        for (i, of_layers) in g.of_layers.iter().enumerate() {
            encoder.clear_buffer(&t.list_counts, 0, None);
            let names = ["layers, upper", "layers, lower"];
            for ((part, name), offset) in
                [DrawnFaces::Upper, DrawnFaces::Lower].into_iter().zip(names).zip(round::DRAWS)
            {
                let span = if i == 0 { timer.span(name) } else { None };
                let extent = Extent::Planned(&t.rounds_plan, i as u64 * round::SIZE + offset);
                draw(encoder, (timer, span), g, (&self.made.layers, part, of_layers), extent);
            }
            let span = if i == 0 { timer.span("layers, resolve") } else { None };
            let mut pass = self.begin(encoder, "layer resolve", (timer, span));
            self.made.resolve.run(&mut pass, &g.resolve[i], (&t.rounds_plan, i as u64));
        }
    }

    fn begin<'e>(
        &self,
        encoder: &'e mut CommandEncoder,
        label: &str,
        (timer, span): (&Timer, Option<Span>),
    ) -> wgpu::ComputePass<'e> {
        let mut pass = begin(encoder, label, (timer, span));
        pass.set_bind_group(0, &self.run_group, &[]);
        pass
    }
}

fn begin<'e>(
    encoder: &'e mut CommandEncoder,
    label: &str,
    (timer, span): (&Timer, Option<Span>),
) -> wgpu::ComputePass<'e> {
    let timestamp_writes = timer.compute(span);
    encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some(label), timestamp_writes })
}

fn draw(
    encoder: &mut CommandEncoder,
    timed: (&Timer, Option<Span>),
    groups: &ComputeGroups,
    (cover, part, group): (&Cover, DrawnFaces, &BindGroup),
    extent: Extent<'_>,
) {
    encoder.clear_buffer(&groups.large, 0, Some(4));
    let mut pass = begin(encoder, "cover", timed);
    cover.run(&mut pass, &groups.jaws[part as usize].group, group, extent);
}
