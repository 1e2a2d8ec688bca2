//! The figures of the live map, rays through the same pixels beside them once the hand rests, and by how much they differ.
use crate::app::state::Open;
use crate::app::widgets::icons::warning_line_ui;
use crate::app::widgets::section::state_line_ui;
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::{text, theme};
use crate::base::words::{Phrase, decimal, number, phrase, say};
use crate::field::{Figure, Metrics, Verdict, difference_percent};
use crate::session::{Answered, ExactState};
use egui::Ui;

const EXACT: Phrase = phrase!("figures-exact-rays-through-same");
const ALONG: Phrase = phrase!("figures-along-projection-direction-which");

/// What stands in the rows.
struct Shown<'a> {
    /// All of the pose as it is now, or not there yet.
    live: Option<&'a Metrics>,
    answer: Option<&'a Answered>,
    with_exact: bool,
    threshold_mm: f64,
    range_mm: f64,
}

pub fn figures_ui(ui: &mut Ui, open: &Open, threshold_mm: f64, range_mm: f64) {
    let state = open.exact.state();
    let fresh = open.exact.fresh();
    let shown = Shown {
        live: open.figures.metrics.as_ref().filter(|_| !open.figures.stale),
        answer: fresh,
        with_exact: state != ExactState::Off,
        threshold_mm,
        range_mm,
    };
    let parts: &[f32] = if shown.with_exact { &[0.28, 0.24, 0.24, 0.24] } else { &[0.76, 0.24] };
    let table = Table::new(ui, "figures", parts);
    let heads: &[&str] = if shown.with_exact {
        &["", say!("figures-live"), say!("figures-exact"), say!("figures-diff")]
    } else {
        &["", say!("figures-live")]
    };
    table.head_ui(ui, heads);
    if shown.with_exact {
        shown.verdict_ui(ui, &table);
    }
    shown.lengths_ui(ui, &table);
    shown.contact_ui(ui, &table);
    if shown.with_exact {
        shown.object_ui(ui, &table);
        state_ui(ui, &state, shown.answer, range_mm);
    }
}

