//! Pictures of painted jaws, drawn by the processor: shaded triangles seen along a direction, straight on. No GPU is asked, so that a movie
//! comes out the same everywhere.
use super::paint::Painted;
use crate::base::Rigid;
use crate::base::words::{number, say};
use crate::export::canvas::{Area, BAR_LENGTHS_MM, PAPER, fill, write};
use crate::export::letters::Face;
use crate::export::report::{PictureLabel, ReportPicture};
use crate::export::{DISCLAIMER, program_text};
use crate::jaw::{JawPair, JawSide};
use crate::mesh::TriMesh;
use glam::{DVec3, Vec3};
use image::{Rgba, RgbaImage};

const INK: [u8; 3] = [25, 28, 32];
const FAINT: [u8; 3] = [95, 100, 106];
const TOOTH: [f32; 3] = [228.0, 221.0, 205.0];
/// Of a picture's shorter side, round what it shows.
const MARGIN: f64 = 0.04;
/// Every pixel is drawn as so many each way.
const FINER: u32 = 2;

/// A jaw in a picture.
struct Surface<'a> {
    mesh: &'a TriMesh,
    pose: Rigid,
    side: usize,
    /// Poses for which there is room in the picture, so that a movie stands still; empty: for its own.
    room_for: &'a [Rigid],
}

/// From where it is seen: directions to the eye, and up in the picture.
struct View {
    eye: DVec3,
    up: DVec3,
}

/// Both arches as on every other page, the patient's right on the left: the upper one from below, the lower one from above in the pose of
/// the start, its front teeth at the bottom.
pub fn arch_pictures(pair: &JawPair, painted: &Painted, start: &Rigid, side_px: u32) -> Vec<ReportPicture> {
    let frame = &pair.frame;
    let sides = [say!("diagram-right"), say!("diagram-left")];
    let upper = surface(pair, JawSide::Upper, &Rigid::IDENTITY, &[]);
    let lower = surface(pair, JawSide::Lower, start, &[]);
    let below = View { eye: -frame.up, up: frame.front };
    let above = View { eye: frame.up, up: -frame.front };
    vec![
        picture(&[upper], &below, painted, side_px).titled(say!("paint-upper"), sides),
        picture(&[lower], &above, painted, side_px).titled(say!("paint-lower"), sides),
    ]
}

/// Both jaws in a pose from the front, where all poses of a movement have room.
pub fn front_picture(
    pair: &JawPair,
    painted: &Painted,
    (pose, all): (&Rigid, &[Rigid]),
    side_px: u32,
) -> ReportPicture {
    let upper = surface(pair, JawSide::Upper, &Rigid::IDENTITY, &[]);
    let both = [upper, surface(pair, JawSide::Lower, pose, all)];
    let front = View { eye: pair.frame.front, up: pair.frame.up };
    let sides = [say!("diagram-right"), say!("diagram-left")];
    picture(&both, &front, painted, side_px).titled(say!("paint-front"), sides)
}

fn surface<'a>(pair: &'a JawPair, side: JawSide, pose: &Rigid, room_for: &'a [Rigid]) -> Surface<'a> {
    Surface { mesh: &pair.jaw(side).mesh, pose: *pose, side: side as usize, room_for }
}

trait Titled {
    fn titled(self, title: &str, sides: [&str; 2]) -> ReportPicture;
}

impl Titled for (RgbaImage, f64) {
    fn titled(self, title: &str, sides: [&str; 2]) -> ReportPicture {
        let label = |text: &str, x: f32| PictureLabel { text: text.to_owned(), at: [x, 0.5] };
        let labels = vec![label(sides[0], 0.03), label(sides[1], 0.97)];
        ReportPicture { title: title.to_owned(), image: self.0, mm_per_pixel: self.1, labels }
    }
}

