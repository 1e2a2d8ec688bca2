//! The thread that writes cases and small pictures of them, one after the other, so that no frame waits for a disk.
use crate::app::state::case::CaseId;
use crate::app::state::{Open, ViewLayout};
use crate::base::files::{read_file, remove_left_over, write_own_file};
use crate::base::job::{Reply, Wake, Worker};
use crate::base::words::say;
use crate::jaw::JawPair;
use crate::session::case_file::{CaseFile, KeptScans};
use crate::session::{CaseContent, State};
use image::RgbaImage;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A small picture of a recent case, pixels.
pub const PICTURE_SIZE: [u32; 2] = [192, 120];
/// A larger file is no picture of ours, bytes.
const LARGEST_PICTURE: u64 = 4 << 20;

/// Who wants a case to be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    ByHand,
    Recovery,
}

/// A case to be written.
pub struct SaveJob {
    pub purpose: Purpose,
    pub case: CaseId,
    pub path: PathBuf,
    pub content: CaseContent,
    pub pair: Arc<JawPair>,
    pub scans: KeptScans,
    /// The scans stay where they are, and the file names them.
    pub refers: bool,
    /// What `content` was taken from.
    pub state: State,
}

pub enum Job {
    Save(Box<SaveJob>),
    /// Makes the picture of a recent case small and keeps it under this name.
    Picture {
        path: PathBuf,
        picture: RgbaImage,
    },
    /// Reads the pictures that there are, and removes those of no case in the list.
    Pictures {
        folder: PathBuf,
        keys: Vec<String>,
    },
    /// Removes what killed programs have left unfinished in these folders.
    Sweep(Vec<PathBuf>),
}

/// What the thread has to say.
pub enum Done {
    Saved(Box<Saved>),
    /// The picture of the recent case with this key.
    Picture(String, RgbaImage),
    /// A picture was not kept or read: the list has a case without one.
    NoPicture,
}

/// What became of a case that was to be written.
pub struct Saved {
    pub purpose: Purpose,
    /// Another one may be open by now.
    pub case: CaseId,
    pub path: PathBuf,
    pub refers: bool,
    /// What was written.
    pub state: State,
    /// Names of the upper and the lower scan inside, or why it was not written.
    pub result: Result<[String; 2], String>,
}

/// The thread.
pub type Saver = Worker<Job, Done>;

/// `wake` is called on the thread when there is something to hear.
pub fn start(wake: Wake) -> Saver {
    Worker::start("case files", wake, Job::run, Job::fault)
}

impl Job {
    fn run(&self, tell: &Reply<'_, Done>) {
        match self {
            Self::Save(job) => tell.say(job.done(job.write())),
            Self::Picture { path, picture } => match keep_picture(path, picture) {
                Ok(small) => tell.say(Done::Picture(key_of(path), small)),
                Err(error) => tracing::warn!("a picture of the case is not kept: {error}"),
            },
            Self::Sweep(folders) => {
                folders.iter().for_each(|folder| remove_left_over(folder));
                tell.say(Done::NoPicture);
            }
            Self::Pictures { folder, keys } => {
                for path in pictures_in(folder) {
                    if !keys.contains(&key_of(&path)) {
                        drop(std::fs::remove_file(&path));
                    } else if let Some(picture) = read_picture(&path) {
                        tell.say(Done::Picture(key_of(&path), picture));
                    }
                }
            }
        }
    }

    fn fault(&self) -> Done {
        match self {
            Self::Save(job) => job.done(Err(say!("program-fault").into())),
            Self::Picture { .. } | Self::Pictures { .. } | Self::Sweep(_) => Done::NoPicture,
        }
    }
}

impl SaveJob {
    /// What is open, as it is now; `None` where its scans are not kept.
    pub fn of(open: &Open, layout: ViewLayout, purpose: Purpose, path: PathBuf, refers: bool) -> Option<Self> {
        let recovery = (purpose == Purpose::Recovery).then(|| open.recovery_record());
        Some(Self {
            purpose,
            case: open.case.id,
            path,
            content: CaseContent { recovery, ..open.content(layout) },
            pair: open.pair().clone(),
            scans: open.case.scans.clone()?,
            refers,
            state: open.session.state().clone(),
        })
    }

    fn done(&self, result: Result<[String; 2], String>) -> Done {
        let Self { purpose, case, path, refers, state, .. } = self;
        let (path, state) = (path.clone(), state.clone());
        Done::Saved(Box::new(Saved { purpose: *purpose, case: *case, path, refers: *refers, state, result }))
    }

