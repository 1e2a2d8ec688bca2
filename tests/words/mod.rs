//! The catalogues of all languages are whole: the same messages with the same variables, all that the sources name and nothing else,
//! in letters that the program has. And nothing that a person reads stands in the sources themselves.
mod catalogues;
mod fields;
mod literals;
mod reworded;
mod sources;
