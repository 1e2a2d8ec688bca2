//! Work shared by all processors.
use super::words;
use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// As many as the whole program may use.
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);

thread_local! {
    /// Processors that this thread's work leaves to others.
    static LEFT_TO_OTHERS: Cell<usize> = const { Cell::new(0) };
}

/// Threads to use for work that `most` could share.
pub fn n_threads(most: usize) -> usize {
    let all = std::thread::available_parallelism().map_or(1, usize::from).min(MOST.load(Ordering::Relaxed));
    all.saturating_sub(LEFT_TO_OTHERS.get()).min(most).max(1)
}

/// From now on the program's work is shared by at most so many threads: other programs want processors, too.
pub fn use_at_most(threads: usize) {
    MOST.store(threads.max(1), Ordering::Relaxed);
}

/// From now on this thread's work leaves one of the processors to others. Somebody waits for it: beside other programs it has its share.
pub fn leave_one() {
    LEFT_TO_OTHERS.set(1);
}

/// From now on this thread gives way: of the processors its work leaves one to others, and of the rest it takes, with those whom it
/// shares its work out to, what others leave. Beside programs that want all there is that is next to nothing.
pub fn give_way() {
    leave_one();
    // Of this thread alone. Where the system does not let it, it is in the way a little more.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(GIVES_WAY);
    // Those who help from now on inherit it.
    HELPERS.take();
}

/// By so much, as `nice` counts.
#[cfg(target_os = "linux")]
const GIVES_WAY: i32 = 10;

thread_local! {
    /// Threads that help this one, asleep in between: one that is begun anew often waits some milliseconds for a processor, longer than
    /// most of what is shared out takes (decision 036). They are its own: nobody waits until another's work is done.
    static HELPERS: RefCell<Option<Rc<ThreadPool>>> = const { RefCell::new(None) };
}

/// So many that they and this thread have the processors that its work may use; `None` where the system starts no more threads.
fn helpers() -> Option<Rc<ThreadPool>> {
    HELPERS.with_borrow_mut(|helpers| {
        if helpers.is_none() {
            let n = n_threads(usize::MAX).saturating_sub(1).max(1);
            let all = ThreadPoolBuilder::new().num_threads(n).thread_name(|_| "helper".into());
            *helpers = all.build().ok().map(Rc::new);
        }
        helpers.clone()
    })
}

/// Runs the same work on several threads, this one included, and gives what each returned, in no order. Where there are fewer threads some
/// do it twice.
pub fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let helpers = if threads > 1 { helpers() } else { None };
    let Some(helpers) = helpers else { return vec![work()] };
    let (manner, done) = (words::manner(), Mutex::new(Vec::with_capacity(threads)));
    let keep = |result: T| done.lock().unwrap_or_else(PoisonError::into_inner).push(result);
    // A panic there is the same panic as if this thread had done the work.
    helpers.in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| {
                let _manner = words::speak_as(manner);
                keep(work());
            });
        }
        keep(work());
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Shares work out to several threads, each with something of its own, piece by piece to whoever is free; the answers come in the
/// order of the pieces, so that nothing depends on the threads.
pub fn share_out<W, O, T: Send>(
    pieces: impl ExactSizeIterator<Item = W> + Send,
    own: impl Fn() -> O + Sync,
    answer: impl Fn(&mut O, W) -> T + Sync,
) -> Vec<T> {
    let threads = n_threads(pieces.len());
    let waiting = Mutex::new(pieces.enumerate());
    let next = || waiting.lock().ok().and_then(|mut pieces| pieces.next());
    let done = on_threads(threads, || {
        let (mut own, mut mine) = (own(), Vec::new());
        while let Some((place, piece)) = next() {
            mine.push((place, answer(&mut own, piece)));
        }
        mine
    });
    let mut all: Vec<(usize, T)> = done.into_iter().flatten().collect();
    all.sort_unstable_by_key(|(place, _)| *place);
    all.into_iter().map(|(_, answer)| answer).collect()
}

