//! The steps in order. In two halves, because the occlusal plane (which way is away from the teeth) is found from the
//! welded meshes of both jaws, before they are turned and closed.
use super::boundary::loops_along;
use super::close::close;
use super::clusters::order_triangles;
use super::components::Bodies;
use super::orient::{apply, n_open, orient, retain};
use super::seam_gaps::bridges;
use super::topology::{EdgeTable, Patches};
use super::weld::{compact, weld};
use super::{MeshError, RepairReport, TriMesh};
use crate::base::words::say;
use crate::base::{LengthUnit, Progress, RawMesh, Warning};
use glam::DVec3;

/// How one scan is prepared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrepareOptions {
    pub unit: LengthUnit,
    /// Fill holes and add a base.
    pub close: bool,
    /// Unit vector from the occlusal plane into this jaw's gum (upwards for the upper jaw).
    pub away: DVec3,
}

/// A mesh in millimetres with one vertex for each place, not oriented and not closed yet.
#[derive(Clone, Debug)]
pub struct Welded {
    pub mesh: TriMesh,
    pub report: RepairReport,
}

/// Both halves: welds, turns, and closes one scan.
///
/// # Errors
/// An empty or impossible mesh, or cancelling.
pub fn prepare(
    raw: RawMesh,
    options: &PrepareOptions,
    progress: &Progress,
) -> Result<(TriMesh, RepairReport), MeshError> {
    let welded = weld_only(raw, options.unit, progress)?;
    finish(welded, options.close, options.away, progress)
}

/// First half: scales to millimetres, welds, drops degenerate and repeated triangles, and debris, which would have a say in where the
/// occlusal plane lies. The raw mesh goes on the way.
///
/// # Errors
/// As [`prepare`].
pub fn weld_only(raw: RawMesh, unit: LengthUnit, progress: &Progress) -> Result<Welded, MeshError> {
    progress.enter(say!("stage-welding"), 0.0)?;
    let (mut mesh, mut report) = weld(raw, unit, progress)?;
    drop_strays(&mut mesh, &mut report, progress)?;
    Ok(Welded { mesh, report })
}

/// Second half: turns every part outwards and, if asked, closes the surface. `away` as in
/// [`PrepareOptions`].
///
/// # Errors
/// Cancelling.
pub fn finish(
    welded: Welded,
    close_it: bool,
    away: DVec3,
    progress: &Progress,
) -> Result<(TriMesh, RepairReport), MeshError> {
    let Welded { mut mesh, mut report } = welded;
    let away = away.normalize_or(-DVec3::Z);
    progress.enter(say!("stage-finding-parts"), 0.0)?;
    let edges_of = |mesh: &TriMesh| EdgeTable::watched(&mesh.triangles, mesh.positions.len(), progress);
    let mut edges = edges_of(&mesh)?;
    report.n_non_manifold_edges = (0..edges.len()).filter(|&e| edges.halves(e).len() > 2).count();
    progress.enter(say!("stage-orienting"), 0.3)?;
    let mut patches = Patches::new(&mesh.triangles, &edges);
    if report.n_non_manifold_edges > 0 {
        let cuts = bridges(&mesh, &edges, &patches);
        if !cuts.is_empty() {
            patches = Patches::with_cuts(&mesh.triangles, &edges, &cuts);
        }
    }
    progress.at(0.4)?;
    let orientation = orient(&mesh, &edges, &patches, away, progress)?;
    drop(patches);
    (report.n_flipped, report.n_hidden_dropped) = apply(&mut mesh, &orientation);
    compact(&mut mesh);
    progress.at(0.6)?;
    // Half-edges of a triangle that was turned or left out are others now.
    if report.n_flipped + report.n_hidden_dropped > 0 {
        edges = edges_of(&mesh)?;
    }
    report.n_open_edges_before = n_open(&mesh, &edges);
    report.was_closed = report.n_open_edges_before == 0;
    progress.enter(say!("stage-closing"), 0.7)?;
    report.n_open_edges_after = report.n_open_edges_before;
    if close_it && !report.was_closed {
        let loops = loops_along(&mesh, &edges);
        drop(edges);
        progress.at(0.75)?;
        report.n_open_loops = loops.len();
        let closing = close(&mut mesh, &loops, away);
        progress.at(0.8)?;
        report.n_holes_filled = closing.n_holes_filled;
        report.n_rims_extruded = closing.n_rims_extruded;
        report.n_added_by_closing = closing.n_added;
        report.n_open_edges_after = n_open(&mesh, &edges_of(&mesh)?);
    }
    report.closed = report.n_open_edges_after == 0;
    report.warnings = warnings(&report);
    progress.at(0.9)?;
    order_triangles(&mut mesh);
    progress.enter(say!("stage-prepared"), 1.0)?;
    Ok((mesh, report))
}

fn drop_strays(mesh: &mut TriMesh, report: &mut RepairReport, progress: &Progress) -> Result<(), MeshError> {
    let bodies = Bodies::find(mesh);
    report.n_components = bodies.len();
    if !bodies.tiny().contains(&true) {
        return Ok(());
    }
    let edges = EdgeTable::watched(&mesh.triangles, mesh.positions.len(), progress)?;
    let mut is_open = vec![false; bodies.len()];
    for e in (0..edges.len()).filter(|&e| edges.halves(e).len() % 2 == 1) {
        is_open[bodies.of_vertex[edges.ends(e)[0] as usize] as usize] = true;
    }
    let strays = bodies.strays(&is_open);
    report.n_components_dropped = strays.iter().filter(|&&s| s).count();
    if report.n_components_dropped > 0 {
        let stray: Vec<bool> =
            mesh.triangles.iter().map(|t| strays[bodies.of_vertex[t[0] as usize] as usize]).collect();
        report.n_stray_dropped = retain(mesh, |t| !stray[t]);
        compact(mesh);
    }
    Ok(())
}

fn warnings(report: &RepairReport) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if report.joined_within_nm > 0 {
        warnings.push(Warning::new(format!(
            "Its triangles did not hang together: corners within {} mm of each other were joined.",
            report.joined_within_nm as f64 / 1e6
        )));
    }
    if report.n_components_dropped > 0 {
        warnings.push(Warning::new(format!(
            "{} too small to be anatomy and left out ({}).",
            counted(report.n_components_dropped, "loose part was", "loose parts were"),
            counted(report.n_stray_dropped, "triangle", "triangles")
        )));
    }
    if report.n_flipped > 0 {
        warnings.push(Warning::new(format!(
            "{} inside out and turned round.",
            counted(report.n_flipped, "triangle was", "triangles were")
        )));
    }
    if report.n_hidden_dropped > 0 {
        warnings.push(Warning::new(format!(
            "Hidden inner walls, such as crown bases inside the gum, were left out ({}).",
            counted(report.n_hidden_dropped, "triangle", "triangles")
        )));
    }
    if !report.was_closed && report.closed {
        let holes = counted(report.n_holes_filled, "hole filled", "holes filled");
        let rims = counted(report.n_rims_extruded, "rim extended to a flat base", "rims extended to a flat base");
        let done = match (report.n_holes_filled, report.n_rims_extruded) {
            (_, 0) => holes,
            (0, _) => rims,
            _ => format!("{rims}, {holes}"),
        };
        warnings.push(Warning::new(format!("The surface was open and has been closed: {done}.")));
    }
    if !report.closed {
        warnings.push(Warning::new(format!(
            "The surface is open ({}): inside and outside cannot be told apart everywhere.",
            counted(report.n_open_edges_after, "open edge", "open edges")
        )));
    }
    warnings
}

fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
