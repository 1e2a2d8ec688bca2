//! The results of `analyze` as files. All are written under temporary names first and put in place together, so that
//! a failure leaves nothing half done.
use super::answer::printable;
use super::labels_out;
use super::outcome::Outcome;
use crate::base::files::{NewFolder, Staged, places};
use crate::base::{Palette, Rigid};
use crate::engine::Analysis;
use crate::export::json::AnalysisRecord;
use crate::export::overlay::{Scale, SnapshotInfo, compose_snapshot};
use crate::export::report::TypedFields;
use crate::export::{self, csv, npy, ply, png, stl};
use crate::field::{ChosenBy, GapField, Projection};
use crate::gpu::{Context as GpuContext, GpuError};
use crate::mesh::TriMesh;
use crate::render::StandardView;
use crate::session::PoseAnswer;
use crate::session::report::Drawn;
use crate::session::share::{Share, Shared};
use anyhow::{Context, bail, ensure};
use glam::DVec3;
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, clap::Args)]
pub struct OutputArgs {
    /// Figures as JSON; "-" is stdout
    #[arg(long, value_name = "F")]
    pub json: Option<PathBuf>,
    /// Figures and threshold curve as CSV; "-" is stdout
    #[arg(long, value_name = "F")]
    pub csv: Option<PathBuf>,
    /// The contacts as CSV, one a line
    #[arg(long, value_name = "F")]
    pub zones_csv: Option<PathBuf>,
    /// Pairs of teeth and the contact's balance as CSV, one a line
    #[arg(long, value_name = "F")]
    pub teeth_csv: Option<PathBuf>,
    /// Area against threshold as CSV, from 0 to 0.4 mm and at every threshold asked for, one a line
    #[arg(long, value_name = "F")]
    pub curve_csv: Option<PathBuf>,
    /// Report for the patient's record: views, map, figures, curve, contacts, pairs of teeth, how sure, method; two A4 pages
    #[arg(long, value_name = "F")]
    pub pdf: Option<PathBuf>,
    /// Picture with legend, scale and figures; it carries the JSON inside
    #[arg(long, value_name = "F")]
    pub png: Option<PathBuf>,
    /// What the picture shows
    #[arg(long, value_enum, default_value_t, requires = "png")]
    pub view: ViewArg,
    /// Size of the view in the picture
    #[arg(long, value_name = "WxH", value_parser = super::args::parse_size, requires = "png")]
    pub size: Option<(u32, u32)>,
    /// Both jaws with gap, class and zone at each vertex
    #[arg(long, value_name = "F")]
    pub ply: Option<PathBuf>,
    /// A page for any browser, offline: both jaws to turn, painted by the closest gap, with contacts and figures; no file is named in it
    #[arg(long, value_name = "F")]
    pub html: Option<PathBuf>,
    /// Both jaws as binary glTF, coloured by the closest gap
    #[arg(long, value_name = "F")]
    pub glb: Option<PathBuf>,
    /// Both jaws as 3MF, coloured by the closest gap
    #[arg(long = "3mf", value_name = "F")]
    pub three_mf: Option<PathBuf>,
    /// float32 [rows, cols]: projected gap in mm, NaN where nothing faces within the range
    #[arg(long, value_name = "F.npy")]
    pub gap_map: Option<PathBuf>,
    /// uint8 [rows, cols]: 0 none, 1 upper only, 2 lower only, 3 clear, 4 interfering
    #[arg(long, value_name = "F.npy")]
    pub class_map: Option<PathBuf>,
    /// Folder for upper.stl and lower.stl exactly as the engine used them
    #[arg(long, value_name = "DIR")]
    pub dump_prepared: Option<PathBuf>,
    /// Tooth (FDI) of every face of both files, 0 on gum: upper.json and lower.json in a folder, as --teeth-upper reads them; or both in
    /// one file F.json
    #[arg(long, value_name = "DIR|F.json")]
    pub labels_out: Option<PathBuf>,
}

/// What a picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ViewArg {
    /// The flat map of the gap
    #[default]
    Map,
    /// The upper teeth from below
    OcclusalUpper,
    /// The lower teeth from above
    OcclusalLower,
    /// Both jaws, facing the patient
    Front,
    /// The patient's left side
    Left,
    /// The patient's right side
    Right,
}

