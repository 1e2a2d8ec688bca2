//! The automatic split of an arch into teeth, by its shape alone.
//!
//! ```text
//! scanned surface without loose parts (mesh::components), flaps and curtains -> samples in the occlusal frame
//!   -> the curve along which the crowns stand (arch_curve.rs)
//!   -> cross-section of the crowns along it, notches (row.rs); the cheapest reading as teeth of known widths (cuts.rs)
//!   -> every triangle, by growing each tooth from its top as far as the creases (grow.rs)
//! ```
use super::arch_curve::{ArchCurve, Sample, samples};
use super::curtains::curtains;
use super::cuts::{Besides, Expected, Supposed, ToothReading, midline_costs, read_row};
use super::flaps::flaps;
use super::grow::{Grown, grow};
use super::numbering::{GUESS, confidence_of_margin, farther_back_mm, fdi_at};
use super::row::Row;
use super::{JawTeeth, ToothRegion, ToothSource};
use crate::base::words::say;
use crate::base::{Cancelled, Progress, both};
use crate::jaw::{JawSide, OcclusalFrame};
use crate::mesh::TriMesh;
use crate::mesh::border::tissue_rim_vertices;
use crate::mesh::components::loose_parts;
use crate::mesh::topology::twins;
use std::sync::Arc;

/// A row of fewer teeth is taken for no row of teeth.
const FEWEST_TEETH: usize = 3;
/// A notch that parts nothing. A tooth has the shallower one of its two, so that of a row with one such boundary two teeth in three may be.
const SHALLOW: f64 = 0.9;
/// Where the middle tooth is less sure than this and not as clearly parted most of them must be: anything can be cut into pieces, but worn teeth,
/// and those of a wide arch, whose numbers nobody knows, are teeth.
const LEAST_SURE: f64 = 0.2;
const DEEP: f64 = 0.75;

/// Splits one jaw. The mesh and the frame are in the same coordinates: those of the file, in the pose of the files. A jaw that is
/// no arch has no teeth.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn split(mesh: &TriMesh, side: JawSide, frame: &OcclusalFrame, progress: &Progress) -> Result<JawTeeth, Cancelled> {
    let jaw = (mesh, frame);
    let [upper, lower] = match side {
        JawSide::Upper => split_both([Some(jaw), None], progress)?,
        JawSide::Lower => split_both([None, Some(jaw)], progress)?,
    };
    Ok(if side == JawSide::Upper { upper } else { lower })
}

/// Splits the upper and the lower jaw, or one of them, each on a thread; both have their midline at about the same place, so that what the
/// one tells of it helps to read the other. As [`split`].
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn split_both(
    jaws: [Option<(&TriMesh, &OcclusalFrame)>; 2],
    progress: &Progress,
) -> Result<[JawTeeth; 2], Cancelled> {
    progress.enter(say!("stage-looking-for-teeth"), 0.0)?;
    let look = |k: usize| match jaws[k] {
        Some((mesh, frame)) => Seen::beside_tissue(mesh, [JawSide::Upper, JawSide::Lower][k], frame, progress),
        None => Ok(None),
    };
    let (upper, lower) = both(|| look(0), || look(1));
    split_seen([upper?, lower?], progress)
}

/// Splits jaws whose rows were found.
pub(super) fn split_seen(seen: [Option<Seen>; 2], progress: &Progress) -> Result<[JawTeeth; 2], Cancelled> {
    let teeth = read_rows(seen.each_ref().map(Option::as_ref), progress)?;
    let ([upper, lower], [of_upper, of_lower]) = (seen, teeth);
    let grow = |seen: Option<Seen>, teeth: &[ToothReading]| {
        seen.map_or_else(|| Ok(JawTeeth::default()), |seen| seen.grown(teeth, progress))
    };
    let (upper, lower) = both(|| grow(upper, &of_upper), || grow(lower, &of_lower));
    Ok([upper?, lower?])
}

