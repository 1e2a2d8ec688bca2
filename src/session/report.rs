//! What the files of a pose at rest show: pictures of the arches, painted by the closest gap, and the map.
use super::PoseAnswer;
use super::share::numbers;
use crate::base::Rigid;
use crate::base::words::{Phrase, phrase, say};
use crate::engine::Analysis;
use crate::exact::measured::world;
use crate::export::json::AnalysisRecord;
use crate::export::overlay::Scale;
use crate::export::page::PageNumber;
use crate::export::png::{draw_map, lying_like_the_teeth};
use crate::export::report::{MorePages, PdfReport, PictureLabel, ReportPicture, TypedFields, write_report};
use crate::field::contact::GapKind;
use crate::field::{GapField, SurfaceGaps};
use crate::gpu::{Context, GpuError};
use crate::jaw::{JawPair, JawSide, OcclusalFrame, Pin, Teeth, Trim};
use crate::render::{Camera, JawsShown, PaintSettings, Picture, StandardView, Still};
use glam::DVec3;
use image::RgbaImage;
use std::io::{self, Write};

/// Pictures of a report, pixels: 300 to the inch where they are printed.
const VIEW_SIZE: [u32; 2] = [1080, 1080];
const MAP_SIZE: [u32; 2] = [1080, 1080];
const MAP_TITLE: Phrase = phrase!("report-report-map-gap-seen-along");

/// A pose at rest with what paints it.
pub struct Drawn<'a> {
    pub analysis: &'a Analysis,
    /// The closest gaps; `None`: the map of the principal projection.
    pub gaps: Option<&'a SurfaceGaps>,
    pub trim: &'a Trim,
    /// Their numbers stand in a report's pictures.
    pub teeth: &'a Teeth,
    pub pair: &'a JawPair,
    /// Pictures lie along the patient's directions.
    pub frame: OcclusalFrame,
    pub upper_from_lower: Rigid,
    pub scale: Scale,
    /// Pins whose numbers stand in the pictures.
    pub pins: &'a [Pin],
}

/// A pin's number in a picture, which a tooth's is not taken for.
fn pin_sign(place: usize) -> String {
    format!("({})", place + 1)
}

impl<'a> Drawn<'a> {
    pub fn of(answer: &'a PoseAnswer, scale: Scale) -> Self {
        let PoseAnswer { asked, pair, frame, analysis, gaps, teeth, .. } = answer;
        let (gaps, upper_from_lower, teeth) = (gaps.as_deref(), asked.question.upper_from_lower, &teeth.teeth);
        Self { analysis, gaps, trim: &asked.trim, teeth, pair, frame: *frame, upper_from_lower, scale, pins: &[] }
    }

    /// Ready to be drawn from anywhere. `shown`: the pair's meshes, where the device has them already.
    ///
    /// # Errors
    /// When a mesh or a map does not fit the adapter, or the GPU is lost.
    pub fn still(&self, context: &Context, shown: Option<JawsShown>) -> Result<PaintedStill, GpuError> {
        let (jaws, field) = ((self.pair, &self.frame, shown), self.analysis.field.as_ref());
        let still = Still::new(context, jaws, self.upper_from_lower, field, (self.gaps, self.trim))?;
        let pose = (&self.frame, &self.upper_from_lower);
        let numbers = [JawSide::Upper, JawSide::Lower].map(|side| numbers(self.pair, self.teeth, pose, side));
        let mut numbers = numbers;
        for (i, pin) in self.pins.iter().enumerate() {
            let (at, outwards) = (world(&pin.mark, &self.upper_from_lower), self.frame.up);
            numbers[pin.mark.side as usize].push(PageNumber { text: pin_sign(i), at, outwards });
        }
        let teeth = [JawSide::Upper, JawSide::Lower].map(|side| self.places_of_teeth(side));
        Ok(PaintedStill { still, scale: self.scale, painted_by: self.painted_by(), numbers, teeth })
    }

    /// A corner of every triangle that belongs to a tooth, world coordinates.
    fn places_of_teeth(&self, side: JawSide) -> Vec<DVec3> {
        let (mesh, teeth) = (&self.pair.jaw(side).mesh, self.teeth.jaw(side));
        let world_from_jaw = side.world_from_jaw(&self.upper_from_lower);
        let is_tooth = |(_, region): &(&[u32; 3], &u8)| **region != 0;
        let of_teeth = mesh.triangles.iter().zip(teeth.of_triangle.iter()).filter(is_tooth);
        of_teeth
            .map(|([corner, ..], _)| world_from_jaw.transform_point(mesh.positions[*corner as usize].as_dvec3()))
            .collect()
    }

    fn painted_by(&self) -> GapKind {
        if self.gaps.is_some() { GapKind::Closest } else { GapKind::Projected }
    }

    /// The map alone, which needs no GPU.
    pub fn flat(&self) -> ReportPictures {
        let field = self.analysis.field.as_ref().filter(|f| !f.gap_mm.is_empty());
        ReportPictures {
            views: Vec::new(),
            map: field.map(|f| flat(f, self.scale, &self.frame)),
            painted_by: self.painted_by(),
        }
    }
}

