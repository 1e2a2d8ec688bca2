//! The maps as NumPy arrays of shape [rows, cols], row 0 at v = 0: version 1.0 of the format, whose header is a line of text.
use crate::field::{GapField, PixelClass};
use std::io::{self, Write};

/// float32, projected gap in mm; NaN where no pair of surfaces faces each other within `range_mm`.
///
/// # Errors
/// What `out` reports.
pub fn write_gap_map(field: &GapField, range_mm: f32, out: impl Write) -> io::Result<()> {
    let within = |gap: &f32| if *gap <= range_mm { *gap } else { f32::NAN };
    write_map(field, ("<f4", field.gap_mm.iter().map(within).map(f32::to_le_bytes)), out)
}

/// uint8: 0 none, 1 upper only, 2 lower only, 3 clear, 4 interfering. The file format has no number for unsolved
/// pixels: they are written as 0, and the JSON says how many there are.
///
/// # Errors
/// What `out` reports.
pub fn write_class_map(field: &GapField, out: impl Write) -> io::Result<()> {
    let number = |c: &PixelClass| if *c == PixelClass::Unsolved { 0 } else { *c as u8 };
    write_map(field, ("|u1", field.class.iter().map(number).map(u8::to_le_bytes)), out)
}

/// What a line of the header takes: with what stands before it 128 bytes, a multiple of 64 as the format has it.
const LINE: u16 = 118;

/// Pixels with NumPy's name of their kind.
fn write_map<const N: usize>(
    field: &GapField,
    (kind, mut pixels): (&str, impl Iterator<Item = [u8; N]>),
    mut out: impl Write,
) -> io::Result<()> {
    let (rows, cols) = (field.projection.rows, field.projection.cols);
    let line = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({rows}, {cols}, ), }}");
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&LINE.to_le_bytes())?;
    writeln!(out, "{line:<width$}", width = usize::from(LINE) - 1)?;
    pixels.try_for_each(|pixel| out.write_all(&pixel))
}

#[cfg(test)]
mod tests {
    use super::super::test_data;
    use super::*;
    use npyz::WriterBuilder;

    /// As a library writes it.
    fn foreign<T: npyz::AutoSerialize>(field: &GapField, pixels: impl Iterator<Item = T>) -> Vec<u8> {
        let shape = [u64::from(field.projection.rows), u64::from(field.projection.cols)];
        let mut out = Vec::new();
        let mut writer = npyz::WriteOptions::new().default_dtype().shape(&shape).writer(&mut out).begin_nd().unwrap();
        writer.extend(pixels).unwrap();
        writer.finish().unwrap();
        out
    }

    #[test]
    fn maps_survive_the_round_trip() {
        let field = test_data::field();
        let (mut gap, mut class) = (Vec::new(), Vec::new());
        write_gap_map(&field, f32::INFINITY, &mut gap).unwrap();
        write_class_map(&field, &mut class).unwrap();
        assert_eq!(gap, foreign(&field, field.gap_mm.iter().copied()));
        let numbers = field.class.iter().map(|c| if *c == PixelClass::Unsolved { 0 } else { *c as u8 });
        assert_eq!(class, foreign(&field, numbers));
        let read = npyz::NpyFile::new(&gap[..]).unwrap();
        assert_eq!(read.shape(), [u64::from(field.projection.rows), u64::from(field.projection.cols)]);
        let bits = |v: &[f32]| v.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&read.into_vec::<f32>().unwrap()), bits(&field.gap_mm));
        let mut near = Vec::new();
        write_gap_map(&field, 0.0, &mut near).unwrap();
        let near: Vec<f32> = npyz::NpyFile::new(&near[..]).unwrap().into_vec().unwrap();
        let expected = field.gap_mm.iter().map(|gap| if *gap <= 0.0 { *gap } else { f32::NAN }).collect::<Vec<_>>();
        assert_eq!(bits(&near), bits(&expected), "the range limits clearance and never depth");
        let class: Vec<u8> = npyz::NpyFile::new(&class[..]).unwrap().into_vec().unwrap();
        assert!(class.iter().all(|c| *c <= 4) && class.contains(&4) && class.contains(&0));
    }
}
