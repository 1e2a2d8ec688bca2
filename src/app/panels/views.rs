//! The views: the standard ones, and those of the case that were given a name.
use crate::app::actions::ViewAction;
use crate::app::state::case::CaseId;
use crate::app::state::{Desk, Open};
use crate::app::widgets::icons::{Icon, icon_button};
use crate::base::words::{Phrase, phrase, say};
use crate::render::StandardView;
use crate::session::named_views::{free_name, place_of, tidy};
use crate::session::{Command, NamedView};
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, Key, PopupCloseBehavior, RichText, ScrollArea, TextEdit, Ui, vec2};

const STANDARD: [(StandardView, Phrase, Phrase); 5] = [
    (StandardView::LowerOcclusal, phrase!("views-lower-teeth"), phrase!("views-lower-teeth-above-f")),
    (StandardView::UpperOcclusal, phrase!("views-upper-teeth"), phrase!("views-upper-teeth-below-f")),
    (StandardView::Left, phrase!("views-left"), phrase!("views-patients-left-side-f")),
    (StandardView::Right, phrase!("views-right"), phrase!("views-patients-right-side-f")),
    (StandardView::Front, phrase!("views-front"), phrase!("views-facing-patient-f")),
];
const FIT: Phrase = phrase!("views-everything-view-f");
const WIDTH: f32 = 240.0;

/// What is being typed in the menu.
#[derive(Clone, Debug, Default)]
pub struct ViewsUi {
    /// The case that it is about.
    of: CaseId,
    /// The name of the view to be saved; `None`: the one that is suggested.
    name: Option<String>,
    /// The view that is being renamed, and what stands in the field.
    renaming: Option<Renaming>,
}

#[derive(Clone, Debug)]
struct Renaming {
    view: usize,
    text: String,
    /// The field has not been drawn yet.
    is_new: bool,
}

/// From right to left. Where the bar is `narrow`, everything is in the menu.
pub fn views_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut ViewsUi, narrow: bool) {
    if state.of != open.case.id {
        *state = ViewsUi { of: open.case.id, ..ViewsUi::default() };
    }
    ui.spacing_mut().item_spacing.x = 2.0;
    if !narrow {
        if ui.button(say!("views-fit")).on_hover_text(FIT.say()).clicked() {
            desk.wish(ViewAction::Fit);
        }
        for (view, label, hint) in STANDARD {
            if ui.button(label.say()).on_hover_text(hint.say()).clicked() {
                desk.wish(ViewAction::Look(view));
            }
        }
    }
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (button, _) = MenuButton::new(say!("views-views")).config(config).ui(ui, |ui| {
        ui.set_width(WIDTH);
        if narrow {
            standard_ui(ui, desk);
            ui.separator();
        }
        named_ui(ui, (desk, open), state);
    });
    button.on_hover_text(say!("views-views-this-case-names"));
}

fn standard_ui(ui: &mut Ui, desk: &Desk) {
    let fit = (say!("views-fit"), FIT.say(), ViewAction::Fit);
    let standard =
        STANDARD.into_iter().rev().map(|(view, label, hint)| (label.say(), hint.say(), ViewAction::Look(view)));
    for (label, hint, action) in standard.chain([fit]) {
        if ui.add_sized([WIDTH, 22.0], Button::new(label).right_text("")).on_hover_text(hint).clicked() {
            desk.wish(action);
            ui.close();
        }
    }
}

fn named_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut ViewsUi) {
    let views = open.session.views();
    if views.is_empty() {
        ui.label(RichText::new(say!("views-no-view-this-case")).small().weak());
    }
    ScrollArea::vertical().max_height(300.0).show(ui, |ui| {
        for (place, view) in views.iter().enumerate() {
            ui.push_id(place, |ui| ui.horizontal(|ui| view_ui(ui, desk, state, (views, place, view))));
        }
    });
    ui.separator();
    save_ui(ui, (desk, open), state, views);
}

fn view_ui(ui: &mut Ui, desk: &Desk, state: &mut ViewsUi, (views, place, view): (&[NamedView], usize, &NamedView)) {
    if state.renaming.as_ref().is_some_and(|r| r.view == place) {
        return rename_ui(ui, desk, state, views);
    }
    // An empty text at the right pushes the name to the left.
    let name = Button::new(view.name.as_str()).right_text("").truncate();
    if ui.add_sized([WIDTH - 104.0, 22.0], name).on_hover_text(say!("views-fly", name = view.name)).clicked() {
        desk.wish(ViewAction::FlyToView(place));
        ui.close();
    }
    if ui.add_sized([66.0, 22.0], Button::new(RichText::new(say!("views-rename")).small())).clicked() {
        state.renaming = Some(Renaming { view: place, text: view.name.clone(), is_new: true });
    }
    if icon_button(ui, Icon::Cross, false).on_hover_text(say!("views-remove-this-view-undo")).clicked() {
        state.renaming = None;
        desk.wish(Command::RemoveView(place));
    }
}

fn rename_ui(ui: &mut Ui, desk: &Desk, state: &mut ViewsUi, views: &[NamedView]) {
    let Some(mut renaming) = state.renaming.take() else { return };
    let name = tidy(&renaming.text);
    let is_free = name.as_ref().is_some_and(|n| place_of(views, n).is_none_or(|other| other == renaming.view));
    let text = TextEdit::singleline(&mut renaming.text).desired_width(WIDTH - 12.0);
    let field = ui.add(if is_free { text } else { text.text_color(ui.visuals().error_fg_color) });
    if std::mem::take(&mut renaming.is_new) {
        field.request_focus();
    }
    field.clone().on_hover_text(say!("views-enter-gives-view-this"));
    if !field.lost_focus() {
        state.renaming = Some(renaming);
    } else if ui.input(|i| i.key_pressed(Key::Enter)) && is_free {
        desk.wish(Command::RenameView { view: renaming.view, name: renaming.text });
    }
}

fn save_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut ViewsUi, views: &[NamedView]) {
    let mut text = state.name.clone().unwrap_or_else(|| free_name(views));
    let name = tidy(&text);
    let is_there = name.as_ref().is_some_and(|n| place_of(views, n).is_some());
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut text).desired_width(WIDTH - 104.0);
        let field = ui.add(field).accessible_name(say!("access-view-name"));
        let entered = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        let label = if is_there { say!("views-replace") } else { say!("views-save-view") };
        let hint = say!("views-keeps-this-view-under");
        let save = ui.add_enabled(name.is_some(), Button::new(label).min_size(vec2(84.0, 22.0))).on_hover_text(hint);
        if field.changed() {
            state.name = Some(text.clone());
        }
        // A view that is there is not replaced by a mere Enter.
        if let Some(name) = name.filter(|_| save.clicked() || entered && !is_there) {
            desk.wish(Command::SaveView(NamedView { name, camera: open.view.camera, solo: open.view.solo }));
            state.name = None;
        }
    });
}
