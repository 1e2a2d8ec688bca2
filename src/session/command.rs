//! One enum of every change that a person can make to an open case.
use super::bites::BiteChange;
use super::directions::Correction;
use super::jaw_motion::MotionChange;
use super::pins::PinChange;
use super::placed::PlacedChange;
use super::{NamedView, State};
use crate::base::Rigid;
use crate::base::palette::Palette;
use crate::base::words::{decimal, say};
use crate::field::contact::ScopeKind;
use crate::jaw::{BiteOrigin, Fdi, HingeAnatomy, JawSide, JawTrim, KeptSection, Measure, OcclusalFrame};
use glam::{DQuat, DVec3};
use std::sync::Arc;

/// How the lower jaw was moved: for the names in the list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    Drag,
    Turn,
    Hinge,
    Raise,
    Nudge,
    Typed,
    FirstContact,
    /// By the smallest move out of each other.
    Freed,
    Reset,
}

impl Motion {
    /// How a pose came about that such a move has led to.
    pub fn origin(self) -> BiteOrigin {
        match self {
            Self::Typed => BiteOrigin::Typed,
            Self::FirstContact => BiteOrigin::FirstContact,
            Self::Freed => BiteOrigin::Freed,
            Self::Reset => BiteOrigin::AsScanned,
            Self::Drag | Self::Turn | Self::Hinge | Self::Raise | Self::Nudge => BiteOrigin::Hand,
        }
    }
}

/// A change of the open case.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Move {
        motion: Motion,
        upper_from_lower: Rigid,
    },
    Threshold(f64),
    /// What of the jaws is judged.
    Scope(ScopeKind),
    Range(f64),
    Resolution(u32),
    /// Keeps a projection direction, or leaves it to the contact zone.
    Direction(Option<KeptDirection>),
    Palette(Palette),
    /// Lines of equal gap.
    IsoLines(Option<f64>),
    Paint(bool),
    Visible(JawSide, bool),
    Opacity(JawSide, f32),
    XRay(bool),
    AddedFaces(bool),
    SwapJaws,
    /// A tooth's number is this; `region` is its place in the regions of the jaw that is on this side now.
    NameTooth {
        side: JawSide,
        region: usize,
        fdi: Option<Fdi>,
    },
    /// As [`Self::NameTooth`], and the other teeth of that jaw keep their distance from it ([`JawTeeth::row_along`]).
    ///
    /// [`JawTeeth::row_along`]: crate::jaw::JawTeeth::row_along
    NameRow {
        side: JawSide,
        region: usize,
        fdi: Fdi,
    },
    /// This is left out of a jaw, and nothing else of it.
    Trim {
        side: JawSide,
        trim: JawTrim,
    },
    /// Up, front and right of the patient are these.
    SetFrame {
        correction: Correction,
        frame: OcclusalFrame,
    },
    /// The patient's own figures for the hinge axis.
    Hinge(HingeAnatomy),
    /// What is written down about the case, all of it.
    Notes(Arc<str>),
    /// Keeps a view under its name, in place of one that has it.
    SaveView(NamedView),
    /// The view at this place gets another name, unless another one has it.
    RenameView {
        view: usize,
        name: String,
    },
    RemoveView(usize),
    /// The section stands there with that ruler, or nowhere.
    Section(Option<KeptSection>),
    /// All measures at once, as a record had them.
    Measures(Arc<Vec<Measure>>),
    AddMeasure(Measure),
    /// The measure at this place gets another name.
    RenameMeasure {
        measure: usize,
        name: String,
    },
    RemoveMeasure(usize),
    /// Of how the jaw moves.
    JawMotion(MotionChange),
    /// Of the notes that hang on the jaws.
    Pin(PinChange),
    /// Of the points that a hand has placed on teeth.
    Place(PlacedChange),
    /// Of the bites: which there are, and which one the jaw is in.
    Bite(BiteChange),
}

/// A projection direction that a person keeps; unit, world coordinates, from the upper to the lower jaw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeptDirection {
    AsItIs(DVec3),
    FromView(DVec3),
}

impl KeptDirection {
    pub fn direction(self) -> DVec3 {
        match self {
            Self::AsItIs(direction) | Self::FromView(direction) => direction,
        }
    }
}

