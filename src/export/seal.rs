//! The seal of a record: a hash of every part of it, question and figures, and of the picture that carries it, so that what was changed
//! or taken out afterwards has a name. It is no signature: who writes a record anew can seal it anew.
use crate::base::json::{RawJson, canonical, members, with_members};
use image::RgbaImage;
use std::collections::BTreeMap;
use std::io;

/// Where it stands.
const SEAL: &str = "seal";
/// How long something took and what was said on the way is no part of it; nor is the seal itself.
const LEFT_OUT: [&str; 3] = [SEAL, "timing_ms", "warnings"];
/// Parts that are told apart further: what was asked, and of what.
const IN_DETAIL: [&str; 2] = ["settings", "inputs"];
/// Names and places of files: left out where a record is passed on.
const NAMES: [&str; 2] = ["file", "path"];
/// The pixels of the picture.
const PICTURE: &str = "picture";
/// Hex digits that are kept of a hash.
const DIGITS: usize = 32;
/// Larger pictures are none of this program's.
const MOST_PIXELS: u64 = 1 << 28;

/// What a record's seal says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SealCheck {
    /// Of earlier versions, or it was taken out.
    None,
    /// Parts that are others than were written, in the order of their names.
    Found(Vec<Broken>),
}

/// A part that is another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// As "settings.range_mm".
    pub name: String,
    pub how: How,
    /// The beginning of what stands there now, as JSON; nothing of what is missing, and of a picture.
    pub now: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Changed,
    Missing,
    Added,
}

/// A record's text with its seal; `picture`: what carries it. The text is an object without one.
pub fn sealed(record: &str, picture: Option<&RgbaImage>) -> String {
    let mut hashes = hashes_of(record);
    hashes.extend(picture.map(|image| (PICTURE.to_owned(), hash_of_picture(image))));
    let text = serde_json::to_string(&hashes).unwrap_or_default();
    with_members(record, [(SEAL, &RawJson::new(&text))])
}

/// Holds a record's text against its seal. `picture`: the bytes of what carries it.
pub fn check(record: &str, picture: Option<&[u8]>) -> SealCheck {
    let seal = members(record).into_iter().find(|(name, _)| name == SEAL).map(|(_, raw)| raw);
    let sealed: Option<BTreeMap<String, String>> = seal.and_then(|raw| serde_json::from_str(raw).ok());
    let Some(sealed) = sealed else { return SealCheck::None };
    let mut now = hashes_of(record);
    if let (Some(bytes), true) = (picture, sealed.contains_key(PICTURE)) {
        now.extend(hash_in_picture(bytes).map(|hash| (PICTURE.to_owned(), hash)));
    }
    // Beside its picture a record stands by itself.
    let expected = sealed.iter().filter(|(name, _)| picture.is_some() || *name != PICTURE);
    let changed = expected.filter_map(|(name, hash)| match now.get(name) {
        Some(now) if now == hash => None,
        Some(_) => Some((name, How::Changed)),
        None => Some((name, How::Missing)),
    });
    let added = now.keys().filter(|name| !sealed.contains_key(*name)).map(|name| (name, How::Added));
    let broken = changed.chain(added).map(|(name, how)| Broken { name: name.clone(), how, now: stands(record, name) });
    SealCheck::Found(broken.collect())
}

/// The beginning of what stands under a name.
fn stands(record: &str, name: &str) -> String {
    const LONGEST: usize = 60;
    let of = |text: &str, name: &str| members(text).into_iter().find(|(n, _)| n == name).map(|(_, raw)| raw.to_owned());
    let raw = match name.split_once('.') {
        Some((part, name)) => of(record, part).and_then(|part| of(&part, name)),
        None => of(record, name),
    };
    let words: Vec<String> = raw.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    words.join(" ").chars().take(LONGEST).collect()
}

impl SealCheck {
    /// Whether it speaks of the picture's pixels. `record`: the text that it is of.
    pub fn binds_picture(record: &str) -> bool {
        let seal = members(record).into_iter().find(|(name, _)| name == SEAL);
        seal.is_some_and(|(_, raw)| members(raw).iter().any(|(name, _)| name == PICTURE))
    }
}

fn hashes_of(record: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (name, raw) in members(record).into_iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str())) {
        match IN_DETAIL.contains(&name.as_str()) {
            true => found.extend(members(raw).into_iter().map(|(part, raw)| (format!("{name}.{part}"), hash(raw)))),
            false => _ = found.insert(name, hash(raw)),
        }
    }
    found
}

fn hash(raw: &str) -> String {
    hex(blake3::hash(canonical(raw, &NAMES).as_bytes()))
}

