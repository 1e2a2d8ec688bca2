//! How the figures come about: the live map, held against rays through its own pixels, and what several projections see. None of it is
//! what headline, list and areas say; it is the projected gap, under its name.
use super::figures::figures_ui;
use crate::app::state::{Desk, Open};
use crate::app::widgets::icons::warning_line_ui;
use crate::app::widgets::section::state_line_ui;
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::text;
use crate::base::words::{Phrase, decimal, phrase, say};
use crate::field::{ContactArea, Figure, Metrics, difference_percent};
use crate::session::{Command, MultiProjectionAnswered, MultiProjectionState, Settings};
use egui::{CollapsingHeader, ComboBox, RichText, Ui};

const VIEWS: Phrase = phrase!("method-view-direction-projection-one");
const HOW: Phrase = phrase!("method-live-map-measures-gap");

const WHO: Phrase = phrase!("method-while-jaw-moves-which");
const CHECKUP: Phrase = phrase!("method-once-every-adapter-driver");

pub fn method_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), (threshold_mm, range_mm): (f64, f64)) {
    let title = RichText::new(say!("method-method-live-map-projected")).small();
    let header = CollapsingHeader::new(title).id_salt("method").show(ui, |ui| {
        figures_ui(ui, open, threshold_mm, range_mm);
        areas_ui(ui, open, threshold_mm);
        map_ui(ui, (desk, open));
    });
    header.header_response.on_hover_text(HOW.say());
    ui.label(RichText::new(agreement_words(open, threshold_mm)).small().weak()).on_hover_text(HOW.say());
    let (who, why) = open.live_contact.search_words();
    let words = RichText::new(say!("method-contact-motion", who = who)).small().weak();
    ui.label(words).on_hover_text(format!("{}{why}", WHO.say()));
    if let Some(sentence) = &desk.meters.checkup {
        ui.label(RichText::new(sentence).small().weak()).on_hover_text(CHECKUP.say());
    }
}

/// How fine the map is, and what makes it.
fn map_ui(ui: &mut Ui, (desk, open): (&Desk, &Open)) {
    let engine = RichText::new(desk.meters.engine.clone()).small().weak();
    ui.add(egui::Label::new(engine).wrap())
        .on_hover_text(say!("method-engine-analysis-what-runs", engine_reason = desk.meters.engine_reason));
    let settings = open.settings();
    ui.horizontal(|ui| {
        let hint = say!("method-pixels-along-longer-side");
        ui.label(RichText::new(say!("method-map")).small().weak()).on_hover_text(hint);
        let label = |n: u32| say!("method-pixels", n = n);
        let list = ComboBox::from_id_salt("map").width(100.0).selected_text(label(settings.resolution));
        let list = list.show_ui(ui, |ui| {
            for n in Settings::RESOLUTIONS {
                if ui.selectable_label(settings.resolution == n, label(n)).clicked() {
                    desk.wish(Command::Resolution(n));
                }
            }
        });
        list.response.accessible_name(say!("method-map"));
        pixel_ui(ui, open);
    });
}

fn pixel_ui(ui: &mut Ui, open: &Open) {
    let Some(projection) = open.figures.metrics.as_ref().and_then(|m| m.projection) else { return };
    let um = projection.u_mm.max(projection.v_mm) * 1000.0;
    let d = projection.direction;
    ui.label(RichText::new(say!("method-m-per-pixel", um = decimal(um, 0))).small().weak()).on_hover_text(say!(
        "method-pixel-gap-map-x",
        cols = projection.cols,
        rows = projection.rows,
        x = text::plain(d.x, 3),
        y = text::plain(d.y, 3),
        z = text::plain(d.z, 3)
    ));
}

/// "The live map agrees with rays to 0.02 %": of the largest difference among areas, depth and gap; of one pose or of none.
fn agreement_words(open: &Open, threshold_mm: f64) -> String {
    let Some(answer) = open.exact.fresh().filter(|a| a.exact.projection.is_some()) else {
        return say!("method-live-map-held-against").into();
    };
    let figures = [Figure::ContactUpper, Figure::ContactLower, Figure::InterferenceArea, Figure::MaxDepth];
    let percent = |figure: &Figure| {
        let of = |m: &Metrics| figure.of(m, threshold_mm);
        difference_percent(of(&answer.live), of(&answer.exact))
    };
    match figures.iter().filter_map(percent).map(f64::abs).reduce(f64::max) {
        Some(most) => say!("method-live-map-agrees-rays", most = text::plain(most, 2)),
        None => say!("method-live-map-rays-find").into(),
    }
}

