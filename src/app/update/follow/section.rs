//! Section, measures and orthodontic figures follow the jaws; a section that does not stand follows the cursor.
use crate::app::state::Open;
use crate::base::Wake;

pub fn follow(open: &mut Open, wake: &Wake) {
    let pointed = &open.hand.pointed;
    let cursor = pointed.hit.map(|hit| hit.point).or(pointed.world).filter(|_| open.hand.drag.is_none());
    let is_wanted = open.measure.is_wanted(&open.session) || open.pins.is_in_hand || open.ortho.chosen.is_some();
    open.section.follow(&open.session, cursor, is_wanted, wake);
    open.measure.follow(&open.session, open.section.ready(&open.session));
    open.ortho.follow(&open.session, open.hand.moves_jaw());
}
