//! What the analysis found: verdict, areas, depth, gap. Geometry only.
use super::areas::areas_ui;
use super::curve::curve_ui;
use super::figures::figures_ui;
use super::sure::sure_ui;
use super::zones::{ZonesUi, gap_ui, pairs_ui, zones_ui};
use crate::app::actions::ProgramAction;
use crate::app::state::{Desk, Open};
use crate::app::widgets::icons::warning_line_ui;
use crate::app::widgets::section::{divider_ui, title_ui};
use crate::app::widgets::text;
use crate::app::widgets::theme;
use crate::field::multi_projection::MultiProjectionFigures;
use crate::field::{Metrics, PixelCounts, Question, Verdict};
use crate::session::Command;
use egui::{Color32, Pos2, Rect, RichText, Stroke, Ui, vec2};

pub fn contacts_ui(ui: &mut Ui, desk: &Desk, zones: &mut ZonesUi) {
    let Some(open) = &desk.open else { return };
    ui.horizontal(|ui| {
        title_ui(ui, "CONTACTS");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| copy_ui(ui, desk, open));
    });
    let (settings, metrics) = (open.settings(), open.figures.metrics.as_ref());
    let (threshold, gap, range) = (settings.threshold_mm, settings.contact_gap, settings.range_mm);
    verdict_ui(ui, metrics, open.figures.stale);
    ui.label(RichText::new(metrics.map_or(String::new(), |m| verdict_words(m, range))).small());
    ui.add_space(4.0);
    thresholds_ui(ui, desk, threshold);
    ui.add_space(4.0);
    gap_ui(ui, desk, gap);
    areas_ui(ui, open, threshold, gap);
    curve_ui(ui, (desk, open), threshold);
    divider_ui(ui);
    zones_ui(ui, (desk, open), zones);
    pairs_ui(ui, open);
    divider_ui(ui);
    sure_ui(ui, (desk, open), threshold);
    divider_ui(ui);
    figures_ui(ui, open, threshold, range);
    if let Some(metrics) = metrics {
        doubts_ui(ui, metrics, open.exact.fresh_multi_projection().map(|v| &v.answer.figures));
    }
}

/// Puts the figures on the clipboard.
fn copy_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let button = ui.add_enabled(open.figures.metrics.is_some(), egui::Button::new("Copy").small());
    let hint =
        "The figures as a table for a spreadsheet: areas, contacts, pairs, with the pose, the gap and the projection.";
    if button.on_hover_text(hint).clicked() {
        desk.wish(ProgramAction::CopyFigures);
    }
}

fn verdict_ui(ui: &mut Ui, metrics: Option<&Metrics>, stale: bool) {
    let colors = theme::colors(ui.ctx());
    let (word, hint, color) = match metrics.map(|m| m.verdict) {
        Some(Verdict::Interfering) => {
            ("Interfering", "Somewhere the two surfaces overlap along the projection.", colors.interfering)
        }
        Some(Verdict::Touching) => {
            ("Touching", "Nothing overlaps; the smallest projected gap is at most 8 µm.", colors.touching)
        }
        Some(Verdict::Apart) => ("Apart", "Nothing overlaps and nothing touches.", colors.apart),
        Some(Verdict::Undecided) => {
            ("Undecided", "Nothing overlaps for certain, but some pixels could not be decided.", colors.undecided)
        }
        None => ("…", "The first figures are on their way.", colors.weak),
    };
    let color = if stale { color.gamma_multiply(0.6) } else { color };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(30.0, 30.0), egui::Sense::hover());
        draw_verdict(ui, rect, metrics.map(|m| m.verdict), color);
        ui.label(RichText::new(word).text_style(theme::verdict()).color(color));
    })
    .response
    .on_hover_text(format!("{hint} Geometry only: nothing is said about loads."));
}

/// The figure behind the verdict.
fn verdict_words(metrics: &Metrics, range_mm: f64) -> String {
    let gap = || match metrics.min_gap_mm {
        Some(gap) => format!("smallest gap {} mm", text::plain(gap, 3)),
        None => format!("more than {range_mm} mm everywhere"),
    };
    let words = match metrics.verdict {
        Verdict::Interfering => match metrics.max_depth_mm {
            Some(depth) => format!("up to {} mm deep", text::plain(depth, 3)),
            None => "the depth is not known".into(),
        },
        Verdict::Touching | Verdict::Apart => gap(),
        Verdict::Undecided => {
            format!("{} pixels could not be decided; {}", text::thousands(metrics.pixels.unsolved as usize), gap())
        }
    };
    let unsolved = f64::from(metrics.pixels.unsolved) / f64::from(metrics.pixels.overlap.max(1));
    match unsolved >= WORTH_SAYING && metrics.verdict != Verdict::Undecided {
        true => format!("{words}; {:.0} % of the overlap undecided", 100.0 * unsolved),
        false => words,
    }
}

/// From this part of the overlap on, undecided pixels are named beside the verdict.
const WORTH_SAYING: f64 = 0.005;

