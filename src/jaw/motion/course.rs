//! Where a movement leads the condyles.
use super::articulator::Articulator;
use super::condyles::Condyles;
use super::guide::{CondylarGuide, tan};
use super::hinge_frame::HingeFrame;
use super::sides::{BothSides, Side};
use glam::DVec3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MovementKind {
    /// The amount is how far the incisal point moves (chord).
    Opening,
    /// The amount is how far the condyles go forward in the reference plane, here and below.
    Protrusion,
    /// Backwards.
    Retrusion,
    /// To the working side; the amount is the balancing condyle's. `forward`: 0 is a pure laterotrusion, 1 a pure protrusion.
    Lateral { working: Side, forward: f64 },
}

/// What is to be done, and how far, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Movement {
    pub kind: MovementKind,
    pub amount_mm: f64,
}

/// Farther back no condyle goes, mm.
pub const MOST_RETRUSION_MM: f64 = 2.0;

/// Farther no jaw goes, mm.
const MOST_OPENING_MM: f64 = 80.0;
const MOST_TRAVEL_MM: f64 = 30.0;
/// Of a lateroprotrusion of which nothing else is said.
pub const USUAL_FORWARD: f64 = 0.5;

impl Movement {
    /// One of a name as files have it, as far as it usually goes.
    pub fn named(name: &str) -> Option<Self> {
        let lateral = |working, forward| (MovementKind::Lateral { working, forward }, 5.0);
        let (kind, amount_mm) = match name {
            "opening" => (MovementKind::Opening, 20.0),
            "protrusion" => (MovementKind::Protrusion, 5.0),
            "retrusion" => (MovementKind::Retrusion, 1.0),
            "right" | "laterotrusion-right" => lateral(Side::Right, 0.0),
            "left" | "laterotrusion-left" => lateral(Side::Left, 0.0),
            "right-protrusion" => lateral(Side::Right, USUAL_FORWARD),
            "left-protrusion" => lateral(Side::Left, USUAL_FORWARD),
            _ => return None,
        };
        Some(Self { kind, amount_mm })
    }

    /// More than this is not taken, mm.
    pub fn most_mm(&self) -> f64 {
        match self.kind {
            MovementKind::Opening => MOST_OPENING_MM,
            MovementKind::Retrusion => MOST_RETRUSION_MM,
            MovementKind::Protrusion | MovementKind::Lateral { .. } => MOST_TRAVEL_MM,
        }
    }

    /// Whether there can be such a one.
    pub fn is_sound(&self) -> bool {
        let is_mix = match self.kind {
            MovementKind::Lateral { forward, .. } => (0.0..=1.0).contains(&forward),
            _ => true,
        };
        is_mix && (0.0..=self.most_mm()).contains(&self.amount_mm)
    }

    /// As it is named in files.
    pub fn name(&self) -> String {
        match self.kind {
            MovementKind::Opening => "opening".into(),
            MovementKind::Protrusion => "protrusion".into(),
            MovementKind::Retrusion => "retrusion".into(),
            MovementKind::Lateral { working, forward: 0.0 } => working.name().into(),
            MovementKind::Lateral { working, .. } => format!("{}-protrusion", working.name()),
        }
    }

    /// The side that works.
    pub fn working(&self) -> Option<Side> {
        match self.kind {
            MovementKind::Lateral { working, forward } if forward < 1.0 => Some(working),
            _ => None,
        }
    }

    /// More than this few patients reach, mm.
    pub fn usual_limit_mm(&self) -> f64 {
        match self.kind {
            MovementKind::Opening => 60.0,
            MovementKind::Protrusion => 12.0,
            MovementKind::Retrusion => MOST_RETRUSION_MM,
            MovementKind::Lateral { .. } => 15.0,
        }
    }
}

/// Where a movement has come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Of the movement's amount so much is done, mm.
    pub s_mm: f64,
    /// Immediate side shift so far, mm.
    pub shift_mm: f64,
    pub condyles: Condyles,
}

/// The way of the condyles through a movement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course<'a> {
    pub articulator: &'a Articulator,
    pub hinge: &'a HingeFrame,
    /// As the upper jaw sees them.
    guides: BothSides<CondylarGuide>,
    pub movement: Movement,
}

impl<'a> Course<'a> {
    pub fn new(articulator: &'a Articulator, hinge: &'a HingeFrame, movement: Movement) -> Self {
        Self { articulator, hinge, guides: articulator.guides_seen(hinge.incisal), movement }
    }

