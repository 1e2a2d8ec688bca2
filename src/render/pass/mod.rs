//! One pass a file, each with the WGSL of the same stem in `shaders/render`.
pub mod classes;
pub mod downsample;
pub mod gap_paint;
pub mod gaps;
pub mod map_view;
pub mod mesh;
pub mod mesh_gpu;
mod parts;
pub mod pick;
pub mod shade;

pub use super::formats::COLOR_FORMAT;

/// One shader module as it is compiled: its name and its whole source.
pub struct ShaderSource {
    pub name: &'static str,
    pub source: String,
}

/// A CPU struct that a shader reads, for the layout test: names and byte offsets of the fields.
pub struct StructLayout {
    /// Which of [`shader_sources`] it is in.
    pub shader: &'static str,
    /// The struct's name in WGSL.
    pub name: &'static str,
    pub size: usize,
    pub fields: Vec<(&'static str, usize)>,
}

/// Every shader of this floor, ready for a validator.
pub fn shader_sources() -> Vec<ShaderSource> {
    let with_paint = |name, source: &str| ShaderSource { name, source: format!("{}\n{source}", gap_paint::SOURCE) };
    vec![
        ShaderSource { name: "gap_paint", source: gap_paint::SOURCE.to_owned() },
        ShaderSource { name: "mesh", source: mesh::SOURCE.to_owned() },
        ShaderSource { name: "downsample", source: downsample::SOURCE.to_owned() },
        with_paint("shade", shade::SOURCE),
        with_paint("map_view", map_view::SOURCE),
        with_paint("pick", pick::SOURCE),
    ]
}

macro_rules! struct_layout {
    ($shader:literal, $name:ident { $($field:ident),* $(,)? }) => {
        StructLayout {
            shader: $shader,
            name: stringify!($name),
            size: size_of::<$name>(),
            fields: vec![$((stringify!($field), std::mem::offset_of!($name, $field))),*],
        }
    };
}

/// Every struct that this floor shares with its shaders.
pub fn struct_layouts() -> Vec<StructLayout> {
    use gap_paint::PaintUniform;
    use map_view::MapUniform;
    use mesh::JawUniform;
    use pick::{PickUniform, Picked};
    use shade::SceneUniform;
    vec![
        struct_layout!(
            "gap_paint",
            PaintUniform {
                map_from_world,
                direction,
                clear_color,
                upper_color,
                lower_color,
                border_color,
                map_size,
                pitch_mm,
                threshold_mm,
                range_mm,
                deepest_mm,
                has_map,
                hatch_mm,
                iso_step_mm,
                line_px,
                slack_mm,
            }
        ),
        struct_layout!(
            "shade",
            SceneUniform {
                world_from_clip,
                eye,
                camera_right,
                camera_up,
                background_top,
                background_bottom,
                highlight,
                upper_tint,
                lower_tint,
                size,
                opacity,
                mm_per_px,
                padding_a,
                padding_b,
                padding_c,
            }
        ),
        struct_layout!("mesh", JawUniform { clip_from_jaw, world_from_jaw, sign, lift_mm, padding_b, padding_c }),
        struct_layout!(
            "map_view",
            MapUniform {
                col_row_per_x,
                col_row_per_y,
                col_row_origin,
                marker,
                background,
                light,
                has_marker,
                relief_side,
                relief,
                padding,
            }
        ),
        struct_layout!("pick", PickUniform { world_from_clip, pixel, size }),
        struct_layout!("pick", Picked { world, side, gap_mm, added, padding_b, padding_c }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use naga::valid::{Capabilities, ValidationFlags, Validator};

    fn module(source: &str) -> Result<naga::Module, String> {
        let module = naga::front::wgsl::parse_str(source).map_err(|e| e.emit_to_string(source))?;
        Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&module)
            .map_err(|e| e.emit_to_string(source))?;
        Ok(module)
    }

    #[test]
    fn every_shader_is_valid_core_wgsl() {
        for shader in shader_sources() {
            if let Err(e) = module(&shader.source) {
                panic!("{}: {e}", shader.name);
            }
        }
        // Negative twin: a word changed does not pass.
        assert!(module(&gap_paint::SOURCE.replace("textureLoad", "textureLoaf")).is_err());
    }

    /// Differences between a CPU struct and its WGSL twin.
    fn differences(layout: &StructLayout) -> Vec<String> {
        let shaders = shader_sources();
        let shader = shaders.iter().find(|s| s.name == layout.shader).expect("a shader of that name");
        let module = module(&shader.source).expect("valid");
        let found = module.types.iter().find_map(|(_, t)| match &t.inner {
            naga::TypeInner::Struct { members, span } if t.name.as_deref() == Some(layout.name) => {
                Some((members.clone(), *span as usize))
            }
            _ => None,
        });
        let Some((members, span)) = found else { return vec![format!("{} is not in the shader", layout.name)] };
        let theirs: Vec<_> = members.iter().map(|m| (m.name.clone().unwrap_or_default(), m.offset as usize)).collect();
        let ours: Vec<_> = layout.fields.iter().map(|(n, o)| ((*n).to_owned(), *o)).collect();
        let mut differences = Vec::new();
        if span != layout.size {
            differences.push(format!("{}: {span} bytes in WGSL, {} here", layout.name, layout.size));
        }
        if theirs != ours {
            differences.push(format!("{}: WGSL {theirs:?}, here {ours:?}", layout.name));
        }
        differences
    }

    #[test]
    fn structs_lie_as_the_shaders_read_them() {
        for layout in struct_layouts() {
            assert_eq!(differences(&layout), Vec::<String>::new());
        }
        // Negative twin: two fields changed round are noticed.
        let mut layouts = struct_layouts();
        layouts[1].fields.swap(1, 2);
        assert_eq!(differences(&layouts[1]).len(), 1);
    }
}
