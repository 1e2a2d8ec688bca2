//! Why a file is no recorded movement, or what must be said before it is one.

/// One sentence without the file's name.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MotionError {
    #[error("the file is empty; export the movement again")]
    Empty,
    #[error("the file is larger than any recorded movement (64 MiB)")]
    TooLong,
    #[error("this is no text; movements are read from XML (.jawMotion) and tables (CSV, text)")]
    NoText,
    #[error("the XML is damaged near byte {at}: {what}; export the movement again")]
    Xml { at: u64, what: String },
    #[error("this XML is no recorded movement: its first element is \"{0}\", \"dental_measurement\" is needed")]
    OtherXml(String),
    #[error("it holds no movement, neither tracks of three marks nor rows of numbers; export the movement again")]
    NoMovement,
    #[error("movement {movement} has no track of {mark}; three marks are needed")]
    NoTrack { movement: usize, mark: String },
    #[error("movement {movement} has more than {} samples", super::file::MOST_SAMPLES)]
    TooManySamples { movement: usize },
    #[error("it holds more than {0} movements")]
    TooManyMovements(usize),
    #[error(
        "line {line}: \"{text}\" is no number; numbers of a table have a point and stand between commas, semicolons or spaces"
    )]
    NoNumber { line: usize, text: String },
    #[error("line {line} has {found} numbers, the first line has {first}; the file is damaged")]
    Ragged { line: usize, found: usize, first: usize },
    #[error("line {line} holds a number that no jaw has")]
    TooFar { line: usize },
    #[error(
        "a table of {0} columns without names; say what they are with --columns, e.g. tx,ty,tz,rx,ry,rz or time,tx,ty,tz,qw,qx,qy,qz"
    )]
    NoColumnNames(usize),
    #[error(
        "which of columns 4 and 7 is the quaternion's scalar cannot be told from the numbers; say it with --scalar first or --scalar last"
    )]
    NoScalar,
    #[error(
        "row {line}: its quaternion has the length {length:.3} and not 1; the columns may have another order (--columns, --scalar)"
    )]
    NoQuaternion { line: usize, length: f64 },
    #[error("{0}")]
    Open(String),
}
