//! The page of the jaws before and after: how each lies on itself as it was, where its surface is elsewhere, which contacts changed.
use super::super::pdf::{Dash, Sheet};
use super::contacts::guesses;
use super::content::{FAINT, FOOT_LINE, INK, RULE, SMALL_LINE};
use super::diagram::fitting;
use crate::base::rounded;
use crate::base::words::{decimal, say};
use crate::export::changes::{ChangesRecord, ContactsRecord, JawRecord, JawsRecord, PlaceRecord};
use crate::export::comparison::{InBite, RowRecord};
use crate::export::letters::Face;
use crate::jaw::teeth::{said_number, said_pair};

pub fn draw(sheet: &mut Sheet, record: &ChangesRecord, [x, y]: [f32; 2], width: f32) {
    sheet.text(Face::Words, 11.0, [x, y], INK, say!("report-changes-title"));
    let mut y = y + 13.0;
    if let Some(reason) = &record.reason {
        sheet.paragraph(8.0, [x, y], width, INK, reason);
        return;
    }
    if let Some(jaws) = &record.jaws {
        for (jaw, name) in [(&jaws.upper, say!("over-jaws-upper")), (&jaws.lower, say!("over-jaws-lower"))] {
            y = sheet.paragraph(7.5, [x, y], width, INK, &jaw_words(jaw, name));
        }
    }
    if let Some(bite) = &record.bite {
        let (mm, deg) = (decimal(bite.moved_mm, 3), decimal(bite.turned_deg, 3));
        y = sheet.paragraph(7.5, [x, y], width, INK, &say!("compare-earlier-bite", mm = mm, deg = deg));
    }
    let half = (width - 16.0) / 2.0;
    if let Some(jaws) = &record.jaws {
        places(sheet, jaws, [x, y + 10.0], half);
    }
    if let Some(contacts) = &record.contacts {
        pairs(sheet, contacts, [x + half + 16.0, y + 10.0], half);
    }
}

fn jaw_words(jaw: &JawRecord, name: &str) -> String {
    say!(
        "report-changes-jaw",
        jaw = name,
        rms = decimal(1000.0 * jaw.rms_mm, 0),
        share = decimal(100.0 * jaw.share, 0),
        limit = decimal(1000.0 * jaw.limit_mm, 0),
        ground = decimal(jaw.ground.area_mm2, 2),
        ground_mm3 = decimal(0.0 - jaw.ground.volume_mm3, 3),
        added = decimal(jaw.added.area_mm2, 2),
        added_mm3 = decimal(jaw.added.volume_mm3, 3)
    )
}

/// Heads of right-aligned columns with a line below; gives where the rows begin.
fn heads(sheet: &mut Sheet, [x, y]: [f32; 2], width: f32, columns: &[(f32, &str)]) -> f32 {
    for (share, name) in columns {
        let size = fitting(name, 7.0, width * 0.17);
        sheet.text_right(Face::Words, size, [x + width * share, y], FAINT, name);
    }
    sheet.line(&[[x, y + 2.5], [x + width, y + 2.5]], 0.4, RULE, Dash::Solid);
    y + 3.0
}

/// How many rows there is room for, with what marks mean and what is left out below them.
fn room(first: f32) -> usize {
    ((FOOT_LINE - 56.0 - first) / SMALL_LINE).floor().max(1.0) as usize
}

