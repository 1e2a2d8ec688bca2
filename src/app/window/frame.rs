//! One frame: laid out with the hands at work, wishes carried out, the pose analysed, the pictures drawn, the window painted.
use super::App;
use crate::app::hands;
use crate::app::panels::headline;
use crate::app::stats::controls::Controls;
use crate::app::stats::in_flight::Started;
use crate::app::stats::texts::Texts;
use crate::app::update::{answers, follow, view, writing};
use crate::base::words::say;
use crate::gpu::GpuError;
use egui::{FullOutput, ViewportId};
use std::time::{Duration, Instant};
use winit::event_loop::ActiveEventLoop;

/// Something comes or goes: its next picture is due at once, and what it stands on is not there yet.
fn is_fading(output: &FullOutput) -> bool {
    output.viewport_output.get(&ViewportId::ROOT).is_some_and(|root| root.repaint_delay < Duration::from_millis(10))
}

/// What of a frame came up after it was laid out.
#[derive(Clone, Copy, Default)]
struct CameUp {
    /// A pose was analysed: panels follow with the next frame.
    analysed: bool,
    /// Jaws or the map were fitted to a picture of another shape: what stands over them (numbers of teeth, outlines, captions) is laid out once
    /// more, so that it stands where they are from the first frame on.
    fitted: bool,
}

impl App {
    pub fn redraw(&mut self, event_loop: &ActiveEventLoop) {
        let begun = Instant::now();
        let Some(stage) = &self.stage else { return };
        if let Some(error) = stage.graphics.lost() {
            return self.graphics_lost(event_loop, &error);
        }
        if stage.is_busy() {
            self.dirty = true;
            return;
        }
        self.dirty = false;
        let input = self.input.take();
        let Some(mut output) = self.lay_out() else { return };
        let dragged = self.desk.open.as_ref().is_some_and(|open| open.hand.drag.is_some() || open.motion.moves_jaw());
        self.carry_out_wishes();
        let layout_ms = begun.elapsed().as_secs_f64() * 1000.0;
        let followed = self.follow();
        let CameUp { analysed, fitted } = *followed.as_ref().unwrap_or(&CameUp::default());
        let analysis_ms = begun.elapsed().as_secs_f64() * 1000.0 - layout_ms;
        if fitted && let Some(again) = self.lay_out_as_it_is() {
            output.append(again);
        }
        if self.options.watch_texts && !is_fading(&output) {
            self.stats.texts.add(Texts::of(&output.shapes));
        }
        self.paint(output, Started { begun, layout_ms, analysis_ms, input, analysed, dragged });
        // Panels were laid out before the pose changed: they follow with the next frame, as do wishes of the second layout.
        self.dirty |= analysed || fitted;
        match followed {
            Err(error @ GpuError::Lost(_)) => self.graphics_lost(event_loop, &error),
            Err(error) => self.desk.messages.error(say!("frame-contacts-not-computed", error = error.to_string())),
            Ok(_) => {}
        }
        self.count_frame();
    }

    /// Lays everything out and hears the hands. Wishes are left on the desk.
    pub fn lay_out(&mut self) -> Option<FullOutput> {
        view::begin_frame(&mut self.desk);
        follow::before_layout(&mut self.desk);
        if let (Some(open), true) = (&self.desk.open, self.rest.is_watched()) {
            self.stats.live_contact.lay_out(open, headline::lead(open));
        }
        self.lay_out_as_it_is()
    }

    /// The same of what was followed already: a movement does not go on between two layouts of one frame.
    fn lay_out_as_it_is(&mut self) -> Option<FullOutput> {
        let (desk, panels) = (&mut self.desk, &mut self.panels);
        let stage = self.stage.as_mut()?;
        let mut output = stage.lay_out(|ui, pictures, live| hands::lay_out(ui, desk, panels, (pictures, live)));
        if let (true, Some(update)) = (self.options.watch_texts, &output.platform_output.accesskit_update) {
            self.stats.controls.add(Controls::of(update));
        }
        stage.hand_over(&mut output);
        Some(output)
    }

    /// Brings the stage in line with the desk, and what waits for rest in line with both.
    fn follow(&mut self) -> Result<CameUp, GpuError> {
        let Some(stage) = &mut self.stage else { return Ok(CameUp::default()) };
        let forms = follow::before_analysis(&mut self.desk);
        let (Some(open), Some(forms)) = (&self.desk.open, forms) else {
            stage.live = None;
            return Ok(CameUp::default());
        };
        let followed = stage.follow(open, &forms, &self.desk.wake)?;
        let fitted = !followed.cameras.is_empty() || followed.map.is_some();
        let came_up = CameUp { analysed: followed.analysed, fitted };
        let (pressed, live) = (stage.is_pressed(), stage.live.as_ref());
        let map = live.and_then(|live| live.map_shown());
        answers::hear_followed(&mut self.desk, followed);
        follow::search_contact_by(&mut self.desk, stage.contact_gpu(), stage.contact_search.reason());
        live.into_iter().for_each(|live| follow::show_figures(&mut self.desk, live.shown()));
        let pixel = follow::after_analysis(&mut self.desk, map, pressed);
        if let (Some(pixel), Some(live)) = (pixel, &mut stage.live) {
            live.ask_layers(pixel)?;
        }
        let due = writing::due(&mut self.desk);
        self.carry_out(due);
        Ok(came_up)
    }

    pub fn paint(&mut self, output: FullOutput, started: Started) {
        let Some(stage) = &mut self.stage else { return };
        let counts = self.desk.shows_case();
        let drawn = stage.paint(self.desk.open.as_ref(), output, (started, counts), &mut self.stats);
        answers::map_drawn(&mut self.desk, drawn.map);
    }

    /// With `--exit-after-frames` every frame asks for the next one, until enough have shown the case.
    fn count_frame(&mut self) {
        match self.options.exit_after_frames {
            Some(n) if self.stats.n_frames >= n && self.desk.shows_case() => self.ends = true,
            Some(_) => self.dirty = true,
            None => {}
        }
    }
}
