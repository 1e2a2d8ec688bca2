//! `occluscope section`: a plane through both jaws, with what is between their contours.
use super::args::{self, InputArgs, PoseArgs, ScanArgs};
use super::load::{self, LoadedPair};
use super::{Answer, deadline, outputs, summary};
use crate::base::files::Staged;
use crate::exact::JawRuns;
use crate::exact::section::{Between, SectionCut};
use crate::export::measures::MeasureRecord;
use crate::export::png::write_png;
use crate::export::section::{
    Drawing, SectionFound, SectionRecord, draw_section, figures_text, write_csv, write_dxf, write_svg,
};
use crate::jaw::section::arch_of;
use crate::jaw::{KeptSection, SectionKind, SectionPlace};
use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub struct SectionArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    #[command(flatten)]
    pub pose: PoseArgs,
    #[command(flatten)]
    pub scans: ScanArgs,
    /// How the plane lies: square to the line of the teeth, sagittal, frontal, or free [default: as the case has it, else arch]
    #[arg(long, value_enum)]
    pub plane: Option<PlaneArg>,
    /// Where, in mm: along the arch from the midline (negative: the patient's right), to the patient's left (sagittal), to the front (frontal),
    /// along its normal (free) [default: as the case has it, else 0]
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = args::parse_number)]
    pub at: Option<f64>,
    /// Turn of a free plane about the occlusal normal, degrees; at 0 it is sagittal
    #[arg(long, value_name = "DEG", allow_negative_numbers = true, value_parser = args::parse_number)]
    pub turn: Option<f64>,
    /// Lean of a free plane, degrees
    #[arg(long, value_name = "DEG", allow_negative_numbers = true, value_parser = args::parse_number)]
    pub tilt: Option<f64>,
    /// A point of a free plane: mm to the patient's right, to the front and up from the middle of the arches
    #[arg(long, value_name = "R,F,U", allow_hyphen_values = true, value_parser = args::parse_three)]
    pub through: Option<[f64; 3]>,
    /// Both ends of a ruler in the plane, in mm
    #[arg(long, value_name = "U,V,U,V", allow_hyphen_values = true, value_parser = args::parse_four)]
    pub ruler: Option<[f64; 4]>,
    /// Plane, contours and figures as JSON; "-" is stdout
    #[arg(long, value_name = "F")]
    pub json: Option<PathBuf>,
    /// The contours' points as a table; "-" is stdout
    #[arg(long, value_name = "F")]
    pub csv: Option<PathBuf>,
    /// A drawing in which a millimetre is a millimetre
    #[arg(long, value_name = "F")]
    pub svg: Option<PathBuf>,
    /// The same for CAD, release 12, in mm
    #[arg(long, value_name = "F")]
    pub dxf: Option<PathBuf>,
    /// The same as a picture
    #[arg(long, value_name = "F")]
    pub png: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PlaneArg {
    Arch,
    Sagittal,
    Frontal,
    Free,
}

impl PlaneArg {
    fn kind(self) -> SectionKind {
        match self {
            Self::Arch => SectionKind::Arch,
            Self::Sagittal => SectionKind::Sagittal,
            Self::Frontal => SectionKind::Frontal,
            Self::Free => SectionKind::Free,
        }
    }
}

/// # Errors
/// Bad usage or input, or a result that cannot be written.
pub fn run(args: &SectionArgs) -> anyhow::Result<Answer> {
    let pose = args.pose.given()?;
    check_outputs(args)?;
    let loaded = load::open(&args.inputs, &args.scans)?;
    let kept = kept(args, &loaded)?;
    let pose = pose.unwrap_or_else(|| loaded.pose());
    let arch =
        (kept.place.kind == SectionKind::Arch).then(|| arch_of(&loaded.pair, &loaded.pair.frames_of_scans())).flatten();
    let plane = kept.place.plane(&loaded.pair.frame, arch.as_ref()).context(
        "no line of teeth was found in the scans, so no plane lies across it; take --plane sagittal, frontal or free",
    )?;
    let jaws = JawRuns::of(&loaded.pair);
    let begun = Instant::now();
    let cut = SectionCut::of(&jaws, plane, &pose);
    let cut_ms = begun.elapsed().as_secs_f64() * 1e3;
    let between = Between::of(&cut);
    let between_ms = begun.elapsed().as_secs_f64() * 1e3 - cut_ms;
    let found = SectionFound { place: kept.place, upper_from_lower: pose, cut, between, ruler: kept.ruler() };
    deadline::is_met();
    let files = loaded.scans.each_ref().map(|path| path.display().to_string());
    let mut record = SectionRecord::of(&found, &loaded.pair, files);
    record.timing_ms = [("cut", cut_ms), ("between", between_ms)].into();
    record.measures = measures(&loaded, &jaws, &found);
    record.warnings.splice(0..0, loaded.warnings.iter().map(ToString::to_string));
    write(args, &found, &record)?;
    summary::warn(&record.warnings);
    Ok(Answer::Done)
}

