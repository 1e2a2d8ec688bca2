//! The projection that a frame uses, the same for every execution of the method: kept from frame to frame while it
//! serves, else chosen anew (paper, sect. 7 and the end of sect. 4; ENGINES.md, "Choice of projection").
use super::figures::RawFigures;
use super::projection_choice::{
    ContactVolumes, DRAG_MARGIN, Extent, PROBE_RESOLUTION, PosedShapes, ProjectionAxes, STILL_MARGIN,
};
use super::{ChosenBy, Counting, Projection, Question};
use crate::base::Rigid;
use glam::DVec3;

/// While the lower jaw has moved less than this since the projection was chosen, it is not chosen anew, mm.
const STEADY_MM: f64 = 0.1;
/// A direction given within this of the last one is that one turned: a face lets the view follow a drag, degrees.
const TURN_DEG: f64 = 6.0;
/// A viewport that is needed only to this share (longer side) is drawn anew.
const LEAST_USE: f64 = 0.7;

/// A chosen projection with what it was chosen for.
#[derive(Clone, Debug)]
pub struct Planned {
    pub projection: Projection,
    pub swapped: bool,
    pub extent: Extent,
    /// Differs for every plan, so that caches know whether they still fit.
    pub serial: u64,
    resolution: u32,
    given: Option<DVec3>,
    counting: Counting,
    chosen_at: Rigid,
}

impl Planned {
    fn new(
        question: &Question,
        (axes, extent): (&ProjectionAxes, Extent),
        (chosen_by, swapped): (ChosenBy, bool),
        serial: u64,
    ) -> Self {
        let projection = axes.projection(&extent, question.resolution, chosen_by);
        Self::on(question, (projection, extent), swapped, serial)
    }

    /// The same on a given grid of pixels.
    fn on(question: &Question, (projection, extent): (Projection, Extent), swapped: bool, serial: u64) -> Self {
        Self {
            projection,
            swapped,
            extent,
            serial,
            resolution: question.resolution,
            given: question.direction,
            counting: question.counting,
            chosen_at: question.upper_from_lower,
        }
    }

    /// Depths closer than this are the same: four steps of the 24-bit depth buffer, and four of the single precision in
    /// which the corners are stored.
    pub fn depth_epsilon_mm(&self, largest_coordinate_mm: f64) -> f64 {
        let steps = (self.extent.far - self.extent.near) + largest_coordinate_mm;
        steps * 4.0 / f64::from(1 << 24)
    }

    /// The depth in the middle of what is seen, mm.
    pub fn middle_mm(&self) -> f64 {
        (self.extent.far - self.extent.near) / 2.0
    }

    pub fn axes(&self) -> ProjectionAxes {
        ProjectionAxes::of(&self.projection)
    }

    /// Whether the direction still serves this question; the viewport is another matter.
    fn direction_serves(&self, jaws: &PosedShapes, question: &Question) -> bool {
        let same_direction = match (question.direction, self.given) {
            // A direction taken from this plan's own figures keeps it, so that a drag does not begin with a jump.
            (Some(asked), _) => asked.distance(self.projection.direction) < 1e-9,
            (None, None) => self.is_steady(jaws, question),
            (None, Some(_)) => false,
        };
        same_direction && self.counting == question.counting
    }

    /// Whether the question gives this direction, turned a little: the roles of the jaws stay, and nothing is tried for them.
    fn turns_to(&self, question: &Question) -> Option<DVec3> {
        let asked = question.direction.filter(|d| d.angle_between(self.projection.direction).to_degrees() < TURN_DEG);
        asked.filter(|_| self.counting == question.counting)
    }

    /// Whether viewport and depths serve as well, so that what is cached for them stands.
    fn viewport_serves(&self, question: &Question, needed: &Extent) -> bool {
        self.resolution == question.resolution
            && self.extent.contains(needed)
            && needed.longer_side() >= LEAST_USE * self.extent.longer_side()
    }

    fn is_steady(&self, jaws: &PosedShapes, question: &Question) -> bool {
        let volume = jaws.lower.volume;
        let corners = [volume.lo, volume.hi].map(|c| volume.axes * c);
        corners.iter().all(|c| {
            let (before, now) = (self.chosen_at.transform_point(*c), question.upper_from_lower.transform_point(*c));
            before.distance(now) < STEADY_MM
        })
    }
}

/// Chooses projections and keeps the last one. It belongs to one pair of meshes.
#[derive(Default)]
pub struct Planner {
    planned: Option<Planned>,
    n_plans: u64,
}

impl Planner {
    /// What was planned last.
    pub fn planned(&self) -> Option<&Planned> {
        self.planned.as_ref()
    }

    /// For other meshes: the next question is planned from nothing. Serials go on.
    pub fn forget(&mut self) {
        self.planned = None;
    }

    /// A given grid of pixels.
    pub fn on_grid(&mut self, question: &Question, projection: Projection, extent: Extent) -> Planned {
        Planned::on(question, (projection, extent), false, self.next_serial())
    }

