//! A small made-up analysis for the tests of this folder.
use crate::base::{LengthUnit, Rigid};
use crate::engine::{Analysis, Execution, Timing};
use crate::field::contact::GapKind;
use crate::field::{ChosenBy, ContactArea, GapField, Metrics, PixelClass, PixelCounts, Projection, Verdict};
use crate::jaw::{Jaw, JawPair, OcclusalFrame};
use crate::mesh::{RepairReport, TriMesh};
use glam::{DVec3, Vec3};

pub const COLS: u32 = 40;
pub const ROWS: u32 = 30;

pub fn pose() -> Rigid {
    Rigid::from_six([0.0, -0.25, 0.0, 0.0, 1.5, 0.0])
}

pub fn projection() -> Projection {
    Projection {
        direction: DVec3::NEG_Z,
        u: DVec3::X,
        v: DVec3::NEG_Y,
        origin: DVec3::new(0.0, 3.0, 1.0),
        u_mm: 0.1,
        v_mm: 0.1,
        cols: COLS,
        rows: ROWS,
        chosen_by: ChosenBy::ItemBuffer,
    }
}

/// Bands from left to right: nothing, upper only, lower only, then a gap that falls from 2.5 mm to -0.3 mm, with a
/// column of unsolved pixels.
pub fn field() -> GapField {
    let n = (COLS * ROWS) as usize;
    let mut field = GapField {
        projection: projection(),
        class: vec![PixelClass::None; n],
        gap_mm: vec![f32::NAN; n],
        upper_depth_mm: vec![1.0; n],
        lower_depth_mm: vec![1.0; n],
        upper_triangle: vec![0; n],
        lower_triangle: vec![0; n],
    };
    for idx in 0..n {
        let col = idx as u32 % COLS;
        let gap = 2.5 - 0.1 * (col - col.min(9)) as f32;
        field.class[idx] = match col {
            0..=2 => PixelClass::None,
            3..=5 => PixelClass::UpperOnly,
            6..=8 => PixelClass::LowerOnly,
            9 => PixelClass::Unsolved,
            _ if gap < 0.0 => PixelClass::Interfering,
            _ => PixelClass::Clear,
        };
        if col > 9 && gap <= 2.0 {
            field.gap_mm[idx] = gap;
        }
    }
    field
}

pub fn metrics() -> Metrics {
    let area = |threshold_mm: f64| ContactArea {
        threshold_mm,
        area_upper_mm2: 10.0 + threshold_mm,
        area_lower_mm2: 11.0 + threshold_mm,
        penetrating_area_upper_mm2: 3.0,
        penetrating_area_lower_mm2: 4.0,
        projected_area_mm2: 9.0,
    };
    Metrics {
        projection: Some(projection()),
        verdict: Verdict::Interfering,
        pixels: PixelCounts { overlap: 930, clear: 840, interfering: 60, unsolved: 30, ..PixelCounts::default() },
        interference_projected_area_mm2: 0.9,
        interference_volume_mm3: 0.12,
        max_depth_mm: Some(0.4),
        min_gap_mm: Some(-0.4),
        contact: [0.05, 0.1, 0.2].map(area).to_vec(),
        mean_cosine: Some(0.9),
        triangle_pairs: None,
        clearance_mm: None,
        between_pixels: None,
        contact_gap: GapKind::Projected,
        warnings: vec![],
    }
}

pub fn analysis() -> Analysis {
    let timing = Timing { frame: 12.0, ..Timing::default() };
    Analysis {
        execution: Some(Execution::Raster),
        engine: "stencil",
        adapter: "none".into(),
        field: Some(field()),
        metrics: metrics(),
        timing,
        multi_projection: None,
    }
}

pub fn pair() -> JawPair {
    let jaw = |name: &str| Jaw {
        name: name.into(),
        blake3: "00".into(),
        unit: LengthUnit::Millimetre,
        mesh: TriMesh {
            positions: vec![Vec3::new(2.0, 2.0, 0.0), Vec3::new(2.5, 2.0, 0.0), Vec3::new(2.0, 2.5, 0.0)],
            triangles: vec![[0, 1, 2]],
            n_scanned: 1,
            colors: None,
        }
        .into(),
        report: RepairReport::default(),
    };
    let frame = OcclusalFrame { origin: DVec3::ZERO, up: DVec3::Z, front: DVec3::Y, right: DVec3::X };
    JawPair {
        upper: jaw("upper.stl"),
        lower: jaw("lower.stl"),
        frame,
        occlusion: Rigid::IDENTITY,
        told: Default::default(),
    }
}
