//! Mesh buffers
