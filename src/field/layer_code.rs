//! The order of a pixel's layers as alpha blending keeps it, and as people read it.
//!
//! Paper, sect. 6: `C = C_object + 0.5 C` shifts what a channel holds by one place and sets its highest bit to one or
//! zero. Here a channel is a half float of 11 significant bits that begins as 1, the end mark: ten layers fit exactly,
//! forty in red, green, blue and alpha. A second code of the same form keeps which layers are entered, because
//! identifiers alone cannot tell A A B B A A with B outside from B nested inside A. GPU twin:
//! shaders/common/layer_code.wgsl.
use super::Counting;
use crate::jaw::JawSide;
use std::fmt;

/// One face crossed by a pixel's ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layer {
    pub side: JawSide,
    /// Whether the ray goes in here, or out.
    pub entered: bool,
    /// Of the side's mesh.
    pub triangle: u32,
    /// Along the projection, mm from the origin's plane.
    pub depth_mm: f32,
}

/// All faces of both jaws over one pixel, nearest first. Written as A (upper jaw) and B (lower jaw): "AABBABBA".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayerSequence {
    pub layers: Vec<Layer>,
    /// Faces over the pixel; where they are more than [`LayerCode::CAPACITY`], `layers` is empty: their order is not
    /// known.
    pub n_layers: u32,
    /// Whether the blended code tells of the same layers as their list. Where it does not, the pixel is unsolved.
    pub confirmed: bool,
}

impl LayerSequence {
    /// From a list in any order and the blended code; depths closer than `depth_epsilon_mm` are the same.
    pub fn new(mut layers: Vec<Layer>, n_layers: u32, code: &LayerCode, depth_epsilon_mm: f32) -> Self {
        layers.sort_by(|a, b| a.depth_mm.total_cmp(&b.depth_mm).then(a.entered.cmp(&b.entered)));
        let confirmed = layers.len() == n_layers as usize
            && code.decode().is_some_and(|decoded| tells_of(&decoded, &layers, depth_epsilon_mm));
        Self { layers, n_layers, confirmed }
    }

    /// From a list in any order, which is the order itself: no code stands beside it that could tell of other layers.
    pub fn listed(mut layers: Vec<Layer>, n_layers: u32) -> Self {
        let last = |l: &Layer| (l.entered, l.triangle);
        layers.sort_by(|a, b| a.depth_mm.total_cmp(&b.depth_mm).then(last(a).cmp(&last(b))));
        Self { confirmed: layers.len() == n_layers as usize, layers, n_layers }
    }
}

/// Whether each layer of a code is one of the sorted list at the same place, or at a depth that cannot be told from it.
fn tells_of(decoded: &[(JawSide, bool)], layers: &[Layer], depth_epsilon_mm: f32) -> bool {
    let mut left: Vec<&Layer> = layers.iter().collect();
    decoded.len() == layers.len()
        && decoded.iter().zip(layers).all(|(is, at)| {
            let fits = |l: &&Layer| (l.side, l.entered) == *is && (l.depth_mm - at.depth_mm).abs() <= depth_epsilon_mm;
            left.iter().position(fits).map(|i| left.remove(i)).is_some()
        })
}

impl fmt::Display for LayerSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layers.iter().try_for_each(|l| f.write_str(if l.side == JawSide::Upper { "A" } else { "B" }))
    }
}

/// What is blended into the two colours of a pixel: identifiers (1 = lower jaw) and facings (1 = entered).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerCode {
    pub identifiers: [f32; 4],
    pub facings: [f32; 4],
}

impl LayerCode {
    /// Layers in one channel.
    pub const CHANNEL_LAYERS: usize = 10;
    /// Layers in all four.
    pub const CAPACITY: usize = 4 * Self::CHANNEL_LAYERS;
    /// No layer yet: every channel holds its end mark.
    pub const EMPTY: Self = Self { identifiers: [1.0; 4], facings: [1.0; 4] };

