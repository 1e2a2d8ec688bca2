//! A section as files: figures (JSON, schema "occluscope/section/1"), the contours' points (CSV), and as a drawing to scale (SVG, DXF, PNG).
mod csv;
mod drawing;
mod dxf;
mod picture;
mod record;
mod svg;
#[cfg(test)]
mod tests;

pub use csv::write_csv;
pub use drawing::{Drawing, hatch_lines};
pub use dxf::write_dxf;
pub use picture::draw_section;
pub use record::{ReadingRecord, SectionRecord, figures_text};
pub use svg::write_svg;

use crate::base::Rigid;
use crate::exact::section::{Along, Between, SectionCut};
use crate::jaw::SectionPlace;
use glam::DVec2;

/// A section that was cut and measured.
#[derive(Clone, Debug)]
pub struct SectionFound {
    pub place: SectionPlace,
    pub upper_from_lower: Rigid,
    pub cut: SectionCut,
    pub between: Between,
    /// Both ends, in the plane.
    pub ruler: Option<[DVec2; 2]>,
}

impl SectionFound {
    /// What the ruler goes through.
    pub fn along_ruler(&self) -> Option<Along> {
        self.ruler.map(|[from, to]| self.cut.along(from, to))
    }
}
