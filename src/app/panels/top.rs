//! The bar at the top: case, files, undo, layout, views.
use super::measures::tools_ui;
use super::views::{ViewsUi, views_ui};
use crate::app::actions::{CaseAction, FileAction, ProgramAction, ViewAction};
use crate::app::state::{Desk, ViewLayout};
use crate::app::widgets::icons::{Icon, icon_button};
use crate::app::widgets::theme;
use crate::session::share::Share;
use egui::{Button, RichText, Ui};

pub fn top_ui(ui: &mut Ui, desk: &Desk, views: &mut ViewsUi) {
    ui.horizontal_centered(|ui| {
        let colors = theme::colors(ui.ctx());
        ui.label(RichText::new("Occluscope").strong().size(15.0).color(colors.accent));
        name_ui(ui, desk);
        ui.separator();
        files_ui(ui, desk);
        ui.separator();
        undo_ui(ui, desk);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            help_ui(ui, desk);
            if desk.open.is_some() {
                ui.separator();
                if let Some(open) = &desk.open {
                    views_ui(ui, (desk, open), views, is_narrow(ui));
                }
                ui.separator();
                layout_ui(ui, desk);
                if let Some(open) = &desk.open {
                    ui.separator();
                    tools_ui(ui, desk, open);
                }
            }
        });
    });
}

/// Too narrow for every button beside the others.
fn is_narrow(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() < 1440.0
}

fn name_ui(ui: &mut Ui, desk: &Desk) {
    let width = if is_narrow(ui) { 90.0 } else { 170.0 };
    ui.allocate_ui_with_layout(egui::vec2(width, 22.0), egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.set_width(width);
        let hint = if desk.is_unsaved() { "Changes are not saved (Ctrl + S)" } else { "" };
        let name = ui.add(egui::Label::new(RichText::new(desk.title()).weak()).truncate());
        if !hint.is_empty() {
            name.on_hover_text(hint);
        }
    });
}

fn files_ui(ui: &mut Ui, desk: &Desk) {
    ui.menu_button("File", |ui| file_menu_ui(ui, desk)).response.on_hover_text("Open, save, close, recent cases");
    let open = ui.add_enabled(!desk.is_loading(), Button::new("Open…"));
    if open
        .on_hover_text("Open a case, or the scans of the upper and the lower jaw: STL, PLY or OBJ (Ctrl + O)")
        .clicked()
    {
        desk.wish(FileAction::OpenDialog(None));
    }
    let save = ui.add_enabled(desk.open.as_ref().is_some_and(|open| !open.case.saving), Button::new("Save"));
    if save.on_hover_text("Save the case: scans, pose, settings, view (Ctrl + S)").clicked() {
        desk.wish(FileAction::Save);
    }
    let snapshot = ui.add_enabled(desk.open.is_some(), Button::new("Snapshot"));
    snapshot.context_menu(|ui| snapshot_sizes_ui(ui, desk));
    let hint =
        "Save the picture with its legend, and the figures beside it as JSON (F12). A right click: larger pictures.";
    if snapshot.on_hover_text(hint).clicked() {
        desk.wish(FileAction::Snapshot);
    }
    let label = if desk.reporting { "Report…" } else { "Report" };
    let report = ui.add_enabled(desk.open.is_some() && !desk.reporting, Button::new(label));
    let hint = "Make a report of this position as PDF: views, map, figures, curve, contacts, method and \
                limits (Shift + F12)";
    if report.on_hover_text(hint).clicked() {
        desk.wish(FileAction::AskReport);
    }
}

