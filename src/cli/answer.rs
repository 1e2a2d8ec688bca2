//! What a command that ran to its end answers, and the exit status that comes of it.
use super::deadline;
use super::stderr::complain;
use crate::engine::EngineError;
use crate::gpu::GpuError;
use std::process::ExitCode;

/// What a command that ran to its end answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Done,
    /// A check was asked for and its answer is "no".
    No,
}

/// The exit status of an answer; of an error after its line on stderr.
pub fn exit_code(result: anyhow::Result<Answer>) -> ExitCode {
    match result {
        Ok(Answer::Done) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) => {
            if let Some(missed) = deadline::missed() {
                complain(&format!("occluscope: {missed}"));
                return ExitCode::from(2);
            }
            complain(&format!("occluscope: {}", one_line(&error)));
            ExitCode::from(if is_gpu_error(&error) { 3 } else { 2 })
        }
    }
}

/// Whether no usable GPU is the cause.
pub fn is_gpu_error(error: &anyhow::Error) -> bool {
    let gpu = error.chain().find_map(|e| match e.downcast_ref::<EngineError>() {
        Some(EngineError::Gpu(gpu)) => Some(gpu),
        _ => e.downcast_ref::<GpuError>(),
    });
    // A mesh without a surface is bad input on any GPU.
    gpu.is_some_and(|e| !matches!(e, GpuError::EmptyMesh))
}

/// The error and its causes on one line, each said once.
fn one_line(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if !text.contains(&cause) {
            text += if text.is_empty() { "" } else { ": " };
            text += &cause;
        }
    }
    printable(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Text that may hold words of a file or its name, without what a terminal would obey.
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() && !matches!(c, '\n' | '\t') { char::REPLACEMENT_CHARACTER } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn no_word_of_a_file_moves_a_terminal() {
        let hostile = anyhow::anyhow!("its schema is \"\u{1b}[2J\u{9b}31m\u{7f}\"\nreally").context("a\u{7}.stl");
        assert_eq!(one_line(&hostile), "a\u{fffd}.stl: its schema is \"\u{fffd}[2J\u{fffd}31m\u{fffd}\" really");
        assert_eq!(printable("0.08 mm\n\u{3bc}m"), "0.08 mm\n\u{3bc}m", "the twin: words stay");
    }

    #[test]
    fn gpu_errors_are_told_from_bad_input() {
        let gpu = GpuError::NoAdapter { wanted: "any adapter".into() };
        assert!(is_gpu_error(&anyhow::Error::from(gpu.clone()).context("opening")));
        assert!(is_gpu_error(&anyhow::Error::from(EngineError::from(gpu))));
        assert!(!is_gpu_error(&anyhow::Error::from(EngineError::from(GpuError::EmptyMesh))));
        assert!(!is_gpu_error(&anyhow::Error::from(EngineError::BadQuestion("no".into()))));
    }

    #[test]
    fn errors_fit_one_line() {
        let error = Err::<(), _>(anyhow::anyhow!("no\n such file")).context("upper.stl").unwrap_err();
        assert_eq!(one_line(&error), "upper.stl: no such file");
    }
}
