//! A source as tokens, and what stands in them.
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

pub type Names = Vec<String>;

pub fn tokens(source: &str) -> Vec<TokenTree> {
    source.parse::<TokenStream>().expect("a source is Rust").into_iter().collect()
}

pub fn trees(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

/// A name or a sign as text; of a group its opening bracket, of a literal a quotation mark.
pub fn word(token: &TokenTree) -> String {
    match token {
        TokenTree::Ident(name) => name.to_string(),
        TokenTree::Punct(sign) => sign.as_char().into(),
        TokenTree::Literal(_) => "\"".into(),
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Parenthesis => "(".into(),
            Delimiter::Brace => "{".into(),
            _ => "[".into(),
        },
    }
}

pub fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Splits code into its items (in a body: its statements) and leaves out those of tests.
pub fn items(code: Vec<TokenTree>) -> Vec<Vec<TokenTree>> {
    let (mut items, mut item, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for token in code {
        words.push(word(&token));
        item.push(token);
        let start = &words[start_of(&words)..];
        let ends_with_brace = match start.first().map_or("", String::as_str) {
            "use" | "static" | "type" => false,
            "const" => start.get(1).is_some_and(|next| ["fn", "unsafe", "async", "extern"].contains(&next.as_str())),
            _ => true,
        };
        if words.ends_with(&[";".into()]) || ends_with_brace && words.ends_with(&["{".into()]) {
            items.push((std::mem::take(&mut item), std::mem::take(&mut words)));
        }
    }
    items.push((item, words));
    let is_test = |item: &[TokenTree], words: &[String]| {
        let attributes = item[..start_of(words)].iter();
        attributes.map(TokenTree::to_string).any(|text| text.replace(' ', "") == "[cfg(test)]")
    };
    items.into_iter().filter(|(item, words)| !is_test(item, words)).map(|(item, _)| item).collect()
}

/// How many words of an item are its attributes and its visibility.
pub fn start_of(words: &[String]) -> usize {
    let mut start = 0;
    loop {
        let next = |i: usize| words.get(start + i).map_or("", String::as_str);
        start += match (next(0), next(1), next(2)) {
            ("#", "!", "[") => 3,
            ("#", "[", _) | ("pub", "(", _) => 2,
            ("pub", ..) => 1,
            _ => return start,
        };
    }
}

/// The name that an item (from its keyword on) defines, if it defines one.
pub fn defined(words: &[String]) -> Option<String> {
    let kinds = ["struct", "enum", "union", "trait", "type", "fn", "static", "const"];
    let before = ["unsafe", "async", "extern", "\"", "const"];
    let is_before = |i: usize| {
        before.contains(&words[i].as_str())
            && words
                .get(i + 1)
                .is_some_and(|next| before.contains(&next.as_str()) || ["fn", "trait", "impl"].contains(&next.as_str()))
    };
    let start = (0..words.len()).find(|i| !is_before(*i))?;
    match words[start].as_str() {
        "macro_rules" => words.get(start + 2).cloned(),
        kind if kinds.contains(&kind) => words.get(start + 1).filter(|name| is_name(name)).cloned(),
        _ => None,
    }
}

/// The path that begins with this word, and where it ends. Fields, methods and lifetimes are none.
pub fn path_at(words: &[String], at: usize) -> Option<(Names, usize)> {
    let is = |i: usize, sign: &str| words.get(i).is_some_and(|word| word == sign);
    let is_after = |sign: &str| at > 0 && is(at - 1, sign);
    let is_second = |sign: &str| is_after(sign) && at > 1 && is(at - 2, sign);
    if !is_name(&words[at]) || is_after("'") || is_second(":") || is_after(".") && !is_second(".") {
        return None;
    }
    let (mut path, mut end) = (vec![words[at].clone()], at + 1);
    while is(end, ":") && is(end + 1, ":") && words.get(end + 2).is_some_and(|word| is_name(word)) {
        path.push(words[end + 2].clone());
        end += 3;
    }
    let is_field = path.len() == 1 && is(end, ":") && !is(end + 1, ":");
    (!is_field).then_some((path, end))
}
