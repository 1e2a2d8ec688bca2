//! Inside or outside, on closed and on open surfaces.
//!
//! The generalized winding number (Jacobson et al. 2013) is the surface's solid angle as seen from a point, in units of
//! the whole sphere: on a closed surface 1 inside and 0 outside, on an open one something between, that passes 1/2 where a
//! sensible cap would be. Naive signs (the side of the nearest triangle) go wrong beyond an open rim, where the nearest
//! triangle faces away.
//!
//! Solid angles add up. So an open surface is closed by any cap at all ([`super::cap`]); the whole is counted exactly by a
//! ray, and the cap's own solid angle is taken off again: the cap is small and mostly far away, where its triangles can be
//! taken together as one small surface, after Barill et al. 2018, first order.
use super::bvh::Bvh;
use super::cap::Cap;
use super::rays::{Heading, winding_along};
use glam::DVec3;
use std::sync::Arc;

/// How a mesh tells inside from outside.
pub enum Sides<'a> {
    /// Every edge has as many triangles one way as the other: rays count exactly.
    Closed(&'a Bvh),
    /// With what the surface is closed with: shared by whoever asks often.
    Open(&'a Bvh, Arc<Cap>),
}

impl<'a> Sides<'a> {
    /// `closed`: as the mesh's repair report says. The cap of an open surface is made here; whoever keeps one says
    /// [`Self::Open`].
    pub fn new(bvh: &'a Bvh, closed: bool) -> Self {
        if closed { Self::Closed(bvh) } else { Self::Open(bvh, Arc::new(Cap::new(bvh))) }
    }

    fn bvh(&self) -> &'a Bvh {
        match self {
            Self::Closed(bvh) | Self::Open(bvh, _) => bvh,
        }
    }

    /// What an open surface was closed with.
    pub fn cap(&self) -> Option<&Cap> {
        match self {
            Self::Closed(_) => None,
            Self::Open(_, cap) => Some(cap),
        }
    }

    /// The winding number of the mesh and its cap, the same all over any region that neither touches.
    pub fn winding_with_cap(&self, p: DVec3) -> i32 {
        let heading = Heading::out_of(self.bvh(), p);
        winding_along(self.bvh(), p, heading) + self.cap().map_or(0, |cap| winding_along(&cap.bvh, p, heading))
    }

    /// Whether the answer is the same all over any region that the surface does not touch.
    pub fn is_constant_off_surface(&self) -> bool {
        matches!(self, Self::Closed(_))
    }

    /// Whether a point (mesh's coordinates) lies inside: winding not 0 on a closed mesh, above 1/2 on an open one.
    pub fn is_inside(&self, p: DVec3) -> bool {
        let with_cap = self.winding_with_cap(p);
        match self.cap() {
            None => with_cap != 0,
            Some(cap) => f64::from(with_cap) - cap.dipoles.winding(&cap.bvh, p) > 0.5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::ball;
    use super::*;
    use crate::mesh::shapes;
    use glam::Vec3;

    #[test]
    fn an_open_bowl_has_an_inside() {
        // A ball without its lower half.
        let bowl = shapes::without(&ball(Vec3::ZERO, 5.0, 30), |p| p.z < 0.0);
        let bvh = Bvh::new(&bowl);
        let sides = Sides::new(&bvh, false);
        for (p, inside) in [
            (DVec3::Z * 4.0, true),
            (DVec3::Z * 1.0, true),
            (DVec3::Z * 5.2, false),
            (DVec3::Z * -1.0, false),
            // Beyond the rim and below it, where the nearest triangle is seen from behind.
            (DVec3::new(4.6, 0.0, -0.8), false),
            (DVec3::new(5.3, 0.0, -0.8), false),
        ] {
            assert_eq!(sides.is_inside(p), inside, "{p}");
        }
    }
}
