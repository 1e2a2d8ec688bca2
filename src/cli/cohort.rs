//! `occluscope cohort`: many pairs of jaws, a process of the program's own each, and tables of all (decision 028).
mod args;
mod ask;
mod child;
mod key;
mod keys;
mod manifest;
mod rows;
mod settings;
mod shard;
mod tables;
mod tell;

pub use args::CohortArgs;

use super::Answer;
use crate::export::cohort::Status;
use anyhow::{Context, ensure};
use ask::Asked;
use keys::{KeyFile, Keys};
use manifest::Manifest;
use rows::Rows;
use settings::Settings;
use std::path::Path;
use tell::{Told, say_end};

/// # Errors
/// Bad usage or a bad manifest, before anything is begun; results that cannot be written.
pub fn run(args: &CohortArgs) -> anyhow::Result<Answer> {
    args.check()?;
    let manifest = Manifest::read(&args.manifest)?;
    let settings = Settings::of(&args.settings, args.child.as_deref())?;
    settings.check_columns(&manifest)?;
    make_folder(&args.out)?;
    let rows = Rows::new(&args.out);
    let key_file = KeyFile::new(&args.out, &manifest, &settings);
    if args.merge {
        return merge(args, &manifest, &settings, (&rows, &key_file));
    }
    let shard = args.shard.unwrap_or_default();
    let mut keys = Keys::none(&manifest);
    let mine: Vec<usize> = shard.rows(manifest.rows.len()).collect();
    let told = Asked { args, manifest: &manifest, settings: &settings, rows: &rows }.all(&mine, &mut keys)?;
    key_file.write(shard, &manifest, &mine, &keys)?;
    let failures = args.out.join(shard.failures_name());
    tables::write_failures(&failures, &manifest, &told.failed, &keys, &rows)?;
    if args.shard.is_none() {
        tables::write(&args.out, &manifest, &settings, &keys, &rows)?;
    }
    say_end(&told, &args.out, shard)?;
    Ok(answer(args, &told))
}

/// The tables alone, of what all shards have found.
fn merge(
    args: &CohortArgs,
    manifest: &Manifest,
    settings: &Settings,
    (rows, key_file): (&Rows, &KeyFile),
) -> anyhow::Result<Answer> {
    let mut keys = key_file.read_all(manifest)?;
    keys.fill(manifest, settings);
    let mut told = Told::default();
    let n_rows = manifest.rows.len();
    for row in 0..n_rows {
        match keys.of(row).and_then(|key| rows.read(&key)) {
            Some(found) => {
                told.add(found.status, false);
                if found.status != Status::Ok {
                    told.fail(row, &manifest.rows[row].id, found.status, found.error.as_deref());
                }
            }
            None => told.missing += 1,
        }
    }
    ensure!(
        told.missing == 0,
        "{}: {} of {} rows have no result yet; run the shards that are missing, with the same manifest and settings, \
         and merge again",
        args.out.display(),
        told.missing,
        n_rows
    );
    tables::write_failures(&args.out.join("failures.csv"), manifest, &told.failed, &keys, rows)?;
    tables::write(&args.out, manifest, settings, &keys, rows)?;
    say_end(&told, &args.out, shard::Shard::default())?;
    Ok(answer(args, &told))
}

fn answer(args: &CohortArgs, told: &Told) -> Answer {
    let n_failed = told.rows() - told.with(Status::Ok);
    if args.fail_if_any && n_failed > 0 { Answer::No } else { Answer::Done }
}

fn make_folder(out: &Path) -> anyhow::Result<()> {
    ensure!(!out.is_file(), "{}: a file with this name is in the way of the folder", out.display());
    std::fs::create_dir_all(out).with_context(|| format!("{}: the folder cannot be made", out.display()))
}
