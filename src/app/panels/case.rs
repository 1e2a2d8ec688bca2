//! The two scans: shown or hidden, opacity, file, what was repaired, which is which.
use super::fold::fold_ui;
use super::notes::notes_button_ui;
use crate::app::actions::CaseAction;
use crate::app::state::{Desk, Open};
use crate::app::widgets::icons::{Icon, icon_button, warning_line_ui};
use crate::app::widgets::section::title_ui;
use crate::app::widgets::text::thousands;
use crate::app::widgets::theme;
use crate::jaw::{Jaw, JawSide};
use crate::session::Command;
use egui::{RichText, Slider, Ui};

pub fn case_ui(ui: &mut Ui, desk: &Desk) {
    let line = ui.horizontal(|ui| {
        fold_ui(ui, desk, 0);
        title_ui(ui, "CASE").rect
    });
    let line = line.inner;
    notes_button_ui(ui, desk, line);
    let Some(open) = &desk.open else { return };
    let pair = open.pair();
    jaw_ui(ui, (desk, open), JawSide::Upper, &pair.upper);
    ui.add_space(4.0);
    jaw_ui(ui, (desk, open), JawSide::Lower, &pair.lower);
    ui.add_space(2.0);
    let swap = ui.button("Swap upper and lower").on_hover_text(
        "The other scan is the upper jaw. Nothing moves; the lower jaw is the one that follows the hand.",
    );
    if swap.clicked() {
        desk.wish(Command::SwapJaws);
    }
}

fn jaw_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), side: JawSide, jaw: &Jaw) {
    let view = open.settings().jaw(side);
    let visible = open.shows(side);
    let (title, key) = match side {
        JawSide::Upper => ("Upper jaw", "U"),
        JawSide::Lower => ("Lower jaw", "L"),
    };
    ui.horizontal(|ui| {
        let eye = icon_button(ui, if visible { Icon::Eye } else { Icon::EyeShut }, visible);
        let verb = if visible { "Hide" } else { "Show" };
        if eye.on_hover_text(format!("{verb} the {} ({key})", title.to_lowercase())).clicked() {
            desk.wish(CaseAction::ToggleVisible(side));
        }
        ui.label(RichText::new(title).strong());
        ui.add(egui::Label::new(RichText::new(&jaw.name).weak()).truncate()).on_hover_ui(|ui| file_ui(ui, jaw));
    });
    ui.horizontal(|ui| {
        ui.label(RichText::new("Opacity").small().weak());
        let mut percent = view.opacity * 100.0;
        ui.spacing_mut().slider_width = 84.0;
        let slider = Slider::new(&mut percent, 10.0..=100.0).fixed_decimals(0).suffix(" %").show_value(true);
        let response = ui.add_enabled(visible, slider);
        if response.drag_started() {
            desk.wish(CaseAction::BeginGesture("Opacity"));
        }
        if response.changed() {
            desk.wish(Command::Opacity(side, percent / 100.0));
        }
        if response.drag_stopped() {
            desk.wish(CaseAction::EndGesture);
        }
    });
    repairs_ui(ui, open, side, jaw);
}

fn file_ui(ui: &mut Ui, jaw: &Jaw) {
    ui.label(RichText::new(&jaw.name).strong());
    ui.label(format!("{} triangles of the scan", thousands(jaw.mesh.n_scanned)));
    ui.label(format!("{} vertices", thousands(jaw.mesh.positions.len())));
}

/// What was done to the scan, in words.
fn repairs_ui(ui: &mut Ui, open: &Open, side: JawSide, jaw: &Jaw) {
    let report = &jaw.report;
    let colors = theme::colors(ui.ctx());
    let state = if report.closed { "closed" } else { "open" };
    // Reading and repairing both put the scan's name before what they say about it.
    let prefix = format!("{}: ", jaw.name);
    let doubts: Vec<&str> = open.warnings.iter().filter_map(|w| w.0.strip_prefix(&prefix)).collect();
    let notes = match doubts.len() {
        0 => String::new(),
        1 => ", 1 note".into(),
        n => format!(", {n} notes"),
    };
    let heading = format!("{} triangles, {state}{notes}", thousands(jaw.mesh.n_scanned));
    let id = ui.make_persistent_id(("repairs", side));
    egui::CollapsingHeader::new(RichText::new(heading).small().color(colors.weak)).id_salt(id).show_unindented(
        ui,
        |ui| {
            let same = report.n_triangles_read == jaw.mesh.triangles.len();
            if same && report.n_vertices_welded == 0 {
                ui.label(RichText::new("Nothing was repaired.").small());
            }
            let lines = [
                (report.n_triangles_read, "triangles read"),
                (report.n_vertices_welded, "vertices welded"),
                (report.n_degenerate_dropped, "degenerate triangles dropped"),
                (report.n_duplicate_dropped, "duplicate triangles dropped"),
                (report.n_components, "parts"),
                (report.n_components_dropped, "stray parts dropped"),
                (report.n_flipped, "triangles turned round"),
                (report.n_non_manifold_edges, "non-manifold edges"),
                (report.n_open_edges_before, "open edges in the file"),
                (report.n_holes_filled, "holes filled"),
                (report.n_rims_extruded, "rims extended to a base"),
                (report.n_added_by_closing, "triangles added (never contact)"),
            ];
            egui::Grid::new(("repair lines", side)).num_columns(2).spacing([8.0, 1.0]).show(ui, |ui| {
                for (n, what) in lines.into_iter().filter(|(n, _)| *n > 0) {
                    crate::app::widgets::section::figure_ui(ui, thousands(n), false);
                    ui.label(RichText::new(what).small());
                    ui.end_row();
                }
            });
            for doubt in doubts {
                warning_line_ui(ui, doubt);
            }
        },
    );
}
