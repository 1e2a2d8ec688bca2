//! The jaws of one patient before and after: each laid on itself as it was, what was ground or added, where the bite is now, which contacts
//! changed.
use crate::base::six::six_of;
use crate::base::{Progress, Rigid};
use crate::bites::change::{Another, Laid, SurfaceChange, lay, surface_change};
use crate::bites::compare::{BiteComparison, OfPair, compare_pairs, published};
use crate::bites::target::Target;
use crate::export::changes::{BiteMoved, ChangesRecord, ContactsRecord, JawRecord, JawsRecord};
use crate::jaw::{JawPair, JawSide, OcclusalFrame};
use glam::DVec3;

/// One of both.
#[derive(Clone, Copy)]
pub struct OfCase<'a> {
    pub pair: &'a JawPair,
    /// Of the upper and the lower scan, each in its own coordinates.
    pub frames_of_scans: [OcclusalFrame; 2],
    pub judged: OfPair<'a>,
}

/// How the upper and the lower jaw afterwards lie on those before, and what differs.
pub type LaidJaws = [(Laid, SurfaceChange); 2];

/// What a comparison has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct CasesFound {
    pub jaws: LaidJaws,
    /// The bite afterwards as a pose of the jaws before.
    pub bite: Rigid,
    /// The first bite is before, the second after.
    pub contacts: BiteComparison,
    threshold_mm: f64,
    before: Rigid,
    /// World coordinates before.
    middle: DVec3,
}

/// Compares; `changed_mm`: what counts as changed surface, `None`: what is more than noise.
///
/// # Errors
/// Another patient's jaws, and cancelling.
pub fn compared(
    [before, after]: [OfCase; 2],
    (threshold_mm, changed_mm): (f64, Option<f64>),
    progress: &Progress,
) -> Result<CasesFound, Another> {
    let jaws = laid_on_each_other([before, after], changed_mm, &progress.part(0.0, 0.4))?;
    let [upper, lower] = jaws.each_ref().map(|(laid, _)| laid.before_from_after);
    let both = [before.judged, after.judged];
    let contacts = compare_pairs(both, (threshold_mm, &published()), &progress.part(0.4, 1.0))?;
    Ok(CasesFound {
        jaws,
        bite: upper * after.judged.pose * lower.inverse(),
        contacts,
        threshold_mm,
        before: before.judged.pose,
        middle: before.judged.told_by.1.origin,
    })
}

fn laid_on_each_other(
    [before, after]: [OfCase; 2],
    changed_mm: Option<f64>,
    progress: &Progress,
) -> Result<LaidJaws, Another> {
    let of = |side: JawSide| -> Result<(Laid, SurfaceChange), Another> {
        let [old, new] = [before, after].map(|case| case.pair.jaw(side));
        let [old_teeth, new_teeth] = [before, after].map(|case| case.judged.told_by.0.jaw(side));
        let target = Target::new(&old.mesh, before.judged.exact.bvh(side));
        // As their files have them, or as both jaws' own directions do.
        let [old_frame, new_frame] = [before, after].map(|case| case.frames_of_scans[side as usize].world_from_own());
        let starts = [Rigid::IDENTITY, old_frame * new_frame.inverse()];
        let laid = lay(&target, (&new.mesh, new_teeth), side, &starts, progress)?;
        let change = surface_change(&target, old_teeth, &new.mesh, &laid.before_from_after, changed_mm);
        Ok((laid, change))
    };
    Ok([of(JawSide::Upper)?, of(JawSide::Lower)?])
}

impl CasesFound {
    /// How far the bite has moved: the middle of the arch, mm, and the turn, degrees.
    pub fn moved(&self) -> [f64; 2] {
        let six = six_of(&(self.bite * self.before.inverse()), self.middle);
        let length = |at: usize| DVec3::new(six[at], six[at + 1], six[at + 2]).length();
        [length(3), length(0).to_degrees()]
    }

    /// Writes down what was found.
    pub fn tell(&self, record: &mut ChangesRecord) {
        record.accepted = true;
        let [upper, lower] = self.jaws.each_ref().map(|(laid, change)| JawRecord::new(laid, change));
        record.jaws = Some(JawsRecord { upper, lower });
        let [moved_mm, turned_deg] = self.moved();
        record.bite = Some(BiteMoved { upper_from_lower: self.bite.to_rows(), moved_mm, turned_deg });
        record.contacts = Some(ContactsRecord::new(&self.contacts, self.threshold_mm, published()));
    }
}
