//! What repeated measurements say: how much a figure differs between bites that should be the same, and the smallest difference that is more
//! than that (smallest detectable change: Bland and Altman 1999, Weir 2005).

/// Of repeated bites.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Within {
    /// Standard deviation between repeats, pooled over the groups.
    pub deviation: f64,
    /// Degrees of freedom; `None`: the deviation was not measured here but is taken as known.
    pub freedoms: Option<usize>,
}

/// The pooled deviation within groups of repeats; `None` where no group has two.
pub fn within(groups: &[Vec<f64>]) -> Option<Within> {
    let (mut squares, mut freedoms) = (0.0, 0);
    for group in groups.iter().filter(|group| group.len() > 1) {
        let mean = group.iter().sum::<f64>() / group.len() as f64;
        squares += group.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
        freedoms += group.len() - 1;
    }
    (freedoms > 0).then(|| Within { deviation: (squares / freedoms as f64).sqrt(), freedoms: Some(freedoms) })
}

/// The deviation of two measurements of which each scatters as a group does, of several groups those two that scatter most: whichever two are
/// held against each other, in either order, chance does not make a larger difference. It is taken as known; `None` where no group has two.
pub fn of_most_scattered(groups: &[Vec<f64>]) -> Option<Within> {
    let mut deviations: Vec<f64> =
        groups.iter().filter_map(|group| within(std::slice::from_ref(group))).map(|w| w.deviation).collect();
    deviations.sort_by(|a, b| b.total_cmp(a));
    let first = *deviations.first()?;
    let second = deviations.get(1).copied().unwrap_or(first);
    Some(Within { deviation: ((first * first + second * second) / 2.0).sqrt(), freedoms: None })
}

/// Two single measurements that differ by more are 95 % surely different.
pub const SURENESS: f64 = 0.95;

impl Within {
    /// The smallest detectable change of one figure: factor x √2 x deviation. The factor is Student's for the degrees of freedom, 1.96 where
    /// the deviation is known.
    pub fn detectable(&self) -> f64 {
        self.detectable_at(SURENESS)
    }

    /// The same for so many figures that none of them is wrong in 95 % (Bonferroni).
    pub fn detectable_of(&self, n_figures: usize) -> f64 {
        self.detectable_at(1.0 - (1.0 - SURENESS) / n_figures.max(1) as f64)
    }

    pub fn factor(&self) -> f64 {
        student(SURENESS, self.freedoms)
    }

    fn detectable_at(&self, share: f64) -> f64 {
        student(share, self.freedoms) * 2.0_f64.sqrt() * self.deviation
    }

    /// Whichever differs more.
    pub fn at_least(self, other: Self) -> Self {
        if other.detectable() > self.detectable() { other } else { self }
    }
}

/// As good as a normal distribution.
const MANY: usize = 200_000;

/// Student's quantile: the share of the distribution that lies within plus and minus it. `None`: of the normal distribution.
pub fn student(share: f64, freedoms: Option<usize>) -> f64 {
    let freedoms = freedoms.unwrap_or(MANY).clamp(1, MANY);
    let (mut low, mut high) = (0.0, 1.0);
    while share_within(high, freedoms) < share && high < 1e9 {
        high *= 2.0;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if share_within(middle, freedoms) < share { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The share of Student's distribution within plus and minus `t`, for whole degrees of freedom (Abramowitz and Stegun 26.7.3, 26.7.4).
fn share_within(t: f64, freedoms: usize) -> f64 {
    let angle = (t / (freedoms as f64).sqrt()).atan();
    let (sin, cos) = angle.sin_cos();
    let is_odd = !freedoms.is_multiple_of(2);
    let (mut term, mut sum) = if is_odd { (cos, cos) } else { (1.0, 1.0) };
    let mut k = if is_odd { 3 } else { 2 };
    while k < freedoms && term > 1e-17 {
        term *= cos * cos * (k - 1) as f64 / k as f64;
        sum += term;
        k += 2;
    }
    match (is_odd, freedoms) {
        (true, 1) => angle * std::f64::consts::FRAC_2_PI,
        (true, _) => (angle + sin * sum) * std::f64::consts::FRAC_2_PI,
        (false, _) => sin * sum,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        // Any table of Student's distribution, two-sided 95 %.
        for (freedoms, wanted) in [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (30, 2.042)]
        {
            assert!((student(0.95, Some(freedoms)) - wanted).abs() < 6e-4, "{freedoms}");
        }
        assert!((student(0.95, None) - 1.95996).abs() < 1e-4);
        assert!((student(0.99, Some(10)) - 3.169).abs() < 6e-4, "another share");
        assert!(student(0.95, Some(2)) > 2.0 * student(0.95, None), "the twin: few repeats say little");
    }

    #[test]
    fn deviations_are_pooled_over_groups_and_their_means_left_out() {
        let found = within(&[vec![1.0, 2.0, 3.0], vec![11.0, 13.0], vec![7.0]]).expect("repeats");
        // Squares 2 and 2 over 2 + 1 freedoms.
        assert!((found.deviation - (4.0_f64 / 3.0).sqrt()).abs() < 1e-12 && found.freedoms == Some(3));
        assert!((found.detectable() - student(0.95, Some(3)) * 2.0_f64.sqrt() * found.deviation).abs() < 1e-12);
        assert!(found.detectable_of(20) > found.detectable());
        assert_eq!(within(&[vec![1.0], vec![2.0]]), None, "the twin: nothing is repeated");
    }

    #[test]
    fn of_several_that_scatter_the_two_that_do_most_count() {
        // Deviations 0, 2 and 4.
        let [none, some, most] = [vec![5.0; 3], vec![1.0, 3.0, 5.0], vec![0.0, 4.0, 8.0]];
        let of = |groups: &[Vec<f64>]| of_most_scattered(groups).expect("repeats").deviation;
        let two = of(&[none.clone(), most.clone()]);
        assert!((two - 8.0_f64.sqrt()).abs() < 1e-12 && two == of(&[most.clone(), none.clone()]));
        assert!((of(&[some.clone(), none.clone(), most.clone()]) - 10.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(of(std::slice::from_ref(&some)), 2.0, "one stands for both");
        assert!(of(&[none, some]) < of(&[most]), "the twin");
        assert_eq!(of_most_scattered(&[vec![1.0], vec![2.0]]), None);
    }
}
