//! How the gap is painted.
use crate::app::actions::ProgramAction;
use crate::app::state::Desk;
use crate::app::widgets::section::title_ui;
use crate::base::palette::Palette;
use crate::base::words::{decimal, number, say};
use crate::session::{Command, Settings};
use egui::{ComboBox, RichText, Ui};

pub fn picture_ui(ui: &mut Ui, desk: &Desk) {
    let Some(settings) = desk.session().map(|s| s.settings().clone()) else { return };
    title_ui(ui, say!("picture-picture"));
    let mut wishes = Vec::new();
    egui::Grid::new("picture").num_columns(2).spacing([8.0, 4.0]).show(ui, |ui| {
        let row = |ui: &mut Ui, name: &str, hint: &str, add: &mut dyn FnMut(&mut Ui)| {
            ui.label(RichText::new(name).small().weak()).on_hover_text(hint);
            add(ui);
            ui.end_row();
        };
        row(ui, say!("picture-colours"), say!("picture-colours-gap-legend-picture"), &mut |ui| {
            let list = ComboBox::from_id_salt("colours").width(140.0).selected_text(settings.palette.name()).show_ui(
                ui,
                |ui| {
                    for palette in Palette::ALL {
                        if ui.selectable_label(settings.palette == palette, palette.name()).clicked() {
                            wishes.push(Command::Palette(palette));
                        }
                    }
                },
            );
            list.response.accessible_name(say!("picture-colours"));
        });
        row(ui, say!("picture-range"), say!("picture-clearance-painted-all-depth"), &mut |ui| {
            let label = |mm: f64| format!("{} mm", number(mm));
            let list = ComboBox::from_id_salt("range").width(140.0).selected_text(label(settings.range_mm)).show_ui(
                ui,
                |ui| {
                    for mm in Settings::RANGES_MM {
                        if ui.selectable_label(settings.range_mm == mm, label(mm)).clicked() {
                            wishes.push(Command::Range(mm));
                        }
                    }
                },
            );
            list.response.accessible_name(say!("picture-range"));
        });
        let hint = say!("picture-lines-equal-gap-teeth");
        row(ui, say!("picture-iso-lines"), hint, &mut |ui| {
            let label = |step: Option<f64>| {
                step.map_or(say!("picture-off").into(), |mm| say!("picture-every-m", mm = decimal(mm * 1000.0, 0)))
            };
            let list = ComboBox::from_id_salt("iso").width(140.0).selected_text(label(settings.iso_step_mm)).show_ui(
                ui,
                |ui| {
                    for step in [None].into_iter().chain(Settings::ISO_STEPS_MM.map(Some)) {
                        if ui.selectable_label(settings.iso_step_mm == step, label(step)).clicked() {
                            wishes.push(Command::IsoLines(step));
                        }
                    }
                },
            );
            list.response.accessible_name(say!("picture-iso-lines"));
        });
    });
    ui.horizontal(|ui| {
        let (mut paint, mut x_ray, mut base) = (settings.paint, settings.x_ray, settings.added_faces);
        if ui.checkbox(&mut paint, say!("picture-paint")).on_hover_text(say!("picture-paint-gap-teeth")).changed() {
            wishes.push(Command::Paint(paint));
        }
        if ui
            .checkbox(&mut x_ray, say!("picture-x-ray"))
            .on_hover_text(say!("picture-both-jaws-translucent-x"))
            .changed()
        {
            wishes.push(Command::XRay(x_ray));
        }
        let hint = say!("picture-show-base-filled-holes");
        if ui.checkbox(&mut base, say!("picture-base")).on_hover_text(hint).changed() {
            wishes.push(Command::AddedFaces(base));
        }
    });
    let mut exact = desk.habits.exact_at_rest;
    let hint = say!("picture-compute-figures-exactly-triangle");
    if ui.checkbox(&mut exact, say!("picture-exact-figures-rest")).on_hover_text(hint).changed() {
        desk.wish(ProgramAction::ExactAtRest(exact));
    }
    wishes.into_iter().for_each(|c| desk.wish(c));
}
