//! Two trees under a pose, four boxes at a time: how far the children of a node of one lie from the children of a node of
//! the other, or by how much they overlap. Single precision, padded by what rounding can do.
use super::bvh::Bvh;
use super::bvh::wide::{Child, Points4, dot, three};
use crate::base::Rigid;
use glam::{DVec3, Mat3, Vec3, Vec4};

/// Four boxes; lanes that hold none have walls that are infinite or not a number, and overlap with nothing.
#[derive(Clone, Copy)]
pub struct Boxes4 {
    pub lo: Points4,
    pub hi: Points4,
}

impl Boxes4 {
    /// What a child of a tree holds: the boxes of a node's children or of a leaf's triangles.
    #[inline]
    pub fn within(bvh: &Bvh, child: Child) -> Self {
        match child.node_or_block() {
            Ok(node) => Self { lo: bvh.wide().node(node).lo, hi: bvh.wide().node(node).hi },
            Err(block) => {
                let (lo, hi) = bvh.wide().block(block).bounds();
                Self { lo, hi }
            }
        }
    }

    /// A triangle's box four times, rounded outwards by at least `pad`.
    #[inline]
    pub fn around(t: &[DVec3; 3], pad: f32) -> Self {
        let lo = t[0].min(t[1]).min(t[2]).as_vec3() - pad;
        let hi = t[0].max(t[1]).max(t[2]).as_vec3() + pad;
        Self { lo: splat(lo), hi: splat(hi) }
    }

    /// One of them four times.
    #[inline]
    pub fn lane(&self, lane: usize) -> Self {
        Self { lo: three(|i| Vec4::splat(self.lo[i][lane])), hi: three(|i| Vec4::splat(self.hi[i][lane])) }
    }

    /// The least overlap along the axes, mm; below 0 where an axis parts them.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> Vec4 {
        let along = |i: usize| self.hi[i].min(other.hi[i]) - self.lo[i].max(other.lo[i]);
        along(0).min(along(1)).min(along(2))
    }

    /// Squares of their distances, mm²; not a number or infinite for a lane that holds none.
    #[inline]
    pub fn distances_squared(&self, other: &Self) -> Vec4 {
        let apart = |i: usize| Vec4::ZERO.max((self.lo[i] - other.hi[i]).max(other.lo[i] - self.hi[i]));
        let d = three(apart);
        dot(&d, &d)
    }

    /// Middles and half sizes.
    #[inline]
    fn middles(&self) -> (Points4, Points4) {
        (three(|i| (self.hi[i] + self.lo[i]) * 0.5), three(|i| (self.hi[i] - self.lo[i]) * 0.5))
    }

    /// From where to where they reach along an axis.
    #[inline]
    pub fn along(&self, axis: &Points4) -> (Vec4, Vec4) {
        let (middle, half) = self.middles();
        let (at, reach) = (dot(&middle, axis), dot(&half, &three(|i| axis[i].abs())));
        (at - reach, at + reach)
    }
}

/// The same coordinates in all lanes.
#[inline]
pub fn splat(p: Vec3) -> Points4 {
    [Vec4::splat(p.x), Vec4::splat(p.y), Vec4::splat(p.z)]
}

/// A rigid motion of boxes.
struct Motion {
    rows: [Points4; 3],
    abs_rows: [Points4; 3],
    translation: Points4,
}

impl Motion {
    fn new(m: Mat3, t: Vec3) -> Self {
        let rows: [Points4; 3] = std::array::from_fn(|i| std::array::from_fn(|j| Vec4::splat(m.col(j)[i])));
        let abs_rows = rows.map(|row| row.map(Vec4::abs));
        Self { rows, abs_rows, translation: splat(t) }
    }

    /// The boxes around four moved boxes.
    #[inline]
    fn moved(&self, own: &Boxes4, pad: f32) -> Boxes4 {
        let (middle, half) = own.middles();
        let at = three(|i| dot(&self.rows[i], &middle) + self.translation[i]);
        let reach = three(|i| dot(&self.abs_rows[i], &half) + pad);
        Boxes4 { lo: three(|i| at[i] - reach[i]), hi: three(|i| at[i] + reach[i]) }
    }
}

/// Two trees and the pose of the lower one.
pub struct WidePose<'a> {
    pub upper: &'a Bvh,
    pub lower: &'a Bvh,
    pub pose: &'a Rigid,
    upper_from_lower: Motion,
    /// `None` where the lower jaw is hardly turned: its axes are no others then.
    lower_from_upper: Option<Motion>,
    /// No rounding moves a wall by more, mm.
    pub pad: f32,
}

/// Turned by less than this sine the axes of both jaws are taken for the same.
const HARDLY_TURNED: f64 = 0.1;

impl<'a> WidePose<'a> {
    /// `None` without triangles or with a pose that is not finite: then nothing is near anything.
    pub fn new(upper: &'a Bvh, lower: &'a Bvh, pose: &'a Rigid) -> Option<Self> {
        if upper.is_empty() || lower.is_empty() || !pose.to_dmat4().is_finite() {
            return None;
        }
        let motion = |pose: &Rigid| Motion::new(pose.rotation.as_mat3(), pose.translation.as_vec3());
        let off_diagonal = pose.rotation.to_cols_array_2d();
        let turned = (0..9).any(|k| k / 3 != k % 3 && off_diagonal[k / 3][k % 3].abs() > HARDLY_TURNED);
        // Some ten roundings of numbers of this size, over three coordinates; the boxes' own among them.
        let t = pose.translation.as_vec3().abs().max_element();
        let scale = upper.reach_mm() + 2.0 * lower.reach_mm() + t;
        Some(Self {
            upper,
            lower,
            pose,
            upper_from_lower: motion(pose),
            lower_from_upper: turned.then(|| motion(&pose.inverse())),
            pad: 32.0 * f32::EPSILON * scale,
        })
    }

    /// For each of the lower four boxes (`posed`: seen from the upper jaw) and the upper four a measure, the smaller one
    /// of what it is in the coordinates of either jaw.
    #[inline(always)]
    pub fn measure(
        &self,
        upper: &Boxes4,
        lower: &Boxes4,
        of: impl Fn(&Boxes4, &Boxes4) -> Vec4,
        combine: impl Fn(Vec4, Vec4) -> Vec4,
    ) -> [Vec4; 4] {
        let posed = self.upper_from_lower.moved(lower, self.pad);
        let lane = |lane: usize| of(upper, &posed.lane(lane));
        let mut all = [lane(0), lane(1), lane(2), lane(3)];
        if let Some(motion) = &self.lower_from_upper {
            let back = motion.moved(upper, self.pad);
            for (lane, all) in all.iter_mut().enumerate() {
                *all = combine(*all, of(&back, &lower.lane(lane)));
            }
        }
        all
    }

    /// An axis of the world, and the same in the lower jaw's coordinates with the place of that jaw's origin on it.
    pub fn axis_in_lower(&self, axis: DVec3) -> (Vec3, f32) {
        let in_lower = self.pose.rotation.transpose() * axis;
        (in_lower.as_vec3(), axis.dot(self.pose.translation) as f32)
    }

    #[inline]
    pub fn posed_corners(&self, place: usize) -> [DVec3; 3] {
        let [a, b, c] = self.lower.corners(place);
        [self.pose.transform_point(a), self.pose.transform_point(b), self.pose.transform_point(c)]
    }
}
