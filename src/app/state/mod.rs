//! What there is: the desk, the open case on it, and the nouns that both are made of. Plain data and what can be told from it; nothing
//! here knows the GPU, the window or a panel.
pub mod bites;
pub mod case;
pub mod compare;
pub mod contact_mark;
pub mod contact_shown;
pub mod desk;
pub mod drag;
pub mod figures;
pub mod habits;
pub mod hand;
pub mod handles;
pub mod layers;
pub mod leave;
pub mod leaving;
pub mod lock;
pub mod marks_seen;
pub mod measure;
pub mod messages;
pub mod motion;
pub mod open;
pub mod opening;
pub mod ortho;
pub mod pins;
pub mod profile;
pub mod safety;
pub mod save_as;
pub mod section;
pub mod teeth;

pub mod trim;
pub mod uncertainty;
pub mod view;
pub mod wishes;
pub mod zones;

pub use contact_shown::ContactShown;
pub use desk::Desk;
pub use figures::FiguresShown;
pub use habits::Habits;
pub use messages::{Kind, Messages};
pub use open::Open;
pub use view::{Look, Pane, ViewLayout};
pub use wishes::Wishes;
