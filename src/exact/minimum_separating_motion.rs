//! The smallest rigid move of the lower jaw after which no point of either jaw lies inside the other: for a bite that is
//! doubtful, shown and never made by itself.
use super::closest::Hint;
use super::closest_gap::counted_vertices;
use super::engine::BvhEngine;
use super::penetration::DeepestPenetration;
use super::signed::SignedNearest;
use crate::base::{Cancelled, Progress, Rigid};
use crate::field::contact::Scope;
use crate::jaw::JawSide;
use crate::mesh::TriMesh;
use glam::DVec3;

/// Half of a dental arch's width, mm: a turn counts as much as a shift by what it moves there.
const ARCH_RADIUS_MM: f64 = 25.0;
/// Points that are farther from the other jaw than this do not come into its way, mm.
const NEAR_MM: f64 = 1.0;
/// Deeper vertices are not looked for, mm.
const DEEPEST_MM: f64 = 10.0;
/// Depth that counts as none, mm: an eighth of the thinnest foil.
const CLEARED_MM: f64 = 0.001;
/// So many points are measured for the deepest places of all poses together, and for each triangle: then the best of what was found will
/// do. Bites of jaws take fewer.
const MOST_POINTS: u64 = 1 << 17;
const POINTS_A_TRIANGLE: u64 = 8;
/// The surfaces bend: each step is right for flat ones and brings the next one nearer.
const MOST_STEPS: usize = 24;
/// Sweeps over all constraints within a step.
const MOST_SWEEPS: usize = 400;
/// A sweep that changes nothing by more than this is the last, mm.
const SETTLED_MM: f64 = 1e-6;

/// A move that frees the jaws from each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparatingMotion {
    /// In world coordinates: the new pose is this times the old one.
    pub motion: Rigid,
    /// Shift of the place that it was asked for about, mm.
    pub shift_mm: DVec3,
    pub turn_deg: f64,
    /// What is still inside after it, mm; more than 0.002 where no move was found.
    pub left_mm: f64,
}

/// A longer one is no correction of a bite but takes the jaws apart, mm and degrees.
const MOST_SHIFT_MM: f64 = 5.0;
const MOST_TURN_DEG: f64 = 10.0;

/// Whether such a move can be offered: it frees the jaws, and is small.
pub fn is_small_way_out(shift_mm: DVec3, turn_deg: f64, left_mm: f64) -> bool {
    left_mm <= 2.0 * CLEARED_MM && shift_mm.length() <= MOST_SHIFT_MM && turn_deg <= MOST_TURN_DEG
}

/// A place of the lower jaw's surface must move along a way by at least so much; less than 0: it may go back by that.
#[derive(Clone, Copy, Debug)]
struct Constraint {
    /// The way (unit), and how the turn moves the place along it, a mm at the arch's radius each.
    shift: DVec3,
    turn: DVec3,
    least_mm: f64,
}

impl Constraint {
    /// `arm`: from the centre of the turn to the place.
    fn new(arm: DVec3, way: DVec3, least_mm: f64) -> Self {
        Self { shift: way, turn: arm.cross(way) / ARCH_RADIUS_MM, least_mm }
    }

    /// How far a move takes the place along its way, mm.
    fn of(&self, shift: DVec3, turn: DVec3) -> f64 {
        self.shift.dot(shift) + self.turn.dot(turn)
    }
}

