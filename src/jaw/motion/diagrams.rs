//! Diagrams of movements as plain data: polylines in mm with named axes, so that the window, pictures and reports draw the same. Places
//! are told since the start, in the hinge frame, so every diagram is to the reference plane of its articulator.
use super::borders::{Border, Borders};
use super::condyles::Condyles;
use super::hinge_frame::HingeFrame;
use super::path::Guide;
use super::plane::ReferencePlane;
use super::sides::{BothSides, Side};
use crate::base::Rigid;
use crate::base::words::{Phrase, decimal, phrase, say};
use glam::{DVec2, DVec3};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramKind {
    /// Border movements of the incisal point, from the patient's right.
    PosseltSagittal,
    /// The same from the front.
    PosseltFrontal,
    /// Both condyles from the patient's right.
    CondylesSagittal,
    /// Both condyles from above.
    CondylesHorizontal,
    /// Border movements of the incisal point from above.
    GothicArch,
    /// Area of contact along a path.
    ContactAreas,
    /// The same against how far the jaw is open.
    OpeningAreas,
}

impl DiagramKind {
    pub const OF_MOTION: [Self; 5] = [
        Self::PosseltSagittal,
        Self::PosseltFrontal,
        Self::CondylesSagittal,
        Self::CondylesHorizontal,
        Self::GothicArch,
    ];

    pub fn title(self) -> Phrase {
        match self {
            Self::PosseltSagittal => phrase!("diagram-posselt-sagittal"),
            Self::PosseltFrontal => phrase!("diagram-posselt-frontal"),
            Self::CondylesSagittal => phrase!("diagram-condyles-sagittal"),
            Self::CondylesHorizontal => phrase!("diagram-condyles-horizontal"),
            Self::GothicArch => phrase!("diagram-gothic-arch"),
            Self::ContactAreas => phrase!("diagram-contact-areas"),
            Self::OpeningAreas => phrase!("diagram-opening-areas"),
        }
    }

    fn view(self) -> View {
        match self {
            Self::PosseltFrontal => View::Frontal,
            Self::CondylesHorizontal | Self::GothicArch => View::Horizontal,
            _ => View::Sagittal,
        }
    }

    fn is_of_condyles(self) -> bool {
        matches!(self, Self::CondylesSagittal | Self::CondylesHorizontal)
    }
}

/// From where a diagram is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// From the patient's right.
    Sagittal,
    /// From the front.
    Frontal,
    /// From above.
    Horizontal,
}

impl View {
    /// Where a place (right, front, up) is in the drawing: across, up.
    fn place(self, p: DVec3) -> DVec2 {
        match self {
            Self::Sagittal => DVec2::new(p.y, p.z),
            Self::Frontal => DVec2::new(-p.x, p.z),
            Self::Horizontal => DVec2::new(p.x, p.y),
        }
    }

    fn axes(self) -> [Axis; 2] {
        let (right, left) = (phrase!("diagram-right"), phrase!("diagram-left"));
        let front = Axis { words: phrase!("diagram-front-mm"), ends: None };
        let up = Axis { words: phrase!("diagram-up-mm"), ends: None };
        match self {
            Self::Sagittal => [front, up],
            Self::Frontal => [Axis { words: phrase!("diagram-to-left-mm"), ends: Some([right, left]) }, up],
            Self::Horizontal => [Axis { words: phrase!("diagram-to-right-mm"), ends: Some([left, right]) }, front],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What is told along it, with its unit.
    pub words: Phrase,
    /// What stands at its low and at its high end: the patient's sides.
    pub ends: Option<[Phrase; 2]>,
}

/// What a line shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineKind {
    Border(Border),
    /// A condyle through a border movement.
    Condyle(Side, Border),
    /// The movement that is looked at.
    Movement,
    MovementOfCondyle(Side),
    /// Area of the upper jaw with a closest gap up to this.
    AreaWithin {
        threshold_mm: f64,
    },
}

impl LineKind {
    pub fn words(self) -> String {
        match self {
            Self::Border(border) => border_words(border).say().into(),
            Self::Condyle(side, border) => {
                say!("diagram-condyle-through", side = side.name(), movement = border_words(border).say())
            }
            Self::Movement => say!("diagram-movement").into(),
            Self::MovementOfCondyle(side) => say!("diagram-condyle", side = side.name()),
            Self::AreaWithin { threshold_mm } => say!("diagram-area-within", threshold_mm = decimal(threshold_mm, 3)),
        }
    }

