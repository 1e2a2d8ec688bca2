//! The patient's directions and hinge axis: estimated from the scans, correctable by hand.
use crate::app::actions::CaseAction;
use crate::app::state::case::CaseId;
use crate::app::state::{Desk, Open};
use crate::app::widgets::icons::warning_line_ui;
use crate::app::widgets::number_field::number_field;
use crate::app::widgets::{text, theme};
use crate::base::words::say;
use crate::jaw::HingeAnatomy;
use crate::render::StandardView;
use crate::session::{Command, Correction};
use egui::{CollapsingHeader, RichText, Ui};

/// The section is opened once for a case whose directions are doubtful.
#[derive(Default)]
pub struct DirectionsUi {
    opened_for: Option<CaseId>,
}

pub fn directions_ui(ui: &mut Ui, desk: &Desk, state: &mut DirectionsUi) {
    let Some(case) = &desk.open else { return };
    let anatomy = case.session.directions().anatomy;
    let is_due = !case.doubts_of_directions.is_empty() && state.opened_for != Some(case.case.id);
    if is_due {
        state.opened_for = Some(case.case.id);
    }
    doubts_ui(ui, case);
    let open = is_due.then_some(true);
    let heading = RichText::new(say!("directions-front-up-hinge-axis")).small().color(theme::colors(ui.ctx()).weak);
    let hint = say!("directions-where-patients-front-up");
    let header = CollapsingHeader::new(heading).id_salt("directions").open(open).show_unindented(ui, |ui| {
        ui.label(RichText::new(say!("directions-what-i-see-now")).small().weak())
            .on_hover_text(say!("directions-turn-jaws-until-they"));
        seen_ui(ui, desk);
        turns_ui(ui, desk);
        match case.session.motion().facebow {
            Some(_) => drop(ui.label(RichText::new(say!("directions-axis-placed")).small().weak())),
            None => hinge_ui(ui, desk, anatomy),
        }
    });
    header.header_response.on_hover_text(hint);
}

/// What was said when the case was opened stays until the directions are others.
fn doubts_ui(ui: &mut Ui, open: &Open) {
    if open.directions_are_doubtful() {
        open.doubts_of_directions.iter().for_each(|doubt| warning_line_ui(ui, doubt));
    }
}

fn seen_ui(ui: &mut Ui, desk: &Desk) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for (view, label) in [
            (StandardView::Front, say!("directions-front")),
            (StandardView::Right, say!("directions-right")),
            (StandardView::Left, say!("directions-left")),
            (StandardView::UpperOcclusal, say!("directions-upper")),
            (StandardView::LowerOcclusal, say!("directions-lower")),
        ] {
            let button = ui.button(RichText::new(label).small());
            if button.on_hover_text(say!("directions-takes-up-front-picture", label = label)).clicked() {
                desk.wish(CaseAction::Correct(Correction::Seen(view)));
            }
        }
    });
}

fn turns_ui(ui: &mut Ui, desk: &Desk) {
    let rows = [
        [
            (say!("directions-turn-left"), say!("directions-front-where-patients-left"), Correction::QuarterLeft),
            (say!("directions-turn-right"), say!("directions-front-where-patients-right"), Correction::QuarterRight),
        ],
        [
            (say!("directions-upside-down"), say!("directions-up-down-right-left"), Correction::UpsideDown),
            (say!("directions-estimate-again"), say!("directions-scans-position-they-have"), Correction::Estimated),
        ],
    ];
    egui::Grid::new("turns").num_columns(2).spacing([6.0, 4.0]).show(ui, |ui| {
        for row in rows {
            for (label, hint, correction) in row {
                let button = egui::Button::new(RichText::new(label).small());
                if ui.add_sized([109.0, 20.0], button).on_hover_text(hint).clicked() {
                    desk.wish(CaseAction::Correct(correction));
                }
            }
            ui.end_row();
        }
    });
}

fn hinge_ui(ui: &mut Ui, desk: &Desk, anatomy: HingeAnatomy) {
    let (mut side_mm, mut angle_deg) = (anatomy.incisal_to_condyle_mm, anatomy.balkwill_angle_rad.to_degrees());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let side_hint = say!("directions-side-bonwills-triangle-condyle");
        let angle_hint = say!("directions-balkwills-angle-between-occlusal");
        let side = number(ui, say!("directions-bonwill"), side_hint, &mut side_mm, " mm", 60.0..=140.0);
        let angle = number(ui, say!("directions-balkwill"), angle_hint, &mut angle_deg, "°", 0.0..=45.0);
        for response in [&side, &angle] {
            if response.drag_started() {
                desk.wish(CaseAction::BeginGesture(say!("directions-hinge-axis")));
            }
        }
        if side.changed() || angle.changed() {
            let anatomy = HingeAnatomy {
                intercondylar_mm: side_mm,
                incisal_to_condyle_mm: side_mm,
                balkwill_angle_rad: angle_deg.to_radians(),
            };
            desk.wish(Command::Hinge(anatomy));
        }
        if side.drag_stopped() || angle.drag_stopped() {
            desk.wish(CaseAction::EndGesture);
        }
    });
}

fn number(
    ui: &mut Ui,
    name: &str,
    hint: &str,
    value: &mut f64,
    unit: &str,
    range: std::ops::RangeInclusive<f64>,
) -> egui::Response {
    ui.label(RichText::new(name).small().weak()).on_hover_text(hint);
    let value = number_field(value)
        .speed(0.25)
        .range(range)
        .suffix(unit)
        .custom_formatter(|x, _| text::plain(x, 0))
        .update_while_editing(false);
    ui.add_sized([56.0, 20.0], value).on_hover_text(hint).accessible_name(name)
}
