//! Spikes: single corners that a scanner put far off the surface round them.
use super::TriMesh;
use super::topology::NO_TWIN;
use glam::Vec3;

/// A corner that stands out from the middle of its neighbours by more than this, mm ...
const LEAST_MM: f32 = 0.5;
/// ... and by so many times as far as its farthest neighbour lies from there is a spike: sharper than any cusp or edge of a tooth, be its
/// triangles as large as they may.
const SHARPNESS: f32 = 1.5;

/// Of each vertex of the scanned surface whether it is the tip of a spike; empty where there is none. At rims and seams nothing is told.
/// `twins`: of the mesh ([`super::topology::twins`]).
pub fn spikes(mesh: &TriMesh, twins: &[u32]) -> Vec<bool> {
    let triangles = &mesh.triangles[..mesh.n_scanned.min(mesh.triangles.len())];
    let fans = || triangles.iter().flat_map(|t| [[t[0], t[1], t[2]], [t[1], t[2], t[0]], [t[2], t[0], t[1]]]);
    let at = |v: u32| mesh.positions[v as usize];
    let mut sums = vec![(Vec3::ZERO, 0_u32); mesh.positions.len()];
    for [v, a, b] in fans() {
        let (sum, n) = &mut sums[v as usize];
        (*sum, *n) = (*sum + (at(a) - at(v)) + (at(b) - at(v)), *n + 2);
    }
    for half in (0..3 * triangles.len()).filter(|h| twins[*h] == NO_TWIN || twins[*h] as usize >= 3 * triangles.len()) {
        let t = triangles[half / 3];
        [t[half % 3], t[(half + 1) % 3]].into_iter().for_each(|v| sums[v as usize].1 = 0);
    }
    let middle = |v: u32| match sums[v as usize] {
        (_, 0) => Vec3::ZERO,
        (sum, n) => sum / n as f32,
    };
    let stands_out = |v: u32| middle(v).length() > LEAST_MM;
    let mut spread = vec![0.0_f32; mesh.positions.len()];
    for [v, a, b] in fans().filter(|fan| stands_out(fan[0])) {
        let farthest = [a, b].map(|w| (at(w) - at(v)).distance(middle(v))).into_iter().fold(0.0, f32::max);
        spread[v as usize] = spread[v as usize].max(farthest);
    }
    let is_spike = |v: u32| stands_out(v) && middle(v).length() > SHARPNESS * spread[v as usize];
    let found: Vec<bool> = (0..mesh.positions.len() as u32).map(is_spike).collect();
    if found.contains(&true) { found } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::super::topology::twins;
    use super::*;

    fn found(mesh: &TriMesh) -> Vec<usize> {
        let flags = spikes(mesh, &twins(&mesh.triangles, mesh.positions.len()));
        (0..flags.len()).filter(|v| flags[*v]).collect()
    }

    #[test]
    fn a_corner_far_off_is_a_spike_and_a_cusp_is_none() {
        let ball = shapes::sphere(40, 5.0);
        assert!(found(&ball).is_empty());
        // Edges of 0.4 mm: half of that out is a bump, a millimetre and a half a spike, outwards or inwards.
        for (out_mm, is_spike) in [(0.3, false), (1.5, true), (-1.5, true)] {
            let mut with = ball.clone();
            with.positions[700] *= 1.0 + out_mm / 5.0;
            assert_eq!(found(&with), if is_spike { vec![700] } else { vec![] }, "{out_mm} mm");
        }
        // A cone of twelve triangles, as sharp as it is wide, however large: the tip of a tooth in a scan of few triangles.
        let angle = |k: u32| k as f32 / 6.0 * std::f32::consts::PI;
        let ring = (0..12).map(|k| Vec3::new(angle(k).cos(), angle(k).sin(), 0.0));
        for (height, is_spike) in [(1.3, false), (2.5, true)] {
            let positions = ring.clone().chain([Vec3::Z * height, -Vec3::Z]).collect();
            let sides = (0..12_u32).flat_map(|k| [[k, (k + 1) % 12, 12], [(k + 1) % 12, k, 13]]);
            let cone = TriMesh { positions, triangles: sides.collect(), n_scanned: 24, colors: None };
            assert_eq!(found(&cone).contains(&12), is_spike, "{height}");
        }
    }
}
