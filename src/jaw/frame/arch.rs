//! The plan view of a dental arch: its line of symmetry and its closed end.
use glam::DVec2;

/// What the plan view says about the arch.
#[derive(Clone, Copy, Debug)]
pub struct ArchPlan {
    /// A point on the line of symmetry, in the middle of the arch's depth, mm.
    pub middle: DVec2,
    /// Unit vector towards the closed end.
    pub front: DVec2,
    /// Share of the arch that mirrors onto itself, 0 to 1.
    pub symmetry: f64,
    /// Correlation of depth with narrowness, 0 (a box) to 1 (a parabola): how sure the front is.
    pub closed_end: f64,
}

impl ArchPlan {
    /// Neither a quarter of an arch, nor single teeth, nor what is no arch.
    pub fn is_sure(&self) -> bool {
        self.closed_end >= 0.2 && self.symmetry >= 0.5
    }

    pub fn plan(&self) -> Plan {
        Plan { middle: self.middle, front: self.front, is_sure: self.is_sure() }
    }
}

/// What an arch, or a row of teeth, says about the patient's directions, in its plan view.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// A point on the midline, in the middle of the whole arch's depth, mm.
    pub middle: DVec2,
    /// Unit vector towards the incisors.
    pub front: DVec2,
    pub is_sure: bool,
}

/// Points in the occlusal plane, mm. `None` for too few points to speak of an arch.
pub fn read_plan(points: &[DVec2]) -> Option<ArchPlan> {
    let density = Density::new(points)?;
    let centre = density.cells.iter().sum::<DVec2>() / density.cells.len() as f64;
    let (mut angle, mut offset) = best_mirror(&density, centre, (0.0, 3.0, 60), (0.0, 1.5, 13));
    (angle, offset) = best_mirror(&density, centre, (angle, 0.75, 11), (offset, 0.5, 9));
    (angle, offset) = best_mirror(&density, centre, (angle, 0.2, 11), (offset, 0.15, 9));
    let symmetry = density.mirror_score(centre, angle, offset) / density.self_score();

    let axis = DVec2::from_angle(angle.to_radians());
    let on_axis = centre + axis.perp() * offset;
    let local: Vec<DVec2> =
        density.cells.iter().map(|p| DVec2::new((*p - on_axis).dot(axis.perp()), (*p - on_axis).dot(axis))).collect();
    let narrowness = -correlation(local.iter().map(|p| (p.x * p.x, p.y)));
    let front = if narrowness < 0.0 { -axis } else { axis };
    let mut depths: Vec<f64> = local.iter().map(|p| p.y).collect();
    depths.sort_by(f64::total_cmp);
    let middle = on_axis + axis * 0.5 * (depths[depths.len() / 100] + depths[depths.len() - 1 - depths.len() / 100]);
    Some(ArchPlan { middle, front, symmetry, closed_end: narrowness.abs() })
}

/// Angle (degrees) and offset (mm) of the best mirror line among `count` steps round each start.
fn best_mirror(density: &Density, centre: DVec2, angle: (f64, f64, i32), offset: (f64, f64, i32)) -> (f64, f64) {
    let steps =
        |(start, step, count): (f64, f64, i32)| (0..count).map(move |i| start + step * f64::from(i - count / 2));
    let mut best = (angle.0, offset.0, f64::NEG_INFINITY);
    for a in steps(angle) {
        for o in steps(offset) {
            let score = density.mirror_score(centre, a, o);
            if score > best.2 {
                best = (a, o, score);
            }
        }
    }
    (best.0, best.1)
}

fn correlation(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let n = pairs.clone().count() as f64;
    let (mx, my) = pairs.clone().fold((0.0, 0.0), |(a, b), (x, y)| (a + x / n, b + y / n));
    let (xx, yy, xy) = pairs.fold((0.0, 0.0, 0.0), |(xx, yy, xy), (x, y)| {
        (xx + (x - mx) * (x - mx), yy + (y - my) * (y - my), xy + (x - mx) * (y - my))
    });
    if xx > 0.0 && yy > 0.0 { xy / (xx * yy).sqrt() } else { 0.0 }
}

/// Occupied 1 mm cells, and the same blurred, so that mirroring can be scored smoothly.
struct Density {
    cells: Vec<DVec2>,
    blurred: Vec<f64>,
    low: DVec2,
    cell_mm: f64,
    side: usize,
}

const SIDE: usize = 192;
const MARGIN: usize = 8;

