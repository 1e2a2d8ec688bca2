//! The contact of a pose as surface: by the closest gap, or by the projected one from the maps of any engine.
use super::Analysis;
use crate::base::{Cancelled, Progress, Rigid, both, share_out};
use crate::exact::{BvhEngine, ClosestGap, SmallestDistance};
use crate::field::contact::{
    ByTooth, ContactSheet, Facing, GapKind, Levels, Partners, Scope, ScopeAsked, ScopeKind, SurfaceGap, Zone, by_tooth,
    contact_sheet, curve_points_mm, facing, partners, zones,
};
use crate::field::multi_projection::{PosedMeshes, TileGap};
use crate::field::{ContactArea, GapField, Question, Verdict};
use crate::jaw::{JawPair, OcclusalFrame, Teeth};
use crate::mesh::TriMesh;
use glam::DVec3;
use std::sync::Arc;
use std::time::Instant;

/// What is asked of the contact.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactQuestion {
    pub gap: GapKind,
    /// Each the largest gap within zones of their own, mm.
    pub zone_thresholds_mm: Vec<f64>,
    /// Points of the curve of area against threshold, mm.
    pub curve_mm: Vec<f64>,
    /// What of the jaws counts; the projected gap knows whole scans alone.
    pub scope: ScopeAsked,
}

impl ContactQuestion {
    /// Of whole scans.
    pub fn new(gap: GapKind, zone_thresholds_mm: Vec<f64>) -> Self {
        Self { gap, zone_thresholds_mm, curve_mm: curve_points_mm(), scope: ScopeAsked::whole() }
    }

    /// The same of something else.
    pub fn of(self, scope: ScopeAsked) -> Self {
        Self { scope, ..self }
    }

    pub(super) fn levels(&self, question: &Question) -> ContactLevels {
        let zone_levels = Levels::new(self.zone_thresholds_mm.iter().copied());
        let given = question.thresholds_mm.iter().chain(&self.curve_mm).chain(&self.zone_thresholds_mm);
        ContactLevels { levels: Levels::new(given.copied()), zone_levels }
    }
}

pub(super) struct ContactLevels {
    levels: Levels,
    zone_levels: Levels,
}

impl ContactLevels {
    pub(super) fn largest_mm(&self) -> f64 {
        self.levels.largest_mm()
    }

    pub(super) fn both(&self) -> (&Levels, &Levels) {
        (&self.levels, &self.zone_levels)
    }
}

/// The contact of a pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// Which gap its areas and depths are of.
    pub gap: GapKind,
    pub sheet: ContactSheet,
    /// What was judged.
    pub scope: ScopeKind,
    /// Where what was judged is nearest to the other jaw, distance 0 where surfaces meet; `None` of contact by projected gap, and
    /// where nothing was judged.
    pub nearest: Option<SmallestDistance>,
    /// At each of the zones' levels, the largest zone first.
    zones: Vec<Vec<Zone>>,
    partners: Partners,
    /// The same of what was not judged.
    beside: Vec<Vec<Zone>>,
}

/// An overlap of up to this is equal depth: what single precision leaves of two surfaces that touch, mm.
const EQUAL_MM: f64 = 3e-5;

impl Contact {
    fn new(gap: GapKind, sheet: ContactSheet, twins: [&[u32]; 2], facing: &[Facing]) -> Self {
        let (zones, partners) = both(|| all_zones(&sheet, twins, facing), || partners(&sheet, facing));
        Self { gap, sheet, scope: ScopeKind::Whole, nearest: None, zones, partners, beside: Vec::new() }
    }

    /// What it says in one word, by closest gap (contract: an overlap in object space is `interfering`, a distance of at most the
    /// smallest threshold `touching`).
    pub fn verdict(&self, smallest_threshold_mm: f64) -> Verdict {
        if self.max_depth_mm() > EQUAL_MM {
            Verdict::Interfering
        } else if self.nearest.is_some_and(|n| n.distance_mm <= smallest_threshold_mm) {
            Verdict::Touching
        } else {
            Verdict::Apart
        }
    }