    /// Whether it is of the movement that is looked at, and not of its surroundings.
    pub fn is_movement(self) -> bool {
        matches!(self, Self::Movement | Self::MovementOfCondyle(_))
    }
}

fn border_words(border: Border) -> Phrase {
    match border {
        Border::Opening => phrase!("diagram-border-opening"),
        Border::Protrusion => phrase!("diagram-border-protrusion"),
        Border::Retrusion => phrase!("diagram-border-retrusion"),
        Border::Lateral(Side::Right) => phrase!("diagram-border-right"),
        Border::Lateral(Side::Left) => phrase!("diagram-border-left"),
        Border::ProtrusionOpens => phrase!("diagram-border-protrusion-opens"),
        Border::LateralOpens(Side::Right) => phrase!("diagram-border-right-opens"),
        Border::LateralOpens(Side::Left) => phrase!("diagram-border-left-opens"),
    }
}

/// A line without holes.
#[derive(Clone, Debug, PartialEq)]
pub struct DiagramLine {
    pub kind: LineKind,
    pub points: Vec<DVec2>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    pub kind: DiagramKind,
    /// What its directions are to.
    pub plane: ReferencePlane,
    pub across: Axis,
    pub up: Axis,
    /// A mm is as long across as up.
    pub is_to_scale: bool,
    /// What guides the border movements; `None` where there are none.
    pub borders_by: Option<Guide>,
    pub lines: Vec<DiagramLine>,
}

/// Points of the lower jaw at the start, hinge frame, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JawPoints {
    pub incisal: DVec3,
    pub condyles: BothSides<DVec3>,
}

impl JawPoints {
    pub fn of(hinge: &HingeFrame, half_width_mm: f64) -> Self {
        let Condyles { right, left } = Condyles::at_rest(half_width_mm);
        Self { incisal: hinge.incisal, condyles: BothSides { right, left } }
    }
}

/// All diagrams of a jaw: its border movements, and over them the movement that is looked at (may be empty; `None` in holes).
pub fn diagrams(
    borders: &Borders,
    movement: &[Option<Rigid>],
    points: &JawPoints,
    plane: ReferencePlane,
) -> Vec<Diagram> {
    DiagramKind::OF_MOTION.into_iter().map(|kind| Diagram::of(kind, borders, movement, points, plane)).collect()
}

impl Diagram {
    /// Who guides the border movements, where there are some.
    pub fn borders_words(&self) -> Option<Phrase> {
        Some(match self.borders_by? {
            Guide::Free => phrase!("diagram-borders-by-condyles"),
            Guide::Incisal => phrase!("diagram-borders-by-table"),
            Guide::Teeth => phrase!("diagram-borders-by-teeth"),
        })
    }

    fn of(
        kind: DiagramKind,
        borders: &Borders,
        movement: &[Option<Rigid>],
        points: &JawPoints,
        plane: ReferencePlane,
    ) -> Self {
        let mut lines = Vec::new();
        let mut add =
            |of: LineKind, motions: &[Option<Rigid>], point: DVec3| {
                let runs = runs(motions, point).into_iter();
                lines.extend(runs.map(|run| DiagramLine {
                    kind: of,
                    points: run.into_iter().map(|p| kind.view().place(p)).collect(),
                }));
            };
        let shown = borders.lines.iter().filter(|line| is_shown(kind, line.what));
        if kind.is_of_condyles() {
            for (line, side) in shown.flat_map(|line| [(line, Side::Right), (line, Side::Left)]) {
                add(LineKind::Condyle(side, line.what), &line.motions, *points.condyles.of(side));
            }
            for side in [Side::Right, Side::Left] {
                add(LineKind::MovementOfCondyle(side), movement, *points.condyles.of(side));
            }
        } else {
            shown.for_each(|line| add(LineKind::Border(line.what), &line.motions, points.incisal));
            add(LineKind::Movement, movement, points.incisal);
        }
        let [across, up] = kind.view().axes();
        Self { kind, plane, across, up, is_to_scale: true, borders_by: Some(borders.guide), lines }
    }

