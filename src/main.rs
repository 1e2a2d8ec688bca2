//! The program `occluscope`: its face is a window or a command line.
fn main() -> std::process::ExitCode {
    occluscope::cli::main()
}
