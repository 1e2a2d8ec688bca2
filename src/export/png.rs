//! The gap map as a picture like figure 6 of the 1995 paper: upper only, lower only, clear, contact border,
//! interference; and any picture as PNG.
use super::canvas::write;
use super::letters::Face;
use super::overlay::{HATCH, Scale, Swatch, is_hatch};
use super::seal;
use crate::base::words::say;
use crate::field::{GapField, PixelClass, Projection};
use crate::jaw::OcclusalFrame;
use glam::{DVec2, DVec3, Vec2Swizzles};
use image::{ImageEncoder, Rgba, RgbaImage};
use png::text_metadata::ITXtChunk;
use std::io::{self, Write};

/// Longer side that a picture of a map has at least, pixels; smaller maps are enlarged by a whole factor.
const LEAST_SIDE: u32 = 1024;

const NOTHING: [u8; 3] = [255, 255, 255];
/// Pixels that could not be decided stand out and resemble nothing else.
const UNSOLVED: [u8; 3] = [0, 0, 0];
/// The patient's sides.
const SIDES: [u8; 3] = [70, 70, 70];

/// Draws the map, row 0 at the top, each map pixel a square of the returned number of picture pixels.
pub fn draw_map(field: &GapField, scale: Scale) -> (RgbaImage, u32) {
    let (cols, rows) = (field.projection.cols.max(1), field.projection.rows.max(1));
    let enlarged = LEAST_SIDE.div_ceil(cols.max(rows));
    let mut image = RgbaImage::from_pixel(cols * enlarged, rows * enlarged, Rgba([255; 4]));
    for (x, y, pixel) in image.enumerate_pixels_mut() {
        let (col, row) = (i64::from(x / enlarged), i64::from(y / enlarged));
        let Some(idx) = field.pixel_idx(col, row) else { continue };
        let mut color = pixel_color(field, idx, scale);
        if is_border(field, [x, y], enlarged, scale.threshold_mm) {
            color = scale.palette.contact_border();
        } else if field.gap_mm[idx] < 0.0 && is_hatch(x as usize, y as usize) {
            color = color.map(|c| (f32::from(c) * (1.0 - HATCH) + 255.0 * HATCH).round() as u8);
        }
        pixel.0[..3].copy_from_slice(&color);
    }
    (image, enlarged)
}

/// The picture of a map turned by right angles, or mirrored, so that it lies like the upper teeth in an occlusal view, as nearly as that goes:
/// front teeth up, the patient's right on the left.
pub fn lying_like_the_teeth(image: RgbaImage, projection: &Projection, frame: &OcclusalFrame) -> RgbaImage {
    use image::imageops::{flip_horizontal_in_place, flip_vertical_in_place, rotate90};
    let seen = |way: DVec3| DVec2::new(way.dot(projection.u), way.dot(projection.v));
    let (mut left, mut back) = (seen(-frame.right), seen(-frame.front));
    let straight = left.x.abs() + back.y.abs();
    let crosswise = left.y.abs() + back.x.abs();
    let mut image = image;
    if crosswise > straight {
        // Columns become rows.
        image = rotate90(&image);
        flip_horizontal_in_place(&mut image);
        (left, back) = (left.yx(), back.yx());
    }
    if left.x < 0.0 {
        flip_horizontal_in_place(&mut image);
    }
    if back.y < 0.0 {
        flip_vertical_in_place(&mut image);
    }
    image
}

/// R and L at the edges of a picture that lies so.
pub fn with_sides(mut image: RgbaImage) -> RgbaImage {
    let size = image.width().min(image.height()) as f32 / 28.0;
    let middle = 0.5 * image.height() as f32 + 0.4 * size;
    let (right, left) = (say!("overview-r"), say!("overview-l"));
    let at_end = image.width() as f32 - 0.5 * size - Face::Words.width(left, size);
    write(&mut image, Face::Words, size, [0.5 * size, middle], SIDES, right);
    write(&mut image, Face::Words, size, [at_end, middle], SIDES, left);
    image
}

