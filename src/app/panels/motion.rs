//! The card of the Motion mode, below the pictures: which movement, by which guide, how far; what touches when; and what plays it.
use super::motion_diagrams::{self, choice_ui, diagrams_ui};
use super::motion_lanes::{lanes_ui, roles_ui};
use crate::app::actions::{CaseAction, FileAction};
use crate::app::state::motion::{MotionFormat, MotionWish};
use crate::app::state::{Desk, Open};
use crate::app::widgets::fit::width_of_small_buttons;
use crate::app::widgets::icons::{Icon, icon_button};
use crate::app::widgets::number_field::number_field;
use crate::app::widgets::section::title_ui;
use crate::app::widgets::{text, theme};
use crate::base::words::{decimal, say};
use crate::jaw::motion::{Guide, Movement, MovementKind};
use crate::session::jaw_motion::{PathFound, guide_name, movement_name};
use crate::session::{Command, MotionChange};
use egui::{Button, ComboBox, Rect, RichText, Stroke, Ui, UiBuilder, pos2, vec2};

/// Of its rows, points.
const HEAD: f32 = 54.0;
const FOOT: f32 = 46.0;

/// Where the card is, and its controls in it: diagrams lie above them, so that no control goes away from under the hand.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    pub whole: Rect,
    controls: Rect,
}

impl Card {
    /// At the lower end of all that there is for pictures and cards.
    pub fn of(open: &Open, all: Rect) -> Self {
        let controls = (0.28 * all.height()).clamp(176.0, 240.0).min(0.5 * all.height());
        let high = (controls + motion_diagrams::height(open, all)).min(0.64 * all.height());
        Self { whole: all.with_min_y(all.bottom() - high), controls: all.with_min_y(all.bottom() - controls) }
    }
}

/// Names of movements, in the order of their buttons.
const MOVEMENTS: [&str; 7] =
    ["protrusion", "right", "left", "right-protrusion", "left-protrusion", "retrusion", "opening"];
const SPEEDS: [f64; 5] = [0.1, 0.25, 0.5, 1.0, 2.0];

pub fn wish(desk: &Desk, wish: MotionWish) {
    desk.wish(CaseAction::Motion(wish));
}

fn change(desk: &Desk, change: MotionChange) {
    desk.wish(Command::JawMotion(change));
}

pub fn motion_ui(ui: &mut Ui, desk: &Desk, Card { whole: card, controls }: Card) {
    let Some(open) = &desk.open else { return };
    let colors = theme::colors(ui.ctx());
    ui.painter().rect_filled(card, 0.0, ui.visuals().panel_fill);
    ui.painter().hline(card.x_range(), card.top(), Stroke::new(1.0, colors.line));
    diagrams_ui(ui, open, card.shrink2(vec2(10.0, 4.0)).with_max_y(controls.top()));
    let inner = controls.shrink2(vec2(10.0, 4.0));
    let part = |ui: &mut Ui, top: f32, bottom: f32, name: &'static str| {
        let rect = Rect::from_min_max(pos2(inner.left(), top), pos2(inner.right(), bottom));
        let mut part = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(("motion", name)));
        part.spacing_mut().item_spacing.y = 3.0;
        part
    };
    let mut head = part(ui, inner.top(), inner.top() + HEAD, "head");
    movements_ui(&mut head, desk, open);
    guide_ui(&mut head, desk, open);
    let middle = Rect::from_min_max(pos2(inner.left(), inner.top() + HEAD), pos2(inner.right(), inner.bottom() - FOOT));
    lanes_ui(ui, desk, open, middle);
    let mut foot = part(ui, inner.bottom() - FOOT + 2.0, inner.bottom(), "foot");
    transport_ui(&mut foot, desk, open);
    place_ui(&mut foot, open);
}

