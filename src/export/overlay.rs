//! A picture that explains itself: rendered views, each with a bar in mm, and below them the legend, the figures with their
//! threshold, the pose, the projection, the date, the program's version and what the program is not.
use super::canvas::{Area, INK, PAPER, fill, stroke, write};
use super::headline::Judged;
use super::letters::Face;
use super::seen_view::SeenView;
use super::sure_legend::draw_sure;
use super::{contact, text};
use crate::base::words::{decimal, say};
use crate::base::{Palette, Rigid};
use crate::field::{Metrics, Projection};
use image::{Rgba, RgbaImage};

const FAINT: [u8; 3] = [95, 100, 106];

/// Everything that is burnt into the picture beside the view itself.
#[derive(Clone, Debug, PartialEq)]
pub struct SnapshotInfo {
    /// Name of the case.
    pub title: String,
    pub palette: Palette,
    /// Threshold shown by the colours, mm.
    pub threshold_mm: f32,
    /// Largest clearance shown by the colours, mm.
    pub range_mm: f32,
    /// The picture says how sure contact is, and not how large the gap is.
    pub sure: bool,
    /// The colours are a scale of the gap, besides those of the swatches.
    pub has_scale: bool,
    /// Further colours of the picture and what they mean.
    pub swatches: Vec<Swatch>,
    /// What the picture is made of.
    pub views: Vec<SeenView>,
    /// A picture that stands below the views, in a scale of its own.
    pub below: Option<RgbaImage>,
    /// Lines of figures: a name and a value.
    pub figures: Vec<(String, String)>,
    /// Lines about where the figures come from.
    pub origins: Vec<(String, String)>,
}

/// A colour and its meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Swatch {
    pub label: String,
    pub color: [u8; 3],
    pub stripes: Stripes,
}

/// What lies over a colour, so that it is not the only carrier of what it means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stripes {
    #[default]
    None,
    /// From the lower left to the upper right.
    Rising,
    /// From the upper left to the lower right.
    Falling,
}

impl Swatch {
    /// Without stripes.
    pub fn plain(label: impl Into<String>, color: [u8; 3]) -> Self {
        Self { label: label.into(), color, stripes: Stripes::None }
    }

    pub fn striped(self, stripes: Stripes) -> Self {
        Self { stripes, ..self }
    }
}

impl Stripes {
    /// Ends of each of them within an area of this width and height, from its upper left.
    pub fn lines(self, [width, height]: [f32; 2], apart: f32) -> Vec<[[f32; 2]; 2]> {
        let n = ((width + height) / apart).ceil() as i32;
        let line = |i: i32| {
            let sum = (i as f32 + 0.5) * apart;
            let [low, high] = [(sum - height).max(0.0), sum.min(width)];
            let ends = [low, high].map(|x| [x, sum - x]);
            let is_within = low < high;
            is_within.then_some(match self {
                Self::Falling => ends.map(|[x, y]| [width - x, y]),
                Self::Rising | Self::None => ends,
            })
        };
        if self == Self::None { Vec::new() } else { (0..n).filter_map(line).collect() }
    }
}

/// How the gap is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    pub palette: Palette,
    pub threshold_mm: f32,
    pub range_mm: f32,
}

impl SnapshotInfo {
    /// The caption of one analysed pose. `mm_per_pixel`: of the view, where it is one. `date` as from [`super::now_text`].
    pub fn new(
        title: impl Into<String>,
        metrics: &Metrics,
        upper_from_lower: &Rigid,
        scale: Scale,
        mm_per_pixel: Option<f64>,
        date: &str,
    ) -> Self {
        Self {
            title: title.into(),
            palette: scale.palette,
            threshold_mm: scale.threshold_mm,
            range_mm: scale.range_mm,
            sure: false,
            has_scale: true,
            swatches: Vec::new(),
            views: vec![SeenView::whole(mm_per_pixel)],
            below: None,
            figures: figures(metrics, f64::from(scale.threshold_mm)),
            origins: origins(metrics.projection.as_ref(), upper_from_lower, scale.threshold_mm, date),
        }
    }
}

