//! A table as CSV and as Parquet, line after line.
use super::parquet::ParquetTable;
use super::{Cell, Column};
use std::borrow::Cow;
use std::io::{self, Write};

/// Both forms of a table, written at once.
pub struct Table<W: Write + Send> {
    csv: csv::Writer<W>,
    parquet: ParquetTable<W>,
    columns: Vec<Column>,
}

impl<W: Write + Send> Table<W> {
    /// Begins with the names of the columns.
    ///
    /// # Errors
    /// What the files report.
    pub fn new(columns: Vec<Column>, csv: W, parquet: W) -> io::Result<Self> {
        let mut csv = csv::Writer::from_writer(csv);
        csv.write_record(columns.iter().map(|c| c.name.as_bytes()))?;
        let parquet = ParquetTable::new(&columns, parquet)?;
        Ok(Self { csv, parquet, columns })
    }

    /// One line: a value for each column, of its kind.
    ///
    /// # Errors
    /// What the files report.
    pub fn line(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        let fits = cells.iter().map(Cell::kind).eq(self.columns.iter().map(|c| c.kind));
        debug_assert!(fits, "a line is not as its table");
        self.csv.write_record(cells.iter().map(|cell| written(cell).into_owned().into_bytes()))?;
        self.parquet.line(cells)
    }

    /// Both files, whole.
    ///
    /// # Errors
    /// What the files report.
    pub fn finish(self) -> io::Result<[W; 2]> {
        let csv = self.csv.into_inner().map_err(|e| io::Error::other(e.to_string()))?;
        Ok([csv, self.parquet.finish()?])
    }
}

/// As it stands in CSV.
fn written<'a>(cell: &'a Cell<'_>) -> Cow<'a, str> {
    match cell {
        Cell::Text(word) => Cow::Borrowed(word.as_deref().unwrap_or_default()),
        Cell::Real(number) => number.map_or(Cow::Borrowed(""), |x| Cow::Owned(x.to_string())),
        Cell::Whole(number) => number.map_or(Cow::Borrowed(""), |n| Cow::Owned(n.to_string())),
    }
}
