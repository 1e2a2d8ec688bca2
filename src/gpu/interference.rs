//! Engine `bvh-gpu` up to the exact test: which triangles of several objects may meet, or come within a distance. Two trees
//! at a time are walked level by level, all pairs of objects in the same lists (Gress and Zachmann 2004, carried from
//! fragment programs to compute; ENGINES.md, "Engine bvh-gpu").
//!
//! Every pair that meets is among what is found; some that nearly meet are as well. A list that was too short is made longer,
//! and the walk repeated; one that may not be longer is walked in pieces.
use super::bindings;
use super::device::{Context, GpuError};
use super::forest::{Forest, ForestObject};
use super::front::{Coherence, Plan};
use super::layout::forest::{N_SLOTS, NODE_BITS, NODE_MASK, RELATION_BITS};
use super::layout::{RelationUniform, StepRecord};
use super::pair_lists::{MOST_ROOM, PAIR_BYTES, PairLists, STEPS_BYTES};
use super::pass::descend::{self, Descend};
use super::pass::meet_triangles::MeetTriangles;
use super::readback::{self, Readback};
use super::relation::{Relation, relations};
use crate::base::Rigid;
use glam::Vec3;
use std::sync::Arc;
use wgpu::{BindGroup, Buffer, BufferUsages, CommandEncoder};

/// How a traversal is done; its answer does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterferenceSettings {
    /// Begin with the last frame's front where nothing can have come past it.
    pub coherent: bool,
    /// Pairs that a list has room for at first and at most.
    pub room: u32,
    pub most_room: u32,
    /// The margin for rounding by this factor: for tests, which spoil it.
    pub margin_times: f64,
}

impl Default for InterferenceSettings {
    fn default() -> Self {
        Self { coherent: true, room: 1 << 16, most_room: MOST_ROOM, margin_times: 1.0 }
    }
}

/// Two triangles of different objects that may meet. The smaller number comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    pub objects: [u32; 2],
    pub triangles: [u32; 2],
}

/// What the last traversal did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traversal {
    /// Slot of the pairs that it began with: the root's, or a front's.
    pub entry_slot: usize,
    /// Whether that was the front of an earlier frame.
    pub from_front: bool,
    /// By slot (0: triangles): pairs that were tried, and those that were left.
    pub n_tested: [u64; N_SLOTS],
    pub n_near: [u64; N_SLOTS],
    /// Pairs of triangles that no axis parts.
    pub n_found: u64,
    /// How often lists were made longer, and in how many pieces the walk was done.
    pub n_grown: u32,
    pub n_pieces: u32,
}

/// Every pass.
struct Passes {
    lists_layout: wgpu::BindGroupLayout,
    triangles_layout: wgpu::BindGroupLayout,
    descend: Descend,
    meet: MeetTriangles,
}

impl Passes {
    fn new(device: &wgpu::Device) -> Self {
        let (lists_layout, triangles_layout) = (descend::lists_layout(device), descend::triangles_layout(device));
        let descend = Descend::new(device, &triangles_layout, &lists_layout);
        let meet = MeetTriangles::new(device, &triangles_layout, &lists_layout);
        Self { lists_layout, triangles_layout, descend, meet }
    }
}

/// Trees and relations as the passes read them: as asked for, and with what may still be moved.
struct ForestGroups {
    /// Relations that the buffers hold.
    room: usize,
    relations: [Buffer; 2],
    nodes: [BindGroup; 2],
    triangles: BindGroup,
}

const TIGHT: usize = 0;
const LOOSE: usize = 1;

/// Objects in a forest, asked pose by pose.
pub struct Interference {
    context: Context,
    passes: Arc<Passes>,
    pub forest: Forest,
    settings: InterferenceSettings,
    lists: PairLists,
    groups: ForestGroups,
    coherence: Coherence,
    /// Pairs to read at once with the records.
    expected: u32,
    last: Traversal,
}

/// Where a walk begins.
#[derive(Clone, Copy)]
enum Entry<'a> {
    /// A list of a slot's pairs.
    Pairs(usize, &'a [[u32; 2]]),
    /// The front that is kept.
    Front(usize),
}

/// What one walk told.
struct Walked {
    /// By slot; what was made into a front as well.
    records: [StepRecord; N_SLOTS],
    found: StepRecord,
    pairs: Vec<[u32; 2]>,
}

impl Walked {
    /// The longest list, whether or not there was room.
    fn most(&self) -> u32 {
        self.records.iter().map(|r| r.n_pairs).fold(self.found.n_pairs, u32::max)
    }

}

