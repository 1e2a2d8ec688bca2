//! What is made of something else on a thread, once, and kept as long as that stays the same.
use super::{Job, Progress, Wake};

/// `K` says what a `T` is made of. One is made at a time; the one before stays until the next is there.
pub struct Derived<K, T> {
    /// Without a value where making it has met a fault: it would again.
    made: Option<(K, Option<T>)>,
    job: Option<(K, Job<T>)>,
}

impl<K, T> Default for Derived<K, T> {
    fn default() -> Self {
        Self { made: None, job: None }
    }
}

impl<K: PartialEq, T: Send + 'static> Derived<K, T> {
    /// What was made last, and of what.
    pub fn newest(&self) -> Option<(&K, &T)> {
        self.made.as_ref().and_then(|(of, made)| Some((of, made.as_ref()?)))
    }

    /// What was made of this.
    pub fn of(&self, key: &K) -> Option<&T> {
        self.newest().filter(|(of, _)| *of == key).map(|(_, made)| made)
    }

    /// Something is being made.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Nobody waits for what is being made.
    pub fn cancel(&mut self) {
        self.job = None;
    }

    /// Takes what was made. If it was made of something else it is made anew, on a thread called `name`, once what is being made is there:
    /// `how` gives the work, with all that it needs. True when something new is there.
    pub fn follow<F: FnOnce(&Progress) -> T + Send + 'static>(
        &mut self,
        key: K,
        (name, wake): (&str, &Wake),
        how: impl FnOnce() -> F,
    ) -> bool {
        let has_news = self.take();
        let is_made = self.made.as_ref().is_some_and(|(of, _)| *of == key);
        if !is_made && self.job.is_none() {
            self.job = Some((key, Job::once(name, wake.clone(), how())));
        }
        has_news
    }

    /// Takes what was made.
    pub fn take(&mut self) -> bool {
        let Some((of, job)) = self.job.take() else { return false };
        match job.poll() {
            Ok(None) => self.job = Some((of, job)),
            answer => self.made = Some((of, answer.ok().flatten())),
        }
        self.job.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    fn woken() -> (Wake, Receiver<()>) {
        let (sender, woken) = channel();
        (Arc::new(move || _ = sender.send(())), woken)
    }

    /// Asks until nothing is being made.
    fn settle(derived: &mut Derived<u32, u32>, key: u32, half: impl Fn(u32) -> u32 + Send + Copy + 'static) {
        let (wake, woken) = woken();
        derived.follow(key, ("a test", &wake), || move |_: &_| half(key));
        while derived.is_busy() {
            woken.recv_timeout(Duration::from_secs(60)).expect("woken");
            derived.follow(key, ("a test", &wake), || move |_: &_| half(key));
        }
    }

    #[test]
    fn it_is_made_once_and_again_of_something_else() {
        let mut derived = Derived::default();
        settle(&mut derived, 8, |n| n / 2);
        assert_eq!((derived.of(&8), derived.of(&6)), (Some(&4), None));
        settle(&mut derived, 8, |_| unreachable!("it is there"));
        assert_eq!(derived.of(&8), Some(&4));
        let (wake, woken) = woken();
        assert!(!derived.follow(6, ("a test", &wake), || |_: &_| 3));
        assert_eq!((derived.of(&6), derived.newest()), (None, Some((&8, &4))), "the one before stays");
        woken.recv_timeout(Duration::from_secs(60)).expect("woken");
        assert!(derived.take() && derived.of(&6) == Some(&3) && !derived.is_busy());
    }

    #[test]
    fn a_fault_leaves_nothing_and_is_not_met_twice() {
        let mut derived = Derived::default();
        settle(&mut derived, 1, |_| panic!("on purpose"));
        assert_eq!((derived.of(&1), derived.is_busy()), (None, false));
        settle(&mut derived, 1, |_| unreachable!("it would meet the fault again"));
        settle(&mut derived, 2, |n| n + 1);
        assert_eq!(derived.of(&2), Some(&3));
    }

    #[test]
    fn who_waits_no_more_gets_nothing() {
        let (mut derived, (wake, _woken)) = (Derived::default(), woken());
        derived.follow(1, ("a test", &wake), || |_: &_| 1);
        derived.cancel();
        assert!(!derived.is_busy() && !derived.take() && derived.newest().is_none());
    }
}
