//! A mesh exactly as its file gives it: nothing welded, dropped or scaled yet.
use glam::Vec3;

/// The file format that a mesh was read from, told from its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeshFormat {
    StlBinary,
    StlAscii,
    PlyAscii,
    PlyBinaryLittleEndian,
    PlyBinaryBigEndian,
    Obj,
    /// Made by the program itself (the sample case, test shapes).
    Generated,
}

/// Triangles as read, in the file's own unit. Every coordinate is finite and every index is in range:
/// importers refuse anything else.
#[derive(Clone, Debug, PartialEq)]
pub struct RawMesh {
    pub format: MeshFormat,
    pub positions: Vec<Vec3>,
    /// Corner indices into `positions`, counter-clockwise seen from outside where the file keeps to that.
    pub triangles: Vec<[u32; 3]>,
    /// One RGBA colour per position where the file has them (for display only).
    pub colors: Option<Vec<[u8; 4]>>,
}

impl RawMesh {
    /// All of it, and nothing is left: a scan of millions of triangles should be there once.
    pub fn take(&mut self) -> Self {
        let nothing = Self { format: self.format, positions: Vec::new(), triangles: Vec::new(), colors: None };
        std::mem::replace(self, nothing)
    }

    /// Smallest and largest corner of the axis-aligned bounding box, `None` without positions.
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let first = *self.positions.first()?;
        Some(self.positions.iter().fold((first, first), |(lo, hi), p| (lo.min(*p), hi.max(*p))))
    }
}
