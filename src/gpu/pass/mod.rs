//! One pass a file: a small struct with `new(device)` and `run(...)`, its WGSL of the same stem in shaders/analysis.
pub mod bound;
pub mod classify;
pub mod count_layers;
pub mod cover;
pub mod decide;
pub mod depth_extreme;
pub mod descend;
pub mod gap_map;
pub mod inspect;
pub mod layer_list;
pub mod layer_order;
pub mod layer_plan;
pub mod layer_resolve;
pub mod mark_triangles;
pub mod meet_triangles;
pub mod nearest_triangles;
pub mod own_counts;
pub mod raster;
pub mod reduce;
pub mod refit;
pub mod select_triangles;
pub mod z_list;
pub mod z_list_offsets;
pub mod z_list_pairs;
pub mod z_list_scan;

/// Joined in front of every compute shader.
pub const RUN_WGSL: &str = include_str!("../../../shaders/common/run.wgsl");
/// Where corners lie on the map, and how deep triangles are: with every shader that draws a jaw, by whichever execution.
pub const DEPTH_PLANE_WGSL: &str = include_str!("../../../shaders/common/depth_plane.wgsl");
/// Joined in front of every shader that draws a jaw.
pub const JAW_WGSL: &str = include_str!("../../../shaders/common/jaw.wgsl");
/// The decision rule and the gap that two surfaces give.
pub const DECISION_WGSL: &str = include_str!("../../../shaders/common/decision.wgsl");
/// What is written of a pixel into map and triangles.
pub const MAP_PIXEL_WGSL: &str = include_str!("../../../shaders/common/map_pixel.wgsl");
/// How parts of the row of figures are joined.
pub const FIGURES_WGSL: &str = include_str!("../../../shaders/common/figures.wgsl");
/// The layers' entries, and where the frame's plan tells of them.
pub const LAYER_ENTRY_WGSL: &str = include_str!("../../../shaders/common/layer_entry.wgsl");
/// A layer that is read, and what crossing it does.
pub const LAYER_WGSL: &str = include_str!("../../../shaders/common/layer.wgsl");
/// The order of layers as blending leaves it.
pub const LAYER_CODE_WGSL: &str = include_str!("../../../shaders/common/layer_code.wgsl");
/// What all passes of the z-lists share.
pub const Z_LIST_WGSL: &str = include_str!("../../../shaders/common/z_list.wgsl");
/// Lists of layers sorted and read; what joins it says how the order decides.
pub const LAYER_RESOLVE_WGSL: &str = include_str!("../../../shaders/analysis/layer_resolve.wgsl");
/// Which pixels a jaw's triangles cover, by compute.
pub const COVER_WGSL: &str = include_str!("../../../shaders/common/cover.wgsl");
/// What compute keeps of a jaw in each pixel.
pub const FACES_WGSL: &str = include_str!("../../../shaders/common/faces.wgsl");
/// Trees of several objects, and pairs of their nodes.
pub const FOREST_WGSL: &str = include_str!("../../../shaders/common/forest.wgsl");
/// Boxes of nodes.
pub const NODE_BOX_WGSL: &str = include_str!("../../../shaders/common/node_box.wgsl");
/// Triangles in the order of the leaves.
pub const CORNERS_WGSL: &str = include_str!("../../../shaders/common/corners.wgsl");
/// Boxes of triangles, where boxes of nodes would stand.
pub const TRIANGLE_BOX_WGSL: &str = include_str!("../../../shaders/common/triangle_box.wgsl");
/// Lists of pairs that are read and appended to.
pub const APPEND_PAIRS_WGSL: &str = include_str!("../../../shaders/common/append_pairs.wgsl");
