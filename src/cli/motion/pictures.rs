//! Pictures of a movement: painted arches, a movie as numbered pictures, and the page of a report.
use super::args::MotionArgs;
use super::found::MotionAnswer;
use super::jaws::Jaws;
use super::movement::MovementAsked;
use super::one_run::one_run;
use super::picture_args::{ColoursArg, PaintArg};
use super::settings::Settings;
use crate::base::{Progress, Rigid};
use crate::engine::Sensitivity;
use crate::export::motion::arches::{arch_pictures, compose, front_picture};
use crate::export::motion::paint::{
    Moved, MovementColours, PaintBy, Painted, painted, painted_movements, painted_settings, painted_step,
};
use crate::export::motion::record::MotionRecord;
use crate::export::now_text;
use crate::export::png::{write_png, write_png_sealed};
use crate::export::report::{MotionPage, write_motion_report};
use crate::jaw::motion::Guide;
use crate::jaw::motion::diagrams::{Diagram, JawPoints};
use crate::session::jaw_motion::BordersQuestion;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Sides of an arch in a picture, in a frame of the movie and in the report, pixels.
const PICTURE_PX: u32 = 900;
const FRAME_PX: u32 = 560;
const REPORT_PX: u32 = 700;

/// What pictures are of.
pub struct Shown<'a> {
    pub args: &'a MotionArgs,
    pub settings: &'a Settings,
    pub answer: &'a MotionAnswer,
    pub jaws: &'a Jaws<'a>,
    pub found: Option<&'a Sensitivity>,
}

