//! First step: one vertex for each place, no triangle twice, none without corners.
use super::cracks::{drop_repeated_corners, join_cracks};
use super::{MeshError, RepairReport, TriMesh};
use crate::base::{Cancelled, LengthUnit, Progress, RawMesh};
use glam::{DVec3, Vec3};

/// Beyond this nothing can be squared safely, mm.
const LARGEST_COORDINATE_MM: f64 = 1e15;
/// Half-edges are numbered in 32 bits, and closing needs room.
const MOST_TRIANGLES: usize = 300_000_000;
const NONE: u32 = u32::MAX;

/// Scales to millimetres, welds, and drops triangles that repeat a corner or another triangle.
///
/// Triangles with three different corners but no area are kept for the sake of their edges (dropping them would
/// tear the surface open), but stand behind `n_scanned`: they never count as contact.
///
/// # Errors
/// An index out of range, a coordinate out of range, nothing left, or cancelling.
pub fn weld(raw: RawMesh, unit: LengthUnit, progress: &Progress) -> Result<(TriMesh, RepairReport), MeshError> {
    check_input(&raw)?;
    let mut report = RepairReport {
        n_triangles_read: raw.triangles.len(),
        n_vertices_read: raw.positions.len(),
        ..RepairReport::default()
    };
    let n_used = n_used(&raw);
    let (Places { positions, colors, .. }, mut triangles) = weld_equal(raw, unit, progress)?;
    let n_before = triangles.len();
    report.joined_within_nm = (join_cracks(&positions, &mut triangles, progress)? * 1e6).round() as usize;
    drop_repeated_corners(&mut triangles);
    report.n_degenerate_dropped = n_before - triangles.len();
    report.n_duplicate_dropped = drop_duplicates(&mut triangles, progress)?;
    let (areal, flat): (Vec<_>, Vec<_>) = triangles.into_iter().partition(|t| has_area(&positions, t));
    progress.check()?;
    report.n_degenerate_dropped += flat.len();
    if areal.is_empty() {
        return Err(MeshError::Empty);
    }
    let n_scanned = areal.len();
    let mut triangles = areal;
    triangles.extend(flat);
    let mut mesh = TriMesh { positions, triangles, n_scanned, colors };
    compact(&mut mesh);
    report.n_vertices_welded = n_used.saturating_sub(mesh.positions.len());
    Ok((mesh, report))
}

fn check_input(raw: &RawMesh) -> Result<(), MeshError> {
    let n_vertices = raw.positions.len();
    if raw.triangles.len() > MOST_TRIANGLES {
        return Err(MeshError::TooManyTriangles(raw.triangles.len()));
    }
    match raw.triangles.iter().position(|t| t.iter().any(|&i| i as usize >= n_vertices)) {
        Some(triangle_idx) => Err(MeshError::IndexOutOfRange { triangle_idx, n_vertices }),
        None => Ok(()),
    }
}

/// The places of a mesh, each once, in the order in which they first come.
#[derive(Default)]
struct Places {
    positions: Vec<Vec3>,
    colors: Option<Vec<[u8; 4]>>,
    /// Numbers of places, where their hashes say; at most half full.
    table: Vec<u32>,
}

impl Places {
    fn number(&mut self, p: Vec3, color: Option<[u8; 4]>) -> u32 {
        if self.table.len() <= 2 * self.positions.len() {
            self.grow();
        }
        let slot = self.slot(p);
        if self.table[slot] == NONE {
            self.table[slot] = self.positions.len() as u32;
            self.positions.push(p);
            self.colors.iter_mut().zip(color).for_each(|(colors, color)| colors.push(color));
        }
        self.table[slot]
    }

    /// Where a place is, or would be.
    fn slot(&self, p: Vec3) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash3(p.to_array().map(f32::to_bits)) as usize & mask;
        while self.table[slot] != NONE && self.positions[self.table[slot] as usize] != p {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.table = vec![NONE; (4 * self.positions.len()).next_power_of_two().max(64)];
        for i in 0..self.positions.len() {
            let slot = self.slot(self.positions[i]);
            self.table[slot] = i as u32;
        }
    }
}

