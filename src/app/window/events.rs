//! Events in, frames out, and when something is due although nobody does anything.
use super::{App, UserEvent};
use crate::app::action::{Action, action_of_numpad};
use crate::app::dialogs::{NO_DIALOG, NO_SAVE_DIALOG};
use crate::app::events::{is_by_hand, is_press, numpad_digit};
use crate::app::frame::Started;
use crate::gpu::GpuError;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::event::{ElementState, StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::window::WindowId;

/// How often progress is shown.
const PROGRESS_STEP: Duration = Duration::from_millis(100);
/// How often the GPU is asked for what is awaited.
const POLL_STEP: Duration = Duration::from_millis(1);

impl App {
    fn redraw(&mut self, event_loop: &ActiveEventLoop) {
        let begun = Instant::now();
        let Some(gui) = &mut self.gui else { return };
        if gui.graphics.is_lost() {
            return self.renew_device(event_loop, "the driver reported its loss");
        }
        if gui.in_flight.is_some() {
            self.dirty = true;
            return;
        }
        self.dirty = false;
        let input = self.input.take();
        let output = gui.lay_out(&mut self.desk);
        let dragged = self.desk.drag.is_some();
        self.carry_out_wishes(event_loop);
        let layout_ms = begun.elapsed().as_secs_f64() * 1000.0;
        let Some(gui) = &mut self.gui else { return };
        let followed = gui.follow(&mut self.desk);
        let analysed = *followed.as_ref().unwrap_or(&false);
        let analysis_ms = begun.elapsed().as_secs_f64() * 1000.0 - layout_ms;
        let started = Started { begun, layout_ms, analysis_ms, input, analysed, dragged };
        gui.paint(&mut self.desk, output, started, &mut self.stats);
        // Panels were laid out before the pose changed: they follow with the next frame.
        self.dirty |= analysed;
        match followed {
            Err(GpuError::Lost(why)) => self.renew_device(event_loop, &why),
            Err(error) => self.desk.messages.error(format!("The contacts are not computed: {error}.")),
            Ok(_) => {}
        }
        self.count_frame(event_loop);
    }

    /// With `--exit-after-frames` every frame asks for the next one, until enough have shown the case.
    fn count_frame(&mut self, event_loop: &ActiveEventLoop) {
        match self.options.exit_after_frames {
            Some(n) if self.stats.n_frames >= n && self.desk.shows_case() => event_loop.exit(),
            Some(_) => self.dirty = true,
            None => {}
        }
    }

    /// When something is due although nobody does anything.
    fn next_deadline(&mut self) -> Option<Instant> {
        let n_shown = self.desk.messages.shown().len();
        let messages = self.desk.messages.expire();
        // One that went must be seen to go.
        self.dirty |= self.desk.messages.shown().len() != n_shown;
        let progress = self.desk.is_loading().then(|| Instant::now() + PROGRESS_STEP);
        let gui = self.gui.as_ref()?;
        let live = gui.live.as_ref().filter(|_| !self.desk.moves_jaw()).and_then(|l| l.due());
        let (exact, layers) = (self.desk.exact_due, self.desk.layers.due());
        let mark = self.desk.contact_mark.map(|m| m.until);
        let teeth = self.desk.teeth_due;
        [messages, progress, live, exact, layers, mark, teeth, gui.repaint_at, gui.smooth_due(&self.desk)]
            .into_iter()
            .flatten()
            .min()
    }

    fn numpad(&mut self, event: &winit::event::KeyEvent) -> bool {
        let Some(digit) = numpad_digit(event) else { return false };
        if self.gui.as_ref().is_some_and(|g| g.context().text_edit_focused()) {
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
        if self.gui.is_none()
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

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: UserEvent) {
        match event {
            UserEvent::Wake => {
                let is_measuring = self.gui.as_ref().is_some_and(|g| g.execution.is_measuring());
                self.dirty |= self.desk.teeth.is_looking() || is_measuring;
                self.receive();
                self.hear_saver(event_loop);
            }
            UserEvent::Terminate => {
                self.was_terminated = true;
                event_loop.exit();
            }
            UserEvent::Reported(done) => {
                self.desk.reporting = false;
                self.dirty = true;
                match done {
                    Ok(path) => {
                        self.desk.messages.info(format!("Saved {} and its figures (.json) beside it.", path.display()));
                    }
                    Err(why) => self.desk.messages.error(format!("The report was not saved: {why}.")),
                }
            }
            UserEvent::NoDialog => {
                self.desk.messages.error(NO_DIALOG);
                self.dirty = true;
            }
            UserEvent::NoSaveDialog => {
                self.desk.messages.error(NO_SAVE_DIALOG);
                self.dirty = true;
            }
            UserEvent::SaveTo(path) => self.chosen_to_save(path.as_deref()),
            UserEvent::Chosen(paths, side) => {
                if !paths.is_empty() {
                    self.desk.wish(Action::Open(paths, side));
                }
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _id: WindowId, event: WindowEvent) {
        if is_by_hand(&event) {
            self.input.get_or_insert_with(Instant::now);
        }
        // At once, and not with the next frame: the hand needs the processors.
        self.dirty |= is_press(&event) && self.desk.exact.interrupt_figures();
        match &event {
            WindowEvent::RedrawRequested => return self.redraw(event_loop),
            WindowEvent::CloseRequested if !self.asks_first(&Action::Quit) => return event_loop.exit(),
            WindowEvent::DroppedFile(path) => self.dropped.push(path.clone()),
            WindowEvent::KeyboardInput { event, .. } if self.numpad(event) => {
                self.dirty = true;
                return;
            }
            WindowEvent::Resized(size) => {
                if let Some(gui) = &mut self.gui {
                    gui.graphics.resize(size.width, size.height);
                }
            }
            _ => {}
        }
        if let Some(gui) = &mut self.gui {
            let response = gui.egui.on_window_event(&gui.window, &event);
            self.dirty |= response.repaint;
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if !self.dropped.is_empty() {
            let paths = std::mem::take(&mut self.dropped);
            self.desk.wish(Action::Open(paths, None));
        }
        self.follow_title();
        let deadline = [self.next_deadline(), self.autosave()].into_iter().flatten().min();
        for event in self.desk.exact.poll() {
            self.stats.exact.take(&event);
            self.desk.hear(event);
            self.dirty = true;
        }
        let Some(gui) = &mut self.gui else { return };
        self.dirty |= gui.poll(&mut self.desk, &mut self.stats) || self.desk.has_wishes();
        let now = Instant::now();
        if self.dirty && gui.in_flight.is_none() {
            gui.window.request_redraw();
        }
        event_loop.set_control_flow(match deadline {
            _ if gui.waits() => ControlFlow::WaitUntil(now + POLL_STEP),
            Some(at) => ControlFlow::WaitUntil(at.max(now + POLL_STEP)),
            None => ControlFlow::Wait,
        });
        self.publish_rest();
    }

    fn exiting(&mut self, _event_loop: &ActiveEventLoop) {
        if self.failure.is_none() {
            self.finish();
        }
        // The surface must go before the display connection does.
        self.gui = None;
    }
}
