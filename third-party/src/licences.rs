//! Which licences the program may be made of.
use spdx::{Expression, Licensee, ParseMode};

/// In the order in which they are taken where an author leaves the choice. All of them allow what the program's own licences allow, as
/// long as their words go with it.
pub const ALLOWED: [&str; 14] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "Zlib",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "0BSD",
    "BSL-1.0",
    "Unicode-3.0",
    // Of fonts: they may be carried by a program and keep their names.
    "OFL-1.1",
    "Ubuntu-font-1.0",
    // Who changes a file of such a crate has to publish that file. None is changed here.
    "MPL-2.0",
];

/// The licences that are taken of an expression: all that it asks for, by the order of [`ALLOWED`].
///
/// # Errors
/// When it is no expression, or asks for a licence that is not allowed.
pub fn taken(expression: &str) -> Result<Vec<String>, String> {
    let parsed = Expression::parse_mode(expression, ParseMode::LAX).map_err(|why| format!("{expression:?}: {why}"))?;
    let allowed = ALLOWED.map(|id| Licensee::parse(id).expect("a licence of SPDX"));
    let least = parsed.minimized_requirements(allowed.iter()).map_err(|_| format!("{expression:?} is not allowed"))?;
    Ok(least.into_iter().map(|requirement| requirement.to_string()).collect())
}

/// A licence's own words.
pub fn words(id: &str) -> String {
    let (id, exception) = id.split_once(" WITH ").unwrap_or((id, ""));
    let licence = spdx::license_id(id).map(|id| id.text().to_owned()).unwrap_or_default();
    let exception = spdx::exception_id(exception).map(|id| format!("\n{}", id.text())).unwrap_or_default();
    licence + &exception
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expression: &str, wanted: &[&str]) {
        assert_eq!(taken(expression).expect("allowed"), wanted, "{expression}");
    }

    #[test]
    fn expressions_are_evaluated() {
        check("MIT", &["MIT"]);
        check("Apache-2.0/MIT", &["MIT"]);
        check("Apache-2.0 OR GPL-2.0-only", &["Apache-2.0"]);
        check("Apache-2.0 AND MIT", &["MIT", "Apache-2.0"]);
        check("(MIT OR Apache-2.0) AND Unicode-3.0", &["MIT", "Unicode-3.0"]);
        check("GPL-3.0-only OR Apache-2.0 WITH LLVM-exception", &["Apache-2.0 WITH LLVM-exception"]);
    }

    #[test]
    fn what_is_not_allowed_is_refused() {
        let refused =
            ["GPL-3.0-only", "MIT AND GPL-2.0-only", "LGPL-2.1-or-later OR AGPL-3.0", "", "None of your business"];
        for expression in refused {
            assert!(taken(expression).is_err(), "{expression}");
        }
    }

    #[test]
    fn every_allowed_licence_has_its_words() {
        for id in ALLOWED {
            assert!(words(id).len() > 300, "{id}");
        }
        assert!(words("Apache-2.0 WITH LLVM-exception").len() > words("Apache-2.0").len());
        assert_eq!(words("no licence"), "");
    }
}
