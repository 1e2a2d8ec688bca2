//! `occluscope sample`: the built-in sample case as files.
use super::Answer;
use super::outputs::print;
use super::progress::Reporter;
use crate::base::RawMesh;
use crate::base::files::{NewFolder, Staged};
use crate::export::stl;
use crate::jaw::sample::sample_case;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct SampleArgs {
    /// Folder for upper.stl and lower.stl; made when it is not there
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
    let paths = ["upper.stl", "lower.stl"].map(|name| folder.join(name));
    let staged = [stage(&paths[0], &upper)?, stage(&paths[1], &lower)?];
    drop(reporter);
    for (file, (path, mesh)) in staged.into_iter().zip(paths.iter().zip([&upper, &lower])) {
        file.commit()?;
        print(&format!("{}: {} triangles\n", path.display(), mesh.triangles.len()))?;
    }
    made.keep();
    Ok(Answer::Done)
}

fn stage(path: &Path, mesh: &RawMesh) -> anyhow::Result<Staged> {
    let triangles = mesh.triangles.iter().map(|t| t.map(|i| mesh.positions[i as usize]));
    Ok(Staged::write(path, |out| stl::write_stl(triangles, out))?)
}
