//! A pair's jaws as the choice of pixel grids sees them.
use super::error::EngineError;
use crate::base::Rigid;
use crate::field::outline::Outline;
use crate::field::projection_choice::{JawShape, PosedShapes, Volume};
use crate::jaw::JawPair;

/// Upper and lower jaw.
pub struct PairShapes {
    volumes: [Volume; 2],
    outlines: [Outline; 2],
}

impl PairShapes {
    /// # Errors
    /// [`EngineError::NoSurface`].
    pub fn of(pair: &JawPair) -> Result<Self, EngineError> {
        let volume = |mesh| Volume::of(mesh).ok_or(EngineError::NoSurface);
        let volumes = [volume(&pair.upper.mesh)?, volume(&pair.lower.mesh)?];
        Ok(Self { volumes, outlines: [&pair.upper.mesh, &pair.lower.mesh].map(|mesh| Outline::of(mesh)) })
    }

    pub fn posed(&self, upper_from_lower: Rigid) -> PosedShapes<'_> {
        PosedShapes {
            upper: JawShape { outline: &self.outlines[0], volume: &self.volumes[0] },
            lower: JawShape { outline: &self.outlines[1], volume: &self.volumes[1] },
            upper_from_lower,
        }
    }
}
