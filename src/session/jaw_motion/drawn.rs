//! Diagrams of a movement over the border movements of its articulator, as the window, pictures and reports draw them.
use super::asked::Moves;
use super::found::{PathFound, SweepFound};
use crate::base::words::phrase;
use crate::base::{Cancelled, Progress, Rigid};
use crate::jaw::motion::diagrams::{Diagram, JawPoints, diagrams};
use crate::jaw::motion::{
    Articulator, BorderAmounts, Borders, BothSides, Condyles, Course, Guide, HingeFrame, Movement, MovementKind,
};

/// What the diagrams of a jaw depend on, besides the movement.
pub struct Bordered<'a> {
    pub articulator: &'a Articulator,
    pub hinge: &'a HingeFrame,
    pub guide: Guide,
    pub half_width_mm: f64,
}

impl Bordered<'_> {
    /// The points that diagrams follow.
    pub fn points(&self) -> JawPoints {
        let Condyles { right, left } = Condyles::at_rest(self.half_width_mm);
        JawPoints { incisal: self.hinge.incisal, condyles: BothSides { right, left } }
    }

    /// All of them but the areas.
    ///
    /// # Errors
    /// [`Cancelled`] when they are no longer wanted.
    pub fn diagrams(&self, motions: &[Option<Rigid>], progress: &Progress) -> Result<Vec<Diagram>, Cancelled> {
        let guide = match self.guide {
            // Borders by teeth would be as many searches again.
            Guide::Teeth => Guide::Free,
            guide => guide,
        };
        let none = Movement { kind: MovementKind::Protrusion, amount_mm: 0.0 };
        let start = Course::new(self.articulator, self.hinge, none);
        let borders = Borders::without_teeth(&start, guide, &BorderAmounts::default(), progress)?;
        Ok(diagrams(&borders, motions, &self.points(), self.articulator.plane))
    }
}

impl PathFound {
    /// What its diagrams depend on, with the articulator as it is now: a record does not depend on it.
    pub fn bordered<'a>(&'a self, articulator: &'a Articulator) -> Bordered<'a> {
        let guide = match self.asked.moves {
            Moves::Computed { guide, .. } => guide,
            Moves::Recorded(_) => Guide::Free,
        };
        Bordered { articulator, hinge: &self.hinge, guide, half_width_mm: self.half_width_mm }
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