/// The colours of the map that the scale of the legend does not show.
pub fn map_swatches(field: &GapField, scale: Scale) -> Vec<Swatch> {
    let swatch = |label: &str, color| Swatch::plain(label, color);
    let mut swatches = vec![
        swatch(say!("map-upper-only"), scale.palette.upper_only()),
        swatch(say!("map-lower-only"), scale.palette.lower_only()),
        swatch(say!("map-clear-beyond"), scale.palette.clear()),
        swatch(say!("map-border"), scale.palette.contact_border()),
    ];
    if field.class.contains(&PixelClass::Unsolved) {
        swatches.push(swatch(say!("map-unsolved"), UNSOLVED));
    }
    swatches
}

fn pixel_color(field: &GapField, idx: usize, scale: Scale) -> [u8; 3] {
    match field.class[idx] {
        PixelClass::None => NOTHING,
        PixelClass::UpperOnly => scale.palette.upper_only(),
        PixelClass::LowerOnly => scale.palette.lower_only(),
        PixelClass::Unsolved => UNSOLVED,
        PixelClass::Clear | PixelClass::Interfering => {
            scale.palette.color(field.gap_mm[idx], scale.threshold_mm, scale.range_mm)
        }
    }
}

/// Whether a place on the map lies within the threshold and less than a line's width from a pixel that does not.
/// `place` is in picture pixels, so that the line stays thin however large a map pixel is drawn.
fn is_border(field: &GapField, place: [u32; 2], enlarged: u32, threshold_mm: f32) -> bool {
    let within = |col, row| field.pixel_idx(col, row).is_some_and(|idx| field.gap_mm[idx] <= threshold_mm);
    let pixel_of = |[x, y]: [i64; 2]| (x.div_euclid(i64::from(enlarged)), y.div_euclid(i64::from(enlarged)));
    let [x, y] = place.map(i64::from);
    let line = i64::from(enlarged / 12 + 1);
    let (col, row) = pixel_of([x, y]);
    let beside = [[x - line, y], [x + line, y], [x, y - line], [x, y + line]];
    within(col, row) && beside.map(pixel_of).into_iter().any(|(c, r)| !within(c, r))
}

/// Writes any picture as PNG.
///
/// # Errors
/// What `out` reports.
pub fn write_png(image: &RgbaImage, out: impl Write) -> io::Result<()> {
    image::codecs::png::PngEncoder::new(out)
        .write_image(image.as_raw(), image.width(), image.height(), image::ExtendedColorType::Rgba8)
        .map_err(io::Error::other)
}

/// Name of the text inside a picture that holds its record.
const KEYWORD: &str = "occluscope";
/// Longest text that is read as a record, bytes.
pub const LONGEST_RECORD: usize = 64 << 20;
/// A record packs to a fifth or a tenth; what unpacks to more than this many times the picture's bytes is none. Below [`SMALL`] it
/// does not matter.
const MOST_PACKED: usize = 60;
const SMALL: usize = 4 << 20;

