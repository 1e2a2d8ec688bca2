//! The part of each triangle that is painted as contact, as shapes to be drawn: what a contact is outlined by.
use super::fine_gaps::sample_place;
use super::surface_gaps::{NO_GAP, SurfaceGaps, parted};
use crate::mesh::TriMesh;
use glam::DVec3;

/// A convex part of a triangle with a gap of at most the threshold; places by the weights of the triangle's corners.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactPart {
    /// In order around it.
    pub corners: Vec<DVec3>,
    /// From the corner of this place to the next one the gap is the threshold.
    pub line: Option<usize>,
}

impl ContactPart {
    /// A whole triangle.
    pub fn whole() -> Self {
        Self { corners: vec![DVec3::X, DVec3::Y, DVec3::Z], line: None }
    }

    /// Its edges, and whether the gap is the threshold along them.
    pub fn edges(&self) -> impl Iterator<Item = ([DVec3; 2], bool)> + '_ {
        let n = self.corners.len();
        (0..n).map(move |i| ([self.corners[i], self.corners[(i + 1) % n]], self.line == Some(i)))
    }
}

impl SurfaceGaps {
    /// What of a triangle is painted within a threshold, mm: cut along the straight line where the gap between its corners, or between its
    /// samples, is the threshold, as areas are ([`SurfaceGaps::painted_mm2`]); as few parts as there can be. Of samples nearer to each other than
    /// `finest_mm` some are left out. A piece between what is judged and what is not is left out or taken whole by its corners of the judged
    /// kind: the area parts it by the nearest sample, which is finer than a line that is seen.
    pub fn contact_parts(
        &self,
        side: usize,
        threshold_mm: f64,
        (mesh, triangle): (&TriMesh, u32),
        finest_mm: f64,
    ) -> Vec<ContactPart> {
        let Some(place) = self.fine[side].find(triangle) else {
            let gap = |vertex: u32| self.vertices[side].get(vertex as usize).copied().unwrap_or(NO_GAP);
            let [a, b, c] = mesh.triangles[triangle as usize].map(gap);
            return part_of([(DVec3::X, a), (DVec3::Y, b), (DVec3::Z, c)], threshold_mm).into_iter().collect();
        };
        let all = self.fine[side].triangles[place].steps();
        let longest_mm = longest_edge(&mesh.corners(triangle as usize).map(|p| p.as_dvec3()));
        let mut stride = 1;
        while 2 * stride <= all && longest_mm * (2 * stride) as f64 <= finest_mm * all as f64 {
            stride *= 2;
        }
        let grid = Grid { samples: self.fine[side].samples_of(place), all, stride, threshold_mm };
        let steps = grid.steps();
        let mut parts = Vec::new();
        grid.collect([[0, 0], [steps, 0], [0, steps]], steps, &mut parts);
        parts
    }
}

fn longest_edge([a, b, c]: &[DVec3; 3]) -> f64 {
    a.distance(*b).max(b.distance(*c)).max(c.distance(*a))
}

/// The samples of a triangle, of which every so many count.
struct Grid<'a> {
    samples: &'a [f32],
    /// Pieces of each edge, a power of two, and how many of them are taken as one.
    all: usize,
    stride: usize,
    threshold_mm: f64,
}

/// Steps from the first corner towards the second and the third.
type Place = [usize; 2];

impl Grid<'_> {
    fn steps(&self) -> usize {
        self.all / self.stride
    }

    fn gap(&self, [i, j]: Place) -> f32 {
        self.samples[sample_place(self.all, [i * self.stride, j * self.stride])]
    }

    fn weights(&self, [i, j]: Place) -> DVec3 {
        let [second, third] = [i, j].map(|n| n as f64 / self.steps() as f64);
        DVec3::new(1.0 - second - third, second, third)
    }

    fn is_within(&self, at: Place) -> bool {
        parted(self.gap(at)).is_some_and(|(gap, kind)| kind == 0.0 && f64::from(gap) <= self.threshold_mm)
    }

    /// Parts of a triangle of the grid with edges of so many steps: itself, none, or those of its four quarters.
    fn collect(&self, corners: [Place; 3], size: usize, parts: &mut Vec<ContactPart>) {
        let mut places = places_in(corners, size).map(|at| self.is_within(at));
        let first = places.next();
        if places.all(|within| Some(within) == first) {
            let whole = || ContactPart { corners: corners.map(|at| self.weights(at)).to_vec(), line: None };
            return parts.extend((first == Some(true)).then(whole));
        }
        if size == 1 {
            return parts.extend(part_of(corners.map(|at| (self.weights(at), self.gap(at))), self.threshold_mm));
        }
        let [a, b, c] = corners;
        let middle = |p: Place, q: Place| [0, 1].map(|k| usize::midpoint(p[k], q[k]));
        let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
        for quarter in [[a, ab, ca], [ab, b, bc], [ca, bc, c], [bc, ca, ab]] {
            self.collect(quarter, size / 2, parts);
        }
    }
}

/// Every place of a triangle of a grid.
fn places_in([a, b, c]: [Place; 3], size: usize) -> impl Iterator<Item = Place> {
    let at = move |m: usize, n: usize| [0, 1].map(|k| ((size - m - n) * a[k] + m * b[k] + n * c[k]) / size);
    (0..=size).flat_map(move |n| (0..=size - n).map(move |m| at(m, n)))
}

