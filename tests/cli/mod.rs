//! The real program, run as a person or a script runs it: figures of analytic shapes, files, exit statuses, messages.
mod analyze;
mod bad_input;
mod cache;
mod case_analysis;
mod cases;
mod engines;
mod first_contact;
mod harness;
mod info;
mod object_space;
mod real_scans;
mod results;
mod scope;
mod teeth;
mod uncertainty;
mod usage;
mod verify;
