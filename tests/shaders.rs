//! Every WGSL file goes through naga, put together exactly as the program puts it together, and every struct that
//! CPU and GPU share lies in memory as the shaders read it.
use crate::project::{files_below, root};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// One module: what it is named after, and its whole source.
struct Assembly {
    name: String,
    parts: Vec<String>,
    source: String,
}

/// `analysis/reduce.wgsl` of `include_str!("../../../shaders/analysis/reduce.wgsl")`.
fn included(text: &str) -> Option<String> {
    let path = text.split_once("include_str!(\"")?.1.split_once('"')?.0;
    Some(path.rsplit_once("shaders/")?.1.to_owned())
}

/// Shared parts by the name of their constant.
fn constants(sources: &[String]) -> BTreeMap<String, String> {
    let constant = |line: &str| {
        let name = line.trim().strip_prefix("pub const ")?.split(':').next()?.to_owned();
        Some((name, included(line)?))
    };
    sources.iter().flat_map(|s| s.lines()).filter_map(constant).collect()
}

/// The modules that the analysis compiles: lists like `[RUN_WGSL, include_str!("...")]` in the sources of the passes.
fn analysis_assemblies() -> Vec<Assembly> {
    let sources: Vec<_> = files_below(&root().join("src/gpu"), "rs")
        .iter()
        .map(|f| fs::read_to_string(f).expect("a source can be read"))
        .collect();
    let constants = constants(&sources);
    let mut assemblies = Vec::new();
    for list in sources.iter().flat_map(|s| s.split('[').skip(1)) {
        let list = list.split(']').next().unwrap_or_default();
        let parts: Vec<_> =
            list.split(',').filter_map(|part| included(part).or_else(|| constants.get(part.trim()).cloned())).collect();
        if list.contains("include_str!") {
            assemblies.push(assembly(parts));
        }
    }
    assemblies
}

/// The modules that the pictures compile: the paint first, then the pass.
fn render_assemblies() -> Vec<Assembly> {
    let paint = "render/gap_paint.wgsl".to_owned();
    let stem = |f: &PathBuf| format!("render/{}", f.file_name().expect("a file").to_string_lossy());
    let passes: Vec<_> = files_below(&root().join("shaders/render"), "wgsl").iter().map(stem).collect();
    passes
        .into_iter()
        .map(|pass| assembly(if pass == paint { vec![pass] } else { vec![paint.clone(), pass] }))
        .collect()
}

fn assembly(parts: Vec<String>) -> Assembly {
    let read = |part: &String| fs::read_to_string(root().join("shaders").join(part)).expect("a shader can be read");
    let source = parts.iter().map(read).collect::<Vec<_>>().join("\n");
    Assembly { name: parts.last().cloned().unwrap_or_default(), parts, source }
}

/// Nothing beyond what WebGPU gives every device.
fn module(source: &str) -> Result<naga::Module, String> {
    let module = naga::front::wgsl::parse_str(source).map_err(|e| e.emit_to_string(source))?;
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|e| e.emit_to_string(source))?;
    Ok(module)
}

#[test]
fn every_shader_parses_and_validates() {
    let assemblies: Vec<_> = analysis_assemblies().into_iter().chain(render_assemblies()).collect();
    for Assembly { name, source, .. } in &assemblies {
        if let Err(error) = module(source) {
            panic!("{name}: {error}");
        }
    }
    let used: BTreeSet<_> = assemblies.iter().flat_map(|a| &a.parts).map(|p| root().join("shaders").join(p)).collect();
    let unused: Vec<_> =
        files_below(&root().join("shaders"), "wgsl").into_iter().filter(|f| !used.contains(f)).collect();
    assert!(unused.is_empty(), "no pass uses {unused:?}");
}

#[test]
fn a_broken_shader_is_noticed() {
    assert!(module("@compute @workgroup_size(1) fn main() { let a = 1u + 1.5f; }").is_err());
    assert!(module("fn f() -> u32 { return g(); }").is_err());
}

