//! A part of an arch, a quadrant say: it has no line of symmetry, but it fits an average arch at one place only.
//!
//! The crowns of both jaws near the occlusal plane are laid along average arches (half ellipses as wide as teeth are deep) from many
//! starts. Curvature tells the outside and how far back the row stands, its width where the molars are, and the upper arch, which
//! stands outside the lower one, the cheek; together they tell which end is the front, and so the side.
use super::arch::Plan;
use super::principal_axes::principal_axes;
use crate::jaw::arch_form::{ArchForm, LOWER_FORM, MIDDLE_MM, UPPER_FORM, on_ellipse};
use crate::jaw::sample::tooth_table::{LOWER, ToothShape, UPPER};
use glam::{DVec2, DVec3};

/// The middle of a whole arch's depth.
const MIDDLE: DVec2 = DVec2::new(0.0, MIDDLE_MM);
/// Fewer points are no row.
const FEWEST_POINTS: usize = 30;
/// Room for a third molar, mm.
const THIRD_MOLAR_MM: f64 = 9.0;
/// Beyond, an ellipse bends inwards as no arch does.
const LONGEST_MM: f64 = 60.0;
/// Stations along an arch are so far apart, and so are starts, mm.
const STATION_MM: f64 = 1.0;
const START_MM: f64 = 3.0;
/// Turns away from the row's long axis that are tried, radians.
const TURNS: [f64; 3] = [-0.25, 0.0, 0.25];
/// So many starts that differ go on.
const N_STARTS: usize = 12;
/// Starts are alike within this angle (radians) and distance (mm).
const ALIKE: (f64, f64) = (0.3, 8.0);
/// An error counts no more than this, mm.
const FARTHEST_MM: f64 = 4.0;
/// Cells are 1 mm wide: what is nearer than this to one is covered.
const COVERED_MM: f64 = 0.7;
/// Sizes of arches that are looked at.
const SCALES: std::ops::RangeInclusive<f64> = 0.85..=1.15;
/// Mean squared error (mm²) above which a row is none, and by how much the best way with another front must be worse.
const WORST_MM2: f64 = 0.5;
const RIVAL: (f64, f64) = (1.4, 0.01);
/// A row that reaches so far back has a molar; another one is told only where it stands as far to the right as to the left, within this, mm.
const MOLARS_MM: f64 = 35.0;
const EVEN_MM: f64 = 8.0;
/// Fronts that differ by less are the same one: the cosine of 60 degrees.
const SAME_FRONT: f64 = 0.5;
/// And so are those whose arches' middles are no farther apart, mm.
const SAME_SIDE_MM: f64 = 20.0;

/// Crowns near the occlusal plane, upper and lower, mm. `None` for too few.
pub fn read_row(crowns: &[Vec<DVec2>; 2]) -> Option<Plan> {
    let fit = Fit::new(crowns)?;
    let ways = fit.ways();
    let best = *ways.first()?;
    let rival = ways.iter().find(|way| way.is_elsewhere(&best));
    let beats = rival.is_none_or(|rival| rival.cost > RIVAL.0 * best.cost + RIVAL.1);
    Some(Plan {
        middle: best.place(MIDDLE),
        front: best.front(),
        is_sure: beats && best.cost < WORST_MM2 && fit.is_anchored(&best),
    })
}

/// One average arch; its x points to the patient's right, its y to the front.
struct Template {
    stations: Vec<Station>,
    /// Points 1 mm apart that teeth cover, with the place of their station.
    band: Vec<(DVec2, usize)>,
    nearest: Vec<u8>,
}

/// Cells along a side of the square in which the nearest station is known; beyond, that of its border serves.
const SIDE: usize = 128;

/// Upper and lower.
fn templates() -> [Template; 2] {
    [Template::new(&UPPER_FORM, &UPPER), Template::new(&LOWER_FORM, &LOWER)]
}

#[derive(Clone, Copy)]
struct Station {
    at: DVec2,
    along: DVec2,
    /// Half the width of a tooth here, mm.
    half_mm: f64,
}

