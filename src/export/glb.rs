//! Both jaws as one binary glTF, coloured by the closest gap: viewers, browsers and 3D programs open it. Metres and y upwards, as
//! glTF has it; right, up and front are the patient's. Each jaw is a node of its own.
use super::overlay::Scale;
use super::painted::PaintedJaw;
use crate::jaw::OcclusalFrame;
use glam::Vec3;
use gltf_json::accessor::{ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Target, View};
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::{Checked, USize64};
use gltf_json::{Accessor, Asset, Buffer, Index, Material, Mesh, Node, Root, Scene, Value};
use std::collections::BTreeMap;
use std::io::{self, Write};

const M_PER_MM: f32 = 1e-3;

/// Attributes of a corner: position, colour (linear, as glTF wants it) and `_GAP_MM`, the closest gap, the range where it is larger
/// or unknown.
///
/// # Errors
/// What `out` reports, or jaws that are too large for the format (4 GiB).
pub fn write_glb(jaws: &[PaintedJaw; 2], frame: &OcclusalFrame, scale: Scale, mut out: impl Write) -> io::Result<()> {
    let mut file = File::default();
    let nodes = [("Upper jaw", &jaws[0]), ("Lower jaw", &jaws[1])].map(|(name, jaw)| file.jaw(name, jaw, frame, scale));
    file.root.scenes.push(Scene { name: None, nodes: nodes.to_vec(), extensions: None, extras: None });
    file.root.scene = Some(Index::new(0));
    file.root.asset = Asset { generator: Some(super::program_text()), ..Asset::default() };
    file.root.buffers.push(Buffer {
        byte_length: USize64::from(file.bytes.len()),
        name: None,
        uri: None,
        extensions: None,
        extras: None,
    });
    let mut json = file.root.to_vec().map_err(io::Error::other)?;
    json.resize(json.len().next_multiple_of(4), b' ');
    let total =
        u32::try_from(12 + 8 + json.len() + 8 + file.bytes.len()).map_err(|_| io::Error::other("more than 4 GiB"))?;
    out.write_all(b"glTF")?;
    for number in [2, total, json.len() as u32] {
        out.write_all(&number.to_le_bytes())?;
    }
    out.write_all(b"JSON")?;
    out.write_all(&json)?;
    out.write_all(&(file.bytes.len() as u32).to_le_bytes())?;
    out.write_all(b"BIN\0")?;
    out.write_all(&file.bytes)
}

#[derive(Default)]
struct File {
    root: Root,
    /// Always whole words of four bytes.
    bytes: Vec<u8>,
}

impl File {
    fn jaw(&mut self, name: &str, jaw: &PaintedJaw, frame: &OcclusalFrame, scale: Scale) -> Index<Node> {
        let places: Vec<Vec3> = jaw.positions.iter().map(|p| placed(*p, frame)).collect();
        let bounds = [Vec3::min, Vec3::max].map(|f| places.iter().copied().reduce(f).unwrap_or_default());
        let flat: Vec<u8> = places.iter().flat_map(|p| p.to_array()).flat_map(f32::to_le_bytes).collect();
        let positions = self.accessor(&flat, (ComponentType::F32, Type::Vec3), places.len(), Some(Target::ArrayBuffer));
        let [min, max] = bounds.map(|p| Some(Value::from(p.to_array().to_vec())));
        let accessor = &mut self.root.accessors[positions.value()];
        (accessor.min, accessor.max) = (min, max);
        let color = |gap: &f32| {
            let [r, g, b] = scale.palette.color(*gap, scale.threshold_mm, scale.range_mm).map(linear);
            [r, g, b, 255]
        };
        let flat: Vec<u8> = jaw.gaps_mm.iter().flat_map(color).collect();
        let colors = self.accessor(&flat, (ComponentType::U8, Type::Vec4), places.len(), Some(Target::ArrayBuffer));
        self.root.accessors[colors.value()].normalized = true;
        // The smaller of a number and none is the number.
        let flat: Vec<u8> = jaw.gaps_mm.iter().flat_map(|gap| scale.range_mm.min(*gap).to_le_bytes()).collect();
        let gaps = self.accessor(&flat, (ComponentType::F32, Type::Scalar), places.len(), Some(Target::ArrayBuffer));
        let flat: Vec<u8> = jaw.triangles.iter().flatten().flat_map(|i| i.to_le_bytes()).collect();
        let n = 3 * jaw.triangles.len();
        let indices = self.accessor(&flat, (ComponentType::U32, Type::Scalar), n, Some(Target::ElementArrayBuffer));
        let attributes = BTreeMap::from([
            (Checked::Valid(Semantic::Positions), positions),
            (Checked::Valid(Semantic::Colors(0)), colors),
            (Checked::Valid(Semantic::Extras("GAP_MM".into())), gaps),
        ]);
        let material = self.root.push(matt());
        let primitive = Primitive {
            attributes,
            extensions: None,
            extras: None,
            indices: Some(indices),
            material: Some(material),
            mode: Checked::Valid(Mode::Triangles),
            targets: None,
        };
        let mesh = self.root.push(Mesh {
            extensions: None,
            extras: None,
            name: Some(name.into()),
            primitives: vec![primitive],
            weights: None,
        });
        self.root.push(Node { mesh: Some(mesh), name: Some(name.into()), ..Node::default() })
    }

