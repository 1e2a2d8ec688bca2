//! The bar at the top: case, files, undo, layout, views.
use super::measures::tools_ui;
use super::views::{ViewsUi, views_ui};
use crate::app::actions::{CaseAction, FileAction, ProgramAction, ViewAction};
use crate::app::state::{Desk, ViewLayout};
use crate::app::widgets::fit::width_of_buttons;
use crate::app::widgets::icons::{Icon, icon_button};
use crate::app::widgets::theme;
use crate::base::words::{Language, Notation, say};
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
        let (star, hint) = if desk.is_unsaved() { ("*", say!("top-changes-not-saved-ctrl")) } else { ("", "") };
        let words = desk.open.as_ref().map_or_else(String::new, |open| format!("{star}{}", open.name()));
        // In front, where a long name does not cut it off.
        let name = ui.add(egui::Label::new(RichText::new(words).weak()).truncate());
        if !hint.is_empty() {
            name.on_hover_text(hint);
        }
    });
}

fn files_ui(ui: &mut Ui, desk: &Desk) {
    ui.menu_button(say!("top-file"), |ui| file_menu_ui(ui, desk))
        .response
        .on_hover_text(say!("top-open-save-close-recent"));
    let open = ui.add_enabled(!desk.is_loading(), Button::new(say!("top-open")));
    if open.on_hover_text(say!("top-open-case-scans-upper")).clicked() {
        desk.wish(FileAction::OpenDialog(None));
    }
    let save = ui.add_enabled(desk.open.as_ref().is_some_and(|open| !open.case.saving), Button::new(say!("top-save")));
    if save.on_hover_text(say!("top-save-case-scans-pose")).clicked() {
        desk.wish(FileAction::Save);
    }
    let snapshot = ui.add_enabled(desk.open.is_some(), Button::new(say!("top-snapshot")));
    snapshot.context_menu(|ui| snapshot_sizes_ui(ui, desk));
    let hint = say!("top-save-picture-legend-figures");
    if snapshot.on_hover_text(hint).clicked() {
        desk.wish(FileAction::Snapshot);
    }
    // The same word while it is made, which a message says: another one would move all that stands beside it.
    let report = ui.add_enabled(desk.open.is_some() && !desk.reporting, Button::new(say!("top-report")));
    let hint = say!("top-write-report-this-position");
    if report.on_hover_text(hint).clicked() {
        desk.wish(FileAction::AskReport);
    }
}

