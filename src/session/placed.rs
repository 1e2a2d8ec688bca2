//! Changes of the points of teeth that a hand has placed for orthodontic figures.
use crate::base::words::say;
use crate::jaw::Mark;
use crate::jaw::teeth::Fdi;
use crate::jaw::teeth::landmarks::{Landmark, LandmarkKind};
use std::sync::Arc;

/// A point of a tooth.
pub type PointName = (Fdi, LandmarkKind);

#[derive(Clone, Debug, PartialEq)]
pub enum PlacedChange {
    /// All at once, as a record had them.
    All(Arc<Vec<Landmark>>),
    /// One is here, in its jaw's own coordinates.
    Put(Landmark),
    /// These are again where the teeth's shape tells.
    Reset(Vec<PointName>),
}

impl PlacedChange {
    /// Changes the list, in which each point stands once. A place that is none changes nothing.
    pub fn apply(&self, placed: &mut Vec<Landmark>) {
        match self {
            Self::All(all) => placed.clone_from(all),
            Self::Put(point) => {
                if (Mark { side: point.tooth.side(), at: point.at }).is_sound() {
                    placed.retain(|p| p.name() != point.name());
                    placed.push(Landmark { confidence: 1.0, ..*point });
                }
            }
            Self::Reset(points) => placed.retain(|p| !points.contains(&p.name())),
        }
    }

    /// What the list of changes and the undo button call it.
    pub fn name(&self) -> String {
        match self {
            Self::All(_) => say!("placed-restored").into(),
            Self::Put(point) => say!("placed-put", tooth = point.tooth.said()),
            Self::Reset(_) => say!("placed-reset").into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn each_point_stands_once_and_can_be_taken_back() {
        let tooth = |n| Fdi::new(n).expect("a tooth");
        let point = |n, kind, x| Landmark { tooth: tooth(n), kind, at: DVec3::X * x, confidence: 0.2 };
        let mut placed = Vec::new();
        for change in [
            point(11, LandmarkKind::Edge, 1.0),
            point(11, LandmarkKind::Edge, 2.0),
            point(11, LandmarkKind::Mesial, 3.0),
        ] {
            PlacedChange::Put(change).apply(&mut placed);
        }
        PlacedChange::Put(point(21, LandmarkKind::Edge, f64::NAN)).apply(&mut placed);
        assert_eq!(placed.iter().map(|p| (p.at.x, p.confidence)).collect::<Vec<_>>(), [(2.0, 1.0), (3.0, 1.0)]);
        PlacedChange::Reset(vec![(tooth(11), LandmarkKind::Edge), (tooth(41), LandmarkKind::Edge)]).apply(&mut placed);
        assert_eq!(placed.iter().map(Landmark::name).collect::<Vec<_>>(), [(tooth(11), LandmarkKind::Mesial)]);
    }
}
