//! What of the jaws counts: the teeth, or whole scans; what was trimmed never does.
//!
//! A dentist asks how teeth meet. Where a flap of tissue, a scan's ragged border or bone comes near to the other jaw, that is listed
//! apart and decides nothing.
use crate::base::words::say;
use crate::jaw::{JawTeeth, JawTrim, Teeth, ToothRegion, ToothSource, Trim};
use std::sync::Arc;

/// What was asked for, and what was judged; always named beside a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScopeKind {
    /// Contact of tooth with tooth, but for the borders of the scans.
    #[default]
    Teeth,
    /// Everything that was scanned.
    Whole,
}

impl ScopeKind {
    /// For people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Teeth => say!("scope-teeth"),
            Self::Whole => say!("scope-whole-scans"),
        }
    }

    /// As it stands in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Teeth => "teeth",
            Self::Whole => "whole",
        }
    }
}

/// What is asked for: which scope, where the teeth are as far as they are known (their names do not matter), and what was trimmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeAsked {
    kind: ScopeKind,
    /// Of the upper and the lower jaw, as [`JawTeeth::of_triangle`]; empty where its teeth are not known.
    of_triangle: [Arc<Vec<u8>>; 2],
    trim: Trim,
}

impl ScopeAsked {
    pub fn new(kind: ScopeKind, teeth: &Teeth) -> Self {
        let known = |jaw: &JawTeeth| if are_teeth(jaw) { jaw.of_triangle.clone() } else { Arc::default() };
        Self { kind, of_triangle: [known(&teeth.upper), known(&teeth.lower)], trim: Trim::default() }
    }

    /// The same teeth, asked about otherwise.
    pub fn of_kind(&self, kind: ScopeKind) -> Self {
        Self { kind, ..self.clone() }
    }

    /// The same without what was trimmed.
    pub fn trimmed(self, trim: Trim) -> Self {
        Self { trim, ..self }
    }

    /// Whole scans, whatever the teeth.
    pub fn whole() -> Self {
        Self::new(ScopeKind::Whole, &Teeth::default())
    }

    /// What can be judged: teeth only where both jaws' are known.
    pub fn kind(&self) -> ScopeKind {
        if self.of_triangle.iter().any(|jaw| jaw.is_empty()) { ScopeKind::Whole } else { self.kind }
    }
}

/// Of every triangle of both jaws whether it counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Scope {
    kind: ScopeKind,
    /// Of the upper and of the lower jaw; `None`: all of it.
    counted: [Option<Arc<[bool]>>; 2],
    /// Of both what was trimmed, whatever else counts; `None`: nothing.
    trimmed: [Option<Arc<[bool]>>; 2],
}

impl Scope {
    /// Everything.
    pub const WHOLE: Self = Self { kind: ScopeKind::Whole, counted: [None, None], trimmed: [None, None] };

    /// What was asked for. `borders`: of the upper and the lower jaw's scanned triangles, as of [`crate::mesh::border::border`].
    pub fn new(asked: &ScopeAsked, borders: [&[bool]; 2]) -> Self {
        let kind = asked.kind();
        let counted = match kind {
            ScopeKind::Whole => [None, None],
            ScopeKind::Teeth => [0, 1].map(|side| Some(teeth_of(&asked.of_triangle[side], borders[side]))),
        };
        let flags = |jaw: &JawTrim| (!jaw.is_empty()).then(|| jaw.flags().into());
        Self { kind, counted, trimmed: [flags(&asked.trim.upper), flags(&asked.trim.lower)] }
    }

    pub fn kind(&self) -> ScopeKind {
        self.kind
    }

    /// Whether all counts.
    pub fn is_whole(&self) -> bool {
        self.counted.iter().chain(&self.trimmed).all(Option::is_none)
    }

    /// Whether a triangle of the upper (0) or the lower jaw (1) counts.
    #[inline]
    pub fn counts(&self, side: usize, triangle: u32) -> bool {
        !self.is_trimmed(side, triangle)
            && self.counted[side]
                .as_ref()
                .is_none_or(|counted| counted.get(triangle as usize).copied().unwrap_or(false))
    }

    /// Whether anything of the upper (0) or the lower jaw (1) was trimmed.
    pub fn has_trim(&self, side: usize) -> bool {
        self.trimmed[side].is_some()
    }

    /// Whether a triangle was trimmed: it neither counts nor is it told of.
    #[inline]
    pub fn is_trimmed(&self, side: usize, triangle: u32) -> bool {
        self.trimmed[side].as_ref().is_some_and(|trimmed| trimmed.get(triangle as usize).copied().unwrap_or(false))
    }

    /// Whether both triangles of a pair (upper, lower) count.
    pub fn counts_pair(&self, [upper, lower]: [u32; 2]) -> bool {
        self.counts(0, upper) && self.counts(1, lower)
    }
}

/// A tooth that was scanned has more triangles than this: anything can be cut into pieces, a box of twelve triangles as well.
const LEAST_TRIANGLES: usize = 24;