/// Reads both rows. Numbers that are others where premolars are supposed to have been taken out, or half an arch to have been cut off through a
/// tooth, are guesses.
fn read_rows(seen: [Option<&Seen>; 2], progress: &Progress) -> Result<[Vec<ToothReading>; 2], Cancelled> {
    let mut rows = read_supposing(seen, Supposed::Usual, progress)?;
    let is_cut = seen.iter().flatten().any(|seen| !seen.row.is_whole());
    let also = is_cut.then_some(Supposed::CutThroughTooth).into_iter().chain([Supposed::PremolarsOut]);
    for supposed in also {
        let others = read_supposing(seen, supposed, progress)?;
        rows.iter_mut().zip(&others).for_each(|(teeth, others)| guessed_where_other(teeth, others));
    }
    Ok(rows)
}

/// Teeth that another reading calls otherwise are guesses.
fn guessed_where_other(teeth: &mut [ToothReading], others: &[ToothReading]) {
    for tooth in teeth {
        let middle = 0.5 * (tooth.span[0] + tooth.span[1]);
        let other = others.iter().find(|other| (other.span[0]..other.span[1]).contains(&middle));
        if other.is_some_and(|other| other.place != tooth.place) {
            tooth.confidence = tooth.confidence.min(GUESS);
        }
    }
}

/// Reads both rows, supposing something of them. Of parts of arches, whose place along the arch is less certain, and of arches whose numbers contradict each other, each is read by
/// where the other's teeth are as well: first the one that then lets both be read at less cost.
fn read_supposing(
    seen: [Option<&Seen>; 2],
    supposed: Supposed,
    progress: &Progress,
) -> Result<[Vec<ToothReading>; 2], Cancelled> {
    let rows = seen.map(|seen| seen.map(|seen| (&seen.row, seen.side)));
    let midlines = midline_costs(rows, supposed, progress)?;
    let read = |k: usize, expected: Expected| match seen[k] {
        Some(seen) => read_row(&seen.row, seen.side, &Besides { midline: &midlines[k], expected, supposed }, progress),
        None => Ok((0.0, Vec::new())),
    };
    let (upper, lower) = both(|| read(0, Expected::NOTHING), || read(1, Expected::NOTHING));
    let ((cost_upper, of_upper), (cost_lower, of_lower)) = (upper?, lower?);
    let [Some(upper), Some(lower)] = seen else { return Ok([of_upper, of_lower]) };
    if of_upper.is_empty() || of_lower.is_empty() {
        return Ok([of_upper, of_lower]);
    }
    let is_whole = upper.row.is_whole() || lower.row.is_whole();
    if is_whole && elsewhere(&of_upper, &of_lower, &upper.expected_of(lower, &of_lower)).next().is_none() {
        return Ok([of_upper, of_lower]);
    }
    let by_upper = || read(1, lower.expected_of(upper, &of_upper));
    let by_lower = || read(0, upper.expected_of(lower, &of_lower));
    let (by_upper, by_lower) = both(by_upper, by_lower);
    let ((cost_by_upper, lower_by_upper), (cost_by_lower, upper_by_lower)) = (by_upper?, by_lower?);
    let from_upper = || Ok([read(0, upper.expected_of(lower, &lower_by_upper))?.1, lower_by_upper.clone()]);
    let from_lower = || Ok([upper_by_lower.clone(), read(1, lower.expected_of(upper, &upper_by_lower))?.1]);
    let (from_upper, from_lower) = both(from_upper, from_lower);
    let ways = [(cost_upper + cost_by_upper, from_upper?), (cost_lower + cost_by_lower, from_lower?)];
    let [of_upper, of_lower] = likelier(ways);
    let expected = upper.expected_of(lower, &of_lower);
    Ok(if is_whole { doubted([of_upper, of_lower], &expected) } else { [of_upper, of_lower] })
}

