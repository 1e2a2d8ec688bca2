//! What no pixel shows, in `occluscope/analysis/1`: field `between_pixels`, present where it was looked for.
use crate::field::BetweenPixels;
use serde::{Deserialize, Serialize};

/// Lengths mm, world coordinates. The map's figures (`interference`, `gap.min_mm`, `contact`) do not hold it; the verdict
/// does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BetweenPixelsRecord {
    /// Upper and lower triangles in the contact zone of which the pixels do not say where they go, and those of them that
    /// were tested; `null` where only pairs of triangles were looked at.
    pub unseen_triangles: Option<[u32; 2]>,
    pub tested_triangles: Option<[u32; 2]>,
    /// Pairs of triangles that meet where no pixel interferes.
    pub triangle_pairs: u32,
    /// Distance to the other jaw's nearest surface, of the deepest point found inside it; `null` where none was found.
    pub max_depth_mm: Option<f64>,
    /// Smallest closest gap found there, below 0 inside; `null` where nothing is within the largest threshold.
    pub min_gap_mm: Option<f64>,
    /// Where that is.
    pub place: Option<PlaceRecord>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlaceRecord {
    pub upper: [f64; 3],
    pub lower: [f64; 3],
    pub upper_triangle: u32,
    pub lower_triangle: u32,
}

impl From<&BetweenPixels> for BetweenPixelsRecord {
    fn from(found: &BetweenPixels) -> Self {
        Self {
            unseen_triangles: found.unseen.map(|u| u.n_in_zone),
            tested_triangles: found.unseen.map(|u| u.n_near),
            triangle_pairs: found.n_pairs,
            max_depth_mm: found.depth_mm(),
            min_gap_mm: found.smallest.map(|s| s.gap_mm),
            place: found.smallest.map(|s| PlaceRecord {
                upper: s.upper_point.to_array(),
                lower: s.lower_point.to_array(),
                upper_triangle: s.upper_triangle,
                lower_triangle: s.lower_triangle,
            }),
        }
    }
}

/// A line for people, e.g. "no overlap that the map does not show; smallest gap there 0.120 mm (8 + 12 triangles tested)".
pub fn line(found: &BetweenPixels) -> String {
    let depth = found.depth_mm().map(|mm| format!("an overlap {mm:.3} mm deep, {} pairs of triangles", found.n_pairs));
    let what = depth.unwrap_or_else(|| match (found.n_pairs, found.smallest) {
        (0, Some(place)) => format!("no overlap that the map does not show; smallest gap there {:.3} mm", place.gap_mm),
        (0, None) => "nothing within the largest threshold".into(),
        (n, _) => format!("{n} pairs of triangles touch"),
    });
    match found.unseen.map(|u| u.n_near) {
        Some([upper, lower]) => format!("{what} ({upper} + {lower} triangles tested)"),
        None => what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{HiddenPlace, UnseenTriangles};
    use glam::DVec3;

    #[test]
    fn a_spike_is_told_and_nothing_is_made_up() {
        let place = HiddenPlace {
            gap_mm: -0.25,
            upper_point: DVec3::new(1.0, 2.0, 3.0),
            lower_point: DVec3::new(1.0, 2.0, 3.25),
            upper_triangle: 7,
            lower_triangle: 9,
        };
        let unseen = Some(UnseenTriangles { n_in_zone: [40, 30], n_near: [4, 0] });
        let found = BetweenPixels { unseen, n_pairs: 5, smallest: Some(place) };
        let record = BetweenPixelsRecord::from(&found);
        assert_eq!((record.max_depth_mm, record.min_gap_mm, record.triangle_pairs), (Some(0.25), Some(-0.25), 5));
        assert_eq!(record.place.as_ref().map(|p| (p.upper, p.lower_triangle)), Some(([1.0, 2.0, 3.0], 9)));
        let value = serde_json::to_value(&record).unwrap();
        assert_eq!(serde_json::from_value::<BetweenPixelsRecord>(value).unwrap(), record);
        assert_eq!(line(&found), "an overlap 0.250 mm deep, 5 pairs of triangles (4 + 0 triangles tested)");
        let none = BetweenPixels { unseen: None, n_pairs: 0, smallest: None };
        let record = BetweenPixelsRecord::from(&none);
        assert_eq!((record.unseen_triangles, record.max_depth_mm, record.place), (None, None, None));
        assert_eq!(line(&none), "nothing within the largest threshold");
    }
}
