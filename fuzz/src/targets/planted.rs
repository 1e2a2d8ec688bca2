//! Faults that must be found: each shows itself on inputs that hold a certain number.
use crate::Target;
use std::hint::black_box;
use std::time::Duration;

/// The first is sound.
pub const TARGETS: [Target; 6] = [
    planted("planted-nothing", |bytes| black_box(hit(bytes))),
    planted("planted-panic", |bytes| {
        assert!(!hit(bytes), "planted");
        true
    }),
    planted("planted-slow", |bytes| {
        while hit(bytes) {}
        true
    }),
    planted("planted-still", |bytes| {
        if hit(bytes) {
            std::thread::sleep(Duration::from_secs(3600));
        }
        true
    }),
    planted("planted-large", |bytes| {
        if !hit(bytes) {
            return false;
        }
        let large = black_box(vec![1_u8; 700_000_000]);
        // Until somebody has looked.
        std::thread::sleep(Duration::from_millis(500));
        large.len() == 1
    }),
    planted("planted-deep", |bytes| hit(bytes) && deeper(0) > 0),
];

const fn planted(name: &'static str, run: fn(&[u8]) -> bool) -> Target {
    Target { name, seeds: || vec![b"3 numbers: 1 20 300".to_vec()], most_bytes: 200, run }
}

fn hit(bytes: &[u8]) -> bool {
    bytes.windows(5).any(|word| word == b"65536")
}

/// Never ends, until the stack does.
fn deeper(n: u64) -> u64 {
    if black_box(n) == u64::MAX { 0 } else { black_box(deeper(n + 1)) + 1 }
}