/// Pairs of teeth of one number, by their places in both rows, that stand nearly a whole tooth apart: one of them may well be another tooth.
/// `expected`: where the lower row lets expect the upper one's teeth.
fn elsewhere<'a>(
    of_upper: &'a [ToothReading],
    of_lower: &'a [ToothReading],
    expected: &'a Expected,
) -> impl Iterator<Item = [usize; 2]> + 'a {
    let is_far =
        |tooth: &ToothReading| expected.off_mm(tooth.place, tooth.span).is_some_and(|mm| mm > ANOTHER_TOOTH_MM);
    let far = of_upper.iter().enumerate().filter(move |(_, tooth)| is_far(tooth));
    far.filter_map(|(at, tooth)| Some([at, of_lower.iter().position(|other| other.place == tooth.place)?]))
}

/// Both rows, in which the less sure one of two teeth that stand so far apart is a guess.
fn doubted([mut of_upper, mut of_lower]: [Vec<ToothReading>; 2], expected: &Expected) -> [Vec<ToothReading>; 2] {
    let pairs: Vec<[usize; 2]> = elsewhere(&of_upper, &of_lower, expected).collect();
    for [upper, lower] in pairs {
        let (upper, lower) = (&mut of_upper[upper], &mut of_lower[lower]);
        let less_sure = if upper.confidence < lower.confidence { upper } else { lower };
        less_sure.confidence = less_sure.confidence.min(GUESS);
    }
    [of_upper, of_lower]
}

/// Teeth of one number that are so far from where the other one lets expect them, mm, are rare: numbers that are wrong by one are by a premolar's
/// seven and more, a bite that is half a tooth too far behind or in front (Angle's second and third class) by 4.5 at most.
const ANOTHER_TOOTH_MM: f64 = 5.5;
/// The readings of both rows that cost less; where the others have other numbers, no surer than by how much.
fn likelier([a, b]: [(f64, [Vec<ToothReading>; 2]); 2]) -> [Vec<ToothReading>; 2] {
    let ((less, mut teeth), (more, others)) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    let most = confidence_of_margin(more - less);
    let places = |teeth: &[ToothReading]| teeth.iter().map(|tooth| tooth.place).collect::<Vec<_>>();
    for (teeth, others) in teeth.iter_mut().zip(&others) {
        if places(teeth) != places(others) {
            teeth.iter_mut().for_each(|tooth| tooth.confidence = tooth.confidence.min(most));
        }
    }
    teeth
}

/// A jaw whose row of teeth was found, and not read yet.
pub(super) struct Seen<'a> {
    whole: &'a TriMesh,
    side: JawSide,
    frame: &'a OcclusalFrame,
    without_tissue: Option<WithoutTissue>,
    twins: Vec<u32>,
    curve: ArchCurve,
    row: Row,
}

/// A jaw without the tissue beside it, and which of its scanned triangles that was.
pub(super) struct WithoutTissue {
    pub(super) tissue: Vec<bool>,
    pub(super) rest: TriMesh,
}

impl WithoutTissue {
    /// Points spread over what was left out.
    fn samples(&self, whole: &TriMesh, frame: &OcclusalFrame, side: JawSide) -> Vec<Sample> {
        let is_rest: Vec<bool> = self.tissue.iter().map(|is_tissue| !is_tissue).collect();
        samples(&whole.scanned_without(&is_rest), frame, side)
    }
}

impl<'a> Seen<'a> {
    /// What is left when the tissue beside the jaw is left out; `None` where there is no arch.
    fn beside_tissue(
        whole: &'a TriMesh,
        side: JawSide,
        frame: &'a OcclusalFrame,
        progress: &Progress,
    ) -> Result<Option<Self>, Cancelled> {
        let twins = twins_of(whole);
        let Some(tissue) = tissue((whole, &twins), side, frame) else {
            return Self::of((whole, None, twins), side, frame, progress);
        };
        drop(twins);
        let rest = whole.scanned_without(&tissue);
        let twins = twins_of(&rest);
        Self::of((whole, Some(WithoutTissue { tissue, rest }), twins), side, frame, progress)
    }

