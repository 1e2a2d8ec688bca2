//! The tool that measures is taken and put away.
use super::trim;
use crate::app::state::Open;
use crate::app::state::measure::MeasureWish;
use crate::jaw::MeasureKind;

pub fn update(open: &mut Open, wish: MeasureWish) {
    match wish {
        MeasureWish::Take(kind) => take(open, kind),
        MeasureWish::Toggle if open.measure.is_in_hand => open.measure.leave(),
        MeasureWish::Toggle => take(open, open.measure.kind),
        MeasureWish::Leave => open.measure.leave(),
    }
}

/// A click means one thing at a time.
fn take(open: &mut Open, kind: MeasureKind) {
    trim::put_away(open);
    open.pins.leave();
    open.hand.selected = false;
    (open.teeth.is_naming, open.teeth.naming) = (false, None);
    open.measure.marks.clear();
    (open.measure.is_in_hand, open.measure.kind) = (true, kind);
}