/// One vertex for all at exactly the same place (`-0` is made `0`), in millimetres. What the file had is let go on the way: a scan of
/// millions of triangles has most of the memory there is.
fn weld_equal(raw: RawMesh, unit: LengthUnit, progress: &Progress) -> Result<(Places, Vec<[u32; 3]>), MeshError> {
    let RawMesh { positions, mut triangles, colors, .. } = raw;
    let colors = colors.filter(|c| c.len() == positions.len());
    let mut places = Places { colors: colors.as_ref().map(|_| Vec::new()), ..Places::default() };
    let mut place_of = Vec::with_capacity(positions.len());
    for (i, p) in positions.iter().enumerate() {
        progress.look(i)?;
        let scaled = (p.as_dvec3() * unit.mm()).as_vec3() + 0.0;
        if !scaled.is_finite() || f64::from(scaled.abs().max_element()) >= LARGEST_COORDINATE_MM {
            return Err(MeshError::BadCoordinate);
        }
        place_of.push(places.number(scaled, colors.as_ref().map(|c| c[i])));
    }
    drop((positions, colors));
    places.table = Vec::new();
    for (i, triangle) in triangles.iter_mut().enumerate() {
        progress.look(i)?;
        *triangle = triangle.map(|i| place_of[i as usize]);
    }
    Ok((places, triangles))
}

