//! Temporal coherence of nearest triangles: what the last search found bounds what this one can find. Nothing is farther from a
//! vertex than what was nearest to it and has moved since; so a box is looked into no farther than the largest such distance of
//! what it holds. Beside them the distance that is asked for still holds.
use super::bindings::{self, buffer, part};
use super::device::Context;
use super::forest::Forest;
use super::front::motion;
use super::layout::RefitRun;
use super::pass::bound::Bound;
use super::relation::Relation;
use super::vertex_gaps::VertexGaps;
use std::sync::Arc;
use wgpu::{BindGroup, BufferUsages, CommandEncoderDescriptor, ComputePassDescriptor};

/// Bounds of a forest, and of what they are.
pub struct Bounds {
    pass: Arc<Bound>,
    forest: BindGroup,
    /// By object, from slot 1 to the root's.
    runs: Vec<Vec<BindGroup>>,
    /// Of the last search, if it said all.
    last: Option<Vec<Relation>>,
}

/// What bindings must be aligned to.
const STRIDE: u64 = 256;

impl Bounds {
    /// From what is left in `gaps`.
    pub fn new(context: &Context, forest: &Forest, gaps: &VertexGaps) -> Self {
        let (device, pass) = (&context.device, context.once(Bound::new));
        let buffers = [&forest.slots, &forest.boxes, &forest.positions, &forest.corners, gaps.nearness()];
        let resources = buffers.map(|b| b.as_entire_binding());
        let group = bindings::group(device, "bound: forest", &pass.forest_layout, &resources);
        let n_slots = forest.root_slot as u64;
        let all = buffer(device, "bound: runs", STRIDE * n_slots * forest.trees.len() as u64, BufferUsages::UNIFORM);
        let run = |object: usize, slot: usize| {
            let at = STRIDE * (object as u64 * n_slots + slot as u64 - 1);
            let run = RefitRun { object: object as u32, slot: slot as u32 };
            context.queue.write_buffer(&all, at, bytemuck::bytes_of(&run));
            bindings::group(device, "bound: run", &pass.run_layout, &[part(&all, at, size_of::<RefitRun>() as u64)])
        };
        let of_object = |object| (1..=forest.root_slot).map(|slot| run(object, slot)).collect();
        let runs = (0..forest.trees.len()).map(of_object).collect();
        Self { pass, forest: group, runs, last: None }
    }

    /// Takes over what the last search left, if it bounds this one, and says how much farther things may be now, tree units. `times`
    /// is 1 but in tests.
    pub fn renew(&mut self, context: &Context, forest: &Forest, (relations, times): (&[Relation], f64)) -> Option<f64> {
        let moved = motion(&self.last.take()?, relations, forest);
        // What was measured, what is measured, and a box's distance may each be off by a margin.
        let margin = relations.iter().map(|r| r.margin.abs()).fold(0.0, f64::max);
        let grown = times * moved + 3.0 * margin;
        let asked = relations.iter().map(|r| r.distance).fold(0.0, f64::max);
        (grown < asked).then(|| {
            self.encode(context, forest);
            grown
        })
    }

    fn encode(&self, context: &Context, forest: &Forest) {
        let descriptor = CommandEncoderDescriptor { label: Some("bound") };
        let mut encoder = context.device.create_command_encoder(&descriptor);
        let mut pass =
            encoder.begin_compute_pass(&ComputePassDescriptor { label: Some("bound"), timestamp_writes: None });
        if let Some(run) = self.runs.first().and_then(|of_object| of_object.first()) {
            self.pass.run_vertices(&mut pass, [&self.forest, run], forest.n_vertices() as u32);
        }
        for (tree, runs) in forest.trees.iter().zip(&self.runs) {
            for (run, slot) in runs.iter().zip(1..) {
                self.pass.run_slot(&mut pass, [&self.forest, run], slot, tree.n_nodes(slot));
            }
        }
        drop(pass);
        context.queue.submit([encoder.finish()]);
    }

    /// A search of these is done.
    pub fn note(&mut self, relations: Vec<Relation>) {
        self.last = Some(relations);
    }
}