/// The movements as buttons; where they have no room beside each other, as a list that opens.
fn movements_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let kept = open.session.motion();
    let now = kept.movement.name();
    let movements: Vec<Movement> = MOVEMENTS.iter().filter_map(|name| Movement::named(name)).collect();
    let names: Vec<&str> = movements.iter().map(movement_name).collect();
    let recorded = recorded_name(open);
    let choice = |ui: &mut Ui, movement: &Movement| {
        let is_chosen = kept.chosen.is_none() && movement.name() == now;
        let button = Button::selectable(is_chosen, RichText::new(movement_name(movement)).small());
        let is_new = ui.add(button).on_hover_text(movement_hint(movement)).clicked() && !is_chosen;
        if is_new {
            change(desk, MotionChange::Movement(*movement));
        }
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        // The title, what opens the list of recorded ones, and what closes the card.
        let others = width_of_small_buttons(ui, &[say!("motion-title"), &recorded, "×"]);
        let are_buttons = others + width_of_small_buttons(ui, &names) <= ui.available_width();
        title_ui(ui, say!("motion-title"));
        ui.add_space(4.0);
        if are_buttons {
            movements.iter().for_each(|movement| choice(ui, movement));
        } else {
            let chosen = RichText::new(movement_name(&kept.movement)).small();
            let list = ComboBox::from_id_salt("movement").selected_text(chosen).height(300.0);
            let list = list.show_ui(ui, |ui| movements.iter().for_each(|movement| choice(ui, movement)));
            list.response.on_hover_text(say!("motion-which"));
        }
        records_ui(ui, desk, open);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let close = ui.add(Button::new("×").small()).accessible_name(say!("motion-close"));
            if close.on_hover_text(say!("motion-close")).clicked() {
                wish(desk, MotionWish::Toggle);
            }
        });
    });
}

/// Of the recorded movement that is chosen.
fn recorded_name(open: &Open) -> String {
    open.session.motion().record().map_or_else(|| say!("motion-recorded").to_owned(), |record| record.name.clone())
}

/// What its amount is of.
fn movement_hint(movement: &Movement) -> &'static str {
    match movement.kind {
        MovementKind::Opening => say!("motion-opening-hint"),
        MovementKind::Protrusion => say!("motion-protrusion-hint"),
        MovementKind::Retrusion => say!("motion-retrusion-hint"),
        MovementKind::Lateral { .. } => say!("motion-lateral-hint"),
    }
}

/// Movements that were recorded; a new one is read from a file or dragged.
fn records_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let kept = open.session.motion();
    let label = RichText::new(recorded_name(open)).small();
    let label = if kept.chosen.is_some() { label.color(theme::colors(ui.ctx()).accent) } else { label };
    ui.menu_button(label, |ui| {
        ui.set_min_width(220.0);
        for (i, record) in kept.records.iter().enumerate() {
            ui.horizontal(|ui| {
                let chosen = ui.selectable_label(kept.chosen == Some(i), &record.name);
                if chosen.on_hover_text(&record.source).clicked() {
                    change(desk, MotionChange::Choose(i));
                    ui.close();
                }
                let remove = ui.add(Button::new("×").small()).accessible_name(say!("motion-record-remove"));
                if remove.on_hover_text(say!("motion-record-remove")).clicked() {
                    change(desk, MotionChange::RemoveRecord(i));
                }
            });
        }
        if ui.button(say!("motion-import")).on_hover_text(say!("motion-import-hint")).clicked() {
            desk.wish(FileAction::AskForMotion);
            ui.close();
        }
    })
    .response
    .on_hover_text(say!("motion-recorded-hint"));
}

/// By what, and how far; nothing of it is asked of a record.
fn guide_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let kept = open.session.motion();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        if let Some(record) = kept.record() {
            ui.scope(|ui| {
                ui.set_max_width(0.5 * ui.available_width());
                ui.add(egui::Label::new(RichText::new(&record.source).small().weak()).truncate());
            });
            roles_ui(ui, open);
            return;
        }
        ui.label(RichText::new(say!("motion-guided-by")).small().weak());
        for (guide, hint) in [
            (Guide::Teeth, say!("motion-teeth-hint")),
            (Guide::Incisal, say!("motion-incisal-hint")),
            (Guide::Free, say!("motion-free-hint")),
        ] {
            let button = Button::selectable(kept.guide == guide, RichText::new(guide_name(guide)).small());
            if ui.add(button).on_hover_text(hint).clicked() && kept.guide != guide {
                change(desk, MotionChange::Guide(guide));
            }
        }
        ui.add_space(8.0);
        length_ui(ui, desk, kept.movement);
        mix_ui(ui, desk, kept.movement);
        roles_ui(ui, open);
    });
}

