//! What every engine can be asked.
use super::analysis::{Analysis, Timing};
use super::error::EngineError;
use crate::base::files::memory;
use crate::base::{Cancelled, Progress};
use crate::exact::BvhEngine;
use crate::field::multi_projection::Tile;
use crate::field::{GapField, Metrics, Question};
use std::sync::Arc;

/// An engine that holds a prepared pair of jaws and answers questions about it.
pub trait Engine: Send {
    fn name(&self) -> &'static str;

    /// Figures and maps of one pose at rest, and what no pixel shows ([`Metrics::between_pixels`]), which the verdict
    /// counts.
    ///
    /// # Errors
    /// When the GPU is lost or the question cannot be asked of it.
    fn analyze(&mut self, question: &Question) -> Result<Analysis, EngineError> {
        self.analyze_watched(question, &Progress::default())
    }

    /// The same, which may be cancelled.
    ///
    /// # Errors
    /// As [`Engine::analyze`]; [`EngineError::Cancelled`] when it is no longer wanted: within a step of the work, from engines on a GPU
    /// once its map is drawn.
    fn analyze_watched(&mut self, question: &Question, progress: &Progress) -> Result<Analysis, EngineError>;

    /// Map and figures of one tile, whatever its direction.
    ///
    /// # Errors
    /// As [`Engine::analyze`]; [`EngineError::Cancelled`] when it is no longer wanted: within milliseconds from engines
    /// on the processor, before the tile from those on a GPU.
    fn map_tile(
        &mut self,
        question: &Question,
        tile: &Tile,
        progress: &Progress,
    ) -> Result<(GapField, Metrics), EngineError>;

    /// Figures alone, as a live frame needs them: nothing else is read back, and what no pixel shows is not looked for.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    fn figures(&mut self, question: &Question) -> Result<Metrics, EngineError> {
        Ok(self.timed_figures(question)?.0)
    }

    /// The same with its times, those of the passes as far as the engine knows them.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    fn timed_figures(&mut self, question: &Question) -> Result<(Metrics, Timing), EngineError>;

    /// The search trees of the same pair; made now, unless they are there.
    ///
    /// # Errors
    /// [`Cancelled`] when they are no longer wanted.
    fn trees(&mut self, progress: &Progress) -> Result<Arc<BvhEngine>, Cancelled>;
}

/// An engine that holds a pair, or why there is none.
pub type Opened = Result<Box<dyn Engine>, EngineError>;

/// What no engine can be asked.
///
/// # Errors
/// [`EngineError::BadQuestion`].
pub fn check(question: &Question) -> Result<(), EngineError> {
    let bad = |text: String| Err(EngineError::BadQuestion(text));
    let thresholds = &question.thresholds_mm;
    if thresholds.is_empty() || thresholds.len() > Question::MAX_THRESHOLDS {
        return bad(format!("1 to {} thresholds can be asked for, not {}", Question::MAX_THRESHOLDS, thresholds.len()));
    }
    if !thresholds.iter().all(|t| t.is_finite() && *t >= 0.0) || !thresholds.is_sorted() {
        return bad("the thresholds must be finite, not negative, and ascending".into());
    }
    if !(question.range_mm.is_finite() && question.range_mm > 0.0) {
        return bad(format!("the range must be a length above 0 mm, not {}", question.range_mm));
    }
    if question.resolution < 8 {
        return bad(format!("the resolution must be at least 8 pixels, not {}", question.resolution));
    }
    if question.direction.is_some_and(|d| !d.is_normalized()) {
        return bad("the projection direction must be a unit vector".into());
    }
    // Smaller ones are asked for with every frame, and take no more than a picture.
    if question.resolution > LARGEST_UNASKED {
        check_memory(question.resolution, memory::free_bytes())?;
    }
    Ok(())
}

const LARGEST_UNASKED: u32 = 2048;
/// What a map of this program's takes with all that is made of it, measured: 70 to 75 bytes a pixel.
const BYTES_A_PIXEL: u64 = 80;
/// More than this no map may take, whatever the machine has.
const MOST_BYTES: u64 = 12 << 30;

/// Refuses a map that the memory does not hold. `free`: bytes to spare; `None`: nobody knows.
fn check_memory(resolution: u32, free: Option<u64>) -> Result<(), EngineError> {
    let side = u64::from(resolution);
    let needed = side * side * BYTES_A_PIXEL;
    // A quarter stays for the scans and for others.
    let allowed = free.map_or(MOST_BYTES, |free| (free / 4 * 3).min(MOST_BYTES));
    if needed <= allowed {
        return Ok(());
    }
    let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    let largest = (allowed / BYTES_A_PIXEL).isqrt() / 8 * 8;
    Err(EngineError::BadQuestion(format!(
        "a map of {resolution} pixels a side may take {:.1} GiB of memory, and {:.1} GiB can be had; ask for at most {largest}",
        gib(needed),
        gib(allowed)
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_that_does_not_fit_is_refused_before_it_is_made() {
        let said = |resolution, free| check_memory(resolution, free).map_err(|e| e.to_string());
        assert!(said(16384, None).is_err_and(|text| text.contains("16384 pixels") && text.contains("20.0 GiB")));
        assert!(said(65536, Some(u64::MAX)).is_err());
        assert!(said(4096, Some(1 << 30)).is_err_and(|text| text.ends_with("ask for at most 3168")));
        assert!(check(&Question { resolution: 65536, ..Question::default() }).is_err());
        // The twins: what fits.
        assert_eq!(said(3168, Some(1 << 30)), Ok(()));
        assert_eq!(said(8192, Some(16 << 30)), Ok(()));
        assert!(check(&Question { resolution: 2048, ..Question::default() }).is_ok());
    }
}
