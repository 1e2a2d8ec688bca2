//! Diagrams of a movement over the border movements of its jaw, as the window, pictures and reports draw them.
use super::asked::{Moves, computed_path};
use super::found::{PathFound, SweepFound};
use crate::base::words::phrase;
use crate::base::{Cancelled, Progress, Rigid};
use crate::engine::{BiteStart, PairForms};
use crate::exact::BvhEngine;
use crate::field::contact::ScopeAsked;
use crate::jaw::motion::diagrams::{Diagram, JawPoints, diagrams};
use crate::jaw::motion::{Articulator, BorderAmounts, Borders, Course, Guide, HingeFrame, Movement, MovementKind};

/// Opening, protrusion, retrusion and both laterotrusions: the paths that borders are made of.
const PATHS: f64 = 5.0;

/// What the border movements of a jaw depend on, besides the scans.
#[derive(Clone, Debug, PartialEq)]
pub struct BordersQuestion {
    pub articulator: Articulator,
    pub hinge: HingeFrame,
    pub guide: Guide,
    pub start: BiteStart,
    /// `upper_from_lower` in which they begin.
    pub bite: Rigid,
    /// What may touch, where teeth guide.
    pub scope: ScopeAsked,
}

impl BordersQuestion {
    /// Whether every step of a path is a search among the teeth.
    pub fn is_by_teeth(&self) -> bool {
        self.guide == Guide::Teeth
    }

    /// The border movements, by whatever guides the jaw.
    ///
    /// # Errors
    /// [`Cancelled`] when they are no longer wanted.
    pub fn find(&self, forms: &PairForms, progress: &Progress) -> Result<Borders, Cancelled> {
        let exact = if self.is_by_teeth() { Some(forms.trees(&progress.part(0.0, 0.1))?) } else { None };
        self.among(exact.as_deref(), &progress.part(0.1, 1.0))
    }

    /// The same among jaws whose trees are at hand; without them by the condyles, where teeth would guide.
    ///
    /// # Errors
    /// [`Cancelled`] when they are no longer wanted.
    pub fn among(&self, exact: Option<&BvhEngine>, progress: &Progress) -> Result<Borders, Cancelled> {
        let none = Movement { kind: MovementKind::Protrusion, amount_mm: 0.0 };
        let start = Course::new(&self.articulator, &self.hinge, none);
        let guide = if self.is_by_teeth() && exact.is_none() { Guide::Free } else { self.guide };
        let jaws = exact.map(|exact| (exact, &self.scope, self.bite));
        let mut n = 0.0;
        Borders::of(&start, guide, &BorderAmounts::default(), |course, refining| {
            let part = progress.part(n / PATHS, (n + 1.0) / PATHS);
            n += 1.0;
            Ok(computed_path(course, (guide, self.start), jaws, refining, &part)?.into_path())
        })
    }

    /// All diagrams but the areas, of a movement over the borders found.
    pub fn diagrams(&self, borders: &Borders, motions: &[Option<Rigid>], points: &JawPoints) -> Vec<Diagram> {
        diagrams(borders, motions, points, self.articulator.plane)
    }
}

impl PathFound {
    /// About the jaw that it moves. `now`: the articulator as it is, since a record does not depend on one.
    pub fn borders(&self, now: &Articulator) -> BordersQuestion {
        let asked = &*self.asked;
        let (articulator, guide, start) = match asked.moves {
            Moves::Computed { guide, start, .. } => (&asked.articulator, guide, start),
            Moves::Recorded(_) => (now, Guide::Free, BiteStart::default()),
        };
        let (articulator, scope) = (*articulator, asked.scope.clone());
        BordersQuestion { articulator, hinge: self.hinge, guide, start, bite: asked.bite, scope }
    }

    /// The points that diagrams follow.
    pub fn points(&self) -> JawPoints {
        JawPoints::of(&self.hinge, self.half_width_mm)
    }

    pub fn motions(&self) -> Vec<Option<Rigid>> {
        self.steps.iter().map(|step| step.motion).collect()
    }
}

impl SweepFound {
    /// Areas of contact along the path, over mm of it or over s of a record that has times.
    pub fn area_diagram(&self, path: &PathFound) -> Diagram {
        let at: Vec<f64> = self.of_path.iter().map(|i| path.steps[*i].at).collect();
        let mut found = self.swept.area_diagram(&at, path.asked.articulator.plane);
        if path.is_timed() {
            found.across.words = phrase!("diagram-time-s");
        }
        found
    }

    /// Where on the path, mm, each of its steps is.
    pub fn at_mm(&self, path: &PathFound) -> Vec<f64> {
        self.of_path.iter().map(|i| path.steps[*i].s_mm + path.steps[*i].shift_mm).collect()
    }
}
