//! What every format is read into.
use super::error::ImportError;
use crate::base::{RawMesh, Warning};
use glam::Vec3;

/// How many elements are read between two looks at the cancel button.
pub const PROGRESS_STRIDE: usize = 8192;

/// A mesh as its file gives it, with what was odd about the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    pub raw: RawMesh,
    pub warnings: Vec<Warning>,
}

/// Refuses coordinates that are not finite: no later floor could give them a meaning.
pub fn check_finite(positions: &[Vec3]) -> Result<(), ImportError> {
    match positions.iter().position(|p| !p.is_finite()) {
        Some(vertex_idx) => Err(ImportError::NotFinite { vertex: vertex_idx + 1 }),
        None => Ok(()),
    }
}
