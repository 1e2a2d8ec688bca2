//! The questions that a recorded movement leaves open. Nothing of it is guessed where the file does not tell.
use super::motion::wish;
use crate::app::state::Desk;
use crate::app::state::motion::{Direction, Import, ImportAnswer, MotionWish, SamplesKind};
use crate::app::widgets::access::named_title;
use crate::app::widgets::icons::warning_line_ui;
use crate::app::widgets::number_field::number_field;
use crate::app::widgets::theme;
use crate::base::files::file_name;
use crate::base::words::{decimal, reword, say};
use crate::import::motion::{MotionError, MotionFile, RotationOrder, ScalarPlace};
use crate::jaw::motion::{RecordFault, RecordedMotion};
use egui::{ComboBox, Grid, RichText, TextEdit, Ui, Window};

pub fn motion_import_ui(ui: &Ui, desk: &Desk) {
    let import = desk.open.as_ref().and_then(|open| open.motion.import.as_ref());
    let Some(import) = import else { return };
    let (mut is_open, id) = (true, egui::Id::unique("record"));
    Window::new(say!("record-title"))
        .id(id)
        .collapsible(false)
        .resizable(false)
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .open(&mut is_open)
        .show(ui.ctx(), |ui| {
            ui.set_width(440.0);
            ui.label(RichText::new(file_name(&import.path)).strong());
            match import.file() {
                None => drop(ui.label(RichText::new(say!("record-reading")).weak())),
                Some(Err(fault)) => {
                    // A table may only want its columns, its unit or its order said.
                    table_ui(ui, desk, import, None);
                    warning_line_ui(ui, &file_words(fault));
                }
                Some(Ok(file)) => file_ui(ui, desk, (import, file)),
            }
            buttons_ui(ui, desk, import);
        });
    named_title(ui.ctx(), id, say!("record-title"));
    if !is_open {
        wish(desk, MotionWish::DropImport);
    }
}

fn answer(desk: &Desk, answer: ImportAnswer) {
    wish(desk, MotionWish::Answer(answer));
}

fn file_ui(ui: &mut Ui, desk: &Desk, (import, file): (&Import, &MotionFile)) {
    ui.label(RichText::new(say!("record-read-as", format = file.format, read_as = file.read_as)).small().weak());
    file.warnings.iter().for_each(|warning| warning_line_ui(ui, warning));
    if file.movements.len() > 1 {
        ui.horizontal_wrapped(|ui| {
            for (i, movement) in file.movements.iter().enumerate() {
                let label = format!("{} {}", i + 1, movement.kind);
                if ui.selectable_label(import.answers.movement == i, label).clicked() {
                    answer(desk, ImportAnswer::Movement(i));
                }
            }
        });
    }
    let samples = import.samples();
    Grid::new("record questions").num_columns(2).spacing([10.0, 5.0]).show(ui, |ui| {
        axes_ui(ui, desk, import);
        bite_ui(ui, desk, import);
        smoothing_ui(ui, desk, import);
    });
    table_ui(ui, desk, import, samples);
    match import.found() {
        Some(Ok(found)) => found_ui(ui, found),
        Some(Err(fault)) => {
            ui.label(RichText::new(say!("record-must-be-said")).small());
            warning_line_ui(ui, &fault_words(fault));
        }
        None => {}
    }
    if import.are_axes_wrong() {
        warning_line_ui(ui, say!("record-axes-wrong"));
    }
}

fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Right => say!("record-right"),
        Direction::Left => say!("record-left"),
        Direction::Front => say!("record-front"),
        Direction::Back => say!("record-back"),
        Direction::Up => say!("record-up"),
        Direction::Down => say!("record-down"),
    }
}

/// Where its x, y and z point.
fn axes_ui(ui: &mut Ui, desk: &Desk, import: &Import) {
    const USUAL: [Direction; 3] = [Direction::Left, Direction::Up, Direction::Front];
    ui.label(RichText::new(say!("record-axes")).small()).on_hover_text(say!("record-axes-hint"));
    ui.horizontal(|ui| {
        let mut is_said = import.answers.axes.is_some();
        if ui.checkbox(&mut is_said, RichText::new(say!("record-said")).small()).changed() {
            answer(desk, ImportAnswer::Axes(is_said.then_some(USUAL)));
        }
        let Some(axes) = import.answers.axes else {
            ui.label(RichText::new(say!("record-as-file")).small().weak());
            return;
        };
        for (i, axis) in axes.into_iter().enumerate() {
            ComboBox::from_id_salt(("record axis", i)).width(74.0).selected_text(direction_name(axis)).show_ui(
                ui,
                |ui| {
                    for direction in Direction::ALL {
                        if ui.selectable_label(direction == axis, direction_name(direction)).clicked() {
                            let mut said = axes;
                            said[i] = direction;
                            answer(desk, ImportAnswer::Axes(Some(said)));
                        }
                    }
                },
            );
        }
    });
    ui.end_row();
}

