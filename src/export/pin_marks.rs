//! Pins on a picture that is written: a numbered disc each, as over the pictures of the window. What they say stands below the picture.
use super::canvas::{disc, write};
use super::letters::Face;
use image::RgbaImage;

const GROUND: [u8; 3] = [18, 92, 160];
const RING: [u8; 3] = [250, 250, 248];

/// A pin's number and where it is, pixels from the picture's upper left.
#[derive(Clone, Debug, PartialEq)]
pub struct PinMark {
    pub number: usize,
    pub at: [f32; 2],
}

/// `em`: the height of letters that are read well in the picture, pixels. Of pins that cover each other the first is seen whole, as its number
/// stands first below.
pub fn draw_pins(image: &mut RgbaImage, pins: &[PinMark], em: f32) {
    for pin in pins.iter().rev() {
        let (text, size) = (pin.number.to_string(), 0.75 * em);
        let [x, y] = pin.at;
        disc(image, pin.at, 0.85 * em, RING);
        disc(image, pin.at, 0.75 * em, GROUND);
        let width = Face::Figures.width(&text, size);
        write(image, Face::Figures, size, [x - 0.5 * width, y + 0.36 * size], RING, &text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn a_pin_is_where_it_hangs_and_nowhere_else() {
        let mut image = RgbaImage::from_pixel(120, 60, Rgba([0, 0, 0, 255]));
        draw_pins(
            &mut image,
            &[PinMark { number: 1, at: [30.0, 30.0] }, PinMark { number: 2, at: [118.0, 30.0] }],
            16.0,
        );
        let is_ground = |x: u32, y: u32| image.get_pixel(x, y).0[..3] == GROUND;
        assert!(is_ground(21, 30) && is_ground(39, 30) && is_ground(110, 30), "cut at the edge");
        assert_eq!(image.get_pixel(60, 30).0, [0, 0, 0, 255], "the twin: beside them nothing");
        let bright = (22..38).any(|x| image.get_pixel(x, 30).0[0] > 150);
        assert!(bright, "its number is written on it");
    }
}