impl SnapshotInfo {
    /// With the figures of what was judged in the place of the map's. `painted`: the picture's colours are of the closest gap as well.
    pub fn judged(mut self, judged: &Judged, painted: bool) -> Self {
        let headline = judged.headline();
        self.figures = vec![
            (say!("report-overlay-contact").into(), headline.text()),
            (say!("report-overlay-judged").into(), judged.words()),
        ];
        self.figures.extend(contact::caption(judged.contact, judged.threshold_mm));
        if painted {
            self.set_colours(say!("report-overlay-colours-closest", threshold_mm = decimal(self.threshold_mm, 3)));
        }
        self
    }
}

impl SnapshotInfo {
    /// Of a picture that says how sure contact is, in positions nearby.
    pub fn sure(mut self) -> Self {
        let words = say!("report-overlay-how-sure-contact-mm", threshold_mm = decimal(self.threshold_mm, 3));
        self.set_colours(words);
        Self { sure: true, ..self }
    }

    /// Of a picture whose triangles have the colours of classes: no scale is told of.
    pub fn classed(mut self, title: &str, classes: &[Swatch]) -> Self {
        self.set_colours(title.to_owned());
        Self { sure: false, has_scale: false, swatches: classes.to_vec(), ..self }
    }

    /// What the colours are said to be; it stands first.
    fn set_colours(&mut self, words: String) {
        if let Some((_, value)) = self.origins.first_mut() {
            *value = words;
        }
    }
}

fn figures(metrics: &Metrics, threshold_mm: f64) -> Vec<(String, String)> {
    let mut lines = vec![
        (say!("report-overlay-verdict").to_owned(), text::verdict_word(metrics.verdict).to_owned()),
        (say!("report-overlay-depth-gap").into(), text::depth_or_gap(metrics)),
        (say!("report-overlay-interference").into(), text::interference(metrics)),
    ];
    if let Some(contact) = text::nearest_contact(metrics, threshold_mm) {
        let upper = text::area_parts(contact.area_upper_mm2, contact.penetrating_area_upper_mm2);
        let lower = text::area_parts(contact.area_lower_mm2, contact.penetrating_area_lower_mm2);
        let (gap, mm) = (metrics.contact_gap.name(), decimal(contact.threshold_mm, 3));
        lines.push((say!("report-overlay-upper", gap = gap, mm = mm), upper));
        lines.push((say!("report-overlay-lower", gap = gap, mm = mm), lower));
    }
    lines.push((say!("report-overlay-unsolved").into(), text::unsolved(metrics)));
    lines.retain(|(_, value)| !value.is_empty());
    lines
}

fn origins(
    projection: Option<&Projection>,
    upper_from_lower: &Rigid,
    threshold_mm: f32,
    date: &str,
) -> Vec<(String, String)> {
    let colours = say!("report-overlay-colours-projected", threshold_mm = decimal(threshold_mm, 3));
    let mut lines = vec![
        (say!("report-overlay-colours").to_owned(), colours),
        (say!("report-overlay-pose-lower-jaw").into(), text::pose_for_people(upper_from_lower)),
    ];
    if let Some(p) = projection {
        lines.push((say!("report-overlay-projection").into(), text::projection(p)));
        lines.push((say!("report-overlay-map").into(), text::pixel_size(p)));
    }
    lines.push((say!("report-overlay-date").into(), date.to_owned()));
    lines.push((say!("report-overlay-program").into(), super::program_text()));
    lines
}

