//! Tables of poses: a line an instant. With a line of names first they say what stands where, as our own export does; without names seven
//! numbers are a translation and a quaternion, whose scalar is first or last, in mm or in metres: told by the numbers, where they tell it.
use super::error::MotionError;
use super::file::{FARTHEST_MM, MOST_SAMPLES, MotionFile, PoseUnit, Recorded, Samples};
use crate::base::Rigid;
use crate::base::rigid::off_rotation;
use glam::{DMat3, DQuat, DVec3};

/// What a person says of a table, before its numbers are asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableOptions {
    pub scalar: Option<ScalarPlace>,
    /// mm of one of the table's units of length.
    pub mm_per_unit: Option<f64>,
    pub rate_hz: Option<f64>,
    /// Names of the columns of a table without names.
    pub columns: Option<Vec<String>>,
    pub rotation_order: RotationOrder,
}

/// Where the scalar of a quaternion stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarPlace {
    First,
    Last,
}

/// What three angles mean: zyx is R = Rz Ry Rx.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RotationOrder {
    #[default]
    Zyx,
    Xyz,
    Yxz,
    Zxy,
    Xzy,
    Yzx,
}

impl RotationOrder {
    fn rotation(self, degrees: DVec3) -> DMat3 {
        let [x, y, z] = degrees.to_array().map(f64::to_radians);
        let (x, y, z) = (DMat3::from_rotation_x(x), DMat3::from_rotation_y(y), DMat3::from_rotation_z(z));
        match self {
            Self::Zyx => z * y * x,
            Self::Xyz => x * y * z,
            Self::Yxz => y * x * z,
            Self::Zxy => z * x * y,
            Self::Xzy => x * z * y,
            Self::Yzx => y * z * x,
        }
    }
}

/// Where in a row each number stands.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseColumns {
    time: Option<usize>,
    translation: [usize; 3],
    rotation: Rotation,
    /// Said by the names.
    mm_per_unit: Option<f64>,
    /// Its names are those of our own export.
    is_ours: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Rotation {
    /// Scalar first.
    Quaternion([usize; 4]),
    Degrees([usize; 3]),
    /// The 3 x 3 part of a matrix, row by row.
    Matrix([usize; 9]),
}

/// More no table of poses has.
const MOST_COLUMNS: usize = 64;

/// A table as numbers.
struct Table {
    rows: Vec<Vec<f64>>,
    names: Option<Vec<String>>,
}

pub fn read(text: &str, options: &TableOptions) -> Result<MotionFile, MotionError> {
    let table = Table::read(text)?;
    let n_columns = table.rows[0].len();
    let names = table.names.clone().or_else(|| options.columns.clone());
    let (columns, told) = match names {
        Some(names) => (PoseColumns::named(&names, n_columns)?, "columns by their names".to_owned()),
        None if n_columns == 7 => table.quaternion(options)?,
        None => {
            return Err(MotionError::NoColumnNames(n_columns));
        }
    };
    let mut poses = table
        .rows
        .iter()
        .zip(1..)
        .map(|(row, line)| columns.pose(row, line, options))
        .collect::<Result<Vec<Rigid>, _>>()?;
    let (mm_per_unit, unit, unit_words) = unit(&poses, options.mm_per_unit.or(columns.mm_per_unit));
    for pose in &mut poses {
        pose.translation *= mm_per_unit;
    }
    if poses.iter().any(|pose| pose.translation.length() > FARTHEST_MM) {
        return Err(MotionError::TooFar { line: 1 });
    }
    let times_s =
        columns.time.map(|at| table.rows.iter().map(|row| row[at]).filter(|t| t.is_finite()).collect::<Vec<f64>>());
    let times_s = times_s.filter(|times| times.len() == poses.len()).unwrap_or_default();
    if times_s.windows(2).any(|pair| pair[0] > pair[1]) {
        return Err(MotionError::Open("its times do not ascend; the file is damaged".into()));
    }
    let read_as = format!("poses; {told}; {unit_words}");
    let samples = Samples::Poses { poses, unit, is_against_bite: columns.is_ours };
    let movement = Recorded { kind: "custom".into(), frequency: options.rate_hz, times_s, samples };
    let warnings = columns.doubt(&table.rows).into_iter().collect();
    Ok(MotionFile { format: "table of poses", system: None, movements: vec![movement], read_as, warnings })
}

