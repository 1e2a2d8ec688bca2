//! Trees of several objects on the GPU, for engine `bvh-gpu`: triangles in the order of balanced leaves, boxes over them.
//! Made once; moved and deformed vertices are handed over, and their boxes refitted there.
//!
//! Coordinates are *tree units*: about the middle of the object's own box, divided by one power of two for all objects, so
//! that none is larger than 1. What single precision rounds is then a share of the object, wherever a scanner put its
//! origin, and no product leaves the range of single precision, whatever the unit of length.
use super::bindings::{self, buffer};
use super::device::{Context, GpuError};
use super::layout::forest::{FIRST_OF_VERTEX, N_SLOTS, NODE_MASK};
use super::layout::{RefitRun, TreeSlot};
use super::pass::refit::Refit;
use super::readback::{self, Readback};
use crate::mesh::TriMesh;
use crate::mesh::balanced::FAN_OUT;
use glam::{DVec3, Vec3};
use std::sync::Arc;
use wgpu::{BindGroup, Buffer, BufferUsages};

/// A mesh, and its triangles in the order of the leaves ([`crate::mesh::balanced_order`]).
#[derive(Clone, Copy)]
pub struct ForestObject<'a> {
    pub mesh: &'a TriMesh,
    pub order: &'a [u32],
}

/// What the processor keeps of a tree.
pub struct Tree {
    /// Triangle of the mesh by place in the order of the leaves.
    pub order: Vec<u32>,
    /// Middle of the tree's coordinates, mm.
    pub centre: DVec3,
    /// Around the finite vertices, in tree units.
    pub lo: DVec3,
    pub hi: DVec3,
    pub first_vertex: usize,
    pub n_vertices: usize,
    slots: [TreeSlot; N_SLOTS],
}

impl Tree {
    /// Largest coordinate, tree units.
    pub fn reach(&self) -> f64 {
        self.lo.abs().max(self.hi.abs()).max_element()
    }

    pub fn n_triangles(&self) -> usize {
        self.order.len()
    }

    /// Nodes of a slot.
    pub fn n_nodes(&self, slot: usize) -> u32 {
        self.slots[slot].count
    }

    /// The lowest slot of one node.
    pub fn root_slot(&self) -> usize {
        (1..N_SLOTS).find(|slot| self.slots[*slot].count <= 1).unwrap_or(N_SLOTS - 1)
    }
}

/// All trees with their buffers.
pub struct Forest {
    pub trees: Vec<Tree>,
    /// Length of a tree unit, mm: a power of two.
    pub unit_mm: f64,
    /// Slot in which every object has one node.
    pub root_slot: usize,
    pub slots: Buffer,
    pub boxes: Buffer,
    pub positions: Buffer,
    pub corners: Buffer,
    refit: Arc<Refit>,
    refit_groups: [BindGroup; 2],
    refit_run: Buffer,
    /// Objects whose boxes are not those of their vertices.
    stale: Vec<bool>,
}

/// Boxes are seven numbers of four bytes, positions four: the last of either is a bound ([`super::bounds`]).
const BOX_BYTES: u64 = 28;
const POSITION_BYTES: u64 = 16;
/// What a word of a pair can number, and one dispatch can refit.
const MOST_TRIANGLES: usize = NODE_MASK as usize - 256;

