//! What a person prefers, whatever case is open: no change of a case, and nothing that undo takes back.
use super::uncertainty::UncertaintyWish;
use super::zones::ListHabits;

#[derive(Clone, Debug)]
pub struct Habits {
    /// Exact figures while the hand rests.
    pub exact_at_rest: bool,
    /// With them the areas of the maps of several projections.
    pub all_projections: bool,
    /// The layers of the map's pixel under a resting pointer.
    pub layers: bool,
    /// Prepared scans are kept on disk.
    pub keeps_prepared: bool,
    /// Pictures in files are so many times as wide and high as on the screen.
    pub snapshot_times: u32,
    /// How the list of contacts is ordered.
    pub list: ListHabits,
    /// Whether it is wanted how sure the contacts are.
    pub uncertainty: UncertaintyWish,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            exact_at_rest: true,
            all_projections: true,
            layers: false,
            keeps_prepared: true,
            snapshot_times: 1,
            list: ListHabits::default(),
            uncertainty: UncertaintyWish::default(),
        }
    }
}
