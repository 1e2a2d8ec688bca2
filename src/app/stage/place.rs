//! Where the pictures lie in the window, physical pixels.
use crate::app::state::Pane;
use crate::render::Margins;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub corner: [u32; 2],
    pub size: [u32; 2],
    /// What lies over the edges of the picture: jaws and map are brought into the rest.
    pub margins: Margins,
}

impl Place {
    /// The whole pixels of a place that egui laid out in points.
    pub fn new(rect: egui::Rect, pixels_per_point: f64, margins: Margins) -> Self {
        let pixel = |points: f32| (f64::from(points) * pixels_per_point).round().max(0.0) as u32;
        let corner = [pixel(rect.min.x), pixel(rect.min.y)];
        let end = [pixel(rect.max.x), pixel(rect.max.y)];
        Self { corner, size: [0, 1].map(|i| end[i].saturating_sub(corner[i]).max(1)), margins }
    }

    /// So many times as large, for a file.
    pub fn times(self, n: u32) -> Self {
        let Self { corner, size, margins } = self;
        Self { corner: corner.map(|x| x * n), size: size.map(|x| x * n), margins: margins.times(n) }
    }
}

/// Of a rectangle's picture, pixels.
pub fn size_of(rect: egui::Rect, pixels_per_point: f64) -> [u32; 2] {
    Place::new(rect, pixels_per_point, Margins::default()).size
}

/// Where the pictures are; `None` while not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The pictures of the jaws, as in [`Pane::ALL`].
    pub panes: [Option<Place>; 4],
    pub map: Option<Place>,
}

impl Places {
    pub fn of(&self, pane: Pane) -> Option<Place> {
        self.panes[pane.place()]
    }

    /// Part of all that is shown of the jaws that this picture is.
    pub fn share_of(&self, pane: Pane) -> f64 {
        let pixels = |place: Place| f64::from(place.size[0]) * f64::from(place.size[1]);
        let all: f64 = self.panes.iter().flatten().map(|place| pixels(*place)).sum();
        self.of(pane).map_or(0.0, |place| pixels(place) / all.max(1.0))
    }
}
