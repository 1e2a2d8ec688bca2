//! Engine `bvh-gpu` up to the exact test: which triangles of several objects may meet, or come within a distance. Two trees
//! at a time are walked level by level, all pairs of objects in the same lists (Gress and Zachmann 2004, carried from
//! fragment programs to compute; ENGINES.md, "Engine bvh-gpu").
//!
//! Every pair that meets is among what is found; some that nearly meet are as well. A list that was too short is made longer,
//! and the walk repeated; one that may not be longer is walked in pieces.
use super::bounds::Bounds;
use super::device::{Context, GpuError};
use super::forest::{Forest, ForestObject};
use super::front::{Coherence, Plan};
use super::layout::forest::{N_SLOTS, NODE_MASK, RELATION_BITS};
use super::pair_lists::MOST_ROOM;
use super::relation::{Relation, relations};
use super::vertex_gaps::{NO_PLACE, NearestOnGpu, VertexGaps};
use super::walk::{AtTheEnd, Entry, Walked, Walker, relation_of, roots};
use crate::base::Rigid;
use glam::Vec3;

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
    /// Likewise by how much bounds grow with what has moved.
    pub bound_times: f64,
}

impl Default for InterferenceSettings {
    fn default() -> Self {
        Self { coherent: true, room: 1 << 16, most_room: MOST_ROOM, margin_times: 1.0, bound_times: 1.0 }
    }
}

/// Two triangles of different objects that may meet. The smaller number comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    pub objects: [u32; 2],
    pub triangles: [u32; 2],
}

/// What the last question took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traversal {
    /// Slot of the pairs that it began with: the root's, or a front's.
    pub entry_slot: usize,
    /// Whether that was the front of an earlier frame.
    pub from_front: bool,
    /// Whether the distances of an earlier frame bounded it.
    pub bounded: bool,
    /// By slot (0: triangles): pairs that were tried, and those that were left.
    pub n_tested: [u64; N_SLOTS],
    pub n_near: [u64; N_SLOTS],
    /// Pairs of triangles that no axis parts.
    pub n_found: u64,
    /// How often lists were made longer, and in how many pieces the walk was done.
    pub n_grown: u32,
    pub n_pieces: u32,
}

/// Objects in a forest, asked pose by pose.
pub struct Interference {
    pub forest: Forest,
    walker: Walker,
    settings: InterferenceSettings,
    coherence: Coherence,
    /// Once they have been asked for.
    gaps: Option<VertexGaps>,
    /// Likewise: what the last gaps say of the next ones.
    bounds: Option<Bounds>,
    last: Traversal,
    /// GPU time of the last question's passes.
    passes_ms: Vec<(&'static str, f64)>,
}

/// The nearest triangles of all objects' vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct NearestPlaces {
    /// One object's vertices after the other's: where among all objects' triangles the nearest one stands, each object's in the
    /// order that it was given with; [`NO_PLACE`] for none.
    pub places: Vec<u32>,
    /// No triangle is nearer than the one that is named by more, mm.
    pub error_mm: f64,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Pairs,
    /// Distances and whose they are: both at once. Nothing is farther than by so much beyond its bound, tree units.
    Gaps(Option<f64>),
    /// One after the other, where a walk does not see all pairs.
    OneTurn(usize),
}

/// Pairs of objects that a pair of nodes can number.
const MOST_RELATIONS: usize = 1 << (2 * RELATION_BITS);

impl Interference {
    /// # Errors
    /// [`GpuError::MeshTooLarge`], or [`GpuError::EmptyMesh`] where nothing has a triangle.
    pub fn new(
        context: &Context,
        objects: &[ForestObject<'_>],
        settings: InterferenceSettings,
    ) -> Result<Self, GpuError> {
        let forest = Forest::new(context, objects)?;
        // One pair of nodes has 16 pairs of children.
        let most_room = settings.most_room.clamp(16, MOST_ROOM);
        let settings = InterferenceSettings { room: settings.room.clamp(16, most_room), most_room, ..settings };
        Ok(Self {
            walker: Walker::new(context, &forest, settings.room),
            forest,
            settings,
            coherence: Coherence::default(),
            gaps: None,
            bounds: None,
            last: Traversal::default(),
            passes_ms: Vec::new(),
        })
    }

    /// Takes over moved vertices, mm in the object's own coordinates. `false`, and nothing changes, for another number of
    /// vertices or one that is not finite.
    pub fn set_positions(&mut self, object: usize, positions: &[Vec3]) -> bool {
        self.forest.set_positions(&self.walker.context, object, positions)
    }

    /// What the last question took.
    pub fn last_traversal(&self) -> &Traversal {
        &self.last
    }

    /// GPU time of the passes of the last question, each with its name, ms; empty where the adapter has no timestamps.
    pub fn passes_ms(&self) -> &[(&'static str, f64)] {
        &self.passes_ms
    }

    /// Bytes of all buffers: of the trees, and of the lists.
    pub fn bytes(&self) -> [u64; 2] {
        [self.forest.bytes(), self.walker.lists.bytes()]
    }

    /// Every two triangles of different objects that meet under the poses (`world_from_object`) or come within a distance,
    /// and some that nearly do; in no order. 0 mm: that meet.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn candidates(&mut self, poses: &[Rigid], distance_mm: f64) -> Result<Vec<Candidate>, GpuError> {
        let all = self.begin(poses, distance_mm);
        let mut found = Vec::new();
        for some in all.chunks(MOST_RELATIONS) {
            let pairs = self.walk_all(some, Wanted::Pairs)?;
            found.extend(pairs.into_iter().map(|pair| self.candidate(pair, some)));
        }
        Ok(found)
    }

    /// For every vertex of every object the nearest triangle of another one, up to a distance; by object and vertex.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn nearest(&mut self, poses: &[Rigid], distance_mm: f64) -> Result<Vec<Vec<Option<NearestOnGpu>>>, GpuError> {
        self.measure(poses, distance_mm)?;
        self.gaps.as_ref().map_or_else(|| Ok(Vec::new()), |gaps| gaps.read(&self.forest))
    }

