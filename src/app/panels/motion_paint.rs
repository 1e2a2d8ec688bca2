//! By what the jaws are painted while a movement is looked at: the gap of the moment, or what was in contact at any instant of it; and what its
//! colours mean.
use super::motion::wish;
use crate::app::state::motion::{MotionPaint, MotionWish, Swept};
use crate::app::state::{Desk, Open};
use crate::app::widgets::{text, theme};
use crate::base::words::{decimal, say};
use crate::engine::PlaceSweep;
use crate::export::motion::paint::Painted;
use crate::export::overlay::Swatch;
use crate::jaw::JawSide;
use crate::session::jaw_motion::{Moves, movement_name};
use egui::{Align2, Color32, ComboBox, FontId, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};

/// All that one can choose is seen at once, points.
const MOST_LIST: f32 = 320.0;

pub fn motion_paint_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let now = open.motion.drawn.paint;
    ui.horizontal(|ui| {
        ui.label(RichText::new(say!("motion-paint")).small().weak()).on_hover_text(say!("motion-paint-hint"));
        let width = ui.available_width() - 4.0;
        let list = ComboBox::from_id_salt("motion paint")
            .width(width)
            .height(MOST_LIST)
            .selected_text(RichText::new(now.words().say()).small());
        let list = list.show_ui(ui, |ui| {
            for paint in MotionPaint::ALL {
                if ui.selectable_label(now == paint, paint.words().say()).clicked() {
                    wish(desk, MotionWish::Paint(paint));
                }
            }
        });
        list.response.on_hover_text(say!("motion-paint-hint"));
    });
    match open.motion.drawn.painted() {
        Some(painted) if open.settings().paint => legend_ui(ui, painted),
        Some(_) => drop(ui.label(RichText::new(say!("motion-paint-is-off")).small().weak())),
        None if now.is_of_several() => {
            let together = &open.motion.together;
            let (known, all) = together.progress();
            let on_their_way = say!("motion-together-on-their-way", known = known, all = all);
            ui.label(RichText::new(together.fault().unwrap_or(&on_their_way)).small().weak());
        }
        None if now != MotionPaint::Now => {
            ui.label(RichText::new(say!("motion-contacts-on-their-way")).small().weak());
        }
        None => {}
    }
}

/// Every class with its colour.
pub fn legend_ui(ui: &mut Ui, painted: &Painted) {
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.spacing_mut().interact_size.y = 14.0;
    ui.label(RichText::new(&painted.title).small().weak());
    painted.classes.iter().for_each(|swatch| swatch_ui(ui, swatch));
    if painted.classes.is_empty() {
        ui.label(RichText::new(say!("motion-no-pairs")).small().weak());
    }
    if let Some(note) = &painted.note {
        ui.label(RichText::new(note).small().weak());
    }
}

/// The same in a line.
pub fn legend_line_ui(ui: &mut Ui, painted: &Painted) {
    painted.classes.iter().for_each(|swatch| swatch_ui(ui, swatch));
}

fn swatch_ui(ui: &mut Ui, swatch: &Swatch) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(SWATCH, Sense::hover());
        draw_swatch(ui, rect, swatch);
        ui.label(RichText::new(&swatch.label).small());
    });
}

/// The same in a picture, side by side: with words where there is room for them, and in full where one points.
pub fn plate_ui(ui: &mut Ui, painted: &Painted, plate: Rect) {
    let colors = theme::colors(ui.ctx());
    ui.painter().rect_filled(plate, 6.0, colors.glass);
    let inner = plate.shrink(10.0);
    let wide = |text: &str, size: f32| {
        ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(size), colors.weak).size().x
    };
    let size = (11.0 * inner.width() / wide(&painted.title, 11.0).max(1.0)).clamp(7.0, 11.0);
    ui.painter().text(inner.left_top(), Align2::LEFT_TOP, &painted.title, FontId::proportional(size), colors.weak);
    let each = inner.width() / painted.classes.len().max(1) as f32;
    let room = each - SWATCH.x - 8.0;
    let has_words = painted.classes.iter().all(|swatch| wide(&swatch.label, 10.0) <= room);
    for (i, swatch) in painted.classes.iter().enumerate() {
        let left = inner.left() + each * i as f32;
        let width = if has_words { SWATCH.x } else { each - 4.0 };
        let at = Rect::from_min_size(egui::pos2(left, inner.bottom() - 14.0), vec2(width, 14.0));
        draw_swatch(ui, at, swatch);
        if has_words {
            let (at, font) = (at.right_center() + vec2(4.0, 0.0), FontId::proportional(10.0));
            ui.painter().text(at, Align2::LEFT_CENTER, &swatch.label, font, colors.text);
        }
    }
    let words: Vec<&str> = painted.classes.iter().map(|swatch| swatch.label.as_str()).collect();
    ui.interact(plate, ui.scope_id().with("legend"), Sense::hover()).on_hover_text(words.join("\n"));
}

/// When a place was in contact, and how near it came.
pub fn place_words(open: &Open, (side, triangle): (JawSide, u32)) -> String {
    let named = open.motion.drawn.paint.is_of_several();
    let words = |((path, sweep), place): (&Swept, &PlaceSweep)| {
        let at = |step: usize| decimal(path.steps[sweep.of_path[step]].at, 2);
        let (from, to, gap) = (at(place.first_step), at(place.last_step), text::plain(place.min_gap_mm, 3));
        match &path.asked.moves {
            // There is a line for each, and little room.
            Moves::Computed { movement, .. } if named => {
                say!("motion-paint-place-of", name = movement_name(movement), from = from, to = to, gap = gap)
            }
            _ => {
                let unit = if path.is_timed() { "s" } else { "mm" };
                say!("motion-paint-place", from = from, to = to, unit = unit, gap = gap)
            }
        }
    };
    let all: Vec<String> = open.motion.drawn.places(side, triangle).map(words).collect();
    if all.is_empty() { say!("motion-paint-no-place").to_owned() } else { all.join("\n") }
}

/// Of a class in a list, points.
const SWATCH: Vec2 = vec2(18.0, 12.0);

fn draw_swatch(ui: &Ui, rect: Rect, swatch: &Swatch) {
    let [r, g, b] = swatch.color;
    ui.painter().rect_filled(rect, 2.0, Color32::from_rgb(r, g, b));
    let ink = if 2 * u32::from(g) + u32::from(r) + u32::from(b) > 400 {
        Color32::from_gray(20)
    } else {
        Color32::from_gray(235)
    };
    for line in swatch.stripes.lines([rect.width(), rect.height()], 5.0) {
        ui.painter().line_segment(line.map(|[x, y]| rect.min + vec2(x, y)), Stroke::new(1.2, ink));
    }
    ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, ui.visuals().weak_text_color()), StrokeKind::Inside);
}
