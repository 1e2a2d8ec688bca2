//! A table as Parquet: every column may be unknown, a group of lines is held until it is full, and the same lines give the same bytes.
use super::{Cell, Column, Kind};
use parquet::basic::{Compression, GzipLevel, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use std::io::{self, Write};
use std::sync::Arc;

/// Lines of a group: some megabytes.
const GROUP: usize = 8192;

/// Values of a column in the group that is being filled; of what is unknown there is none.
#[derive(Debug)]
enum Values {
    Text(Vec<ByteArray>),
    Real(Vec<f64>),
    Whole(Vec<i64>),
}

/// With a 1 for each line that has a value and a 0 for others.
#[derive(Debug)]
struct Filled {
    values: Values,
    is_known: Vec<i16>,
}

pub struct ParquetTable<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Filled>,
    lines: usize,
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error.to_string())
}

fn type_of(column: &Column) -> Result<TypePtr, ParquetError> {
    let (physical, logical) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Real => (Physical::DOUBLE, None),
        Kind::Whole => (Physical::INT64, None),
    };
    let builder = Type::primitive_type_builder(&column.name, physical);
    builder.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build().map(Arc::new)
}

impl Filled {
    fn new(kind: Kind) -> Self {
        let values = match kind {
            Kind::Text => Values::Text(Vec::new()),
            Kind::Real => Values::Real(Vec::new()),
            Kind::Whole => Values::Whole(Vec::new()),
        };
        Self { values, is_known: Vec::new() }
    }

    /// A value of another kind than the column's is unknown.
    fn push(&mut self, cell: &Cell<'_>) {
        let before = self.len();
        match (&mut self.values, cell) {
            (Values::Text(values), Cell::Text(Some(word))) => values.push(word.as_bytes().to_vec().into()),
            (Values::Real(values), Cell::Real(Some(x))) => values.push(*x),
            (Values::Whole(values), Cell::Whole(Some(n))) => values.push(*n),
            _ => {}
        }
        self.is_known.push(i16::from(self.len() > before));
    }

    fn len(&self) -> usize {
        match &self.values {
            Values::Text(values) => values.len(),
            Values::Real(values) => values.len(),
            Values::Whole(values) => values.len(),
        }
    }

    /// Hands the values over and is empty again.
    fn write(&mut self, column: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
        let known = Some(self.is_known.as_slice());
        match (&self.values, column) {
            (Values::Text(values), ColumnWriter::ByteArrayColumnWriter(to)) => to.write_batch(values, known, None)?,
            (Values::Real(values), ColumnWriter::DoubleColumnWriter(to)) => to.write_batch(values, known, None)?,
            (Values::Whole(values), ColumnWriter::Int64ColumnWriter(to)) => to.write_batch(values, known, None)?,
            _ => return Err(ParquetError::General("a column is of another kind than its values".into())),
        };
        self.is_known.clear();
        match &mut self.values {
            Values::Text(values) => values.clear(),
            Values::Real(values) => values.clear(),
            Values::Whole(values) => values.clear(),
        }
        Ok(())
    }
}

impl<W: Write + Send> ParquetTable<W> {
    /// # Errors
    /// What `out` reports.
    pub fn new(columns: &[Column], out: W) -> io::Result<Self> {
        let fields = columns.iter().map(type_of).collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let schema = Type::group_type_builder("table").with_fields(fields).build().map_err(failed)?;
        let compression = Compression::GZIP(GzipLevel::default());
        let properties = WriterProperties::builder().set_compression(compression).build();
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        Ok(Self { file, columns: columns.iter().map(|c| Filled::new(c.kind)).collect(), lines: 0 })
    }

    /// # Errors
    /// What the file reports.
    pub fn line(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        self.columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
        self.lines += 1;
        if self.lines == GROUP { self.write_group().map_err(failed) } else { Ok(()) }
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        self.lines = 0;
        let mut group = self.file.next_row_group()?;
        for filled in &mut self.columns {
            let Some(mut column) = group.next_column()? else { break };
            filled.write(column.untyped())?;
            column.close()?;
        }
        group.close().map(drop)
    }

    /// # Errors
    /// What the file reports.
    pub fn finish(mut self) -> io::Result<W> {
        if self.lines > 0 {
            self.write_group().map_err(failed)?;
        }
        self.file.into_inner().map_err(failed)
    }
}
