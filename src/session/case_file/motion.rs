//! The motion of a case as it stands in `case.json`; its form is its own (decision 022).
use crate::base::json::RawJson;
use crate::session::jaw_motion::record;
use crate::session::{KeptMotion, Session};

/// `None` of a case in which nobody has said anything of motion.
pub fn to_json(session: &Session) -> Option<RawJson> {
    record::to_json(session.motion())
}

/// # Errors
/// Why it is none that this program reads.
pub fn from_json(text: &RawJson) -> Result<KeptMotion, String> {
    record::from_json(text)
}
