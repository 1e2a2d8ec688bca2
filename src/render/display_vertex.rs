//! A vertex as shaders and simplification read it.

/// One vertex as the scene draws it, 24 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct DisplayVertex {
    /// In the jaw's own coordinates, mm.
    pub position: [f32; 3],
    /// Unit normal, and how hollow the place is: 1 deep fissure, -1 sharp cusp; as snorm.
    pub normal_hollow: [i16; 4],
    /// The scan's own colour, sRGB; transparent where it has none.
    pub color: [u8; 4],
}
