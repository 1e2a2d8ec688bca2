//! What the program is, what draws it, and where it keeps what: for a person who asks somebody about it.
use crate::app::state::Desk;
use crate::app::widgets::theme;
use crate::base::BUILT;
use crate::base::words::say;
use egui::{Label, RichText, Ui};

pub fn about_ui(ui: &mut Ui, desk: &Desk) {
    let meters = &desk.meters;
    let built = BUILT.map_or_else(|| say!("about-built-from-source").to_owned(), str::to_owned);
    let checked = match (&meters.checkup, meters.is_checked) {
        (Some(sentence), _) => sentence.clone(),
        (None, true) => say!("about-all-exact").to_owned(),
        (None, false) => say!("about-not-looked-yet").to_owned(),
    };
    let crashes = desk.safety.folder.as_deref().and_then(|recovery| recovery.parent());
    let folder = crashes.map_or_else(|| say!("about-nothing-kept").to_owned(), |own| own.display().to_string());
    let rows = [
        (say!("about-version"), env!("CARGO_PKG_VERSION").to_owned()),
        (say!("about-built"), built),
        (say!("about-graphics"), meters.graphics.clone()),
        (say!("about-checkup"), checked),
        (say!("about-engine"), meters.engine.clone()),
        (say!("about-folder"), folder),
        (say!("about-licence"), say!("about-licences").to_owned()),
        (say!("about-network"), say!("about-no-network").to_owned()),
    ];
    let room = (ui.available_width() - NAMES - 24.0).max(120.0);
    egui::Grid::new("about").num_columns(2).min_col_width(NAMES).spacing([12.0, 8.0]).show(ui, |ui| {
        for (name, what) in rows {
            ui.label(RichText::new(name).color(theme::colors(ui.ctx()).accent));
            ui.scope(|ui| {
                ui.set_max_width(room);
                ui.add(Label::new(what).wrap());
            });
            ui.end_row();
        }
    });
}

/// The column of the names, points.
const NAMES: f32 = 150.0;
