//! Floor 7: pictures of the jaws and of the gap map, drawn into textures of our own; a face shows or saves them.
//!
//! * [`Camera`]: where one looks from; pure arithmetic.
//! * [`Scene`]: both jaws, shaded and painted with a frame's gaps, with picking; drawn on any number of [`Canvas`]es.
//!   [`SceneRenderer`]: a scene with one canvas.
//! * [`MapRenderer`]: the flat gap map (Myszkowski, Okunev, Kunii 1995, fig. 6).
//!
//! Scenes and maps write their uniforms when they encode: encode one picture of each, then submit.
pub mod camera;
mod canvas;
pub mod display_mesh;
mod display_vertex;
mod formats;
mod kept;
pub mod lasso;
pub mod levels;
pub mod map;
mod openings;
pub mod pass;
mod renderer;
pub mod scene;
mod scene_view;
mod shown;
pub mod still;
mod targets;
#[cfg(test)]
pub(crate) mod test_scene;

pub use camera::{Camera, Margins, Ray, StandardView};
pub use canvas::Canvas;
pub use display_mesh::DisplayMesh;
pub use display_vertex::DisplayVertex;
pub use map::{MapRenderer, MapView};
pub use pass::classes::{ClassedTriangle, FALLING_STRIPES, NO_STRIPES, RISING_STRIPES};
pub use pass::gap_paint::PaintSettings;
pub use renderer::SceneRenderer;
pub use scene::{DisplayPair, Hit, JawsShown, Scene};
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
    /// Pictures that lie beside each other, each at its corner, as one; what is between them is as the first one's corner. And the
    /// corner at which it begins.
    pub fn joined(pictures: &[([u32; 2], Self)]) -> (Self, [u32; 2]) {
        if let [(corner, only)] = pictures {
            return (only.clone(), *corner);
        }
        let least = |i: usize| pictures.iter().map(|(corner, _)| corner[i]).min().unwrap_or(0);
        let most = |i: usize| pictures.iter().map(|(corner, p)| corner[i] + p.size[i]).max().unwrap_or(0);
        let (from, size) = ([least(0), least(1)], [most(0) - least(0), most(1) - least(1)]);
        let between = pictures.first().and_then(|(_, p)| p.pixel(0, 0)).unwrap_or([0, 0, 0, 255]);
        let mut rgba = between.repeat(size[0] as usize * size[1] as usize);
        for (corner, picture) in pictures {
            let row_bytes = 4 * picture.size[0] as usize;
            for (y, row) in picture.rgba.chunks(row_bytes.max(1)).enumerate() {
                let at =
                    4 * ((corner[1] - from[1]) as usize + y) * size[0] as usize + 4 * (corner[0] - from[0]) as usize;
                rgba[at..at + row_bytes].copy_from_slice(row);
            }
        }
        (Self { size, rgba }, from)
    }

    /// Colour of a pixel, `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        let at = (y as usize * self.size[0] as usize + x as usize) * 4;
        let inside = x < self.size[0] && y < self.size[1];
        inside.then(|| self.rgba.get(at..at + 4)?.try_into().ok()).flatten()
    }
}
