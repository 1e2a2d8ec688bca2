//! The scenes of `occluscope bench --pairs`: Gress and Zachmann 2004, sect. 7. Two identical bodies stand at a distance, one
//! of them turns by small steps; then the distance is another one. The paper's bodies are CAD data of car makers; these are
//! made by formula, of the same size (they fill a cube of side 2, here in centimetres). And two arches that slide on each
//! other, as a hand moves them.
use super::{Size, jaws, polyhedra};
use crate::base::{Progress, Rigid};
use crate::jaw::JawPair;
use crate::jaw::prepare::PrepareError;
use crate::mesh::TriMesh;
use glam::{DVec3, Vec3};
use std::sync::Arc;

/// A body that is made by formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    Sphere,
    /// Its tube is 3 thick in radius, 7 from the axis.
    Torus,
    /// A wavy sheet, which meets its like along many short curves.
    Sheet,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Recipe {
    /// Triangles of each body, and the distance of their middles in the paper's unit (a body is 2 long).
    Turned {
        body: Body,
        n_triangles: usize,
        distance: f64,
    },
    Arches {
        cell_mm: f32,
    },
}

/// A scene before it is made.
#[derive(Clone, Debug, PartialEq)]
pub struct PairsSpec {
    pub name: String,
    recipe: Recipe,
}

/// Two bodies, and the poses of the second one step by step.
#[derive(Clone, Debug)]
pub struct PairsScene {
    pub bodies: [Arc<TriMesh>; 2],
    pub poses: Vec<Rigid>,
    /// Where the bodies are jaws: the same ones.
    pub jaws: Option<JawPair>,
}

/// Half the side of the cube, mm.
const RADIUS_MM: f64 = 10.0;
/// A step of the turn, degrees, and of the slide, mm: what a hand or a simulation moves from frame to frame.
const STEP_DEG: f64 = 0.05;
const STEP_MM: f64 = 0.02;
/// A series goes on by small steps, and begins anew so many times all around.
const BEGINNINGS: usize = 4;

impl PairsSpec {
    /// With so many steps.
    ///
    /// # Errors
    /// Cancelling.
    pub fn make(&self, n_steps: usize, progress: &Progress) -> Result<PairsScene, PrepareError> {
        progress.at(0.0)?;
        match self.recipe {
            Recipe::Turned { body, n_triangles, distance } => {
                let mesh = Arc::new(body.mesh(n_triangles));
                let shift = Rigid::from_translation(body.way() * (distance * RADIUS_MM));
                let turned = |angle: f64| shift * Rigid::from_axis_angle(DVec3::ZERO, DVec3::Z, angle.to_radians());
                let poses = (0..n_steps).map(|k| turned(angle_deg(k, n_steps))).collect();
                Ok(PairsScene { bodies: [mesh.clone(), mesh], poses, jaws: None })
            }
            Recipe::Arches { cell_mm } => {
                let scene = jaws::arches(cell_mm, progress)?;
                // To the side and back.
                let slide = |k: usize| (k as f64 - n_steps as f64 / 2.0) * STEP_MM;
                let pose = |k: usize| Rigid::from_translation(DVec3::X * slide(k)) * scene.upper_from_lower;
                let poses = (0..n_steps).map(pose).collect();
                let bodies = [scene.pair.upper.mesh.clone(), scene.pair.lower.mesh.clone()];
                Ok(PairsScene { bodies, poses, jaws: Some(scene.pair) })
            }
        }
    }

    fn turned(name: &str, body: Body, n_triangles: usize, distance: f64) -> Self {
        Self { name: format!("{name}-{distance}"), recipe: Recipe::Turned { body, n_triangles, distance } }
    }
}

/// Runs of small steps that begin all around, so that a whole revolution is seen.
fn angle_deg(step: usize, n_steps: usize) -> f64 {
    let run = n_steps.div_ceil(BEGINNINGS);
    (step / run) as f64 * 360.0 / BEGINNINGS as f64 + (step % run) as f64 * STEP_DEG + 3.0
}

impl Body {
    /// Of about so many triangles, in the cube.
    fn mesh(self, n_triangles: usize) -> TriMesh {
        let side = |triangles: f64| (n_triangles as f64 / triangles).sqrt().round().max(3.0) as usize;
        match self {
            Self::Sphere => {
                let mut mesh = polyhedra::octahedron(DVec3::ZERO, DVec3::ONE, side(8.0));
                mesh.positions.iter_mut().for_each(|p| *p = (p.as_dvec3().normalize() * RADIUS_MM).as_vec3());
                mesh
            }
            // Cells as long around the tube as around the ring.
            Self::Torus => rings([side(2.0 * 3.0 / 7.0), side(2.0 * 7.0 / 3.0)], |u, v| {
                let (u, v) = (u * std::f64::consts::TAU, v * std::f64::consts::TAU);
                let from_axis = 0.7 + 0.3 * v.cos();
                DVec3::new(from_axis * u.cos(), from_axis * u.sin(), 0.3 * v.sin()) * RADIUS_MM
            }),
            Self::Sheet => grid([side(2.0); 2], |u, v| {
                let (x, y) = (2.0 * u - 1.0, 2.0 * v - 1.0);
                DVec3::new(x, y, 0.08 * (9.0 * x).sin() * (9.0 * y).sin()) * RADIUS_MM
            }),
        }
    }