impl ViewArg {
    fn standard(self) -> Option<StandardView> {
        match self {
            Self::Map => None,
            Self::OcclusalUpper => Some(StandardView::UpperOcclusal),
            Self::OcclusalLower => Some(StandardView::LowerOcclusal),
            Self::Front => Some(StandardView::Front),
            Self::Left => Some(StandardView::Left),
            Self::Right => Some(StandardView::Right),
        }
    }
}

const VIEW_SIZE: (u32, u32) = (1280, 960);

/// What the maps and pictures show, mm. The figures do not depend on it.
pub struct PictureSettings<'a> {
    /// What draws the views of the arches.
    pub adapter: &'a str,
    /// The largest gap in them.
    pub range_mm: f32,
    /// The threshold that bounds the contact in them.
    pub zone_threshold_mm: f32,
}

impl Outcome {
    fn pose(&self) -> &Rigid {
        &self.answer.asked.question.upper_from_lower
    }

    /// The record as it stands in a file, from where the scans are found again.
    pub fn record_in(&self, file: &Path) -> AnalysisRecord {
        let folder = (!is_stdout(file)).then(|| places::folder_of(file));
        let place = |file: &Path| places::place_from(file, folder.as_deref());
        self.record.with_places(self.scans.each_ref().map(|scan| place(scan))).with_label_places(place)
    }
}

pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl OutputArgs {
    pub fn uses_stdout(&self) -> bool {
        [&self.json, &self.csv].into_iter().flatten().any(|p| is_stdout(p))
    }

    /// Whether a picture of the jaws themselves is among the results.
    pub fn draws_jaws(&self) -> bool {
        self.pdf.is_some() || self.view != ViewArg::Map
    }

    /// Whether anything is painted by the closest gap.
    pub fn are_painted(&self) -> bool {
        self.draws_jaws() || self.shared().next().is_some()
    }

    /// # Errors
    /// When a result other than JSON is asked of a command that has no other.
    pub fn only_json(&self, command: &str) -> anyhow::Result<()> {
        let tables = [&self.csv, &self.zones_csv, &self.teeth_csv, &self.curve_csv];
        let shapes = [&self.pdf, &self.png, &self.ply, &self.gap_map, &self.class_map, &self.dump_prepared];
        let shapes = shapes.into_iter().chain([&self.labels_out, &self.html, &self.glb, &self.three_mf]);
        let mut others = tables.into_iter().chain(shapes);
        ensure!(others.all(|o| o.is_none()), "\"{command}\" writes a table or, with --json, JSON, and nothing else");
        Ok(())
    }

    /// Looks before the work whether the results can be put where they are wanted.
    ///
    /// # Errors
    /// When two results have the same name, one would replace an input, or a folder is not there.
    pub fn check<'a>(&self, inputs: impl Iterator<Item = &'a PathBuf> + Clone) -> anyhow::Result<()> {
        let all_stdout = [&self.json, &self.csv].into_iter().flatten().all(|p| is_stdout(p));
        ensure!(
            !(all_stdout && self.json.is_some() && self.csv.is_some()),
            "--json and --csv cannot both be written to stdout"
        );
        let tables = [&self.zones_csv, &self.teeth_csv, &self.curve_csv];
        let others = [&self.pdf, &self.png, &self.ply, &self.gap_map, &self.class_map];
        for path in tables.into_iter().chain(others).flatten().chain(self.shared().map(|(_, path)| path)) {
            ensure!(!is_stdout(path), "only --json and --csv can be written to stdout");
        }
        check_files(&self.files(), self.dump_prepared.as_deref(), inputs.clone())?;
        let Some(path) = &self.labels_out else { return Ok(()) };
        ensure!(!is_stdout(path), "only --json and --csv can be written to stdout");
        // Beside its own folder, the names of all other results are as good as inputs.
        let (labels, others) = (labels_out::files(path), self.files());
        check_files(&labels, labels_out::folder(path), inputs)?;
        let mut all = labels.iter().flat_map(|label| others.iter().map(move |other| (label, other)));
        ensure!(
            all.all(|(label, other)| place(label) != place(other)),
            "{}: two results have this name",
            path.display()
        );
        Ok(())
    }

    /// What is handed on to other people and programs, and where to.
    fn shared(&self) -> impl Iterator<Item = (Share, &PathBuf)> {
        let all = [(Share::Page, &self.html), (Share::Glb, &self.glb), (Share::ThreeMf, &self.three_mf)];
        all.into_iter().filter_map(|(share, path)| Some((share, path.as_ref()?)))
    }

    /// Every file that will be written.
    fn files(&self) -> Vec<PathBuf> {
        let tables = [&self.json, &self.csv, &self.zones_csv, &self.teeth_csv, &self.curve_csv];
        let named = tables.into_iter().chain([&self.pdf, &self.png, &self.ply, &self.gap_map, &self.class_map]);
        let named = named.flatten().chain(self.shared().map(|(_, path)| path));
        let mut files: Vec<_> = named.filter(|p| !is_stdout(p)).cloned().collect();
        if let Some(folder) = &self.dump_prepared {
            files.extend(["upper.stl", "lower.stl"].map(|name| folder.join(name)));
        }
        files
    }

    /// Writes every result that was asked for, or none of them.
    ///
    /// # Errors
    /// When one cannot be written; the message names it.
    pub fn write(&self, outcome: &Outcome, shown: &PictureSettings<'_>) -> anyhow::Result<()> {
        // Before the files in it, so that it is dropped after them.
        let mut new_folder = None;
        let mut label_folder = None;
        let mut staged = Vec::new();
        let mut stdout = Vec::new();
        self.stage_figures(outcome, &mut staged, &mut stdout)?;
        self.stage_maps(outcome, shown, &mut staged)?;
        self.stage_pictures(outcome, shown, &mut staged)?;
        self.stage_shared(outcome, shown, &mut staged)?;
        if let Some(folder) = &self.dump_prepared {
            new_folder = Some(NewFolder::make(folder)?);
            let lower = ply::posed(&outcome.answer.pair.lower.mesh, outcome.pose());
            staged.push(stage_mesh(&folder.join("upper.stl"), &outcome.answer.pair.upper.mesh)?);
            staged.push(stage_mesh(&folder.join("lower.stl"), &lower)?);
        }
        if let Some(path) = &self.labels_out {
            label_folder = labels_out::stage(path, outcome, &mut staged)?;
        }
        for file in staged {
            file.commit()?;
        }
        [new_folder, label_folder].into_iter().flatten().for_each(NewFolder::keep);
        if stdout.is_empty() { Ok(()) } else { print_bytes(&stdout) }
    }

    fn stage_figures(&self, outcome: &Outcome, staged: &mut Vec<Staged>, stdout: &mut Vec<u8>) -> anyhow::Result<()> {
        if let Some(path) = &self.json {
            let record = outcome.record_in(path);
            if is_stdout(path) {
                record.write(&mut *stdout)?;
            } else {
                staged.push(Staged::write(path, |out| record.write(out))?);
            }
        }
        if let Some(path) = &self.csv {
            if is_stdout(path) {
                csv::write_csv(&outcome.record, &mut *stdout)?;
            } else {
                staged.push(Staged::write(path, |out| csv::write_csv(&outcome.record, out))?);
            }
        }
        if let Some(path) = &self.zones_csv {
            staged.push(Staged::write(path, |out| csv::write_zones_csv(&outcome.record, out))?);
        }
        if let Some(path) = &self.teeth_csv {
            staged.push(Staged::write(path, |out| csv::write_teeth_csv(&outcome.record, out))?);
        }
        if let Some(path) = &self.curve_csv {
            staged.push(Staged::write(path, |out| csv::write_curve_csv(&outcome.record, out))?);
        }
        Ok(())
    }

    /// The picture and the report; a GPU is opened where the arches are drawn.
    fn stage_pictures(
        &self,
        outcome: &Outcome,
        shown: &PictureSettings<'_>,
        staged: &mut Vec<Staged>,
    ) -> anyhow::Result<()> {
        let context =
            if self.draws_jaws() { open_for_pictures(shown.adapter, self.view != ViewArg::Map)? } else { None };
        let drawn = Drawn::of(&outcome.answer, shown.scale());
        if let Some(path) = &self.png {
            let size = self.size.unwrap_or(VIEW_SIZE);
            let picture = match (self.view.standard(), &context) {
                (Some(view), Some(context)) => view_picture(&drawn, outcome, context, (view, [size.0, size.1]))?,
                _ => picture(outcome, &field_of(&outcome.answer.analysis), shown),
            };
            let record = outcome.record_in(path).to_text();
            staged.push(Staged::write(path, |out| png::write_png_sealed(&picture, &record, out))?);
        }
        if let Some(path) = &self.pdf {
            let pictures = match &context {
                Some(context) => drawn.still(context, None)?.pictures()?,
                None => drawn.flat(),
            };
            let (shown, date) = ((&outcome.record, shown.scale()), export::now_text());
            let typed = (&TypedFields::default(), date.as_str());
            staged.push(Staged::write(path, |out| pictures.write_report(shown, typed, out))?);
        }
        Ok(())
    }

    fn stage_shared(
        &self,
        outcome: &Outcome,
        shown: &PictureSettings<'_>,
        staged: &mut Vec<Staged>,
    ) -> anyhow::Result<()> {
        let PoseAnswer { asked, pair, frame, gaps, teeth, .. } = &outcome.answer;
        for (share, path) in self.shared() {
            let gaps = gaps.as_deref();
            let gaps = gaps.context("the closest gaps are not known")?;
            let (upper_from_lower, scale, teeth) = (asked.question.upper_from_lower, shown.scale(), &teeth.teeth);
            let (frame, trim) = (*frame, &asked.trim);
            let shared = Shared { pair, frame, upper_from_lower, gaps, trim, teeth, scale };
            let record = (&outcome.record, &*export::now_text());
            staged.push(Staged::write(path, |out| shared.write(share, record, out))?);
        }
        Ok(())
    }

    fn stage_maps(
        &self,
        outcome: &Outcome,
        shown: &PictureSettings<'_>,
        staged: &mut Vec<Staged>,
    ) -> anyhow::Result<()> {
        let settings = ply::PlySettings {
            upper_from_lower: *outcome.pose(),
            palette: Palette::default(),
            threshold_mm: shown.zone_threshold_mm,
            range_mm: shown.range_mm,
        };
        let answer = &outcome.answer;
        let field = field_of(&answer.analysis);
        if let Some(path) = &self.ply {
            let (field, zones) = (answer.analysis.field.as_ref(), answer.zones());
            staged.push(Staged::write(path, |out| ply::write_ply(&answer.pair, field, zones, &settings, out))?);
        }
        if let Some(path) = &self.gap_map {
            staged.push(Staged::write(path, |out| npy::write_gap_map(&field, shown.range_mm, out))?);
        }
        if let Some(path) = &self.class_map {
            staged.push(Staged::write(path, |out| npy::write_class_map(&field, out))?);
        }
        Ok(())
    }
}

