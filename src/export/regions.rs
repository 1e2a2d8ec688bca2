//! Which triangles of the prepared scans are which tooth, as it stands in cases and in the records of what people have looked at: what
//! was judged. It holds for those triangles alone.
use crate::jaw::{Fdi, JawPair, JawTeeth, Teeth, ToothRegion, ToothSource};
use crate::mesh::TriMesh;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The teeth of both jaws.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegionsRecord {
    upper: JawRecord,
    lower: JawRecord,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct JawRecord {
    /// Hash of the prepared mesh.
    mesh: String,
    teeth: Vec<ToothRecord>,
    /// Of the triangles in their order: how many in a row belong to which tooth (its place plus 1; 0 to none).
    triangles: Vec<(u8, u32)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ToothRecord {
    fdi: Option<u8>,
    confidence: f64,
    source: ToothSource,
}

impl RegionsRecord {
    /// `None` where no teeth are known.
    pub fn of(teeth: &Teeth, pair: &JawPair) -> Option<Self> {
        let upper = JawRecord::of(&teeth.upper, &pair.upper.mesh);
        (!teeth.is_empty()).then(|| Self { upper, lower: JawRecord::of(&teeth.lower, &pair.lower.mesh) })
    }

    /// `None` where it is of other triangles.
    pub fn teeth(&self, pair: &JawPair) -> Option<Teeth> {
        Some(Teeth { upper: self.upper.teeth(&pair.upper.mesh)?, lower: self.lower.teeth(&pair.lower.mesh)? })
    }
}

impl JawRecord {
    fn of(jaw: &JawTeeth, mesh: &TriMesh) -> Self {
        let tooth =
            |t: &ToothRegion| ToothRecord { fdi: t.fdi.map(Fdi::number), confidence: t.confidence, source: t.source };
        let runs = jaw.of_triangle.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32));
        Self { mesh: hash(mesh), teeth: jaw.regions.iter().map(tooth).collect(), triangles: runs.collect() }
    }

    fn teeth(&self, mesh: &TriMesh) -> Option<JawTeeth> {
        let n: u64 = self.triangles.iter().map(|(_, n)| u64::from(*n)).sum();
        let fits = n == 0 && self.teeth.is_empty() || n == mesh.triangles.len() as u64;
        if !fits || self.mesh != hash(mesh) {
            return None;
        }
        let of_triangle = self.triangles.iter().flat_map(|(tooth, n)| std::iter::repeat_n(*tooth, *n as usize));
        let tooth = |t: &ToothRecord| ToothRegion {
            fdi: t.fdi.and_then(Fdi::new),
            confidence: if t.confidence.is_finite() { t.confidence.clamp(0.0, 1.0) } else { 0.0 },
            source: t.source,
        };
        let of_triangle = Arc::new(of_triangle.collect());
        Some(JawTeeth { of_triangle, regions: self.teeth.iter().map(tooth).collect() })
    }
}

fn hash(mesh: &TriMesh) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(bytemuck::cast_slice(&mesh.triangles)).update(bytemuck::cast_slice(&mesh.positions));
    hasher.finalize().to_hex().to_string()
}