    /// Areas of contact along a path: of each threshold and step the place on the path, mm, and the area, mm²; `None` in holes.
    pub fn of_areas(plane: ReferencePlane, lines: &[(f64, Vec<Option<DVec2>>)]) -> Self {
        Self::of_curves(DiagramKind::ContactAreas, plane, lines)
    }

    /// For each threshold the area (the mean of both jaws') at each opening, mm and mm².
    pub fn of_openings(plane: ReferencePlane, lines: &[(f64, Vec<Option<DVec2>>)]) -> Self {
        let across = Axis { words: phrase!("diagram-opening-mm"), ends: None };
        let up = Axis { words: phrase!("diagram-area-mean-mm2"), ends: None };
        Self { across, up, ..Self::of_curves(DiagramKind::OpeningAreas, plane, lines) }
    }

    fn of_curves(kind: DiagramKind, plane: ReferencePlane, lines: &[(f64, Vec<Option<DVec2>>)]) -> Self {
        let line = |(threshold_mm, points): &(f64, Vec<Option<DVec2>>)| {
            let kind = LineKind::AreaWithin { threshold_mm: *threshold_mm };
            let parts = points.split(Option::is_none).filter(|part| !part.is_empty());
            parts.map(|part| DiagramLine { kind, points: part.iter().flatten().copied().collect() }).collect::<Vec<_>>()
        };
        Self {
            kind,
            plane,
            across: Axis { words: phrase!("diagram-path-mm"), ends: None },
            up: Axis { words: phrase!("diagram-area-mm2"), ends: None },
            is_to_scale: false,
            borders_by: None,
            lines: lines.iter().flat_map(line).collect(),
        }
    }

    /// Where the jaw is in the diagram: the incisal point, or the right and the left condyle; nothing where it is not of the jaw.
    pub fn marks(&self, motion: &Rigid, points: &JawPoints) -> Vec<DVec2> {
        let of = |p: DVec3| self.kind.view().place(motion.transform_point(p) - p);
        match self.kind {
            DiagramKind::ContactAreas | DiagramKind::OpeningAreas => Vec::new(),
            kind if kind.is_of_condyles() => vec![of(points.condyles.right), of(points.condyles.left)],
            _ => vec![of(points.incisal)],
        }
    }

    /// The smallest box round all lines and the origin: least and most.
    pub fn bounds(&self) -> [DVec2; 2] {
        self.bounds_of(|_| true)
    }

    /// The same round the movement that is looked at.
    pub fn bounds_of_movement(&self) -> [DVec2; 2] {
        self.bounds_of(LineKind::is_movement)
    }

    fn bounds_of(&self, is_of: impl Fn(LineKind) -> bool) -> [DVec2; 2] {
        let all = self.lines.iter().filter(|line| is_of(line.kind)).flat_map(|line| &line.points);
        all.fold([DVec2::ZERO; 2], |[least, most], p| [least.min(*p), most.max(*p)])
    }

    /// Of a Gothic arch: the angle from the front to where the incisal point ends to the right and to the left, degrees.
    pub fn half_angles_deg(&self) -> Option<BothSides<f64>> {
        let end = |side: Side| {
            let of_side = |line: &&DiagramLine| line.kind == LineKind::Border(Border::Lateral(side));
            let end = self.lines.iter().rev().find(of_side)?.points.last()?;
            Some(end.x.abs().atan2(end.y).to_degrees())
        };
        let is_arch = self.kind == DiagramKind::GothicArch;
        is_arch.then(|| Some(BothSides { right: end(Side::Right)?, left: end(Side::Left)? })).flatten()
    }
}

