//! Vertex colours as files give them (bytes, 16-bit numbers or fractions of 1) become RGBA bytes. For display only.

/// A colour before its scale is known. A missing alpha is [`OPAQUE`].
pub type Color = [f32; 4];

/// Infinitely much alpha: opaque in every scale.
pub const OPAQUE: f32 = f32::INFINITY;
pub const WHITE: Color = [f32::INFINITY; 4];

/// RGBA bytes of colours where `full` (255, 65535, 1 ...) is the brightest value.
pub fn to_rgba8(colors: &[Color], full: f32) -> Vec<[u8; 4]> {
    // `as u8` saturates, and takes NaN for 0.
    colors.iter().map(|color| color.map(|c| (c / full * 255.0).round() as u8)).collect()
}

/// The brightest value of colours written as decimal numbers: 1, unless one of them is above it. Files that count to
/// 255 with decimal numbers exist.
pub fn full_scale_of_decimals(colors: &[Color]) -> f32 {
    let above_one = colors.iter().flatten().any(|c| c.is_finite() && *c > 1.0);
    if above_one { 255.0 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_keep_their_scale() {
        let unit = [[0.0, 0.5, 1.0, OPAQUE]];
        assert_eq!(to_rgba8(&unit, full_scale_of_decimals(&unit)), [[0, 128, 255, 255]]);
        let bytes = [[0.0, 128.0, 255.0, 10.0]];
        assert_eq!(to_rgba8(&bytes, full_scale_of_decimals(&bytes)), [[0, 128, 255, 10]]);
        assert_eq!(to_rgba8(&[[65535.0, 0.0, 32768.0, OPAQUE]], 65535.0), [[255, 0, 128, 255]]);
        assert_eq!(to_rgba8(&[[f32::NAN, -1.0, 900.0, OPAQUE], WHITE], 1.0), [[0, 0, 255, 255], [255; 4]]);
    }
}
