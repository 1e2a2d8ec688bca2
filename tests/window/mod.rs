//! The window as a person uses it: a real window on a virtual screen, a real mouse and real keys. What happened is
//! read from `--stats` and `--screenshot`. Needs Xvfb and xdotool, and fails without them.
#![cfg(all(feature = "app", target_os = "linux"))]
mod about;
mod access;
mod bite;
mod bites;
mod cases;
mod checkup;
mod compare;
mod contacts;
mod dropping;
mod exact;
mod first_contact;
mod gpu_lost;
mod hands;
mod hard;
mod harness;
mod kills;
mod languages;
mod layers;
mod left;
mod live;
mod marks;
mod monkey;
mod motion;
mod one_truth;
mod opening;
mod overview;
mod places;
mod rest;
mod scale;
mod screen;
mod section;
mod sizes;
mod snapshots;
mod teeth;
mod trim;
