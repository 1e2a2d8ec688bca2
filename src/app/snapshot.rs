//! Saving what is seen: the picture with everything needed to read it, and the figures beside it.
use super::desk::{Desk, ViewLayout};
use super::live::Live;
use super::pictures::Pictures;
use crate::base::files::{Staged, places};
use crate::engine::{Analysis, Timing};
use crate::export::json::{AnalysisRecord, SAMPLE};
use crate::export::overlay::{Scale, SnapshotInfo, compose_snapshot};
use crate::export::{contact, exact, png, views};
use crate::field::ChosenBy;
use crate::gpu::FrameFigures;
use crate::session::recent::RecentCase;
use crate::session::{
    Answered, FoundTeeth, KeptScans, PoseAnswer, PoseQuestion, Provenance, Session, Settings, ViewsAnswered,
    ZonesAnswered,
};
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};

/// Where pictures go: the person's pictures folder, else documents, else the working folder.
pub fn default_folder() -> PathBuf {
    let user = directories::UserDirs::new();
    let folders = user.iter().flat_map(|u| [u.picture_dir(), u.document_dir()]).flatten();
    folders.into_iter().find(|p| p.is_dir()).map(Path::to_owned).unwrap_or_else(|| PathBuf::from("."))
}

/// A name without anything about the patient.
fn file_stem() -> String {
    format!("occluscope-{}", jiff::Zoned::now().strftime("%Y%m%d-%H%M%S"))
}

/// Writes PNG and JSON, both or neither; gives the path of the picture.
///
/// # Errors
/// Without figures, when the GPU is lost, or when the folder cannot be written to.
pub fn save(desk: &Desk, pictures: &Pictures, live: &Live, adapter: &str, folder: &Path) -> anyhow::Result<PathBuf> {
    let Some(session) = &desk.session else { bail!("no case is open") };
    let Some(figures) = live.figures() else { bail!("there are no figures yet") };
    let settings = session.settings();
    let seen = pictures.read(desk.layout)?;
    let view = image::RgbaImage::from_raw(seen.size[0], seen.size[1], seen.rgba);
    let view = view.context("the picture is incomplete")?;
    let scale = Scale {
        palette: settings.palette,
        threshold_mm: settings.threshold_mm as f32,
        range_mm: settings.range_mm as f32,
    };
    let mm_per_pixel = match desk.layout {
        ViewLayout::Map => desk.map_view.as_ref().map(|m| m.mm_per_px),
        _ => Some(desk.mm_per_px(seen.size)),
    };
    let pose = session.upper_from_lower();
    let date = crate::export::now_text();
    // File names of scans often hold the patient's name: they go into the JSON, not into a picture that is passed on.
    let title = if desk.paths.is_some() { "Occlusal contacts" } else { "Sample case" };
    let mut info = SnapshotInfo::new(title, &figures.metrics, &pose, scale, mm_per_pixel, &date);
    if let Some(found) = zones_of(desk, live) {
        info.figures.extend(contact::caption(&found.contact, settings.threshold_mm));
    }
    if let Some(found) = views_of(desk, live) {
        info.figures.extend(views::caption(&found.answer.figures, settings.threshold_mm));
        let painted = if found.answer.maps.maps().is_empty() { 0 } else { found.answer.figures.n_projections() };
        let colours = info
            .origins
            .iter_mut()
            .filter(|(name, _)| painted > 0 && desk.layout != ViewLayout::Map && name == "Colours");
        colours.for_each(|(_, value)| value.push_str(&format!(", of {painted} views")));
    }
    if let Some(answer) = exact_of(desk, live) {
        info.figures.extend(exact::caption(&answer.live, &answer.exact, settings.threshold_mm));
    }
    let image = compose_snapshot(&view, &info);
    let record = record(desk, live, adapter, folder)?;
    let stem = file_stem();
    let picture = folder.join(format!("{stem}.png"));
    let staged = [
        Staged::write(&picture, |out| png::write_png_with(&image, &record.to_text(), out))?,
        Staged::write(&folder.join(format!("{stem}.json")), |out| record.write(out))?,
    ];
    for file in staged {
        file.commit()?;
    }
    Ok(picture.canonicalize().unwrap_or(picture))
}