impl Template {
    fn new(form: &ArchForm, shapes: &[ToothShape]) -> Self {
        let row_mm: f64 = shapes.iter().map(|s| f64::from(s.mesiodistal_mm)).sum();
        let last = ((row_mm + THIRD_MOLAR_MM).min(LONGEST_MM) / STATION_MM) as i32;
        let stations: Vec<Station> = (-last..=last).map(|i| station(form, shapes, f64::from(i) * STATION_MM)).collect();
        let across = |(place, station): (usize, &Station)| {
            let reach = station.half_mm.floor() as i32;
            let (at, out) = (station.at, station.along.perp());
            (-reach..=reach).map(move |k| (at + out * f64::from(k), place)).collect::<Vec<_>>()
        };
        let band = stations.iter().enumerate().flat_map(across).collect();
        let nearest = nearest_of_cells(&stations);
        Self { stations, band, nearest }
    }

    /// The place of the nearest station (of the cell's middle) and how far that is.
    fn nearest(&self, p: DVec2) -> (usize, f64) {
        let cell = (p + 0.5 * SIDE as f64).floor().clamp(DVec2::ZERO, DVec2::splat(SIDE as f64 - 1.0));
        let place = usize::from(self.nearest[cell.y as usize * SIDE + cell.x as usize]);
        (place, self.stations[place].at.distance(p))
    }
}

/// The place of the nearest station of the middle of each cell of 1 mm round the template's origin.
fn nearest_of_cells(stations: &[Station]) -> Vec<u8> {
    let middle = |i: usize| DVec2::new((i % SIDE) as f64, (i / SIDE) as f64) + 0.5 - 0.5 * SIDE as f64;
    let nearest = |p: DVec2| {
        let squared = |place: &usize| stations[*place].at.distance_squared(p);
        (0..stations.len()).min_by(|a, b| squared(a).total_cmp(&squared(b))).unwrap_or_default() as u8
    };
    (0..SIDE * SIDE).map(|i| nearest(middle(i))).collect()
}

/// The arch so far from the midline; negative on the patient's left.
fn station(form: &ArchForm, shapes: &[ToothShape], arc_mm: f64) -> Station {
    let side = if arc_mm < 0.0 { -1.0 } else { 1.0 };
    let (at, out) = on_ellipse(form, arc_mm.abs() as f32);
    let (at, out) = (at.as_dvec2(), out.as_dvec2());
    let along = DVec2::new(side * out.x, out.y).perp();
    Station { at: DVec2::new(side * at.x, at.y), along, half_mm: half_width(shapes, arc_mm.abs()) }
}

/// Half the width of the teeth across the arch, from the middle of one to the next.
fn half_width(shapes: &[ToothShape], arc_mm: f64) -> f64 {
    let mut from_mm = 0.0;
    let mut before = None;
    for shape in shapes {
        let (length, half) = (f64::from(shape.mesiodistal_mm), 0.5 * f64::from(shape.buccolingual_mm));
        let middle = from_mm + 0.5 * length;
        if arc_mm < middle {
            let Some((at, was)) = before else { return half };
            return was + (half - was) * (arc_mm - at) / (middle - at);
        }
        before = Some((middle, half));
        from_mm += length;
    }
    before.map_or(0.0, |(_, half)| half)
}

/// How an average arch lies in the row's plan.
#[derive(Clone, Copy, Debug)]
struct Way {
    turn: f64,
    shift: DVec2,
    scale: f64,
    /// Mean squared error, mm².
    cost: f64,
}

impl Way {
    fn place(&self, of_template: DVec2) -> DVec2 {
        DVec2::from_angle(self.turn).rotate(of_template * self.scale) + self.shift
    }

    fn of_template(&self, p: DVec2) -> DVec2 {
        DVec2::from_angle(-self.turn).rotate(p - self.shift) / self.scale
    }

    fn front(&self) -> DVec2 {
        DVec2::from_angle(self.turn).rotate(DVec2::Y)
    }

