//! Events in, and when something is due although nobody does anything.
use super::app::{App, UserEvent};
use super::input::{is_by_hand, is_press, numpad_digit};
use crate::app::actions::keys::action_of_numpad;
use crate::app::actions::{FileAction, ProgramAction};
use crate::app::state::Open;
use crate::app::update::{self, answers, leave, recovery};
use crate::base::words::say;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::event::{ElementState, KeyEvent, StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::window::WindowId;

/// How often progress is shown.
const PROGRESS_STEP: Duration = Duration::from_millis(250);
/// How often the GPU is asked for what is awaited.
const POLL_STEP: Duration = Duration::from_millis(1);

impl App {
    /// The smallest of what each part says is due.
    fn next_deadline(&mut self) -> Option<Instant> {
        let (messages, one_went) = update::tick(&mut self.desk);
        // It must be seen to go.
        self.dirty |= one_went;
        let progress = self.desk.is_loading().then(|| Instant::now() + PROGRESS_STEP);
        let open = self.desk.open.as_ref();
        let case = open.and_then(|open| open.due());
        let stage = self.stage.as_ref().and_then(|stage| stage.due(open));
        [messages, progress, case, stage, self.graphics_due()].into_iter().flatten().min()
    }

    /// What jobs have to say.
    fn hear_jobs(&mut self) {
        let finds_out = self.stage.as_ref().is_some_and(|stage| stage.execution.is_busy());
        let waits = |open: &Open| {
            open.teeth.is_looking()
                || open.teeth.is_getting_ready()
                || open.section.is_getting_ready()
                || open.trim.is_getting_ready()
                || open.motion.is_computing()
                || open.bites.is_searching()
                || open.bites.is_gliding()
                || open.compare.is_computing()
        };
        self.dirty |= finds_out || self.desk.open.as_ref().is_some_and(waits);
        self.dirty |= answers::poll_look(&mut self.desk);
        if let Some(effects) = answers::poll_opening(&mut self.desk) {
            self.dirty = true;
            self.carry_out(effects);
        }
        while let Some(done) = self.jobs.saver.as_ref().and_then(|saver| saver.poll().ok().flatten()) {
            self.dirty = true;
            let effects = answers::hear_saver(&mut self.desk, done);
            self.carry_out(effects);
        }
        self.hear_dialogs();
        self.hear_report();
    }

    fn hear_dialogs(&mut self) {
        let mut answers = Vec::new();
        self.jobs.dialogs.retain(|dialog| match dialog.poll() {
            Ok(None) => true,
            answer => {
                answers.extend(answer.ok().flatten());
                false
            }
        });
        self.dirty |= !answers.is_empty();
        answers.into_iter().for_each(|chosen| answers::hear_dialog(&mut self.desk, chosen));
    }

    fn hear_report(&mut self) {
        let Some((what, job)) = &self.jobs.report else { return };
        let (what, result) = match job.poll() {
            Ok(None) => return,
            Ok(Some(result)) => (*what, result),
            Err(_) => (*what, Err(say!("program-fault").into())),
        };
        self.jobs.report = None;
        self.dirty = true;
        answers::reported(&mut self.desk, what, result);
    }

    /// Takes in what has arrived from the GPU; whether more is awaited.
    fn hear_gpu(&mut self, event_loop: &ActiveEventLoop) -> bool {
        let Some(stage) = &mut self.stage else { return false };
        let news = stage.poll(&mut self.stats);
        let lost = stage.graphics.lost();
        if news.frame.is_some() && lost.is_none() {
            self.losses.frame_done();
        }
        self.dirty |= answers::hear_stage(&mut self.desk, news, &mut self.stats) || self.desk.wishes().are_there();
        lost.iter().for_each(|why| self.graphics_lost(event_loop, why));
        let Some(stage) = &self.stage else { return false };
        if self.dirty && !stage.is_busy() {
            stage.window.request_redraw();
        }
        stage.waits()
    }

    fn numpad(&mut self, event: &KeyEvent) -> bool {
        let Some(digit) = numpad_digit(event) else { return false };
        if self.stage.as_ref().is_some_and(|stage| stage.context().text_edit_focused()) {
            return false;
        }
        if event.state == ElementState::Pressed
            && let Some(action) = action_of_numpad(digit)
        {
            self.desk.wish(action);
        }
        true
    }
}

impl ApplicationHandler<UserEvent> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.stage.is_none()
            && let Err(error) = self.make_window(event_loop)
        {
            self.failure = Some(error);
            event_loop.exit();
        }
    }

    fn new_events(&mut self, _event_loop: &ActiveEventLoop, cause: StartCause) {
        if matches!(cause, StartCause::ResumeTimeReached { .. }) {
            let now = Instant::now();
            let due = self.next_deadline().is_some_and(|at| at <= now + POLL_STEP);
            self.dirty |= due || self.desk.is_loading();
        }
    }

    fn user_event(&mut self, _event_loop: &ActiveEventLoop, event: UserEvent) {
        match event {
            UserEvent::Wake => self.hear_jobs(),
            UserEvent::Terminate => {
                self.was_terminated = true;
                self.ends = true;
            }
            #[cfg(feature = "screen-reader")]
            UserEvent::Access(event) => self.hear_access(event),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _id: WindowId, event: WindowEvent) {
        if is_by_hand(&event) {
            self.input.get_or_insert_with(Instant::now);
        }
        // At once, and not with the next frame: the hand needs the processors.
        self.dirty |= is_press(&event) && update::pressed(&mut self.desk);
        match &event {
            WindowEvent::RedrawRequested => return self.redraw(event_loop),
            WindowEvent::CloseRequested => match leave::asks_first(&mut self.desk, &ProgramAction::Quit.into()) {
                true => self.dirty = true,
                false => self.ends = true,
            },
            // By the system, or by whoever may: there is nothing to paint on any more.
            WindowEvent::Destroyed => {
                self.stage = None;
                self.was_terminated = true;
                self.ends = true;
            }
            WindowEvent::DroppedFile(path) => self.dropped.push(path.clone()),
            WindowEvent::KeyboardInput { event, .. } if self.numpad(event) => {
                self.dirty = true;
                return;
            }
            WindowEvent::Resized(size) => {
                self.stage.iter_mut().for_each(|stage| stage.graphics.surface.resize(size.width, size.height));
            }
            _ => {}
        }
        if let Some(stage) = &mut self.stage {
            let response = stage.egui.on_window_event(&stage.window, &event);
            self.dirty |= response.repaint;
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if self.ends {
            return event_loop.exit();
        }
        if !self.dropped.is_empty() {
            let paths = std::mem::take(&mut self.dropped);
            self.desk.wish(FileAction::Open(paths, None));
        }
        self.look_after_graphics(event_loop);
        self.follow_title();
        let (effect, autosave) = recovery::autosave(&mut self.desk, Instant::now());
        self.carry_out(effect);
        let deadline = [self.next_deadline(), autosave].into_iter().flatten().min();
        self.dirty |= answers::poll_exact(&mut self.desk, &mut self.stats);
        self.dirty |= answers::poll_live_contact(&mut self.desk, &mut self.stats);
        let waits = self.hear_gpu(event_loop);
        let (now, deadline) = (Instant::now(), [deadline, self.graphics_due()].into_iter().flatten().min());
        event_loop.set_control_flow(match deadline {
            _ if waits => ControlFlow::WaitUntil(now + POLL_STEP),
            Some(at) => ControlFlow::WaitUntil(at.max(now + POLL_STEP)),
            None => ControlFlow::Wait,
        });
        self.publish_rest();
    }

    fn exiting(&mut self, _event_loop: &ActiveEventLoop) {
        match self.failure {
            None => self.finish(),
            Some(_) => self.finish_broken(),
        }
        // The surface must go before the display connection does.
        (self.stage, self.away) = (None, None);
    }
}
