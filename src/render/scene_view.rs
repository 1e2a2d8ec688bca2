//! Everything that decides a picture, besides the meshes and the maps.
use super::Theme;
use super::camera::Camera;
use super::pass::gap_paint::PaintSettings;
use crate::base::Rigid;
use crate::jaw::JawSide;
use glam::DVec3;

/// How one jaw is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JawStyle {
    pub visible: bool,
    /// 1 = opaque, 0 = not there.
    pub opacity: f32,
    /// The scan's own colours, where it has them, instead of ivory.
    pub own_colors: bool,
    /// Faces that closing added (base, hole fills), muted.
    pub show_added: bool,
}

impl Default for JawStyle {
    fn default() -> Self {
        Self { visible: true, opacity: 1.0, own_colors: false, show_added: true }
    }
}

/// Everything that decides a picture, besides the meshes and the maps.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneView {
    pub camera: Camera,
    /// Physical pixels; the renderer adapts to it.
    pub size: [u32; 2],
    pub upper: JawStyle,
    pub lower: JawStyle,
    pub upper_from_lower: Rigid,
    pub paint: PaintSettings,
    /// Whether gaps are painted at all.
    pub painted: bool,
    /// The paint says how sure contact is, where that is known, in the place of how large the gap is.
    pub sure: bool,
    /// Triangles have the colours of their classes, where such were set, in the place of all other paint.
    pub classed: bool,
    pub theme: Theme,
    /// A ring is drawn around this world point.
    pub highlight: Option<DVec3>,
    /// Smooth edges; a software driver does without them while something moves.
    pub antialias: bool,
    /// Most that the surface drawn may be away from the scan's, pixels drawn: above 0 a coarser level of the mesh may be
    /// drawn, for a picture in motion on a software driver. Saved pictures show every triangle.
    pub most_error_px: f64,
    /// A picture of more pixels is drawn with so many, to be enlarged where it is shown: for one in motion, likewise.
    pub most_pixels: u64,
}

impl Default for SceneView {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            size: [1280, 800],
            upper: JawStyle::default(),
            lower: JawStyle::default(),
            upper_from_lower: Rigid::IDENTITY,
            paint: PaintSettings::default(),
            painted: true,
            sure: false,
            classed: false,
            theme: Theme::default(),
            highlight: None,
            antialias: false,
            most_error_px: 0.0,
            most_pixels: u64::MAX,
        }
    }
}

impl SceneView {
    /// The same as far as the surfaces in the picture go: light and paint are put on them later.
    pub(super) fn bare(&self) -> Self {
        let (paint, theme) = (PaintSettings::default(), Theme::default());
        Self { paint, painted: false, theme, highlight: None, ..self.clone() }
    }

    pub(super) fn style(&self, side: JawSide) -> &JawStyle {
        match side {
            JawSide::Upper => &self.upper,
            JawSide::Lower => &self.lower,
        }
    }

    pub(super) fn shown(&self, side: JawSide) -> bool {
        self.style(side).visible && self.style(side).opacity > 0.0
    }
}
