//! One walk down the trees of a forest: from a list of pairs of nodes, level by level, to pairs of triangles, handed to the
//! GPU at once and read back at once. How long the lists became decides the next dispatch on the GPU; that they had room is
//! seen afterwards ([`Walked::most`]).
use super::bindings;
use super::device::{Context, GpuError};
use super::forest::Forest;
use super::layout::forest::{N_SLOTS, NODE_BITS, RELATION_BITS};
use super::layout::{RelationUniform, StepRecord};
use super::pair_lists::{PAIR_BYTES, PairLists, STEPS_BYTES};
use super::pass::descend::{self, Descend};
use super::pass::meet_triangles::MeetTriangles;
use super::pass::nearest_triangles::NearestTriangles;
use super::readback::{self, Readback};
use super::relation::Relation;
use super::timing::{Span, Timer};
use super::vertex_gaps::VertexGaps;
use std::sync::Arc;
use wgpu::{BindGroup, Buffer, BufferUsages, CommandEncoder};

/// Every pass.
pub struct Passes {
    lists_layout: wgpu::BindGroupLayout,
    triangles_layout: wgpu::BindGroupLayout,
    descend: Descend,
    meet: MeetTriangles,
    pub nearest: NearestTriangles,
}

impl Passes {
    fn new(device: &wgpu::Device) -> Self {
        let (lists_layout, triangles_layout) = (descend::lists_layout(device), descend::triangles_layout(device));
        let descend = Descend::new(device, &triangles_layout, &lists_layout);
        let meet = MeetTriangles::new(device, &triangles_layout, &lists_layout);
        let nearest = NearestTriangles::new(device, &triangles_layout);
        Self { lists_layout, triangles_layout, descend, meet, nearest }
    }
}

/// Trees and relations as the passes read them: as asked for, and loosely, with what may still be moved.
struct ForestGroups {
    /// Relations that the buffers hold.
    room: usize,
    relations: [Buffer; 2],
    nodes: [BindGroup; 2],
    triangles: BindGroup,
}

const TIGHT: usize = 0;
const LOOSE: usize = 1;

/// What is done with the pairs of triangles whose boxes are near.
#[derive(Clone, Copy)]
pub enum AtTheEnd<'a> {
    /// Those that no axis parts are kept.
    Meet,
    /// Their vertices are measured, in these turns ([`VertexGaps`]).
    Measure(&'a VertexGaps, &'a [usize]),
}

