//! The live analysis: asks the engine again whenever the pose or a setting of the analysis changes, and never
//! otherwise. Map and picture always belong to the same pose; the figures follow a frame later.
use super::budget::MapBudget;
use crate::app::state::FiguresShown;
use crate::app::state::figures::{MapShown, REST};
use crate::base::Rigid;
use crate::engine::{Execution, LiveEngine, PairForms};
use crate::field::{Aim, GapField, LayerReading, Metrics, PixelClass};
use crate::gpu::{Context, FrameFigures, FrameMaps, GpuError};
use crate::jaw::JawPair;
use crate::session::Session;
use glam::DVec3;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What one analysis depended on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Asked {
    upper_from_lower: Rigid,
    resolution: u32,
    range_mm: f64,
    direction: Option<DVec3>,
}

impl Asked {
    fn of(session: &Session) -> Self {
        let settings = session.settings();
        Self {
            upper_from_lower: session.upper_from_lower(),
            resolution: settings.resolution,
            range_mm: settings.range_mm,
            direction: settings.direction,
        }
    }
}

/// What a place on the map says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probe {
    pub class: PixelClass,
    /// Projected gap, mm; `None` where nothing faces anything within the range.
    pub gap_mm: Option<f64>,
    /// Place on the upper and on the lower surface, world, mm.
    pub upper: Option<DVec3>,
    pub lower: Option<DVec3>,
}

/// How the map of a pose that has come to rest gets to the projection of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settling {
    /// Step by step: it is seen.
    InSteps,
    /// At once: nobody sees it.
    AtOnce,
    /// Not yet: contact by closest gap will paint the jaws in its place, and needs the processors.
    Later,
}

pub struct Live {
    engine: LiveEngine,
    pair: Arc<JawPair>,
    asked: Option<Asked>,
    /// The projection of the last frame was taken from the one before and not chosen anew.
    direction_held: bool,
    aim: Aim,
    budget: MapBudget,
    /// The last frame's map is coarser than asked for.
    coarse: bool,
    /// It was analysed while something moved.
    moves: bool,
    settling: Settling,
    changed_at: Instant,
    maps: Option<FrameMaps>,
    frames: u64,
    figures: Option<FrameFigures>,
    figures_due: bool,
    /// The maps on the CPU, once the jaws rest.
    field: Option<GapField>,
    field_due: bool,
    /// That have arrived since they were last taken.
    arrived: Vec<FrameFigures>,
}

/// What an update found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// A new map was computed: the picture must be drawn with it.
    pub map: bool,
    /// New figures have arrived.
    pub figures: bool,
}

impl Live {
    /// Prepares the jaws for an execution.
    ///
    /// # Errors
    /// When a mesh has no surface or does not fit the adapter.
    pub fn new(context: &Context, forms: &PairForms, execution: Execution) -> Result<Self, GpuError> {
        Ok(Self {
            engine: LiveEngine::new(context, forms, execution)?,
            pair: forms.pair().clone(),
            asked: None,
            direction_held: false,
            aim: Aim::default(),
            budget: MapBudget::default(),
            coarse: false,
            moves: false,
            settling: Settling::InSteps,
            changed_at: Instant::now(),
            maps: None,
            frames: 0,
            figures: None,
            figures_due: false,
            field: None,
            field_due: false,
            arrived: Vec::new(),
        })
    }

    pub fn is_of(&self, pair: &Arc<JawPair>, execution: Execution) -> bool {
        Arc::ptr_eq(&self.pair, pair) && self.engine.execution() == execution
    }

    pub fn execution(&self) -> Execution {
        self.engine.execution()
    }

    /// The map of the last analysed pose.
    pub fn maps(&self) -> Option<&FrameMaps> {
        self.maps.as_ref()
    }

    pub fn figures(&self) -> Option<&FrameFigures> {
        self.figures.as_ref()
    }

    pub fn metrics(&self) -> Option<&Metrics> {
        self.figures.as_ref().map(|f| &f.metrics)
    }

    /// Whether the figures belong to an earlier pose than the picture.
    pub fn stale(&self) -> bool {
        self.figures_due
    }

    pub fn waits_for_figures(&self) -> bool {
        self.figures_due
    }

    /// The figures, and when the pose last changed; only once they, the maps and a projection of the pose's own are
    /// there: nothing is under way on the GPU then.
    pub fn settled(&self) -> Option<(&Metrics, Instant)> {
        let awaited = self.is_turning() || self.figures_due || self.field_due;
        self.metrics().filter(|_| !awaited).map(|m| (m, self.changed_at))
    }

