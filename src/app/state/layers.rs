//! The teaching view: which surfaces the ray of the map's pixel under a resting pointer meets. The pixel is asked for
//! once, without waiting, when map and pointer rest; a click keeps its ray while the jaw moves. [`crate::app::panels::layer_card`]
//! draws the answer.
use crate::base::words::say;
use crate::field::{LayerReading, PixelClass, Projection, SolvedBy};
use glam::DVec3;
use std::time::{Duration, Instant};

/// The pointer rests when it has been on one pixel for so long.
const REST: Duration = Duration::from_millis(120);

/// A pixel of one frame's map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub frame: u64,
    pub pixel: [u32; 2],
}

#[derive(Debug, Default)]
pub struct LayerView {
    on: bool,
    /// What is pointed at or kept, and since when.
    wanted: Option<(Spot, Instant)>,
    asked: Option<(Spot, Instant)>,
    due: Option<Instant>,
    reading: Option<LayerReading>,
    /// A point of the ray that a click keeps, world mm.
    kept: Option<DVec3>,
}

impl LayerView {
    pub fn is_enabled(&self) -> bool {
        self.on
    }

    pub fn enable(&mut self, on: bool) {
        *self = Self { on, ..Self::default() };
    }

    /// The pixel that is wanted now; `None` while there is none, or the map is not at rest.
    pub fn point(&mut self, spot: Option<Spot>, now: Instant) {
        if self.wanted.map(|w| w.0) != spot {
            self.wanted = spot.map(|s| (s, now));
        }
    }

    /// The pixel to ask for now, once.
    pub fn take_due(&mut self, held: bool, now: Instant) -> Option<[u32; 2]> {
        self.due = None;
        let (spot, since) = self.wanted.filter(|(spot, _)| !held && self.asked.map(|a| a.0) != Some(*spot))?;
        if now < since + REST {
            self.due = Some(since + REST);
            return None;
        }
        self.asked = Some((spot, now));
        Some(spot.pixel)
    }

    /// When the pixel is to be asked for although nothing happens.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Takes an answer; how long it took, ms.
    pub fn receive(&mut self, reading: LayerReading) -> Option<f64> {
        let spot = Spot { frame: reading.frame, pixel: reading.pixel };
        let (_, at) = self.asked.filter(|(asked, _)| *asked == spot)?;
        self.reading = Some(reading);
        Some(at.elapsed().as_secs_f64() * 1e3)
    }

    /// The last answer, and whether it is of the pixel that is wanted now.
    pub fn reading(&self) -> Option<(&LayerReading, bool)> {
        let reading = self.reading.as_ref().filter(|_| self.on)?;
        let spot = Spot { frame: reading.frame, pixel: reading.pixel };
        Some((reading, self.wanted.is_some_and(|(wanted, _)| wanted == spot)))
    }

    /// A point of the ray that is kept.
    pub fn kept(&self) -> Option<DVec3> {
        self.kept
    }

    /// A click: keeps the ray that is shown, or lets it go.
    pub fn toggle_kept(&mut self, projection: &Projection) {
        let shown = self.reading().filter(|(_, fresh)| *fresh).map(|(r, _)| r);
        self.kept = match (self.kept, shown) {
            (None, Some(reading)) => {
                let layers = &reading.sequence.layers;
                let depth_mm = layers.get(layers.len() / 2).map_or(0.0, |l| f64::from(l.depth_mm));
                let [col, row] = reading.pixel.map(|x| f64::from(x) + 0.5);
                Some(projection.world_from_map(col, row, depth_mm))
            }
            _ => None,
        };
    }

    pub fn let_go(&mut self) {
        self.kept = None;
    }
}

pub fn class_text(class: PixelClass) -> &'static str {
    match class {
        PixelClass::None => say!("layers-no-jaw"),
        PixelClass::UpperOnly => say!("layers-upper-only"),
        PixelClass::LowerOnly => say!("layers-lower-only"),
        PixelClass::Clear => say!("layers-clear"),
        PixelClass::Interfering => say!("layers-interfering"),
        PixelClass::Unsolved => say!("layers-unsolved"),
    }
}

/// In a sentence, from what was read.
pub fn solved_text(reading: &LayerReading) -> &'static str {
    match reading.solved_by {
        SolvedBy::NoOverlap => say!("layers-no-overlap"),
        SolvedBy::FirstPass => say!("layers-first-pass"),
        SolvedBy::SecondPass => say!("layers-second-pass"),
        SolvedBy::LayerOrder => say!("layers-layer-order"),
        SolvedBy::Unbalanced => say!("layers-unbalanced"),
        SolvedBy::Nothing if reading.sequence.layers.is_empty() => say!("layers-too-many"),
        SolvedBy::Nothing => say!("layers-differ"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::LayerSequence;

    fn reading(frame: u64, pixel: [u32; 2]) -> LayerReading {
        LayerReading {
            frame,
            pixel,
            sequence: LayerSequence::default(),
            class: PixelClass::Clear,
            solved_by: SolvedBy::FirstPass,
            depth_epsilon_mm: 0.0,
        }
    }

    #[test]
    fn a_pixel_is_asked_for_once_and_only_at_rest() {
        let mut view = LayerView::default();
        view.enable(true);
        let begun = Instant::now();
        let at = |ms| begun + Duration::from_millis(ms);
        let spot = |x| Some(Spot { frame: 1, pixel: [x, 2] });
        view.point(spot(1), at(0));
        assert_eq!((view.take_due(false, at(0)), view.due()), (None, Some(at(120))));
        // Moved on: the rest begins anew.
        view.point(spot(2), at(100));
        assert_eq!(view.take_due(false, at(130)), None);
        // A hand holds the jaw: nothing is asked, nothing is waited for.
        assert_eq!((view.take_due(true, at(300)), view.due()), (None, None));
        assert_eq!(view.take_due(false, at(300)), Some([2, 2]));
        view.point(spot(2), at(400));
        assert_eq!((view.take_due(false, at(900)), view.due()), (None, None), "once a pixel");
        // Another frame of the same pixel is another question.
        view.point(Some(Spot { frame: 2, pixel: [2, 2] }), at(1000));
        assert_eq!(view.take_due(false, at(1200)), Some([2, 2]));
    }

    #[test]
    fn an_answer_nobody_waits_for_is_dropped() {
        let mut view = LayerView::default();
        view.enable(true);
        let begun = Instant::now();
        view.point(Some(Spot { frame: 1, pixel: [1, 2] }), begun);
        assert_eq!(view.take_due(false, begun + REST), Some([1, 2]));
        assert!(view.receive(reading(0, [1, 2])).is_none() && view.reading().is_none());
        assert!(view.receive(reading(1, [1, 2])).is_some());
        assert_eq!(view.reading().map(|r| r.1), Some(true));
        // The pointer has left: still known, but not of what is wanted.
        view.point(None, begun);
        assert_eq!(view.reading().map(|r| r.1), Some(false));
        view.enable(false);
        assert!(view.reading().is_none());
    }
}
