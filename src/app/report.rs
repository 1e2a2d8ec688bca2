//! The report of the pose at rest: computed as `analyze` does, drawn and written on a thread of its own, so that the hand goes on.
use super::desk::Desk;
use super::snapshot::{default_folder, places_of, provenance, teeth_of};
use super::window::UserEvent;
use crate::base::Progress;
use crate::base::files::{Staged, places};
use crate::engine::{PairForms, open_native_shared};
use crate::export::now_text;
use crate::export::overlay::Scale;
use crate::gpu::Context;
use crate::jaw::OcclusalFrame;
use crate::session::at_rest::{self, Known, PoseQuestion, Provenance};
use crate::session::report::Drawn;
use anyhow::Context as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use winit::event_loop::EventLoopProxy;

/// Everything that the thread needs.
struct Job {
    context: Context,
    /// Shared with the live frame and the worker at rest.
    forms: Arc<PairForms>,
    asked: PoseQuestion,
    /// World coordinates.
    frame: OcclusalFrame,
    known: Known,
    from: Provenance,
    scale: Scale,
    progress: Progress,
}

/// A report that is being made.
pub struct Reporting {
    thread: JoinHandle<()>,
    progress: Progress,
}

impl Reporting {
    /// Gives it up and waits for its thread: else half a file would be left.
    pub fn stop(self) {
        self.progress.cancel();
        // What went wrong in it was sent already.
        drop(self.thread.join());
    }
}

/// Starts the work, unless some is under way; [`UserEvent::Reported`] says what became of it.
pub fn start(desk: &mut Desk, context: &Context, proxy: &EventLoopProxy<UserEvent>) -> Option<Reporting> {
    if desk.reporting {
        desk.messages.info("A report is being made already.");
        return None;
    }
    let session = desk.session.as_ref()?;
    let (settings, frame) = (session.settings(), *session.frame());
    let scale = Scale {
        palette: settings.palette,
        threshold_mm: settings.threshold_mm as f32,
        range_mm: settings.range_mm as f32,
    };
    let sureness = desk.exact.fresh_sureness().map(|s| s.found.clone());
    let asked = PoseQuestion::of_settings(session.question(settings.direction), settings, frame.origin);
    let job = Job {
        context: context.clone(),
        asked: asked.with_known(sureness.as_deref()),
        frame,
        known: Known { teeth: teeth_of(desk, session), sureness, clearing: desk.exact.fresh_clearing().cloned() },
        from: provenance(desk, session),
        scale,
        progress: Progress::default(),
        forms: desk.exact.forms(session.pair()),
    };
    desk.reporting = true;
    desk.messages.info("The report is being made.");
    let (proxy, progress) = (proxy.clone(), job.progress.clone());
    let thread = std::thread::spawn(move || {
        let work = catch_unwind(AssertUnwindSafe(|| job.write(&default_folder())));
        let done = work.unwrap_or_else(|_| Err(anyhow::anyhow!("a fault in the program")));
        drop(proxy.send_event(UserEvent::Reported(done.map_err(|e| format!("{e:#}")))));
    });
    Some(Reporting { thread, progress })
}

impl Job {
    /// Writes PDF and JSON, both or neither; gives the path of the PDF.
    fn write(self, folder: &Path) -> anyhow::Result<PathBuf> {
        let Self { forms, asked, frame, known, from, .. } = self;
        let (pair, files, progress) = (forms.pair(), from.files.clone(), &self.progress);
        let mut engine = open_native_shared(&forms)?;
        let answer = at_rest::answer(engine.as_mut(), (pair, frame), &asked, known, progress)?;
        let folder_now = places::folder_of(&folder.join("report"));
        let scans = places_of(&files, &folder_now);
        let place = |file: &Path| places::place_from(file, Some(&folder_now));
        let record = answer.record(from).with_places(scans).with_label_places(place);
        let drawn = Drawn { answer: &answer, scale: self.scale };
        // A name without anything about the patient.
        let stem = format!("occluscope-report-{}", jiff::Zoned::now().strftime("%Y%m%d-%H%M%S"));
        let pdf = folder.join(format!("{stem}.pdf"));
        progress.check()?;
        let staged = [
            Staged::write(&pdf, |out| drawn.write_report(Some(&self.context), &record, &now_text(), out))?,
            Staged::write(&folder.join(format!("{stem}.json")), |out| record.write(out))?,
        ];
        for file in staged {
            file.commit().context("the report")?;
        }
        Ok(pdf.canonicalize().unwrap_or(pdf))
    }
}
