//! Numbers as people read them: no more digits than they deserve, a real minus sign.
use crate::base::words::{as_read, decimal, say};

/// "+0.43", "−0.10", "0.00".
pub fn signed(x: f64, digits: usize) -> String {
    let text = format!("{x:+.digits$}");
    if is_zero(&text) {
        return decimal(0.0, digits);
    }
    shown(&text)
}

fn is_zero(figure: &str) -> bool {
    figure.bytes().all(|b| matches!(b, b'+' | b'-' | b'0' | b'.'))
}

/// A figure that was written with a point and a minus sign of keyboards; zero has no sign.
pub fn shown(figure: &str) -> String {
    let figure = figure.strip_prefix('-').filter(|_| is_zero(figure)).unwrap_or(figure);
    as_read(figure).replace('-', "−")
}

/// "0.43", "−0.10": negative numbers with a real minus sign.
pub fn plain(x: f64, digits: usize) -> String {
    let text = signed(x, digits);
    text.strip_prefix('+').map(str::to_owned).unwrap_or(text)
}

/// "0.083" or "–" where there is no such figure.
pub fn optional(x: Option<f64>, digits: usize) -> String {
    x.map_or_else(|| "–".to_owned(), |x| plain(x, digits))
}

/// What the marks beside the teeth's numbers mean, to be put behind a hint.
pub fn marks_in_words(teeth: &str) -> String {
    let marks = [
        ("?", say!("zones-number-tooth-not-sure")),
        ("·", say!("zones-no-known-tooth-jaw")),
        ("~", say!("zones-spans-several-pairs-teeth")),
    ];
    let used = marks.into_iter().filter(|(mark, _)| teeth.contains(mark));
    used.map(|(_, words)| format!("\n{words}")).collect()
}

/// A difference in percent: "+0.02", "−12.3", "0.00", "–" where there is none to give.
pub fn percent(x: Option<f64>) -> String {
    match x {
        None => "–".to_owned(),
        Some(x) if x.abs() >= 999.5 => if x > 0.0 { ">999" } else { "<−999" }.to_owned(),
        Some(x) if x.abs() >= 99.95 => signed(x, 0),
        Some(x) if x.abs() >= 9.995 => signed(x, 1),
        Some(x) => signed(x, 2),
    }
}

/// 104322 -> "104 322".
pub fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(signed(0.434, 2), "+0.43");
        assert_eq!(signed(-0.004, 2), "0.00");
        assert_eq!(plain(-0.1, 2), "−0.10");
        assert_eq!(plain(12.0, 1), "12.0");
        assert_eq!(optional(None, 2), "–");
        assert_eq!(["-0.00", "-0.10", "12"].map(shown), ["0.00", "−0.10", "12"]);
        let percents = [0.021, -12.34, 0.001, 99.96, -9.999, 4000.0].map(|x| percent(Some(x)));
        assert_eq!(percents, ["+0.02", "−12.3", "0.00", "+100", "−10.0", ">999"]);
        assert_eq!(percent(None), "–");
        assert_eq!(thousands(104_322), "104\u{2009}322");
        assert_eq!(thousands(322), "322");
    }
}
