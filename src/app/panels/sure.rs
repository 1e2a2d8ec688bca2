//! How far the contacts can be trusted: poses nearby, the scans' resolution, and whether the bite itself is doubtful.
use crate::app::actions::ViewAction;
use crate::app::state::uncertainty::UncertaintyWish;
use crate::app::state::{Desk, Open};
use crate::app::widgets::icons::warning_line_ui;
use crate::app::widgets::number_field::number_field;
use crate::app::widgets::section::{state_line_ui, title_ui};
use crate::app::widgets::text;
use crate::base::Rigid;
use crate::base::words::{Phrase, decimal, phrase, say};
use crate::engine::{Spread, UncertaintySettings};
use crate::exact::{SeparatingMotion, is_small_way_out};
use crate::session::at_rest::DOUBTFUL_DEPTH_MM;
use crate::session::{Command, ExactState, Motion};
use egui::{RichText, Ui};

const HOW: Phrase = phrase!("sure-scans-bites-only-so");

pub fn sure_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), threshold_mm: f64) {
    title_ui(ui, say!("sure-how-sure"));
    doubt_ui(ui, desk, open);
    resolution_ui(ui, open);
    let mut wish = desk.habits.uncertainty.clone();
    let n = wish.settings.runs;
    ui.checkbox(&mut wish.on, RichText::new(say!("sure-try-positions-nearby", n = n)).small()).on_hover_text(HOW.say());
    if wish.on {
        match open.nearby(wish.settings.clone()) {
            of_bite if of_bite.known_by.is_some() => of_bite_ui(ui, &of_bite),
            _ => settings_ui(ui, &mut wish.settings),
        }
        state_ui(ui, open, n);
        found_ui(ui, open, &mut wish, threshold_mm);
    }
    if wish != desk.habits.uncertainty {
        desk.wish(ViewAction::Uncertainty(wish));
    }
}

fn found_ui(ui: &mut Ui, open: &Open, wish: &mut UncertaintyWish, threshold_mm: f64) {
    let Some(known) = open.exact.fresh_uncertainty().map(|s| s.found.clone()) else { return };
    let hint = say!("sure-teeth-painted-how-sure");
    ui.checkbox(&mut wish.in_picture, RichText::new(say!("sure-paint-teeth")).small()).on_hover_text(hint);
    for (side, name) in [(0, say!("sure-upper")), (1, say!("sure-lower"))] {
        if let Some(spread) = known.area_mm2(side, threshold_mm) {
            let line = say!(
                "sure-closest-gap-m",
                name = name,
                threshold_mm = decimal(threshold_mm * 1000.0, 0),
                spread = range(&spread)
            );
            ui.label(RichText::new(line).small()).on_hover_text(HOW.say());
        }
    }
}

/// "31.2 to 44.0 mm², median 37.5".
fn range(spread: &Spread) -> String {
    let figure = |x: f64| text::plain(x, 1);
    say!("sure-mm-median", low = figure(spread.low), high = figure(spread.high), median = figure(spread.median))
}

fn settings_ui(ui: &mut Ui, settings: &mut UncertaintySettings) {
    ui.label(RichText::new(say!("sure-published")).small().weak()).on_hover_text(HOW.say());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let mut um = settings.shift_mm * 1000.0;
        let shift = number_field(&mut um).range(1.0..=500.0).speed(1.0).fixed_decimals(0).suffix(" µm");
        ui.add(shift).accessible_name(say!("access-shift"));
        if (um - settings.shift_mm * 1000.0).abs() > 1e-9 {
            settings.shift_mm = um / 1000.0;
        }
        ui.add(number_field(&mut settings.turn_deg).range(0.0..=2.0).speed(0.01).fixed_decimals(2).suffix("°"))
            .accessible_name(say!("access-turn"));
        let runs = number_field(&mut settings.runs).range(10..=1000).speed(1.0).suffix(say!("sure-positions"));
        ui.add(runs).accessible_name(say!("access-runs"));
    })
    .response
    .on_hover_text(say!("sure-largest-shift-along-every"));
}

/// In the place of what bites of scanners differ by.
fn of_bite_ui(ui: &mut Ui, settings: &UncertaintySettings) {
    let (shift, turn) = (decimal(settings.shift_mm, 3), decimal(settings.turn_deg, 3));
    let words = RichText::new(say!("sure-of-bite", shift = shift, turn = turn)).small();
    ui.label(words).on_hover_text(say!("sure-of-bite-hint"));
}

fn state_ui(ui: &mut Ui, open: &Open, n: u32) {
    let done = open.exact.fresh_uncertainty().map_or(0, |s| s.found.n_runs());
    let (words, fraction) = match open.exact.uncertainty_state() {
        ExactState::Failed(sentence) => return warning_line_ui(ui, &format!("{sentence}.")),
        ExactState::Running(_, at) => (say!("sure-of", done = done, n = n), Some(at)),
        ExactState::Done => (say!("sure-all-positions-tried", n = n), None),
        ExactState::Waiting if done > 0 => (say!("sure-goes-when-hand-rests", done = done, n = n), None),
        ExactState::Waiting | ExactState::Off => (say!("sure-when-hand-rests").into(), None),
    };
    state_line_ui(ui, &words, fraction).on_hover_text(HOW.say());
}

/// What the scans themselves resolve where they are in contact.
fn resolution_ui(ui: &mut Ui, open: &Open) {
    let Some(contact) = open.contact() else { return };
    let pair = open.pair();
    let edges = [contact.edge_mm(0, &pair.upper.mesh), contact.edge_mm(1, &pair.lower.mesh)];
    let pixel = open.figures.metrics.as_ref().and_then(|m| m.projection).map(|p| p.u_mm.max(p.v_mm) * 1000.0);
    if let [Some(upper), Some(lower)] = edges {
        let pixel = pixel.map_or(String::new(), |um| say!("sure-map-m", um = decimal(um, 0)));
        let words =
            say!("sure-scan-edges-mm", upper = text::plain(upper, 2), lower = text::plain(lower, 2), pixel = pixel);
        ui.label(RichText::new(words).small().weak()).on_hover_text(say!("sure-mean-length-triangles-edges"));
    }
}

/// A bite that is deeper than sound scans are, and the smallest move that would free it.
fn doubt_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let pose = open.session.upper_from_lower();
    let depth_mm = open.contact().map_or(0.0, |contact| contact.max_depth_mm());
    if depth_mm <= DOUBTFUL_DEPTH_MM {
        return;
    }
    let why = if pose == Rigid::IDENTITY { say!("sure-bite-scans-their-fit") } else { "" };
    warning_line_ui(ui, &say!("sure-mm-deep-closest-gap", depth_mm = text::plain(depth_mm, 2), why = why));
    let Some(separating_motion) = open.exact.fresh_separating_motion().and_then(|c| c.found) else { return };
    let SeparatingMotion { shift_mm, turn_deg, left_mm, .. } = separating_motion;
    if !is_small_way_out(shift_mm, turn_deg, left_mm) {
        ui.label(RichText::new(say!("sure-no-small-move-was")).small().weak());
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let shift = text::plain(shift_mm.length(), 2);
        let words = say!("sure-free-after-mm", shift = shift, turn_deg = text::plain(turn_deg, 2));
        ui.label(RichText::new(words).small()).on_hover_text(say!("sure-smallest-rigid-move-lower"));
        if ui.small_button(say!("sure-move")).on_hover_text(say!("sure-one-step-undo-takes")).clicked() {
            let upper_from_lower = (separating_motion.motion * pose).renormalized();
            desk.wish(Command::Move { motion: Motion::Freed, upper_from_lower });
        }
    });
}
