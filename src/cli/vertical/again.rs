//! The question of a record of vertical dimension, asked once more.
use super::{Asked, record};
use crate::base::Progress;
use crate::cli::args::{ScopeArg, TeethArgs};
use crate::cli::judged::Judged;
use crate::cli::load::LoadedPair;
use crate::cli::motion::Settings;
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::vertical::VerticalRecord;
use crate::field::contact::ScopeKind;
use crate::jaw::Trim;
use crate::jaw::motion::Guide;
use anyhow::ensure;
use std::path::Path;

pub struct VerticalAgain<'a> {
    pub loaded: &'a LoadedPair,
    /// Names the record in errors.
    pub name: &'a Path,
    pub trim: Trim,
    pub scope: ScopeKind,
    pub articulator: ArticulatorRecord,
    pub asked: Asked,
}

/// Its answer as of now.
///
/// # Errors
/// When what it says is no question, or cancelling.
pub fn vertical_again(of: VerticalAgain, progress: &Progress) -> anyhow::Result<VerticalRecord> {
    let Asked { openings_mm, thresholds_mm, zone_threshold_mm, pin_arm_mm, .. } = &of.asked;
    let is_length = |mm: &f64| mm.is_finite() && *mm > 0.0;
    ensure!(
        (2..=2000).contains(&openings_mm.len())
            && openings_mm.iter().all(|mm| mm.abs() <= 40.0)
            && openings_mm.windows(2).all(|pair| pair[0] > pair[1])
            && thresholds_mm.len() <= 17
            && thresholds_mm.iter().all(|mm| mm.is_finite() && *mm >= 0.0)
            && is_length(zone_threshold_mm)
            && pin_arm_mm.as_ref().is_none_or(is_length),
        "{}: it holds no question of vertical dimension",
        of.name.display()
    );
    let settings = Settings::of_record(of.articulator, of.name, Guide::Free)?;
    let asked = (&TeethArgs::default(), Some(ScopeArg::from(of.scope)), of.trim);
    let judged = Judged::new(of.loaded, asked, progress)?;
    record(&judged, &settings, of.asked, progress)
}
