//! Everything that decides the picture of the jaws.
use crate::app::state::{Open, Pane};
use crate::jaw::JawSide;
use crate::render::{JawStyle, PaintSettings, SceneView, Theme};
use crate::session::Settings;

/// How the jaws are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Every triangle (of scans of many millions, all that a pixel can show), smooth edges.
    Full,
    /// In motion on a software driver: no more than the eye catches, with so many pixels at most.
    Moving { most_pixels: u64 },
}

impl Care {
    /// The same for a picture that is that part of all that is shown.
    pub fn of_share(self, share: f64) -> Self {
        match self {
            Self::Full => Self::Full,
            Self::Moving { most_pixels } => Self::Moving { most_pixels: (most_pixels as f64 * share).ceil() as u64 },
        }
    }

    /// Most pixels that a picture is drawn with.
    pub fn most_pixels(self) -> u64 {
        match self {
            Self::Full => u64::MAX,
            Self::Moving { most_pixels } => most_pixels,
        }
    }
}

/// Most that a surface in motion may be away from the scan's, pixels.
const MOVING_ERROR_PX: f64 = 1.0;
/// The same at rest, of huge scans.
const RESTING_ERROR_PX: f64 = 0.5;
/// Opacity of a jaw in the x-ray view: still solid enough to be taken hold of.
const X_RAY_OPACITY: f32 = 0.5;

pub fn scene_view(open: &Open, (pane, size): (Pane, [u32; 2]), theme: Theme, care: Care) -> SceneView {
    let settings = open.settings();
    SceneView {
        camera: *open.view.camera_of(pane),
        size,
        upper: jaw_style(settings, JawSide::Upper, open.shows_in(pane, JawSide::Upper)),
        lower: jaw_style(settings, JawSide::Lower, open.shows_in(pane, JawSide::Lower)),
        upper_from_lower: open.upper_from_lower_in(pane),
        paint: paint_settings(settings),
        // The gap that is known is of the other picture's pose.
        painted: settings.paint && open.classes().is_none() && pane != Pane::Other,
        sure: open.sure.is_some(),
        classed: open.classes().is_some(),
        theme,
        highlight: open.marked(),
        antialias: care == Care::Full,
        most_pixels: care.most_pixels(),
        most_error_px: if care == Care::Full { resting_error_px(open) } else { MOVING_ERROR_PX },
    }
}

/// Of scans so large that no picture has a pixel for each triangle, what no eye catches may be left out at rest as well.
fn resting_error_px(open: &Open) -> f64 {
    if open.pair().is_huge() { RESTING_ERROR_PX } else { 0.0 }
}

fn jaw_style(settings: &Settings, side: JawSide, visible: bool) -> JawStyle {
    let opacity = settings.jaw(side).opacity.min(if settings.x_ray { X_RAY_OPACITY } else { 1.0 });
    JawStyle { visible, opacity, show_added: settings.added_faces, ..JawStyle::default() }
}

pub fn paint_settings(settings: &Settings) -> PaintSettings {
    PaintSettings {
        palette: settings.palette,
        threshold_mm: settings.threshold_mm as f32,
        range_mm: settings.range_mm as f32,
        iso_step_mm: settings.iso_step_mm.unwrap_or(0.0) as f32,
    }
}