/// The same on the GPU, apart from the analysis that it was made from.
pub struct PaintedStill {
    still: Still,
    scale: Scale,
    painted_by: GapKind,
    /// Of the upper and the lower jaw.
    numbers: [Vec<PageNumber>; 2],
    /// Where their teeth are, world coordinates, mm.
    teeth: [Vec<DVec3>; 2],
}

impl PaintedStill {
    fn paint(&self) -> PaintSettings {
        PaintSettings {
            palette: self.scale.palette,
            threshold_mm: self.scale.threshold_mm,
            range_mm: self.scale.range_mm,
            ..PaintSettings::default()
        }
    }

    /// One view of the arches, and millimetres a pixel.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn view(&mut self, view: StandardView, size: [u32; 2]) -> Result<(RgbaImage, f64), GpuError> {
        let (picture, camera) = self.still.picture(view, (size, &[]), self.paint())?;
        Ok((image_of(picture), camera.mm_per_px(size)))
    }

    /// An arch with its numbers and the patient's sides. Of a jaw with its bone the teeth are shown and what is around them.
    fn arch(&mut self, (view, side): (StandardView, JawSide), title: &str) -> Result<ReportPicture, GpuError> {
        let teeth = &self.teeth[side as usize];
        let (picture, camera) = self.still.picture(view, (VIEW_SIZE, teeth), self.paint())?;
        let labels = labels(&camera, &self.numbers[side as usize]);
        let mm_per_pixel = camera.mm_per_px(VIEW_SIZE);
        Ok(ReportPicture { title: title.into(), image: image_of(picture), mm_per_pixel, labels })
    }

    /// Both arches and the map, as a report has them.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn pictures(&mut self) -> Result<ReportPictures, GpuError> {
        let views = [
            self.arch((StandardView::UpperOcclusal, JawSide::Upper), say!("report-report-upper-jaw-below-patients"))?,
            self.arch((StandardView::LowerOcclusal, JawSide::Lower), say!("report-report-lower-jaw-above-patients"))?,
        ];
        let map = self.still.map_picture(MAP_SIZE, self.paint())?.map(|(picture, mm_per_pixel)| ReportPicture {
            title: MAP_TITLE.say().into(),
            image: image_of(picture),
            mm_per_pixel,
            labels: Vec::new(),
        });
        Ok(ReportPictures { views: views.into(), map, painted_by: self.painted_by })
    }
}

/// Numbers where they are in an occlusal view, and the patient's sides at its edges.
fn labels(camera: &Camera, numbers: &[PageNumber]) -> Vec<PictureLabel> {
    let [width, height] = VIEW_SIZE.map(f64::from);
    let number = |number: &PageNumber| {
        let at = camera.project(number.at, VIEW_SIZE)?;
        Some(PictureLabel { text: number.text.clone(), at: [(at.x / width) as f32, (at.y / height) as f32] })
    };
    let is_inside = |label: &PictureLabel| label.at.iter().all(|part| (0.02..0.98).contains(part));
    let sides = [(say!("overview-r"), 0.03), (say!("overview-l"), 0.97)]
        .map(|(text, x)| PictureLabel { text: text.into(), at: [x, 0.5] });
    numbers.iter().filter_map(number).filter(is_inside).chain(sides).collect()
}

/// What a report shows; no views without a GPU.
pub struct ReportPictures {
    views: Vec<ReportPicture>,
    map: Option<ReportPicture>,
    painted_by: GapKind,
}

impl ReportPictures {
    /// The report as PDF.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn write_report(
        &self,
        (record, scale): (&AnalysisRecord, Scale),
        (typed, date): (&TypedFields, &str),
        out: impl Write,
    ) -> io::Result<()> {
        self.write_report_with((record, scale), MorePages::default(), (typed, date), out)
    }

    /// The same with further pages.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn write_report_with(
        &self,
        (record, scale): (&AnalysisRecord, Scale),
        more: MorePages,
        (typed, date): (&TypedFields, &str),
        out: impl Write,
    ) -> io::Result<()> {
        let (views, map, painted_by) = (&self.views, self.map.as_ref(), self.painted_by);
        write_report(&PdfReport { record, views, map, scale, painted_by, typed, pages: more, date }, out)
    }
}

fn flat(field: &GapField, scale: Scale, frame: &OcclusalFrame) -> ReportPicture {
    let (image, enlarged) = draw_map(field, scale);
    let image = lying_like_the_teeth(image, &field.projection, frame);
    let mm_per_pixel = field.projection.u_mm / f64::from(enlarged);
    ReportPicture { title: MAP_TITLE.say().into(), image, mm_per_pixel, labels: Vec::new() }
}

fn image_of(picture: Picture) -> RgbaImage {
    let [width, height] = picture.size;
    RgbaImage::from_raw(width, height, picture.rgba).unwrap_or_default()
}
