//! What a person says of a record.
use crate::base::LengthUnit;
use crate::import::motion::{RotationOrder, ScalarPlace, TableOptions};
use crate::jaw::motion::{FileAxes, RecordReading, Smoothing};
use glam::DVec3;

/// What a file leaves open. Nothing of it is guessed where the numbers do not tell it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct RecordArgs {
    /// Of a record: where its x, y and z point: right, left, front, back, up or down
    #[arg(long, value_name = "A,B,C", value_parser = parse_axes)]
    pub axes: Option<FileAxes>,
    /// Of a record: this instant, in seconds (without times the row, from 0), is the bite [default: as the file says; never its first instant]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = parse_time)]
    pub bite_at: Option<f64>,
    /// Of a table: samples a second
    #[arg(long, value_name = "HZ", allow_negative_numbers = true, value_parser = crate::cli::args::parse_positive)]
    pub rate: Option<f64>,
    /// Of a table: unit of its lengths [default: told by their size]
    #[arg(long, value_name = "mm|m")]
    pub record_unit: Option<RecordUnit>,
    /// Of a table: where the scalar of a quaternion stands [default: told by the numbers]
    #[arg(long, value_name = "first|last")]
    pub scalar: Option<ScalarArg>,
    /// Of a table without names: what its columns are, of time, tx, ty, tz, qw, qx, qy, qz, rx, ry, rz, or m00 to m23 of a matrix, row by row; any other name is passed over
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub columns: Option<Vec<String>>,
    /// Of a table of angles: zyx is R = Rz Ry Rx
    #[arg(long, value_name = "ORDER", value_enum, default_value_t)]
    pub rotation_order: OrderArg,
    /// Of a record of marks: where its three marks are in the bite, in upper coordinates; places the record's axis in the scans
    /// [default: its axis is where the articulator has it]
    #[arg(long, value_name = "9 NUMBERS", allow_hyphen_values = true, value_parser = parse_marks)]
    pub marks_in_scan: Option<[DVec3; 3]>,
    /// Of a record: smooth it over so many samples (odd) by polynomials of a degree (2 without one), Savitzky-Golay; said wherever it has
    /// touched a figure [default: not smoothed]
    #[arg(long, value_name = "SAMPLES[:DEGREE]", value_parser = parse_smoothing)]
    pub smooth: Option<Smoothing>,
    /// Of a record: fit the hinge axis to its opening, condylar inclinations to its protrusion, Bennett angles and side shifts to its
    /// laterotrusions, with what each fit leaves; --export-articulator then writes them
    #[arg(long)]
    pub fit: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum RecordUnit {
    Mm,
    M,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ScalarArg {
    First,
    Last,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum OrderArg {
    #[default]
    Zyx,
    Xyz,
    Yxz,
    Zxy,
    Xzy,
    Yzx,
}

fn parse_axes(text: &str) -> Result<FileAxes, String> {
    let names: Vec<&str> = text.split(',').collect();
    let names: [&str; 3] =
        names.try_into().map_err(|_| "three directions between commas are needed, like left,up,front".to_owned())?;
    FileAxes::named(names)
}

fn parse_smoothing(text: &str) -> Result<Smoothing, String> {
    let (samples, degree) = text.split_once(':').unwrap_or((text, "2"));
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| format!("\"{text}\" is no number"));
    Smoothing::new(number(samples)?, number(degree)?)
}

fn parse_time(text: &str) -> Result<f64, String> {
    let time = text.trim().parse::<f64>().ok().filter(|t| t.is_finite() && *t >= 0.0);
    time.ok_or("a number of seconds, 0 or more, is needed".into())
}

fn parse_marks(text: &str) -> Result<[DVec3; 3], String> {
    let numbers: Vec<f64> =
        text.split(',').filter_map(|word| word.trim().parse().ok()).filter(|x: &f64| x.is_finite()).collect();
    let wrong = || "nine numbers between commas are needed: x,y,z of mark 1, 2 and 3".to_owned();
    if numbers.len() != 9 || text.split(',').count() != 9 {
        return Err(wrong());
    }
    Ok([0, 3, 6].map(|at| DVec3::from_slice(&numbers[at..at + 3])))
}

impl RecordArgs {
    /// Whether anything is said of a record.
    pub fn says_anything(&self) -> bool {
        let said = [self.axes.is_some(), self.bite_at.is_some(), self.rate.is_some(), self.record_unit.is_some()];
        let more = [self.scalar.is_some(), self.columns.is_some(), self.marks_in_scan.is_some()];
        let made = [self.smooth.is_some(), self.fit];
        said.into_iter().chain(more).chain(made).any(|said| said) || self.rotation_order != OrderArg::Zyx
    }

    /// Of its numbers.
    pub fn table(&self) -> TableOptions {
        let order = match self.rotation_order {
            OrderArg::Zyx => RotationOrder::Zyx,
            OrderArg::Xyz => RotationOrder::Xyz,
            OrderArg::Yxz => RotationOrder::Yxz,
            OrderArg::Zxy => RotationOrder::Zxy,
            OrderArg::Xzy => RotationOrder::Xzy,
            OrderArg::Yzx => RotationOrder::Yzx,
        };
        let unit = self.record_unit.map(|unit| match unit {
            RecordUnit::Mm => LengthUnit::Millimetre,
            RecordUnit::M => LengthUnit::Metre,
        });
        TableOptions {
            scalar: self.scalar.map(|s| if s == ScalarArg::First { ScalarPlace::First } else { ScalarPlace::Last }),
            mm_per_unit: unit.map(|unit| if unit == LengthUnit::Metre { 1000.0 } else { 1.0 }),
            rate_hz: self.rate,
            columns: self.columns.clone(),
            rotation_order: order,
        }
    }

    /// Of what they mean.
    pub fn reading(&self) -> RecordReading {
        RecordReading {
            axes: self.axes,
            bite_at: self.bite_at,
            rate_hz: self.rate,
            marks_in_world: self.marks_in_scan,
            smoothing: self.smooth,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_numbers_are_three_marks() {
        assert_eq!(parse_marks("1,2,3,4,5,6,7,8,-9").map(|m| m[2]), Ok(DVec3::new(7.0, 8.0, -9.0)));
        for bad in ["1,2,3", "1,2,3,4,5,6,7,8,x", "1,2,3,4,5,6,7,8,inf", "1,2,3,4,5,6,7,8,9,10"] {
            assert!(parse_marks(bad).is_err(), "{bad}");
        }
        assert!(parse_axes("left,up").is_err() && parse_axes("left,up,front").is_ok());
        assert!(parse_time("-1").is_err());
        assert!(!RecordArgs::default().says_anything());
        assert!(RecordArgs { fit: true, ..RecordArgs::default() }.says_anything());
        assert_eq!(parse_smoothing("11"), Smoothing::new(11, 2));
        assert_eq!(parse_smoothing("11:3"), Smoothing::new(11, 3));
        assert!(parse_smoothing("10").is_err() && parse_smoothing("x").is_err() && parse_smoothing("11:3:1").is_err());
    }
}
