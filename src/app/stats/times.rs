//! Times of one kind and what they come to.

/// Enough for an hour of dragging; later ones are left out.
const MOST: usize = 200_000;

/// Stages of a frame, or passes of an analysis, in their order, ms.
pub type Stages = Vec<(&'static str, f64)>;

/// Wall times of one kind, ms.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<f64>);

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Summary {
    pub count: usize,
    pub median: Option<f64>,
    pub p95: Option<f64>,
    pub max: Option<f64>,
}

impl Times {
    pub fn push(&mut self, ms: f64) {
        if self.0.len() < MOST {
            self.0.push(ms);
        }
    }

    pub fn last(&self) -> Option<f64> {
        self.0.last().copied()
    }

    pub fn summary(&self) -> Summary {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let rank = |q: f64| {
            let n = sorted.len();
            (n > 0).then(|| sorted[((q * n as f64).ceil() as usize).clamp(1, n) - 1])
        };
        Summary { count: sorted.len(), median: rank(0.5), p95: rank(0.95), max: rank(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_ranks() {
        let mut times = Times::default();
        assert_eq!(times.summary(), Summary { count: 0, median: None, p95: None, max: None });
        (1..=100).rev().for_each(|i| times.push(f64::from(i)));
        assert_eq!(times.summary(), Summary { count: 100, median: Some(50.0), p95: Some(95.0), max: Some(100.0) });
    }
}
