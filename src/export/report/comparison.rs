//! The page of several bites: what each has of contact, how far they lie apart, what can be detected, and the table by pairs of teeth.
use super::super::pdf::{Dash, Sheet};
use super::contacts::guesses;
use super::content::{FAINT, FOOT_LINE, INK, RULE, SMALL_LINE};
use super::diagram::fitting;
use crate::base::words::{decimal, say};
use crate::export::comparison::{ComparisonRecord, InBite, PairRecord, RowRecord, SpreadRecord};
use crate::export::letters::Face;
use crate::jaw::teeth::said_pair;

/// Of the width: where teeth end, how wide a column of figures is, and where those of the bites begin.
const TEETH: f32 = 0.05;
const FIGURES: f32 = 0.072;
const BITES: f32 = 0.345;
/// So many bites have room for two decimals each.
const WIDE_BITES: usize = 12;
/// Behind each figure and a space stand up to two.
const MOST_MARKS: &str = " −−";

pub fn draw(sheet: &mut Sheet, record: &ComparisonRecord, [x, y]: [f32; 2], width: f32) {
    sheet.text(Face::Words, 11.0, [x, y], INK, say!("report-compare-title"));
    let words = say!("report-compare-of", n = record.bites.len(), mm = decimal(record.threshold_mm, 3));
    let mut y = sheet.paragraph(7.5, [x, y + 13.0], width, INK, &words) + 4.0;
    y = bites(sheet, record, [x, y], width) + 8.0;
    for spread in record.spread.iter().chain(&record.repeats_spread) {
        y = sheet.paragraph(7.5, [x, y], width, INK, &spread_words(record, spread));
    }
    y = sheet.paragraph(7.5, [x, y], width, INK, &scatter_words(record)) + 8.0;
    pairs(sheet, record, [x, y], width);
}

/// A line a bite; gives where they end.
fn bites(sheet: &mut Sheet, record: &ComparisonRecord, [x, mut y]: [f32; 2], width: f32) -> f32 {
    let columns = [0.52, 0.62, 0.74, 0.84].map(|share| x + width * share);
    let names = [
        say!("report-compare-area"),
        say!("report-compare-inside"),
        say!("report-compare-depth"),
        say!("report-compare-difference"),
    ];
    for (right, name) in columns.into_iter().zip(names) {
        sheet.text_right(Face::Words, fitting(name, 7.0, width * 0.1 - 4.0), [right, y], FAINT, name);
    }
    y += 2.5;
    sheet.line(&[[x, y], [x + width, y]], 0.4, RULE, Dash::Solid);
    for i in record.listed() {
        y += SMALL_LINE;
        let (bite, figures) = (&record.bites[i], &record.whole.in_bites[i]);
        let name = format!("{}  {}", record.letter(i), bite.name);
        sheet.text(Face::Words, fitting(&name, 7.5, width * 0.4), [x, y], INK, &name);
        let numbers = [
            decimal(figures.area_mm2, 2),
            decimal(figures.penetrating_mm2, 2),
            decimal(figures.max_depth_mm, 3),
            signed(figures.difference_mm2),
        ];
        for (right, number) in columns.into_iter().zip(numbers) {
            sheet.text_right(Face::Figures, 7.0, [right, y], INK, &number);
        }
        let verdict = if i == record.base { say!("report-compare-base").to_owned() } else { verdict_words(record, i) };
        let left = x + width * 0.86;
        sheet.text(Face::Words, fitting(&verdict, 7.0, width * 0.14), [left, y], INK, &verdict);
    }
    y + 4.0
}

fn verdict_words(record: &ComparisonRecord, bite: usize) -> String {
    let [n, n_sure] = record.n_changed(bite);
    match record.verdicts[bite] {
        // As the window counts them; of the whole alone no pair may be as sure.
        "changed" if n_sure > 0 => say!("report-compare-changed", n = n_sure),
        "changed" => say!("report-compare-changed-whole").into(),
        "possible" => say!("report-compare-possible", n = n),
        _ => say!("report-compare-same").into(),
    }
}

fn spread_words(record: &ComparisonRecord, spread: &SpreadRecord) -> String {
    let mut names: Vec<char> = spread.bites.iter().map(|at| record.letter(*at)).collect();
    names.sort_unstable();
    let names = String::from_iter(names);
    let mm = |i: usize| decimal(spread.shift_mm[i], 3);
    let deg = |i: usize| decimal(spread.turn_deg[i], 3);
    say!(
        "report-compare-spread",
        names = names,
        right = mm(0),
        front = mm(1),
        up = mm(2),
        pitch = deg(0),
        roll = deg(1),
        yaw = deg(2),
        mm = decimal(spread.largest_mm, 3)
    )
}

