//! Writes `third-party/crates.tsv` and `THIRD-PARTY-NOTICES.txt` from `Cargo.lock` and the sources in cargo's registry, which it fetches for
//! all systems.
use occluscope_third_party::list::{self, Listed};
use occluscope_third_party::tree::{self, Named, SYSTEMS};
use occluscope_third_party::{crates_path, lock, notices, notices_path, root};
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    match written() {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn written() -> Result<String, String> {
    let all = listed()?;
    let of_program: Vec<_> = all.iter().filter(|c| !c.systems.is_empty()).cloned().collect();
    let text = notices::write(&notices::noted(&of_program, &sources()?)?);
    fs::write(crates_path(), list::write(&all)).map_err(|why| why.to_string())?;
    fs::write(notices_path(), &text).map_err(|why| why.to_string())?;
    let (_, n_texts) = notices::read(&text);
    Ok(format!(
        "{} crates, {} of them in the program; {n_texts} texts, {} bytes",
        all.len(),
        of_program.len(),
        text.len()
    ))
}

/// Every crate of the lock file.
fn listed() -> Result<Vec<Listed>, String> {
    let all = tree::crates(&["--workspace", "--target", "all", "--edges", "normal,build,dev"])?;
    let mut of_systems: Vec<(&str, Vec<Named>)> = Vec::new();
    for (system, targets) in SYSTEMS {
        for target in targets {
            let edges = ["--package", "occluscope", "--edges", "normal,build", "--target", target];
            of_systems.push((system, tree::crates(&edges)?));
        }
    }
    let lock = fs::read_to_string(root().join("Cargo.lock")).map_err(|why| why.to_string())?;
    let foreign = lock::packages(&lock).into_iter().filter(|p| p.source.is_some());
    Ok(foreign
        .map(|p| {
            let is = |c: &&Named| c.name == p.name && c.version == p.version;
            let mut systems: Vec<_> = of_systems
                .iter()
                .filter(|(_, in_it)| in_it.iter().any(|c| is(&c)))
                .map(|(system, _)| (*system).to_owned())
                .collect();
            systems.dedup();
            // What cargo needs for no system at all stands in the lock file alone.
            let licence = all.iter().find(is).map_or("-", |c| &c.licence).to_owned();
            Listed { name: p.name, version: p.version, checksum: p.checksum.unwrap_or_default(), licence, systems }
        })
        .collect())
}

/// Where cargo unpacks what it fetches.
fn sources() -> Result<Vec<PathBuf>, String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).ok_or("no folder of cargo")?;
    let entries = fs::read_dir(home.join("registry/src")).map_err(|why| why.to_string())?;
    Ok(entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
}