impl Interference {
    /// # Errors
    /// [`GpuError::MeshTooLarge`], or [`GpuError::EmptyMesh`] where nothing has a triangle.
    pub fn new(
        context: &Context,
        objects: &[ForestObject<'_>],
        settings: InterferenceSettings,
    ) -> Result<Self, GpuError> {
        let passes: Arc<Passes> = context.once(Passes::new);
        let forest = Forest::new(context, objects)?;
        // One pair of nodes has 16 pairs of children.
        let most_room = settings.most_room.clamp(16, MOST_ROOM);
        let settings = InterferenceSettings { room: settings.room.clamp(16, most_room), most_room, ..settings };
        let lists = PairLists::new(&context.device, &context.queue, &passes.lists_layout, settings.room);
        let groups = ForestGroups::new(context, &passes, &forest, 1);
        Ok(Self {
            context: context.clone(),
            passes,
            forest,
            settings,
            lists,
            groups,
            coherence: Coherence::default(),
            expected: EXPECTED_AT_LEAST,
            last: Traversal::default(),
        })
    }

    /// Takes over moved vertices, mm in the object's own coordinates. `false`, and nothing changes, for another number of
    /// vertices or one that is not finite.
    pub fn set_positions(&mut self, object: usize, positions: &[Vec3]) -> bool {
        self.forest.set_positions(&self.context, object, positions)
    }

    /// What the last question took.
    pub fn last_traversal(&self) -> &Traversal {
        &self.last
    }

    /// Bytes of all buffers: of the trees, and of the lists.
    pub fn bytes(&self) -> [u64; 2] {
        [self.forest.bytes(), self.lists.bytes()]
    }

    /// Every two triangles of different objects that meet under the poses (`world_from_object`) or come within a distance,
    /// and some that nearly do; in no order. 0 mm: that meet.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn candidates(&mut self, poses: &[Rigid], distance_mm: f64) -> Result<Vec<Candidate>, GpuError> {
        if self.forest.refit(&self.context) {
            self.coherence.forget();
        }
        self.last = Traversal::default();
        let all = relations(&self.forest, poses, distance_mm, self.settings.margin_times);
        let mut found = Vec::new();
        // As many as a pair can number.
        for some in all.chunks(1 << (2 * RELATION_BITS)) {
            let pairs = self.walk_all(some)?;
            found.extend(pairs.into_iter().map(|pair| self.candidate(pair, some)));
        }
        Ok(found)
    }

    fn candidate(&self, pair: [u32; 2], relations: &[Relation]) -> Candidate {
        let number = pair[0] >> NODE_BITS | (pair[1] >> NODE_BITS) << RELATION_BITS;
        let objects = relations[number as usize].objects;
        let triangle = |k: usize| self.forest.trees[objects[k]].order[(pair[k] & NODE_MASK) as usize];
        Candidate { objects: objects.map(|o| o as u32), triangles: [triangle(0), triangle(1)] }
    }

    /// The walk of some relations, with longer lists until they suffice; piece by piece where they may not be longer.
    fn walk_all(&mut self, relations: &[Relation]) -> Result<Vec<[u32; 2]>, GpuError> {
        loop {
            let plan = match self.settings.coherent {
                true => self.coherence.plan(relations, &self.forest),
                false => Plan::Roots,
            };
            self.write_relations(relations, plan.slack());
            let walked = self.walk_planned(plan, relations.len())?;
            let most = walked.most();
            if most <= self.lists.room {
                self.coherence.note(plan, relations);
                self.note(&walked, plan);
                return Ok(walked.pairs);
            }
            self.coherence.forget();
            if self.lists.room == self.settings.most_room {
                return self.walk_in_pieces(relations.len());
            }
            self.grow(most);
        }
    }

    fn write_relations(&mut self, relations: &[Relation], slack: f64) {
        if self.groups.room < relations.len() {
            self.groups = ForestGroups::new(&self.context, &self.passes, &self.forest, relations.len());
        }
        for (buffer, further) in self.groups.relations.iter().zip([0.0, slack]) {
            let uniforms: Vec<RelationUniform> = relations.iter().map(|r| r.uniform(further)).collect();
            self.context.queue.write_buffer(buffer, 0, bytemuck::cast_slice(&uniforms));
        }
    }

    fn grow(&mut self, most: u32) {
        let room = most.checked_next_power_of_two().unwrap_or(u32::MAX).min(self.settings.most_room);
        self.lists = PairLists::new(&self.context.device, &self.context.queue, &self.passes.lists_layout, room);
        self.last.n_grown += 1;
    }

