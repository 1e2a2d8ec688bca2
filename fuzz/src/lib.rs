//! Targets: functions that take any bytes and must neither panic nor take long, and whose answers must not contradict each other.
//! [`main`](../main.rs) feeds them by seeded chance, [`guided`](../guided.rs) by what they reach.
pub mod choices;
pub mod mutate;
pub mod targets;

/// Something of the program that takes bytes.
pub struct Target {
    pub name: &'static str,
    /// What inputs are made of by change; empty: of chance alone.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Bytes of an input at most.
    pub most_bytes: usize,
    /// Panics where the program is wrong. Tells whether the input was taken, or refused with a sentence.
    pub run: fn(&[u8]) -> bool,
}

/// Every target.
pub const TARGETS: [Target; 13] = [
    targets::scans::TARGET,
    targets::scans::REPAIRED,
    targets::labels::TARGET,
    targets::records::TARGET,
    targets::pictures::TARGET,
    targets::archives::TARGET,
    targets::cases::TARGET,
    targets::trims::TARGET,
    targets::movements::TARGET,
    targets::arguments::TARGET,
    targets::pairs::FEW,
    targets::pairs::SMALL,
    targets::pairs::LARGE,
];

/// Targets that are wrong on purpose, and one that is not: what shows that the others would be found out. Asked by name alone.
pub const PLANTED: [Target; 6] = targets::planted::TARGETS;
