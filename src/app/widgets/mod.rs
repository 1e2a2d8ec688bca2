//! What panels are made of. Nothing here knows the desk: numbers, words and colours come in, a response goes out.
pub mod access;
pub mod area;
pub mod fit;
pub mod glass;
pub mod icons;
pub mod legend;
pub mod number_field;
pub mod range_slider;
pub mod section;
pub mod slider;
pub mod small_picture;
pub mod sure_legend;
pub mod table;
pub mod text;
pub mod theme;
pub mod transform_field;
