//! How the figures come about: the live map, held against rays through its own pixels, and what several projections see. None of it is
//! what headline, list and areas say; it is the projected gap, under its name.
use super::figures::figures_ui;
use crate::app::state::{Desk, Open};
use crate::app::widgets::icons::warning_line_ui;
use crate::app::widgets::section::state_line_ui;
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::text;
use crate::field::{ContactArea, Figure, Metrics, difference_percent};
use crate::session::{Command, MultiProjectionAnswered, MultiProjectionState, Settings};
use egui::{CollapsingHeader, ComboBox, RichText, Ui};

const VIEWS: &str = "A view is a direction of projection. One view sees slopes foreshortened and overstates their gap. At rest \
                     every surface in contact is looked at along the view that it faces most squarely, finer and finer \
                     where a contact ends.";
const HOW: &str = "The live map measures the gap along one direction, of whole scans. At rest rays through the same pixels, met with every \
                   triangle in double precision, say how far it is right.";

const WHO: &str = "While the jaw moves, which triangle is nearest to each vertex is found by the processor or by the GPU; both give \
                   the same gaps within single precision. ";
const CHECKUP: &str = "Once on every adapter and driver, each execution of the live map is held against exact answers while the hand rests. \
                       What does not give them is left out; the figures of this window are by others.";

pub fn method_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), (threshold_mm, range_mm): (f64, f64)) {
    let title = RichText::new("Method: the live map, projected gap").small();
    let header = CollapsingHeader::new(title).id_salt("method").show(ui, |ui| {
        figures_ui(ui, open, threshold_mm, range_mm);
        areas_ui(ui, open, threshold_mm);
        map_ui(ui, (desk, open));
    });
    header.header_response.on_hover_text(HOW);
    ui.label(RichText::new(agreement_words(open, threshold_mm)).small().weak()).on_hover_text(HOW);
    let (who, why) = open.live_contact.search_words();
    let words = RichText::new(format!("Contact in motion: by {who}")).small().weak();
    ui.label(words).on_hover_text(format!("{WHO}{why}"));
    if let Some(sentence) = &desk.meters.checkup {
        ui.label(RichText::new(sentence).small().weak()).on_hover_text(CHECKUP);
    }
}

/// How fine the map is, and what makes it.
fn map_ui(ui: &mut Ui, (desk, open): (&Desk, &Open)) {
    let engine = RichText::new(desk.meters.engine.clone()).small().weak();
    ui.add(egui::Label::new(engine).wrap()).on_hover_text(format!(
        "Engine of the analysis and what runs it; the GPU or software driver of the picture. {}",
        desk.meters.engine_reason
    ));
    let settings = open.settings();
    ui.horizontal(|ui| {
        let hint = "Pixels along the longer side of the gap map: finer is slower";
        ui.label(RichText::new("Map").small().weak()).on_hover_text(hint);
        let label = |n: u32| format!("{n} pixels");
        ComboBox::from_id_salt("map").width(100.0).selected_text(label(settings.resolution)).show_ui(ui, |ui| {
            for n in Settings::RESOLUTIONS {
                if ui.selectable_label(settings.resolution == n, label(n)).clicked() {
                    desk.wish(Command::Resolution(n));
                }
            }
        });
        pixel_ui(ui, open);
    });
}

fn pixel_ui(ui: &mut Ui, open: &Open) {
    let Some(projection) = open.figures.metrics.as_ref().and_then(|m| m.projection) else { return };
    let um = projection.u_mm.max(projection.v_mm) * 1000.0;
    let d = projection.direction;
    ui.label(RichText::new(format!("{um:.0} µm per pixel")).small().weak()).on_hover_text(format!(
        "Pixel of the gap map ({} x {}). Details smaller than this are not seen. Projection along {}, {}, {} of the upper scan.",
        projection.cols,
        projection.rows,
        text::plain(d.x, 3),
        text::plain(d.y, 3),
        text::plain(d.z, 3)
    ));
}

/// "The live map agrees with rays to 0.02 %": of the largest difference among areas, depth and gap; of one pose or of none.
fn agreement_words(open: &Open, threshold_mm: f64) -> String {
    let Some(answer) = open.exact.fresh().filter(|a| a.exact.projection.is_some()) else {
        return "The live map is held against rays at rest".into();
    };
    let figures = [Figure::ContactUpper, Figure::ContactLower, Figure::InterferenceArea, Figure::MaxDepth];
    let percent = |figure: &Figure| {
        let of = |m: &Metrics| figure.of(m, threshold_mm);
        difference_percent(of(&answer.live), of(&answer.exact))
    };
    match figures.iter().filter_map(percent).map(f64::abs).reduce(f64::max) {
        Some(most) => format!("The live map agrees with rays to {} %", text::plain(most, 2)),
        None => "The live map and rays find nothing within the threshold".into(),
    }
}

/// Areas of the one live view and of all views, at the threshold.
fn areas_ui(ui: &mut Ui, open: &Open, threshold_mm: f64) {
    let live = open.figures.metrics.as_ref().filter(|_| !open.figures.stale).and_then(|m| m.contact_at(threshold_mm));
    let views = open.exact.fresh_multi_projection();
    let all = views.and_then(|v| v.answer.figures.contact_at(threshold_mm));
    let table = Table::new(ui, "views", &[0.4, 0.3, 0.3]);
    table.head_ui(ui, &[&format!("≤ {:.0} µm, mm²", threshold_mm * 1000.0), "upper", "lower"]);
    for (name, area) in [("one view, live", live), ("all views, at rest", all)] {
        let words = |of: fn(&ContactArea) -> f64| area.as_ref().map_or_else(|| "…".into(), |a| text::plain(of(a), 1));
        let cells = [words(|a| a.area_upper_mm2), words(|a| a.area_lower_mm2)].map(|w| Cell::figure(w, area.is_none()));
        table.row_ui(ui, name, false, &cells).on_hover_text(VIEWS);
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
        (MultiProjectionState::OneProjection, _) => "All views: none, the direction is kept or there is no map".into(),
        (MultiProjectionState::Waiting, None) => "All views: when the hand rests".into(),
        (MultiProjectionState::Waiting, Some(f)) => {
            format!("All views: pixels of {}, not finished", finest(f.finest_mm))
        }
        (MultiProjectionState::Running(_, at), known) => {
            fraction = Some(*at);
            match known {
                Some(f) => format!("Refining, {}", finest(f.finest_mm)),
                None => "All views: computing".into(),
            }
        }
        (MultiProjectionState::Done, Some(f)) if f.n_projections() == 1 => {
            "One view sees all that is in contact".into()
        }
        (MultiProjectionState::Done, Some(f)) => {
            let ending = match f.n_without_time {
                0 => format!("in {:.1} s", fresh.map_or(0.0, |v| v.took_ms) / 1e3),
                _ => "time was up".into(),
            };
            format!("{} views, finest pixel {}, {ending}", f.n_projections(), finest(f.finest_mm))
        }
        (MultiProjectionState::Done, None) => "All views".into(),
    };
    let drawn = known.map_or_else(String::new, |f| {
        format!(
            "{} directions in {} pictures; a pixel on the tooth is {} to {} wide.\n",
            f.n_projections(),
            f.n_tiles,
            finest(f.finest_mm),
            finest(f.coarsest_mm)
        )
    });
    state_line_ui(ui, &words, fraction).on_hover_text(format!(
        "{drawn}Computed on the processor after the exact figures, and dropped at once when the jaw moves.\n{VIEWS}"
    ));
}
