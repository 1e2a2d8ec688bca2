//! Contacts that hang together on the surface.
use super::sheet::{ContactSheet, SideContact, TriangleContact};
use crate::mesh::topology::NO_TWIN;
use glam::DVec3;

/// One contact of both jaws.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// Middle of its surface on both jaws, world coordinates, mm.
    pub centroid: DVec3,
    /// True surface of the upper and of the lower jaw with a gap of at most the zones' threshold, mm².
    pub area_mm2: [f64; 2],
    /// Of it what has a negative gap.
    pub penetrating_mm2: [f64; 2],
    /// Smallest gap, negative inside, mm.
    pub min_gap_mm: f64,
    /// Its triangles in each jaw, ascending.
    pub triangles: [Vec<u32>; 2],
}

/// mm².
pub const SPECK_MM2: f64 = 0.05;
/// Gaps are told in three digits, mm: what rounds to zero in them is none.
const LEAST_TOLD_MM: f64 = 0.0005;

/// Whether a smallest gap is told as an overlap.
pub fn overlaps(min_gap_mm: f64) -> bool {
    min_gap_mm <= -LEAST_TOLD_MM
}

impl Zone {
    /// Without surface, to add up from.
    pub const NOTHING: Self = Self {
        centroid: DVec3::ZERO,
        area_mm2: [0.0; 2],
        penetrating_mm2: [0.0; 2],
        min_gap_mm: f64::INFINITY,
        triangles: [Vec::new(), Vec::new()],
    };

    /// Deepest interpenetration, 0 of a contact without any, mm.
    pub fn max_depth_mm(&self) -> f64 {
        (-self.min_gap_mm).max(0.0)
    }

    /// The mean of both arches' surface, mm².
    pub fn mean_area_mm2(&self) -> f64 {
        (self.area_mm2[0] + self.area_mm2[1]) / 2.0
    }

    /// Less than this is no place of its own in a list, but one of so many specks.
    pub fn is_speck(&self) -> bool {
        self.mean_area_mm2() < SPECK_MM2
    }

    /// Marks on both arches: at least so much surface of each.
    pub fn is_on_both(&self, least_mm2: f64) -> bool {
        self.area_mm2.iter().all(|area| *area >= least_mm2)
    }
}

/// An upper and a lower triangle that face each other, and the smallest gap between them, mm.
pub type Facing = ([u32; 2], f64);

/// For each triangle of the upper and of the lower jaw's contact, in its order, the other jaw's triangle that faces it nearest.
pub type Partners = [Vec<Option<u32>>; 2];

/// What faces each triangle of a sheet where the gap to it is smallest, as far as the gap told.
pub fn facing(sheet: &ContactSheet) -> Vec<Facing> {
    let of = |side: usize| {
        let all = sheet.sides[side].triangles.iter();
        all.filter_map(move |t| {
            let opposite = t.opposite?;
            Some((if side == 0 { [t.triangle, opposite] } else { [opposite, t.triangle] }, t.min_gap_mm))
        })
    };
    of(0).chain(of(1)).collect()
}

/// What faces the triangles of a sheet; `None` where nothing is known to.
pub fn partners(sheet: &ContactSheet, facing: &[Facing]) -> Partners {
    let mut nearest = sheet.sides.each_ref().map(|side| vec![None::<(f64, u32)>; side.triangles.len()]);
    for (pair, gap_mm) in facing {
        for side in [0, 1] {
            let triangles = &sheet.sides[side].triangles;
            let Ok(at) = triangles.binary_search_by_key(&pair[side], |t| t.triangle) else { continue };
            let known = &mut nearest[side][at];
            if known.is_none_or(|(least_mm, _)| *gap_mm < least_mm) {
                *known = Some((*gap_mm, pair[1 - side]));
            }
        }
    }
    nearest.map(|side| side.into_iter().map(|known| Some(known?.1)).collect())
}

