//! How the gap is painted.
use crate::app::actions::ProgramAction;
use crate::app::state::Desk;
use crate::app::widgets::section::title_ui;
use crate::base::palette::Palette;
use crate::session::{Command, Settings};
use egui::{ComboBox, RichText, Ui};

pub fn picture_ui(ui: &mut Ui, desk: &Desk) {
    let Some(settings) = desk.session().map(|s| s.settings().clone()) else { return };
    title_ui(ui, "PICTURE");
    let mut wishes = Vec::new();
    egui::Grid::new("picture").num_columns(2).spacing([8.0, 4.0]).show(ui, |ui| {
        let row = |ui: &mut Ui, name: &str, hint: &str, add: &mut dyn FnMut(&mut Ui)| {
            ui.label(RichText::new(name).small().weak()).on_hover_text(hint);
            add(ui);
            ui.end_row();
        };
        row(ui, "Colours", "Colours of the gap; the legend in the picture has the numbers", &mut |ui| {
            ComboBox::from_id_salt("colours").width(140.0).selected_text(settings.palette.name()).show_ui(ui, |ui| {
                for palette in Palette::ALL {
                    if ui.selectable_label(settings.palette == palette, palette.name()).clicked() {
                        wishes.push(Command::Palette(palette));
                    }
                }
            });
        });
        row(ui, "Range", "Clearance that is painted at all; depth is never limited", &mut |ui| {
            let label = |mm: f64| format!("{mm} mm");
            ComboBox::from_id_salt("range").width(140.0).selected_text(label(settings.range_mm)).show_ui(ui, |ui| {
                for mm in Settings::RANGES_MM {
                    if ui.selectable_label(settings.range_mm == mm, label(mm)).clicked() {
                        wishes.push(Command::Range(mm));
                    }
                }
            });
        });
        let hint = "Lines of equal gap on the teeth, besides those at 0 and at the threshold";
        row(ui, "Iso-lines", hint, &mut |ui| {
            let label = |step: Option<f64>| step.map_or("off".into(), |mm| format!("every {:.0} µm", mm * 1000.0));
            ComboBox::from_id_salt("iso").width(140.0).selected_text(label(settings.iso_step_mm)).show_ui(ui, |ui| {
                for step in [None].into_iter().chain(Settings::ISO_STEPS_MM.map(Some)) {
                    if ui.selectable_label(settings.iso_step_mm == step, label(step)).clicked() {
                        wishes.push(Command::IsoLines(step));
                    }
                }
            });
        });
    });
    ui.horizontal(|ui| {
        let (mut paint, mut x_ray, mut base) = (settings.paint, settings.x_ray, settings.added_faces);
        if ui.checkbox(&mut paint, "Paint").on_hover_text("Paint the gap on the teeth").changed() {
            wishes.push(Command::Paint(paint));
        }
        if ui.checkbox(&mut x_ray, "X-ray").on_hover_text("Both jaws translucent (X)").changed() {
            wishes.push(Command::XRay(x_ray));
        }
        let hint = "Show the base and the filled holes that closing added to open scans; they are never contact";
        if ui.checkbox(&mut base, "Base").on_hover_text(hint).changed() {
            wishes.push(Command::AddedFaces(base));
        }
    });
    let mut exact = desk.habits.exact_at_rest;
    let hint = "Compute the figures exactly, triangle by triangle, whenever the hand rests, and show them beside the \
                live ones; and the contact areas and the paint of several views. Remembered; undo leaves it alone.";
    if ui.checkbox(&mut exact, "Exact figures at rest").on_hover_text(hint).changed() {
        desk.wish(ProgramAction::ExactAtRest(exact));
    }
    wishes.into_iter().for_each(|c| desk.wish(c));
}
