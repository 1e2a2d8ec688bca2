//! Saving what is seen: the picture with everything needed to read it, and the figures beside it.
use super::view::view_record;
use crate::app::stage::pictures::PanePlace;

use crate::app::state::marks_seen::{mark_seen, numbers_seen};
use crate::app::state::view::sides_of_map;
use crate::app::state::{Desk, Open, Pane, ViewLayout};
use crate::app::stats::exact::multi_projection_record;
use crate::base::files::{Staged, places};
use crate::base::words::{in_english, say};
use crate::engine::{Analysis, Execution, Timing};
use crate::export::canvas::Area;
use crate::export::headline::Judged;
use crate::export::json::{AnalysisRecord, SAMPLE};
use crate::export::named_bite::LastBite;
use crate::export::overlay::{Scale, SnapshotInfo, compose_snapshot};
use crate::export::pin_marks::PinMark;
use crate::export::section::{Drawing, draw_section};
use crate::export::seen_view::SeenView;
use crate::export::view::DirectionsRecord;
use crate::export::{exact, png};
use crate::field::{ChosenBy, Projection};
use crate::gpu::FrameFigures;
use crate::jaw::{BiteOrigin, Pin};
use crate::render::{MapView, Picture};
use crate::session::recent::RecentCase;
use crate::session::{
    Answered, FoundTeeth, KeptScans, MultiProjectionAnswered, PoseAnswer, PoseQuestion, Provenance, Settings, Wanted,
    ZonesAnswered,
};
use anyhow::Context;
use glam::DVec2;
use std::path::{Path, PathBuf};

/// A name without anything about the patient.
fn file_stem() -> String {
    format!("occluscope-{}", jiff::Zoned::now().strftime("%Y%m%d-%H%M%S"))
}

/// What the window shows, and what it is made of.
pub struct Seen<'a> {
    pub picture: Picture,
    /// Views of the jaws that it is made of; none of the map.
    pub panes: Vec<PanePlace>,
    /// How the map is seen, where the picture is one.
    pub map: Option<MapView>,
    /// Of the settled pose.
    pub figures: &'a FrameFigures,
    pub execution: Execution,
    pub adapter: &'a str,
}

/// Writes PNG and JSON, both or neither; gives the path of the picture.
///
/// # Errors
/// When the folder cannot be written to.
pub fn save(desk: &Desk, open: &Open, seen: Seen<'_>, folder: &Path) -> anyhow::Result<PathBuf> {
    let size = seen.picture.size;
    // Programs read it.
    let record = in_english(|| record(desk, open, &seen, folder));
    let info = info(desk, open, &seen);
    let view = image::RgbaImage::from_raw(size[0], size[1], seen.picture.rgba);
    let image = compose_snapshot(&view.context("the picture is incomplete")?, &info);
    let stem = file_stem();
    let picture = folder.join(format!("{stem}.png"));
    let staged = [
        Staged::write(&picture, |out| png::write_png_sealed(&image, &record.to_text(), out))?,
        Staged::write(&folder.join(format!("{stem}.json")), |out| record.write(out))?,
    ];
    for file in staged {
        file.commit()?;
    }
    Ok(picture.canonicalize().unwrap_or(picture))
}

/// What stands beside the picture.
fn info(desk: &Desk, open: &Open, seen: &Seen<'_>) -> SnapshotInfo {
    let settings = open.settings();
    let wanted = &open.wanted(&desk.habits);
    let scale = Scale {
        palette: settings.palette,
        threshold_mm: settings.threshold_mm as f32,
        range_mm: settings.range_mm as f32,
    };
    let pose = open.session.upper_from_lower();
    let date = crate::export::now_text();
    // File names of scans often hold the patient's name: they go into the JSON, not into a picture that is passed on.
    let title = if open.from.is_some() { say!("report-report-occlusal-contacts") } else { say!("open-sample-case") };
    let info = SnapshotInfo::new(title, &seen.figures.metrics, &pose, scale, None, &date);
    let info = match zones_of(open, wanted) {
        Some(found) => {
            let (contact, teeth) = (&*found.contact, &**open.session.teeth());
            let trimmed_mm2 = open.trimmed_mm2();
            let judged = Judged { contact, teeth, threshold_mm: settings.threshold_mm, trimmed_mm2 };
            let shows_jaws = desk.layout != ViewLayout::Map;
            let info = info.judged(&judged, shows_jaws);
            if shows_jaws && open.paints_sure() { info.sure() } else { info }
        }
        None => info,
    };
    let painted = open.classes().filter(|_| desk.layout != ViewLayout::Map);
    let info = match painted {
        Some(painted) => info.classed(&painted.title, &painted.classes),
        None => info,
    };
    beside_the_figures(desk, open, (info, seen))
}