impl BvhEngine {
    /// The smallest move about `centre` (world) that frees what counts of the jaws: least sum of the squares of its shift and of what its
    /// turn moves at 25 mm. `None` where nothing is inside. A local answer: out of the other jaw
    /// the near way, or where that is far for its depth, from straight out.
    ///
    /// # Errors
    /// [`Cancelled`] within some tenths of a second.
    pub fn minimum_separating_motion(
        &self,
        scope: &Scope,
        pose: &Rigid,
        centre: DVec3,
        progress: &Progress,
    ) -> Result<Option<SeparatingMotion>, Cancelled> {
        let mut eye = Eye::new(self, scope);
        let Some(seen) = eye.first_look(pose, progress)? else { return Ok(None) };
        let (deepest_mm, out) = (seen.deepest.depth_mm, mean_way(&seen.near));
        let first = eye.least_from(Move::NONE, seen, (pose, centre), progress)?;
        // Where the surfaces turn about, the near way out of each place can lead far astray; straight out is then tried as well.
        let is_good = first.is_free() && first.size_mm() <= FAR_FOR_ITS_DEPTH * deepest_mm;
        let straight =
            if is_good || eye.is_tired() { None } else { eye.straight_out(out, (pose, deepest_mm), progress)? };
        let Some((straight, seen)) = straight else { return Ok(Some(first.seen_from(centre))) };
        let second = eye.least_from(straight, seen, (pose, centre), progress)?;
        let found = [first, second, straight].into_iter().min_by(Move::before);
        Ok(found.map(|found| found.seen_from(centre)))
    }
}

/// A move farther than so many times the depth that it frees is doubted.
const FAR_FOR_ITS_DEPTH: f64 = 1.1;
/// Straight ways out are halved so often.
const HALVINGS: usize = 7;

/// A shift, and a turn (times the arch's radius), mm; and what is still inside after it.
#[derive(Clone, Copy, Debug)]
struct Move {
    shift: DVec3,
    turn: DVec3,
    left_mm: f64,
}

impl Move {
    const NONE: Self = Self { shift: DVec3::ZERO, turn: DVec3::ZERO, left_mm: f64::INFINITY };

    fn is_free(&self) -> bool {
        self.left_mm <= 2.0 * CLEARED_MM
    }

    fn size_mm(&self) -> f64 {
        self.shift.length().hypot(self.turn.length())
    }

    /// One that frees before one that does not; then the smaller one, or what leaves less.
    fn before(&self, other: &Self) -> std::cmp::Ordering {
        let key = |m: &Self| if m.is_free() { m.size_mm() } else { m.left_mm };
        other.is_free().cmp(&self.is_free()).then(key(self).total_cmp(&key(other)))
    }

    fn seen_from(&self, centre: DVec3) -> SeparatingMotion {
        SeparatingMotion {
            motion: about(centre, self.shift, self.turn),
            shift_mm: self.shift,
            turn_deg: (self.turn.length() / ARCH_RADIUS_MM).to_degrees(),
            left_mm: self.left_mm,
        }
    }
}

/// The way out of the other jaw for all that is inside together; `None` where there is none.
fn mean_way(near: &[Near]) -> Option<DVec3> {
    near.iter().filter(|n| n.gap_mm < 0.0).map(|n| n.way).sum::<DVec3>().try_normalize()
}

