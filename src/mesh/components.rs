//! Bodies: triangles that hang together by at least a vertex. Tiny open ones are scanner debris; tiny closed ones stay, but are no teeth, as
//! those of the larger ones that are sheets, tissue beside the jaw.
use super::TriMesh;
use glam::DVec3;
use std::borrow::Cow;

/// Share of the area below which an open body is debris ...
const STRAY_SHARE: f64 = 0.005;
/// ... unless it has more than this share of the triangles: what was scanned or modelled that finely was meant to be there.
const STRAY_TRIANGLES_SHARE: f64 = 0.02;
/// If more than this share of the area would go, the mesh is a heap of small parts, and all of them stay. A scan full of bubbles and
/// scraps has a tenth of its area in them and is still one jaw.
const MOST_STRAY_SHARE: f64 = 0.2;
/// A sheet looks one way: its facings add up to at least this share of its area. Those of crowns and of whole jaws, which have an outer
/// and an inner side, add up to a quarter to a half of it, those of closed bodies to nothing.
const ONE_WAY: f64 = 0.6;
/// A body with more than this share of the largest one's area is a part of the jaw.
const LARGEST_SHEET: f64 = 0.25;
/// If more than this share of the area were loose, the mesh is a heap of parts, and none is.
const MOST_LOOSE: f64 = 0.35;

/// The bodies of a mesh.
pub struct Bodies {
    /// Body of each vertex (of vertices without triangles: meaningless).
    pub of_vertex: Vec<u32>,
    pub n_triangles: Vec<usize>,
    /// mm²
    pub area: Vec<f64>,
}

impl Bodies {
    pub fn find(mesh: &TriMesh) -> Self {
        let mut parent: Vec<u32> = (0..mesh.positions.len() as u32).collect();
        for &[a, b, c] in &mesh.triangles {
            join(&mut parent, a, b);
            join(&mut parent, b, c);
        }
        let mut number = vec![u32::MAX; parent.len()];
        let mut bodies = Self { of_vertex: vec![0; parent.len()], n_triangles: Vec::new(), area: Vec::new() };
        for (t, corners) in mesh.triangles.iter().enumerate() {
            let root = root(&mut parent, corners[0]) as usize;
            if number[root] == u32::MAX {
                number[root] = bodies.len() as u32;
                bodies.n_triangles.push(0);
                bodies.area.push(0.0);
            }
            bodies.n_triangles[number[root] as usize] += 1;
            bodies.area[number[root] as usize] += 0.5 * f64::from(mesh.doubled_area_normal(t).length());
        }
        for v in 0..parent.len() {
            bodies.of_vertex[v] = number[root(&mut parent, v as u32) as usize];
        }
        bodies
    }

    pub fn len(&self) -> usize {
        self.area.len()
    }

    pub fn is_empty(&self) -> bool {
        self.area.is_empty()
    }

    /// Which bodies are too small to be anatomy.
    pub fn tiny(&self) -> Vec<bool> {
        let least_area = STRAY_SHARE * self.area.iter().sum::<f64>();
        let fewest = STRAY_TRIANGLES_SHARE * self.n_triangles.iter().sum::<usize>() as f64;
        (0..self.len()).map(|b| self.area[b] < least_area && (self.n_triangles[b] as f64) < fewest).collect()
    }

    /// Which bodies are loose parts, as of [`loose_parts`]; `None` where none is.
    pub fn loose(&self, mesh: &TriMesh) -> Option<Vec<bool>> {
        if self.len() < 2 {
            return None;
        }
        let (mut facing, mut area) = (vec![DVec3::ZERO; self.len()], vec![0.0; self.len()]);
        for t in 0..mesh.n_scanned.min(mesh.triangles.len()) {
            let (body, normal) =
                (self.of_vertex[mesh.triangles[t][0] as usize] as usize, 0.5 * mesh.doubled_area_normal(t).as_dvec3());
            facing[body] += normal;
            area[body] += normal.length();
        }
        let largest = area.iter().copied().fold(0.0, f64::max);
        let is_sheet = |b: usize| area[b] < LARGEST_SHEET * largest && facing[b].length() >= ONE_WAY * area[b];
        let loose: Vec<bool> = self.tiny().into_iter().enumerate().map(|(b, is_tiny)| is_tiny || is_sheet(b)).collect();
        let loose_mm2: f64 = (0..self.len()).filter(|b| loose[*b]).map(|b| area[b]).sum();
        let are_few = loose_mm2 < MOST_LOOSE * area.iter().sum::<f64>();
        (are_few && loose.contains(&true)).then_some(loose)
    }

    /// Which bodies are debris: tiny and open (`is_open` by body). None when they are too much of the mesh.
    pub fn strays(&self, is_open: &[bool]) -> Vec<bool> {
        let total: f64 = self.area.iter().sum();
        let strays: Vec<bool> = self.tiny().iter().zip(is_open).map(|(tiny, open)| *tiny && *open).collect();
        let stray_area: f64 = (0..self.len()).filter(|&b| strays[b]).map(|b| self.area[b]).sum();
        if stray_area > MOST_STRAY_SHARE * total { vec![false; self.len()] } else { strays }
    }
}

