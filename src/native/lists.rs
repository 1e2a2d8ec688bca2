//! The faces of one jaw over pixels that need the order of the layers.
use super::decide::{ordered, unordered};
use crate::field::layers::Layer;

/// A face crossed by a ray, as one number that is compared whole: by depth; at equal depth what is left comes before what is
/// entered ([`crate::field::layers::sort`]); then by triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Face(u64);

const ENTERED: u64 = 1 << 31;

impl Face {
    /// Of fewer than 2^31 triangles.
    #[inline(always)]
    pub fn new(depth_mm: f32, triangle: u32, entered: bool) -> Self {
        Self(u64::from(ordered(depth_mm)) << 32 | if entered { ENTERED } else { 0 } | u64::from(triangle))
    }

    #[inline(always)]
    pub fn layer(self, lower: bool) -> Layer {
        let depth_mm = f64::from(unordered((self.0 >> 32) as u32));
        Layer { depth_mm, triangle: (self.0 & (ENTERED - 1)) as u32, entered: self.0 & ENTERED != 0, lower }
    }
}

/// Faces by place: first they are added as they come, then put in order.
#[derive(Default)]
pub struct Lists {
    found: Vec<(u32, Face)>,
    ends: Vec<u32>,
    faces: Vec<Face>,
}

impl Lists {
    pub fn clear(&mut self) {
        self.found.clear();
    }

    #[inline(always)]
    pub fn add(&mut self, place: u32, face: Face) {
        self.found.push((place, face));
    }

    /// Puts everything that was added in order: by place, and there by depth.
    pub fn gather(&mut self, n_places: usize) {
        self.ends.clear();
        self.ends.resize(n_places + 1, 0);
        for (place, _) in &self.found {
            self.ends[*place as usize + 1] += 1;
        }
        for i in 1..self.ends.len() {
            self.ends[i] += self.ends[i - 1];
        }
        self.faces.clear();
        self.faces.resize(self.found.len(), Face::default());
        for (place, face) in &self.found {
            // Where the place's next face goes; in the end that is where the next place begins.
            let at = &mut self.ends[*place as usize];
            self.faces[*at as usize] = *face;
            *at += 1;
        }
        for place in 0..n_places {
            let run = self.run(place);
            self.faces[run].sort_unstable();
        }
    }

    /// For keeping: without what putting in order took.
    pub fn kept(mut self) -> Self {
        self.found = Vec::new();
        self
    }

    /// The faces at a place, in order.
    pub fn at(&self, place: usize) -> &[Face] {
        &self.faces[self.run(place)]
    }

    fn run(&self, place: usize) -> std::ops::Range<usize> {
        let begin = if place == 0 { 0 } else { self.ends[place - 1] };
        begin as usize..self.ends[place] as usize
    }
}

/// The layers of both jaws along one ray, in order.
pub fn merge(mut upper: &[Face], mut lower: &[Face], layers: &mut Vec<Layer>) {
    layers.clear();
    while let (Some((a, rest_a)), Some((b, rest_b))) = (upper.split_first(), lower.split_first()) {
        if a <= b {
            layers.push(a.layer(false));
            upper = rest_a;
        } else {
            layers.push(b.layer(true));
            lower = rest_b;
        }
    }
    layers.extend(upper.iter().map(|face| face.layer(false)));
    layers.extend(lower.iter().map(|face| face.layer(true)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::layers;

    #[test]
    fn faces_come_in_the_order_of_their_layers() {
        let depths = [3.5_f32, -2.0, 0.0, 3.5, 3.5, -2.25, 7.0];
        let layer = |i: usize| Layer {
            depth_mm: depths[i].into(),
            triangle: 10 + i as u32,
            entered: i.is_multiple_of(3),
            lower: i.is_multiple_of(2),
        };
        let mut expected: Vec<Layer> = (0..depths.len()).map(layer).collect();
        let mut jaws = [Lists::default(), Lists::default()];
        for l in &expected {
            // A second place, to be told from the first.
            for place in [1, 3] {
                let away = if place == 1 { 0.0 } else { 100.0 };
                let face = Face::new(l.depth_mm as f32 + away, l.triangle, l.entered);
                jaws[usize::from(l.lower)].add(place, face);
            }
        }
        jaws.iter_mut().for_each(|lists| lists.gather(4));
        layers::sort(&mut expected);
        let mut merged = Vec::new();
        merge(jaws[0].at(1), jaws[1].at(1), &mut merged);
        assert_eq!(merged, expected);
        merge(jaws[0].at(3), jaws[1].at(3), &mut merged);
        assert!(
            merged.iter().zip(&expected).all(|(a, b)| a.depth_mm == b.depth_mm + 100.0 && a.triangle == b.triangle)
        );
        assert!(jaws[0].at(0).is_empty() && jaws[1].at(2).is_empty());
    }
}
