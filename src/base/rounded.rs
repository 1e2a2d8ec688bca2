//! Numbers as they are written.

/// `x` with so many decimals: without what sums leave behind them, and no "-0" where nothing is left.
pub fn rounded(x: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (x * scale).round() / scale + 0.0
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn what_rounds_to_nothing_has_no_sign() {
        for (x, decimals, written) in
            [(-0.0004, 3, "0.000"), (-0.0, 3, "0.000"), (-0.0006, 3, "-0.001"), (1.2345, 2, "1.23")]
        {
            let digits = decimals as usize;
            assert_eq!(format!("{:.digits$}", rounded(x, decimals)), written, "{x}");
        }
        assert_eq!(rounded(0.1 + 0.2, 6).to_string(), "0.3");
        assert_eq!(format!("{:.3}", -0.0004), "-0.000", "the twin: what is not rounded has one");
    }
}