    /// Why the guides do not reach so far, if they do not.
    pub fn fault(&self) -> Option<String> {
        let ends_mm = self.ends_mm();
        let goes_mm = match self.movement.kind {
            MovementKind::Opening => self.articulator.opening.condyle_mm(self.movement.amount_mm),
            MovementKind::Retrusion => 0.0,
            _ => self.movement.amount_mm,
        };
        (goes_mm > ends_mm).then(|| {
            format!("the curved condylar path ends {ends_mm:.1} mm forward, and {goes_mm:.1} mm are asked for")
        })
    }

    /// Another movement by the same guides, no longer than they reach.
    pub fn reaching(&self, movement: Movement) -> Self {
        let most_mm = match movement.kind {
            MovementKind::Opening => self.articulator.opening.opening_mm(self.ends_mm()),
            MovementKind::Retrusion => MOST_RETRUSION_MM,
            _ => self.ends_mm(),
        };
        Self { movement: Movement { amount_mm: movement.amount_mm.min(most_mm), ..movement }, ..*self }
    }

    /// So far forward both condylar paths go.
    fn ends_mm(&self) -> f64 {
        self.guides.right.longest_mm().min(self.guides.left.longest_mm())
    }

    /// Immediate side shift that goes before, mm.
    pub fn immediate_mm(&self) -> f64 {
        match self.movement.kind {
            MovementKind::Lateral { working, forward } => {
                self.guides.of(working.other()).immediate_mm * (1.0 - forward)
            }
            _ => 0.0,
        }
    }

    /// All that is gone through: the immediate side shift, then the amount; mm.
    pub fn length_mm(&self) -> f64 {
        self.immediate_mm() + self.movement.amount_mm
    }

    /// Where the condyles are after so much of it.
    pub fn at(&self, u_mm: f64) -> Target {
        let shift_mm = u_mm.min(self.immediate_mm());
        let s_mm = u_mm - shift_mm;
        let condyles = match self.movement.kind {
            MovementKind::Opening => self.opened(s_mm),
            MovementKind::Protrusion => self.forward(BothSides::same(s_mm)),
            MovementKind::Retrusion => self.forward(BothSides::same(-s_mm)),
            MovementKind::Lateral { working, forward } => self.lateral(working, forward, s_mm, shift_mm),
        };
        Target { s_mm, shift_mm, condyles }
    }

    fn opened(&self, opening_mm: f64) -> Condyles {
        let chord_mm = self.articulator.opening.condyle_mm(opening_mm);
        // One travel for both sides: unlike guides would turn the jaw sideways.
        let mean =
            (self.guides.right.forward_of_chord_mm(chord_mm) + self.guides.left.forward_of_chord_mm(chord_mm)) / 2.0;
        self.forward(BothSides::same(mean))
    }

    /// Both condyles forward. Where their heights differ the axis rolls and keeps its length, and its middle stays in the middle.
    fn forward(&self, by_mm: BothSides<f64>) -> Condyles {
        let z =
            BothSides { right: -self.guides.right.drop_mm(by_mm.right), left: -self.guides.left.drop_mm(by_mm.left) };
        let half = (self.articulator.half_width_mm().powi(2) - ((z.right - z.left) / 2.0).powi(2)).sqrt();
        Condyles { right: DVec3::new(half, by_mm.right, z.right), left: DVec3::new(-half, by_mm.left, z.left) }
    }

    /// The balancing condyle on its path; the working one on its own, where their distance has it.
    fn lateral(&self, working: Side, forward: f64, by_mm: f64, shift_mm: f64) -> Condyles {
        let (balancing, work) = (self.guides.of(working.other()), self.guides.of(working));
        let inward_mm = shift_mm + (1.0 - forward) * by_mm * tan(balancing.inward_deg());
        let falls_mm = (1.0 - forward) * balancing.medial_drop_mm(by_mm) + forward * balancing.drop_mm(by_mm);
        let follows = DVec3::new(0.0, forward * by_mm, -work.drop_mm(forward * by_mm));
        let (width, half) = (self.articulator.intercondylar_mm, self.articulator.half_width_mm());
        let lag = DVec3::new(0.0, by_mm, -falls_mm) - follows;
        let across = (width.powi(2) - lag.length_squared()).sqrt();
        // What the axis loses across is shared in a protrusion, and the working side's alone in a laterotrusion.
        let balancing_x = -half + inward_mm + forward * (width - across) / 2.0;
        let left = DVec3::new(balancing_x, by_mm, -falls_mm);
        let right = follows + DVec3::X * (balancing_x + across);
        match working {
            Side::Right => Condyles { right, left },
            Side::Left => Condyles { right: mirrored(left), left: mirrored(right) },
        }
    }
}

fn mirrored(p: DVec3) -> DVec3 {
    DVec3::new(-p.x, p.y, p.z)
}
