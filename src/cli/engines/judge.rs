//! The exact engine as the judge of the others, and how their agreement with it is put in words.
use crate::field::{Agreement, MeanDifference};

/// The engine that the others are held against.
pub(super) const JUDGE: &str = "bvh";

pub(super) fn length(mm: Option<f64>) -> String {
    mm.map_or("-".to_owned(), |x| format!("{x:.6}"))
}

pub(super) fn agreement_lines(a: &Agreement) -> String {
    format!(
        "{} pixels, left out {} within 1/256 pixel of a silhouette and {} unsolved;\n  {} gaps compared ({} pixels within \
         1/256 pixel of a plain edge), difference {} mm RMS, {} mm at most;\n  {} differ as the surfaces do within 1/256 \
         pixel; without such a cause {} of another class, {} gaps missing, {} gaps different\n",
        a.pixels,
        a.near_silhouette,
        a.unsolved,
        a.compared,
        a.near_edge,
        length(a.gap_rms_mm),
        length(a.gap_max_mm),
        a.rounding,
        a.class_differs,
        a.gap_missing,
        a.gap_differs
    )
}

pub(super) fn mean_line(m: &MeanDifference) -> String {
    format!(
        "{} gaps compared ({} pixels left out, not all of their rays have one), difference {} mm RMS, {} mm at most",
        m.compared,
        m.partial,
        length(m.rms_mm),
        length(m.max_mm)
    )
}