impl Shown<'_> {
    /// The exact figures that come from a map.
    fn exact_map(&self) -> Option<&Metrics> {
        self.answer.map(|a| &a.exact).filter(|e| e.projection.is_some())
    }

    fn verdict_ui(&self, ui: &mut Ui, table: &Table) {
        let colors = theme::colors(ui.ctx());
        let exact = self.exact_map().map(|m| m.verdict);
        let live = self.live.map(|m| m.verdict);
        let same = match (live, exact) {
            (Some(live), Some(exact)) if live == exact => Cell::word(say!("figures-same"), false),
            (Some(_), Some(_)) => Cell::word(say!("figures-differs"), false).colored(colors.interfering),
            _ => Cell::word("–", true),
        };
        let cells = [
            Cell::word(self.live.map_or("…", |m| word(m.verdict)), self.live.is_none()),
            Cell::word(exact.map_or("…", word), exact.is_none()),
            same,
        ];
        table
            .row_ui(ui, say!("figures-along"), false, &cells)
            .on_hover_text(say!("figures-interfering-somewhere-solids-overlap", exact = EXACT.say()));
    }

    fn lengths_ui(&self, ui: &mut Ui, table: &Table) {
        let rows = [
            (
                say!("figures-max-depth"),
                "mm",
                Figure::MaxDepth,
                3,
                say!("figures-longest-stretch-inside-both", along = ALONG.say()),
            ),
            (
                say!("figures-min-gap"),
                "mm",
                Figure::MinGap,
                3,
                say!("figures-smallest-projected-gap-negative", along = ALONG.say()),
            ),
            (
                say!("figures-overlap"),
                "mm²",
                Figure::InterferenceArea,
                2,
                say!("figures-area-overlap-seen-along").into(),
            ),
            (
                say!("figures-overlap"),
                "mm³",
                Figure::InterferenceVolume,
                3,
                say!("figures-longest-stretch-inside-both-2").into(),
            ),
        ];
        for (name, unit, figure, digits, hint) in rows {
            self.row_ui(ui, table, &format!("{name}, {unit}"), figure, digits, &hint);
        }
    }

    /// Contact areas at the threshold that is shown.
    fn contact_ui(&self, ui: &mut Ui, table: &Table) {
        let um = self.threshold_mm * 1000.0;
        table.head_ui(ui, &[&say!("figures-projected-gap-m-mm", um = decimal(um, 0))]);
        let both = say!("figures-surface-projected-gap-most", um = decimal(um, 0));
        let inside = say!("figures-surface-projected-gap-below");
        let near = say!("figures-surface-projected-gap-m", um = decimal(um, 0));
        let rows = [
            (say!("figures-upper"), Figure::ContactUpper, say!("figures-upper-jaw", both = both)),
            (say!("figures-penetrating"), Figure::PenetratingUpper, say!("figures-upper-jaw-2", inside = inside)),
            (say!("figures-near"), Figure::NearUpper, say!("figures-upper-jaw-3", near = near)),
            (say!("figures-lower"), Figure::ContactLower, say!("figures-lower-jaw", both = both)),
            (say!("figures-penetrating"), Figure::PenetratingLower, say!("figures-lower-jaw-2", inside = inside)),
            (say!("figures-near"), Figure::NearLower, say!("figures-lower-jaw-3", near = near)),
        ];
        for (name, figure, hint) in rows {
            self.row_ui(ui, table, name, figure, 1, &hint);
        }
    }

    fn row_ui(&self, ui: &mut Ui, table: &Table, name: &str, figure: Figure, digits: usize, hint: &str) {
        let of = |m: &Metrics| figure.of(m, self.threshold_mm);
        let words = |m: Option<&Metrics>| match m.and_then(of) {
            None if figure == Figure::MinGap && m.is_some_and(super::apart::is_far) => format!("> {}", self.range_mm),
            None if m.is_none() => "…".into(),
            value => text::optional(value, digits),
        };
        let mut cells = vec![Cell::figure(words(self.live), self.live.is_none())];
        if self.with_exact {
            let exact = self.exact_map();
            let percent = difference_percent(self.answer.and_then(|a| of(&a.live)), exact.and_then(of));
            cells.push(Cell::figure(words(exact), exact.is_none()));
            cells.push(Cell::figure(text::percent(percent), exact.is_none()));
        }
        let row = table.row_ui(ui, name, false, &cells);
        row.on_hover_text(if self.with_exact { format!("{hint}\n{}", EXACT.say()) } else { hint.to_owned() });
    }

    /// What only the exact engine knows.
    fn object_ui(&self, ui: &mut Ui, table: &Table) {
        let exact = self.answer.map(|a| &a.exact);
        let pairs = exact.and_then(|e| e.triangle_pairs).map_or_else(|| "–".into(), |n| text::thousands(n as usize));
        let distance = text::optional(exact.and_then(|e| e.clearance_mm), 3);
        let rows = [
            (say!("figures-triangle-pairs"), pairs, say!("figures-pairs-one-triangle-each")),
            (say!("figures-distance-mm"), distance, say!("figures-smallest-distance-between-jaws")),
        ];
        for (name, figure, hint) in rows {
            let cells = [Cell::figure("", true), Cell::figure(figure, exact.is_none())];
            table.row_ui(ui, name, false, &cells).on_hover_text(hint);
        }
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Interfering => say!("figures-interfering"),
        Verdict::Touching => say!("figures-touching"),
        Verdict::Apart => say!("figures-apart"),
        Verdict::Undecided => say!("figures-undecided"),
    }
}

/// Where the exact figures are; always one line, so that nothing below it moves.
fn state_ui(ui: &mut Ui, state: &ExactState, answer: Option<&Answered>, range_mm: f64) {
    let words = match (state, answer) {
        (ExactState::Failed(sentence), _) => return warning_line_ui(ui, &format!("{sentence}.")),
        (ExactState::Off, _) => return,
        (ExactState::Waiting, _) => say!("figures-exact-when-hand-rests").to_owned(),
        (ExactState::Running(..), _) => say!("figures-exact-computing").into(),
        (ExactState::Done, Some(a)) if a.exact.projection.is_none() => {
            say!("figures-exact-distance-alone-over", range_mm = number(range_mm))
        }
        (ExactState::Done, Some(a)) => say!("figures-exact-computed-s", took_ms = decimal(a.took_ms / 1e3, 2)),
        (ExactState::Done, None) => say!("figures-exact-2").into(),
    };
    let fraction = if let ExactState::Running(_, fraction) = state { Some(*fraction) } else { None };
    let response = state_line_ui(ui, &words, fraction);
    let stage = match state {
        ExactState::Running(stage, _) if !stage.is_empty() => say!("figures-now", stage = stage),
        _ => String::new(),
    };
    response.on_hover_text(say!("figures-computed-processor-whenever-hand", stage = stage, exact = EXACT.say()));
}
