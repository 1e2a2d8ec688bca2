//! What is in the textures that are drawn to.
use wgpu::TextureFormat;

/// Colour targets; their textures also have an `Rgba8Unorm` view for egui.
pub const COLOR_FORMAT: TextureFormat = TextureFormat::Rgba8UnormSrgb;
/// Jaw and depth, and the closest gap there.
pub const PLACE_FORMAT: TextureFormat = TextureFormat::Rg32Float;
/// Normal, and how hollow the place is.
pub const SURFACE_FORMAT: TextureFormat = TextureFormat::Rgba16Float;
/// The scan's own colour, sRGB values as they are.
pub const OWN_COLOR_FORMAT: TextureFormat = TextureFormat::Rgba8Unorm;
/// How the gap differs in poses nearby.
pub const SPREAD_FORMAT: TextureFormat = TextureFormat::Rgba16Float;
pub const DEPTH_FORMAT: TextureFormat = TextureFormat::Depth32Float;

/// What a surface has besides, where it is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extra {
    #[default]
    None,
    /// The scan's own colours.
    Colors,
    /// How the gap differs in poses nearby.
    Spread,
    /// Colours of classes that triangles are painted by.
    Classes,
}

impl Extra {
    pub const ALL: [Self; 4] = [Self::None, Self::Colors, Self::Spread, Self::Classes];

    pub fn format(self) -> Option<TextureFormat> {
        match self {
            Self::None => None,
            Self::Colors | Self::Classes => Some(OWN_COLOR_FORMAT),
            Self::Spread => Some(SPREAD_FORMAT),
        }
    }
}
