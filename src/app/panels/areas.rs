//! Contact areas at every threshold, by closest gap. While the jaw moves they are of a moment ago, marked "≈"; where nobody measures
//! that, those of the live map stand in.
use crate::app::state::{ContactShown, Open};
use crate::app::widgets::icons::warning_line_ui;
use crate::app::widgets::section::state_line_ui;
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::text;
use crate::base::words::{Phrase, decimal, phrase, say};
use crate::field::{ContactArea, Metrics, Question};
use crate::session::{ExactState, ZonesAnswered};
use egui::Ui;

const CLOSEST: Phrase = phrase!("areas-closest-gap-distance-nearest");

/// What stands in the rows.
struct Shown<'a> {
    contact: ContactShown<'a>,
    /// Of this pose, by projected gap: stands in.
    live: Option<&'a Metrics>,
}

pub fn areas_ui(ui: &mut Ui, open: &Open, threshold_mm: f64) {
    let live = open.figures.metrics.as_ref().filter(|_| !open.figures.stale);
    let shown = Shown { contact: open.contact_shown(), live };
    let table = Table::new(ui, "areas", &[0.4, 0.3, 0.3]);
    table.head_ui(ui, &[say!("areas-contact-mm-m"), say!("areas-upper"), say!("areas-lower")]);
    for mm in Question::presets_with(threshold_mm) {
        let is_chosen = (mm - threshold_mm).abs() < 1e-9;
        shown.row_ui(ui, &table, &format!("≤ {:.0}", mm * 1000.0), is_chosen, mm, whole);
        if is_chosen {
            shown.row_ui(ui, &table, say!("areas-penetrating"), false, mm, penetrating);
            shown.row_ui(ui, &table, say!("areas-near"), false, mm, near);
        }
    }
    state_ui(ui, &open.exact.zones_state(), open.exact.fresh_zones());
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

impl Shown<'_> {
    fn cells(&self, mm: f64, part: Part) -> [Cell; 2] {
        let area = match self.contact {
            ContactShown::Map => self.live.and_then(|live| live.contact_at(mm)),
            shown => shown.contact().and_then(|contact| contact.area(mm)),
        };
        let cell = |mm2: f64| Cell::figure(self.contact.mark(&text::plain(mm2, 1)), !self.contact.is_at_rest());
        area.map_or_else(|| [(); 2].map(|()| Cell::figure("…", true)), |area| part(&area).map(cell))
    }

    fn row_ui(&self, ui: &mut Ui, table: &Table, name: &str, is_chosen: bool, mm: f64, part: Part) {
        let hint = say!("areas-surface-each-jaw-gap", mm = decimal(mm * 1000.0, 0));
        table.row_ui(ui, name, is_chosen, &self.cells(mm, part)).on_hover_text(format!("{hint}\n{}", CLOSEST.say()));
    }
}

/// Where the areas are; always one line, so that nothing below it moves.
fn state_ui(ui: &mut Ui, state: &ExactState, fresh: Option<&ZonesAnswered>) {
    let mut fraction = None;
    let words = match state {
        ExactState::Off => say!("areas-switched-off-exact-figures").into(),
        ExactState::Failed(sentence) => return warning_line_ui(ui, &format!("{sentence}.")),
        ExactState::Running(_, at) => {
            fraction = Some(*at);
            say!("areas-closest-gap-computing").into()
        }
        ExactState::Done => {
            say!("areas-closest-gap-computed-s", took_ms = decimal(fresh.map_or(0.0, |z| z.took_ms) / 1e3, 1))
        }
        ExactState::Waiting => say!("areas-closest-gap-when-hand").to_owned(),
    };
    state_line_ui(ui, &words, fraction).on_hover_text(CLOSEST.say());
}
