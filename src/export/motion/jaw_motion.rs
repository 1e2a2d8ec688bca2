//! A track as `.jawMotion` (Zebris XML): the places of three marks on the lower jaw. Its axes are X to the left, Y up, Z to the front; its
//! origin is ours. It has no time stamps: a path without time is written with 100 samples a second, which say nothing.
use super::track::Track;
use glam::DVec3;
use std::io::{self, Write};

/// Samples a second of what has no time.
pub const NO_TIME_HZ: f64 = 100.0;

/// Three marks about the lower arch, wide apart, hinge frame; `incisal` is its front.
pub fn marks(incisal: DVec3) -> [DVec3; 3] {
    [DVec3::new(0.0, -34.0, 0.0), DVec3::new(-25.0, -4.0, 0.0), DVec3::new(25.0, -4.0, 0.0)].map(|off| incisal + off)
}

/// # Errors
/// What `out` reports.
pub fn write_jaw_motion(track: &Track, incisal: DVec3, mut out: impl Write) -> io::Result<()> {
    let marks = marks(incisal);
    let rest: String =
        marks.iter().enumerate().map(|(i, p)| format!("<mark_{0}>{1}</mark_{0}>", i + 1, place(*p))).collect();
    let (version, frequency) = (env!("CARGO_PKG_VERSION"), track.frequency.unwrap_or(NO_TIME_HZ));
    writeln!(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>")?;
    writeln!(out, "<dental_measurement xmlns=\"http://www.zebris.de/JMA\">")?;
    writeln!(out, "<program>Occluscope {version}</program>\n<format_version>1.0</format_version>")?;
    writeln!(out, "<coordinate_system>axis_orbital</coordinate_system>")?;
    writeln!(out, "<upper_position><type>bite_fork</type><points>{rest}</points></upper_position>\n<positions>")?;
    for kind in ["scan_position", "intercuspitation_max"] {
        writeln!(out, "<position><type>{kind}</type><id>{kind}</id>{rest}</position>")?;
    }
    writeln!(out, "</positions>\n<movements>\n<movement><type>{0}</type><id>{0}</id><tracks>", track.kind)?;
    for (i, mark) in marks.iter().enumerate() {
        let (id, size) = (i + 1, track.places.len());
        writeln!(out, "<track><id>mark_{id}</id><size>{size}</size><frequency>{frequency}</frequency><quants>")?;
        for at in &track.places {
            writeln!(out, "<quant>{}</quant>", place(at.motion.transform_point(*mark)))?;
        }
        writeln!(out, "</quants></track>")?;
    }
    writeln!(out, "</tracks></movement>\n</movements>\n</dental_measurement>")
}

/// In the file's axes, to a nanometre: what is read again is the pose to far below a micrometre.
fn place(p: DVec3) -> String {
    let [x, y, z] = [-p.x, p.z, p.y].map(|v| v + 0.0);
    format!("<x>{x:.6}</x><y>{y:.6}</y><z>{z:.6}</z>")
}
