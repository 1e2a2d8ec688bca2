//! Floor 7: an analysis as files. Everything here writes to `impl Write`; the faces open the files.
pub mod asked_jaws;
pub mod between_pixels;
pub mod bites;
pub mod canvas;
pub mod change_ply;
pub mod changes;
pub mod cohort;
pub mod compare;
pub mod comparison;
pub mod contact;
pub mod csv;
pub mod exact;
pub mod glb;
pub mod headline;
pub mod json;
mod letters;
pub mod measures;
pub mod motion;
pub mod multi_projection;
pub mod named_bite;
pub mod npy;
pub mod overlay;
pub mod page;
pub mod painted;
mod pdf;
pub mod pin_marks;
pub mod pins;
pub mod ply;
pub mod png;
pub mod regions;
pub mod report;
pub mod seal;
pub mod section;
pub mod seen_view;
pub mod stl;
mod sure_legend;
pub mod teeth;
#[cfg(test)]
pub(crate) mod test_data;
pub mod text;
pub mod three_mf;
pub mod trim;
pub mod uncertainty;
pub mod vertical;
pub mod view;

use crate::base::words::{self, Phrase, phrase};

/// Printed on every picture and in every report.
pub const DISCLAIMER: Phrase = phrase!("report-disclaimer");

/// What others wrote of the program, and under which licences. `scripts/notices` writes it.
pub const NOTICES: &str = include_str!("../../THIRD-PARTY-NOTICES.txt");

/// Program name and version, for pictures.
pub fn program_text() -> String {
    format!("Occluscope {}", env!("CARGO_PKG_VERSION"))
}

/// Local date and time, e.g. "2026-02-28 14:03", as the language has it.
pub fn now_text() -> String {
    words::day_and_time(&jiff::Zoned::now())
}
