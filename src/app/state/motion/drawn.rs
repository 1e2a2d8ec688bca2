//! What is drawn of a movement besides its poses: diagrams, and what paints the jaws by the whole of it. Each is made when it is looked at,
//! and again when what it is made of is another.
use crate::base::Progress;
use crate::base::words::{self, Manner, Phrase, phrase};
use crate::engine::PlaceSweep;
use crate::export::motion::paint::{Moved, MovementColours, PaintBy, Painted, painted, painted_movements};
use crate::jaw::motion::diagrams::{Diagram, DiagramKind, JawPoints};
use crate::jaw::motion::{Articulator, Movement};
use crate::jaw::{JawSide, Teeth};
use crate::session::jaw_motion::{Moves, PathFound, SweepFound};
use std::sync::Arc;

/// Which diagrams stand in the card; three have room side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramGroup {
    /// The way of the lower incisal point in three planes.
    Incisal,
    /// Both condyles, and the area of contact.
    Condyles,
}

impl DiagramGroup {
    pub const ALL: [Self; 2] = [Self::Incisal, Self::Condyles];

    pub fn kinds(self) -> [DiagramKind; 3] {
        match self {
            Self::Incisal => [DiagramKind::PosseltSagittal, DiagramKind::PosseltFrontal, DiagramKind::GothicArch],
            Self::Condyles => {
                [DiagramKind::CondylesSagittal, DiagramKind::CondylesHorizontal, DiagramKind::ContactAreas]
            }
        }
    }
}

/// What the jaws are painted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MotionPaint {
    /// The gap of the moment.
    #[default]
    Now,
    /// What was in contact at any instant of the movement, by its smallest gap.
    Gap,
    /// The same by where on the path it begins.
    Order,
    /// The same by how long it lasts.
    Duration,
    /// The same by working, balancing and protrusive side.
    Side,
    /// The same in the colours of the occlusal compass.
    Compass,
}

impl MotionPaint {
    pub const ALL: [Self; 6] = [Self::Now, Self::Gap, Self::Order, Self::Duration, Self::Side, Self::Compass];

    pub fn words(self) -> Phrase {
        match self {
            Self::Now => phrase!("motion-paint-now"),
            Self::Gap => phrase!("motion-paint-gap"),
            Self::Order => phrase!("motion-paint-order"),
            Self::Duration => phrase!("motion-paint-duration"),
            Self::Side => phrase!("motion-paint-side"),
            Self::Compass => phrase!("motion-paint-compass"),
        }
    }

    /// In a report what was in contact at any instant stands, whatever is looked at.
    pub fn page_paint(self) -> Self {
        if self == Self::Now { Self::Gap } else { self }
    }

    /// `None` of the moment.
    pub fn painted(self, (path, sweep): (&PathFound, &SweepFound), teeth: &Teeth) -> Option<Painted> {
        let (swept, at_mm, threshold_mm) = (&sweep.swept, sweep.at_mm(path), path.asked.zone_threshold_mm);
        let by = |by: PaintBy| painted(by, swept, (&at_mm, threshold_mm));
        let movement = movement_of(path);
        let sides = |colours: MovementColours| {
            let moved = Moved { swept, at_mm: &at_mm, movement };
            painted_movements(&[moved], colours, teeth, threshold_mm)
        };
        match self {
            Self::Now => None,
            Self::Gap => Some(by(PaintBy::Gap)),
            Self::Order => Some(by(PaintBy::Order)),
            Self::Duration => Some(by(PaintBy::Duration)),
            Self::Side => Some(sides(MovementColours::Safe)),
            Self::Compass => Some(sides(MovementColours::Compass)),
        }
    }
}

/// `None`: it was recorded.
fn movement_of(path: &PathFound) -> Option<Movement> {
    match path.asked.moves {
        Moves::Computed { movement, .. } => Some(movement),
        Moves::Recorded(_) => None,
    }
}

/// The diagrams of a path, and what follows it in them.
pub struct DrawnDiagrams {
    path: Arc<PathFound>,
    articulator: Articulator,
    pub points: JawPoints,
    all: Vec<Diagram>,
    areas: Option<(Arc<SweepFound>, Diagram)>,
}

