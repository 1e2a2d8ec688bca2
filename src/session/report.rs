//! What the files of a pose at rest show: pictures of the arches, painted by every projection that is known, and the map.
use super::{PoseAnswer, ProjectionMaps};
use crate::export::json::AnalysisRecord;
use crate::export::overlay::Scale;
use crate::export::png::draw_map;
use crate::export::report::{PdfReport, ReportPicture, write_report};
use crate::field::GapField;
use crate::gpu::{Context, GpuError};
use crate::render::{PaintSettings, Picture, StandardView, Still};
use image::RgbaImage;
use std::io::{self, Write};

/// Pictures of a report, pixels: 300 to the inch where they are printed.
const VIEW_SIZE: [u32; 2] = [1080, 1080];
const MAP_SIZE: [u32; 2] = [1080, 1080];

/// A pose at rest that can be drawn.
pub struct Drawn<'a> {
    /// Pictures lie along the patient's directions.
    pub answer: &'a PoseAnswer,
    pub scale: Scale,
}

impl Drawn<'_> {
    fn paint(&self) -> PaintSettings {
        PaintSettings {
            palette: self.scale.palette,
            threshold_mm: self.scale.threshold_mm,
            range_mm: self.scale.range_mm,
            ..PaintSettings::default()
        }
    }

    /// Ready to be drawn from anywhere.
    ///
    /// # Errors
    /// When a mesh or a map does not fit the adapter, or the GPU is lost.
    pub fn still(&self, context: &Context) -> Result<Still, GpuError> {
        let PoseAnswer { asked, pair, frame, analysis, .. } = self.answer;
        let views = analysis.multi_projection.as_ref().map(ProjectionMaps::of).unwrap_or_default();
        let field = analysis.field.as_ref();
        Still::new(context, (pair, frame), asked.question.upper_from_lower, field, views.maps())
    }

    /// One view of the arches, and millimetres a pixel.
    ///
    /// # Errors
    /// As [`Drawn::still`].
    pub fn view(&self, still: &mut Still, view: StandardView, size: [u32; 2]) -> Result<(RgbaImage, f64), GpuError> {
        let (picture, mm_per_pixel) = still.picture(view, size, self.paint())?;
        Ok((image_of(picture), mm_per_pixel))
    }

    /// Both arches and the map, as a report has them; without a GPU the map alone.
    fn pictures(&self, context: Option<&Context>) -> Result<(Vec<ReportPicture>, Option<ReportPicture>), GpuError> {
        let Some(context) = context else { return Ok((Vec::new(), self.field().map(|f| flat(f, self.scale)))) };
        let mut still = self.still(context)?;
        let views = [
            (StandardView::UpperOcclusal, "Upper jaw from below; patient's right on the left."),
            (StandardView::LowerOcclusal, "Lower jaw from above; patient's right on the left."),
        ];
        let mut pictures = Vec::new();
        for (view, title) in views {
            let (image, mm_per_pixel) = self.view(&mut still, view, VIEW_SIZE)?;
            pictures.push(ReportPicture { title: title.into(), image, mm_per_pixel });
        }
        let map = still.map_picture(MAP_SIZE, self.paint())?.map(|(picture, mm_per_pixel)| ReportPicture {
            title: MAP_TITLE.into(),
            image: image_of(picture),
            mm_per_pixel,
        });
        Ok((pictures, map))
    }

    fn field(&self) -> Option<&GapField> {
        self.answer.analysis.field.as_ref().filter(|f| !f.gap_mm.is_empty())
    }

    /// The report as PDF.
    ///
    /// # Errors
    /// When the GPU is lost, or what `out` reports.
    pub fn write_report(
        &self,
        context: Option<&Context>,
        record: &AnalysisRecord,
        date: &str,
        out: impl Write,
    ) -> io::Result<()> {
        let (views, map) = self.pictures(context).map_err(io::Error::other)?;
        let report = PdfReport { record, views: &views, map: map.as_ref(), scale: self.scale, date };
        write_report(&report, out)
    }
}

const MAP_TITLE: &str = "Map of the gap, seen along the projection.";

fn flat(field: &GapField, scale: Scale) -> ReportPicture {
    let (image, enlarged) = draw_map(field, scale);
    ReportPicture { title: MAP_TITLE.into(), image, mm_per_pixel: field.projection.u_mm / f64::from(enlarged) }
}

fn image_of(picture: Picture) -> RgbaImage {
    let [width, height] = picture.size;
    RgbaImage::from_raw(width, height, picture.rgba).unwrap_or_default()
}
