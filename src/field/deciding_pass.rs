//! Which pass of the raster method decides a pixel, told from the layers of its ray (METHOD.md, "Decision per pixel"). A judge of the passes: it
//! counts nothing that a pass counts.
use super::SolvedBy;
use super::layers::Layer;

/// Pixels by the pass that decides them, and those of which a raster's rounding decides by which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecidedPixels {
    /// First pass, second pass, order of layers.
    pub by_pass: [u32; 3],
    pub unsure: u32,
}

impl DecidedPixels {
    pub fn add(&mut self, by: SolvedBy, is_sure: bool) {
        match by {
            // The other jaw may yet be there by a hair.
            SolvedBy::NoOverlap if is_sure => {}
            _ if !is_sure => self.unsure += 1,
            SolvedBy::FirstPass => self.by_pass[0] += 1,
            SolvedBy::SecondPass => self.by_pass[1] += 1,
            SolvedBy::LayerOrder => self.by_pass[2] += 1,
            SolvedBy::NoOverlap | SolvedBy::Unbalanced | SolvedBy::Nothing => {}
        }
    }

    /// Pixels that a count of them by pass has too many or too few of, beyond those that are unsure.
    pub fn excess(&self, counted: [u32; 3]) -> u32 {
        let excess = |(sure, n): (&u32, u32)| sure.saturating_sub(n) + n.saturating_sub(sure + self.unsure);
        self.by_pass.iter().zip(counted).map(excess).sum()
    }
}

/// By the windings and numbers of faces that the method's tests count. `a_is_lower`: the lower jaw is the paper's A.
pub fn deciding_pass(layers: &[Layer], a_is_lower: bool) -> SolvedBy {
    let of_a = |layer: &&Layer| layer.lower == a_is_lower;
    let depths = || layers.iter().filter(of_a).map(|layer| layer.depth_mm);
    let (first_mm, last_mm) = (depths().fold(f64::INFINITY, f64::min), depths().fold(f64::NEG_INFINITY, f64::max));
    let count = |counts: &dyn Fn(&Layer) -> bool| -> (usize, i32) {
        let counted = || layers.iter().filter(|layer| counts(layer));
        (counted().count(), counted().map(|layer| if layer.entered { 1 } else { -1 }).sum())
    };
    let (n_own, own_winding) = count(&|layer| layer.lower == a_is_lower);
    let (n_other, other_winding) = count(&|layer| layer.lower != a_is_lower);
    if n_own == 0 || n_other == 0 {
        return SolvedBy::NoOverlap;
    }
    if own_winding != 0 || other_winding != 0 {
        return SolvedBy::Unbalanced;
    }
    let (n_before, winding) = count(&|layer| layer.lower != a_is_lower && layer.depth_mm < last_mm);
    if n_before == 0 || winding != 0 {
        return SolvedBy::FirstPass;
    }
    let (n_not_behind, winding) = count(&|layer| layer.lower != a_is_lower && layer.depth_mm <= first_mm);
    if winding != 0 || n_before == n_not_behind || n_own == 2 { SolvedBy::SecondPass } else { SolvedBy::LayerOrder }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Upper jaw: `(` in, `)` out; lower jaw: `[` in, `]` out; one place a millimetre.
    fn layers(text: &str) -> Vec<Layer> {
        let layer = |(at, c): (usize, char)| Layer {
            depth_mm: at as f64,
            triangle: at as u32,
            entered: "([".contains(c),
            lower: "[]".contains(c),
        };
        text.chars().enumerate().map(layer).collect()
    }

    #[test]
    fn each_pass_decides_what_the_rule_says() {
        for (text, upper_is_a, lower_is_a) in [
            ("()[]", SolvedBy::FirstPass, SolvedBy::SecondPass),
            ("([)]", SolvedBy::FirstPass, SolvedBy::SecondPass),
            // The lower jaw before the upper one: entered and left, which nothing but the sign of a face tells from being inside.
            ("[]()", SolvedBy::SecondPass, SolvedBy::FirstPass),
            ("([])", SolvedBy::SecondPass, SolvedBy::FirstPass),
            ("()[]()", SolvedBy::LayerOrder, SolvedBy::SecondPass),
            ("()[]()[]", SolvedBy::LayerOrder, SolvedBy::LayerOrder),
            ("([]", SolvedBy::Unbalanced, SolvedBy::Unbalanced),
            ("()", SolvedBy::NoOverlap, SolvedBy::NoOverlap),
        ] {
            let found = [false, true].map(|a_is_lower| deciding_pass(&layers(text), a_is_lower));
            assert_eq!(found, [upper_is_a, lower_is_a], "{text}");
        }
    }

    #[test]
    fn counts_may_differ_by_what_is_unsure_and_no_more() {
        let mut decided = DecidedPixels::default();
        for (by, is_sure) in [
            (SolvedBy::FirstPass, true),
            (SolvedBy::FirstPass, true),
            (SolvedBy::SecondPass, true),
            (SolvedBy::SecondPass, false),
            (SolvedBy::NoOverlap, false),
            (SolvedBy::NoOverlap, true),
        ] {
            decided.add(by, is_sure);
        }
        assert_eq!(decided, DecidedPixels { by_pass: [2, 1, 0], unsure: 2 });
        assert_eq!(decided.excess([2, 3, 0]), 0);
        assert_eq!(decided.excess([3, 1, 1]), 0);
        // The twin: what the second pass decides counted as the first one's.
        assert_eq!(decided.excess([5, 0, 0]), 2);
    }
}
