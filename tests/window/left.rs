//! What a run of the window left behind: its statistics and its last picture.
use super::places::{PICTURE, ScreenRect};
use serde_json::Value;
use std::path::Path;

pub struct Left {
    pub stats: Value,
    pub picture: image::RgbaImage,
}

pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().map(|a| a.iter().filter_map(Value::as_f64).collect()).unwrap_or_default()
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Part of the pixels there that differ plainly.
pub fn differing(a: &image::RgbaImage, b: &image::RgbaImage, [left, top, right, bottom]: ScreenRect) -> f64 {
    let differ = |x, y| {
        let (a, b) = (a.get_pixel(x, y).0, b.get_pixel(x, y).0);
        (0..3).any(|i| a[i].abs_diff(b[i]) > 12)
    };
    let n: usize = (top..bottom).map(|y| (left..right).filter(|x| differ(*x, y)).count()).sum();
    n as f64 / f64::from((bottom - top) * (right - left))
}

impl Left {
    pub fn read(stats: &Path, picture: &Path) -> Self {
        let stats = std::fs::read(stats).expect("the statistics were written");
        let picture = image::open(picture).expect("the screenshot was written").to_rgba8();
        Self { stats: serde_json::from_slice(&stats).expect("JSON"), picture }
    }

    pub fn row(&self, i: usize) -> Vec<f64> {
        numbers(&self.stats["upper_from_lower"][i])
    }

    /// Most that any number of the pose differs from another's.
    pub fn pose_differs_by(&self, other: &Self) -> f64 {
        let pose = |left: &Self| (0..4).flat_map(|i| left.row(i)).collect::<Vec<f64>>();
        let (a, b) = (pose(self), pose(other));
        assert_eq!((a.len(), b.len()), (16, 16), "a pose has sixteen numbers");
        a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }

    pub fn translation(&self) -> [f64; 3] {
        [0, 1, 2].map(|i| self.row(i)[3])
    }

    /// Angle of the pose's rotation, degrees.
    pub fn angle_deg(&self) -> f64 {
        let trace = self.row(0)[0] + self.row(1)[1] + self.row(2)[2];
        ((trace - 1.0) / 2.0).clamp(-1.0, 1.0).acos().to_degrees()
    }

    pub fn is_at_home(&self) -> bool {
        self.translation().iter().all(|t| t.abs() < 1e-9) && self.angle_deg() < 1e-6
    }

    /// Millimetres of the view plane that one pixel of the picture is.
    pub fn mm_per_px(&self) -> f64 {
        self.stats["view"]["height_mm"].as_f64().unwrap_or(0.0) / f64::from(PICTURE[3] - PICTURE[1])
    }

    /// The motion to the right and up as it is seen, mm.
    pub fn seen_step(&self) -> [f64; 2] {
        ["right", "up"].map(|axis| dot(&self.translation(), &numbers(&self.stats["view"][axis])))
    }

    pub fn view(&self) -> Vec<f64> {
        let v = &self.stats["view"];
        let mut all: Vec<f64> = ["target", "right", "up"].iter().flat_map(|k| numbers(&v[*k])).collect();
        all.extend(v["height_mm"].as_f64());
        all
    }

    pub fn same_view(&self, other: &Self) -> bool {
        let (a, b) = (self.view(), other.view());
        assert_eq!((a.len(), b.len()), (10, 10), "a view has ten numbers");
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9)
    }

    /// Part of the pixels of the middle that differ plainly.
    pub fn differs_from(&self, other: &Self) -> f64 {
        differing(&self.picture, &other.picture, PICTURE)
    }

    pub fn exact(&self) -> &Value {
        &self.stats["exact"]
    }

    /// Bright pixels: figures that are not dimmed.
    pub fn n_bright(&self, [left, top, right, bottom]: ScreenRect) -> usize {
        let is_bright = |x, y| self.picture.get_pixel(x, y).0[..3].iter().all(|c| *c > 200);
        (top..bottom).map(|y| (left..right).filter(|x| is_bright(*x, y)).count()).sum()
    }
}
