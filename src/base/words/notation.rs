//! How teeth are numbered when people read them. What programs read has FDI numbers always.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Notation {
    /// ISO 3950: quadrant and place, "16".
    #[default]
    Fdi,
    /// Of the ADA: 1 to 32 from the upper right third molar clockwise; milk teeth A to T.
    Universal,
    /// Quadrant and place, with letters for the quadrant's corner: "UR6"; milk teeth A to E.
    Palmer,
}

impl Notation {
    pub const ALL: [Self; 3] = [Self::Fdi, Self::Universal, Self::Palmer];

    /// As the command line names it.
    pub fn key(self) -> &'static str {
        ["fdi", "universal", "palmer"][self as usize]
    }

    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|notation| notation.key() == key)
    }
}
