//! The bites of the case, in the menu under the words of the badge: one click goes to one.
use crate::app::actions::CaseAction;
use crate::app::state::bites::BiteWish;
use crate::app::state::case::CaseId;
use crate::app::state::compare::CompareWish;
use crate::app::state::lock::moved_words;
use crate::app::state::{Desk, Open};
use crate::app::widgets::access::named;
use crate::app::widgets::icons::{Icon, icon_button};
use crate::app::widgets::number_field::number_field;
use crate::app::widgets::transform_field::{TransformField, TransformWords};
use crate::base::Rigid;
use crate::base::words::{decimal, say};
use crate::export::named_bite::{found_words, title};
use crate::jaw::Bite;
use crate::jaw::bite::{FARTHEST_MM, LONGEST_NOTES, MOST_BITES, tidy_notes};
use crate::jaw::measure::tidy_name;
use crate::session::bite_search::TOLERANCES_MM;
use crate::session::{BiteChange, Command, Motion};
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::style::StyleModifier;
use egui::{Align, Button, Key, Layout, Modifiers, PopupCloseBehavior, RichText, ScrollArea, TextEdit, Ui, vec2};

const WIDTH: f32 = 380.0;
/// The list scrolls beyond this, points.
const TALLEST: f32 = 260.0;

/// What is being typed in the menu.
#[derive(Clone, Debug, Default)]
pub struct BitesUi {
    /// The case that it is about.
    of: CaseId,
    /// The name of the bite to be kept; `None`: the one that is suggested.
    name: Option<String>,
    /// What is being written of a bite.
    writing: Option<Writing>,
    tolerance_mm: Option<f64>,
    /// The field of a pose in numbers, while it is unfolded.
    numbers: Option<TransformField>,
}

#[derive(Clone, Debug)]
struct Writing {
    place: usize,
    what: Field,
    text: String,
    /// The field has not been drawn yet.
    is_new: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Name,
    Notes,
}

fn wish(desk: &Desk, wish: BiteWish) {
    desk.wish(CaseAction::Bites(wish));
}

/// What the badge says: which bite it is, or how far the jaw is from it.
fn badge_words(open: &Open) -> String {
    let (bites, pose) = (open.session.bites(), open.session.bite());
    let bite = bites.current();
    if open.bites.preview().is_some() {
        return say!("bites-preview").into();
    }
    match (bites.at(&pose), bite.is_as_scanned()) {
        (Some(_), true) => say!("bite-bite-scanned").into(),
        (Some(_), false) => say!("bites-badge", name = bite.name),
        (None, true) => say!("bite-bite-2", moved = moved(open, bite)),
        (None, false) => say!("bites-badge-left", name = bite.name, moved = moved(open, bite)),
    }
}

/// "moved by 0.31 mm, 0.20°", from a bite.
fn moved(open: &Open, bite: &Bite) -> String {
    let from = open.session.bite() * bite.upper_from_lower.inverse();
    moved_words(&from, open.session.frame()).unwrap_or_else(|| say!("lock-moved-less-than-mm").into())
}

pub fn bites_menu_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut BitesUi) {
    if state.of != open.case.id {
        *state = BitesUi { of: open.case.id, ..BitesUi::default() };
    }
    // It is a card with fields and buttons more than a list to choose from, so buttons look like buttons.
    let config =
        MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside).style(StyleModifier::default());
    let words = Button::new(RichText::new(badge_words(open) + "…").small()).small();
    let (button, _) = MenuButton::from_button(words).config(config).ui(ui, |ui| {
        ui.set_width(WIDTH);
        list_ui(ui, (desk, open), state);
        left_ui(ui, desk, open);
        keep_ui(ui, (desk, open), state);
        ui.separator();
        find_ui(ui, (desk, open), state);
    });
    button.on_hover_text(say!("bites-hint"));
}

fn list_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut BitesUi) {
    ScrollArea::vertical().max_height(TALLEST).show(ui, |ui| {
        for (place, bite) in open.session.bites().list().iter().enumerate() {
            ui.push_id(place, |ui| {
                ui.horizontal(|ui| row_ui(ui, (desk, open), state, (place, bite)));
                below_ui(ui, (desk, open), state, (place, bite));
            });
        }
    });
}

/// "0.31 mm 0.20°": how far a bite is from where the scans' files have the jaw.
fn distance(open: &Open, bite: &Bite) -> String {
    let frame = open.session.frame();
    let six = crate::session::motion::to_anatomical_six(&bite.upper_from_lower, frame);
    let mm = glam::DVec3::new(six[0], six[1], six[2]).length();
    let deg = crate::session::command::turn_deg(&crate::base::Rigid::IDENTITY, &bite.upper_from_lower);
    say!("bites-distance", mm = decimal(mm, 2), deg = decimal(deg, 2))
}

