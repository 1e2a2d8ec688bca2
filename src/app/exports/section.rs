//! The section as a file among the person's pictures.
use crate::app::state::Open;
use crate::app::state::section::SectionFormat;
use crate::base::files::write_file;
use crate::base::words::in_english;
use crate::export::png::write_png;
use crate::export::section::{Drawing, draw_section, write_csv, write_dxf, write_svg};
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Writes the file into a folder, in English as all files but pictures are; gives its path.
///
/// # Errors
/// When there is no section, or the folder cannot be written to.
pub fn save(open: &Open, format: SectionFormat, folder: &Path) -> anyhow::Result<PathBuf> {
    let found = open.section.found().context("there is no section")?;
    // A name without anything about the patient.
    let (now, ending) = (jiff::Zoned::now().strftime("%Y%m%d-%H%M%S"), format.name().to_lowercase());
    let path = folder.join(format!("occluscope-section-{now}.{ending}"));
    in_english(|| {
        let drawing = Drawing::of(found, &[]);
        write_file(&path, |out| match format {
            SectionFormat::Png => write_png(&draw_section(&drawing), out),
            SectionFormat::Svg => write_svg(&drawing, out),
            SectionFormat::Csv => write_csv(found, out),
            SectionFormat::Dxf => write_dxf(&drawing, out),
        })
    })?;
    Ok(path.canonicalize().unwrap_or(path))
}