/// A CPU struct: its twin in the shaders, its size and its fields with their offsets.
struct Layout {
    name: &'static str,
    twin: &'static str,
    size: usize,
    fields: Vec<(&'static str, usize)>,
}

macro_rules! layout {
    ($name:ident is $twin:literal { $($field:ident),* $(,)? }) => {{
        use occluscope::gpu::layout::$name;
        Layout {
            name: stringify!($name),
            twin: $twin,
            size: size_of::<$name>(),
            fields: vec![$((stringify!($field), std::mem::offset_of!($name, $field))),*],
        }
    }};
}

fn layouts() -> Vec<Layout> {
    vec![
        layout!(RunUniform is "Run" {
            direction_in_upper, direction_in_lower, size, n_scanned, n_vertices, counting, swapped, range_mm,
            depth_epsilon_mm, zone_mm, pixel_area_mm2, n_thresholds, slots_per_round, n_rounds, n_reduce_groups,
            is_closed, n_blocks, thresholds_mm,
        }),
        layout!(JawUniform is "JawRun" { map_from_jaw, centre_in_jaw, zero, size, side, depth_per_mm }),
        layout!(CoverUniform is "CoverRun" { map_from_jaw, centre_in_jaw, zero, size, side, n_blocks, is_closed }),
        layout!(ZListUniform is "ZList" { map_from_upper, map_from_lower, cols, n_pixels, capacity, n_pairs }),
        layout!(ZWindow is "ZWindow" { first_pixel, end_pixel, first_entry, n_entries }),
        layout!(RoundUniform is "RoundUniform" { cols, first_slot, n_slots }),
        layout!(TreeSlot is "Slot" { first, count }),
        layout!(RelationUniform is "Relation" {
            a_from_b, b_from_a, objects, margin, distance, reach, grown, unused_b, unused_c,
        }),
        layout!(StepRecord is "ListStep" { groups, y, z, n_pairs, n_tested, unused_a, unused_b, unused_c }),
        layout!(StepRecord is "OpenStep" { groups, y, z, n_pairs, n_tested, unused_a, unused_b, unused_c }),
        layout!(StepRun is "StepRun" { slot, room }),
        layout!(NearestRun is "NearestRun" { room, turn }),
        layout!(RefitRun is "RefitRun" { object, slot }),
    ]
}

/// How the struct differs from its twin in the modules that have it.
fn differences(layout: &Layout, modules: &[naga::Module]) -> Vec<String> {
    let ours: Vec<_> = layout.fields.iter().map(|(name, offset)| ((*name).to_owned(), *offset)).collect();
    let (mut differences, mut n_twins) = (Vec::new(), 0);
    for (_, found) in modules.iter().flat_map(|m| m.types.iter()) {
        let naga::TypeInner::Struct { members, span } = &found.inner else { continue };
        if found.name.as_deref() != Some(layout.twin) {
            continue;
        }
        n_twins += 1;
        let theirs: Vec<_> = members.iter().map(|m| (m.name.clone().unwrap_or_default(), m.offset as usize)).collect();
        if *span as usize != layout.size {
            differences.push(format!("{}: {span} bytes in WGSL, {} here", layout.name, layout.size));
        }
        if theirs != ours {
            differences.push(format!("{}: WGSL {theirs:?}, here {ours:?}", layout.name));
        }
    }
    if n_twins == 0 {
        differences.push(format!("{}: no shader has \"{}\"", layout.name, layout.twin));
    }
    differences
}

fn analysis_modules() -> Vec<naga::Module> {
    let modules: Result<Vec<_>, _> = analysis_assemblies().iter().map(|a| module(&a.source)).collect();
    modules.expect("the shaders are valid")
}

#[test]
fn shared_structs_lie_as_the_shaders_read_them() {
    let modules = analysis_modules();
    for layout in layouts() {
        assert_eq!(differences(&layout, &modules), Vec::<String>::new());
    }
}

#[test]
fn a_struct_that_lies_otherwise_is_noticed() {
    let modules = analysis_modules();
    let mut swapped = layouts().swap_remove(0);
    swapped.fields.swap(2, 3);
    assert!(!differences(&swapped, &modules).is_empty());
    let mut longer = layouts().swap_remove(1);
    longer.size += 16;
    assert!(!differences(&longer, &modules).is_empty());
    let mut renamed = layouts().swap_remove(2);
    renamed.twin = "Elsewhere";
    assert!(!differences(&renamed, &modules).is_empty());
}

/// A struct that is added to the layout file has to be added here.
#[test]
fn no_shared_struct_is_left_out() {
    let source = fs::read_to_string(root().join("src/gpu/layout.rs")).expect("layout.rs can be read");
    let shared = source
        .lines()
        .filter_map(|l| l.strip_prefix("pub struct "))
        .map(|l| l.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default());
    let known: Vec<_> = layouts().iter().map(|l| l.name).collect();
    for name in shared {
        assert!(known.contains(&name), "{name} is not compared with its shader");
    }
}
