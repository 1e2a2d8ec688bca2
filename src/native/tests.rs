//! The sampling rule, and the decision rule against the layers in order.
use super::decide::{Open, Pixel, Rule};
use super::projected_jaw::{Corners, STEPS};
use super::raster::{Fragment, draw};
use super::sieve::Sieve;
use super::window::Window;
use crate::base::Random;
use crate::field::NO_VALUE;
use crate::field::layers::{self, Layer};
use crate::field::{Counting, PixelClass};

const SIDE: i32 = 24;

/// A grid of corners over more than the window, each moved at random by up to 0.45 of a cell; some then snapped to pixel
/// centres and half steps, so that centres lie on corners and on sides.
fn jittered(random: &mut Random, cells: i32) -> (Corners, Vec<[u16; 3]>) {
    let mut corners = Corners { is_near: true, ..Corners::default() };
    let cell = f64::from(SIDE + 4) / f64::from(cells);
    for row in 0..=cells {
        for col in 0..=cells {
            let i = (row * (cells + 1) + col) as usize;
            let mut place = |n: i32| {
                let inner = if n == 0 || n == cells { 0.0 } else { 0.9 * (random.unit() - 0.5) };
                let at = (f64::from(n) + inner) * cell - 2.0;
                if random.below(3) == 0 { (at * 2.0).round() / 2.0 } else { at }
            };
            let (x, y) = (place(col), place(row));
            (corners.col[i], corners.row[i], corners.depth[i]) = (x as f32, y as f32, (x * 0.5 + y * 0.25) as f32);
            let steps = |pixels: f32| (f64::from(pixels) * f64::from(STEPS)).round_ties_even() as i32;
            (corners.x[i], corners.y[i]) = (steps(corners.col[i]), steps(corners.row[i]));
        }
    }
    let corner = |col: i32, row: i32| (row * (cells + 1) + col) as u16;
    let mut triangles = Vec::new();
    for (row, col) in (0..cells).flat_map(|row| (0..cells).map(move |col| (row, col))) {
        let [a, b, c, d] = [corner(col, row), corner(col + 1, row), corner(col + 1, row + 1), corner(col, row + 1)];
        // Either diagonal, and any corner first.
        let two = if random.below(2) == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
        for mut t in two {
            t.rotate_left(random.below(3) as usize);
            triangles.push(t);
        }
    }
    (corners, triangles)
}

/// How often each pixel of the window is covered.
fn counts(corners: &Corners, triangles: &[[u16; 3]], mut look: impl FnMut(&Fragment)) -> Vec<u32> {
    let window = Window { first_col: 0, end_col: SIDE, first_row: 0, end_row: SIDE };
    let mut counts = vec![0; window.n_pixels()];
    draw(&mut Sieve::default(), corners, triangles, &window, f32::MAX, |f| {
        counts[f.pixel] += 1;
        look(&f);
    });
    counts
}

#[test]
fn a_surface_covers_every_pixel_once() {
    let mut random = Random::new(1);
    for round in 0..200 {
        let cells = 1 + (round % 21);
        let (corners, triangles) = jittered(&mut random, cells);
        let seen = |f: &Fragment| {
            let (col, row) = (f.pixel % SIDE as usize, f.pixel / SIDE as usize);
            let plane = (col as f32 + 0.5) * 0.5 + (row as f32 + 0.5) * 0.25;
            assert!((f.depth_mm - plane).abs() < 0.01, "{f:?}: {plane}");
        };
        let covered = counts(&corners, &triangles, seen);
        // A cell that the jitter folds over is drawn with other facings; the sum by facing is one all the same.
        let mut winding = vec![0_i32; covered.len()];
        counts(&corners, &triangles, |f| winding[f.pixel] += if f.entered { -1 } else { 1 });
        assert!(winding.iter().all(|w| *w == 1), "{round}: {winding:?}");
        // The twin: without one triangle that covers a pixel there is a hole.
        let mut hit = None;
        counts(&corners, &triangles, |f| hit = Some(f.triangle));
        let Some(hit) = hit else { continue };
        let mut holed = triangles.clone();
        holed.remove(hit);
        assert_ne!(counts(&corners, &holed, |_| {}), covered, "{round}");
    }
}

#[test]
fn rows_and_columns_of_windows_join() {
    let (corners, triangles) = jittered(&mut Random::new(2), 15);
    let whole = counts(&corners, &triangles, |_| {});
    let mut parts = vec![0; whole.len()];
    for (rows, cols) in [([0, 7], [0, 24]), ([7, 24], [0, 5]), ([7, 24], [5, 24])] {
        let window = Window { first_col: cols[0], end_col: cols[1], first_row: rows[0], end_row: rows[1] };
        draw(&mut Sieve::default(), &corners, &triangles, &window, f32::MAX, |f| {
            let row = rows[0] as usize + f.pixel / window.cols();
            parts[row * SIDE as usize + cols[0] as usize + f.pixel % window.cols()] += 1;
        });
    }
    assert_eq!(parts, whole);
}

