//! Command lines, one argument a line: read and never run.
use super::refused;
use crate::Target;
use occluscope::cli::usage_error;

pub const TARGET: Target = Target { name: "arguments", seeds, most_bytes: 2_000, run };

fn seeds() -> Vec<Vec<u8>> {
    [
        "analyze u.stl l.stl --pose 0,0,-1.5,0,2,0 --unit mm --resolution 256 --threshold-mm 0.05,0.1 --json -",
        "analyze c.occ --direction 0,0,-1 --patches 1 --counting parity --engine bvh --adapter none --time 15",
        "analyze u.stl l.stl --contact-gap closest --scope whole --trim none --deadline 2.5 --teeth none --no-close",
        "first-contact u.ply l.obj --hinge 0,-90,0,1,0,0 --pose-file p.json --json f.json --scope teeth",
        "info a.stl b.ply --json --unit m --no-cache",
        "verify a.png --upper u.stl --lower l.stl --json -",
        "bench --help",
        "u.stl l.stl --size 1280x800 --exit-after-frames 3 --stats s.json --screenshot s.png",
    ]
    .map(|line| line.replace(' ', "\n").into_bytes())
    .to_vec()
}

fn run(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    // A terminal's line holds no more; the system hands none over with a zero in it.
    let arguments = text.split('\n').filter(|argument| !argument.contains('\0'));
    match usage_error(arguments.take(64)) {
        None => true,
        Some(why) => refused(why),
    }
}
