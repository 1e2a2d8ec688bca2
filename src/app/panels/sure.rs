//! How far the contacts can be trusted: poses nearby, the scans' resolution, and whether the bite itself is doubtful.
use crate::app::actions::ViewAction;
use crate::app::state::uncertainty::UncertaintyWish;
use crate::app::state::{Desk, Open};
use crate::app::widgets::icons::warning_line_ui;
use crate::app::widgets::section::{state_line_ui, title_ui};
use crate::app::widgets::text;
use crate::base::Rigid;
use crate::engine::{Spread, UncertaintySettings};
use crate::session::at_rest::DOUBTFUL_DEPTH_MM;
use crate::session::{Command, ExactState, Motion};
use egui::{DragValue, RichText, Ui};

const HOW: &str = "Scans and bites are only so exact: the position of the jaws is known to some hundredths of a millimetre. The \
                   contacts are found again in many positions nearby, each shifted along and turned about every axis by chance, \
                   evenly up to the given limits, the same ones every time. A contact is certain that is there in at least 95 % \
                   of them, possible in at least 5 %. A range leaves out the lowest and the highest 5 %.";

pub fn sure_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), threshold_mm: f64) {
    title_ui(ui, "HOW SURE");
    doubt_ui(ui, desk, open);
    resolution_ui(ui, open);
    let mut wish = desk.habits.uncertainty.clone();
    let n = wish.settings.runs;
    ui.checkbox(&mut wish.on, RichText::new(format!("Try {n} positions nearby")).small()).on_hover_text(HOW);
    if wish.on {
        settings_ui(ui, &mut wish.settings);
        state_ui(ui, open, n);
        found_ui(ui, open, &mut wish, threshold_mm);
    }
    if wish != desk.habits.uncertainty {
        desk.wish(ViewAction::Uncertainty(wish));
    }
}

fn found_ui(ui: &mut Ui, open: &Open, wish: &mut UncertaintyWish, threshold_mm: f64) {
    let Some(known) = open.exact.fresh_uncertainty().map(|s| s.found.clone()) else { return };
    let hint = "The teeth are painted by how sure contact is, in one colour: full where it is certain, striped where it is possible, \
                dotted where it is unlikely. How large the gap is stands in the picture again when this is off.";
    ui.checkbox(&mut wish.in_picture, RichText::new("Paint it on the teeth").small()).on_hover_text(hint);
    for (side, name) in [(0, "upper"), (1, "lower")] {
        if let Some(spread) = known.area_mm2(side, threshold_mm) {
            let line = format!("{name}, closest gap ≤ {:.0} µm: {}", threshold_mm * 1000.0, range(&spread));
            ui.label(RichText::new(line).small()).on_hover_text(HOW);
        }
    }
}

/// "31.2 to 44.0 mm², median 37.5".
fn range(spread: &Spread) -> String {
    let figure = |x: f64| text::plain(x, 1);
    format!("{} to {} mm², median {}", figure(spread.low), figure(spread.high), figure(spread.median))
}

fn settings_ui(ui: &mut Ui, settings: &mut UncertaintySettings) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let mut um = settings.shift_mm * 1000.0;
        ui.add(DragValue::new(&mut um).range(1.0..=500.0).speed(1.0).fixed_decimals(0).suffix(" µm"));
        if (um - settings.shift_mm * 1000.0).abs() > 1e-9 {
            settings.shift_mm = um / 1000.0;
        }
        ui.add(DragValue::new(&mut settings.turn_deg).range(0.0..=2.0).speed(0.01).fixed_decimals(2).suffix("°"));
        ui.add(DragValue::new(&mut settings.runs).range(10..=1000).speed(1.0).suffix(" positions"));
    })
    .response
    .on_hover_text("Largest shift along every axis, largest turn about every axis, and how many positions are tried.");
}

fn state_ui(ui: &mut Ui, open: &Open, n: u32) {
    let done = open.exact.fresh_uncertainty().map_or(0, |s| s.found.n_runs());
    let (words, fraction) = match open.exact.uncertainty_state() {
        ExactState::Failed(sentence) => return warning_line_ui(ui, &format!("{sentence}.")),
        ExactState::Running(_, at) => (format!("{done} of {n}"), Some(at)),
        ExactState::Done => (format!("all {n} positions tried"), None),
        ExactState::Waiting if done > 0 => (format!("{done} of {n}, goes on when the hand rests"), None),
        ExactState::Waiting | ExactState::Off => ("when the hand rests".into(), None),
    };
    state_line_ui(ui, &words, fraction).on_hover_text(HOW);
}

/// What the scans themselves resolve where they are in contact.
fn resolution_ui(ui: &mut Ui, open: &Open) {
    let Some(contact) = open.contact() else { return };
    let pair = open.pair();
    let edges = [contact.edge_mm(0, &pair.upper.mesh), contact.edge_mm(1, &pair.lower.mesh)];
    let pixel = open.figures.metrics.as_ref().and_then(|m| m.projection).map(|p| p.u_mm.max(p.v_mm) * 1000.0);
    if let [Some(upper), Some(lower)] = edges {
        let pixel = pixel.map_or(String::new(), |um| format!("; map {um:.0} µm"));
        let words = format!("Scan edges {}, {} mm{pixel}", text::plain(upper, 2), text::plain(lower, 2));
        ui.label(RichText::new(words).small().weak()).on_hover_text(
            "Mean length of the triangles' edges of the upper and of the lower scan where they are in contact. Nothing smaller \
             than an edge was measured by the scanner; areas are cut inside the triangles all the same.",
        );
    }
}

/// A bite that is deeper than sound scans are, and the smallest move that would free it.
fn doubt_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let pose = open.session.upper_from_lower();
    let depth_mm = open.contact().map_or(0.0, |contact| contact.max_depth_mm());
    if depth_mm <= DOUBTFUL_DEPTH_MM {
        return;
    }
    let why = if pose == Rigid::IDENTITY { ": the bite of the scans, or their fit, may be off" } else { "" };
    warning_line_ui(ui, &format!("{} mm deep by closest gap, more than 0.1{why}", text::plain(depth_mm, 2)));
    let Some(separating_motion) = open.exact.fresh_separating_motion().and_then(|c| c.found) else { return };
    if separating_motion.left_mm > 0.002 {
        ui.label(RichText::new("No small move was found that frees the jaws").small().weak());
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let shift = text::plain(separating_motion.shift_mm.length(), 2);
        let words = format!("Free after {shift} mm and {}°", text::plain(separating_motion.turn_deg, 2));
        ui.label(RichText::new(words).small()).on_hover_text(
            "The smallest rigid move of the lower jaw after which nothing is inside anything: least by its shift at the middle \
             of the occlusal plane and by what its turn moves at 25 mm. It is not made unless you ask for it.",
        );
        if ui.small_button("Move there").on_hover_text("One step that undo takes back.").clicked() {
            let upper_from_lower = (separating_motion.motion * pose).renormalized();
            desk.wish(Command::Move { motion: Motion::Freed, upper_from_lower });
        }
    });
}
