//! How the open case is looked at.
use crate::jaw::JawSide;
use crate::render::{Camera, MapView, StandardView};

/// What the middle of the window shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ViewLayout {
    #[default]
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
            Self::Jaws => "3d",
            Self::Split => "split",
            Self::Map => "map",
        }
    }

    /// The layout of a name; an unknown one is the first.
    pub fn of_key(key: &str) -> Self {
        [Self::Split, Self::Map].into_iter().find(|l| l.key() == key).unwrap_or_default()
    }

    pub fn next(self) -> Self {
        match self {
            Self::Jaws => Self::Split,
            Self::Split => Self::Map,
            Self::Map => Self::Jaws,
        }
    }
}

/// A change of the view that needs the size of the picture and the shape of the jaws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    At(StandardView),
    /// Three quarters from the front: what a case opens with.
    Opening,
    Fit,
}

/// Camera, map, and what is left out of the picture.
#[derive(Clone, Debug, Default)]
pub struct View {
    pub camera: Camera,
    pub look: Option<Look>,
    /// A look that waits for the next layout, which changes the picture's shape.
    pub look_after_layout: Option<Look>,
    /// In an occlusal view the other jaw, which would cover the teeth, is left out of the picture.
    pub solo: Option<JawSide>,
    pub map: Option<MapView>,
    /// The person has moved the map: it is no longer fitted by itself.
    pub map_moved: bool,
}

impl View {
    /// From exactly there; what was still to be looked at is past.
    pub fn look_from(&mut self, camera: Camera) {
        self.camera = camera;
        (self.look, self.look_after_layout) = (None, None);
    }
}