/// Runs two jobs at the same time, the second on another thread.
pub fn both<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    let Some(helpers) = helpers() else { return (a(), b()) };
    let manner = words::manner();
    let mut of_b = None;
    let of_a = helpers.in_place_scope(|scope| {
        scope.spawn(|_| {
            let _manner = words::speak_as(manner);
            of_b = Some(b());
        });
        a()
    });
    // The scope has waited for it.
    (of_a, of_b.expect("done"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::thread::ThreadId;

    #[test]
    fn who_gives_way_leaves_a_processor_and_others_do_not() {
        let all = n_threads(usize::MAX);
        let theirs = std::thread::spawn(|| {
            give_way();
            (n_threads(usize::MAX), n_threads(1))
        });
        assert_eq!(theirs.join().expect("no panic"), ((all - 1).max(1), 1));
        assert_eq!(n_threads(usize::MAX), all, "the twin: another thread");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn who_leaves_one_is_not_let_in_last() {
        let priority = || rustix::process::getpriority_process(None).expect("our own");
        let theirs = std::thread::spawn(move || {
            leave_one();
            (n_threads(usize::MAX), on_threads(1, priority))
        });
        let all = n_threads(usize::MAX);
        assert_eq!(theirs.join().expect("no panic"), ((all - 1).max(1), vec![priority()]));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn who_gives_way_is_let_in_last() {
        let priority = || rustix::process::getpriority_process(None).expect("our own");
        let before = priority();
        let theirs = std::thread::spawn(move || {
            give_way();
            // Those who help inherit it.
            on_threads(2, priority)
        });
        assert_eq!(theirs.join().expect("no panic"), [(before + GIVES_WAY).min(19); 2]);
        assert_eq!(priority(), before, "the twin: another thread");
    }

    /// Who took part, when all have to be there at the same time.
    fn who_meets() -> Vec<ThreadId> {
        let all_there = Barrier::new(2);
        on_threads(2, || {
            all_there.wait();
            std::thread::current().id()
        })
    }

    #[test]
    fn those_who_help_stay_and_are_the_threads_own() {
        let (first, again) = (who_meets(), who_meets());
        let sorted = |mut who: Vec<ThreadId>| {
            who.sort_by_key(|id| format!("{id:?}"));
            who
        };
        assert_eq!(sorted(first.clone()), sorted(again));
        assert!(first.contains(&std::thread::current().id()) && first[0] != first[1]);
        // The twin: another thread has others.
        let theirs = std::thread::spawn(who_meets).join().expect("no panic");
        assert!(theirs.iter().all(|id| !first.contains(id)));
    }

    #[test]
    fn a_panic_of_those_who_help_is_this_threads_and_they_help_again() {
        let me = std::thread::current().id();
        let shared_out = || {
            let all_there = Barrier::new(2);
            on_threads(2, || {
                all_there.wait();
                assert!(std::thread::current().id() == me, "a helper's");
            })
        };
        let panic = std::panic::catch_unwind(shared_out).expect_err("a panic");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"a helper's"));
        assert_eq!(who_meets().len(), 2);
    }

    #[test]
    fn both_jobs_run_at_the_same_time() {
        let all_there = Barrier::new(2);
        let meet = || {
            all_there.wait();
            std::thread::current().id()
        };
        let (a, b) = both(meet, meet);
        assert!(a == std::thread::current().id() && b != a);
    }

    #[test]
    fn answers_come_in_the_order_of_the_work_whoever_did_it() {
        let slow_first = |seen: &mut usize, piece: u32| {
            *seen += 1;
            std::thread::sleep(std::time::Duration::from_millis(3_u64.saturating_sub(piece.into())));
            (piece * 2, *seen)
        };
        let got = share_out(0..20_u32, || 0, slow_first);
        assert!(got.iter().map(|(answer, _)| *answer).eq((0..20).map(|piece| piece * 2)));
        // Each thread counted its own pieces.
        let n_first = got.iter().filter(|(_, seen)| *seen == 1).count();
        assert!((1..=n_threads(20)).contains(&n_first), "{n_first}");
        assert!(share_out(0..0_u32, || (), |(), piece: u32| piece).is_empty());
    }
}
