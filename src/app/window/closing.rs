//! The orderly end: everything that was asked for is written, and nothing is asked.
use super::App;
use crate::app::frame::{self, Started};
use crate::app::report::Reporting;
use crate::app::stats::{Ending, Stats, resident_mb};
use crate::app::{ending, exact};
use crate::base::Rigid;
use std::time::Instant;

impl App {
    /// Screenshot, statistics, final pose, what stays: nothing is asked.
    pub(super) fn finish(&mut self) {
        self.report.take().into_iter().for_each(Reporting::stop);
        let Some(gui) = &mut self.gui else { return self.finish_case() };
        gui.wait_for_frame(&mut self.stats);
        if let (Some(session), Some(live)) = (&mut self.desk.session, &mut gui.live) {
            session.end_gesture();
            if let Err(error) = live.settle(session) {
                tracing::warn!("the last figures are missing: {error}");
            }
            frame::show_figures(&mut self.desk, live);
            // As if a hand were at it: nothing is begun any more.
            exact::follow(&mut self.desk, live, true);
        }
        self.desk.exact.poll().iter().for_each(|event| self.stats.exact.take(event));
        gui.log_figures(&mut self.desk, &mut self.stats);
        let written = self.write_results();
        if let Err(error) = written {
            self.failure.get_or_insert(error);
        }
        self.finish_case();
        self.keep();
    }

    fn write_results(&mut self) -> anyhow::Result<()> {
        let Some(gui) = &mut self.gui else { return Ok(()) };
        if let Some(path) = &self.options.screenshot {
            // Laid out twice: the first time the panels take in the last figures, sizes settle with the second.
            for _ in 0..2 {
                let output = gui.lay_out(&mut self.desk);
                let begun = Instant::now();
                let (layout_ms, analysis_ms) = (0.0, 0.0);
                let started = Started { begun, layout_ms, analysis_ms, input: None, analysed: false, dragged: false };
                gui.paint(&mut self.desk, output, started, &mut Stats::default());
            }
            ending::write_screenshot(path, &gui.screenshot()?)?;
        }
        if let Some(path) = &self.options.stats {
            let adapter = gui.graphics.context.adapter_name.clone();
            let session = self.desk.session.as_ref();
            let ending = Ending {
                adapter: &adapter,
                pose: session.map_or(Rigid::IDENTITY, |s| s.upper_from_lower()),
                view: ending::view_record(&self.desk),
                verdict: self.desk.figures.metrics.as_ref().map(|m| m.verdict),
                exact: self.stats.exact.record(&self.desk),
                threshold_mm: session.map(|s| s.settings().threshold_mm),
                case: &self.desk.case_name(),
                opening_ms: self.desk.opened,
                resident_mb: resident_mb(),
                message: self.desk.messages.last_error.as_deref(),
                said: self.desk.messages.last.as_deref(),
                teeth: self.desk.tooth_names(),
            };
            ending::write_stats(path, &self.stats.to_json(&ending)?)?;
        }
        Ok(())
    }
}