impl Density {
    fn new(points: &[DVec2]) -> Option<Self> {
        let first = *points.first()?;
        let (low, high) = points.iter().fold((first, first), |(a, b), p| (a.min(*p), b.max(*p)));
        let inner = (SIDE - 2 * MARGIN - 1) as f64;
        // 1 mm, or coarser where the shape is larger than any jaw.
        let cell_mm = ((high - low).max_element() / inner).max(1.0);
        let low = low - DVec2::splat(MARGIN as f64 * cell_mm);
        let mut occupied = vec![0.0; SIDE * SIDE];
        for p in points {
            let c = ((*p - low) / cell_mm).floor();
            occupied[(c.y as usize).min(SIDE - 1) * SIDE + (c.x as usize).min(SIDE - 1)] = 1.0;
        }
        let cells: Vec<DVec2> = (0..SIDE * SIDE)
            .filter(|i| occupied[*i] > 0.0)
            .map(|i| low + DVec2::new((i % SIDE) as f64 + 0.5, (i / SIDE) as f64 + 0.5) * cell_mm)
            .collect();
        let mut blurred = occupied;
        for _ in 0..2 {
            blurred = box_blur(&box_blur(&blurred, 1), SIDE);
        }
        (cells.len() >= 3).then_some(Self { cells, blurred, low, cell_mm, side: SIDE })
    }

    fn at(&self, p: DVec2) -> f64 {
        let c = (p - self.low) / self.cell_mm - 0.5;
        let floor = c.floor();
        if floor.min_element() < 0.0 || floor.max_element() >= (self.side - 1) as f64 {
            return 0.0;
        }
        let (f, i) = (c - floor, floor.y as usize * self.side + floor.x as usize);
        let row = |i: usize| self.blurred[i] * (1.0 - f.x) + self.blurred[i + 1] * f.x;
        row(i) * (1.0 - f.y) + row(i + self.side) * f.y
    }

    fn self_score(&self) -> f64 {
        self.cells.iter().map(|p| self.at(*p)).sum::<f64>().max(f64::MIN_POSITIVE)
    }

    fn mirror_score(&self, centre: DVec2, angle_deg: f64, offset: f64) -> f64 {
        let normal = DVec2::from_angle(angle_deg.to_radians()).perp();
        let shift = normal.dot(centre) + offset;
        self.cells.iter().map(|p| self.at(*p - 2.0 * (normal.dot(*p) - shift) * normal)).sum()
    }
}

/// Mean over five neighbours along a stride.
fn box_blur(grid: &[f64], stride: usize) -> Vec<f64> {
    let value = |i: usize, k: isize| {
        i.checked_add_signed(k * stride as isize).and_then(|j| grid.get(j)).copied().unwrap_or(0.0)
    };
    (0..grid.len()).map(|i| (-2..=2).map(|k| value(i, k)).sum::<f64>() / 5.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parabola(turn_deg: f64, one_side_cut: f64) -> Vec<DVec2> {
        let turn = DVec2::from_angle(turn_deg.to_radians());
        let mut points = Vec::new();
        for i in -250..=250 {
            let x = f64::from(i) * 0.1;
            for j in 0..90 {
                let p = DVec2::new(x, -0.06 * x * x - f64::from(j) * 0.1);
                if p.x > 0.0 || p.y > -45.0 + one_side_cut {
                    points.push(turn.rotate(p) + DVec2::new(12.0, -40.0));
                }
            }
        }
        points
    }

    #[test]
    fn the_closed_end_is_the_front_at_every_turn() {
        for turn in [0.0, 33.0, 90.0, 171.0, 250.0, 312.0] {
            let plan = read_plan(&parabola(turn, 8.0)).unwrap();
            let want = DVec2::from_angle(turn.to_radians()).perp();
            assert!(plan.front.dot(want) > 2.0_f64.to_radians().cos(), "turn {turn}: {:?}", plan);
            assert!(plan.closed_end > 0.6 && plan.symmetry > 0.7, "{plan:?}");
        }
    }

    #[test]
    fn a_square_has_no_sure_front() {
        let square: Vec<DVec2> = (0..400).map(|i| DVec2::new(f64::from(i % 20), f64::from(i / 20))).collect();
        assert!(read_plan(&square).unwrap().closed_end < 0.1);
        assert!(read_plan(&[DVec2::ZERO, DVec2::X]).is_none());
    }
}