/// The files of the upper and the lower jaw as they are now, and whether they have other roles there.
pub fn scan_files(desk: &Desk) -> ([String; 2], bool) {
    let is_swapped = desk.is_swapped();
    let are_sample = desk.case.scans.as_ref().is_none_or(KeptScans::are_sample);
    match (&desk.paths, &desk.session) {
        (Some(RecentCase::Scans { upper, lower }), _) => {
            let mut files = [upper, lower].map(|p| p.display().to_string());
            if is_swapped {
                files.reverse();
            }
            (files, is_swapped)
        }
        // A scan inside a case, as if the case were a folder. A case of the sample has the sample's meshes, in another file.
        (Some(RecentCase::File { case }), Some(session)) if !are_sample => {
            let (names, is_swapped) = desk.case.names_in_file(session);
            (names.map(|name| case.join(name).display().to_string()), is_swapped)
        }
        _ => ([SAMPLE, SAMPLE].map(str::to_owned), is_swapped),
    }
}

/// Where they are, seen from a folder; nowhere of the sample.
pub fn places_of(files: &[String; 2], folder: &Path) -> [Option<String>; 2] {
    let place = |file: &String| (file != SAMPLE).then(|| places::place_from(Path::new(file), Some(folder))).flatten();
    files.each_ref().map(place)
}

/// How the open case came about, and how it is shown.
pub fn provenance(desk: &Desk, session: &Session) -> Provenance {
    let (files, swapped) = scan_files(desk);
    Provenance {
        files,
        unit: desk.read_as.unit,
        close: desk.read_as.close,
        swapped,
        warnings: desk.warnings.clone(),
        view: Some(desk.view_record(session)),
        ..Provenance::default()
    }
}

/// The teeth as they are known now; what there is to be said about them was said.
pub fn teeth_of(desk: &Desk, session: &Session) -> FoundTeeth {
    let labels = desk.teeth.label_files(desk.is_swapped());
    FoundTeeth { teeth: (**session.teeth()).clone(), labels, ..FoundTeeth::default() }
}

fn record(desk: &Desk, live: &Live, adapter: &str, folder: &Path) -> anyhow::Result<AnalysisRecord> {
    let (Some(session), Some(figures)) = (&desk.session, live.figures()) else { bail!("there are no figures yet") };
    let (settings, frame) = (session.settings(), *session.frame());
    let question = session.question(figures.metrics.projection.map(|p| p.direction));
    let asked = PoseQuestion::of_settings(question, settings, frame.origin);
    let answer = PoseAnswer::of(asked, session.pair().clone(), frame, analysis(live, figures, settings, adapter));
    let threshold_mm = settings.threshold_mm;
    let answer = PoseAnswer {
        is_live: true,
        contact: zones_of(desk, live).map(|found| found.contact.clone()),
        teeth: teeth_of(desk, session),
        exact: exact_of(desk, live).map(|a| exact::ExactRecord {
            views: views_of(desk, live).map(super::exact::views_record),
            ..exact::ExactRecord::new(&a.live, &a.exact, threshold_mm, a.took_ms)
        }),
        ..answer
    };
    let from = provenance(desk, session);
    let folder = places::folder_of(&folder.join("snapshot"));
    let scans = places_of(&from.files, &folder);
    let place = |file: &Path| places::place_from(file, Some(&folder));
    Ok(answer.record(from).with_places(scans).with_label_places(place))
}

/// What the live frame has found.
fn analysis(live: &Live, figures: &FrameFigures, settings: &Settings, adapter: &str) -> Analysis {
    let mut metrics = figures.metrics.clone();
    if let (Some(projection), Some(_)) = (&mut metrics.projection, settings.direction) {
        // However it was found, by now the person keeps it.
        projection.chosen_by = ChosenBy::Given;
    }
    let passes = figures.passes_ms.iter().map(|(name, ms)| ((*name).to_owned(), *ms)).collect();
    Analysis {
        engine: "stencil",
        execution: Some(live.execution()),
        adapter: adapter.to_owned(),
        field: None,
        metrics,
        timing: Timing { frame: figures.latency_ms, passes },
        patched: None,
    }
}

/// The exact figures, if they are of the very pose and projection that the picture shows.
fn exact_of<'a>(desk: &'a Desk, live: &Live) -> Option<&'a Answered> {
    let now = super::exact::wanted(desk, live)?;
    desk.exact.last().filter(|a| a.asked == now.asked)
}

/// The contacts one by one, of the same pose, as far as they are known.
fn zones_of<'a>(desk: &'a Desk, live: &Live) -> Option<&'a ZonesAnswered> {
    let now = super::exact::wanted(desk, live)?.zones()?;
    desk.exact.last_zones().filter(|a| a.asked == now)
}

/// The areas of several projections, of the same pose, as far as they are known.
fn views_of<'a>(desk: &'a Desk, live: &Live) -> Option<&'a ViewsAnswered> {
    let now = super::exact::wanted(desk, live)?.views()?;
    desk.exact.last_views().filter(|a| a.asked == now)
}
