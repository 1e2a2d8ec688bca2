//! The JSON of an analysis, schema "occluscope/analysis/1": lengths mm, areas mm², volumes mm³; unknown = null, never
//! a made-up 0.
mod contact;
mod figures;
mod inputs;
mod names;
mod projection;
mod settings;
mod timing;

pub use figures::{ContactRecord, GapRecord, Interference, TrianglePairs, contacts, interference};
pub use inputs::{InputRecord, Inputs, LabelsRecord, SAMPLE, input};
pub use names::STANDS_FOR;
pub use projection::{ProjectionRecord, TileRecord};
pub use settings::SettingsRecord;
pub use timing::{FrameSeries, TimingRecord};

use super::between_pixels::BetweenPixelsRecord;
use super::contact::{CurvePoint, PlaceRecord, ZoneRecord};
use super::measures::MeasureRecord;
use super::named_bite::InBiteRecord;
use super::pins::{PinRecord, PlacedRecord};
use super::png::LONGEST_RECORD;
use super::regions::RegionsRecord;
use super::seal;
use super::teeth::{BalanceRecord, PairRecord, TeethRecord};
use super::trim::TrimRecord;
use super::uncertainty::{BiteRecord, UncertaintyRecord};
use crate::base::files;
use crate::base::json::{JsonLimits, TooMuch};
use crate::engine::{Analysis, Execution, MultiProjection};
use crate::field::contact::{GapKind, ScopeKind};
use crate::field::{Penetration, PixelCounts, Question, Verdict};
use crate::jaw::orthodontics::OrthoFigure;
use crate::jaw::{JawPair, KeptSection};
use projection::{projection, tile_record};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, Write};

pub const SCHEMA: &str = "occluscope/analysis/1";

/// One analysed pose, ready to be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysisRecord {
    pub schema: String,
    pub version: String,
    pub engine: String,
    /// How the raster method was executed; `null` for engines that are none, and in older files.
    #[serde(default)]
    pub execution: Option<Execution>,
    pub adapter: String,
    pub inputs: Inputs,
    pub upper_from_lower: [[f64; 4]; 4],
    pub settings: SettingsRecord,
    /// `null` when the broad phase found nothing within the range.
    pub projection: Option<ProjectionRecord>,
    pub verdict: Verdict,
    /// What the verdict follows: the closest gap of `scope`, or the map where that alone is known; absent in older files, of whose
    /// map it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict_by: Option<GapKind>,
    /// The gap up to which the verdict by closest gap is `touching`, mm: the smallest threshold asked for, where the headline and the
    /// contacts listed have `zone_threshold_mm`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict_threshold_mm: Option<f64>,
    /// What the map alone says, of whole scans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub projected_verdict: Option<Verdict>,
    /// What was judged: verdict, contact, zones, curve, bite and all that is told of them by closest gap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<ScopeKind>,
    /// The sentence that is read first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// The same in the language of whoever made it, for a report; not written.
    #[serde(skip)]
    pub headline_said: Option<String>,
    /// Contacts at `zone_threshold_mm` that were not judged: on gum, bone or the border of a scan, the largest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_on_teeth: Option<Vec<PlaceRecord>>,
    /// Surface of both jaws that was left out by hand, and no part of the figures by closest gap.
    #[serde(default)]
    pub trimmed_area_mm2: f64,
    /// Which it is; absent where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trim: Option<TrimRecord>,
    /// The section that stood, and what a hand had measured, in this pose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<KeptSection>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<MeasureRecord>,
    /// Notes that hang on the jaws.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pins: Vec<PinRecord>,
    /// The bite that the pose is, or that it has left; absent in older files, and of a pose of a movement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_bite: Option<InBiteRecord>,
    /// Points of teeth that a hand had placed; `orthodontics` was taken from them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<PlacedRecord>,
    pub pixels: PixelCounts,
    pub interference: Interference,
    pub gap: GapRecord,
    /// Depth and shared volume without a projection; `null` from engines that only see maps.
    #[serde(default)]
    pub object_space: Option<Penetration>,
    pub contact: Vec<ContactRecord>,
    /// Connected contacts at `zone_threshold_mm`, the largest first; `null` where they were not looked for.
    pub zones: Option<Vec<ZoneRecord>>,
    /// Largest gap within a zone; absent without zones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone_threshold_mm: Option<f64>,
    /// Area against threshold, ascending; absent where it was not looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<CurvePoint>,
    /// The teeth, pairs of them that meet, and the contact's balance; absent where the teeth were not looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teeth: Option<TeethRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<PairRecord>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<BalanceRecord>,
    /// Overjet, overbite, midlines and widths, with the points that they were taken from; absent where the teeth do not tell any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orthodontics: Vec<OrthoFigure>,
    /// The contact in many poses nearby; present where they were tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "sureness")]
    pub uncertainty: Option<UncertaintyRecord>,
    /// Present with contact by closest gap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bite: Option<BiteRecord>,
    /// Which triangles are which tooth, where that may not be told again from the scans alone: label files, the teeth of a case, and
    /// whatever a window has shown (names given by hand, jaws that changed roles, directions set by hand).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<RegionsRecord>,
    pub triangle_pairs: TrianglePairs,
    /// The tiles that the contact areas come from, one a projection and then the finer ones; absent where the principal
    /// projection is all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<TileRecord>,
    pub timing_ms: TimingRecord,
    pub warnings: Vec<String>,
    /// What no pixel shows; present where it was looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between_pixels: Option<BetweenPixelsRecord>,
    /// Present where the exact figures of the same pose are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<super::exact::ExactRecord>,
    /// How the window showed it; absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<super::view::ViewRecord>,
}

