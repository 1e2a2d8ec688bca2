//! Questions of comparisons, kept in their records and asked once more.
use super::bites;
use super::cases::{self, Asked};
use crate::base::{Progress, Rigid};
use crate::cli::args::{ScopeArg, TeethArgs};
use crate::cli::judged::Judged;
use crate::cli::load::LoadedPair;
use crate::export::changes::ChangesRecord;
use crate::export::comparison::{BiteAsked, ComparisonRecord};
use crate::field::contact::ScopeKind;
use crate::jaw::Trim;
use anyhow::ensure;

/// The question of a comparison of bites.
pub struct BitesAgain<'a> {
    pub loaded: &'a LoadedPair,
    pub trim: Trim,
    pub scope: ScopeKind,
    pub no_close: bool,
    pub bites: Vec<BiteAsked>,
    pub base: usize,
    pub repeats: Vec<Vec<usize>>,
    pub threshold_mm: f64,
}

/// Its answer as of now.
///
/// # Errors
/// When what it says is no question, or cancelling.
pub fn bites_again(of: BitesAgain, progress: &Progress) -> anyhow::Result<ComparisonRecord> {
    let n = of.bites.len();
    let is_place = |at: &usize| *at < n;
    ensure!(
        (2..=20).contains(&n)
            && is_place(&of.base)
            && of.repeats.iter().flatten().all(is_place)
            && of.repeats.len() <= n,
        "the record names bites that it does not have"
    );
    ensure!(of.threshold_mm > 0.0 && of.threshold_mm.is_finite(), "the record's threshold is no length");
    let judged = judged(of.loaded, of.scope, of.trim, progress)?;
    let asked = bites::question(&judged, &of.bites, of.base, (of.repeats, of.threshold_mm))?;
    bites::record(&judged, &asked, of.bites, of.no_close, progress)
}

/// The question of a comparison of two cases.
pub struct CasesAgain<'a> {
    /// Before and after, with what is left out.
    pub loaded: [&'a LoadedPair; 2],
    pub trims: [Trim; 2],
    pub scopes: [ScopeKind; 2],
    pub no_close: [bool; 2],
    pub poses: [Rigid; 2],
    pub threshold_mm: f64,
    pub changed_mm: Option<f64>,
}

/// Its answer as of now.
///
/// # Errors
/// When what it says is no question, or cancelling.
pub fn cases_again(of: CasesAgain, progress: &Progress) -> anyhow::Result<ChangesRecord> {
    let is_length = |mm: f64| mm > 0.0 && mm.is_finite();
    ensure!(is_length(of.threshold_mm) && of.changed_mm.is_none_or(is_length), "the record's threshold is no length");
    let [trim_before, trim_after] = of.trims;
    let both = [
        judged(of.loaded[0], of.scopes[0], trim_before, progress)?,
        judged(of.loaded[1], of.scopes[1], trim_after, progress)?,
    ];
    let asked = Asked { threshold_mm: of.threshold_mm, changed_mm: of.changed_mm, no_close: of.no_close };
    Ok(cases::record(&both, of.poses, &asked, progress)?.0)
}

fn judged<'a>(loaded: &'a LoadedPair, scope: ScopeKind, trim: Trim, progress: &Progress) -> anyhow::Result<Judged<'a>> {
    Judged::new(loaded, (&TeethArgs::default(), Some(ScopeArg::from(scope)), trim), progress)
}