    fn write(&self) -> Result<[String; 2], String> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let scans = self.scans.of(&self.pair)?;
        let paths = self.scans.paths_of(&self.pair).filter(|paths| self.refers && CaseFile::can_refer(paths, folder));
        let content = self.content.clone();
        let file = match paths {
            Some(paths) => CaseFile::referring(content, scans, paths, folder),
            None => CaseFile::embedding(content, scans),
        };
        match self.purpose {
            Purpose::ByHand => file.save(&self.path),
            Purpose::Recovery => file.save_own(&self.path),
        }
        .map_err(|e| e.to_string())?;
        Ok(file.scans.map(|scan| scan.name))
    }
}

/// Where the picture of a recent case is kept.
pub fn picture_path(folder: &Path, key: &str) -> PathBuf {
    folder.join(key).with_extension("png")
}

fn key_of(path: &Path) -> String {
    path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
}

fn pictures_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "png")).collect()
}

fn read_picture(path: &Path) -> Option<RgbaImage> {
    let is_small = std::fs::metadata(path).is_ok_and(|f| f.len() <= LARGEST_PICTURE);
    let bytes = is_small.then(|| read_file(path).ok()).flatten()?;
    let mut reader = image::ImageReader::with_format(io::Cursor::new(bytes), image::ImageFormat::Png);
    let mut limits = image::Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(1024), Some(1024));
    reader.limits(limits);
    reader.decode().ok().map(|p| p.to_rgba8())
}

/// The picture in the shape of [`PICTURE_SIZE`], made small: from side to side, as arches reach; above and below the middle a high one is cut, and a
/// low one has nothing.
fn small(picture: &RgbaImage) -> RgbaImage {
    let [width, height] = PICTURE_SIZE;
    let scale = (picture.width() as f32 / width as f32).max(f32::MIN_POSITIVE);
    let part = ((height as f32 * scale) as u32).clamp(1, picture.height().max(1));
    let top = picture.height().saturating_sub(part) / 2;
    let middle = image::imageops::crop_imm(picture, 0, top, picture.width(), part).to_image();
    let filled = ((part as f32 / scale).round() as u32).clamp(1, height);
    let shown = image::imageops::resize(&middle, width, filled, image::imageops::FilterType::Triangle);
    let mut small = RgbaImage::new(width, height);
    image::imageops::replace(&mut small, &shown, 0, i64::from((height - filled) / 2));
    small
}

fn keep_picture(path: &Path, picture: &RgbaImage) -> anyhow::Result<RgbaImage> {
    let small = small(picture);
    if let Some(folder) = path.parent() {
        crate::base::files::private::make_folder(folder)?;
    }
    write_own_file(path, |out| {
        let encoder = image::codecs::png::PngEncoder::new(out);
        small.write_with_encoder(encoder).map_err(io::Error::other)
    })?;
    Ok(small)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_made_small_kept_and_removed_with_their_case() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("pictures");
        let saver = start(Arc::new(|| {}));
        let picture = RgbaImage::from_pixel(1600, 1000, image::Rgba([200, 100, 50, 255]));
        for key in ["a", "b"] {
            assert!(saver.ask(Job::Picture { path: picture_path(&folder, key), picture: picture.clone() }));
        }
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(picture_path(&folder, "c"), b"no picture").unwrap();
        let keys = vec!["a".to_owned(), "c".to_owned()];
        assert!(saver.ask(Job::Pictures { folder: folder.clone(), keys }));
        let heard: Vec<String> = saver
            .finish()
            .into_iter()
            .filter_map(|done| match done {
                Done::Picture(key, p) if p.dimensions() == (192, 120) && p.get_pixel(3, 3).0[0] == 200 => Some(key),
                _ => None,
            })
            .collect();
        assert_eq!(heard, ["a", "b", "a"]);
        assert!(!picture_path(&folder, "b").exists(), "of no case in the list");
    }

    #[test]
    fn any_picture_fits_from_side_to_side() {
        for (w, h) in [(1, 1), (3, 2000), (2000, 3), (192, 120)] {
            assert_eq!(small(&RgbaImage::new(w, h)).dimensions(), (192, 120), "{w} x {h}");
        }
        let white = image::Rgba([255; 4]);
        let wide = small(&RgbaImage::from_pixel(400, 100, white));
        assert_eq!([0, 191].map(|x| wide.get_pixel(x, 60).0[0]), [255; 2], "both sides");
        assert_eq!([0, 119].map(|y| wide.get_pixel(96, y).0[3]), [0; 2], "nothing above and below");
        assert_eq!(
            small(&RgbaImage::from_pixel(100, 400, white)).get_pixel(96, 0),
            &white,
            "the twin: a high one is cut"
        );
    }
}
