//! The patient's directions and hinge axis: estimated from the scans, correctable by hand.
use crate::app::actions::CaseAction;
use crate::app::state::Desk;
use crate::app::state::case::CaseId;
use crate::app::widgets::{text, theme};
use crate::jaw::HingeAnatomy;
use crate::render::StandardView;
use crate::session::{Command, Correction};
use egui::{CollapsingHeader, DragValue, RichText, Ui};

/// The section is opened once for a case whose directions are doubtful.
#[derive(Default)]
pub struct DirectionsUi {
    opened_for: Option<CaseId>,
}

pub fn directions_ui(ui: &mut Ui, desk: &Desk, state: &mut DirectionsUi) {
    let Some(case) = &desk.open else { return };
    let anatomy = case.session.directions().anatomy;
    let is_due = case.doubts_directions && state.opened_for != Some(case.case.id);
    if is_due {
        state.opened_for = Some(case.case.id);
    }
    let open = is_due.then_some(true);
    let heading = RichText::new("Front, up and hinge axis").small().color(theme::colors(ui.ctx()).weak);
    let hint = "Where the patient's front and up are, as estimated from the arches. The standard views, the position's \
                numbers, opening and closing go by them.";
    let header = CollapsingHeader::new(heading).id_salt("directions").open(open).show_unindented(ui, |ui| {
        ui.label(RichText::new("What I see now is the view from").small().weak())
            .on_hover_text("Turn the jaws until they are seen as one of these views should show them, then say which.");
        seen_ui(ui, desk);
        turns_ui(ui, desk);
        hinge_ui(ui, desk, anatomy);
    });
    header.header_response.on_hover_text(hint);
}

fn seen_ui(ui: &mut Ui, desk: &Desk) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for (view, label) in [
            (StandardView::Front, "Front"),
            (StandardView::Right, "Right"),
            (StandardView::Left, "Left"),
            (StandardView::UpperOcclusal, "Upper"),
            (StandardView::LowerOcclusal, "Lower"),
        ] {
            let button = ui.button(RichText::new(label).small());
            if button.on_hover_text(format!("Takes up and front from the picture as the {label} view")).clicked() {
                desk.wish(CaseAction::Correct(Correction::Seen(view)));
            }
        }
    });
}

fn turns_ui(ui: &mut Ui, desk: &Desk) {
    let rows = [
        [
            ("Turn 90° left", "The front is where the patient's left was taken to be", Correction::QuarterLeft),
            ("Turn 90° right", "The front is where the patient's right was taken to be", Correction::QuarterRight),
        ],
        [
            ("Upside down", "Up is down; right and left change with it", Correction::UpsideDown),
            (
                "Estimate again",
                "From the scans in the position they have now: bring them into occlusion first",
                Correction::Estimated,
            ),
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
        let side_hint = "Side of Bonwill's triangle: from condyle to condyle and from either to the lower incisors";
        let angle_hint =
            "Balkwill's angle: between the occlusal plane and the plane from the lower incisors to the condyles";
        let side = number(ui, "Bonwill", side_hint, &mut side_mm, " mm", 60.0..=140.0);
        let angle = number(ui, "Balkwill", angle_hint, &mut angle_deg, "°", 0.0..=45.0);
        for response in [&side, &angle] {
            if response.drag_started() {
                desk.wish(CaseAction::BeginGesture("Hinge axis"));
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
    let value = DragValue::new(value)
        .speed(0.25)
        .range(range)
        .suffix(unit)
        .custom_formatter(|x, _| text::plain(x, 0))
        .update_while_editing(false);
    ui.add_sized([56.0, 20.0], value).on_hover_text(hint)
}
