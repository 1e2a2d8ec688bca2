//! Two ways to reckon the same formula: in doubles with a bound on the error, and without any error.

pub trait Number: Clone {
    fn difference(a: f64, b: f64) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    /// -1, 0, 1; `None` when it cannot be told.
    fn sign(&self) -> Option<i8>;
}

/// A double and how far the truth may be from it.
#[derive(Clone, Copy)]
pub struct Rounded {
    value: f64,
    error: f64,
}

impl Rounded {
    /// A result rounded by at most half an epsilon, its own error as well (a little more than needed covers that).
    fn new(value: f64, error: f64) -> Self {
        Self { value, error: error * (1.0 + 1e-12) + value.abs() * f64::EPSILON }
    }
}

impl Number for Rounded {
    fn difference(a: f64, b: f64) -> Self {
        Self::new(a - b, 0.0)
    }

    fn plus(&self, other: &Self) -> Self {
        Self::new(self.value + other.value, self.error + other.error)
    }

    fn minus(&self, other: &Self) -> Self {
        Self::new(self.value - other.value, self.error + other.error)
    }

    fn times(&self, other: &Self) -> Self {
        let error = self.value.abs() * other.error + other.value.abs() * self.error + self.error * other.error;
        Self::new(self.value * other.value, error)
    }

    fn sign(&self) -> Option<i8> {
        (self.value.abs() > self.error).then_some(if self.value > 0.0 { 1 } else { -1 })
    }
}

/// A sum of doubles that do not overlap, the largest last: Shewchuk's expansions (1997), grown one term at a time.
#[derive(Clone)]
pub struct Exact(Vec<f64>);

impl Exact {
    fn grow(&mut self, term: f64) {
        let mut carried = term;
        let mut terms = Vec::with_capacity(self.0.len() + 1);
        for t in &self.0 {
            let sum = carried + t;
            let part = sum - carried;
            let lost = (carried - (sum - part)) + (t - part);
            carried = sum;
            if lost != 0.0 {
                terms.push(lost);
            }
        }
        if carried != 0.0 {
            terms.push(carried);
        }
        self.0 = terms;
    }
}

impl Number for Exact {
    fn difference(a: f64, b: f64) -> Self {
        let mut d = Self(Vec::new());
        d.grow(a);
        d.grow(-b);
        d
    }

    fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        other.0.iter().for_each(|t| sum.grow(*t));
        sum
    }

    fn minus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        other.0.iter().for_each(|t| sum.grow(-t));
        sum
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = Self(Vec::new());
        for a in &self.0 {
            for b in &other.0 {
                let p = a * b;
                product.grow(a.mul_add(*b, -p));
                product.grow(p);
            }
        }
        product
    }

    fn sign(&self) -> Option<i8> {
        let last = self.0.last().copied().unwrap_or(0.0);
        assert!(last.is_finite(), "out of range");
        Some(i8::from(last > 0.0) - i8::from(last < 0.0))
    }
}

#[test]
fn what_rounding_would_lose_is_kept() {
    let tiny = 2.0_f64.powi(-80);
    let a = Exact::difference(1.0, tiny);
    let b = Exact::difference(1.0, -tiny);
    // (1 - t)(1 + t) - 1 = -t²
    let product = a.times(&b).minus(&Exact::difference(1.0, 0.0));
    assert_eq!((product.sign(), product.0.as_slice()), (Some(-1), [-tiny * tiny].as_slice()));
    let rounded = Rounded::difference(1.0, tiny).times(&Rounded::difference(1.0, -tiny));
    assert_eq!(rounded.minus(&Rounded::difference(1.0, 0.0)).sign(), None);
}