    fn is_like(&self, other: &Self) -> bool {
        let turned = DVec2::from_angle(self.turn).angle_to(DVec2::from_angle(other.turn)).abs();
        turned < ALIKE.0 && self.shift.distance(other.shift) < ALIKE.1
    }

    /// With another front, or the same one from the other side of the mouth.
    fn is_elsewhere(&self, other: &Self) -> bool {
        self.front().dot(other.front()) < SAME_FRONT || self.place(MIDDLE).distance(other.place(MIDDLE)) > SAME_SIDE_MM
    }

    /// The ways a step to either side in one of five respects; turned about the arch's middle, and turned and sized about a point of the plan.
    fn beside(&self, step: f64, about: DVec2) -> [Self; 10] {
        let fixed = self.of_template(about);
        std::array::from_fn(|k| {
            let mut way = *self;
            let by = if k % 2 == 0 { step } else { -step };
            match k / 2 {
                0 | 1 => way.turn += 0.06 * by,
                2 => way.shift.x += by,
                3 => way.shift.y += by,
                _ => way.scale = (way.scale + 0.03 * by).clamp(*SCALES.start(), *SCALES.end()),
            }
            match k / 2 {
                1 => way.shift += self.place(MIDDLE) - way.place(MIDDLE),
                0 | 4 => way.shift += about - way.place(fixed),
                _ => {}
            }
            way
        })
    }
}

struct Fit {
    jaws: [(Vec<DVec2>, Distances, Template); 2],
    middle: DVec2,
    long_axis: DVec2,
}

impl Fit {
    fn new(crowns: &[Vec<DVec2>; 2]) -> Option<Self> {
        let all: Vec<DVec2> = crowns.iter().flatten().copied().collect();
        let (middle, long_axis) = long_axis(&all)?;
        let [upper, lower] = templates();
        let jaw = |i: usize, template| {
            let cells = cells(&crowns[i]);
            Some((cells.clone(), Distances::new(&cells)?, template))
        };
        Some(Self { jaws: [jaw(0, upper)?, jaw(1, lower)?], middle, long_axis })
    }

    /// The best ways from starts that differ, the best first.
    fn ways(&self) -> Vec<Way> {
        let mut starts = self.starts();
        starts.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let mut apart: Vec<Way> = Vec::new();
        for start in starts {
            if apart.len() < N_STARTS && !apart.iter().any(|other| other.is_like(&start)) {
                apart.push(start);
            }
        }
        let mut ways: Vec<Way> = apart.into_iter().map(|start| self.refined(start)).collect();
        ways.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        ways
    }

    /// The row's middle at each place of the arch, its long axis along it either way.
    fn starts(&self) -> Vec<Way> {
        let stations = &self.jaws[1].2.stations;
        let stations = stations.iter().step_by((START_MM / STATION_MM) as usize);
        let at = |station: &Station, axis: DVec2, turned: f64| {
            let turn = station.along.angle_to(axis) + turned;
            let mut way = Way { turn, shift: DVec2::ZERO, scale: 1.0, cost: 0.0 };
            way.shift = self.middle - way.place(station.at);
            self.judged(way)
        };
        let axes = [self.long_axis, -self.long_axis];
        let ways = stations.flat_map(|s| axes.map(|axis| TURNS.map(|turned| at(s, axis, turned)))).flatten();
        ways.collect()
    }

    /// Downhill in steps that halve.
    fn refined(&self, mut way: Way) -> Way {
        let mut step = 2.0;
        while step > 0.1 {
            let better = way
                .beside(step, self.middle)
                .map(|beside| self.judged(beside))
                .into_iter()
                .min_by(|a, b| a.cost.total_cmp(&b.cost));
            match better {
                Some(better) if better.cost < way.cost - 1e-9 => way = better,
                _ => step *= 0.5,
            }
        }
        way
    }

