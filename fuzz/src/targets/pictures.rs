//! Pictures with a record inside.
use super::{corpus, refused};
use crate::Target;
use image::RgbaImage;
use occluscope::export::json::record_text;
use occluscope::export::png::write_png_with;

pub const TARGET: Target = Target { name: "pictures", seeds, most_bytes: 60_000, run };

fn seeds() -> Vec<Vec<u8>> {
    let record = corpus!["apart.json"].concat();
    let mut picture = Vec::new();
    let text = String::from_utf8(record).expect("UTF-8");
    write_png_with(&RgbaImage::new(4, 4), &text, &mut picture).expect("memory takes it");
    vec![picture]
}

fn run(bytes: &[u8]) -> bool {
    match record_text(bytes) {
        Ok(text) => !text.is_empty(),
        Err(why) => refused(why),
    }
}
