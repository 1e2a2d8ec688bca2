//! Floor 6: pictures of the jaws and of the gap map, drawn into textures of our own; a face shows or saves them.
//!
//! * [`Camera`]: where one looks from; pure arithmetic.
//! * [`SceneRenderer`]: both jaws, shaded and painted with a frame's gaps, with picking.
//! * [`MapRenderer`]: the flat gap map (Myszkowski, Okunev, Kunii 1995, fig. 6).
//!
//! Both renderers write their uniforms when they encode: encode one picture of each, then submit.
pub mod camera;
pub mod display_mesh;
mod display_vertex;
mod formats;
mod kept;
pub mod lasso;
pub mod levels;
pub mod map;
pub mod pass;
pub mod scene;
mod scene_view;
mod shown;
pub mod still;
mod targets;
#[cfg(test)]
pub(crate) mod test_scene;

pub use camera::{Camera, Margins, Ray, StandardView};
pub use display_mesh::DisplayMesh;
pub use display_vertex::DisplayVertex;
pub use map::{MapRenderer, MapView};
pub use pass::gap_paint::PaintSettings;
pub use scene::{DisplayPair, Hit, JawsShown, SceneRenderer};
pub use scene_view::{JawStyle, SceneView};
pub use still::Still;

/// Light or dark surroundings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    #[default]
    Dark,
    Light,
}

impl Theme {
    /// Top and bottom of the background, sRGB: neutral, so that it does not shift how the teeth look.
    pub fn background(self) -> [[u8; 3]; 2] {
        match self {
            Self::Dark => [[62, 65, 70], [34, 36, 40]],
            Self::Light => [[246, 247, 248], [218, 221, 225]],
        }
    }
}

/// A finished picture on the CPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width and height, pixels.
    pub size: [u32; 2],
    /// Opaque sRGB, four bytes a pixel, row by row from the top.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// Colour of a pixel, `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        let at = (y as usize * self.size[0] as usize + x as usize) * 4;
        let inside = x < self.size[0] && y < self.size[1];
        inside.then(|| self.rgba.get(at..at + 4)?.try_into().ok()).flatten()
    }
}
