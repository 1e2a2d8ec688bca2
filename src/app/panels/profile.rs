//! The profile over the picture: where the last frames' time went.
use super::bite::BELOW_BADGE;
use crate::app::state::Desk;
use crate::app::state::profile::{KEPT, Line, Profile};
use crate::app::widgets::theme;
use crate::base::words::{decimal, say};
use egui::{Area, Color32, Frame, Id, Rect, RichText, Sense, Ui, pos2, vec2};

/// Twenty frames a second.
const BUDGET_MS: f64 = 50.0;
const COURSE: egui::Vec2 = vec2(208.0, 44.0);

pub fn profile_ui(ui: &Ui, desk: &Desk, rect: Rect) {
    if !desk.panes.profile {
        return;
    }
    let colors = theme::colors(ui.ctx());
    let area = Area::new(Id::unique("profile")).fixed_pos(rect.min + vec2(12.0, BELOW_BADGE)).interactable(false);
    let shown = area.show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).fill(colors.glass).show(ui, |ui| {
            ui.set_width(COURSE.x);
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.spacing_mut().interact_size.y = 13.0;
            course_ui(ui, &desk.meters.profile);
            heading_ui(ui, say!("profile-frame-ms"));
            lines_ui(ui, &desk.meters.profile.frames());
            let passes = desk.meters.profile.passes();
            if !passes.is_empty() {
                ui.add_space(4.0);
                heading_ui(ui, say!("profile-analysis-ms"));
                lines_ui(ui, &passes);
            }
        });
    });
    let _ = shown.response.accessible_name(say!("access-plate"));
}

fn heading_ui(ui: &mut Ui, text: &str) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(text).small().strong());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for column in ["95 %", say!("profile-median")] {
                ui.add_sized([52.0, 12.0], egui::Label::new(RichText::new(column).small().weak()));
            }
        });
    });
}

fn lines_ui(ui: &mut Ui, lines: &[Line]) {
    for line in lines {
        ui.horizontal(|ui| {
            ui.label(RichText::new(say!("profile-stage", name = line.name)).small());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                for ms in [line.p95_ms, line.median_ms] {
                    let number = RichText::new(decimal(ms, 1)).small().monospace();
                    ui.add_sized([52.0, 12.0], egui::Label::new(number));
                }
            });
        });
    }
}

/// Every frame a bar; the line is twenty frames a second.
fn course_ui(ui: &mut Ui, profile: &Profile) {
    let (rect, _) = ui.allocate_exact_size(COURSE, Sense::hover());
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter();
    let top_ms = 2.0 * BUDGET_MS;
    let y = |ms: f64| rect.max.y - rect.height() * (ms / top_ms).min(1.0) as f32;
    let n = profile.course_ms().len();
    let width = rect.width() / KEPT as f32;
    for (i, ms) in profile.course_ms().enumerate() {
        let x = rect.max.x - width * (n - i) as f32;
        let bar = Rect::from_min_max(pos2(x, y(ms)), pos2(x + width, rect.max.y));
        let color: Color32 = if ms > BUDGET_MS { colors.touching } else { colors.accent };
        painter.rect_filled(bar, 0.0, color);
    }
    painter.hline(rect.x_range(), y(BUDGET_MS), (1.0, colors.text));
    ui.label(
        RichText::new(say!("profile-last-frames-line-ms", n = n, budget_ms = decimal(BUDGET_MS, 0))).small().weak(),
    );
    ui.add_space(4.0);
}
