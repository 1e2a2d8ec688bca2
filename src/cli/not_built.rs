//! What the contract names and the program cannot do yet: refused in one sentence, never half done.
use super::Answer;

/// Takes whatever follows the command.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub struct AnyArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _anything: Vec<String>,
}

/// # Errors
/// Always: `what` is not built yet.
pub fn refuse(what: &str) -> anyhow::Result<Answer> {
    anyhow::bail!("{what} is not built yet")
}
