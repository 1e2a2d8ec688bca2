//! The border movements: as far as the jaw goes in every direction, and from there to the widest opening. What they enclose at the
//! incisal point is Posselt's diagram.
use super::condyles::Condyles;
use super::course::{Course, Movement, MovementKind};
use super::path::{Guide, MotionPath};
use super::refine::Refining;
use super::sides::Side;
use super::step::Step;
use crate::base::Rigid;
#[cfg(test)]
use crate::base::{Cancelled, Progress};

/// How far the jaw goes, mm, as amounts of movements are told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BorderAmounts {
    pub opening_mm: f64,
    pub protrusion_mm: f64,
    pub retrusion_mm: f64,
    pub lateral_mm: f64,
}

/// Means of patients (`super::RANGES`). Laterally they are told at the incisal point, 9.4 and 11.8 mm: the balancing condyle is then some
/// 8 mm forward.
impl Default for BorderAmounts {
    fn default() -> Self {
        Self { opening_mm: 49.3, protrusion_mm: 8.8, retrusion_mm: 1.0, lateral_mm: 8.0 }
    }
}

/// A line of the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    Opening,
    Protrusion,
    Retrusion,
    Lateral(Side),
    /// From the end of a protrusion to the widest opening: the condyles go evenly from where they are to where it has them.
    ProtrusionOpens,
    LateralOpens(Side),
}

/// One line of it: motions in the hinge frame; `None` in a hole.
#[derive(Clone, Debug, PartialEq)]
pub struct BorderLine {
    pub what: Border,
    pub motions: Vec<Option<Rigid>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Borders {
    pub guide: Guide,
    pub lines: Vec<BorderLine>,
}

/// Steps of a line.
const STEPS: usize = 41;

impl Borders {
    /// All lines; `path` gives the path of a course by `guide`, in the steps that it is given. Movements are as long as the guides reach.
    ///
    /// # Errors
    /// What `path` says.
    pub fn of<E>(
        start: &Course,
        guide: Guide,
        amounts: &BorderAmounts,
        mut path: impl FnMut(&Course, &Refining) -> Result<MotionPath, E>,
    ) -> Result<Self, E> {
        let mut of = |kind: MovementKind, amount_mm: f64| {
            let course = start.reaching(Movement { kind, amount_mm });
            let (length_mm, molars) = (course.length_mm(), course.hinge.molars());
            path(&course, &Refining { length_mm, molars, steps: Some(STEPS) })
        };
        let lateral = |working| MovementKind::Lateral { working, forward: 0.0 };
        let opening = of(MovementKind::Opening, amounts.opening_mm)?;
        let protrusion = of(MovementKind::Protrusion, amounts.protrusion_mm)?;
        let retrusion = of(MovementKind::Retrusion, amounts.retrusion_mm)?;
        let right = of(lateral(Side::Right), amounts.lateral_mm)?;
        let left = of(lateral(Side::Left), amounts.lateral_mm)?;
        let line = |what: Border, path: &MotionPath| BorderLine {
            what,
            motions: path.steps.iter().map(Step::motion).collect(),
        };
        let opens = |what: Border, from: &MotionPath| BorderLine { what, motions: between(from, &opening) };
        let lines = vec![
            line(Border::Opening, &opening),
            line(Border::Protrusion, &protrusion),
            line(Border::Retrusion, &retrusion),
            line(Border::Lateral(Side::Right), &right),
            line(Border::Lateral(Side::Left), &left),
            opens(Border::ProtrusionOpens, &protrusion),
            opens(Border::LateralOpens(Side::Right), &right),
            opens(Border::LateralOpens(Side::Left), &left),
        ];
        Ok(Self { guide, lines })
    }

    /// By the condyles alone or by the incisal table, for tests: the program asks for paths by any guide.
    #[cfg(test)]
    pub fn without_teeth(
        start: &Course,
        guide: Guide,
        amounts: &BorderAmounts,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        Self::of(start, guide, amounts, |course, refining| MotionPath::without_teeth(course, guide, refining, progress))
    }

    pub fn line(&self, what: Border) -> Option<&BorderLine> {
        self.lines.iter().find(|line| line.what == what)
    }
}

/// From the end of one path to that of another; nothing where one of them has no end.
fn between(from: &MotionPath, to: &MotionPath) -> Vec<Option<Rigid>> {
    let end = |path: &MotionPath| {
        path.steps.iter().rev().find_map(|step| step.opening_rad.map(|opening_rad| (step.condyles, opening_rad)))
    };
    let (Some((a, a_rad)), Some((b, b_rad))) = (end(from), end(to)) else { return Vec::new() };
    let at = |t: f64| {
        let condyles = Condyles { right: a.right.lerp(b.right, t), left: a.left.lerp(b.left, t) };
        Some(condyles.pose(a_rad + t * (b_rad - a_rad)))
    };
    (0..STEPS).map(|i| at(i as f64 / (STEPS - 1) as f64)).collect()
}
