//! The report of the pose at rest, and what is handed on of it to other people and programs: computed as `analyze` does, drawn and written
//! on a thread of its own, so that the hand goes on.
use crate::app::exports::compare::ComparedPages;
use crate::app::exports::snapshot::{places_of, provenance, teeth_of};
use crate::app::state::{Open, ViewLayout};
use crate::base::Progress;
use crate::base::files::{Staged, places};
use crate::base::job::{Job, Wake};
use crate::base::words::{self, Language};
use crate::engine::{Analysis, PairForms, open_native_shared};
use crate::export::now_text;
use crate::export::overlay::Scale;
use crate::export::report::{MorePages, TypedFields};
use crate::field::SurfaceGaps;
use crate::gpu::Context;
use crate::jaw::OcclusalFrame;
use crate::render::JawsShown;
use crate::session::at_rest::{self, Known, PoseQuestion, Provenance};
use crate::session::jaw_motion::{PageAsked, PageParts};
use crate::session::report::Drawn;
use crate::session::share::{Share, Shared};
use anyhow::{Context as _, anyhow};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything that the thread needs.
struct Report {
    context: Context,
    /// Shared with the live frame and the worker at rest.
    forms: Arc<PairForms>,
    asked: PoseQuestion,
    /// World coordinates.
    frame: OcclusalFrame,
    known: Known,
    from: Provenance,
    scale: Scale,
    /// The movement that has a page.
    motion: Option<PageAsked>,
    /// What was compared and has pages.
    compared: ComparedPages,
    /// As the window draws them.
    shown: Option<JawsShown>,
}

/// Starts the work; its answer is the path of the PDF, or why there is none. `shown`: the pair's meshes on the device of `context`.
pub fn start(
    (open, layout): (&Open, ViewLayout),
    forms: Arc<PairForms>,
    (context, shown): (&Context, Option<JawsShown>),
    (folder, typed): (PathBuf, TypedFields),
    wake: Wake,
) -> Job<Result<PathBuf, String>> {
    let motion = typed.with_motion.then(|| open.motion.page(&open.session)).flatten();
    let compared = ComparedPages::of(open, &typed);
    let report = Report { shown, motion, compared, ..Report::of(open, layout, forms, context.clone()) };
    Job::once("report", wake, move |progress| report.write((&folder, &typed), progress).map_err(|e| format!("{e:#}")))
}

/// Starts to write what is handed on; its answer is the path, or why there is none.
pub fn share(
    (open, layout): (&Open, ViewLayout),
    forms: Arc<PairForms>,
    context: &Context,
    (folder, share): (PathBuf, Share),
    wake: Wake,
) -> Job<Result<PathBuf, String>> {
    let report = Report::of(open, layout, forms, context.clone());
    Job::once("share", wake, move |progress| report.share(&folder, share, progress).map_err(|e| format!("{e:#}")))
}

impl Report {
    fn of(open: &Open, layout: ViewLayout, forms: Arc<PairForms>, context: Context) -> Self {
        let (settings, frame) = (open.settings(), *open.session.frame());
        let scale = Scale {
            palette: settings.palette,
            threshold_mm: settings.threshold_mm as f32,
            range_mm: settings.range_mm as f32,
        };
        let uncertainty = open.exact.fresh_uncertainty().map(|s| s.found.clone());
        let asked = PoseQuestion::of_session(open.session.question(settings.direction), &open.session);
        Self {
            context,
            forms,
            asked: asked.with_known(uncertainty.as_deref()),
            frame,
            known: Known {
                teeth: teeth_of(open),
                zones: open.exact.fresh_zones().cloned(),
                uncertainty,
                separating_motion: open.exact.fresh_separating_motion().cloned(),
            },
            from: provenance(open, layout),
            scale,
            motion: None,
            compared: ComparedPages::default(),
            shown: None,
        }
    }

