//! The test scenes of the 1995 paper (Myszkowski, Okunev, Kunii, sect. 8, fig. 3, table 1): "multiple simple polyhedra",
//! their faces tessellated until a scene has the number of polygons wanted. The figure is a photograph and gives no
//! sizes; what the text says of each scene is kept: how many bodies are concave, up to six layers a pixel, and a pose
//! that calls for every rendering pass ("the worst case scenario").
use super::polyhedra::{Comb, octahedron};
use super::{Scene, closed_pair};
use crate::base::Rigid;
use crate::mesh::TriMesh;
use glam::DVec3;

/// One of fig. 3's scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperScene {
    /// Fig. 3a: one pi-convex and one concave body of six layers. An octahedron stands in a comb of three bars; its tip
    /// lies in the second gap.
    ConvexAndConcave,
    /// Fig. 3b: two pi-convex bodies. Two octahedra, one beside and a little below the other.
    TwoConvex,
    /// Fig. 3c: two concave bodies. Two combs with their bars in each other's gaps, the lower one tilted, so that bars
    /// pass each other clear at one end and meet at the other: only the order of the layers tells.
    TwoConcave,
}

/// How far the lower comb of the third scene is turned about the y axis, degrees.
const TILT_DEG: f64 = 5.0;

impl PaperScene {
    /// About `n_polygons` triangles in all, within 1 % from 10,000 on. Lengths mm.
    pub fn make(self, n_polygons: usize) -> Scene {
        let (upper, lower, upper_from_lower) = match self {
            Self::ConvexAndConcave => {
                let upper = half_octahedron(n_polygons, DVec3::new(2.0, 0.0, 5.0), DVec3::new(8.0, 8.0, 12.0));
                let lower = COMB.mesh(n_polygons - upper.triangles.len());
                (upper, lower, Rigid::IDENTITY)
            }
            Self::TwoConvex => {
                let radii = DVec3::splat(10.0);
                let upper = half_octahedron(n_polygons, DVec3::new(0.0, 0.0, 1.5), radii);
                let lower = half_octahedron(n_polygons, DVec3::new(7.0, 3.0, -1.5), radii);
                (upper, lower, Rigid::IDENTITY)
            }
            Self::TwoConcave => {
                let thin = Comb { bar_mm: 1.2, gap_mm: 2.8, ..COMB };
                let upper = Comb { low: DVec3::new(-14.0, -10.0, -4.6), ..thin }.mesh(n_polygons / 2);
                let lower = Comb { low: DVec3::new(-9.0, -10.0, -6.6), spine_is_high: true, ..thin };
                let tilt = Rigid::from_six([0.0, 0.0, 0.0, 0.0, TILT_DEG, 0.0]);
                (upper, lower.mesh(n_polygons / 2), tilt)
            }
        };
        let pair = closed_pair([upper, lower], DVec3::Z, DVec3::Y);
        Scene { pair, upper_from_lower, direction: Some(direction()) }
    }
}

/// From above, a little aslant, so that no wall is seen edge on.
fn direction() -> DVec3 {
    DVec3::new(0.06, 0.04, -1.0).normalize()
}

/// The lower body of the first scene: its bars end at z = 0, -4 and -8.
const COMB: Comb = Comb {
    low: DVec3::new(-12.0, -10.0, -10.0),
    bars: 3,
    length_mm: 24.0,
    spine_mm: 4.0,
    spine_is_high: false,
    width_mm: 20.0,
    bar_mm: 2.0,
    gap_mm: 2.0,
};

/// With half of the polygons.
fn half_octahedron(n_polygons: usize, centre: DVec3, radii: DVec3) -> TriMesh {
    octahedron(centre, radii, (n_polygons as f64 / 16.0).sqrt().round() as usize)
}
