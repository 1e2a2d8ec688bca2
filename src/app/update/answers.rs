//! What jobs, dialogs and the stage have to say.
use super::effect::Effect;
use super::{first_contact, opening, saving};
use crate::app::actions::{CaseAction, FileAction};
use crate::app::jobs::dialogs::Chosen;
use crate::app::jobs::saver::Done;
use crate::app::stage::frame::{Followed, News};
use crate::app::state::bites::BiteWish;
use crate::app::state::motion::MotionFormat;
use crate::app::state::{Desk, Kind};
use crate::app::stats::Stats;
use crate::base::words::say;
use crate::render::MapView;
use crate::session::LiveContactEvent;
use egui::ColorImage;
use image::RgbaImage;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// A case that was being read is there, or cannot be.
pub fn poll_opening(desk: &mut Desk) -> Option<Vec<Effect>> {
    let result = desk.arriving.opening.as_ref()?.poll()?;
    let opening = desk.arriving.opening.take()?;
    Some(opening::loaded(desk, opening, result))
}

/// A scan that waits for another one was read; true where there is news.
pub fn poll_look(desk: &mut Desk) -> bool {
    desk.arriving.look.is_some() && opening::hear_look(desk)
}

/// What the saving thread has done.
pub fn hear_saver(desk: &mut Desk, done: Done) -> Vec<Effect> {
    match done {
        Done::Saved(saved) => return saving::saved(desk, *saved),
        Done::Picture(key, picture) => take_picture(desk, key, &picture),
        Done::NoPicture => {}
    }
    Vec::new()
}

/// The small picture of a recent case.
fn take_picture(desk: &mut Desk, key: String, picture: &RgbaImage) {
    let size = [picture.width() as usize, picture.height() as usize];
    let picture = ColorImage::from_rgba_unmultiplied(size, picture.as_raw());
    desk.recent.pictures.insert(key, Arc::new(picture));
}

/// What came of a dialog.
pub fn hear_dialog(desk: &mut Desk, chosen: Chosen) {
    match chosen {
        Chosen::Files(files, _) if files.is_empty() => {}
        Chosen::Files(files, side) => desk.wish(FileAction::Open(files, side)),
        Chosen::BiteScans(files) if files.is_empty() => {}
        Chosen::BiteScans(files) => desk.wish(CaseAction::Bites(BiteWish::FromScans(files))),
        Chosen::EarlierCase(path) => {
            path.into_iter().for_each(|path| desk.wish(FileAction::CompareWith(path)));
        }
        Chosen::SaveTo(path) => {
            let card = desk.open.as_mut().and_then(|open| open.save_as.as_mut());
            card.zip(path).into_iter().for_each(|(card, path)| card.choose(&path));
        }
        Chosen::Folder(folder) => {
            folder.into_iter().for_each(|folder| desk.wish(FileAction::FilesGoTo(folder)));
        }
        Chosen::NoDialog(sentence) => desk.messages.error(sentence),
    }
}

/// A picture, a report or a file of the trim was written, or not.
pub fn written(desk: &mut Desk, what: &str, result: Result<PathBuf, String>) {
    match result {
        Ok(path) => desk.messages.written(what, path),
        Err(why) => desk.messages.error(say!("answers-was-not-saved", what = what, why = why)),
    }
}

/// The report, or what is handed on, is made, or cannot be.
pub fn reported(desk: &mut Desk, what: &str, result: Result<PathBuf, String>) {
    desk.reporting = false;
    desk.messages.ended();
    written(desk, what, result);
}

pub fn snapshot_taken(desk: &mut Desk, result: Result<PathBuf, String>) {
    written(desk, "snapshot", result);
}

pub fn trim_saved(desk: &mut Desk, result: Result<PathBuf, String>) {
    written(desk, "trim", result);
}

pub fn section_saved(desk: &mut Desk, result: Result<PathBuf, String>) {
    written(desk, "section", result);
}

pub fn motion_saved(desk: &mut Desk, format: MotionFormat, result: Result<PathBuf, String>) {
    let what = if format == MotionFormat::Articulator { "articulator" } else { "movement" };
    written(desk, what, result);
}

pub fn comparison_saved(desk: &mut Desk, result: Result<PathBuf, String>) {
    written(desk, "comparison", result);
}

/// The worker of the exact figures; true when it has said something.
pub fn poll_exact(desk: &mut Desk, stats: &mut Stats) -> bool {
    let events = desk.open.as_mut().map(|open| open.exact.poll()).unwrap_or_default();
    let has_news = !events.is_empty();
    for event in events {
        stats.exact.take(&event);
        first_contact::hear(desk, event);
    }
    has_news
}

/// The worker that follows the moving jaw; true when it has said something.
pub fn poll_live_contact(desk: &mut Desk, stats: &mut Stats) -> bool {
    let events = desk.open.as_mut().map(|open| open.live_contact.poll(Instant::now())).unwrap_or_default();
    let has_news = !events.is_empty();
    for event in events {
        stats.live_contact.take(&event);
        if let LiveContactEvent::Failed(sentence) = event {
            desk.messages.error(format!("{sentence}."));
        }
    }
    has_news
}

/// What has arrived from the GPU; true when there is something to show.
pub fn hear_stage(desk: &mut Desk, news: News, stats: &mut Stats) -> bool {
    let mut has_news = false;
    if let Some(stages) = news.frame {
        (desk.meters.frame_ms, desk.meters.latency_ms) = (stats.frame.last(), stats.latency.last());
        desk.meters.profile.push_frame(stages);
    }
    log_figures(desk, news.arrived, stats);
    let Some(open) = &mut desk.open else { return false };
    if let Some(figures) = news.figures {
        open.figures = figures;
        has_news = true;
    }
    if let Some(reading) = news.layers {
        stats.layers.take(&reading, open.layers.receive(reading.clone()));
        has_news = true;
    }
    if let Some(hit) = news.hover.filter(|hit| open.hand.pointed.hit != *hit) {
        open.hand.pointed.hit = hit;
        has_news = true;
    }
    has_news
}

/// The figures that have arrived, for the statistics and the profile.
pub fn log_figures(desk: &mut Desk, arrived: Vec<crate::gpu::FrameFigures>, stats: &mut Stats) {
    for figures in arrived {
        stats.hear(&figures);
        desk.meters.profile.push_passes(figures.passes_ms);
    }
}

/// What following the case has come to.
pub fn hear_followed(desk: &mut Desk, followed: Followed) {
    if let Some(open) = &mut desk.open {
        followed.cameras.into_iter().for_each(|(pane, camera)| open.view.has_looked(pane, camera));
        followed.map.into_iter().for_each(|map| open.view.map = Some(map));
    }
    followed.engine.into_iter().for_each(|text| desk.meters.engine = text);
    followed.engine_reason.into_iter().for_each(|text| desk.meters.engine_reason = text);
    followed.checkup.into_iter().for_each(|sentence| desk.meters.checkup = sentence);
    followed.said.into_iter().for_each(|sentence| desk.messages.add(Kind::Warning, sentence));
}

/// How the map was drawn.
pub fn map_drawn(desk: &mut Desk, map: Option<MapView>) {
    if let (Some(map), Some(open)) = (map, &mut desk.open) {
        open.view.map = Some(map);
    }
}
