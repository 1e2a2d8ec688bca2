//! What `update` wants done outside of the desk.
use super::App;
use crate::app::exports::snapshot::{self, Seen};
use crate::app::exports::{compare, motion, section, trim};
use crate::app::jobs::saver::{Job, SaveJob, picture_path};
use crate::app::jobs::{dialogs, report};
use crate::app::stage::pictures::around;
use crate::app::state::opening::Opening;
use crate::app::state::wishes::Wish;
use crate::app::state::{Pane, ViewLayout};
use crate::app::update::{self, Effect, answers, follow, saving};
use crate::base::files::cache::CacheFolder;
use crate::base::words::say;
use crate::engine::PairForms;
use crate::export::report::TypedFields;
use crate::session::recent::RecentCase;
use crate::session::share::Share;
use anyhow::Context;
use image::RgbaImage;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

impl App {
    /// Carries out what was wished for while the frame was laid out.
    pub fn carry_out_wishes(&mut self) {
        for wish in self.desk.wishes().take() {
            self.dirty = true;
            let effects = update::update(&mut self.desk, wish);
            self.carry_out(effects);
        }
    }

    pub fn carry_out(&mut self, effects: impl IntoIterator<Item = Effect>) {
        effects.into_iter().for_each(|effect| self.carry_out_one(effect));
    }

    fn carry_out_one(&mut self, effect: Effect) {
        match effect {
            Effect::Do(action) => {
                let effects = update::perform(&mut self.desk, Wish { action, repeated: false });
                self.carry_out(effects);
            }
            Effect::Open(request) => {
                let opening = Opening::start(*request, self.cache(), self.desk.wake.clone());
                self.desk.arriving.opening = Some(opening);
            }
            Effect::Show(pair, display) => {
                self.follow_title();
                self.stage.iter_mut().for_each(|stage| stage.show(pair.clone(), display.clone()));
            }
            Effect::AskForScans(side, folder) => {
                self.jobs.dialogs.push(dialogs::ask_for_scans(side, folder, self.desk.wake.clone()));
            }
            Effect::AskWhereToSave(suggested) => {
                self.jobs.dialogs.push(dialogs::ask_where_to_save(suggested, self.desk.wake.clone()));
            }
            Effect::Save(job) => self.save(job),
            Effect::KeepPicture { key, layout } => self.keep_picture(&key, layout),
            Effect::ReadPictures => self.read_pictures(),
            Effect::Snapshot => {
                let taken = self.snapshot().map_err(|e| format!("{e:#}"));
                answers::snapshot_taken(&mut self.desk, taken);
            }
            Effect::SaveTrim => {
                if let Some(open) = &self.desk.open {
                    let saved = trim::save(open, &self.desk.habits.folder_for_files()).map_err(|e| format!("{e:#}"));
                    answers::trim_saved(&mut self.desk, saved);
                }
            }
            Effect::SaveSection(format) => {
                if let Some(open) = &self.desk.open {
                    let saved =
                        section::save(open, format, &self.desk.habits.folder_for_files()).map_err(|e| format!("{e:#}"));
                    answers::section_saved(&mut self.desk, saved);
                }
            }
            Effect::SaveMotion(format) => {
                if let Some(open) = &self.desk.open {
                    let saved =
                        motion::save(open, format, &self.desk.habits.folder_for_files()).map_err(|e| format!("{e:#}"));
                    answers::motion_saved(&mut self.desk, format, saved);
                }
            }
            Effect::SaveComparison(format) => {
                if let Some(open) = &self.desk.open {
                    let saved =
                        compare::save(open, format, &self.desk.habits.folder_for_files()).map_err(|e| format!("{e:#}"));
                    answers::comparison_saved(&mut self.desk, saved);
                }
            }
            Effect::AskForMotion(folder) => {
                self.jobs.dialogs.push(dialogs::ask_for_motion(folder, self.desk.wake.clone()));
            }
            Effect::AskForEarlierCase(folder) => {
                self.jobs.dialogs.push(dialogs::ask_for_earlier_case(folder, self.desk.wake.clone()));
            }
            Effect::CompareWith(path) => {
                let cache = self.cache();
                update::compare::compare_with(&mut self.desk, path, cache);
            }
            Effect::AskForBiteScans(folder) => {
                self.jobs.dialogs.push(dialogs::ask_for_bite_scans(folder, self.desk.wake.clone()));
            }
            Effect::Report(forms, typed) => self.report(forms, *typed),
            Effect::Share(forms, share) => self.share(forms, share),
            Effect::AskForFolder(folder) => {
                self.jobs.dialogs.push(dialogs::ask_for_folder(folder, self.desk.wake.clone()));
            }
            Effect::ShowFolder(folder) => {
                if let Err(e) = open::that_detached(&folder) {
                    let folder = folder.display();
                    self.desk
                        .messages
                        .error(format!("{folder}: this system has no program that shows the folder ({e})."));
                }
            }
            Effect::ToggleTheme => {
                if let Some(stage) = &self.stage {
                    let dark = stage.context().theme() == egui::Theme::Dark;
                    stage.context().set_theme(if dark { egui::Theme::Light } else { egui::Theme::Dark });
                }
            }
            Effect::NameEngine => self.name_engine(),
            Effect::ClearCache => drop(self.options.cache.clear()),
            Effect::Copy(text) => {
                self.stage.iter().for_each(|stage| stage.context().copy_text(text.clone()));
            }
            Effect::Keep => self.keep(),
            Effect::End => self.ends = true,
        }
    }

