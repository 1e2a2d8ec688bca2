//! Contact areas at every threshold: by closest gap or of all projections once the hand rests, and of the one live view beside
//! them. The bright ones count, the others are dimmed: those at rest while the hand moves, those of one view when it rests.
use crate::app::state::Open;
use crate::app::widgets::icons::warning_line_ui;
use crate::app::widgets::section::state_line_ui;
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::text;
use crate::field::contact::GapKind;
use crate::field::{ContactArea, Metrics, Question};
use crate::session::{ExactState, MultiProjectionAnswered, MultiProjectionState, ZonesAnswered};
use egui::Ui;

const VIEWS: &str = "A view is a direction of projection. One view sees slopes foreshortened and overstates their gap. At rest \
                     every surface in contact is looked at along the view that it faces most squarely, finer and finer \
                     where a contact ends; the areas of all views are then the ones to go by.";

const CLOSEST: &str = "Closest gap: the distance to the nearest point of the other jaw, whatever its direction. The areas are cut \
                       inside the triangles along the line where the gap is the threshold. While the jaw moves there is one \
                       view alone.";

/// What stands in the rows.
struct Shown<'a> {
    live: Option<&'a Metrics>,
    /// The live figures belong to an earlier pose than the picture.
    stale: bool,
    rest: Rest<'a>,
    /// The areas at rest are of this pose.
    fresh: bool,
    /// There are any.
    with_rest: bool,
}

/// The areas of a pose at rest, by the gap that was chosen.
enum Rest<'a> {
    Closest(Option<&'a ZonesAnswered>),
    Projected(Option<&'a MultiProjectionAnswered>),
}

pub fn areas_ui(ui: &mut Ui, open: &Open, threshold_mm: f64, gap: GapKind) {
    let fresh = match gap {
        GapKind::Closest => open.exact.fresh_zones().is_some(),
        GapKind::Projected => open.exact.fresh_multi_projection().is_some(),
    };
    let rest = match gap {
        GapKind::Closest => Rest::Closest(open.exact.fresh_zones().or(open.exact.last_zones())),
        GapKind::Projected => {
            Rest::Projected(open.exact.fresh_multi_projection().or(open.exact.last_multi_projection()))
        }
    };
    let shown = Shown {
        live: open.figures.metrics.as_ref(),
        stale: open.figures.stale,
        rest,
        fresh,
        with_rest: open.exact.is_enabled(),
    };
    let parts: &[f32] = if shown.with_rest { &[0.28, 0.18, 0.18, 0.18, 0.18] } else { &[0.52, 0.24, 0.24] };
    let table = Table::new(ui, "areas", parts);
    if shown.with_rest {
        table.head_ui(ui, &["Contact, mm²", "", &shown.rest_head(), "", "one view"]);
        table.head_ui(ui, &["at most, µm", "upper", "lower", "upper", "lower"]);
    } else {
        table.head_ui(ui, &["Contact in mm², at µm", "upper", "lower"]);
    }
    for mm in Question::presets_with(threshold_mm) {
        let is_chosen = (mm - threshold_mm).abs() < 1e-9;
        shown.row_ui(ui, &table, &format!("≤ {:.0}", mm * 1000.0), is_chosen, mm, whole);
        if is_chosen {
            shown.row_ui(ui, &table, "   penetrating", false, mm, penetrating);
            shown.row_ui(ui, &table, "   near", false, mm, near);
        }
    }
    match gap {
        GapKind::Closest => closest_state_ui(ui, &open.exact.zones_state(), open.exact.fresh_zones()),
        GapKind::Projected => state_ui(ui, &open.exact.multi_projection_state(), open.exact.fresh_multi_projection()),
    }
}

/// An area's upper and lower figure, mm².
type Part = fn(&ContactArea) -> [f64; 2];

fn whole(area: &ContactArea) -> [f64; 2] {
    [area.area_upper_mm2, area.area_lower_mm2]
}

fn penetrating(area: &ContactArea) -> [f64; 2] {
    [area.penetrating_area_upper_mm2, area.penetrating_area_lower_mm2]
}

fn near(area: &ContactArea) -> [f64; 2] {
    let (all, inside) = (whole(area), penetrating(area));
    [0, 1].map(|i| (all[i] - inside[i]).max(0.0))
}

impl Rest<'_> {
    fn at(&self, mm: f64) -> Option<ContactArea> {
        match self {
            Self::Closest(answered) => answered.and_then(|a| a.contact.area(mm)),
            Self::Projected(answered) => answered.and_then(|a| a.answer.figures.contact_at(mm)),
        }
    }
}

impl Shown<'_> {
    fn rest_head(&self) -> String {
        match &self.rest {
            Rest::Closest(_) => "closest gap".into(),
            Rest::Projected(views) => match views.map(|v| v.answer.figures.n_projections()) {
                Some(n) if self.fresh && n > 1 => format!("{n} views"),
                _ => "all views".into(),
            },
        }
    }

    fn row_ui(&self, ui: &mut Ui, table: &Table, name: &str, is_chosen: bool, mm: f64, part: Part) {
        let cells = |area: Option<ContactArea>, dim: bool| {
            [0, 1].map(|i| Cell::figure(text::optional(area.as_ref().map(|a| part(a)[i]), 1), dim))
        };
        let mut all: Vec<Cell> = Vec::new();
        if self.with_rest {
            all.extend(cells(self.rest.at(mm), !self.fresh));
        }
        all.extend(cells(self.live.and_then(|m| m.contact_at(mm)), self.stale || self.fresh));
        let hint = format!(
            "Surface of each jaw with a gap of at most {:.0} µm: penetrating (a gap below 0, inside the other jaw) and near \
             together. It never falls with a larger threshold.",
            mm * 1000.0
        );
        let how = if let Rest::Closest(_) = self.rest { CLOSEST } else { VIEWS };
        table.row_ui(ui, name, is_chosen, &all).on_hover_text(format!("{hint}\n{how}"));
    }
}

/// Where the areas by closest gap are; always one line, so that nothing below it moves.
fn closest_state_ui(ui: &mut Ui, state: &ExactState, fresh: Option<&ZonesAnswered>) {
    let mut fraction = None;
    let words = match state {
        ExactState::Off => return,
        ExactState::Failed(sentence) => return warning_line_ui(ui, &format!("{sentence}.")),
        ExactState::Running(_, at) => {
            fraction = Some(*at);
            "Closest gap: computing".into()
        }
        ExactState::Done => format!("Closest gap: computed in {:.1} s", fresh.map_or(0.0, |z| z.took_ms) / 1e3),
        ExactState::Waiting => "Closest gap: when the hand rests".to_owned(),
    };
    state_line_ui(ui, &words, fraction).on_hover_text(CLOSEST);
}

/// Where the areas of all projections are; always one line, so that nothing below it moves.
fn state_ui(ui: &mut Ui, state: &MultiProjectionState, fresh: Option<&MultiProjectionAnswered>) {
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
