//! The contact of a pose as surface, from the maps of any engine.
use super::Analysis;
use crate::base::{Cancelled, Progress, both};
use crate::field::contact::{ContactSheet, Levels, Zone, contact_sheet, zones};
use crate::field::patches::{PosedMeshes, TileGap};
use crate::field::{ContactArea, GapField, Question};
use crate::jaw::JawPair;
use crate::mesh::TriMesh;
use crate::mesh::topology::twins;
use std::time::Instant;

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
    /// Puts its areas in the place of others at thresholds that it was asked for; the projected ones are not its to say.
    pub fn tell(&self, areas: &mut [ContactArea]) {
        for area in areas {
            let projected_area_mm2 = area.projected_area_mm2;
            *area = self.area(area.threshold_mm).map_or(*area, |own| ContactArea { projected_area_mm2, ..own });
        }
    }

    /// The areas at a threshold that was asked for, but for the projected one, which is 0.
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

/// The contact by projected gap that the maps of a pose show: of one projection alone, or the tiles of several (those of the
/// principal one first).
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn contact_by_maps(
    pair: &JawPair,
    neighbours: &Neighbours,
    (question, asked): (&Question, &ContactQuestion),
    maps: &[&GapField],
    progress: &Progress,
) -> Result<Contact, Cancelled> {
    let jaws = PosedMeshes::of(pair, question.upper_from_lower);
    let gap = TileGap::new(maps, &jaws, question.range_mm);
    let given = question.thresholds_mm.iter().chain(&asked.curve_mm).copied();
    let levels = Levels::new(given.chain([asked.zone_threshold_mm]));
    let [upper, lower] = gap.seeds(levels.largest_mm() + BEYOND_MM);
    let asked_levels = (&levels, asked.zone_threshold_mm);
    let sheet = contact_sheet(&gap, &jaws, neighbours.twins(), [&upper, &lower], asked_levels, progress)?;
    let zones = zones(&sheet, neighbours.twins(), &gap.facing(asked.zone_threshold_mm));
    Ok(Contact { sheet, zones })
}

/// The contact of an analysis, whose areas it then gives: cut along the iso-lines instead of counted by pixels.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn with_contact(
    pair: &JawPair,
    question: &Question,
    asked: &ContactQuestion,
    analysis: &mut Analysis,
    progress: &Progress,
) -> Result<Contact, Cancelled> {
    let begun = Instant::now();
    let several = analysis.patched.iter().flat_map(|p| &p.tiles).map(|t| &t.field);
    let one = analysis.field.iter().filter(|_| analysis.patched.is_none());
    let maps: Vec<&GapField> = several.chain(one).collect();
    let contact = contact_by_maps(pair, &Neighbours::of(pair), (question, asked), &maps, progress)?;
    contact.tell(&mut analysis.metrics.contact);
    analysis.timing.passes.insert("contact".into(), begun.elapsed().as_secs_f64() * 1e3);
    Ok(contact)
}
