//! A pose at rest for other people and programs: a page for a browser, and models that are painted by the closest gap.
use crate::base::Rigid;
use crate::export::glb::write_glb;
use crate::export::json::AnalysisRecord;
use crate::export::overlay::Scale;
use crate::export::page::{Page, PageNumber, write_page};
use crate::export::painted::PaintedJaw;
use crate::export::three_mf::write_3mf;
use crate::field::SurfaceGaps;
use crate::jaw::teeth::anchors::{ToothAnchor, tooth_anchors};
use crate::jaw::{JawPair, JawSide, OcclusalFrame, Teeth, Trim};
use std::io::{self, Write};

/// What can be handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// One HTML file.
    Page,
    /// Binary glTF.
    Glb,
    ThreeMf,
}

impl Share {
    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Glb | Self::ThreeMf => "model",
        }
    }

    /// How its name ends.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Page => "html",
            Self::Glb => "glb",
            Self::ThreeMf => "3mf",
        }
    }
}

/// A pose with what paints it.
pub struct Shared<'a> {
    pub pair: &'a JawPair,
    pub frame: OcclusalFrame,
    pub upper_from_lower: Rigid,
    pub gaps: &'a SurfaceGaps,
    pub trim: &'a Trim,
    pub teeth: &'a Teeth,
    pub scale: Scale,
}

impl Shared<'_> {
    /// Writes it. `date`: as from [`crate::export::now_text`].
    ///
    /// # Errors
    /// What `out` reports.
    pub fn write(&self, share: Share, (record, date): (&AnalysisRecord, &str), out: impl Write) -> io::Result<()> {
        // A model is a solid; a page shows what was scanned.
        let jaws = PaintedJaw::pair(self.pair, &self.upper_from_lower, (self.gaps, self.trim), share != Share::Page);
        match share {
            Share::Page => {
                let pose = (&self.frame, &self.upper_from_lower);
                let numbers = [JawSide::Upper, JawSide::Lower].map(|side| numbers(self.pair, self.teeth, pose, side));
                let (jaws, numbers, frame, scale) = (&jaws, &numbers, &self.frame, self.scale);
                write_page(&Page { record, jaws, numbers, frame, scale, date }, out)
            }
            Share::Glb => write_glb(&jaws, &self.frame, self.scale, out),
            Share::ThreeMf => write_3mf(&jaws, self.scale, out),
        }
    }
}

/// The numbers of a jaw's teeth where they stand in pictures, world coordinates.
pub fn numbers(
    pair: &JawPair,
    teeth: &Teeth,
    (frame, upper_from_lower): (&OcclusalFrame, &Rigid),
    side: JawSide,
) -> Vec<PageNumber> {
    let (mesh, world_from_jaw) = (&pair.jaw(side).mesh, side.world_from_jaw(upper_from_lower));
    let (teeth, of_jaw) = (teeth.jaw(side), frame.moved(&world_from_jaw.inverse()));
    let anchors = tooth_anchors(mesh, teeth, (side, &of_jaw));
    let number = |anchor: &ToothAnchor| {
        let (at, outwards) = anchor.posed(&world_from_jaw);
        Some(PageNumber { text: teeth.number_in_pictures(anchor.region)?, at, outwards })
    };
    anchors.iter().filter_map(number).collect()
}