fn length_ui(ui: &mut Ui, desk: &Desk, movement: Movement) {
    let hint = movement_hint(&movement);
    ui.label(RichText::new(say!("motion-length")).small().weak()).on_hover_text(hint);
    let mut amount_mm = movement.amount_mm;
    let field = number_field(&mut amount_mm).speed(0.05).fixed_decimals(1).suffix(" mm");
    let field = ui.add(field.range(0.1..=movement.most_mm())).on_hover_text(hint);
    if field.drag_started() {
        desk.wish(CaseAction::BeginGesture(say!("motion-length-changed")));
    }
    if field.changed() && amount_mm != movement.amount_mm {
        change(desk, MotionChange::Movement(Movement { amount_mm, ..movement }));
    }
    if field.drag_stopped() {
        desk.wish(CaseAction::EndGesture);
    }
    if amount_mm > movement.usual_limit_mm() {
        let words = say!("motion-beyond-usual", mm = decimal(movement.usual_limit_mm(), 0));
        ui.label(RichText::new(words).small().color(theme::colors(ui.ctx()).touching));
    }
}

/// Of a lateroprotrusion how much is protrusion.
fn mix_ui(ui: &mut Ui, desk: &Desk, movement: Movement) {
    let MovementKind::Lateral { working, forward } = movement.kind else { return };
    if forward == 0.0 {
        return;
    }
    ui.label(RichText::new(say!("motion-mix")).small().weak()).on_hover_text(say!("motion-mix-hint"));
    let mut percent = forward * 100.0;
    let field = number_field(&mut percent).speed(0.5).fixed_decimals(0).suffix(" %").range(5.0..=100.0);
    let field = ui.add(field).on_hover_text(say!("motion-mix-hint"));
    if field.drag_started() {
        desk.wish(CaseAction::BeginGesture(say!("motion-length-changed")));
    }
    if field.changed() && percent / 100.0 != forward {
        let kind = MovementKind::Lateral { working, forward: percent / 100.0 };
        change(desk, MotionChange::Movement(Movement { kind, ..movement }));
    }
    if field.drag_stopped() {
        desk.wish(CaseAction::EndGesture);
    }
}

/// What plays; what records and saves stands beside it, or where that has no room in a menu.
fn transport_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let motion = &open.motion;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let can_play = motion.path().is_some() && !open.hand.moves_jaw();
        ui.add_enabled_ui(can_play, |ui| steps_ui(ui, desk, open));
        let mut loops = motion.loops;
        if ui.checkbox(&mut loops, RichText::new(say!("motion-loop")).small()).changed() {
            wish(desk, MotionWish::Loop(loops));
        }
        speed_ui(ui, desk, motion.speed);
        let names = [&*record_label(open), say!("motion-save"), say!("motion-diagrams")];
        if width_of_small_buttons(ui, &names) + 8.0 <= ui.available_width() {
            files_ui(ui, desk, open);
        } else {
            let more = ui.menu_button("…", |ui| files_ui(ui, desk, open)).response;
            more.accessible_name(say!("motion-more")).on_hover_text(say!("motion-more"));
        }
    });
}

fn files_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    record_ui(ui, desk, open);
    let save = ui.menu_button(RichText::new(say!("motion-save")).small(), |ui| save_menu_ui(ui, desk, open));
    save.response.on_hover_text(say!("motion-save-hint"));
    ui.add_space(8.0);
    choice_ui(ui, desk, open);
}

/// To the ends, a step each way, and between them what plays.
fn steps_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let [from, to] = open.motion.path().map_or([0.0; 2], |path| path.ends());
    let step = |ui: &mut Ui, icon: Icon, hint: &str, asked: MotionWish| {
        if icon_button(ui, icon, false).on_hover_text(hint).clicked() {
            wish(desk, asked);
        }
    };
    step(ui, Icon::First, say!("motion-to-bite"), MotionWish::GoTo(from));
    step(ui, Icon::Left, say!("motion-step-back"), MotionWish::Step(-1));
    let label = if open.motion.is_playing { say!("motion-pause") } else { say!("motion-play") };
    let play = Button::new(RichText::new(label).small()).min_size(vec2(72.0, ui.spacing().interact_size.y));
    if ui.add(play).on_hover_text(say!("motion-play-hint")).clicked() {
        wish(desk, MotionWish::TogglePlay);
    }
    step(ui, Icon::Right, say!("motion-step-on"), MotionWish::Step(1));
    step(ui, Icon::Last, say!("motion-to-end"), MotionWish::GoTo(to));
}

fn speed_ui(ui: &mut Ui, desk: &Desk, now: f64) {
    let label = |times: f64| format!("{} ×", crate::base::words::number(times));
    let combo = ComboBox::from_id_salt("motion speed").width(56.0).selected_text(RichText::new(label(now)).small());
    combo
        .show_ui(ui, |ui| {
            for times in SPEEDS {
                if ui.selectable_label(now == times, label(times)).clicked() {
                    wish(desk, MotionWish::Speed(times));
                }
            }
        })
        .response
        .on_hover_text(say!("motion-speed-hint"));
}

