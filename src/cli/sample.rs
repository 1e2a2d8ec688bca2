//! `occluscope sample`: the built-in sample case as files.
use super::Answer;
use super::outputs::print;
use super::progress::Reporter;
use crate::base::RawMesh;
use crate::base::files::{NewFolder, Staged};
use crate::export::stl;
use crate::jaw::sample::sample_case;
use crate::session::case_file::{CaseContent, CaseFile, PackedScan};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct SampleArgs {
    /// Folder for upper.stl, lower.stl and case.occ; made when it is not there
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
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