    /// The triangles of the upper and the lower jaw that face each other where it is deepest; without any contact where the jaws are
    /// nearest.
    pub fn deepest(&self) -> Option<[Option<u32>; 2]> {
        let facing = |side: usize, at: usize| {
            let own = Some(self.sheet.sides[side].triangles[at].triangle);
            let partner = self.partners[side].get(at).copied().flatten();
            if side == 0 { [own, partner] } else { [partner, own] }
        };
        let all = (0..2).flat_map(|side| (0..self.sheet.sides[side].triangles.len()).map(move |at| (side, at)));
        let gap = |(side, at): &(usize, usize)| self.sheet.sides[*side].triangles[*at].min_gap_mm;
        let deepest = all.min_by(|a, b| gap(a).total_cmp(&gap(b))).map(|(side, at)| facing(side, at));
        deepest.or_else(|| self.nearest.map(|near| [near.upper_triangle, near.lower_triangle].map(Some)))
    }

    /// Contacts that were not judged, by the threshold that bounds them, the largest first: on gum, bone or a scan's border.
    pub fn beside(&self, threshold_mm: f64) -> &[Zone] {
        let level = self.sheet.zone_levels.place(threshold_mm);
        level.and_then(|level| self.beside.get(level)).map_or(&[], Vec::as_slice)
    }

    /// By closest gap, whose sheet says itself what faces its triangles. `nearest`: of what was judged.
    pub(super) fn by_closest(
        sheet: ContactSheet,
        twins: [&[u32]; 2],
        scope: ScopeKind,
        nearest: Option<SmallestDistance>,
    ) -> Self {
        let facing = facing(&sheet);
        Self { scope, nearest, ..Self::new(GapKind::Closest, sheet, twins, &facing) }
    }

    /// The zones at a threshold that they were asked for at, the largest first.
    pub fn zones(&self, threshold_mm: f64) -> Option<&[Zone]> {
        self.zones.get(self.sheet.zone_levels.place(threshold_mm)?).map(Vec::as_slice)
    }

