//! JSON out of files that nobody vouches for: looked over before anything is made of it, since a few bytes of text may ask for a
//! hundred times as much memory; text of it that is kept as it stands; and one text for all that say the same.
use std::sync::Arc;

/// How much may stand in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonLimits {
    /// Lists and objects within each other.
    pub depth: usize,
    /// An empty one takes two bytes of text and hundreds of memory.
    pub objects: usize,
    pub lists: usize,
    /// Names and values of every kind, lists and objects included.
    pub values: usize,
}

/// More stands in a text than in any that is honest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it holds more {0} than any record has")]
pub struct TooMuch(&'static str);

impl JsonLimits {
    /// A record of the program's own: an analysis, a case. Two jaws of five million triangles, with a tooth's name for every run of
    /// them, stay far below.
    pub const RECORD: Self = Self { depth: 32, objects: 50_000, lists: 500_000, values: 1_500_000 };

    /// Looks at every byte once and takes no memory. Whether the text is JSON is for its reader to say.
    ///
    /// # Errors
    /// [`TooMuch`], naming what there is too much of.
    pub fn check(&self, text: &[u8]) -> Result<(), TooMuch> {
        let (mut depth, mut objects, mut lists, mut values) = (0_usize, 0, 0, 0);
        let mut bytes = text.iter();
        while let Some(byte) = bytes.next() {
            match byte {
                b'"' => skip_string(&mut bytes),
                b'{' | b'[' => {
                    depth += 1;
                    objects += usize::from(*byte == b'{');
                    lists += usize::from(*byte == b'[');
                    values += 1;
                }
                b'}' | b']' => depth = depth.saturating_sub(1),
                b',' | b':' => values += 1,
                _ => {}
            }
            let found = [(depth, self.depth), (objects, self.objects), (lists, self.lists), (values, self.values)];
            let words = ["levels", "objects", "lists", "values"];
            if let Some((_, word)) = found.iter().zip(words).find(|((n, most), _)| n > most) {
                return Err(TooMuch(word));
            }
        }
        Ok(())
    }
}

/// Goes on behind the end of a string.
fn skip_string(bytes: &mut std::slice::Iter<u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => _ = bytes.next(),
            b'"' => return,
            _ => {}
        }
    }
}

/// JSON text that is kept as it stands. Clones are the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawJson(Arc<str>);

impl RawJson {
    pub fn new(text: &str) -> Self {
        Self(text.into())
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// What it says; `None` where that is nothing of this kind.
    pub fn read<T: serde::de::DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(&self.0).ok()
    }
}

/// The names in an object, and the text of their values; nothing of a text that is no object. The text is JSON already.
pub fn members(text: &str) -> Vec<(String, &str)> {
    let bytes = text.as_bytes();
    let (mut found, mut depth, mut begun, mut name) = (Vec::new(), 0_usize, 0, None);
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        match byte {
            b'"' => at += string_length(&bytes[at..]),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match (byte, depth) {
            (b'{' | b',', 1) => begun = at + 1,
            (b':', 1) => {
                name = serde_json::from_str(text[begun..at].trim()).ok();
                begun = at + 1;
            }
            _ => {}
        }
        let may_end = depth == 1 && name.is_some() && !byte.is_ascii_whitespace();
        if may_end && is_at_end(bytes.get(at + 1..).unwrap_or_default()) {
            found.extend(name.take().map(|name: String| (name, text[begun..=at].trim())));
        }
        at += 1;
    }
    found
}

/// Whether a value ends in front of these bytes.
fn is_at_end(rest: &[u8]) -> bool {
    matches!(rest.iter().find(|b| !b.is_ascii_whitespace()), Some(b',' | b'}'))
}

/// From its opening quotation mark to its closing one, less one.
fn string_length(bytes: &[u8]) -> usize {
    let mut rest = bytes[1..].iter();
    skip_string(&mut rest);
    bytes.len() - 1 - rest.len()
}