/// Writes a picture as PNG with a text inside (iTXt, keyword "occluscope"): the JSON of what it shows.
///
/// # Errors
/// What `out` reports.
pub fn write_png_with(image: &RgbaImage, record: &str, out: impl Write) -> io::Result<()> {
    let mut encoder = png::Encoder::new(out, image.width(), image.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let mut text = ITXtChunk::new(KEYWORD, record);
    text.compressed = true;
    text.compress_text()?;
    writer.write_text_chunk(&text)?;
    writer.write_image_data(image.as_raw())?;
    Ok(writer.finish()?)
}

/// The same with the record's seal, which holds the picture's pixels too. `record`: the text of one without a seal.
///
/// # Errors
/// What `out` reports.
pub fn write_png_sealed(image: &RgbaImage, record: &str, out: impl Write) -> io::Result<()> {
    write_png_with(image, &seal::sealed(record, Some(image)), out)
}

/// Whether these are the bytes of a PNG.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}

/// The record inside a picture; `None` where there is none that can be read, or a longer one than any.
pub fn record_in(bytes: &[u8]) -> Option<String> {
    let reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().ok()?;
    let mut text = reader.info().utf8_text.iter().find(|t| t.keyword == KEYWORD)?.clone();
    text.decompress_text_with_limit(longest_record(bytes.len())).ok()?;
    text.get_text().ok()
}

/// Of a picture of so many bytes.
fn longest_record(bytes: usize) -> usize {
    bytes.saturating_mul(MOST_PACKED).clamp(SMALL, LONGEST_RECORD)
}

#[cfg(test)]
mod tests {
    use super::super::overlay::{SnapshotInfo, compose_snapshot};
    use super::super::test_data;
    use super::*;
    use crate::base::Palette;

    const SCALE: Scale = Scale { palette: Palette::Default, threshold_mm: 0.1, range_mm: 2.0 };

    /// Colour in the middle row of the map at a column.
    fn color_at(field: &GapField, col: u32) -> [u8; 3] {
        let (image, enlarged) = draw_map(field, SCALE);
        // The first pixel of the column that is not hatched.
        let y = test_data::ROWS / 2 * enlarged;
        let x = (col * enlarged..).find(|x| !is_hatch(*x as usize, y as usize)).unwrap();
        image.get_pixel(x, y).0[..3].try_into().unwrap()
    }

    /// Whatever axes a map has, the corner at the front on the patient's right comes to the upper left of its picture.
    #[test]
    fn a_picture_of_a_map_lies_like_the_upper_teeth() {
        let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).unwrap();
        let ways = [frame.right, -frame.right, frame.front, -frame.front];
        let mut n_as_drawn = 0;
        for (u, v) in ways.into_iter().flat_map(|u| ways.map(|v| (u, v))).filter(|(u, v)| u.dot(*v) == 0.0) {
            let projection = Projection { u, v, ..test_data::field().projection };
            let mut drawn = RgbaImage::new(5, 3);
            let ahead = |(x, y): (u32, u32)| (u * f64::from(x) + v * f64::from(y)).dot(frame.right + frame.front);
            let corners = [(0, 0), (4, 0), (0, 2), (4, 2)];
            let (x, y) = corners.into_iter().max_by(|a, b| ahead(*a).total_cmp(&ahead(*b))).unwrap();
            drawn.put_pixel(x, y, Rgba([255; 4]));
            n_as_drawn += usize::from((x, y) == (0, 0));
            let laid = lying_like_the_teeth(drawn, &projection, &frame);
            let is_turned = u.dot(frame.right) == 0.0;
            assert_eq!(laid.dimensions(), if is_turned { (3, 5) } else { (5, 3) });
            assert_eq!(laid.get_pixel(0, 0).0, [255; 4], "{u} {v}");
        }
        assert_eq!(n_as_drawn, 2, "the twin: as it is drawn it lies so in two ways of eight");
    }

    #[test]
    fn sides_are_written_at_the_edges() {
        let ink = |image: &RgbaImage, x: std::ops::Range<u32>| {
            image.enumerate_pixels().filter(|(at, _, p)| x.contains(at) && p.0[0] < 160).count()
        };
        let bare = RgbaImage::from_pixel(1200, 900, Rgba([255; 4]));
        let sides = with_sides(bare.clone());
        assert!(ink(&sides, 0..60) > 20 && ink(&sides, 1140..1200) > 20 && ink(&sides, 60..1140) == 0);
        assert_eq!(ink(&bare, 0..1200), 0, "the twin");
    }

    /// Writes a picture to look at into the folder that `OCCLUSCOPE_PICTURES` names.
    #[test]
    fn the_whole_picture_is_made() {
        let field = test_data::field();
        let (map, enlarged) = draw_map(&field, SCALE);
        let (metrics, pose) = (test_data::metrics(), test_data::pose());
        let mm = Some(field.projection.u_mm / f64::from(enlarged));
        let mut info = SnapshotInfo::new("upper.stl / lower.stl", &metrics, &pose, SCALE, mm, "2026-01-02 03:04");
        info.swatches = map_swatches(&field, SCALE);
        let picture = compose_snapshot(&map, &info);
        assert!(picture.height() > map.height());
        if let Ok(folder) = std::env::var("OCCLUSCOPE_PICTURES") {
            picture.save(std::path::Path::new(&folder).join("map.png")).unwrap();
        }
    }

    #[test]
    fn each_class_has_its_colour() {
        let field = test_data::field();
        assert_eq!(color_at(&field, 1), NOTHING);
        assert_eq!(color_at(&field, 4), Palette::Default.upper_only());
        assert_eq!(color_at(&field, 7), Palette::Default.lower_only());
        assert_eq!(color_at(&field, 9), UNSOLVED);
        assert_eq!(color_at(&field, 11), Palette::Default.clear());
        let deepest = field.gap_mm[test_data::COLS as usize - 2];
        assert!(deepest < 0.0);
        assert_eq!(color_at(&field, test_data::COLS - 2), Palette::Default.color(deepest, 0.1, 2.0));
    }

    #[test]
    fn the_border_lies_at_the_threshold() {
        let field = test_data::field();
        let (y, enlarged) = (test_data::ROWS * 20 / 2 + 7, 20);
        let inner = enlarged..(test_data::COLS - 1) * enlarged;
        let border: Vec<_> = inner.filter(|x| is_border(&field, [*x, y], enlarged, 0.15)).collect();
        let gap = |x: u32| field.gap_mm[field.pixel_idx(i64::from(x / enlarged), 3).unwrap()];
        assert_eq!(border.len(), 2, "a line of two picture pixels");
        assert!(gap(border[0]) <= 0.15 && gap(border[0] - 1) > 0.15);
        // Negative twin: another threshold has its border elsewhere.
        assert!(!is_border(&field, [border[0], y], enlarged, 0.55));
    }

    #[test]
    fn a_picture_survives_the_round_trip() {
        let (image, _) = draw_map(&test_data::field(), SCALE);
        let mut bytes = Vec::new();
        write_png(&image, &mut bytes).unwrap();
        assert_eq!(image::load_from_memory(&bytes).unwrap().to_rgba8(), image);
    }

    #[test]
    fn a_small_picture_carries_a_small_record() {
        assert_eq!([0, 1000, 95_000].map(longest_record), [SMALL, SMALL, 5_700_000]);
        assert_eq!([2 << 20, usize::MAX].map(longest_record), [LONGEST_RECORD; 2]);
    }

    #[test]
    fn a_picture_carries_its_record() {
        let (image, _) = draw_map(&test_data::field(), SCALE);
        let record = "{\"file\": \"Zähne 上.stl\"}".repeat(1000);
        let mut bytes = Vec::new();
        write_png_with(&image, &record, &mut bytes).unwrap();
        assert_eq!(image::load_from_memory(&bytes).unwrap().to_rgba8(), image);
        assert_eq!(record_in(&bytes).as_deref(), Some(record.as_str()));
        let mut plain = Vec::new();
        write_png(&image, &mut plain).unwrap();
        assert!(bytes.len() < plain.len() + record.len() / 10, "it is packed");
        // Without one, cut off, or no picture at all there is none, and nothing breaks.
        let mut plain = Vec::new();
        write_png(&image, &mut plain).unwrap();
        for bytes in [&plain[..], &bytes[..60], b"{}", b""] {
            assert_eq!(record_in(bytes), None);
        }
    }
}
