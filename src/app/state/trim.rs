//! The tool that trims: strokes of a brush or a lasso over the picture, which leave surface out of every judgement or bring it back.
use super::of_pair::OfPair;
use crate::base::{Derived, Wake, both};
use crate::jaw::teeth::places::Places;
use crate::jaw::{JawPair, JawSide};
use crate::mesh::TriMesh;
use crate::mesh::nearby_surface::NearbySurface;
use glam::{DVec2, Vec3};
use std::ops::RangeInclusive;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TrimKind {
    /// What lies about the cursor, as far as it hangs together.
    #[default]
    Brush,
    /// What is seen inside a line.
    Lasso,
}

/// What a person asks of the tool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TrimWish {
    Take(TrimKind),
    Leave,
    /// Takes the tool that was in the hand last, or leaves it.
    Toggle,
    RadiusMm(f64),
    BringsBack(bool),
    BringAllBack,
}

/// Radius of the brush that can be set, mm.
pub const RADII_MM: RangeInclusive<f64> = 0.3..=6.0;

pub struct TrimTool {
    /// Strokes over the picture trim.
    pub is_in_hand: bool,
    pub kind: TrimKind,
    /// Of the brush.
    pub radius_mm: f64,
    /// Strokes bring back what was trimmed.
    pub brings_back: bool,
    pub stroke: Option<Stroke>,
    surfaces: Derived<OfPair, [JawSurface; 2]>,
}

/// From press to release. Places are physical pixels from the top left corner of the view.
#[derive(Clone, Debug, PartialEq)]
pub enum Stroke {
    Brush {
        side: JawSide,
        at: DVec2,
        /// On the jaw, its own coordinates, mm.
        last: Vec3,
        brings_back: bool,
    },
    Lasso {
        outline: Vec<DVec2>,
        brings_back: bool,
    },
}

impl Default for TrimTool {
    fn default() -> Self {
        Self {
            is_in_hand: false,
            kind: TrimKind::default(),
            radius_mm: 1.5,
            brings_back: false,
            stroke: None,
            surfaces: Derived::default(),
        }
    }
}

impl TrimTool {
    /// Puts the tool away; a stroke that is under way is the caller's to end.
    pub fn leave(&mut self) {
        (self.is_in_hand, self.stroke) = (false, None);
    }

    /// Whether the jaws' surfaces are being made ready for it.
    pub fn is_getting_ready(&self) -> bool {
        self.surfaces.is_busy()
    }

    /// A jaw's surface as the brush needs it; `None` until it is ready, and where making it met a fault: the lasso needs none.
    pub fn surface(&self, pair: &Arc<JawPair>, side: JawSide) -> Option<&JawSurface> {
        self.surfaces.of(&OfPair(pair.clone())).map(|surfaces| &surfaces[side as usize])
    }

    /// Makes the surfaces of a pair ready on a thread, once the tool is in the hand.
    pub fn follow(&mut self, pair: &Arc<JawPair>, wake: &Wake) {
        self.surfaces.take();
        if self.is_in_hand {
            let make = || {
                let [upper, lower] = [pair.upper.mesh.clone(), pair.lower.mesh.clone()];
                move |_: &_| both(|| JawSurface::of(&upper), || JawSurface::of(&lower)).into()
            };
            self.surfaces.follow(OfPair(pair.clone()), ("surfaces", wake), make);
        }
    }
}

/// One jaw's surface, to be brushed over.
pub struct JawSurface {
    places: Places,
    nearby: NearbySurface,
}

impl JawSurface {
    fn of(mesh: &Arc<TriMesh>) -> Self {
        Self { places: Places::of(mesh), nearby: NearbySurface::of(mesh) }
    }

    /// What a brush covers on its way from one place to another, in the jaw's own coordinates.
    pub fn brushed(&self, from: Vec3, to: Vec3, radius_mm: f64) -> Vec<u32> {
        let at = self.places.triangle_at(to);
        at.map(|at| self.nearby.along(at, [from, to], radius_mm as f32)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::LengthUnit;
    use crate::base::Rigid;
    use crate::jaw::{Jaw, OcclusalFrame};
    use crate::mesh::{RepairReport, shapes};
    use glam::DVec3;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    fn pair() -> Arc<JawPair> {
        let jaw = Jaw {
            name: "ball".into(),
            blake3: String::new(),
            unit: LengthUnit::Millimetre,
            mesh: shapes::sphere(120, 10.0).into(),
            report: RepairReport::default(),
        };
        let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame");
        Arc::new(JawPair {
            upper: jaw.clone(),
            lower: jaw,
            frame,
            occlusion: Rigid::IDENTITY,
            told: Default::default(),
        })
    }

    #[test]
    fn surfaces_are_made_ready_once_the_tool_is_in_the_hand() {
        let (sender, woken) = channel();
        let wake: Wake = Arc::new(move || _ = sender.send(()));
        let (mut tool, pair) = (TrimTool::default(), pair());
        tool.follow(&pair, &wake);
        assert!(!tool.is_getting_ready(), "nobody wants them");
        tool.is_in_hand = true;
        tool.follow(&pair, &wake);
        assert!(tool.is_getting_ready() && tool.surface(&pair, JawSide::Upper).is_none());
        woken.recv_timeout(Duration::from_secs(60)).expect("woken");
        tool.follow(&pair, &wake);
        let surface = tool.surface(&pair, JawSide::Lower).expect("ready");
        let found = surface.brushed(Vec3::X * 10.0, Vec3::X * 10.0, 1.0);
        assert!(found.len() > 10, "{}", found.len());
        assert!(surface.brushed(Vec3::ZERO, Vec3::ZERO, 1.0).is_empty(), "the middle of the ball is no place on it");
        let other = Arc::new((*pair).clone());
        assert!(tool.surface(&other, JawSide::Lower).is_none(), "another pair");
    }
}
