//! All tests that use the program from outside, in one program of their own: nine would be linked nine times. A part of them by its
//! name: `cargo test --release --test all oracle::`.
mod architecture;
mod bench;
mod cancel;
mod case_kills;
mod cli;
mod oracle;
mod pictures;
mod project;
mod repair_real_scans;
mod shaders;
mod shapes;
mod window;
mod words;