impl Eye<'_> {
    /// The least move, beginning with one after which this is seen.
    fn least_from(
        &mut self,
        from: Move,
        mut seen: Seen,
        (pose, centre): (&Rigid, DVec3),
        progress: &Progress,
    ) -> Result<Move, Cancelled> {
        let Move { mut shift, mut turn, .. } = from;
        let mut motion = about(centre, shift, turn);
        // The deepest points need be no vertices; once met they are kept.
        let mut kept: Vec<Constraint> = Vec::new();
        for step in 0..MOST_STEPS {
            progress.at(step as f64 / MOST_STEPS as f64)?;
            // Of the whole move, not of what is still missing: else it would be the sum of steps, not the smallest.
            let whole = |c: Constraint| Constraint { least_mm: c.least_mm + c.of(shift, turn), ..c };
            let Deepest { depth_mm, lower_point, way } = seen.deepest;
            if depth_mm > 0.0 {
                kept.push(whole(Constraint::new(lower_point - centre, way, depth_mm)));
            }
            let near = seen.near.iter().map(|near| Constraint::new(near.lower_point - centre, near.way, -near.gap_mm));
            let all: Vec<_> = near.map(whole).chain(kept.iter().copied()).collect();
            (shift, turn) = least_move(&all);
            let now = motion * *pose;
            motion = about(centre, shift, turn);
            // Nothing is deeper than before by more than the jaw has moved.
            let deepest_mm = depth_mm + self.exact.meshes().1.motion_mm(now, motion * *pose);
            seen = self.look(&(motion * *pose), deepest_mm, progress)?;
            if seen.deepest.depth_mm <= CLEARED_MM || self.is_tired() {
                break;
            }
        }
        Ok(Move { shift, turn, left_mm: seen.deepest.depth_mm })
    }

    /// As far along a way as it takes until nothing is inside, and what is seen there; `None` beyond [`DEEPEST_MM`].
    fn straight_out(
        &mut self,
        way: Option<DVec3>,
        (pose, deepest_mm): (&Rigid, f64),
        progress: &Progress,
    ) -> Result<Option<(Move, Seen)>, Cancelled> {
        let Some(way) = way else { return Ok(None) };
        let (mut inside, mut outside) = (0.0, None);
        let mut next = deepest_mm;
        for _ in 0..2 * HALVINGS {
            let shift = way * next;
            let seen =
                self.look(&(Rigid::from_translation(shift) * *pose), (deepest_mm + next).min(DEEPEST_MM), progress)?;
            let left_mm = seen.deepest.depth_mm;
            if left_mm <= CLEARED_MM {
                outside = Some((next, Move { shift, turn: DVec3::ZERO, left_mm }, seen));
            } else {
                inside = next;
            }
            next = match &outside {
                _ if self.is_tired() => break,
                Some((least, ..)) if least - inside < deepest_mm / f64::from(1 << HALVINGS) => break,
                Some((least, ..)) => 0.5 * (inside + least),
                None if next >= DEEPEST_MM => return Ok(None),
                None => (2.0 * next).min(DEEPEST_MM),
            };
        }
        Ok(outside.map(|(_, straight, seen)| (straight, seen)))
    }
}

/// Looks at the jaws in one pose after the other.
struct Eye<'a> {
    exact: &'a BvhEngine,
    scope: &'a Scope,
    /// Vertices of the upper and of the lower jaw that count, and where each was near last.
    vertices: [Vec<u32>; 2],
    hints: [Vec<Hint>; 2],
    /// Points that were measured for the deepest places, and how many may be.
    n_points: u64,
    most_points: u64,
}

/// What was seen in a pose.
struct Seen {
    deepest: Deepest,
    /// Vertices inside, and those that may come into the way.
    near: Vec<Near>,
}

impl<'a> Eye<'a> {
    fn new(exact: &'a BvhEngine, scope: &'a Scope) -> Self {
        let (upper, lower) = exact.meshes();
        let counted = |side: usize, mesh: &TriMesh| {
            let all = (0..).zip(counted_vertices(mesh, |triangle| scope.counts(side, triangle)));
            all.filter_map(|(vertex, counts)| counts.then_some(vertex)).collect()
        };
        let vertices = [counted(0, upper), counted(1, lower)];
        let n_triangles = (upper.triangles.len() + lower.triangles.len()) as u64;
        let most_points = MOST_POINTS + POINTS_A_TRIANGLE * n_triangles;
        Self { exact, scope, vertices, hints: [Vec::new(), Vec::new()], n_points: 0, most_points }
    }

    /// Enough was looked for.
    fn is_tired(&self) -> bool {
        self.n_points > self.most_points
    }

    /// `None` where nothing is inside.
    fn first_look(&mut self, pose: &Rigid, progress: &Progress) -> Result<Option<Seen>, Cancelled> {
        let Some(deepest) = self.exact.deepest_penetration(pose, progress)? else { return Ok(None) };
        // Of a part of the jaws nothing is deeper than of the whole.
        let seen = self.look(pose, (deepest.depth_mm + deepest.error_mm).min(DEEPEST_MM), progress)?;
        Ok(Some(seen).filter(|seen| seen.deepest.depth_mm > CLEARED_MM))
    }

