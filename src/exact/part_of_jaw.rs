//! The first contact of what counts of the jaws: the search on trees of that alone.
use super::bvh::Bvh;
use super::engine::BvhEngine;
use super::first_contact::{Ahead, FirstContact, Jaws, Motion, first_contact};
use super::nested::Nesting;
use crate::base::{Cancelled, Progress, Rigid};
use crate::field::contact::Scope;
use crate::mesh::TriMesh;

/// Some triangles of a jaw, with a tree of their own.
struct PartOfJaw {
    bvh: Bvh,
    /// What each is in the whole jaw.
    triangles: Vec<u32>,
}

impl PartOfJaw {
    fn new(mesh: &TriMesh, counts: impl Fn(u32) -> bool, progress: &Progress) -> Result<Self, Cancelled> {
        let triangles: Vec<u32> = (0..mesh.triangles.len() as u32).filter(|t| counts(*t)).collect();
        Ok(Self { bvh: Bvh::build(&mesh.part(&triangles), progress)?, triangles })
    }
}

impl BvhEngine {
    /// As [`BvhEngine::first_contact`], of what counts alone. Of a part of the jaws the surfaces must meet: none lies inside another.
    ///
    /// # Errors
    /// [`Cancelled`] within some tenths of a second.
    pub fn first_contact_of(
        &self,
        scope: &Scope,
        start: &Rigid,
        (motion, limit): (&Motion, f64),
        progress: &Progress,
    ) -> Result<FirstContact, Cancelled> {
        if scope.is_whole() {
            return self.first_contact(start, motion, limit, progress);
        }
        let (upper, lower) = self.meshes();
        let upper = PartOfJaw::new(upper, |t| scope.counts(0, t), progress)?;
        let lower = PartOfJaw::new(lower, |t| scope.counts(1, t), progress)?;
        let nesting = Nesting::of_sheets(&upper.bvh, &lower.bvh);
        let jaws = Jaws { upper: &upper.bvh, lower: &lower.bvh, nesting };
        let found = first_contact(&jaws, start, motion, limit, progress)?;
        let whole = |ahead: Ahead| match ahead {
            Ahead::Contact(mut contact) => {
                contact.upper_triangle = upper.triangles[contact.upper_triangle as usize];
                contact.lower_triangle = lower.triangles[contact.lower_triangle as usize];
                Ahead::Contact(contact)
            }
            other => other,
        };
        Ok(match found {
            FirstContact::Free { closing, opening } => {
                FirstContact::Free { closing: whole(closing), opening: whole(opening) }
            }
            FirstContact::Interfering { opening } => FirstContact::Interfering { opening: whole(opening) },
        })
    }
}
