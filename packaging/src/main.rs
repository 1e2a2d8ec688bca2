//! `occluscope-packaging OUT`: writes into the folder OUT what a package holds beside the program, made from the program's own command line
//! and from `third-party/crates.tsv`:
//!
//! - `completions/`: bash, zsh, fish, PowerShell;
//! - `man/`: a page for the program and one for each command;
//! - `sbom.cdx.json`: what the program of each system is made of (CycloneDX 1.5).
mod sbom;

use clap_complete::{Shell, generate_to};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

const NAME: &str = "occluscope";

fn main() -> ExitCode {
    let Some(out) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("occluscope-packaging: name the folder to write into");
        return ExitCode::from(2);
    };
    match written(&out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{}: {why}", out.display());
            ExitCode::FAILURE
        }
    }
}

fn written(out: &Path) -> io::Result<()> {
    completions(&out.join("completions"))?;
    let man = out.join("man");
    fs::create_dir_all(&man)?;
    clap_mangen::generate_to(occluscope::cli::command(), &man)?;
    fs::write(out.join("sbom.cdx.json"), sbom::of_program().map_err(io::Error::other)?)
}

fn completions(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell] {
        generate_to(shell, &mut occluscope::cli::command(), NAME, folder)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_page_and_every_option_its_completion() {
        let folder = std::env::temp_dir().join(format!("occluscope-packaging-{}", std::process::id()));
        written(&folder).expect("a folder of the system");
        let text = |path: &str| fs::read_to_string(folder.join(path)).unwrap_or_default();
        let command = occluscope::cli::command();
        let mut n = 0;
        for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            let name = sub.get_name();
            let page = text(&format!("man/occluscope-{name}.1"));
            assert!(page.starts_with(".ie") || page.contains(".TH"), "{name}: {page}");
            for shell in ["_occluscope", "occluscope.bash", "occluscope.fish", "_occluscope.ps1"] {
                assert!(text(&format!("completions/{shell}")).contains(name), "{name}: {shell}");
            }
            for option in sub.get_arguments().filter(|a| !a.is_hide_set()).filter_map(|a| a.get_long()) {
                assert!(page.contains(&option.replace('-', "\\-")), "{name}: --{option}");
            }
            n += 1;
        }
        assert!(n > 10, "{n}");
        assert!(!text("man/occluscope.1").contains("no\\-such\\-option"));
        fs::remove_dir_all(&folder).expect("it was made here");
    }
}