/// Where a walk begins.
#[derive(Clone, Copy)]
pub enum Entry<'a> {
    /// A list of a slot's pairs.
    Pairs(usize, &'a [[u32; 2]]),
    /// The front that is kept, of a slot.
    Front(usize),
    /// A list of a slot's pairs, loosely down to another slot; what is left there is kept as the front.
    MakeFront(usize, &'a [[u32; 2]], usize),
}

/// What one walk told.
pub struct Walked {
    /// By slot.
    pub records: [StepRecord; N_SLOTS],
    pub n_found: u32,
    pub pairs: Vec<[u32; 2]>,
    /// GPU time of each pass, ms, where the adapter has timestamps.
    pub passes_ms: Vec<(&'static str, f64)>,
}

impl Walked {
    /// The longest list, whether or not there was room.
    pub fn most(&self) -> u32 {
        self.records.iter().map(|r| r.n_pairs).fold(self.n_found, u32::max)
    }
}

/// Lists, and what ties them to a forest.
pub struct Walker {
    pub context: Context,
    pub passes: Arc<Passes>,
    pub lists: PairLists,
    groups: ForestGroups,
    timer: Timer,
    /// Pairs to read at once with the records.
    expected: u32,
}

/// Passes that are timed.
const FRONT: &str = "front";
const BOXES: &str = "boxes";
const TRIANGLES: &str = "triangles";

/// At least.
const EXPECTED: u32 = 1024;

impl Walker {
    pub fn new(context: &Context, forest: &Forest, room: u32) -> Self {
        let passes: Arc<Passes> = context.once(Passes::new);
        let lists = PairLists::new(&context.device, &context.queue, &passes.lists_layout, room);
        let groups = ForestGroups::new(context, &passes, forest, 1);
        Self { context: context.clone(), passes, lists, groups, timer: Timer::new(context), expected: EXPECTED }
    }

    /// Longer lists; what stood in them, the front too, is gone.
    pub fn grow(&mut self, room: u32) {
        self.lists = PairLists::new(&self.context.device, &self.context.queue, &self.passes.lists_layout, room);
    }

    /// Hands over how objects lie to each other. `slack`: how much farther boxes are looked into on the way to a front.
    /// `grown`: as of [`Relation::uniform`].
    pub fn write_relations(&mut self, forest: &Forest, relations: &[Relation], slack: f64, grown: Option<f64>) {
        if self.groups.room < relations.len() {
            self.groups = ForestGroups::new(&self.context, &self.passes, forest, relations.len());
        }
        for (buffer, further) in self.groups.relations.iter().zip([0.0, slack]) {
            let uniforms: Vec<RelationUniform> = relations.iter().map(|r| r.uniform(further, grown)).collect();
            self.context.queue.write_buffer(buffer, 0, bytemuck::cast_slice(&uniforms));
        }
    }

    /// # Errors
    /// [`GpuError::Lost`].
    pub fn walk(&mut self, entry: Entry<'_>, end: AtTheEnd<'_>) -> Result<Walked, GpuError> {
        self.enter(entry);
        let mut encoder = self.begin();
        let made = if let Entry::MakeFront(_, _, slot) = entry { Some(slot) } else { None };
        let front = made.and_then(|_| self.timer.span(FRONT));
        let [boxes, triangles] = [BOXES, TRIANGLES].map(|name| self.timer.span(name));
        match entry {
            Entry::Pairs(slot, _) => self.encode_steps(&mut encoder, (slot, 0), TIGHT, (false, false), boxes),
            Entry::Front(slot) => self.encode_steps(&mut encoder, (slot, 0), TIGHT, (true, false), boxes),
            Entry::MakeFront(from, _, slot) => {
                self.encode_steps(&mut encoder, (from, slot), LOOSE, (false, true), front);
                self.encode_steps(&mut encoder, (slot, 0), TIGHT, (true, false), boxes);
            }
        }
        self.encode_end(&mut encoder, end, triangles);
        self.finish(encoder, made)
    }

    /// The list of a slot as a walk from another one leaves it.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn list_at(&mut self, (from, pairs): (usize, &[[u32; 2]]), slot: usize) -> Result<Vec<[u32; 2]>, GpuError> {
        self.enter(Entry::Pairs(from, pairs));
        let mut encoder = self.begin();
        self.encode_steps(&mut encoder, (from, slot), TIGHT, (false, false), None);
        let n_pairs = self.finish(encoder, None)?.records[slot].n_pairs;
        self.read_pairs(&self.lists.turn[slot % 2].pairs, n_pairs)
    }

    /// Puts the pairs that a walk begins with into their list, and empties all others but a front that is kept.
    fn enter(&self, entry: Entry<'_>) {
        let queue = &self.context.queue;
        self.lists.found.reset(queue, None);
        if matches!(entry, Entry::MakeFront(..)) {
            self.lists.front.reset(queue, None);
        }
        for (parity, list) in self.lists.turn.iter().enumerate() {
            match entry {
                Entry::Pairs(slot, pairs) | Entry::MakeFront(slot, pairs, _) if slot % 2 == parity => {
                    queue.write_buffer(&list.pairs, 0, bytemuck::cast_slice(pairs));
                    list.reset(queue, Some((slot, pairs.len() as u32)));
                }
                _ => list.reset(queue, None),
            }
        }
    }

    fn begin(&mut self) -> CommandEncoder {
        self.timer.reset();
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("interference") };
        self.context.device.create_command_encoder(&descriptor)
    }

    /// All steps from a slot down to another. `from_front`: the first one reads the front. `to_front`: the last one
    /// writes it.
    fn encode_steps(
        &self,
        encoder: &mut CommandEncoder,
        (from, to): (usize, usize),
        tightness: usize,
        (from_front, to_front): (bool, bool),
        span: Option<Span>,
    ) {
        let mut pass = self.begin_pass(encoder, span);
        for slot in (to + 1..=from).rev() {
            let (lists, steps) = self.lists.step(slot, from_front && slot == from, to_front && slot == to + 1);
            let at = (steps, StepRecord::offset(slot));
            if slot == 1 {
                self.passes.descend.run_leaves(&mut pass, [&self.groups.triangles, lists], at);
            } else {
                self.passes.descend.run_nodes(&mut pass, [&self.groups.nodes[tightness], lists], at);
            }
        }
    }

    fn encode_end(&self, encoder: &mut CommandEncoder, end: AtTheEnd<'_>, span: Option<Span>) {
        let mut pass = self.begin_pass(encoder, span);
        let (lists, steps) = self.lists.last_step();
        let at = (steps, StepRecord::offset(0));
        match end {
            AtTheEnd::Meet => self.passes.meet.run(&mut pass, [&self.groups.triangles, lists], at),
            AtTheEnd::Measure(gaps, turns) => {
                let groups = turns.iter().map(|turn| [&self.groups.triangles, gaps.turn(*turn)]);
                groups.for_each(|groups| self.passes.nearest.run(&mut pass, groups, at));
            }
        }
    }

    fn begin_pass<'e>(&self, encoder: &'e mut CommandEncoder, span: Option<Span>) -> wgpu::ComputePass<'e> {
        let timestamp_writes = self.timer.compute(span);
        encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("interference"), timestamp_writes })
    }

    /// Submits a walk and reads what it left. `made`: the slot of the front that it made on the way.
    fn finish(&mut self, mut encoder: CommandEncoder, made: Option<usize>) -> Result<Walked, GpuError> {
        let lists = &self.lists;
        let steps = [&lists.turn[0].steps, &lists.turn[1].steps, &lists.front.steps, &lists.found.steps];
        let expected = self.expected.min(lists.room);
        let pairs_at = steps.len() as u64 * STEPS_BYTES;
        let times_at = pairs_at + u64::from(expected) * PAIR_BYTES;
        let mut readback = Readback::new(&self.context.device, times_at + Timer::BYTES);
        for (i, steps) in steps.iter().enumerate() {
            encoder.copy_buffer_to_buffer(steps, 0, readback.buffer(), i as u64 * STEPS_BYTES, STEPS_BYTES);
        }
        encoder.copy_buffer_to_buffer(&lists.found.pairs, 0, readback.buffer(), pairs_at, times_at - pairs_at);
        let names = self.timer.resolve(&mut encoder, readback.buffer(), times_at);
        self.context.queue.submit([encoder.finish()]);
        readback.request();
        readback::wait(&self.context, &[&readback])?;
        let bytes = readback.take().ok_or_else(|| GpuError::Lost("the pairs did not arrive".into()))?;
        let (bytes, times) = bytes.split_at(times_at as usize);
        let (records, pairs) = bytes.split_at(pairs_at as usize);
        let passes_ms = self.timer.read(&names, times);
        let records: Vec<[StepRecord; N_SLOTS]> = bytemuck::pod_collect_to_vec(records);
        let n_found = records[3][0].n_pairs;
        let mut pairs: Vec<[u32; 2]> = bytemuck::pod_collect_to_vec(pairs);
        if n_found > expected && n_found <= lists.room {
            pairs = self.read_pairs(&lists.found.pairs, n_found)?;
        }
        pairs.truncate(n_found as usize);
        // A little more than were found: the next frame may find more.
        self.expected = (n_found / 4 * 5).max(EXPECTED);
        let of_slot = |slot: usize| if made == Some(slot) { records[2][slot] } else { records[slot % 2][slot] };
        Ok(Walked { records: std::array::from_fn(of_slot), n_found, pairs, passes_ms })
    }

    fn read_pairs(&self, list: &Buffer, n_pairs: u32) -> Result<Vec<[u32; 2]>, GpuError> {
        let words = readback::read_words(&self.context, list, 2 * n_pairs as usize)?;
        Ok(words.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
    }
}

