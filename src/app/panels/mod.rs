//! The panels around and over the pictures. Each shows the desk, keeps what is being typed in a state of its own, and collects
//! actions; none changes anything on the desk.
//!
//! A new panel touches three files: its own, this page, and [`layout`], which says where it is.
pub mod about;
pub mod apart;
pub mod arch;
pub mod areas;
pub mod articulator;
pub mod articulator_diagram;
mod articulator_parts;
pub mod bite;
mod bite_found;
pub mod bites;
pub mod case;
pub mod cases;
pub mod changes;
pub mod compare;
mod compare_bites;
mod compare_earlier;
mod compare_parts;
mod compare_table;
pub mod condyles;
pub mod contacts;
pub mod curve;
pub mod directions;
pub mod facebow;
pub mod figures;
pub mod fold;
pub mod gizmo;
pub mod handles;
pub mod headline;
pub mod keys;
pub mod layer_card;
pub mod layout;
pub mod map_panel;
pub mod measure_marks;
pub mod measures;
pub mod messages;
pub mod method;
pub mod motion;
mod motion_diagrams;
pub mod motion_import;
mod motion_lanes;
mod motion_paint;
pub mod motion_table;
pub mod notes;
mod notices;
pub mod ortho;
pub mod over_jaws;
pub mod overview;
pub mod picture;
pub mod pin_marks;
pub mod pins;
pub mod position;
pub mod profile;
pub mod projection;
pub mod projection_arrow;
pub mod report;
pub mod section;
pub mod section_line;
pub mod section_picture;
pub mod start;
pub mod status;
pub mod sure;
pub mod teeth;
mod told;
pub mod tooth_numbers;
pub mod top;
pub mod trim;
mod vertical;
mod vertical_curve;
pub mod views;
pub mod zone_marks;
pub mod zones;

/// What the panels remember by themselves from frame to frame.
#[derive(Default)]
pub struct Panels {
    pub bites: bites::BitesUi,
    pub directions: directions::DirectionsUi,
    pub keys: keys::KeysUi,
    pub measures: measures::MeasuresUi,
    pub articulator: articulator::ArticulatorUi,
    pub naming: teeth::NamingUi,
    pub notes: notes::NotesUi,
    pub ortho: ortho::OrthoUi,
    pub pins: pins::PinsUi,
    pub projection: projection::ProjectionUi,
    pub report: report::ReportUi,
    pub save_as: cases::SaveAsUi,
    pub views: views::ViewsUi,
    pub zones: zones::ZonesUi,
}