    fn accessor(
        &mut self,
        bytes: &[u8],
        (component, kind): (ComponentType, Type),
        count: usize,
        target: Option<Target>,
    ) -> Index<Accessor> {
        let view = self.root.push(View {
            buffer: Index::new(0),
            byte_length: USize64::from(bytes.len()),
            byte_offset: Some(USize64::from(self.bytes.len())),
            byte_stride: None,
            name: None,
            target: target.map(Checked::Valid),
            extensions: None,
            extras: None,
        });
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.root.push(Accessor {
            buffer_view: Some(view),
            byte_offset: None,
            count: USize64::from(count),
            component_type: Checked::Valid(GenericComponentType(component)),
            extensions: None,
            extras: None,
            type_: Checked::Valid(kind),
            min: None,
            max: None,
            name: None,
            normalized: false,
            sparse: None,
        })
    }
}

/// Neither metal nor a mirror; seen from both sides, as open scans are.
fn matt() -> Material {
    let mut material = Material { double_sided: true, ..Material::default() };
    material.pbr_metallic_roughness.metallic_factor = gltf_json::material::StrengthFactor(0.0);
    material.pbr_metallic_roughness.roughness_factor = gltf_json::material::StrengthFactor(0.7);
    material
}

/// Metres to the patient's left, upwards and to the front: seen from the front, right is on the left, as in the window.
fn placed(p: Vec3, frame: &OcclusalFrame) -> Vec3 {
    let [right, front, up] = frame.local_from_world(p.as_dvec3()).as_vec3().to_array();
    Vec3::new(-right, up, front) * M_PER_MM
}

/// A colour's part as light, of its code in sRGB.
fn linear(code: u8) -> u8 {
    let c = f32::from(code) / 255.0;
    let light = if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    (255.0 * light).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Palette;
    use glam::DVec3;

    #[test]
    fn a_file_says_how_long_its_parts_are_and_keeps_hands_and_metres() {
        let jaw = PaintedJaw {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
            triangles: vec![[0, 1, 2]],
            gaps_mm: vec![-0.1, 0.05, f32::NAN],
            n_trimmed: 0,
        };
        // Front +y, up +z: the patient's right is +x.
        let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame");
        let scale = Scale { palette: Palette::Default, threshold_mm: 0.1, range_mm: 2.0 };
        let mut bytes = Vec::new();
        write_glb(&[jaw.clone(), jaw], &frame, scale, &mut bytes).expect("written");
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four")) as usize;
        assert_eq!((number(4), number(8)), (2, bytes.len()));
        let json = number(12);
        let root: Root = serde_json::from_slice(&bytes[20..20 + json]).expect("JSON");
        assert_eq!(number(20 + json), root.buffers[0].byte_length.0 as usize);
        assert_eq!(bytes.len(), 20 + json + 8 + root.buffers[0].byte_length.0 as usize);
        let at = |k: usize| f32::from_le_bytes(bytes[28 + json + 4 * k..][..4].try_into().expect("four"));
        // The second corner, 1 mm to the patient's right, is 1 mm to the left of who looks at the face.
        assert_eq!([3, 4, 5].map(at), [-1e-3, 0.0, 0.0]);
        assert_eq!(
            root.nodes.iter().map(|n| n.name.clone().unwrap_or_default()).collect::<Vec<_>>(),
            ["Upper jaw", "Lower jaw"]
        );
        // Handedness: right, up, front of the patient are left-handed, left, up, front right-handed, as glTF is.
        let corners = [0, 1, 2].map(|i| Vec3::new(at(3 * i), at(3 * i + 1), at(3 * i + 2)));
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        assert!(normal.y > 0.0, "what faced up faces up still: {normal}");
        assert_eq!((linear(0), linear(255), linear(188)), (0, 255, 128));
    }
}