/// Whether what was told apart by shape can be judged by; labels and hands know what they name.
fn are_teeth(jaw: &JawTeeth) -> bool {
    let mut n_triangles = vec![0_usize; jaw.regions.len()];
    let regions = jaw.of_triangle.iter().filter_map(|region| usize::from(*region).checked_sub(1));
    regions.for_each(|region| {
        if let Some(n) = n_triangles.get_mut(region) {
            *n += 1;
        }
    });
    let is_told = |(tooth, n): (&ToothRegion, &usize)| tooth.source != ToothSource::Split || *n >= LEAST_TRIANGLES;
    let n_told = jaw.regions.iter().zip(&n_triangles).filter(|pair| is_told(*pair)).count();
    !jaw.is_empty() && 2 * n_told > jaw.regions.len()
}

fn teeth_of(of_triangle: &[u8], border: &[bool]) -> Arc<[bool]> {
    let is_border = |triangle: usize| border.get(triangle).copied().unwrap_or(false);
    of_triangle.iter().enumerate().map(|(triangle, region)| *region > 0 && !is_border(triangle)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jaw::{Fdi, ToothRegion, ToothSource};

    fn jaw(of_triangle: &[u8]) -> JawTeeth {
        let region = ToothRegion { fdi: Fdi::new(16), confidence: 1.0, source: ToothSource::Labels };
        JawTeeth { of_triangle: Arc::new(of_triangle.to_vec()), regions: vec![region] }
    }

    #[test]
    fn teeth_count_but_for_gum_and_border() {
        let teeth = Teeth { upper: jaw(&[0, 1, 1]), lower: jaw(&[1, 0]) };
        let asked = ScopeAsked::new(ScopeKind::Teeth, &teeth);
        let scope = Scope::new(&asked, [&[false, false, true], &[]]);
        assert_eq!([0, 1, 2, 3].map(|t| scope.counts(0, t)), [false, true, false, false]);
        assert_eq!([0, 1].map(|t| scope.counts(1, t)), [true, false]);
        assert!(scope.counts_pair([1, 0]) && !scope.counts_pair([1, 1]) && !scope.is_whole());
        let whole = Scope::new(&ScopeAsked::new(ScopeKind::Whole, &teeth), [&[], &[]]);
        assert!(whole.is_whole() && whole.counts(0, 2) && whole.counts(1, 99));
    }

    #[test]
    fn what_was_trimmed_counts_in_no_scope() {
        let teeth = Teeth { upper: jaw(&[1, 1, 1]), lower: jaw(&[1, 1]) };
        let trim = Trim { upper: JawTrim::of([1]), lower: JawTrim::default() };
        for kind in [ScopeKind::Teeth, ScopeKind::Whole] {
            let asked = ScopeAsked::new(kind, &teeth);
            let scope = Scope::new(&asked.clone().trimmed(trim.clone()), [&[], &[]]);
            assert_eq!((scope.kind(), scope.is_whole()), (kind, false));
            assert_eq!([0, 1, 2].map(|t| scope.counts(0, t)), [true, false, true], "{kind:?}");
            assert!(scope.is_trimmed(0, 1) && !scope.is_trimmed(0, 2) && !scope.is_trimmed(1, 1));
            assert!(scope.counts_pair([0, 1]) && !scope.counts_pair([1, 1]));
            // The twin, and beyond the last trimmed triangle lies what closing added.
            assert!(Scope::new(&asked, [&[], &[]]).counts(0, 1));
            assert_eq!(scope.counts(0, 7), kind == ScopeKind::Whole);
            assert_ne!(asked.clone().trimmed(trim.clone()), asked, "another question");
        }
    }

    #[test]
    fn a_box_cut_into_pieces_has_no_teeth() {
        let by_shape = |n: usize| {
            let region = ToothRegion { fdi: Fdi::new(16), confidence: 0.6, source: ToothSource::Split };
            let of_triangle = Arc::new((0..2 * n).map(|t| 1 + (t >= n) as u8).collect());
            JawTeeth { of_triangle, regions: vec![region; 2] }
        };
        for (n, kind) in [(6, ScopeKind::Whole), (LEAST_TRIANGLES, ScopeKind::Teeth)] {
            let asked = ScopeAsked::new(ScopeKind::Teeth, &Teeth { upper: by_shape(n), lower: by_shape(n) });
            assert_eq!(asked.kind(), kind, "{n} triangles a piece");
        }
    }

    #[test]
    fn where_the_teeth_of_a_jaw_are_not_known_whole_scans_are_judged() {
        let teeth = Teeth { upper: jaw(&[1]), lower: JawTeeth::default() };
        let asked = ScopeAsked::new(ScopeKind::Teeth, &teeth);
        assert_eq!(asked.kind(), ScopeKind::Whole);
        assert_eq!(Scope::new(&asked, [&[], &[]]), Scope::WHOLE);
    }
}
