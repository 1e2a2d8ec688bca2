//! The first contact as a hand asks for it: the lower jaw moves along the occlusal normal until the teeth meet, or back
//! until they come free. What is asked, and what the answer does and says.
use super::{Command, Motion, Session};
use crate::base::Rigid;
use crate::base::words::{decimal, number, say};
use crate::exact::{self, Ahead, Contact, FirstContact};
use crate::field::contact::ScopeAsked;
use crate::jaw::{JawPair, JawSide, Teeth, ToothRegion};
use glam::DVec3;

/// Farthest motion looked at either way, mm: more than a mouth opens.
pub const LIMIT_MM: f64 = 50.0;
/// A free pose this near to its first contact is there: half of the last digit that is shown, mm.
const THERE_MM: f64 = 5e-4;

/// From where, and along what. Equal questions about one pair have equal answers.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactQuestion {
    /// `upper_from_lower`.
    pub start: Rigid,
    /// A translation that closes.
    pub motion: exact::Motion,
    pub limit_mm: f64,
    /// What of the jaws is to meet.
    pub scope: ScopeAsked,
}

impl ContactQuestion {
    /// Along the occlusal normal from the pose as it is. `None` when the case has no such direction.
    pub fn of(session: &Session) -> Option<Self> {
        let motion = exact::Motion::along(session.frame().up)?;
        let (start, scope) = (session.upper_from_lower(), session.scope());
        Some(Self { start, motion, limit_mm: LIMIT_MM, scope })
    }
}

/// What an answer comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// One sentence.
    pub says: String,
    /// Something about the answer is doubtful.
    pub is_doubtful: bool,
    /// `None`: nothing is to be moved.
    pub command: Option<Command>,
    /// The place of contact, on the upper jaw, world, mm.
    pub place: Option<DVec3>,
}

impl Outcome {
    /// `teeth`: as they are known.
    pub fn new(found: &FirstContact, limit_mm: f64, (pair, teeth): (&JawPair, &Teeth)) -> Self {
        match found {
            FirstContact::Free { closing: Ahead::Contact(contact), .. } if contact.travel < THERE_MM => {
                let (place, doubt) = (between(contact, teeth), doubt(contact, pair));
                let says = say!("first-contact-there", place = place, doubt = doubt);
                Self { command: None, ..Self::of_contact(contact, says, pair) }
            }
            FirstContact::Free { closing: Ahead::Contact(contact), .. } => {
                Self::of_contact(contact, moved(Way::Closed, contact, (pair, teeth)), pair)
            }
            FirstContact::Interfering { opening: Ahead::Contact(contact) } => {
                Self::of_contact(contact, moved(Way::Opened, contact, (pair, teeth)), pair)
            }
            FirstContact::Free { closing, .. } => Self::nothing(match closing {
                Ahead::Unknown { up_to } => {
                    say!("first-contact-gave-up-closing", mm = decimal(*up_to, 3))
                }
                _ => say!("first-contact-none", mm = number(limit_mm)),
            }),
            FirstContact::Interfering { opening } => Self::nothing(match opening {
                Ahead::Unknown { up_to } => {
                    say!("first-contact-gave-up-opening", mm = decimal(*up_to, 3))
                }
                _ => say!("first-contact-not-free", mm = number(limit_mm)),
            }),
        }
    }

    fn of_contact(contact: &Contact, says: String, pair: &JawPair) -> Self {
        let command = Command::Move { motion: Motion::FirstContact, upper_from_lower: contact.pose };
        Self {
            says,
            is_doubtful: !doubt(contact, pair).is_empty(),
            command: Some(command),
            place: Some(contact.upper_point),
        }
    }

    fn nothing(says: String) -> Self {
        Self { says, is_doubtful: true, command: None, place: None }
    }
}

/// " between 17 and 47", " at 17", nothing where no tooth is known.
fn between(contact: &Contact, teeth: &Teeth) -> String {
    let name =
        |side: JawSide, triangle: u32| teeth.jaw(side).at(triangle).filter(|t| t.fdi.is_some()).map(ToothRegion::name);
    let [upper, lower] =
        [(JawSide::Upper, contact.upper_triangle), (JawSide::Lower, contact.lower_triangle)].map(|(s, t)| name(s, t));
    match (upper, lower) {
        (Some(upper), Some(lower)) => say!("first-contact-between", upper = upper, lower = lower),
        (Some(one), None) | (None, Some(one)) => say!("first-contact-at", tooth = one),
        (None, None) => String::new(),
    }
}

#[derive(Clone, Copy)]
enum Way {
    Closed,
    Opened,
}

/// "Opened by 0.101 mm to the first contact between 17 and 47, error at most 0.0005 mm."
fn moved(way: Way, contact: &Contact, (pair, teeth): (&JawPair, &Teeth)) -> String {
    let digits = if contact.travel < THERE_MM { 6 } else { 3 };
    // Rounded up: it is a bound.
    let error_mm = (contact.error_mm * 1e4).ceil().max(1.0) / 1e4;
    let (mm, error, place) =
        (decimal(contact.travel, digits), number(error_mm), between(contact, teeth) + doubt(contact, pair));
    match way {
        Way::Closed => say!("first-contact-closed", mm = mm, place = place, error = error),
        Way::Opened => say!("first-contact-opened", mm = mm, place = place, error = error),
    }
}

/// What a person should know about a contact, in the sentence after "first contact".
fn doubt(contact: &Contact, pair: &JawPair) -> &'static str {
    let added = contact.upper_triangle as usize >= pair.upper.mesh.n_scanned
        || contact.lower_triangle as usize >= pair.lower.mesh.n_scanned;
    match (added, contact.is_proven) {
        (true, _) => say!("first-contact-added-face"),
        (false, false) => say!("first-contact-not-proven"),
        (false, true) => "",
    }
}

#[cfg(test)]
mod tests;
