//! Rigid transforms as people and programs write them: a matrix by rows, or six numbers.
use super::Rigid;
use super::rigid::RigidError;
use super::words::typed;

/// A text that is longer is no transform, bytes.
const LONGEST: usize = 10_000;
/// The last row of a matrix that moves.
const LAST: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// Why a text is no rigid transform.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RigidTextError {
    #[error("\"{0}\" is no number")]
    NoNumber(String),
    #[error("a matrix of 16 or 12 numbers by rows, or six numbers, are needed; these are {0}")]
    Count(usize),
    #[error(transparent)]
    Matrix(#[from] RigidError),
}

/// Reads 16 numbers (four rows of a matrix; columns where the last three of each row are 0 0 0 1 instead), 12 (its three rows), or 6 as
/// [`Rigid::from_six`] takes them. Brackets do not count, nor does what stands between numbers: spaces, lines, semicolons, commas. A comma
/// within a number is its decimal sign where blanks or semicolons part the numbers.
///
/// # Errors
/// When it holds something that is no number, another count of numbers, or no rigid motion.
pub fn read(text: &str) -> Result<Rigid, RigidTextError> {
    if text.len() > LONGEST {
        return Err(RigidTextError::NoNumber(text.chars().take(20).collect()));
    }
    let mut numbers = numbers(text)?;
    if let [tx, ty, tz, rx, ry, rz] = *numbers.as_slice() {
        return Ok(Rigid::from_six([tx, ty, tz, rx, ry, rz]));
    }
    if numbers.len() == 12 {
        numbers.extend(LAST);
    }
    if numbers.len() != 16 {
        return Err(RigidTextError::Count(numbers.len()));
    }
    Ok(Rigid::from_rows(rows(&numbers))?)
}

/// What [`read`] reads again, four lines of four numbers: of a jaw no point is off by more than a tenth of a micrometre.
pub fn write(rigid: &Rigid) -> String {
    // No "-0" where nothing moves.
    let plain = |x: f64| if x.abs() < 5e-7 { 0.0 } else { x };
    let [x, y, z, _] = rigid.to_rows().map(|[a, b, c, mm]| {
        let [a, b, c, mm] = [a, b, c, mm].map(plain);
        format!("{a:.6} {b:.6} {c:.6} {mm:.4}")
    });
    [x, y, z, "0 0 0 1".into()].join("\n")
}

/// Some programs write a matrix column by column.
fn rows(numbers: &[f64]) -> [[f64; 4]; 4] {
    let row = |i: usize| std::array::from_fn(|j| numbers[4 * i + j]);
    let column = |i: usize| std::array::from_fn(|j| numbers[4 * j + i]);
    let is_by_columns = column(3) == LAST && row(3) != LAST;
    std::array::from_fn(|i| if is_by_columns { column(i) } else { row(i) })
}

fn numbers(text: &str) -> Result<Vec<f64>, RigidTextError> {
    let is_between = |c: char| c.is_whitespace() || ";[](){}|".contains(c);
    let by_blanks: Vec<&str> =
        text.split(is_between).map(|part| part.trim_matches(',')).filter(|part| !part.is_empty()).collect();
    let are_whole = by_blanks.iter().all(|part| part.matches(',').count() <= 1);
    if are_whole && matches!(by_blanks.len(), 6 | 12 | 16) {
        return by_blanks.into_iter().map(number).collect();
    }
    let by_commas = by_blanks.iter().flat_map(|part| part.split(',')).filter(|part| !part.is_empty());
    by_commas.map(number).collect()
}

fn number(part: &str) -> Result<f64, RigidTextError> {
    typed(part).ok_or_else(|| RigidTextError::NoNumber(part.chars().take(20).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned() -> Rigid {
        Rigid::from_six([1.5, -2.25, 3.0, 10.0, -20.0, 30.0])
    }

    fn is_near(read: &Rigid, to: &Rigid) -> bool {
        (read.to_dmat4() - to.to_dmat4()).abs_diff_eq(glam::DMat4::ZERO, 1e-7)
    }

    #[test]
    fn one_transform_in_the_ways_in_which_it_is_written() {
        let rows = turned().to_rows();
        let columns: [[f64; 4]; 4] = std::array::from_fn(|i| std::array::from_fn(|j| rows[j][i]));
        let lines = |rows: &[[f64; 4]], between: &str| {
            rows.iter().map(|row| row.map(|x| format!("{x:.9}")).join(between)).collect::<Vec<_>>().join("\n")
        };
        for text in [
            serde_json::to_string(&rows).expect("numbers"),
            lines(&columns, " "),
            lines(&rows[..3], "\t"),
            lines(&rows, ", "),
            lines(&rows, ","),
            lines(&rows, ";").replace('.', ","),
            lines(&rows, " ").replace('.', ","),
            "1.5,-2.25,3,10,-20,30".into(),
            "1,5 −2,25 3 10 -20 30".into(),
        ] {
            let read = read(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert!(is_near(&read, &turned()), "{text}");
        }
        assert!(!is_near(&turned().inverse(), &turned()), "the twin: it is not its inverse");
        let written = read(&write(&turned())).expect("a transform");
        let far = glam::DVec3::new(60.0, -40.0, 50.0);
        let off_mm = written.transform_point(far).distance(turned().transform_point(far));
        assert!(off_mm < 1e-4, "{off_mm}");
        assert_eq!(write(&Rigid::IDENTITY).lines().next(), Some("1.000000 0.000000 0.000000 0.0000"));
    }

    #[test]
    fn what_is_none_says_why() {
        let of = |text: &str| read(text).expect_err(text);
        assert_eq!(of(""), RigidTextError::Count(0));
        assert_eq!(of("1 2 3"), RigidTextError::Count(3));
        assert_eq!(of("1 2 3 4 5 six"), RigidTextError::NoNumber("six".into()));
        assert_eq!(of("1 2 3 4 5 inf"), RigidTextError::NoNumber("inf".into()));
        let doubled = "2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 1";
        assert!(matches!(of(doubled), RigidTextError::Matrix(_)));
        assert_eq!(of("1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 2"), RigidTextError::Matrix(RigidError::NotAffine));
        let mirrored = "-1 0 0 0 0 1 0 0 0 0 1 0";
        assert!(matches!(of(mirrored), RigidTextError::Matrix(RigidError::NotRigid(_))));
        assert!(matches!(of(&"1 ".repeat(LONGEST)), RigidTextError::NoNumber(_)));
    }
}