impl Forest {
    /// # Errors
    /// [`GpuError::MeshTooLarge`], or [`GpuError::EmptyMesh`] where nothing has a triangle.
    pub fn new(context: &Context, objects: &[ForestObject<'_>]) -> Result<Self, GpuError> {
        let sizes = objects.iter().map(|o| half_size(&o.mesh.positions)).fold(0.0, f64::max);
        let unit_mm = power_of_two_above(sizes);
        let (mut trees, mut n_vertices) = (Vec::new(), 0);
        for object in objects {
            trees.push(Tree::of(object, unit_mm, n_vertices));
            n_vertices += object.mesh.positions.len();
        }
        let n_triangles = trees.iter().map(Tree::n_triangles).sum::<usize>();
        if n_triangles == 0 {
            return Err(GpuError::EmptyMesh);
        }
        let n_boxes = number_slots(&mut trees);
        let bytes = [n_vertices as u64 * POSITION_BYTES, n_triangles as u64 * 12, n_boxes * BOX_BYTES];
        check_size(context, &trees, bytes)?;
        let storage = |label, bytes, more| buffer(&context.device, label, bytes, BufferUsages::STORAGE | more);
        let slots = storage("forest: slots", (trees.len() * N_SLOTS * 8) as u64, BufferUsages::empty());
        let positions = storage("forest: positions", bytes[0], BufferUsages::empty());
        let corners = storage("forest: corners", bytes[1], BufferUsages::empty());
        let boxes = storage("forest: boxes", bytes[2], BufferUsages::COPY_SRC);
        let refit_run = buffer(&context.device, "refit: run", 8, BufferUsages::UNIFORM);
        let refit = context.once(Refit::new);
        let resources = [&slots, &boxes, &positions, &corners].map(|b| b.as_entire_binding());
        let refit_groups = [
            bindings::group(&context.device, "refit: forest", &refit.forest_layout, &resources),
            bindings::group(&context.device, "refit: run", &refit.run_layout, &[refit_run.as_entire_binding()]),
        ];
        let root_slot = trees.iter().map(Tree::root_slot).fold(1, usize::max);
        let all: Vec<TreeSlot> = trees.iter().flat_map(|t| t.slots).collect();
        context.queue.write_buffer(&slots, 0, bytemuck::cast_slice(&all));
        let stale = vec![true; trees.len()];
        let forest =
            Self { trees, unit_mm, root_slot, slots, boxes, positions, corners, refit, refit_groups, refit_run, stale };
        for (i, object) in objects.iter().enumerate() {
            forest.write(context, i, object);
        }
        Ok(forest)
    }

    /// Hands corners and vertices of an object over.
    fn write(&self, context: &Context, i: usize, object: &ForestObject<'_>) {
        let tree = &self.trees[i];
        let (first, mut seen) = (tree.first_vertex as u32, vec![false; tree.n_vertices]);
        let mut corner = |v: u32| {
            let is_first = !std::mem::replace(&mut seen[v as usize], true);
            (first + v) | if is_first { FIRST_OF_VERTEX } else { 0 }
        };
        let in_order = tree.order.iter().map(|t| object.mesh.triangles[*t as usize]);
        let corners: Vec<[u32; 3]> = in_order.map(|t| t.map(&mut corner)).collect();
        let at = u64::from(tree.slots[0].first) * 12;
        context.queue.write_buffer(&self.corners, at, bytemuck::cast_slice(&corners));
        self.write_positions(context, i, &object.mesh.positions);
    }

    fn write_positions(&self, context: &Context, i: usize, positions: &[Vec3]) {
        let (tree, unit) = (&self.trees[i], self.unit_mm);
        let own = |p: &Vec3| ((p.as_dvec3() - tree.centre) / unit).as_vec3().extend(0.0).to_array();
        let own: Vec<[f32; 4]> = positions.iter().map(own).collect();
        let at = tree.first_vertex as u64 * POSITION_BYTES;
        context.queue.write_buffer(&self.positions, at, bytemuck::cast_slice(&own));
    }

    /// Takes over moved vertices of an object, mm in its own coordinates; its boxes are refitted with the next question.
    /// `false`, and nothing changes, for another number of vertices or one that is not finite.
    pub fn set_positions(&mut self, context: &Context, object: usize, positions: &[Vec3]) -> bool {
        let fits = self.trees.get(object).is_some_and(|tree| tree.n_vertices == positions.len());
        if !fits || !positions.iter().all(|p| p.is_finite()) {
            return false;
        }
        self.write_positions(context, object, positions);
        let (tree, unit) = (&mut self.trees[object], self.unit_mm);
        (tree.lo, tree.hi) = bounds(positions, tree.centre, unit);
        self.stale[object] = true;
        true
    }

    /// Refits the boxes of whatever has moved. Says whether anything had.
    pub fn refit(&mut self, context: &Context) -> bool {
        let stale = std::mem::replace(&mut self.stale, vec![false; self.trees.len()]);
        let objects = stale.iter().enumerate().filter(|(_, stale)| **stale).map(|(object, _)| object);
        let mut any = false;
        for object in objects {
            any = true;
            for slot in 1..=self.root_slot {
                self.refit_slot(context, object, slot);
            }
        }
        any
    }

    /// One submission a slot: the uniform that says which is written between them.
    fn refit_slot(&self, context: &Context, object: usize, slot: usize) {
        let run = RefitRun { object: object as u32, slot: slot as u32 };
        context.queue.write_buffer(&self.refit_run, 0, bytemuck::bytes_of(&run));
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("refit") };
        let mut encoder = context.device.create_command_encoder(&descriptor);
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("refit"), timestamp_writes: None });
        let [forest, run] = &self.refit_groups;
        self.refit.run(&mut pass, [forest, run], slot, self.trees[object].slots[slot].count);
        drop(pass);
        context.queue.submit([encoder.finish()]);
    }

    pub fn n_vertices(&self) -> usize {
        self.trees.last().map_or(0, |t| t.first_vertex + t.n_vertices)
    }

    /// Whose a place in the buffer of corners is: object and triangle.
    pub fn triangle_at(&self, place: u32) -> Option<[u32; 2]> {
        let holds = |t: &Tree| place.checked_sub(t.slots[0].first).filter(|own| *own < t.slots[0].count);
        let (object, own) = (0..).zip(&self.trees).find_map(|(i, t)| Some((i, t.order[holds(t)? as usize])))?;
        Some([object, own])
    }

    /// Bytes of all buffers.
    pub fn bytes(&self) -> u64 {
        [&self.slots, &self.boxes, &self.positions, &self.corners].iter().map(|b| b.size()).sum()
    }

    /// Every box of an object's slot, read back: lowest and highest corner, tree units.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn read_boxes(&self, context: &Context, object: usize, slot: usize) -> Result<Vec<[f32; 6]>, GpuError> {
        let TreeSlot { first, count } = self.trees[object].slots[slot];
        let bytes = u64::from(count) * BOX_BYTES;
        let mut readback = Readback::new(&context.device, bytes);
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("forest: read boxes") };
        let mut encoder = context.device.create_command_encoder(&descriptor);
        encoder.copy_buffer_to_buffer(&self.boxes, u64::from(first) * BOX_BYTES, readback.buffer(), 0, bytes);
        context.queue.submit([encoder.finish()]);
        readback.request();
        readback::wait(context, &[&readback])?;
        let bytes = readback.take().ok_or_else(|| GpuError::Lost("the boxes did not arrive".into()))?;
        let boxes: Vec<[f32; 7]> = bytemuck::pod_collect_to_vec(&bytes);
        Ok(boxes.into_iter().map(|[a, b, c, d, e, f, _]| [a, b, c, d, e, f]).collect())
    }
}

