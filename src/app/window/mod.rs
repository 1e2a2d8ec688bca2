//! The program's window: events in, frames out. It owns the desk, the stage and the jobs, hands what it hears to `update`, and carries
//! out the effects that come back.
#[cfg(feature = "screen-reader")]
mod access;
mod app;
mod closing;
mod effects;
mod events;
mod frame;
mod give_back;
mod icon;
mod input;
mod less_motion;
mod lost_graphics;
mod rest;
mod rest_sign;
mod store;

pub use app::{App, UserEvent};