    /// Writes what is handed on; gives its path.
    fn share(self, folder: &Path, share: Share, progress: &Progress) -> anyhow::Result<PathBuf> {
        let Self { forms, asked, frame, known, mut from, scale, .. } = self;
        // What a person wrote for themselves is not handed on.
        from.pins = Arc::default();
        let pair = forms.pair();
        let mut engine = open_native_shared(&forms)?;
        let answer = at_rest::answer_showing(engine.as_mut(), (pair, frame), &asked, known, progress, |_, _| ())?;
        let (gaps, teeth) = (answer.gaps.as_deref().context("the closest gaps are not known")?, &answer.teeth.teeth);
        let (upper_from_lower, trim) = (asked.question.upper_from_lower, &asked.trim);
        let shared = Shared { pair, frame, upper_from_lower, gaps, trim, teeth, scale };
        // Programs and other people read it.
        let _english = words::speak(Language::English);
        let record = answer.record(from);
        let name = format!("occluscope-{}.{}", jiff::Zoned::now().strftime("%Y%m%d-%H%M%S"), share.extension());
        let path = folder.join(name);
        progress.check()?;
        Staged::write(&path, |out| shared.write(share, (&record, &now_text()), out))?.commit()?;
        Ok(path.canonicalize().unwrap_or(path))
    }

    /// Writes PDF and JSON, both or neither; gives the path of the PDF.
    fn write(self, (folder, typed): (&Path, &TypedFields), progress: &Progress) -> anyhow::Result<PathBuf> {
        let Self { forms, asked, frame, known, mut from, .. } = self;
        if !typed.with_pins {
            from.pins = Arc::default();
        }
        let pins = from.pins.clone();
        let (pair, files) = (forms.pair(), from.files.clone());
        let mut engine = open_native_shared(&forms)?;
        let teeth = known.teeth.teeth.clone();
        let mut drawing = None;
        let show = |analysis: &Analysis, gaps: &SurfaceGaps| {
            let upper_from_lower = asked.question.upper_from_lower;
            let (gaps, trim, teeth) = (Some(gaps), &asked.trim, &teeth);
            let drawn =
                Drawn { analysis, gaps, trim, teeth, pair, frame, upper_from_lower, scale: self.scale, pins: &pins };
            drawing = Some(drawn.still(&self.context, self.shown).map(|mut still| {
                // The driver and this thread's further steps share the processors.
                let manner = words::manner();
                std::thread::spawn(move || {
                    let _manner = words::speak_as(manner);
                    still.pictures()
                })
            }));
        };
        let answer = at_rest::answer_showing(engine.as_mut(), (pair, frame), &asked, known, progress, show)?;
        let folder_now = places::folder_of(&folder.join("report"));
        let scans = places_of(&files, &folder_now);
        let place = |file: &Path| places::place_from(file, Some(&folder_now));
        let record = answer.record(from).with_places(scans).with_label_places(place);
        let motion = self.motion.map(|asked| asked.parts(&forms, progress)).transpose()?;
        let drawing = drawing.context("nothing was drawn")??;
        let pictures = drawing.join().map_err(|_| anyhow!("a fault in the program while drawing"))??;
        // A name without anything about the patient.
        let stem = format!("occluscope-report-{}", jiff::Zoned::now().strftime("%Y%m%d-%H%M%S"));
        let pdf = folder.join(format!("{stem}.pdf"));
        progress.check()?;
        let staged = [
            Staged::write(&pdf, |out| {
                let more = MorePages {
                    motion: motion.as_ref().map(PageParts::page),
                    bites: self.compared.bites.as_ref(),
                    changes: self.compared.changes.as_ref(),
                    vertical: self.compared.vertical.as_ref(),
                };
                pictures.write_report_with((&record, self.scale), more, (typed, &now_text()), out)
            })?,
            Staged::write(&folder.join(format!("{stem}.json")), |out| record.write(out))?,
        ];
        for file in staged {
            file.commit().context("the report")?;
        }
        Ok(pdf.canonicalize().unwrap_or(pdf))
    }
}
