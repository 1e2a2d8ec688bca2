//! The contact of a pose as surface, from the tiles of any engine.
use super::EngineError;
use crate::base::{Progress, both};
use crate::field::contact::{ContactSheet, Levels, Zone, contact_sheet, zones};
use crate::field::patches::{PosedMeshes, TileGap, TileMap};
use crate::field::{ContactArea, Question};
use crate::jaw::JawPair;
use crate::mesh::TriMesh;
use crate::mesh::topology::twins;

/// A pair whose neighbours are known: from triangle to triangle.
pub struct Neighbours([Vec<u32>; 2]);

impl Neighbours {
    pub fn of(pair: &JawPair) -> Self {
        let of = |mesh: &TriMesh| twins(&mesh.triangles, mesh.positions.len());
        let (upper, lower) = both(|| of(&pair.upper.mesh), || of(&pair.lower.mesh));
        Self([upper, lower])
    }

    fn twins(&self) -> [&[u32]; 2] {
        [&self.0[0], &self.0[1]]
    }
}

/// What is asked of the contact.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactQuestion {
    /// Largest gap within a zone, mm.
    pub zone_threshold_mm: f64,
    /// Points of the curve of area against threshold, mm.
    pub curve_mm: Vec<f64>,
}

impl ContactQuestion {
    /// From 0 to 0.4 mm in steps of 5 µm.
    pub const CURVE_STEPS: u32 = 80;
    const CURVE_STEP_MM: f64 = 0.005;

    pub fn new(zone_threshold_mm: f64) -> Self {
        let curve_mm = (0..=Self::CURVE_STEPS).map(|i| f64::from(i) * Self::CURVE_STEP_MM).collect();
        Self { zone_threshold_mm, curve_mm }
    }
}

/// The contact of a pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    pub sheet: ContactSheet,
    /// The largest first.
    pub zones: Vec<Zone>,
}

impl Contact {
    /// The areas at a threshold that was asked for; the projected one is not theirs to say and 0.
    pub fn area(&self, threshold_mm: f64) -> Option<ContactArea> {
        let within = |side, level| self.sheet.within(side, level);
        Some(ContactArea {
            threshold_mm,
            area_upper_mm2: within(0, threshold_mm)?,
            area_lower_mm2: within(1, threshold_mm)?,
            penetrating_area_upper_mm2: within(0, 0.0)?,
            penetrating_area_lower_mm2: within(1, 0.0)?,
            projected_area_mm2: 0.0,
        })
    }
}

/// Seeds lie a little beyond what is asked for, mm: contact may lie between the pixels' centres.
const BEYOND_MM: f64 = 0.05;

/// The contact by projected gap that the tiles of a pose show (those of the principal projection first).
///
/// # Errors
/// [`EngineError::Cancelled`] when it is no longer wanted.
pub fn contact_by_tiles(
    pair: &JawPair,
    neighbours: &Neighbours,
    (question, asked): (&Question, &ContactQuestion),
    tiles: &[TileMap],
    progress: &Progress,
) -> Result<Contact, EngineError> {
    let jaws = PosedMeshes::of(pair, question.upper_from_lower);
    let gap = TileGap::new(tiles, &jaws, question.range_mm);
    let given = question.thresholds_mm.iter().chain(&asked.curve_mm).copied();
    let levels = Levels::new(given.chain([asked.zone_threshold_mm]));
    let seeds = gap.seeds(levels.largest_mm() + BEYOND_MM);
    let asked_levels = (&levels, asked.zone_threshold_mm);
    let seeds = [seeds[0].as_slice(), seeds[1].as_slice()];
    let sheet = contact_sheet(&gap, &jaws, neighbours.twins(), seeds, asked_levels, progress)?;
    let zones = zones(&sheet, neighbours.twins(), &gap.facing(asked.zone_threshold_mm));
    Ok(Contact { sheet, zones })
}
