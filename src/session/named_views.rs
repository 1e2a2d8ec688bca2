//! Views that a person has given a name, kept with the case.
use crate::base::words::say;
use crate::jaw::JawSide;
use crate::render::Camera;

/// Longer names are cut, characters.
pub const LONGEST_NAME: usize = 60;

/// A view that was given a name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedView {
    pub name: String,
    pub camera: Camera,
    /// The one jaw that it shows; `None`: those that are not hidden.
    pub solo: Option<JawSide>,
}

/// The name as it is kept: one line, not too long; `None` where nothing is left of it.
pub fn tidy(name: &str) -> Option<String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// "View 1", or the first such name that is free.
pub fn free_name(views: &[NamedView]) -> String {
    let names = (1..).map(|n| say!("views-view-n", n = n));
    names.into_iter().find(|name| place_of(views, name).is_none()).unwrap_or_default()
}

/// The place of the view of this name.
pub fn place_of(views: &[NamedView], name: &str) -> Option<usize> {
    views.iter().position(|view| view.name == name)
}

/// Adds a view; one of the same name becomes this one.
pub fn save(views: &mut Vec<NamedView>, view: &NamedView) {
    let Some(name) = tidy(&view.name) else { return };
    match place_of(views, &name) {
        Some(place) => views[place] = NamedView { name, ..*view },
        None => views.push(NamedView { name, ..*view }),
    }
}

/// Gives a view another name, unless another one has it.
pub fn rename(views: &mut [NamedView], view: usize, name: &str) {
    let Some(name) = tidy(name).filter(|name| place_of(views, name).is_none()) else { return };
    if let Some(view) = views.get_mut(view) {
        view.name = name;
    }
}

/// Takes a view away.
pub fn remove(views: &mut Vec<NamedView>, view: usize) {
    if view < views.len() {
        views.remove(view);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(name: &str, height_mm: f64) -> NamedView {
        NamedView { name: name.into(), camera: Camera { height_mm, ..Camera::default() }, solo: None }
    }

    #[test]
    fn names_are_one_line_and_each_is_there_once() {
        let mut views = Vec::new();
        assert_eq!(free_name(&views), "View 1");
        save(&mut views, &view("  molars\n right ", 5.0));
        save(&mut views, &view("View 1", 6.0));
        save(&mut views, &view(" \u{7} ", 7.0));
        assert_eq!(views, [view("molars right", 5.0), view("View 1", 6.0)]);
        assert_eq!(free_name(&views), "View 2");
        save(&mut views, &view("molars right", 9.0));
        assert_eq!((views.len(), views[0].camera.height_mm), (2, 9.0), "seen anew");
        rename(&mut views, 1, "molars right");
        rename(&mut views, 7, "nobody");
        assert_eq!(views[1].name, "View 1", "that name is another's");
        rename(&mut views, 1, &"x".repeat(200));
        assert_eq!(views[1].name.len(), LONGEST_NAME);
        remove(&mut views, 7);
        remove(&mut views, 0);
        assert_eq!(views.len(), 1);
    }
}