/// Both roots of every relation.
pub fn roots(n_relations: usize) -> Vec<[u32; 2]> {
    let low = (1 << RELATION_BITS) - 1;
    (0..n_relations as u32).map(|r| [(r & low) << NODE_BITS, (r >> RELATION_BITS) << NODE_BITS]).collect()
}

/// The relation of a pair.
pub fn relation_of(pair: [u32; 2]) -> usize {
    (pair[0] >> NODE_BITS | (pair[1] >> NODE_BITS) << RELATION_BITS) as usize
}

impl ForestGroups {
    fn new(context: &Context, passes: &Passes, forest: &Forest, n_relations: usize) -> Self {
        let device = &context.device;
        let room = n_relations.next_power_of_two();
        let bytes = (room * size_of::<RelationUniform>()) as u64;
        let relations =
            [(); 2].map(|()| bindings::buffer(device, "interference: relations", bytes, BufferUsages::STORAGE));
        let group = |layout, buffers: &[&Buffer]| {
            let resources: Vec<_> = buffers.iter().map(|b| b.as_entire_binding()).collect();
            bindings::group(device, "interference: forest", layout, &resources)
        };
        let nodes =
            [TIGHT, LOOSE].map(|i| group(&passes.descend.nodes_layout, &[&forest.slots, &relations[i], &forest.boxes]));
        let buffers = [&forest.slots, &relations[TIGHT], &forest.positions, &forest.corners];
        let triangles = group(&passes.triangles_layout, &buffers);
        Self { room, relations, nodes, triangles }
    }
}
