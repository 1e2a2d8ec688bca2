//! The named bites of a case.
use crate::export::comparison::BiteAsked;
use crate::jaw::Bite;
use crate::session::CaseContent;

/// The bites of a case, and the place of the one that it is in; a position that is none of them is one more.
pub fn kept_bites(content: &CaseContent) -> (Vec<BiteAsked>, usize) {
    let list = content.bites.list();
    let mut bites: Vec<BiteAsked> = list.iter().map(asked).collect();
    let is_current = content.bites.at(&content.upper_from_lower).is_some();
    let place = match is_current {
        true => Some(content.bites.place()),
        false => list.iter().position(|bite| bite.upper_from_lower == content.upper_from_lower),
    };
    let current = place.unwrap_or_else(|| {
        let upper_from_lower = content.upper_from_lower.to_rows();
        bites.push(BiteAsked { name: "the case's position".into(), origin: "case".into(), upper_from_lower });
        bites.len() - 1
    });
    (bites, current)
}

fn asked(bite: &Bite) -> BiteAsked {
    let (name, origin) = (bite.said_name().to_owned(), bite.origin.say().to_owned());
    BiteAsked { name, origin, upper_from_lower: bite.upper_from_lower.to_rows() }
}

/// The pose of the scans' files.
pub fn as_scanned() -> BiteAsked {
    asked(&Bite::as_scanned())
}