    /// What was scanned, without the tissue if any was found, and the twins of the triangles that are left.
    pub(super) fn of(
        (whole, without_tissue, twins): (&'a TriMesh, Option<WithoutTissue>, Vec<u32>),
        side: JawSide,
        frame: &'a OcclusalFrame,
        progress: &Progress,
    ) -> Result<Option<Self>, Cancelled> {
        let mesh = without_tissue.as_ref().map_or(whole, |without| &without.rest);
        let samples = samples(mesh, frame, side);
        progress.at(0.2)?;
        let Some(curve) = ArchCurve::new(&samples, side) else { return Ok(None) };
        progress.at(0.3)?;
        let of_tissue = without_tissue.as_ref().map(|without| without.samples(whole, frame, side)).unwrap_or_default();
        let row = Row::new(&curve, &samples, &of_tissue, progress)?;
        progress.at(0.5)?;
        Ok(Some(Self { whole, side, frame, without_tissue, twins, curve, row }))
    }

    /// Where this row's teeth are to be expected by those of the other one, across from them.
    fn expected_of(&self, other: &Self, teeth: &[ToothReading]) -> Expected {
        let middle = |tooth: &ToothReading| {
            let across = other.curve.at(0.5 * (tooth.span[0] + tooth.span[1])).0;
            (tooth.place, self.curve.project(across).x + farther_back_mm(self.side, tooth.place))
        };
        Expected::of(teeth.iter().map(middle))
    }

    fn grown(self, teeth: &[ToothReading], progress: &Progress) -> Result<JawTeeth, Cancelled> {
        let mesh = self.without_tissue.as_ref().map_or(self.whole, |without| &without.rest);
        if !is_row(teeth) {
            return Ok(JawTeeth::default());
        }
        let grown = grow((mesh, &self.twins), (self.frame, self.side), &self.curve, &self.row, teeth, progress)?;
        let found = regions(self.side, teeth, &grown);
        let Some(WithoutTissue { tissue, .. }) = &self.without_tissue else { return Ok(found) };
        let mut of_rest = found.of_triangle.iter().copied();
        let of_scanned = tissue.iter().map(|is_tissue| if *is_tissue { 0 } else { of_rest.next().unwrap_or(0) });
        let mut of_triangle: Vec<u8> = of_scanned.collect();
        of_triangle.resize(self.whole.triangles.len(), 0);
        Ok(JawTeeth { of_triangle: Arc::new(of_triangle), ..found })
    }
}

/// Of each scanned triangle whether it is beside the jaw: a loose part, a flap or a curtain; `None` where there is none.
fn tissue((mesh, twins): (&TriMesh, &[u32]), side: JawSide, frame: &OcclusalFrame) -> Option<Vec<bool>> {
    let rim = tissue_rim_vertices(mesh, twins);
    let kinds = [loose_parts(mesh), flaps(mesh, &rim, frame, side), curtains((mesh, twins), &rim, frame, side)];
    let either = |a: Vec<bool>, b: Vec<bool>| a.into_iter().zip(b).map(|(a, b)| a || b).collect();
    kinds.into_iter().flatten().reduce(either)
}

fn twins_of(mesh: &TriMesh) -> Vec<u32> {
    twins(&mesh.triangles, mesh.positions.len())
}

/// The teeth that were read, as far as they grew.
fn regions(side: JawSide, teeth: &[ToothReading], grown: &Grown) -> JawTeeth {
    let region = |tooth: &ToothReading| ToothRegion {
        fdi: fdi_at(side, tooth.place),
        confidence: tooth.confidence,
        source: ToothSource::Split,
    };
    // What was read and is gum after all leaves no place empty.
    let mut places = vec![0_u8];
    let mut n_standing = 0;
    places.extend(grown.stands.iter().map(|stands| {
        n_standing += u8::from(*stands);
        if *stands { n_standing } else { 0 }
    }));
    let regions =
        teeth.iter().zip(&grown.stands).filter(|(_, stands)| **stands).map(|(tooth, _)| region(tooth)).collect();
    let of_triangle = grown.of_triangle.iter().map(|r| places[usize::from(*r)]).collect();
    JawTeeth { of_triangle: Arc::new(of_triangle), regions }
}

/// Whether it is a row of teeth at all: anything can be cut into pieces.
fn is_row(teeth: &[ToothReading]) -> bool {
    let middle = |of: fn(&ToothReading) -> f64| {
        let mut sorted: Vec<f64> = teeth.iter().map(of).collect();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
    };
    let n_parted = teeth.iter().filter(|t| t.notch < SHALLOW).count();
    let is_clear = middle(|t| t.confidence) >= LEAST_SURE || middle(|t| t.notch) <= DEEP;
    let are_enough = if is_clear { 3 * n_parted >= teeth.len() } else { 2 * n_parted > teeth.len() };
    teeth.len() >= FEWEST_TEETH && are_enough
}

#[cfg(test)]
mod tests {
    use super::super::SURE;
    use super::*;