/// From mm of a diagram to a plot of some size, its origin at the upper left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiagramScale {
    /// What the plot shows at its lower left and its upper right corner.
    pub least: DVec2,
    pub most: DVec2,
    size: DVec2,
    per: DVec2,
}

impl DiagramScale {
    /// All of the diagram with a little room round it.
    pub fn of(diagram: &Diagram, size: DVec2) -> Self {
        Self::round(diagram, diagram.bounds(), size)
    }

    /// The movement alone, as large as it may be; of less than this a plot would show noise.
    pub fn of_movement(diagram: &Diagram, size: DVec2) -> Self {
        const LEAST_MM: f64 = 1.0;
        let [least, most] = diagram.bounds_of_movement();
        let lacking = (DVec2::splat(LEAST_MM) - (most - least)).max(DVec2::ZERO) / 2.0;
        Self::round(diagram, [least - lacking, most + lacking], size)
    }

    fn round(diagram: &Diagram, [least, most]: [DVec2; 2], size: DVec2) -> Self {
        let room = (most - least).max(DVec2::splat(0.1)) * 0.06;
        let (least, most) = (least - room, most + room);
        let mut per = size / (most - least);
        if diagram.is_to_scale {
            per = DVec2::splat(per.min_element());
        }
        let (middle, half) = ((least + most) / 2.0, size / per / 2.0);
        Self { least: middle - half, most: middle + half, size, per }
    }

    /// Where a place of the diagram is in the plot.
    pub fn at(&self, p: DVec2) -> DVec2 {
        let place = (p - self.least) * self.per;
        DVec2::new(place.x, self.size.y - place.y)
    }
}

/// Which borders stand in which diagram: seen from where they enclose something, and no line of which nothing is seen.
fn is_shown(kind: DiagramKind, border: Border) -> bool {
    use Border::{Lateral, LateralOpens, Opening, Protrusion, ProtrusionOpens, Retrusion};
    match kind {
        DiagramKind::PosseltSagittal => matches!(border, Opening | Protrusion | Retrusion | ProtrusionOpens),
        DiagramKind::PosseltFrontal => matches!(border, Opening | Lateral(_) | LateralOpens(_)),
        DiagramKind::CondylesSagittal => matches!(border, Opening | Protrusion | Lateral(_)),
        DiagramKind::CondylesHorizontal => matches!(border, Protrusion | Lateral(_)),
        DiagramKind::GothicArch => matches!(border, Protrusion | Retrusion | Lateral(_)),
        DiagramKind::ContactAreas | DiagramKind::OpeningAreas => false,
    }
}

/// Where motions take a point, since the start; a run ends in a hole.
fn runs(motions: &[Option<Rigid>], point: DVec3) -> Vec<Vec<DVec3>> {
    let parts = motions.split(Option::is_none).filter(|part| !part.is_empty());
    parts.map(|part| part.iter().flatten().map(|motion| motion.transform_point(point) - point).collect()).collect()
}

/// Round numbers between two, both ends included where they are round: about so many.
pub fn ticks(least: f64, most: f64, about: usize) -> Vec<f64> {
    let size = (most - least) / about.max(1) as f64;
    if !size.is_normal() || size < 0.0 {
        return vec![least];
    }
    let power = 10f64.powf(size.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|step| *step >= 0.8 * size).unwrap_or(size);
    let [first, last] = [(least / step - 1e-9).ceil(), (most / step + 1e-9).floor()];
    // No more than a page has room for.
    (0..=((last - first).max(0.0) as usize).min(1000)).map(|i| (first + i as f64) * step + 0.0).collect()
}

#[cfg(test)]
mod tests;
