//! Zones and the curve of area against threshold, as they stand in the JSON of an analysis.
use super::text;
use crate::base::words::{decimal, say};
use crate::engine::{Contact, Sure};
use crate::field::contact::{WHOLE_SHARE, Zone};
use serde::{Deserialize, Serialize};

/// One connected contact; lengths mm, areas mm².
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ZoneRecord {
    /// From 1, the largest first.
    pub id: u32,
    /// Middle of its surface, world coordinates.
    pub centroid: [f64; 3],
    /// The mean of both arches' surface.
    pub area_mm2: f64,
    pub area_upper_mm2: f64,
    pub area_lower_mm2: f64,
    pub penetrating_area_upper_mm2: f64,
    pub penetrating_area_lower_mm2: f64,
    /// 0 of a contact without interpenetration.
    pub max_depth_mm: f64,
    pub min_gap_mm: f64,
    pub triangles_upper: u32,
    pub triangles_lower: u32,
    /// FDI numbers; `null`: not known.
    pub tooth_upper: Option<u8>,
    pub tooth_lower: Option<u8>,
    /// Share of its surface that lies between these two teeth, 0 to 1; `null` where one of them is not known. Below 0.8 it spans
    /// several pairs.
    #[serde(default)]
    pub tooth_share: Option<f64>,
    /// Present where poses nearby were tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "sureness")]
    pub uncertainty: Option<ZoneUncertainty>,
}

/// How sure a zone is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ZoneUncertainty {
    /// In what share of the poses any of its triangles is in contact.
    pub share: f64,
    pub sure: Sure,
}

impl ZoneRecord {
    /// It lies between several pairs of teeth, and the one that it is named by has less than 80 % of it.
    pub fn spans_pairs(&self) -> bool {
        self.tooth_share.is_some_and(|share| share < WHOLE_SHARE)
    }

    fn new(id: u32, zone: &Zone) -> Self {
        let [upper, lower] = zone.area_mm2;
        Self {
            id,
            centroid: zone.centroid.to_array(),
            area_mm2: zone.mean_area_mm2(),
            area_upper_mm2: upper,
            area_lower_mm2: lower,
            penetrating_area_upper_mm2: zone.penetrating_mm2[0],
            penetrating_area_lower_mm2: zone.penetrating_mm2[1],
            max_depth_mm: zone.max_depth_mm(),
            min_gap_mm: zone.min_gap_mm,
            triangles_upper: zone.triangles[0].len() as u32,
            triangles_lower: zone.triangles[1].len() as u32,
            tooth_upper: None,
            tooth_lower: None,
            tooth_share: None,
            uncertainty: None,
        }
    }
}

/// A contact that was not judged; lengths mm, areas mm².
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlaceRecord {
    /// The mean of both arches' surface.
    pub area_mm2: f64,
    /// 0 of a contact without interpenetration.
    pub max_depth_mm: f64,
    /// Middle of its surface, world coordinates.
    pub centroid: [f64; 3],
}

impl PlaceRecord {
    pub fn new(zone: &Zone) -> Self {
        let area_mm2 = zone.mean_area_mm2();
        Self { area_mm2, max_depth_mm: zone.max_depth_mm(), centroid: zone.centroid.to_array() }
    }
}

/// A point of the curve: surface with a gap of at most a threshold, mm and mm².
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    pub threshold_mm: f64,
    pub area_upper_mm2: f64,
    pub area_lower_mm2: f64,
}

/// All zones of a pose.
pub fn zone_records(zones: &[Zone]) -> Vec<ZoneRecord> {
    (1..).zip(zones).map(|(id, zone)| ZoneRecord::new(id, zone)).collect()
}

/// The curve at everything that it was asked for, ascending.
pub fn curve_records(contact: &Contact) -> Vec<CurvePoint> {
    let point = |(threshold_mm, [area_upper_mm2, area_lower_mm2]): (f64, [f64; 2])| CurvePoint {
        threshold_mm,
        area_upper_mm2,
        area_lower_mm2,
    };
    contact.curve().map(point).collect()
}

/// Lines for a picture's caption: both jaws' areas at a threshold by the contact's gap, and how many contacts they are; none where it
/// was not asked for.
pub fn caption(contact: &Contact, threshold_mm: f64) -> Vec<(String, String)> {
    let (Some(area), Some(zones)) = (contact.area(threshold_mm), contact.zones(threshold_mm)) else {
        return Vec::new();
    };
    let (gap, mm) = (contact.gap.name(), decimal(threshold_mm, 3));
    vec![
        (
            say!("report-overlay-upper", gap = gap, mm = mm),
            text::area_parts(area.area_upper_mm2, area.penetrating_area_upper_mm2),
        ),
        (
            say!("report-overlay-lower", gap = gap, mm = mm),
            text::area_parts(area.area_lower_mm2, area.penetrating_area_lower_mm2),
        ),
        (say!("report-overlay-contacts", gap = gap), text::areas_in_words(zones.iter().map(Zone::mean_area_mm2))),
    ]
}
