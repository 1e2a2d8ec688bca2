//! How the open case is looked at.
use crate::base::words::say;
use crate::field::Projection;
use crate::jaw::{JawSide, OcclusalFrame};
use crate::render::{Camera, MapView, StandardView};

/// What the middle of the window shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ViewLayout {
    /// Both occlusal views beside the closed jaws.
    #[default]
    Overview,
    Jaws,
    Split,
    Map,
}

impl ViewLayout {
    pub fn shows_jaws(self) -> bool {
        self != Self::Map
    }

    pub fn shows_map(self) -> bool {
        self != Self::Jaws
    }

    /// Its name in files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Overview => "overview",
            Self::Jaws => "3d",
            Self::Split => "split",
            Self::Map => "map",
        }
    }

    /// The layout of a name; an unknown one is the first.
    pub fn of_key(key: &str) -> Self {
        [Self::Jaws, Self::Split, Self::Map].into_iter().find(|l| l.key() == key).unwrap_or_default()
    }

    pub fn next(self) -> Self {
        match self {
            Self::Overview => Self::Jaws,
            Self::Jaws => Self::Split,
            Self::Split => Self::Map,
            Self::Map => Self::Overview,
        }
    }
}

/// A picture of the jaws in the middle of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    /// Both jaws, from wherever one looks.
    #[default]
    Jaws,
    /// One jaw alone, its teeth towards the viewer.
    Arch(JawSide),
    /// Both jaws in the bite that the other picture does not show, seen from the same place.
    Other,
}

impl Pane {
    pub const ALL: [Self; 4] = [Self::Jaws, Self::Arch(JawSide::Upper), Self::Arch(JawSide::Lower), Self::Other];

    /// Its place in [`Pane::ALL`].
    pub fn place(self) -> usize {
        match self {
            Self::Jaws => 0,
            Self::Arch(side) => 1 + side as usize,
            Self::Other => 3,
        }
    }
}

impl Pane {
    /// What an arch is called; both jaws need no name.
    pub fn caption(self) -> Option<&'static str> {
        match self {
            Self::Arch(JawSide::Upper) => Some(say!("overview-upper-teeth")),
            Self::Arch(JawSide::Lower) => Some(say!("overview-lower-teeth")),
            Self::Jaws | Self::Other => None,
        }
    }
}

/// The patient's sides are named where they lie at least so far towards an edge (cosine).
const SIDEWAYS: f64 = 0.5;

/// The letters of the patient's sides at the left and the right edge of the map.
pub fn sides_of_map(view: &MapView, projection: &Projection, frame: &OcclusalFrame) -> Option<[&'static str; 2]> {
    let place = |world| view.view_from_map(projection, projection.map_from_world(world).0);
    letters_of_sides((place(frame.origin + frame.right) - place(frame.origin)).normalize_or_zero().x)
}

/// `along`: cosine between the picture's right and the patient's.
fn letters_of_sides(along: f64) -> Option<[&'static str; 2]> {
    let (right, left) = (say!("overview-r"), say!("overview-l"));
    let letters = if along < 0.0 { [right, left] } else { [left, right] };
    (along.abs() >= SIDEWAYS).then_some(letters)
}

/// A change of the view that needs the size of the picture and the shape of the jaws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    At(StandardView),
    /// Three quarters from the front: what a case opens with.
    Opening,
    /// A jaw's occlusal view, as large as its teeth fit in.
    Teeth(JawSide),
    Fit,
}

/// Where one looks from in one picture.
#[derive(Clone, Copy, Debug)]
pub struct Eye {
    pub camera: Camera,
    pub look: Option<Look>,
}

impl Eye {
    /// An arch that was not looked at yet.
    pub fn at_teeth(side: JawSide) -> Self {
        Self { camera: Camera::default(), look: Some(Look::Teeth(side)) }
    }
}

