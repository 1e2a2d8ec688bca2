//! What touches when: a lane for each pair of teeth above the scrub bar. Holes of the path are hatched, leaps are ticks.
use crate::app::actions::CaseAction;
use crate::app::state::motion::MotionWish;
use crate::app::state::{Desk, Open};
use crate::app::widgets::legend::stripes;
use crate::app::widgets::{text, theme};
use crate::base::words::{decimal, say};
use crate::export::motion::paint::role_color;
use crate::export::motion::record::role_word;
use crate::jaw::motion::Role;
use crate::session::jaw_motion::{PairLane, PathFound};
use egui::{Align2, Color32, CursorIcon, FontId, Painter, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

/// Of the scrub bar, points.
const BAR: f32 = 16.0;
/// Left of it stand the teeth.
const NAMES: f32 = 62.0;
/// A lane is no lower and no higher.
const LANE: [f32; 2] = [9.0, 14.0];
/// Of a role in the legend, points.
const SAMPLE: Vec2 = vec2(18.0, 8.0);
/// From one stripe to the next, points.
const STRIPES: f32 = 5.0;

/// From places on the path to the screen and back.
#[derive(Clone, Copy)]
struct Track {
    rect: Rect,
    from: f64,
    to: f64,
}

impl Track {
    fn x(&self, at: f64) -> f32 {
        let share = if self.to > self.from { (at - self.from) / (self.to - self.from) } else { 0.0 };
        self.rect.left() + self.rect.width() * share.clamp(0.0, 1.0) as f32
    }

    fn at(&self, x: f32) -> f64 {
        let share = f64::from((x - self.rect.left()) / self.rect.width().max(1.0)).clamp(0.0, 1.0);
        self.from + share * (self.to - self.from)
    }
}

/// A role as the bars, the table and their legend show it, in the colour that the teeth are painted in by it.
pub fn draw_role(ui: &Ui, open: &Open, rect: Rect, role: Option<Role>) {
    let movement = open.motion.path().and_then(|path| path.asked.moves.movement());
    let [r, g, b] = role_color(role, movement, open.motion.drawn.paint.colours());
    draw_span(ui.painter(), rect, role, Color32::from_rgb(r, g, b));
}

pub fn role_name(role: Option<Role>) -> &'static str {
    match role {
        Some(Role::Working) => say!("motion-working"),
        Some(Role::Balancing) => say!("motion-balancing"),
        Some(Role::Protrusive) => say!("motion-protrusive"),
        Some(Role::Intercuspal) => say!("motion-intercuspal"),
        None => say!("motion-contact"),
    }
}

/// What the bars mean, at the end of a row: those of the roles that there are.
pub fn roles_ui(ui: &mut Ui, open: &Open) {
    let mut roles: Vec<Option<Role>> = open.motion.sweep().iter().flat_map(|s| &s.lanes).map(|l| l.role).collect();
    roles.sort_unstable();
    roles.dedup();
    let (font, weak) = (FontId::proportional(11.0), theme::colors(ui.ctx()).weak);
    let words = |role: &Option<Role>| {
        ui.painter().layout_no_wrap(role.map_or(say!("motion-contact"), role_word).to_owned(), font.clone(), weak)
    };
    let named: Vec<_> = roles.iter().map(|role| (*role, words(role))).collect();
    let wide: f32 = named.iter().map(|(_, words)| SAMPLE.x + words.size().x + 18.0).sum();
    let room = ui.available_rect_before_wrap();
    // Where there is no room each bar still says it where one points.
    if named.is_empty() || wide > room.width() {
        return;
    }
    let mut x = room.right() - wide;
    for (role, words) in named {
        x += 12.0;
        let sample = Rect::from_min_size(pos2(x, room.center().y - 0.5 * SAMPLE.y), SAMPLE);
        draw_role(ui, open, sample, role);
        x = sample.right() + 6.0;
        let width = words.size().x;
        ui.painter().galley(pos2(x, room.center().y - 0.5 * words.size().y), words, weak);
        x += width;
    }
}

