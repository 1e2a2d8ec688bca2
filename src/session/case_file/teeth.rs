//! The teeth of a case as they stand in `case.json`: every tooth with its number, and which triangles of the prepared scans are
//! its. They hold for those triangles alone: a scan that is prepared otherwise has its teeth looked for anew.
use crate::jaw::{Fdi, JawPair, JawTeeth, Teeth, ToothRegion, ToothSource};
use crate::mesh::TriMesh;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

#[derive(Serialize, Deserialize)]
struct TeethRecord {
    upper: JawRecord,
    lower: JawRecord,
}

#[derive(Serialize, Deserialize)]
struct JawRecord {
    /// Hash of the prepared mesh.
    mesh: String,
    teeth: Vec<ToothRecord>,
    /// Of the triangles in their order: how many in a row belong to which tooth (its place plus 1; 0 to none).
    triangles: Vec<(u8, u32)>,
}

#[derive(Serialize, Deserialize)]
struct ToothRecord {
    fdi: Option<u8>,
    confidence: f64,
    source: ToothSource,
}

/// `None` of a case whose teeth are not known.
pub fn to_value(teeth: &Teeth, pair: &JawPair) -> Option<Value> {
    if teeth.is_empty() {
        return None;
    }
    let record = TeethRecord {
        upper: JawRecord::of(&teeth.upper, &pair.upper.mesh),
        lower: JawRecord::of(&teeth.lower, &pair.lower.mesh),
    };
    serde_json::to_value(record).ok()
}

/// `None` where it is of other triangles, or of no form that this program knows.
pub fn from_value(value: &Value, pair: &JawPair) -> Option<Teeth> {
    let TeethRecord { upper, lower } = serde_json::from_value(value.clone()).ok()?;
    Some(Teeth { upper: upper.teeth(&pair.upper.mesh)?, lower: lower.teeth(&pair.lower.mesh)? })
}

impl JawRecord {
    fn of(jaw: &JawTeeth, mesh: &TriMesh) -> Self {
        let tooth =
            |t: &ToothRegion| ToothRecord { fdi: t.fdi.map(Fdi::number), confidence: t.confidence, source: t.source };
        let runs = jaw.of_triangle.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32));
        Self { mesh: hash(mesh), teeth: jaw.regions.iter().map(tooth).collect(), triangles: runs.collect() }
    }

    fn teeth(self, mesh: &TriMesh) -> Option<JawTeeth> {
        let n: u64 = self.triangles.iter().map(|(_, n)| u64::from(*n)).sum();
        let fits = n == 0 && self.teeth.is_empty() || n == mesh.triangles.len() as u64;
        if !fits || self.mesh != hash(mesh) {
            return None;
        }
        let of_triangle = self.triangles.iter().flat_map(|(tooth, n)| std::iter::repeat_n(*tooth, *n as usize));
        let tooth = |t: ToothRecord| ToothRegion {
            fdi: t.fdi.and_then(Fdi::new),
            confidence: if t.confidence.is_finite() { t.confidence.clamp(0.0, 1.0) } else { 0.0 },
            source: t.source,
        };
        let of_triangle = Arc::new(of_triangle.collect());
        Some(JawTeeth { of_triangle, regions: self.teeth.into_iter().map(tooth).collect() })
    }
}

fn hash(mesh: &TriMesh) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(bytemuck::cast_slice(&mesh.triangles)).update(bytemuck::cast_slice(&mesh.positions));
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::super::tests::pair;
    use super::*;

    #[test]
    fn teeth_come_back_for_the_same_triangles_alone() {
        let pair = pair();
        let regions = vec![
            ToothRegion { fdi: Fdi::new(16), confidence: 0.7, source: ToothSource::Split },
            ToothRegion { fdi: None, confidence: 1.0, source: ToothSource::Hand },
        ];
        let of = |n: usize| Arc::new((0..n).map(|t| (t / 5 % 3) as u8).collect());
        let upper = JawTeeth { of_triangle: of(pair.upper.mesh.triangles.len()), regions };
        let teeth = Teeth { upper, lower: JawTeeth::default() };
        let value = to_value(&teeth, &pair).expect("there are teeth");
        assert_eq!(from_value(&value, &pair), Some(teeth));
        assert_eq!(to_value(&Teeth::default(), &pair), None);
        let mut other = (*pair).clone();
        std::sync::Arc::make_mut(&mut other.upper.mesh).positions[0].x += 0.01;
        assert_eq!(from_value(&value, &other), None, "the twin: a vertex has moved");
        assert_eq!(from_value(&serde_json::json!({ "16": 3 }), &pair), None);
        let mut longer = value.clone();
        longer["upper"]["triangles"][0][1] = u32::MAX.into();
        assert_eq!(from_value(&longer, &pair), None, "more triangles than there are");
    }
}
