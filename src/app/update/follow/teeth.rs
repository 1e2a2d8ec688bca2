//! The teeth are looked for once the hand rests, and again when the patient's directions were changed.
use crate::app::state::teeth::LabelFiles;
use crate::app::state::{Kind, Messages, Open};
use crate::base::Wake;
use crate::jaw::OcclusalFrame;
use crate::session::{TeethError, TeethJob, TeethQuestion};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The first picture and the first figures come before the teeth.
const PATIENCE: Duration = Duration::from_millis(600);

/// Takes what was found and looks for them when it is time, unless a hand has named some. Gives the moment at which to look again.
pub fn follow(
    open: &mut Open,
    messages: &mut Messages,
    wake: &Wake,
    (pressed, is_loading): (bool, bool),
) -> Option<Instant> {
    let has_news = receive(open, messages);
    open.teeth.follow(&open.session, wake);
    if has_news {
        // What was found is laid out with the next frame.
        return Some(Instant::now());
    }
    let frame = open.session.frame_of_first_scan();
    let is_known = open.teeth.of_frame.is_some_and(|known| is_same(&known, &frame));
    // Numbers given by hand belong to the teeth as they were told apart; they are not thrown away.
    let keeps = open.teeth.of_frame.is_some() && open.session.has_named_teeth();
    if is_known || keeps || is_loading {
        return None;
    }
    let due = open.moved_at + PATIENCE;
    if pressed || Instant::now() < due {
        return Some(due.max(Instant::now() + Duration::from_millis(100)));
    }
    look(open, wake);
    open.teeth.of_frame = Some(frame);
    None
}

fn look(open: &mut Open, wake: &Wake) {
    let TeethQuestion { from, upper, lower } = open.teeth.asked.clone();
    let asked = match open.session.is_swapped() {
        true => TeethQuestion { from, upper: lower, lower: upper },
        false => TeethQuestion { from, upper, lower },
    };
    let (session, wake) = (&open.session, wake.clone());
    open.teeth.job = Some(TeethJob::start(session.pair().clone(), session.frames_of_scans(), asked, wake));
}

/// But for what swapping the jaws and back leaves of rounding.
fn is_same(a: &OcclusalFrame, b: &OcclusalFrame) -> bool {
    a.origin.distance(b.origin) < 1e-3 && a.up.distance(b.up) < 1e-6 && a.front.distance(b.front) < 1e-6
}

/// Takes the answer that has arrived; true when one has.
fn receive(open: &mut Open, messages: &mut Messages) -> bool {
    let Some((pair, result)) = open.teeth.job.as_ref().and_then(|job| Some((job.pair().clone(), job.poll()?))) else {
        return false;
    };
    open.teeth.job = None;
    // Jaws that were swapped meanwhile are asked about again.
    if !Arc::ptr_eq(open.pair(), &pair) {
        open.teeth.of_frame = None;
        return true;
    }
    match result {
        Ok(found) => {
            // The tooth of an open field was one of those found before.
            open.teeth.naming = None;
            open.session.set_teeth(found.teeth);
            open.teeth.labels = LabelFiles { files: found.labels, of_swapped: open.session.is_swapped() };
            open.teeth.warnings = found.warnings;
            open.teeth.doubts().for_each(|doubt| messages.add(Kind::Warning, doubt));
        }
        Err(TeethError::Cancelled(_)) => {}
        Err(TeethError::Failed(sentence)) => messages.error(format!("{sentence}.")),
    }
    true
}
