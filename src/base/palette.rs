//! Colours for a signed gap. Penetration, near contact and clearance are three clearly different things: each has a
//! third of the scale of its own, and the scale jumps between them.
//!
//! The colours say geometry and nothing else: neither loads nor a judgement of them.
use crate::base::words::{decimal, say};

/// A named scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Palette {
    /// Parts of the diverging scale RdYlBu (ColorBrewer, through `colorous`), which stays apart for the common forms
    /// of colour blindness: dark red inside, amber near contact, blue clearance that fades away.
    #[default]
    Default,
    /// As figure 6 of Myszkowski, Okunev and Kunii 1995: grey and pink for one jaw only, green to yellow towards the
    /// contact border, red inside.
    Paper1995,
}

/// A number on the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendTick {
    /// Along the bar, 0 = deepest penetration, 1 = largest clearance.
    pub position: f32,
    pub gap_mm: f32,
    /// The number alone, e.g. "-0.10", "0", "2.0"; the unit is mm.
    pub label: String,
}

impl Palette {
    pub const ALL: [Self; 2] = [Self::Default, Self::Paper1995];
    /// Depth at which the penetration part of the scale ends, mm; deeper keeps the last colour.
    pub const DEEPEST_MM: f32 = 0.5;
    /// Entries of the lookup table for each of its three parts.
    pub const PART: usize = 256;
    /// Entries of the lookup table.
    pub const TABLE: usize = 3 * Self::PART;

    /// The name that people see.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => say!("palette-red-amber-blue"),
            Self::Paper1995 => say!("palette-paper-1995"),
        }
    }

    /// Opaque colour of a gap; clearance fades to the colour of [`Palette::clear`]. A gap that is not a number has
    /// that colour too.
    pub fn color(&self, gap_mm: f32, threshold_mm: f32, range_mm: f32) -> [u8; 3] {
        if gap_mm.is_nan() {
            return self.clear();
        }
        let [r, g, b, a] = self.entry(table_index(gap_mm, threshold_mm, range_mm));
        let weight = f32::from(a) / 255.0;
        let blend = |over: u8, under: u8| mix(f32::from(under), f32::from(over), weight).round() as u8;
        let [cr, cg, cb] = self.clear();
        [blend(r, cr), blend(g, cg), blend(b, cb)]
    }

    /// [`Palette::TABLE`] colours (straight alpha = strength of the paint on the tooth), in three parts from the
    /// deepest penetration to the largest clearance:
    ///
    /// * `gap < 0`: index `255 * (1 - sqrt(min(-gap / DEEPEST_MM, 1)))` (the root spreads the shallow depths);
    /// * `0 <= gap <= threshold`: index `256 + 255 * gap / threshold`;
    /// * `gap > threshold`: index `512 + 255 * min((gap - threshold) / (range - threshold), 1)`.
    ///
    /// Round to the nearest index and do not filter between entries: the parts must not blend into each other. The
    /// table itself depends on neither number; they only say where a gap lies in it.
    pub fn lookup_table(&self, _threshold_mm: f32, _range_mm: f32) -> Vec<[u8; 4]> {
        (0..Self::TABLE).map(|i| self.entry(i)).collect()
    }

    /// Numbers for a legend bar that shows the lookup table from its first to its last entry.
    pub fn legend_ticks(&self, threshold_mm: f32, range_mm: f32) -> Vec<LegendTick> {
        [-Self::DEEPEST_MM, -0.1, 0.0, threshold_mm, range_mm]
            .into_iter()
            .map(|gap_mm| LegendTick {
                position: legend_position(gap_mm, threshold_mm, range_mm),
                gap_mm,
                label: tick_label(gap_mm, threshold_mm, range_mm),
            })
            .collect()
    }

    /// Where both jaws cover a pixel of the map and nothing within the range faces anything.
    pub fn clear(&self) -> [u8; 3] {
        match self {
            Self::Default => [247, 247, 244],
            Self::Paper1995 => [255, 255, 255],
        }
    }

    /// Where only the upper jaw covers a pixel of the map.
    pub fn upper_only(&self) -> [u8; 3] {
        match self {
            Self::Default => [176, 176, 176],
            Self::Paper1995 => [150, 150, 150],
        }
    }

    /// Where only the lower jaw covers a pixel of the map.
    pub fn lower_only(&self) -> [u8; 3] {
        match self {
            Self::Default => [226, 205, 208],
            Self::Paper1995 => [244, 182, 194],
        }
    }

    /// The line around the contact at the threshold.
    pub fn contact_border(&self) -> [u8; 3] {
        match self {
            Self::Default => [40, 40, 40],
            Self::Paper1995 => [150, 110, 0],
        }
    }

    /// One colour of the table.
    fn entry(&self, index: usize) -> [u8; 4] {
        let within = (index % Self::PART) as f32 / (Self::PART - 1) as f32;
        match (self, index / Self::PART) {
            (Self::Default, 0) => diverging(mix(0.0, 0.12, within), 255),
            (Self::Default, 1) => diverging(mix(0.30, 0.40, within), 255),
            (Self::Default, _) => diverging(mix(0.88, 0.70, within), fade(within)),
            (Self::Paper1995, 0) => between([120, 0, 0], [225, 25, 25], within, 255),
            (Self::Paper1995, 1) => between([250, 220, 0], [60, 170, 60], within, 255),
            (Self::Paper1995, _) => between([170, 215, 170], [235, 240, 235], within, fade(within)),
        }
    }
}

