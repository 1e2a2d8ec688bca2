//! The contact of each tooth as the arches lie in the mouth: bars away from the line where they meet.
use super::zones::ZonesUi;
use crate::app::actions::ViewAction;
use crate::app::state::zones::NamedZone;
use crate::app::state::{ContactShown, Desk, Open};
use crate::app::widgets::legend::hatch;
use crate::app::widgets::section::title_ui;
use crate::app::widgets::{text, theme};
use crate::base::words::say;
use crate::field::contact::{ByTooth, overlaps};
use crate::jaw::{Fdi, JawSide};
use egui::{
    Align2, CursorIcon, FontId, Painter, Pos2, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};

/// Teeth of an arch.
const N: usize = 16;
const HEIGHT: f32 = 86.0;
/// Of the numbers above and below, and of the marks of those that are a guess: beside the numbers they would run into the next one.
const NUMBER: f32 = 13.0;
const MARK: f32 = 8.0;

/// What is known of one tooth.
struct ToothBar {
    side: JawSide,
    /// Its place in its jaw's regions.
    region: usize,
    column: usize,
    name: String,
    /// As it stands in the diagram.
    number: String,
    is_sure: bool,
    mm2: f64,
    /// Contacts that lie on it, be it in part.
    n: usize,
    /// Smallest gap of it, negative inside, mm.
    least_mm: Option<f64>,
    /// The number of the largest of its contacts.
    largest: Option<u32>,
}

/// What the bars are drawn by: the largest area, and the room of the numbers at either end, points.
#[derive(Clone, Copy)]
struct Scale {
    most_mm2: f64,
    numbers: f32,
}

/// Hovering lights a tooth's largest contact up; a click selects the tooth with its contacts, and flies there.
pub fn arch_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut ZonesUi) {
    let Some(found) = open.zones.by_tooth() else { return };
    title_ui(ui, say!("arch-contact-tooth")).on_hover_text(say!("arch-surface-each-tooth-within"));
    let known = open.contact_shown();
    let (zones, _) = open.zones.shown(desk.habits.list);
    let bars = bars(open, found, &zones);
    let marks = if bars.iter().all(|bar| bar.is_sure) { 0.0 } else { MARK };
    let size = vec2(ui.available_width(), HEIGHT + 2.0 * marks);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let scale = Scale { most_mm2: bars.iter().map(|bar| bar.mm2).fold(0.0, f64::max), numbers: NUMBER + marks };
    let cells: Vec<Response> = bars.iter().map(|bar| cell_ui(ui, (desk, rect), bar, known)).collect();
    let is_hot = |cell: &Response| cell.hovered() || cell.has_focus();
    let hovered = bars.iter().zip(&cells).find(|(_, cell)| is_hot(cell)).map(|(bar, _)| bar);
    draw(ui, rect, known, (&bars, scale), (hovered, open.zones.tooth));
    if let Some(bar) = hovered.filter(|_| known.contact().is_some()) {
        state.hovered = bar.largest.or(state.hovered);
    }
}

/// What of the diagram belongs to one tooth, as a button.
fn cell_ui(ui: &Ui, (desk, rect): (&Desk, Rect), bar: &ToothBar, known: ContactShown) -> Response {
    let id = ui.scope_id().with(("tooth", bar.side as usize, bar.region));
    let response = ui.interact(bar.cell(rect), id, Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, bar.words(known)));
    if response.clicked() {
        desk.wish(ViewAction::FlyToTooth(bar.side, bar.region));
    }
    response.on_hover_ui(|ui| drop(ui.label(bar.words(known))))
}

/// Of the teeth that have a number.
fn bars(open: &Open, found: &ByTooth, zones: &[NamedZone]) -> Vec<ToothBar> {
    let sides = [JawSide::Upper, JawSide::Lower];
    let of = |side: JawSide| {
        let figures = found.areas_mm2[side as usize].iter().zip(&found.least_gaps_mm[side as usize]);
        let regions = open.session.teeth().jaw(side).regions.iter().zip(figures);
        regions.enumerate().filter_map(move |(region, (tooth, (mm2, least_mm)))| {
            let fdi = tooth.fdi?;
            let own = || zones.iter().filter(|z| z.is_on((side, region)));
            let largest = own().max_by(|a, b| a.zone.mean_area_mm2().total_cmp(&b.zone.mean_area_mm2()));
            let (largest, least_mm) = (largest.map(|z| z.name), Some(*least_mm).filter(|mm| mm.is_finite()));
            let (name, number) = (tooth.name(), fdi.said_in_quadrant());
            let (is_sure, n) = (tooth.is_sure(), own().count());
            Some(ToothBar { side, region, column: column(fdi), n, least_mm, largest, mm2: *mm2, name, number, is_sure })
        })
    };
    sides.into_iter().flat_map(of).collect()
}

