//! A figure is chosen, or none.
use crate::app::state::Open;
use crate::app::state::ortho::OrthoWish;

pub fn update(open: &mut Open, wish: OrthoWish) {
    match wish {
        OrthoWish::Choose(figure) => (open.ortho.chosen, open.ortho.held) = (figure, None),
    }
}
