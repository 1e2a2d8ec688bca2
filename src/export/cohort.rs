//! Results of a cohort, a pair of jaws each: what is kept of one (`row`), and the two tables that are made of all (`columns`, `table`).
//! No file and no folder is named in any of them: scans' names often are patients' names.
mod columns;
mod nameless;
mod parquet;
mod row;
mod table;

pub use columns::{CaseColumns, CaseOf, contact_columns, contact_lines, is_own_column};
pub use nameless::nameless;
pub use row::{Figures, NoRow, ROW_SCHEMA, RowRecord, ScanHashes, Status};
pub use table::Table;

use std::borrow::Cow;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Real,
    Whole,
}

/// A column of a table, by the name that it has in CSV and Parquet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: Cow<'static, str>,
    pub kind: Kind,
}

/// One value; `None` is unknown or not there, an empty cell or a null.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    Text(Option<Cow<'a, str>>),
    Real(Option<f64>),
    Whole(Option<i64>),
}

impl Cell<'_> {
    fn kind(&self) -> Kind {
        match self {
            Self::Text(_) => Kind::Text,
            Self::Real(_) => Kind::Real,
            Self::Whole(_) => Kind::Whole,
        }
    }
}