fn places(sheet: &mut Sheet, jaws: &JawsRecord, [x, y]: [f32; 2], width: f32) {
    let of = |jaw: &'static str| move |place: &PlaceRecord| (jaw, *place);
    let mut all: Vec<_> = jaws.upper.places.iter().map(of(say!("over-jaws-upper"))).collect();
    all.extend(jaws.lower.places.iter().map(of(say!("over-jaws-lower"))));
    let title = say!("report-changes-places", n = all.len());
    sheet.text(Face::Words, fitting(&title, 9.0, width), [x, y], INK, &title);
    let columns = [(0.55, say!("report-changes-most")), (0.77, "mm²"), (1.0, "mm³")];
    let first = heads(sheet, [x, y + 12.0], width, &columns);
    let most = room(first);
    for (i, (jaw, place)) in all.iter().take(most).enumerate() {
        let y = first + SMALL_LINE * (i + 1) as f32;
        let tooth = place.tooth.map_or_else(|| (*jaw).to_owned(), said_number);
        let word = if place.max_mm < 0.0 { say!("compare-word-ground") } else { say!("compare-word-added") };
        sheet.text(Face::Words, 7.0, [x, y], INK, &format!("{tooth}  {word}"));
        let figures =
            [(0.55, signed(place.max_mm, 3)), (0.77, decimal(place.area_mm2, 2)), (1.0, signed(place.volume_mm3, 3))];
        for (share, figure) in figures {
            sheet.text_right(Face::Figures, 7.0, [x + width * share, y], INK, &figure);
        }
    }
    more(sheet, all.len().saturating_sub(most), [x, first + SMALL_LINE * all.len().min(most) as f32 + 11.0], width);
}

fn pairs(sheet: &mut Sheet, contacts: &ContactsRecord, [x, y]: [f32; 2], width: f32) {
    let title = say!("report-changes-contacts", mm = decimal(contacts.threshold_mm, 3));
    sheet.text(Face::Words, fitting(&title, 9.0, width), [x, y], INK, &title);
    let columns = [
        (0.34, say!("report-changes-before")),
        (0.52, say!("report-changes-after")),
        (0.72, say!("report-compare-difference")),
        (0.9, "SDC95*"),
    ];
    let first = heads(sheet, [x, y + 12.0], width, &columns);
    let most = room(first).saturating_sub(1);
    row(sheet, (say!("compare-all"), &contacts.whole), [x, first + SMALL_LINE], width);
    for (i, pair) in contacts.pairs.iter().take(most).enumerate() {
        let name = said_pair([pair.upper, pair.lower], "/", pair.sure.of_each());
        row(sheet, (&name, &pair.row), [x, first + SMALL_LINE * (i + 2) as f32], width);
    }
    let y = first + SMALL_LINE * (contacts.pairs.len().min(most) + 1) as f32 + 11.0;
    let y = sheet.paragraph(
        6.5,
        [x, y],
        width,
        FAINT,
        &(say!("report-changes-marks").to_owned() + &guesses(contacts.pairs.iter().map(|p| p.sure.least))),
    );
    more(sheet, contacts.pairs.len().saturating_sub(most), [x, y], width);
}

fn row(sheet: &mut Sheet, (name, row): (&str, &RowRecord), [x, y]: [f32; 2], width: f32) {
    let [Some(before), Some(after)] = [0, 1].map(|i| row.in_bites.get(i)) else { return };
    sheet.text(Face::Words, fitting(name, 7.0, width * 0.16), [x, y], INK, name);
    let area = |of: &InBite| if of.area_mm2 > 0.0 { decimal(of.area_mm2, 2) } else { "–".into() };
    let figures = [
        (0.34, area(before)),
        (0.52, area(after)),
        (0.72, signed(after.difference_mm2, 2)),
        (0.9, decimal(row.sdc95_all_mm2, 2)),
    ];
    for (share, figure) in figures {
        sheet.text_right(Face::Figures, 7.0, [x + width * share, y], INK, &figure);
    }
    let mark = if after.sure { "*" } else { "" };
    sheet.text(Face::Figures, 7.0, [x + width * 0.92, y], INK, mark);
}

fn more(sheet: &mut Sheet, n: usize, at: [f32; 2], width: f32) {
    if n > 0 {
        sheet.paragraph(6.5, at, width, FAINT, &say!("report-changes-more", n = n));
    }
}

/// What rounds to nothing has no sign.
fn signed(x: f64, digits: usize) -> String {
    let x = rounded(x, digits as i32);
    if x > 0.0 { format!("+{}", decimal(x, digits)) } else { decimal(x, digits) }
}
