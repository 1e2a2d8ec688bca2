//! File dialogs, each on a thread of its own, so that the window never stands still.
use super::window::UserEvent;
use crate::jaw::JawSide;
use std::path::PathBuf;
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
        let chosen = match side {
            None => dialog.pick_files().unwrap_or_default(),
            Some(_) => dialog.pick_file().into_iter().collect(),
        };
        // The window may be closed by now.
        drop(proxy.send_event(UserEvent::Chosen(chosen, side)));
    });
}