/// Which instant is the bite: never the first by itself.
fn bite_ui(ui: &mut Ui, desk: &Desk, import: &Import) {
    ui.label(RichText::new(say!("record-bite")).small()).on_hover_text(say!("record-bite-hint"));
    ui.horizontal(|ui| {
        let mut is_said = import.answers.bite_at.is_some();
        if ui.checkbox(&mut is_said, RichText::new(say!("record-said")).small()).changed() {
            answer(desk, ImportAnswer::BiteAt(is_said.then_some(0.0)));
        }
        let Some(mut at) = import.answers.bite_at else {
            ui.label(RichText::new(say!("record-as-file")).small().weak());
            return;
        };
        let field = number_field(&mut at).speed(0.01).range(0.0..=100_000.0).max_decimals(3);
        if ui.add(field).on_hover_text(say!("record-bite-hint")).changed() {
            answer(desk, ImportAnswer::BiteAt(Some(at)));
        }
        ui.label(RichText::new(say!("record-bite-unit")).small().weak());
    });
    ui.end_row();
}

/// Off unless it is asked for, and named wherever it has touched a figure.
fn smoothing_ui(ui: &mut Ui, desk: &Desk, import: &Import) {
    ui.label(RichText::new(say!("record-smoothing")).small()).on_hover_text(say!("record-smoothing-hint"));
    let words = |over: Option<usize>| {
        over.map_or_else(|| say!("record-not-smoothed").to_owned(), |n| say!("record-smoothed-over", n = n))
    };
    let now = import.answers.smoothed_over;
    let list = ComboBox::from_id_salt("record smoothing").width(190.0).selected_text(words(now));
    let list = list.show_ui(ui, |ui| {
        for over in [None].into_iter().chain(WINDOWS.map(Some)) {
            if ui.selectable_label(over == now, words(over)).clicked() {
                answer(desk, ImportAnswer::SmoothedOver(over));
            }
        }
    });
    list.response.on_hover_text(say!("record-smoothing-hint"));
    ui.end_row();
}

/// So many samples are smoothed over.
const WINDOWS: [usize; 4] = [5, 11, 21, 41];

/// What the columns of a table without names are.
fn columns_ui(ui: &mut Ui, desk: &Desk, import: &Import) {
    let label = ui.label(RichText::new(say!("record-columns")).small()).on_hover_text(say!("record-columns-hint"));
    let mut names = import.answers.columns.clone();
    let field = TextEdit::singleline(&mut names).desired_width(260.0).char_limit(400).hint_text("tx,ty,tz,rx,ry,rz");
    let field = ui.add(field).labelled_by(label.id).on_hover_text(say!("record-columns-hint"));
    if field.changed() {
        answer(desk, ImportAnswer::Columns(names));
    }
    ui.end_row();
}

/// Why a file cannot be read, in the words of this window where it is something to be said in it.
fn file_words(fault: &MotionError) -> String {
    match fault {
        MotionError::NoColumnNames(n) => say!("record-fault-columns", n = n),
        MotionError::NoScalar => say!("record-fault-scalar").to_owned(),
        MotionError::NoQuaternion { line, length } => {
            say!("record-fault-quaternion", line = line, length = decimal(*length, 3))
        }
        other => reword(&other.to_string()).into_owned(),
    }
}

/// What must be said of a record, likewise.
fn fault_words(fault: &RecordFault) -> String {
    match fault {
        RecordFault::NoUnit => say!("record-fault-unit").to_owned(),
        RecordFault::NoBite => say!("record-fault-bite").to_owned(),
        RecordFault::NoAxes(Some(system)) => say!("record-fault-axes", system = system),
        RecordFault::NoAxes(None) => say!("record-fault-axes-unnamed").to_owned(),
        RecordFault::NoAxesOfPoints => say!("record-fault-axes-points").to_owned(),
        RecordFault::NoInstant { at, end_s: Some(end), .. } => {
            say!("record-fault-instant", at = decimal(*at, 3), end = decimal(*end, 3))
        }
        RecordFault::NoInstant { at, end_s: None, last_row } => {
            say!("record-fault-row", at = decimal(*at, 3), last = last_row)
        }
        RecordFault::Other(sentence) => reword(sentence).into_owned(),
    }
}

