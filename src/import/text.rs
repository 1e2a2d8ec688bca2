//! Words, lines and numbers of ASCII files, borrowed from the bytes: nothing is allocated for a word.

/// Walks through a text word by word. Line ends may be `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    bytes: &'a [u8],
    pos: usize,
    line: usize,
}

impl<'a> Words<'a> {
    /// `first_line` is the number of the line that `bytes` begin on, for messages.
    pub fn new(bytes: &'a [u8], first_line: usize) -> Self {
        Self { bytes, pos: 0, line: first_line }
    }

    /// Number of the line that the last word came from.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Bytes not yet read.
    pub fn n_left(&self) -> usize {
        self.bytes.len() - self.pos
    }

    /// Fraction of the text already read, 0 to 1.
    pub fn fraction(&self) -> f64 {
        self.pos as f64 / self.bytes.len().max(1) as f64
    }

    /// The next word, on whatever line it is.
    pub fn next_word(&mut self) -> Option<&'a [u8]> {
        while let Some(&byte) = self.bytes.get(self.pos).filter(|b| is_space(**b)) {
            self.pos += 1;
            // The pair \r\n is one line end: only its second half counts.
            if byte == b'\n' || (byte == b'\r' && self.bytes.get(self.pos) != Some(&b'\n')) {
                self.line += 1;
            }
        }
        let rest = &self.bytes[self.pos..];
        let n = rest.iter().position(|b| is_space(*b)).unwrap_or(rest.len());
        self.pos += n;
        (n > 0).then_some(&rest[..n])
    }

    /// Leaves out what remains of the line.
    pub fn skip_line(&mut self) {
        let rest = &self.bytes[self.pos..];
        self.pos += rest.iter().position(|b| is_line_end(*b)).unwrap_or(rest.len());
    }
}

/// The logical lines of a text with their numbers: a backslash at a line's end joins it with the next.
pub struct Lines<'a> {
    bytes: &'a [u8],
    pos: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, pos: 0, line: 1 }
    }

    /// Fraction of the text already read, 0 to 1.
    pub fn fraction(&self) -> f64 {
        self.pos as f64 / self.bytes.len().max(1) as f64
    }
}

impl<'a> Iterator for Lines<'a> {
    /// The line's number (from 1) and its bytes without the end; a joined line still holds its backslashes.
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (start, first_line) = (self.pos, self.line);
        if start == self.bytes.len() {
            return None;
        }
        loop {
            let rest = &self.bytes[self.pos..];
            let Some(n) = rest.iter().position(|b| is_line_end(*b)) else {
                self.pos = self.bytes.len();
                return Some((first_line, &self.bytes[start..]));
            };
            let end = self.pos + n;
            let crlf = self.bytes[end..].starts_with(b"\r\n");
            self.pos = end + if crlf { 2 } else { 1 };
            self.line += 1;
            if end == start || self.bytes[end - 1] != b'\\' {
                return Some((first_line, &self.bytes[start..end]));
            }
        }
    }
}

/// The words of one logical line (see [`Lines`]).
pub fn words_of_line(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|b| is_space(*b) || *b == b'\\').filter(|word| !word.is_empty())
}

/// A number as people and programs write it (`1`, `1.`, `-.5e3`), also `nan` and `inf`; `None` for anything else.
pub fn number<T: std::str::FromStr>(word: &[u8]) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// A word for a message: shortened, and without what a terminal would obey.
pub fn quoted(word: &[u8]) -> String {
    let head = String::from_utf8_lossy(&word[..word.len().min(40)]);
    format!("\"{}\"", head.chars().filter(|c| !c.is_control()).take(24).collect::<String>())
}

/// The bytes after a UTF-8 byte order mark and blank space.
pub fn trim_start(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start()
}

/// The bytes without the zero bytes at their end.
pub fn trim_zeros(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1)]
}

fn is_space(byte: u8) -> bool {
    // Vertical tab too, which `u8::is_ascii_whitespace` leaves out.
    matches!(byte, b'\t'..=b'\r' | b' ')
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_lines_whatever_the_line_end() {
        for text in ["a b\nc\n\nd", "a b\r\nc\r\n\r\nd", "a b\rc\r\rd"] {
            let mut words = Words::new(text.as_bytes(), 1);
            let mut found = Vec::new();
            while let Some(word) = words.next_word() {
                found.push((word.to_vec(), words.line()));
            }
            let expected = [("a", 1), ("b", 1), ("c", 2), ("d", 4)].map(|(w, l)| (w.as_bytes().to_vec(), l));
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn a_backslash_joins_lines() {
        for text in ["f 1 \\\n2 3\nv", "f 1 \\\r\n2 3\r\nv", "f 1 \\\r2 3\rv"] {
            let lines: Vec<_> = Lines::new(text.as_bytes()).collect();
            assert_eq!(lines.len(), 2, "{text:?}");
            assert_eq!(words_of_line(lines[0].1).collect::<Vec<_>>(), [b"f", b"1", b"2", b"3"], "{text:?}");
            assert_eq!(lines[1], (3, &b"v"[..]), "{text:?}");
        }
    }

    #[test]
    fn numbers_as_programs_write_them() {
        for (word, value) in [("1", 1.0), ("1.", 1.0), ("-.5e3", -500.0), ("+2", 2.0), ("8.4e-001", 0.84)] {
            assert_eq!(number::<f32>(word.as_bytes()), Some(value), "{word}");
        }
        for word in ["", "1,5", "0x10", "1.0f", "\u{ff}"] {
            assert_eq!(number::<f32>(word.as_bytes()), None, "{word}");
        }
    }

    #[test]
    fn quoted_words_are_short_and_harmless() {
        assert_eq!(quoted(b"\x1b[31mred"), "\"[31mred\"");
        assert!(quoted(&[b'a'; 1000]).len() < 40);
    }
}
