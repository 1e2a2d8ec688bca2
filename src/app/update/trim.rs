//! The tool that trims is taken, set and put away.
use crate::app::state::Open;
use crate::app::state::trim::{RADII_MM, Stroke, TrimWish};
use crate::base::words::say;
use crate::jaw::{JawSide, JawTrim};
use crate::session::Command;

pub fn update(open: &mut Open, wish: TrimWish) {
    match wish {
        TrimWish::Take(kind) => {
            open.trim.kind = kind;
            take(open);
        }
        TrimWish::Toggle if open.trim.is_in_hand => put_away(open),
        TrimWish::Toggle => take(open),
        TrimWish::Leave => put_away(open),
        TrimWish::RadiusMm(mm) => open.trim.radius_mm = mm.clamp(*RADII_MM.start(), *RADII_MM.end()),
        TrimWish::BringsBack(on) => open.trim.brings_back = on,
        TrimWish::BringAllBack => bring_all_back(open),
    }
}

/// A click means one thing at a time.
fn take(open: &mut Open) {
    open.trim.is_in_hand = true;
    open.measure.leave();
    open.pins.leave();
    open.hand.selected = false;
    (open.teeth.is_naming, open.teeth.naming) = (false, None);
}

/// A stroke that is under way is taken back with it.
pub fn put_away(open: &mut Open) {
    drop_stroke(open);
    open.trim.leave();
}

/// Takes back the stroke that is under way.
pub fn drop_stroke(open: &mut Open) {
    if let Some(Stroke::Brush { .. }) = open.trim.stroke.take() {
        open.session.cancel_gesture();
    }
}

fn bring_all_back(open: &mut Open) {
    drop_stroke(open);
    open.session.begin_gesture(say!("trim-all-trimmed-surface-brought"));
    for side in [JawSide::Upper, JawSide::Lower] {
        open.session.apply(&Command::Trim { side, trim: JawTrim::default() });
    }
    open.session.end_gesture();
}
