//! The solid angle of a surface as seen from a point: pieces of it that are far away count as one small surface each, after
//! Barill et al. 2018, first order.
use super::bvh::Bvh;
use glam::{DVec3, Vec3A};
use std::f64::consts::PI;

/// Nodes farther than this many times their size are taken as one piece: the number is then off by less than 0.1
/// (tested on a closed jaw), and the question is on which side of 0.5 it lies.
const FAR: f32 = 2.5;

/// For every node of a tree its triangles as one: the sum of their area vectors, where they are, and how far they reach.
#[derive(Clone, Debug)]
pub struct Dipoles {
    nodes: Vec<Dipole>,
}

#[derive(Clone, Copy, Debug)]
struct Dipole {
    /// Sum of area times normal, mm².
    area: Vec3A,
    /// Mean place by area, mm.
    centre: Vec3A,
    reach_mm: f32,
}

impl Dipoles {
    pub fn new(bvh: &Bvh) -> Self {
        let n = bvh.n_nodes();
        // Area vector, place times area, area.
        let mut sums = vec![(DVec3::ZERO, DVec3::ZERO, 0.0); n];
        for node in (0..n as u32).rev() {
            let link = bvh.link(node);
            sums[node as usize] = if link.is_leaf() {
                let add = |(area, place, size): (DVec3, DVec3, f64), i: usize| {
                    let [a, b, c] = bvh.corners(i);
                    let own = (b - a).cross(c - a) * 0.5;
                    (area + own, place + (a + b + c) / 3.0 * own.length(), size + own.length())
                };
                link.triangles().fold((DVec3::ZERO, DVec3::ZERO, 0.0), add)
            } else {
                let (a, b) = (sums[link.first as usize], sums[link.first as usize + 1]);
                (a.0 + b.0, a.1 + b.1, a.2 + b.2)
            };
        }
        let dipole = |(node, (area, place, size)): (usize, &(DVec3, DVec3, f64))| {
            let node_box = bvh.node_box(node as u32);
            let centre = if *size > 0.0 { Vec3A::from((*place / *size).as_vec3()) } else { node_box.centre };
            let reach_mm = ((centre - node_box.centre).abs() + node_box.half).length();
            Dipole { area: Vec3A::from(area.as_vec3()), centre, reach_mm }
        };
        Self { nodes: sums.iter().enumerate().map(dipole).collect() }
    }

    /// The generalized winding number of a point.
    pub fn winding(&self, bvh: &Bvh, p: DVec3) -> f64 {
        let at = Vec3A::from(p.as_vec3());
        let mut solid_angle = 0.0;
        let mut open = if bvh.is_empty() { Vec::new() } else { vec![0_u32] };
        while let Some(node) = open.pop() {
            let dipole = &self.nodes[node as usize];
            let d = dipole.centre - at;
            let distance_squared = d.length_squared();
            let far = FAR * dipole.reach_mm;
            let link = bvh.link(node);
            if distance_squared > far * far {
                solid_angle += f64::from(d.dot(dipole.area) / (distance_squared * distance_squared.sqrt()));
            } else if link.is_leaf() {
                solid_angle += link.triangles().map(|i| triangle_solid_angle(bvh.corners(i), p)).sum::<f64>();
            } else {
                open.extend([link.first, link.first + 1]);
            }
        }
        solid_angle / (4.0 * PI)
    }
}

/// Van Oosterom and Strackee 1983; positive when the triangle's back is seen. 0 for a point in the triangle's plane.
pub(super) fn triangle_solid_angle(corners: [DVec3; 3], p: DVec3) -> f64 {
    let [a, b, c] = corners.map(|x| x - p);
    let (la, lb, lc) = (a.length(), b.length(), c.length());
    let volume = a.dot(b.cross(c));
    let cosines = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    if volume == 0.0 { 0.0 } else { 2.0 * volume.atan2(cosines) }
}

#[cfg(test)]
mod tests {
    use super::super::rays::winding_by_ray;
    use super::super::test_support::{Random, centre, sample};
    use super::*;
    use crate::mesh::shapes;

    #[test]
    fn winding_numbers_of_a_closed_jaw_are_those_of_rays() {
        let mesh = &sample().lower.mesh;
        let bvh = Bvh::new(mesh);
        let dipoles = Dipoles::new(&bvh);
        let (mut random, at) = (Random::new(6), centre(mesh));
        let (mut n_inside, mut largest) = (0, 0.0_f64);
        for _ in 0..2000 {
            let p = at + random.vector() * DVec3::new(32.0, 9.0, 27.0);
            let (by_ray, by_angle) = (winding_by_ray(&bvh, p), dipoles.winding(&bvh, p));
            assert!((by_angle - f64::from(by_ray)).abs() < 0.1, "{p}: {by_angle} is not {by_ray}");
            n_inside += usize::from(by_ray != 0);
            largest = largest.max((by_angle - f64::from(by_ray)).abs());
        }
        println!("largest error {largest}");
        assert!((100..1900).contains(&n_inside));
        // The twin: inside out.
        let turned = Bvh::new(&shapes::turned(mesh));
        let p = mesh.corners(0)[0].as_dvec3() - mesh.doubled_area_normal(0).as_dvec3().normalize() * 0.3;
        assert_eq!((winding_by_ray(&bvh, p), winding_by_ray(&turned, p)), (1, -1));
        assert!(Dipoles::new(&turned).winding(&turned, p) < -0.9);
    }
}
