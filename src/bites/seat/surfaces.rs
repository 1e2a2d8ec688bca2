//! What of both jaws a seat is looked for with, wherever they lie and whatever their frame.
use super::heights::Cusps;
use super::points::{Parts, Points};
use super::settle::COARSE_MM;
use crate::base::{Cancelled, Progress, Rigid};
use crate::bites::target::Target;
use crate::exact::BvhEngine;
use crate::field::contact::{Scope, ScopeAsked};
use crate::jaw::JawSide;

/// What comes so near to the other jaw is looked at closely, mm.
const NEAR_MM: f64 = 0.3;

/// Both jaws, as far as they take part.
pub struct Surfaces<'a> {
    pub exact: &'a BvhEngine,
    pub targets: [Target<'a>; 2],
    /// What a first settling is told by.
    pub coarse: Points,
    pub cusps: Cusps,
    scope: Scope,
}

impl<'a> Surfaces<'a> {
    /// # Errors
    /// [`Cancelled`] within a tenth of a second.
    pub fn new(exact: &'a BvhEngine, asked: &ScopeAsked, progress: &Progress) -> Result<Self, Cancelled> {
        let (upper, lower) = exact.meshes();
        let scope = exact.scope(asked);
        progress.check()?;
        let target = |mesh, side| progress.check().map(|()| Target::new(mesh, exact.bvh(side)));
        let targets = [target(upper, JawSide::Upper)?, target(lower, JawSide::Lower)?];
        let parts: Parts = [0, 1].map(|side| {
            let target: &Target = &targets[side];
            let takes_part = |t: &u32| scope.counts(side, *t) && target.is_partner(*t);
            (0..target.mesh.n_scanned as u32).filter(takes_part).collect()
        });
        progress.check()?;
        let coarse = Points::new(&targets, &parts, COARSE_MM);
        progress.check()?;
        let cusps = Cusps::new([upper, lower], &parts);
        Ok(Self { exact, targets, coarse, cusps, scope })
    }

    /// The triangles that come near to the other jaw.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn near(&self, pose: &Rigid, progress: &Progress) -> Result<Parts, Cancelled> {
        let mut near = self.exact.closest_gap(pose).of(&self.scope).seeds(NEAR_MM, progress)?;
        for (triangles, target) in near.iter_mut().zip(&self.targets) {
            triangles.retain(|t| target.is_partner(*t));
            triangles.sort_unstable();
            triangles.dedup();
        }
        Ok(near)
    }
}