fn scatter_words(record: &ComparisonRecord) -> String {
    let (whole, factor) = (&record.whole, decimal(record.scatter.factor, 3));
    let [sdc, all] = [whole.sdc95_mm2, whole.sdc95_all_mm2].map(|mm2| decimal(mm2, 2));
    let s = decimal(whole.s_within_mm2, 3);
    match record.scatter.freedoms {
        Some(n) => say!("report-compare-repeats", sdc = sdc, all = all, factor = factor, s = s, n = n),
        None => say!(
            "report-compare-published",
            sdc = sdc,
            all = all,
            factor = factor,
            s = s,
            mm = decimal(record.scatter.published.shift_mm, 2),
            deg = decimal(record.scatter.published.turn_deg, 1)
        ),
    }
}

fn pairs(sheet: &mut Sheet, record: &ComparisonRecord, [x, y]: [f32; 2], width: f32) {
    let n = record.bites.len();
    let title = say!("report-compare-pairs", n = record.pairs.len());
    sheet.text(Face::Words, 9.0, [x, y], INK, &title);
    let column = Column::of(width * (1.0 - BITES) / n as f32, n);
    for (i, name) in [say!("report-compare-there"), "s", "SDC95", "SDC95*"].into_iter().enumerate() {
        let right = x + width * figures_end(i);
        sheet.text_right(Face::Words, fitting(name, 7.0, width * FIGURES - 2.0), [right, y + 11.0], FAINT, name);
    }
    let listed = record.listed();
    for (column_of, at) in listed.iter().enumerate() {
        let right = x + width * BITES + column.each * (column_of + 1) as f32 - column.marks();
        sheet.text_right(Face::Words, column.size, [right, y + 11.0], FAINT, &record.letter(*at).to_string());
    }
    sheet.line(&[[x, y + 13.5], [x + width, y + 13.5]], 0.4, RULE, Dash::Solid);
    let first = y + 14.0;
    // Two lines below say what marks mean and what is left out.
    let most = ((FOOT_LINE - 26.0 - first) / SMALL_LINE).floor().max(1.0) as usize;
    for (i, pair) in record.pairs.iter().take(most).enumerate() {
        row(sheet, (pair, &listed), ([x, first + SMALL_LINE * (i + 1) as f32], width), &column);
    }
    let y = first + SMALL_LINE * record.pairs.len().min(most) as f32 + 11.0;
    let more = match record.pairs.len().saturating_sub(most) {
        0 => String::new(),
        more => format!(" {}", say!("report-motion-more", n = more)),
    };
    sheet.paragraph(
        6.5,
        [x, y],
        width,
        FAINT,
        &format!("{}{}{more}", say!("report-compare-marks"), guesses(record.pairs.iter().map(|p| p.sure.least))),
    );
}

/// Of a bite: its width, and letters of which a figure with its marks has room in it.
struct Column {
    each: f32,
    size: f32,
    decimals: usize,
}

impl Column {
    fn of(each: f32, n_bites: usize) -> Self {
        let (decimals, widest) = if n_bites > WIDE_BITES { (1, "00.0") } else { (2, "00.00") };
        let whole = crate::export::pdf::width(Face::Figures, &format!("{widest}{MOST_MARKS}"), 7.0);
        let size = 7.0 * ((each - 1.5) / whole).min(1.0);
        Self { each, size, decimals }
    }

    fn marks(&self) -> f32 {
        crate::export::pdf::width(Face::Figures, MOST_MARKS, self.size)
    }
}

/// Where a column of figures ends, of the width.
fn figures_end(column: usize) -> f32 {
    TEETH + FIGURES * (column + 1) as f32
}

fn row(sheet: &mut Sheet, (pair, listed): (&PairRecord, &[usize]), ([x, y], width): ([f32; 2], f32), column: &Column) {
    let RowRecord { share, s_within_mm2, sdc95_mm2, sdc95_all_mm2, .. } = pair.row;
    sheet.text(Face::Figures, 7.0, [x, y], INK, &said_pair([pair.upper, pair.lower], "/", pair.sure.of_each()));
    let share = format!("{} %", decimal(100.0 * share, 0));
    let figures = [s_within_mm2, sdc95_mm2, sdc95_all_mm2].map(|mm2| decimal(mm2, 3));
    for (i, figure) in std::iter::once(&share).chain(&figures).enumerate() {
        sheet.text_right(Face::Figures, 7.0, [x + width * figures_end(i), y], INK, figure);
    }
    for (column_of, at) in listed.iter().enumerate() {
        let figures = &pair.row.in_bites[*at];
        let right = x + width * BITES + column.each * (column_of + 1) as f32 - column.marks();
        let area = decimal(figures.area_mm2, column.decimals);
        sheet.text_right(Face::Figures, column.size, [right, y], INK, &area);
        sheet.text(Face::Figures, column.size, [right, y], INK, &format!(" {}", mark(figures)));
    }
}

/// What is more than can be detected; twice where it is so with all pairs looked at together.
fn mark(figures: &InBite) -> &'static str {
    match (figures.change, figures.sure) {
        ("none", _) => "",
        ("larger" | "gained", false) => "+",
        ("larger" | "gained", true) => "++",
        (_, false) => "−",
        (_, true) => "−−",
    }
}

fn signed(x: f64) -> String {
    if x > 0.0 { format!("+{}", decimal(x, 2)) } else { decimal(x, 2) }
}