    /// What is at most `deepest_mm` inside, and what is near. The deepest place: of whole jaws any, of a part of them a vertex.
    fn look(&mut self, pose: &Rigid, deepest_mm: f64, progress: &Progress) -> Result<Seen, Cancelled> {
        let mut near = Vec::new();
        for side in [JawSide::Upper, JawSide::Lower] {
            progress.check()?;
            self.look_from(side, pose, deepest_mm + NEAR_MM, &mut near);
        }
        let inside = near.iter().filter(|n| n.gap_mm < 0.0).min_by(|a, b| a.gap_mm.total_cmp(&b.gap_mm));
        let vertex = inside.map(|n| Deepest { depth_mm: -n.gap_mm, lower_point: n.lower_point, way: n.way });
        let any = if self.scope.is_whole() { self.deepest(pose, progress)? } else { None };
        let any = any.map(|d| Deepest {
            depth_mm: d.depth_mm,
            lower_point: d.lower_point,
            way: (d.upper_point - d.lower_point) / d.depth_mm,
        });
        Ok(Seen { deepest: any.or(vertex).unwrap_or(Deepest::NONE), near })
    }

    fn deepest(&mut self, pose: &Rigid, progress: &Progress) -> Result<Option<DeepestPenetration>, Cancelled> {
        let found = self.exact.depth(pose, progress)?;
        self.n_points += found.n_points;
        Ok(found.deepest)
    }

    /// Every vertex of what counts of a jaw that is inside what counts of the other, or near it.
    fn look_from(&mut self, side: JawSide, pose: &Rigid, radius_mm: f64, found: &mut Vec<Near>) {
        let at = usize::from(side == JawSide::Lower);
        let own = [self.exact.meshes().0, self.exact.meshes().1][at];
        let to_world = |side: JawSide, p: DVec3| if side == JawSide::Lower { pose.transform_point(p) } else { p };
        let vertices = &self.vertices[at];
        let gaps = self.exact.closest_gaps_at((side, vertices), pose, radius_mm, &mut self.hints[at]);
        for (vertex, near) in vertices.iter().zip(gaps) {
            let is_meant = |n: &SignedNearest| {
                n.signed_mm < NEAR_MM && n.nearest.distance_mm > 1e-9 && self.scope.counts(1 - at, n.nearest.triangle)
            };
            let Some(near) = near.filter(is_meant) else { continue };
            let place = to_world(side, own.positions[*vertex as usize].as_dvec3());
            let on_other = to_world(side.other(), near.nearest.point);
            // From inside to outside of the other jaw.
            let out = (place - on_other) * near.signed_mm.signum() / near.nearest.distance_mm;
            let (way, lower_point) = if side == JawSide::Lower { (out, place) } else { (-out, on_other) };
            found.push(Near { gap_mm: near.signed_mm, lower_point, way });
        }
    }
}

/// A place inside the other jaw, the way out of it for the lower jaw (unit), mm.
struct Deepest {
    depth_mm: f64,
    lower_point: DVec3,
    way: DVec3,
}

impl Deepest {
    const NONE: Self = Self { depth_mm: 0.0, lower_point: DVec3::ZERO, way: DVec3::ZERO };
}

/// A vertex near the other jaw: its gap, its place on the lower jaw, and the way in which the gap of that grows; mm.
struct Near {
    gap_mm: f64,
    lower_point: DVec3,
    way: DVec3,
}

/// The least shift and turn (times the arch's radius, mm) that satisfy all constraints, by Hildreth's method: each in turn is
/// satisfied exactly, and takes back of what it has added before whatever the others make needless.
fn least_move(constraints: &[Constraint]) -> (DVec3, DVec3) {
    let (mut shift, mut turn) = (DVec3::ZERO, DVec3::ZERO);
    let mut weights = vec![0.0_f64; constraints.len()];
    for _ in 0..MOST_SWEEPS {
        let mut largest: f64 = 0.0;
        for (c, weight) in constraints.iter().zip(&mut weights) {
            let size = c.shift.length_squared() + c.turn.length_squared();
            let missing = c.least_mm - c.of(shift, turn);
            let new = (*weight + missing / size).max(0.0);
            let change = new - *weight;
            if change != 0.0 {
                *weight = new;
                shift += c.shift * change;
                turn += c.turn * change;
                largest = largest.max(change.abs() * size.sqrt());
            }
        }
        if largest < SETTLED_MM {
            break;
        }
    }
    (shift, turn)
}