impl Command {
    /// What the list of changes and the undo button call it.
    pub fn name(&self, before: &State) -> String {
        match *self {
            Self::Move { motion, upper_from_lower } => {
                move_name(motion, (&before.upper_from_lower, &upper_from_lower), before.directions.frame.origin)
            }
            Self::Threshold(mm) => say!("command-threshold-m", mm = decimal(mm * 1000.0, 0)),
            Self::Scope(ScopeKind::Teeth) => say!("command-teeth-judged").into(),
            Self::Scope(ScopeKind::Whole) => say!("command-whole-scans-judged").into(),
            Self::Range(mm) => say!("command-range-mm", mm = decimal(mm, 1)),
            Self::Resolution(n) => say!("command-map-pixels", n = n),
            Self::Direction(None) => say!("command-projection-follows-contact").into(),
            Self::Direction(Some(KeptDirection::AsItIs(_))) => say!("command-projection-locked").into(),
            Self::Direction(Some(KeptDirection::FromView(_))) => say!("command-projection-this-view").into(),
            Self::Palette(palette) => say!("command-colours", palette = palette.name()),
            Self::IsoLines(None) => say!("command-iso-lines-off").into(),
            Self::IsoLines(Some(mm)) => say!("command-iso-lines-every-m", mm = decimal(mm * 1000.0, 0)),
            Self::Paint(on) => if on { say!("command-paint") } else { say!("command-paint-off") }.into(),
            Self::Visible(side, on) => visible_name(side, on),
            Self::Opacity(side, opacity) => {
                say!("command-opacity", side = side_name(side), opacity = decimal(opacity * 100.0, 0))
            }
            Self::XRay(on) => if on { say!("command-x-ray") } else { say!("command-x-ray-off") }.into(),
            Self::AddedFaces(on) => if on { say!("command-base-shown") } else { say!("command-base-hidden") }.into(),
            Self::SwapJaws => say!("command-upper-lower-swapped").into(),
            Self::NameTooth { fdi: Some(fdi), .. } => say!("command-tooth-named", fdi = fdi.said()),
            Self::NameTooth { fdi: None, .. } => say!("command-tooth-without-number").into(),
            Self::NameRow { fdi, .. } => say!("command-row-named", fdi = fdi.said()),
            Self::Trim { side, ref trim } => {
                let mesh = &before.pair.jaw(side).mesh;
                trim_name(trim.area_mm2(mesh) - before.trim.jaw(side).area_mm2(mesh))
            }
            Self::SetFrame { correction, .. } => correction.name().into(),
            Self::Notes(_) => say!("command-notes-changed").into(),
            Self::SaveView(ref view) => say!("command-view-saved", name = view.name.trim()),
            Self::RenameView { ref name, .. } => say!("command-view-renamed", name = name.trim()),
            Self::RemoveView(view) => {
                let name = before.views.get(view).map_or("", |v| v.name.as_str());
                say!("command-view-removed", name = name)
            }
            Self::Section(section) => section_name(before.section.as_ref(), section.as_ref()),
            Self::Measures(_) => say!("command-measures-restored").into(),
            Self::AddMeasure(ref measure) => say!("command-measured", kind = measure.kind.name()),
            Self::RenameMeasure { ref name, .. } => say!("command-measure-renamed", name = name.trim()),
            Self::RemoveMeasure(measure) => {
                let name = before.measures.get(measure).map_or("", |m| m.name.as_str());
                say!("command-measure-removed", name = name)
            }
            Self::JawMotion(ref change) => change.name(&before.motion),
            Self::Pin(ref change) => change.name(),
            Self::Place(ref change) => change.name(),
            Self::Bite(ref change) => change.name(&before.bites),
            Self::Hinge(anatomy) => say!(
                "command-hinge-bonwill-mm-balkwill",
                incisal_to_condyle_mm = decimal(anatomy.incisal_to_condyle_mm, 0),
                balkwill_angle_rad = decimal(anatomy.balkwill_angle_rad.to_degrees(), 0)
            ),
        }
    }
}

/// "Moved 0.43 mm", "Opened 0.6°": the motion from one pose to another with its size. `middle`: of the occlusal plane (world), at which
/// the way out of a deep bite is offered with its size.
pub fn move_name(motion: Motion, (before, after): (&Rigid, &Rigid), middle: DVec3) -> String {
    let moved_mm = (after.translation - before.translation).length();
    let freed_mm = (*after * before.inverse()).transform_point(middle).distance(middle);
    let angle_deg = turn_deg(before, after);
    match motion {
        Motion::Drag => say!("command-moved-mm", moved_mm = decimal(moved_mm, 2)),
        Motion::Nudge => say!("command-nudged-mm", moved_mm = decimal(moved_mm, 3)),
        Motion::Raise => say!("command-raised-lowered-mm", moved_mm = decimal(moved_mm, 2)),
        Motion::Turn => say!("command-turned", angle_deg = decimal(angle_deg, 2)),
        Motion::Hinge => say!("command-opened-closed", angle_deg = decimal(angle_deg, 2)),
        Motion::Typed => say!("command-position-typed").into(),
        Motion::FirstContact => say!("command-first-contact").into(),
        Motion::Freed => say!("command-freed-mm", freed_mm = decimal(freed_mm, 2)),
        Motion::Reset => say!("command-position-reset").into(),
    }
}

/// "Section put across the arch", "Section moved", "Ruler put".
fn section_name(before: Option<&KeptSection>, section: Option<&KeptSection>) -> String {
    match (before, section) {
        (_, None) => say!("section-follows").into(),
        (Some(before), Some(now)) if before.place == now.place => {
            if now.ruler_mm.is_some() { say!("section-ruler-put") } else { say!("section-ruler-away") }.into()
        }
        (Some(before), Some(now)) if before.place.kind == now.place.kind => say!("section-moved").into(),
        (_, Some(now)) => say!("section-put", kind = now.place.kind.name()),
    }
}

/// "Trimmed 12.4 mm²", "Brought back 3.1 mm²": how much more or less is left out than before.
pub fn trim_name(more_mm2: f64) -> String {
    let mm2 = decimal(more_mm2.abs(), 1);
    if more_mm2 < 0.0 { say!("command-brought-back-mm2", mm2 = mm2) } else { say!("command-trimmed-mm2", mm2 = mm2) }
}

/// Angle between two poses, degrees.
pub fn turn_deg(before: &Rigid, after: &Rigid) -> f64 {
    DQuat::from_mat3(&(after.rotation * before.rotation.transpose())).to_scaled_axis().length().to_degrees()
}

/// "Upper jaw shown".
pub fn visible_name(side: JawSide, on: bool) -> String {
    let side = side_name(side);
    if on { say!("command-shown", side = side) } else { say!("command-hidden", side = side) }
}

pub fn side_name(side: JawSide) -> &'static str {
    match side {
        JawSide::Upper => say!("command-upper-jaw"),
        JawSide::Lower => say!("command-lower-jaw"),
    }
}