impl Shown<'_> {
    /// # Errors
    /// When a picture cannot be made, a folder not be made, or cancelling.
    pub fn files(&self, progress: &Progress) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
        let (mut files, asked) = (Vec::new(), &self.args.further.pictures);
        let painted = match asked.png.is_some() || asked.report.is_some() {
            true => self.painted(&progress.part(0.0, 0.5))?,
            false => None,
        };
        let progress = &progress.part(0.5, 1.0);
        if let (Some(path), Some(painted)) = (&asked.png, &painted) {
            files.push((path.clone(), self.picture(painted)?));
        }
        if let Some(path) = &asked.report {
            files.push((path.clone(), self.report(painted.as_ref(), progress)?));
        }
        if let Some(folder) = &asked.frames {
            files.extend(self.frames(folder, progress)?);
        }
        Ok(files)
    }

    fn painted(&self, progress: &Progress) -> anyhow::Result<Option<Painted>> {
        let asked = &self.args.further.pictures;
        let by = match asked.paint {
            PaintArg::Movement => return self.painted_movements(progress),
            PaintArg::Order => PaintBy::Order,
            PaintArg::Duration => PaintBy::Duration,
            PaintArg::Gap => PaintBy::Gap,
            PaintArg::Settings => return Ok(self.found.map(painted_settings)),
        };
        let at_mm: Vec<f64> = self.answer.record.steps.iter().map(|step| step.s_mm).collect();
        Ok(self.answer.swept.as_ref().map(|swept| painted(by, swept, (&at_mm, self.args.zone_threshold_mm))))
    }

    /// This movement and those that are asked for as well.
    fn painted_movements(&self, progress: &Progress) -> anyhow::Result<Option<Painted>> {
        let Some(swept) = &self.answer.swept else { return Ok(None) };
        let asked = &self.args.further.pictures;
        let colours = match asked.colours {
            ColoursArg::Safe => MovementColours::Safe,
            ColoursArg::Compass => MovementColours::Compass,
        };
        let mut runs = Vec::new();
        for (i, movement) in asked.also.iter().enumerate() {
            let MovementAsked::Computed(movement) = movement else { continue };
            let n = asked.also.len() as f64;
            let part = progress.part(i as f64 / n, (i + 1) as f64 / n);
            let by = (&self.settings.articulator, &self.answer.hinge, *movement);
            runs.push((one_run(self.args, by, self.jaws, &part).context("--also")?, *movement));
        }
        let at_mm: Vec<f64> = self.answer.record.steps.iter().map(|step| step.s_mm + step.shift_mm).collect();
        let mut moved = vec![Moved { swept, at_mm: &at_mm, movement: self.answer.movement.as_ref() }];
        moved.extend(runs.iter().map(|(run, movement)| Moved {
            swept: &run.swept,
            at_mm: &run.at_mm,
            movement: Some(movement),
        }));
        Ok(Some(painted_movements(&moved, colours, &self.jaws.judged.teeth, self.args.zone_threshold_mm)))
    }

    fn picture(&self, painted: &Painted) -> anyhow::Result<Vec<u8>> {
        let (pair, start) = (&self.jaws.judged.loaded.pair, &self.jaws.start);
        let pictures = arch_pictures(pair, painted, start, PICTURE_PX);
        let record = serde_json::to_string(&self.answer.record)?;
        let named = |movement: &MovementAsked| match movement {
            MovementAsked::Computed(movement) => format!("; {} {} mm", movement.name(), movement.amount_mm),
            MovementAsked::Recorded { .. } => String::new(),
        };
        let also: String = self.args.further.pictures.also.iter().map(named).collect();
        let title = title(&self.answer.record) + &also;
        let image = compose(&pictures, painted, &title, &[settings_words(&self.answer.record)]);
        let mut bytes = Vec::new();
        write_png_sealed(&image, &record, &mut bytes)?;
        Ok(bytes)
    }

    /// One picture a step, the lower jaw where it is then; over a hole there is none.
    fn frames(&self, folder: &Path, progress: &Progress) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
        if !folder.exists() {
            std::fs::create_dir(folder).with_context(|| format!("{}: it cannot be made", folder.display()))?;
        }
        let (pair, record) = (&self.jaws.judged.loaded.pair, &self.answer.record);
        let Some(swept) = &self.answer.swept else { return Ok(Vec::new()) };
        progress.enter("drawing the movie", 0.0)?;
        let pose_of = |rows: Option<[[f64; 4]; 4]>| rows.and_then(|rows| Rigid::from_rows(rows).ok());
        let all: Vec<Rigid> = record.steps.iter().filter_map(|step| pose_of(step.upper_from_lower)).collect();
        let n = record.steps.len();
        let draw = |(i, step): (usize, &crate::export::motion::record::StepRecord)| {
            progress.at(i as f64 / n as f64)?;
            let Some(pose) = pose_of(step.upper_from_lower) else { return Ok(None) };
            let painted = painted_step(swept.steps[i].as_ref(), self.args.zone_threshold_mm);
            let mut pictures = arch_pictures(pair, &painted, &self.jaws.start, FRAME_PX);
            pictures.push(front_picture(pair, &painted, (&pose, &all), FRAME_PX));
            let place = format!("{}; {:.2} mm of it", title(record), step.s_mm + step.shift_mm);
            let mut bytes = Vec::new();
            write_png(&compose(&pictures, &painted, &place, &[settings_words(record)]), &mut bytes)?;
            anyhow::Ok(Some(bytes))
        };
        let drawn = crate::base::share_out(record.steps.iter().enumerate(), || (), |(), step| draw(step));
        let frames: Vec<Vec<u8>> = drawn.into_iter().filter_map(Result::transpose).collect::<anyhow::Result<_>>()?;
        let named = |(i, bytes)| (folder.join(format!("frame_{:04}.png", i + 1)), bytes);
        Ok(frames.into_iter().enumerate().map(named).collect())
    }

    fn report(&self, painted: Option<&Painted>, progress: &Progress) -> anyhow::Result<Vec<u8>> {
        let (pair, start, record) = (&self.jaws.judged.loaded.pair, &self.jaws.start, &self.answer.record);
        let pictures = painted.map(|painted| arch_pictures(pair, painted, start, REPORT_PX)).unwrap_or_default();
        let diagrams = self.diagrams(progress)?;
        let page = MotionPage { record, diagrams: &diagrams, pictures: &pictures, painted };
        let mut bytes = Vec::new();
        write_motion_report(&page, &now_text(), &mut bytes)?;
        Ok(bytes)
    }

    fn diagrams(&self, progress: &Progress) -> anyhow::Result<Vec<Diagram>> {
        let (articulator, answer, jaws) = (&self.settings.articulator, self.answer, self.jaws);
        let asked = BordersQuestion {
            articulator: *articulator,
            hinge: answer.hinge,
            // A record is guided by nothing.
            guide: answer.movement.map_or(Guide::Free, |_| self.args.guide.guide()),
            start: self.args.start.start(),
            bite: jaws.start,
            scope: jaws.judged.scope.clone(),
        };
        let borders = asked.among(Some(&jaws.judged.exact), progress)?;
        let points = JawPoints::of(&answer.hinge, answer.record.hinge.condyles.right[0]);
        let motions: Vec<Option<Rigid>> =
            answer.record.steps.iter().map(|step| step.six.map(Rigid::from_six)).collect();
        let mut all = asked.diagrams(&borders, &motions, &points);
        if let Some(swept) = &answer.swept {
            let at_mm: Vec<f64> = answer.record.steps.iter().map(|step| step.s_mm + step.shift_mm).collect();
            all.push(swept.area_diagram(&at_mm, articulator.plane));
        }
        Ok(all)
    }
}

fn title(record: &MotionRecord) -> String {
    let amount = record.movement.amount_mm.map_or(String::new(), |mm| format!(" {mm} mm"));
    format!("{}{amount}, guide: {}", record.movement.kind, record.guide)
}

/// Angles with their plane, and what was done to a record.
fn settings_words(record: &MotionRecord) -> String {
    let angle = |sides: Option<crate::export::motion::articulator::Sides>| match sides.map(|sides| sides.each()) {
        Some([right, left]) if right == left => format!("{right}"),
        Some([right, left]) => format!("{right}/{left}"),
        None => "-".into(),
    };
    let smoothed = record.recorded.as_ref().and_then(|recorded| recorded.smoothed.as_ref());
    let smoothed = smoothed.map_or(String::new(), |words| format!("; {words}"));
    format!(
        "To {}: condylar inclination {}°, Bennett {}°; closest gap; triangles are painted whole{smoothed}",
        record.plane.name(),
        angle(record.articulator.sci_deg),
        angle(record.articulator.bennett_deg)
    )
}