/// Cut along the line; `None` where nothing is left.
fn part_of(corners: [(DVec3, f32); 3], threshold_mm: f64) -> Option<ContactPart> {
    let known = corners.map(|(_, value)| parted(value).filter(|(_, kind)| *kind == 0.0));
    let judged = known.iter().flatten().map(|(gap, _)| f64::from(*gap));
    let [Some(_), Some(_), Some(_)] = known else {
        let within = judged.clone().count() == 2 && judged.fold(f64::MIN, f64::max) <= threshold_mm;
        return within.then(|| ContactPart { corners: corners.map(|(at, _)| at).to_vec(), line: None });
    };
    let gaps: Vec<f64> = judged.collect();
    let mut part = ContactPart { corners: Vec::with_capacity(4), line: None };
    for i in 0..3 {
        let (from, to) = (i, (i + 1) % 3);
        if gaps[from] <= threshold_mm {
            part.corners.push(corners[from].0);
        }
        if (gaps[from] <= threshold_mm) != (gaps[to] <= threshold_mm) {
            let share = (threshold_mm - gaps[from]) / (gaps[to] - gaps[from]);
            if gaps[from] <= threshold_mm {
                part.line = Some(part.corners.len());
            }
            part.corners.push(corners[from].0.lerp(corners[to].0, share));
        }
    }
    (part.corners.len() >= 3).then_some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::surface_gaps::BESIDE_MM;
    use glam::Vec3;

    /// One of 2 mm².
    fn mesh() -> TriMesh {
        let positions = vec![Vec3::ZERO, Vec3::new(2.0, 0.0, 0.0), Vec3::new(0.0, 2.0, 0.0)];
        TriMesh { positions, triangles: vec![[0, 1, 2]], n_scanned: 1, colors: None }
    }

    /// A part's share of its triangle: by its corners' weights, without the first.
    fn share(part: &ContactPart) -> f64 {
        let cross = |[a, b]: [DVec3; 2]| a.y * b.z - a.z * b.y;
        part.edges().map(|(edge, _)| cross(edge)).sum()
    }

    fn shares(gaps: &SurfaceGaps, threshold_mm: f64) -> f64 {
        gaps.contact_parts(0, threshold_mm, (&mesh(), 0), 0.0).iter().map(share).sum()
    }

    #[test]
    fn parts_are_as_large_as_what_is_painted() {
        let of = |values: [f32; 3]| SurfaceGaps { vertices: [values.to_vec(), Vec::new()], ..SurfaceGaps::default() };
        for values in [[0.0, 0.2, 0.2], [0.2, -0.1, 0.05], [0.0, 0.05, 0.3], [0.05, 0.02, 0.1], [0.3, 0.2, 0.4]] {
            let gaps = of(values);
            for threshold in [0.05, 0.1, 0.2] {
                let painted = gaps.painted_mm2(0, threshold, &mesh()) / 2.0;
                assert!((shares(&gaps, threshold) - painted).abs() < 1e-6, "{values:?} at {threshold}: {painted}");
            }
        }
        let mut gaps = of([0.2; 3]);
        gaps.fine[0].push(0, [0, 1, 2], 1, &[0.2, 0.0, 0.2, 0.0, 0.0, 0.2]);
        assert!((shares(&gaps, 0.1) - gaps.painted_mm2(0, 0.1, &mesh()) / 2.0).abs() < 1e-6);
        // A finer grid: a tilted plane; most of it are a few large parts, and of fewer samples fewer parts.
        let steps = 16;
        let all = (0..=steps).flat_map(|j| (0..=steps - j).map(move |i| [i, j]));
        let samples: Vec<f32> = all.map(|[i, j]| 0.02 * i as f32 + 0.013 * j as f32).collect();
        let mut fine = of([0.2; 3]);
        fine.fine[0].push(0, [0, 1, 2], 4, &samples);
        let parts = fine.contact_parts(0, 0.1, (&mesh(), 0), 0.0);
        let painted = fine.painted_mm2(0, 0.1, &mesh()) / 2.0;
        assert!((parts.iter().map(share).sum::<f64>() - painted).abs() < 1e-6 && parts.len() < 40, "{}", parts.len());
        let coarser = fine.contact_parts(0, 0.1, (&mesh(), 0), 0.4);
        assert!(coarser.len() < parts.len() / 2, "{} of {}", coarser.len(), parts.len());
        assert!((coarser.iter().map(share).sum::<f64>() - painted).abs() < 1e-6, "a plane is cut alike");
        // The twins: another threshold, and what is not judged.
        assert!(shares(&gaps, 0.1) > shares(&gaps, 0.05) + 0.05);
        assert_eq!(shares(&of([0.0, BESIDE_MM, BESIDE_MM]), 0.1) + shares(&of([0.0, NO_GAP, NO_GAP]), 0.1), 0.0);
    }

    #[test]
    fn the_line_runs_where_the_gap_is_the_threshold() {
        let values = [0.0, 0.2, 0.4];
        let gaps = SurfaceGaps { vertices: [values.to_vec(), Vec::new()], ..SurfaceGaps::default() };
        let gap = |at: DVec3| at.dot(DVec3::from_array(values.map(f64::from)));
        for (threshold, n) in [(0.1, 3), (0.3, 4)] {
            let parts = gaps.contact_parts(0, threshold, (&mesh(), 0), 0.0);
            let [part] = &parts[..] else { panic!("{parts:?}") };
            assert_eq!(part.corners.len(), n);
            for (edge, is_line) in part.edges() {
                let on_it = edge.iter().all(|at| (gap(*at) - threshold).abs() < 1e-6);
                assert_eq!(on_it, is_line, "{edge:?}");
            }
        }
    }
}
