//! Figures and dates as they are read in a language.
use super::language::{Language, in_force};
use std::borrow::Cow;

pub fn decimal_sign() -> char {
    if in_force() == Language::English { '.' } else { ',' }
}

/// "0.12", in German "0,12"; what rounds to zero has no sign.
pub fn decimal(x: impl Into<f64>, digits: usize) -> String {
    let text = format!("{:.digits$}", x.into());
    let is_zero = |figure: &&str| figure.bytes().all(|b| matches!(b, b'0' | b'.'));
    as_read(text.strip_prefix('-').filter(is_zero).unwrap_or(&text)).into_owned()
}

/// With as many digits as it has.
pub fn number(x: f64) -> String {
    as_read(&x.to_string()).into_owned()
}

/// A figure that was written with a point, with the sign that the language has.
pub fn as_read(figure: &str) -> Cow<'_, str> {
    match decimal_sign() {
        '.' => Cow::Borrowed(figure),
        sign => Cow::Owned(figure.replace('.', &sign.to_string())),
    }
}

/// A figure that a person typed: with a point or a comma, a real minus sign or the one of keyboards.
pub fn typed(figure: &str) -> Option<f64> {
    let plain: String = figure.trim().replace(',', ".").replace('−', "-").split_whitespace().collect();
    plain.parse().ok().filter(|x: &f64| x.is_finite())
}

/// "2026-11-24 12:03"; elsewhere "24.11.2026 12:03", "24/11/2026 12:03".
pub fn day_and_time(time: &jiff::Zoned) -> String {
    let pattern = match in_force() {
        Language::English => "%Y-%m-%d %H:%M",
        Language::German => "%d.%m.%Y %H:%M",
        Language::French | Language::Spanish => "%d/%m/%Y %H:%M",
    };
    time.strftime(pattern).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounds_to_zero_has_no_sign() {
        for (x, digits, text) in [(-0.0004, 3, "0.000"), (-0.0, 1, "0.0"), (-0.4, 0, "0"), (0.0004, 3, "0.000")] {
            assert_eq!(decimal(x, digits), text);
        }
        assert_eq!(decimal(-0.0006, 3), "-0.001", "the twin");
    }
}
