//! One pose analysed on the command line: which teeth and engine it takes, with progress on stderr.
use super::args::{ScopeArg, TeethArgs};
use super::load::LoadedPair;
use super::progress::Reporter;
use super::timing;
use crate::base::{Progress, Rigid};
use crate::engine::EngineEntry;
use crate::export::json::TimingRecord;
use crate::export::named_bite::LastBite;
use crate::export::view::DirectionsRecord;
use crate::field::contact::{ScopeAsked, ScopeKind};
use crate::gpu::Context;
use crate::jaw::{BiteOrigin, Teeth, Trim};
use crate::session::at_rest::{self, Known, PoseAnswer, PoseQuestion, Provenance};
use crate::session::{FoundTeeth, TeethQuestion, find_teeth};
use anyhow::ensure;
use std::sync::Arc;
use std::time::Instant;

/// Where the teeth's numbers come from.
pub enum TeethAsked {
    Of(TeethQuestion),
    /// They are those that the case keeps.
    Kept(Teeth),
}

impl TeethAsked {
    /// What the command line says, and without that the case.
    ///
    /// # Errors
    /// When label files are named that would not be used.
    pub fn new(args: &TeethArgs, loaded: &LoadedPair) -> anyhow::Result<Self> {
        if let Some(teeth) = loaded.kept_teeth().filter(|_| args.is_open()) {
            return Ok(Self::Kept(teeth));
        }
        let files = loaded.files();
        ensure!(
            files.is_some() || !args.names_files(),
            "labels belong to the vertices of a scan's file, and this case holds its scans; leave out --teeth-upper and \
             --teeth-lower"
        );
        let files = files.unwrap_or(&loaded.scans);
        Ok(Self::Of(args.question(files.each_ref().map(|file| Some(file.as_path())))?))
    }

    pub fn is_kept(&self) -> bool {
        matches!(self, Self::Kept(_))
    }

    /// The teeth of a pair.
    ///
    /// # Errors
    /// When labels that were asked for cannot be used.
    pub fn find(&self, loaded: &LoadedPair, progress: &Progress) -> anyhow::Result<FoundTeeth> {
        match self {
            Self::Kept(teeth) => Ok(FoundTeeth { teeth: teeth.clone(), ..FoundTeeth::default() }),
            Self::Of(asked) => Ok(find_teeth(&loaded.pair, &loaded.pair.frames_of_scans(), asked, progress)?),
        }
    }
}

/// What of the jaws counts: without a word of the command line as the case has it, else teeth.
pub fn scope_kind(asked: Option<ScopeArg>, loaded: &LoadedPair) -> ScopeKind {
    let of_case = loaded.case.as_ref().map(|case| case.content.settings.scope);
    asked.map(ScopeArg::kind).or(of_case).unwrap_or_default()
}

/// The same with the teeth that it is told by, and without what is trimmed.
///
/// # Errors
/// When labels that were asked for cannot be used.
pub fn scope(
    asked: Option<ScopeArg>,
    teeth: &TeethArgs,
    loaded: &LoadedPair,
    trim: Trim,
    progress: &Progress,
) -> anyhow::Result<ScopeAsked> {
    let asked = match scope_kind(asked, loaded) {
        ScopeKind::Whole => ScopeAsked::whole(),
        kind @ ScopeKind::Teeth => {
            ScopeAsked::new(kind, &TeethAsked::new(teeth, loaded)?.find(loaded, progress)?.teeth)
        }
    };
    Ok(asked.trimmed(trim))
}

/// What is wanted beside the figures.
#[derive(Clone, Copy, Debug, Default)]
pub struct Besides {
    /// What paints the jaws.
    pub paint: bool,
    /// Times of so many frames.
    pub time: Option<u32>,
}

/// The answer of an engine, and how long opening and answering took.
///
/// # Errors
/// What the engine says.
pub fn answer(
    asked: &PoseQuestion,
    (loaded, teeth): (&LoadedPair, &TeethAsked),
    (entry, context): (&EngineEntry, Option<&Context>),
    besides: Besides,
) -> anyhow::Result<(PoseAnswer, TimingRecord)> {
    let reporter = Reporter::start("analysis");
    let (pair, progress, mut timing_ms) = (&loaded.pair, &reporter.progress, loaded.timing_ms.clone());
    let begun = Instant::now();
    let known = Known { teeth: teeth.find(loaded, progress)?, ..Known::default() };
    let teeth_ms = begun.elapsed().as_secs_f64() * 1e3;
    progress.enter("building the engine", 0.0)?;
    let mut engine = entry.open(context, pair)?;
    let (to_engine, jaws) = (engine.as_mut(), (pair, pair.frame));
    let mut answer = if besides.paint {
        at_rest::answer_showing(to_engine, jaws, asked, known, progress, |_, _| {})?
    } else {
        at_rest::answer(to_engine, jaws, asked, known, progress)?
    };
    answer.analysis.timing.passes.insert("teeth".into(), teeth_ms);
    if let Some(n) = besides.time {
        progress.enter("timing frames", 0.3)?;
        timing::time_frames(engine.as_mut(), &asked.question, n, &mut timing_ms, progress)?;
        timing::time_contacts(engine.as_mut(), &answer, n, &mut timing_ms, progress)?;
    }
    Ok((answer, timing_ms))
}

impl LoadedPair {
    /// The bite of the case that a pose is, or that the case's own pose has left.
    pub fn last_bite(&self, upper_from_lower: &Rigid) -> Option<LastBite> {
        let last = self.case.as_ref()?.content.bites.last();
        let is_own = *upper_from_lower == self.pose();
        Some(if is_own { last } else { LastBite { left_by: BiteOrigin::Typed, ..last } })
    }

    /// What a record of these jaws says beside the answer, as far as it is known before one.
    pub fn provenance(&self) -> Provenance {
        Provenance {
            files: self.scans.each_ref().map(|path| path.display().to_string()),
            directions: self.directions.as_ref().map(|d| DirectionsRecord::of(&d.frame, &d.occlusion)),
            timing_ms: self.timing_ms.clone(),
            warnings: self.warnings.clone(),
            section: self.case.as_ref().and_then(|case| case.content.section),
            measures: Arc::new(self.case.iter().flat_map(|case| case.content.measures.clone()).collect()),
            pins: Arc::new(self.case.iter().flat_map(|case| case.content.pins.clone()).collect()),
            placed: Arc::new(self.case.iter().flat_map(|case| case.content.placed.clone()).collect()),
            ..Provenance::default()
        }
    }
}
