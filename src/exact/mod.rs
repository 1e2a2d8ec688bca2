//! Floor 4: object space on the CPU, in double precision with exact predicates: the judge of the raster method, which
//! shares none of its steps, and an engine in its own right.
//!
//! In the order of use: [`bvh`] (tree over a mesh) -> [`pairs`] (two trees under a pose: the triangles that meet, decided
//! by [`intersect_triangle_triangle`]) -> [`segments`] (where they meet, as polylines); [`ray_grid`] (all layers of the
//! pixels' rays) -> [`gap_field`] and [`figures`], on the grid of [`choice`]; [`closest`] (nearest points; [`signed`]
//! by [`winding`]) and [`distance`] (of two jaws); [`first_contact`] (along a motion); [`penetration`] (depth and volume).
//! [`engine`] ties them together, [`analysis`] is all of one pose; [`answer`] is what the window asks at rest.
pub mod analysis;
pub mod answer;
mod between_pixels;
pub mod bvh;
pub mod cap;
pub mod choice;
pub mod closest;
pub mod closest_gap;
pub mod closest_point_triangle;
pub mod crossing;
mod deciding_passes;
pub mod dipoles;
pub mod distance;
pub mod engine;
pub mod figures;
pub mod fine_gaps;
pub mod first_contact;
mod focus;
pub mod gap_field;
mod groups;
pub mod intersect_triangle_triangle;
pub mod jaw_runs;
pub mod known_nearest;
pub mod mean_gap;
pub mod measured;
pub mod minimum_separating_motion;
pub mod near_pairs;
mod near_triangles;
pub mod nearby;
pub mod nested;
pub mod octree;
pub mod pairs;
mod part_of_jaw;
pub mod penetration;
pub mod predicates;
pub mod ray_grid;
pub mod rays;
pub mod section;
pub mod segments;
pub mod signed;
pub mod surface;
pub mod triangle_box;
mod watched;
pub mod wide_pose;
pub mod winding;
pub mod winding_cache;

#[cfg(test)]
pub mod test_support;

pub use analysis::ExactAnalysis;
pub use answer::ExactQuestion;
pub use bvh::Bvh;
pub use closest::{Hint, Nearest, Searcher};
pub use closest_gap::ClosestGap;
pub use distance::{SmallestDistance, smallest_distance};
pub use engine::BvhEngine;
pub use fine_gaps::PaintReach;
pub use first_contact::{Ahead, Contact, FirstContact, Motion};
pub use gap_field::{RayField, gap_field_along};
pub use intersect_triangle_triangle::{Meeting, meeting, triangles_meet};
pub use jaw_runs::JawRuns;
pub use known_nearest::KnownNearest;
pub use minimum_separating_motion::{SeparatingMotion, is_small_way_out};
pub use near_pairs::pairs_within;
pub use octree::{FacePair, OctreeEngine, OctreeScene};
pub use pairs::{TrianglePair, intersecting_pairs, surfaces_meet};
pub use part_of_jaw::CountedJaws;
pub use penetration::{DeepestPenetration, PenetrationVolume, VolumeMethod};
pub use segments::{Curve, Segment, curves, segments};
pub use signed::{SignedNearest, signed_nearest};
pub use surface::Surface;
pub use triangle_box::triangle_meets_box;
pub use winding::Sides;