/// Why bytes are no record of an analysis. The sentence wants the file's name in front of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    #[error("this picture carries no record of an analysis, or one that is damaged or too large")]
    NoneInPicture,
    #[error("this is no snapshot: neither a picture nor JSON (line {line}, column {column})")]
    NoJson { line: usize, column: usize },
    #[error("this is no snapshot: it names no schema, \"{SCHEMA}\" is needed")]
    NoSchema,
    #[error("this is no snapshot: its schema is \"{0}\", \"{SCHEMA}\" is needed")]
    OtherSchema(String),
    #[error("its record is not complete ({0})")]
    Incomplete(String),
    #[error(
        "this is a case, which has no figures to compare; verify a record of it (--json, --png), a snapshot or a comparison"
    )]
    Case,
    #[error("its record is larger than any record ({} MiB are read)", LONGEST_RECORD >> 20)]
    TooLong,
    #[error("its record is none of this program: {0}")]
    TooMuch(#[from] TooMuch),
}

/// The text of the record in the bytes of a JSON file or of a picture that carries one: JSON of this schema, and not too much of it.
///
/// # Errors
/// [`RecordError`].
pub fn record_text(bytes: &[u8]) -> Result<Cow<'_, str>, RecordError> {
    if bytes.starts_with(files::ZIP) {
        return Err(RecordError::Case);
    }
    let text = match super::png::is_png(bytes) {
        true => Cow::Owned(super::png::record_in(bytes).ok_or(RecordError::NoneInPicture)?.into_bytes()),
        false => Cow::Borrowed(bytes),
    };
    if text.len() > LONGEST_RECORD {
        return Err(RecordError::TooLong);
    }
    JsonLimits::RECORD.check(&text)?;
    match schema_of(&text)?.as_deref() {
        Some(SCHEMA) => {}
        Some(other) => return Err(RecordError::OtherSchema(other.chars().take(100).collect())),
        None => return Err(RecordError::NoSchema),
    }
    let no_text = || RecordError::NoJson { line: 1, column: 1 };
    match text {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| no_text()),
        Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).map_err(|_| no_text()),
    }
}

/// The schema that JSON names; nothing else of it is kept.
fn schema_of(bytes: &[u8]) -> Result<Option<String>, RecordError> {
    #[derive(Deserialize)]
    struct Named {
        #[serde(default)]
        schema: Option<String>,
    }
    match serde_json::from_slice::<Named>(bytes) {
        Ok(named) => Ok(named.schema),
        Err(error) if error.is_data() => Ok(None),
        Err(error) => Err(RecordError::NoJson { line: error.line(), column: error.column() }),
    }
}

