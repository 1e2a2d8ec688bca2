//! Floor 9: the window. winit and egui, with the scene and the map drawn offscreen by `render`.
//!
//! One way for everything to go: [`hands`] and [`panels`] read the desk ([`state`]) and put [`actions`] into its letter box; [`update`]
//! carries them out and says what else is to be done; [`window`] has that done by [`jobs`], [`stage`] and [`exports`], and takes their
//! answers back to `update`. [`widgets`] and [`stats`] know none of the others.
mod actions;
mod exports;
mod hands;
mod jobs;
mod options;
mod panels;
mod stage;
mod state;
mod stats;
mod update;
mod widgets;
mod window;

pub use options::{LoseGpu, WindowOptions};
pub use state::ViewLayout;

use crate::base::files::crash;
use anyhow::Context;
use window::{App, UserEvent};
use winit::event_loop::EventLoop;

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When there is no display or no usable GPU ([`crate::gpu::GpuError`] is in the chain: exit status 3), or a result
/// asked for on the command line cannot be written.
pub fn run(options: WindowOptions) -> anyhow::Result<()> {
    let event_loop = EventLoop::<UserEvent>::with_user_event().build().map_err(|error| {
        tracing::debug!("no event loop: {error}");
        anyhow::anyhow!("no display was found for the window; `occluscope analyze` needs none")
    })?;
    let proxy = event_loop.create_proxy();
    let terminate = proxy.clone();
    // SIGTERM, SIGINT and SIGHUP end the program in order. A second handler in one process is a test's affair.
    if let Err(error) = ctrlc::set_handler(move || drop(terminate.send_event(UserEvent::Terminate))) {
        tracing::warn!("the program cannot be asked to end: {error}");
    }
    // The command line says on its own what went wrong.
    options.own.crashes().into_iter().for_each(crash::watch);
    let mut app = App::new(options, proxy);
    event_loop.run_app(&mut app).context("the window broke down")?;
    app.failure.map_or(Ok(()), Err)
}