/// Areas of the one live view and of all views, at the threshold.
fn areas_ui(ui: &mut Ui, open: &Open, threshold_mm: f64) {
    let live = open.figures.metrics.as_ref().filter(|_| !open.figures.stale).and_then(|m| m.contact_at(threshold_mm));
    let views = open.exact.fresh_multi_projection();
    let all = views.and_then(|v| v.answer.figures.contact_at(threshold_mm));
    let table = Table::new(ui, "views", &[0.4, 0.3, 0.3]);
    table
        .head_ui(ui, &[&format!("≤ {:.0} µm, mm²", threshold_mm * 1000.0), say!("method-upper"), say!("method-lower")]);
    for (name, area) in [(say!("method-one-view-live"), live), (say!("method-all-views-rest"), all)] {
        let words = |of: fn(&ContactArea) -> f64| area.as_ref().map_or_else(|| "…".into(), |a| text::plain(of(a), 1));
        let cells = [words(|a| a.area_upper_mm2), words(|a| a.area_lower_mm2)].map(|w| Cell::figure(w, area.is_none()));
        table.row_ui(ui, name, false, &cells).on_hover_text(VIEWS.say());
    }
    views_state_ui(ui, &open.exact.multi_projection_state(), views);
    let hidden = views.map(|v| &v.answer.figures).map(|f| f.warnings());
    hidden.into_iter().flatten().for_each(|line| warning_line_ui(ui, &line.to_string()));
}

/// Where the areas of all projections are; always one line, so that nothing below it moves.
fn views_state_ui(ui: &mut Ui, state: &MultiProjectionState, fresh: Option<&MultiProjectionAnswered>) {
    let known = fresh.map(|v| &v.answer.figures);
    let finest = |mm: f64| format!("{:.0} µm", mm * 1000.0);
    let mut fraction = None;
    let words = match (state, known) {
        (MultiProjectionState::Off, _) => return,
        (MultiProjectionState::Failed(sentence), _) => return warning_line_ui(ui, &format!("{sentence}.")),
        (MultiProjectionState::OneProjection, _) => say!("method-all-views-none-direction").into(),
        (MultiProjectionState::Waiting, None) => say!("method-all-views-when-hand").into(),
        (MultiProjectionState::Waiting, Some(f)) => {
            say!("method-all-views-pixels-not", finest_mm = finest(f.finest_mm))
        }
        (MultiProjectionState::Running(_, at), known) => {
            fraction = Some(*at);
            match known {
                Some(f) => say!("method-refining", finest_mm = finest(f.finest_mm)),
                None => say!("method-all-views-computing").into(),
            }
        }
        (MultiProjectionState::Done, Some(f)) if f.n_projections() == 1 => say!("method-one-view-sees-all").into(),
        (MultiProjectionState::Done, Some(f)) => {
            let ending = match f.n_without_time {
                0 => say!("method-s", took_ms = decimal(fresh.map_or(0.0, |v| v.took_ms) / 1e3, 1)),
                _ => say!("method-time-was-up").into(),
            };
            say!("method-views-finest-pixel", n = f.n_projections(), finest_mm = finest(f.finest_mm), ending = ending)
        }
        (MultiProjectionState::Done, None) => say!("method-all-views").into(),
    };
    let drawn = known.map_or_else(String::new, |f| {
        say!(
            "method-directions-pictures-pixel-tooth",
            n = f.n_projections(),
            n_tiles = f.n_tiles,
            finest_mm = finest(f.finest_mm),
            coarsest_mm = finest(f.coarsest_mm)
        )
    });
    state_line_ui(ui, &words, fraction).on_hover_text(say!(
        "method-computed-processor-after-exact",
        drawn = drawn,
        views = VIEWS.say()
    ));
}