impl Tree {
    fn of(object: &ForestObject<'_>, unit_mm: f64, first_vertex: usize) -> Self {
        let positions = &object.mesh.positions;
        let (lo, hi) = bounds(positions, DVec3::ZERO, 1.0);
        let centre = if lo.cmple(hi).all() { lo * 0.5 + hi * 0.5 } else { DVec3::ZERO };
        let (lo, hi) = bounds(positions, centre, unit_mm);
        let n_vertices = positions.len();
        Self { order: object.order.to_vec(), centre, lo, hi, first_vertex, n_vertices, slots: Default::default() }
    }
}

/// Around some vertices, in tree units.
fn bounds(positions: &[Vec3], centre: DVec3, unit_mm: f64) -> (DVec3, DVec3) {
    let all = positions.iter().map(|p| (p.as_dvec3() - centre) / unit_mm);
    all.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(lo, hi), p| (lo.min(p), hi.max(p)))
}

fn half_size(positions: &[Vec3]) -> f64 {
    let (lo, hi) = bounds(positions, DVec3::ZERO, 1.0);
    ((hi - lo) * 0.5).max_element().max(0.0)
}

fn power_of_two_above(size: f64) -> f64 {
    if size > 0.0 { size.log2().ceil().exp2() } else { 1.0 }
}

/// Gives every slot of every tree its place. Slots of triangles stand in the buffer of corners, all others in that of
/// boxes, whose length is returned. Beyond the root a slot holds the root again, so that all trees are of one depth.
fn number_slots(trees: &mut [Tree]) -> u64 {
    let (mut n_triangles, mut n_boxes) = (0, 0);
    for tree in trees {
        let mut count = tree.order.len() as u32;
        tree.slots[0] = TreeSlot { first: n_triangles, count };
        n_triangles += count;
        for slot in &mut tree.slots[1..] {
            count = count.div_ceil(FAN_OUT as u32);
            *slot = TreeSlot { first: n_boxes, count };
            n_boxes += count;
        }
    }
    u64::from(n_boxes)
}

fn check_size(context: &Context, trees: &[Tree], bytes: [u64; 3]) -> Result<(), GpuError> {
    let limits = context.device.limits();
    let allowed = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
    let needed = bytes.into_iter().fold(0, u64::max);
    let largest = trees.iter().map(Tree::n_triangles).fold(0, usize::max);
    if needed <= allowed && largest <= MOST_TRIANGLES {
        return Ok(());
    }
    Err(GpuError::MeshTooLarge {
        adapter: context.adapter_name.to_string(),
        n_triangles: largest,
        needed_mib: needed >> 20,
        allowed_mib: allowed >> 20,
    })
}