#[test]
fn several_at_a_time_cover_what_each_by_itself_does() {
    let mut random = Random::new(7);
    let (mut n_seen, mut n_alike) = (0, 0);
    for round in 0..600 {
        let (mut corners, triangles) = jittered(&mut random, 1 + round % 21);
        // Walls seen edge on, corners that stand on one another.
        for _ in 0..round % 3 {
            let [from, to] = [0, 1].map(|_| random.below(16) as usize);
            (corners.x[to], corners.col[to]) = (corners.x[from], corners.col[from]);
        }
        let [first_col, first_row] = [0, 1].map(|_| random.below(SIDE as u64 - 1) as i32);
        let [end_col, end_row] = [first_col, first_row].map(|n| n + 1 + random.below((SIDE - n) as u64) as i32);
        let window = Window { first_col, end_col, first_row, end_row };
        let until = if round % 2 == 0 { f32::MAX } else { 9.0 };
        let mut drawn = |is_near: bool, moved: usize, steps: i32| {
            corners.is_near = is_near;
            corners.x[moved] += steps;
            let mut found = Vec::new();
            draw(&mut Sieve::default(), &corners, &triangles, &window, until, |f| {
                found.push((f.pixel, f.depth_mm.to_bits(), f.triangle, f.entered));
            });
            corners.x[moved] -= steps;
            found
        };
        let found = drawn(true, 0, 0);
        assert_eq!(found, drawn(false, 0, 0), "{round}: {window:?}");
        n_seen += found.len();
        // The twin: one corner of what was drawn two pixels further. (A window of few pixels need not see it.)
        let Some((.., triangle, _)) = found.first() else { continue };
        n_alike += u32::from(found == drawn(false, triangles[*triangle][0].into(), 2 * STEPS));
    }
    assert!(n_seen > 20_000 && n_alike < 200, "{n_seen} {n_alike}");
}

#[test]
fn what_is_left_too_deep_is_left_out_and_nothing_else() {
    let (corners, triangles) = jittered(&mut Random::new(3), 15);
    let window = Window { first_col: 0, end_col: SIDE, first_row: 0, end_row: SIDE };
    let nearest = |t: &[u16; 3]| t.iter().map(|i| corners.depth[usize::from(*i)]).fold(f32::MAX, f32::min);
    let drawn = |until: f32| {
        let mut found = std::collections::BTreeSet::new();
        draw(&mut Sieve::default(), &corners, &triangles, &window, until, |f| {
            found.insert((f.triangle, f.entered));
        });
        found
    };
    let all = drawn(f32::MAX);
    let expected = all.iter().filter(|(t, entered)| *entered || nearest(&triangles[*t]) <= 6.0).copied().collect();
    assert_eq!(drawn(6.0), expected);
    assert!(expected.len() < all.len() && !expected.is_empty());
}

/// A ray through both jaws: whole solids and unions of them, in any order.
fn ray(random: &mut Random, closed: bool) -> Vec<Layer> {
    let mut all = Vec::new();
    for lower in [false, true] {
        for _ in 0..random.below(4) {
            let begin = random.unit() * 10.0 - 5.0;
            let end = begin + 0.01 + random.unit() * 5.0;
            for (depth_mm, entered) in [(begin, true), (end, false)] {
                all.push(Layer { depth_mm: f64::from(depth_mm as f32), triangle: all.len() as u32, entered, lower });
            }
        }
    }
    if !closed && !all.is_empty() {
        all.remove(random.below(all.len() as u64) as usize);
    }
    for i in (1..all.len()).rev() {
        all.swap(i, random.below(i as u64 + 1) as usize);
    }
    all
}

#[test]
fn counts_decide_what_the_order_of_the_layers_says() {
    let mut random = Random::new(4);
    let (mut decided, mut open, mut wrong_by_parity) = (0, 0, 0);
    for round in 0..40_000 {
        let closed = round % 5 != 0;
        let mut all = ray(&mut random, closed);
        let pixel = Pixel::of(&all);
        layers::sort(&mut all);
        let rule = |counting| Rule { counting, closed: [closed; 2], range_mm: 100.0, equal_mm: 1e-6 };
        let truth = layers::read(&all, Counting::Winding, 1e-6);
        let found = rule(Counting::Winding).decide(&pixel);
        assert_eq!(found.unbalanced, truth.unbalanced, "{all:?}");
        if found.open == Open::Class {
            open += 1;
            continue;
        }
        decided += 1;
        assert_eq!(found.class, truth.class, "{all:?}: {found:?}");
        if found.open == Open::Nothing && matches!(found.class, PixelClass::Clear | PixelClass::Interfering) {
            let gap_mm = if truth.gap_mm.is_nan() { f64::from(NO_VALUE) } else { truth.gap_mm };
            assert!((f64::from(found.gap_mm) - gap_mm).abs() < 1e-5, "{all:?}: {found:?}, {truth:?}");
            if found.gap_mm < NO_VALUE {
                assert_eq!(pixel.upper.triangle, truth.upper.triangle, "{all:?}");
            }
        }
        // The twin: where a jaw is a union of overlapping parts, the paper's parity says something else.
        let parity = rule(Counting::Parity).decide(&pixel);
        wrong_by_parity += u32::from(parity.open != Open::Class && parity.class != truth.class);
    }
    assert!(decided > 20_000 && open > 100 && wrong_by_parity > 0, "{decided} {open} {wrong_by_parity}");
}
