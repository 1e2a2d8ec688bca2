//! What a person prefers, whatever case is open: no change of a case, and nothing that undo takes back.
use super::uncertainty::UncertaintyWish;
use super::zones::ListHabits;
use crate::base::files::places;
use crate::base::words::{Language, Notation};
use std::path::PathBuf;

/// The columns at the sides of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Columns {
    /// Whether the left and the right one are folded; `None`: as the window is wide enough.
    pub folded: [Option<bool>; 2],
    /// Without what a first look does not need.
    pub simple: bool,
}

/// With less width, logical points, both columns would leave the pictures less than half of the window.
const ROOM_FOR_BOTH: f32 = 1000.0;

impl Columns {
    /// Whether the left (0) or the right column is folded in a window of that width, logical points.
    pub fn is_folded(&self, column: usize, width: f32) -> bool {
        self.folded[column].unwrap_or(column == 0 && width < ROOM_FOR_BOTH)
    }
}

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
    /// Where pictures and reports go; `None`: among the person's pictures.
    pub folder: Option<PathBuf>,
    /// How the list of contacts is ordered.
    pub list: ListHabits,
    /// The teeth's numbers stand in the pictures.
    pub tooth_numbers: bool,
    /// What stands beside the pictures.
    pub columns: Columns,
    /// What the window speaks.
    pub language: Language,
    /// How it numbers teeth.
    pub notation: Notation,
    /// Nothing fades or slides.
    pub less_motion: bool,
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
            folder: None,
            list: ListHabits::default(),
            tooth_numbers: true,
            columns: Columns::default(),
            language: Language::default(),
            notation: Notation::default(),
            less_motion: false,
            uncertainty: UncertaintyWish::default(),
        }
    }
}

impl Habits {
    /// Where pictures and reports go now: the folder of the person's choice, as long as it is there, else their own, the working folder.
    pub fn folder_for_files(&self) -> PathBuf {
        let mut folders = self.folder.iter().cloned().chain(places::folders_of_user());
        folders.find(|folder| folder.is_dir()).unwrap_or_else(|| std::env::current_dir().unwrap_or_default())
    }
}
