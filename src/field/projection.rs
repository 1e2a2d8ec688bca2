//! The orthogonal projection that a gap map lives in, in world (= upper) coordinates.
use crate::base::Rigid;
use glam::{DMat4, DVec2, DVec3, DVec4, Vec3};

/// How the direction was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChosenBy {
    Given,
    BoundingVolumes,
    ItemBuffer,
}

/// A pixel grid in space. Pixel centre (col, row) = `origin + (col+0.5) u_mm u + (row+0.5) v_mm v`; depth grows
/// along `direction` from the plane through `origin`. Row 0 is v = 0. `u`, `v`, `direction` are orthonormal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    pub direction: DVec3,
    pub u: DVec3,
    pub v: DVec3,
    pub origin: DVec3,
    pub u_mm: f64,
    pub v_mm: f64,
    pub cols: u32,
    pub rows: u32,
    pub chosen_by: ChosenBy,
}

impl Projection {
    /// World point of a place on the map; `col` and `row` in pixels (centres at +0.5), `depth_mm` along `direction`.
    pub fn world_from_map(&self, col: f64, row: f64, depth_mm: f64) -> DVec3 {
        self.origin + self.u * (col * self.u_mm) + self.v * (row * self.v_mm) + self.direction * depth_mm
    }

    /// (col, row) in pixels and depth in mm of a world point.
    pub fn map_from_world(&self, p: DVec3) -> (DVec2, f64) {
        let d = p - self.origin;
        (DVec2::new(d.dot(self.u) / self.u_mm, d.dot(self.v) / self.v_mm), d.dot(self.direction))
    }

    /// The same as a matrix: takes a world point to (col, row, depth_mm, 1).
    pub fn map_from_world_matrix(&self) -> DMat4 {
        let row = |axis: DVec3, scale: f64| (axis / scale).extend(-self.origin.dot(axis) / scale);
        DMat4::from_cols(row(self.u, self.u_mm), row(self.v, self.v_mm), row(self.direction, 1.0), DVec4::W).transpose()
    }

    /// Projected area of one pixel, mm².
    pub fn pixel_area_mm2(&self) -> f64 {
        self.u_mm * self.v_mm
    }
}

/// What takes a jaw's corners to the map in single precision. The executions that have a raster of their own compute with the
/// same numbers in the same order, so that they have the same corners.
#[derive(Clone, Copy, Debug)]
pub struct JawOnMap {
    /// In double precision: for boxes.
    pub map_from_jaw: DMat4,
    /// In the jaw's own coordinates, the middle of what is seen: taken off first, so that single precision is spent on the map alone.
    pub centre: Vec3,
    /// To column, row and depth, and where the centre lies.
    pub rows: [Vec3; 3],
    pub centre_on_map: Vec3,
}

impl JawOnMap {
    /// `middle_mm` is the depth in the middle of what is seen.
    pub fn new(upper_from_jaw: &Rigid, projection: &Projection, middle_mm: f64) -> Self {
        let map_from_jaw = projection.map_from_world_matrix() * upper_from_jaw.to_dmat4();
        let [cols, rows] = [projection.cols, projection.rows].map(f64::from);
        let middle = projection.world_from_map(cols / 2.0, rows / 2.0, middle_mm);
        let centre = upper_from_jaw.inverse().transform_point(middle).as_vec3();
        let row = |i: usize| map_from_jaw.row(i).truncate().as_vec3();
        Self {
            map_from_jaw,
            centre,
            rows: [row(0), row(1), row(2)],
            centre_on_map: map_from_jaw.transform_point3(centre.as_dvec3()).as_vec3(),
        }
    }

    /// Column, row and depth as products with (x, y, z, 1) of a point as seen from `centre`, for the GPU.
    pub fn axes(&self) -> [[f32; 4]; 3] {
        std::array::from_fn(|i| self.rows[i].extend(self.centre_on_map[i]).to_array())
    }
}
