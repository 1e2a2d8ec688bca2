//! What the search for the nearest triangles writes: of each vertex the smallest distance and whose it is.
use super::bindings::{self, buffer, part};
use super::device::{Context, GpuError};
use super::forest::{Forest, Tree};
use super::layout::NearestRun;
use super::pair_lists::PairLists;
use super::pass::nearest_triangles::NearestTriangles;
use super::readback;
use wgpu::{BindGroup, Buffer, BufferUsages, Device};

/// The nearest triangle of another object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestOnGpu {
    /// In single precision: no farther from the truth than a relation's margin, some 0.002 mm of a jaw at most.
    pub distance_mm: f64,
    /// Object and triangle.
    pub triangle: [u32; 2],
}

/// No triangle's place.
pub const NO_PLACE: u32 = u32::MAX;

pub struct VertexGaps {
    context: Context,
    /// Complements, 0 for none: of distances' bits, and of triangles' places.
    nearness: Buffer,
    nearest: Buffer,
    runs: Buffer,
    /// Of either turn, for lists of the room that they were bound to.
    turns: [BindGroup; 2],
    room: u32,
}

/// What bindings must be aligned to.
const STRIDE: u64 = 256;

impl VertexGaps {
    pub fn new(context: &Context, pass: &NearestTriangles, lists: &PairLists, n_vertices: usize) -> Self {
        let device = &context.device;
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC;
        let of_vertices = |label| buffer(device, label, n_vertices as u64 * 4, usage);
        let (nearness, nearest) = (of_vertices("vertex gaps: nearness"), of_vertices("vertex gaps: nearest"));
        let runs = buffer(device, "vertex gaps: runs", 2 * STRIDE, BufferUsages::UNIFORM);
        let turns = groups(device, pass, lists, [&runs, &nearness, &nearest]);
        Self { context: context.clone(), nearness, nearest, runs, turns, room: 0 }.bound(pass, lists)
    }

    /// The same with these lists.
    pub fn bound(self, pass: &NearestTriangles, lists: &PairLists) -> Self {
        if self.room == lists.room {
            return self;
        }
        for turn in [0, 1] {
            let run = NearestRun { room: lists.room, turn };
            self.context.queue.write_buffer(&self.runs, STRIDE * u64::from(turn), bytemuck::bytes_of(&run));
        }
        let turns = groups(&self.context.device, pass, lists, [&self.runs, &self.nearness, &self.nearest]);
        Self { turns, room: lists.room, ..self }
    }

    pub fn turn(&self, turn: usize) -> &BindGroup {
        &self.turns[turn]
    }

    /// Of each vertex the complement of the smallest distance's bits, 0 for none.
    pub fn nearness(&self) -> &Buffer {
        &self.nearness
    }

    /// Nothing is near to anything.
    pub fn clear(&self) {
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("vertex gaps: clear") };
        let mut encoder = self.context.device.create_command_encoder(&descriptor);
        encoder.clear_buffer(&self.nearness, 0, None);
        encoder.clear_buffer(&self.nearest, 0, None);
        self.context.queue.submit([encoder.finish()]);
    }

    /// Of all objects' vertices, one object after the other, the places of the nearest triangles ([`Forest::triangle_at`]);
    /// [`NO_PLACE`] for none.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn read_places(&self, forest: &Forest) -> Result<Vec<u32>, GpuError> {
        let words = readback::read_words(&self.context, &self.nearest, forest.n_vertices())?;
        Ok(words.into_iter().map(|word| !word).collect())
    }

    /// By object and vertex.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn read(&self, forest: &Forest) -> Result<Vec<Vec<Option<NearestOnGpu>>>, GpuError> {
        let words = |buffer: &Buffer| readback::read_words(&self.context, buffer, forest.n_vertices());
        let (nearness, nearest) = (words(&self.nearness)?, words(&self.nearest)?);
        let of_vertex = |v: usize| {
            let triangle = forest.triangle_at(!nearest[v]).filter(|_| nearest[v] != 0)?;
            let distance_mm = f64::from(f32::from_bits(!nearness[v])) * forest.unit_mm;
            Some(NearestOnGpu { distance_mm, triangle })
        };
        let of_tree = |t: &Tree| (t.first_vertex..t.first_vertex + t.n_vertices).map(of_vertex).collect();
        Ok(forest.trees.iter().map(of_tree).collect())
    }
}

fn groups(
    device: &Device,
    pass: &NearestTriangles,
    lists: &PairLists,
    [runs, nearness, nearest]: [&Buffer; 3],
) -> [BindGroup; 2] {
    let list = &lists.turn[0];
    [0, 1].map(|turn| {
        let run = part(runs, STRIDE * turn, size_of::<NearestRun>() as u64);
        let [pairs, now, nearness, nearest] =
            [&list.pairs, &list.steps, nearness, nearest].map(|b| b.as_entire_binding());
        bindings::group(device, "vertex gaps", &pass.layout, &[run, pairs, now, nearness, nearest])
    })
}
