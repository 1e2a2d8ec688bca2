//! What is written over each of the views that a picture is made of: what it shows, the patient's sides, teeth's numbers, pins, and a bar in
//! mm, for every view has a scale of its own.
use super::canvas::{Area, BAR_LENGTHS_MM, INK, PAPER, fill, write};
use super::letters::Face;
use super::pin_marks::{PinMark, draw_pins};
use crate::base::words::number;
use image::RgbaImage;

/// Lower incisors stand so far apart, mm: where their numbers would stand on each other there are none.
const LEAST_APART_MM: f64 = 4.6;
/// Teeth's numbers are so high, em.
const NUMBER: f32 = 0.7;

/// One of the views of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeenView {
    /// Its place in the picture, pixels; `None`: it is all of it.
    pub area: Option<Area>,
    /// "Upper teeth", over its upper edge.
    pub caption: Option<String>,
    /// The patient's sides at its left and its right edge.
    pub sides: Option<[String; 2]>,
    /// `None` where no bar would be true (a perspective view).
    pub mm_per_pixel: Option<f64>,
    /// Teeth's numbers, and the middle of each, pixels from the view's upper left.
    pub teeth: Vec<(String, [f32; 2])>,
    /// From the view's upper left as well.
    pub pins: Vec<PinMark>,
}

impl SeenView {
    /// The only one.
    pub fn whole(mm_per_pixel: Option<f64>) -> Self {
        Self { mm_per_pixel, ..Self::default() }
    }

    /// `whole`: where all views lie in the picture. `em`: the height of letters that are read well in it, pixels.
    pub fn draw(&self, image: &mut RgbaImage, whole: Area, em: f32) {
        let part = self.area.unwrap_or(Area { x: 0.0, y: 0.0, ..whole });
        let area = Area { x: whole.x + part.x, y: whole.y + part.y, ..part };
        self.draw_teeth(image, area, em);
        let pin = |pin: &PinMark| PinMark { at: [area.x + pin.at[0], area.y + pin.at[1]], ..pin.clone() };
        draw_pins(image, &self.pins.iter().map(pin).collect::<Vec<_>>(), em);
        if let Some(words) = &self.caption {
            let width = Face::Words.width(words, em);
            plate_with(image, Face::Words, em, [area.x + 0.5 * (area.width - width), area.y + 1.7 * em], words);
        }
        if let Some([left, right]) = &self.sides {
            let y = area.y + 0.5 * area.height + 0.36 * em;
            plate_with(image, Face::Words, em, [area.x + em, y], left);
            plate_with(image, Face::Words, em, [area.x + area.width - em - Face::Words.width(right, em), y], right);
        }
        self.draw_bar(image, area, em);
    }

    fn draw_teeth(&self, image: &mut RgbaImage, area: Area, em: f32) {
        let size = NUMBER * em;
        let widest = f64::from(Face::Words.width("00", size) + 0.25 * size);
        if self.mm_per_pixel.is_some_and(|mm| LEAST_APART_MM / mm < widest) {
            return;
        }
        for (name, [x, y]) in &self.teeth {
            let width = Face::Words.width(name, size);
            let reach = 0.5 * width + 0.25 * size;
            // Half of a number at the edge would be another one.
            if *x < reach || x + reach > area.width {
                continue;
            }
            plate_with(image, Face::Words, size, [area.x + x - 0.5 * width, area.y + y + 0.36 * size], name);
        }
    }

    /// The longest bar that takes at most a quarter of the view, in its lower left corner.
    fn draw_bar(&self, image: &mut RgbaImage, area: Area, em: f32) {
        let Some(scale) = self.mm_per_pixel.filter(|s| s.is_finite() && *s > 0.0) else { return };
        let most_mm = f64::from(area.width) / 4.0 * scale;
        let Some(length_mm) = BAR_LENGTHS_MM.into_iter().rev().find(|l| *l <= most_mm) else { return };
        let length = (length_mm / scale) as f32;
        let label = format!("{} mm", number(length_mm));
        let label_width = Face::Figures.width(&label, em);
        let (x, y) = (area.x + em, area.y + area.height - 1.2 * em);
        let plate = Area { x: x - 0.5 * em, y: y - 1.6 * em, width: length.max(label_width) + em, height: 2.3 * em };
        fill(image, plate, PAPER, 0.85);
        write(image, Face::Figures, em, [x, y - 0.45 * em], INK, &label);
        fill(image, Area { x, y: y - 0.1 * em, width: length, height: 0.22 * em }, INK, 1.0);
        for end in [x, x + length - 2.0] {
            fill(image, Area { x: end, y: y - 0.3 * em, width: 2.0, height: 0.6 * em }, INK, 1.0);
        }
    }
}