    /// The code of layers in order; `None` for more than fit: never cut short in silence.
    pub fn encode(layers: impl IntoIterator<Item = (JawSide, bool)>) -> Option<Self> {
        let mut code = Self::EMPTY;
        for (n, (side, entered)) in layers.into_iter().enumerate() {
            let channel = n / Self::CHANNEL_LAYERS;
            let blend = |channel: &mut f32, object: bool| *channel = f32::from(u8::from(object)) + 0.5 * *channel;
            blend(code.identifiers.get_mut(channel)?, side == JawSide::Lower);
            blend(&mut code.facings[channel], entered);
        }
        Some(code)
    }

    /// The layers, nearest first; `None` for channels that no blending leaves.
    pub fn decode(&self) -> Option<Vec<(JawSide, bool)>> {
        let mut layers = Vec::new();
        for channel in 0..4 {
            let lower = channel_layers(self.identifiers[channel])?;
            let entered = channel_layers(self.facings[channel])?;
            // Both colours are blended together, and a channel is begun when the one before it is full.
            if lower.len() != entered.len() || !lower.is_empty() && layers.len() != channel * Self::CHANNEL_LAYERS {
                return None;
            }
            let side = |lower| if lower { JawSide::Lower } else { JawSide::Upper };
            layers.extend(lower.into_iter().map(side).zip(entered));
        }
        Some(layers)
    }

    /// Whether the order shows the ray inside both jaws somewhere: by winding, or by the paper's odd runs of one
    /// identifier. `None` where the code cannot be decoded or a jaw is not left for good.
    pub fn interferes(&self, counting: Counting) -> Option<bool> {
        let layers = self.decode()?;
        if counting != Counting::Winding {
            return Some(layers.chunk_by(|a, b| a.0 == b.0).any(|run| run.len() % 2 == 1));
        }
        let (mut upper, mut lower, mut overlap) = (0, 0, false);
        for (side, entered) in layers {
            *(if side == JawSide::Upper { &mut upper } else { &mut lower }) += if entered { 1 } else { -1 };
            overlap |= upper != 0 && lower != 0;
        }
        (upper == 0 && lower == 0).then_some(overlap)
    }
}

