//! What lies over the flat map: legend, scale, read-out, the layers of a ray.
use super::Panels;
use super::bite::BELOW_BADGE;
use super::layer_card::card_ui;
use super::overview::letters_ui;
use super::zone_marks;
use crate::app::stage::live::{Live, Probe};
use crate::app::state::view::sides_of_map;
use crate::app::state::{Desk, Open, ViewLayout};
use crate::app::widgets::glass::{draw_line, gap_text, glass_size, glass_text};
use crate::app::widgets::legend::{PaintedGap, Strip, has_legend, legend_ui, scale_bar_ui};
use crate::app::widgets::theme;
use crate::base::words::{Phrase, phrase, say};
use crate::field::{PixelClass, Projection};
use crate::render::MapView;
use egui::{Align2, Color32, Pos2, Rect, Stroke, Ui, pos2, vec2};
use glam::DVec2;

const CAPTION: Phrase = phrase!("map-panel-map-both-jaws-gap");
const SHORT_CAPTION: Phrase = phrase!("top-map");
/// Of the caption, points.
const LETTERS: f32 = 12.0;

/// What the cursor points at.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointedAt {
    /// Points.
    pub cursor: Option<Pos2>,
    /// What the map says there.
    pub probe: Option<Probe>,
}

/// Where legend, scale and read-out lie. Beside the jaws their legend is enough, unless it is about something else.
pub fn strip(open: &Open, layout: ViewLayout, rect: Rect) -> Strip {
    Strip::new(rect, (layout == ViewLayout::Map || open.paints_sure()) && has_legend(open.settings()))
}

pub fn over_map_ui(
    ui: &mut Ui,
    desk: &Desk,
    panels: &Panels,
    (live, pointed): (Option<&Live>, &PointedAt),
    rect: Rect,
) {
    let Some(open) = &desk.open else { return };
    let ppp = f64::from(ui.ctx().pixels_per_point());
    let strip = strip(open, desk.layout, rect);
    let maps = live.and_then(Live::maps);
    let Some(maps) = maps else {
        let colors = theme::colors(ui.ctx());
        let text = say!("map-panel-nothing-within-range-no");
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, egui::FontId::proportional(13.0), colors.weak);
        return;
    };
    // It is drawn for the first time with this frame.
    let Some(view) = &open.view.map else { return };
    let seen = (view, &maps.projection);
    let mut taken = caption_ui(ui, (desk, open), rect);
    letters_ui(ui, rect, sides_of_map(seen.0, seen.1, open.session.frame()), &mut taken);
    let room = Rect::from_min_max(rect.min + vec2(4.0, 4.0), rect.max - vec2(4.0, strip.height));
    zone_marks::on_map_ui(ui, open, panels.zones.hovered, seen, rect, (room, &taken));
    section_ui(ui, open, seen, rect);
    scale_bar_ui(ui, rect, strip.scale_bar, view.mm_per_px * ppp);
    if let Some(plate) = strip.legend {
        legend_ui(ui, (open.settings(), PaintedGap::Projected), plate);
    }
    if let Some(text) = pointed.probe.and_then(read_out) {
        glass_text(ui, strip.read_out, Align2::LEFT_CENTER, &text, 13.0);
    }
    layers_ui(ui, open, seen, (rect, strip.height, pointed.cursor));
}

/// What the map is, and the two greys that are no gap. Alone it has the badge of the bite above it. Gives the room that both take.
fn caption_ui(ui: &Ui, (desk, open): (&Desk, &Open), rect: Rect) -> Vec<Rect> {
    let top = if desk.layout == ViewLayout::Map { BELOW_BADGE } else { 12.0 };
    // Between two columns of a small window there is no room for it.
    let has_room = glass_size(ui, CAPTION.say(), LETTERS).x + 2.0 * 12.0 <= rect.width();
    let words = if has_room { CAPTION } else { SHORT_CAPTION };
    let place = glass_text(ui, rect.min + vec2(12.0, top), Align2::LEFT_TOP, words.say(), LETTERS);
    let mut at = place.left_bottom() + vec2(0.0, 4.0);
    let badge = Rect::from_min_max(rect.min, pos2(place.right(), place.top()));
    let mut taken = vec![badge, place];
    let palette = open.settings().palette;
    for (jaw, [r, g, b]) in [
        (say!("map-panel-upper-jaw-alone"), palette.upper_only()),
        (say!("map-panel-lower-jaw-alone"), palette.lower_only()),
    ] {
        let words = glass_text(ui, at + vec2(18.0, 0.0), Align2::LEFT_TOP, jaw, 11.0);
        let sample = Rect::from_min_size(pos2(at.x + 2.0, words.center().y - 6.0), vec2(12.0, 12.0));
        ui.painter().rect_filled(sample, 2.0, Color32::from_rgb(r, g, b));
        at.y = words.bottom() + 3.0;
        taken.push(words);
    }
    taken
}

/// Where the section lies, as far as it is about.
fn section_ui(ui: &Ui, open: &Open, (view, projection): (&MapView, &Projection), rect: Rect) {
    let Some(found) = open.section.found() else { return };
    let Some([lo, hi]) = found.cut.bounds() else { return };
    let ppp = ui.ctx().pixels_per_point();
    let place = |u: f64| {
        let world = found.cut.plane.world_from_plane(DVec2::new(u, 0.0));
        let at = view.view_from_map(projection, projection.map_from_world(world).0);
        rect.min + vec2(at.x as f32, at.y as f32) / ppp
    };
    let colors = theme::colors(ui.ctx());
    draw_line(&ui.painter_at(rect), vec![place(lo.x), place(hi.x)], 1.5, colors.accent, colors.glass);
}

fn read_out(probe: Probe) -> Option<String> {
    match probe.class {
        PixelClass::None => None,
        PixelClass::UpperOnly => Some(say!("map-panel-upper-jaw-only").to_owned()),
        PixelClass::LowerOnly => Some(say!("map-panel-lower-jaw-only").to_owned()),
        PixelClass::Unsolved => Some(say!("map-panel-undecided").to_owned()),
        PixelClass::Clear | PixelClass::Interfering => Some(gap_text(probe.gap_mm)),
    }
}

/// The layers of the ray that is pointed at, or kept: then with a ring where it is.
fn layers_ui(
    ui: &Ui,
    open: &Open,
    (view, projection): (&MapView, &Projection),
    (rect, strip, cursor): (Rect, f32, Option<Pos2>),
) {
    let ppp = ui.ctx().pixels_per_point();
    let kept = open.layers.kept().map(|world| {
        let at = view.view_from_map(projection, projection.map_from_world(world).0);
        rect.min + vec2(at.x as f32, at.y as f32) / ppp
    });
    if let Some(at) = kept {
        let painter = ui.painter_at(rect);
        painter.circle_stroke(at, 7.0, Stroke::new(3.5, theme::colors(ui.ctx()).glass));
        painter.circle_stroke(at, 7.0, Stroke::new(1.5, theme::colors(ui.ctx()).accent));
    }
    let (Some(at), Some(shown)) = (kept.or(cursor), open.layers.reading()) else {
        return;
    };
    card_ui(ui, (rect, strip, at), open.pair(), shown, kept.is_some());
}
