//! Zebris-like XML: places of three marks of the lower jaw, instant after instant. Elements are told by their local names, with or
//! without a namespace; tracks by their mark, in whatever order. Patient fields are not read.
use super::error::MotionError;
use super::file::{FARTHEST_MM, MOST_SAMPLES, MotionFile, Recorded, Samples};
use glam::DVec3;
use quick_xml::Reader;
use quick_xml::events::Event;

const MARKS: [&str; 3] = ["mark_1", "mark_2", "mark_3"];
/// What says where the marks are in the bite; the first that is there is taken.
const BITES: [&str; 3] = ["intercuspitation_max", "habitual_occlusion", "scan_position"];
const MOST_MOVEMENTS: usize = 1000;
const MOST_POSITIONS: usize = 1000;
const DEEPEST: usize = 16;
const LONGEST_TEXT: usize = 256;

pub fn read(text: &str) -> Result<MotionFile, MotionError> {
    let mut reader = Reader::from_str(text);
    let mut found = Found::default();
    let mut path: Vec<String> = Vec::new();
    let mut said = String::new();
    loop {
        let at = reader.buffer_position();
        let damaged = |what: String| MotionError::Xml { at, what };
        match reader.read_event().map_err(|e| damaged(words(&e)))? {
            Event::Start(start) => {
                path.push(String::from_utf8_lossy(start.local_name().as_ref()).into_owned());
                said.clear();
                if path.len() > DEEPEST {
                    return Err(damaged("its elements lie too deep in each other".into()));
                }
                if path.len() == 1 && path[0] != "dental_measurement" {
                    return Err(MotionError::OtherXml(shortened(&path[0])));
                }
                found.begin(&path)?;
            }
            Event::Text(text) => {
                said.push_str(&text.decode().map_err(|e| damaged(e.to_string()))?);
                if said.len() > LONGEST_TEXT {
                    // Whatever it is, it is none of what is read.
                    said.truncate(0);
                }
            }
            Event::End(_) => {
                found.value(&path, said.trim()).map_err(damaged)?;
                found.end(&path)?;
                path.pop();
                said.clear();
            }
            Event::DocType(_) => return Err(damaged("it declares a document type".into())),
            Event::Eof if path.is_empty() => break,
            Event::Eof => return Err(damaged("it ends in the middle; it was cut short".into())),
            _ => {}
        }
    }
    found.file()
}

fn words(error: &quick_xml::Error) -> String {
    match error {
        quick_xml::Error::Syntax(_) => "an element is not closed; it was cut short".into(),
        other => other.to_string(),
    }
}

#[derive(Default)]
struct Found {
    system: Option<String>,
    place: [Option<f64>; 3],
    marks: [Option<DVec3>; 3],
    kind: String,
    positions: Vec<(String, [DVec3; 3])>,
    track: Track,
    tracks: [Option<Track>; 3],
    movements: Vec<Recorded>,
    warnings: Vec<String>,
}

#[derive(Default)]
struct Track {
    mark: String,
    size: Option<usize>,
    frequency: Option<f64>,
    places: Vec<DVec3>,
}

/// Whether an element is one of a list: "movement", "movement_1", "movement1".
fn is_one(name: &str, of: &str) -> bool {
    name.strip_prefix(of).is_some_and(|rest| rest.trim_start_matches('_').bytes().all(|b| b.is_ascii_digit()))
}

fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

impl Found {
    fn begin(&mut self, path: &[String]) -> Result<(), MotionError> {
        match named(path).as_slice() {
            [_, "movements", movement] if is_one(movement, "movement") => {
                (self.kind, self.tracks) = (String::new(), Default::default());
            }
            [.., "tracks", track] if is_one(track, "track") => self.track = Track::default(),
            [_, "upper_position"] => (self.kind, self.marks) = (String::new(), [None; 3]),
            [_, "positions", position] if is_one(position, "position") => {
                (self.kind, self.marks) = (String::new(), [None; 3]);
            }
            [.., last] if MARKS.contains(last) || is_one(last, "quant") => self.place = [None; 3],
            _ => {}
        }
        Ok(())
    }

