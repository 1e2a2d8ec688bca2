//! The motion of a case as it stands in `case.json`; its form is its own (decision 022).
use crate::base::json::RawJson;
use crate::session::jaw_motion::record;
use crate::session::{KeptMotion, Session};

/// `None` of a case in which nobody has said anything of motion.
pub fn to_json(session: &Session) -> Option<RawJson> {
    let motion = session.motion();
    let is_said = *motion != KeptMotion::default();
    // As a file that can be read without the case's directions.
    is_said.then(|| record::to_json(&KeptMotion { articulator: session.articulator(), ..motion.clone() })).flatten()
}

/// # Errors
/// Why it is none that this program reads.
pub fn from_json(text: &RawJson) -> Result<KeptMotion, String> {
    record::from_json(text)
}