impl Table {
    fn read(text: &str) -> Result<Self, MotionError> {
        let (mut rows, mut names) = (Vec::<Vec<f64>>::new(), None);
        for (line, number) in text.lines().zip(1_usize..).filter(|(line, _)| !line.trim().is_empty()) {
            let words: Vec<&str> = words(line);
            if rows.len() >= MOST_SAMPLES || words.len() > MOST_COLUMNS {
                return Err(MotionError::Open(format!(
                    "line {number}: at most {MOST_SAMPLES} rows of {MOST_COLUMNS} numbers are read"
                )));
            }
            if rows.is_empty() && names.is_none() && words.iter().all(|word| is_name(word)) {
                names = Some(words.iter().map(|word| word.trim().to_lowercase()).collect());
                continue;
            }
            let row = words.iter().map(|word| value(word, number)).collect::<Result<Vec<f64>, _>>()?;
            let first = rows.first().map_or(row.len(), Vec::len);
            if row.len() != first {
                return Err(MotionError::Ragged { line: number, found: row.len(), first });
            }
            rows.push(row);
        }
        if rows.is_empty() { Err(MotionError::NoMovement) } else { Ok(Self { rows, names }) }
    }

    /// Seven columns without names: which of both ends of a quaternion its scalar is.
    fn quaternion(&self, options: &TableOptions) -> Result<(PoseColumns, String), MotionError> {
        let mean = |column: usize| self.rows.iter().map(|row| row[column].abs()).sum::<f64>() / self.rows.len() as f64;
        let (first, last) = (mean(3), mean(6));
        // A jaw turns by less than 40 degrees: the scalar is above 0.93, everything else below 0.35.
        let (scalar, told) = match options.scalar {
            Some(scalar) => (scalar, "as was said"),
            None if first > 0.9 && last < 0.5 => (ScalarPlace::First, "told by the numbers"),
            None if last > 0.9 && first < 0.5 => (ScalarPlace::Last, "told by the numbers"),
            None => {
                return Err(MotionError::NoScalar);
            }
        };
        let (places, words) = match scalar {
            ScalarPlace::First => ([3, 4, 5, 6], "first"),
            ScalarPlace::Last => ([6, 3, 4, 5], "last"),
        };
        let columns = PoseColumns {
            time: None,
            translation: [0, 1, 2],
            rotation: Rotation::Quaternion(places),
            mm_per_unit: None,
            is_ours: false,
        };
        Ok((columns, format!("translation and quaternion, its scalar {words} ({told})")))
    }
}

/// One more than is taken, where there are so many.
fn words(line: &str) -> Vec<&str> {
    let separator = [';', '\t', ','].into_iter().find(|c| line.contains(*c));
    match separator {
        Some(separator) => line.split(separator).map(str::trim).take(MOST_COLUMNS + 1).collect(),
        None => line.split_whitespace().take(MOST_COLUMNS + 1).collect(),
    }
}

fn is_name(word: &str) -> bool {
    word.trim().starts_with(|c: char| c.is_ascii_alphabetic()) && word.trim().parse::<f64>().is_err()
}

/// Nothing stands for "not known".
fn value(word: &str, line: usize) -> Result<f64, MotionError> {
    if word.is_empty() {
        return Ok(f64::NAN);
    }
    let number = word.parse::<f64>().ok().filter(|x| x.is_finite());
    number.ok_or_else(|| MotionError::NoNumber {
        line,
        text: word.chars().filter(|c| !c.is_control()).take(40).collect(),
    })
}

