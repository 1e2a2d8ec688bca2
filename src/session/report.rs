//! What the files of a pose at rest show: pictures of the arches, painted by the closest gap, and the map.
use super::PoseAnswer;
use crate::base::Rigid;
use crate::engine::Analysis;
use crate::export::json::AnalysisRecord;
use crate::export::overlay::Scale;
use crate::export::png::draw_map;
use crate::export::report::{PdfReport, ReportPicture, write_report};
use crate::field::{GapField, SurfaceGaps};
use crate::gpu::{Context, GpuError};
use crate::jaw::{JawPair, OcclusalFrame, Trim};
use crate::render::{JawsShown, PaintSettings, Picture, StandardView, Still};
use image::RgbaImage;
use std::io::{self, Write};

/// Pictures of a report, pixels: 300 to the inch where they are printed.
const VIEW_SIZE: [u32; 2] = [1080, 1080];
const MAP_SIZE: [u32; 2] = [1080, 1080];
const MAP_TITLE: &str = "Map of the gap, seen along the projection.";

/// A pose at rest with what paints it.
pub struct Drawn<'a> {
    pub analysis: &'a Analysis,
    /// The closest gaps; `None`: the map of the principal projection.
    pub gaps: Option<&'a SurfaceGaps>,
    pub trim: &'a Trim,
    pub pair: &'a JawPair,
    /// Pictures lie along the patient's directions.
    pub frame: OcclusalFrame,
    pub upper_from_lower: Rigid,
    pub scale: Scale,
}

impl<'a> Drawn<'a> {
    pub fn of(answer: &'a PoseAnswer, scale: Scale) -> Self {
        let PoseAnswer { asked, pair, frame, analysis, gaps, .. } = answer;
        let (gaps, upper_from_lower) = (gaps.as_deref(), asked.question.upper_from_lower);
        Self { analysis, gaps, trim: &asked.trim, pair, frame: *frame, upper_from_lower, scale }
    }

    /// Ready to be drawn from anywhere. `shown`: the pair's meshes, where the device has them already.
    ///
    /// # Errors
    /// When a mesh or a map does not fit the adapter, or the GPU is lost.
    pub fn still(&self, context: &Context, shown: Option<JawsShown>) -> Result<PaintedStill, GpuError> {
        let (jaws, field) = ((self.pair, &self.frame, shown), self.analysis.field.as_ref());
        let still = Still::new(context, jaws, self.upper_from_lower, field, (self.gaps, self.trim))?;
        Ok(PaintedStill { still, scale: self.scale })
    }

    /// The map alone, which needs no GPU.
    pub fn flat(&self) -> ReportPictures {
        let field = self.analysis.field.as_ref().filter(|f| !f.gap_mm.is_empty());
        ReportPictures { views: Vec::new(), map: field.map(|f| flat(f, self.scale)) }
    }
}

/// The same on the GPU, apart from the analysis that it was made from.
pub struct PaintedStill {
    still: Still,
    scale: Scale,
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
        let (picture, mm_per_pixel) = self.still.picture(view, size, self.paint())?;
        Ok((image_of(picture), mm_per_pixel))
    }

    /// Both arches and the map, as a report has them.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn pictures(&mut self) -> Result<ReportPictures, GpuError> {
        let views = [
            (StandardView::UpperOcclusal, "Upper jaw from below; patient's right on the left."),
            (StandardView::LowerOcclusal, "Lower jaw from above; patient's right on the left."),
        ];
        let mut pictures = Vec::new();
        for (view, title) in views {
            let (image, mm_per_pixel) = self.view(view, VIEW_SIZE)?;
            pictures.push(ReportPicture { title: title.into(), image, mm_per_pixel });
        }
        let map = self.still.map_picture(MAP_SIZE, self.paint())?.map(|(picture, mm_per_pixel)| ReportPicture {
            title: MAP_TITLE.into(),
            image: image_of(picture),
            mm_per_pixel,
        });
        Ok(ReportPictures { views: pictures, map })
    }
}

/// What a report shows; no views without a GPU.
#[derive(Default)]
pub struct ReportPictures {
    views: Vec<ReportPicture>,
    map: Option<ReportPicture>,
}

impl ReportPictures {
    /// The report as PDF.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn write_report(&self, record: &AnalysisRecord, scale: Scale, date: &str, out: impl Write) -> io::Result<()> {
        write_report(&PdfReport { record, views: &self.views, map: self.map.as_ref(), scale, date }, out)
    }
}

fn flat(field: &GapField, scale: Scale) -> ReportPicture {
    let (image, enlarged) = draw_map(field, scale);
    ReportPicture { title: MAP_TITLE.into(), image, mm_per_pixel: field.projection.u_mm / f64::from(enlarged) }
}

fn image_of(picture: Picture) -> RgbaImage {
    let [width, height] = picture.size;
    RgbaImage::from_raw(width, height, picture.rgba).unwrap_or_default()
}