    /// The same by the triangles' places alone, for whoever measures them again.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn nearest_places(&mut self, poses: &[Rigid], distance_mm: f64) -> Result<NearestPlaces, GpuError> {
        let relations = self.measure(poses, distance_mm)?;
        // Both the one that is named and a nearer one may be off.
        let error_mm = relations.iter().map(|r| 2.0 * r.margin.abs() * self.forest.unit_mm).fold(0.0, f64::max);
        let none = || Ok(vec![NO_PLACE; self.forest.n_vertices()]);
        let places = self.gaps.as_ref().map_or_else(none, |gaps| gaps.read_places(&self.forest))?;
        Ok(NearestPlaces { places, error_mm })
    }

    /// Leaves in [`Self::gaps`] what is nearest to every vertex.
    fn measure(&mut self, poses: &[Rigid], distance_mm: f64) -> Result<Vec<Relation>, GpuError> {
        let all = self.begin(poses, distance_mm);
        if all.len() <= MOST_RELATIONS {
            self.measure_at_once(&all)?;
        } else {
            self.bind_gaps().clear();
            for turn in [0, 1] {
                all.chunks(MOST_RELATIONS).try_for_each(|some| self.walk_all(some, Wanted::OneTurn(turn)).map(drop))?;
            }
        }
        Ok(all)
    }

    fn measure_at_once(&mut self, relations: &[Relation]) -> Result<(), GpuError> {
        let (context, forest, times) = (&self.walker.context, &self.forest, self.settings.bound_times);
        // Without them again, if this fails.
        let mut bounds = self.bounds.take();
        let grown = bounds
            .as_mut()
            .filter(|_| self.settings.coherent)
            .and_then(|b| b.renew(context, forest, (relations, times)));
        self.walk_all(relations, Wanted::Gaps(grown))?;
        self.last.bounded = grown.is_some();
        if let Some(gaps) = &self.gaps {
            let mut bounds = bounds.unwrap_or_else(|| Bounds::new(&self.walker.context, &self.forest, gaps));
            bounds.note(relations.to_vec());
            self.bounds = Some(bounds);
        }
        Ok(())
    }

    fn begin(&mut self, poses: &[Rigid], distance_mm: f64) -> Vec<Relation> {
        if self.forest.refit(&self.walker.context) {
            self.coherence.forget();
            self.bounds = None;
        }
        (self.last, self.passes_ms) = Default::default();
        relations(&self.forest, poses, distance_mm, self.settings.margin_times)
    }

    fn candidate(&self, pair: [u32; 2], relations: &[Relation]) -> Candidate {
        let objects = relations[relation_of(pair)].objects;
        let triangle = |k: usize| self.forest.trees[objects[k]].order[(pair[k] & NODE_MASK) as usize];
        Candidate { objects: objects.map(|o| o as u32), triangles: [triangle(0), triangle(1)] }
    }

    /// Where gaps are written, tied to the lists as they are.
    fn bind_gaps(&mut self) -> &VertexGaps {
        let (walker, n_vertices) = (&self.walker, self.forest.n_vertices());
        let gaps = match self.gaps.take() {
            Some(gaps) => gaps.bound(&walker.passes.nearest, &walker.lists),
            None => VertexGaps::new(&walker.context, &walker.passes.nearest, &walker.lists, n_vertices),
        };
        self.gaps.insert(gaps)
    }

    /// The walk of some relations, with longer lists until they suffice; piece by piece where they may not be longer.
    fn walk_all(&mut self, relations: &[Relation], wanted: Wanted) -> Result<Vec<[u32; 2]>, GpuError> {
        let roots = roots(relations.len());
        loop {
            let grown = if let Wanted::Gaps(grown) = wanted { grown } else { None };
            // Bounds spare more than a front, which knows none.
            let plan = match self.settings.coherent && grown.is_none() {
                true => self.coherence.plan(relations, &self.forest),
                false => Plan::Roots,
            };
            self.walker.write_relations(&self.forest, relations, plan.slack(), grown);
            let room = self.walker.lists.room;
            let walked = match roots.len() as u32 <= room {
                true => Some(self.walk(plan.entry(self.forest.root_slot, &roots), wanted)?),
                false => None,
            };
            let most = walked.as_ref().map_or(roots.len() as u32, Walked::most);
            if let Some(walked) = walked.filter(|_| most <= room) {
                self.coherence.note(plan, relations);
                self.note(&walked);
                self.last.from_front = matches!(plan, Plan::Keep { .. });
                self.last.entry_slot = plan.entry_slot(self.forest.root_slot);
                return Ok(walked.pairs);
            }
            self.coherence.forget();
            if room == self.settings.most_room {
                return self.walk_in_pieces(&roots, wanted);
            }
            self.walker.grow(most.checked_next_power_of_two().unwrap_or(u32::MAX).min(self.settings.most_room));
            self.last.n_grown += 1;
        }
    }

    fn walk(&mut self, entry: Entry<'_>, wanted: Wanted) -> Result<Walked, GpuError> {
        if wanted == Wanted::Pairs {
            return self.walker.walk(entry, AtTheEnd::Meet);
        }
        self.bind_gaps();
        let Some(gaps) = &self.gaps else { return Err(GpuError::Lost("no gaps were made".into())) };
        match wanted {
            // What a walk before this one has left may be of lists that were cut short.
            Wanted::Gaps(_) => {
                gaps.clear();
                self.walker.walk(entry, AtTheEnd::Measure(gaps, &[0, 1]))
            }
            Wanted::OneTurn(turn) => self.walker.walk(entry, AtTheEnd::Measure(gaps, &[turn])),
            Wanted::Pairs => self.walker.walk(entry, AtTheEnd::Meet),
        }
    }

    fn note(&mut self, walked: &Walked) {
        let last = &mut self.last;
        for (slot, record) in walked.records.iter().enumerate() {
            last.n_tested[slot] += u64::from(record.n_tested);
            last.n_near[slot] += u64::from(record.n_pairs);
        }
        last.n_found += u64::from(walked.n_found);
        last.n_pieces += 1;
        for (name, ms) in &walked.passes_ms {
            match self.passes_ms.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum += ms,
                None => self.passes_ms.push((*name, *ms)),
            }
        }
    }

    /// Where the longest lists that are allowed do not suffice. Gaps take two rounds: only when all distances are known is
    /// it known whose they are.
    fn walk_in_pieces(&mut self, roots: &[[u32; 2]], wanted: Wanted) -> Result<Vec<[u32; 2]>, GpuError> {
        self.last = Traversal { n_grown: self.last.n_grown, ..Traversal::default() };
        if !matches!(wanted, Wanted::Gaps(_)) {
            return self.pieces(roots, wanted);
        }
        self.bind_gaps().clear();
        self.pieces(roots, Wanted::OneTurn(0))?;
        self.pieces(roots, Wanted::OneTurn(1))
    }

    /// The last list that fits is parted, and every part is walked by itself. One pair of nodes has no more children than the
    /// shortest list has room for, so that there is an end.
    fn pieces(&mut self, roots: &[[u32; 2]], wanted: Wanted) -> Result<Vec<[u32; 2]>, GpuError> {
        let (room, root_slot) = (self.walker.lists.room, self.forest.root_slot);
        self.last.entry_slot = root_slot;
        let mut due: Vec<_> = roots.chunks(room as usize).map(|some| (root_slot, some.to_vec())).collect();
        let mut found = Vec::new();
        while let Some((slot, pairs)) = due.pop() {
            let walked = self.walk(Entry::Pairs(slot, &pairs), wanted)?;
            let Some(full) = (0..slot).rev().find(|below| walked.records[*below].n_pairs > room) else {
                self.note(&walked);
                found.extend(walked.pairs);
                continue;
            };
            let above = full + 1;
            let list = if above == slot { pairs } else { self.walker.list_at((slot, &pairs), above)? };
            // Twice as many parts as it takes where all of them are alike.
            let parts = (2 * walked.records[full].n_pairs.div_ceil(room)).max(2) as usize;
            due.extend(list.chunks((list.len() / parts).max(1)).map(|part| (above, part.to_vec())));
        }
        Ok(found)
    }
}