impl PictureSettings<'_> {
    fn scale(&self) -> Scale {
        Scale { palette: Palette::default(), threshold_mm: self.zone_threshold_mm, range_mm: self.range_mm }
    }
}

/// What draws the arches: the adapter that was named, or any. Without one a report has no views, unless they are `needed`.
fn open_for_pictures(adapter: &str, needed: bool) -> anyhow::Result<Option<GpuContext>> {
    let opened = super::args::adapter_choice(adapter).map(|choice| GpuContext::headless(&choice));
    match opened {
        Some(Err(GpuError::NoAdapter { .. })) | None if !needed => Ok(None),
        None => bail!("--view needs an adapter to draw with; leave out --adapter none, or --view"),
        Some(opened) => Ok(Some(opened?)),
    }
}

/// A view of the arches with its caption.
fn view_picture(
    drawn: &Drawn<'_>,
    outcome: &Outcome,
    context: &GpuContext,
    (view, size): (StandardView, [u32; 2]),
) -> anyhow::Result<image::RgbaImage> {
    let (image, mm_per_pixel) = drawn.still(context, None)?.view(view, size)?;
    let image = if matches!(view, StandardView::UpperOcclusal | StandardView::LowerOcclusal) {
        png::with_sides(image)
    } else {
        image
    };
    let (metrics, pose) = (&outcome.answer.analysis.metrics, outcome.pose());
    let date = export::now_text();
    let info = SnapshotInfo::new("Occlusal contacts", metrics, pose, drawn.scale, Some(mm_per_pixel), &date);
    let info = judged(info, outcome, true);
    Ok(compose_snapshot(&image, &info))
}

