//! Where cusps may fit fossae: the lower jaw in every turn and shift within reach, dropped onto the upper one, seen along the occlusal normal.
use super::points::Parts;
use super::spread::{PLACES, place_of, spread_of};
use crate::base::{Cancelled, Progress, Rigid, share_out};
use crate::bites::surface_points::{SurfacePoint, points_of};
use crate::jaw::OcclusalFrame;
use crate::mesh::TriMesh;
use glam::{DMat3, DQuat, DVec3, EulerRot, IVec2};

/// Cells of the map, and spacing of the points that are dropped, mm.
const CELL_MM: f64 = 0.4;
const DROPPED_MM: f64 = 1.2;
/// The map's cells either way from the frame's origin: no arch is larger than 160 mm.
const HALF_MAP: i32 = 200;
/// Surface that faces the other jaw less than this takes no part: cosine.
const FACING: f64 = 0.2;
/// So near counts as fitting, mm; and of so many points, in per mille, the map's cells may be wrong.
const FITS_MM: f32 = 0.8;
const MAY_BE_WRONG: usize = 10;
/// Poses are alike if no point moves by more between them, mm.
const ALIKE_MM: f64 = 1.2;

/// Turns and shifts that are tried, as far as they reach either way. A lattice is the pair's, not that of a start: from starts that lie near
/// each other the very same poses are tried.
#[derive(Clone, Copy, Debug)]
pub struct Lattice {
    /// Between turns, and how many there are either way: about the occlusal normal, sidewards, to the front.
    turn_deg: f64,
    turns: [i32; 3],
    /// Between shifts in the occlusal plane, cells of the map, and how many there are either way.
    cells: i32,
    shifts: i32,
    /// Of the points every so many-th is dropped.
    every: usize,
}

/// A pose of a lattice: its turn about the occlusal normal, sidewards and to the front, and where in the occlusal plane the middle of the points
/// comes to, shifts from the middle of the arches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    turn: [i32; 3],
    cell: IVec2,
}

/// Both jaws as points.
pub struct Cusps {
    upper: Vec<SurfacePoint>,
    lower: Vec<SurfacePoint>,
    /// Of the lower points, their own coordinates.
    middle: DVec3,
}

impl Cusps {
    /// `parts`: the triangles that take part.
    pub fn new([upper, lower]: [&TriMesh; 2], parts: &Parts) -> Self {
        let points = |mesh, spacing_mm, side: usize| points_of(mesh, spacing_mm, parts[side].iter().copied());
        let (upper, lower) = (points(upper, CELL_MM * 0.8, 0), points(lower, DROPPED_MM, 1));
        let middle = lower.iter().map(|p| p.place).sum::<DVec3>() / lower.len().max(1) as f64;
        Self { upper, lower, middle }
    }
}

/// Both jaws along the occlusal normal.
pub struct Drop<'a> {
    frame: &'a OcclusalFrame,
    cusps: &'a Cusps,
    upper: Map,
}

/// How well a pose fits, and the pose.
pub type Fit = (f64, Rigid);

/// Lowest surface in each cell of the occlusal plane, mm along its normal from the frame's origin; infinite where there is none.
struct Map(Vec<f32>);

impl Map {
    fn of(frame: &OcclusalFrame, places: impl Iterator<Item = DVec3>) -> Self {
        let mut map = vec![f32::INFINITY; (4 * HALF_MAP * HALF_MAP) as usize];
        for place in places {
            let (cell, height) = cell_and_height(frame, place);
            if let Some(at) = Self::index(cell) {
                map[at] = map[at].min(height);
            }
        }
        Self(map)
    }

    fn index(cell: IVec2) -> Option<usize> {
        let [x, y] = [cell.x, cell.y].map(|along| along.saturating_add(HALF_MAP));
        let within = |along: i32| (0..2 * HALF_MAP).contains(&along);
        (within(x) && within(y)).then(|| (y * 2 * HALF_MAP + x) as usize)
    }

    fn lowest(&self, cell: IVec2) -> Option<f32> {
        Self::index(cell).map(|at| self.0[at]).filter(|height| height.is_finite())
    }
}

/// A place that is dropped: where it is, its cell, and its height along the normal, mm.
struct Dropped {
    place: DVec3,
    cell: IVec2,
    height: f32,
}

impl<'a> Drop<'a> {
    pub fn new(cusps: &'a Cusps, frame: &'a OcclusalFrame) -> Self {
        Self { frame, cusps, upper: Map::of(frame, cusps.upper.iter().map(|p| p.place)) }
    }

