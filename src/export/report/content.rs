//! Everything that is printed, and in which colours.
use crate::export::json::AnalysisRecord;
use crate::export::overlay::Scale;
use image::RgbaImage;

pub const INK: [u8; 3] = [20, 22, 26];
pub const FAINT: [u8; 3] = [95, 98, 104];
pub const RULE: [u8; 3] = [170, 173, 178];
/// From one line of a table to the next.
pub const SMALL_LINE: f32 = 9.6;

/// A picture and what it shows.
#[derive(Clone, Debug)]
pub struct ReportPicture {
    pub title: String,
    pub image: RgbaImage,
    pub mm_per_pixel: f64,
}

/// Everything that is printed.
#[derive(Clone, Debug)]
pub struct PdfReport<'a> {
    pub record: &'a AnalysisRecord,
    /// Both arches, painted; fewer where nothing could draw them.
    pub views: &'a [ReportPicture],
    /// The flat map.
    pub map: Option<&'a ReportPicture>,
    pub scale: Scale,
    /// As from [`crate::export::now_text`].
    pub date: &'a str,
}