    /// Depth of the deepest place, 0 without any, mm.
    pub fn max_depth_mm(&self) -> f64 {
        deepest_mm(&self.sheet)
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

    /// Surface of the upper and the lower jaw within every level that was asked for, ascending: the curve, mm and mm².
    pub fn curve(&self) -> impl Iterator<Item = (f64, [f64; 2])> + '_ {
        let [upper, lower] = &self.sheet.sides;
        let areas = upper.within_mm2.iter().zip(&lower.within_mm2).map(|(u, l)| [*u, *l]);
        self.sheet.levels.mm().iter().copied().zip(areas)
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

fn all_zones(sheet: &ContactSheet, twins: [&[u32]; 2], facing: &[Facing]) -> Vec<Vec<Zone>> {
    share_out(sheet.zone_levels.mm().iter(), || (), |(), level| zones(sheet, *level, twins, facing))
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
    let (sheet, _) = contact_sheet(&gap, &jaws, twins, [&upper, &lower], levels.both(), progress)?;
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
    let (scope, pose) = (exact.scope(&asked.scope), &question.upper_from_lower);
    let ContactLevels { levels, zone_levels } = asked.levels(question);
    let gap = gap.of(&scope);
    let mut sheet = sheet_of(exact, &gap, (&levels, &zone_levels), progress)?;
    let nearest = exact.nearest_of(&scope, pose, None);
    progress.check()?;
    if nearest.is_some_and(|n| n.distance_mm == 0.0) && deepest_mm(&sheet) <= EQUAL_MM {
        look_closer(&mut sheet, &gap, &exact.intersecting_pairs(pose));
    }
    let beside = beside(exact, &scope, pose, &zone_levels, progress)?;
    Ok(Contact { beside, ..Contact::by_closest(sheet, exact.twins(), scope.kind(), nearest) })
}

fn sheet_of(
    exact: &BvhEngine,
    gap: &ClosestGap,
    levels: (&Levels, &Levels),
    progress: &Progress,
) -> Result<ContactSheet, Cancelled> {
    let [upper, lower] = gap.seeds(levels.0.largest_mm(), progress)?;
    contact_sheet(gap, gap.jaws(), exact.twins(), [&upper, &lower], levels, progress).map(|(sheet, _)| sheet)
}

fn deepest_mm(sheet: &ContactSheet) -> f64 {
    let all = sheet.sides.iter().flat_map(|side| &side.triangles);
    all.map(|t| -t.min_gap_mm).fold(0.0, f64::max)
}

/// Contacts of what does not count, at each of the zones' levels.
fn beside(
    exact: &BvhEngine,
    scope: &Scope,
    pose: &Rigid,
    levels: &Levels,
    progress: &Progress,
) -> Result<Vec<Vec<Zone>>, Cancelled> {
    if scope.kind() == ScopeKind::Whole {
        return Ok(Vec::new());
    }
    let gap = exact.closest_gap(pose).coarse().beside(scope);
    let sheet = sheet_of(exact, &gap, (levels, levels), progress)?;
    Ok(all_zones(&sheet, exact.twins(), &facing(&sheet)))
}

/// So many triangles that meet are looked at more closely, at so many steps along each edge.
const MOST_CLOSER: usize = 2048;
const STEPS_CLOSER: u32 = 8;

/// Where surfaces meet and no place was found inside, the overlap is finer than the places that were measured: more places of
/// the triangles that meet.
fn look_closer(sheet: &mut ContactSheet, gap: &ClosestGap, pairs: &[[u32; 2]]) {
    for side in [0, 1] {
        let mut probe = gap.probe(side);
        for pair in pairs.iter().take(MOST_CLOSER) {
            let Ok(at) = sheet.sides[side].triangles.binary_search_by_key(&pair[side], |t| t.triangle) else {
                continue;
            };
            probe.turn_to(pair[side]);
            let corners = gap.jaws().corners(side, pair[side]);
            let contact = &mut sheet.sides[side].triangles[at];
            for place in places_on(corners) {
                if let Some(gap_mm) = probe.gap(place).filter(|gap_mm| *gap_mm < contact.min_gap_mm) {
                    (contact.min_gap_mm, contact.lowest) = (gap_mm, place);
                }
            }
        }
    }
}

fn places_on([a, b, c]: [DVec3; 3]) -> impl Iterator<Item = DVec3> {
    let n = STEPS_CLOSER;
    let share = move |k: u32| f64::from(k) / f64::from(n);
    (0..=n).flat_map(move |i| (0..=n - i).map(move |j| a + (b - a) * share(i) + (c - a) * share(j)))
}

/// The contact of an analysis, whose areas it then gives: cut along the iso-lines instead of counted by pixels, or as it is `known`
/// already by closest gap. `exact` is of the same pair.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn with_contact(
    pair: &JawPair,
    exact: &BvhEngine,
    (question, asked): (&Question, &ContactQuestion),
    known: Option<Arc<Contact>>,
    analysis: &mut Analysis,
    progress: &Progress,
) -> Result<Arc<Contact>, Cancelled> {
    let begun = Instant::now();
    let contact = match (asked.gap, known) {
        (GapKind::Closest, Some(known)) => known,
        (GapKind::Closest, None) => Arc::new(contact_by_closest(exact, (question, asked), progress)?),
        (GapKind::Projected, _) => {
            let several = analysis.multi_projection.iter().flat_map(|p| &p.tiles).map(|t| &t.field);
            let one = analysis.field.iter().filter(|_| analysis.multi_projection.is_none());
            let maps: Vec<&GapField> = several.chain(one).collect();
            Arc::new(contact_by_maps(pair, exact.twins(), (question, asked), &maps, progress)?)
        }
    };
    contact.tell(&mut analysis.metrics.contact);
    analysis.metrics.contact_gap = contact.gap;
    analysis.timing.passes.insert("contact".into(), begun.elapsed().as_secs_f64() * 1e3);
    Ok(contact)
}
