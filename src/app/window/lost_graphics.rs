//! A GPU that goes away takes nothing of a case with it: the desk does not know it. Everything that was on it is made anew, at once or
//! as soon as a driver gives a device again; until then there is no picture, and everything else goes on.
use super::App;
use crate::app::jobs::gpu_watch::GpuWatch;
use crate::app::options::LoseGpu;
use crate::app::stage::Stage;
use crate::app::stage::away::Away;
use crate::app::stage::graphics::Graphics;
use crate::app::stage::surface::PlantedRefusal;
use crate::app::state::Kind;
use crate::base::words::say;
use crate::gpu::{AdapterChoice, Context, GpuError};
use std::time::{Duration, Instant};
use winit::event_loop::ActiveEventLoop;

/// Between two attempts, or two losses without a frame between them.
const STEP: Duration = Duration::from_millis(500);
/// A driver that starts anew takes so long to give the same adapter; then any is taken.
const SAME_ADAPTER: Duration = Duration::from_secs(3);
/// Without any adapter for so long the program ends, and keeps the work for recovery.
const PATIENCE: Duration = Duration::from_secs(120);
/// So many losses without a frame between them are no accident.
const MOST_IN_A_ROW: u32 = 20;

impl App {
    /// The device is gone, and all that was on it.
    pub fn graphics_lost(&mut self, event_loop: &ActiveEventLoop, why: &GpuError) {
        tracing::warn!("{why}");
        let now = Instant::now();
        self.losses.lost(now);
        if self.losses.in_a_row() > MOST_IN_A_ROW {
            return self.give_up(event_loop, why.clone());
        }
        self.leave_device(now + STEP * (self.losses.in_a_row() - 1), false);
        self.look_after_graphics(event_loop);
    }

    fn leave_device(&mut self, next: Instant, comes_back: bool) {
        let Some(stage) = self.stage.take() else { return };
        let had = stage.graphics.context.adapter_name.to_string();
        let wanted = self.watch.take().map_or_else(|| had.clone(), |watch| watch.adapter);
        self.away = Some(Away { lasting: stage.into_lasting(), had, wanted, since: Instant::now(), next, comes_back });
    }

    /// Loses the device where a test asks for it, leaves one that only stood in, and makes graphics anew when it is time to.
    pub fn look_after_graphics(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        self.lose_on_purpose();
        if self.watch.as_mut().is_some_and(|watch| watch.is_back(now)) {
            self.leave_device(now, true);
        }
        let Some(away) = self.away.take_if(|away| away.next <= now) else { return };
        let choice = match &self.options.adapter {
            AdapterChoice::Auto if away.since.elapsed() < SAME_ADAPTER => AdapterChoice::Named(away.wanted.clone()),
            choice => choice.clone(),
        };
        let on = |choice: &AdapterChoice| Graphics::new(event_loop, away.lasting.window.clone(), choice);
        // An adapter that is there and gives no device is passed over.
        let made =
            on(&choice).or_else(|why| if choice == AdapterChoice::Auto { on(&AdapterChoice::Cpu) } else { Err(why) });
        match made {
            Ok(graphics) => self.take_graphics(graphics, away),
            Err(error) if away.since.elapsed() > PATIENCE => self.give_up(event_loop, error),
            Err(error) => {
                tracing::debug!("no graphics yet: {error}");
                self.away = Some(Away { next: now + STEP, ..away });
            }
        }
    }

    fn take_graphics(&mut self, graphics: Graphics, away: Away) {
        let Away { mut lasting, had, wanted, comes_back, .. } = away;
        let name = graphics.context.adapter_name.to_string();
        if name != had {
            lasting.execution = self.execution_on(&graphics.context);
            lasting.contact_search = self.contact_search_on(&graphics.context);
        }
        lasting.execution.spare_until(self.losses.spared_until());
        let (kind, sentence) = match (comes_back, name == wanted) {
            (true, true) => (Kind::Info, say!("lost-graphics-again", name = name)),
            (false, true) => (Kind::Warning, say!("lost-graphics-gpu-was-lost-has").to_owned()),
            (_, false) => {
                self.watch_for(wanted);
                (Kind::Warning, say!("lost-graphics-gpu-was-lost-draws", name = name))
            }
        };
        self.take_stage(Stage::with(lasting, graphics));
        self.desk.messages.add(kind, sentence);
    }

    fn watch_for(&mut self, adapter: String) {
        let name = adapter.clone();
        let look = move || Context::headless(&AdapterChoice::Named(name.clone())).is_ok();
        self.watch = Some(GpuWatch::new(adapter, Instant::now(), self.desk.wake.clone(), look));
    }

    fn give_up(&mut self, event_loop: &ActiveEventLoop, why: GpuError) {
        self.failure = Some(why.into());
        event_loop.exit();
    }

    /// When graphics are to be looked after.
    pub fn graphics_due(&self) -> Option<Instant> {
        let watch = self.watch.as_ref().and_then(GpuWatch::due);
        [self.away.as_ref().map(|away| away.next), watch].into_iter().flatten().min()
    }

    fn lose_on_purpose(&mut self) {
        let said = match &self.options.lose_gpu {
            None => None,
            Some(LoseGpu::EveryFrames(n)) => (self.stats.n_frames >= (self.losses.n() + 1) * n).then(String::new),
            Some(LoseGpu::WhenThereIs(file)) => {
                std::fs::read_to_string(file).ok().filter(|_| std::fs::remove_file(file).is_ok())
            }
        };
        let (Some(said), Some(stage)) = (said, &mut self.stage) else { return };
        match said.trim() {
            "surface lost" => stage.graphics.surface.plant(PlantedRefusal::Lost),
            "surface outdated" => stage.graphics.surface.plant(PlantedRefusal::Outdated),
            _ => return stage.graphics.context.device.destroy(),
        }
        stage.window.request_redraw();
    }
}