fn row_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut BitesUi, (place, bite): (usize, &Bite)) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let is_writing = |what: Field| state.writing.as_ref().is_some_and(|w| (w.place, w.what) == (place, what));
    if is_writing(Field::Name) {
        return write_ui(ui, (desk, open), state);
    }
    let is_current = open.session.bites().place() == place;
    let right = if bite.is_as_scanned() { String::new() } else { distance(open, bite) };
    let name = Button::selectable(is_current, bite.said_name()).right_text(RichText::new(right).small().weak());
    let row = ui.add_sized([WIDTH - 136.0, 22.0], name.truncate()).on_hover_text(hint(bite));
    if row.clicked() {
        wish(desk, BiteWish::Choose(place));
    }
    let notes = ui.add_sized([44.0, 22.0], Button::new(RichText::new(say!("bites-notes")).small()));
    if notes.on_hover_text(say!("bites-notes-hint")).clicked() {
        state.writing = Some(Writing { place, what: Field::Notes, text: bite.notes.clone(), is_new: true });
    }
    if bite.is_as_scanned() {
        return;
    }
    let rename = ui.add_sized([54.0, 22.0], Button::new(RichText::new(say!("views-rename")).small()));
    if rename.clicked() {
        state.writing = Some(Writing { place, what: Field::Name, text: bite.name.clone(), is_new: true });
    }
    let remove = icon_button(ui, Icon::Cross, false).on_hover_text(say!("bites-remove-hint"));
    named(&remove, say!("bites-remove-hint"));
    if remove.clicked() {
        state.writing = None;
        desk.wish(Command::Bite(BiteChange::Remove(place)));
    }
}

fn hint(bite: &Bite) -> String {
    let found = bite.found.as_ref().map(found_words);
    let lines = [Some(title(bite)), found, Some(bite.notes.clone()).filter(|n| !n.is_empty())];
    lines.into_iter().flatten().chain([say!("bites-row-hint").to_owned()]).collect::<Vec<_>>().join("\n")
}

/// Where it comes from, what is noted of it, or the field for that.
fn below_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut BitesUi, (place, bite): (usize, &Bite)) {
    if state.writing.as_ref().is_some_and(|w| (w.place, w.what) == (place, Field::Notes)) {
        write_ui(ui, (desk, open), state);
    } else if !bite.is_as_scanned() || !bite.notes.is_empty() {
        let origin = Some(bite.origin.say().to_owned()).filter(|_| !bite.is_as_scanned());
        let mut lines = bite.notes.lines();
        let notes =
            lines.next().map(|first| if lines.next().is_some() { format!("{first} …") } else { first.to_owned() });
        let words: Vec<String> = [origin, bite.made.clone(), notes].into_iter().flatten().collect();
        ui.add(egui::Label::new(RichText::new(format!("   {}", words.join(" · "))).small().weak()).truncate());
    }
}

fn write_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut BitesUi) {
    let Some(mut writing) = state.writing.take() else { return };
    let bites = open.session.bites();
    let is_free = match writing.what {
        Field::Notes => true,
        Field::Name => tidy_name(&writing.text)
            .is_some_and(|name| bites.place_of(&name).is_none_or(|other| other == writing.place)),
    };
    // Notes may have several lines, so Enter is one of their letters.
    let is_done = writing.what == Field::Notes && ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Enter));
    let text = match writing.what {
        Field::Name => TextEdit::singleline(&mut writing.text),
        Field::Notes => TextEdit::multiline(&mut writing.text).desired_rows(3).char_limit(LONGEST_NOTES),
    };
    let text = text.desired_width(WIDTH - 16.0);
    let field = ui.add(if is_free { text } else { text.text_color(ui.visuals().error_fg_color) });
    if std::mem::take(&mut writing.is_new) {
        field.request_focus();
    }
    let hint = if writing.what == Field::Name { say!("bites-name-hint") } else { say!("bites-notes-hint") };
    let field = field.on_hover_text(hint).accessible_name(hint);
    if !field.lost_focus() && !is_done {
        state.writing = Some(writing);
        return;
    }
    let [enter, escape] = [Key::Enter, Key::Escape].map(|key| ui.input(|i| i.key_pressed(key)));
    match writing.what {
        Field::Name if enter && is_free => wish(desk, BiteWish::Rename(writing.place, writing.text)),
        Field::Notes if !escape => {
            desk.wish(Command::Bite(BiteChange::Write(writing.place, tidy_notes(&writing.text))))
        }
        Field::Name | Field::Notes => {}
    }
}

/// Where the jaw has left its bite: what may become of that.
fn left_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let (bites, pose) = (open.session.bites(), open.session.bite());
    if bites.at(&pose).is_some() || bites.current().is_as_scanned() {
        return;
    }
    ui.separator();
    let name = bites.current().said_name();
    ui.label(RichText::new(say!("bites-badge-left", name = name, moved = moved(open, bites.current()))).small());
    ui.horizontal_wrapped(|ui| {
        if ui.button(say!("bites-put-into", name = name)).on_hover_text(say!("bites-put-hint")).clicked() {
            wish(desk, BiteWish::Put);
        }
        if ui.button(say!("bites-back-to", name = name)).clicked() {
            wish(desk, BiteWish::Choose(bites.place()));
        }
    });
}

