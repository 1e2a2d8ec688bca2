//! The scans that a record is of: found by their places and known by their content.
use super::args::VerifyArgs;
use crate::base::files::places::is_elsewhere;
use crate::base::files::{self, places};
use crate::cli::args::{ScanArgs, UnitChoice};
use crate::cli::load;
use crate::export::compare::Difference;
use crate::export::json::{AnalysisRecord, InputRecord, Inputs};
use crate::export::view::DirectionsRecord;
use crate::jaw::hinge::AVERAGE_ANATOMY;
use crate::session::Directions;
use crate::session::case_file::is_case_name;
use anyhow::{Context, bail, ensure};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Upper and lower, as the record has them.
pub enum Scans {
    Found([PathBuf; 2]),
    /// There are files in their places, but others.
    Changed(Vec<Difference>),
}

/// # Errors
/// When a scan is not there; the sentence says where it was looked for.
pub fn find(args: &VerifyArgs, inputs: &Inputs) -> anyhow::Result<Scans> {
    let folder = places::folder_of(&args.snapshot);
    let inputs = [("upper", &inputs.upper, &args.upper), ("lower", &inputs.lower, &args.lower)];
    let (mut found, mut changed) = (Vec::new(), Vec::new());
    for (side, input, given) in inputs {
        match one(&folder, side, input, given.as_deref())? {
            Ok(path) => found.push(path),
            Err(difference) => changed.push(difference),
        }
    }
    Ok(match <[PathBuf; 2]>::try_from(found) {
        Ok(found) => Scans::Found(found),
        Err(_) => Scans::Changed(changed),
    })
}

/// The file with the record's hash, or what is there instead.
fn one(
    folder: &Path,
    side: &str,
    input: &InputRecord,
    given: Option<&Path>,
) -> anyhow::Result<Result<PathBuf, Difference>> {
    if is_sample(input) && given.is_none() {
        return Ok(Ok(load::SAMPLE.into()));
    }
    let places = given
        .map_or_else(|| places::candidates(input.path.as_deref(), &input.file, folder), |path| vec![path.to_owned()]);
    let mut other = None;
    for place in &places {
        match look(place, given.is_some(), &input.blake3)? {
            Ok(found) => return Ok(Ok(found)),
            Err(hash) => other = other.or(hash),
        }
    }
    // A picture does not say what its scans are called.
    if given.is_none()
        && input.file.is_empty()
        && let Some(place) = places::with_content(folder, &input.blake3).or_else(|| in_cases(folder, &input.blake3))
    {
        return Ok(Ok(place));
    }
    let Some(hash) = other else {
        ensure!(
            !input.file.is_empty(),
            "{}: the picture does not say what the scan of the {side} jaw is called; name it with --{side} FILE",
            folder.display()
        );
        if let Some(elsewhere) =
            [input.path.as_ref(), Some(&input.file)].into_iter().flatten().find(|p| is_elsewhere(p))
        {
            bail!(
                "{elsewhere}: the record has the scan of the {side} jaw on another machine or a device, which is not contacted \
                 because a file asks for it; name it with --{side} FILE"
            );
        }
        let looked = places.first().map_or(String::new(), |p| p.display().to_string());
        bail!("{looked}: the scan of the {side} jaw is not there any more; name it with --{side} FILE");
    };
    let (stored, recomputed) = (input.blake3.clone().into(), hash.into());
    Ok(Err(Difference { name: format!("inputs.{side}.blake3"), stored, recomputed, tolerance: 0.0 }))
}

/// The place where a scan of this content is; else the hash of what is there instead, if anything is.
fn look(place: &Path, is_given: bool, blake3: &str) -> anyhow::Result<Result<PathBuf, Option<String>>> {
    // A case that was saved again may have its scans in other roles, and so under other names.
    if let Some(case) = load::case_of(place) {
        return load::place_by_content(place, case, blake3);
    }
    if is_case_name(place) && place.is_file() {
        return load::place_by_content(place, place, blake3);
    }
    if !is_given && !place.is_file() {
        return Ok(Err(None));
    }
    let hash = blake3::hash(&files::read_file(place)?).to_hex().to_string();
    Ok(if hash == blake3 { Ok(place.to_owned()) } else { Err(Some(hash)) })
}

/// The scan of this content in a case of the folder.
fn in_cases(folder: &Path, blake3: &str) -> Option<PathBuf> {
    const MOST_CASES: usize = 16;
    let cases = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).filter(|path| is_case_name(path));
    cases.take(MOST_CASES).find_map(|case| load::place_by_content(&case, &case, blake3).ok()?.ok())
}

fn is_sample(input: &InputRecord) -> bool {
    input.file == load::SAMPLE && input.path.is_none()
}

/// The scans prepared as they were, in the roles that they have in the record.
///
/// # Errors
/// A scan that cannot be read.
pub fn load(scans: &[PathBuf; 2], no_cache: bool, stored: &AnalysisRecord) -> anyhow::Result<load::LoadedPair> {
    let settings = &stored.settings;
    let unit = settings.unit.map_or(UnitChoice::Auto, UnitChoice::Given);
    let args = ScanArgs { unit, no_close: !settings.close, no_cache, deadline: None };
    load_as(scans, settings.swapped, &args, settings.directions.as_ref())
}

/// The same, said otherwise.
///
/// # Errors
/// A scan that cannot be read.
pub fn load_as(
    scans: &[PathBuf; 2],
    swapped: bool,
    args: &ScanArgs,
    directions: Option<&DirectionsRecord>,
) -> anyhow::Result<load::LoadedPair> {
    let [upper, lower] = scans;
    let is_sample = |path: &PathBuf| path.as_os_str() == load::SAMPLE;
    ensure!(is_sample(upper) == is_sample(lower), "one jaw is the sample's and one is not; name both files");
    let mut loaded = match (is_sample(upper), swapped) {
        (true, _) => load::load_sample(args)?,
        (false, false) => load::load_pair(upper, lower, args)?,
        (false, true) => load::load_pair(lower, upper, args)?,
    };
    if swapped {
        let pair = Arc::make_mut(&mut loaded.pair);
        std::mem::swap(&mut pair.upper, &mut pair.lower);
    }
    if let Some(directions) = directions {
        let (frame, occlusion) = directions.read().context("its directions of the patient are none")?;
        loaded.set_directions(Directions { frame, occlusion, anatomy: AVERAGE_ANATOMY });
    }
    Ok(loaded)
}