    /// The poses of the lattice near `start` in which most fits, no two alike, dropped to where they nearly touch.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn best(
        &self,
        start: &Rigid,
        lattice: &Lattice,
        most: usize,
        progress: &Progress,
    ) -> Result<Vec<Fit>, Cancelled> {
        let along = self.along(start);
        let from = self.node(start, &along, lattice);
        let found = share_out(
            lattice.turns_about(from.turn).into_iter(),
            || (),
            |(), turn| {
                progress.check()?;
                Ok(self.best_shifts(&self.turned(turn, &along, lattice), from.cell, lattice))
            },
        );
        let mut all: Vec<Fit> = found.into_iter().collect::<Result<Vec<_>, Cancelled>>()?.concat();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best: Vec<Fit> = Vec::new();
        for (fit, pose) in all {
            if best.len() < most && best.iter().all(|(_, known)| self.differ(known, &pose)) {
                best.push((fit, pose));
            }
        }
        Ok(best)
    }

    fn differ(&self, a: &Rigid, b: &Rigid) -> bool {
        let points = &self.cusps.lower;
        let every = points.len().div_ceil(50).max(1);
        let far = |p: &SurfacePoint| a.transform_point(p.place).distance(b.transform_point(p.place));
        points.iter().step_by(every).map(far).fold(0.0, f64::max) > ALIKE_MM
    }

    /// Where the turns of a lattice near a pose begin.
    fn along(&self, pose: &Rigid) -> DMat3 {
        along_axes(&(self.frame.world_from_own().rotation.transpose() * pose.rotation))
    }

    /// Where in the lattice a pose lies. `along`: where its turns begin.
    fn node(&self, pose: &Rigid, along: &DMat3, lattice: &Lattice) -> Node {
        let axes = self.frame.world_from_own().rotation;
        let turned = axes.transpose() * pose.rotation * along.transpose();
        let (about, lean, tip) = DQuat::from_mat3(&turned).to_euler(EulerRot::ZYX);
        let at = axes.transpose() * (pose.transform_point(self.cusps.middle) - self.frame.origin);
        let cell = |mm: f64| (mm / (CELL_MM * f64::from(lattice.cells))).round() as i32;
        Node {
            turn: [about, lean, tip].map(|rad| (rad.to_degrees() / lattice.turn_deg).round() as i32),
            cell: IVec2::new(cell(at.x), cell(at.y)),
        }
    }

    /// Turned as a node is, the middle of the points in that of the arches.
    fn turned(&self, turn: [i32; 3], along: &DMat3, lattice: &Lattice) -> Rigid {
        let OcclusalFrame { up, front, right, origin } = *self.frame;
        let [about, lean, tip] = turn.map(|n| (f64::from(n) * lattice.turn_deg).to_radians());
        let turn = DMat3::from_axis_angle(up, about)
            * DMat3::from_axis_angle(front, lean)
            * DMat3::from_axis_angle(right, tip);
        let rotation = turn * self.frame.world_from_own().rotation * *along;
        Rigid { rotation, translation: origin - rotation * self.cusps.middle }
    }

    /// How far it is to a cell of the map in the occlusal plane.
    fn shift(&self, cell: IVec2) -> DVec3 {
        (self.frame.right * f64::from(cell.x) + self.frame.front * f64::from(cell.y)) * CELL_MM
    }

    /// Of one turn the three shifts about one that fit best.
    fn best_shifts(&self, turned: &Rigid, about: IVec2, lattice: &Lattice) -> Vec<Fit> {
        let facing = |point: &SurfacePoint| {
            let is_facing = turned.transform_vector(point.normal).dot(self.frame.up) > FACING;
            let place = turned.transform_point(point.place);
            let (cell, height) = cell_and_height(self.frame, place);
            is_facing.then_some(Dropped { place, cell, height })
        };
        let posed: Vec<Dropped> = self.cusps.lower.iter().step_by(lattice.every).filter_map(facing).collect();
        let n = lattice.shifts;
        let (mut fits, mut gaps) = (Vec::new(), Vec::new());
        for by in (-n..=n).flat_map(|i| (-n..=n).map(move |j| IVec2::new(i, j))) {
            let cells = about.saturating_add(by).saturating_mul(IVec2::splat(lattice.cells));
            let shift = self.shift(cells);
            let Some((fit, up)) = self.dropped(&posed, (cells, shift), &mut gaps) else { continue };
            fits.push((fit, Rigid::from_translation(shift + self.frame.up * up) * *turned));
        }
        fits.sort_by(|a, b| b.0.total_cmp(&a.0));
        fits.truncate(3);
        fits
    }

    /// How well points fit that were shifted and dropped, and how far up they go; `None` where hardly any lies below the upper jaw. `gaps`:
    /// room to work in.
    fn dropped(&self, points: &[Dropped], (cells, shift): (IVec2, DVec3), gaps: &mut Vec<f32>) -> Option<(f64, f64)> {
        let gap = |p: &Dropped| self.upper.lowest(p.cell.saturating_add(cells)).map(|lowest| lowest - p.height);
        gaps.clear();
        gaps.extend(points.iter().filter_map(gap));
        if gaps.is_empty() || gaps.len() < points.len() / 4 {
            return None;
        }
        let wrong = gaps.len() * MAY_BE_WRONG / 1000;
        let (_, up, _) = gaps.select_nth_unstable_by(wrong, f32::total_cmp);
        let up = *up;
        let mut fitting = [0.0; PLACES];
        for p in points.iter().filter(|p| gap(p).is_some_and(|gap| gap - up < FITS_MM)) {
            fitting[place_of(self.frame, p.place + shift)] += 1.0;
        }
        Some((spread_of(&fitting), f64::from(up)))
    }
}

