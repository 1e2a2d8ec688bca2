//! Two objects of a forest and how they lie to each other: the GPU's numbers, and by how much they may be off.
use super::forest::{Forest, Tree};
use super::layout::RelationUniform;
use crate::base::Rigid;
use glam::DVec3;

/// Two objects, the first one's number the smaller, that are near enough to be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relation {
    pub objects: [usize; 2],
    /// In tree units.
    pub a_from_b: Rigid,
    /// No point of one object seen from the other, and no coordinate along an axis, is off by more (tree units).
    pub margin: f64,
    /// Asked for, tree units.
    pub distance: f64,
}

impl Relation {
    /// As the shaders read it. Boxes are looked into up to `further` tree units beyond the distance, and, if `grown` is said, no
    /// farther than by that beyond their bounds.
    pub fn uniform(&self, further: f64, grown: Option<f64>) -> RelationUniform {
        RelationUniform {
            a_from_b: rows(&self.a_from_b),
            b_from_a: rows(&self.a_from_b.inverse()),
            objects: self.objects.map(|o| o as u32),
            margin: above(self.margin),
            distance: above(self.distance),
            reach: above(self.distance + self.margin + further),
            grown: grown.map_or(UNBOUNDED, above),
            ..RelationUniform::default()
        }
    }

    /// No point of the second object has moved by more since another pose, seen from the first (tree units): a corner of its
    /// box has moved most.
    pub fn motion_since(&self, before: &Self, b: &Tree) -> f64 {
        let corner = |i: usize| {
            DVec3::from_array([0, 1, 2].map(|axis| if i >> axis & 1 == 0 { b.lo[axis] } else { b.hi[axis] }))
        };
        let moved = |p: DVec3| self.a_from_b.transform_point(p).distance(before.a_from_b.transform_point(p));
        (0..8).map(|i| moved(corner(i))).fold(0.0, f64::max)
    }
}

/// Farther than anything.
const UNBOUNDED: f32 = 1e30;

/// Upwards, so that nothing is left out.
fn above(x: f64) -> f32 {
    let near = x as f32;
    if x == 0.0 { 0.0 } else { near + near.abs() * 2.0 * f32::EPSILON }
}

fn rows(r: &Rigid) -> [[f32; 4]; 3] {
    let rows = r.to_rows();
    [rows[0], rows[1], rows[2]].map(|row| row.map(|x| x as f32))
}

/// All pairs of objects whose balls come within the distance. An object without triangles or whose pose is not finite is
/// near nothing. `margin_times` is 1 but in tests.
pub fn relations(forest: &Forest, poses: &[Rigid], distance_mm: f64, margin_times: f64) -> Vec<Relation> {
    let there = |o: usize| forest.trees[o].n_triangles() > 0 && poses[o].to_dmat4().is_finite();
    let objects: Vec<usize> = (0..forest.trees.len().min(poses.len())).filter(|o| there(*o)).collect();
    let mut found = Vec::new();
    for (i, a) in objects.iter().enumerate() {
        for b in &objects[i + 1..] {
            let relation = related(forest, [*a, *b], poses, distance_mm, margin_times);
            if are_near(forest, &relation) {
                found.push(relation);
            }
        }
    }
    found
}

fn related(forest: &Forest, [a, b]: [usize; 2], poses: &[Rigid], distance_mm: f64, margin_times: f64) -> Relation {
    let (tree_a, tree_b, unit) = (&forest.trees[a], &forest.trees[b], forest.unit_mm);
    let a_from_b = poses[a].inverse() * poses[b];
    let shift = (a_from_b.transform_point(tree_b.centre) - tree_a.centre) / unit;
    let a_from_b = Rigid { rotation: a_from_b.rotation, translation: shift };
    let size = 3.0 * (tree_a.reach() + tree_b.reach()) + 2.0 * shift.abs().max_element();
    // Of the motion in double precision.
    let far = [a, b].map(|o| poses[o].translation.abs().max_element() + forest.trees[o].centre.abs().max_element());
    let far = far[0].max(far[1]) / unit;
    let margin = margin_times * (ROUNDINGS * f64::from(f32::EPSILON) * size + 64.0 * f64::EPSILON * far);
    Relation { objects: [a, b], a_from_b, margin, distance: distance_mm / unit }
}

/// How many roundings the margin covers, each by one part in 2^23 of `size` (WGSL leaves open to which side a result is
/// rounded). With `s = 3 (reach of a + reach of b) + 2 |shift|`, which no coordinate and no partial sum exceeds:
/// - a vertex is rounded once when it is stored, in either tree: 2;
/// - nine numbers of the turn and three of the shift are rounded: 4 in a coordinate;
/// - three products and three sums make a coordinate of a moved vertex: 6;
/// - a difference to the first corner, three products and two sums make the coordinate along an axis whose numbers add up
///   to 1, for either triangle: 12; likewise a box's middle, half and reach.
///
/// 24 in all. More than twice that: 64, at 40 mm from the middle to the rim of both jaws some 0.002 mm.
const ROUNDINGS: f64 = 64.0;

fn are_near(forest: &Forest, relation: &Relation) -> bool {
    let [a, b] = relation.objects.map(|o| &forest.trees[o]);
    let middle = |t: &Tree| (t.lo + t.hi) * 0.5;
    let radius = |t: &Tree| ((t.hi - t.lo) * 0.5).length();
    let apart = relation.a_from_b.transform_point(middle(b)).distance(middle(a));
    let reach = radius(a) + radius(b) + relation.distance + relation.margin.abs() * 4.0;
    // What is not a number is near.
    apart.is_nan() || apart <= reach
}
