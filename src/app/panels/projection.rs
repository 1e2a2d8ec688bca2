//! Along which direction the map is drawn, why, how well it suits the contact; and how to keep it or choose it.
use crate::app::state::{Desk, Open};
use crate::app::widgets::theme;
use crate::field::{ChosenBy, Metrics};
use crate::session::{Command, KeptDirection};
use egui::{CollapsingHeader, RichText, Ui, vec2};
use glam::DVec3;

/// While the section is open its direction is seen in the picture.
#[derive(Default)]
pub struct ProjectionUi {
    pub is_open: bool,
}

pub fn projection_ui(ui: &mut Ui, desk: &Desk, state: &mut ProjectionUi) {
    let Some(open) = &desk.open else { return };
    let heading = RichText::new("Projection of the map").small().color(theme::colors(ui.ctx()).weak);
    let hint = "The gap is measured along this direction. By itself it follows the contact: the mean normal of the \
                surfaces that are within 0.3 mm of each other, chosen again whenever the jaw rests, and during a drag when the \
                contact has faced more than 14° another way for a while.";
    let header = CollapsingHeader::new(heading).id_salt("projection").show_unindented(ui, |ui| {
        facts_ui(ui, open);
        ui.add_space(2.0);
        buttons_ui(ui, desk, open);
    });
    state.is_open = header.fully_open();
    header.header_response.on_hover_text(hint);
}

fn facts_ui(ui: &mut Ui, open: &Open) {
    let kept = open.settings().direction;
    let metrics = open.figures.metrics.as_ref();
    let facts = metrics.map_or_else(Vec::new, |m| facts(m, kept.is_some()));
    egui::Grid::new("projection facts").num_columns(2).spacing([8.0, 2.0]).show(ui, |ui| {
        for (name, value, hint) in facts {
            ui.label(RichText::new(name).small().weak());
            ui.label(RichText::new(value).small()).on_hover_text(hint);
            ui.end_row();
        }
    });
}

/// Name, value, and what it means.
fn facts(metrics: &Metrics, is_kept: bool) -> Vec<(&'static str, String, String)> {
    let Some(projection) = metrics.projection else {
        return vec![("Chosen", "no map: too far apart".into(), "Nothing is within the range.".into())];
    };
    let chosen = match projection.chosen_by {
        _ if is_kept => "by hand, locked",
        ChosenBy::Given | ChosenBy::ItemBuffer => "from the contact",
        ChosenBy::BoundingVolumes => "from the jaws' boxes",
    };
    let why = match projection.chosen_by {
        ChosenBy::BoundingVolumes => "There is too little contact to go by: the boxes around both jaws give it.",
        _ => "Mean normal of the surfaces that the map found in the contact zone, by area.",
    };
    let d = projection.direction;
    let way = format!("{why}\nDirection in the upper scan's coordinates: {:.3}, {:.3}, {:.3}", d.x, d.y, d.z);
    let um = projection.u_mm.max(projection.v_mm) * 1000.0;
    let mut facts = vec![
        ("Chosen", chosen.to_owned(), way),
        (
            "Pixel",
            format!("{um:.0} µm, {} x {}", projection.cols, projection.rows),
            "Across the projection; on a tilted surface a pixel is as much longer as the gap is overstated.".into(),
        ),
    ];
    if let Some(cosine) = metrics.mean_cosine {
        let tilt_deg = cosine.clamp(-1.0, 1.0).acos().to_degrees();
        facts.push((
            "Contact is tilted by",
            format!("{tilt_deg:.0}° in the mean"),
            format!(
                "Mean cosine {cosine:.2} between the direction and the surfaces within 0.3 mm of each other: 1 would be all \
                 of them seen squarely. The gap along the projection is about 1 / cosine times the shortest one."
            ),
        ));
    }
    let share = 100.0 * f64::from(metrics.pixels.zone) / f64::from(metrics.pixels.overlap.max(1));
    facts.push((
        "Contact zone",
        format!("{share:.1} % of the pixels"),
        format!(
            "{} of {} pixels that both jaws cover have a gap of at most 0.3 mm.",
            metrics.pixels.zone, metrics.pixels.overlap
        ),
    ));
    facts
}

fn buttons_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let session = &open.session;
    let kept = session.settings().direction;
    let up = session.frame().up;
    let now = open.figures.metrics.as_ref().and_then(|m| m.projection).map(|p| p.direction);
    let from_view = from_upper_to_lower(-open.view.camera.towards_viewer(), up);
    let mut wish = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let size = vec2(109.0, 22.0);
        let lock = match kept {
            None => egui::Button::new("Lock").min_size(size),
            Some(_) => egui::Button::new("Follow contact").min_size(size),
        };
        let hint = match kept {
            None => "Keeps this direction whatever moves, so that maps of several positions can be compared",
            Some(_) => "The direction is chosen from the contact again",
        };
        if ui.add_enabled(kept.is_some() || now.is_some(), lock).on_hover_text(hint).clicked() {
            wish = Some(if kept.is_some() { None } else { now.map(KeptDirection::AsItIs) });
        }
        let view = egui::Button::new("From this view").min_size(size);
        let hint = "The map is drawn along the line of sight of the picture, and locked";
        if ui.add(view).on_hover_text(hint).clicked() {
            wish = Some(Some(KeptDirection::FromView(from_view)));
        }
    });
    if let Some(direction) = wish {
        desk.wish(Command::Direction(direction));
    }
}

/// The sense in which a line of sight runs from the upper to the lower jaw.
fn from_upper_to_lower(line: DVec3, up: DVec3) -> DVec3 {
    if line.dot(up) > 0.0 { -line } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Question;

    #[test]
    fn a_view_from_either_side_runs_from_the_upper_to_the_lower_jaw() {
        let aslant = DVec3::new(0.6, 0.0, -0.8);
        assert_eq!(from_upper_to_lower(aslant, DVec3::Z), aslant);
        assert_eq!(from_upper_to_lower(-aslant, DVec3::Z), aslant);
    }

    #[test]
    fn without_a_map_nothing_is_claimed() {
        let facts = facts(&Metrics::apart(&Question::default()), false);
        assert!(facts.len() == 1 && facts[0].1.contains("no map"));
    }
}
