//! The JSON of an analysis, schema "occluscope/analysis/1": lengths mm, areas mm², volumes mm³; unknown = null, never
//! a made-up 0.
use super::between_pixels::BetweenPixelsRecord;
use super::contact::{CurvePoint, ZoneRecord, curve_records, zone_records};
use super::sure::{BiteRecord, SurenessRecord, sureness_record};
use super::teeth::{BalanceRecord, PairRecord, TeethRecord, tooth_records};
use crate::base::LengthUnit;
use crate::engine::{Analysis, Contact, Execution, Patched, Sureness, SurenessSettings, TileFigures};
use crate::field::contact::GapKind;
use crate::field::{ChosenBy, ContactArea, Counting, Metrics, Penetration, PixelCounts, Projection, Question, Verdict};
use crate::jaw::{Jaw, JawPair, OcclusalFrame, Teeth};
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// What stands in place of a scan's name in the built-in sample case.
pub const SAMPLE: &str = "sample";

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
    pub settings: Settings,
    /// `null` when the broad phase found nothing within the range.
    pub projection: Option<ProjectionRecord>,
    pub verdict: Verdict,
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
    /// The contact in many poses nearby; present where they were tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sureness: Option<SurenessRecord>,
    /// Present with contact by closest gap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bite: Option<BiteRecord>,
    pub triangle_pairs: TrianglePairs,
    /// The tiles that the contact areas come from, one a projection and then the finer ones; absent where the principal
    /// projection is all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<PatchRecord>,
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
    #[error("this picture carries no record of an analysis")]
    NoneInPicture,
    #[error("this is no snapshot: neither a picture nor JSON (line {line}, column {column})")]
    NoJson { line: usize, column: usize },
    #[error("this is no snapshot: it names no schema, \"{SCHEMA}\" is needed")]
    NoSchema,
    #[error("this is no snapshot: its schema is \"{0}\", \"{SCHEMA}\" is needed")]
    OtherSchema(String),
    #[error("its record is not complete ({0})")]
    Incomplete(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Inputs {
    pub upper: InputRecord,
    pub lower: InputRecord,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputRecord {
    /// As the user named it; "sample" for the built-in sample case.
    pub file: String,
    /// Where it is found again: seen from the folder that this record stands in, or absolute where the record stands in
    /// none. `null` of the sample case, and in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    pub blake3: String,
    /// Unit the file was read in: "mm", "m" or "in".
    pub unit: LengthUnit,
    /// Of the prepared mesh, added faces included.
    pub triangles: usize,
    pub vertices: usize,
    pub closed: bool,
    pub repairs: serde_json::Value,
}

/// What was asked, so that somebody else can ask it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Longer side of the map, pixels.
    pub resolution: u32,
    pub range_mm: f64,
    pub thresholds_mm: Vec<f64>,
    pub counting: Counting,
    /// Which gap zones and curve use; contact areas name theirs.
    #[serde(default = "projected")]
    pub contact_gap: GapKind,
    /// Along which the same figures are found again; `null`: the engine chooses.
    #[serde(default)]
    pub direction: Option<[f64; 3]>,
    /// Most projections for the contact areas; `null` in older files.
    #[serde(default)]
    pub patches: Option<u32>,
    /// Unit that was asked for; `null`: told from the size.
    #[serde(default)]
    pub unit: Option<LengthUnit>,
    /// Open scans were closed.
    #[serde(default = "yes")]
    pub close: bool,
    /// Upper and lower changed roles after they were prepared.
    #[serde(default)]
    pub swapped: bool,
    /// The figures are a live frame's: of the very pixels that `projection` says, areas counted by pixels, without what
    /// no pixel shows.
    #[serde(default)]
    pub live: bool,
    /// Poses nearby that were tried.
    #[serde(default)]
    pub sureness: Option<SurenessSettings>,
}

fn projected() -> GapKind {
    GapKind::Projected
}

fn yes() -> bool {
    true
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProjectionRecord {
    pub direction: [f64; 3],
    pub u: [f64; 3],
    pub v: [f64; 3],
    pub origin: [f64; 3],
    pub u_mm: f64,
    pub v_mm: f64,
    pub cols: u32,
    pub rows: u32,
    pub chosen_by: ChosenBy,
    pub mean_cosine: Option<f64>,
    /// Number of projections that the contact areas come from.
    pub patches: u32,
}

impl ProjectionRecord {
    /// The grid of pixels; `None` unless it is one: finite, axes at right angles, no more pixels a side than `most`.
    pub fn grid(&self, most: u32) -> Option<Projection> {
        let [direction, u, v, origin] = [self.direction, self.u, self.v, self.origin].map(DVec3::from_array);
        let is_axes = [direction, u, v].iter().all(|a| a.is_finite() && a.is_normalized())
            && [direction.dot(u), direction.dot(v), u.dot(v)].iter().all(|cosine| cosine.abs() < 1e-6);
        let is_length = |mm: f64| mm.is_finite() && mm > 0.0;
        let is_count = |n: u32| (1..=most).contains(&n);
        let is_grid = is_axes && origin.is_finite() && is_length(self.u_mm) && is_length(self.v_mm);
        (is_grid && is_count(self.cols) && is_count(self.rows)).then_some(Projection {
            direction,
            u,
            v,
            origin,
            u_mm: self.u_mm,
            v_mm: self.v_mm,
            cols: self.cols,
            rows: self.rows,
            chosen_by: self.chosen_by,
        })
    }
}

/// One of several projections: where its tile lies, and what it alone says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PatchRecord {
    #[serde(flatten)]
    pub projection: ProjectionRecord,
    /// Width of its pixels on the tooth, mm, but for the coarsest 5 % of the area.
    pub coarsest_mm: f64,
    /// Surface of both jaws that it speaks for: seen by it more squarely than by any other, at any gap in range.
    pub owned_area_mm2: f64,
    pub pixels: PixelCounts,
    pub interference: Interference,
    /// Smallest gap along this projection, negative when interfering.
    pub min_gap_mm: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interference {
    /// All three are of the pixels that are decided; `null` where unsolved pixels alone could hold any.
    pub projected_area_mm2: Option<f64>,
    pub volume_mm3: Option<f64>,
    pub max_depth_mm: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GapRecord {
    /// Smallest projected gap, negative when interfering.
    pub min_mm: Option<f64>,
    /// Smallest distance between the solids; not known to engines that only see maps.
    pub clearance_mm: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactRecord {
    /// Which gap the areas use; the projected area is always of pixels, by projected gap.
    pub gap: GapKind,
    #[serde(flatten)]
    pub area: ContactArea,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrianglePairs {
    pub count: Option<u64>,
}

/// Wall times in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimingRecord {
    pub import: Option<f64>,
    pub prepare: Option<f64>,
    /// Whether the prepared scans were fetched from the cache on disk; absent where they were not opened for this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<bool>,
    /// From the pose to the figures on the CPU; the median with `--time`.
    pub frame: f64,
    pub passes: BTreeMap<String, f64>,
    /// Of `object_space`, which no frame holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object_space: Option<f64>,
    /// Present with `--time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<FrameSeries>,
}

/// Of the frames that were timed one by one, milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrameSeries {
    pub count: usize,
    pub median: f64,
    pub p95: f64,
    pub max: f64,
}

impl FrameSeries {
    /// `None` of no times.
    pub fn of(mut times_ms: Vec<f64>) -> Option<Self> {
        times_ms.sort_by(f64::total_cmp);
        let at =
            |fraction: f64| times_ms.get(((times_ms.len().max(1) - 1) as f64 * fraction).round() as usize).copied();
        Some(Self { count: times_ms.len(), median: at(0.5)?, p95: at(0.95)?, max: at(1.0)? })
    }
}

impl AnalysisRecord {
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
        let n_projections = analysis.patched.as_ref().map_or(1, Patched::n_projections);
        let patches: Vec<_> = analysis.patched.iter().flat_map(|p| &p.figures).map(patch).collect();
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
            settings: Settings {
                resolution: question.resolution,
                range_mm: question.range_mm,
                thresholds_mm: question.thresholds_mm.clone(),
                counting: question.counting,
                contact_gap: metrics.contact_gap,
                direction: question.direction.map(|d| d.to_array()),
                patches: None,
                unit: None,
                close: true,
                swapped: false,
                live: false,
                sureness: None,
            },
            projection: metrics.projection.as_ref().map(|p| projection(p, metrics.mean_cosine, n_projections)),
            verdict: metrics.verdict,
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
            sureness: None,
            bite: None,
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
        if super::png::is_png(bytes) {
            let text = super::png::record_in(bytes).ok_or(RecordError::NoneInPicture)?;
            return Self::from_json(text.as_bytes());
        }
        Self::from_json(bytes)
    }

    fn from_json(bytes: &[u8]) -> Result<Self, RecordError> {
        let no_json = |e: serde_json::Error| RecordError::NoJson { line: e.line(), column: e.column() };
        let value: serde_json::Value = serde_json::from_slice(bytes).map_err(no_json)?;
        match value.get("schema").and_then(serde_json::Value::as_str) {
            Some(SCHEMA) => serde_json::from_value(value).map_err(|e| RecordError::Incomplete(e.to_string())),
            Some(other) => Err(RecordError::OtherSchema(other.to_owned())),
            None => Err(RecordError::NoSchema),
        }
    }

    /// Adds the zones at a threshold that they were asked for at, and the curve.
    pub fn add_contact(&mut self, contact: &Contact, zone_threshold_mm: f64) {
        self.zones = contact.zones(zone_threshold_mm).map(zone_records);
        self.zone_threshold_mm = Some(zone_threshold_mm);
        self.curve = curve_records(contact);
    }

    /// The record with the places where its scans are found again, seen from where it will stand.
    pub fn with_places(&self, [upper, lower]: [Option<String>; 2]) -> Self {
        let mut record = self.clone();
        (record.inputs.upper.path, record.inputs.lower.path) = (upper, lower);
        record
    }

    /// The record as JSON without line breaks, as it stands inside a picture. Pictures are passed on, and names of scans and
    /// folders often are a patient's: they are left out.
    pub fn to_text(&self) -> String {
        let mut record = self.clone();
        let mut names = Vec::new();
        for (input, side) in [(&mut record.inputs.upper, "upper scan"), (&mut record.inputs.lower, "lower scan")] {
            if input.file != SAMPLE {
                let named = Path::new(&input.file).file_name().map(|n| n.to_string_lossy().into_owned());
                names.extend([std::mem::take(&mut input.file)].into_iter().chain(named).map(|name| (name, side)));
                input.path = None;
            }
        }
        for warning in &mut record.warnings {
            for (name, side) in names.iter().filter(|(name, _)| !name.is_empty()) {
                *warning = warning.replace(name, side);
            }
        }
        serde_json::to_string(&record).unwrap_or_default()
    }

    /// Whether it does not say what its scans are called: it comes from a picture.
    pub fn lacks_names(&self) -> bool {
        [&self.inputs.upper, &self.inputs.lower].iter().any(|input| input.file.is_empty())
    }

    /// Takes names and places of scans with the same content from another record: the file beside a picture.
    pub fn take_names(&mut self, other: &Self) {
        let others = [&other.inputs.upper, &other.inputs.lower];
        for input in [&mut self.inputs.upper, &mut self.inputs.lower] {
            if let Some(known) = others.iter().find(|o| o.blake3 == input.blake3) {
                (input.file, input.path) = (known.file.clone(), known.path.clone());
            }
        }
    }

    /// Adds how sure the contact is, after the contact itself, at the same threshold.
    pub fn add_sureness(&mut self, found: &Sureness, contact: &Contact, zone_threshold_mm: f64) {
        let thresholds = self.settings.thresholds_mm.clone();
        let zones = self.zones.as_deref_mut().unwrap_or_default();
        self.sureness = Some(sureness_record(found, contact, (&thresholds, zone_threshold_mm), zones));
        self.settings.sureness = Some(found.asked.settings);
    }

    /// Adds the teeth, after the contact that they are to be told of, at the same threshold; `frame` in world coordinates.
    pub fn add_teeth(&mut self, contact: &Contact, zone_threshold_mm: f64, teeth: &Teeth, frame: &OcclusalFrame) {
        let Some(found) = contact.by_tooth(zone_threshold_mm, teeth, frame) else { return };
        let found = tooth_records(&found, teeth, self.zones.as_deref_mut().unwrap_or_default());
        self.teeth = Some(found.teeth);
        self.pairs = Some(found.pairs);
        self.balance = Some(found.balance);
    }

    /// Takes what another record of the same zones says of the teeth.
    pub fn take_teeth(&mut self, other: &Self) {
        self.teeth.clone_from(&other.teeth);
        self.pairs.clone_from(&other.pairs);
        self.balance.clone_from(&other.balance);
        let others = other.zones.iter().flatten();
        for (zone, other) in self.zones.iter_mut().flatten().zip(others) {
            (zone.tooth_upper, zone.tooth_lower) = (other.tooth_upper, other.tooth_lower);
            zone.tooth_share = other.tooth_share;
        }
    }

    /// Writes the record as indented JSON with a final newline.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut out, self)?;
        out.write_all(b"\n")
    }
}

/// A jaw with the file as the user named it.
pub fn input(jaw: &Jaw, file: String) -> InputRecord {
    InputRecord {
        file,
        path: None,
        blake3: jaw.blake3.clone(),
        unit: jaw.unit,
        triangles: jaw.mesh.triangles.len(),
        vertices: jaw.mesh.positions.len(),
        closed: jaw.report.closed,
        repairs: serde_json::to_value(&jaw.report).unwrap_or_default(),
    }
}

fn patch(figures: &TileFigures) -> PatchRecord {
    let (tile, metrics) = (&figures.tile, &figures.metrics);
    PatchRecord {
        projection: projection(&tile.projection, Some(tile.patch.mean_cosine), 1),
        coarsest_mm: tile.coarsest_mm(),
        owned_area_mm2: figures.owned_area_mm2,
        pixels: metrics.pixels,
        interference: interference(metrics),
        min_gap_mm: metrics.min_gap_mm,
    }
}

fn projection(p: &Projection, mean_cosine: Option<f64>, n_projections: usize) -> ProjectionRecord {
    ProjectionRecord {
        direction: p.direction.to_array(),
        u: p.u.to_array(),
        v: p.v.to_array(),
        origin: p.origin.to_array(),
        u_mm: p.u_mm,
        v_mm: p.v_mm,
        cols: p.cols,
        rows: p.rows,
        chosen_by: p.chosen_by,
        mean_cosine,
        patches: n_projections.max(1) as u32,
    }
}

pub fn contacts(metrics: &Metrics) -> Vec<ContactRecord> {
    metrics.contact.iter().map(|area| ContactRecord { gap: metrics.contact_gap, area: *area }).collect()
}

/// Where every pixel is decided and none interferes, all three are known to be 0; where none interferes and some are
/// unsolved, or something interferes that no pixel of this projection shows, nothing is known.
pub fn interference(metrics: &Metrics) -> Interference {
    let is_hidden = metrics.verdict == Verdict::Interfering && metrics.pixels.interfering == 0;
    let is_known = metrics.pixels.interfering > 0 || metrics.pixels.unsolved == 0 && !is_hidden;
    let known = |value: f64| is_known.then_some(value);
    Interference {
        projected_area_mm2: known(metrics.interference_projected_area_mm2),
        volume_mm3: known(metrics.interference_volume_mm3),
        max_depth_mm: metrics.max_depth_mm.or(known(0.0).filter(|_| metrics.pixels.interfering == 0)),
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

    #[test]
    fn the_median_is_in_the_middle() {
        let series = FrameSeries::of(vec![5.0, 1.0, 3.0]).unwrap();
        assert_eq!((series.count, series.median, series.max), (3, 3.0, 5.0));
        assert_eq!(FrameSeries::of(vec![]), None);
    }
}