impl AnalysisRecord {
    /// "?" behind a tooth's number that is a guess.
    pub fn doubt_of(&self, number: u8) -> &'static str {
        self.teeth.as_ref().map_or("", |teeth| teeth.doubt_of(number))
    }

    /// Collects what is known. `files` are the two scans as the user named them; `warnings` come from reading and
    /// preparing them, the analysis adds its own.
    pub fn new(
        analysis: &Analysis,
        pair: &JawPair,
        files: [String; 2],
        question: &Question,
        mut timing_ms: TimingRecord,
        warnings: &[crate::base::Warning],
    ) -> Self {
        let metrics = &analysis.metrics;
        let [upper, lower] = files;
        let n_projections = analysis.multi_projection.as_ref().map_or(1, MultiProjection::n_projections);
        let patches: Vec<_> = analysis.multi_projection.iter().flat_map(|p| &p.figures).map(tile_record).collect();
        if timing_ms.frames.is_none() {
            timing_ms.frame = analysis.timing.frame;
        }
        timing_ms.passes.clone_from(&analysis.timing.passes);
        Self {
            schema: SCHEMA.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            engine: analysis.engine.into(),
            execution: analysis.execution,
            adapter: analysis.adapter.clone(),
            inputs: Inputs { upper: input(&pair.upper, upper), lower: input(&pair.lower, lower) },
            upper_from_lower: question.upper_from_lower.to_rows(),
            settings: SettingsRecord {
                resolution: question.resolution,
                range_mm: question.range_mm,
                thresholds_mm: question.thresholds_mm.clone(),
                counting: question.counting,
                contact_gap: metrics.contact_gap,
                scope: None,
                direction: question.direction.map(|d| d.to_array()),
                patches: None,
                unit: None,
                close: true,
                swapped: false,
                live: false,
                uncertainty: None,
                directions: None,
                teeth_of_case: false,
            },
            projection: metrics.projection.as_ref().map(|p| projection(p, metrics.mean_cosine, n_projections)),
            verdict: metrics.verdict,
            verdict_by: Some(GapKind::Projected),
            verdict_threshold_mm: None,
            projected_verdict: Some(metrics.verdict),
            scope: None,
            headline: None,
            headline_said: None,
            not_on_teeth: None,
            trimmed_area_mm2: 0.0,
            trim: None,
            section: None,
            measures: Vec::new(),
            pins: Vec::new(),
            in_bite: None,
            placed: Vec::new(),
            pixels: metrics.pixels,
            interference: interference(metrics),
            gap: GapRecord { min_mm: metrics.min_gap_mm, clearance_mm: metrics.clearance_mm },
            object_space: None,
            contact: contacts(metrics),
            zones: None,
            zone_threshold_mm: None,
            curve: Vec::new(),
            teeth: None,
            pairs: None,
            balance: None,
            orthodontics: Vec::new(),
            uncertainty: None,
            bite: None,
            regions: None,
            triangle_pairs: TrianglePairs { count: metrics.triangle_pairs },
            patches,
            timing_ms,
            warnings: warnings.iter().chain(&metrics.warnings).map(ToString::to_string).collect(),
            between_pixels: metrics.between_pixels.as_ref().map(BetweenPixelsRecord::from),
            exact: None,
            view: None,
        }
    }

    /// The record in the bytes of a JSON file or of a picture that carries one.
    ///
    /// # Errors
    /// [`RecordError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        Self::from_text(&record_text(bytes)?)
    }

    /// The record in a text that names its schema.
    ///
    /// # Errors
    /// [`RecordError::Incomplete`].
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        serde_json::from_str(text).map_err(|e| RecordError::Incomplete(e.to_string()))
    }

    /// Writes the record as indented JSON with its seal and a final newline.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        out.write_all(seal::sealed(&serde_json::to_string_pretty(self)?, None).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_data;
    use super::*;

    #[test]
    fn the_record_has_every_field_of_the_contract() {
        let (analysis, pair) = (test_data::analysis(), test_data::pair());
        let files = ["u.stl".to_owned(), "l.stl".to_owned()];
        let record = AnalysisRecord::new(&analysis, &pair, files, &Question::default(), TimingRecord::default(), &[]);
        let mut bytes = Vec::new();
        record.write(&mut bytes).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        for pointer in [
            "/schema",
            "/version",
            "/engine",
            "/adapter",
            "/inputs/upper/file",
            "/inputs/lower/blake3",
            "/inputs/lower/repairs/n_holes_filled",
            "/upper_from_lower/3/3",
            "/settings/counting",
            "/projection/direction/2",
            "/projection/chosen_by",
            "/projection/mean_cosine",
            "/projection/patches",
            "/verdict",
            "/pixels/max_layers",
            "/interference/max_depth_mm",
            "/gap/min_mm",
            "/gap/clearance_mm",
            "/object_space",
            "/contact/0/threshold_mm",
            "/contact/0/gap",
            "/contact/0/penetrating_area_lower_mm2",
            "/zones",
            "/triangle_pairs/count",
            "/timing_ms/frame",
            "/timing_ms/passes",
            "/warnings",
        ] {
            assert!(value.pointer(pointer).is_some(), "{pointer} is missing");
        }
        assert_eq!(value["verdict"], "interfering");
        assert!(value["gap"]["clearance_mm"].is_null());
        assert_eq!(serde_json::from_slice::<AnalysisRecord>(&bytes).unwrap(), record);
    }
}
