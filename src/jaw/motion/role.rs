//! What a contact of two teeth is in a movement: told by the movement and the teeth's side, by no angle.
use super::course::{Movement, MovementKind};
use super::sides::Side;
use crate::jaw::Fdi;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// On the side to which the jaw goes.
    Working,
    /// On the other side.
    Balancing,
    /// While the jaw goes straight, forwards or backwards.
    Protrusive,
    /// In the bite, and given up as soon as the jaw goes.
    Intercuspal,
}

/// What was in contact in the bite and is not any more after so much of the movement is the bite's, mm.
pub const INTERCUSPAL_MM: f64 = 0.5;

impl Role {
    /// Of a tooth's contact that is there from `first_mm` to `last_mm` of a movement; `None`: the movement is not known.
    pub fn of(movement: Option<&Movement>, tooth: Fdi, first_mm: f64, last_mm: f64) -> Option<Self> {
        if first_mm <= 0.0 && last_mm <= INTERCUSPAL_MM {
            return Some(Self::Intercuspal);
        }
        let movement = movement?;
        match (movement.working(), movement.kind) {
            (Some(working), _) => {
                let works = tooth.is_patients_right() == (working == Side::Right);
                Some(if works { Self::Working } else { Self::Balancing })
            }
            (None, MovementKind::Opening) => Some(Self::Intercuspal),
            (None, _) => Some(Self::Protrusive),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Working => "working",
            Self::Balancing => "balancing",
            Self::Protrusive => "protrusive",
            Self::Intercuspal => "intercuspal",
        }
    }
}
