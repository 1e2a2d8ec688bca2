//! Starts `occluscope` beside it with the same arguments, without a console, and ends.
#![cfg_attr(windows, windows_subsystem = "windows")]
use std::process::{Command, ExitCode, Stdio};

fn main() -> ExitCode {
    let Ok(own) = std::env::current_exe() else { return ExitCode::FAILURE };
    let mut program = Command::new(own.with_file_name(if cfg!(windows) { "occluscope.exe" } else { "occluscope" }));
    program.args(std::env::args_os().skip(1)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        /// CREATE_NO_WINDOW of CreateProcess.
        const WITHOUT_CONSOLE: u32 = 0x0800_0000;
        program.creation_flags(WITHOUT_CONSOLE);
    }
    match program.spawn() {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
