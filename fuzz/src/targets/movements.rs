//! Recorded movements, and articulators.
use super::refused;
use crate::Target;
use occluscope::export::motion::articulator::ArticulatorRecord;
use occluscope::import::motion::{TableOptions, read_motion};
use occluscope::jaw::motion::{RecordReading, recorded_motion};

pub const TARGET: Target = Target { name: "movements", seeds, most_bytes: 20_000, run };

fn seeds() -> Vec<Vec<u8>> {
    let mark = |i: u32, x: i32, y: i32| format!("<mark_{i}><x>{x}</x><y>-35</y><z>{y}</z></mark_{i}>");
    let marks = mark(1, 0, 54) + &mark(2, 25, 84) + &mark(3, -25, 84);
    let track = |i: u32, x: i32, y: i32| {
        let quant = |by: i32| format!("<quant><x>{x}</x><y>-35.5</y><z>{}</z></quant>", y + by);
        let quants = (0..4).map(quant).collect::<String>();
        format!("<track><id>mark_{i}</id><size>4</size><frequency>60</frequency><quants>{quants}</quants></track>")
    };
    let tracks = track(1, 0, 54) + &track(2, 25, 84) + &track(3, -25, 84);
    let xml = format!(
        "<?xml version=\"1.0\"?><dental_measurement xmlns=\"http://www.zebris.de/JMA\"><coordinate_system>axis_orbital</coordinate_system>\
         <upper_position><type>bite_fork</type><points>{marks}</points></upper_position><positions><position><type>scan_position</type>\
         {marks}</position></positions><movements><movement><type>opening</type><tracks>{tracks}</tracks></movement></movements>\
         </dental_measurement>"
    );
    let points = "0.0 0.002 1.0\nLinear 15 explicit\n0 2 -99 -40 24 -69 -43 -17 -66 -43 54 -6 -1 -45 -4 -3\n\
                  0.001 2 -99 -41 24 -69 -44 -17 -66 -44 54 -6 -1 -45 -4 -3\n";
    let table = "0,0,0,1,0,0,0\n1.5,0.2,-0.4,0.9998,0.02,0,0\n";
    let named = "s_mm,time_s,tx_mm,ty_mm,tz_mm,rx_deg,ry_deg,rz_deg\n0,,0,0,0,0,0,0\n1,,0,1,-0.5,1,0,0\n";
    let articulator = r#"{"plane":"frankfurt","sci_deg":[41,39],"path_radius_mm":12.5,"wings_deg":[20,30],"pin_mm":2}"#;
    [xml.as_str(), points, table, named, articulator].map(|text| text.as_bytes().to_vec()).into()
}

fn run(bytes: &[u8]) -> bool {
    if let Ok(record) = ArticulatorRecord::read(bytes) {
        return match record.articulator() {
            Ok(articulator) => {
                assert_eq!(articulator.fault(), None);
                true
            }
            Err(why) => refused(why),
        };
    }
    let file = match read_motion(bytes, &TableOptions::default()) {
        Ok(file) => file,
        Err(why) => return refused(why),
    };
    let reading = RecordReading { bite_at: Some(0.0), ..RecordReading::default() };
    for movement in &file.movements {
        match recorded_motion(&file, movement, &reading) {
            Ok(found) => assert!(found.motions.iter().all(|m| m.to_dmat4().is_finite()), "a pose is no number"),
            Err(why) => _ = refused(why),
        }
    }
    true
}