    /// In which direction the second body stands.
    fn way(self) -> DVec3 {
        if self == Self::Sheet { DVec3::Z } else { DVec3::X }
    }
}

/// A grid of cells over the unit square, two triangles each.
fn grid([nu, nv]: [usize; 2], place: impl Fn(f64, f64) -> DVec3) -> TriMesh {
    let at = |i: usize, j: usize| (i * (nv + 1) + j) as u32;
    let places = (0..=nu).flat_map(|i| (0..=nv).map(move |j| (i, j)));
    let positions = places.map(|(i, j)| place(i as f64 / nu as f64, j as f64 / nv as f64).as_vec3()).collect();
    cells([nu, nv], positions, at)
}

/// The same where both ends of either side are one.
fn rings([nu, nv]: [usize; 2], place: impl Fn(f64, f64) -> DVec3) -> TriMesh {
    let at = |i: usize, j: usize| (i % nu * nv + j % nv) as u32;
    let places = (0..nu).flat_map(|i| (0..nv).map(move |j| (i, j)));
    let positions = places.map(|(i, j)| place(i as f64 / nu as f64, j as f64 / nv as f64).as_vec3()).collect();
    cells([nu, nv], positions, at)
}

fn cells([nu, nv]: [usize; 2], positions: Vec<Vec3>, at: impl Fn(usize, usize) -> u32) -> TriMesh {
    let mut triangles = Vec::with_capacity(2 * nu * nv);
    for i in 0..nu {
        for j in 0..nv {
            triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
            triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    TriMesh { positions, n_scanned: triangles.len(), triangles, colors: None }
}

/// All scenes in the order of measuring: growth with polygons, growth with pairs, other bodies, arches.
pub fn pairs_catalogue(size: Size) -> Vec<PairsSpec> {
    use Body::{Sheet, Sphere, Torus};
    let mut specs = Vec::new();
    let sizes: &[(&str, usize)] = match size {
        Size::Standard => &[
            ("sphere-10k", 10_000),
            ("sphere-50k", 50_000),
            ("sphere-200k", 200_000),
            ("sphere-500k", 500_000),
            ("sphere-2m", 2_000_000),
        ],
        Size::Quick => &[("sphere-10k", 10_000), ("sphere-200k", 200_000)],
        Size::Smallest => &[("sphere-1k", 1_000), ("sphere-4k", 4_000)],
    };
    specs.extend(sizes.iter().map(|(name, n)| PairsSpec::turned(name, Sphere, *n, 1.6)));
    let n = if size == Size::Smallest { 2_000 } else { 200_000 };
    let distances: [(Body, &str, &[f64]); 3] = [
        (Sphere, "sphere", &[2.05, 1.99, 1.2]),
        (Torus, "torus", &[1.9, 1.4, 0.6]),
        (Sheet, "sheet", &[0.12, 0.06, 0.01]),
    ];
    for (body, name, distances) in distances {
        let distances = if size == Size::Standard { distances } else { &distances[1..2] };
        specs.extend(distances.iter().map(|d| PairsSpec::turned(name, body, n, *d)));
    }
    let arches: &[(&str, f32)] = match size {
        Size::Standard => &[("jaws-55k", 0.46), ("jaws-200k", 0.242), ("jaws-500k", 0.153)],
        Size::Quick => &[("jaws-55k", 0.46)],
        Size::Smallest => &[("jaws-8k", 1.2)],
    };
    specs.extend(
        arches.iter().map(|(name, cell_mm)| PairsSpec {
            name: (*name).to_owned(),
            recipe: Recipe::Arches { cell_mm: *cell_mm },
        }),
    );
    specs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_fill_their_cube_and_have_the_triangles_they_say() {
        for body in [Body::Sphere, Body::Torus, Body::Sheet] {
            for wanted in [2_000, 50_000] {
                let mesh = body.mesh(wanted);
                let n = mesh.triangles.len();
                assert!(mesh.is_sound() && n.abs_diff(wanted) * 20 < wanted, "{body:?}: {n}");
                let (lo, hi) = mesh.bounds().expect("a body");
                // Chords of a coarse circle fall short of it.
                assert!(((hi - lo).max_element() - 20.0).abs() < 0.1, "{body:?}: {lo} {hi}");
            }
        }
    }

    #[test]
    fn every_scene_has_a_name_of_its_own_and_moves_by_small_steps() {
        for size in [Size::Standard, Size::Quick, Size::Smallest] {
            let specs = pairs_catalogue(size);
            for (i, spec) in specs.iter().enumerate() {
                assert!(specs[..i].iter().all(|other| other.name != spec.name), "{}", spec.name);
            }
        }
        for spec in pairs_catalogue(Size::Smallest) {
            let scene = spec.make(40, &Progress::default()).expect("nobody cancels");
            assert_eq!(scene.poses.len(), 40);
            let motion = |w: &[Rigid]| scene.bodies[1].motion_mm(w[0], w[1]);
            let n_small = scene.poses.windows(2).filter(|w| motion(w) < 0.05).count();
            assert!(n_small >= 36, "{}: {n_small}", spec.name);
        }
    }
}
