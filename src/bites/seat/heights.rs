//! Where cusps may fit fossae: the lower jaw in every turn and shift within reach, dropped onto the upper one, seen along the occlusal normal.
use super::spread::{PLACES, place_of, spread_of};
use crate::base::{Cancelled, Progress, Rigid, share_out};
use crate::bites::surface_points::surface_points;
use crate::jaw::OcclusalFrame;
use crate::mesh::TriMesh;
use glam::{DVec3, IVec2};

/// Cells of the map, and spacing of the points that are dropped, mm.
const CELL_MM: f64 = 0.4;
const DROPPED_MM: f64 = 1.2;
/// The map's cells either way from the frame's origin: no arch is larger than 160 mm.
const HALF_MAP: i32 = 200;
/// Surface that faces the other jaw less than this takes no part: cosine.
const FACING: f64 = 0.2;
/// Shifts in the occlusal plane (cells of the map), and turns about its normal and within it, that are tried either way.
const SHIFT_CELLS: (i32, i32) = (2, 5);
const TURN_DEG: (f64, i32) = (2.0, 3);
const LEAN_DEG: (f64, i32) = (2.0, 2);
/// So near counts as fitting, mm; and of so many points, in per mille, the map's cells may be wrong.
const FITS_MM: f32 = 0.5;
const MAY_BE_WRONG: usize = 10;

/// Both jaws along the occlusal normal.
pub struct Drop<'a> {
    frame: &'a OcclusalFrame,
    upper: Map,
    /// Of the lower jaw, its own coordinates, with their outward normals.
    points: Vec<(DVec3, DVec3)>,
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
    /// `counts`: whether a triangle of the upper (0) or lower jaw takes part.
    pub fn new([upper, lower]: [&TriMesh; 2], counts: &impl Fn(usize, u32) -> bool, frame: &'a OcclusalFrame) -> Self {
        let map = Map::of(frame, surface_points(upper, CELL_MM * 0.8, |t| counts(0, t)).iter().map(|p| p.place));
        let points = surface_points(lower, DROPPED_MM, |t| counts(1, t));
        Self { frame, upper: map, points: points.iter().map(|p| (p.place, p.normal)).collect() }
    }

    /// The poses near `start` in which most fits, no two alike, dropped to where they nearly touch.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn best(&self, start: &Rigid, most: usize, progress: &Progress) -> Result<Vec<Fit>, Cancelled> {
        let found = share_out(
            turns().into_iter(),
            || (),
            |(), [about, lean, tip]| {
                progress.check()?;
                let turn = self.turn(about, lean, tip) * *start;
                Ok(self.best_shifts(&turn))
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
        const ALIKE_MM: f64 = 1.2;
        let every = self.points.len().div_ceil(50).max(1);
        let far = |(p, _): &(DVec3, DVec3)| a.transform_point(*p).distance(b.transform_point(*p));
        self.points.iter().step_by(every).map(far).fold(0.0, f64::max) > ALIKE_MM
    }

    /// A turn about the frame's origin: about its normal, sidewards and to the front, degrees.
    fn turn(&self, about: f64, lean: f64, tip: f64) -> Rigid {
        let turn = |axis: DVec3, deg: f64| Rigid::from_axis_angle(self.frame.origin, axis, deg.to_radians());
        turn(self.frame.up, about) * turn(self.frame.front, lean) * turn(self.frame.right, tip)
    }

    /// Of one turn the three shifts that fit best.
    fn best_shifts(&self, turned: &Rigid) -> Vec<Fit> {
        let facing = |(place, normal): &(DVec3, DVec3)| {
            let is_facing = turned.transform_vector(*normal).dot(self.frame.up) > FACING;
            let place = turned.transform_point(*place);
            let (cell, height) = cell_and_height(self.frame, place);
            is_facing.then_some(Dropped { place, cell, height })
        };
        let posed: Vec<Dropped> = self.points.iter().filter_map(facing).collect();
        let (step, n) = SHIFT_CELLS;
        let (mut fits, mut gaps) = (Vec::new(), Vec::new());
        for cells in (-n..=n).flat_map(|i| (-n..=n).map(move |j| IVec2::new(i, j) * step)) {
            let shift = (self.frame.right * f64::from(cells.x) + self.frame.front * f64::from(cells.y)) * CELL_MM;
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

fn turns() -> Vec<[f64; 3]> {
    let steps = |(step, n): (f64, i32)| (-n..=n).map(move |i| f64::from(i) * step);
    let of = |about: f64| steps(LEAN_DEG).flat_map(move |lean| steps(LEAN_DEG).map(move |tip| [about, lean, tip]));
    steps(TURN_DEG).flat_map(of).collect()
}
