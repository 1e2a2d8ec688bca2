//! order of passes
