//! What the mouse is doing to the view or to the lower jaw, from press to release.
use super::handles::{Handle, Handles};
use crate::base::Rigid;
use crate::base::words::{decimal, say};
use crate::render::Camera;
use crate::session::command::{move_name, turn_deg};
use crate::session::motion::{self, ViewAxes};
use crate::session::{Command, Motion, Session};
use glam::{DVec2, DVec3};

/// From so many logical points on a press that moves is a drag, and no click of a hand that trembles.
const CLICK: f64 = 6.0;

/// What a press has taken hold of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// The lower jaw, at this point (world).
    Jaw {
        grabbed: DVec3,
        turn: bool,
    },
    Handle {
        handle: Handle,
        handles: Handles,
    },
    /// The view. `of_locked_jaw`: the lower jaw was meant, and is locked.
    View {
        pivot: DVec3,
        of_locked_jaw: bool,
    },
}

/// A drag that is under way. Places are physical pixels from the top left corner of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drag {
    /// So far it may be a click.
    Press {
        at: DVec2,
        grip: Grip,
    },
    /// The point grabbed (world, at the press) follows the cursor.
    Move {
        grabbed: DVec3,
        last: DVec2,
        step_mm: DVec3,
    },
    /// The jaw turns about the point grabbed; `drag` in logical points.
    Turn {
        grabbed: DVec3,
        last: DVec2,
        drag: DVec2,
    },
    /// The jaw follows along one axis or about it.
    Axis {
        handle: Handle,
        /// As they were at the press.
        handles: Handles,
        last: DVec2,
        /// Millimetres or radians so far.
        amount: f64,
    },
    Orbit {
        last: DVec2,
        pivot: DVec3,
    },
    Pan {
        last: DVec2,
        grabbed: Option<DVec3>,
    },
}

/// What happened under the cursor this frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    pub at: DVec2,
    /// Size of the view, physical pixels.
    pub size: [u32; 2],
    pub pixels_per_point: f64,
    /// Shift: ten times finer.
    pub fine: bool,
}

impl Drag {
    /// Whether the lower jaw is being moved (and not the view).
    pub fn holds_jaw(&self) -> bool {
        matches!(self, Self::Move { .. } | Self::Turn { .. } | Self::Axis { .. })
    }

    /// The handle that is dragged.
    pub fn handle(&self) -> Option<Handle> {
        match self {
            Self::Axis { handle, .. } => Some(*handle),
            _ => None,
        }
    }

    /// A press that has not become a drag: on the lower jaw (true) or beside it (false).
    pub fn click(&self) -> Option<bool> {
        match self {
            Self::Press { grip: Grip::Jaw { .. }, .. } => Some(true),
            Self::Press { grip: Grip::View { .. }, .. } => Some(false),
            _ => None,
        }
    }

    /// A press on the lower jaw while the bite is locked, as long as it may be a click.
    pub fn is_on_locked_jaw(&self) -> bool {
        matches!(self, Self::Press { grip: Grip::View { of_locked_jaw: true, .. }, .. })
    }

    /// What a press becomes once the cursor has left its place. It follows from where the press was: the point under the cursor stays there.
    fn begin(session: &mut Session, last: DVec2, grip: Grip) -> Self {
        match grip {
            Grip::Jaw { grabbed, turn: true } => {
                session.begin_gesture(say!("drag-turned"));
                Self::Turn { grabbed, last, drag: DVec2::ZERO }
            }
            Grip::Jaw { grabbed, turn: false } => {
                session.begin_gesture(say!("drag-moved"));
                Self::Move { grabbed, last, step_mm: DVec3::ZERO }
            }
            Grip::Handle { handle, handles } => {
                session.begin_gesture(say!("drag-moved"));
                Self::Axis { handle, handles, last, amount: 0.0 }
            }
            Grip::View { pivot, .. } => Self::Orbit { last, pivot },
        }
    }

    /// The cursor is somewhere else now.
    pub fn follow(&mut self, session: &mut Session, camera: &mut Camera, pointer: &Pointer) {
        let Pointer { at, size, .. } = *pointer;
        let factor = if pointer.fine { motion::FINE } else { 1.0 };
        if let Self::Press { at: pressed, grip } = *self {
            if at.distance(pressed) < CLICK * pointer.pixels_per_point {
                return;
            }
            *self = Self::begin(session, pressed, grip);
        }
        let start = session.gesture_start();
        match self {
            Self::Press { .. } => {}
            Self::Move { grabbed, last, step_mm } => {
                if *last == at {
                    return;
                }
                *step_mm += camera.motion_in_view(*last, at, *grabbed + *step_mm, size) * factor;
                *last = at;
                if let Some(start) = start {
                    put(session, Motion::Drag, &start, motion::moved_by(&start, *step_mm));
                }
            }
            Self::Turn { grabbed, last, drag } => {
                if *last == at {
                    return;
                }
                *drag += (at - *last) * factor / pointer.pixels_per_point;
                *last = at;
                if let Some(start) = start {
                    let turned = motion::turned(&start, *grabbed, &view_axes(camera), *drag, false);
                    put(session, Motion::Turn, &start, turned);
                }
            }
            Self::Axis { handle, handles, last, amount } => {
                if *last == at {
                    return;
                }
                let Some(start) = start else { return };
                let (motion, pose) = match *handle {
                    Handle::Along(axis) => {
                        *amount += handles.along_mm(axis, at - *last) * factor;
                        (Motion::Drag, motion::moved_by(&start, handles.axes[axis] * *amount))
                    }
                    Handle::About(axis) => {
                        *amount += handles.about_rad(axis, *last, at) * factor;
                        (Motion::Turn, Rigid::from_axis_angle(handles.about, handles.axes[axis], *amount) * start)
                    }
                };
                *last = at;
                put(session, motion, &start, pose);
            }
            Self::Orbit { last, pivot } => {
                camera.orbit((at - *last) * factor / pointer.pixels_per_point, session.frame().up, *pivot);
                *last = at;
            }
            Self::Pan { last, grabbed } => {
                camera.pan(*last, at, *grabbed, size);
                *last = at;
            }
        }
    }

    /// "0.43 mm", "1.20°": how far the jaw has gone in this drag; `None` while only the view moves.
    pub fn read_out(&self, session: &Session) -> Option<String> {
        let start = session.gesture_start()?;
        let now = session.upper_from_lower();
        match self {
            Self::Move { .. } | Self::Axis { handle: Handle::Along(_), .. } => {
                let step = now.translation - start.translation;
                let frame = session.frame();
                let along = |axis: DVec3| crate::app::widgets::text::signed(axis.dot(step), 2);
                let mm = step.length();
                Some(say!(
                    "drag-mm-right-front-up",
                    mm = decimal(mm, 2),
                    right = along(frame.right),
                    front = along(frame.front),
                    up = along(frame.up)
                ))
            }
            Self::Turn { .. } | Self::Axis { handle: Handle::About(_), .. } => {
                Some(format!("{}°", decimal(turn_deg(&start, &now), 2)))
            }
            _ => None,
        }
    }
}

fn put(session: &mut Session, motion: Motion, start: &Rigid, upper_from_lower: Rigid) {
    session.name_gesture(move_name(motion, (start, &upper_from_lower), session.frame().origin));
    session.apply(&Command::Move { motion, upper_from_lower });
}

pub fn view_axes(camera: &Camera) -> ViewAxes {
    ViewAxes { right: camera.right(), up: camera.up(), forward: -camera.towards_viewer() }
}