    /// The figures as they are now.
    pub fn shown(&self) -> FiguresShown {
        let passes_ms = self.figures().map(|f| f.passes_ms.clone()).unwrap_or_default();
        let settled = self.settled().map(|(_, at)| at);
        FiguresShown { metrics: self.metrics().cloned(), stale: self.stale(), passes_ms, settled }
    }

    pub fn map_shown(&self) -> Option<MapShown> {
        self.maps().map(|m| MapShown { frame: m.frame, projection: m.projection })
    }

    /// When the next update is due although nothing happens.
    pub fn due(&self) -> Option<Instant> {
        let is_due = !self.waits() && (self.is_turning() || self.field_due);
        is_due.then(|| self.changed_at + REST)
    }

    /// Its own projection is left for later, and the map of the one that is held is as fine as it is to be.
    fn waits(&self) -> bool {
        self.direction_held && !self.coarse && self.settling == Settling::Later
    }

    /// Whether maps of the same pose follow, each a step nearer to the one of its own projection.
    pub fn is_turning(&self) -> bool {
        self.direction_held || self.coarse
    }

    /// Analyses the session's pose if it has changed, or once more when it has come to rest: as `settling` says, in the end with
    /// a projection of its own. `moving`: a hand holds the jaw.
    ///
    /// # Errors
    /// When the GPU is lost or the map is too large for it.
    pub fn update(&mut self, session: &Session, (moving, settling): (bool, Settling)) -> Result<Updated, GpuError> {
        self.settling = settling;
        let asked = Asked::of(session);
        let changed = self.asked != Some(asked);
        let rested = !moving && self.changed_at.elapsed() >= REST;
        let mut updated = Updated::default();
        if changed {
            let held = if self.asked.is_none() { None } else { self.held_direction() };
            self.changed_at = Instant::now();
            self.run(session, asked, held, moving)?;
            updated.map = true;
        } else if !rested || self.figures_due || self.waits() {
            // What was asked for is on its way, or not wanted yet.
        } else if self.is_turning() {
            let next = self.settling_direction(session, asked)?;
            self.run(session, asked, next, false)?;
            updated.map = true;
        } else if self.field_due {
            self.field_due = false;
            self.field = self.engine.read_maps()?;
        }
        updated.figures = self.poll();
        Ok(updated)
    }

    /// One frame, along the person's direction if there is one, else along the one that is held, else along its own;
    /// while something `moves` no finer than there is time for.
    fn run(&mut self, session: &Session, asked: Asked, held: Option<DVec3>, moves: bool) -> Result<(), GpuError> {
        self.direction_held = asked.direction.is_none() && held.is_some();
        self.asked = Some(asked);
        let mut question = session.question(asked.direction.or(held));
        if moves {
            question.resolution = self.budget.resolution(asked.resolution);
        }
        self.coarse = question.resolution < asked.resolution;
        self.moves = moves;
        self.maps = self.engine.run_frame(&question)?;
        self.frames += 1;
        self.figures_due = true;
        self.field = None;
        self.field_due = true;
        Ok(())
    }

    /// Takes figures that have arrived.
    pub fn poll(&mut self) -> bool {
        if !self.figures_due {
            return false;
        }
        let Some(figures) = self.engine.poll_figures() else { return false };
        self.figures_due = self.maps.as_ref().is_some_and(|m| m.frame > figures.frame);
        self.arrived.push(figures.clone());
        if let (true, Some(asked)) = (self.moves, self.asked) {
            self.budget.hear(Duration::from_secs_f64(figures.latency_ms / 1e3), asked.resolution);
        }
        self.figures = Some(figures);
        true
    }

    /// The figures of every frame that have arrived since the last call.
    pub fn take_arrived(&mut self) -> Vec<FrameFigures> {
        std::mem::take(&mut self.arrived)
    }

    /// Waits for the figures and the map of the pose as it is now (for snapshots and the last frame).
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn settle(&mut self, session: &Session) -> Result<(), GpuError> {
        self.changed_at = Instant::now().checked_sub(REST).unwrap_or_else(Instant::now);
        self.update(session, (false, Settling::AtOnce))?;
        if self.is_turning() {
            self.run(session, Asked::of(session), None, false)?;
        }
        if self.figures_due {
            let figures = self.engine.wait_figures()?;
            self.arrived.push(figures.clone());
            self.figures = Some(figures);
            self.figures_due = false;
        }
        if self.field_due {
            self.field_due = false;
            self.field = self.engine.read_maps()?;
        }
        Ok(())
    }

