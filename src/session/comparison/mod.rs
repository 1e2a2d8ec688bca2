//! Bites of the open case against each other, an earlier case against it, and its vertical dimension: what is asked of a session, and the work
//! on it, on a thread. Nothing of it changes the case.
//!
//! [`bites`] (several bites), [`cases`] (before and after), [`earlier`] (a case file against the open case), [`marks`] (where on the teeth each touches), [`paint`] (what it paints), [`vertical`], [`work`] (the thread).
pub mod bites;
pub mod cases;
pub mod earlier;
pub mod marks;
pub mod paint;
pub mod vertical;
pub mod work;

use crate::export::asked_jaws::AskedJaws;
use crate::export::json::{Inputs, input};
use crate::export::trim::TrimRecord;
use crate::export::view::DirectionsRecord;
use crate::jaw::{JawPair, JawSide, Teeth};
use crate::session::Session;
use glam::DVec3;

/// Places of the lower teeth, lower coordinates; of the whole jaw where no teeth are known.
pub fn lower_points(pair: &JawPair, teeth: &Teeth) -> Vec<DVec3> {
    let (mesh, teeth) = (&pair.lower.mesh, teeth.jaw(JawSide::Lower));
    let counts = |t: &u32| teeth.is_empty() || teeth.region_of(*t).is_some();
    let triangles = (0..mesh.n_scanned as u32).filter(counts);
    triangles.map(|t| mesh.positions[mesh.triangles[t as usize][0] as usize].as_dvec3()).collect()
}

/// What a record says of the jaws for those who ask again.
#[derive(Clone, Debug)]
pub struct RecordOf {
    pub inputs: Inputs,
    pub asked: AskedJaws,
}

impl RecordOf {
    /// `files`: of the upper and the lower jaw. `close`: open jaws were closed.
    pub fn session(session: &Session, files: [String; 2], close: bool) -> Self {
        let pair = session.pair();
        let [upper, lower] = files;
        let inputs = Inputs { upper: input(&pair.upper, upper), lower: input(&pair.lower, lower) };
        let directions = session.directions();
        let asked = AskedJaws {
            close,
            directions: Some(DirectionsRecord::of(&directions.frame, &directions.occlusion)),
            trim: TrimRecord::of(session.trim(), pair),
            trimmed_area_mm2: session.trim().area_mm2(pair),
        };
        Self { inputs, asked }
    }
}
