//! The engines behind one question: a pair of jaws, a pose and settings in; a plain [`Analysis`] out.