/// Mixes three words into one whose low bits are well spread (multiply, rotate; then murmur's finish).
fn hash3(words: [u32; 3]) -> u64 {
    let mixed =
        words.iter().fold(0_u64, |h, &w| (h.rotate_left(23) ^ u64::from(w)).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    (mixed ^ (mixed >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD) >> 20
}

/// Keeps the first triangle of each set of three corners, whichever way round: orientation is decided later.
fn drop_duplicates(triangles: &mut Vec<[u32; 3]>, progress: &Progress) -> Result<usize, Cancelled> {
    let sorted = |t: &[u32; 3]| {
        let mut key = *t;
        key.sort_unstable();
        key
    };
    let mut table = vec![NONE; (triangles.len() * 2).next_power_of_two()];
    let mask = table.len() - 1;
    let mut kept: Vec<[u32; 3]> = Vec::with_capacity(triangles.len());
    for (i, t) in triangles.iter().enumerate() {
        progress.look(i)?;
        let key = sorted(t);
        let mut slot = hash3(key) as usize & mask;
        while table[slot] != NONE && sorted(&kept[table[slot] as usize]) != key {
            slot = (slot + 1) & mask;
        }
        if table[slot] == NONE {
            table[slot] = kept.len() as u32;
            kept.push(*t);
        }
    }
    let n_dropped = triangles.len() - kept.len();
    *triangles = kept;
    Ok(n_dropped)
}

fn has_area(positions: &[Vec3], t: &[u32; 3]) -> bool {
    let [a, b, c] = t.map(|i| positions[i as usize].as_dvec3());
    (b - a).cross(c - a) != DVec3::ZERO
}

/// Vertices that at least one triangle of the file uses.
fn n_used(raw: &RawMesh) -> usize {
    let mut used = vec![false; raw.positions.len()];
    raw.triangles.iter().flatten().for_each(|&i| used[i as usize] = true);
    used.iter().filter(|&&u| u).count()
}

/// Drops positions that no triangle uses; the others keep their order.
pub(crate) fn compact(mesh: &mut TriMesh) {
    let mut new_of = vec![NONE; mesh.positions.len()];
    mesh.triangles.iter().flatten().for_each(|&i| new_of[i as usize] = 0);
    for (n_kept, slot) in (0_u32..).zip(new_of.iter_mut().filter(|slot| **slot == 0)) {
        *slot = n_kept;
    }
    let keep = |i: usize| new_of[i] != NONE;
    mesh.positions = mesh.positions.iter().enumerate().filter(|(i, _)| keep(*i)).map(|(_, p)| *p).collect();
    mesh.colors =
        mesh.colors.as_ref().map(|c| c.iter().enumerate().filter(|(i, _)| keep(*i)).map(|(_, c)| *c).collect());
    for t in &mut mesh.triangles {
        *t = t.map(|i| new_of[i as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::MeshFormat;

    fn raw(positions: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> RawMesh {
        RawMesh { format: MeshFormat::Generated, positions, triangles, colors: None }
    }

    fn weld(raw: &RawMesh, unit: LengthUnit) -> Result<(TriMesh, RepairReport), MeshError> {
        super::weld(raw.clone(), unit, &Progress::default())
    }

    fn soup() -> RawMesh {
        let p = |x: f32, y: f32| Vec3::new(x, y, 0.0);
        raw(vec![p(0., 0.), p(1., 0.), p(0., 1.), p(1., 0.), p(1., 1.), p(-0.0, 1.)], vec![[0, 1, 2], [3, 4, 5]])
    }

    #[test]
    fn equal_places_become_one_vertex_and_units_scale() {
        let (mesh, report) = weld(&soup(), LengthUnit::Inch).unwrap();
        assert_eq!((mesh.positions.len(), report.n_vertices_welded, mesh.n_scanned), (4, 2, 2));
        assert_eq!(mesh.positions[1].x, 25.4);
    }

    #[test]
    fn rounding_at_open_edges_is_healed_but_detail_is_not_collapsed() {
        for (step, n_expected) in [(4e-6, 4), (1e-3, 5)] {
            let mut mesh = soup();
            mesh.positions[3].y += step;
            assert_eq!(weld(&mesh, LengthUnit::Millimetre).unwrap().0.positions.len(), n_expected, "{step}");
        }
    }

    #[test]
    fn a_torn_ring_is_healed_by_inner_vertices_beside_it() {
        // A tent over a square; beside its tip, which is whole, the corner of a triangle that was rounded apart.
        let p = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
        let base = [p(-1., -1., 0.), p(1., -1., 0.), p(1., 1., 0.), p(-1., 1., 0.)];
        for (step, n_expected) in [(4e-6, 7), (1e-3, 8)] {
            let mut positions = base.to_vec();
            positions.extend([p(0., 0., 1.), p(0.0, step, 1.), p(1., 0., 2.), p(0., 1., 2.)]);
            let tent = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4], [0, 2, 1], [0, 3, 2], [5, 6, 7]];
            let (mesh, _) = weld(&raw(positions, tent.to_vec()), LengthUnit::Millimetre).unwrap();
            assert_eq!(mesh.positions.len(), n_expected, "{step}");
        }
    }

    #[test]
    fn degenerate_and_duplicate_triangles_are_counted() {
        let mut mesh = soup();
        mesh.positions.push(Vec3::new(0.5, 0.0, 0.0));
        mesh.triangles.extend([[0, 0, 1], [2, 1, 0], [0, 1, 6]]);
        let (mesh, report) = weld(&mesh, LengthUnit::Millimetre).unwrap();
        assert_eq!((report.n_degenerate_dropped, report.n_duplicate_dropped), (2, 1));
        assert_eq!((mesh.n_scanned, mesh.triangles.len()), (2, 3), "the flat one stays for its edges, not as scan");
    }

    #[test]
    fn bad_input_is_refused_not_a_panic() {
        let mut bad = soup();
        bad.triangles[1][0] = 99;
        assert!(matches!(weld(&bad, LengthUnit::Millimetre), Err(MeshError::IndexOutOfRange { triangle_idx: 1, .. })));
        let mut bad = soup();
        bad.positions[0].x = 1e38;
        assert_eq!(weld(&bad, LengthUnit::Metre).unwrap_err(), MeshError::BadCoordinate);
        assert_eq!(weld(&raw(vec![], vec![]), LengthUnit::Metre).unwrap_err(), MeshError::Empty);
    }

    #[test]
    fn colours_follow_their_vertices() {
        let mut mesh = soup();
        mesh.colors = Some((0..6).map(|i| [i, 0, 0, 255]).collect());
        let (mesh, _) = weld(&mesh, LengthUnit::Millimetre).unwrap();
        assert_eq!(mesh.colors.unwrap().iter().map(|c| c[0]).collect::<Vec<_>>(), [0, 1, 2, 4]);
    }
}
