//! Free memory given back to the system.

/// Whether this system's allocator keeps what is free between small blocks until it is asked for: glibc's does.
pub const KEEPS_FREED: bool = cfg!(all(target_os = "linux", target_env = "gnu"));

/// Gives back whole pages of what was freed; whether there were any. Threads that allocate meanwhile wait for it, some hundredths of
/// a second: it is for a program that rests. Where the allocator does not keep what was freed nothing is done.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back() -> bool {
    // SAFETY: it has no conditions. No pointer goes in or out, what is allocated stays as it is, and any thread may call it at any
    // time (malloc_trim(3): "MT-Safe").
    #[expect(unsafe_code, reason = "the C library's function has no safe form")]
    unsafe {
        libc::malloc_trim(0) == 1
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() -> bool {
    false
}
