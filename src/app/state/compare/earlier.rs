//! An earlier case of the patient against the open one.
use super::inquiry::Inquiry;
use crate::base::words::{self, Manner};
use crate::export::motion::paint::Painted;
use crate::session::Session;
use crate::session::comparison::earlier::{EarlierAsked, EarlierCompared};
use crate::session::comparison::paint::painted_surface;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Default)]
pub struct EarlierTab {
    /// The case file that was chosen last.
    pub path: Option<PathBuf>,
    pub inquiry: Inquiry<EarlierCompared>,
    /// What was found is of what is asked for now.
    pub is_fresh: bool,
    painted: Option<(Arc<EarlierCompared>, Manner, Arc<Painted>)>,
}

impl EarlierTab {
    pub fn painted(&self) -> Option<&Arc<Painted>> {
        self.painted.as_ref().map(|(_, _, painted)| painted)
    }

    /// Takes in what was found; what is of other jaws is forgotten.
    pub fn follow(&mut self, session: &Session, paints: bool) {
        self.inquiry.poll();
        if self.inquiry.found().is_some_and(|found| !found.is_of(session.pair())) {
            self.inquiry.forget();
        }
        let found = self.inquiry.found().cloned();
        let is_now = |found: &EarlierCompared| {
            self.path.as_ref().is_some_and(|path| EarlierAsked::of(session, path) == found.asked)
        };
        self.is_fresh = found.as_ref().is_some_and(|found| is_now(found));
        // Where the surface lies does not depend on the bite.
        let Some(found) = found.filter(|_| paints) else {
            self.painted = None;
            return;
        };
        let manner = words::manner();
        let is_same = self.painted.as_ref().is_some_and(|(of, m, _)| Arc::ptr_eq(of, &found) && *m == manner);
        if !is_same {
            let [upper, lower] = &found.found.jaws;
            let painted = Arc::new(painted_surface(session.pair(), [&upper.1, &lower.1]));
            self.painted = Some((found, manner, painted));
        }
    }
}
