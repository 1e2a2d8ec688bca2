//! Solids inside solids: where no triangles meet, every part of a surface lies wholly inside the other solid or wholly
//! outside, and one point of it tells.
use super::bvh::Bvh;
use super::groups::Groups;
use super::winding::Sides;
use crate::base::Rigid;
use crate::mesh::TriMesh;
use glam::DVec3;

/// Points of a part that must all lie inside an open surface: there inside and outside pass into each other, and a part
/// that crosses the missing cap is not inside.
const N_POINTS: usize = 16;

/// One jaw: its parts and how it tells inside from outside.
struct Parts<'a> {
    /// Of each connected part some vertices, spread over it, mm.
    points: Vec<Vec<DVec3>>,
    sides: Sides<'a>,
}

/// Both jaws.
pub struct Nesting<'a> {
    upper: Parts<'a>,
    lower: Parts<'a>,
}

impl<'a> Nesting<'a> {
    /// Each jaw with its tree and whether its repair report calls it closed.
    pub fn new(upper: (&TriMesh, &'a Bvh, bool), lower: (&TriMesh, &'a Bvh, bool)) -> Self {
        let sides = |(mesh, bvh, closed)| (mesh, Sides::new(bvh, closed));
        Self::with_sides(sides(upper), sides(lower))
    }

    pub fn with_sides(upper: (&TriMesh, Sides<'a>), lower: (&TriMesh, Sides<'a>)) -> Self {
        let parts = |(mesh, sides)| Parts { points: points(mesh), sides };
        Self { upper: parts(upper), lower: parts(lower) }
    }

    /// The same of surfaces that bound nothing.
    pub fn of_sheets(upper: &'a Bvh, lower: &'a Bvh) -> Self {
        let none = |bvh| Parts { points: Vec::new(), sides: Sides::Closed(bvh) };
        Self { upper: none(upper), lower: none(lower) }
    }

    /// Whether a part of one jaw lies inside the other jaw, for surfaces that do not meet in this pose.
    pub fn is_nested(&self, upper_from_lower: &Rigid) -> bool {
        holds(&self.upper.sides, &self.lower.points, upper_from_lower)
            || holds(&self.lower.sides, &self.upper.points, &upper_from_lower.inverse())
    }
}

fn holds(sides: &Sides, parts: &[Vec<DVec3>], own_from_other: &Rigid) -> bool {
    let n = if sides.cap().is_none() { 1 } else { N_POINTS };
    let is_inside = |p: &DVec3| sides.is_inside(own_from_other.transform_point(*p));
    parts.iter().any(|points| points.iter().take(n).all(is_inside))
}

/// Up to [`N_POINTS`] vertices of each part that triangles connect.
fn points(mesh: &TriMesh) -> Vec<Vec<DVec3>> {
    let mut groups = Groups::new(mesh.positions.len());
    for [a, b, c] in &mesh.triangles {
        groups.join(*a, *b);
        groups.join(*a, *c);
    }
    let mut vertices: Vec<(u32, u32)> = mesh.triangles.iter().flatten().map(|v| (groups.root(*v), *v)).collect();
    vertices.sort_unstable();
    vertices.dedup();
    let spread = |part: &[(u32, u32)]| {
        let step = part.len().div_ceil(N_POINTS);
        part.iter().step_by(step).map(|(_, v)| mesh.positions[*v as usize].as_dvec3()).collect()
    };
    vertices.chunk_by(|a, b| a.0 == b.0).map(spread).collect()
}

#[cfg(test)]
mod tests {
    use super::super::test_support::ball;
    use super::*;
    use crate::mesh::shapes;
    use glam::Vec3;

    #[test]
    fn a_ball_in_a_ball_is_nested_and_one_beside_it_is_not() {
        let (large, small) = (ball(Vec3::ZERO, 5.0, 20), ball(Vec3::ZERO, 1.0, 10));
        let two = shapes::joined(&[ball(Vec3::X * 20.0, 1.0, 8), small.clone()]);
        for (upper, lower) in [(&large, &small), (&small, &large), (&large, &two), (&two, &large)] {
            let trees = [Bvh::new(upper), Bvh::new(lower)];
            for closed in [true, false] {
                let nesting = Nesting::new((upper, &trees[0], closed), (lower, &trees[1], closed));
                assert!(nesting.is_nested(&Rigid::IDENTITY));
                assert!(!nesting.is_nested(&Rigid::from_translation(DVec3::Y * 9.0)), "the twin");
            }
        }
        assert_eq!(points(&two).len(), 2);
    }

    #[test]
    fn what_lies_across_the_mouth_of_a_bowl_is_not_inside() {
        let bowl = shapes::without(&ball(Vec3::ZERO, 5.0, 30), |p| p.z > 0.0);
        let rod = shapes::moved(&ball(Vec3::ZERO, 1.0, 10), 0.0, 1.0);
        let trees = [Bvh::new(&bowl), Bvh::new(&rod)];
        let nesting = Nesting::new((&bowl, &trees[0], false), (&rod, &trees[1], true));
        assert!(nesting.is_nested(&Rigid::from_translation(DVec3::Z * -2.0)));
        assert!(!nesting.is_nested(&Rigid::IDENTITY), "half of it looks out");
    }
}
