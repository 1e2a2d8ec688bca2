//! Shapes and maps that the tests of this floor draw.
use crate::base::{LengthUnit, Rigid};
use crate::field::{ChosenBy, NO_TRIANGLE, PixelClass, Projection};
use crate::gpu::{AdapterChoice, Context, FrameMaps, NO_VALUE};
use crate::jaw::{Jaw, JawPair, OcclusalFrame};
use crate::mesh::{RepairReport, TriMesh};
use glam::{DVec3, Vec3};
use wgpu::util::DeviceExt;

/// How far the walls of a block reach down, mm.
pub const WALL_MM: f32 = 4.0;

/// A block of `n` x `n` vertices around the origin whose top is `z = height(x, y)`, facing +z; walls and floor count
/// as added by closing.
pub fn height_field(n: u32, pitch_mm: f32, height: impl Fn(f32, f32) -> f32) -> TriMesh {
    let half = 0.5 * (n - 1) as f32 * pitch_mm;
    let at = |k: u32| k as f32 * pitch_mm - half;
    let top = (0..n * n).map(|i| (at(i % n), at(i / n)));
    let mut positions: Vec<Vec3> = top.map(|(x, y)| Vec3::new(x, y, height(x, y))).collect();
    positions.extend(positions.clone().iter().map(|p| p.with_z(-WALL_MM)));
    let mut triangles = Vec::new();
    let cells = || (0..n - 1).flat_map(move |j| (0..n - 1).map(move |i| j * n + i));
    for a in cells() {
        triangles.extend([[a, a + 1, a + n + 1], [a, a + n + 1, a + n]]);
    }
    let n_scanned = triangles.len();
    let floor = n * n;
    for a in cells().map(|a| a + floor) {
        triangles.extend([[a, a + n + 1, a + 1], [a, a + n, a + n + 1]]);
    }
    let mut wall = |a: u32, b: u32| triangles.extend([[a, a + floor, b + floor], [a, b + floor, b]]);
    for k in 0..n - 1 {
        wall(k, k + 1);
        wall(n - 1 + k * n, n - 1 + (k + 1) * n);
        wall(n * n - 1 - k, n * n - 2 - k);
        wall((n - 1 - k) * n, (n - 2 - k) * n);
    }
    TriMesh { positions, triangles, n_scanned, colors: None }
}

fn jaw(mesh: TriMesh) -> Jaw {
    Jaw {
        name: "block".into(),
        blake3: String::new(),
        unit: LengthUnit::Millimetre,
        report: RepairReport { closed: true, ..RepairReport::default() },
        mesh: mesh.into(),
    }
}

/// World axes as the occlusal frame.
pub fn frame() -> OcclusalFrame {
    OcclusalFrame { origin: DVec3::ZERO, up: DVec3::Z, front: DVec3::Y, right: DVec3::X }
}

/// The lower block's top, a smooth hill 1 mm high, mm.
pub fn hill(x: f32, y: f32) -> f32 {
    (-(x * x + y * y) / 18.0).exp()
}

/// A hilly lower block under a flat upper one, whose lower face is the plane z = 0.9 with the identity as pose: the
/// hill's top penetrates by 0.1 mm. 20 mm wide; `n` vertices a side.
pub fn block_pair(n: u32) -> JawPair {
    let pitch = 20.0 / (n - 1) as f32;
    let mut upper = height_field(n, pitch, |_, _| 0.0);
    // Turned over and lifted: the top now faces down.
    upper.positions.iter_mut().for_each(|p| *p = Vec3::new(p.x, -p.y, 0.9 - p.z));
    JawPair {
        upper: jaw(upper),
        lower: jaw(height_field(n, pitch, hill)),
        frame: frame(),
        occlusion: Rigid::IDENTITY,
        told: Default::default(),
    }
}

/// The software adapter; without one these tests fail.
pub fn context() -> Context {
    Context::headless(&AdapterChoice::Cpu).expect("tests need a software Vulkan driver")
}

/// Whether the driver takes pipelines of all kinds, and each has one of its own.
pub fn each_is_made_once<'a, K>(context: &Context, kinds: &[K], make: impl Fn(&K) -> &'a wgpu::RenderPipeline) {
    let [first, again] = [(); 2].map(|()| kinds.iter().map(&make).collect::<Vec<_>>());
    context.check().expect("the driver takes each");
    assert!(again.iter().zip(&first).all(|(again, first)| std::ptr::eq(*again, *first)), "made twice");
    assert!((1..first.len()).all(|i| !first[..i].contains(&first[i])), "one for two kinds");
}

/// 200 x 200 pixels over the blocks, looking down.
pub fn projection() -> Projection {
    Projection {
        direction: DVec3::NEG_Z,
        u: DVec3::X,
        v: DVec3::Y,
        origin: DVec3::new(-10.0, -10.0, 5.0),
        u_mm: 0.1,
        v_mm: 0.1,
        cols: 200,
        rows: 200,
        chosen_by: ChosenBy::Given,
    }
}

/// The map of `block_pair` in the pose given (a translation), from the formula.
pub fn block_map(upper_from_lower: &Rigid, range_mm: f32) -> Vec<[f32; 4]> {
    let p = projection();
    let pixel = |i: u32| {
        let world = p.world_from_map(f64::from(i % p.cols) + 0.5, f64::from(i / p.cols) + 0.5, 0.0);
        let lower = upper_from_lower.inverse().transform_point(world);
        let lower_z = f64::from(hill(lower.x as f32, lower.y as f32)) + upper_from_lower.translation.z;
        let gap = (0.9 - lower_z) as f32;
        let class = if gap < 0.0 { PixelClass::Interfering } else { PixelClass::Clear };
        let value = if gap > range_mm { NO_VALUE } else { gap };
        [value, (p.origin.z - 0.9) as f32, (p.origin.z - lower_z) as f32, f32::from(class as u8)]
    };
    (0..p.cols * p.rows).map(pixel).collect()
}

/// Maps as the engine leaves them, from numbers.
pub fn upload(context: &Context, projection: Projection, map: &[[f32; 4]]) -> FrameMaps {
    let texture = |label, format, bytes: &[u8]| {
        let descriptor = wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width: projection.cols, height: projection.rows, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        };
        let order = wgpu::util::TextureDataOrder::LayerMajor;
        context
            .device
            .create_texture_with_data(&context.queue, &descriptor, order, bytes)
            .create_view(&Default::default())
    };
    let none = vec![[NO_TRIANGLE; 2]; map.len()];
    FrameMaps {
        map: texture("test: map", wgpu::TextureFormat::Rgba32Float, bytemuck::cast_slice(map)),
        triangles: texture("test: triangles", wgpu::TextureFormat::Rg32Uint, bytemuck::cast_slice(&none)),
        projection,
        frame: 1,
    }
}

/// Where pictures go that a person wants to look at; none unless asked for.
pub fn save_for_eyes(name: &str, picture: &crate::render::Picture) {
    if let Ok(folder) = std::env::var("OCCLUSCOPE_PICTURES") {
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
        image::save_buffer(path, &picture.rgba, picture.size[0], picture.size[1], image::ColorType::Rgba8).unwrap();
    }
}