impl DrawnDiagrams {
    fn of(path: &Arc<PathFound>, articulator: Articulator) -> Self {
        let bordered = path.bordered(&articulator);
        let points = bordered.points();
        // Nobody cancels it.
        let all = bordered.diagrams(&path.motions(), &Progress::default()).unwrap_or_default();
        Self { path: path.clone(), articulator, points, all, areas: None }
    }

    /// `None`: what it is made of is not known yet.
    pub fn get(&self, kind: DiagramKind) -> Option<&Diagram> {
        match kind {
            DiagramKind::ContactAreas => self.areas.as_ref().map(|(_, diagram)| diagram),
            kind => self.all.iter().find(|diagram| diagram.kind == kind),
        }
    }
}

/// The jaws' paint, and what it was made of.
struct PaintedJaws {
    of: (MotionPaint, Manner),
    path: Arc<PathFound>,
    sweep: Arc<SweepFound>,
    painted: Arc<Painted>,
}

/// What is looked at, and what was made for it.
#[derive(Default)]
pub struct Drawn {
    pub group: Option<DiagramGroup>,
    /// Diagrams show the movement as large as they can, and of the borders what is near.
    pub is_near: bool,
    pub paint: MotionPaint,
    diagrams: Option<DrawnDiagrams>,
    jaws: Option<PaintedJaws>,
}

impl Drawn {
    pub fn diagrams(&self) -> Option<&DrawnDiagrams> {
        self.diagrams.as_ref().filter(|_| self.group.is_some())
    }

    /// What paints the jaws in the place of the gap.
    pub fn painted(&self) -> Option<&Arc<Painted>> {
        self.jaws.as_ref().map(|jaws| &jaws.painted)
    }

    /// What is known of a place that was in contact at some instant.
    pub fn place(&self, side: JawSide, triangle: u32) -> Option<&PlaceSweep> {
        let places = &self.jaws.as_ref()?.sweep.swept.places[side as usize];
        places.binary_search_by_key(&triangle, |place| place.triangle).ok().map(|i| &places[i])
    }

    /// Takes in what is known of the movement; nothing is drawn of another one.
    pub fn follow(
        &mut self,
        (path, sweep): (Option<&Arc<PathFound>>, Option<&Arc<SweepFound>>),
        (articulator, teeth): (Articulator, &Teeth),
    ) {
        self.follow_diagrams(path.filter(|_| self.group.is_some()), sweep, articulator);
        let found = path.zip(sweep).filter(|_| self.paint != MotionPaint::Now);
        let Some((path, sweep)) = found else {
            self.jaws = None;
            return;
        };
        let of = (self.paint, words::manner());
        let is_same =
            |jaws: &PaintedJaws| jaws.of == of && Arc::ptr_eq(&jaws.path, path) && Arc::ptr_eq(&jaws.sweep, sweep);
        if !self.jaws.as_ref().is_some_and(is_same) {
            let painted = self.paint.painted((path, sweep), teeth).map(Arc::new);
            self.jaws = painted.map(|painted| PaintedJaws { of, path: path.clone(), sweep: sweep.clone(), painted });
        }
    }

    fn follow_diagrams(
        &mut self,
        path: Option<&Arc<PathFound>>,
        sweep: Option<&Arc<SweepFound>>,
        articulator: Articulator,
    ) {
        let Some(path) = path else {
            self.diagrams = None;
            return;
        };
        let is_same = |d: &DrawnDiagrams| Arc::ptr_eq(&d.path, path) && d.articulator == articulator;
        let known = self.diagrams.take().filter(is_same);
        let mut diagrams = known.unwrap_or_else(|| DrawnDiagrams::of(path, articulator));
        let is_of = |areas: &(Arc<SweepFound>, Diagram)| sweep.is_some_and(|sweep| Arc::ptr_eq(&areas.0, sweep));
        if !diagrams.areas.as_ref().is_some_and(is_of) {
            diagrams.areas = sweep.map(|sweep| (sweep.clone(), sweep.area_diagram(path)));
        }
        self.diagrams = Some(diagrams);
    }
}