/// The view with a bar in mm burnt in and a caption below. The picture is as wide as the view, or as the widest block
/// of the caption.
pub fn compose_snapshot(view: &RgbaImage, info: &SnapshotInfo) -> RgbaImage {
    let em = (view.width() as f32 / 72.0).clamp(14.0, 60.0).round();
    let caption = Caption::new(info, em);
    let width = view.width().max(caption.narrowest().ceil() as u32);
    let places = caption.flow(width as f32);
    let below = info.below.as_ref().map(|picture| fitted_below(picture, [width, view.height()]));
    let pictures = view.height() + below.as_ref().map_or(0, RgbaImage::height);
    let mut image = RgbaImage::from_pixel(width, pictures + places.height.ceil() as u32, opaque(PAPER));
    let mut put = |picture: &RgbaImage, top: u32| {
        image::imageops::replace(&mut image, picture, i64::from((width - picture.width()) / 2), i64::from(top));
    };
    put(view, 0);
    if let Some(below) = &below {
        put(below, view.height());
    }
    let left = (width - view.width()) as f32 / 2.0;
    let whole = Area { x: left, y: 0.0, width: view.width() as f32, height: view.height() as f32 };
    info.views.iter().for_each(|seen| seen.draw(&mut image, whole, em));
    caption.draw(&mut image, &places, pictures as f32);
    image
}

/// As wide as the picture above it, and no higher.
fn fitted_below(picture: &RgbaImage, [width, height]: [u32; 2]) -> RgbaImage {
    let scale = f64::from(width) / f64::from(picture.width());
    let scale = scale.min(f64::from(height) / f64::from(picture.height()));
    let [w, h] = [picture.width(), picture.height()].map(|n| ((f64::from(n) * scale) as u32).max(1));
    image::imageops::resize(picture, w, h, image::imageops::FilterType::Triangle)
}

fn opaque([r, g, b]: [u8; 3]) -> Rgba<u8> {
    Rgba([r, g, b, 255])
}

/// The blocks below the view, laid out like words: side by side while they fit.
struct Caption<'a> {
    info: &'a SnapshotInfo,
    em: f32,
    legend: [f32; 2],
    figures: [f32; 2],
    origins: [f32; 2],
}

struct Places {
    blocks: [[f32; 2]; 3],
    height: f32,
}

/// Height of a line, in em.
const LINE: f32 = 1.45;

impl<'a> Caption<'a> {
    fn new(info: &'a SnapshotInfo, em: f32) -> Self {
        let rows = |lines: &[(String, String)]| [rows_width(lines, em), em * LINE * lines.len() as f32];
        let swatches = info.swatches.len().div_ceil(2) as f32;
        Self {
            legend: [legend_width(info, em), em * (if info.has_scale { 4.3 } else { 0.6 } + LINE * swatches)],
            figures: rows(&info.figures),
            origins: rows(&info.origins),
            info,
            em,
        }
    }

    fn blocks(&self) -> [[f32; 2]; 3] {
        [self.legend, self.figures, self.origins]
    }

    fn narrowest(&self) -> f32 {
        let disclaimer = Face::Words.width(super::DISCLAIMER.say(), self.em);
        self.blocks().iter().fold(disclaimer, |most, [w, _]| most.max(*w)) + 2.0 * self.em
    }

    fn flow(&self, width: f32) -> Places {
        let em = self.em;
        let (mut x, mut y, mut row_height) = (em, 2.6 * em, 0.0_f32);
        let blocks = self.blocks().map(|[w, h]| {
            if x > em && x + w + em > width {
                (x, y, row_height) = (em, y + row_height + 0.6 * em, 0.0);
            }
            let place = [x, y];
            x += w + 2.5 * em;
            row_height = row_height.max(h);
            place
        });
        Places { blocks, height: y + row_height + 2.0 * em }
    }

    fn draw(&self, image: &mut RgbaImage, places: &Places, top: f32) {
        let em = self.em;
        write(image, Face::Words, 1.3 * em, [em, top + 1.75 * em], INK, &self.info.title);
        let [legend, figures, origins] = places.blocks.map(|[x, y]| [x, top + y]);
        draw_legend(image, self.info, em, legend);
        draw_rows(image, &self.info.figures, em, figures);
        draw_rows(image, &self.info.origins, em, origins);
        write(image, Face::Words, em, [em, top + places.height - 0.7 * em], FAINT, super::DISCLAIMER.say());
    }
}

fn legend_width(info: &SnapshotInfo, em: f32) -> f32 {
    let swatch = info.swatches.iter().map(|s| Face::Words.width(&s.label, em) + 2.5 * em);
    swatch.fold(11.0 * em, f32::max) * 2.0
}

