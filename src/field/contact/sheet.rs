//! The contact of both jaws: areas at every level, and every triangle's part in it.
use super::by_level::{PatchRange, Patches};
use super::levels::{Areas, Levels};
use super::parts::{ContactPart, Lowest, PartedTriangle, Parting};
use super::{GapProbe, SurfaceGap};
use crate::base::{Cancelled, Progress, n_threads, on_threads};
use crate::field::multi_projection::PosedMeshes;
use crate::mesh::topology::NO_TWIN;
use glam::DVec3;
use std::sync::Mutex;

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

    /// Adds what others found of other triangles.
    fn append(&mut self, more: &Self) {
        let place = self.patches.append(&more.patches);
        self.triangles
            .extend(more.triangles.iter().map(|t| TriangleContact { within: t.within.after(place), ..t.clone() }));
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

/// Triangles that one thread takes at a time.
const TRIANGLES_A_SHARE: usize = 192;

/// A triangle that was looked at and is farther away than all levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clear {
    pub triangle: u32,
    /// No point of it has a smaller gap, mm.
    pub least_mm: f64,
}

/// Parts and cuts the triangles of both jaws: those of `seeds` (ascending or not), and from them on across every
/// edge where the gap is still within the largest level. `twins`: of each jaw ([`crate::mesh::topology::twins`]). Faces that
/// closing added are no anatomy and never contact. With it come the triangles of the upper and the lower jaw that turned out to be
/// farther away, in no order.
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
    let side = |side: usize| -> Result<(SideContact, Vec<Clear>), Cancelled> {
        let spread = Spread { gap, jaws, side, twins: twins[side], levels, zone_levels, progress };
        spread.from(seeds[side])
    };
    let [(upper, clear_upper), (lower, clear_lower)] = [side(0)?, side(1)?];
    let (levels, zone_levels) = (levels.clone(), zone_levels.clone());
    Ok((ContactSheet { levels, zone_levels, sides: [upper, lower] }, [clear_upper, clear_lower]))
}

/// Contact that is followed over one jaw's surface.
struct Spread<'a> {
    gap: &'a dyn SurfaceGap,
    jaws: &'a PosedMeshes<'a>,
    side: usize,
    twins: &'a [u32],
    levels: &'a Levels,
    zone_levels: &'a Levels,
    progress: &'a Progress,
}

impl Spread<'_> {
    fn from(&self, seeds: &[u32]) -> Result<(SideContact, Vec<Clear>), Cancelled> {
        let mesh = self.jaws.meshes[self.side];
        let mut known = vec![false; mesh.n_scanned.min(mesh.triangles.len())];
        let mut next = Vec::new();
        let mut reach = |triangle: u32, next: &mut Vec<u32>| {
            if known.get(triangle as usize) == Some(&false) {
                known[triangle as usize] = true;
                next.push(triangle);
            }
        };
        seeds.iter().for_each(|t| reach(*t, &mut next));
        let mut areas = Areas::new(self.levels);
        let (mut side, mut all_clear) = (SideContact::default(), Vec::new());
        while !next.is_empty() {
            let wave = std::mem::take(&mut next);
            for Share { areas: more, contact, edges_mm, clear } in self.wave(&wave)? {
                all_clear.extend(clear);
                areas.join(&more);
                side.append(&contact);
                for (triangle, edges_mm) in edges_mm {
                    for (corner, gap_mm) in edges_mm.iter().enumerate() {
                        let twin = self.twins[3 * triangle as usize + corner];
                        if twin != NO_TWIN && gap_mm.is_some_and(|gap| gap <= self.levels.largest_mm()) {
                            reach(twin / 3, &mut next);
                        }
                    }
                }
            }
        }
        side.sort();
        Ok((SideContact { within_mm2: areas.within_mm2(), ..side }, all_clear))
    }

    /// All triangles of a wave, shared out to the threads; the sums come in the order of the triangles, so that they do not
    /// depend on the threads.
    fn wave(&self, wave: &[u32]) -> Result<Vec<Share<'_>>, Cancelled> {
        let waiting = Mutex::new(wave.chunks(TRIANGLES_A_SHARE).enumerate());
        let next = || waiting.lock().ok().and_then(|mut chunks| chunks.next());
        let n = n_threads(wave.len().div_ceil(TRIANGLES_A_SHARE));
        let done = on_threads(n, || {
            let mut mine = Vec::new();
            let mut probe = self.gap.probe(self.side);
            while let Some((place, chunk)) = next() {
                mine.push((place, self.share(probe.as_mut(), chunk)?));
            }
            Ok(mine)
        });
        let mut all: Vec<(usize, Share)> = done.into_iter().collect::<Result<Vec<_>, Cancelled>>()?.concat();
        all.sort_unstable_by_key(|(place, _)| *place);
        Ok(all.into_iter().map(|(_, share)| share).collect())
    }

    fn share(&self, probe: &mut dyn GapProbe, triangles: &[u32]) -> Result<Share<'_>, Cancelled> {
        let (areas, contact) = (Areas::new(self.levels), SideContact::default());
        let mut share = Share { areas, contact, edges_mm: Vec::new(), clear: Vec::new() };
        for &triangle in triangles {
            self.progress.check()?;
            let corners = self.jaws.corners(self.side, triangle);
            let terrain = probe.turn_to(triangle);
            let (areas, zone_levels, progress) = (&mut share.areas, self.zone_levels, self.progress);
            let largest_mm = self.levels.largest_mm().max(zone_levels.largest_mm());
            let found =
                Parting { probe: &mut *probe, terrain, corners, zone_levels, areas, largest_mm, progress }.run()?;
            share.contact.add(triangle, &found);
            share.clear.extend(found.clear_mm.map(|least_mm| Clear { triangle, least_mm }));
            share.edges_mm.push((triangle, found.edges_mm));
        }
        Ok(share)
    }
}

/// What some triangles add, what they have of contact, how near the other jaw comes along the edges of each, and which are clear.
#[derive(Clone)]
struct Share<'a> {
    areas: Areas<'a>,
    contact: SideContact,
    edges_mm: Vec<(u32, [Option<f64>; 3])>,
    clear: Vec<Clear>,
}
