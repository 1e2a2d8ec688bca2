//! The path of one jaw as the teeth of the other meet it.
use super::body::body;
use super::{Envelope, MOST_SWEEP_STEP_MM, Sweep, SweepError, close_poses};
use crate::base::{Progress, Rigid};
use crate::field::contact::Scope;
use crate::jaw::{JawPair, JawSide};
use crate::mesh::TriMesh;
use glam::DVec3;

/// So thick the body is under the lowest place of its surface, mm.
const BASE_MM: f64 = 1.0;

/// What is asked of a path.
pub struct FunctionalPath<'a> {
    /// Whose teeth meet it; the other jaw is swept.
    pub of: JawSide,
    /// `upper_from_lower` of every step, `None` in a hole, and whether the jaw leapt there.
    pub steps: &'a [(Option<Rigid>, bool)],
    /// At the start.
    pub start: Rigid,
    pub cell_mm: f64,
}

impl FunctionalPath<'_> {
    /// The closed body, in the coordinates of the scan whose teeth meet it. Of the other jaw that is swept which counts and was scanned.
    ///
    /// # Errors
    /// When nothing is swept, the raster would be too large, or cancelled.
    pub fn body(&self, pair: &JawPair, scope: &Scope, progress: &Progress) -> Result<TriMesh, SweepError> {
        let moving = self.of.other();
        let mesh = &pair.jaw(moving).mesh;
        let triangles: Vec<u32> = (0..mesh.n_scanned as u32).filter(|t| scope.counts(moving as usize, *t)).collect();
        // Of the lower jaw's teeth the upper one moves, the other way round; along the normal as it lies in the lower scan.
        let (steps, up, front) = match self.of {
            JawSide::Upper => (self.steps.to_vec(), pair.frame.up, pair.frame.front),
            JawSide::Lower => {
                let lower_from_upper = self.start.inverse();
                let turned = |v: DVec3| lower_from_upper.transform_vector(v);
                let steps = self.steps.iter().map(|(pose, leap)| (pose.map(|pose| pose.inverse()), *leap)).collect();
                (steps, turned(-pair.frame.up), turned(pair.frame.front))
            }
        };
        let bounds = mesh.bounds().ok_or(SweepError::Nothing)?;
        let poses = close_poses(&steps, [bounds.0.as_dvec3(), bounds.1.as_dvec3()], MOST_SWEEP_STEP_MM);
        let sweep = Sweep { mesh, triangles: &triangles, poses: &poses, up, front, cell_mm: self.cell_mm };
        Ok(body(&Envelope::of(&sweep, progress)?, BASE_MM))
    }
}
