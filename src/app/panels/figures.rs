//! The figures of the live map, rays through the same pixels beside them once the hand rests, and by how much they differ.
use crate::app::state::Open;
use crate::app::widgets::icons::warning_line_ui;
use crate::app::widgets::section::state_line_ui;
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::{text, theme};
use crate::field::{Figure, Metrics, Verdict, difference_percent};
use crate::session::{Answered, ExactState};
use egui::Ui;

const EXACT: &str = "Exact: rays through the same pixel centres along the same direction, met with every triangle in \
                     double precision. The difference in percent (live minus exact) is that of the computation; it says \
                     nothing about the scans or the bite.";
const ALONG: &str = "along the projection direction, which is not the shortest way";

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
    let heads: &[&str] = if shown.with_exact { &["", "live", "exact", "diff. %"] } else { &["", "live"] };
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
            (Some(live), Some(exact)) if live == exact => Cell::word("same", false),
            (Some(_), Some(_)) => Cell::word("differs !", false).colored(colors.interfering),
            _ => Cell::word("–", true),
        };
        let cells = [
            Cell::word(self.live.map_or("…", |m| word(m.verdict)), self.live.is_none()),
            Cell::word(exact.map_or("…", word), exact.is_none()),
            same,
        ];
        table.row_ui(ui, "Along it", false, &cells).on_hover_text(format!(
            "Interfering: somewhere the solids overlap. Touching: nothing overlaps, and the smallest projected gap is at most \
             8 µm. Apart: neither.\n{EXACT}"
        ));
    }

    fn lengths_ui(&self, ui: &mut Ui, table: &Table) {
        let rows = [
            ("Max. depth", "mm", Figure::MaxDepth, 3, format!("Longest stretch inside both jaws {ALONG}.")),
            (
                "Min. gap",
                "mm",
                Figure::MinGap,
                3,
                format!("Smallest projected gap, negative inside: measured {ALONG}."),
            ),
            (
                "Overlap",
                "mm²",
                Figure::InterferenceArea,
                2,
                "Area of the overlap as seen along the projection, whatever the threshold.".into(),
            ),
            (
                "Overlap",
                "mm³",
                Figure::InterferenceVolume,
                3,
                "The longest stretch inside both jaws, pixel by pixel, whatever the threshold.".into(),
            ),
        ];
        for (name, unit, figure, digits, hint) in rows {
            self.row_ui(ui, table, &format!("{name}, {unit}"), figure, digits, &hint);
        }
    }

    /// Contact areas at the threshold that is shown.
    fn contact_ui(&self, ui: &mut Ui, table: &Table) {
        let um = self.threshold_mm * 1000.0;
        table.head_ui(ui, &[&format!("Projected gap ≤ {um:.0} µm, mm²")]);
        let both = format!("surface with a projected gap of at most {um:.0} µm, penetrating and near together.");
        let inside = "surface with a projected gap below 0: inside the other jaw.";
        let near = format!("surface with a projected gap from 0 to {um:.0} µm.");
        let rows = [
            ("Upper", Figure::ContactUpper, format!("Upper jaw: {both}")),
            ("   penetrating", Figure::PenetratingUpper, format!("Upper jaw: {inside}")),
            ("   near", Figure::NearUpper, format!("Upper jaw: {near}")),
            ("Lower", Figure::ContactLower, format!("Lower jaw: {both}")),
            ("   penetrating", Figure::PenetratingLower, format!("Lower jaw: {inside}")),
            ("   near", Figure::NearLower, format!("Lower jaw: {near}")),
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
        row.on_hover_text(if self.with_exact { format!("{hint}\n{EXACT}") } else { hint.to_owned() });
    }

    /// What only the exact engine knows.
    fn object_ui(&self, ui: &mut Ui, table: &Table) {
        let exact = self.answer.map(|a| &a.exact);
        let pairs = exact.and_then(|e| e.triangle_pairs).map_or_else(|| "–".into(), |n| text::thousands(n as usize));
        let distance = text::optional(exact.and_then(|e| e.clearance_mm), 3);
        let rows = [
            (
                "Triangle pairs",
                pairs,
                "Pairs of one triangle of each jaw that meet, wherever they lie: not along a projection, and faces that \
                 closing added count. Only the exact computation knows them.",
            ),
            (
                "Distance, mm",
                distance,
                "Smallest distance between the jaws in any direction (the shortest way, not along the projection); \
                 0 when they meet. Only the exact computation knows it.",
            ),
        ];
        for (name, figure, hint) in rows {
            let cells = [Cell::figure("", true), Cell::figure(figure, exact.is_none())];
            table.row_ui(ui, name, false, &cells).on_hover_text(hint);
        }
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Interfering => "interfering",
        Verdict::Touching => "touching",
        Verdict::Apart => "apart",
        Verdict::Undecided => "undecided",
    }
}

/// Where the exact figures are; always one line, so that nothing below it moves.
fn state_ui(ui: &mut Ui, state: &ExactState, answer: Option<&Answered>, range_mm: f64) {
    let words = match (state, answer) {
        (ExactState::Failed(sentence), _) => return warning_line_ui(ui, &format!("{sentence}.")),
        (ExactState::Off, _) => return,
        (ExactState::Waiting, _) => "Exact: when the hand rests".to_owned(),
        (ExactState::Running(..), _) => "Exact: computing".into(),
        (ExactState::Done, Some(a)) if a.exact.projection.is_none() => {
            format!("Exact: the distance alone (over {range_mm} mm)")
        }
        (ExactState::Done, Some(a)) => format!("Exact: computed in {:.2} s", a.took_ms / 1e3),
        (ExactState::Done, None) => "Exact".into(),
    };
    let fraction = if let ExactState::Running(_, fraction) = state { Some(*fraction) } else { None };
    let response = state_line_ui(ui, &words, fraction);
    let stage = match state {
        ExactState::Running(stage, _) if !stage.is_empty() => format!(" Now: {stage}."),
        _ => String::new(),
    };
    response.on_hover_text(format!(
        "Computed on the processor whenever the hand rests, and dropped at once when it moves.{stage}\n{EXACT}"
    ));
}
