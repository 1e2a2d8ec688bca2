//! Bodies that are hard: flat, thin, open, nested, torn, of three or of hundreds of triangles; corners unshared, as in STL.
use crate::choices::Choices;
use glam::DVec3;
use std::f64::consts::{PI, TAU};

pub type Soup = Vec<[DVec3; 3]>;

/// Corners by threes.
pub fn in_threes(n: usize) -> Vec<[u32; 3]> {
    (0..n as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect()
}

/// Edges of 2.
pub fn tetrahedron() -> Soup {
    let [a, b, c, d] = [[1, 1, 1], [-1, -1, 1], [-1, 1, -1], [1, -1, -1]].map(|p| DVec3::from_array(p.map(f64::from)));
    vec![[a, c, b], [a, b, d], [a, d, c], [b, c, d]]
}

fn cuboid(half: DVec3) -> Soup {
    let mut soup = Soup::new();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let corner = |u: f64, v: f64| {
                let mut p = DVec3::ZERO;
                (p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]) = (side, u * side, v);
                p * half
            };
            let [a, b, c, d] = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            soup.extend([[a, b, c], [a, c, d]]);
        }
    }
    soup
}

fn ball(n: usize) -> Soup {
    let at = |i: usize, j: usize| {
        let (lat, lon) = (PI * i as f64 / n as f64, TAU * (j % (2 * n)) as f64 / (2 * n) as f64);
        DVec3::new(lat.sin() * lon.cos(), lat.sin() * lon.sin(), lat.cos())
    };
    let quad = |k: usize| {
        let (i, j) = (k / (2 * n), k % (2 * n));
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        [[a, b, c], [a, c, d]]
    };
    (0..2 * n * n).flat_map(quad).filter(|[a, b, c]| a != b && b != c && c != a).collect()
}

/// An open surface with bumps, square, from -1 to 1.
fn patch(n: usize, choices: &mut Choices) -> Soup {
    let bumps: Vec<f64> = (0..(n + 1) * (n + 1)).map(|_| choices.unit() * 0.2).collect();
    let at = |i: usize, j: usize| {
        let place = |k: usize| 2.0 * k as f64 / n as f64 - 1.0;
        DVec3::new(place(i), place(j), bumps[i * (n + 1) + j])
    };
    let quad = |k: usize| {
        let (i, j) = (k / n, k % n);
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        [[a, b, c], [a, c, d]]
    };
    (0..n * n).flat_map(quad).collect()
}

/// Triangles that have nothing to do with each other.
fn chaos(n: usize, choices: &mut Choices) -> Soup {
    let mut point = || DVec3::new(choices.unit(), choices.unit(), choices.unit());
    (0..n).map(|_| [point(), point(), point()]).collect()
}

fn scaled(soup: Soup, by: DVec3) -> Soup {
    soup.into_iter().map(|t| t.map(|p| p * by)).collect()
}

/// Some body of about 1.
pub fn some(choices: &mut Choices) -> Soup {
    let mut soup = match choices.below(9) {
        0 => tetrahedron(),
        1 => cuboid(DVec3::ONE),
        2 => cuboid(DVec3::new(1.0, 1e-4, 1e-5)),
        3 => cuboid(DVec3::new(1.0, 1.0, 1e-6)),
        4 => ball(2 + choices.below(5)),
        5 => patch(1 + choices.below(8), choices),
        6 => chaos(1 + choices.below(40), choices),
        7 => [cuboid(DVec3::ONE), scaled(cuboid(DVec3::ONE), DVec3::splat(0.5 + 0.5 * choices.unit()))].concat(),
        _ => [ball(4), scaled(tetrahedron(), DVec3::splat(choices.unit() * 2.0))].concat(),
    };
    if choices.one_in(3) {
        soup = torn(&soup, choices);
    }
    soup
}

/// A few triangles on a grid, so that corners, edges and planes coincide more often than not; open, flat, thin or a tetrahedron.
pub fn few(choices: &mut Choices) -> Soup {
    let point = |choices: &mut Choices| {
        let mut x = || choices.below(5) as f64 / 2.0 - 1.0;
        DVec3::new(x(), x(), x())
    };
    let mut soup = match choices.below(4) {
        0 => tetrahedron(),
        1 => {
            let [a, b, c, d] = std::array::from_fn(|_| point(choices));
            vec![[a, c, b], [a, b, d], [a, d, c], [b, c, d]]
        }
        2 => {
            let strip: Vec<DVec3> = (0..3 + choices.below(4)).map(|_| point(choices)).collect();
            strip.windows(3).map(|t| [t[0], t[1], t[2]]).collect()
        }
        _ => (0..1 + choices.below(5)).map(|_| std::array::from_fn(|_| point(choices))).collect(),
    };
    let thin = [1.0, 1.0, 1.0, 1.0, 1.0, 1e-3, 1e-6, 0.0];
    soup = scaled(soup, DVec3::new(choices.of(&thin[..7]), choices.of(&thin[..7]), choices.of(&thin)));
    if choices.one_in(4) { torn(&soup, choices) } else { soup }
}

/// Triangles lost, doubled and turned round.
fn torn(soup: &Soup, choices: &mut Choices) -> Soup {
    let fate = |t: &[DVec3; 3]| {
        let [a, b, c] = *t;
        match choices.below(16) {
            0 => vec![],
            1 => vec![[a, c, b]],
            2 => vec![[a, b, c], [a, b, c]],
            3 => vec![[a, b, c], [a, a, b]],
            _ => vec![[a, b, c]],
        }
    };
    soup.iter().flat_map(fate).collect()
}
