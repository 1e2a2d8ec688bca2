//! Points of a muscle model's jaw as text: start, stop and scale; how it is interpolated, how many numbers a row has, and "explicit" where
//! each row begins with its time; then the rows. Five points of three coordinates: lower incisor, two bite points, left and right condyle.
use super::error::MotionError;
use super::file::{FARTHEST_MM, MOST_SAMPLES, MotionFile, Recorded, Samples};
use glam::DVec3;

const N_POINTS: usize = 5;
/// Lower incisor, right and left condyle.
const LANDMARKS: [usize; 3] = [0, 4, 3];

/// Whether the second line names an interpolation, as no table of numbers does.
pub fn is_probe(text: &str) -> bool {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().split_whitespace().take(4);
    let is_head = first.clone().count() == 3 && first.clone().all(|word| word.parse::<f64>().is_ok());
    let words: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().take(4).collect();
    is_head && words.len() >= 2 && words[0].parse::<f64>().is_err() && words[1].parse::<usize>().is_ok()
}

pub fn read(text: &str) -> Result<MotionFile, MotionError> {
    let mut lines = text.lines().zip(1..);
    let head = lines.next().map_or("", |(line, _)| line);
    let words: Vec<&str> = lines.next().map_or("", |(line, _)| line).split_whitespace().take(4).collect();
    let numbers: Vec<f64> = head.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [_, stop_s, scale] = numbers[..] else { return Err(MotionError::Empty) };
    if scale != 1.0 {
        return Err(MotionError::Open(format!(
            "its time scale is {scale}, and what that means for the rows' own times is not known; write it with 1"
        )));
    }
    let n_values: usize = words[1].parse().unwrap_or(0);
    if n_values != 3 * N_POINTS {
        return Err(MotionError::Open(format!(
            "its rows have {n_values} values, and {} are known: incisor, two bite points, left and right condyle",
            3 * N_POINTS
        )));
    }
    if words.get(2) != Some(&"explicit") {
        return Err(MotionError::Open(
            "its rows do not begin with their times (\"explicit\" is missing); which they have is not known".into(),
        ));
    }
    let (mut times_s, mut places) = (Vec::new(), Vec::new());
    for (line, number) in lines.filter(|(line, _)| !line.trim().is_empty()) {
        let row = numbers_of(line, number)?;
        if row.len() != n_values + 1 {
            return Err(MotionError::Ragged { line: number, found: row.len(), first: n_values + 1 });
        }
        if times_s.last().is_some_and(|last| *last >= row[0]) || times_s.len() >= MOST_SAMPLES {
            return Err(MotionError::Open(format!(
                "line {number}: times must ascend, and at most {MOST_SAMPLES} rows are read"
            )));
        }
        times_s.push(row[0]);
        places.extend(row[1..].chunks(3).map(DVec3::from_slice));
    }
    let mut warnings = Vec::new();
    let Some(last_s) = times_s.last() else { return Err(MotionError::NoMovement) };
    if *last_s < stop_s {
        warnings.push(format!("The head announces {stop_s} s, and the rows end at {last_s} s."));
    }
    let read_as = "five points in mm: lower incisor, two bite points, left and right condyle; the file names neither axes nor points".into();
    let samples = Samples::Points { rest: None, n_points: N_POINTS, places, landmarks: Some(LANDMARKS) };
    let movement = Recorded { kind: "chewing".into(), frequency: None, times_s, samples };
    Ok(MotionFile { format: "five points", system: None, movements: vec![movement], read_as, warnings })
}

fn numbers_of(line: &str, number: usize) -> Result<Vec<f64>, MotionError> {
    let value = |word: &str| {
        let value = word.parse::<f64>().ok().filter(|x| x.is_finite());
        let value =
            value.ok_or_else(|| MotionError::NoNumber { line: number, text: word.chars().take(40).collect() })?;
        if value.abs() > FARTHEST_MM { Err(MotionError::TooFar { line: number }) } else { Ok(value) }
    };
    // One more than is taken tells that there are too many.
    line.split_whitespace().take(3 * N_POINTS + 2).map(value).collect()
}