/// Why pixels are undecided, and how many.
fn unsolved_words(pixels: &PixelCounts) -> Option<String> {
    if pixels.unsolved == 0 {
        return None;
    }
    let count = |n: u32| text::thousands(n as usize);
    let percent = 100.0 * f64::from(pixels.unsolved) / f64::from(pixels.overlap.max(1));
    let mut words = format!("{} pixels undecided, {percent:.2} % of where the jaws overlap", count(pixels.unsolved));
    if pixels.unbalanced > 0 {
        words += &format!("; {} where a jaw's surface has a gap or a fold", count(pixels.unbalanced));
    }
    let layered = pixels.unsolved.saturating_sub(pixels.unbalanced);
    if layered > 0 {
        words += &format!("; {} where the order of many layers is not known", count(layered));
    }
    Some(words + ". They are crossed on the map and in no figure.")
}

/// Crossed lines, as unsolved pixels have them on the map.
fn crossed_line_ui(ui: &mut Ui, words: &str) {
    let color = theme::colors(ui.ctx()).undecided;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let (rect, _) = ui.allocate_exact_size(vec2(13.0, 13.0), egui::Sense::hover());
        ui.painter().rect_filled(rect, 1.0, Color32::from_rgb(140, 107, 191));
        let stroke = Stroke::new(1.5, Color32::from_rgb(40, 20, 60));
        ui.painter().line_segment([rect.left_top(), rect.right_bottom()], stroke);
        ui.painter().line_segment([rect.left_bottom(), rect.right_top()], stroke);
        ui.add(egui::Label::new(RichText::new(words).small().color(color)).wrap());
    });
}

/// A shape for each verdict, so that colour is not needed: two blocks apart, edge to edge, or one inside the other.
fn draw_verdict(ui: &Ui, rect: Rect, verdict: Option<Verdict>, color: Color32) {
    let painter = ui.painter();
    let c = rect.center();
    let stroke = Stroke::new(2.0, color);
    let block = |y: f32| Rect::from_center_size(Pos2::new(c.x, c.y + y), vec2(22.0, 9.0));
    let outline = |r: Rect| painter.rect_stroke(r, 2.0, stroke, egui::StrokeKind::Middle);
    match verdict {
        Some(Verdict::Apart) => {
            outline(block(-8.5));
            outline(block(8.5));
        }
        Some(Verdict::Touching) => {
            outline(block(-5.5));
            outline(block(5.5));
            painter.hline(c.x - 14.0..=c.x + 14.0, c.y, Stroke::new(3.0, color));
        }
        Some(Verdict::Interfering) => {
            let (a, b) = (block(-3.5), block(3.5));
            painter.rect_filled(a.intersect(b), 0.0, color);
            outline(a.expand2(vec2(0.0, 2.0)));
            outline(b.expand2(vec2(0.0, 2.0)));
        }
        Some(Verdict::Undecided) => {
            painter.circle_stroke(c, 12.0, stroke);
            painter.text(c, egui::Align2::CENTER_CENTER, "?", egui::FontId::proportional(17.0), color);
        }
        None => drop(painter.circle_stroke(c, 9.0, Stroke::new(1.5, color))),
    }
}

fn thresholds_ui(ui: &mut Ui, desk: &Desk, threshold: f64) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Contact threshold").small());
        ui.label(RichText::new("µm").small().weak());
    })
    .response
    .on_hover_text(
        "Contact is surface whose projected gap is at most the threshold. No single threshold is right: foils have 8 µm, papers up to 200 µm.",
    );
    let width = (ui.available_width() - 3.0 * 4.0) / 4.0;
    egui::Grid::new("thresholds").num_columns(4).spacing([4.0, 4.0]).min_col_width(width).show(ui, |ui| {
        for (i, mm) in Question::DEFAULT_THRESHOLDS_MM.into_iter().enumerate() {
            let label = format!("{:.0}", mm * 1000.0);
            let on = (mm - threshold).abs() < 1e-9;
            let chip = ui.add_sized([width, 22.0], egui::Button::new(label).selected(on));
            if chip.on_hover_text(format!("Key {}", i + 1)).clicked() {
                desk.wish(Command::Threshold(mm));
            }
            if i % 4 == 3 {
                ui.end_row();
            }
        }
    });
}

/// What limits the figures.
fn doubts_ui(ui: &mut Ui, metrics: &Metrics, views: Option<&MultiProjectionFigures>) {
    if let Some(words) = unsolved_words(&metrics.pixels) {
        crossed_line_ui(ui, &words);
    }
    let mut lines: Vec<String> = metrics.warnings.iter().map(ToString::to_string).collect();
    if let Some(views) = views {
        let hidden = views.hidden_interference().filter(|_| metrics.verdict != Verdict::Interfering);
        lines.extend(views.warnings().iter().chain(&hidden).map(ToString::to_string));
    }
    for line in lines {
        warning_line_ui(ui, &line);
    }
}
