//! Controls of frames that have no name: whoever hears the screen read aloud would not know what they are. For whoever tests the program.
use egui::accesskit::{Action, Live, Node, NodeId, Role, TreeUpdate};
use std::collections::BTreeSet;

/// Controls of some frames.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Controls {
    /// In one frame, at most.
    pub n: usize,
    /// What kind they are and where, points.
    pub unnamed: BTreeSet<String>,
    /// Names of those that there are.
    pub names: BTreeSet<String>,
    /// What is read aloud by itself.
    pub told: BTreeSet<String>,
}

impl Controls {
    pub fn of(update: &TreeUpdate) -> Self {
        let controls = update.nodes.iter().filter(|(_, node)| is_control(node));
        let told = update.nodes.iter().filter(|(_, node)| node.live().is_some_and(|live| live != Live::Off));
        let told = told.filter_map(|(_, node)| node.value().or(node.label())).map(str::to_owned).collect();
        let mut found = Self { told, ..Self::default() };
        for (id, node) in controls {
            found.n += 1;
            match name(update, (*id, node)) {
                Some(name) => drop(found.names.insert(name)),
                None => drop(found.unnamed.insert(place(node))),
            }
        }
        found
    }

    /// Another frame.
    pub fn add(&mut self, other: Self) {
        self.n = self.n.max(other.n);
        self.unnamed.extend(other.unnamed);
        self.names.extend(other.names);
        self.told.extend(other.told);
    }
}

/// What can have the keyboard, or be clicked on. What egui lays other things in scrolls, and is no control.
fn is_control(node: &Node) -> bool {
    let acts = node.supports_action(Action::Click) || node.supports_action(Action::Focus);
    acts && !matches!(node.role(), Role::Window | Role::ScrollView | Role::ScrollBar | Role::Label)
}

fn name(update: &TreeUpdate, (_, node): (NodeId, &Node)) -> Option<String> {
    let of_label = |id: &NodeId| {
        let (_, label) = update.nodes.iter().find(|(other, _)| other == id)?;
        label.value().or(label.label())
    };
    let own = node.label().or_else(|| node.labelled_by().iter().find_map(of_label));
    own.or_else(|| node.placeholder())
        .map(str::trim)
        .filter(|name| name.chars().any(char::is_alphanumeric))
        .map(str::to_owned)
}

fn place(node: &Node) -> String {
    let place = node.bounds().map_or_else(String::new, |r| format!("{:.0} {:.0} {:.0} {:.0}", r.x0, r.y0, r.x1, r.y1));
    format!("{:?} {:?} at {place}", node.role(), node.label().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::widgets::access::{Told, read_aloud, told};
    use egui::{Context, DragValue, RawInput, Sense, Slider, TextEdit, Ui, vec2};

    fn check(lay_out: impl FnMut(&mut Ui)) -> Controls {
        let context = Context::default();
        context.enable_accesskit();
        let output = context.run_ui(RawInput::default(), lay_out);
        Controls::of(&output.platform_output.accesskit_update.expect("it is on"))
    }

    #[test]
    fn what_has_a_name_is_fine() {
        let (mut x, mut text, mut on) = (1.0, String::new(), false);
        let found = check(|ui| {
            let _ = ui.button("Save");
            ui.checkbox(&mut on, "Paint");
            ui.button("×").accessible_name("Remove");
            ui.allocate_exact_size(vec2(9.0, 9.0), Sense::click()).1.on_hover_text("Upper jaw");
            ui.add(Slider::new(&mut x, 0.0..=1.0)).accessible_name("Opacity");
            ui.add(TextEdit::singleline(&mut text).hint_text("Search"));
            let label = ui.label("Threshold");
            ui.add(DragValue::new(&mut x)).labelled_by(label.id);
        });
        assert!(found.unnamed.is_empty() && found.n >= 7, "{found:?}");
        for name in ["Save", "Paint", "Remove", "Upper jaw", "Opacity", "Search", "Threshold"] {
            assert!(found.names.contains(name), "{name}: {found:?}");
        }
    }

    #[test]
    fn what_is_read_aloud_is_known() {
        let found = check(|ui| {
            told(ui, Told::Headline, || "Overlap 0.06 mm".into());
            read_aloud(&ui.label("Saved"));
            ui.label("Threshold");
        });
        assert_eq!(found.told.iter().map(String::as_str).collect::<Vec<_>>(), ["Overlap 0.06 mm", "Saved"]);
        assert!(found.unnamed.is_empty() && found.n == 0, "no controls: {found:?}");
    }

    /// The negative twins.
    #[test]
    fn what_has_none_is_told() {
        let (mut x, mut text, mut on) = (1.0, String::new(), false);
        let n = |found: Controls| found.unnamed.len();
        assert_eq!(n(check(|ui| drop(ui.button("×")))), 1, "a sign is no name");
        assert_eq!(n(check(|ui| drop(ui.checkbox(&mut on, "")))), 1);
        assert!(n(check(|ui| drop(ui.add(Slider::new(&mut x, 0.0..=1.0))))) >= 1);
        assert_eq!(n(check(|ui| drop(ui.text_edit_singleline(&mut text)))), 1);
        assert_eq!(n(check(|ui| drop(ui.allocate_exact_size(vec2(9.0, 9.0), Sense::click())))), 1, "a picture");
    }
}