/// The map with its caption.
fn picture(outcome: &Outcome, field: &GapField, shown: &PictureSettings<'_>) -> image::RgbaImage {
    let scale = shown.scale();
    let (map, enlarged) = png::draw_map(field, scale);
    let map = png::with_sides(png::lying_like_the_teeth(map, &field.projection, &outcome.answer.frame));
    let mm_per_pixel = field.projection.u_mm / f64::from(enlarged);
    // Names of scans often are a patient's.
    let title = "Occlusal contacts";
    let (metrics, pose) = (&outcome.answer.analysis.metrics, outcome.pose());
    let mut info = SnapshotInfo::new(title, metrics, pose, scale, Some(mm_per_pixel), &export::now_text());
    info.swatches = png::map_swatches(field, scale);
    compose_snapshot(&map, &judged(info, outcome, false))
}

fn judged(info: SnapshotInfo, outcome: &Outcome, painted: bool) -> SnapshotInfo {
    match outcome.answer.judged() {
        Some(judged) => info.judged(&judged, painted),
        None => info,
    }
}

/// The map. Where the jaws are so far apart that nothing was drawn it is one without pixels.
fn field_of(analysis: &Analysis) -> Cow<'_, GapField> {
    match &analysis.field {
        Some(field) => Cow::Borrowed(field),
        None => Cow::Owned(GapField {
            projection: Projection {
                direction: DVec3::Z,
                u: DVec3::X,
                v: DVec3::Y,
                origin: DVec3::ZERO,
                u_mm: f64::NAN,
                v_mm: f64::NAN,
                cols: 0,
                rows: 0,
                chosen_by: ChosenBy::BoundingVolumes,
            },
            class: vec![],
            gap_mm: vec![],
            upper_depth_mm: vec![],
            lower_depth_mm: vec![],
            upper_triangle: vec![],
            lower_triangle: vec![],
        }),
    }
}

pub fn stage_mesh(path: &Path, mesh: &TriMesh) -> anyhow::Result<Staged> {
    let triangles = (0..mesh.triangles.len()).map(|i| mesh.corners(i));
    Ok(Staged::write(path, |out| stl::write_stl(triangles, out))?)
}

/// Looks before the work whether results can be put where they are wanted; `made` is a folder that will be made.
///
/// # Errors
/// As [`OutputArgs::check`].
pub fn check_files<'a>(
    files: &[PathBuf],
    made: Option<&Path>,
    inputs: impl Iterator<Item = &'a PathBuf> + Clone,
) -> anyhow::Result<()> {
    for (i, path) in files.iter().enumerate() {
        check_place(path, made)?;
        for input in inputs.clone() {
            ensure!(!is_same(path, input), "{}: this is one of the inputs; it is not replaced", path.display());
        }
        for other in &files[..i] {
            ensure!(place(path) != place(other) || is_device(path), "{}: two results have this name", path.display());
        }
    }
    Ok(())
}

/// The folder must be there, unless it is the one that will be made.
fn check_place(path: &Path, made: Option<&Path>) -> anyhow::Result<()> {
    ensure!(!path.is_dir(), "{}: this is a folder, a file name is needed", path.display());
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if made == Some(folder) {
        ensure!(!folder.exists() || folder.is_dir(), "{}: this is not a folder", folder.display());
        return Ok(());
    }
    ensure!(folder.is_dir(), "{}: the folder to write it into does not exist", path.display());
    Ok(())
}

/// One name for one place: "a.json" and "./a.json" are the same file, there or not.
fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (path.canonicalize(), folder.canonicalize(), path.file_name()) {
        (Ok(place), ..) => place,
        (_, Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

fn is_same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

fn is_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir())
}

/// A whole report as JSON; "-" is stdout.
///
/// # Errors
/// A file or pipe that cannot be written.
pub fn write_json(report: &impl serde::Serialize, path: &Path) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(report).context("the report cannot be written as JSON")?;
    text.push('\n');
    if path == Path::new("-") {
        return print(&text);
    }
    Ok(crate::base::files::write_file(path, |out| out.write_all(text.as_bytes()))?)
}

/// Prints to stdout. A reader that went away (`| head`) is no failure.
///
/// # Errors
/// When stdout cannot be written to.
pub fn print(text: &str) -> anyhow::Result<()> {
    print_bytes(printable(text).as_bytes())
}

fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(e).context("stdout: cannot write to it"),
        _ => Ok(()),
    }
}
