//! Work shared by all processors.

/// Threads to use for work that `most` could share.
pub fn n_threads(most: usize) -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(most).max(1)
}

/// Runs the same work on several threads, this one included, and gives what each returned.
pub fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let mut all = vec![work()];
        for other in others {
            match other.join() {
                Ok(result) => all.push(result),
                // The same panic as if this thread had done the work.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    })
}

/// Runs two jobs, the second on a thread of its own.
pub fn both<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    std::thread::scope(|scope| {
        let b = scope.spawn(b);
        let a = a();
        // The same panic as if this thread had done the work.
        (a, b.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
