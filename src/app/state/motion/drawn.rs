//! What is drawn of a movement besides its poses: diagrams, and what paints the jaws by the whole of it. Each is made when it is looked at,
//! and again when what it is made of is another.
use super::borders::KnownBorders;
use super::together::Swept;
use crate::base::Wake;
use crate::base::words::{self, Manner, Phrase, phrase};
use crate::engine::{PairForms, PlaceSweep};
use crate::export::motion::paint::{Moved, MovementColours, PaintBy, Painted, painted, painted_movements};
use crate::jaw::motion::diagrams::{Diagram, DiagramKind, JawPoints};
use crate::jaw::motion::{Articulator, Borders};
use crate::jaw::{JawSide, Teeth};
use crate::session::jaw_motion::{BordersQuestion, PathFound, SweepFound};
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
    /// Protrusion, right and left at once, by movement and side.
    Together,
    /// The same in the colours of the occlusal compass.
    CompassTogether,
}

impl MotionPaint {
    pub const ALL: [Self; 8] = [
        Self::Now,
        Self::Gap,
        Self::Order,
        Self::Duration,
        Self::Side,
        Self::Compass,
        Self::Together,
        Self::CompassTogether,
    ];

    pub fn words(self) -> Phrase {
        match self {
            Self::Now => phrase!("motion-paint-now"),
            Self::Gap => phrase!("motion-paint-gap"),
            Self::Order => phrase!("motion-paint-order"),
            Self::Duration => phrase!("motion-paint-duration"),
            Self::Side => phrase!("motion-paint-side"),
            Self::Compass => phrase!("motion-paint-compass"),
            Self::Together => phrase!("motion-paint-together"),
            Self::CompassTogether => phrase!("motion-paint-compass-together"),
        }
    }

    /// Other movements than the one that is looked at are painted as well.
    pub fn is_of_several(self) -> bool {
        matches!(self, Self::Together | Self::CompassTogether)
    }

    /// In a report what was in contact at any instant of its movement stands, whatever is looked at.
    pub fn page_paint(self) -> Self {
        match self {
            Self::Now => Self::Gap,
            Self::Together => Self::Side,
            Self::CompassTogether => Self::Compass,
            of_one => of_one,
        }
    }

    /// `None` of the moment, and of no movement.
    pub fn painted(self, of: &[Swept], teeth: &Teeth) -> Option<Painted> {
        let (path, sweep) = of.first()?;
        let (swept, at_mm, threshold_mm) = (&sweep.swept, sweep.at_mm(path), path.asked.zone_threshold_mm);
        let by = |by: PaintBy| painted(by, swept, (&at_mm, threshold_mm));
        let sides = |colours: MovementColours| painted_sides(of, colours, (teeth, threshold_mm));
        match self {
            Self::Now => None,
            Self::Gap => Some(by(PaintBy::Gap)),
            Self::Order => Some(by(PaintBy::Order)),
            Self::Duration => Some(by(PaintBy::Duration)),
            Self::Side | Self::Together | Self::Compass | Self::CompassTogether => Some(sides(self.colours())),
        }
    }

    /// Of roles, wherever they are shown beside the jaws.
    pub fn colours(self) -> MovementColours {
        match self {
            Self::Compass | Self::CompassTogether => MovementColours::Compass,
            _ => MovementColours::Safe,
        }
    }
}

fn painted_sides(of: &[Swept], colours: MovementColours, (teeth, threshold_mm): (&Teeth, f64)) -> Painted {
    let places: Vec<Vec<f64>> = of.iter().map(|(path, sweep)| sweep.at_mm(path)).collect();
    let moved: Vec<Moved> = of
        .iter()
        .zip(&places)
        .map(|((path, sweep), at_mm)| Moved { swept: &sweep.swept, at_mm, movement: path.asked.moves.movement() })
        .collect();
    painted_movements(&moved, colours, teeth, threshold_mm)
}

/// The diagrams of a path, and what follows it in them.
pub struct DrawnDiagrams {
    path: Arc<PathFound>,
    borders: Arc<Borders>,
    pub points: JawPoints,
    all: Vec<Diagram>,
    areas: Option<(Arc<SweepFound>, Diagram)>,
}