    fn tooth(place: usize, middle_mm: f64, confidence: f64) -> ToothReading {
        ToothReading { place, span: [middle_mm - 3.5, middle_mm + 3.5], confidence, notch: 0.3 }
    }

    #[test]
    fn a_tooth_that_another_reading_calls_otherwise_is_a_guess() {
        let mut teeth = vec![tooth(8, 4.0, 0.9), tooth(9, 12.0, 0.9), tooth(10, 20.0, 0.3)];
        // The first as before, the second another one, the third nothing; and one that was not read here.
        guessed_where_other(&mut teeth, &[tooth(8, 5.0, 0.9), tooth(10, 13.0, 0.1), tooth(13, 40.0, 0.9)]);
        assert_eq!(teeth.iter().map(|tooth| tooth.confidence).collect::<Vec<_>>(), [0.9, GUESS, 0.3]);
        assert_eq!(teeth.iter().map(|tooth| tooth.place).collect::<Vec<_>>(), [8, 9, 10], "no number changes");
    }

    #[test]
    fn a_row_is_told_by_how_many_of_its_teeth_are_parted() {
        let row = |n: usize, n_parted: usize, confidence: f64| -> Vec<ToothReading> {
            let notch = |at: usize| if at < n_parted { 0.8 } else { 1.0 };
            (0..n).map(|at| ToothReading { notch: notch(at), ..tooth(at, 7.0 * at as f64, confidence) }).collect()
        };
        // With a third of them; worn down, with numbers that nobody knows, with most.
        for (n, n_parted, confidence) in [(14, 5, 0.6), (14, 8, 0.05), (6, 2, 0.6), (3, 1, 0.6)] {
            assert!(is_row(&row(n, n_parted, confidence)), "{n_parted} of {n}");
        }
        for (n, n_parted, confidence) in [(14, 4, 0.6), (14, 7, 0.05), (6, 1, 0.6), (2, 2, 0.9), (0, 0, 0.0)] {
            assert!(!is_row(&row(n, n_parted, confidence)), "the twin: {n_parted} of {n}");
        }
    }

    #[test]
    fn of_teeth_of_one_number_that_stand_a_tooth_apart_the_less_sure_one_is_a_guess() {
        let upper = vec![tooth(12, 20.0, 0.9), tooth(13, 30.0, 0.9), tooth(14, 40.0, 0.6)];
        let lower = vec![tooth(12, 20.0, 0.8), tooth(13, 30.0, 0.7), tooth(14, 40.0, 0.8)];
        let sure = |off_mm: f64| {
            let expected = Expected::of([(12, 20.0), (13, 30.0 + off_mm), (14, 40.0 - off_mm)].into_iter());
            let is_sure = |tooth: &ToothReading| tooth.confidence >= SURE;
            doubted([upper.clone(), lower.clone()], &expected).map(|row| row.iter().map(is_sure).collect::<Vec<_>>())
        };
        assert_eq!(sure(6.6), [[true, true, false], [true, false, true]]);
        // The twin: half a tooth is a bite that is not in the first class, and nobody's guess.
        assert_eq!(sure(4.5), [[true; 3]; 2]);
        // A tooth that the other jaw has not is told nothing of.
        let alone = doubted([upper.clone(), Vec::new()], &Expected::of([].into_iter()));
        assert_eq!(alone, [upper, Vec::new()]);
    }
}
