//! `occluscope info`: what was read from each scan and what was repaired.
use super::Answer;
use super::args::{ScanArgs, UnitChoice};
use super::deadline;
use super::load::{ReadScan, read_case_scans, read_scan};
use super::outputs::print;
use super::progress::Reporter;
use crate::base::{LengthUnit, MeshFormat, Warning, files};
use crate::import::{self, JawGuess};
use crate::mesh::{RepairReport, TriMesh, finish, gum_side, weld_only};
use crate::session::case_file::is_case_name;
use anyhow::Context;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct InfoArgs {
    /// Scans (STL, PLY, OBJ), or cases (.occ) with two each
    #[arg(required = true, value_name = "MESH")]
    pub meshes: Vec<PathBuf>,
    #[command(flatten)]
    pub scans: ScanArgs,
    /// Print JSON: an array with one object a scan
    #[arg(long)]
    pub json: bool,
}

/// One scan, as JSON has it. Lengths in mm.
#[derive(Debug, Serialize)]
struct ScanInfo {
    file: String,
    blake3: String,
    format: MeshFormat,
    unit: LengthUnit,
    /// Which jaw the name tells: "upper", "lower" or null.
    guessed_side: Option<&'static str>,
    /// Of the prepared mesh, added faces included.
    triangles: usize,
    vertices: usize,
    components: usize,
    closed: bool,
    has_colors: bool,
    size_mm: [f64; 3],
    repairs: RepairReport,
    warnings: Vec<String>,
}

/// # Errors
/// When a scan cannot be read; nothing is printed then.
pub fn run(args: &InfoArgs) -> anyhow::Result<Answer> {
    deadline::for_bytes(args.meshes.iter().map(|path| files::size(path)).sum());
    let mut infos = Vec::with_capacity(args.meshes.len());
    for path in &args.meshes {
        if is_case_name(path) {
            let (scans, unit) = read_case_scans(path)?;
            // What was found out when the case was saved, unless the command line says otherwise.
            let unit = args.scans.unit.given().unwrap_or(unit);
            let options = ScanArgs { unit: UnitChoice::Given(unit), ..args.scans.clone() };
            for scan in scans {
                infos.push(inspect(scan, &options)?);
            }
            continue;
        }
        infos.push(inspect(read_scan(path)?, &args.scans)?);
    }
    let text = if args.json {
        serde_json::to_string_pretty(&infos)? + "\n"
    } else {
        infos.iter().map(text).collect::<Vec<_>>().join("\n")
    };
    print(&text)?;
    Ok(Answer::Done)
}

fn inspect(scan: ReadScan, args: &ScanArgs) -> anyhow::Result<ScanInfo> {
    let (unit, doubt) = match args.unit {
        UnitChoice::Given(unit) => (unit, None),
        UnitChoice::Auto => unit_of_one(&scan),
    };
    let reporter = Reporter::start(scan.name.as_str());
    let (format, has_colors) = (scan.raw.format, scan.raw.colors.is_some());
    let welded = weld_only(scan.raw, unit, &reporter.progress).with_context(|| scan.file.clone())?;
    let away = gum_side(&welded.mesh, &reporter.progress)?.away;
    let (mesh, repairs) =
        finish(welded, !args.no_close, away, &reporter.progress).with_context(|| scan.file.clone())?;
    let warnings = scan.warnings.iter().chain(&doubt).chain(&repairs.warnings).map(ToString::to_string).collect();
    Ok(ScanInfo {
        guessed_side: import::side_from_name(&scan.name).map(side_name),
        file: scan.file,
        blake3: scan.blake3,
        format,
        unit,
        triangles: mesh.triangles.len(),
        vertices: mesh.positions.len(),
        components: repairs.n_components,
        closed: repairs.closed,
        has_colors,
        size_mm: size(&mesh),
        repairs,
        warnings,
    })
}

/// The rule for pairs, asked about one scan.
fn unit_of_one(scan: &ReadScan) -> (LengthUnit, Option<Warning>) {
    let (unit, doubt) = import::pair_unit(&scan.raw, &scan.raw);
    let doubt = match unit {
        LengthUnit::Metre => Some(Warning::new(
            "The scan spans less than 1: taken to be in metres and scaled by 1000 (a pair is, if both scans span less than 1).",
        )),
        _ => doubt,
    };
    (unit, doubt)
}

fn side_name(guess: JawGuess) -> &'static str {
    match guess {
        JawGuess::Upper => "upper",
        JawGuess::Lower => "lower",
    }
}

fn size(mesh: &TriMesh) -> [f64; 3] {
    mesh.bounds().map_or([0.0; 3], |(low, high)| (high - low).as_dvec3().to_array())
}

fn format_name(format: MeshFormat) -> &'static str {
    match format {
        MeshFormat::StlBinary => "STL, binary",
        MeshFormat::StlAscii => "STL, ASCII",
        MeshFormat::PlyAscii => "PLY, ASCII",
        MeshFormat::PlyBinaryLittleEndian => "PLY, binary, little endian",
        MeshFormat::PlyBinaryBigEndian => "PLY, binary, big endian",
        MeshFormat::Obj => "OBJ",
        MeshFormat::Generated => "made by the program",
    }
}

fn unit_name(unit: LengthUnit) -> &'static str {
    match unit {
        LengthUnit::Millimetre => "mm",
        LengthUnit::Metre => "metres",
        LengthUnit::Inch => "inches",
    }
}

fn text(info: &ScanInfo) -> String {
    let repairs = &info.repairs;
    let [x, y, z] = info.size_mm;
    let mut out = format!("{}\n", info.file);
    let mut line = |name: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {name:<12} {value}");
    };
    line("format", format!("{}, {}", format_name(info.format), unit_name(info.unit)));
    line("read", format!("{} triangles, {} vertices", repairs.n_triangles_read, repairs.n_vertices_read));
    line("prepared", format!("{} triangles, {} vertices", info.triangles, info.vertices));
    line("size", format!("{x:.2} x {y:.2} x {z:.2} mm"));
    line("jaw", info.guessed_side.map_or("the name does not say".into(), |side| format!("{side} (by its name)")));
    line("parts", info.components.to_string());
    line("surface", surface(repairs));
    for (what, n) in [
        ("vertices welded", repairs.n_vertices_welded),
        ("degenerate triangles dropped", repairs.n_degenerate_dropped),
        ("repeated triangles dropped", repairs.n_duplicate_dropped),
        ("triangles in stray parts dropped", repairs.n_stray_dropped),
        ("triangles of hidden inner walls dropped", repairs.n_hidden_dropped),
        ("triangles turned round", repairs.n_flipped),
        ("edges shared by more than two triangles", repairs.n_non_manifold_edges),
        ("triangles added by closing", repairs.n_added_by_closing),
    ] {
        if n > 0 {
            line("", format!("{n} {what}"));
        }
    }
    for warning in &info.warnings {
        line("note", warning.clone());
    }
    out
}

fn surface(repairs: &RepairReport) -> String {
    match (repairs.was_closed, repairs.closed) {
        (true, _) => "closed as read".into(),
        (false, true) => format!(
            "open as read ({} open edges), closed: {} holes filled, {} rims extended to a base",
            repairs.n_open_edges_before, repairs.n_holes_filled, repairs.n_rims_extruded
        ),
        (false, false) => format!("open ({} open edges)", repairs.n_open_edges_after),
    }
}