    /// Whether something tells a place of the arch from the next: molars, or both sides alike. Premolars and front teeth of one side are
    /// as wide as their neighbours.
    fn is_anchored(&self, way: &Way) -> bool {
        let (cells, _, template) = &self.jaws[1];
        let middle = (template.stations.len() / 2) as f64;
        let arc_mm = |cell: &DVec2| (template.nearest(way.of_template(*cell)).0 as f64 - middle) * STATION_MM;
        let mut arcs: Vec<f64> = cells.iter().map(arc_mm).collect();
        arcs.sort_by(f64::total_cmp);
        let (first, last) = (arcs[arcs.len() / 50], arcs[arcs.len() - 1 - arcs.len() / 50]);
        first < -MOLARS_MM || last > MOLARS_MM || (first + last).abs() < EVEN_MM
    }

    /// Crowns that no tooth of the arch covers, and teeth of the arch between the row's ends that cover nothing.
    fn judged(&self, way: Way) -> Way {
        let (mut sum, mut count) = (0.0, 0);
        for (cells, distances, template) in &self.jaws {
            let mut places = Vec::with_capacity(cells.len());
            for cell in cells {
                let (place, away) = template.nearest(way.of_template(*cell));
                let beyond = way.scale * (away - template.stations[place].half_mm);
                sum += beyond.clamp(0.0, FARTHEST_MM).powi(2);
                places.push(place);
            }
            places.sort_unstable();
            let row = places[places.len() / 50]..=places[places.len() - 1 - places.len() / 50];
            let covered = template.band.iter().filter(|(_, place)| row.contains(place));
            for (p, _) in covered {
                sum += (distances.at(way.place(*p)) - COVERED_MM).clamp(0.0, FARTHEST_MM).powi(2);
                count += 1;
            }
            count += cells.len();
        }
        let usual = 0.03 * ((way.scale - 1.0) / 0.08).powi(2);
        Way { cost: sum / f64::from(count.max(1) as u32) + usual, ..way }
    }
}

/// How far it is to the nearest of some cells, at most [`FARTHEST_MM`] and what covering takes, in half millimetres.
struct Distances {
    low: DVec2,
    columns: usize,
    mm: Vec<f32>,
}

const FINE_MM: f64 = 0.5;

impl Distances {
    /// `None` for no cells, or a row longer than any arch.
    fn new(cells: &[DVec2]) -> Option<Self> {
        let first = *cells.first()?;
        let (low, high) = cells.iter().fold((first, first), |(a, b), p| (a.min(*p), b.max(*p)));
        let margin = DVec2::splat(FARTHEST_MM + COVERED_MM + FINE_MM);
        let (low, size) = (low - margin, (high - low + 2.0 * margin) / FINE_MM);
        if !size.is_finite() || size.max_element() > 1000.0 {
            return None;
        }
        let (columns, rows) = (size.x as usize + 2, size.y as usize + 2);
        let farthest = FARTHEST_MM + COVERED_MM;
        let mut mm = vec![farthest as f32; columns * rows];
        let reach = (farthest / FINE_MM).ceil() as isize;
        for cell in cells {
            let middle = ((*cell - low) / FINE_MM).floor();
            for row in -reach..=reach {
                for column in -reach..=reach {
                    let (x, y) = (middle.x as isize + column, middle.y as isize + row);
                    if x < 0 || y < 0 || x as usize >= columns || y as usize >= rows {
                        continue;
                    }
                    let at = low + DVec2::new(x as f64 + 0.5, y as f64 + 0.5) * FINE_MM;
                    let known = &mut mm[y as usize * columns + x as usize];
                    *known = known.min(at.distance(*cell) as f32);
                }
            }
        }
        Some(Self { low, columns, mm })
    }

    fn at(&self, p: DVec2) -> f64 {
        let at = (p - self.low) / FINE_MM;
        let is_inside = at.min_element() >= 0.0 && (at.x as usize) < self.columns;
        let known = is_inside.then(|| self.mm.get(at.y as usize * self.columns + at.x as usize)).flatten();
        known.map_or(FARTHEST_MM + COVERED_MM, |mm| f64::from(*mm))
    }
}