/// A contact of a role is told by its form as well: of the balancing side hatched, straight forwards with a line along it, of the bite hollow.
fn draw_span(painter: &Painter, rect: Rect, role: Option<Role>, color: Color32) {
    let stroke = Stroke::new(1.0, color);
    match role {
        Some(Role::Intercuspal) => {
            painter.rect_stroke(rect, 1.5, stroke, StrokeKind::Inside);
        }
        Some(Role::Balancing) => {
            painter.rect_filled(rect, 1.5, color.gamma_multiply(0.35));
            stripes(&painter.with_clip_rect(rect), rect, STRIPES, Stroke::new(1.5, color));
        }
        Some(Role::Protrusive) => {
            painter.rect_filled(rect, 1.5, color.gamma_multiply(0.35));
            let [top, bottom] = [rect.top(), rect.bottom()].map(|y| y.midpoint(rect.center().y));
            let core = Rect::from_min_max(pos2(rect.left(), top), pos2(rect.right(), bottom));
            painter.rect_filled(core, 0.0, color);
        }
        Some(Role::Working) | None => {
            painter.rect_filled(rect, 1.5, color);
        }
    }
}

pub fn lanes_ui(ui: &mut Ui, desk: &Desk, open: &Open, rect: Rect) {
    let bar = Rect::from_min_max(pos2(rect.left() + NAMES, rect.bottom() - BAR - 2.0), rect.max - vec2(4.0, 2.0));
    let response = ui.interact(
        Rect::from_min_max(pos2(bar.left() - 6.0, rect.top()), rect.max),
        ui.scope_id().with("motion scrub"),
        Sense::click_and_drag(),
    );
    let response = response.accessible_name(say!("access-motion-bar"));
    let Some(path) = open.motion.path() else {
        return draw_empty(ui, bar);
    };
    let [from, to] = path.ends();
    let track = Track { rect: bar, from, to };
    hear(ui, desk, open, (&response, &track));
    let lanes = Rect::from_min_max(pos2(bar.left(), rect.top()), pos2(bar.right(), bar.top() - 3.0));
    let named = Rect::from_min_max(rect.min, pos2(bar.left(), lanes.bottom()));
    pairs_ui(ui, open, (lanes, named), &track);
    draw_bar(ui, open, path, &track);
    if response.hovered() {
        ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
    }
}

fn wish(desk: &Desk, wish: MotionWish) {
    desk.wish(CaseAction::Motion(wish));
}

/// A press goes there at once; the bar is held until the button is let go.
fn hear(ui: &Ui, desk: &Desk, open: &Open, (response, track): (&egui::Response, &Track)) {
    let is_down = response.is_pointer_button_down_on() && ui.input(|i| i.pointer.primary_down());
    if is_down != open.motion.is_held {
        wish(desk, MotionWish::Hold(is_down));
    }
    let is_let_go = response.clicked() || response.drag_stopped();
    let place = response.interact_pointer_pos().or_else(|| ui.input(|i| i.pointer.latest_pos()));
    if let Some(place) = place.filter(|_| is_down || is_let_go) {
        let at = track.at(place.x);
        if at != open.motion.at() {
            wish(desk, MotionWish::GoTo(at));
        }
    }
}

fn draw_empty(ui: &Ui, bar: Rect) {
    ui.painter().rect_filled(bar, 3.0, theme::colors(ui.ctx()).line);
}

fn pairs_ui(ui: &mut Ui, open: &Open, (lanes, named): (Rect, Rect), track: &Track) {
    let colors = theme::colors(ui.ctx());
    let Some(sweep) = open.motion.sweep() else {
        let words = say!("motion-contacts-on-their-way");
        let font = FontId::proportional(11.0);
        ui.painter().text(lanes.left_bottom(), Align2::LEFT_BOTTOM, words, font, colors.weak);
        return;
    };
    if sweep.lanes.is_empty() {
        let words = if open.session.teeth().is_empty() { say!("motion-no-teeth") } else { say!("motion-no-pairs") };
        ui.painter().text(lanes.left_bottom(), Align2::LEFT_BOTTOM, words, FontId::proportional(11.0), colors.weak);
        return;
    }
    let most = (lanes.height() / LANE[0]).floor().max(1.0) as usize;
    let shown = chosen(&sweep.lanes, most);
    let high = (lanes.height() / shown.len() as f32).clamp(LANE[0], LANE[1]);
    let top = lanes.bottom() - high * shown.len() as f32;
    for (i, lane) in shown.iter().enumerate() {
        let y = top + high * (i as f32 + 0.5);
        lane_ui(ui, (open, lane), (y, high, named), track);
    }
}

