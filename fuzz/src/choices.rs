//! Decisions read from bytes, so that whoever makes the bytes makes the decisions.

/// Bytes that are used up; beyond their end everything is 0.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// Below `n`, which is 1 to 256.
    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// -1 to 1, in steps of 1/32,768.
    pub fn unit(&mut self) -> f64 {
        f64::from(i16::from_le_bytes([self.byte(), self.byte()])) / 32768.0
    }
}
