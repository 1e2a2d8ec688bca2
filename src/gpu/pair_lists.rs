//! Lists of pairs of nodes on the GPU, and what ties the steps of a traversal to them.
//!
//! Two lists are read and written in turn: the pairs of a slot lie in the one of its parity. A third one keeps the front of
//! a frame for the next, a fourth takes what is left at the end. Beside each list stand the records of its steps, by which
//! the next step is dispatched.
use super::bindings::{self, buffer, part};
use super::layout::forest::N_SLOTS;
use super::layout::{StepRecord, StepRun};
use wgpu::{BindGroup, BindGroupLayout, Buffer, BufferUsages, Device, Queue};

/// Bytes of a pair.
pub const PAIR_BYTES: u64 = 8;
/// No list may be longer: one row of workgroups walks it.
pub const MOST_ROOM: u32 = 65_535 * 64;
pub const STEPS_BYTES: u64 = (N_SLOTS * size_of::<StepRecord>()) as u64;
/// What bindings must be aligned to.
const STRIDE: u64 = 256;

/// A list and the records of its steps.
pub struct PairList {
    pub pairs: Buffer,
    pub steps: Buffer,
}

impl PairList {
    fn new(device: &Device, room: u32) -> Self {
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC;
        Self {
            pairs: buffer(device, "interference: pairs", u64::from(room) * PAIR_BYTES, usage),
            steps: buffer(device, "interference: steps", STEPS_BYTES, usage | BufferUsages::INDIRECT),
        }
    }

    /// Empties every slot but one that holds so many pairs.
    pub fn reset(&self, queue: &Queue, entry: Option<(usize, u32)>) {
        let mut steps = [StepRecord::EMPTY; N_SLOTS];
        if let Some((slot, n_pairs)) = entry {
            steps[slot] = StepRecord { groups: n_pairs.div_ceil(64), n_pairs, ..StepRecord::EMPTY };
        }
        queue.write_buffer(&self.steps, 0, bytemuck::cast_slice(&steps));
    }
}

impl StepRecord {
    /// Indirect dispatches have three dimensions.
    pub const EMPTY: Self =
        Self { groups: 0, y: 1, z: 1, n_pairs: 0, n_tested: 0, unused_a: 0, unused_b: 0, unused_c: 0 };

    /// Where the record of a slot lies, bytes.
    pub fn offset(slot: usize) -> u64 {
        (slot * size_of::<Self>()) as u64
    }
}

/// Groups of one step, from the slot that it reads.
struct SlotGroups {
    to_next: BindGroup,
    from_front: BindGroup,
    to_front: BindGroup,
}

pub struct PairLists {
    pub room: u32,
    pub turn: [PairList; 2],
    pub front: PairList,
    pub found: PairList,
    groups: Vec<SlotGroups>,
    to_found: BindGroup,
}

impl PairLists {
    pub fn new(device: &Device, queue: &Queue, layout: &BindGroupLayout, room: u32) -> Self {
        let list = || PairList::new(device, room);
        let (turn, front, found) = ([list(), list()], list(), list());
        let runs = buffer(device, "interference: step runs", STRIDE * N_SLOTS as u64, BufferUsages::UNIFORM);
        for slot in 0..N_SLOTS {
            let run = StepRun { slot: slot as u32, room };
            queue.write_buffer(&runs, STRIDE * slot as u64, bytemuck::bytes_of(&run));
        }
        let group = |slot: usize, from: &PairList, to: &PairList| {
            let run = part(&runs, STRIDE * slot as u64, size_of::<StepRun>() as u64);
            let [from_pairs, now, to_pairs, next] =
                [&from.pairs, &from.steps, &to.pairs, &to.steps].map(|b| b.as_entire_binding());
            bindings::group(device, "interference: lists", layout, &[run, from_pairs, now, to_pairs, next])
        };
        let of_slot = |slot: usize| {
            let (own, other) = (&turn[slot % 2], &turn[(slot + 1) % 2]);
            SlotGroups {
                to_next: group(slot, own, other),
                from_front: group(slot, &front, other),
                to_front: group(slot, own, &front),
            }
        };
        let groups = (0..N_SLOTS).map(of_slot).collect();
        let to_found = group(0, &turn[0], &found);
        Self { room, turn, front, found, groups, to_found }
    }

    /// The step from a slot to the one below.
    pub fn step(&self, slot: usize, from_front: bool, to_front: bool) -> (&BindGroup, &Buffer) {
        let groups = &self.groups[slot];
        match (from_front, to_front) {
            (true, _) => (&groups.from_front, &self.front.steps),
            (false, true) => (&groups.to_front, &self.turn[slot % 2].steps),
            (false, false) => (&groups.to_next, &self.turn[slot % 2].steps),
        }
    }

    /// The last step: pairs of triangles.
    pub fn last_step(&self) -> (&BindGroup, &Buffer) {
        (&self.to_found, &self.turn[0].steps)
    }

    pub fn bytes(&self) -> u64 {
        let lists = [&self.turn[0], &self.turn[1], &self.front, &self.found];
        lists.iter().map(|list| list.pairs.size() + list.steps.size()).sum()
    }
}
