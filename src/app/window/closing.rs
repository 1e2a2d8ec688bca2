//! The orderly end: everything that was asked for is written, and nothing is asked.
use super::App;
use crate::app::exports::ending;
use crate::app::stats::in_flight::Started;
use crate::app::stats::record::{Ending, resident_mb};
use crate::app::update::{answers, follow, recovery, saving};
use crate::base::Rigid;
use std::time::{Duration, Instant};

/// A worker that has not stopped by then is not waited for.
const LAST_WORDS: Duration = Duration::from_secs(1);

impl App {
    /// Screenshot, statistics, final pose, what stays: nothing is asked.
    pub fn finish(&mut self) {
        // Half a file would be left else.
        self.jobs.report.take().into_iter().for_each(|(_, job)| job.stop());
        if self.stage.is_some() {
            self.settle();
        }
        if let Err(error) = self.write_results() {
            self.failure.get_or_insert(error);
        }
        self.finish_case();
        if self.stage.is_some() {
            self.keep();
        }
    }

    /// The program cannot go on: what a person has done is kept for recovery.
    pub fn finish_broken(&mut self) {
        self.was_terminated = true;
        self.finish_case();
    }

    /// Waits for the figures of the last pose.
    fn settle(&mut self) {
        let Some(stage) = &mut self.stage else { return };
        stage.wait_for_frame(&mut self.stats);
        if let (Some(open), Some(live)) = (&mut self.desk.open, &mut stage.live) {
            open.session.end_gesture();
            if let Err(error) = live.settle(&open.session) {
                tracing::warn!("the last figures are missing: {error}");
            }
            follow::show_figures(&mut self.desk, live.shown());
            follow::at_the_end(&mut self.desk);
            answers::log_figures(&mut self.desk, live.take_arrived(), &mut self.stats);
        }
        self.hear_the_worker_out();
    }

    /// What was cancelled at the end says so within milliseconds.
    fn hear_the_worker_out(&mut self) {
        let Some(open) = &mut self.desk.open else { return };
        let since = Instant::now();
        loop {
            open.exact.poll().iter().for_each(|event| self.stats.exact.take(event));
            if !open.exact.is_busy() || since.elapsed() > LAST_WORDS {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn write_results(&mut self) -> anyhow::Result<()> {
        if let (Some(path), true) = (self.options.screenshot.clone(), self.stage.is_some()) {
            // Laid out twice: the first time the panels take in the last figures, sizes settle with the second.
            let stats = std::mem::take(&mut self.stats);
            for _ in 0..2 {
                let (begun, layout_ms, analysis_ms) = (Instant::now(), 0.0, 0.0);
                let started = Started { begun, layout_ms, analysis_ms, input: None, analysed: false, dragged: false };
                self.lay_out().into_iter().for_each(|output| self.paint(output, started));
            }
            // Frames that nobody saw are in no statistics.
            self.stats = stats;
            let Some(stage) = &mut self.stage else { return Ok(()) };
            ending::write_screenshot(&path, &stage.screenshot()?)?;
        }
        if let Some(path) = &self.options.stats {
            ending::write_stats(path, &self.stats_json()?)?;
        }
        Ok(())
    }

    fn stats_json(&self) -> anyhow::Result<Vec<u8>> {
        let adapter = self.stage.as_ref().map(|stage| stage.graphics.context.adapter_name.to_string());
        let open = self.desk.open.as_ref();
        let ending = Ending {
            adapter: &adapter.unwrap_or_default(),
            pose: open.map_or(Rigid::IDENTITY, |o| o.session.upper_from_lower()),
            view: ending::view_at_end(open),
            verdict: open.and_then(|o| o.figures.metrics.as_ref()).map(|m| m.verdict),
            exact: self.stats.exact.record(open),
            threshold_mm: open.map(|o| o.settings().threshold_mm),
            case: &open.map_or_else(String::new, |o| o.name()),
            opening_ms: open.map(|o| o.opened).unwrap_or_default(),
            resident_mb: resident_mb(),
            message: self.desk.messages.last_error.as_deref(),
            said: self.desk.messages.last.as_deref(),
            gpu_losses: self.losses.n(),
            surface: self.stage.as_ref().map(|stage| stage.graphics.surface.tally).unwrap_or_default(),
            not_used: self.desk.meters.checkup.as_deref(),
            teeth: open.map(|o| o.tooth_names()).unwrap_or_default(),
        };
        Ok(self.stats.to_json(&ending)?)
    }

    /// Everything asked for is written.
    fn finish_case(&mut self) {
        self.carry_out(saving::keep_picture(&self.desk));
        if self.was_terminated && self.desk.is_unsaved() {
            let effect = recovery::save_for_recovery(&mut self.desk, Instant::now());
            self.carry_out(effect);
        }
        let done = self.jobs.saver.take().map(|saver| saver.finish()).unwrap_or_default();
        for done in done {
            // What would come after it comes no more.
            drop(answers::hear_saver(&mut self.desk, done));
        }
        recovery::end(&mut self.desk, self.was_terminated);
    }
}
