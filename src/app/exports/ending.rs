//! What a run leaves behind when it was asked to: written whole or not at all.
use crate::app::state::Open;
use crate::base::files::write_file;
use std::io;
use std::path::Path;

/// # Errors
/// When the file cannot be written.
pub fn write_screenshot(path: &Path, picture: &image::RgbaImage) -> anyhow::Result<()> {
    write_file(path, |out| {
        let encoder = image::codecs::png::PngEncoder::new(out);
        picture.write_with_encoder(encoder).map_err(io::Error::other)
    })?;
    Ok(())
}

/// # Errors
/// When the file cannot be written.
pub fn write_stats(path: &Path, json: &[u8]) -> anyhow::Result<()> {
    write_file(path, |out| out.write_all(json))?;
    Ok(())
}

/// Where one looked from at the end.
pub fn view_at_end(open: Option<&Open>) -> serde_json::Value {
    let camera = open.map(|o| o.view.camera).unwrap_or_default();
    let frame = open.map(|o| *o.session.frame());
    serde_json::json!({
        "patient_front": frame.map(|f| f.front.to_array()),
        "patient_right": frame.map(|f| f.right.to_array()),
        "patient_up": frame.map(|f| f.up.to_array()),
        "target": camera.target.to_array(),
        "right": camera.right().to_array(),
        "up": camera.up().to_array(),
        "height_mm": camera.height_mm,
    })
}
