//! Where the lower jaw is: six numbers in the patient's directions, steps, reset.
use crate::app::actions::{Action, CaseAction};
use crate::app::state::Desk;
use crate::app::widgets::number_field::number_field;
use crate::app::widgets::section::title_ui;
use crate::app::widgets::text::plain;
use crate::app::widgets::theme;
use crate::base::words::{Phrase, phrase, say};
use crate::session::{Command, Motion, Session, motion};
use egui::{Rect, RichText, Ui, Vec2, pos2, vec2};

const MM: [(Phrase, Phrase); 3] = [
    (phrase!("position-right"), phrase!("position-towards-patients-right-mm")),
    (phrase!("position-front"), phrase!("position-towards-front-mm")),
    (phrase!("position-up"), phrase!("position-along-occlusal-normal-towards")),
];
const DEGREES: [(Phrase, Phrase); 3] = [
    (phrase!("position-pitch"), phrase!("position-turn-about-axis-left")),
    (phrase!("position-roll"), phrase!("position-turn-about-axis-back")),
    (phrase!("position-yaw"), phrase!("position-turn-about-occlusal-normal")),
];

pub fn position_ui(ui: &mut Ui, desk: &Desk) {
    let title = title_ui(ui, say!("position-position-lower-jaw"));
    let Some(session) = desk.session() else { return };
    title.on_hover_text(pose_hint(session.upper_from_lower().to_six()));
    let frame = *session.frame();
    let pose = session.upper_from_lower();
    let mut six = motion::to_anatomical_six(&pose, &frame);
    let mut wishes: Vec<Action> = Vec::new();
    let columns = [(0, &MM, 0.02), (3, &DEGREES, 0.05)];
    egui::Grid::new("six numbers").num_columns(4).spacing([5.0, 4.0]).show(ui, |ui| {
        for unit in ["", "mm", "", say!("position-degrees")] {
            ui.label(RichText::new(unit).small().weak());
        }
        ui.end_row();
        for row in 0..3 {
            for (first, names, speed) in columns {
                let (name, hint) = (names[row].0.say(), names[row].1.say());
                ui.label(RichText::new(name).small().weak()).on_hover_text(hint);
                let value = number_field(&mut six[first + row])
                    .speed(speed)
                    .custom_formatter(|x, _| plain(x, 2))
                    .range(-200.0..=200.0)
                    .update_while_editing(false);
                let response = ui
                    .add_sized([62.0, 20.0], value)
                    .on_hover_text(say!("position-where-scans-were-taken", hint = hint))
                    .accessible_name(name);
                if response.drag_started() {
                    wishes.push(CaseAction::BeginGesture(say!("position-position-typed")).into());
                }
                if response.changed() {
                    let upper_from_lower = motion::from_anatomical_six(six, &frame);
                    wishes.push(Command::Move { motion: Motion::Typed, upper_from_lower }.into());
                }
                if response.drag_stopped() {
                    wishes.push(CaseAction::EndGesture.into());
                }
            }
            ui.end_row();
        }
    });
    wishes.into_iter().for_each(|w| desk.wish(w));
    incisors_ui(ui, session);
    ui.add_space(2.0);
    buttons_ui(ui, desk);
}

/// How far the mouth is opened at the incisors, which a pitch in degrees does not say.
fn incisors_ui(ui: &mut Ui, session: &Session) {
    // Where it is as scanned, in the lower scan's coordinates and so in the world's.
    let incisal = session.directions().occlusion.inverse().transform_point(session.hinge().incisal);
    let lower_mm = (incisal - session.upper_from_lower().transform_point(incisal)).dot(session.frame().up);
    let words = match lower_mm {
        mm if mm.abs() < 0.005 => say!("position-incisors-scanned").to_owned(),
        mm if mm > 0.0 => say!("position-opened-incisors-mm", mm = plain(mm, 2)),
        mm => say!("position-closed-incisors-mm", mm = plain(-mm, 2)),
    };
    let hint = say!("position-how-far-lower-incisal");
    ui.label(RichText::new(words).small().weak()).on_hover_text(hint);
}

