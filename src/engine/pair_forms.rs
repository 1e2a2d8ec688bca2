//! One pair of jaws in the forms that engines on the processor need. Whoever looks at the same pair (the live frame, the worker
//! at rest, a report) has the same forms.
use crate::base::{Cancelled, Progress};
use crate::exact::BvhEngine;
use crate::jaw::JawPair;
use crate::native::NativePair;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Each form is made when it is first asked for, and stays for as long as somebody has it.
pub struct PairForms {
    pair: Arc<JawPair>,
    native: Mutex<Weak<NativePair>>,
    /// Made before anybody has asked for it; whoever does first takes it over.
    ahead: Mutex<Option<Arc<NativePair>>>,
    trees: Mutex<Weak<BvhEngine>>,
}

impl PairForms {
    pub fn new(pair: Arc<JawPair>) -> Arc<Self> {
        Arc::new(Self { pair, native: Mutex::default(), ahead: Mutex::default(), trees: Mutex::default() })
    }

    pub fn pair(&self) -> &Arc<JawPair> {
        &self.pair
    }

    /// As threads draw it; `None` when a jaw has no surface.
    pub fn native(&self) -> Option<Arc<NativePair>> {
        let native = made(&self.native, || NativePair::new(&self.pair).ok_or(())).ok();
        self.let_go();
        native
    }

    /// Makes what [`Self::native`] gives, on a thread that nobody waits for.
    pub fn make_native_ahead(&self) {
        let native = made(&self.native, || NativePair::new(&self.pair).ok_or(())).ok();
        *self.ahead.lock().unwrap_or_else(PoisonError::into_inner) = native;
    }

    /// What was made ahead is not wanted, or is with whoever wanted it.
    pub fn let_go(&self) {
        self.ahead.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// The search trees.
    ///
    /// # Errors
    /// [`Cancelled`] when they are no longer wanted.
    pub fn trees(&self, progress: &Progress) -> Result<Arc<BvhEngine>, Cancelled> {
        made(&self.trees, || BvhEngine::build(&self.pair, progress))
    }

    /// The search trees if somebody has them; never waits.
    pub fn trees_there(&self) -> Option<Arc<BvhEngine>> {
        self.trees.try_lock().ok()?.upgrade()
    }
}

/// What is there, else what is made now. Whoever comes second waits for the first instead of doing the same.
fn made<T, E>(slot: &Mutex<Weak<T>>, make: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
    let mut slot: MutexGuard<Weak<T>> = slot.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(there) = slot.upgrade() {
        return Ok(there);
    }
    let new = Arc::new(make()?);
    *slot = Arc::downgrade(&new);
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::LengthUnit;
    use crate::base::Rigid;
    use crate::jaw::{Jaw, OcclusalFrame};
    use crate::mesh::{RepairReport, shapes};
    use glam::DVec3;

    fn pair() -> JawPair {
        let ball = Jaw {
            name: "ball".into(),
            blake3: String::new(),
            unit: LengthUnit::Millimetre,
            mesh: shapes::sphere(12, 5.0).into(),
            report: RepairReport { closed: true, ..RepairReport::default() },
        };
        let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame");
        JawPair { upper: ball.clone(), lower: ball, frame, occlusion: Rigid::IDENTITY, told: Default::default() }
    }

    #[test]
    fn forms_are_shared_for_as_long_as_somebody_has_them() {
        let forms = PairForms::new(Arc::new(pair()));
        let trees = || forms.trees(&Progress::default()).expect("nobody cancels");
        assert!(forms.trees_there().is_none(), "nobody has asked for them");
        let first = trees();
        assert!(forms.trees_there().is_some_and(|there| Arc::ptr_eq(&there, &first)));
        assert!(Arc::ptr_eq(&first, &trees()));
        let native = forms.native().expect("a surface");
        assert!(Arc::ptr_eq(&native, &forms.native().expect("a surface")));
        drop(native);
        forms.make_native_ahead();
        let ahead = Arc::downgrade(&forms.native().expect("a surface"));
        assert!(ahead.upgrade().is_none(), "taken over, and gone with who has it");
        forms.make_native_ahead();
        assert_eq!(Arc::strong_count(&forms.native().expect("a surface")), 1);
        let gone = Arc::downgrade(&first);
        drop(first);
        assert!(gone.upgrade().is_none(), "nobody has them");
        let cancelled = Progress::default();
        cancelled.cancel();
        assert!(forms.trees(&cancelled).is_err());
        assert_eq!(Arc::strong_count(&trees()), 1, "made anew");
    }
}
