//! Wishes that need more than the desk.
use super::App;
use crate::app::action::Action;
use crate::app::dialogs::ask_for_scans;
use crate::app::opening::plan;
use crate::app::{frame, report, snapshot};
use std::path::PathBuf;
use winit::event_loop::ActiveEventLoop;

impl App {
    pub(super) fn carry_out_wishes(&mut self, event_loop: &ActiveEventLoop) {
        for (action, repeated) in self.desk.take_wishes() {
            self.dirty = true;
            if self.asks_first(&action) {
                continue;
            }
            if let Some(action) = self.desk.carry_out(action, repeated) {
                self.carry_out(action, event_loop);
            }
        }
    }

    /// Wishes that need more than the desk.
    pub(super) fn carry_out(&mut self, action: Action, event_loop: &ActiveEventLoop) {
        match action {
            Action::OpenDialog(side) => {
                let start = self.desk.paths.as_ref().and_then(|c| c.folder_path().map(PathBuf::from));
                ask_for_scans(side, start, &self.proxy);
            }
            Action::Open(paths, side) => {
                let plan = plan(&self.desk, &paths, side);
                self.carry_out_plan(plan);
            }
            Action::OpenRecent(case) => self.open(Some(case), None, None, None),
            Action::OpenSample => self.open(None, None, None, None),
            Action::ReloadIn(unit) => {
                self.open(self.desk.paths.clone(), None, Some(unit), None);
            }
            Action::Snapshot => self.snapshot(),
            Action::Report => {
                if let Some(gui) = &self.gui {
                    let started = report::start(&mut self.desk, &gui.graphics.context, &self.proxy);
                    self.report = started.or(self.report.take());
                }
            }
            Action::ToggleTheme => {
                if let Some(gui) = &self.gui {
                    let dark = gui.context().theme() == egui::Theme::Dark;
                    gui.context().set_theme(if dark { egui::Theme::Light } else { egui::Theme::Dark });
                }
                self.keep();
            }
            Action::ExactAtRest(on) => {
                self.desk.exact.enable(on);
                self.keep();
            }
            Action::ShowLayers(on) => {
                self.desk.layers.enable(on);
                self.keep();
            }
            Action::KeepPrepared(on) => {
                self.desk.keeps_prepared = on;
                if !on {
                    self.options.cache.clear();
                }
                self.keep();
            }
            Action::Quit => event_loop.exit(),
            other => self.carry_out_of_case(other, event_loop),
        }
    }

    fn snapshot(&mut self) {
        let Some(gui) = &mut self.gui else { return };
        let (Some(live), Some(session)) = (&mut gui.live, &self.desk.session) else { return };
        let settled = live.settle(session);
        frame::show_figures(&mut self.desk, live);
        let times = self.desk.snapshot_times;
        let before = gui.pictures.enlarge(&mut self.desk, times);
        gui.draw_fully(&mut self.desk);
        let Some(live) = &gui.live else { return };
        let adapter = gui.graphics.context.adapter_name.clone();
        let folder = snapshot::default_folder();
        let saved = settled
            .map_err(anyhow::Error::from)
            .and_then(|()| snapshot::save(&self.desk, &gui.pictures, live, &adapter, &folder));
        gui.pictures.back(&mut self.desk, before);
        match saved {
            Ok(path) => {
                self.desk.saved = Some(jiff::Zoned::now().strftime("%H:%M").to_string());
                self.desk.messages.info(format!("Saved {} and its figures (.json) beside it.", path.display()));
            }
            Err(error) => self.desk.messages.error(format!("The snapshot was not saved: {error:#}.")),
        }
        self.dirty = true;
    }
}