    /// Where prepared scans are kept now.
    fn cache(&self) -> CacheFolder {
        if self.desk.habits.keeps_prepared { self.options.cache.clone() } else { CacheFolder::none() }
    }

    pub fn save(&mut self, job: Box<SaveJob>) {
        let purpose = job.purpose;
        if !self.ask_saver(Job::Save(job)) {
            saving::nobody_saves(&mut self.desk, purpose);
        }
    }

    fn ask_saver(&self, job: Job) -> bool {
        self.jobs.saver.as_ref().is_some_and(|saver| saver.ask(job))
    }

    /// Keeps a small picture of what is seen for the list of recent cases; without one that has a case without a picture.
    pub fn keep_picture(&mut self, key: &str, layout: ViewLayout) {
        let (Some(folder), Some(stage)) = (self.options.own.pictures(), &self.stage) else { return };
        if stage.live.is_none() {
            return;
        }
        let begun = Instant::now();
        let Ok((picture, panes)) = stage.pictures.read(layout) else { return };
        tracing::debug!("read the picture in {:.1} ms", begun.elapsed().as_secs_f64() * 1e3);
        let [width, height] = picture.size;
        let Some(picture) = RgbaImage::from_raw(width, height, picture.rgba) else { return };
        // Of the overview both arches: they have the contacts.
        let picture = match around(panes.iter().filter(|place| matches!(place.pane, Pane::Arch(_)))) {
            Some(([x, y], [width, height])) => image::imageops::crop_imm(&picture, x, y, width, height).to_image(),
            None => picture,
        };
        self.ask_saver(Job::Picture { path: picture_path(&folder, key), picture });
    }

    fn read_pictures(&self) {
        if let Some(folder) = self.options.own.pictures() {
            let keys = self.desk.recent.cases.cases.iter().map(RecentCase::key).collect();
            self.ask_saver(Job::Pictures { folder, keys });
        }
    }

    fn report(&mut self, forms: Arc<PairForms>, typed: TypedFields) {
        if self.is_writing() {
            return;
        }
        let (Some(stage), Some(open)) = (&self.stage, &self.desk.open) else { return };
        let wake = self.desk.wake.clone();
        let drawing = (&stage.graphics.context, stage.pictures.jaws_of(forms.pair()));
        let to = (self.desk.habits.folder_for_files(), typed);
        self.jobs.report = Some(("report", report::start((open, self.desk.layout), forms, drawing, to, wake)));
        self.desk.reporting = true;
        self.desk.messages.under_way(say!("effects-being-made", what = "report"));
    }

    fn share(&mut self, forms: Arc<PairForms>, share: Share) {
        if self.is_writing() {
            return;
        }
        let (Some(stage), Some(open)) = (&self.stage, &self.desk.open) else { return };
        let (wake, to) = (self.desk.wake.clone(), (self.desk.habits.folder_for_files(), share));
        let job = report::share((open, self.desk.layout), forms, &stage.graphics.context, to, wake);
        self.jobs.report = Some((share.name(), job));
        self.desk.reporting = true;
        self.desk.messages.under_way(say!("effects-being-made", what = share.name()));
    }

    /// One thing after the other; says so.
    fn is_writing(&mut self) -> bool {
        if let Some((what, _)) = &self.jobs.report {
            self.desk.messages.info(say!("effects-being-made-already", what = what));
        }
        self.jobs.report.is_some()
    }

    /// Waits for the figures of the pose as it is, draws the pictures as large as wanted, and writes them.
    fn snapshot(&mut self) -> anyhow::Result<PathBuf> {
        let stage = self.stage.as_mut().context("there is no picture")?;
        let (live, open) = (stage.live.as_mut().context("there are no figures yet")?, self.desk.open.as_ref());
        let settled = live.settle(&open.context("no case is open")?.session);
        follow::show_figures(&mut self.desk, live.shown());
        settled?;
        let open = self.desk.open.as_ref().context("no case is open")?;
        let before = stage.pictures.enlarge(self.desk.habits.snapshot_times);
        stage.draw_fully(open);
        let taken = stage.pictures.read(self.desk.layout);
        let map = stage.pictures.map_seen().cloned();
        stage.pictures.back(before);
        let live = stage.live.as_ref().context("there are no figures yet")?;
        let (picture, panes) = taken?;
        let seen = Seen {
            picture,
            panes,
            map,
            figures: live.figures().context("there are no figures yet")?,
            execution: live.execution(),
            adapter: &stage.graphics.context.adapter_name,
        };
        snapshot::save(&self.desk, open, seen, &self.desk.habits.folder_for_files())
    }
}