/// The picture, and mm a pixel of it.
fn picture(surfaces: &[Surface], view: &View, painted: &Painted, side_px: u32) -> (RgbaImage, f64) {
    let (eye, up) = (view.eye, view.up);
    let axes = [up.cross(eye), up, eye];
    let place = |p: DVec3| axes.map(|axis| p.dot(axis));
    let placed: Vec<Vec<[f32; 3]>> = surfaces
        .iter()
        .map(|s| {
            s.mesh.positions.iter().map(|p| place(s.pose.transform_point(p.as_dvec3())).map(|v| v as f32)).collect()
        })
        .collect();
    let (mut lo, mut hi) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
    let mut take = |p: [f32; 3]| (0..2).for_each(|k| (lo[k], hi[k]) = (lo[k].min(p[k]), hi[k].max(p[k])));
    for (surface, places) in surfaces.iter().zip(&placed) {
        let scanned = surface.mesh.triangles.iter().take(surface.mesh.n_scanned).flatten();
        match surface.room_for.is_empty() {
            true => scanned.for_each(|corner| take(places[*corner as usize])),
            false => room(surface).for_each(|p| take(place(p).map(|v| v as f32))),
        }
    }
    let size = side_px * FINER;
    let wide = f64::from((hi[0] - lo[0]).max(hi[1] - lo[1])).max(1e-3);
    let per_mm = f64::from(size) * (1.0 - 2.0 * MARGIN) / wide;
    let middle = [0, 1].map(|k| f64::from(lo[k] + hi[k]) / 2.0);
    let mut canvas = Raster::new(size);
    for (surface, places) in surfaces.iter().zip(&placed) {
        for (t, corners) in surface.mesh.triangles.iter().take(surface.mesh.n_scanned).enumerate() {
            let class = painted.of[surface.side].get(&(t as u32)).and_then(|class| painted.classes.get(*class));
            let on_canvas = corners.map(|i| {
                let [x, y, z] = places[i as usize].map(f64::from);
                let half = f64::from(size) / 2.0;
                [half + (x - middle[0]) * per_mm, half - (y - middle[1]) * per_mm, z].map(|v| v as f32)
            });
            canvas.triangle(on_canvas, per_mm as f32, class.map(|swatch| swatch.color));
        }
    }
    (canvas.smaller(), f64::from(FINER) / per_mm)
}

/// Corners of the mesh's box in all poses that are to have room.
fn room<'a>(surface: &'a Surface) -> impl Iterator<Item = DVec3> + 'a {
    let [lo, hi] = surface.mesh.bounds().map_or([DVec3::ZERO; 2], |(lo, hi)| [lo.as_dvec3(), hi.as_dvec3()]);
    let corner = move |i: usize| DVec3::new([lo.x, hi.x][i & 1], [lo.y, hi.y][i >> 1 & 1], [lo.z, hi.z][i >> 2]);
    surface.room_for.iter().flat_map(move |pose| (0..8).map(move |i| pose.transform_point(corner(i))))
}

struct Raster {
    size: u32,
    depth: Vec<f32>,
    colors: Vec<[u8; 3]>,
}

impl Raster {
    fn new(size: u32) -> Self {
        let n = (size * size) as usize;
        Self { size, depth: vec![f32::NEG_INFINITY; n], colors: vec![PAPER; n] }
    }