/// Where a gap lies in the lookup table (see [`Palette::lookup_table`]).
pub fn table_index(gap_mm: f32, threshold_mm: f32, range_mm: f32) -> usize {
    let last = (Palette::PART - 1) as f32;
    let steps = |fraction: f32| (last * fraction.clamp(0.0, 1.0)).round() as usize;
    if gap_mm < 0.0 {
        steps(1.0 - (-gap_mm / Palette::DEEPEST_MM).min(1.0).sqrt())
    } else if gap_mm <= threshold_mm {
        Palette::PART + steps(gap_mm / threshold_mm.max(f32::MIN_POSITIVE))
    } else {
        2 * Palette::PART + steps((gap_mm - threshold_mm) / (range_mm - threshold_mm).max(f32::MIN_POSITIVE))
    }
}

/// Where a gap lies on the legend bar, 0 to 1.
pub fn legend_position(gap_mm: f32, threshold_mm: f32, range_mm: f32) -> f32 {
    table_index(gap_mm, threshold_mm, range_mm) as f32 / (Palette::TABLE - 1) as f32
}

fn tick_label(gap_mm: f32, threshold_mm: f32, range_mm: f32) -> String {
    if gap_mm == 0.0 {
        "0".into()
    } else if gap_mm == threshold_mm {
        let text = decimal(gap_mm, 3);
        text.strip_suffix('0').map_or(text.clone(), str::to_owned)
    } else if gap_mm == range_mm {
        decimal(gap_mm, 1)
    } else {
        decimal(gap_mm, 2).replace('-', "\u{2212}")
    }
}

fn diverging(t: f32, alpha: u8) -> [u8; 4] {
    let [r, g, b] = colorous::RED_YELLOW_BLUE.eval_continuous(f64::from(t)).into_array();
    [r, g, b, alpha]
}

fn between(a: [u8; 3], b: [u8; 3], t: f32, alpha: u8) -> [u8; 4] {
    let channel = |i: usize| mix(f32::from(a[i]), f32::from(b[i]), t).round() as u8;
    [channel(0), channel(1), channel(2), alpha]
}

/// Strength of the clearance colour: strongest beside the contact, nothing at the end of the range.
fn fade(within: f32) -> u8 {
    mix(210.0, 0.0, within.sqrt()).round() as u8
}

fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

#[cfg(test)]
mod color_blindness;
#[cfg(test)]
mod tests {
    use super::*;

    const THRESHOLD: f32 = 0.1;
    const RANGE: f32 = 2.0;