fn file_menu_ui(ui: &mut Ui, desk: &Desk) {
    ui.set_min_width(260.0);
    let keys = |keys: &str| RichText::new(keys.to_owned()).small().weak();
    if ui.add_enabled(!desk.is_loading(), Button::new("Open…").right_text(keys("Ctrl + O"))).clicked() {
        desk.wish(FileAction::OpenDialog(None));
    }
    if ui.button("Sample case").clicked() {
        desk.wish(FileAction::OpenSample);
    }
    if desk.open.is_some() {
        if ui.add(Button::new("Save as…").right_text(keys("Ctrl + Shift + S"))).clicked() {
            desk.wish(FileAction::SaveAs);
        }
        ui.menu_button("Hand on", |ui| share_menu_ui(ui, desk))
            .response
            .on_hover_text("This position for other people and programs");
        if ui.add(Button::new("Close case").right_text(keys("Ctrl + W"))).clicked() {
            desk.wish(FileAction::Close);
        }
    }
    ui.separator();
    let cases = desk.recent.cases.cases.clone();
    if !cases.is_empty() {
        ui.label(RichText::new("Recent").small().weak());
    }
    for case in cases {
        let folder = keys(&case.folder_name());
        if ui.add(Button::new(case.label()).right_text(folder)).on_hover_text(case.folder()).clicked() {
            desk.wish(FileAction::OpenRecent(case));
        }
    }
    if !desk.recent.cases.cases.is_empty() {
        ui.separator();
    }
    if ui.button("Folder for pictures and reports…").on_hover_text(folder_hint(desk)).clicked() {
        desk.wish(FileAction::ChooseFolder);
    }
    let mut keep = desk.habits.keeps_prepared;
    let hint = "Keep welded and closed scans on this disk, readable by you alone, so that they open at once the next time. Switching it \
                off removes them.";
    if ui.checkbox(&mut keep, "Keep prepared scans").on_hover_text(hint).changed() {
        desk.wish(ProgramAction::KeepPrepared(keep));
    }
}

fn share_menu_ui(ui: &mut Ui, desk: &Desk) {
    for (share, label, hint) in [
        (
            Share::Page,
            "Page for a browser (HTML)",
            "One file that a colleague opens offline: the painted jaws to turn, the contacts, the figures; no file names",
        ),
        (Share::Glb, "3D model, painted (GLB)", "For viewers and presentations"),
        (Share::ThreeMf, "3D model, painted (3MF)", "For CAD and printing"),
    ] {
        if ui.add_enabled(!desk.reporting, Button::new(label)).on_hover_text(hint).clicked() {
            desk.wish(FileAction::Share(share));
        }
    }
}

fn folder_hint(desk: &Desk) -> String {
    format!("Now {}", desk.habits.folder_for_files().display())
}

/// How large pictures in files are.
fn snapshot_sizes_ui(ui: &mut Ui, desk: &Desk) {
    for (times, label) in
        [(1, "As large as on the screen"), (2, "Twice as wide and high"), (3, "Three times, for print")]
    {
        if ui.radio(desk.habits.snapshot_times == times, label).clicked() {
            desk.wish(ProgramAction::SnapshotTimes(times));
            ui.close();
        }
    }
}

fn undo_ui(ui: &mut Ui, desk: &Desk) {
    let names = desk.session().map(|s| (s.undo_name().map(str::to_owned), s.redo_name().map(str::to_owned)));
    let (undo, redo) = names.unwrap_or_default();
    for (label, keys, name, action) in
        [("Undo", "Ctrl + Z", undo, CaseAction::Undo), ("Redo", "Ctrl + Y", redo, CaseAction::Redo)]
    {
        let button = ui.add_enabled(name.is_some(), Button::new(label));
        let hint = format!("{label}: {} ({keys})", name.unwrap_or_default());
        if button.on_hover_text(hint).clicked() {
            desk.wish(action);
        }
    }
}

fn layout_ui(ui: &mut Ui, desk: &Desk) {
    ui.spacing_mut().item_spacing.x = 2.0;
    for (layout, label, hint) in [
        (ViewLayout::Map, "Map", "The flat map of the gap, seen along the projection"),
        (ViewLayout::Split, "Split", "Jaws and map side by side, linked"),
        (ViewLayout::Jaws, "3D", "The jaws"),
        (ViewLayout::Overview, "Overview", "Both arches beside the closed jaws"),
    ] {
        if ui.selectable_label(desk.layout == layout, label).on_hover_text(hint).clicked() {
            desk.wish(ViewAction::Layout(layout));
        }
    }
}

fn help_ui(ui: &mut Ui, desk: &Desk) {
    if ui.button(" ? ").on_hover_text("Keys and mouse, about (F1)").clicked() {
        desk.wish(ProgramAction::ToggleKeySheet);
    }
    let dark = ui.visuals().dark_mode;
    let hint = if dark { "Light theme" } else { "Dark theme" };
    if icon_button(ui, if dark { Icon::Sun } else { Icon::Moon }, false).on_hover_text(hint).clicked() {
        desk.wish(ProgramAction::ToggleTheme);
    }
}
