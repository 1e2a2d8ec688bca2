//! Rest that others can see. In a run that is measured (`--stats`) the program says on an X11 screen what is under way. From
//! its processor time nobody could tell: on a busy machine a starved program looks as if it rested.
//!
//! The property `_OCCLUSCOPE_REST` reads "PROCESS COUNT WHAT": COUNT grows whenever the program goes to sleep with nothing to
//! do, WHAT is what is under way, or `rest`. It hangs on a window of its own that nobody sees, because the program would hear of
//! each change at the one that it shows, and wake.
use super::App;
use super::rest_sign::START;
use crate::app::state::Open;
use std::time::{Duration, Instant};

/// What a text cursor's blinking asks for comes later than this; what egui animates comes sooner.
const BLINK: Duration = Duration::from_millis(100);

impl App {
    /// Says what is under way, once everything that was heard has been taken in.
    pub(super) fn publish_rest(&mut self) {
        let mut under_way = self.under_way();
        if self.rest.is_watched() {
            self.rest.publish(&under_way);
        }
        // Tried for as long as the hand rests, and no reason to wait for it; but it leaves much behind.
        let tries_nearby = self.desk.open.as_ref().is_some_and(|open| open.exact.is_running());
        under_way.extend(tries_nearby.then_some("poses nearby"));
        self.give_back.hear(&under_way);
    }

    /// Nothing: the program rests. What goes by itself after a while (messages, marks), the pause before a case is saved by
    /// itself, a blinking cursor and a question to the person are rest.
    fn under_way(&self) -> Vec<&'static str> {
        let (Some(stage), desk) = (&self.stage, &self.desk) else { return vec![START] };
        let open = desk.open.as_ref();
        let is_typing = stage.context().text_edit_focused();
        let is_animated = |at: Instant| !is_typing || at < Instant::now() + BLINK;
        let of_case = |is: fn(&Open) -> bool| open.is_some_and(is);
        [
            ("frame", self.dirty || stage.is_busy() || desk.wishes().are_there()),
            ("animation", stage.repaint_at().is_some_and(is_animated)),
            ("edges", stage.smooth_due(open).is_some() || open.is_some() && stage.pictures.due().is_some()),
            ("live", stage.waits() || stage.live_due(open).is_some()),
            ("opening", desk.is_loading() || desk.arriving.look.is_some()),
            ("exact", of_case(|o| o.exact_due.is_some() || o.exact.is_busy())),
            ("contact in motion", of_case(|o| o.live_contact.is_busy())),
            ("to be written", of_case(|o| !o.awaited.is_empty())),
            ("layers", of_case(|o| o.layers.due().is_some())),
            ("teeth", of_case(|o| o.teeth.due.is_some() || o.teeth.is_looking() || o.teeth.is_getting_ready())),
            ("trim", of_case(|o| o.trim.is_getting_ready())),
            ("section", of_case(|o| o.section.is_getting_ready())),
            ("movement", of_case(|o| o.motion.is_open && (o.motion.is_playing || o.motion.is_computing()))),
            ("bite", of_case(|o| o.bites.is_gliding() || o.bites.is_searching())),
            ("comparison", of_case(|o| o.compare.is_computing())),
            ("executions", stage.execution.is_busy() || stage.contact_search.is_measuring()),
            ("report", desk.reporting),
            ("files", self.jobs.saver.as_ref().is_some_and(|saver| saver.is_busy())),
        ]
        .into_iter()
        .filter_map(|(name, is_under_way)| is_under_way.then_some(name))
        .collect()
    }
}
