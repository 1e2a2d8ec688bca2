//! The border movements under the diagrams of a movement: at once by the condyles or a table, on a thread where every step of them is a
//! search among the teeth.
use crate::base::{Job, Progress, Wake, leave_one};
use crate::engine::PairForms;
use crate::jaw::motion::Borders;
use crate::session::jaw_motion::BordersQuestion;
use std::sync::Arc;

#[derive(Default)]
pub struct KnownBorders {
    known: Option<(BordersQuestion, Arc<Borders>)>,
    search: Option<Search>,
}

/// A search; dropping it cancels it.
struct Search {
    asked: BordersQuestion,
    job: Job<Borders>,
}

impl Search {
    fn start(asked: &BordersQuestion, forms: &Arc<PairForms>, wake: &Wake) -> Self {
        let (theirs, forms) = (asked.clone(), forms.clone());
        let job = Job::start("borders", wake.clone(), move |progress, tell| {
            leave_one();
            // Whoever has cancelled it waits for nothing.
            if let Ok(found) = theirs.find(&forms, progress) {
                tell.say(found);
            }
        });
        Self { asked: asked.clone(), job }
    }
}

impl KnownBorders {
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// What is known stays; what is searched for is no longer wanted.
    pub fn leave(&mut self) {
        self.search = None;
    }

    /// The borders that are asked for; `None`: they are on their way. A search begins where `forms` are.
    pub fn follow(
        &mut self,
        asked: &BordersQuestion,
        (forms, wake): (Option<&Arc<PairForms>>, &Wake),
    ) -> Option<Arc<Borders>> {
        self.poll();
        if self.known.as_ref().is_none_or(|(of, _)| of != asked) {
            if asked.is_by_teeth() {
                self.ask(asked, (forms?, wake));
                return None;
            }
            self.know(asked.clone(), without_teeth(asked)?);
        }
        self.known.as_ref().map(|(_, borders)| borders.clone())
    }

    fn ask(&mut self, asked: &BordersQuestion, (forms, wake): (&Arc<PairForms>, &Wake)) {
        if self.search.as_ref().is_none_or(|search| search.asked != *asked) {
            self.search = Some(Search::start(asked, forms, wake));
        }
    }

    fn poll(&mut self) {
        let Some(search) = &self.search else { return };
        let found = match search.job.poll() {
            Ok(None) => return,
            Ok(Some(found)) => Some(found),
            // After a fault in the program those by the condyles are drawn, and said to be.
            Err(_) => without_teeth(&search.asked),
        };
        if let (Some(search), Some(found)) = (self.search.take(), found) {
            self.know(search.asked, found);
        }
    }

    fn know(&mut self, asked: BordersQuestion, found: Borders) {
        (self.known, self.search) = (Some((asked, Arc::new(found))), None);
    }
}

/// Nobody cancels it.
fn without_teeth(asked: &BordersQuestion) -> Option<Borders> {
    asked.among(None, &Progress::default()).ok()
}
