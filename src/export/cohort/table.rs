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

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    /// More than one group of lines.
    const LINES: usize = 9_000;

    fn columns() -> Vec<Column> {
        let column = |(name, kind): (&'static str, Kind)| Column { name: name.into(), kind };
        [("name", Kind::Text), ("x", Kind::Real), ("n", Kind::Whole)].map(column).to_vec()
    }

    fn cells(i: usize) -> [Cell<'static>; 3] {
        let known = !i.is_multiple_of(3);
        let name = format!("\"{i}\", \u{3bc}");
        [
            Cell::Text((!i.is_multiple_of(5)).then(|| name.into())),
            Cell::Real(known.then_some(i as f64 / 7.0)),
            Cell::Whole(known.then_some(i as i64)),
        ]
    }

    fn written(n: usize) -> [Vec<u8>; 2] {
        let mut table = Table::new(columns(), Vec::new(), Vec::new()).unwrap();
        (0..n).for_each(|i| table.line(&cells(i)).unwrap());
        table.finish().unwrap()
    }

    #[test]
    fn both_forms_say_what_was_written() {
        let [csv, parquet] = written(LINES);
        let mut reader = csv::Reader::from_reader(&csv[..]);
        assert_eq!(reader.headers().unwrap(), &["name", "x", "n"][..]);
        let file = SerializedFileReader::new(file_of(&parquet)).unwrap();
        assert!(file.metadata().num_row_groups() > 1);
        let mut n_lines = 0;
        for (i, (line, row)) in reader.records().zip(file.get_row_iter(None).unwrap()).enumerate() {
            let (line, row) = (line.unwrap(), row.unwrap());
            let wanted = cells(i);
            for ((cell, text), (_, field)) in wanted.iter().zip(&line).zip(row.get_column_iter()) {
                let is_null = matches!(field, Field::Null);
                let same = match (cell, field) {
                    (Cell::Text(Some(a)), Field::Str(b)) => a == b && text == b,
                    (Cell::Real(Some(a)), Field::Double(b)) => a == b && text.parse() == Ok(*b),
                    (Cell::Whole(Some(a)), Field::Long(b)) => a == b && text.parse() == Ok(*b),
                    (Cell::Text(None) | Cell::Real(None) | Cell::Whole(None), _) => is_null && text.is_empty(),
                    _ => false,
                };
                assert!(same, "{i}: {cell:?}, {text}, {field:?}");
            }
            n_lines += 1;
        }
        assert_eq!(n_lines, LINES);
    }

    fn file_of(parquet: &[u8]) -> std::fs::File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(parquet).unwrap();
        file
    }

    #[test]
    fn the_same_lines_are_the_same_bytes() {
        let [lines, other] = [LINES, LINES + 1].map(written);
        assert!(lines == written(LINES));
        assert!(lines.iter().zip(&other).all(|(a, b)| a != b), "the twin");
        let [csv, parquet] = written(0);
        assert_eq!(csv, b"name,x,n\n");
        assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    }
}
