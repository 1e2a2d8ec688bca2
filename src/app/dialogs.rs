//! File dialogs, each on a thread of its own, so that the window never stands still.
use super::window::UserEvent;
use crate::jaw::JawSide;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use winit::event_loop::EventLoopProxy;

/// Asks for two scans, or for the one of `side`. The answer comes as [`UserEvent::Chosen`].
pub fn ask_for_scans(side: Option<JawSide>, start: Option<PathBuf>, proxy: &EventLoopProxy<UserEvent>) {
    let proxy = proxy.clone();
    std::thread::spawn(move || {
        let title = match side {
            None => "Open the scans of the upper and the lower jaw (choose both files)",
            Some(JawSide::Upper) => "Open the scan of the upper jaw",
            Some(JawSide::Lower) => "Open the scan of the lower jaw",
        };
        let mut dialog = rfd::FileDialog::new()
            .set_title(title)
            .add_filter("Scans (STL, PLY, OBJ)", &["stl", "ply", "obj", "STL", "PLY", "OBJ"]);
        if let Some(folder) = start {
            dialog = dialog.set_directory(folder);
        }
        let asked = Instant::now();
        let chosen = match side {
            None => dialog.pick_files().unwrap_or_default(),
            Some(_) => dialog.pick_file().into_iter().collect(),
        };
        let answer = match chosen.is_empty() && asked.elapsed() < AT_ONCE && !has_zenity() {
            true => UserEvent::NoDialog,
            false => UserEvent::Chosen(chosen, side),
        };
        // The window may be closed by now.
        drop(proxy.send_event(answer));
    });
}

/// Nobody closes a dialog faster: none was there.
const AT_ONCE: Duration = Duration::from_millis(700);

/// What is said then.
pub const NO_DIALOG: &str = "This system has no file dialog (neither a desktop portal nor zenity answers). Drop the \
                             two scans onto the window, or name them on the command line: occluscope UPPER LOWER.";

/// On Linux the dialog is the desktop portal's, or zenity's; elsewhere the system has one.
fn has_zenity() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join("zenity").is_file())
}