/// The values in a list, as text; nothing of a text that is no list. The text is JSON already.
fn items(text: &str) -> Vec<&str> {
    let bytes = text.trim().as_bytes();
    let (mut found, mut depth, mut begun, mut at) = (Vec::new(), 0_usize, 1, 0);
    while bytes.first() == Some(&b'[') && at < bytes.len() {
        match bytes[at] {
            b'"' => at += string_length(&bytes[at..]),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 || depth == 1 && bytes[at] == b',' {
            found.push(text.trim()[begun..at].trim());
            begun = at + 1;
        }
        at += 1;
    }
    found.retain(|item| !item.is_empty());
    found
}

/// One text for all texts that say the same: whatever their spaces, the order of names and the digits behind the ninth, which not
/// every reader keeps. Members named in `without` are left out at any depth. The text is JSON already, and not deep.
pub fn canonical(text: &str, without: &[&str]) -> String {
    let text = text.trim();
    match text.as_bytes().first() {
        Some(b'{') => {
            let mut members = members(text);
            members.retain(|(name, _)| !without.contains(&name.as_str()));
            members.sort_by(|a, b| a.0.cmp(&b.0));
            let member = |(name, raw): &(String, &str)| format!("{name:?}:{}", canonical(raw, without));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
        }
        Some(b'[') => {
            format!("[{}]", items(text).iter().map(|item| canonical(item, without)).collect::<Vec<_>>().join(","))
        }
        Some(b'"') => format!("{:?}", serde_json::from_str::<String>(text).unwrap_or_default()),
        _ => text.parse().map_or_else(|_| text.to_owned(), |number| canonical_number(text, number)),
    }
}

fn canonical_number(text: &str, number: f64) -> String {
    const WHOLE: f64 = 9e15;
    match () {
        // A seed may have more digits than a fraction has.
        () if text.bytes().all(|b| b.is_ascii_digit()) => text.to_owned(),
        () if number.fract() == 0.0 && number.abs() < WHOLE => format!("{}", number as i64),
        () => format!("{number:.8e}"),
    }
}

/// An object with more members behind its own. `object` is the text of one that is not empty.
pub fn with_members<'a>(object: &str, more: impl IntoIterator<Item = (&'a str, &'a RawJson)>) -> String {
    let (mut text, _) = object.rsplit_once('}').map_or_else(Default::default, |(a, b)| (a.trim_end().to_owned(), b));
    for (name, value) in more {
        text += &format!(",\n  {}: {}", serde_json::Value::from(name), value.text());
    }
    text + "\n}\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    const FEW: JsonLimits = JsonLimits { depth: 3, objects: 4, lists: 4, values: 12 };

    #[test]
    fn what_there_is_too_much_of_is_named() {
        let said = |text: &str| FEW.check(text.as_bytes()).map_err(|e| e.to_string());
        assert_eq!(said(r#"{"a": [1, 2, {"b": null}]}"#), Ok(()));
        for (text, word) in [
            ("[[[[0]]]]", "levels"),
            ("[{},{},{},{},{}]", "objects"),
            ("[[],[],[],[]]", "lists"),
            ("[0,0,0,0,0,0,0,0,0,0,0,0,0]", "values"),
        ] {
            assert!(said(text).is_err_and(|said| said.contains(word)), "{text}");
        }
        // The twin: the same signs within strings are none.
        assert_eq!(said(r#"["[[[[[{{{{{{,,,,,,,,,,,,,,,\"[[[["]"#), Ok(()));
        // What is no JSON breaks nothing.
        for text in ["\"", "\"\\", "}}}}", "", "{\"a\":"] {
            assert_eq!(said(text), Ok(()), "{text}");
            drop(members(text));
        }
    }

    #[test]
    fn members_are_found_whatever_is_in_them() {
        let text = r#" { "a" : 1 , "b,}":[1,{"x":"}"}], "c": {"d": {}} , "e\"" : "f:,\"" } "#;
        let names = |found: Vec<(String, &str)>| found.into_iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>();
        assert_eq!(names(members(text)), ["a=1", r#"b,}=[1,{"x":"}"}]"#, r#"c={"d": {}}"#, r#"e"="f:,\"""#]);
        assert!(members("[1, {\"a\": 2}]").is_empty() && members("{}").is_empty());
        let more = [("later", RawJson::new("[1, null]"))];
        let with = with_members("{\n  \"a\": 1\n}", more.iter().map(|(n, v)| (*n, v)));
        assert_eq!(serde_json::from_str::<Value>(&with).unwrap(), json!({ "a": 1, "later": [1, null] }));
    }

    #[test]
    fn one_text_for_all_that_say_the_same() {
        let same = |a: &str, b: &str| canonical(a, &["file"]) == canonical(b, &["file"]);
        assert!(same(r#"{"a": [1, 2.0, -0.0], "b": "x\u0041"}"#, "{\"b\":\"xA\",\n\"a\":[1.0,2,0]}"));
        assert!(same("0.1", "0.10000000000000001") && same("1e-7", "1.0e-07"));
        assert!(same(r#"{"a": {"file": "u", "n": 1}}"#, r#"{"a": {"n": 1, "file": "v"}}"#));
        for (a, b) in [
            ("0.1", "0.1000001"),
            ("18446744073709551615", "18446744073709551614"),
            ("1", "\"1\""),
            ("null", "0"),
            ("[1, 2]", "[2, 1]"),
            ("[[1], 2]", "[1, [2]]"),
            (r#"{"a": 1}"#, r#"{"a": 1, "b": null}"#),
            (r#"["a,b"]"#, r#"["a", "b"]"#),
        ] {
            assert!(!same(a, b), "{a} and {b}");
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![Just(Value::Null), any::<i32>().prop_map(Value::from), ".{0,8}".prop_map(Value::from)];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(".{0,6}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn members_are_those_of_a_whole_reader(value in any_json(), pretty in any::<bool>()) {
            let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
            let read = |raw: &str| serde_json::from_str::<Value>(raw).unwrap();
            let found: Map<String, Value> = members(&text).into_iter().map(|(n, raw)| (n, read(raw))).collect();
            prop_assert_eq!(found, value.as_object().cloned().unwrap_or_default());
            let listed: Vec<Value> = items(&text).into_iter().map(read).collect();
            prop_assert_eq!(listed, value.as_array().cloned().unwrap_or_default());
            let other = if pretty { serde_json::to_string(&value) } else { serde_json::to_string_pretty(&value) };
            prop_assert_eq!(canonical(&text, &[]), canonical(&other.unwrap(), &[]));
        }
    }
}
