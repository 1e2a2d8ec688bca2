//! The window's state as it goes into a snapshot.
use crate::app::state::{Open, ViewLayout};
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::view::{CameraRecord, JawAppearanceRecord, MotionViewRecord, PatientRecord, ViewRecord};
use crate::jaw::JawSide;
use crate::jaw::motion::MovementKind;

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
        motion: motion_record(open),
    }
}

/// Which movement is looked at, and which instant of it.
fn motion_record(open: &Open) -> Option<MotionViewRecord> {
    let path = open.motion.path().filter(|_| open.motion.is_open && open.session.is_played())?;
    let kept = open.session.motion();
    let (record, movement) = (kept.record(), kept.movement);
    let forward = match movement.kind {
        MovementKind::Lateral { forward, .. } => Some(forward),
        _ => None,
    };
    let of_articulator = record.is_none();
    Some(MotionViewRecord {
        kind: of_articulator.then(|| movement.name()),
        amount_mm: of_articulator.then_some(movement.amount_mm),
        forward: forward.filter(|_| of_articulator),
        guide: if of_articulator { kept.guide.name() } else { "recorded" }.into(),
        record: record.map(|record| record.name.clone()),
        at: open.motion.at(),
        unit: if path.is_timed() { "s" } else { "mm" }.into(),
        bite_upper_from_lower: open.session.bite().to_rows(),
        articulator: ArticulatorRecord::new(&open.session.articulator(), kept.facebow.as_ref()),
    })
}