/// Of many pairs those that touch longest, in the order in which they come.
fn chosen(lanes: &[PairLane], most: usize) -> Vec<&PairLane> {
    let mut by_share: Vec<usize> = (0..lanes.len()).collect();
    by_share.sort_by(|a, b| lanes[*b].pair.share.total_cmp(&lanes[*a].pair.share));
    let mut shown: Vec<usize> = by_share.into_iter().take(most).collect();
    shown.sort_unstable();
    shown.into_iter().map(|i| &lanes[i]).collect()
}

fn lane_ui(ui: &mut Ui, (open, lane): (&Open, &PairLane), (y, high, named): (f32, f32, Rect), track: &Track) {
    let colors = theme::colors(ui.ctx());
    let font = FontId::proportional((high - 1.0).min(11.0));
    ui.painter().text(pos2(named.right() - 8.0, y), Align2::RIGHT_CENTER, lane.name(), font, colors.text);
    ui.painter().hline(track.rect.x_range(), y, Stroke::new(1.0, colors.line));
    for [from, to] in &lane.spans {
        // A contact of one step is seen as well.
        let ends = [track.x(*from), track.x(*to).max(track.x(*from) + 3.0)];
        let span = Rect::from_min_max(pos2(ends[0], y - 0.32 * high), pos2(ends[1], y + 0.32 * high));
        draw_role(ui, open, span, lane.role);
    }
    let row = Rect::from_min_max(pos2(named.left(), y - 0.5 * high), pos2(named.right(), y + 0.5 * high));
    let hover = ui.interact(
        row,
        ui.scope_id().with(("lane", lane.pair.upper.number(), lane.pair.lower.number())),
        Sense::hover(),
    );
    hover.on_hover_text(lane_hint(lane) + &text::marks_in_words(&lane.name()));
}

fn lane_hint(lane: &PairLane) -> String {
    say!(
        "motion-lane-hint",
        role = role_name(lane.role),
        share = decimal(lane.pair.share * 100.0, 0),
        area = text::plain(lane.pair.max_area_mm2, 2),
        depth = text::plain(lane.pair.max_depth_mm(), 3)
    )
}

fn draw_bar(ui: &Ui, open: &Open, path: &PathFound, track: &Track) {
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter();
    painter.rect_filled(track.rect, 3.0, colors.line);
    let x = track.x(open.motion.at());
    let gone = Rect::from_min_max(track.rect.min, pos2(x, track.rect.bottom()));
    painter.rect_filled(gone, 3.0, colors.accent.gamma_multiply(0.35));
    holes(path).for_each(|[from, to]| draw_hole(painter, track, (from, to), colors.undecided));
    for step in path.steps.iter().filter(|step| step.is_jump) {
        painter.vline(track.x(step.at), track.rect.y_range(), Stroke::new(2.0, colors.touching));
    }
    painter.vline(x, track.rect.y_range().expand(3.0), Stroke::new(2.0, colors.text));
    painter.circle_filled(pos2(x, track.rect.center().y), 6.0, colors.accent);
    let font = FontId::proportional(10.0);
    let ends = if path.is_timed() { " s" } else { " mm" };
    let words = |at: f64| format!("{}{ends}", decimal(at, 1));
    let place = pos2(track.rect.left() - 8.0, track.rect.center().y);
    painter.text(place, Align2::RIGHT_CENTER, words(open.motion.at()), font, colors.weak);
}

/// Runs of steps without a pose, from place to place.
fn holes(path: &PathFound) -> impl Iterator<Item = [f64; 2]> + '_ {
    let steps = &path.steps;
    (0..steps.len()).filter(|i| steps[*i].motion.is_none()).map(|i| {
        let [before, after] = [i.saturating_sub(1), (i + 1).min(steps.len() - 1)];
        [(steps[before].at + steps[i].at) / 2.0, (steps[i].at + steps[after].at) / 2.0]
    })
}

fn draw_hole(painter: &Painter, track: &Track, (from, to): (f64, f64), color: Color32) {
    let rect = Rect::from_min_max(pos2(track.x(from), track.rect.top()), pos2(track.x(to), track.rect.bottom()));
    painter.rect_filled(rect, 0.0, color.gamma_multiply(0.25));
    stripes(&painter.with_clip_rect(rect), rect, STRIPES, Stroke::new(1.0, color));
}