    fn note(&mut self, walked: &Walked, plan: Plan) {
        let last = &mut self.last;
        (last.entry_slot, last.from_front) = match plan {
            Plan::Keep { slot } => (slot, true),
            Plan::Roots | Plan::Make { .. } => (self.forest.root_slot, false),
        };
        for (slot, record) in walked.records.iter().enumerate() {
            last.n_tested[slot] += u64::from(record.n_tested);
            last.n_near[slot] += u64::from(record.n_pairs);
        }
        last.n_found += u64::from(walked.found.n_pairs);
        last.n_pieces += 1;
        // A little more than were found: the next frame may find more.
        self.expected = (walked.found.n_pairs / 4 * 5).max(EXPECTED_AT_LEAST);
    }

    fn walk_planned(&mut self, plan: Plan, n_relations: usize) -> Result<Walked, GpuError> {
        let (roots, root_slot) = (roots(n_relations), self.forest.root_slot);
        let from_roots = Entry::Pairs(root_slot, &roots);
        match plan {
            Plan::Roots => self.walk(from_roots),
            Plan::Keep { slot } => self.walk(Entry::Front(slot)),
            Plan::Make { slot, .. } => {
                self.enter(from_roots);
                self.lists.front.reset(&self.context.queue, None);
                let mut encoder = self.begin();
                self.encode_steps(&mut encoder, (root_slot, slot), LOOSE, (false, true));
                self.encode_walk(&mut encoder, Entry::Front(slot));
                self.finish(encoder, Some(slot))
            }
        }
    }

    /// From an entry down to the triangles.
    fn walk(&mut self, entry: Entry<'_>) -> Result<Walked, GpuError> {
        self.enter(entry);
        let mut encoder = self.begin();
        self.encode_walk(&mut encoder, entry);
        self.finish(encoder, None)
    }

    /// Puts the pairs that a walk begins with into their list, and empties all others but the front.
    fn enter(&self, entry: Entry<'_>) {
        let queue = &self.context.queue;
        self.lists.found.reset(queue, None);
        for (parity, list) in self.lists.turn.iter().enumerate() {
            match entry {
                Entry::Pairs(slot, pairs) if slot % 2 == parity => {
                    queue.write_buffer(&list.pairs, 0, bytemuck::cast_slice(pairs));
                    list.reset(queue, Some((slot, pairs.len() as u32)));
                }
                _ => list.reset(queue, None),
            }
        }
    }

