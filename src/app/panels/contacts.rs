//! What the analysis found: verdict, areas, depth, gap. Geometry only.
use super::{divider_ui, title_ui};
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::icons::warning_line_ui;
use crate::app::text;
use crate::app::theme::{self, Colors};
use crate::field::{ContactArea, Metrics, PixelCounts, Question, Verdict};
use crate::session::Command;
use egui::{Color32, Pos2, Rect, RichText, Stroke, Ui, vec2};

pub fn contacts_ui(ui: &mut Ui, desk: &mut Desk) {
    title_ui(ui, "CONTACTS");
    let Some(threshold) = desk.session.as_ref().map(|s| s.settings().threshold_mm) else { return };
    let stale = desk.figures.stale;
    let metrics = desk.figures.metrics.clone();
    verdict_ui(ui, metrics.as_ref(), stale);
    let range = desk.session.as_ref().map_or(0.0, |s| s.settings().range_mm);
    ui.label(RichText::new(metrics.as_ref().map_or(String::new(), |m| verdict_words(m, range))).small());
    ui.add_space(4.0);
    thresholds_ui(ui, desk, threshold);
    ui.add_space(4.0);
    let area = metrics.as_ref().and_then(|m| area_at(m, threshold));
    area_ui(ui, threshold, area, stale);
    divider_ui(ui);
    extrema_ui(ui, metrics.as_ref(), range, stale);
    divider_ui(ui);
    table_ui(ui, metrics.as_ref(), threshold, stale);
    if let Some(metrics) = &metrics {
        let as_scanned = desk.session.as_ref().is_some_and(|s| s.upper_from_lower() == crate::base::Rigid::IDENTITY);
        doubts_ui(ui, metrics, as_scanned);
    }
}

fn area_at(metrics: &Metrics, threshold_mm: f64) -> Option<ContactArea> {
    metrics.contact.iter().copied().find(|c| (c.threshold_mm - threshold_mm).abs() < 1e-9)
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

fn thresholds_ui(ui: &mut Ui, desk: &mut Desk, threshold: f64) {
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
                desk.wish(Action::Do(Command::Threshold(mm)));
            }
            if i % 4 == 3 {
                ui.end_row();
            }
        }
    });
}

/// Penetrating, near and total area of both jaws at the threshold.
fn area_ui(ui: &mut Ui, threshold_mm: f64, area: Option<ContactArea>, stale: bool) {
    let um = threshold_mm * 1000.0;
    let mm2 = |x: fn(&ContactArea) -> f64| text::optional(area.as_ref().map(x), 1);
    let rows: [(&str, String, [String; 2]); 3] = [
        (
            "Penetrating",
            "Surface with a projected gap below 0: inside the other jaw.".into(),
            [mm2(|a| a.penetrating_area_upper_mm2), mm2(|a| a.penetrating_area_lower_mm2)],
        ),
        (
            "Near",
            format!("Surface with a projected gap from 0 to {um:.0} µm."),
            [
                mm2(|a| a.area_upper_mm2 - a.penetrating_area_upper_mm2),
                mm2(|a| a.area_lower_mm2 - a.penetrating_area_lower_mm2),
            ],
        ),
        (
            "Contact",
            format!("Both together: surface with a projected gap of at most {um:.0} µm."),
            [mm2(|a| a.area_upper_mm2), mm2(|a| a.area_lower_mm2)],
        ),
    ];
    let heading = format!("Area, mm², at {um:.0} µm");
    grid_ui(ui, "areas", [&heading, "upper", "lower"], |ui, widths| {
        for (name, hint, figures) in rows {
            let strong = name == "Contact";
            row_ui(ui, widths, name, &hint, &figures, strong, stale);
        }
    });
}

