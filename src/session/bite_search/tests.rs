//! A bite of the sample case, looked for as the window does.
use super::*;
use crate::export::stl::write_stl;
use crate::session::Settings;

fn session() -> Session {
    let pair = crate::session::prepared::sample(&crate::base::files::cache::CacheFolder::none(), &Progress::default());
    let pair = pair.expect("the sample case").prepared.pair;
    Session::new(pair, Rigid::IDENTITY, Settings::default())
}

fn answer(session: &Session, question: BiteQuestion) -> Answer {
    let search = BiteSearch::start(question, PairForms::new(session.pair().clone()), Arc::new(|| ()));
    loop {
        if let Some(answer) = search.poll() {
            return answer;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// The back teeth of both jaws in a pose, from outside.
fn bite_scan(pair: &JawPair, pose: &Rigid, path: &Path) {
    let mut corners: Vec<[glam::Vec3; 3]> = Vec::new();
    for (mesh, pose) in [(&pair.upper.mesh, Rigid::IDENTITY), (&pair.lower.mesh, *pose)] {
        let seen = (0..mesh.n_scanned).map(|t| mesh.corners(t)).filter(|c| {
            let outwards = (c[1] - c[0]).cross(c[2] - c[0]).x * c[0].x.signum();
            c.iter().all(|p| p.x.abs() > 10.0) && outwards > 0.0
        });
        corners.extend(seen.map(|c| c.map(|p| pose.transform_point(p.as_dvec3()).as_vec3())));
    }
    let mut bytes = Vec::new();
    write_stl(corners.into_iter(), &mut bytes).expect("memory");
    std::fs::write(path, bytes).expect("written");
}

#[test]
fn a_bite_scan_gives_its_pose_and_garbage_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let session = session();
    let pose = Rigid::from_six([0.4, -0.3, -0.9, 0.8, 0.5, -0.4]);
    let path = folder.path().join("bite.stl");
    bite_scan(session.pair(), &pose, &path);
    let asked = BiteQuestion::of_scans(&session, vec![path.clone()]).expect("one scan");
    let found = answer(&session, asked).expect("an honest match");
    let off_mm = session.pair().lower.mesh.motion_mm(found.upper_from_lower, pose);
    assert!(off_mm < 0.02 && found.origin == BiteOrigin::BiteScan, "{off_mm} mm off");
    let BiteFound::Scans(by_scans) = found.found else { panic!("it was found by scans") };
    assert!(by_scans.n_scans == 1 && by_scans.rms_mm.iter().all(|mm| *mm < 0.02), "{by_scans:?}");
    assert!(by_scans.overlap.iter().all(|share| (0.1..0.9).contains(share)), "{by_scans:?}");
    // The twins: no scan, one jaw alone, too many.
    std::fs::write(&path, b"solid nothing").expect("written");
    let said = answer(&session, BiteQuestion::of_scans(&session, vec![path.clone()]).expect("one"));
    assert!(said.as_ref().is_err_and(|s| s.contains("bite.stl") && s.ends_with('.')), "{said:?}");
    let none = folder.path().join("none.stl");
    let said = answer(&session, BiteQuestion::of_scans(&session, vec![none]).expect("one"));
    assert!(said.as_ref().is_err_and(|s| s.contains("none.stl")), "{said:?}");
    assert!(BiteQuestion::of_scans(&session, vec![path; MOST_BITE_SCANS + 1]).is_err());
}

#[test]
fn a_jaw_that_was_moved_is_seated_and_so_is_one_far_away() {
    let mut session = session();
    let moved = crate::session::Command::Move {
        motion: crate::session::Motion::Drag,
        upper_from_lower: Rigid::from_six([0.5, 0.3, -0.6, 0.5, 0.0, 0.5]),
    };
    session.apply(&moved);
    let found = answer(&session, BiteQuestion::of_seat(&session, 0.02)).expect("the teeth meet");
    let BiteFound::Seat(by_seat) = found.found else { panic!("it was seated") };
    assert!(by_seat.spread_mm2 > 0.5 * by_seat.as_scanned_mm2 && by_seat.max_depth_mm <= 0.02, "{by_seat:?}");
    assert_eq!((by_seat.tolerance_mm, by_seat.threshold_mm), (0.02, session.settings().threshold_mm));
    assert_ne!(found.upper_from_lower, session.bite(), "nothing was moved");
    let BiteQuestion::Seat { asked, .. } = BiteQuestion::of_seat(&session, 7.0) else { panic!("a seat") };
    assert_eq!(asked.tolerance_mm, 0.1, "no more than may be asked for");
    let away = crate::session::Command::Move {
        motion: crate::session::Motion::Drag,
        upper_from_lower: Rigid::from_translation(DVec3::NEG_Z * 40.0),
    };
    session.apply(&away);
    let found = answer(&session, BiteQuestion::of_seat(&session, 0.02))
        .expect("arches that are apart are laid on each other first");
    let BiteFound::Seat(by_seat) = found.found else { panic!("it was seated") };
    assert!(by_seat.spread_mm2 > 0.5 * by_seat.as_scanned_mm2 && by_seat.max_depth_mm <= 0.02, "{by_seat:?}");
    let [x, y, z, rx, ry, rz] = found.upper_from_lower.to_six();
    assert!(DVec3::new(x, y, z).length() < 0.1 && DVec3::new(rx, ry, rz).length() < 0.3, "{found:?}");
}
