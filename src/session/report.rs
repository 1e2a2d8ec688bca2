//! What the files of a pose at rest show: pictures of the arches, painted by every projection that is known, and the map.
use super::ViewMaps;
use super::exact_watch::DOUBTFUL_DEPTH_MM;
use crate::base::{Cancelled, Progress, Rigid};
use crate::engine::{Analysis, Contact};
use crate::exact::BvhEngine;
use crate::export::json::AnalysisRecord;
use crate::export::overlay::Scale;
use crate::export::png::draw_map;
use crate::export::report::{Report, ReportPicture, write_report};
use crate::export::sure::BiteRecord;
use crate::field::GapField;
use crate::field::contact::GapKind;
use crate::gpu::{Context, GpuError};
use crate::jaw::{JawPair, OcclusalFrame};
use crate::render::{PaintSettings, Picture, StandardView, Still};
use glam::DVec3;
use image::RgbaImage;
use std::io::{self, Write};

/// Pictures of a report, pixels: 300 to the inch where they are printed.
const VIEW_SIZE: [u32; 2] = [1080, 1080];
const MAP_SIZE: [u32; 2] = [1080, 1080];

/// A pose at rest that can be drawn.
pub struct Drawn<'a> {
    pub pair: &'a JawPair,
    pub upper_from_lower: Rigid,
    /// The patient's directions: pictures lie along them.
    pub frame: &'a OcclusalFrame,
    pub analysis: &'a Analysis,
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
        let views = self.analysis.patched.as_ref().map(ViewMaps::of).unwrap_or_default();
        let field = self.analysis.field.as_ref();
        Still::new(context, (self.pair, self.frame), self.upper_from_lower, field, views.maps())
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
        self.analysis.field.as_ref().filter(|f| !f.gap_mm.is_empty())
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
        let report = Report { record, views: &views, map: map.as_ref(), scale: self.scale, date };
        write_report(&report, out)
    }
}

const MAP_TITLE: &str = "Map of the gap, seen along the projection.";

/// Depth by closest gap, and of a bite that is doubtful the smallest move that frees it, turning about `centre` (world); `None` of
/// contact by another gap.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn bite(
    exact: &BvhEngine,
    contact: &Contact,
    (centre, upper_from_lower): (DVec3, &Rigid),
    progress: &Progress,
) -> Result<Option<BiteRecord>, Cancelled> {
    if contact.gap != GapKind::Closest {
        return Ok(None);
    }
    let depth_mm = contact.max_depth_mm();
    let doubtful = depth_mm > DOUBTFUL_DEPTH_MM;
    let clearing = match doubtful {
        true => exact.smallest_clearing(upper_from_lower, centre, progress)?,
        false => None,
    };
    Ok(Some(BiteRecord::new(depth_mm, doubtful, clearing.as_ref(), upper_from_lower)))
}

fn flat(field: &GapField, scale: Scale) -> ReportPicture {
    let (image, enlarged) = draw_map(field, scale);
    ReportPicture { title: MAP_TITLE.into(), image, mm_per_pixel: field.projection.u_mm / f64::from(enlarged) }
}

fn image_of(picture: Picture) -> RgbaImage {
    let [width, height] = picture.size;
    RgbaImage::from_raw(width, height, picture.rgba).unwrap_or_default()
}
