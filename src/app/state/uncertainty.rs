//! How sure the contacts are: whether it is wanted, and whether the picture says it.
use crate::engine::UncertaintySettings;

/// Poses nearby are tried, or not.
#[derive(Clone, Debug, PartialEq)]
pub struct UncertaintyWish {
    pub on: bool,
    pub settings: UncertaintySettings,
    /// The paint says it.
    pub in_picture: bool,
}

impl Default for UncertaintyWish {
    /// They are tried by themselves, so that an area never stands without its range.
    fn default() -> Self {
        Self { on: true, settings: UncertaintySettings::default(), in_picture: false }
    }
}

impl UncertaintyWish {
    pub fn wanted(&self) -> Option<UncertaintySettings> {
        self.on.then(|| self.settings.clone())
    }
}
