//! The two scans: shown or hidden, opacity, file, what was repaired, which is which.
use super::fold::fold_ui;
use super::notes::notes_button_ui;
use crate::app::actions::CaseAction;
use crate::app::state::{Desk, Open};
use crate::app::widgets::icons::{Icon, icon_button, warning_line_ui};
use crate::app::widgets::section::title_ui;
use crate::app::widgets::slider::slider;
use crate::app::widgets::text::thousands;
use crate::app::widgets::theme;
use crate::base::words::say;
use crate::jaw::{Jaw, JawSide};
use crate::session::Command;
use egui::{RichText, Slider, Ui};

pub fn case_ui(ui: &mut Ui, desk: &Desk) {
    let line = ui.horizontal(|ui| {
        fold_ui(ui, desk, 0);
        title_ui(ui, say!("case-case")).rect
    });
    let line = line.inner;
    notes_button_ui(ui, desk, line);
    let Some(open) = &desk.open else { return };
    let pair = open.pair();
    jaw_ui(ui, (desk, open), JawSide::Upper, &pair.upper);
    ui.add_space(4.0);
    jaw_ui(ui, (desk, open), JawSide::Lower, &pair.lower);
    ui.add_space(2.0);
    let swap = ui.button(say!("case-swap-upper-lower")).on_hover_text(say!("case-other-scan-upper-jaw"));
    if swap.clicked() {
        desk.wish(Command::SwapJaws);
    }
}

fn jaw_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), side: JawSide, jaw: &Jaw) {
    let view = open.settings().jaw(side);
    let visible = open.shows(side);
    let (title, token, key) = match side {
        JawSide::Upper => (say!("case-upper-jaw"), "upper", "U"),
        JawSide::Lower => (say!("case-lower-jaw"), "lower", "L"),
    };
    ui.horizontal(|ui| {
        let eye = icon_button(ui, if visible { Icon::Eye } else { Icon::EyeShut }, visible);
        let hint = match visible {
            true => say!("case-hide", side = token, key = key),
            false => say!("case-show", side = token, key = key),
        };
        if eye.on_hover_text(hint).clicked() {
            desk.wish(CaseAction::ToggleVisible(side));
        }
        ui.label(RichText::new(title).strong());
        ui.add(egui::Label::new(RichText::new(&jaw.name).weak()).truncate()).on_hover_ui(|ui| file_ui(ui, jaw));
    });
    ui.horizontal(|ui| {
        ui.label(RichText::new(say!("case-opacity")).small().weak());
        let mut percent = view.opacity * 100.0;
        ui.spacing_mut().slider_width = 84.0;
        let percents = Slider::new(&mut percent, 10.0..=100.0).fixed_decimals(0).suffix(" %").show_value(true);
        let response = slider(ui, visible, percents).accessible_name(say!("access-opacity", jaw = title));
        if response.drag_started() {
            desk.wish(CaseAction::BeginGesture(say!("case-opacity")));
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
    ui.label(say!("case-triangles-scan", n_scanned = thousands(jaw.mesh.n_scanned)));
    ui.label(say!("case-vertices", positions = thousands(jaw.mesh.positions.len())));
}

/// What was done to the scan, in words.
fn repairs_ui(ui: &mut Ui, open: &Open, side: JawSide, jaw: &Jaw) {
    let report = &jaw.report;
    let colors = theme::colors(ui.ctx());
    let state = if report.closed { say!("case-closed") } else { say!("case-open") };
    // Reading and repairing both put the scan's name before what they say about it.
    let prefix = format!("{}: ", jaw.name);
    let doubts: Vec<&str> = open.warnings.iter().filter_map(|w| w.0.strip_prefix(&prefix)).collect();
    let notes = match doubts.len() {
        0 => String::new(),
        n => say!("case-notes", n = n),
    };
    let heading = say!("case-triangles", n_scanned = thousands(jaw.mesh.n_scanned), state = state, notes = notes);
    let id = ui.make_persistent_id(("repairs", side));
    egui::CollapsingHeader::new(RichText::new(heading).small().color(colors.weak)).id_salt(id).show_unindented(
        ui,
        |ui| {
            let same = report.n_triangles_read == jaw.mesh.triangles.len();
            if same && report.n_vertices_welded == 0 {
                ui.label(RichText::new(say!("case-nothing-was-repaired")).small());
            }
            let lines = [
                (report.n_triangles_read, say!("case-triangles-read")),
                (report.n_vertices_welded, say!("case-vertices-welded")),
                (report.n_degenerate_dropped, say!("case-degenerate-triangles-dropped")),
                (report.n_duplicate_dropped, say!("case-duplicate-triangles-dropped")),
                (report.n_components, say!("case-parts")),
                (report.n_components_dropped, say!("case-stray-parts-dropped")),
                (report.n_flipped, say!("case-triangles-turned-round")),
                (report.n_non_manifold_edges, say!("case-non-manifold-edges")),
                (report.n_open_edges_before, say!("case-open-edges-file")),
                (report.n_holes_filled, say!("case-holes-filled")),
                (report.n_rims_extruded, say!("case-rims-extended-base")),
                (report.n_added_by_closing, say!("case-triangles-added-never-contact")),
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