fn draw_legend(image: &mut RgbaImage, info: &SnapshotInfo, em: f32, [x, y]: [f32; 2]) {
    let bar = Area { x, y: y + 1.1 * em, width: legend_width(info, em), height: 1.2 * em };
    if info.sure {
        return draw_sure(image, info.palette, em, bar);
    }
    if info.has_scale {
        draw_gap_scale(image, info, em, bar);
    }
    let below = if info.has_scale { 4.3 } else { 0.6 };
    for (i, swatch) in info.swatches.iter().enumerate() {
        let at = [x + (i % 2) as f32 * bar.width / 2.0, y + below * em + (i / 2) as f32 * LINE * em];
        let area = Area { x: at[0], y: at[1], width: 1.2 * em, height: em };
        fill(image, area, INK, 0.6);
        let inner = Area { x: area.x + 1.0, y: area.y + 1.0, width: area.width - 2.0, height: area.height - 2.0 };
        fill(image, inner, swatch.color, 1.0);
        for line in swatch.stripes.lines([inner.width, inner.height], 0.4 * em) {
            stroke(image, line.map(|[dx, dy]| [inner.x + dx, inner.y + dy]), 0.1 * em, INK);
        }
        write(image, Face::Words, em, [at[0] + 1.6 * em, at[1] + 0.85 * em], INK, &swatch.label);
    }
}

/// What its thirds are, the scale, and its figures.
fn draw_gap_scale(image: &mut RgbaImage, info: &SnapshotInfo, em: f32, bar: Area) {
    let parts = [say!("legend-inside"), say!("legend-near"), say!("legend-clear")];
    for (i, part) in parts.iter().enumerate() {
        let center = bar.x + bar.width * (i as f32 + 0.5) / 3.0;
        let at = [center - Face::Words.width(part, 0.9 * em) / 2.0, bar.y - 0.35 * em];
        write(image, Face::Words, 0.9 * em, at, FAINT, part);
    }
    draw_scale(image, info, bar);
    for tick in info.palette.legend_ticks(info.threshold_mm, info.range_mm) {
        let at = bar.x + bar.width * tick.position;
        fill(image, Area { x: at.round() - 1.0, y: bar.y, width: 2.0, height: bar.height + 0.3 * em }, INK, 0.8);
        let width = Face::Figures.width(&tick.label, 0.85 * em);
        let label_x = (at - width / 2.0).clamp(bar.x - 0.5 * em, bar.x + bar.width - width + 0.5 * em);
        write(image, Face::Figures, 0.85 * em, [label_x, bar.y + bar.height + 1.15 * em], INK, &tick.label);
    }
}

/// The lookup table from its first to its last entry; the inside is hatched, as in the views.
fn draw_scale(image: &mut RgbaImage, info: &SnapshotInfo, bar: Area) {
    let table = info.palette.lookup_table(info.threshold_mm, info.range_mm);
    let n = bar.width.round() as usize;
    for i in 0..n {
        let [r, g, b, a] = table[i * (table.len() - 1) / n.max(1)];
        let column = Area { x: bar.x + i as f32, width: 1.0, ..bar };
        fill(image, column, info.palette.clear(), 1.0);
        fill(image, column, [r, g, b], f32::from(a) / 255.0);
        if i < n / 3 {
            for y in (0..bar.height as usize).filter(|y| is_hatch(i, *y)) {
                fill(image, Area { x: column.x, y: bar.y + y as f32, width: 1.0, height: 1.0 }, [255; 3], HATCH);
            }
        }
    }
}

/// Strength of the white hatch over places that lie inside each other.
pub(super) const HATCH: f32 = 0.45;

/// Whether a pixel belongs to the hatch.
pub(super) fn is_hatch(x: usize, y: usize) -> bool {
    (x + y) % 8 < 2
}

fn names_width(lines: &[(String, String)], em: f32) -> f32 {
    lines.iter().map(|(name, _)| Face::Words.width(name, em)).fold(0.0, f32::max) + em
}

fn rows_width(lines: &[(String, String)], em: f32) -> f32 {
    let values = lines.iter().map(|(_, value)| Face::Figures.width(value, em)).fold(0.0, f32::max);
    names_width(lines, em) + values
}

