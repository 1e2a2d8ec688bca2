//! The closest gap within triangles whose corners alone do not tell it: what a picture is painted by between the vertices.

/// A triangle whose gap is known on a grid over it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct FineTriangle {
    /// Vertices of its mesh.
    pub corners: [u32; 3],
    /// Where its samples begin, and in the lowest bits how often its edges are halved.
    cell: u32,
}

const HALVINGS_BITS: u32 = 3;

impl FineTriangle {
    /// Edges are halved seven times at most.
    pub const MOST_HALVINGS: u32 = (1 << HALVINGS_BITS) - 1;

    pub fn new(corners: [u32; 3], first: usize, halvings: u32) -> Self {
        Self { corners, cell: (first as u32) << HALVINGS_BITS | halvings }
    }

    /// Of its samples.
    pub fn first(&self) -> usize {
        (self.cell >> HALVINGS_BITS) as usize
    }

    /// Pieces of each of its edges.
    pub fn steps(&self) -> usize {
        1 << (self.cell & Self::MOST_HALVINGS)
    }
}

/// Samples of a triangle whose edges have so many pieces.
pub fn n_samples(steps: usize) -> usize {
    (steps + 1) * (steps + 2) / 2
}

/// Place of a sample among its triangle's: `i` steps towards the second corner, `j` towards the third.
pub fn sample_place(steps: usize, [i, j]: [usize; 2]) -> usize {
    j * (2 * steps + 3 - j) / 2 + i
}

/// The small triangles of such a grid, each by the steps of its corners.
pub fn pieces(steps: usize) -> impl Iterator<Item = [[usize; 2]; 3]> {
    let at = move |i: usize, j: usize| {
        let upright = [[i, j], [i + 1, j], [i, j + 1]];
        let turned = (i + j + 2 <= steps).then_some([[i + 1, j + 1], [i, j + 1], [i + 1, j]]);
        std::iter::once(upright).chain(turned)
    };
    (0..steps).flat_map(move |j| (0..steps - j).flat_map(move |i| at(i, j)))
}

/// One jaw's triangles with a gap of their own, in the order of their numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FineGaps {
    /// In the mesh, ascending.
    pub numbers: Vec<u32>,
    pub triangles: Vec<FineTriangle>,
    /// As of [`crate::field::SurfaceGaps::vertices`]; those of one triangle after those of another.
    pub samples: Vec<f32>,
}

impl FineGaps {
    /// Adds a triangle, which comes after all others.
    pub fn push(&mut self, number: u32, corners: [u32; 3], halvings: u32, samples: &[f32]) {
        self.numbers.push(number);
        self.triangles.push(FineTriangle::new(corners, self.samples.len(), halvings));
        self.samples.extend_from_slice(samples);
    }

    /// Samples of the triangle at a place among these.
    pub fn samples_of(&self, place: usize) -> &[f32] {
        let triangle = &self.triangles[place];
        &self.samples[triangle.first()..][..n_samples(triangle.steps())]
    }

    /// A triangle's place among these.
    pub fn find(&self, number: u32) -> Option<usize> {
        self.numbers.binary_search(&number).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_and_pieces_fill_a_triangle() {
        for steps in [1, 2, 4, 8] {
            let all = (0..=steps).flat_map(|j| (0..=steps - j).map(move |i| [i, j]));
            let places: Vec<usize> = all.map(|at| sample_place(steps, at)).collect();
            assert_eq!(places, (0..n_samples(steps)).collect::<Vec<_>>());
            assert_eq!(pieces(steps).count(), steps * steps);
            let area = |[a, b, c]: [[usize; 2]; 3]| {
                let way = |p: [usize; 2]| [0, 1].map(|k| p[k] as f64 - a[k] as f64);
                let (b, c) = (way(b), way(c));
                b[0] * c[1] - b[1] * c[0]
            };
            assert!(pieces(steps).all(|piece| area(piece) == 1.0), "all of one size and turned one way");
        }
    }

    #[test]
    fn a_triangle_keeps_where_its_samples_are() {
        let mut gaps = FineGaps::default();
        gaps.push(4, [0, 1, 2], 0, &[0.1, 0.2, 0.3]);
        gaps.push(9, [2, 1, 5], 1, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!((gaps.find(9), gaps.find(5)), (Some(1), None));
        assert_eq!(gaps.samples_of(1), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!((gaps.triangles[1].first(), gaps.triangles[1].steps()), (3, 2));
        let far = FineTriangle::new([7; 3], (1 << 29) - 1, FineTriangle::MOST_HALVINGS);
        assert_eq!((far.first(), far.steps()), ((1 << 29) - 1, 128));
    }
}
