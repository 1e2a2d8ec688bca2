//! What a wish does to the desk: the view, the layout, and every change of the open case.
use super::action::Action;
use super::desk::{Desk, Look, ViewLayout};
use crate::base::Rigid;
use crate::jaw::JawSide;
use crate::render::StandardView;
use crate::session::{Command, Motion, Session, motion};
use glam::DVec2;
use std::time::Instant;

impl Desk {
    /// Carries out a wish that needs nothing but the desk; gives it back when it needs more.
    pub fn carry_out(&mut self, action: Action, repeated: bool) -> Option<Action> {
        match action {
            Action::Look(view) => {
                self.look = Some(Look::At(view));
                self.solo = match view {
                    StandardView::UpperOcclusal => Some(JawSide::Upper),
                    StandardView::LowerOcclusal => Some(JawSide::Lower),
                    _ => None,
                };
            }
            Action::FlyTo(zone) => self.fly_to(zone),
            Action::FlyToView(place) => self.fly_to_view(place),
            Action::ToggleNotes => self.toggle_notes(),
            Action::Fit => {
                self.look = Some(Look::Fit);
                self.map_moved = false;
            }
            Action::Correct(correction) => self.correct_directions(correction),
            Action::Layout(layout) => self.set_layout(layout),
            Action::NextLayout => self.set_layout(self.layout.next()),
            Action::ToggleKeySheet => {
                self.key_sheet_open = !self.key_sheet_open;
                self.key_search.clear();
            }
            Action::ToggleProfile => self.profile.shown = !self.profile.shown,
            Action::CancelLoading => {
                (self.opening, self.awaited) = (None, None);
                self.messages.info("Opening was cancelled.");
            }
            other => return self.change(other, repeated),
        }
        None
    }

    /// Looks as a view of the case does: both jaws as they are shown or hidden.
    fn fly_to_view(&mut self, place: usize) {
        let Some(view) = self.session.as_ref().and_then(|s| s.views().get(place)) else { return };
        self.camera = view.camera;
        (self.look, self.look_after_layout, self.solo) = (None, None, None);
        if !self.layout.shows_jaws() {
            self.layout = ViewLayout::Jaws;
        }
        self.moved_at = Instant::now();
    }

    /// The picture of the jaws has another shape then: everything is brought into it again.
    fn set_layout(&mut self, layout: ViewLayout) {
        if layout != self.layout {
            self.layout = layout;
            self.look_after_layout = Some(Look::Fit);
        }
    }

    /// Shows or hides a jaw; what an occlusal view left out becomes the person's own choice.
    fn toggle_visible(&mut self, side: JawSide) {
        let shown = [JawSide::Upper, JawSide::Lower].map(|s| (s, self.shows(s) != (s == side)));
        let Some(session) = &mut self.session else { return };
        let word = if shown.contains(&(side, true)) { "shown" } else { "hidden" };
        session.begin_gesture(format!("{} {word}", crate::session::command::side_name(side)));
        for (side, visible) in shown {
            session.apply(&Command::Visible(side, visible));
        }
        session.end_gesture();
        self.solo = None;
    }

    /// Wishes about the open case.
    fn change(&mut self, action: Action, repeated: bool) -> Option<Action> {
        let Some(session) = &mut self.session else {
            let of_case = !matches!(
                action,
                Action::OpenDialog(_)
                    | Action::Open(..)
                    | Action::Leave(_)
                    | Action::CancelSave
                    | Action::ShowOpened
                    | Action::Recover
                    | Action::DiscardRecovery
                    | Action::RecoverLater
                    | Action::OpenRecent(_)
                    | Action::OpenSample
                    | Action::ToggleTheme
                    | Action::ExactAtRest(_)
                    | Action::ShowLayers(_)
                    | Action::KeepPrepared(_)
                    | Action::Quit
            );
            return (!of_case).then_some(action);
        };
        let pose = session.upper_from_lower();
        let axes = super::hands::view_axes(&self.camera);
        let step = |session: &mut Session, motion, upper_from_lower| {
            let command = Command::Move { motion, upper_from_lower };
            if repeated { session.apply_repeated(&command) } else { session.apply(&command) }
        };
        // A wish about the pose during a drag would fight with the hand.
        let held = self.drag.is_some_and(|d| d.holds_jaw());
        match action {
            Action::Undo => {
                self.drag = None;
                session.undo();
            }
            Action::Redo => drop(session.redo()),
            Action::Do(command) if repeated => session.apply_repeated(&command),
            Action::Do(command) => session.apply(&command),
            Action::BeginGesture(name) => session.begin_gesture(name),
            Action::EndGesture => session.end_gesture(),
            Action::Hinge(_) | Action::Raise(_) | Action::Nudge(..) | Action::ResetPose | Action::FirstContact
                if held => {}
            Action::Hinge(steps) => {
                let angle = (steps * motion::HINGE_STEP_DEG).to_radians();
                let opened = motion::opened(&pose, session.hinge(), angle);
                step(session, Motion::Hinge, opened);
            }
            Action::Raise(steps) => {
                let raised = motion::raised(&pose, session.frame(), steps * motion::RAISE_STEP_MM);
                step(session, Motion::Raise, raised);
            }
            Action::Nudge(right, up) => {
                let nudged = motion::nudged(&pose, &axes, DVec2::new(right, up), motion::NUDGE_STEP_MM);
                step(session, Motion::Nudge, nudged);
            }
            Action::ResetPose => step(session, Motion::Reset, Rigid::IDENTITY),
            Action::FirstContact => {
                self.find_contact();
                return None;
            }
            Action::ToggleVisible(side) => {
                self.toggle_visible(side);
                return None;
            }
            Action::ToggleXRay => {
                let on = session.settings().x_ray;
                session.apply(&Command::XRay(!on));
            }
            other => return Some(other),
        }
        if session.upper_from_lower() != pose {
            self.moved_at = Instant::now();
        }
        None
    }
}