impl DrawnDiagrams {
    fn of(path: &Arc<PathFound>, asked: &BordersQuestion, borders: Arc<Borders>) -> Self {
        let points = path.points();
        let all = asked.diagrams(&borders, &path.motions(), &points);
        Self { path: path.clone(), borders, points, all, areas: None }
    }

    fn is_of(&self, path: &Arc<PathFound>, borders: &Arc<Borders>) -> bool {
        Arc::ptr_eq(&self.path, path) && Arc::ptr_eq(&self.borders, borders)
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
    by: (MotionPaint, Manner),
    of: Vec<Swept>,
    painted: Arc<Painted>,
}

impl PaintedJaws {
    fn is_of(&self, by: (MotionPaint, Manner), of: &[Swept]) -> bool {
        let is_same = |(a, b): (&Swept, &Swept)| Arc::ptr_eq(&a.0, &b.0) && Arc::ptr_eq(&a.1, &b.1);
        self.by == by && self.of.len() == of.len() && self.of.iter().zip(of).all(is_same)
    }
}

/// What is looked at, and what was made for it.
#[derive(Default)]
pub struct Drawn {
    pub group: Option<DiagramGroup>,
    /// Diagrams show the movement as large as they can, and of the borders what is near.
    pub is_near: bool,
    pub paint: MotionPaint,
    borders: KnownBorders,
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

    /// What is known of a place that was in contact at some instant, of each movement that is painted.
    pub fn places(&self, side: JawSide, triangle: u32) -> impl Iterator<Item = (&Swept, &PlaceSweep)> {
        self.jaws.iter().flat_map(|jaws| &jaws.of).filter_map(move |swept| {
            let places = &swept.1.swept.places[side as usize];
            let i = places.binary_search_by_key(&triangle, |place| place.triangle).ok()?;
            Some((swept, &places[i]))
        })
    }

    /// Takes in what is known of the movements that are painted; nothing is painted of others.
    pub fn follow_paint(&mut self, of: Option<Vec<Swept>>, teeth: &Teeth) {
        let Some(of) = of.filter(|_| self.paint != MotionPaint::Now) else {
            self.jaws = None;
            return;
        };
        let by = (self.paint, words::manner());
        if !self.jaws.as_ref().is_some_and(|jaws| jaws.is_of(by, &of)) {
            let painted = self.paint.painted(&of, teeth).map(Arc::new);
            self.jaws = painted.map(|painted| PaintedJaws { by, of, painted });
        }
    }

    /// Border movements are searched for among the teeth.
    pub fn is_searching_borders(&self) -> bool {
        self.borders.is_searching()
    }

    /// Nothing of other jaws is kept.
    pub fn forget_borders(&mut self) {
        self.borders = KnownBorders::default();
    }

    /// Takes in what is known of the movement; none is drawn of another one. `search`: where border movements by the teeth may be
    /// searched for.
    pub fn follow_diagrams(
        &mut self,
        path: Option<&Arc<PathFound>>,
        sweep: Option<&Arc<SweepFound>>,
        articulator: &Articulator,
        search: (Option<&Arc<PairForms>>, &Wake),
    ) {
        let Some(path) = path.filter(|_| self.group.is_some()) else {
            self.borders.leave();
            self.diagrams = None;
            return;
        };
        let asked = path.borders(articulator);
        let Some(borders) = self.borders.follow(&asked, search) else {
            self.diagrams = None;
            return;
        };
        let known = self.diagrams.take().filter(|drawn| drawn.is_of(path, &borders));
        let mut diagrams = known.unwrap_or_else(|| DrawnDiagrams::of(path, &asked, borders));
        let is_of = |areas: &(Arc<SweepFound>, Diagram)| sweep.is_some_and(|sweep| Arc::ptr_eq(&areas.0, sweep));
        if !diagrams.areas.as_ref().is_some_and(is_of) {
            diagrams.areas = sweep.map(|sweep| (sweep.clone(), sweep.area_diagram(path)));
        }
        self.diagrams = Some(diagrams);
    }
}
