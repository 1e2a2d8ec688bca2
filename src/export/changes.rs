//! The jaws of one patient before and after: schema "occluscope/changes/1", and the same for people and for tables. Lengths mm, areas mm²,
//! volumes mm³; unknown = null. Places are in the coordinates of the upper or lower jaw before.
mod tables;

use super::asked_jaws::AskedJaws;
use super::comparison::{ComparisonRecord, RowRecord};
use super::json::Inputs;
use crate::bites::change::{Laid, Patch, SurfaceChange};
use crate::bites::compare::BiteComparison;
use crate::engine::UncertaintySettings;
use crate::field::contact::ScopeKind;
use crate::jaw::Fdi;
use serde::Serialize;
use std::collections::BTreeMap;

pub const SCHEMA: &str = "occluscope/changes/1";

type Rows = [[f64; 4]; 4];

#[derive(Clone, Debug, Serialize)]
pub struct ChangesRecord {
    schema: &'static str,
    version: &'static str,
    pub before: SideRecord,
    pub after: SideRecord,
    /// Whether both are jaws of one patient; else `reason` says why not, and nothing else is there.
    pub accepted: bool,
    pub reason: Option<String>,
    /// What counts as changed, as it was asked for; `null`: what is more than noise.
    pub changed_mm: Option<f64>,
    pub jaws: Option<JawsRecord>,
    pub bite: Option<BiteMoved>,
    pub contacts: Option<ContactsRecord>,
    pub warnings: Vec<String>,
}

/// One of both cases.
#[derive(Clone, Debug, Serialize)]
pub struct SideRecord {
    pub inputs: Inputs,
    pub upper_from_lower: Rows,
    pub scope: ScopeKind,
    pub asked: AskedJaws,
}

#[derive(Clone, Debug, Serialize)]
pub struct JawsRecord {
    pub upper: JawRecord,
    pub lower: JawRecord,
}

#[derive(Clone, Debug, Serialize)]
pub struct JawRecord {
    pub before_from_after: Rows,
    /// Of what is unchanged, and its share of the teeth.
    pub rms_mm: f64,
    pub share: f64,
    /// Robust standard deviation of the whole jaw's distances; what is beyond `limit_mm` counts as changed.
    pub deviation_mm: f64,
    pub limit_mm: f64,
    pub compared_mm2: f64,
    pub added: Sum,
    pub ground: Sum,
    pub by_tooth: Vec<ToothRecord>,
    pub places: Vec<PlaceRecord>,
}

/// Of everything that was added, or ground.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Sum {
    /// Farthest from where it was: positive added, negative ground.
    pub max_mm: f64,
    pub area_mm2: f64,
    pub volume_mm3: f64,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct ToothRecord {
    /// `null`: on no numbered tooth.
    pub tooth: Option<u8>,
    pub added: Sum,
    pub ground: Sum,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlaceRecord {
    pub tooth: Option<u8>,
    pub max_mm: f64,
    pub area_mm2: f64,
    pub volume_mm3: f64,
    pub place: [f64; 3],
}

/// Where the lower jaw lies afterwards, against before.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BiteMoved {
    /// The bite afterwards as a pose of the jaws before.
    pub upper_from_lower: Rows,
    /// Of the middle of the arch, and the turn.
    pub moved_mm: f64,
    pub turned_deg: f64,
}

/// Contacts by pairs of teeth, before and after.
#[derive(Clone, Debug, Serialize)]
pub struct ContactsRecord {
    pub threshold_mm: f64,
    /// What is published of the scatter of bites stands in for repeats.
    pub published: UncertaintySettings,
    pub factor: f64,
    pub verdict: &'static str,
    pub whole: RowRecord,
    pub pairs: Vec<super::comparison::PairRecord>,
}

impl Sum {
    fn add(&mut self, patch: &Patch) {
        self.max_mm = if patch.max_mm.abs() > self.max_mm.abs() { patch.max_mm } else { self.max_mm };
        self.area_mm2 += patch.area_mm2;
        self.volume_mm3 += patch.volume_mm3;
    }

    fn of<'a>(patches: impl Iterator<Item = &'a Patch>) -> Self {
        let mut sum = Self::default();
        patches.for_each(|patch| sum.add(patch));
        sum
    }
}

fn number(tooth: Option<Fdi>) -> Option<u8> {
    tooth.map(Fdi::number)
}

impl JawRecord {
    pub fn new(laid: &Laid, found: &SurfaceChange) -> Self {
        let mut of_tooth: BTreeMap<Option<u8>, [Sum; 2]> = BTreeMap::new();
        for patch in &found.patches {
            of_tooth.entry(number(patch.tooth)).or_default()[usize::from(patch.max_mm < 0.0)].add(patch);
        }
        let of_kind = |is_added: bool| Sum::of(found.patches.iter().filter(|patch| (patch.max_mm > 0.0) == is_added));
        let place = |patch: &Patch| PlaceRecord {
            tooth: number(patch.tooth),
            max_mm: patch.max_mm,
            area_mm2: patch.area_mm2,
            volume_mm3: patch.volume_mm3,
            place: patch.place.to_array(),
        };
        Self {
            before_from_after: laid.before_from_after.to_rows(),
            rms_mm: laid.rms_mm,
            share: laid.share,
            deviation_mm: found.deviation_mm,
            limit_mm: found.limit_mm,
            compared_mm2: found.compared_mm2,
            added: of_kind(true),
            ground: of_kind(false),
            by_tooth: of_tooth
                .into_iter()
                .map(|(tooth, [added, ground])| ToothRecord { tooth, added, ground })
                .collect(),
            places: found.patches.iter().map(place).collect(),
        }
    }
}

impl ContactsRecord {
    /// The first bite is before, the second after.
    pub fn new(found: &BiteComparison, threshold_mm: f64, published: UncertaintySettings) -> Self {
        Self {
            threshold_mm,
            published,
            factor: found.whole.within.factor(),
            verdict: ComparisonRecord::verdict_name(found.verdicts[1]),
            whole: RowRecord::new(&found.whole),
            pairs: found.pairs.iter().map(super::comparison::PairRecord::new).collect(),
        }
    }
}

impl ChangesRecord {
    pub fn new([before, after]: [SideRecord; 2], changed_mm: Option<f64>) -> Self {
        Self {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            before,
            after,
            accepted: false,
            reason: None,
            changed_mm,
            jaws: None,
            bite: None,
            contacts: None,
            warnings: Vec::new(),
        }
    }
}
