//! `occluscope sample`: the built-in sample case as files.
use super::Answer;
use super::outputs::print;
use super::progress::Reporter;
use crate::base::RawMesh;
use crate::base::files::{NewFolder, Staged, read_file};
use crate::export::stl;
use crate::jaw::sample::sample_case;
use crate::session::case_file::{CaseContent, CaseFile, PackedScan};
use anyhow::bail;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct SampleArgs {
    /// Folder for upper.stl, lower.stl and case.occ; made when it is not there
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Replace other files of these names
    #[arg(long)]
    pub force: bool,
}

/// # Errors
/// When the folder cannot be made or written to.
pub fn run(args: &SampleArgs) -> anyhow::Result<Answer> {
    let folder = &args.folder;
    let made = NewFolder::make(folder)?;
    let reporter = Reporter::start("sample case");
    let (upper, lower) = sample_case(&reporter.progress)?;
    let scans = [stl_of(&upper)?, stl_of(&lower)?];
    let paths = ["upper.stl", "lower.stl", "case.occ"].map(|name| folder.join(name));
    let case = case_of(&scans)?.to_bytes()?;
    let [upper_stl, lower_stl] = &scans;
    let contents = [upper_stl, lower_stl, &case];
    if !args.force {
        let is_own = |(path, content): (&PathBuf, &Vec<u8>)| !path.exists() || is_the_sample(path, content, &scans);
        let others = paths.iter().zip(contents).find(|file| !is_own(*file));
        if let Some((path, _)) = others {
            bail!("{}: another file is there, which stays; name another folder, or say --force", path.display());
        }
    }
    let mut staged = Vec::new();
    for (path, content) in paths.iter().zip(contents) {
        staged.push(Staged::write(path, |out| out.write_all(content))?);
    }
    drop(reporter);
    let said = [&upper, &lower].map(|mesh| format!("{} triangles", mesh.triangles.len()));
    let said = said.into_iter().chain(["both scans and their position".to_owned()]);
    for (file, (path, what)) in staged.into_iter().zip(paths.iter().zip(said)) {
        file.commit()?;
        print(&format!("{}: {what}\n", path.display()))?;
    }
    made.keep();
    Ok(Answer::Done)
}

/// Whether a file holds what would be written; cases of the sample differ in their date.
fn is_the_sample(path: &Path, content: &[u8], scans: &[Vec<u8>; 2]) -> bool {
    let Ok(there) = read_file(path) else { return false };
    let hashes = || scans.each_ref().map(|scan| blake3::hash(scan).to_hex().to_string());
    there == content || CaseFile::read(there).is_ok_and(|case| case.scans.map(|scan| scan.blake3) == hashes())
}

fn case_of(scans: &[Vec<u8>; 2]) -> anyhow::Result<CaseFile> {
    let pack =
        |scan: &Vec<u8>| PackedScan::pack(scan, blake3::hash(scan).to_hex().to_string()).map_err(anyhow::Error::msg);
    let content = CaseContent { saved: crate::export::now_text(), ..CaseContent::default() };
    Ok(CaseFile::embedding(content, [pack(&scans[0])?, pack(&scans[1])?]))
}

/// As binary STL, bytes.
fn stl_of(mesh: &RawMesh) -> std::io::Result<Vec<u8>> {
    let triangles = mesh.triangles.iter().map(|t| t.map(|i| mesh.positions[i as usize]));
    let mut content = Vec::new();
    stl::write_stl(triangles, &mut content)?;
    Ok(content)
}