fn hex(hash: blake3::Hash) -> String {
    hash.to_hex()[..DIGITS].to_owned()
}

fn hash_of_picture(image: &RgbaImage) -> String {
    let mut hasher = of_size(image.width(), image.height());
    hasher.update(image.as_raw());
    hex(hasher.finalize())
}

fn of_size(width: u32, height: u32) -> blake3::Hasher {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&width.to_le_bytes()).update(&height.to_le_bytes());
    hasher
}

/// The same of a file's bytes, a row at a time; `None` of what is no whole picture of this program's kind.
fn hash_in_picture(bytes: &[u8]) -> Option<String> {
    let mut decoder = png::Decoder::new(io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().ok()?;
    let (width, height) = reader.info().size();
    let is_ours =
        reader.output_color_type() == (png::ColorType::Rgba, png::BitDepth::Eight) && !reader.info().interlaced;
    if !is_ours || u64::from(width) * u64::from(height) > MOST_PIXELS {
        return None;
    }
    let mut hasher = of_size(width, height);
    for _ in 0..height {
        hasher.update(reader.next_row().ok()??.data());
    }
    Some(hex(hasher.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = r#"{
  "engine": "bvh",
  "inputs": { "upper": { "file": "anna.stl", "blake3": "12" } },
  "settings": { "range_mm": 2.0, "live": false },
  "bite": { "max_depth_mm": 0.10000000000000001 },
  "timing_ms": { "frame": 3.0 },
  "warnings": ["a"]
}"#;

    fn broken(record: &str) -> Vec<(String, How)> {
        match check(record, None) {
            SealCheck::Found(broken) => broken.into_iter().map(|b| (b.name, b.how)).collect(),
            SealCheck::None => panic!("it has a seal"),
        }
    }

    #[test]
    fn what_was_changed_or_taken_out_is_named() {
        let text = sealed(RECORD, None);
        assert_eq!(broken(&text), []);
        // Written otherwise by another program, with other names of files, times and warnings, it says the same.
        let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
        (value["inputs"]["upper"]["file"], value["timing_ms"]["frame"]) = ("".into(), 4.into());
        value["warnings"] = serde_json::json!([]);
        assert_eq!(broken(&value.to_string()), []);
        for (change, name, how) in [
            (("\"bvh\"", "\"octree\""), "engine", How::Changed),
            (("\"range_mm\": 2.0", "\"range_mm\": 3.0"), "settings.range_mm", How::Changed),
            (("\"range_mm\": 2.0, ", ""), "settings.range_mm", How::Missing),
            (("\"blake3\": \"12\"", "\"blake3\": \"13\""), "inputs.upper", How::Changed),
            (("\"bite\"", "\"bit\""), "bite", How::Missing),
            (("0.10000000000000001", "0.1000001"), "bite", How::Changed),
        ] {
            let changed = text.replacen(change.0, change.1, 1);
            assert_ne!(changed, text);
            assert!(broken(&changed).contains(&(name.to_owned(), how)), "{name}: {:?}", broken(&changed));
        }
        assert!(broken(&text.replacen("\"bite\"", "\"bit\"", 1)).contains(&("bit".to_owned(), How::Added)));
        assert_eq!(check(RECORD, None), SealCheck::None);
    }

    #[test]
    fn a_picture_that_was_painted_over_is_named() {
        let mut image = RgbaImage::from_fn(9, 5, |x, y| image::Rgba([x as u8, y as u8, 7, 255]));
        let png = |image: &RgbaImage, record: &str| {
            let mut bytes = Vec::new();
            super::super::png::write_png_with(image, record, &mut bytes).unwrap();
            bytes
        };
        let record = sealed(RECORD, Some(&image));
        assert!(SealCheck::binds_picture(&record) && !SealCheck::binds_picture(&sealed(RECORD, None)));
        assert_eq!(check(&record, Some(&png(&image, &record))), SealCheck::Found(Vec::new()));
        let picture = |how| Broken { name: "picture".into(), how, now: String::new() };
        image.get_pixel_mut(4, 4).0[2] += 1;
        let painted = check(&record, Some(&png(&image, &record)));
        assert_eq!(painted, SealCheck::Found(vec![picture(How::Changed)]));
        let cut = check(&record, Some(&png(&image, &record)[..60]));
        assert_eq!(cut, SealCheck::Found(vec![picture(How::Missing)]));
        // A picture of before: nothing is said of its pixels.
        let old = sealed(RECORD, None);
        assert_eq!(check(&old, Some(&png(&image, &old))), SealCheck::Found(Vec::new()));
    }
}
