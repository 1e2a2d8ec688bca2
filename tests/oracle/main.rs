//! The engines against what is known: analytic shapes first. Written once, run for every engine.
mod analytic;
mod compute;
mod contact;
mod drag;
mod exact;
mod harness;
mod layers;
mod motion;
mod native;
mod pairs;
mod patches;
mod poses;
mod rays;
mod shapes;
mod spikes;
mod turned;
mod zlist;
