//! The contact of both jaws: areas at every level, and every triangle's part in it.
use super::by_level::{PatchRange, Patches};
use super::levels::{Areas, Levels};
use super::parts::{ContactPart, Lowest, PartedTriangle, Parting};
use super::{GapProbe, SurfaceGap};
use crate::base::{Cancelled, Progress, both, share_out};
use crate::field::multi_projection::PosedMeshes;
use crate::mesh::TriMesh;
use crate::mesh::topology::NO_TWIN;
use glam::DVec3;

/// A triangle with contact at the largest of the zones' levels.
#[derive(Clone, Debug, PartialEq)]
pub struct TriangleContact {
    pub triangle: u32,
    /// Of it what has a gap of at most each of the zones' levels, among its jaw's patches.
    pub within: PatchRange,
    pub min_gap_mm: f64,
    /// Where that is, world coordinates.
    pub lowest: DVec3,
    /// The other jaw's triangle there, if the gap tells.
    pub opposite: Option<u32>,
    /// Smallest gap along the edge from each corner to the next; `None` where none is known.
    pub edges_mm: [Option<f64>; 3],
}

/// One jaw's contact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideContact {
    /// By triangle, ascending.
    pub triangles: Vec<TriangleContact>,
    pub patches: Patches,
    /// True surface with a gap of at most each level, mm².
    pub within_mm2: Vec<f64>,
}

impl SideContact {
    /// What of a triangle has a gap of at most one of the zones' levels, by its place among them.
    pub fn within(&self, of: &TriangleContact, level: usize) -> ContactPart {
        self.patches.at(of.within, level)
    }

    /// The same at the largest of them.
    pub fn within_largest(&self, of: &TriangleContact) -> ContactPart {
        self.patches.largest(of.within)
    }

    fn with_room_for(n_triangles: usize) -> Self {
        Self { triangles: Vec::with_capacity(n_triangles), ..Self::default() }
    }

    /// Adds what others found of other triangles.
    fn append(&mut self, more: Self) {
        let place = self.patches.append(&more.patches);
        self.triangles
            .extend(more.triangles.into_iter().map(|t| TriangleContact { within: t.within.after(place), ..t }));
    }

    /// Triangles and their patches in one order, whichever way they were found.
    fn sort(&mut self) {
        self.triangles.sort_unstable_by_key(|t| t.triangle);
        let mut sorted = Patches::default();
        for triangle in &mut self.triangles {
            triangle.within = sorted.take_over(&self.patches, triangle.within);
        }
        self.patches = sorted;
        // They grew by doubling, and stay as long as the pose is looked at.
        self.triangles.shrink_to_fit();
        self.patches.shrink_to_fit();
    }

    /// Adds a triangle, if it is in contact at all.
    fn add(&mut self, triangle: u32, found: &PartedTriangle) {
        let Some(Lowest { gap_mm: min_gap_mm, place: lowest, opposite }) = found.lowest else { return };
        if found.within.last().is_some_and(|largest| largest.area_mm2 > 0.0) {
            let within = self.patches.add(&found.within);
            let edges_mm = found.edges_mm;
            self.triangles.push(TriangleContact { triangle, within, min_gap_mm, lowest, opposite, edges_mm });
        }
    }
}

/// The contact of a pose.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactSheet {
    pub levels: Levels,
    /// Levels that zones may be bounded by; 0 is one of them.
    pub zone_levels: Levels,
    /// Upper and lower jaw.
    pub sides: [SideContact; 2],
}

impl ContactSheet {
    /// Area of a jaw with a gap of at most a level that was asked for, mm².
    pub fn within(&self, side: usize, level_mm: f64) -> Option<f64> {
        self.sides[side].within_mm2.get(self.levels.place(level_mm)?).copied()
    }
}

/// Triangles that one thread takes at a time: at the rim of each share there is what another thread measures as well. How many
/// follows the work alone, never the threads: sums are made share by share.
fn triangles_a_share(n_triangles: usize) -> usize {
    (n_triangles / 48).clamp(192, 1024)
}

/// A triangle that was looked at and is farther away than all levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clear {
    pub triangle: u32,
    /// No point of it has a smaller gap, mm.
    pub least_mm: f64,
}

/// Parts and cuts the triangles of both jaws: those of `seeds` (ascending or not), and from them on across every
/// edge where the gap is still within the largest level. `twins`: of each jaw ([`crate::mesh::topology::twins`]); the zones' levels
/// are among the others. Faces that closing added are no anatomy and never contact. With it come the triangles of the upper and the
/// lower jaw that turned out to be farther away, in no order.
///
/// # Errors
/// [`Cancelled`] within some milliseconds when it is no longer wanted.
pub fn contact_sheet(
    gap: &dyn SurfaceGap,
    jaws: &PosedMeshes,
    twins: [&[u32]; 2],
    seeds: [&[u32]; 2],
    (levels, zone_levels): (&Levels, &Levels),
    progress: &Progress,
) -> Result<(ContactSheet, [Vec<Clear>; 2]), Cancelled> {
    let mut fronts = [0, 1].map(|side| Front::new(jaws.meshes[side], twins[side], seeds[side], levels));
    let cutting = Cutting { gap, jaws, levels, zone_levels, progress };
    while fronts.iter().any(|front| !front.next.is_empty()) {
        let wave = fronts.each_mut().map(|front| std::mem::take(&mut front.next));
        for (side, share) in cutting.wave(&wave)? {
            fronts[side].take(share);
        }
    }
    let [upper, lower] = fronts;
    let ((upper, clear_upper), (lower, clear_lower)) = both(|| upper.sheet(), || lower.sheet());
    let (levels, zone_levels) = (levels.clone(), zone_levels.clone());
    Ok((ContactSheet { levels, zone_levels, sides: [upper, lower] }, [clear_upper, clear_lower]))
}

