//! `case.json`, as the file has it: schema "occluscope/case/1". Lengths mm, angles radians. A field that is missing has its
//! default, a field that is not known is kept as it is, so that a case passes through an older program of the same schema unharmed.
use super::content::{CaseContent, RecoveryRecord};
use super::error::CaseError;
use super::schema::SCHEMA;
use crate::base::json::{RawJson, members, with_members};
use crate::base::{LengthUnit, Rigid};
use crate::export::measures::{MeasureRecord, measures};
use crate::export::named_bite::NamedBiteRecord;
use crate::export::pins::{PinRecord, PlacedRecord, pins, placed};
use crate::export::trim::TrimRecord;
use crate::jaw::JawSide;
use crate::jaw::bite::MOST_BITES;
use crate::jaw::{BiteOrigin, HingeAnatomy, KeptSection, OcclusalFrame};
use crate::render::Camera;
use crate::session::named_views::tidy;
use crate::session::settings::JawAppearance;
use crate::session::{Bites, Directions, NamedView, Settings};
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaseRecord {
    pub schema: String,
    /// Of the program that wrote it.
    #[serde(default)]
    pub version: String,
    /// Local date and time of saving.
    #[serde(default)]
    pub saved: String,
    pub scans: ScansRecord,
    /// Whether holes were filled and bases added.
    #[serde(default = "yes")]
    pub closed: bool,
    #[serde(default = "identity")]
    pub upper_from_lower: [[f64; 4]; 4],
    /// Named poses, the one of the scans' files first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bites: Vec<NamedBiteRecord>,
    /// The place of the bite that the jaw is in, or has left last.
    #[serde(default)]
    pub bite: usize,
    /// How the jaw has left it; absent while it is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bite_left_by: Option<BiteOrigin>,
    #[serde(default)]
    pub directions: Option<DirectionsRecord>,
    #[serde(default)]
    pub settings: SettingsRecord,
    #[serde(default)]
    pub notes: String,
    /// Where one looked from when it was saved.
    #[serde(default)]
    pub camera: Option<CameraRecord>,
    /// The one jaw that the view showed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solo: Option<JawSide>,
    /// "overview", "3d", "split" or "map".
    #[serde(default)]
    pub layout: String,
    #[serde(default)]
    pub views: Vec<ViewRecord>,
    /// Labels of the teeth; their form is their own.
    #[serde(skip)]
    pub teeth: Option<RawJson>,
    /// What is left out of every judgement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trim: Option<TrimRecord>,
    /// The section that stands, with its ruler.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<KeptSection>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<MeasureRecord>,
    /// How the jaw moves; its form is its own.
    #[serde(skip)]
    pub motion: Option<RawJson>,
    /// Notes that hang on the jaws.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pins: Vec<PinRecord>,
    /// Points of teeth that a hand has placed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<PlacedRecord>,
    /// Of a recovery file: what is to be recovered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery: Option<RecoveryRecord>,
    /// Fields that this program does not know, as they stand.
    #[serde(skip)]
    pub others: Vec<(String, RawJson)>,
}

/// What is kept as text, without being read, stands under these names, or under one that is none of [`KNOWN`].
const TEETH: &str = "teeth";
const MOTION: &str = "motion";
/// All other fields.
const KNOWN: [&str; 22] = [
    "schema",
    "version",
    "saved",
    "scans",
    "closed",
    "upper_from_lower",
    "bites",
    "bite",
    "bite_left_by",
    "directions",
    "settings",
    "notes",
    "camera",
    "solo",
    "layout",
    "views",
    "trim",
    "section",
    "measures",
    "pins",
    "placed",
    "recovery",
];
/// Bytes of all fields that are not known, and how many there are at most: they are kept as long as the case is open.
const LONGEST_OTHERS: usize = 256 << 10;
const MOST_OTHERS: usize = 64;

impl CaseRecord {
    /// Reads a record of this version. Fields that are not known are kept as text.
    ///
    /// # Errors
    /// [`CaseError::Invalid`].
    pub fn read(text: &str) -> Result<Self, CaseError> {
        let mut record: Self = serde_json::from_str(text).map_err(|e| CaseError::Invalid(format!("a field ({e})")))?;
        let mut bytes = 0;
        for (name, raw) in members(text) {
            if name == TEETH {
                record.teeth = Some(RawJson::new(raw)).filter(|_| raw != "null");
            } else if name == MOTION {
                record.motion = Some(RawJson::new(raw)).filter(|_| raw != "null");
            } else if !KNOWN.contains(&name.as_str()) {
                bytes += name.len() + raw.len();
                if bytes > LONGEST_OTHERS || record.others.len() == MOST_OTHERS {
                    return Err(invalid("what another program has put into it (there is too much)"));
                }
                record.others.push((name, RawJson::new(raw)));
            }
        }
        Ok(record)
    }

