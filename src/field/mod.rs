//! Floor 3: what a question and a result are, as plain data, and where every engine looks from. No GPU, no files.
pub mod agreement;
pub mod aim;
pub mod between_pixels;
pub mod contact;
pub mod difference;
pub mod figures;
pub mod gap_field;
pub mod layer_code;
pub mod layer_reading;
pub mod layers;
pub mod metrics;
pub mod outline;
pub mod patches;
pub mod planning;
pub mod projection;
pub mod question;
pub mod viewing;

pub use agreement::{Agreement, Judge, MeanDifference, NearEdge, Nearby, agreement, mean_difference};
pub use aim::Aim;
pub use between_pixels::{BetweenPixels, HiddenPlace, UnseenTriangles};
pub use difference::{Figure, difference_percent, worst_difference};
pub use gap_field::{GapField, NO_TRIANGLE, NO_VALUE, PixelClass};
pub use layer_code::{Layer, LayerCode, LayerSequence};
pub use layer_reading::{LayerReading, SolvedBy, Stretch};
pub use metrics::{ContactArea, Metrics, Penetration, PixelCounts, Verdict, added_faces_warning};
pub use projection::{ChosenBy, JawOnMap, Projection};
pub use question::{Counting, Question};
