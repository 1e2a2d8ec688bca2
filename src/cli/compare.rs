//! `occluscope compare`: several bites of one pair of jaws against each other, or the jaws of one patient before and after.
mod again;
mod args;
mod bites;
mod case_bites;
mod cases;
mod outputs;

pub use again::{BitesAgain, CasesAgain, bites_again, cases_again};
pub use args::CompareArgs;

use super::Answer;
use args::Compared;

/// # Errors
/// Bad usage or input, or a result that cannot be written.
pub fn run(args: &CompareArgs) -> anyhow::Result<Answer> {
    args.judged.notation.take();
    args.check()?;
    match args.compared()? {
        Compared::Bites(inputs) => bites::run(args, &inputs),
        Compared::Cases(both) => cases::run(args, both),
    }
}
