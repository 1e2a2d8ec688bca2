//! The contact of a pose as surface: by the closest gap, or by the projected one from the maps of any engine.
use super::Analysis;
use crate::base::{Cancelled, Progress};
use crate::exact::{BvhEngine, ClosestGap};
use crate::field::contact::{
    ByTooth, ContactSheet, Facing, GapKind, Levels, Partners, Zone, by_tooth, contact_sheet, curve_points_mm, partners,
    zones,
};
use crate::field::multi_projection::{PosedMeshes, TileGap};
use crate::field::{ContactArea, GapField, Question};
use crate::jaw::{JawPair, OcclusalFrame, Teeth};
use crate::mesh::TriMesh;
use std::time::Instant;

/// What is asked of the contact.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactQuestion {
    pub gap: GapKind,
    /// Each the largest gap within zones of their own, mm.
    pub zone_thresholds_mm: Vec<f64>,
    /// Points of the curve of area against threshold, mm.
    pub curve_mm: Vec<f64>,
}

impl ContactQuestion {
    pub fn new(gap: GapKind, zone_thresholds_mm: Vec<f64>) -> Self {
        Self { gap, zone_thresholds_mm, curve_mm: curve_points_mm() }
    }

    fn levels(&self, question: &Question) -> ContactLevels {
        let zone_levels = Levels::new(self.zone_thresholds_mm.iter().copied());
        let given = question.thresholds_mm.iter().chain(&self.curve_mm).chain(&self.zone_thresholds_mm);
        ContactLevels { levels: Levels::new(given.copied()), zone_levels }
    }
}

struct ContactLevels {
    levels: Levels,
    zone_levels: Levels,
}

impl ContactLevels {
    fn both(&self) -> (&Levels, &Levels) {
        (&self.levels, &self.zone_levels)
    }
}

/// The contact of a pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// Which gap its areas and depths are of.
    pub gap: GapKind,
    pub sheet: ContactSheet,
    /// At each of the zones' levels, the largest zone first.
    zones: Vec<Vec<Zone>>,
    partners: Partners,
}

impl Contact {
    fn new(gap: GapKind, sheet: ContactSheet, twins: [&[u32]; 2], facing: &[Facing]) -> Self {
        let at = |threshold: &f64| zones(&sheet, *threshold, twins, facing);
        let zones = sheet.zone_levels.mm().iter().map(at).collect();
        let partners = partners(&sheet, facing);
        Self { gap, sheet, zones, partners }
    }

    /// The zones at a threshold that they were asked for at, the largest first.
    pub fn zones(&self, threshold_mm: f64) -> Option<&[Zone]> {
        self.zones.get(self.sheet.zone_levels.place(threshold_mm)?).map(Vec::as_slice)
    }

    /// Depth of the deepest place, 0 without any, mm.
    pub fn max_depth_mm(&self) -> f64 {
        let all = self.sheet.sides.iter().flat_map(|side| &side.triangles);
        all.map(|t| -t.min_gap_mm).fold(0.0, f64::max)
    }

    /// Mean length of a jaw's edges where it is in contact at the largest of the zones' levels, by area of contact, mm; `None`
    /// without contact.
    pub fn edge_mm(&self, side: usize, mesh: &TriMesh) -> Option<f64> {
        let length = |triangle: u32| {
            let [a, b, c] = mesh.corners(triangle as usize);
            f64::from(a.distance(b) + b.distance(c) + c.distance(a)) / 3.0
        };
        let side = &self.sheet.sides[side];
        let all = side.triangles.iter().map(|t| (t.triangle, side.within_largest(t).area_mm2));
        let (sum, area) =
            all.fold((0.0, 0.0), |(sum, area), (triangle, mm2)| (sum + length(triangle) * mm2, area + mm2));
        (area > 0.0).then(|| sum / area)
    }

    /// The zones at a threshold that they were asked for at, told by the teeth that they lie on; `frame` in world coordinates.
    pub fn by_tooth(&self, threshold_mm: f64, teeth: &Teeth, frame: &OcclusalFrame) -> Option<ByTooth> {
        let level = self.sheet.zone_levels.place(threshold_mm)?;
        Some(by_tooth((&self.sheet, level), (self.zones(threshold_mm)?, &self.partners), teeth, frame))
    }

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
/// principal one first). `twins`: of each jaw ([`crate::mesh::topology::twins`]).
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn contact_by_maps(
    pair: &JawPair,
    twins: [&[u32]; 2],
    (question, asked): (&Question, &ContactQuestion),
    maps: &[&GapField],
    progress: &Progress,
) -> Result<Contact, Cancelled> {
    let jaws = PosedMeshes::of(pair, question.upper_from_lower);
    let gap = TileGap::new(maps, &jaws, question.range_mm);
    let levels = asked.levels(question);
    let [upper, lower] = gap.seeds(levels.levels.largest_mm() + BEYOND_MM);
    let sheet = contact_sheet(&gap, &jaws, twins, [&upper, &lower], levels.both(), progress)?;
    let facing = gap.facing(levels.zone_levels.largest_mm());
    Ok(Contact::new(GapKind::Projected, sheet, twins, &facing))
}

/// The contact by closest gap: no map has a part in it.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn contact_by_closest(
    exact: &BvhEngine,
    asked: (&Question, &ContactQuestion),
    progress: &Progress,
) -> Result<Contact, Cancelled> {
    closest(exact, exact.closest_gap(&asked.0.upper_from_lower), asked, progress)
}

/// The same from fewer places of each triangle: areas within 1 %, for the many poses of [`super::uncertainty()`].
pub(super) fn contact_near(
    exact: &BvhEngine,
    asked: (&Question, &ContactQuestion),
    progress: &Progress,
) -> Result<Contact, Cancelled> {
    closest(exact, exact.closest_gap(&asked.0.upper_from_lower).coarse(), asked, progress)
}

fn closest(
    exact: &BvhEngine,
    gap: ClosestGap,
    (question, asked): (&Question, &ContactQuestion),
    progress: &Progress,
) -> Result<Contact, Cancelled> {
    let levels = asked.levels(question);
    let [upper, lower] = gap.seeds(levels.levels.largest_mm(), progress)?;
    let sheet = contact_sheet(&gap, gap.jaws(), exact.twins(), [&upper, &lower], levels.both(), progress)?;
    let facing = gap.facing(&sheet);
    Ok(Contact::new(GapKind::Closest, sheet, exact.twins(), &facing))
}

/// The contact of an analysis, whose areas it then gives: cut along the iso-lines instead of counted by pixels. `exact` is of
/// the same pair.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn with_contact(
    pair: &JawPair,
    exact: &BvhEngine,
    (question, asked): (&Question, &ContactQuestion),
    analysis: &mut Analysis,
    progress: &Progress,
) -> Result<Contact, Cancelled> {
    let begun = Instant::now();
    let contact = match asked.gap {
        GapKind::Closest => contact_by_closest(exact, (question, asked), progress)?,
        GapKind::Projected => {
            let several = analysis.multi_projection.iter().flat_map(|p| &p.tiles).map(|t| &t.field);
            let one = analysis.field.iter().filter(|_| analysis.multi_projection.is_none());
            let maps: Vec<&GapField> = several.chain(one).collect();
            contact_by_maps(pair, exact.twins(), (question, asked), &maps, progress)?
        }
    };
    contact.tell(&mut analysis.metrics.contact);
    analysis.metrics.contact_gap = contact.gap;
    analysis.timing.passes.insert("contact".into(), begun.elapsed().as_secs_f64() * 1e3);
    Ok(contact)
}
