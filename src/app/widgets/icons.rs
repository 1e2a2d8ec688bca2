//! Small pictures drawn with lines, so that they need no symbol font.
use super::theme;
use crate::base::words::reword;
use egui::{Color32, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2};
use std::f32::consts::TAU;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    Eye,
    EyeShut,
    Sun,
    Moon,
    Info,
    Warning,
    Error,
    Cross,
    /// A padlock, shut and open.
    Locked,
    Free,
    /// Arrow heads.
    Left,
    Right,
    /// Arrow heads at a bar.
    First,
    Last,
}

/// A button with an icon, as high as the other buttons.
pub fn icon_button(ui: &mut Ui, icon: Icon, selected: bool) -> Response {
    let size = Vec2::splat(ui.spacing().interact_size.y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let visuals = ui.style().interact_selectable(&response, selected);
    ui.painter().rect(rect, visuals.corner_radius, visuals.weak_bg_fill, visuals.bg_stroke, egui::StrokeKind::Inside);
    draw(ui.painter(), icon, rect.shrink(4.0), visuals.fg_stroke.color);
    // Its name is the hint that it gets.
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), ""));
    response
}

/// An icon as part of a line of text.
pub fn icon_ui(ui: &mut Ui, icon: Icon, size: f32, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    draw(ui.painter(), icon, rect, color);
}

/// The colour and icon of a warning, in one line with its text; that in the language of the window, if a lower floor wrote it in English.
pub fn warning_line_ui(ui: &mut Ui, text: &str) {
    let color = theme::colors(ui.ctx()).touching;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        icon_ui(ui, Icon::Warning, 13.0, color);
        ui.add(egui::Label::new(egui::RichText::new(reword(text)).small().color(color)).wrap());
    });
}

fn draw(painter: &egui::Painter, icon: Icon, rect: Rect, color: Color32) {
    let c = rect.center();
    let r = 0.5 * rect.width().min(rect.height());
    let stroke = Stroke::new((r * 0.18).max(1.2), color);
    let line = |points: [Pos2; 2]| {
        painter.line_segment(points, stroke);
    };
    let at = |x: f32, y: f32| pos2(c.x + x * r, c.y + y * r);
    match icon {
        Icon::Eye => {
            eye(painter, c, r, stroke);
            painter.circle_filled(c, 0.3 * r, color);
        }
        Icon::EyeShut => {
            eye(painter, c, r, stroke);
            line([at(-0.8, 0.8), at(0.8, -0.8)]);
        }
        Icon::Sun => {
            painter.circle_filled(c, 0.42 * r, color);
            for k in 0..8 {
                let way = Vec2::angled(TAU * k as f32 / 8.0);
                line([c + way * 0.65 * r, c + way * 0.95 * r]);
            }
        }
        Icon::Moon => crescent(painter, c, r, color),
        Icon::Info | Icon::Error => {
            painter.circle_stroke(c, r - 0.5, stroke);
            if icon == Icon::Error {
                line([at(-0.4, -0.4), at(0.4, 0.4)]);
                line([at(-0.4, 0.4), at(0.4, -0.4)]);
            } else {
                line([at(0.0, -0.1), at(0.0, 0.55)]);
                painter.circle_filled(at(0.0, -0.45), 0.13 * r, color);
            }
        }
        Icon::Warning => {
            let corners = vec![at(0.0, -0.85), at(0.95, 0.8), at(-0.95, 0.8)];
            painter.add(Shape::closed_line(corners, stroke));
            line([at(0.0, -0.25), at(0.0, 0.25)]);
            painter.circle_filled(at(0.0, 0.52), 0.12 * r, color);
        }
        Icon::Locked | Icon::Free => {
            padlock(painter, &at, (icon == Icon::Locked, stroke));
        }
        Icon::Left | Icon::Right => {
            let way = if icon == Icon::Left { -1.0 } else { 1.0 };
            line([at(-0.35 * way, -0.7), at(0.35 * way, 0.0)]);
            line([at(0.35 * way, 0.0), at(-0.35 * way, 0.7)]);
        }
        Icon::First | Icon::Last => {
            let way = if icon == Icon::First { -1.0 } else { 1.0 };
            line([at(-0.55 * way, -0.7), at(0.15 * way, 0.0)]);
            line([at(0.15 * way, 0.0), at(-0.55 * way, 0.7)]);
            line([at(0.5 * way, -0.7), at(0.5 * way, 0.7)]);
        }
        Icon::Cross => {
            line([at(-0.6, -0.6), at(0.6, 0.6)]);
            line([at(-0.6, 0.6), at(0.6, -0.6)]);
        }
    }
}

/// `at`: places in a square from −1 to 1. An open one has its shackle swung aside.
fn padlock(painter: &egui::Painter, at: &impl Fn(f32, f32) -> Pos2, (is_shut, stroke): (bool, Stroke)) {
    painter.rect_filled(Rect::from_min_max(at(-0.7, -0.05), at(0.7, 0.9)), 1.5, stroke.color);
    let (left, lift) = if is_shut { (-0.42, 0.0) } else { (0.0, -0.12) };
    let arch = (0..=10).map(|i| {
        let way = Vec2::angled(std::f32::consts::PI * (1.0 + i as f32 / 10.0));
        at(left + 0.42 + 0.42 * way.x, -0.4 + lift + 0.48 * way.y)
    });
    let foot = if is_shut { vec![at(0.42, 0.0)] } else { Vec::new() };
    let shackle = [at(left, 0.0)].into_iter().chain(arch).chain(foot).collect();
    painter.line(shackle, stroke);
}

fn eye(painter: &egui::Painter, c: Pos2, r: f32, stroke: Stroke) {
    let lid = |sign: f32| -> Vec<Pos2> {
        (0..=12)
            .map(|i| {
                let x = -1.0 + i as f32 / 6.0;
                c + vec2(x * r, sign * 0.58 * r * (1.0 - x * x))
            })
            .collect()
    };
    painter.line(lid(-1.0), stroke);
    painter.line(lid(1.0), stroke);
}

fn crescent(painter: &egui::Painter, c: Pos2, r: f32, color: Color32) {
    // A disc without the disc that covers its upper right: strips keep the shape convex for the painter.
    for i in 0..32 {
        let y = -1.0 + (i as f32 + 0.5) / 16.0;
        let left = -(1.0 - y * y).max(0.0).sqrt();
        let cover = 0.75 - (y + 0.35) * (y + 0.35);
        let right = if cover > 0.0 { 0.45 - cover.sqrt() } else { (1.0 - y * y).max(0.0).sqrt() };
        if right > left {
            let half = r / 32.0 + 0.2;
            let y = c.y + y * r * 0.9;
            let strip = Rect::from_min_max(pos2(c.x + left * r * 0.9, y - half), pos2(c.x + right * r * 0.9, y + half));
            painter.rect_filled(strip, 0.0, color);
        }
    }
}