fn cell_and_height(frame: &OcclusalFrame, at: DVec3) -> (IVec2, f32) {
    let local = at - frame.origin;
    let cell = |along: f64| (along / CELL_MM).floor() as i32;
    (IVec2::new(cell(local.dot(frame.right)), cell(local.dot(frame.front))), local.dot(frame.up) as f32)
}

impl Lattice {
    /// Where a start may lie.
    pub const FAR: Self = Self { turn_deg: 3.0, turns: [2; 3], cells: 3, shifts: 4, every: 3 };
    /// Where seats may lie.
    pub const NEAR: Self = Self { turn_deg: 2.0, turns: [3, 2, 2], cells: 2, shifts: 5, every: 1 };
    /// The same by fewer points, to tell one arch from another.
    pub const NEAR_BY_FEW: Self = Self { every: 3, ..Self::NEAR };

    fn turns_about(&self, from: [i32; 3]) -> Vec<[i32; 3]> {
        let [about, lean, tip] = [0, 1, 2].map(|i| from[i] - self.turns[i]..=from[i] + self.turns[i]);
        let of = |about: i32| {
            let tip = tip.clone();
            lean.clone().flat_map(move |lean| tip.clone().map(move |tip| [about, lean, tip]))
        };
        about.flat_map(of).collect()
    }
}

/// A turn that lays axes on axes, near to this one: what is left of it leans by at most 55 degrees, far from where turns about two axes are
/// one and the same.
fn along_axes(turn: &DMat3) -> DMat3 {
    let rows = turn.transpose();
    let x = nearest_axis(rows.x_axis);
    let y = nearest_axis(rows.y_axis * (DVec3::ONE - x.abs()));
    DMat3::from_cols(x, y, x.cross(y)).transpose()
}

fn nearest_axis(way: DVec3) -> DVec3 {
    let i = way.abs().max_position();
    DVec3::AXES[i] * way[i].signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::bites::seat::surfaces::Surfaces;
    use crate::exact::BvhEngine;
    use crate::exact::test_support::sample;
    use crate::field::contact::ScopeAsked;

    fn with_sample(test: impl FnOnce(&Drop)) {
        let exact = BvhEngine::new(sample());
        let surfaces = Surfaces::new(&exact, &ScopeAsked::whole(), &Progress::default()).expect("not cancelled");
        test(&Drop::new(&surfaces.cusps, &sample().frame));
    }

    #[test]
    fn from_starts_near_each_other_the_same_poses_are_tried() {
        with_sample(|drop| {
            let best =
                |start: &Rigid| drop.best(start, &Lattice::NEAR, 3, &Progress::default()).expect("not cancelled");
            let mut random = Random::new(3);
            let (start, other) = (random.pose(drop.frame.origin, 0.3, 0.5), random.pose(drop.frame.origin, 0.3, 0.5));
            let (found, also) = (best(&start), best(&other));
            assert_eq!(found[0], also[0], "the best of both is one and the same pose, to the last digit");
            assert!(found.len() == 3 && found[0].0 > found[1].0 && drop.differ(&found[0].1, &found[1].1));
            // The twin: from far away other poses are tried.
            assert_ne!(found[0], best(&(Rigid::from_translation(drop.frame.right * 12.0) * start))[0]);
        });
    }

    /// Whatever way a file's axes run: the node is the nearest pose, to half of a step.
    #[test]
    fn a_pose_lies_near_its_node_however_the_scan_is_turned() {
        with_sample(|drop| {
            let (lattice, mut random) = (Lattice::NEAR, Random::new(5));
            for _ in 0..200 {
                let pose = random.pose(drop.frame.origin, 20.0, 180.0);
                let along = drop.along(&pose);
                assert!((along * along.transpose() - DMat3::IDENTITY).to_cols_array().iter().all(|x| x.abs() < 1e-12));
                let node = drop.node(&pose, &along, &lattice);
                let turned = drop.turned(node.turn, &along, &lattice);
                let there = Rigid::from_translation(drop.shift(node.cell * lattice.cells)) * turned;
                let (_, angle) = DQuat::from_mat3(&(there.rotation * pose.rotation.transpose())).to_axis_angle();
                // Half a step about each of three axes.
                assert!(angle.to_degrees() < 0.5 * lattice.turn_deg * 3.0, "{}", angle.to_degrees());
                let moved = there.transform_point(drop.cusps.middle) - pose.transform_point(drop.cusps.middle);
                let half = f64::from(lattice.cells) * CELL_MM / 2.0 + 1e-9;
                assert!(moved.dot(drop.frame.right).abs() < half && moved.dot(drop.frame.front).abs() < half);
                assert_eq!(drop.node(&there, &along, &lattice), node);
            }
        });
    }
}
