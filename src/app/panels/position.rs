//! Where the lower jaw is: six numbers in the patient's directions, steps, reset.
use crate::app::actions::{Action, CaseAction};
use crate::app::state::Desk;
use crate::app::widgets::section::title_ui;
use crate::app::widgets::text::plain;
use crate::app::widgets::theme;
use crate::session::{Command, Motion, Session, motion};
use egui::{DragValue, Rect, RichText, Ui, Vec2, pos2, vec2};

const MM: [(&str, &str); 3] = [
    ("right", "Towards the patient's right, mm"),
    ("front", "Towards the front, mm"),
    ("up", "Along the occlusal normal towards the upper jaw, mm"),
];
const DEGREES: [(&str, &str); 3] = [
    ("pitch", "Turn about the axis from left to right: positive raises the front, degrees"),
    ("roll", "Turn about the axis from back to front, degrees"),
    ("yaw", "Turn about the occlusal normal, degrees"),
];

pub fn position_ui(ui: &mut Ui, desk: &Desk) {
    let title = title_ui(ui, "POSITION OF THE LOWER JAW");
    let Some(session) = desk.session() else { return };
    title.on_hover_text(pose_hint(session.upper_from_lower().to_six()));
    let frame = *session.frame();
    let pose = session.upper_from_lower();
    let mut six = motion::to_anatomical_six(&pose, &frame);
    let mut wishes: Vec<Action> = Vec::new();
    let columns = [(0, &MM, 0.02), (3, &DEGREES, 0.05)];
    egui::Grid::new("six numbers").num_columns(4).spacing([5.0, 4.0]).show(ui, |ui| {
        for unit in ["", "mm", "", "degrees"] {
            ui.label(RichText::new(unit).small().weak());
        }
        ui.end_row();
        for row in 0..3 {
            for (first, names, speed) in columns {
                let (name, hint) = names[row];
                ui.label(RichText::new(name).small().weak()).on_hover_text(hint);
                let value = DragValue::new(&mut six[first + row])
                    .speed(speed)
                    .custom_formatter(|x, _| plain(x, 2))
                    .custom_parser(|s| s.replace('−', "-").replace(',', ".").trim().parse().ok())
                    .range(-200.0..=200.0)
                    .update_while_editing(false);
                let response = ui
                    .add_sized([62.0, 20.0], value)
                    .on_hover_text(format!("{hint}, from where the scans were taken. Drag, or click and type."));
                if response.drag_started() {
                    wishes.push(CaseAction::BeginGesture("Position typed").into());
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
    let incisal = session.hinge().incisal;
    let moved = session.upper_from_lower() * session.directions().occlusion.inverse();
    let lower_mm = (incisal - moved.transform_point(incisal)).dot(session.frame().up);
    let words = match lower_mm {
        mm if mm.abs() < 0.005 => "Incisors as scanned".to_owned(),
        mm if mm > 0.0 => format!("Opened at the incisors by {} mm", plain(mm, 2)),
        mm => format!("Closed at the incisors by {} mm", plain(-mm, 2)),
    };
    let hint = "How far the lower incisal edge lies below where it was scanned, along the occlusal normal.";
    ui.label(RichText::new(words).small().weak()).on_hover_text(hint);
}

fn pose_hint(six: [f64; 6]) -> String {
    format!(
        "Along the patient's directions. In the coordinates of the upper scan, mm and degrees, as the command line takes it:\n--pose {}",
        six.map(|x| format!("{x:.4}")).join(",")
    )
}

fn buttons_ui(ui: &mut Ui, desk: &Desk) {
    let step = if ui.input(|i| i.modifiers.shift) { motion::FINE } else { 1.0 };
    let hinge = "about the hinge axis estimated from average anatomy (Bonwill 100 mm, Balkwill 22°), 0.2° a step";
    let raise = "along the occlusal normal, 0.1 mm a step (Alt + wheel)";
    let fine = "Shift: ten times finer.";
    let rows = [
        [
            ("Open bite", format!("Open {hinge} (O). {fine}"), CaseAction::Hinge(step)),
            ("Close bite", format!("Close {hinge} (C). {fine}"), CaseAction::Hinge(-step)),
        ],
        [
            ("Move up", format!("Raise the lower jaw {raise}. {fine}"), CaseAction::Raise(step)),
            ("Move down", format!("Lower it {raise}. {fine}"), CaseAction::Raise(-step)),
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
        let reset = egui::Button::new("Reset position").min_size(egui::vec2(109.0, 22.0));
        let hint = "Back to where the scans were taken (Home)";
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
            let hint = "Close along the occlusal normal until the jaws first meet, or open until they come free (F). One \
                        step for undo.";
            ("find contact", "First contact".to_owned(), hint.to_owned(), None)
        }
        Some((stage, fraction)) => {
            let now = if stage.is_empty() { String::new() } else { format!(" Now: {stage}.") };
            let hint = format!("Give up the search for the first contact; nothing is moved (any key).{now}");
            ("give up contact", "Cancel".to_owned(), hint, Some(fraction))
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
