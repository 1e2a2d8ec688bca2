//! One pixel as the method saw it: its layers, what became of it, and where its ray is inside the jaws.
use super::gap_field::PixelClass;
use super::layer_code::LayerSequence;
use crate::jaw::JawSide;

/// What decided a pixel's class (METHOD.md, "Decision per pixel").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvedBy {
    /// At most one jaw is there: nothing to solve.
    NoOverlap,
    FirstPass,
    SecondPass,
    LayerOrder,
    /// A jaw that the ray enters and does not leave: left unsolved, never guessed.
    Unbalanced,
    /// Not decided: more layers than code and list hold, or the two tell of different ones.
    Nothing,
}

/// What one pixel tells.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerReading {
    /// The frame it belongs to.
    pub frame: u64,
    /// (col, row).
    pub pixel: [u32; 2],
    pub sequence: LayerSequence,
    pub class: PixelClass,
    pub solved_by: SolvedBy,
    /// Depth that cannot be told from touching, mm.
    pub depth_epsilon_mm: f32,
}

/// A part of the ray, by the layers where it begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub first: usize,
    /// `None` where the ray never comes out again.
    pub last: Option<usize>,
}

/// Upper and lower jaw's winding: faces entered less faces left so far. Not 0 = inside.
pub type Windings = [i32; 2];

impl LayerSequence {
    /// Behind each layer.
    pub fn windings(&self) -> Vec<Windings> {
        let behind = |so_far: &mut Windings, layer: &super::Layer| {
            so_far[usize::from(layer.side == JawSide::Lower)] += if layer.entered { 1 } else { -1 };
            Some(*so_far)
        };
        self.layers.iter().scan([0, 0], behind).collect()
    }

    /// Where the windings are as asked, from the nearest on.
    pub fn stretches(&self, is_inside: impl Fn(Windings) -> bool) -> Vec<Stretch> {
        let mut found: Vec<Stretch> = Vec::new();
        let mut was = false;
        for (i, windings) in self.windings().into_iter().enumerate() {
            let is = is_inside(windings);
            if is && !was {
                found.push(Stretch { first: i, last: None });
            } else if was
                && !is
                && let Some(stretch) = found.last_mut()
            {
                stretch.last = Some(i);
            }
            was = is;
        }
        found
    }

    /// Where the ray is inside both jaws.
    pub fn overlaps(&self) -> Vec<Stretch> {
        self.stretches(|[upper, lower]| upper != 0 && lower != 0)
    }

    /// Where the ray is inside one jaw.
    pub fn inside(&self, side: JawSide) -> Vec<Stretch> {
        self.stretches(|windings| windings[usize::from(side == JawSide::Lower)] != 0)
    }

    /// From the first layer, mm.
    pub fn depth_mm(&self, layer: usize) -> f32 {
        match (self.layers.get(layer), self.layers.first()) {
            (Some(layer), Some(first)) => layer.depth_mm - first.depth_mm,
            _ => 0.0,
        }
    }

    /// mm; `None` for a stretch without an end.
    pub fn length_mm(&self, stretch: &Stretch) -> Option<f32> {
        stretch.last.map(|last| self.depth_mm(last) - self.depth_mm(stretch.first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Layer, LayerCode};

    /// Upper jaw: `(` in, `)` out; lower jaw: `[` in, `]` out; each 0.5 mm behind the one before it.
    fn sequence(text: &str) -> LayerSequence {
        let layer = |(i, c): (usize, char)| Layer {
            side: if "()".contains(c) { JawSide::Upper } else { JawSide::Lower },
            entered: "([".contains(c),
            triangle: i as u32,
            depth_mm: 3.0 + 0.5 * i as f32,
        };
        let layers: Vec<_> = text.chars().enumerate().map(layer).collect();
        let code = LayerCode::encode(layers.iter().map(|l| (l.side, l.entered))).unwrap();
        let n = layers.len() as u32;
        LayerSequence::new(layers, n, &code, 0.0)
    }

    #[test]
    fn stretches_are_where_windings_say() {
        let closed = |first, last| Stretch { first, last: Some(last) };
        for (text, upper, both) in [
            ("()[]", vec![closed(0, 1)], vec![]),
            ("([)]", vec![closed(0, 2)], vec![closed(1, 2)]),
            // The paper's AABBABBA.
            ("()[]([])", vec![closed(0, 1), closed(4, 7)], vec![closed(5, 6)]),
            // B nested in two shells of A is inside both; parity would say outside.
            ("(([]))", vec![closed(0, 5)], vec![closed(2, 3)]),
            ("([][])", vec![closed(0, 5)], vec![closed(1, 2), closed(3, 4)]),
            ("([]", vec![Stretch { first: 0, last: None }], vec![closed(1, 2)]),
            ("", vec![], vec![]),
        ] {
            let s = sequence(text);
            assert_eq!(s.inside(JawSide::Upper), upper, "{text}");
            assert_eq!(s.overlaps(), both, "{text}");
        }
    }

    #[test]
    fn depths_are_counted_from_the_first_layer() {
        let s = sequence("([)]");
        assert_eq!(s.windings(), [[1, 0], [1, 1], [0, 1], [0, 0]]);
        assert_eq!((s.depth_mm(0), s.depth_mm(3), s.depth_mm(9)), (0.0, 1.5, 0.0));
        assert_eq!(s.length_mm(&s.overlaps()[0]), Some(0.5));
        assert_eq!(s.length_mm(&Stretch { first: 1, last: None }), None);
    }
}
