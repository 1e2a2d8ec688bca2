//! The first contact of what counts of the jaws: the search on trees of that alone.
use super::bvh::Bvh;
use super::engine::BvhEngine;
use super::first_contact::{Ahead, Contact, FirstContact, Jaws, Motion, closing, first_contact};
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

/// What counts of both jaws, made ready for many searches.
pub struct CountedJaws<'a> {
    engine: &'a BvhEngine,
    /// Of the upper and the lower jaw; `None`: all of both counts.
    parts: Option<[PartOfJaw; 2]>,
}

impl CountedJaws<'_> {
    /// Of a part of the jaws the surfaces must meet: none lies inside another.
    fn jaws(&self) -> Jaws<'_> {
        match &self.parts {
            None => self.engine.jaws(),
            Some([upper, lower]) => {
                let nesting = Nesting::of_sheets(&upper.bvh, &lower.bvh);
                Jaws { upper: &upper.bvh, lower: &lower.bvh, nesting }
            }
        }
    }

    /// As [`BvhEngine::first_contact`], of what counts alone.
    ///
    /// # Errors
    /// [`Cancelled`] within some tenths of a second.
    pub fn first_contact(
        &self,
        start: &Rigid,
        (motion, limit): (&Motion, f64),
        progress: &Progress,
    ) -> Result<FirstContact, Cancelled> {
        Ok(match first_contact(&self.jaws(), start, motion, limit, progress)? {
            FirstContact::Free { closing, opening } => {
                FirstContact::Free { closing: self.of_whole(closing), opening: self.of_whole(opening) }
            }
            FirstContact::Interfering { opening } => FirstContact::Interfering { opening: self.of_whole(opening) },
        })
    }

    /// From a clear pose to the first contact; `None` when what counts touches or overlaps at the start.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn closing(
        &self,
        start: &Rigid,
        (motion, limit): (&Motion, f64),
        progress: &Progress,
    ) -> Result<Option<Ahead>, Cancelled> {
        let ahead = closing(&self.jaws(), start, motion, limit, progress)?;
        Ok(ahead.map(|ahead| self.of_whole(ahead)))
    }

    /// The same with the triangles' names in the whole jaws.
    fn of_whole(&self, ahead: Ahead) -> Ahead {
        match (ahead, &self.parts) {
            (Ahead::Contact(contact), Some([upper, lower])) => Ahead::Contact(Contact {
                upper_triangle: upper.triangles[contact.upper_triangle as usize],
                lower_triangle: lower.triangles[contact.lower_triangle as usize],
                ..contact
            }),
            (other, _) => other,
        }
    }
}

impl BvhEngine {
    /// What counts, made ready for many searches.
    ///
    /// # Errors
    /// [`Cancelled`] within some tenths of a second.
    pub fn counted(&self, scope: &Scope, progress: &Progress) -> Result<CountedJaws<'_>, Cancelled> {
        if scope.is_whole() {
            return Ok(CountedJaws { engine: self, parts: None });
        }
        let (upper, lower) = self.meshes();
        let upper = PartOfJaw::new(upper, |t| scope.counts(0, t), progress)?;
        let lower = PartOfJaw::new(lower, |t| scope.counts(1, t), progress)?;
        Ok(CountedJaws { engine: self, parts: Some([upper, lower]) })
    }

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
        self.counted(scope, progress)?.first_contact(start, (motion, limit), progress)
    }
}