/// The bits of one channel, nearest layer first.
fn channel_layers(channel: f32) -> Option<Vec<bool>> {
    let scaled = channel * (1 << LayerCode::CHANNEL_LAYERS) as f32;
    let whole = scaled as u32;
    if whole as f32 != scaled || !(1..1 << (LayerCode::CHANNEL_LAYERS + 1)).contains(&whole) {
        return None;
    }
    let mark = whole.trailing_zeros() as usize;
    (mark <= LayerCode::CHANNEL_LAYERS)
        .then(|| (mark + 1..=LayerCode::CHANNEL_LAYERS).map(|b| whole >> b & 1 == 1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Upper jaw: `(` in, `)` out; lower jaw: `[` in, `]` out.
    fn layers(text: &str) -> Vec<(JawSide, bool)> {
        let side = |c| if "()".contains(c) { JawSide::Upper } else { JawSide::Lower };
        text.chars().filter(|c| *c != ' ').map(|c| (side(c), "([".contains(c))).collect()
    }

    /// A value of 11 significant bits, none of them below 2^-10: what a half float holds exactly.
    fn is_exact_in_half(x: f32) -> bool {
        let scaled = x * 1024.0;
        scaled.fract() == 0.0 && (1.0..2048.0).contains(&scaled)
    }

    #[test]
    fn order_tells_the_class() {
        use Counting::{Parity, Winding};
        for (text, by_winding, by_parity) in [
            ("()()[][]", Some(false), Some(false)),
            // The paper's AABBABBA and BBBAABBB.
            ("()[]([])", Some(true), Some(true)),
            ("[][()][]", Some(true), Some(true)),
            ("() [] ( [] )", Some(true), Some(true)),
            ("[] [ () ] []", Some(true), Some(true)),
            // A A B B A A with B between and with B nested: the same identifiers.
            ("() [] ()", Some(false), Some(false)),
            ("(( [] ))", Some(true), Some(false)),
            ("(()) [[]]", Some(false), Some(false)),
            ("", Some(false), Some(false)),
            ("( []", None, Some(true)),
        ] {
            let code = LayerCode::encode(layers(text)).expect("few layers");
            assert_eq!(code.interferes(Winding), by_winding, "{text}");
            assert_eq!(code.interferes(Parity), by_parity, "{text}");
        }
    }

    #[test]
    fn a_list_and_its_code_tell_of_the_same_layers() {
        let listed = |text: &str| {
            let layer = |(i, (side, entered))| Layer { side, entered, triangle: i as u32, depth_mm: i as f32 };
            layers(text).into_iter().enumerate().map(layer).collect::<Vec<_>>()
        };
        let code = LayerCode::encode(layers("()[]([])")).expect("few layers");
        let mut shuffled = listed("()[]([])");
        shuffled.reverse();
        let sequence = LayerSequence::new(shuffled.clone(), 8, &code, 0.1);
        assert!(sequence.confirmed);
        assert_eq!(sequence.to_string(), "AABBABBA");
        // Other layers, one too few, or an order that depths do not excuse: not confirmed.
        assert!(!LayerSequence::new(listed("()[]([)]"), 8, &code, 0.1).confirmed);
        assert!(!LayerSequence::new(shuffled[1..].to_vec(), 7, &code, 0.1).confirmed);
        assert!(!LayerSequence::new(Vec::new(), 43, &code, 0.1).confirmed);
        shuffled[0].depth_mm = shuffled[1].depth_mm - 0.05;
        assert!(LayerSequence::new(shuffled.clone(), 8, &code, 0.1).confirmed);
        assert!(!LayerSequence::new(shuffled, 8, &code, 0.01).confirmed);
    }

    #[test]
    fn what_no_blending_leaves_is_refused() {
        let good = LayerCode::encode(layers("([)]")).expect("few layers");
        assert!(good.decode().is_some());
        for (identifiers, facings) in [
            ([0.0, 1.0, 1.0, 1.0], good.facings),
            ([2.0, 1.0, 1.0, 1.0], good.facings),
            ([f32::NAN, 1.0, 1.0, 1.0], good.facings),
            ([0.3, 1.0, 1.0, 1.0], good.facings),
            // Another number of layers in the two colours; a channel begun too early.
            (good.identifiers, LayerCode::EMPTY.facings),
            ([1.0, 0.5, 1.0, 1.0], [1.0, 0.5, 1.0, 1.0]),
        ] {
            assert_eq!(LayerCode { identifiers, facings }.decode(), None, "{identifiers:?}");
        }
    }

    proptest! {
        #[test]
        fn forty_layers_come_back_and_no_more_are_taken(
            given in prop::collection::vec((any::<bool>(), any::<bool>()), 0..60)
        ) {
            let given: Vec<_> =
                given.into_iter().map(|(l, e)| (if l { JawSide::Lower } else { JawSide::Upper }, e)).collect();
            let code = LayerCode::encode(given.clone());
            prop_assert_eq!(code.is_some(), given.len() <= LayerCode::CAPACITY);
            if let Some(code) = code {
                prop_assert!(code.identifiers.iter().chain(&code.facings).all(|x| is_exact_in_half(*x)));
                prop_assert_eq!(code.decode(), Some(given.clone()));
                // The twin: one layer turned over is another code.
                for i in 0..given.len() {
                    let mut other = given.clone();
                    other[i].1 = !other[i].1;
                    prop_assert_ne!(LayerCode::encode(other), Some(code));
                }
            }
        }

        #[test]
        fn odd_runs_are_parity(sides in prop::collection::vec(any::<bool>(), 0..20)) {
            // Every face met once more at the end: both jaws are crossed an even number of times.
            let sides: Vec<bool> = sides.iter().chain(sides.iter().rev()).copied().collect();
            let code = LayerCode::encode(
                sides.iter().map(|l| (if *l { JawSide::Lower } else { JawSide::Upper }, true)),
            );
            let (mut inside, mut overlap) = ([false; 2], false);
            for lower in &sides {
                inside[usize::from(*lower)] ^= true;
                overlap |= inside == [true; 2];
            }
            prop_assert_eq!(code.and_then(|c| c.interferes(Counting::Parity)), Some(overlap));
        }
    }
}
