//! One target for libFuzzer; which one says `OCCLUSCOPE_TARGET`. `scripts/fuzz` builds and runs it.
#![no_main]
use libfuzzer_sys::{Corpus, fuzz_target};
use occluscope_fuzz::{TARGETS, Target};
use std::sync::LazyLock;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("OCCLUSCOPE_TARGET").expect("OCCLUSCOPE_TARGET names a target");
    TARGETS.iter().find(|target| target.name == name).expect("OCCLUSCOPE_TARGET is a target")
});

fuzz_target!(|bytes: &[u8]| -> Corpus {
    if bytes.len() > TARGET.most_bytes {
        return Corpus::Reject;
    }
    (TARGET.run)(bytes);
    Corpus::Keep
});
