//! How much memory there is to spare: asked before a piece of work that takes gigabytes is begun, since a program that runs out of it
//! is ended by the system.
use std::fs;

/// Bytes that this program may still take; `None` where the system does not say so.
pub fn free_bytes() -> Option<u64> {
    let of_machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| available(&text))?;
    let number = |name: &str| fs::read_to_string(name).ok()?.trim().parse::<u64>().ok();
    // Of a container, where one has a bound of its own.
    let bound = number("/sys/fs/cgroup/memory.max").zip(number("/sys/fs/cgroup/memory.current"));
    Some(bound.map_or(of_machine, |(most, taken)| of_machine.min(most.saturating_sub(taken))))
}

/// The line "MemAvailable: 123 kB".
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found_and_nothing_else_is_believed() {
        assert_eq!(available("MemTotal:  10 kB\nMemAvailable:    7 kB\n"), Some(7 * 1024));
        for text in
            ["", "MemFree: 7 kB", "MemAvailable: 7", "MemAvailable: x kB", "MemAvailable: 99999999999999999999 kB"]
        {
            assert_eq!(available(text), None, "{text}");
        }
        assert_eq!(free_bytes().is_some(), cfg!(target_os = "linux"));
    }
}