fn file_menu_ui(ui: &mut Ui, desk: &Desk) {
    ui.set_min_width(260.0);
    let keys = |keys: &str| RichText::new(keys.to_owned()).small().weak();
    if ui.add_enabled(!desk.is_loading(), Button::new(say!("top-open")).right_text(keys(say!("top-ctrl-o")))).clicked()
    {
        desk.wish(FileAction::OpenDialog(None));
    }
    if ui.button(say!("top-sample-case")).clicked() {
        desk.wish(FileAction::OpenSample);
    }
    if desk.open.is_some() {
        if ui.add(Button::new(say!("top-save-2")).right_text(keys(say!("top-ctrl-shift-s")))).clicked() {
            desk.wish(FileAction::SaveAs);
        }
        if ui.button(say!("motion-import")).on_hover_text(say!("motion-import-hint")).clicked() {
            desk.wish(FileAction::AskForMotion);
        }
        ui.menu_button(say!("top-hand-on"), |ui| share_menu_ui(ui, desk))
            .response
            .on_hover_text(say!("top-hand-on-hint"));
        if ui.add(Button::new(say!("top-close-case")).right_text(keys(say!("top-ctrl-w")))).clicked() {
            desk.wish(FileAction::Close);
        }
    }
    ui.separator();
    let cases = desk.recent.cases.cases.clone();
    if !cases.is_empty() {
        ui.label(RichText::new(say!("top-recent")).small().weak());
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
    // Looked up while it is pointed at, not with every frame that the menu is open.
    let folder = ui.button(say!("top-folder")).on_hover_ui(|ui| drop(ui.label(folder_hint(desk))));
    if folder.clicked() {
        desk.wish(FileAction::ChooseFolder);
    }
    let mut keep = desk.habits.keeps_prepared;
    let hint = say!("top-keep-welded-closed-scans");
    if ui.checkbox(&mut keep, say!("top-keep-prepared-scans")).on_hover_text(hint).changed() {
        desk.wish(ProgramAction::KeepPrepared(keep));
    }
    let mut less = desk.habits.less_motion;
    if ui.checkbox(&mut less, say!("top-less-motion")).on_hover_text(say!("top-less-motion-hint")).changed() {
        desk.wish(ProgramAction::LessMotion(less));
    }
    ui.menu_button(say!("top-language"), |ui| languages_ui(ui, desk));
    ui.menu_button(say!("top-notation"), |ui| notations_ui(ui, desk)).response.on_hover_text(say!("top-notation-hint"));
}

/// Each with the number of an upper right first molar.
fn notations_ui(ui: &mut Ui, desk: &Desk) {
    for (notation, label) in [
        (Notation::Fdi, say!("top-notation-fdi")),
        (Notation::Universal, say!("top-notation-universal")),
        (Notation::Palmer, say!("top-notation-palmer")),
    ] {
        if ui.radio(desk.habits.notation == notation, label).clicked() {
            desk.wish(ProgramAction::Notation(notation));
            ui.close();
        }
    }
}

/// Each under its own name.
fn languages_ui(ui: &mut Ui, desk: &Desk) {
    for language in Language::ALL {
        if ui.radio(desk.habits.language == language, language.own_name()).clicked() {
            desk.wish(ProgramAction::Language(language));
            ui.close();
        }
    }
}

fn share_menu_ui(ui: &mut Ui, desk: &Desk) {
    for (share, label, hint) in [
        (Share::Page, say!("top-share-page"), say!("top-share-page-hint")),
        (Share::Glb, say!("top-share-glb"), say!("top-share-glb-hint")),
        (Share::ThreeMf, say!("top-share-3mf"), say!("top-share-3mf-hint")),
    ] {
        if ui.add_enabled(!desk.reporting, Button::new(label)).on_hover_text(hint).clicked() {
            desk.wish(FileAction::Share(share));
        }
    }
}

fn folder_hint(desk: &Desk) -> String {
    say!("top-folder-now", folder = desk.habits.folder_for_files().display())
}

/// How large pictures in files are.
fn snapshot_sizes_ui(ui: &mut Ui, desk: &Desk) {
    for (times, label) in
        [(1, say!("top-large-screen")), (2, say!("top-twice-wide-high")), (3, say!("top-three-times-print"))]
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
    for (label, keys, name, action) in [
        (say!("top-undo"), say!("top-ctrl-z"), undo, CaseAction::Undo),
        (say!("top-redo"), say!("top-ctrl-y"), redo, CaseAction::Redo),
    ] {
        let button = ui.add_enabled(name.is_some(), Button::new(label));
        let hint = format!("{label}: {} ({keys})", name.unwrap_or_default());
        if button.on_hover_text(hint).clicked() {
            desk.wish(action);
        }
    }
}

/// Side by side, or where there is no room for them a menu under the name of the one that is shown.
fn layout_ui(ui: &mut Ui, desk: &Desk) {
    ui.spacing_mut().item_spacing.x = 2.0;
    let words = [say!("top-map"), say!("top-split"), "3D", say!("top-overview"), say!("measures-tools")];
    if ui.available_width() >= width_of_buttons(ui, &words) {
        return layouts_ui(ui, desk);
    }
    let shown = match desk.layout {
        ViewLayout::Map => say!("top-map"),
        ViewLayout::Split => say!("top-split"),
        ViewLayout::Jaws => "3D",
        ViewLayout::Overview => say!("top-overview"),
    };
    ui.menu_button(shown, |ui| layouts_ui(ui, desk));
}

fn layouts_ui(ui: &mut Ui, desk: &Desk) {
    for (layout, label, hint) in [
        (ViewLayout::Map, say!("top-map"), say!("top-flat-map-gap-seen")),
        (ViewLayout::Split, say!("top-split"), say!("top-jaws-map-side-side")),
        (ViewLayout::Jaws, "3D", say!("top-jaws")),
        (ViewLayout::Overview, say!("top-overview"), say!("top-both-arches-beside-closed")),
    ] {
        if ui.selectable_label(desk.layout == layout, label).on_hover_text(hint).clicked() {
            desk.wish(ViewAction::Layout(layout));
        }
    }
}

fn help_ui(ui: &mut Ui, desk: &Desk) {
    if ui.button(" ? ").on_hover_text(say!("top-keys-mouse-about-f")).accessible_name(say!("keys-keys-mouse")).clicked()
    {
        desk.wish(ProgramAction::ToggleKeySheet);
    }
    let dark = ui.visuals().dark_mode;
    let hint = if dark { say!("top-light-theme") } else { say!("top-dark-theme") };
    if icon_button(ui, if dark { Icon::Sun } else { Icon::Moon }, false).on_hover_text(hint).clicked() {
        desk.wish(ProgramAction::ToggleTheme);
    }
}