    /// Machado, Oliveira and Fernandes 2009, full protanopia and deuteranopia, for linear RGB.
    const SEEN_BY: [[[f32; 3]; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ];

    /// Distance of two colours in OKLab as an eye with the given matrix sees them (about 0.02 can just be told apart).
    fn seen_distance(a: [u8; 3], b: [u8; 3], eye: &[[f32; 3]; 3]) -> f32 {
        let lab = |c: [u8; 3]| {
            let linear = c.map(|x| (f32::from(x) / 255.0).powf(2.2));
            let dot = |r: &[f32; 3], v: [f32; 3]| r[0] * v[0] + r[1] * v[1] + r[2] * v[2];
            let rgb = [0, 1, 2].map(|i| dot(&eye[i], linear).clamp(0.0, 1.0));
            let lms = [[0.41222, 0.53633, 0.05145], [0.21190, 0.68070, 0.10740], [0.08830, 0.28172, 0.62998]]
                .map(|r| dot(&r, rgb).cbrt());
            [[0.21045, 0.79362, -0.00407], [1.97800, -2.42859, 0.45060], [0.02590, 0.78277, -0.80868]]
                .map(|r| dot(&r, lms))
        };
        let (a, b) = (lab(a), lab(b));
        (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f32>().sqrt()
    }

    /// Least distance between the default scale's parts (gaps on either side) for any eye.
    fn least_distance(left: impl Iterator<Item = f32> + Clone, right: impl Iterator<Item = f32> + Clone) -> f32 {
        let color = |gap| Palette::Default.color(gap, THRESHOLD, RANGE);
        let mut least = f32::INFINITY;
        for eye in &SEEN_BY {
            for a in left.clone() {
                for b in right.clone() {
                    least = least.min(seen_distance(color(a), color(b), eye));
                }
            }
        }
        least
    }

    #[test]
    fn the_three_parts_stay_apart_for_colour_blind_eyes() {
        let inside = (1..=50).map(|i| -0.01 * i as f32);
        let near = (0..=10).map(|i| 0.01 * i as f32);
        let clear = (1..=40).map(|i| 0.1 + 0.0475 * i as f32);
        assert!(least_distance(inside.clone(), near.clone()) > 0.15);
        assert!(least_distance(inside.clone(), clear.clone()) > 0.15);
        assert!(least_distance(near, clear) > 0.08);
        // Negative twin: a part is not apart from itself.
        assert!(least_distance(inside.clone(), inside) < 0.01);
    }

    #[test]
    fn the_index_follows_the_documented_formula() {
        for (gap, index) in [
            (-9.0, 0),
            (-0.5, 0),
            (-0.125, 128),
            (-1e-9, 255),
            (0.0, 256),
            (0.1, 511),
            (0.1001, 512),
            (2.0, 767),
            (9.0, 767),
        ] {
            assert_eq!(table_index(gap, THRESHOLD, RANGE), index, "{gap}");
        }
        // Thresholds of nothing and above the range still give an entry.
        for (threshold, range) in [(0.0, 2.0), (0.2, 0.1), (0.0, 0.0)] {
            for gap in [-1.0, 0.0, 0.05, 0.15, 3.0] {
                assert!(table_index(gap, threshold, range) < Palette::TABLE);
            }
        }
    }

    #[test]
    fn ticks_rise_and_carry_the_threshold() {
        let ticks = Palette::Default.legend_ticks(0.149, RANGE);
        assert!(ticks.windows(2).all(|w| w[0].position < w[1].position));
        let labels: Vec<_> = ticks.iter().map(|t| t.label.as_str()).collect();
        assert_eq!(labels, ["\u{2212}0.50", "\u{2212}0.10", "0", "0.149", "2.0"]);
    }

    #[test]
    fn paint_fades_to_nothing_at_the_range() {
        for palette in Palette::ALL {
            let table = palette.lookup_table(THRESHOLD, RANGE);
            assert_eq!(table.len(), Palette::TABLE);
            assert_eq!(table[Palette::TABLE - 1][3], 0);
            assert!(table[..2 * Palette::PART].iter().all(|c| c[3] == 255));
            assert_eq!(palette.color(RANGE, THRESHOLD, RANGE), palette.clear());
        }
    }
}
