//! One enum of every change that a person can make to an open case.
use super::directions::Correction;
use super::{NamedView, State};
use crate::base::Rigid;
use crate::base::palette::Palette;
use crate::field::contact::ScopeKind;
use crate::jaw::{Fdi, HingeAnatomy, JawSide, JawTrim, KeptSection, Measure, OcclusalFrame};
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
            Self::Threshold(mm) => format!("Threshold {:.0} µm", mm * 1000.0),
            Self::Scope(ScopeKind::Teeth) => "Teeth are judged".into(),
            Self::Scope(ScopeKind::Whole) => "Whole scans are judged".into(),
            Self::Range(mm) => format!("Range {mm:.1} mm"),
            Self::Resolution(n) => format!("Map of {n} pixels"),
            Self::Direction(None) => "Projection follows the contact".into(),
            Self::Direction(Some(KeptDirection::AsItIs(_))) => "Projection locked".into(),
            Self::Direction(Some(KeptDirection::FromView(_))) => "Projection from this view".into(),
            Self::Palette(palette) => format!("Colours: {}", palette.name()),
            Self::IsoLines(None) => "Iso-lines off".into(),
            Self::IsoLines(Some(mm)) => format!("Iso-lines every {:.0} µm", mm * 1000.0),
            Self::Paint(on) => if on { "Paint on" } else { "Paint off" }.into(),
            Self::Visible(side, on) => format!("{} {}", side_name(side), if on { "shown" } else { "hidden" }),
            Self::Opacity(side, opacity) => format!("{} opacity {:.0} %", side_name(side), opacity * 100.0),
            Self::XRay(on) => if on { "X-ray on" } else { "X-ray off" }.into(),
            Self::AddedFaces(on) => if on { "Base shown" } else { "Base hidden" }.into(),
            Self::SwapJaws => "Upper and lower swapped".into(),
            Self::NameTooth { fdi: Some(fdi), .. } => format!("Tooth {fdi} named"),
            Self::NameTooth { fdi: None, .. } => "Tooth without a number".into(),
            Self::Trim { side, ref trim } => {
                let mesh = &before.pair.jaw(side).mesh;
                trim_name(trim.area_mm2(mesh) - before.trim.jaw(side).area_mm2(mesh))
            }
            Self::SetFrame { correction, .. } => correction.name().into(),
            Self::Notes(_) => "Notes changed".into(),
            Self::SaveView(ref view) => format!("View saved: {}", view.name.trim()),
            Self::RenameView { ref name, .. } => format!("View renamed: {}", name.trim()),
            Self::RemoveView(view) => {
                let name = before.views.get(view).map_or("", |v| v.name.as_str());
                format!("View removed: {name}")
            }
            Self::Section(section) => section_name(before.section.as_ref(), section.as_ref()),
            Self::Measures(_) => "Measures restored".into(),
            Self::AddMeasure(ref measure) => format!("Measured {}", measure.kind.name()),
            Self::RenameMeasure { ref name, .. } => format!("Measure renamed: {}", name.trim()),
            Self::RemoveMeasure(measure) => {
                let name = before.measures.get(measure).map_or("", |m| m.name.as_str());
                format!("Measure removed: {name}")
            }
            Self::Hinge(anatomy) => format!(
                "Hinge: Bonwill {:.0} mm, Balkwill {:.0}°",
                anatomy.incisal_to_condyle_mm,
                anatomy.balkwill_angle_rad.to_degrees()
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
        Motion::Drag => format!("Moved {moved_mm:.2} mm"),
        Motion::Nudge => format!("Nudged {moved_mm:.3} mm"),
        Motion::Raise => format!("Raised or lowered {moved_mm:.2} mm"),
        Motion::Turn => format!("Turned {angle_deg:.2}°"),
        Motion::Hinge => format!("Opened or closed {angle_deg:.2}°"),
        Motion::Typed => "Position typed".into(),
        Motion::FirstContact => "First contact".into(),
        Motion::Freed => format!("Freed by {freed_mm:.2} mm"),
        Motion::Reset => "Position reset".into(),
    }
}

/// "Section put across the arch", "Section moved", "Ruler put".
fn section_name(before: Option<&KeptSection>, section: Option<&KeptSection>) -> String {
    match (before, section) {
        (_, None) => "Section follows the cursor".into(),
        (Some(before), Some(now)) if before.place == now.place => {
            if now.ruler_mm.is_some() { "Ruler put" } else { "Ruler taken away" }.into()
        }
        (Some(before), Some(now)) if before.place.kind == now.place.kind => "Section moved".into(),
        (_, Some(now)) => format!("Section put {}", now.place.kind.name()),
    }
}

/// "Trimmed 12.4 mm²", "Brought back 3.1 mm²": how much more or less is left out than before.
pub fn trim_name(more_mm2: f64) -> String {
    let did = if more_mm2 < 0.0 { "Brought back" } else { "Trimmed" };
    format!("{did} {:.1} mm²", more_mm2.abs())
}

/// Angle between two poses, degrees.
pub fn turn_deg(before: &Rigid, after: &Rigid) -> f64 {
    DQuat::from_mat3(&(after.rotation * before.rotation.transpose())).to_scaled_axis().length().to_degrees()
}

pub fn side_name(side: JawSide) -> &'static str {
    match side {
        JawSide::Upper => "Upper jaw",
        JawSide::Lower => "Lower jaw",
    }
}