    fn begin(&self) -> CommandEncoder {
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("interference") };
        self.context.device.create_command_encoder(&descriptor)
    }

    fn encode_walk(&self, encoder: &mut CommandEncoder, entry: Entry<'_>) {
        match entry {
            Entry::Pairs(slot, _) => self.encode_steps(encoder, (slot, 0), TIGHT, (false, false)),
            Entry::Front(slot) => self.encode_steps(encoder, (slot, 0), TIGHT, (true, false)),
        }
        let mut pass = begin_pass(encoder);
        let (lists, steps) = self.lists.last_step();
        self.passes.meet.run(&mut pass, [&self.groups.triangles, lists], (steps, StepRecord::offset(0)));
    }

    /// All steps from a slot down to another. `from_front`: the first one reads the front. `to_front`: the last one
    /// writes it.
    fn encode_steps(
        &self,
        encoder: &mut CommandEncoder,
        (from, to): (usize, usize),
        tightness: usize,
        (from_front, to_front): (bool, bool),
    ) {
        let mut pass = begin_pass(encoder);
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

    /// Submits a walk and reads what it left. `made`: the slot of the front that it made on the way.
    fn finish(&mut self, mut encoder: CommandEncoder, made: Option<usize>) -> Result<Walked, GpuError> {
        let lists = &self.lists;
        let steps = [&lists.turn[0].steps, &lists.turn[1].steps, &lists.front.steps, &lists.found.steps];
        let expected = self.expected.min(lists.room);
        let bytes = steps.len() as u64 * STEPS_BYTES + u64::from(expected) * PAIR_BYTES;
        let mut readback = Readback::new(&self.context.device, bytes);
        for (i, steps) in steps.iter().enumerate() {
            encoder.copy_buffer_to_buffer(steps, 0, readback.buffer(), i as u64 * STEPS_BYTES, STEPS_BYTES);
        }
        let at = steps.len() as u64 * STEPS_BYTES;
        encoder.copy_buffer_to_buffer(&lists.found.pairs, 0, readback.buffer(), at, u64::from(expected) * PAIR_BYTES);
        self.context.queue.submit([encoder.finish()]);
        readback.request();
        readback::wait(&self.context, &[&readback])?;
        let bytes = readback.take().ok_or_else(|| GpuError::Lost("the pairs did not arrive".into()))?;
        let (records, pairs) = bytes.split_at(at as usize);
        let records: Vec<[StepRecord; N_SLOTS]> = bytemuck::pod_collect_to_vec(records);
        let found = records[3][0];
        let mut pairs: Vec<[u32; 2]> = bytemuck::pod_collect_to_vec(pairs);
        if found.n_pairs > expected && found.n_pairs <= lists.room {
            pairs = self.read_pairs(&lists.found.pairs, found.n_pairs)?;
        }
        pairs.truncate(found.n_pairs as usize);
        let of_slot = |slot: usize| if made == Some(slot) { records[2][slot] } else { records[slot % 2][slot] };
        Ok(Walked { records: std::array::from_fn(of_slot), found, pairs })
    }

    fn read_pairs(&self, list: &Buffer, n_pairs: u32) -> Result<Vec<[u32; 2]>, GpuError> {
        let bytes = u64::from(n_pairs) * PAIR_BYTES;
        let mut readback = Readback::new(&self.context.device, bytes);
        let mut encoder = self.begin();
        encoder.copy_buffer_to_buffer(list, 0, readback.buffer(), 0, bytes);
        self.context.queue.submit([encoder.finish()]);
        readback.request();
        readback::wait(&self.context, &[&readback])?;
        let bytes = readback.take().ok_or_else(|| GpuError::Lost("the pairs did not arrive".into()))?;
        Ok(bytemuck::pod_collect_to_vec(&bytes))
    }

    /// Where the longest lists that are allowed do not suffice: the last list that fits is parted, and every part is walked
    /// by itself. One pair of nodes has no more children than the shortest list has room for, so that there is an end.
    fn walk_in_pieces(&mut self, n_relations: usize) -> Result<Vec<[u32; 2]>, GpuError> {
        let n_grown = self.last.n_grown;
        self.last = Traversal { n_grown, ..Traversal::default() };
        let root_slot = self.forest.root_slot;
        let all = roots(n_relations);
        let mut due: Vec<_> = all.chunks(self.lists.room as usize).map(|some| (root_slot, some.to_vec())).collect();
        let mut found = Vec::new();
        while let Some((slot, pairs)) = due.pop() {
            let walked = self.walk(Entry::Pairs(slot, &pairs))?;
            let fits = |below: &usize| walked.records[*below].n_pairs <= self.lists.room;
            let Some(full) = (0..slot).rev().find(|below| !fits(below)) else {
                self.note(&walked, Plan::Roots);
                found.extend(walked.pairs);
                continue;
            };
            let above = full + 1;
            let list = if above == slot { pairs } else { self.list_at((slot, &pairs), above)? };
            // Twice as many parts as it takes where all of them are alike.
            let parts = (2 * walked.records[full].n_pairs.div_ceil(self.lists.room)).max(2) as usize;
            due.extend(list.chunks((list.len() / parts).max(1)).map(|part| (above, part.to_vec())));
        }
        Ok(found)
    }

    /// The list of a slot as a walk from another one leaves it.
    fn list_at(&mut self, (from, pairs): (usize, &[[u32; 2]]), slot: usize) -> Result<Vec<[u32; 2]>, GpuError> {
        self.enter(Entry::Pairs(from, pairs));
        let mut encoder = self.begin();
        self.encode_steps(&mut encoder, (from, slot), TIGHT, (false, false));
        let n_pairs = self.finish(encoder, None)?.records[slot].n_pairs;
        self.read_pairs(&self.lists.turn[slot % 2].pairs, n_pairs)
    }
}

/// Pairs that are read at once with a walk's records, at least.
const EXPECTED_AT_LEAST: u32 = 1024;

/// Both roots of every relation.
fn roots(n_relations: usize) -> Vec<[u32; 2]> {
    let low = (1 << RELATION_BITS) - 1;
    (0..n_relations as u32).map(|r| [(r & low) << NODE_BITS, (r >> RELATION_BITS) << NODE_BITS]).collect()
}

fn begin_pass(encoder: &mut CommandEncoder) -> wgpu::ComputePass<'_> {
    encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("interference"), timestamp_writes: None })
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
        let triangles =
            group(&passes.triangles_layout, &[&forest.slots, &relations[TIGHT], &forest.positions, &forest.corners]);
        Self { room, relations, nodes, triangles }
    }
}