/// Parts the contact at one of its zones' levels into zones: triangles of one jaw belong together when contact runs across
/// their common edge, and triangles of both jaws when they face each other in contact. The largest zone comes first; none
/// where the level was not asked for. `twins` as in [`super::contact_sheet`].
pub fn zones(sheet: &ContactSheet, threshold_mm: f64, twins: [&[u32]; 2], facing: &[Facing]) -> Vec<Zone> {
    let Some(level) = sheet.zone_levels.place(threshold_mm) else { return Vec::new() };
    let sides = [0, 1].map(|side| InContact::of(&sheet.sides[side], level));
    let n_upper = sides[0].triangles.len();
    let mut sets = Sets::new(n_upper + sides[1].triangles.len());
    for (side, first) in [(0, 0), (1, n_upper)] {
        sides[side].join_neighbours(twins[side], threshold_mm, first, &mut sets);
    }
    for (pair, _) in facing.iter().filter(|(_, gap)| *gap <= threshold_mm) {
        if let [Some(a), Some(b)] = [0, 1].map(|side| sides[side].place_of(pair[side])) {
            sets.join(a, n_upper + b);
        }
    }
    gather(&sides, level, &mut sets)
}

/// Sums up the sets; the penetrating part is that of the level 0, which comes first.
fn gather(sides: &[InContact; 2], level: usize, sets: &mut Sets) -> Vec<Zone> {
    let n_upper = sides[0].triangles.len();
    let mut zone_of: Vec<Option<usize>> = vec![None; n_upper + sides[1].triangles.len()];
    let mut zones: Vec<Zone> = Vec::new();
    for (side, first) in [(0, 0), (1, n_upper)] {
        for (place, contact) in sides[side].triangles.iter().enumerate() {
            let zone = *zone_of[sets.root(first + place)].get_or_insert_with(|| {
                zones.push(Zone::NOTHING);
                zones.len() - 1
            });
            let zone = &mut zones[zone];
            let within = sides[side].all.within(contact, level);
            zone.centroid += within.moment;
            zone.area_mm2[side] += within.area_mm2;
            zone.penetrating_mm2[side] += sides[side].all.within(contact, 0).area_mm2;
            zone.min_gap_mm = zone.min_gap_mm.min(contact.min_gap_mm);
            zone.triangles[side].push(contact.triangle);
        }
    }
    for zone in &mut zones {
        zone.centroid /= zone.area_mm2.iter().sum::<f64>();
    }
    zones.sort_by(|a, b| b.mean_area_mm2().total_cmp(&a.mean_area_mm2()));
    zones
}

/// One jaw's triangles in contact at a level.
struct InContact<'a> {
    /// Ascending.
    triangles: Vec<&'a TriangleContact>,
    /// Of every triangle of the jaw, as far as there is contact, its place among them.
    places: Vec<u32>,
    all: &'a SideContact,
}

/// Of a triangle without contact.
const NO_PLACE: u32 = u32::MAX;

impl<'a> InContact<'a> {
    fn of(all: &'a SideContact, level: usize) -> Self {
        let triangles: Vec<_> = all.triangles.iter().filter(|t| all.within(t, level).area_mm2 > 0.0).collect();
        let mut places = vec![NO_PLACE; triangles.last().map_or(0, |last| last.triangle as usize + 1)];
        triangles.iter().zip(0..).for_each(|(contact, place)| places[contact.triangle as usize] = place);
        Self { triangles, places, all }
    }

    fn place_of(&self, triangle: u32) -> Option<usize> {
        self.places.get(triangle as usize).filter(|place| **place != NO_PLACE).map(|place| *place as usize)
    }

    fn join_neighbours(&self, twins: &[u32], threshold_mm: f64, first: usize, sets: &mut Sets) {
        for (place, contact) in self.triangles.iter().enumerate() {
            for (corner, gap_mm) in contact.edges_mm.iter().enumerate() {
                let twin = twins[3 * contact.triangle as usize + corner];
                if twin != NO_TWIN
                    && gap_mm.is_some_and(|gap| gap <= threshold_mm)
                    && let Some(other) = self.place_of(twin / 3)
                {
                    sets.join(first + place, first + other);
                }
            }
        }
    }
}

/// Disjoint sets.
struct Sets(Vec<usize>);

impl Sets {
    fn new(n: usize) -> Self {
        Self((0..n).collect())
    }

    fn root(&mut self, mut of: usize) -> usize {
        while self.0[of] != of {
            self.0[of] = self.0[self.0[of]];
            of = self.0[of];
        }
        of
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}
