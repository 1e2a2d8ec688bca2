//! Floor 2: the two jaws as a pair: occlusal frame, hinge axis, sample case, preparation of a pair of scans, the teeth.
mod arch_form;
pub mod bite;
pub mod frame;
pub mod glimpse;
pub mod hinge;
pub mod kept;
pub mod measure;
pub mod motion;
pub mod orthodontics;
pub mod pair;
pub mod pin;
pub mod prepare;
pub mod sample;
pub mod section;
pub mod teeth;
pub mod trim;

pub use bite::{Bite, BiteFound, BiteOrigin, FoundByScans, FoundBySeat};
pub use frame::OcclusalFrame;
pub use hinge::{HingeAnatomy, HingeAxis, incisal_point};
pub use measure::{Mark, Measure, MeasureKind};
pub use pair::{Jaw, JawPair, JawSide};
pub use pin::Pin;
pub use prepare::{PairOptions, PrepareError, Scan, prepare_pair};
pub use sample::sample_case;
pub use section::{KeptSection, SectionKind, SectionPlace, SectionPlane};
pub use teeth::{Fdi, JawTeeth, Teeth, ToothRegion, ToothSource};
pub use trim::{JawTrim, Trim};