    /// The projection of this frame: the last one while it serves, else a new viewport, else a new choice, for which
    /// `probe` gives the figures of a frame. `None`: nothing is within the range.
    ///
    /// # Errors
    /// Those of `probe`.
    pub fn plan_for<E>(
        &mut self,
        jaws: &PosedShapes,
        question: &Question,
        probe: &mut dyn FnMut(&Question, &Planned) -> Result<RawFigures, E>,
    ) -> Result<Option<Planned>, E> {
        let Some(volumes) = ContactVolumes::of(jaws, question.range_mm) else { return Ok(None) };
        if let Some(planned) = self.planned.take_if(|p| p.direction_serves(jaws, question)) {
            let axes = planned.axes();
            let Some(needed) = Extent::of(&axes, jaws, &volumes) else { return Ok(None) };
            let plan = if planned.viewport_serves(question, &needed) {
                planned
            } else {
                let choice = (planned.projection.chosen_by, planned.swapped);
                Planned::new(question, (&axes, needed.with_margin(DRAG_MARGIN)), choice, self.next_serial())
            };
            self.planned = Some(plan);
        } else if let Some((planned, turned)) =
            self.planned.take().and_then(|p| Some((p.clone(), p.turns_to(question)?)))
        {
            let axes = ProjectionAxes::along(turned, jaws.upper.volume);
            let Some(needed) = Extent::of(&axes, jaws, &volumes) else { return Ok(None) };
            let choice = (planned.projection.chosen_by, planned.swapped);
            let plan = Planned::new(question, (&axes, needed.with_margin(DRAG_MARGIN)), choice, self.next_serial());
            self.planned = Some(plan);
        } else {
            self.planned = self.choose(question, (jaws, &volumes), probe)?;
        }
        Ok(self.planned.clone())
    }

    /// Direction and roles (paper, sect. 7 and the end of sect. 4): given, or guessed from the volumes and refined once
    /// by the item buffer; then whichever role of A and B leaves less to the second pass.
    fn choose<E>(
        &mut self,
        question: &Question,
        (jaws, volumes): (&PosedShapes, &ContactVolumes),
        probe: &mut dyn FnMut(&Question, &Planned) -> Result<RawFigures, E>,
    ) -> Result<Option<Planned>, E> {
        let coarse = coarsely(question);
        let (direction, chosen_by) = match question.direction {
            Some(given) => (given, ChosenBy::Given),
            None => self.choose_direction(&coarse, (jaws, volumes), probe)?,
        };
        let axes = ProjectionAxes::along(direction, jaws.upper.volume);
        let Some(extent) = Extent::of(&axes, jaws, volumes) else { return Ok(None) };
        let extent = extent.with_margin(STILL_MARGIN);
        let mut cost = |swapped| -> Result<[u32; 2], E> {
            let plan = Planned::new(&coarse, (&axes, extent), (chosen_by, swapped), self.next_serial());
            Ok(probe(&coarse, &plan)?.cost_of_roles())
        };
        // "Consider the object located farther along the direction as B", "if one object is convex, it should be
        // rendered as A" (sect. 4 and 5): tried where the upper jaw comes last or leaves pixels to the layer order.
        let lower_comes_first = jaws.centres_apart().dot(direction) < 0.0;
        let as_it_is = cost(false)?;
        let swapped = (as_it_is[0] > 0 || lower_comes_first && as_it_is[1] > 0) && cost(true)? < as_it_is;
        Ok(Some(Planned::new(question, (&axes, extent), (chosen_by, swapped), self.next_serial())))
    }

    /// The direction that a question without one chooses when nothing is planned; what is planned stays. `None`: nothing is
    /// within the range.
    ///
    /// # Errors
    /// Those of `probe`.
    pub fn own_direction<E>(
        &mut self,
        jaws: &PosedShapes,
        question: &Question,
        probe: &mut dyn FnMut(&Question, &Planned) -> Result<RawFigures, E>,
    ) -> Result<Option<DVec3>, E> {
        let Some(volumes) = ContactVolumes::of(jaws, question.range_mm) else { return Ok(None) };
        Ok(Some(self.choose_direction(&coarsely(question), (jaws, &volumes), probe)?.0))
    }

    fn choose_direction<E>(
        &mut self,
        coarse: &Question,
        (jaws, volumes): (&PosedShapes, &ContactVolumes),
        probe: &mut dyn FnMut(&Question, &Planned) -> Result<RawFigures, E>,
    ) -> Result<(DVec3, ChosenBy), E> {
        let guess = volumes.guess_direction(jaws);
        let refined = self.refined_direction(coarse, (jaws, volumes), guess, probe)?;
        Ok(refined.map_or((guess, ChosenBy::BoundingVolumes), |refined| (refined, ChosenBy::ItemBuffer)))
    }

    fn refined_direction<E>(
        &mut self,
        coarse: &Question,
        (jaws, volumes): (&PosedShapes, &ContactVolumes),
        guess: DVec3,
        probe: &mut dyn FnMut(&Question, &Planned) -> Result<RawFigures, E>,
    ) -> Result<Option<DVec3>, E> {
        let axes = ProjectionAxes::along(guess, jaws.upper.volume);
        let Some(extent) = Extent::of(&axes, jaws, volumes) else { return Ok(None) };
        let choice = (ChosenBy::BoundingVolumes, false);
        let plan = Planned::new(coarse, (&axes, extent.with_margin(STILL_MARGIN)), choice, self.next_serial());
        Ok(probe(coarse, &plan)?.zone_normals().direction(&coarse.upper_from_lower))
    }

    fn next_serial(&mut self) -> u64 {
        self.n_plans += 1;
        self.n_plans
    }
}

/// The question as it is asked to choose a projection by.
fn coarsely(question: &Question) -> Question {
    Question { resolution: question.resolution.min(PROBE_RESOLUTION), ..question.clone() }
}
