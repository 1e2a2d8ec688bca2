//! The orthodontic figure that was chosen: its points can be dragged over the teeth.
use crate::base::Rigid;
use crate::jaw::orthodontics::{OrthoFigure, OrthoKind, found};
use crate::jaw::teeth::landmarks::Landmark;
use crate::jaw::{Fdi, OcclusalFrame, Teeth};
use crate::session::Session;
use glam::DVec2;
use std::sync::Arc;

/// Which figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureName {
    pub kind: OrthoKind,
    pub teeth: Vec<Fdi>,
}

impl FigureName {
    pub fn of(figure: &OrthoFigure) -> Self {
        Self { kind: figure.kind, teeth: figure.teeth.clone() }
    }
}

/// What a person asks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrthoWish {
    /// It stays drawn, and its points are handles; none is.
    Choose(Option<FigureName>),
}

/// A point under the hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldPoint {
    /// Where it is now.
    pub point: Landmark,
    /// Where the button went down, physical pixels.
    pub from: DVec2,
    /// The press has become a drag.
    pub is_dragged: bool,
    /// It was on the surface of its jaw somewhere else; until then it stays where it is.
    pub has_moved: bool,
}

/// What figures are taken from; the same is answered once.
#[derive(Clone, Debug, PartialEq)]
pub struct OrthoQuestion {
    teeth: Arc<Teeth>,
    upper_from_lower: Rigid,
    frame: OcclusalFrame,
    placed: Vec<Landmark>,
}

impl OrthoQuestion {
    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.teeth, &other.teeth)
            && (self.upper_from_lower, self.frame) == (other.upper_from_lower, other.frame)
            && self.placed == other.placed
    }
}

/// Figures and points, kept as long as what they are taken from is the same.
#[derive(Clone, Debug, Default)]
pub struct OrthoKnown {
    of: Option<OrthoQuestion>,
    pub figures: Vec<OrthoFigure>,
    /// In their jaws' own coordinates.
    pub points: Vec<Landmark>,
}

impl OrthoKnown {
    /// `held`: the point under the hand.
    pub fn follow(&mut self, session: &Session, held: Option<&HeldPoint>) {
        let mut placed = session.placed().to_vec();
        if let Some(held) = held.filter(|held| held.has_moved) {
            placed.retain(|p| p.name() != held.point.name());
            placed.push(held.point);
        }
        let (teeth, upper_from_lower, frame) = (session.teeth().clone(), session.upper_from_lower(), *session.frame());
        let now = OrthoQuestion { teeth, upper_from_lower, frame, placed };
        if self.of.as_ref().is_none_or(|of| !of.is(&now)) {
            (self.figures, self.points) =
                found(session.pair(), &now.teeth, (&now.frame, &now.upper_from_lower), &now.placed);
            self.of = Some(now);
        }
    }
}

#[derive(Debug, Default)]
pub struct OrthoState {
    pub chosen: Option<FigureName>,
    pub held: Option<HeldPoint>,
    known: OrthoKnown,
}

impl OrthoState {
    /// While a figure is chosen and no hand moves the jaw, what it is taken from is known.
    pub fn follow(&mut self, session: &Session, moves_jaw: bool) {
        if self.chosen.is_some() && !moves_jaw {
            self.known.follow(session, self.held.as_ref());
        }
    }

    /// The figure that was chosen.
    pub fn figure(&self) -> Option<&OrthoFigure> {
        let chosen = self.chosen.as_ref()?;
        self.known.figures.iter().find(|figure| figure.kind == chosen.kind && figure.teeth == chosen.teeth)
    }

    /// Its points, in their jaws' own coordinates.
    pub fn points(&self) -> impl Iterator<Item = &Landmark> {
        let names = self.figure().map(OrthoFigure::landmarks).unwrap_or_default();
        self.known.points.iter().filter(move |point| names.contains(&point.name()))
    }
}
