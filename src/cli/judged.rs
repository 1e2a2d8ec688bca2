//! Scans with their trees, their teeth and what of them counts: what commands that ask about many poses of one pair have in common.
use super::args::{NotationArg, ScanArgs, ScopeArg, TeethArgs};
use super::load::LoadedPair;
use super::pose::{TeethAsked, scope_kind};
use super::trim::TrimArgs;
use crate::base::{Progress, Rigid};
use crate::exact::BvhEngine;
use crate::export::asked_jaws::AskedJaws;
use crate::export::json::{Inputs, input};
use crate::export::trim::TrimRecord;
use crate::export::view::DirectionsRecord;
use crate::field::contact::{ScopeAsked, ScopeKind};
use crate::jaw::{Teeth, Trim};
use crate::session::Directions;
use crate::session::comparison::lower_points;
use glam::DVec3;

/// How they are read, and what of them counts.
#[derive(Debug, clap::Args)]
pub struct JudgedArgs {
    #[command(flatten)]
    pub scans: ScanArgs,
    #[command(flatten)]
    pub teeth: TeethArgs,
    #[command(flatten)]
    pub notation: NotationArg,
    /// What may touch [default: teeth]
    #[arg(long, value_enum)]
    pub scope: Option<ScopeArg>,
    #[command(flatten)]
    pub trim: TrimArgs,
}

pub struct Judged<'a> {
    pub loaded: &'a LoadedPair,
    pub exact: BvhEngine,
    pub teeth: Teeth,
    pub scope: ScopeAsked,
    trim: Trim,
}

impl<'a> Judged<'a> {
    /// As the command line says.
    ///
    /// # Errors
    /// Labels or a trim that cannot be used, or cancelling.
    pub fn of(args: &JudgedArgs, loaded: &'a LoadedPair, progress: &Progress) -> anyhow::Result<Self> {
        Self::new(loaded, (&args.teeth, args.scope, args.trim.of(loaded)?), progress)
    }

    /// Without a word on the scope as the case has it, else teeth.
    ///
    /// # Errors
    /// Labels that cannot be used, or cancelling.
    pub fn new(
        loaded: &'a LoadedPair,
        (teeth, scope, trim): (&TeethArgs, Option<ScopeArg>, Trim),
        progress: &Progress,
    ) -> anyhow::Result<Self> {
        let teeth = TeethAsked::new(teeth, loaded)?.find(loaded, progress)?.teeth;
        let scope = ScopeAsked::new(scope_kind(scope, loaded), &teeth).trimmed(trim.clone());
        Ok(Self { loaded, exact: BvhEngine::build(&loaded.pair, progress)?, teeth, scope, trim })
    }

    /// Trims instead of what was trimmed before.
    pub fn leave_out(&mut self, trim: Trim) {
        self.scope = self.scope.clone().trimmed(trim.clone());
        self.trim = trim;
    }

    /// As records name the scans.
    pub fn inputs(&self) -> Inputs {
        let [upper, lower] = self.loaded.scans.each_ref().map(|path| path.display().to_string());
        Inputs { upper: input(&self.loaded.pair.upper, upper), lower: input(&self.loaded.pair.lower, lower) }
    }

    /// What is judged in the end: of scans without known teeth all.
    pub fn scope_kind(&self) -> ScopeKind {
        self.exact.scope(&self.scope).kind()
    }

    /// What a record says for those who ask again. `no_close`: as the command line says.
    pub fn asked(&self, no_close: bool) -> AskedJaws {
        let of_case = self.loaded.case.as_ref().map(|case| case.content.closed);
        let directions = self.loaded.directions.as_ref();
        AskedJaws {
            close: !no_close && of_case.unwrap_or(true),
            directions: directions.map(|d| DirectionsRecord::of(&d.frame, &d.occlusion)),
            trim: TrimRecord::of(&self.trim, &self.loaded.pair),
            trimmed_area_mm2: self.trim.area_mm2(&self.loaded.pair),
        }
    }

    /// Places of the lower teeth, lower coordinates; of the whole jaw where no teeth are known.
    pub fn lower_points(&self) -> Vec<DVec3> {
        lower_points(&self.loaded.pair, &self.teeth)
    }

    /// The lower incisal point in a bite, world coordinates.
    pub fn incisal(&self, bite: Rigid) -> DVec3 {
        let directions = Directions { occlusion: bite, ..Directions::of(&self.loaded.pair) };
        directions.hinge(&self.loaded.pair).incisal
    }
}