    /// Text of an element without others in it.
    fn value(&mut self, path: &[String], text: &str) -> Result<(), String> {
        match named(path).as_slice() {
            [_, "coordinate_system"] => self.system = Some(shortened(text)),
            [_, "movements" | "positions", _, "type"] | [_, "upper_position", "type"] => self.kind = shortened(text),
            [.., "tracks", _, "id"] => self.track.mark = shortened(text),
            [.., "tracks", _, "size"] => self.track.size = text.parse().ok(),
            [.., "tracks", _, "frequency"] => {
                let hertz = text.parse::<f64>().ok().filter(|hz| hz.is_finite() && *hz > 0.0);
                self.track.frequency = Some(hertz.ok_or_else(|| format!("\"{}\" is no frequency", shortened(text)))?);
            }
            [.., of, axis @ ("x" | "y" | "z")] if MARKS.contains(of) || is_one(of, "quant") => {
                let mm = text.parse::<f64>().ok().filter(|mm| mm.is_finite() && mm.abs() <= FARTHEST_MM);
                let mm = mm.ok_or_else(|| format!("\"{}\" is no coordinate", shortened(text)))?;
                self.place[usize::from(axis.as_bytes()[0] - b'x')] = Some(mm);
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, path: &[String]) -> Result<(), MotionError> {
        let whole = |place: [Option<f64>; 3]| Some(DVec3::new(place[0]?, place[1]?, place[2]?));
        match named(path).as_slice() {
            [.., "quants", quant] if is_one(quant, "quant") => {
                let movement = self.movements.len() + 1;
                if self.track.places.len() >= MOST_SAMPLES {
                    return Err(MotionError::TooManySamples { movement });
                }
                let place = whole(self.place).ok_or(MotionError::Xml {
                    at: 0,
                    what: format!("a sample of movement {movement} lacks x, y or z"),
                })?;
                self.track.places.push(place);
            }
            [.., mark] if MARKS.contains(mark) && !path.iter().any(|p| p == "tracks") => {
                if let Some(i) = MARKS.iter().position(|m| m == mark) {
                    self.marks[i] = whole(self.place);
                }
            }
            [.., "tracks", track] if is_one(track, "track") => {
                let track = std::mem::take(&mut self.track);
                if let Some(i) = MARKS.iter().position(|m| *m == track.mark) {
                    self.tracks[i] = Some(track);
                }
            }
            [_, "upper_position"] => self.keep_position("upper_position"),
            [_, "positions", position] if is_one(position, "position") => {
                let kind = std::mem::take(&mut self.kind);
                self.keep_position(&kind);
            }
            [_, "movements", movement] if is_one(movement, "movement") => self.keep_movement()?,
            _ => {}
        }
        Ok(())
    }

    fn keep_position(&mut self, kind: &str) {
        if let [Some(a), Some(b), Some(c)] = self.marks
            && self.positions.len() < MOST_POSITIONS
        {
            self.positions.push((kind.to_owned(), [a, b, c]));
        }
        self.marks = [None; 3];
    }

    fn keep_movement(&mut self) -> Result<(), MotionError> {
        let movement = self.movements.len() + 1;
        if movement > MOST_MOVEMENTS {
            return Err(MotionError::TooManyMovements(MOST_MOVEMENTS));
        }
        let mut tracks = Vec::with_capacity(3);
        for (track, mark) in std::mem::take(&mut self.tracks).into_iter().zip(MARKS) {
            tracks.push(track.ok_or_else(|| MotionError::NoTrack { movement, mark: mark.into() })?);
        }
        let n = tracks.iter().map(|track| track.places.len()).min().unwrap_or(0);
        let is_short = |track: &&Track| track.size.map_or(track.places.len() != n, |size| size != track.places.len());
        for track in tracks.iter().filter(is_short) {
            let (held, said) = (track.places.len(), track.size.unwrap_or(n));
            let text = format!(
                "movement {movement}: {} has {held} samples, and {said} are announced; {n} are used, which all marks have.",
                track.mark
            );
            self.warnings.push(text);
        }
        let frequency = tracks[0].frequency;
        if tracks.iter().any(|track| track.frequency != frequency) {
            return Err(MotionError::Open(format!(
                "movement {movement}: its tracks have different frequencies; export it again"
            )));
        }
        let places = (0..n).flat_map(|i| tracks.iter().map(move |track| track.places[i])).collect();
        let kind = if self.kind.is_empty() { "custom".into() } else { std::mem::take(&mut self.kind) };
        let samples = Samples::Points { rest: None, n_points: 3, places, landmarks: None };
        self.movements.push(Recorded { kind, frequency, times_s: Vec::new(), samples });
        Ok(())
    }

    fn file(mut self) -> Result<MotionFile, MotionError> {
        self.movements.retain(|m| !matches!(&m.samples, Samples::Points { places, .. } if places.is_empty()));
        if self.movements.is_empty() {
            return Err(MotionError::NoMovement);
        }
        let position = |kind: &str| self.positions.iter().find(|(k, _)| k == kind);
        let bite = BITES.iter().find_map(|kind| position(kind)).or_else(|| position("upper_position"));
        let rest = bite.map(|(kind, marks)| (kind.clone(), marks.to_vec()));
        for movement in &mut self.movements {
            if let Samples::Points { rest: of_movement, .. } = &mut movement.samples {
                of_movement.clone_from(&rest);
            }
        }
        let system = self.system.clone().filter(|system| !system.is_empty());
        let read_as = match &rest {
            Some((kind, _)) => format!("marks in mm; their place in the bite is the file's \"{kind}\""),
            None => "marks in mm; the file says no place of theirs in the bite".into(),
        };
        Ok(MotionFile { format: "Zebris XML", system, movements: self.movements, read_as, warnings: self.warnings })
    }
}

fn named(path: &[String]) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}
