//! The three parts of each scale stay apart for people who see fewer colours, by the simulation of Machado, Oliveira and Fernandes (IEEE
//! Transactions on Visualization and Computer Graphics 15(6), 2009; severity 1, linear RGB).
use super::Palette;

type Matrix = [[f64; 3]; 3];

const SEEN: [(&str, Matrix); 4] = [
    ("all colours", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

/// Between two parts of a scale, in CIELAB: five times the least difference that is just seen (2.3, Mahy and others 1994).
const LEAST: f64 = 5.0 * 2.3;

fn times(matrix: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

fn linear(color: [u8; 3]) -> [f64; 3] {
    color.map(|c| {
        let c = f64::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
}

/// CIELAB (D65) of what is seen of a colour.
fn lab(matrix: &Matrix, color: [u8; 3]) -> [f64; 3] {
    const XYZ: Matrix =
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]];
    let seen = times(matrix, linear(color)).map(|c| c.clamp(0.0, 1.0));
    let [x, y, z] = times(&XYZ, seen);
    let f = |t: f64| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 };
    let [x, y, z] = [f(x / 0.95047), f(y), f(z / 1.08883)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn difference(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

/// The least difference between colours of two parts, for each way of seeing.
fn least(parts: [&[[u8; 3]]; 2]) -> Vec<(&'static str, f64)> {
    let of = |matrix: &Matrix| {
        let pairs = parts[0].iter().flat_map(|a| parts[1].iter().map(move |b| (*a, *b)));
        pairs.map(|(a, b)| difference(lab(matrix, a), lab(matrix, b))).fold(f64::INFINITY, f64::min)
    };
    SEEN.iter().map(|(name, matrix)| (*name, of(matrix))).collect()
}

/// Gaps that are inside, near and clear, mm: from end to end of each part, at a threshold of 0.1 and a range of 2.
const GAPS: [[f32; 5]; 3] =
    [[-0.5, -0.3, -0.1, -0.02, -0.001], [0.0, 0.02, 0.05, 0.08, 0.1], [0.101, 0.2, 0.5, 1.0, 2.0]];

#[test]
fn inside_near_and_clear_stay_apart_for_every_kind_of_sight() {
    for palette in Palette::ALL {
        let part = |gaps: [f32; 5]| gaps.map(|gap| palette.color(gap, 0.1, 2.0));
        let parts = GAPS.map(part);
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            for (sight, found) in least([&parts[a], &parts[b]]) {
                assert!(found >= LEAST, "{palette:?}, parts {a} and {b}, {sight}: {found:.1}");
            }
        }
    }
}

/// The twin: the red and the green of traffic lights, which are told apart by most people and not by all.
#[test]
fn red_and_green_of_one_lightness_do_not_stay_apart() {
    let found = least([&[[200, 40, 40]], &[[120, 140, 40]]]);
    let of = |sight: &str| found.iter().find(|(name, _)| *name == sight).expect("asked").1;
    assert!(of("all colours") > 60.0 && of("tritanopia") > 60.0, "{found:?}");
    assert!(of("deuteranopia") < LEAST, "{found:?}");
    // A grey stays what it is, and red is not green.
    for (sight, matrix) in &SEEN {
        let [_, a, b] = lab(matrix, [128, 128, 128]);
        assert!(a.abs() < 0.5 && b.abs() < 0.5, "{sight}: {a} {b}");
    }
}
