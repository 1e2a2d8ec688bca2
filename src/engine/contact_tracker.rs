//! The contact by closest gap from frame to frame, while a jaw moves: what was found in the last frames says where nothing can
//! be in this one, never what is there.
use super::contact::{Contact, ContactQuestion};
use super::nearest_by_gpu::NearestByGpu;
use crate::base::{Cancelled, Progress, Rigid};
use crate::exact::{BvhEngine, ClosestGap, KnownNearest, SmallestDistance};
use crate::field::Question;
use crate::field::contact::{Clear, ScopeAsked, contact_sheet};
use crate::mesh::TriMesh;
use std::time::{Duration, Instant};

/// Triangles are looked for so much farther away than is asked for, mm: until the jaw has moved by it, none has to be looked for.
const SPARE_MM: f64 = 0.25;
/// A GPU looks for nearest triangles so much farther than is asked for, mm: about an edge of a scan. What is still farther away, at the
/// far corners of triangles that reach into contact, is searched here; twice the reach is four times the pairs of triangles.
pub const GPU_BEYOND_MM: f64 = 0.15;

/// Follows the contact of one pair of jaws. Areas are within 1 % of those at rest ([`super::contact_by_closest`]); with trees
/// built once a frame takes tens of milliseconds.
#[derive(Default)]
pub struct ContactTracker {
    /// Measured at as many places as at rest.
    is_fine: bool,
    /// Who finds what is nearest to vertices; `None`: the processor.
    gpu: Option<NearestByGpu>,
    /// How long its last answer took.
    asked_gpu: Duration,
    last: Option<Near>,
    /// Where the last frame's jaws were nearest: the search begins there.
    nearest: Option<SmallestDistance>,
    /// What counted in the last frame.
    of: Option<ScopeAsked>,
}

/// What may be in contact in the next frames.
#[derive(Debug)]
struct Near {
    /// Where the triangles were looked for, and how far from each other.
    looked_at: Rigid,
    reach_mm: f64,
    /// The last frame's pose, and by how much the jaw has moved since the beginning, at most and all motions together, mm.
    pose: Rigid,
    way_mm: f64,
    /// Of the upper and the lower jaw.
    sides: [NearSide; 2],
}

#[derive(Debug)]
struct NearSide {
    /// In the order in which they were found.
    triangles: Vec<u32>,
    /// Of every triangle of the jaw: the way up to which it cannot be in contact; nothing of those that are not near.
    asleep_to_mm: Vec<f64>,
}

/// Of triangles that are not looked at.
const FAR: f64 = f64::INFINITY;

impl ContactTracker {
    /// The same with a GPU that finds what is nearest to the vertices; gaps differ by less than single precision does.
    pub fn with_gpu(gpu: NearestByGpu) -> Self {
        Self { gpu: Some(gpu), ..Self::default() }
    }

    /// The same with the areas of rest, for paths that are computed: two to three times as long a frame.
    pub fn fine() -> Self {
        Self { is_fine: true, ..Self::default() }
    }

    /// The adapter that finds what is nearest to vertices; `None`: the processor does, also where a GPU was lost.
    pub fn adapter(&self) -> Option<&str> {
        self.gpu.as_ref().map(NearestByGpu::adapter)
    }

    /// Of the last frame, from asking the GPU to its answer.
    pub fn asked_gpu(&self) -> Duration {
        self.asked_gpu
    }

    /// What a GPU says of vertices, if there is one. One that fails is not asked again.
    fn known(&mut self, pose: &Rigid, within_mm: f64) -> Option<KnownNearest> {
        let begun = Instant::now();
        let found = self.gpu.as_mut()?.find(pose, within_mm);
        self.asked_gpu = begun.elapsed();
        match found {
            Ok(known) => Some(known),
            Err(error) => {
                tracing::warn!("nearest triangles are searched on the processor from now on: {error}");
                self.gpu = None;
                None
            }
        }
    }