/// The middles of the cells of 1 mm that have a point.
fn cells(points: &[DVec2]) -> Vec<DVec2> {
    let mut cells: Vec<(i64, i64)> = points.iter().map(|p| (p.x.floor() as i64, p.y.floor() as i64)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells.into_iter().map(|(x, y)| DVec2::new(x as f64 + 0.5, y as f64 + 0.5)).collect()
}

/// The mean, and the direction in which the points are spread most; `None` of too few to be a row.
fn long_axis(points: &[DVec2]) -> Option<(DVec2, DVec2)> {
    let flat: Vec<DVec3> = points.iter().map(|p| p.extend(0.0)).collect();
    let axes = principal_axes(&flat).filter(|_| points.len() >= FEWEST_POINTS)?;
    Some((axes.centre.truncate(), axes.axes[0].truncate()))
}

/// How far the points reach across the direction in which they are spread most, but for a few, mm.
pub fn breadth_mm(points: &[DVec2]) -> f64 {
    let Some((middle, axis)) = long_axis(points) else { return 0.0 };
    let mut across: Vec<f64> = points.iter().map(|p| axis.perp_dot(*p - middle)).collect();
    across.sort_by(f64::total_cmp);
    across[across.len() - 1 - across.len() / 50] - across[across.len() / 50]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What teeth of average arches cover from one place along them to another, turned and moved.
    fn crowns([from, to]: [f64; 2], turn: f64) -> [Vec<DVec2>; 2] {
        templates().map(|template| {
            let middle = (template.stations.len() / 2) as f64;
            let is_in = |place: &usize| (from..=to).contains(&(*place as f64 - middle));
            let band = template.band.iter().filter(|(_, place)| is_in(place));
            band.map(|(p, _)| DVec2::from_angle(turn).rotate(*p) + DVec2::new(17.0, -40.0)).collect()
        })
    }

    #[test]
    fn a_part_of_an_average_arch_lies_where_it_was_cut_out() {
        for part in [[4.0, 56.0], [-56.0, -4.0], [21.0, 56.0], [-56.0, -21.0], [-10.0, 56.0], [-12.0, 45.0]] {
            for turn in [0.0, 1.1, 2.9, -2.0] {
                let plan = read_row(&crowns(part, turn)).unwrap();
                let off = plan.front.angle_to(DVec2::from_angle(turn).rotate(DVec2::Y)).to_degrees();
                let middle = DVec2::from_angle(turn).rotate(DVec2::Y * MIDDLE_MM) + DVec2::new(17.0, -40.0);
                println!("{part:?} {turn}: {off:.1} degrees, {:.1} mm off, {plan:?}", plan.middle.distance(middle));
                assert!(
                    off.abs() < 8.0 && plan.middle.distance(middle) < 4.0 && plan.is_sure,
                    "{part:?} {turn}: {plan:?}"
                );
            }
        }
    }

    #[test]
    fn a_row_without_molars_on_one_side_is_not_sure() {
        assert!(!read_row(&crowns([4.0, 30.0], 0.7)).unwrap().is_sure);
        assert!(read_row(&crowns([-20.0, 20.0], 0.7)).unwrap().is_sure, "front teeth of both sides are");
    }

    #[test]
    fn a_straight_bar_of_one_width_is_no_sure_row() {
        let bar: Vec<DVec2> = (0..400).map(|i| DVec2::new(f64::from(i % 40), f64::from(i / 40))).collect();
        assert!(!read_row(&[bar.clone(), bar]).unwrap().is_sure);
        assert!(read_row(&[vec![], vec![DVec2::ONE; 5]]).is_none());
        let far = [DVec2::new(1e30, 0.0), DVec2::ZERO].repeat(40);
        assert!(read_row(&[far.clone(), far]).is_none());
    }

    #[test]
    fn whole_arches_are_broader_than_rows() {
        assert!(breadth_mm(&crowns([-56.0, 56.0], 0.4).concat()) > 35.0);
        assert!(breadth_mm(&crowns([-8.0, 56.0], 0.4).concat()) < 30.0);
    }
}
