//! The last changes, newest first.
use crate::app::state::Desk;
use crate::app::widgets::section::title_ui;
use crate::base::words::say;
use egui::{RichText, Ui};

const SHOWN: usize = 5;

pub fn changes_ui(ui: &mut Ui, desk: &Desk) {
    let Some(session) = desk.session() else { return };
    title_ui(ui, say!("changes-last-changes"));
    let mut any = false;
    for (i, name) in session.last_changes(SHOWN).enumerate() {
        any = true;
        let text = RichText::new(name).small();
        ui.add(egui::Label::new(if i == 0 { text } else { text.weak() }).truncate());
    }
    if !any {
        ui.label(RichText::new(say!("changes-none-yet")).small().weak());
    }
}