/// From the viewer's left: the patient's right third molar first.
fn column(fdi: Fdi) -> usize {
    (N / 2).saturating_add_signed(fdi.beside_midline() as isize)
}

impl ToothBar {
    /// All that belongs to it, from the line outwards.
    fn cell(&self, rect: Rect) -> Rect {
        let width = rect.width() / N as f32;
        let left = rect.left() + self.column as f32 * width;
        let (top, bottom) = match self.side {
            JawSide::Upper => (rect.top(), rect.center().y),
            JawSide::Lower => (rect.center().y, rect.bottom()),
        };
        Rect::from_min_max(pos2(left, top), pos2(left + width, bottom))
    }

    /// So far from the outer end of its cell.
    fn inwards(&self, rect: Rect, by: f32) -> Pos2 {
        let cell = self.cell(rect);
        match self.side {
            JawSide::Upper => cell.center_top() + vec2(0.0, by),
            JawSide::Lower => cell.center_bottom() - vec2(0.0, by),
        }
    }

    fn bar(&self, rect: Rect, scale: Scale) -> Rect {
        let cell = self.cell(rect).shrink2(vec2(2.0, 0.0));
        let longest = cell.height() - scale.numbers - 2.0;
        let length = (self.mm2 / scale.most_mm2.max(1e-9)) as f32 * longest;
        let length = if self.mm2 > 0.0 { length.max(1.5) } else { 0.0 };
        match self.side {
            JawSide::Upper => cell.with_min_y(cell.bottom() - length),
            JawSide::Lower => cell.with_max_y(cell.top() + length),
        }
    }

    fn overlaps(&self) -> bool {
        self.least_mm.is_some_and(overlaps)
    }

    fn words(&self, known: ContactShown) -> String {
        if known.contact().is_none() {
            return format!("{}: …", self.name);
        }
        if self.n == 0 && self.mm2 < 0.005 {
            return say!("arch-no-contact", name = self.name);
        }
        let contacts = say!("arch-contacts", n = self.n);
        let area = known.mark(&text::plain(self.mm2, 2));
        let gap = match self.least_mm {
            Some(gap) if overlaps(gap) => say!("arch-mm-deep", gap = text::plain(-gap, 3)),
            Some(gap) => say!("arch-nearest-mm", gap = text::plain(gap, 3)),
            None => String::new(),
        };
        format!("{}: {area} mm², {contacts}{gap}", self.name)
    }
}

fn draw(
    ui: &Ui,
    rect: Rect,
    known: ContactShown,
    (bars, scale): (&[ToothBar], Scale),
    (hovered, chosen): (Option<&ToothBar>, Option<(JawSide, usize)>),
) {
    let colors = theme::colors(ui.ctx());
    let painter: &Painter = ui.painter();
    let dim = if known.is_at_rest() { 1.0 } else { 0.5 };
    for bar in bars {
        let is_hovered = hovered.is_some_and(|h| std::ptr::eq(h, bar));
        let is_chosen = chosen == Some((bar.side, bar.region));
        if is_hovered || is_chosen {
            let strength = if is_hovered { 0.3 } else { 0.18 };
            painter.rect_filled(bar.cell(rect), 2.0, colors.accent.gamma_multiply(strength));
        }
        let color = if bar.mm2 >= 0.005 { colors.text } else { colors.weak };
        let letters = |at: Pos2, text: &str| {
            painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(9.0), color);
        };
        letters(bar.inwards(rect, 0.5 * NUMBER), &bar.number);
        if !bar.is_sure {
            letters(bar.inwards(rect, NUMBER + 0.4 * MARK), "?");
        }
        if known.contact().is_none() {
            continue;
        }
        let (place, overlaps) = (bar.bar(rect, scale), bar.overlaps());
        let fill = if overlaps { colors.interfering } else { colors.touching };
        painter.rect_filled(place, 1.0, fill.gamma_multiply(dim));
        if overlaps {
            hatch(&painter.with_clip_rect(place), place);
        }
    }
    let line = Stroke::new(1.0, colors.line);
    painter.hline(rect.x_range(), rect.center().y, line);
    painter.vline(rect.center().x, rect.y_range(), line);
}
