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
pub const DEPTH_FORMAT: TextureFormat = TextureFormat::Depth32Float;
