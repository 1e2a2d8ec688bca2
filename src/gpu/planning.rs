//! What a planned projection means to the GPU: what is drawn of the jaws, and the settings of each draw.
use super::culling::{Limits, NOWHERE, deepest_mm, visible_corners};
use super::jaw_pair::{JawGpu, JawPairGpu};
use super::layout::{JawUniform, RunUniform};
use super::pipeline::FrameRanges;
use super::targets::{N_REDUCE_GROUPS, Targets};
use crate::base::Rigid;
use crate::field::planning::Planned;
use crate::field::projection_choice::ZONE_MM;
use crate::field::{Counting, JawOnMap, Question};
use glam::DMat4;

impl Planned {
    /// What each draw of a frame needs of the jaws.
    pub fn ranges(&self, pair: &JawPairGpu, upper_from_lower: &Rigid) -> FrameRanges {
        let size = [self.projection.cols, self.projection.rows];
        let map_from_upper = self.projection.map_from_world_matrix();
        let map_from_lower = map_from_upper * upper_from_lower.to_dmat4();
        let see =
            |jaw: &JawGpu, map_from_jaw: &DMat4, limits| visible_corners(&jaw.clusters, map_from_jaw, size, limits);
        let everything = Limits::default();
        let (a, map_from_a, b, map_from_b) = if self.swapped {
            (&pair.lower, &map_from_lower, &pair.upper, &map_from_upper)
        } else {
            (&pair.upper, &map_from_upper, &pair.lower, &map_from_lower)
        };
        // Faces of B beyond all of A can pass neither test. A hair more, for the depth buffer's resolution.
        let deepest_mm = Some(deepest_mm(&a.clusters, map_from_a, size) + 0.001);
        // A closed jaw needs no check of its winding, and its first surface is entered.
        let only_entered = pair.lower.closed && !self.swapped;
        let direction = upper_from_lower.inverse().transform_vector(self.projection.direction).as_vec3();
        let lower_limits = Limits { left_along: only_entered.then_some((direction, NOWHERE)), ..everything };
        FrameRanges {
            upper: see(&pair.upper, &map_from_upper, everything),
            lower: see(&pair.lower, &map_from_lower, lower_limits),
            counted: see(b, map_from_b, Limits { deepest_mm, ..everything }),
        }
    }

    /// Where both jaws' corners lie on the map, composed in double precision.
    pub fn jaw_uniforms(&self, upper_from_lower: &Rigid) -> [JawUniform; 2] {
        let uniform = |side: u32, upper_from_jaw: &Rigid| {
            let on_map = JawOnMap::new(upper_from_jaw, &self.projection, self.middle_mm());
            JawUniform {
                map_from_jaw: on_map.axes(),
                centre_in_jaw: on_map.centre.to_array(),
                zero: 0,
                size: [self.projection.cols, self.projection.rows],
                side,
                depth_per_mm: (1.0 / (self.extent.far - self.extent.near)) as f32,
            }
        };
        [uniform(0, &Rigid::IDENTITY), uniform(1, upper_from_lower)]
    }

    pub fn run_uniform(&self, pair: &JawPairGpu, question: &Question, targets: &Targets) -> RunUniform {
        RunUniform {
            slots_per_round: targets.slots_per_round,
            n_rounds: targets.rounds.len() as u32,
            ..self.frame_uniform(pair, question)
        }
    }

    /// The settings of a frame, without layer lists.
    pub fn frame_uniform(&self, pair: &JawPairGpu, question: &Question) -> RunUniform {
        let p = &self.projection;
        let in_lower = question.upper_from_lower.inverse().transform_vector(p.direction);
        let mut thresholds_mm = [[f32::MAX; 4]; 4];
        for (slot, t) in thresholds_mm.as_flattened_mut().iter_mut().zip(&question.thresholds_mm) {
            *slot = *t as f32;
        }
        RunUniform {
            direction_in_upper: p.direction.extend(0.0).as_vec4().to_array(),
            direction_in_lower: in_lower.extend(0.0).as_vec4().to_array(),
            size: [p.cols, p.rows],
            n_scanned: [pair.upper.n_scanned, pair.lower.n_scanned],
            n_vertices: [3 * pair.upper.n_triangles, 3 * pair.lower.n_triangles],
            counting: match question.counting {
                Counting::Winding => 0,
                Counting::Parity => 1,
                Counting::ParityThreeMasks => 2,
            },
            swapped: u32::from(self.swapped),
            range_mm: question.range_mm as f32,
            depth_epsilon_mm: self.depth_epsilon_mm(pair.largest_coordinate_mm()) as f32,
            zone_mm: ZONE_MM as f32,
            pixel_area_mm2: p.pixel_area_mm2() as f32,
            n_thresholds: question.thresholds_mm.len().min(Question::MAX_THRESHOLDS) as u32,
            slots_per_round: 0,
            n_rounds: 0,
            n_reduce_groups: N_REDUCE_GROUPS,
            is_closed: [u32::from(pair.upper.closed), u32::from(pair.lower.closed)],
            n_blocks: [0; 2],
            thresholds_mm,
        }
    }
}