/// Contact that is followed over one jaw's surface, wave by wave.
struct Front<'a> {
    twins: &'a [u32],
    levels: &'a Levels,
    /// Of every scanned triangle whether it was reached.
    known: Vec<bool>,
    next: Vec<u32>,
    areas: Areas<'a>,
    contact: SideContact,
    clear: Vec<Clear>,
}

impl<'a> Front<'a> {
    fn new(mesh: &TriMesh, twins: &'a [u32], seeds: &[u32], levels: &'a Levels) -> Self {
        let known = vec![false; mesh.n_scanned.min(mesh.triangles.len())];
        let (areas, contact) = (Areas::new(levels), SideContact::default());
        let mut front = Self { twins, levels, known, next: Vec::new(), areas, contact, clear: Vec::new() };
        seeds.iter().for_each(|t| front.reach(*t));
        front
    }

    fn reach(&mut self, triangle: u32) {
        if let Some(known) = self.known.get_mut(triangle as usize).filter(|known| !**known) {
            *known = true;
            self.next.push(triangle);
        }
    }

    fn take(&mut self, share: Share<'a>) {
        self.clear.extend(share.clear);
        self.areas.join(&share.areas);
        self.contact.append(share.contact);
        for (triangle, edges_mm) in share.edges_mm {
            for (corner, gap_mm) in edges_mm.iter().enumerate() {
                let twin = self.twins[3 * triangle as usize + corner];
                if twin != NO_TWIN && gap_mm.is_some_and(|gap| gap <= self.levels.largest_mm()) {
                    self.reach(twin / 3);
                }
            }
        }
    }

    fn sheet(mut self) -> (SideContact, Vec<Clear>) {
        self.contact.sort();
        (SideContact { within_mm2: self.areas.within_mm2(), ..self.contact }, self.clear)
    }
}

/// What all triangles are cut with.
struct Cutting<'a> {
    gap: &'a dyn SurfaceGap,
    jaws: &'a PosedMeshes<'a>,
    levels: &'a Levels,
    zone_levels: &'a Levels,
    progress: &'a Progress,
}

impl<'a> Cutting<'a> {
    /// All triangles of a wave over both jaws, shared out to the threads; the sums come in the order of the triangles, so that they
    /// do not depend on the threads.
    fn wave(&self, wave: &[Vec<u32>; 2]) -> Result<Vec<(usize, Share<'a>)>, Cancelled> {
        let n = triangles_a_share(wave[0].len() + wave[1].len());
        let chunks = |side: usize| wave[side].chunks(n).map(move |chunk| (side, chunk));
        let all: Vec<_> = chunks(0).chain(chunks(1)).collect();
        let probes = || [None, None];
        let shares =
            share_out(all.into_iter(), probes, |probes: &mut [Option<Box<dyn GapProbe + '_>>; 2], (side, chunk)| {
                let probe = probes[side].get_or_insert_with(|| self.gap.probe(side));
                Ok((side, self.share(probe.as_mut(), side, chunk)?))
            });
        shares.into_iter().collect()
    }

    fn share(&self, probe: &mut dyn GapProbe, side: usize, triangles: &[u32]) -> Result<Share<'a>, Cancelled> {
        let (areas, contact) = (Areas::new(self.levels), SideContact::with_room_for(triangles.len()));
        let edges_mm = Vec::with_capacity(triangles.len());
        let mut share = Share { areas, contact, edges_mm, clear: Vec::new() };
        let mut found = PartedTriangle::default();
        for &triangle in triangles {
            self.progress.check()?;
            let corners = self.jaws.corners(side, triangle);
            let terrain = probe.turn_to(triangle);
            let (areas, zone_levels, progress) = (&mut share.areas, self.zone_levels, self.progress);
            let largest_mm = self.levels.largest_mm().max(zone_levels.largest_mm());
            let parting = Parting { probe: &mut *probe, terrain, corners, zone_levels, areas, largest_mm, progress };
            parting.run(&mut found)?;
            share.contact.add(triangle, &found);
            share.clear.extend(found.clear_mm.map(|least_mm| Clear { triangle, least_mm }));
            share.edges_mm.push((triangle, found.edges_mm));
        }
        Ok(share)
    }
}

/// What some triangles of a jaw add, what they have of contact, how near the other jaw comes along the edges of each, and which are
/// clear.
struct Share<'a> {
    areas: Areas<'a>,
    contact: SideContact,
    edges_mm: Vec<(u32, [Option<f64>; 3])>,
    clear: Vec<Clear>,
}