    /// The text that stands in the file.
    ///
    /// # Errors
    /// None is known.
    pub fn write(&self) -> serde_json::Result<String> {
        let text = serde_json::to_string_pretty(self)?;
        let teeth = self.teeth.iter().map(|raw| (TEETH, raw));
        let own = teeth.chain(self.motion.iter().map(|raw| (MOTION, raw)));
        Ok(with_members(&text, own.chain(self.others.iter().map(|(name, raw)| (name.as_str(), raw)))))
    }
}

fn yes() -> bool {
    true
}

fn identity() -> [[f64; 4]; 4] {
    Rigid::IDENTITY.to_rows()
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ScansRecord {
    pub upper: ScanRecord,
    pub lower: ScanRecord,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ScanRecord {
    /// Inside the case: "upper.stl". Never the name of the scan's own file, which often is the patient's.
    pub name: String,
    /// Of the scan's bytes, hex.
    pub blake3: String,
    pub bytes: u64,
    pub unit: LengthUnit,
    pub embedded: bool,
    /// Of a scan that is not embedded, seen from the folder of the case.
    #[serde(default)]
    pub path: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct DirectionsRecord {
    pub origin: [f64; 3],
    pub up: [f64; 3],
    pub front: [f64; 3],
    /// The pose in which the jaws were in occlusion.
    #[serde(default = "identity")]
    pub occlusion: [[f64; 4]; 4],
    #[serde(default)]
    pub hinge: HingeRecord,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct HingeRecord {
    pub intercondylar_mm: f64,
    pub incisal_to_condyle_mm: f64,
    pub balkwill_angle_rad: f64,
}

impl Default for HingeRecord {
    fn default() -> Self {
        // What the average was when cases began to be written (decision 037): a figure that is not in a file does not change with it.
        Self { intercondylar_mm: 100.0, incisal_to_condyle_mm: 100.0, balkwill_angle_rad: 22_f64.to_radians() }
    }
}

impl HingeRecord {
    fn of(anatomy: &HingeAnatomy) -> Self {
        let HingeAnatomy { intercondylar_mm, incisal_to_condyle_mm, balkwill_angle_rad } = *anatomy;
        Self { intercondylar_mm, incisal_to_condyle_mm, balkwill_angle_rad }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct SettingsRecord {
    pub threshold_mm: f64,
    pub range_mm: f64,
    pub resolution: u32,
    pub direction: Option<[f64; 3]>,
    /// "teeth" or "whole": what of the scans is judged. A name that is not known stands for the default.
    pub scope: String,
    /// Between two lines of equal gap; null draws none.
    pub iso_step_mm: Option<f64>,
    /// A name that this program does not know stands for its own default.
    pub palette: String,
    pub paint: bool,
    pub upper: JawAppearanceRecord,
    pub lower: JawAppearanceRecord,
    pub added_faces: bool,
    pub x_ray: bool,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct JawAppearanceRecord {
    pub visible: bool,
    pub opacity: f32,
}

impl Default for JawAppearanceRecord {
    fn default() -> Self {
        Self { visible: true, opacity: 1.0 }
    }
}

impl Default for SettingsRecord {
    fn default() -> Self {
        Self::of(&Settings::default())
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ViewRecord {
    #[serde(default)]
    pub name: String,
    pub camera: CameraRecord,
    /// The one jaw that it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solo: Option<JawSide>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct CameraRecord {
    pub target: [f64; 3],
    /// x, y, z, w.
    pub orientation: [f64; 4],
    pub height_mm: f64,
    #[serde(default)]
    pub fov_rad: Option<f64>,
}

/// The word that JSON has for one of several choices.
fn word(choice: &impl Serialize) -> String {
    let value = serde_json::to_value(choice).ok();
    value.and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The choice, or the default where the word is a later program's.
fn of_word<T: serde::de::DeserializeOwned + Default>(word: &str) -> T {
    serde_json::from_value(Value::String(word.to_owned())).unwrap_or_default()
}

fn invalid(what: &str) -> CaseError {
    CaseError::Invalid(what.to_owned())
}

impl CameraRecord {
    fn of(camera: &Camera) -> Self {
        let Camera { target, orientation, height_mm, fov_rad } = *camera;
        Self { target: target.to_array(), orientation: orientation.to_array(), height_mm, fov_rad }
    }

    fn camera(&self) -> Result<Camera, CaseError> {
        let orientation = DQuat::from_array(self.orientation);
        let fov_is_sound = self.fov_rad.is_none_or(|fov| fov > 1e-3 && fov < 3.0);
        let is_sound = self.target.iter().all(|x| x.is_finite())
            && (orientation.length() - 1.0).abs() < 1e-3
            && (1e-3..1e6).contains(&self.height_mm)
            && fov_is_sound;
        if !is_sound {
            return Err(invalid("a view"));
        }
        let (target, orientation) = (DVec3::from_array(self.target), orientation.normalize());
        Ok(Camera { target, orientation, height_mm: self.height_mm, fov_rad: self.fov_rad })
    }
}

impl DirectionsRecord {
    fn of(directions: &Directions) -> Self {
        let OcclusalFrame { origin, up, front, .. } = directions.frame;
        Self {
            origin: origin.to_array(),
            up: up.to_array(),
            front: front.to_array(),
            occlusion: directions.occlusion.to_rows(),
            hinge: HingeRecord::of(&directions.anatomy),
        }
    }

    fn directions(&self) -> Result<Directions, CaseError> {
        let [origin, up, front] = [self.origin, self.up, self.front].map(DVec3::from_array);
        let frame = OcclusalFrame::from_up_and_front(origin, up, front).filter(OcclusalFrame::is_sound);
        let HingeRecord { intercondylar_mm, incisal_to_condyle_mm, balkwill_angle_rad } = self.hinge;
        let anatomy = HingeAnatomy { intercondylar_mm, incisal_to_condyle_mm, balkwill_angle_rad };
        // As wide as any head, and wider.
        let is_head = [intercondylar_mm, incisal_to_condyle_mm].iter().all(|mm| (1.0..1000.0).contains(mm))
            && (-1.6..1.6).contains(&balkwill_angle_rad);
        let frame = frame.filter(|_| is_head).ok_or_else(|| invalid("the patient's directions"))?;
        let occlusion = Rigid::from_rows(self.occlusion).map_err(|_| invalid("the pose in occlusion"))?;
        Ok(Directions { frame, occlusion, anatomy })
    }
}

impl SettingsRecord {
    fn of(settings: &Settings) -> Self {
        let jaw = |view: JawAppearance| JawAppearanceRecord { visible: view.visible, opacity: view.opacity };
        Self {
            threshold_mm: settings.threshold_mm,
            range_mm: settings.range_mm,
            resolution: settings.resolution,
            direction: settings.direction.map(|d| d.to_array()),
            scope: word(&settings.scope),
            iso_step_mm: settings.iso_step_mm,
            palette: word(&settings.palette),
            paint: settings.paint,
            upper: jaw(settings.upper),
            lower: jaw(settings.lower),
            added_faces: settings.added_faces,
            x_ray: settings.x_ray,
        }
    }

    fn settings(&self) -> Result<Settings, CaseError> {
        if !Settings::are_possible(self.threshold_mm, self.range_mm, self.resolution) {
            return Err(invalid("the settings of the analysis"));
        }
        let direction = match self.direction.map(DVec3::from_array) {
            Some(d) => Some(d.try_normalize().ok_or_else(|| invalid("the projection's direction"))?),
            None => None,
        };
        let opacity = |x: f32| if x.is_finite() { x.clamp(0.0, 1.0) } else { 1.0 };
        let jaw = |v: &JawAppearanceRecord| JawAppearance { visible: v.visible, opacity: opacity(v.opacity) };
        Ok(Settings {
            threshold_mm: self.threshold_mm,
            range_mm: self.range_mm,
            resolution: self.resolution,
            direction,
            scope: of_word(&self.scope),
            iso_step_mm: self.iso_step_mm.filter(|mm| (1e-4..=10.0).contains(mm)),
            palette: of_word(&self.palette),
            paint: self.paint,
            upper: jaw(&self.upper),
            lower: jaw(&self.lower),
            added_faces: self.added_faces,
            x_ray: self.x_ray,
        })
    }
}

/// Nobody writes or saves as many; they are laid out in one piece. Bytes.
const LONGEST_NOTES: usize = 1 << 20;
const MOST_PROJECTION_MAPS: usize = 1000;

impl CaseRecord {
    pub fn of(content: &CaseContent, scans: ScansRecord) -> Self {
        Self {
            schema: SCHEMA.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            saved: content.saved.clone(),
            scans,
            closed: content.closed,
            upper_from_lower: content.upper_from_lower.to_rows(),
            bites: content.bites.list().iter().map(NamedBiteRecord::of).collect(),
            bite: content.bites.place(),
            bite_left_by: content.bites.at(&content.upper_from_lower).is_none().then(|| content.bites.came_by()),
            directions: content.directions.as_ref().map(DirectionsRecord::of),
            settings: SettingsRecord::of(&content.settings),
            notes: content.notes.clone(),
            camera: content.camera.as_ref().map(CameraRecord::of),
            solo: content.solo,
            layout: content.layout.clone(),
            views: content
                .views
                .iter()
                .map(|v| ViewRecord { name: v.name.clone(), camera: CameraRecord::of(&v.camera), solo: v.solo })
                .collect(),
            teeth: content.teeth.clone(),
            trim: content.trim.clone(),
            section: content.section,
            measures: content.measures.iter().map(MeasureRecord::of).collect(),
            motion: content.motion.clone(),
            pins: content.pins.iter().map(PinRecord::of).collect(),
            placed: content.placed.iter().map(PlacedRecord::of).collect(),
            recovery: content.recovery.clone(),
            others: content.others.clone(),
        }
    }

    /// The bites; of a case without any the one of the scans' files alone.
    fn bites(&self) -> Option<Bites> {
        let came_by = self.bite_left_by.unwrap_or_default();
        if self.bites.is_empty() {
            return Some(Bites::default());
        }
        // More than a case holds are not even looked at.
        let first = self.bites.iter().take(MOST_BITES + 1).map(NamedBiteRecord::bite);
        Bites::of(first.collect::<Option<_>>()?, self.bite, came_by)
    }

    /// What the record says, if it can be.
    ///
    /// # Errors
    /// [`CaseError::Invalid`], naming what cannot be.
    pub fn content(self) -> Result<CaseContent, CaseError> {
        if self.notes.len() > LONGEST_NOTES || self.views.len() > MOST_PROJECTION_MAPS {
            return Err(invalid("its notes or views (there are too many)"));
        }
        if self.trim.as_ref().is_some_and(|trim| trim.check().is_err()) {
            return Err(invalid("the trimmed surface"));
        }
        if self.section.is_some_and(|section| !section.is_sound()) {
            return Err(invalid("the place of the section"));
        }
        let measures =
            measures(&self.measures).ok_or_else(|| invalid("its measures (a place, or how many there are)"))?;
        let pins = pins(&self.pins).ok_or_else(|| invalid("its pins (a place, or how many there are)"))?;
        let placed = placed(&self.placed).ok_or_else(|| invalid("its points of teeth (a place, or one twice)"))?;
        let bites = self.bites().ok_or_else(|| invalid("its bites (a pose, a name twice, or how many there are)"))?;
        let (settings, doubt) = self.settings.settings()?.as_by_hand();
        let name = |view: &ViewRecord| tidy(&view.name).unwrap_or_else(|| "View".into());
        let views =
            self.views.iter().map(|v| Ok(NamedView { name: name(v), camera: v.camera.camera()?, solo: v.solo }));
        Ok(CaseContent {
            unit: self.scans.upper.unit,
            closed: self.closed,
            upper_from_lower: Rigid::from_rows(self.upper_from_lower).map_err(|_| invalid("the pose"))?,
            bites,
            directions: self.directions.map(|d| d.directions()).transpose()?,
            settings,
            camera: self.camera.map(|c| c.camera()).transpose()?,
            solo: self.solo,
            views: views.collect::<Result<_, CaseError>>()?,
            saved: self.saved,
            notes: self.notes,
            layout: self.layout,
            teeth: self.teeth,
            trim: self.trim,
            section: self.section,
            measures,
            motion: self.motion,
            pins,
            placed,
            recovery: self.recovery,
            others: self.others,
            doubt,
        })
    }
}
