//! The jaw follows the movement that is looked at; what is missing of it is computed.
use crate::app::state::{Messages, Open};
use crate::base::Wake;
use crate::base::words::say;
use std::time::Instant;

pub fn follow(open: &mut Open, messages: &mut Messages, wake: &Wake) {
    if let Some(sentence) = open.motion.poll() {
        messages.error(sentence);
    }
    open.motion.import.iter_mut().for_each(|import| import.poll(say!("motion-fault-program")));
    // Teeth say what may touch, and guide.
    let forms = open.teeth.is_settled().then(|| open.forms());
    if let Some(forms) = &forms {
        open.motion.follow(&open.session, forms, wake);
        open.motion.follow_together(&open.session, forms, wake);
    }
    open.motion.follow_drawn(&open.session, forms.as_ref(), wake);
    open.motion.tick(Instant::now());
    open.compare.follow(&open.session);
    let pose = open.motion.pose().or_else(|| open.bites.pose()).or_else(|| open.compare.pose(&open.session));
    let before = open.session.upper_from_lower();
    open.session.play(pose);
    if open.session.upper_from_lower() != before {
        open.contact_mark = None;
        open.touch();
    }
}
