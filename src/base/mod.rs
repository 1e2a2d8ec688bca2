//! Floor 0: units, transforms between named spaces, raw meshes as files give them, warnings.
pub mod derived;
pub mod files;
pub mod job;
pub mod json;
pub mod palette;
pub mod progress;
pub mod random;
pub mod raw_mesh;
pub mod rigid;
pub mod rigid_text;
pub mod rounded;
pub mod sections;
pub mod six;
pub mod threads;
pub mod units;
pub mod warning;
pub mod words;

pub use derived::Derived;
pub use job::{Job, Wake, Worker};
pub use palette::Palette;
pub use progress::{Cancelled, Progress};
pub use random::Random;
pub use raw_mesh::{MeshFormat, RawMesh};
pub use rigid::Rigid;
pub use rounded::rounded;
pub use threads::{both, give_way, leave_one, n_threads, on_threads, share_out};
pub use units::LengthUnit;
pub use warning::Warning;

/// The day on which a package of the program was built; `None` for who builds it from its source.
pub const BUILT: Option<&str> = option_env!("OCCLUSCOPE_BUILT");
