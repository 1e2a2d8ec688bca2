//! The contact areas of several projections beside the live ones in `occluscope/analysis/1`: field `exact.views`, present
//! where they were computed.
use super::json::ContactRecord;
use crate::field::ContactArea;
use crate::field::contact::GapKind;
use crate::field::multi_projection::MultiProjectionFigures;
use serde::{Deserialize, Serialize};

/// Areas that several projections give of the same pose as the live figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MultiProjectionRecord {
    /// Directions in upper coordinates, the principal one first.
    pub directions: Vec<[f64; 3]>,
    /// All tiles, and those of them that are not finer ones of others: one or a few a projection.
    pub tiles: usize,
    pub coarse_tiles: usize,
    /// Width of the finest pixel, and of the coarsest on the tooth but for 5 % of the area, mm.
    pub finest_mm: f64,
    pub coarsest_mm: f64,
    /// Nothing finer was still to come.
    pub complete: bool,
    pub contact: Vec<ContactRecord>,
    /// Wall time of the work, ms.
    pub frame_ms: f64,
    /// Places that would have been drawn finer, were there time: their number depends on the machine.
    #[serde(default)]
    pub without_time: usize,
    pub warnings: Vec<String>,
}

impl MultiProjectionRecord {
    pub fn new(figures: &MultiProjectionFigures, complete: bool, frame_ms: f64) -> Self {
        let record = |area: &ContactArea| ContactRecord { gap: GapKind::Projected, area: *area };
        Self {
            directions: figures.directions.iter().map(|d| d.to_array()).collect(),
            tiles: figures.n_tiles,
            coarse_tiles: figures.n_coarse,
            finest_mm: figures.finest_mm,
            coarsest_mm: figures.coarsest_mm,
            complete,
            contact: figures.contact.iter().map(record).collect(),
            frame_ms,
            without_time: figures.n_without_time,
            warnings: figures.warnings().iter().map(ToString::to_string).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn figures() -> MultiProjectionFigures {
        let area = ContactArea {
            threshold_mm: 0.1,
            area_upper_mm2: 34.2,
            area_lower_mm2: 34.4,
            penetrating_area_upper_mm2: 8.3,
            ..ContactArea::default()
        };
        MultiProjectionFigures {
            contact: vec![area],
            directions: vec![DVec3::NEG_Z; 6],
            n_tiles: 9,
            finest_mm: 0.0068,
            ..MultiProjectionFigures::default()
        }
    }

    #[test]
    fn the_record_says_the_same_areas() {
        let record = MultiProjectionRecord::new(&figures(), false, 12.0);
        assert_eq!((record.directions.len(), record.tiles, record.complete), (6, 9, false));
        assert_eq!(record.contact[0].area, figures().contact[0]);
        let value = serde_json::to_value(&record).unwrap();
        assert_eq!(serde_json::from_value::<MultiProjectionRecord>(value).unwrap(), record);
    }
}
