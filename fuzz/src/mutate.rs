//! Changes to valid input: what damaged, hostile and careless files have in common.
use occluscope::base::Random;

/// Numbers at which readers go wrong.
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "18446744073709551615",
    "-9223372036854775808",
    "1e39",
    "1e308",
    "1e-320",
    "NaN",
    "inf",
];

/// One of the seeds, changed in one to eight places.
pub fn mutated(seeds: &[Vec<u8>], most_bytes: usize, random: &mut Random) -> Vec<u8> {
    let Some(mut bytes) = pick(seeds, random).cloned() else {
        return (0..most_bytes).map(|_| random.below(256) as u8).collect();
    };
    for _ in 0..=random.below(8) {
        change(&mut bytes, seeds, random);
    }
    bytes.truncate(most_bytes);
    bytes
}

fn pick<'a, T>(all: &'a [T], random: &mut Random) -> Option<&'a T> {
    all.get(random.below(all.len().max(1) as u64) as usize)
}

fn change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = place(bytes, random);
    let until = (at + 1 + random.below(64) as usize).min(bytes.len());
    match random.below(9) {
        0 => bytes.iter_mut().skip(at).take(1).for_each(|b| *b ^= 1 << random.below(8)),
        1 => bytes.iter_mut().skip(at).take(1).for_each(|b| *b = random.below(256) as u8),
        2 => bytes.insert(at, random.below(256) as u8),
        3 => drop(bytes.drain(at.min(until)..until)),
        4 => {
            let again = bytes[at.min(until)..until].repeat(1 + random.below(16) as usize);
            bytes.splice(at..at, again);
        }
        5 => bytes.truncate(at),
        6 => other_number(bytes, at, random),
        7 => {
            let other = pick(seeds, random).cloned().unwrap_or_default();
            let from = place(&other, random);
            let piece: Vec<u8> = other[from..].iter().copied().take(1 + random.below(200) as usize).collect();
            bytes.splice(at..until, piece);
        }
        _ => {
            // Four bytes as a count or a coordinate.
            let word = [0, u32::MAX, 1 << 31, f32::NAN.to_bits(), f32::MAX.to_bits(), f32::INFINITY.to_bits()];
            let word = pick(&word, random).copied().unwrap_or_default().to_le_bytes();
            bytes.splice(at..(at + 4).min(bytes.len()), word);
        }
    }
}

fn place(bytes: &[u8], random: &mut Random) -> usize {
    random.below(bytes.len() as u64 + 1) as usize
}

/// The digits behind a place become another number.
fn other_number(bytes: &mut Vec<u8>, from: usize, random: &mut Random) {
    let Some(begin) = (from..bytes.len()).find(|i| bytes[*i].is_ascii_digit()) else { return };
    let end = (begin..bytes.len()).find(|i| !bytes[*i].is_ascii_digit()).unwrap_or(bytes.len());
    bytes.splice(begin..end, pick(&NUMBERS, random).copied().unwrap_or_default().bytes());
}