/// Of each scanned triangle whether it belongs to a loose part that is no tooth: a body that hangs together with nothing, and is tiny, such as
/// a bubble, or small beside the jaw with one side alone, such as cheek or tongue caught by the scanner (a sheet). `None` where there is no
/// such body. Triangles must be turned alike within a body, either way; of a body in which they are not it is not told that it is a sheet.
pub fn loose_parts(mesh: &TriMesh) -> Option<Vec<bool>> {
    let bodies = Bodies::find(mesh);
    let loose = bodies.loose(mesh)?;
    let scanned = &mesh.triangles[..mesh.n_scanned.min(mesh.triangles.len())];
    Some(scanned.iter().map(|t| loose[bodies.of_vertex[t[0] as usize] as usize]).collect())
}

/// A scan without its [`loose_parts`]; without any as it is.
pub fn without_loose_parts(mesh: &TriMesh) -> Cow<'_, TriMesh> {
    loose_parts(mesh).map_or(Cow::Borrowed(mesh), |is_loose| Cow::Owned(mesh.scanned_without(&is_loose)))
}

fn root(parent: &mut [u32], mut v: u32) -> u32 {
    while parent[v as usize] != v {
        parent[v as usize] = parent[parent[v as usize] as usize];
        v = parent[v as usize];
    }
    v
}

fn join(parent: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(parent, a), root(parent, b));
    parent[a.max(b) as usize] = a.min(b);
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;

    #[test]
    fn a_crumb_is_stray_but_a_heap_of_crumbs_stays() {
        let crumb = |x: f32| shapes::moved(&shapes::patch(1), x, 0.001);
        let mesh = shapes::joined(&[shapes::sphere(30, 5.0), crumb(9.0)]);
        let bodies = Bodies::find(&mesh);
        assert_eq!(bodies.len(), 2);
        assert_eq!(bodies.strays(&[false, true]), [false, true]);
        assert_eq!(bodies.strays(&[false, false]), [false, false], "closed parts are never debris");
        let scraps = (0..20).map(|i| shapes::moved(&shapes::patch(1), 9.0 + 3.0 * i as f32, 0.5));
        let with_scraps: Vec<TriMesh> = std::iter::once(shapes::sphere(30, 5.0)).chain(scraps).collect();
        let bodies = Bodies::find(&shapes::joined(&with_scraps));
        let is_open: Vec<bool> = (0..bodies.len()).map(|b| b > 0).collect();
        let share = bodies.area[1..].iter().sum::<f64>() / bodies.area.iter().sum::<f64>();
        assert!(share > 0.05 && share < MOST_STRAY_SHARE, "{share}");
        assert_eq!(bodies.strays(&is_open), is_open, "many scraps are scraps still");
        let heap = shapes::joined(&(0..300).map(|i| crumb(i as f32)).collect::<Vec<_>>());
        let bodies = Bodies::find(&heap);
        assert!(!bodies.strays(&vec![true; bodies.len()]).contains(&true));
    }

    #[test]
    fn a_loose_sheet_and_a_bubble_are_told_from_jaws_and_crowns() {
        let sheet = shapes::moved(&shapes::patch(6), 30.0, 1.5);
        let jaw = shapes::sphere(30, 12.0);
        let crown = shapes::moved(&shapes::without(&shapes::sphere(12, 4.0), |p| p.z > 2.8), 20.0, 1.0);
        let mesh = shapes::joined(&[jaw.clone(), crown.clone(), sheet.clone()]);
        let n_jaw = jaw.triangles.len() + crown.triangles.len();
        // A closed bubble as well, wherever it is; not one as large as a crown.
        let bubble = shapes::moved(&shapes::sphere(4, 0.4), 15.0, 0.0);
        let with_bubble = shapes::joined(&[jaw.clone(), crown.clone(), bubble]);
        let found = loose_parts(&with_bubble).expect("a bubble");
        assert!(found.iter().enumerate().all(|(t, loose)| *loose == (t >= n_jaw)), "the bubble alone");
        let found = loose_parts(&mesh).expect("a sheet");
        assert!(found.iter().enumerate().all(|(t, loose)| *loose == (t >= n_jaw)), "the sheet alone");
        assert_eq!(without_loose_parts(&mesh).triangles.len(), n_jaw);
        // Turned inside out it is one as well; the twins: without it, and where it is the largest body there is none.
        let turned = shapes::turned(&mesh);
        assert_eq!(loose_parts(&turned), Some(found));
        assert_eq!(loose_parts(&shapes::joined(&[jaw, crown])), None);
        assert_eq!(loose_parts(&sheet), None);
        let heap = shapes::joined(&(0..9).map(|i| shapes::moved(&sheet, 5.0 * i as f32, 1.0)).collect::<Vec<_>>());
        assert_eq!(
            loose_parts(&shapes::joined(&[shapes::moved(&shapes::patch(6), -9.0, 4.0), heap])),
            None,
            "parts of one scan"
        );
        assert!(matches!(without_loose_parts(&sheet), Cow::Borrowed(_)));
    }
}
