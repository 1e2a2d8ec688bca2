//! Smooth unions and intersections of distance fields, and deterministic noise.

/// The smaller of both, rounded where they differ by less than `k`.
pub fn smooth_min(a: f32, b: f32, k: f32) -> f32 {
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - 0.25 * k * h * h
}

/// The larger of both, rounded where they differ by less than `k`.
pub fn smooth_max(a: f32, b: f32, k: f32) -> f32 {
    -smooth_min(-a, -b, k)
}

/// 0 below 0, 1 above 1, smooth between.
pub fn smooth_step(x: f32) -> f32 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// A Gaussian bell: 1 at 0.
pub fn bell(x: f32) -> f32 {
    (-x * x).exp()
}

/// Evenly spread over -1..1 and the same at every run (a mixing of bits by Murmur's finalizer).
pub fn noise(seed: u32) -> f32 {
    let mut h = seed.wrapping_mul(0x9E37_79B9) ^ 0x85EB_CA6B;
    h = (h ^ (h >> 16)).wrapping_mul(0x85EB_CA6B);
    h = (h ^ (h >> 13)).wrapping_mul(0xC2B2_AE35);
    h ^= h >> 16;
    (h >> 8) as f32 / (1 << 23) as f32 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smoothing_stays_near_the_plain_extremes() {
        for (a, b) in [(0.0, 0.0), (0.1, -0.2), (5.0, 1.0)] {
            let k = 0.5;
            assert!(smooth_min(a, b, k) <= a.min(b) && smooth_min(a, b, k) >= a.min(b) - 0.25 * k);
            assert!(smooth_max(a, b, k) >= a.max(b) && smooth_max(a, b, k) <= a.max(b) + 0.25 * k);
        }
        assert_eq!(smooth_min(5.0, 1.0, 0.5), 1.0);
    }

    #[test]
    fn noise_is_centred_and_bounded() {
        let values: Vec<f32> = (0..10_000).map(noise).collect();
        assert!(values.iter().all(|v| v.abs() <= 1.0));
        assert!((values.iter().sum::<f32>() / 10_000.0).abs() < 0.02);
        assert_ne!(noise(1), noise(2));
    }
}