    /// Corners in pixels, nearer is larger; a face from behind is drawn as well, darker, for open scans have inner sides.
    fn triangle(&mut self, [a, b, c]: [[f32; 3]; 3], per_mm: f32, paint: Option<[u8; 3]>) {
        let doubled = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if doubled == 0.0 || !doubled.is_finite() {
            return;
        }
        let color = shaded([a, b, c], per_mm, paint);
        let range = |axis: usize| {
            let (lo, hi) = (a[axis].min(b[axis]).min(c[axis]), a[axis].max(b[axis]).max(c[axis]));
            (lo - 0.5).ceil().max(0.0) as u32..((hi + 0.5).floor().max(0.0) as u32).min(self.size)
        };
        let side = |p: [f32; 3], q: [f32; 3], x: f32, y: f32| (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
        for row in range(1) {
            for col in range(0) {
                let (x, y) = (col as f32 + 0.5, row as f32 + 0.5);
                let [wa, wb, wc] = [side(b, c, x, y), side(c, a, x, y), side(a, b, x, y)].map(|w| w / doubled);
                if wa.min(wb).min(wc) < -1e-4 {
                    continue;
                }
                let (depth, at) = (wa * a[2] + wb * b[2] + wc * c[2], (row * self.size + col) as usize);
                if depth > self.depth[at] {
                    (self.depth[at], self.colors[at]) = (depth, color);
                }
            }
        }
    }

    /// The mean of each block.
    fn smaller(&self) -> RgbaImage {
        RgbaImage::from_fn(self.size / FINER, self.size / FINER, |x, y| {
            let mut sum = [0_u32; 3];
            for (dx, dy) in (0..FINER * FINER).map(|i| (i % FINER, i / FINER)) {
                let color = self.colors[((y * FINER + dy) * self.size + x * FINER + dx) as usize];
                (0..3).for_each(|k| sum[k] += u32::from(color[k]));
            }
            let [r, g, b] = sum.map(|s| (s / (FINER * FINER)) as u8);
            Rgba([r, g, b, 255])
        })
    }
}

/// Light from the eye and a little from above; paint keeps its colour more than tooth does.
fn shaded([a, b, c]: [[f32; 3]; 3], per_mm: f32, paint: Option<[u8; 3]>) -> [u8; 3] {
    let at = |p: [f32; 3]| Vec3::new(p[0] / per_mm, -p[1] / per_mm, p[2]);
    let normal = (at(b) - at(a)).cross(at(c) - at(a)).normalize_or_zero();
    let light = normal.dot(Vec3::new(0.15, 0.45, 0.88).normalize()).max(0.0);
    let light = if normal.z < 0.0 { 0.3 } else { 0.35 + 0.65 * light };
    let (color, light) = match paint {
        Some(color) => (color.map(f32::from), 0.55 + 0.45 * light),
        None => (TOOTH, light),
    };
    color.map(|v| (v * light).clamp(0.0, 255.0) as u8)
}

/// Pictures side by side with their titles and bars, the classes below, and lines of words.
pub fn compose(pictures: &[ReportPicture], painted: &Painted, title: &str, lines: &[String]) -> RgbaImage {
    let side = pictures.first().map_or(1, |p| p.image.width());
    let em = (side as f32 / 44.0).clamp(11.0, 40.0).round();
    let line = 1.5 * em;
    let note: Vec<String> = painted.note.iter().cloned().collect();
    let said = [&note, lines, &[format!("{}. {}", program_text(), DISCLAIMER.say())]].concat();
    let rows = painted.classes.len().div_ceil(3) as f32;
    let below = line * (said.len() as f32 + rows + 3.2);
    let (top, n) = (2.2 * line, pictures.len().max(1) as u32);
    let (width, height) = (side * n, (top + side as f32 + line + below).ceil() as u32);
    let mut image = RgbaImage::from_pixel(width, height, Rgba([PAPER[0], PAPER[1], PAPER[2], 255]));
    write(&mut image, Face::Words, 1.15 * em, [em, 1.3 * line], INK, title);
    for (i, picture) in pictures.iter().enumerate() {
        let x = (i as u32 * side) as f32;
        image::imageops::replace(&mut image, &picture.image, i64::from(i as u32 * side), top as i64);
        for label in &picture.labels {
            let at = [x + label.at[0] * side as f32 - 0.3 * em, top + label.at[1] * side as f32];
            write(&mut image, Face::Words, em, at, FAINT, &label.text);
        }
        let base = top + side as f32 + 0.8 * line;
        write(&mut image, Face::Words, em, [x + em, base], FAINT, &picture.title);
        bar(&mut image, picture, [x + side as f32 - em, base], em);
    }
    let mut y = top + side as f32 + 2.4 * line;
    write(&mut image, Face::Words, em, [em, y], INK, &painted.title);
    for (i, swatch) in painted.classes.iter().enumerate() {
        let x = em + (i % 3) as f32 * (width as f32 - 2.0 * em) / 3.0;
        let y = y + line * (1 + i / 3) as f32;
        fill(&mut image, Area { x, y: y - em, width: 1.6 * em, height: 1.1 * em }, swatch.color, 1.0);
        write(&mut image, Face::Words, em, [x + 2.2 * em, y], INK, &swatch.label);
    }
    y += line * (rows + 1.2);
    for (i, text) in said.iter().enumerate() {
        write(&mut image, Face::Words, 0.85 * em, [em, y + line * i as f32], FAINT, text);
    }
    image
}

/// The longest that takes a quarter of the picture, ending at a place.
fn bar(image: &mut RgbaImage, picture: &ReportPicture, [right, y]: [f32; 2], em: f32) {
    let most_mm = picture.mm_per_pixel * f64::from(picture.image.width()) / 4.0;
    let Some(length_mm) = BAR_LENGTHS_MM.into_iter().rfind(|mm| *mm <= most_mm) else { return };
    let length = (length_mm / picture.mm_per_pixel) as f32;
    fill(image, Area { x: right - length, y: y - 0.2 * em, width: length, height: 0.2 * em }, INK, 1.0);
    let label = format!("{} mm", number(length_mm));
    let x = right - length - Face::Figures.width(&label, em) - 0.5 * em;
    write(image, Face::Figures, em, [x, y], INK, &label);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::overlay::Swatch;
    use crate::mesh::shapes::{cube, sphere};
    use std::collections::BTreeMap;

    fn painted(of: BTreeMap<u32, usize>) -> Painted {
        let classes = vec![Swatch::plain("all of it", [0, 0, 255])];
        Painted { title: "paint".into(), note: None, classes, of: [of, BTreeMap::new()] }
    }

    fn seen(mesh: &TriMesh, painted: &Painted) -> (RgbaImage, f64) {
        let view = View { eye: DVec3::Z, up: DVec3::Y };
        picture(&[Surface { mesh, pose: Rigid::IDENTITY, side: 0, room_for: &[] }], &view, painted, 200)
    }

    #[test]
    fn a_ball_is_a_disc_of_its_size_and_only_what_is_painted_is() {
        let ball = sphere(40, 5.0);
        let (image, mm_per_pixel) = seen(&ball, &painted(BTreeMap::new()));
        let inked = image.pixels().filter(|p| p.0[..3] != PAPER).count() as f64 * mm_per_pixel.powi(2);
        // A pixel more or less along the border.
        let border = 2.0 * std::f64::consts::PI * 5.0 * mm_per_pixel;
        assert!((inked - std::f64::consts::PI * 25.0).abs() < border, "{inked}");
        let blue = |image: &RgbaImage| image.pixels().filter(|p| p.0[2] > p.0[0].saturating_add(60)).count();
        assert_eq!(blue(&image), 0);
        let all: BTreeMap<u32, usize> = (0..ball.triangles.len() as u32).map(|t| (t, 0)).collect();
        assert!(blue(&seen(&ball, &painted(all)).0) > 20_000);
    }

    #[test]
    fn what_is_nearer_to_the_eye_is_seen() {
        // Two triangles of a cube are its upper face.
        let cube = cube();
        let is_top = |t: &usize| cube.corners(*t).iter().all(|p| p.z > 0.0);
        let top: BTreeMap<u32, usize> = (0..12).filter(is_top).map(|t| (t as u32, 0)).collect();
        let bottom = (0..12).filter(|t| cube.corners(*t).iter().all(|p| p.z < 0.0)).map(|t| (t as u32, 0)).collect();
        let middle = |painted: &Painted| seen(&cube, painted).0.get_pixel(100, 100).0;
        let [with, without] = [middle(&painted(top)), middle(&painted(bottom))];
        assert!(with[2] > 200 && with[0] < 20 && without[0] > 150, "{with:?} {without:?}");
    }

    #[test]
    fn a_movie_stands_still() {
        let ball = sphere(20, 2.0);
        let poses = [0.0, 6.0].map(|y| Rigid::from_translation(DVec3::Y * y));
        let rows = |pose: Rigid, room_for: &[Rigid]| {
            let view = View { eye: DVec3::Z, up: DVec3::Y };
            let surface = Surface { mesh: &ball, pose, side: 0, room_for };
            let (image, mm_per_pixel) = picture(&[surface], &view, &painted(BTreeMap::new()), 200);
            let inked: Vec<u32> = (0..200).filter(|y| image.get_pixel(100, *y).0[..3] != PAPER).collect();
            (f64::from(inked[0] + inked[inked.len() - 1]) / 2.0 * mm_per_pixel, mm_per_pixel)
        };
        let [first, last] = poses.map(|pose| rows(pose, &poses));
        assert_eq!(first.1, last.1, "one scale");
        assert!((first.0 - last.0 - 6.0).abs() < 2.0 * first.1, "it moves up by 6 mm: {first:?} {last:?}");
        // The twin: without room for all of them each picture is about itself.
        let [first, last] = poses.map(|pose| rows(pose, &[]));
        assert!((first.0 - last.0).abs() < 2.0 * first.1);
    }

    #[test]
    fn a_picture_has_its_legend_and_its_bar() {
        let (image, mm_per_pixel) = seen(&sphere(20, 5.0), &painted(BTreeMap::new()));
        let part = (image, mm_per_pixel).titled("upper", ["R", "L"]);
        let found = compose(&[part.clone(), part.clone()], &painted(BTreeMap::new()), "title", &["a line".into()]);
        assert_eq!(found.width(), 400);
        let blue = found.pixels().filter(|p| p.0 == [0, 0, 255, 255]).count();
        assert!(blue > 100, "the class's colour stands in the legend: {blue}");
        let bare = compose(&[part], &Painted::default(), "title", &[]);
        assert_eq!(bare.pixels().filter(|p| p.0 == [0, 0, 255, 255]).count(), 0, "the twin");
    }
}