/// What tables of poses leave open.
fn table_ui(ui: &mut Ui, desk: &Desk, import: &Import, samples: Option<SamplesKind>) {
    if samples.is_some_and(|samples| !samples.are_poses) {
        return;
    }
    Grid::new("record table").num_columns(2).spacing([10.0, 5.0]).show(ui, |ui| {
        let is_asked = matches!(import.file(), Some(Err(MotionError::NoColumnNames(_))));
        if is_asked || !import.answers.columns.is_empty() {
            columns_ui(ui, desk, import);
        }
        ui.label(RichText::new(say!("record-unit")).small());
        ui.horizontal(|ui| {
            for (metres, label) in [(None, say!("record-by-numbers")), (Some(false), "mm"), (Some(true), "m")] {
                if ui.selectable_label(import.answers.is_metres == metres, label).clicked() {
                    answer(desk, ImportAnswer::Metres(metres));
                }
            }
        });
        ui.end_row();
        ui.label(RichText::new(say!("record-scalar")).small());
        ui.horizontal(|ui| {
            for (place, label) in [
                (None, say!("record-by-numbers")),
                (Some(ScalarPlace::First), say!("record-first")),
                (Some(ScalarPlace::Last), say!("record-last")),
            ] {
                if ui.selectable_label(import.answers.scalar == place, label).clicked() {
                    answer(desk, ImportAnswer::Scalar(place));
                }
            }
        });
        ui.end_row();
        ui.label(RichText::new(say!("record-order")).small());
        ui.horizontal(|ui| {
            for (order, label) in ORDERS {
                if ui.selectable_label(import.answers.order == order, label).clicked() {
                    answer(desk, ImportAnswer::Order(order));
                }
            }
        });
        ui.end_row();
        ui.label(RichText::new(say!("record-rate")).small());
        ui.horizontal(|ui| {
            let own = import.found().and_then(|found| found.as_ref().ok()).and_then(rate_hz);
            let mut hz = import.answers.rate_hz.or(own).unwrap_or(0.0);
            let field = number_field(&mut hz).speed(1.0).range(0.0..=100_000.0).suffix(" Hz");
            if ui.add(field).on_hover_text(say!("record-rate-hint")).changed() {
                answer(desk, ImportAnswer::Rate(Some(hz).filter(|hz| *hz > 0.0)));
            }
        });
        ui.end_row();
    });
}

/// By the file's own times.
fn rate_hz(found: &RecordedMotion) -> Option<f64> {
    let (first, last) = (found.times_s.first()?, found.times_s.last()?);
    (last > first).then(|| (found.times_s.len() - 1) as f64 / (last - first))
}

const ORDERS: [(RotationOrder, &str); 6] = [
    (RotationOrder::Zyx, "Rz Ry Rx"),
    (RotationOrder::Xyz, "Rx Ry Rz"),
    (RotationOrder::Yxz, "Ry Rx Rz"),
    (RotationOrder::Zxy, "Rz Rx Ry"),
    (RotationOrder::Xzy, "Rx Rz Ry"),
    (RotationOrder::Yzx, "Ry Rz Rx"),
];

/// Of marks so much is usually left, mm.
const USUAL_RESIDUAL_MM: f64 = 0.2;

fn found_ui(ui: &mut Ui, found: &RecordedMotion) {
    let long = found.times_s.last().zip(found.times_s.first()).map(|(last, first)| last - first);
    let long = long.map_or_else(|| "–".to_owned(), |s| decimal(s, 2));
    ui.label(RichText::new(say!("record-found", n = found.motions.len(), s = long, bite = found.bite)).small());
    if let Some(mm) = found.residual_rms_mm {
        let worst = decimal(found.residual_worst_mm.unwrap_or(mm), 3);
        let words = say!("record-residual", rms = decimal(mm, 3), worst = worst);
        match mm > USUAL_RESIDUAL_MM {
            true => warning_line_ui(ui, &words),
            false => drop(ui.label(RichText::new(words).small().weak())),
        }
    }
    let nearest = found.motions.iter().map(|m| m.translation.length()).fold(f64::INFINITY, f64::min);
    if nearest > 0.3 {
        warning_line_ui(ui, &say!("record-never-in-bite", mm = decimal(nearest, 2)));
    }
}

fn buttons_ui(ui: &mut Ui, desk: &Desk, import: &Import) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let color = theme::colors(ui.ctx()).text;
        let take = egui::Button::new(RichText::new(say!("record-take")).color(color));
        if ui.add_enabled(import.is_ready(), take).on_hover_text(say!("record-take-hint")).clicked() {
            wish(desk, MotionWish::TakeImport);
        }
        if ui.button(say!("record-drop")).clicked() {
            wish(desk, MotionWish::DropImport);
        }
    });
}