/// The pose becomes a bite; that of the scans is one already.
fn keep_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut BitesUi) {
    let (bites, pose) = (open.session.bites(), open.session.bite());
    let can_be_kept = !bites.is_full() && bites.at(&pose).is_none_or(|bite| !bite.is_as_scanned());
    let origin = bites.origin_of(&pose);
    let mut text = state.name.clone().unwrap_or_else(|| bites.free_name(origin));
    let name = tidy_name(&text).filter(|name| bites.place_of(name).is_none());
    ui.separator();
    ui.horizontal(|ui| {
        let edit = TextEdit::singleline(&mut text).desired_width(WIDTH - 136.0);
        let field = ui.add_enabled(can_be_kept, edit).accessible_name(say!("bites-name"));
        let entered = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        if field.changed() {
            state.name = Some(text.clone());
        }
        let keep = Button::new(say!("bites-keep")).min_size(vec2(112.0, 22.0));
        let keep = ui.add_enabled(can_be_kept && name.is_some(), keep).on_hover_text(say!("bites-keep-hint"));
        let why_not =
            if bites.is_full() { say!("bites-full", n = MOST_BITES) } else { say!("bites-is-as-scanned").into() };
        let keep = keep.on_disabled_hover_text(why_not);
        if let Some(name) = name.filter(|_| keep.clicked() || entered) {
            wish(desk, BiteWish::Keep(Some(name)));
            state.name = None;
        }
    });
}

/// From bite scans, or by seating.
fn find_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut BitesUi) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(say!("bites-find")).small().weak());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let compare = ui.add(Button::new(RichText::new(say!("bites-compare")).small()).small());
            if compare.on_hover_text(say!("compare-button-hint")).clicked() {
                desk.wish(CaseAction::Compare(CompareWish::Toggle));
                ui.close();
            }
        });
    });
    ui.horizontal_wrapped(|ui| {
        if from_scans_ui(ui) {
            wish(desk, BiteWish::AskForScans);
            ui.close();
        }
        let mut um = state.tolerance_mm.unwrap_or(open.bites.tolerance_mm) * 1000.0;
        if seat_ui(ui, open) {
            wish(desk, BiteWish::Seat(um / 1000.0));
            ui.close();
        }
        let range = TOLERANCES_MM.start() * 1000.0..=TOLERANCES_MM.end() * 1000.0;
        let field = number_field(&mut um).range(range).speed(1.0).fixed_decimals(0).suffix(" µm");
        let field = ui.add(field).accessible_name(say!("bites-tolerance"));
        if field.on_hover_text(say!("bites-tolerance")).changed() {
            state.tolerance_mm = Some(um / 1000.0);
        }
        let is_unfolded = state.numbers.is_some();
        let numbers = ui.add(Button::new(say!("bites-numbers")).selected(is_unfolded));
        if numbers.on_hover_text(say!("bites-numbers-hint")).clicked() {
            state.numbers = (!is_unfolded).then(TransformField::default);
        }
    });
    numbers_ui(ui, (desk, open), state);
}

/// Whether a bite from bite scans is asked for.
pub fn from_scans_ui(ui: &mut Ui) -> bool {
    let scans = ui.add(Button::new(say!("bites-from-scans")).min_size(vec2(136.0, 22.0)));
    scans.on_hover_text(say!("bites-from-scans-hint")).clicked()
}

/// Whether a seat is asked for.
pub fn seat_ui(ui: &mut Ui, open: &Open) -> bool {
    let seat = Button::new(say!("bites-seat")).min_size(vec2(70.0, 22.0));
    ui.add_enabled(open.teeth.is_settled(), seat).on_hover_text(say!("bites-seat-hint")).clicked()
}

/// The pose as a matrix: copied, or pasted and gone to like any other move.
fn numbers_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut BitesUi) {
    let Some(field) = &mut state.numbers else { return };
    let pose = open.session.bite();
    let told = |to: &Rigid| {
        if to.translation.length() > FARTHEST_MM {
            return Err(say!("bites-numbers-far", mm = decimal(FARTHEST_MM, 0)));
        }
        let moved = moved_words(&(*to * pose.inverse()), open.session.frame());
        Ok(moved.unwrap_or_else(|| say!("lock-moved-less-than-mm").into()))
    };
    let (of, hint, take) = (say!("bites-numbers"), say!("bites-numbers-hint"), say!("bites-numbers-go"));
    if let Some(upper_from_lower) = field.ui(ui, &TransformWords { of, hint, take }, &pose, told) {
        desk.wish(Command::Move { motion: Motion::Typed, upper_from_lower });
        ui.close();
    }
}
