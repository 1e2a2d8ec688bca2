//! The window's state as it goes into a snapshot.
use crate::app::state::{Open, ViewLayout};
use crate::export::view::{CameraRecord, JawAppearanceRecord, PatientRecord, ViewRecord};
use crate::jaw::JawSide;

pub fn view_record(open: &Open, layout: ViewLayout) -> ViewRecord {
    let session = &open.session;
    let (settings, camera, directions) = (session.settings(), &open.view.camera, session.directions());
    let jaw = |side| {
        let view = settings.jaw(side);
        JawAppearanceRecord { visible: view.visible, opacity: view.opacity }
    };
    ViewRecord {
        layout: layout.key().into(),
        camera: CameraRecord {
            target: camera.target.to_array(),
            orientation: camera.orientation.to_array(),
            height_mm: camera.height_mm,
            fov_deg: camera.fov_rad.map(f64::to_degrees),
        },
        solo: open.view.solo,
        threshold_mm: settings.threshold_mm,
        direction: settings.direction.map(|d| d.to_array()),
        palette: settings.palette,
        paint: settings.paint,
        x_ray: settings.x_ray,
        added_faces: settings.added_faces,
        upper: jaw(JawSide::Upper),
        lower: jaw(JawSide::Lower),
        patient: PatientRecord {
            origin: directions.frame.origin.to_array(),
            up: directions.frame.up.to_array(),
            front: directions.frame.front.to_array(),
            intercondylar_mm: directions.anatomy.intercondylar_mm,
            bonwill_mm: directions.anatomy.incisal_to_condyle_mm,
            balkwill_deg: directions.anatomy.balkwill_angle_rad.to_degrees(),
        },
    }
}