/// Camera, map, and what is left out of the picture.
#[derive(Clone, Debug)]
pub struct View {
    pub camera: Camera,
    pub look: Option<Look>,
    /// A look that waits for the next layout, which changes the picture's shape.
    pub look_after_layout: Option<Look>,
    /// The same of both arches.
    pub look_at_arches_after_layout: bool,
    /// The card of the Motion mode had its room below the pictures when they were laid out last.
    pub had_motion_card: bool,
    /// A movement or bites were looked at.
    pub had_card: bool,
    /// In an occlusal view the other jaw, which would cover the teeth, is left out of the picture.
    pub solo: Option<JawSide>,
    /// From where one looked at both jaws before the view flew to a place that one of them would cover.
    pub before_flight: Option<Camera>,
    /// The pictures of the upper and the lower arch alone.
    pub arches: [Eye; 2],
    /// The patient's directions that they are seen along.
    pub arches_along: Option<OcclusalFrame>,
    pub map: Option<MapView>,
    /// The person has moved the map: it is no longer fitted by itself.
    pub map_moved: bool,
}

impl Default for View {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            look: None,
            look_after_layout: None,
            look_at_arches_after_layout: false,
            had_motion_card: false,
            had_card: false,
            solo: None,
            before_flight: None,
            arches: [JawSide::Upper, JawSide::Lower].map(Eye::at_teeth),
            arches_along: None,
            map: None,
            map_moved: false,
        }
    }
}

impl View {
    /// Other directions of the patient, or jaws that have changed roles: the arches are looked at anew.
    pub fn follow_frame(&mut self, frame: &OcclusalFrame) {
        if self.arches_along.replace(*frame).is_some_and(|along| along != *frame) {
            self.look_at_arches();
        }
    }

    pub fn look_at_arches(&mut self) {
        self.arches = [JawSide::Upper, JawSide::Lower].map(Eye::at_teeth);
    }

    pub fn camera_of(&self, pane: Pane) -> &Camera {
        match pane {
            Pane::Jaws | Pane::Other => &self.camera,
            Pane::Arch(side) => &self.arches[side as usize].camera,
        }
    }

    /// The letters of the patient's sides at the left and the right edge of that picture.
    pub fn sides_of(&self, pane: Pane, frame: &OcclusalFrame) -> Option<[&'static str; 2]> {
        letters_of_sides(self.camera_of(pane).right().dot(frame.right))
    }

    pub fn camera_mut(&mut self, pane: Pane) -> &mut Camera {
        match pane {
            Pane::Jaws | Pane::Other => &mut self.camera,
            Pane::Arch(side) => &mut self.arches[side as usize].camera,
        }
    }

    pub fn look_of(&self, pane: Pane) -> Option<Look> {
        match pane {
            Pane::Jaws => self.look,
            Pane::Arch(side) => self.arches[side as usize].look,
            // It is looked at as its neighbour is.
            Pane::Other => None,
        }
    }

    /// What was to be looked at is seen by this camera.
    pub fn has_looked(&mut self, pane: Pane, camera: Camera) {
        *self.camera_mut(pane) = camera;
        match pane {
            Pane::Jaws | Pane::Other => self.look = None,
            Pane::Arch(side) => self.arches[side as usize].look = None,
        }
    }

    /// From exactly there; what was still to be looked at is past.
    pub fn look_from(&mut self, camera: Camera) {
        self.camera = camera;
        (self.look, self.look_after_layout) = (None, None);
    }

    /// Back to both jaws as they were seen before the view flew to a place; false where it did not.
    pub fn fly_back(&mut self) -> bool {
        let Some(camera) = self.before_flight.take().filter(|_| self.solo.is_some()) else { return false };
        self.solo = None;
        self.look_from(camera);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_flies_back_to_where_one_looked_from() {
        let from = Camera { height_mm: 71.0, ..Camera::default() };
        let flown = || View { solo: Some(JawSide::Lower), before_flight: Some(from), ..View::default() };
        let mut view = flown();
        assert!(view.fly_back());
        assert_eq!((view.camera, view.solo, view.before_flight), (from, None, None));
        assert!(!view.fly_back(), "once");
        // The twin: who has brought both jaws back since stays where he is.
        let mut view = View { solo: None, ..flown() };
        assert!(!view.fly_back());
        assert_eq!(view.camera, Camera::default());
    }
}
