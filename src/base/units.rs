//! Length units of scan files. Inside the program every length is in millimetres.

/// The unit of a file's coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum LengthUnit {
    #[serde(rename = "mm")]
    Millimetre,
    #[serde(rename = "m")]
    Metre,
    #[serde(rename = "in")]
    Inch,
}

impl LengthUnit {
    /// Millimetres in one unit.
    pub fn mm(self) -> f64 {
        match self {
            Self::Millimetre => 1.0,
            Self::Metre => 1000.0,
            Self::Inch => 25.4,
        }
    }
}