fn record_label(open: &Open) -> String {
    match open.motion.recording.n_samples() {
        0 if open.motion.recording.is_on() => say!("motion-recording").to_owned(),
        0 => say!("motion-record").to_owned(),
        n => say!("motion-recorded-poses", n = n),
    }
}

fn record_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let is_on = open.motion.recording.is_on();
    let color = if is_on { theme::colors(ui.ctx()).interfering } else { theme::colors(ui.ctx()).text };
    let button = Button::selectable(is_on, RichText::new(record_label(open)).small().color(color));
    let can_record = open.motion.path().is_some();
    if ui.add_enabled(can_record, button).on_hover_text(say!("motion-record-hint")).clicked() {
        wish(desk, MotionWish::Record(!is_on));
    }
}

fn save_menu_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    for (format, label) in [
        (MotionFormat::JawMotion, say!("motion-save-jaw-motion")),
        (MotionFormat::Csv, say!("motion-save-csv")),
        (MotionFormat::Articulator, say!("motion-save-articulator")),
    ] {
        let is_there = format == MotionFormat::Articulator || open.motion.is_fresh();
        if ui.add_enabled(is_there, Button::new(label)).clicked() {
            desk.wish(FileAction::SaveMotion(format));
            ui.close();
        }
    }
}

/// Where the jaw is, in words; while something is computed, what.
fn place_ui(ui: &mut Ui, open: &Open) {
    let colors = theme::colors(ui.ctx());
    let motion = &open.motion;
    ui.horizontal(|ui| {
        if let Some(fault) = motion.fault() {
            ui.add(egui::Label::new(RichText::new(fault).small().color(colors.interfering)).truncate());
            return;
        }
        // A path of another question has no pose to show; whether this one has is not known before it is there.
        let path = motion.path().filter(|_| motion.pose().is_some() || motion.progress().is_none());
        let words = match (path, motion.recording.is_on()) {
            (_, true) => say!("motion-drag-now").to_owned(),
            (Some(path), _) => place_words(open, path),
            (None, _) => String::new(),
        };
        ui.label(RichText::new(words).small()).on_hover_text(say!("motion-place-hint"));
        if let Some((stage, fraction)) = motion.progress() {
            let (rect, _) = ui.allocate_exact_size(vec2(70.0, 10.0), egui::Sense::hover());
            theme::bar_ui(ui, Rect::from_center_size(rect.center(), vec2(rect.width(), 4.0)), fraction);
            ui.add(egui::Label::new(RichText::new(stage).small().weak()).truncate());
        } else {
            let doubts = motion.path().map(|path| doubt_words(path)).unwrap_or_default();
            let label = egui::Label::new(RichText::new(doubts).small().color(colors.touching)).truncate();
            ui.add(label).on_hover_text(say!("motion-doubts-hint"));
        }
    });
}

/// "2.35 of 5.0 mm; condyles right 2.4, left 2.4 mm; incisal point 2.6 mm; open 1.3°".
fn place_words(open: &Open, path: &PathFound) -> String {
    let at = open.motion.at_words(path);
    let Some(pose) = open.motion.pose() else { return format!("{at}; {}", say!("motion-in-hole")) };
    let motion = path.hinge.motion(&pose, &path.asked.bite);
    let moved = |p: glam::DVec3| text::plain(motion.transform_point(p).distance(p), 2);
    let [right, left] = [path.half_width_mm, -path.half_width_mm].map(|x| moved(glam::DVec3::X * x));
    let where_it_is = say!(
        "motion-place",
        right = right,
        left = left,
        incisal = moved(path.hinge.incisal),
        opening = text::signed(-motion.to_six()[3], 1)
    );
    format!("{at}; {where_it_is}")
}

fn doubt_words(path: &PathFound) -> String {
    let mut words = Vec::new();
    if path.n_holes() > 0 {
        words.push(say!("motion-holes", n = path.n_holes(), all = path.steps.len()));
    }
    if path.n_jumps() > 0 {
        words.push(say!("motion-jumps", n = path.n_jumps()));
    }
    if path.steps.iter().any(|step| !step.is_proven) {
        words.push(say!("motion-unproven").into());
    }
    words.join("; ")
}