/// Of the case, in this pose.
fn measures(loaded: &LoadedPair, jaws: &JawRuns, found: &SectionFound) -> Vec<MeasureRecord> {
    let measures = loaded.case.iter().flat_map(|case| &case.content.measures);
    measures.map(|measure| MeasureRecord::in_pose(measure, jaws, &found.upper_from_lower)).collect()
}

/// What the case has, with what the command line says in its place.
fn kept(args: &SectionArgs, loaded: &LoadedPair) -> anyhow::Result<KeptSection> {
    let of_case = loaded.case.as_ref().and_then(|case| case.content.section).unwrap_or_default();
    let free_alone = args.turn.is_some() || args.tilt.is_some() || args.through.is_some();
    let kind = args.plane.map(PlaneArg::kind).unwrap_or(of_case.place.kind);
    ensure!(
        !free_alone || kind == SectionKind::Free,
        "--turn, --tilt and --through are of a free plane alone; add --plane free"
    );
    // A place of another kind of plane means another place.
    let base =
        if kind == of_case.place.kind { of_case.place } else { SectionPlace { kind, ..SectionPlace::default() } };
    let place = SectionPlace {
        kind,
        at_mm: args.at.unwrap_or(base.at_mm),
        turn_deg: args.turn.unwrap_or(base.turn_deg),
        tilt_deg: args.tilt.unwrap_or(base.tilt_deg),
        through_mm: args.through.unwrap_or(base.through_mm),
    };
    // A ruler lies where its plane lay.
    let of_case_ruler = of_case.ruler_mm.filter(|_| place == of_case.place);
    let ruler_mm = args.ruler.map(|[a, b, c, d]| [[a, b], [c, d]]).or(of_case_ruler);
    let kept = KeptSection { place, ruler_mm };
    ensure!(kept.is_sound(), "a section lies within 500 mm of the jaws, turned by at most 360 degrees");
    Ok(kept)
}

fn outputs_of(args: &SectionArgs) -> impl Iterator<Item = &PathBuf> {
    [&args.json, &args.csv, &args.svg, &args.dxf, &args.png].into_iter().flatten()
}

fn check_outputs(args: &SectionArgs) -> anyhow::Result<()> {
    let to_stdout = outputs_of(args).filter(|path| outputs::is_stdout(path)).count();
    ensure!(to_stdout <= 1, "only one result can be written to stdout");
    for path in [&args.svg, &args.dxf, &args.png].into_iter().flatten() {
        ensure!(!outputs::is_stdout(path), "only --json and --csv can be written to stdout");
    }
    let files: Vec<PathBuf> = outputs_of(args).filter(|path| !outputs::is_stdout(path)).cloned().collect();
    outputs::check_files(&files, None, args.inputs.files().chain(args.pose.pose_file.as_ref()))
}

/// Writes every result that was asked for, or none of them.
fn write(args: &SectionArgs, found: &SectionFound, record: &SectionRecord) -> anyhow::Result<()> {
    let mut json = serde_json::to_vec_pretty(record).context("the section cannot be written as JSON")?;
    json.push(b'\n');
    let mut csv = Vec::new();
    write_csv(found, &mut csv).context("the section cannot be written as CSV")?;
    let drawing = Drawing::of(found, &[]);
    let mut staged = Vec::new();
    let mut stage = |path: &Option<PathBuf>,
                     write: &dyn Fn(&mut dyn std::io::Write) -> std::io::Result<()>|
     -> anyhow::Result<()> {
        let path = path.as_deref().filter(|path| !outputs::is_stdout(path));
        staged.extend(path.map(|path: &Path| Staged::write(path, write)).transpose()?);
        Ok(())
    };
    stage(&args.json, &|out| out.write_all(&json))?;
    stage(&args.csv, &|out| out.write_all(&csv))?;
    stage(&args.svg, &|out| write_svg(&drawing, out))?;
    stage(&args.dxf, &|out| write_dxf(&drawing, out))?;
    stage(&args.png, &|out| write_png(&draw_section(&drawing), out))?;
    for file in staged {
        file.commit()?;
    }
    let is_wanted = |path: &Option<PathBuf>| path.as_deref().is_some_and(outputs::is_stdout);
    let text = match () {
        () if is_wanted(&args.json) => String::from_utf8(json)?,
        () if is_wanted(&args.csv) => String::from_utf8(csv)?,
        () => text(found, record),
    };
    outputs::print(&text)
}

fn text(found: &SectionFound, record: &SectionRecord) -> String {
    let mut lines = vec![format!("Section {}", found.place.words())];
    lines.extend(figures_text(&found.between));
    if let Some(ruler) = &record.ruler {
        lines.push(format!(
            "Ruler {:.2} mm: upper {:.2}, lower {:.2}, both {:.2}, neither {:.2} mm",
            ruler.length_mm, ruler.upper_mm, ruler.lower_mm, ruler.both_mm, ruler.free_mm
        ));
    }
    lines.extend(record.measures.iter().map(|m| format!("{}: {}, {}", m.name, m.kind.name(), m.value_text())));
    lines.join("\n") + "\n"
}
