//! Along which direction the map is drawn, why, how well it suits the contact; and how to keep it or choose it.
use crate::app::state::{Desk, Open};
use crate::app::widgets::theme;
use crate::base::words::{decimal, say};
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
    let heading = RichText::new(say!("projection-projection-map")).small().color(theme::colors(ui.ctx()).weak);
    let hint = say!("projection-gap-measured-along-this");
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
        return vec![(
            say!("projection-chosen"),
            say!("projection-no-map-too-far").into(),
            say!("projection-nothing-within-range").into(),
        )];
    };
    let chosen = match projection.chosen_by {
        _ if is_kept => say!("projection-hand-locked"),
        ChosenBy::Given | ChosenBy::ItemBuffer => say!("projection-contact"),
        ChosenBy::BoundingVolumes => say!("projection-jaws-boxes"),
    };
    let why = match projection.chosen_by {
        ChosenBy::BoundingVolumes => say!("projection-too-little-contact-go"),
        _ => say!("projection-mean-normal-surfaces-map"),
    };
    let d = projection.direction;
    let way = say!(
        "projection-direction-upper-scans-coordinates",
        why = why,
        x = decimal(d.x, 3),
        y = decimal(d.y, 3),
        z = decimal(d.z, 3)
    );
    let um = projection.u_mm.max(projection.v_mm) * 1000.0;
    let mut facts = vec![
        (say!("projection-chosen"), chosen.to_owned(), way),
        (
            say!("projection-pixel"),
            format!("{um:.0} µm, {} x {}", projection.cols, projection.rows),
            say!("projection-across-projection-tilted-surface").into(),
        ),
    ];
    if let Some(cosine) = metrics.mean_cosine {
        let tilt_deg = cosine.clamp(-1.0, 1.0).acos().to_degrees();
        facts.push((
            say!("projection-contact-tilted"),
            say!("projection-mean", tilt_deg = decimal(tilt_deg, 0)),
            say!("projection-mean-cosine-between-direction", cosine = decimal(cosine, 2)),
        ));
    }
    let share = 100.0 * f64::from(metrics.pixels.zone) / f64::from(metrics.pixels.overlap.max(1));
    facts.push((
        say!("projection-contact-zone"),
        say!("projection-pixels", share = decimal(share, 1)),
        say!("projection-pixels-both-jaws-cover", pixels = metrics.pixels.zone, overlap = metrics.pixels.overlap),
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
            None => egui::Button::new(say!("projection-lock")).min_size(size),
            Some(_) => egui::Button::new(say!("projection-follow-contact")).min_size(size),
        };
        let hint = match kept {
            None => say!("projection-keeps-this-direction-whatever"),
            Some(_) => say!("projection-direction-chosen-contact-again"),
        };
        if ui.add_enabled(kept.is_some() || now.is_some(), lock).on_hover_text(hint).clicked() {
            wish = Some(if kept.is_some() { None } else { now.map(KeptDirection::AsItIs) });
        }
        let view = egui::Button::new(say!("projection-this-view")).min_size(size);
        let hint = say!("projection-map-drawn-along-line");
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
