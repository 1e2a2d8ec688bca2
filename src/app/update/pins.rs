//! The tool that puts pins is taken and put away; a pin's field is opened and closed.
use super::trim;
use crate::app::state::Open;
use crate::app::state::pins::PinWish;

pub fn update(open: &mut Open, wish: PinWish) {
    match wish {
        PinWish::Toggle if open.pins.is_in_hand => open.pins.leave(),
        PinWish::Toggle => take(open),
        PinWish::Leave => open.pins.leave(),
        PinWish::Write(field) => open.pins.field = Some(field),
        PinWish::Close => open.pins.field = None,
    }
}

/// A click means one thing at a time.
fn take(open: &mut Open) {
    trim::put_away(open);
    open.measure.leave();
    open.hand.selected = false;
    (open.teeth.is_naming, open.teeth.naming) = (false, None);
    open.pins.is_in_hand = true;
}