/// Turn about `centre`, then shift; `turn` is a rotation vector times the arch's radius, mm.
fn about(centre: DVec3, shift: DVec3, turn: DVec3) -> Rigid {
    let angle = turn.length() / ARCH_RADIUS_MM;
    let rotation = turn.try_normalize().map_or(Rigid::IDENTITY, |axis| Rigid::from_axis_angle(centre, axis, angle));
    Rigid::from_translation(shift) * rotation
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{ball, real_pair, sample};
    use super::*;
    use crate::base::LengthUnit;
    use crate::jaw::{Jaw, JawPair, OcclusalFrame};
    use crate::mesh::RepairReport;
    use crate::mesh::shapes::joined;
    use glam::Vec3;
    use std::sync::Arc;

    fn engine(upper: TriMesh, lower: TriMesh) -> BvhEngine {
        let report = RepairReport { closed: true, ..RepairReport::default() };
        let jaw = |mesh| Jaw {
            name: String::new(),
            blake3: String::new(),
            unit: LengthUnit::Millimetre,
            mesh: Arc::new(mesh),
            report: report.clone(),
        };
        let frame = OcclusalFrame { origin: DVec3::ZERO, up: DVec3::Z, front: DVec3::Y, right: DVec3::X };
        BvhEngine::new(&JawPair {
            upper: jaw(upper),
            lower: jaw(lower),
            frame,
            occlusion: Rigid::IDENTITY,
            told: Default::default(),
        })
    }

    /// The near ways out of both neighbours contradict each other.
    #[test]
    fn a_ball_squeezed_between_others_goes_straight_out() {
        let at = |x: f32, z: f32| ball(Vec3::new(x, 0.0, z), 3.0, 40);
        let upper = joined(&[at(-5.75, 0.0), at(5.75, 0.0), at(0.0, 5.0)]);
        let engine = engine(upper, ball(Vec3::ZERO, 3.0, 40));
        let (pose, centre, progress) = (Rigid::IDENTITY, DVec3::ZERO, Progress::default());
        let found = engine.minimum_separating_motion(&Scope::WHOLE, &pose, centre, &progress).expect("not cancelled");
        let found = found.expect("they are inside each other");
        // 6² = 5.75² + 1.71²
        let size = found.shift_mm.length().hypot(found.turn_deg.to_radians() * ARCH_RADIUS_MM);
        assert!(found.left_mm <= 2.0 * CLEARED_MM && size < 1.8, "{found:?}");
        // The twin: by near ways alone.
        let mut eye = Eye::new(&engine, &Scope::WHOLE);
        let seen = eye.first_look(&pose, &progress).expect("not cancelled").expect("inside");
        let near = eye.least_from(Move::NONE, seen, (&pose, centre), &progress).expect("not cancelled");
        assert!(!near.is_free() || near.size_mm() > 3.0, "{near:?}");
        // Who may not look for long takes the best of what was seen, and says what is left.
        let mut tired = Eye { most_points: 0, ..Eye::new(&engine, &Scope::WHOLE) };
        let seen = tired.first_look(&pose, &progress).expect("not cancelled").expect("inside");
        let out = mean_way(&seen.near);
        let first = tired.least_from(Move::NONE, seen, (&pose, centre), &progress).expect("not cancelled");
        assert!(!first.is_free() && first.left_mm.is_finite(), "{first:?}");
        assert!(0 < tired.n_points && tired.n_points < eye.n_points, "{}, {}", tired.n_points, eye.n_points);
        assert!(tired.straight_out(out, (&pose, 1.0), &progress).expect("not cancelled").is_none());
    }

    #[test]
    fn two_balls_part_along_the_line_of_their_middles() {
        // Of radius 3, their middles 5.8 apart along a slanted line.
        let way = DVec3::new(1.0, 2.0, -2.0).normalize();
        let engine = engine(ball(Vec3::ZERO, 3.0, 40), ball((way * 5.8).as_vec3(), 3.0, 40));
        let found = engine
            .minimum_separating_motion(&Scope::WHOLE, &Rigid::IDENTITY, way * 2.9, &Progress::default())
            .expect("not cancelled");
        let found = found.expect("they are inside each other");
        // Facets lie up to 0.004 mm inside the balls.
        assert!((found.shift_mm.length() - 0.2).abs() < 0.012, "{found:?}");
        assert!(found.shift_mm.normalize().dot(way) > 0.99 && found.turn_deg < 0.1, "{found:?}");
        assert!(found.left_mm <= CLEARED_MM, "{found:?}");
        let apart = Rigid::from_translation(way * 0.21);
        let none = engine
            .minimum_separating_motion(&Scope::WHOLE, &apart, way * 2.9, &Progress::default())
            .expect("not cancelled");
        assert_eq!(none, None, "nothing is inside");
    }

    /// Frees a pair; half of the move does not.
    fn check(name: &str, pair: &JawPair, pose: &Rigid, at_most_mm: f64) {
        let engine = BvhEngine::new(pair);
        let progress = Progress::default();
        let deepest = |pose: &Rigid| {
            let found = engine.deepest_penetration(pose, &progress).expect("not cancelled");
            found.map_or(0.0, |d| d.depth_mm)
        };
        let centre = pair.frame.origin;
        let begun = std::time::Instant::now();
        let found = engine
            .minimum_separating_motion(&Scope::WHOLE, pose, centre, &progress)
            .expect("not cancelled")
            .expect("it is inside");
        println!("{name}: from {:.3} mm, {found:?} in {:.1} s", deepest(pose), begun.elapsed().as_secs_f64());
        let mut eye = Eye::new(&engine, &Scope::WHOLE);
        let seen = eye.first_look(pose, &progress).expect("not cancelled").expect("inside");
        eye.least_from(Move::NONE, seen, (pose, centre), &progress).expect("not cancelled");
        println!("{name}: {} of {} points", eye.n_points, eye.most_points);
        assert!(!eye.is_tired(), "{name}: a bite of jaws takes fewer points");
        assert!(deepest(&(found.motion * *pose)) <= 0.002, "{name}: {found:?}");
        assert!(found.shift_mm.length() < at_most_mm, "{name}: {found:?}");
        let half = about(centre, found.shift_mm / 2.0, DVec3::ZERO);
        assert!(deepest(&(half * *pose)) > 0.005, "{name}: the twin, half of the way");
    }

    /// Lowering the jaw by what it was raised frees as much as the scanned bite leaves.
    #[test]
    fn no_straight_way_down_is_smaller() {
        let pair = sample();
        let (engine, progress, centre) = (BvhEngine::new(pair), Progress::default(), pair.frame.origin);
        let mut eye = Eye::new(&engine, &Scope::WHOLE);
        for raised_mm in [0.0, 0.4, 1.2] {
            let pose = Rigid::from_translation(pair.frame.up * raised_mm);
            let found =
                engine.minimum_separating_motion(&Scope::WHOLE, &pose, centre, &progress).expect("not cancelled");
            let found = found.expect("it is inside");
            let size = found.shift_mm.length().hypot(found.turn_deg.to_radians() * ARCH_RADIUS_MM);
            let seen = eye.first_look(&pose, &progress).expect("not cancelled").expect("inside");
            let down = eye.straight_out(Some(-pair.frame.up), (&pose, seen.deepest.depth_mm), &progress);
            let (down, _) = down.expect("not cancelled").expect("a way out");
            println!("raised by {raised_mm}: {size:.3} mm, straight down {:.3}", down.size_mm());
            assert!(size <= down.size_mm() + 0.01, "raised by {raised_mm}: {found:?} for {down:?}");
        }
    }

    #[test]
    fn a_deep_bite_is_freed_by_little_more_than_its_depth() {
        let up = Rigid::from_translation(sample().frame.up * 0.15);
        check("sample raised by 0.15 mm", sample(), &up, 0.4);
        for (case, most) in [("case-5-closed-crowns", 1.2), ("case-1-full-resolution", 0.4)] {
            if let Some(pair) = real_pair(case, true) {
                check(case, &pair, &Rigid::IDENTITY, most);
            }
        }
    }
}