/// Of a note below the picture, characters: the whole of it stands in the list, and in the JSON.
const LONGEST_NOTE: usize = 80;

/// What the window shows over the pictures and below them: whose teeth and sides they are, numbers, pins, and the section's own picture.
fn beside_the_figures(desk: &Desk, open: &Open, (mut info, seen): (SnapshotInfo, &Seen<'_>)) -> SnapshotInfo {
    info.views = match &seen.map {
        Some(map) if seen.panes.is_empty() => vec![seen_map(open, map, seen.figures.metrics.projection.as_ref())],
        _ => seen.panes.iter().map(|place| seen_view(desk, open, place)).collect(),
    };
    if let Some(instant) = open.motion.instant(&open.session) {
        info.figures.push((say!("snapshot-movement").into(), instant));
    }
    let seen = |number: usize| info.views.iter().flat_map(|view| &view.pins).any(|pin| pin.number == number);
    let pins = open.session.pins().iter().zip(1..).filter(|(_, number)| seen(*number));
    info.figures.extend(pins.map(pin_line));
    let section = open.section.found().filter(|_| open.section.is_open);
    info.below = section.map(|found| draw_section(&Drawing::of(found, &[])));
    info
}

fn pin_line((pin, number): (&Pin, usize)) -> (String, String) {
    let line = pin.text.lines().next().unwrap_or_default();
    let cut: String = line.chars().take(LONGEST_NOTE).collect();
    let words = if cut.len() < line.len() { format!("{cut}…") } else { cut };
    (say!("snapshot-pin", n = number), words)
}

fn seen_map(open: &Open, map: &MapView, projection: Option<&Projection>) -> SeenView {
    let sides = projection.and_then(|projection| sides_of_map(map, projection, open.session.frame()));
    SeenView { sides: sides.map(|sides| sides.map(Into::into)), ..SeenView::whole(Some(map.mm_per_px)) }
}

fn seen_view(desk: &Desk, open: &Open, PanePlace { pane, corner, size }: &PanePlace) -> SeenView {
    let (pane, size) = (*pane, *size);
    let [x, y] = corner.map(|n| n as f32);
    let [width, height] = size.map(|n| n as f32);
    let is_inside = |at: &DVec2| at.cmpge(DVec2::ZERO).all() && at.x < f64::from(size[0]) && at.y < f64::from(size[1]);
    let teeth = if desk.habits.tooth_numbers { numbers_seen(open, pane, (size, 1.0)) } else { Vec::new() };
    let teeth = teeth.into_iter().filter(|number| is_inside(&number.at));
    let camera = open.view.camera_of(pane);
    let pin = |(pin, number): (&Pin, usize)| {
        let at = mark_seen(open, pane, size, &pin.mark).filter(is_inside)?;
        Some(PinMark { number, at: at.as_vec2().to_array() })
    };
    SeenView {
        area: Some(Area { x, y, width, height }),
        caption: pane.caption().map(Into::into).or_else(|| open.compare.bite_in(pane, &open.session)),
        sides: open.view.sides_of(pane, open.session.frame()).map(|sides| sides.map(Into::into)),
        mm_per_pixel: Some(camera.mm_per_px(size)),
        teeth: teeth.map(|number| (number.name, number.at.as_vec2().to_array())).collect(),
        // Marks are of the pose that the figures are of.
        pins: if pane == Pane::Other {
            Vec::new()
        } else {
            open.session.pins().iter().zip(1..).filter_map(pin).collect()
        },
    }
}

/// The files of the upper and the lower jaw as they are now, and whether they have other roles there.
pub fn scan_files(open: &Open) -> ([String; 2], bool) {
    let is_swapped = open.session.is_swapped();
    let are_sample = open.case.scans.as_ref().is_none_or(KeptScans::are_sample);
    match &open.from {
        Some(RecentCase::Scans { upper, lower }) => {
            let mut files = [upper, lower].map(|p| p.display().to_string());
            if is_swapped {
                files.reverse();
            }
            (files, is_swapped)
        }
        // A scan inside a case, as if the case were a folder. A case of the sample has the sample's meshes, in another file.
        Some(RecentCase::File { case }) if !are_sample => {
            let (names, is_swapped) = open.case.names_in_file(&open.session);
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
pub fn provenance(open: &Open, layout: ViewLayout) -> Provenance {
    let (files, swapped) = scan_files(open);
    Provenance {
        files,
        unit: open.read_as.unit,
        close: open.read_as.close,
        swapped,
        directions: directions_by_hand(open),
        warnings: open.warnings.clone(),
        view: Some(view_record(open, layout)),
        section: open.session.section().copied(),
        measures: open.session.measures().clone(),
        pins: open.session.pins().clone(),
        placed: open.session.placed().clone(),
        last_bite: last_bite(open),
        with_regions: true,
        ..Provenance::default()
    }
}

/// The bite that the jaw is in, or how it has left it; of a bite that is looked at in a comparison that one.
fn last_bite(open: &Open) -> Option<LastBite> {
    let bites = open.session.bites();
    if !open.session.is_played() {
        return Some(bites.last());
    }
    if open.motion.is_open {
        return Some(LastBite { left_by: BiteOrigin::Motion, ..bites.last() });
    }
    let shown = bites.at(&open.session.upper_from_lower())?;
    Some(LastBite { bite: shown.clone(), left_by: shown.origin })
}

/// The patient's directions where they are others than the scans tell.
fn directions_by_hand(open: &Open) -> Option<DirectionsRecord> {
    let (now, pair) = (open.session.directions(), open.pair());
    let are_own = (now.frame, now.occlusion) == (pair.frame, pair.occlusion);
    (!are_own || open.session.is_swapped()).then(|| DirectionsRecord::of(&now.frame, &now.occlusion))
}

/// The teeth as they are known now.
pub fn teeth_of(open: &Open) -> FoundTeeth {
    let labels = open.teeth.label_files(open.session.is_swapped());
    FoundTeeth { teeth: (**open.session.teeth()).clone(), labels, warnings: open.teeth.warnings.clone() }
}

fn record(desk: &Desk, open: &Open, seen: &Seen<'_>, folder: &Path) -> AnalysisRecord {
    let (session, settings, frame) = (&open.session, open.settings(), *open.session.frame());
    let wanted = &open.wanted(&desk.habits);
    let question = session.question(seen.figures.metrics.projection.map(|p| p.direction));
    let asked = PoseQuestion::of_session(question, session);
    let contact = zones_of(open, wanted).map(|found| found.contact.clone());
    let answer = PoseAnswer {
        is_live: true,
        judged: contact.clone(),
        contact,
        teeth: teeth_of(open),
        exact: exact_of(open, wanted).map(|a| exact::ExactRecord {
            views: multi_projection_of(open, wanted).map(multi_projection_record),
            ..exact::ExactRecord::new(&a.live, &a.exact, settings.threshold_mm, a.took_ms)
        }),
        ..PoseAnswer::of(asked, session.pair().clone(), frame, analysis(seen, settings))
    };
    let from = provenance(open, desk.layout);
    let folder = places::folder_of(&folder.join("snapshot"));
    let scans = places_of(&from.files, &folder);
    answer.record(from).with_places(scans).with_label_places(|file| places::place_from(file, Some(&folder)))
}

/// What the live frame has found.
fn analysis(seen: &Seen<'_>, settings: &Settings) -> Analysis {
    let mut metrics = seen.figures.metrics.clone();
    if let (Some(projection), Some(_)) = (&mut metrics.projection, settings.direction) {
        // However it was found, by now the person keeps it.
        projection.chosen_by = ChosenBy::Given;
    }
    let passes = seen.figures.passes_ms.iter().map(|(name, ms)| ((*name).to_owned(), *ms)).collect();
    Analysis {
        engine: "stencil",
        execution: Some(seen.execution),
        adapter: seen.adapter.to_owned(),
        field: None,
        metrics,
        timing: Timing { frame: seen.figures.latency_ms, passes },
        multi_projection: None,
    }
}

/// The exact figures, if they are of the very pose and projection that the picture shows.
fn exact_of<'a>(open: &'a Open, now: &Wanted) -> Option<&'a Answered> {
    open.exact.last().filter(|a| now.figures() == Some(&a.asked))
}

/// The contacts one by one, of the same pose, as far as they are known.
fn zones_of<'a>(open: &'a Open, now: &Wanted) -> Option<&'a ZonesAnswered> {
    let now = now.zones()?;
    open.exact.last_zones().filter(|a| a.asked == now)
}

/// The areas of several projections, of the same pose, as far as they are known.
fn multi_projection_of<'a>(open: &'a Open, now: &Wanted) -> Option<&'a MultiProjectionAnswered> {
    let now = now.multi_projection()?;
    open.exact.last_multi_projection().filter(|a| a.asked == now)
}