    /// The last frame's direction, turned only if the contact has long faced another way.
    fn held_direction(&mut self) -> Option<DVec3> {
        let held = self.last_direction()?;
        let wanted = self.figures.as_ref().and_then(|f| f.zone_direction);
        Some(self.aim.follow(held, wanted, Instant::now()))
    }

    /// The next direction at rest; `None`: the projection is chosen anew.
    fn settling_direction(&mut self, session: &Session, asked: Asked) -> Result<Option<DVec3>, GpuError> {
        let Some(held) = self.last_direction().filter(|_| asked.direction.is_none()) else { return Ok(None) };
        match self.settling {
            Settling::InSteps => {}
            Settling::AtOnce => return Ok(None),
            Settling::Later => return Ok(Some(held)),
        }
        let own = if self.aim.settles() { None } else { self.engine.own_direction(&session.question(None))? };
        Ok(self.aim.settle(held, own))
    }

    fn last_direction(&self) -> Option<DVec3> {
        let of_maps = self.maps.as_ref().map(|m| m.projection.direction);
        of_maps.or_else(|| self.metrics()?.projection.map(|p| p.direction))
    }

    /// Asks for the layers of one pixel of the map without waiting; false when there is no such pixel.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn ask_layers(&mut self, pixel: [u32; 2]) -> Result<bool, GpuError> {
        self.engine.ask_layers(pixel)
    }

    pub fn waits_for_layers(&self) -> bool {
        self.engine.waits_for_layers()
    }

    /// The layers asked for last, once, when they are there.
    pub fn poll_layers(&mut self) -> Option<LayerReading> {
        if self.waits_for_layers() { self.engine.poll_layers() } else { None }
    }

    /// What the map says at a place, in pixels of the map (centres at +0.5).
    pub fn probe_map(&self, col: f64, row: f64) -> Option<Probe> {
        let field = self.field.as_ref()?;
        let idx = field.pixel_idx(col.floor() as i64, row.floor() as i64)?;
        let at = |depth: f32| {
            (depth.is_finite() && depth.abs() < 1e20)
                .then(|| field.projection.world_from_map(col, row, f64::from(depth)))
        };
        let gap = field.gap_mm[idx];
        Some(Probe {
            class: field.class[idx],
            gap_mm: gap.is_finite().then_some(f64::from(gap)),
            upper: at(field.upper_depth_mm[idx]),
            lower: at(field.lower_depth_mm[idx]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::test_scene::{block_pair, context};
    use crate::session::{Command, Motion, Settings};

    /// A lower block turned under the upper one, which the map's projection was not chosen for.
    fn moved() -> (Session, Live) {
        let pair = Arc::new(block_pair(40));
        let mut session = Session::new(pair.clone(), Rigid::IDENTITY, Settings::default());
        let mut live = Live::new(&context(), &PairForms::new(pair), Execution::Native).expect("on threads");
        live.update(&session, (false, Settling::InSteps)).expect("a map");
        settled(&mut live, &session, Settling::InSteps);
        let tilt = Rigid::from_axis_angle(DVec3::ZERO, DVec3::X, 12.0_f64.to_radians());
        session.apply(&Command::Move { motion: Motion::Typed, upper_from_lower: tilt });
        let updated = live.update(&session, (false, Settling::InSteps)).expect("a map");
        assert!(updated.map && live.is_turning(), "the first map of a new pose has the projection of the one before");
        (session, live)
    }

    /// Looks at it at rest until it has nothing more to do, and counts the maps. It asks for nothing while it waits.
    fn settled(live: &mut Live, session: &Session, settling: Settling) -> usize {
        std::thread::sleep(REST);
        let looks = 0..200;
        let maps =
            looks.map(|_| live.update(session, (false, settling)).expect("a map").map).filter(|map| *map).count();
        assert_eq!(live.due(), None, "{settling:?}");
        maps
    }

    #[test]
    fn a_map_that_nobody_sees_comes_to_its_own_projection_at_once() {
        let (session, mut live) = moved();
        let held = live.last_direction().expect("a map");
        assert_eq!(settled(&mut live, &session, Settling::Later), 0, "the contact is on its way");
        assert!(live.is_turning() && live.settled().is_none(), "no figures are of this projection");
        assert_eq!(settled(&mut live, &session, Settling::AtOnce), 1);
        let at_once = live.last_direction().expect("a map");
        assert!(live.settled().is_some() && held.angle_between(at_once).to_degrees() > 3.0, "{held} {at_once}");
        // The twin: where it is seen it takes its steps, to the same place.
        let (session, mut live) = moved();
        assert!(settled(&mut live, &session, Settling::InSteps) > 3);
        assert!(live.settled().is_some() && live.last_direction() == Some(at_once));
    }
}