    /// The contact in a frame. `exact` is of the same pair in every frame.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds when it is no longer wanted.
    pub fn contact(
        &mut self,
        exact: &BvhEngine,
        (question, asked): (&Question, &ContactQuestion),
        progress: &Progress,
    ) -> Result<Contact, Cancelled> {
        let (pose, levels) = (question.upper_from_lower, asked.levels(question));
        let scope = exact.scope(&asked.scope);
        if self.of.as_ref() != Some(&asked.scope) {
            // What did not count may be asleep.
            let (is_fine, gpu) = (self.is_fine, self.gpu.take());
            *self = Self { of: Some(asked.scope.clone()), is_fine, gpu, ..Self::default() };
        }
        let largest_mm = levels.largest_mm();
        let known = self.known(&pose, largest_mm + GPU_BEYOND_MM);
        let gap = exact.closest_gap(&pose);
        let gap = if self.is_fine { gap } else { gap.coarse() }.of(&scope);
        let gap = match &known {
            Some(known) => gap.knowing(known),
            None => gap,
        };
        let mut near = match self.last.take().filter(|near| near.serves(exact, pose, largest_mm)) {
            Some(near) => near.moved_to(exact, pose),
            None => Near::look(exact, &gap, largest_mm + SPARE_MM, progress)?,
        };
        let awake = near.sides.each_ref().map(|side| side.awake(near.way_mm));
        let seeds = [awake[0].as_slice(), awake[1].as_slice()];
        let (sheet, clear) = contact_sheet(&gap, gap.jaws(), exact.twins(), seeds, levels.both(), progress)?;
        for (side, (clear, contact)) in near.sides.iter_mut().zip(clear.iter().zip(&sheet.sides)) {
            side.learn(clear, contact.triangles.iter().map(|t| t.triangle), near.way_mm - largest_mm);
        }
        self.last = Some(near);
        self.nearest = exact.nearest_of(&scope, &pose, self.nearest.as_ref());
        Ok(Contact::by_closest(sheet, exact.twins(), scope.kind(), self.nearest))
    }
}

impl Near {
    fn look(exact: &BvhEngine, gap: &ClosestGap, reach_mm: f64, progress: &Progress) -> Result<Self, Cancelled> {
        let seeds = gap.seeds(reach_mm, progress)?;
        let (upper, lower) = exact.meshes();
        let [a, b] = seeds;
        let sides = [NearSide::new(upper, a), NearSide::new(lower, b)];
        let pose = gap.jaws().upper_from_lower;
        Ok(Self { looked_at: pose, reach_mm, pose, way_mm: 0.0, sides })
    }

    /// Whether all that may be in contact in a pose is among what was found.
    fn serves(&self, exact: &BvhEngine, pose: Rigid, largest_mm: f64) -> bool {
        let (upper, lower) = exact.meshes();
        let is_same = [upper, lower].iter().zip(&self.sides).all(|(m, s)| m.triangles.len() == s.asleep_to_mm.len());
        is_same && largest_mm + lower.motion_mm(self.looked_at, pose) <= self.reach_mm
    }

    fn moved_to(self, exact: &BvhEngine, pose: Rigid) -> Self {
        let way_mm = self.way_mm + exact.meshes().1.motion_mm(self.pose, pose);
        Self { pose, way_mm, ..self }
    }
}

impl NearSide {
    fn new(mesh: &TriMesh, triangles: Vec<u32>) -> Self {
        let mut asleep_to_mm = vec![FAR; mesh.triangles.len()];
        triangles.iter().for_each(|t| asleep_to_mm[*t as usize] = f64::NEG_INFINITY);
        Self { triangles, asleep_to_mm }
    }

    /// Those that may be in contact after so much of the way.
    fn awake(&self, way_mm: f64) -> Vec<u32> {
        self.triangles.iter().copied().filter(|t| self.asleep_to_mm[*t as usize] <= way_mm).collect()
    }

    /// What a frame told: of triangles that are clear how far, and which are in contact, wherever they were found.
    fn learn(&mut self, clear: &[Clear], in_contact: impl Iterator<Item = u32>, from_mm: f64) {
        for Clear { triangle, least_mm } in clear {
            let asleep_to_mm = &mut self.asleep_to_mm[*triangle as usize];
            if *asleep_to_mm < FAR {
                *asleep_to_mm = from_mm + least_mm;
            }
        }
        for triangle in in_contact {
            if self.asleep_to_mm[triangle as usize] == FAR {
                self.asleep_to_mm[triangle as usize] = f64::NEG_INFINITY;
                self.triangles.push(triangle);
            }
        }
    }
}

#[cfg(test)]
mod tests;
