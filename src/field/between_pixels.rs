//! What the exact test finds where no pixel's ray passes: spikes, edges and crumbs narrower than a pixel (ENGINES.md,
//! "Between the pixels").
use super::Projection;
use super::verdict::Verdict;
use crate::base::Warning;
use glam::DVec3;

/// Found beside a map, as plain data. The map's own figures do not hold it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BetweenPixels {
    /// `None` where only the pairs of triangles were looked at.
    pub unseen: Option<UnseenTriangles>,
    /// Pairs of triangles that meet where no pixel within one pixel interferes. Faces added by closing are left out.
    pub n_pairs: u32,
    /// The smallest closest gap found: inside the other jaw where no pixel shows it; else at a hidden pair; else the
    /// smallest distance of an unseen triangle. `None` where nothing is within reach.
    pub smallest: Option<HiddenPlace>,
}

/// Scanned triangles of the upper and of the lower jaw of which the pixels do not say where they go, in the zone where the
/// other jaw can be within the largest threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnseenTriangles {
    /// No pixel's centre hits them, or they are narrower than a pixel and longer than two.
    pub n_in_zone: [u32; 2],
    /// Of those, the ones that were tested: no farther from the other jaw than the largest threshold, or inside it.
    pub n_near: [u32; 2],
}

/// Where it was found, world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HiddenPlace {
    /// Closest gap, mm: the distance to the nearest point of the other jaw, below 0 inside it.
    pub gap_mm: f64,
    pub upper_point: DVec3,
    pub lower_point: DVec3,
    pub upper_triangle: u32,
    pub lower_triangle: u32,
}

impl BetweenPixels {
    /// How deep something lies inside the other jaw that no pixel shows, mm.
    pub fn depth_mm(&self) -> Option<f64> {
        self.smallest.map(|s| -s.gap_mm).filter(|depth| *depth > 0.0)
    }

    /// The verdict with what was found: both solids overlap, whether or not a pixel shows where; else a gap no wider than
    /// the smallest threshold is touching.
    pub fn verdict(&self, of_pixels: Verdict, smallest_threshold_mm: f64) -> Verdict {
        let is_within = |mm: f64| self.smallest.is_some_and(|s| s.gap_mm <= mm);
        match of_pixels {
            _ if self.depth_mm().is_some() => Verdict::Interfering,
            Verdict::Apart | Verdict::Undecided if is_within(smallest_threshold_mm) => Verdict::Touching,
            as_it_is => as_it_is,
        }
    }

    /// What to say of it; `None` where it changes no verdict and is no deeper than the smallest threshold: along every
    /// border of an overlap some lies between the pixels.
    pub(super) fn warning(
        &self,
        of_pixels: Verdict,
        smallest_threshold_mm: f64,
        projection: &Projection,
    ) -> Option<Warning> {
        let place = self.smallest?;
        let pixel_mm = projection.u_mm.max(projection.v_mm);
        let [x, y, z] = ((place.upper_point + place.lower_point) / 2.0).to_array();
        let at = format!(
            "at {x:.2}, {y:.2}, {z:.2} mm: a spike, an edge or a sheet thinner than a pixel ({pixel_mm:.3} mm)"
        );
        let verdict = self.verdict(of_pixels, smallest_threshold_mm);
        if let Some(depth_mm) = self.depth_mm().filter(|mm| *mm > smallest_threshold_mm || verdict != of_pixels) {
            return Some(Warning::new(format!(
                "an interference that no pixel shows, {depth_mm:.4} mm deep, {at}; {} pairs of triangles meet so; the \
                 map's figures leave it out",
                self.n_pairs
            )));
        }
        (verdict != of_pixels).then(|| {
            Warning::new(format!(
                "a contact that no pixel shows, with a gap of {:.4} mm, {at}; the map's figures leave it out",
                place.gap_mm
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(gap_mm: Option<f64>) -> BetweenPixels {
        let place = |gap_mm| HiddenPlace {
            gap_mm,
            upper_point: DVec3::ZERO,
            lower_point: DVec3::ZERO,
            upper_triangle: 0,
            lower_triangle: 0,
        };
        BetweenPixels { unseen: None, n_pairs: 0, smallest: gap_mm.map(place) }
    }

    #[test]
    fn an_overlap_interferes_and_a_small_gap_touches_whatever_the_pixels_say() {
        use Verdict::{Apart, Interfering, Touching, Undecided};
        for (gap_mm, of_pixels, expected) in [
            (Some(-0.001), Apart, Interfering),
            (Some(-0.001), Undecided, Interfering),
            (Some(0.0), Apart, Touching),
            (Some(0.008), Undecided, Touching),
            (Some(0.009), Apart, Apart),
            (Some(0.009), Undecided, Undecided),
            (Some(0.0), Interfering, Interfering),
            (None, Touching, Touching),
            (None, Apart, Apart),
        ] {
            assert_eq!(found(gap_mm).verdict(of_pixels, 0.008), expected, "{gap_mm:?} {of_pixels:?}");
        }
        assert_eq!((found(Some(-0.2)).depth_mm(), found(Some(0.0)).depth_mm()), (Some(0.2), None));
    }
}