/// Words on a plate of their own, their baseline at `y`.
fn plate_with(image: &mut RgbaImage, face: Face, size: f32, [x, y]: [f32; 2], words: &str) {
    let around = 0.25 * size;
    let width = face.width(words, size) + 2.0 * around;
    fill(image, Area { x: x - around, y: y - size, width, height: 1.3 * size }, PAPER, 0.8);
    write(image, face, size, [x, y], INK, words);
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    const GROUND: [u8; 4] = [120, 130, 140, 255];
    const WHOLE: Area = Area { x: 0.0, y: 0.0, width: 1200.0, height: 400.0 };

    fn drawn(views: &[SeenView]) -> RgbaImage {
        let mut image = RgbaImage::from_pixel(1200, 400, Rgba(GROUND));
        views.iter().for_each(|view| view.draw(&mut image, WHOLE, 16.0));
        image
    }

    /// The longest row of ink between two columns: a bar.
    fn bar(image: &RgbaImage, columns: std::ops::Range<u32>) -> usize {
        let is_ink = |x: u32, y: u32| image.get_pixel(x, y).0[..3] == INK;
        (300..400).map(|y| columns.clone().filter(|x| is_ink(*x, y)).count()).max().unwrap_or(0)
    }

    #[test]
    fn the_bar_is_as_long_as_it_says() {
        // 0.05 mm a pixel: a quarter of 1200 pixels is 15 mm, so the bar is 10 mm = 200 pixels long.
        assert_eq!(bar(&drawn(&[SeenView::whole(Some(0.05))]), 0..1200), 200);
        assert!(drawn(&[SeenView::whole(None)]).pixels().all(|p| p.0 == GROUND), "none where none would be true");
    }

    #[test]
    fn each_view_has_the_bar_of_its_own_scale_inside_it() {
        let view =
            |x: f32, mm: f64| SeenView { area: Some(Area { x, width: 600.0, ..WHOLE }), ..SeenView::whole(Some(mm)) };
        let image = drawn(&[view(0.0, 0.1), view(600.0, 0.05)]);
        assert_eq!(bar(&image, 0..600), 100, "10 mm");
        assert_eq!(bar(&image, 600..1200), 100, "5 mm");
        let image = drawn(&[view(0.0, 0.1), view(600.0, 0.08)]);
        assert_eq!(bar(&image, 600..1200), 125, "10 mm, and so the twin: another scale, another length");
    }

    #[test]
    fn numbers_and_pins_lie_where_they_are_in_their_view() {
        let view = |mm: f64| SeenView {
            area: Some(Area { x: 600.0, y: 100.0, width: 600.0, height: 300.0 }),
            mm_per_pixel: Some(mm),
            teeth: vec![("11".into(), [100.0, 50.0])],
            pins: vec![PinMark { number: 1, at: [300.0, 50.0] }],
            ..SeenView::default()
        };
        let image = drawn(&[view(0.1)]);
        let differs = |x: u32, y: u32| image.get_pixel(x, y).0 != GROUND;
        assert!(differs(700, 150) && differs(900, 140), "from the view's corner");
        assert!(!differs(100, 50) && !differs(300, 50) && !differs(760, 150), "not from the picture's");
        let at_edge = SeenView { teeth: vec![("11".into(), [3.0, 50.0])], ..view(0.1) };
        assert_eq!(drawn(&[at_edge]).get_pixel(603, 150).0, GROUND, "half of it would be another one");
        let small = drawn(&[view(0.4)]);
        assert_eq!(small.get_pixel(700, 150).0, GROUND, "the twin: in a small view they would stand on each other");
    }

    #[test]
    fn caption_and_sides_are_at_the_edges() {
        let named = SeenView {
            caption: Some("Upper teeth".into()),
            sides: Some(["R".into(), "L".into()]),
            ..SeenView::whole(None)
        };
        let image = drawn(&[named]);
        let n_changed = |from: [u32; 2], to: [u32; 2]| {
            let places = (from[1]..to[1]).flat_map(|y| (from[0]..to[0]).map(move |x| (x, y)));
            places.filter(|(x, y)| image.get_pixel(*x, *y).0 != GROUND).count()
        };
        for (from, to) in [([500, 0], [700, 40]), ([0, 180], [40, 220]), ([1160, 180], [1200, 220])] {
            assert!(n_changed(from, to) > 100, "{from:?}");
        }
        assert_eq!(n_changed([100, 60], [1100, 340]), 0, "the middle is free");
    }
}
