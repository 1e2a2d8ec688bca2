//! Where on the teeth two bites differ: the closest gap at every vertex in one and in the other.
use crate::base::Rigid;
use crate::exact::BvhEngine;

/// Gaps beyond this are not compared, mm.
pub const RANGE_MM: f64 = 2.0;

/// At the vertices of one jaw; infinite where nothing faces them within [`RANGE_MM`], mm.
#[derive(Clone, Debug, PartialEq)]
pub struct GapChange {
    pub before_mm: Vec<f32>,
    pub after_mm: Vec<f32>,
}

impl GapChange {
    /// Positive where the other jaw is farther away afterwards; not a number where one of both is not known.
    pub fn larger_mm(&self) -> impl Iterator<Item = f32> + '_ {
        let larger = |(before, after): (&f32, &f32)| after - before;
        self.before_mm.iter().zip(&self.after_mm).map(larger).map(|mm| if mm.is_finite() { mm } else { f32::NAN })
    }
}

/// Of the upper and the lower jaw.
pub fn gap_change(exact: &BvhEngine, [before, after]: [&Rigid; 2]) -> [GapChange; 2] {
    let (upper, lower) = exact.meshes();
    [(0, upper), (1, lower)].map(|(side, mesh)| {
        let all: Vec<u32> = (0..mesh.positions.len() as u32).collect();
        let gaps = |pose: &Rigid| exact.gaps_at(side, &all, pose, RANGE_MM);
        GapChange { before_mm: gaps(before), after_mm: gaps(after) }
    })
}
