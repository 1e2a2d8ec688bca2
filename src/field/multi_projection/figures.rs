//! What several projections say of a pose, for people and for files.
use crate::base::Warning;
use crate::field::ContactArea;
use glam::DVec3;

/// The contact areas of several projections, and how they were come by. Plain data: no maps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MultiProjectionFigures {
    /// True areas of all tiles at each threshold; the projected area is the principal projection's.
    pub contact: Vec<ContactArea>,
    /// Unit, world coordinates, from the upper to the lower jaw; the principal one first.
    pub directions: Vec<DVec3>,
    /// Tiles that are not finer ones of others: one or a few a projection.
    pub n_coarse: usize,
    /// All of them.
    pub n_tiles: usize,
    /// Width of the finest pixel, mm.
    pub finest_mm: f64,
    /// Width of the coarsest pixel on the tooth, mm, but for the coarsest 5 % of the area.
    pub coarsest_mm: f64,
    /// Tiles that would have been drawn finer, were there room.
    pub n_without_room: usize,
    /// Tiles that would have been drawn finer, were there time.
    pub n_without_time: usize,
    /// Interfering pixels of all tiles.
    pub n_interfering: u32,
}

impl MultiProjectionFigures {
    pub fn n_projections(&self) -> usize {
        self.directions.len()
    }

    /// Contact areas at a threshold; `None` when it was not asked for.
    pub fn contact_at(&self, threshold_mm: f64) -> Option<ContactArea> {
        ContactArea::at(&self.contact, threshold_mm)
    }

    /// Nothing is refined.
    pub fn is_coarse(&self) -> bool {
        self.n_tiles == self.n_coarse
    }

    /// What makes the areas less exact than they were asked to be.
    pub fn warnings(&self) -> Vec<Warning> {
        let (without_room, without_time) = (self.n_without_room, self.n_without_time);
        let room = (without_room > 0).then(|| {
            Warning::new(format!(
                "{without_room} places in contact are too large to be drawn as finely as the smallest threshold asks for; areas \
                 at small thresholds are less exact there"
            ))
        });
        let time = (without_time > 0).then(|| {
            Warning::new(format!(
                "{without_time} places in contact were not refined: no time; areas at small thresholds are less exact"
            ))
        });
        room.into_iter().chain(time).collect()
    }

    /// To be said where the principal projection shows no interference and another one does.
    pub fn hidden_interference(&self) -> Option<Warning> {
        (self.n_interfering > 0).then(|| {
            Warning::new(format!(
                "{} pixels interfere along other projections than the principal one, whose pixels are too coarse to show it",
                self.n_interfering
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_left_out_is_told() {
        assert!(MultiProjectionFigures::default().warnings().is_empty());
        assert_eq!(MultiProjectionFigures::default().hidden_interference(), None);
        let figures = MultiProjectionFigures {
            n_without_room: 3,
            n_without_time: 7,
            n_interfering: 2,
            ..MultiProjectionFigures::default()
        };
        let told = figures.warnings();
        assert_eq!(told.len(), 2);
        assert!(told[0].0.starts_with("3 places") && told[0].0.contains("too large"), "{}", told[0]);
        assert!(told[1].0.starts_with("7 places") && told[1].0.contains("no time"), "{}", told[1]);
        assert!(figures.hidden_interference().is_some_and(|w| w.0.starts_with("2 pixels")));
    }
}