fn pose_hint(six: [f64; 6]) -> String {
    say!("position-along-patients-directions-coordinates", pose = six.map(|x| format!("{x:.4}")).join(","))
}

/// What opening and closing turns about.
fn hinge_words(session: &Session) -> String {
    if session.motion().facebow.is_some_and(|facebow| facebow.world_from_hinge().is_some()) {
        return say!("position-about-hinge-axis-facebow").to_owned();
    }
    let anatomy = session.directions().anatomy;
    let (side, angle) = (anatomy.incisal_to_condyle_mm, anatomy.balkwill_angle_rad.to_degrees());
    say!("position-about-hinge-axis-estimated", side = plain(side, 0), angle = plain(angle, 0))
}

fn buttons_ui(ui: &mut Ui, desk: &Desk) {
    let step = if ui.input(|i| i.modifiers.shift) { motion::FINE } else { 1.0 };
    let hinge = desk.session().map(hinge_words).unwrap_or_default();
    let raise = say!("position-along-occlusal-normal-mm");
    let fine = say!("position-shift-ten-times-finer");
    let rows = [
        [
            (say!("position-open-bite"), say!("position-open-o", hinge = hinge, fine = fine), CaseAction::Hinge(step)),
            (
                say!("position-close-bite"),
                say!("position-close-c", hinge = hinge, fine = fine),
                CaseAction::Hinge(-step),
            ),
        ],
        [
            (
                say!("position-move-up"),
                say!("position-raise-lower-jaw", raise = raise, fine = fine),
                CaseAction::Raise(step),
            ),
            (say!("position-move-down"), say!("position-lower", raise = raise, fine = fine), CaseAction::Raise(-step)),
        ],
    ];
    egui::Grid::new("steps").num_columns(2).spacing([6.0, 4.0]).show(ui, |ui| {
        for row in rows {
            for (label, hint, action) in row {
                if ui.add_sized([109.0, 22.0], egui::Button::new(label)).on_hover_text(hint).clicked() {
                    desk.wish(action);
                }
            }
            ui.end_row();
        }
        let moved = desk.session().is_some_and(|s| s.upper_from_lower() != crate::base::Rigid::IDENTITY);
        let reset = egui::Button::new(say!("position-reset-position")).min_size(egui::vec2(109.0, 22.0));
        let hint = say!("position-back-where-scans-were");
        if ui.add_enabled(moved, reset).on_hover_text(hint).clicked() {
            desk.wish(CaseAction::ResetPose);
        }
        contact_button_ui(ui, desk, vec2(109.0, 22.0));
    });
}

/// "First contact"; while it is searched for, "Cancel" with how far the search is.
pub fn contact_button_ui(ui: &mut Ui, desk: &Desk, size: Vec2) {
    let (id, label, hint, fraction) = match desk.open.as_ref().and_then(|open| open.exact.contact_progress()) {
        None => {
            let hint = say!("position-close-along-occlusal-normal");
            ("find contact", say!("position-first-contact").to_owned(), hint.to_owned(), None)
        }
        Some((stage, fraction)) => {
            let now = if stage.is_empty() { String::new() } else { say!("position-now", stage = stage) };
            let hint = say!("position-give-up-search-first", now = now);
            ("give up contact", say!("position-cancel").to_owned(), hint, Some(fraction))
        }
    };
    // Two widgets: a click that was meant for one, and comes late, is none on the other.
    let response = ui.push_id(id, |ui| ui.add_sized(size, egui::Button::new(label))).inner;
    if let Some(fraction) = fraction {
        let track = response.rect.shrink2(vec2(5.0, 0.0));
        let bar =
            Rect::from_min_max(pos2(track.left(), track.bottom() - 4.0), pos2(track.right(), track.bottom() - 2.0));
        theme::bar_ui(ui, bar, fraction);
    }
    if response.on_hover_text(hint).clicked() {
        desk.wish(CaseAction::FirstContact);
    }
}
