//! One pixel as the method sees it: every face over it, and what decided it.
use super::band::{Frame, Pen, draw_part, parts_in};
use super::decide::{Decision, Open, Pixel};
use super::window::Window;
use crate::field::layers::Layer;
use crate::field::{self, LayerReading, LayerSequence, PixelClass, SolvedBy};
use crate::jaw::JawSide;

/// The layers of a pixel whose class in the map is known. The number of the frame is left to the caller.
pub fn read_layers(frame: &Frame, pixel: [u32; 2], class: PixelClass) -> LayerReading {
    let [col, row] = pixel.map(|n| n as i32);
    let window = Window { first_col: col, end_col: col + 1, first_row: row, end_row: row + 1 };
    let (mut pen, mut found) = (Pen::default(), Vec::new());
    for (jaw, view) in frame.projected.iter().enumerate() {
        for placed in parts_in(&window, frame.placed(jaw)) {
            draw_part(view, placed, &window, &mut pen, f32::MAX, |f, triangle| {
                let depth_mm = f64::from(f.depth_mm);
                found.push(Layer { depth_mm, triangle, entered: f.entered, lower: view.is_lower });
            });
        }
    }
    let decision = frame.rule.decide(&Pixel::of(&found));
    LayerReading {
        frame: 0,
        pixel,
        sequence: LayerSequence::listed(found.iter().map(shown).collect(), found.len() as u32),
        class,
        solved_by: solved_by(&decision, class),
        depth_epsilon_mm: frame.rule.equal_mm,
    }
}

fn shown(layer: &Layer) -> field::Layer {
    field::Layer {
        side: if layer.lower { JawSide::Lower } else { JawSide::Upper },
        entered: layer.entered,
        triangle: layer.triangle,
        depth_mm: layer.depth_mm as f32,
    }
}

fn solved_by(decision: &Decision, class: PixelClass) -> SolvedBy {
    match (class, decision.stage) {
        (PixelClass::None | PixelClass::UpperOnly | PixelClass::LowerOnly, _) => SolvedBy::NoOverlap,
        (PixelClass::Unsolved, _) => SolvedBy::Unbalanced,
        _ if decision.open == Open::Class => SolvedBy::LayerOrder,
        (_, 1) => SolvedBy::FirstPass,
        _ => SolvedBy::SecondPass,
    }
}
