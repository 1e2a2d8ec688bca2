//! What the sources say: the keys that they name, the words that they write themselves.
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;

/// The macros that take a key.
const SAY: [&str; 2] = ["say", "phrase"];

/// A string in a source, and what it is given to: the path before its brackets, if there is one.
pub struct Written {
    pub text: String,
    pub to: String,
}

/// Every string of a source but those of its tests, its attributes and its macros that say a key.
pub fn written(source: &str) -> Vec<Written> {
    let mut found = Vec::new();
    walk(source.parse().expect("a source is Rust"), "", &mut |text, to| {
        if !SAY.contains(&to) {
            found.push(Written { text: text.to_owned(), to: to.to_owned() });
        }
    });
    found
}

/// The keys that a source names, its tests included.
pub fn keys(source: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    walk(source.parse().expect("a source is Rust"), "", &mut |text, to| {
        if SAY.contains(&to) {
            found.insert(text.to_owned());
        }
    });
    found
}

/// Gives every string, and the name that its innermost brackets belong to. Of a macro that says a key only the first is one: what
/// else stands in it are values.
fn walk(code: TokenStream, to: &str, hear: &mut impl FnMut(&str, &str)) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut name = String::new();
    let mut i = 0;
    while i < tokens.len() {
        match &tokens[i] {
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                // An attribute; what stands behind one of tests is one.
                let bracket =
                    i + 1 + usize::from(matches!(&tokens.get(i + 1), Some(TokenTree::Punct(p)) if p.as_char() == '!'));
                let is_test = tokens.get(bracket).is_some_and(|t| t.to_string().replace(' ', "") == "[cfg(test)]");
                i = if is_test { end_of_item(&tokens, bracket + 1) } else { bracket + 1 };
                continue;
            }
            TokenTree::Ident(word) if name.ends_with("::") => name += &word.to_string(),
            TokenTree::Ident(word) => name = word.to_string(),
            TokenTree::Punct(sign) if sign.as_char() == ':' && !name.is_empty() => name.push(':'),
            TokenTree::Punct(sign) if sign.as_char() == '!' => {}
            TokenTree::Punct(_) => name.clear(),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if let Some(text) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
                    let is_value = SAY.contains(&to) && i > 0;
                    hear(text, if is_value { "" } else { to });
                }
            }
            TokenTree::Group(group) => {
                let path: Vec<&str> = name.rsplitn(3, "::").collect();
                let called = path.iter().take(2).rev().copied().collect::<Vec<_>>().join("::");
                let inner = if called.is_empty() { to } else { &called };
                // A list or a tuple within a call is still given to it.
                let inner = if group.delimiter() == proc_macro2::Delimiter::Brace { "" } else { inner };
                walk(group.stream(), inner, hear);
                name.clear();
            }
        }
        i += 1;
    }
}

/// Behind the item that begins here.
fn end_of_item(tokens: &[TokenTree], from: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(sign) => sign.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == proc_macro2::Delimiter::Brace,
        _ => false,
    };
    tokens[from..].iter().position(ends).map_or(tokens.len(), |n| from + n + 1)
}
