//! Lists of plain data one after the other in a file of this machine's own: each is its length and its bytes. What is
//! read is checked against the bytes that are there, so that no length can ask for more memory than the file has.
use std::io::{self, Write};

/// Writes one list.
///
/// # Errors
/// Those of `out`.
pub fn write_list<T: bytemuck::NoUninit>(out: &mut dyn Write, list: &[T]) -> io::Result<()> {
    out.write_all(&(list.len() as u64).to_ne_bytes())?;
    out.write_all(bytemuck::cast_slice(list))
}

/// Writes a value as JSON. Numbers with fractions belong into lists: their last digits do not survive JSON.
///
/// # Errors
/// Those of `out`, and values that JSON has no words for.
pub fn write_json(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    write_list(out, &serde_json::to_vec(value)?)
}

/// Reads what was written, in the same order. `None` from then on where it is not what was asked for.
pub struct Sections<'a>(&'a [u8]);

impl<'a> Sections<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn list<T: bytemuck::AnyBitPattern + bytemuck::NoUninit>(&mut self) -> Option<Vec<T>> {
        let (length, rest) = self.0.split_first_chunk()?;
        let n_bytes = usize::try_from(u64::from_ne_bytes(*length)).ok()?.checked_mul(size_of::<T>())?;
        let (bytes, rest) = rest.split_at_checked(n_bytes)?;
        self.0 = rest;
        Some(bytemuck::pod_collect_to_vec(bytes))
    }

    /// As [`Sections::list`], of exactly `N`.
    pub fn array<T: bytemuck::AnyBitPattern + bytemuck::NoUninit, const N: usize>(&mut self) -> Option<[T; N]> {
        self.list()?.try_into().ok()
    }

    pub fn json<T: serde::de::DeserializeOwned>(&mut self) -> Option<T> {
        serde_json::from_slice(&self.list::<u8>()?).ok()
    }

    /// Whether everything was read.
    pub fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_and_wrong_ones_are_none() {
        let mut bytes = Vec::new();
        write_list(&mut bytes, &[1.5_f64, -0.0]).unwrap();
        write_json(&mut bytes, &("two", 3)).unwrap();
        write_list(&mut bytes, &[[1_u32, 2, 3]]).unwrap();
        let mut sections = Sections::new(&bytes);
        let numbers: [f64; 2] = sections.array().unwrap();
        assert_eq!(numbers.map(f64::to_bits), [1.5_f64, -0.0].map(f64::to_bits));
        assert_eq!(sections.json::<(String, u8)>(), Some(("two".into(), 3)));
        assert_eq!(sections.list::<[u32; 3]>(), Some(vec![[1, 2, 3]]));
        assert!(sections.is_at_end() && sections.list::<u8>().is_none());
        // The twins: another number of elements, another type, a file cut short.
        assert_eq!(Sections::new(&bytes).array::<f64, 3>(), None);
        assert_eq!(Sections::new(&bytes).json::<Vec<u8>>(), None);
        assert_eq!(Sections::new(&bytes[..20]).list::<f64>(), None);
    }

    #[test]
    fn a_hostile_length_asks_for_nothing() {
        for length in [u64::MAX, u64::MAX / 8 + 1, 1 << 40, 3] {
            let mut bytes = length.to_ne_bytes().to_vec();
            bytes.extend([0; 16]);
            assert_eq!(Sections::new(&bytes).list::<f64>(), None, "{length}");
        }
    }
}