fn draw_rows(image: &mut RgbaImage, lines: &[(String, String)], em: f32, [x, y]: [f32; 2]) {
    let value_x = x + names_width(lines, em);
    for (i, (name, value)) in lines.iter().enumerate() {
        let baseline = y + em * (0.85 + LINE * i as f32);
        write(image, Face::Words, em, [x, baseline], FAINT, name);
        write(image, Face::Figures, em, [value_x, baseline], INK, value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_data;
    use super::*;

    fn info(mm_per_pixel: Option<f64>) -> SnapshotInfo {
        let scale = Scale { palette: Palette::Default, threshold_mm: 0.1, range_mm: 2.0 };
        let (metrics, pose) = (test_data::metrics(), test_data::pose());
        SnapshotInfo::new("case", &metrics, &pose, scale, mm_per_pixel, "2026-01-02 03:04")
    }

    fn view(width: u32, height: u32) -> RgbaImage {
        RgbaImage::from_pixel(width, height, Rgba([120, 130, 140, 255]))
    }

    #[test]
    fn the_view_stays_and_the_caption_is_added() {
        let view = view(900, 500);
        let image = compose_snapshot(&view, &info(None));
        assert_eq!(image.width(), 900);
        assert!(image.height() > 600);
        assert!((0..500).all(|y| image.get_pixel(450, y) == view.get_pixel(450, y)));
        assert!(image.pixels().all(|p| p.0[3] == 255));
        // Something dark is written below, and the deepest colour of the scale is there.
        let below = image.enumerate_pixels().filter(|(_, y, _)| *y >= 500);
        let deepest = Palette::Default.color(-0.5, 0.1, 2.0);
        let (mut ink, mut scale) = (0, 0);
        for (_, _, p) in below {
            ink += u32::from(p.0[..3] == INK);
            scale += u32::from(p.0[..3] == deepest);
        }
        assert!(ink > 100 && scale > 3, "{ink} {scale}");
    }

    #[test]
    fn a_picture_of_how_sure_contact_is_has_its_own_legend() {
        let [gaps, sure] = [info(None), info(None).sure()].map(|info| compose_snapshot(&view(900, 300), &info));
        let count = |image: &RgbaImage, color: [u8; 3]| image.pixels().filter(|p| p.0[..3] == color).count();
        // One colour alone: full, in about half of the second sample, and in dots.
        let (contact, deepest) = (Palette::Default.color(0.0, 0.1, 2.0), Palette::Default.color(-0.5, 0.1, 2.0));
        assert!(count(&sure, contact) > 1000 && count(&sure, deepest) == 0, "{}", count(&sure, contact));
        assert!(count(&gaps, contact) < 500 && count(&gaps, deepest) > 0, "the twin");
        assert!(info(None).sure().origins[0].1.starts_with("how sure"));
    }

    /// Below the views stands a picture of its own scale, and only then the words.
    #[test]
    fn a_section_stands_below_the_views() {
        let red = RgbaImage::from_pixel(200, 100, Rgba([255, 0, 0, 255]));
        let with = compose_snapshot(&view(900, 500), &SnapshotInfo { below: Some(red), ..info(Some(0.05)) });
        let without = compose_snapshot(&view(900, 500), &info(Some(0.05)));
        assert_eq!(with.height(), without.height() + 450, "as wide as the view");
        assert!((500..950).all(|y| with.get_pixel(450, y).0 == [255, 0, 0, 255]));
        let tall = RgbaImage::from_pixel(10, 400, Rgba([255, 0, 0, 255]));
        let with = compose_snapshot(&view(900, 500), &SnapshotInfo { below: Some(tall), ..info(None) });
        assert_eq!(with.height(), without.height() + 500, "no higher than the view");
    }

    #[test]
    fn a_narrow_view_gets_a_picture_wide_enough_for_the_words() {
        let image = compose_snapshot(&view(80, 60), &info(Some(0.1)));
        assert!(image.width() > 300, "{}", image.width());
    }
}
