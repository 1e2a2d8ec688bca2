//! Everything that is printed, and in which colours.
use crate::export::changes::ChangesRecord;
use crate::export::comparison::ComparisonRecord;
use crate::export::json::AnalysisRecord;
use crate::export::motion::paint::Painted;
use crate::export::motion::record::MotionRecord;
use crate::export::overlay::Scale;
use crate::export::pdf::{MM, PAGE};
use crate::export::vertical::VerticalRecord;
use crate::field::contact::GapKind;
use crate::jaw::motion::diagrams::Diagram;
use image::RgbaImage;

/// Of a page, points.
pub const MARGIN: f32 = 15.0 * MM;
/// What a page says ends above this line.
pub const FOOT_LINE: f32 = PAGE[1] - MARGIN - 7.0;
pub const WIDTH: f32 = PAGE[0] - 2.0 * MARGIN;

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
    /// What stands in it: the teeth's numbers, the patient's sides.
    pub labels: Vec<PictureLabel>,
}

/// A word in a picture, in its middle at a place from the upper left corner (0, 0) to the lower right one (1, 1).
#[derive(Clone, Debug, PartialEq)]
pub struct PictureLabel {
    pub text: String,
    pub at: [f32; 2],
}

/// What a person has typed for this report alone; it stands in no other file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedFields {
    pub patient: String,
    pub born: String,
    pub case: String,
    pub examiner: String,
    /// The case's notes, where they are to be printed; else empty.
    pub notes: String,
    /// Pins are printed.
    pub with_pins: bool,
    /// The page of the movement is printed.
    pub with_motion: bool,
    /// So is that of compared bites, ...
    pub with_bites: bool,
    /// ... of an earlier case ...
    pub with_changes: bool,
    /// ... and of the vertical dimension.
    pub with_vertical: bool,
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
    /// By which gap the views are painted; the map is by projected gap.
    pub painted_by: GapKind,
    pub typed: &'a TypedFields,
    pub pages: MorePages<'a>,
    /// As from [`crate::export::now_text`].
    pub date: &'a str,
}

/// What has a page of its own, where the case has it to tell of and it is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct MorePages<'a> {
    pub motion: Option<MotionPage<'a>>,
    /// Several bites.
    pub bites: Option<&'a ComparisonRecord>,
    /// An earlier case.
    pub changes: Option<&'a ChangesRecord>,
    pub vertical: Option<&'a VerticalRecord>,
}

/// What the page of a movement shows.
#[derive(Clone, Copy, Debug)]
pub struct MotionPage<'a> {
    pub record: &'a MotionRecord,
    pub diagrams: &'a [Diagram],
    /// Both arches, painted; fewer where nothing was.
    pub pictures: &'a [ReportPicture],
    pub painted: Option<&'a Painted>,
}
