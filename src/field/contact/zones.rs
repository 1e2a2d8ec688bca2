//! Contacts that hang together on the surface.
use super::sheet::{ContactSheet, SideContact};
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

impl Zone {
    /// Deepest interpenetration, 0 of a contact without any, mm.
    pub fn max_depth_mm(&self) -> f64 {
        (-self.min_gap_mm).max(0.0)
    }

    /// Marks on both arches: at least so much surface of each.
    pub fn is_on_both(&self, least_mm2: f64) -> bool {
        self.area_mm2.iter().all(|area| *area >= least_mm2)
    }
}

/// Parts the contact into zones: triangles of one jaw belong together when contact runs across their common edge, and triangles of
/// both jaws when they face each other in contact (`facing`: pairs of an upper and a lower triangle). The largest zone comes
/// first. `twins` as in [`super::contact_sheet`].
pub fn zones(sheet: &ContactSheet, twins: [&[u32]; 2], facing: &[[u32; 2]]) -> Vec<Zone> {
    let n_upper = sheet.sides[0].triangles.len();
    let mut sets = Sets::new(n_upper + sheet.sides[1].triangles.len());
    for (side, first) in [(0, 0), (1, n_upper)] {
        join_neighbours(&sheet.sides[side], twins[side], sheet.zone_threshold_mm, first, &mut sets);
    }
    for pair in facing {
        if let [Some(a), Some(b)] = [0, 1].map(|side| place_of(&sheet.sides[side], pair[side])) {
            sets.join(a, n_upper + b);
        }
    }
    let mut zone_of: Vec<Option<usize>> = vec![None; n_upper + sheet.sides[1].triangles.len()];
    let mut zones: Vec<Zone> = Vec::new();
    for (side, first) in [(0, 0), (1, n_upper)] {
        for (place, contact) in sheet.sides[side].triangles.iter().enumerate() {
            let zone = *zone_of[sets.root(first + place)].get_or_insert_with(|| {
                zones.push(Zone {
                    centroid: DVec3::ZERO,
                    area_mm2: [0.0; 2],
                    penetrating_mm2: [0.0; 2],
                    min_gap_mm: f64::INFINITY,
                    triangles: Default::default(),
                });
                zones.len() - 1
            });
            let zone = &mut zones[zone];
            zone.centroid += contact.moment;
            zone.area_mm2[side] += contact.area_mm2;
            zone.penetrating_mm2[side] += contact.penetrating_mm2;
            zone.min_gap_mm = zone.min_gap_mm.min(contact.min_gap_mm);
            zone.triangles[side].push(contact.triangle);
        }
    }
    for zone in &mut zones {
        zone.centroid /= zone.area_mm2.iter().sum::<f64>();
    }
    let size = |zone: &Zone| zone.area_mm2[0].max(zone.area_mm2[1]);
    zones.sort_by(|a, b| size(b).total_cmp(&size(a)));
    zones
}

fn place_of(side: &SideContact, triangle: u32) -> Option<usize> {
    side.triangles.binary_search_by_key(&triangle, |t| t.triangle).ok()
}

fn join_neighbours(side: &SideContact, twins: &[u32], threshold_mm: f64, first: usize, sets: &mut Sets) {
    for (place, contact) in side.triangles.iter().enumerate() {
        for (corner, gap_mm) in contact.edges_mm.iter().enumerate() {
            let twin = twins[3 * contact.triangle as usize + corner];
            if twin != NO_TWIN
                && gap_mm.is_some_and(|gap| gap <= threshold_mm)
                && let Some(other) = place_of(side, twin / 3)
            {
                sets.join(first + place, first + other);
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