fn extrema_ui(ui: &mut Ui, metrics: Option<&Metrics>, range_mm: f64, stale: bool) {
    let m = |f: fn(&Metrics) -> Option<f64>| metrics.and_then(f);
    let along = "along the projection direction, not the shortest way";
    let lines = [
        ("Greatest depth", m(|m| m.max_depth_mm), 3, "mm", format!("Longest stretch inside both jaws {along}.")),
        (
            "Smallest gap",
            m(|m| m.min_gap_mm),
            3,
            "mm",
            format!("Smallest projected gap; negative inside. Measured {along}."),
        ),
        (
            "Overlap, projected",
            m(|m| Some(m.interference_projected_area_mm2)),
            2,
            "mm²",
            "Area of the overlap as seen along the projection, whatever the threshold.".into(),
        ),
        (
            "Overlap, volume",
            m(|m| Some(m.interference_volume_mm3)),
            3,
            "mm³",
            "Volume inside both jaws, whatever the threshold.".into(),
        ),
    ];
    let full = ui.available_width();
    for (name, value, digits, unit, hint) in lines {
        ui.horizontal(|ui| {
            cell_ui(ui, full * 0.56, false, RichText::new(name).small());
            let figure = match (value, name == "Smallest gap" && metrics.is_some_and(super::apart::is_far)) {
                (None, true) => format!("> {range_mm}"),
                _ => text::optional(value, digits),
            };
            cell_ui(ui, full * 0.26, true, figure_text(ui, figure, stale));
            ui.label(RichText::new(unit).small().weak());
        })
        .response
        .on_hover_text(hint);
    }
}

/// Areas over all thresholds.
fn table_ui(ui: &mut Ui, metrics: Option<&Metrics>, threshold_mm: f64, stale: bool) {
    let hint =
        "Contact area (penetrating and near) of each jaw at every threshold. It never falls with a larger threshold.";
    grid_ui(ui, "table", ["Contact at, µm", "upper", "lower"], |ui, widths| {
        for mm in Question::DEFAULT_THRESHOLDS_MM {
            let area = metrics.and_then(|m| area_at(m, mm));
            let figure = |x: fn(&ContactArea) -> f64| text::optional(area.as_ref().map(x), 1);
            let figures = [figure(|a| a.area_upper_mm2), figure(|a| a.area_lower_mm2)];
            let on = (mm - threshold_mm).abs() < 1e-9;
            row_ui(ui, widths, &format!("≤ {:.0}", mm * 1000.0), hint, &figures, on, stale);
        }
    });
}

/// What limits the figures. `as_scanned`: nobody has moved the jaw, so a deep bite comes from the scans.
fn doubts_ui(ui: &mut Ui, metrics: &Metrics, as_scanned: bool) {
    if let Some(words) = unsolved_words(&metrics.pixels) {
        crossed_line_ui(ui, &words);
    }
    let mut lines: Vec<String> = metrics.warnings.iter().map(ToString::to_string).collect();
    if as_scanned && metrics.max_depth_mm.is_some_and(|d| d > 0.1) {
        lines.push("Deeper than 0.1 mm: the bite of the scans, or their fit, may be off".into());
    }
    for line in lines {
        warning_line_ui(ui, &line);
    }
}

fn grid_ui(ui: &mut Ui, id: &str, heads: [&str; 3], rows: impl FnOnce(&mut Ui, [f32; 3])) {
    let full = ui.available_width();
    let widths = [full * 0.50, full * 0.23, full * 0.23];
    ui.push_id(id, |ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 2.0);
        ui.horizontal(|ui| {
            for (i, head) in heads.into_iter().enumerate() {
                cell_ui(ui, widths[i], i > 0, RichText::new(head).small().weak());
            }
        });
        rows(ui, widths);
    });
}

fn row_ui(ui: &mut Ui, widths: [f32; 3], name: &str, hint: &str, figures: &[String; 2], strong: bool, stale: bool) {
    let row = ui.horizontal(|ui| {
        let colors: &Colors = theme::colors(ui.ctx());
        let name = RichText::new(name).small();
        cell_ui(ui, widths[0], false, if strong { name.strong().color(colors.accent) } else { name });
        for (figure, width) in figures.iter().zip(&widths[1..]) {
            let text = figure_text(ui, figure, stale);
            cell_ui(ui, *width, true, if strong { text.strong() } else { text });
        }
    });
    row.response.on_hover_text(hint);
}

fn figure_text(ui: &Ui, text: impl Into<String>, stale: bool) -> RichText {
    let colors = theme::colors(ui.ctx());
    RichText::new(text).text_style(theme::figures()).color(if stale { colors.weak } else { colors.text })
}

fn cell_ui(ui: &mut Ui, width: f32, right: bool, text: RichText) {
    let layout = match right {
        true => egui::Layout::right_to_left(egui::Align::Center),
        false => egui::Layout::left_to_right(egui::Align::Center),
    };
    ui.allocate_ui_with_layout(vec2(width, 18.0), layout, |ui| {
        ui.set_min_width(width);
        ui.label(text);
    });
}