impl PoseColumns {
    fn named(names: &[String], n_columns: usize) -> Result<Self, MotionError> {
        if names.len() != n_columns {
            return Err(MotionError::Open(format!("{} columns are named, and the rows have {n_columns}", names.len())));
        }
        let place = |wanted: &[&str]| names.iter().position(|name| wanted.contains(&name.as_str()));
        let all = |wanted: &[&[&str]]| wanted.iter().map(|names| place(names)).collect::<Option<Vec<usize>>>();
        let translation =
            all(&[&["tx", "tx_mm", "tx_m", "m03"], &["ty", "ty_mm", "ty_m", "m13"], &["tz", "tz_mm", "tz_m", "m23"]]);
        let matrix = ["m00", "m01", "m02", "m10", "m11", "m12", "m20", "m21", "m22"].map(|name| place(&[name]));
        let quaternion = all(&[&["qw"], &["qx"], &["qy"], &["qz"]]);
        let degrees = all(&[&["rx", "rx_deg"], &["ry", "ry_deg"], &["rz", "rz_deg"]]);
        let rotation = match (quaternion.as_deref(), degrees.as_deref()) {
            (Some(&[w, x, y, z]), _) => Some(Rotation::Quaternion([w, x, y, z])),
            (None, Some(&[x, y, z])) => Some(Rotation::Degrees([x, y, z])),
            _ if matrix.iter().all(Option::is_some) => Some(Rotation::Matrix(matrix.map(Option::unwrap_or_default))),
            _ => None,
        };
        let (Some(&[x, y, z]), Some(rotation)) = (translation.as_deref(), rotation) else {
            return Err(MotionError::Open(
                "its columns tell no pose: tx, ty, tz and qw, qx, qy, qz or rx, ry, rz are needed, or m00 to m23 of a matrix"
                    .into(),
            ));
        };
        let mm_per_unit = match names[x].as_str() {
            "tx_mm" => Some(1.0),
            "tx_m" => Some(1000.0),
            _ => None,
        };
        Ok(Self {
            time: place(&["time", "time_s", "t", "t_s"]),
            translation: [x, y, z],
            rotation,
            mm_per_unit,
            is_ours: place(&["s_mm"]).is_some(),
        })
    }

    /// What is to be said of matrices with few decimals.
    fn doubt(&self, rows: &[Vec<f64>]) -> Option<String> {
        let Rotation::Matrix(places) = self.rotation else { return None };
        let off = rows.iter().map(|row| off_rotation(&matrix_of(row, &places))).fold(0.0, f64::max);
        let words = || {
            format!(
                "Its matrices are rotations but for {off:.3}, as of numbers with few decimals; poses are no more exact."
            )
        };
        (off > ROUGH).then(words)
    }

    fn pose(&self, row: &[f64], line: usize, options: &TableOptions) -> Result<Rigid, MotionError> {
        let translation = DVec3::from_array(self.translation.map(|at| row[at]));
        let rotation = match self.rotation {
            Rotation::Quaternion(places) => {
                let [w, x, y, z] = places.map(|at| row[at]);
                let length = DQuat::from_xyzw(x, y, z, w).length();
                // Digits are cut off; anything else is no rotation.
                if length.is_nan() || (length - 1.0).abs() > 0.01 {
                    return Err(MotionError::NoQuaternion { line, length });
                }
                DMat3::from_quat(DQuat::from_xyzw(x, y, z, w).normalize())
            }
            Rotation::Matrix(places) => {
                let matrix = matrix_of(row, &places);
                // Digits are cut off; a mirror, or something that grows, is no rotation.
                if matrix.determinant() <= 0.0 || off_rotation(&matrix) > ROUGHEST {
                    return Err(MotionError::Open(format!("row {line}: its matrix is no rotation")));
                }
                DMat3::from_quat(DQuat::from_mat3(&matrix).normalize())
            }
            Rotation::Degrees(places) => options.rotation_order.rotation(DVec3::from_array(places.map(|at| row[at]))),
        };
        let pose = Rigid { rotation, translation };
        if pose.to_dmat4().is_finite() {
            Ok(pose)
        } else {
            Err(MotionError::Open(format!("row {line}: a number of the pose is missing")))
        }
    }
}

/// Of numbers with two decimals a matrix is a rotation but for so much; of more than three decimals nothing is said.
const ROUGHEST: f64 = 0.03;
const ROUGH: f64 = 0.001;

fn matrix_of(row: &[f64], places: &[usize; 9]) -> DMat3 {
    DMat3::from_cols_array(&places.map(|at| row[at])).transpose()
}

/// mm of a unit of the translations, how sure that is, and why.
fn unit(poses: &[Rigid], said: Option<f64>) -> (f64, PoseUnit, String) {
    if let Some(mm_per_unit) = said {
        return (mm_per_unit, PoseUnit::Known, format!("lengths in units of {mm_per_unit} mm, as was said"));
    }
    let from = poses[0].translation;
    let way = poses.iter().map(|pose| pose.translation.distance(from)).fold(0.0, f64::max);
    // A jaw moves by millimetres: by 1 to 80 mm, or 0.001 to 0.08 m.
    match way {
        1.0.. => (1.0, PoseUnit::Known, format!("lengths in mm (the jaw moves by {way:.1})")),
        0.0005..=0.1 => (1000.0, PoseUnit::Known, format!("lengths in metres (the jaw moves by {way:.4})")),
        _ => (1.0, PoseUnit::Open, format!("lengths in an unknown unit (the jaw moves by {way:.4})")),
    }
}
