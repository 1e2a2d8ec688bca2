//! The report of the pose at rest: computed as `analyze` does, drawn and written on a thread of its own, so that the hand goes on.
use crate::app::exports::snapshot::{default_folder, places_of, scan_files};
use crate::app::exports::view::view_record;
use crate::app::state::{Open, ViewLayout};
use crate::base::files::{Staged, places};
use crate::base::job::{Job, Wake};
use crate::base::{Progress, Warning};
use crate::engine::{ContactQuestion, Sureness, open_native, with_contact, with_patches};
use crate::exact::BvhEngine;
use crate::export::json::{AnalysisRecord, LabelsRecord, TimingRecord};
use crate::export::now_text;
use crate::export::overlay::Scale;
use crate::export::sure::BiteRecord;
use crate::field::Question;
use crate::field::contact::GapKind;
use crate::field::patches::MAX_PATCHES;
use crate::gpu::Context;
use crate::jaw::{JawPair, OcclusalFrame, Teeth};
use crate::session::report::{Drawn, bite};
use anyhow::Context as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything that the thread needs.
struct Report {
    context: Context,
    pair: Arc<JawPair>,
    question: Question,
    /// Bounds the zones, mm.
    threshold_mm: f64,
    scale: Scale,
    files: [String; 2],
    contact_gap: GapKind,
    teeth: Arc<Teeth>,
    labels: [Option<LabelsRecord>; 2],
    /// How sure the contact is, once all positions nearby were tried.
    sureness: Option<Arc<Sureness>>,
    /// World coordinates.
    frame: OcclusalFrame,
    /// What the record says of how it came about.
    record_of: Box<dyn Fn(&mut AnalysisRecord) + Send>,
    warnings: Vec<Warning>,
}

/// Starts the work; its answer is the path of the PDF, or why there is none.
pub fn start(open: &Open, layout: ViewLayout, context: &Context, wake: Wake) -> Job<Result<PathBuf, String>> {
    let report = Report::of(open, layout, context);
    Job::once("report", wake, move |progress| report.write(&default_folder(), progress).map_err(|e| format!("{e:#}")))
}

impl Report {
    fn of(open: &Open, layout: ViewLayout, context: &Context) -> Self {
        let (session, settings) = (&open.session, open.settings());
        let (read_as, (files, swapped)) = (open.read_as.clone(), scan_files(open));
        let view = view_record(open, layout);
        let scale = Scale {
            palette: settings.palette,
            threshold_mm: settings.threshold_mm as f32,
            range_mm: settings.range_mm as f32,
        };
        Self {
            context: context.clone(),
            pair: session.pair().clone(),
            question: session.question(settings.direction),
            threshold_mm: settings.threshold_mm,
            scale,
            files,
            contact_gap: settings.contact_gap,
            teeth: session.teeth().clone(),
            labels: open.teeth.label_files(session.is_swapped()),
            sureness: open.exact.fresh_sureness().map(|s| s.found.clone()).filter(|s| s.is_complete()),
            frame: *session.frame(),
            record_of: Box::new(move |record| {
                record.view = Some(view.clone());
                (record.settings.unit, record.settings.close) = (read_as.unit, read_as.close);
                record.settings.swapped = swapped;
            }),
            warnings: open.warnings.clone(),
        }
    }

    /// Writes PDF and JSON, both or neither; gives the path of the PDF.
    fn write(self, folder: &Path, progress: &Progress) -> anyhow::Result<PathBuf> {
        let (pair, question) = (&self.pair, &self.question);
        let mut engine = open_native(pair)?;
        let mut analysis = engine.analyze(question)?;
        progress.check()?;
        let most = if question.direction.is_some() { 1 } else { MAX_PATCHES };
        if most > 1 {
            analysis = with_patches(engine.as_mut(), pair, question, most, analysis)?;
        }
        let zone_mm = self.threshold_mm;
        let exact = BvhEngine::build_shared(pair, progress)?;
        let asked = ContactQuestion::new(self.contact_gap, vec![zone_mm]);
        let contact = with_contact(pair, &exact, (question, &asked), &mut analysis, progress)?;
        let timing = TimingRecord::default();
        let mut record = AnalysisRecord::new(&analysis, pair, self.files.clone(), question, timing, &self.warnings);
        record.add_contact(&contact, zone_mm);
        if !self.teeth.is_empty() {
            record.add_teeth(&contact, zone_mm, &self.teeth, &self.frame);
            record.add_labels(self.labels.clone());
        }
        // Positions nearby are looked at by closest gap alone.
        let is_of_these = |s: &&Arc<Sureness>| {
            contact.gap == GapKind::Closest && s.asked.upper_from_lower == question.upper_from_lower
        };
        if let Some(sure) = self.sureness.as_ref().filter(is_of_these) {
            record.add_sureness(sure, &contact, zone_mm);
        }
        // About the estimated middle, as `verify` has it.
        let bite = bite(&exact, &contact, (pair.frame.origin, &question.upper_from_lower), progress)?;
        record.warnings.extend(bite.as_ref().and_then(BiteRecord::warning));
        record.bite = bite;
        record.settings.patches = Some(most as u32);
        (self.record_of)(&mut record);
        let folder_now = places::folder_of(&folder.join("report"));
        let scans = places_of(&self.files, &folder_now);
        let place = |file: &Path| places::place_from(file, Some(&folder_now));
        let record = record.with_places(scans).with_label_places(place);
        let (upper_from_lower, frame) = (question.upper_from_lower, &self.frame);
        let drawn = Drawn { pair, upper_from_lower, frame, analysis: &analysis, scale: self.scale };
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
