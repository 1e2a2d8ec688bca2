//! A prepared pair as bytes, to be kept between runs on this machine, and back. Bytes are not trusted: whatever is read
//! is as sound as what was prepared, or nothing.
use super::frame::DirectionsTold;
use super::{Jaw, JawPair, OcclusalFrame};
use crate::base::sections::{Sections, write_json, write_list};
use crate::base::{LengthUnit, Rigid, Warning};
use crate::mesh::{RepairReport, TriMesh};
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::sync::Arc;

/// A pair with everything that was said on the way to it.
#[derive(Clone, Debug)]
pub struct PreparedPair {
    pub pair: Arc<JawPair>,
    pub warnings: Vec<Warning>,
    /// The one among them that is about the unit, when it was told from the size and is worth a question.
    pub unit_doubt: Option<Warning>,
}

/// What is said about one jaw.
#[derive(Serialize, Deserialize)]
struct JawHead {
    name: String,
    blake3: String,
    unit: LengthUnit,
    report: RepairReport,
    /// Of the report; its own record leaves them out.
    warnings: Vec<Warning>,
    n_scanned: usize,
    has_colors: bool,
}

#[derive(Serialize, Deserialize)]
struct Head {
    jaws: [JawHead; 2],
    warnings: Vec<Warning>,
    unit_doubt: Option<Warning>,
}

impl PreparedPair {
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let jaws = [&self.pair.upper, &self.pair.lower];
        let head =
            Head { jaws: jaws.map(JawHead::of), warnings: self.warnings.clone(), unit_doubt: self.unit_doubt.clone() };
        write_json(out, &head)?;
        let OcclusalFrame { origin, up, front, right } = self.pair.frame;
        write_list(out, &[origin, up, front, right].map(|v| v.to_array()))?;
        write_list(out, &self.pair.occlusion.to_rows())?;
        for mesh in jaws.map(|jaw| &jaw.mesh) {
            write_list(out, &mesh.positions)?;
            write_list(out, &mesh.triangles)?;
            write_list(out, mesh.colors.as_deref().unwrap_or_default())?;
        }
        Ok(())
    }

    /// `None` when the bytes are not those of a sound pair.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut sections = Sections::new(bytes);
        let Head { jaws: [upper, lower], warnings, unit_doubt } = sections.json()?;
        let [origin, up, front, right] = sections.array()?.map(DVec3::from_array);
        let frame = OcclusalFrame { origin, up, front, right };
        let occlusion = Rigid::from_rows(sections.array()?).ok()?;
        let upper = upper.jaw(&mut sections)?;
        let lower = lower.jaw(&mut sections)?;
        let pair = Arc::new(JawPair { upper, lower, frame, occlusion, told: DirectionsTold::by(&warnings) });
        (frame.is_sound() && sections.is_at_end()).then_some(Self { pair, warnings, unit_doubt })
    }
}

impl JawHead {
    fn of(jaw: &Jaw) -> Self {
        Self {
            name: jaw.name.clone(),
            blake3: jaw.blake3.clone(),
            unit: jaw.unit,
            report: jaw.report.clone(),
            warnings: jaw.report.warnings.clone(),
            n_scanned: jaw.mesh.n_scanned,
            has_colors: jaw.mesh.colors.is_some(),
        }
    }

    fn jaw(self, sections: &mut Sections) -> Option<Jaw> {
        let positions = sections.list()?;
        let triangles = sections.list()?;
        let colors: Vec<[u8; 4]> = sections.list()?;
        let mesh =
            TriMesh { positions, triangles, n_scanned: self.n_scanned, colors: self.has_colors.then_some(colors) };
        let report = RepairReport { warnings: self.warnings, ..self.report };
        mesh.is_sound().then_some(Jaw {
            name: self.name,
            blake3: self.blake3,
            unit: self.unit,
            mesh: mesh.into(),
            report,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;
    use glam::Vec3;

    fn prepared() -> PreparedPair {
        let jaw = |name: &str, mesh: TriMesh| Jaw {
            name: name.into(),
            blake3: "ab".repeat(32),
            unit: LengthUnit::Inch,
            report: RepairReport { n_flipped: 3, warnings: vec![Warning::new("turned")], ..RepairReport::default() },
            mesh: mesh.into(),
        };
        let mut colored = shapes::patch(5);
        colored.colors = Some(vec![[1, 2, 3, 4]; colored.positions.len()]);
        colored.n_scanned -= 7;
        let frame = OcclusalFrame::from_up_and_front(
            DVec3::new(0.1, 1.0 / 3.0, -7.0),
            DVec3::new(0.1, 0.2, 1.0),
            DVec3::new(0.3, 1.0, 0.0),
        );
        let pair = JawPair {
            upper: jaw("u", shapes::sphere(7, 3.0)),
            lower: jaw("ü", colored),
            frame: frame.unwrap(),
            occlusion: Rigid::from_translation(DVec3::new(0.1, 2.0, -1.0 / 3.0)),
            told: Default::default(),
        };
        PreparedPair {
            pair: Arc::new(pair),
            warnings: vec![Warning::new("a"), Warning::new("b")],
            unit_doubt: Some(Warning::new("b")),
        }
    }

    fn bytes(prepared: &PreparedPair) -> Vec<u8> {
        let mut bytes = Vec::new();
        prepared.write(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn a_pair_comes_back_bit_for_bit() {
        let before = prepared();
        let after = PreparedPair::read(&bytes(&before)).unwrap();
        assert_eq!(format!("{after:?}"), format!("{before:?}"));
        assert_eq!((after.pair.frame, after.pair.occlusion), (before.pair.frame, before.pair.occlusion));
        assert_eq!(after.pair.lower.mesh, before.pair.lower.mesh);
        assert_eq!(bytes(&after), bytes(&before));
    }

    #[test]
    fn bytes_that_are_cut_or_changed_are_refused_or_sound() {
        let whole = bytes(&prepared());
        for n in 0..whole.len() {
            assert!(PreparedPair::read(&whole[..n]).is_none(), "cut to {n}");
        }
        for i in 0..whole.len() {
            for bit in [0x01, 0x80] {
                let mut changed = whole.clone();
                changed[i] ^= bit;
                if let Some(read) = PreparedPair::read(&changed) {
                    assert!(
                        read.pair.upper.mesh.is_sound()
                            && read.pair.lower.mesh.is_sound()
                            && read.pair.frame.is_sound()
                    );
                }
            }
        }
    }

    #[test]
    fn unsound_pairs_are_refused() {
        type Spoil = fn(&mut JawPair);
        fn mesh(jaw: &mut Jaw) -> &mut TriMesh {
            Arc::make_mut(&mut jaw.mesh)
        }
        let spoils: [Spoil; 7] = [
            |p| mesh(&mut p.upper).triangles[3][1] = p.upper.mesh.positions.len() as u32,
            |p| mesh(&mut p.upper).positions[2] = Vec3::new(0.0, f32::NAN, 0.0),
            |p| mesh(&mut p.lower).n_scanned = p.lower.mesh.triangles.len() + 1,
            |p| mesh(&mut p.lower).colors.as_mut().unwrap().truncate(3),
            |p| p.frame.up.x = f64::INFINITY,
            |p| p.frame.right *= 2.0,
            |p| mesh(&mut p.upper).triangles.clear(),
        ];
        for (i, spoil) in spoils.into_iter().enumerate() {
            let mut spoilt = prepared();
            spoil(Arc::make_mut(&mut spoilt.pair));
            assert!(PreparedPair::read(&bytes(&spoilt)).is_none(), "{i}");
        }
    }
}
