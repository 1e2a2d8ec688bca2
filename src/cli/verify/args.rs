//! What `occluscope verify` is asked.
use crate::cli::args::parse_positive;
use crate::cli::execution::{self, ExecutionArg};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct VerifyArgs {
    /// Record of an analysis: the JSON of `analyze` or of the window's snapshot, or a picture that carries it
    #[arg(value_name = "SNAPSHOT")]
    pub snapshot: PathBuf,
    /// Engine that recomputes; without it the one that the record names
    #[arg(long, value_name = "NAME", value_parser = execution::engine_names())]
    pub engine: Option<String>,
    /// How the raster method is executed; without it as the record says
    #[arg(long, value_enum)]
    pub execution: Option<ExecutionArg>,
    /// GPU adapter: auto, cpu (a software driver), part of a name, or none for the processor alone; without it the one that the record names
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
    /// Scan of the upper jaw, where it is not found by the record
    #[arg(long, value_name = "F")]
    pub upper: Option<PathBuf>,
    /// Scan of the lower jaw, likewise
    #[arg(long, value_name = "F")]
    pub lower: Option<PathBuf>,
    /// Label file of the upper scan, where it is not found by the record
    #[arg(long, value_name = "F.json")]
    pub teeth_upper: Option<PathBuf>,
    /// Label file of the lower scan, likewise
    #[arg(long, value_name = "F.json")]
    pub teeth_lower: Option<PathBuf>,
    /// Neither use nor keep prepared scans on disk
    #[arg(long)]
    pub no_cache: bool,
    /// Give up after so many seconds, with exit status 2 and a sentence that names the stage [default: 60, with up to 2 million triangles]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = parse_positive)]
    pub deadline: Option<f64>,
    /// What was found, as JSON; "-" is stdout
    #[arg(long, value_name = "REPORT")]
    pub json: Option<PathBuf>,
}
