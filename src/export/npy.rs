//! The maps as NumPy arrays of shape [rows, cols], row 0 at v = 0.
use crate::field::{GapField, PixelClass};
use npyz::WriterBuilder;
use std::io::{self, Write};

/// float32, projected gap in mm; NaN where no pair of surfaces faces each other within `range_mm`.
///
/// # Errors
/// What `out` reports.
pub fn write_gap_map(field: &GapField, range_mm: f32, out: impl Write) -> io::Result<()> {
    let within = |gap: &f32| if *gap <= range_mm { *gap } else { f32::NAN };
    write_map(field, field.gap_mm.iter().map(within), out)
}

/// uint8: 0 none, 1 upper only, 2 lower only, 3 clear, 4 interfering. The file format has no number for unsolved
/// pixels: they are written as 0, and the JSON says how many there are.
///
/// # Errors
/// What `out` reports.
pub fn write_class_map(field: &GapField, out: impl Write) -> io::Result<()> {
    let number = |c: &PixelClass| if *c == PixelClass::Unsolved { 0 } else { *c as u8 };
    write_map(field, field.class.iter().map(number), out)
}

fn write_map<T: npyz::AutoSerialize>(
    field: &GapField,
    pixels: impl Iterator<Item = T>,
    out: impl Write,
) -> io::Result<()> {
    let shape = [u64::from(field.projection.rows), u64::from(field.projection.cols)];
    let mut writer = npyz::WriteOptions::new().default_dtype().shape(&shape).writer(out).begin_nd()?;
    writer.extend(pixels)?;
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::super::test_data;
    use super::*;

    #[test]
    fn maps_survive_the_round_trip() {
        let field = test_data::field();
        let (mut gap, mut class) = (Vec::new(), Vec::new());
        write_gap_map(&field, f32::INFINITY, &mut gap).unwrap();
        write_class_map(&field, &mut class).unwrap();
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
