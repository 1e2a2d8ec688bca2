//! What became of each pair of teeth between two bites, as a table; a click on a row brings its place into the middle of the view.
use crate::app::actions::Action;
use crate::app::state::Desk;
use crate::app::state::compare::Role;
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::{text, theme};
use crate::base::words::{decimal, say};
use crate::bites::compare::{BiteComparison, Change, ChangeKind, Figures, PairRow, Row};
use crate::jaw::teeth::said_pair;
use egui::{CursorIcon, Response, ScrollArea, Sense, Ui};

/// A comparison, and which two of its bites are looked at.
pub struct Compared<'a> {
    pub found: &'a BiteComparison,
    /// Of A and B.
    pub places: [usize; 2],
    /// It is of what is asked for now.
    pub is_fresh: bool,
}

/// Of the width, with room for the bar that scrolls: teeth, both areas, their difference, what is detectable, the share of the bites, depth, the word.
const WITH_SHARE: [f32; 8] = [0.13, 0.1, 0.1, 0.118, 0.145, 0.095, 0.152, 0.135];
const WITHOUT: [f32; 8] = [0.13, 0.108, 0.108, 0.132, 0.165, 0.0, 0.162, 0.17];

/// `at`: what brings a pair's place into the view.
pub fn table_ui(ui: &mut Ui, desk: &Desk, of: &Compared, at: &dyn Fn(&PairRow) -> Option<Action>) {
    let has_share = of.found.verdicts.len() > 2;
    let table = Table::new(ui, "compared pairs", if has_share { &WITH_SHARE } else { &WITHOUT });
    let (a, b) = (Role::Base.letter(), Role::Other.letter());
    let heads = [
        say!("motion-table-teeth").to_owned(),
        say!("compare-head-area", of = a),
        say!("compare-head-area", of = b),
        say!("compare-head-difference", a = a, b = b),
        say!("compare-head-detectable").to_owned(),
        if has_share { say!("compare-head-share").to_owned() } else { String::new() },
        say!("compare-head-depth", a = a, b = b),
        String::new(),
    ];
    table.head_ui(ui, &heads.each_ref().map(String::as_str));
    ScrollArea::vertical().id_salt("compared rows").show(ui, |ui| {
        let row = row_ui(ui, &table, (say!("compare-all"), true), (&of.found.whole, of));
        row.on_hover_text(row_hint(&of.found.whole, of));
        for pair in &of.found.pairs {
            pair_ui(ui, &table, (pair, of), || at(pair).into_iter().for_each(|action| desk.wish(action)));
        }
    });
}

fn pair_ui(ui: &mut Ui, table: &Table, (pair, of): (&PairRow, &Compared), fly: impl FnOnce()) {
    let name = said_pair([pair.upper.number(), pair.lower.number()], "–", pair.confidences);
    let row = row_ui(ui, table, (&name, false), (&pair.row, of)).interact(Sense::click());
    row.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    let hint = format!("{}{}\n{}", row_hint(&pair.row, of), text::marks_in_words(&name), say!("compare-row-click"));
    if row.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(hint).clicked() {
        fly();
    }
}

fn row_ui(ui: &mut Ui, table: &Table, (name, is_strong): (&str, bool), (row, of): (&Row, &Compared)) -> Response {
    let [a, b] = of.places.map(|place| &row.in_bites[place]);
    let change = &row.changes[of.places[1]];
    let area = |figures: &Figures| match figures.is_there() {
        true => text::plain(figures.area_mm2, 2),
        false => "–".to_owned(),
    };
    let share = if row.in_bites.len() > 2 { format!("{:.0} %", 100.0 * row.share()) } else { String::new() };
    let figure = |words: String| Cell::figure(words, !of.is_fresh);
    let colors = theme::colors(ui.ctx());
    let word = Cell::word(change_word(change), !of.is_fresh);
    let cells = [
        figure(area(a)),
        figure(area(b)),
        figure(text::signed(change.difference_mm2, 2)),
        figure(format!("±{}", decimal(row.detectable_of_all_mm2, 2))),
        figure(share),
        figure(text::signed(b.max_depth_mm - a.max_depth_mm, 3)),
        word.colored(if change.is_sure { colors.touching } else { colors.weak }),
    ];
    table.row_ui(ui, name, is_strong, &cells)
}

fn row_hint(row: &Row, of: &Compared) -> String {
    let n = row.in_bites.iter().filter(|figures| figures.is_there()).count();
    let [a, b] = of.places.map(|place| decimal(row.in_bites[place].max_depth_mm, 3));
    say!(
        "compare-row-hint",
        alone = decimal(row.detectable_mm2, 3),
        all = decimal(row.detectable_of_all_mm2, 3),
        difference = text::signed(row.changes[of.places[1]].difference_mm2, 3),
        a = a,
        b = b,
        n = n,
        of = row.in_bites.len()
    )
}

/// "Changed" only beyond the smallest change that can be detected with all pairs looked at together.
fn change_word(change: &Change) -> &'static str {
    match (change.kind, change.is_sure) {
        (ChangeKind::Same, _) => say!("compare-none"),
        (_, false) => say!("compare-perhaps"),
        (ChangeKind::Gained, true) => say!("compare-gained"),
        (ChangeKind::Lost, true) => say!("compare-lost"),
        (ChangeKind::Larger, true) => say!("compare-larger"),
        (ChangeKind::Smaller, true) => say!("compare-smaller"),
    }
}
