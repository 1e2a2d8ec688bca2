//! The direction of dependencies, kept by a test: a folder uses lower floors and itself, siblings do not see each
//! other, only the places named here touch files, the GPU or the window, and no files use each other in a circle.
//! Tests inside the sources are free.
//!
//! The sources are read as tokens, and what they name is followed to the file that defines it. Of a method's call the
//! text does not say whose it is: methods are followed only where they are called on `self`, functions of a type
//! (`Type::new`) everywhere.
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

/// Each folder or file of `src` and its floor. The library's page and the program's start stand above all.
const FLOORS: [(&str, u32); 16] = [
    ("base", 0),
    ("import", 1),
    ("mesh", 1),
    ("jaw", 2),
    ("field", 3),
    ("bench", 3),
    ("exact", 4),
    ("gpu", 4),
    ("native", 4),
    ("engine", 5),
    ("render", 6),
    ("export", 6),
    ("session", 7),
    ("app", 8),
    ("cli", 8),
    ("main", 9),
];

/// The one upward glance: without a command the command line opens the window.
const ALLOWED: [(&str, &str); 1] = [("cli/window.rs", "app")];

/// Names, and the folders or files that may use them.
const KEPT: [(&str, &[&str]); 9] = [
    ("anyhow", &["app", "cli"]),
    ("std::fs", &["app", "cli", "base/files.rs", "base/files"]),
    ("File::open", &["app", "cli", "base/files.rs", "base/files"]),
    ("wgpu", &["gpu", "render", "session", "app"]),
    ("egui", &["app"]),
    ("egui_wgpu", &["app"]),
    ("egui_winit", &["app"]),
    ("winit", &["app"]),
    ("rfd", &["app"]),
];

const MOST_LINES: usize = 1000;

/// Who may change what lies on the window's desk.
const CHANGES_DESK: [&str; 2] = ["app/update", "app/hands"];

/// What a source file (path below `src`, with `/`) does that it may not.
fn violations(path: &str, source: &str) -> Vec<String> {
    let sources = Sources::read_file(path, source);
    let mut found = Vec::new();
    let here = path.split('/').next().unwrap_or(path).trim_end_matches(".rs");
    let floor = |name: &str| FLOORS.iter().find(|(n, _)| *n == name).map(|(_, floor)| *floor);
    if here != "lib" {
        let Some(own) = floor(here) else { return vec![format!("{path}: \"{here}\" has no floor")] };
        for name in sources.names_from_root() {
            let fine =
                name == here || ALLOWED.contains(&(path, name.as_str())) || floor(&name).is_some_and(|f| f < own);
            // Anything else at the root is a macro or a re-export of the library's page.
            if !fine && floor(&name).is_some() {
                found.push(format!("{path}: \"{here}\" (floor {own}) uses \"{name}\""));
            }
        }
    }
    if here == "app" && source.contains("&mut Desk") && !CHANGES_DESK.iter().any(|place| path.starts_with(place)) {
        found.push(format!("{path}: changes the desk"));
    }
    for (name, places) in KEPT {
        let allowed = places.iter().any(|place| path == *place || path.starts_with(&format!("{place}/")));
        if !allowed && sources.names(name) {
            found.push(format!("{path}: names {name}"));
        }
    }
    if source.lines().count() > MOST_LINES {
        found.push(format!("{path}: has more than {MOST_LINES} lines"));
    }
    found
}

type Names = Vec<String>;

/// One `mod`, be it a file or a pair of braces: what it defines and what it names. Tests are left out.
#[derive(Default)]
struct Module {
    file: String,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    /// Types, functions, constants and macros that stand here, and whether each can have members.
    items: BTreeMap<String, bool>,
    imports: Vec<Import>,
    /// Every path in the code, with `Self` as the type it stands for.
    paths: Vec<Names>,
    /// The type of each `impl` block that is no trait's, and what the block defines.
    impls: Vec<(Names, Names)>,
}

struct Import {
    /// The name it has here; `*` brings all.
    name: String,
    path: Names,
    /// A signpost for others, no use: who follows it uses what it points to.
    is_public: bool,
}

/// What a path leads to: a module, or something a module defines (and what is taken of that: `Type::member`).
enum Target {
    Module(usize),
    Item { home: usize, name: String, member: Option<String> },
}

/// The modules of a source tree; the first is the library's page.
#[derive(Default)]
struct Sources {
    modules: Vec<Module>,
}

/// What is being looked up already: imports may lead back to where they began.
type Seen = BTreeSet<(usize, String)>;

impl Sources {
    /// The tree as the compiler finds it, from `lib.rs` along every `mod` that is no test's.
    fn read(files: &BTreeMap<String, String>) -> Self {
        let mut sources = Self::default();
        sources.add("lib.rs", None, tokens(&files["lib.rs"]), Some(files));
        sources
    }

    /// One file alone, below modules that are empty.
    fn read_file(path: &str, source: &str) -> Self {
        let mut sources = Self::default();
        let folders = path.trim_end_matches("/mod.rs").matches('/').count();
        for depth in 0..=folders {
            sources.modules.push(Module { parent: depth.checked_sub(1), ..Module::default() });
        }
        sources.add(path, Some(folders), tokens(source), None);
        sources
    }

    fn add(
        &mut self,
        file: &str,
        parent: Option<usize>,
        code: Vec<TokenTree>,
        files: Option<&BTreeMap<String, String>>,
    ) -> usize {
        let here = self.modules.len();
        self.modules.push(Module { file: file.into(), parent, ..Module::default() });
        for item in items(code) {
            let words: Vec<_> = item.iter().map(word).collect();
            let start = start_of(&words);
            let module = &mut self.modules[here];
            if words[start..].first().is_some_and(|word| word == "mod") {
                let name = &words[start + 1];
                let child = match (&item[start + 2], files) {
                    (TokenTree::Group(body), _) => self.add(file, Some(here), trees(body), files),
                    (_, Some(files)) => {
                        let file = file_of(file, name, files);
                        self.add(&file, Some(here), tokens(&files[&file]), Some(files))
                    }
                    (_, None) => continue,
                };
                self.modules[here].children.insert(name.clone(), child);
            } else {
                module.note_item(&words[start..]);
                let own_type = module.note_impl(&item[start..], &words[start..]);
                module.note_paths(item, own_type.as_ref());
            }
        }
        here
    }

    /// What the name means in this module: its own, its children's, what it imports, and last what `*` brings.
    fn look_up(&self, home: usize, name: &str, seen: &mut Seen) -> Vec<Target> {
        let module = &self.modules[home];
        let mut found: Vec<_> = module.children.get(name).map(|child| Target::Module(*child)).into_iter().collect();
        if module.items.contains_key(name) {
            found.push(Target::Item { home, name: name.into(), member: None });
        }
        if !seen.insert((home, name.into())) {
            return found;
        }
        for import in module.imports.iter().filter(|import| import.name == name) {
            found.extend(self.resolve(home, &import.path, seen));
        }
        if found.is_empty() {
            for import in module.imports.iter().filter(|import| import.name == "*") {
                for target in self.resolve(home, &import.path, seen) {
                    if let Target::Module(module) = target {
                        found.extend(self.look_up(module, name, seen));
                    }
                }
            }
        }
        found
    }

    fn resolve(&self, from: usize, path: &[String], seen: &mut Seen) -> Vec<Target> {
        let mut targets = vec![Target::Module(if path[0] == "crate" { 0 } else { from })];
        for name in path.iter().skip(usize::from(path[0] == "crate")) {
            let mut next = Vec::new();
            for target in targets {
                match (target, name.as_str()) {
                    (Target::Module(module), "self") => next.push(Target::Module(module)),
                    (Target::Module(module), "super") => {
                        next.extend(self.modules[module].parent.map(Target::Module));
                    }
                    (Target::Module(module), name) => next.extend(self.look_up(module, name, seen)),
                    (Target::Item { home, name: of, member }, name) if self.modules[home].items[&of] => {
                        next.push(Target::Item { home, name: of, member: member.or_else(|| Some(name.into())) });
                    }
                    // A function of the same name as the module that is meant.
                    (Target::Item { .. }, _) => {}
                }
            }
            targets = next;
        }
        targets
    }

    /// Which file uses which, and the names it uses.
    fn uses(&self) -> Uses {
        let members = self.members();
        let mut uses = Uses::new();
        for (here, module) in self.modules.iter().enumerate() {
            let imported = module.imports.iter().filter(|import| !import.is_public).map(|import| &import.path);
            for target in
                module.paths.iter().chain(imported).flat_map(|path| self.resolve(here, path, &mut Seen::new()))
            {
                let Target::Item { home, name, member } = target else { continue };
                let mut note = |home: usize, name: String| {
                    let used = &self.modules[home].file;
                    if *used != module.file {
                        uses.entry(module.file.clone()).or_default().entry(used.clone()).or_default().insert(name);
                    }
                };
                if let Some(member) = member {
                    let key = (home, name.clone(), member.clone());
                    members.get(&key).into_iter().flatten().for_each(|home| note(*home, format!("{name}::{member}")));
                }
                note(home, name);
            }
        }
        uses
    }

    /// Where the functions and constants of each type stand: its `impl` blocks may be in several files.
    fn members(&self) -> BTreeMap<(usize, String, String), Vec<usize>> {
        let mut members: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (here, module) in self.modules.iter().enumerate() {
            for (of, names) in &module.impls {
                for target in self.resolve(here, of, &mut Seen::new()) {
                    let Target::Item { home, name: of, .. } = target else { continue };
                    for name in names {
                        members.entry((home, of.clone(), name.clone())).or_default().push(here);
                    }
                }
            }
        }
        members
    }

    /// Every path, imported or written out, and the module it stands in.
    fn paths(&self) -> impl Iterator<Item = (usize, &Names)> {
        self.modules.iter().enumerate().flat_map(|(here, module)| {
            module.paths.iter().chain(module.imports.iter().map(|import| &import.path)).map(move |path| (here, path))
        })
    }

    /// Whether any path has these names in a row, as `std::fs`.
    fn names(&self, wanted: &str) -> bool {
        let wanted: Vec<_> = wanted.split("::").collect();
        self.paths().any(|(_, path)| path.windows(wanted.len()).any(|names| names == wanted))
    }

    /// Every name right below the library's root: `crate::x`, `crate::{x, y::z}`, or enough `super::`.
    fn names_from_root(&self) -> Names {
        let from_root = |(mut module, path): (usize, &Names)| {
            for (i, name) in path.iter().enumerate() {
                match name.as_str() {
                    "crate" => module = 0,
                    "self" => {}
                    "super" => module = self.modules[module].parent?,
                    name => return (module == 0 && i > 0).then(|| name.to_owned()),
                }
            }
            None
        };
        self.paths().filter_map(from_root).collect()
    }
}

impl Module {
    fn note_item(&mut self, words: &[String]) {
        let may_have_members = |kind: &String| ["struct", "enum", "union", "trait", "type"].contains(&kind.as_str());
        if let Some(name) = defined(words) {
            self.items.insert(name, words.iter().take(2).any(may_have_members));
        }
    }

    /// Of an `impl` block: the type it is for, which is returned, and what it defines.
    fn note_impl(&mut self, block: &[TokenTree], words: &[String]) -> Option<Names> {
        let (TokenTree::Group(body), true) = (block.last()?, words[0] == "impl") else {
            return None;
        };
        let (mut depth, mut start, mut is_traits) = (0, 0, false);
        for (i, word) in words.iter().enumerate() {
            match word.as_str() {
                "<" => depth += 1,
                ">" if words[i - 1] != "-" => depth -= 1,
                "impl" if words[i + 1] != "<" => start = i + 1,
                "for" if depth == 0 => (start, is_traits) = (i + 1, true),
                "where" if depth == 0 => break,
                _ => {}
            }
            if word == ">" && depth == 0 && start == 0 {
                start = i + 1;
            }
        }
        let (of, _) = (start..words.len()).find_map(|i| path_at(words, i))?;
        if !is_traits {
            let name_of = |item: Vec<TokenTree>| {
                let words: Vec<_> = item.iter().map(word).collect();
                defined(&words[start_of(&words)..])
            };
            self.impls.push((of.clone(), items(trees(body)).into_iter().filter_map(name_of).collect()));
        }
        Some(of)
    }

    /// Every path in these tokens, and what they import.
    fn note_paths(&mut self, code: Vec<TokenTree>, own_type: Option<&Names>) {
        let code = items(code).concat();
        let words: Vec<_> = code.iter().map(word).collect();
        let mut at = 0;
        while at < code.len() {
            if let TokenTree::Group(group) = &code[at] {
                self.note_paths(trees(group), own_type);
            }
            if words[at] == "use" && words.get(at + 1).is_some_and(|next| next != "<") {
                let end = words[at..].iter().position(|word| word == ";").map_or(code.len(), |length| at + length);
                self.note_imports(&code[at + 1..end], &[], words[..at].iter().any(|word| word == "pub"));
                at = end;
            } else if let (Some(own), [me, dot, method, call, ..]) = (own_type, &words[at..])
                && [me, dot, call] == ["self", ".", "("]
            {
                self.paths.push(own.iter().chain([method]).cloned().collect());
                at += 3;
            } else if let Some((mut path, after)) = path_at(&words, at) {
                if let ("Self", Some(own)) = (path[0].as_str(), own_type) {
                    path.splice(..1, own.iter().cloned());
                }
                self.paths.push(path);
                at = after;
            } else {
                at += 1;
            }
        }
    }

    /// The names of one `use`, its groups opened.
    fn note_imports(&mut self, tree: &[TokenTree], before: &[String], is_public: bool) {
        for branch in tree.split(|token| word(token) == ",").filter(|branch| !branch.is_empty()) {
            let words: Vec<_> = branch.iter().map(word).collect();
            let (names, rename) = words.split_at(words.iter().position(|word| word == "as").unwrap_or(words.len()));
            let mut path = before.to_vec();
            path.extend(names.iter().filter(|word| is_name(word)).cloned());
            if let Some(TokenTree::Group(group)) = branch.last() {
                self.note_imports(&trees(group), &path, is_public);
                continue;
            }
            let last = || path.iter().rev().find(|name| *name != "self");
            let glob = words.last().filter(|word| *word == "*");
            if let Some(name) = glob.or(rename.get(1)).or_else(last).cloned() {
                self.imports.push(Import { name, path, is_public });
            }
        }
    }
}

fn tokens(source: &str) -> Vec<TokenTree> {
    source.parse::<TokenStream>().expect("a source is Rust").into_iter().collect()
}

fn trees(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

/// A name or a sign as text; of a group its opening bracket, of a literal a quotation mark.
fn word(token: &TokenTree) -> String {
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

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Splits code into its items (in a body: its statements) and leaves out those of tests.
fn items(code: Vec<TokenTree>) -> Vec<Vec<TokenTree>> {
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
fn start_of(words: &[String]) -> usize {
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
fn defined(words: &[String]) -> Option<String> {
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
fn path_at(words: &[String], at: usize) -> Option<(Names, usize)> {
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

/// The file of `mod name;` as written in another file.
fn file_of(page: &str, name: &str, files: &BTreeMap<String, String>) -> String {
    let folder = match page.rsplit_once('/') {
        Some((folder, "mod.rs")) => format!("{folder}/"),
        None if page == "lib.rs" => String::new(),
        _ => format!("{}/", page.trim_end_matches(".rs")),
    };
    let places = [format!("{folder}{name}.rs"), format!("{folder}{name}/mod.rs")];
    places.into_iter().find(|place| files.contains_key(place)).expect("a module has a file")
}

/// By the file that uses and the file that is used: the names used.
type Uses = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The shortest way from a file back to itself.
fn way_round<'a>(uses: &'a Uses, start: &'a str) -> Option<Vec<&'a str>> {
    let (mut ways, mut seen) = (VecDeque::from([vec![start]]), BTreeSet::new());
    while let Some(way) = ways.pop_front() {
        for used in uses.get(way[way.len() - 1]).into_iter().flat_map(BTreeMap::keys) {
            if used == start {
                return Some(way);
            }
            if seen.insert(used) {
                ways.push_back(way.iter().copied().chain([used.as_str()]).collect());
            }
        }
    }
    None
}

/// Every file that the file uses, directly or by others.
fn reached<'a>(uses: &'a Uses, start: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
    while let Some(file) = open.pop() {
        let used = uses.get(file).into_iter().flat_map(BTreeMap::keys);
        open.extend(used.map(String::as_str).filter(|used| reached.insert(*used)));
    }
    reached
}

/// Sets of files that use each other in a circle, each said in words, with the shortest way round first.
fn circles(uses: &Uses) -> Vec<(BTreeSet<&str>, String)> {
    let reached: BTreeMap<_, _> = uses.keys().map(|file| (file.as_str(), reached(uses, file))).collect();
    let mut found: Vec<(BTreeSet<&str>, String)> = Vec::new();
    for (file, others) in &reached {
        let is_round = |other: &&str| reached.get(other).is_some_and(|back| back.contains(file));
        let circle: BTreeSet<_> = others.iter().copied().filter(is_round).collect();
        if !circle.is_empty() && found.iter().all(|(known, _)| !known.contains(file)) {
            let text = in_words(uses, &circle);
            found.push((circle, text));
        }
    }
    found
}

fn in_words(uses: &Uses, circle: &BTreeSet<&str>) -> String {
    let shortest = circle.iter().filter_map(|file| way_round(uses, file)).min_by_key(Vec::len).unwrap_or_default();
    let shortest = shortest.iter().chain(shortest.first()).copied().collect::<Vec<_>>().join(" -> ");
    let mut text = format!("{} files use each other in a circle; the shortest way round: {shortest}\n", circle.len());
    for (file, used) in uses.iter().filter(|(file, _)| circle.contains(file.as_str())) {
        for (other, names) in used.iter().filter(|(other, _)| circle.contains(other.as_str())) {
            let names = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            text += &format!("    {file} uses from {other}: {names}\n");
        }
    }
    text
}

fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            files.extend(files_below(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            files.push(path);
        }
    }
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of tests only: its folder's page names it behind `#[cfg(test)]`.
fn is_test_file(path: &Path) -> bool {
    let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().expect("a file has a folder");
    let pages = [folder.join("mod.rs"), folder.with_extension("rs")];
    pages.iter().filter_map(|p| fs::read_to_string(p).ok()).any(|page| {
        let lines: Vec<_> = page.lines().map(str::trim).collect();
        lines.windows(2).any(|w| w[0] == "#[cfg(test)]" && w[1].ends_with(&format!("mod {name};")))
    })
}

#[test]
fn the_floors_are_kept() {
    let src = root().join("src");
    let files = files_below(&src, "rs");
    assert!(files.len() > 30, "the sources were not found");
    let mut found = Vec::new();
    for file in files.iter().filter(|f| !is_test_file(f)) {
        let path = file.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        found.extend(violations(&path, &fs::read_to_string(file).expect("a source can be read")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let src = root().join("src");
    let read = |file: PathBuf| {
        let path = file.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        (path, fs::read_to_string(&file).expect("a source can be read"))
    };
    let sources = Sources::read(&files_below(&src, "rs").into_iter().map(read).collect());
    let uses = sources.uses();
    assert!(uses.len() > 200, "the sources were not found");
    let texts: Vec<_> = circles(&uses).into_iter().map(|(_, text)| text).collect();
    let advice = "Move what both sides name into a file of its own below them (docs/ARCHITECTURE.md, Floors).";
    assert!(texts.is_empty(), "{}{advice}", texts.join("\n"));
}

#[test]
fn no_shader_or_test_is_too_long() {
    for (folder, ending) in [("shaders", "wgsl"), ("tests", "rs"), ("src", "rs")] {
        for file in files_below(&root().join(folder), ending) {
            let lines = fs::read_to_string(&file).expect("a source can be read").lines().count();
            assert!(lines <= MOST_LINES, "{} has {lines} lines", file.display());
        }
    }
}

#[test]
fn main_only_starts_the_program() {
    let main = fs::read_to_string(root().join("src/main.rs")).expect("main.rs can be read");
    assert!(main.lines().count() < 30);
}

/// The negative twin: each rule, broken once, is noticed.
#[test]
fn broken_rules_are_noticed() {
    let long = "fn f() {}\n".repeat(MOST_LINES + 1);
    for (path, source, what) in [
        ("base/a.rs", "use crate::jaw::Jaw;", "uses \"jaw\""),
        ("import/a.rs", "use crate::mesh::TriMesh;", "uses \"mesh\""),
        ("mesh/a.rs", "fn f() { crate::import::read_mesh(); }", "uses \"import\""),
        ("jaw/a.rs", "use crate::{base::Rigid, field::{Metrics}, gpu};", "uses \"field\""),
        ("jaw/a.rs", "use crate::{base::Rigid, field::{Metrics}, gpu};", "uses \"gpu\""),
        ("exact/a.rs", "use super::super::gpu::Context;", "uses \"gpu\""),
        ("gpu/pass/a.rs", "use super::super::super::engine::Engine;", "uses \"engine\""),
        ("render/a.rs", "use crate::export::png;", "uses \"export\""),
        ("session/a.rs", "pub(in crate::cli) fn f() {}", "uses \"cli\""),
        ("app/a.rs", "use crate::cli::main;", "uses \"cli\""),
        ("cli/analyze.rs", "use crate::app::run;", "uses \"app\""),
        ("session/a.rs", "use anyhow::Context;", "names anyhow"),
        ("export/a.rs", "std::fs::write(path, bytes)", "names std::fs"),
        ("export/a.rs", "let a = File::open(path);", "names File::open"),
        ("engine.rs", "fn f(d: &wgpu::Device) {}", "names wgpu"),
        ("cli/a.rs", "use wgpu;", "names wgpu"),
        ("render/a.rs", "egui::Color32::RED", "names egui"),
        ("session/a.rs", "use egui_wgpu::Renderer;", "names egui_wgpu"),
        ("cli/a.rs", "winit::window::Window", "names winit"),
        ("cli/a.rs", "rfd::FileDialog::new()", "names rfd"),
        ("elsewhere/a.rs", "", "has no floor"),
        ("app/panels/a.rs", "fn a_ui(ui: &mut Ui, desk: &mut Desk) {}", "changes the desk"),
        ("base/a.rs", &long, "more than"),
    ] {
        let found = violations(path, source);
        assert!(found.iter().any(|f| f.contains(what)), "{path}: \"{what}\" not among {found:?}");
    }
}

#[test]
fn what_is_allowed_is_not_noticed() {
    for (path, source) in [
        ("jaw/a.rs", "use crate::base::{Rigid, Warning};\nuse crate::mesh::TriMesh;"),
        ("export/a.rs", "use super::text;\nuse super::super::field::Metrics;"),
        ("cli/window.rs", "crate::app::run(options)"),
        ("app/hands/a.rs", "fn press(desk: &mut Desk) {}"),
        ("base/a.rs", "// like wgpu and crate::jaw\n/// egui\nlet s = \"std::fs \\\" anyhow\"; let q = '\"';"),
        ("base/a.rs", "let s = r#\"crate::jaw \" egui\"#;\nlet epaint_egui_fonts = 1;"),
        ("mesh/a.rs", "fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::import::read_mesh;\n    use std::fs;\n}"),
    ] {
        assert_eq!(violations(path, source), Vec::<String>::new());
    }
}

/// The circles of a made-up tree, in words.
fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
    let files = files.iter().map(|(path, source)| (path.to_string(), source.to_string())).collect();
    circles(&Sources::read(&files).uses()).into_iter().map(|(_, text)| text).collect()
}

/// The negative twins: whatever way a name takes, the circle is noticed, and what is said of it helps.
#[test]
fn circles_are_noticed() {
    let two = ("lib.rs", "mod a;\nmod b;");
    for (files, what) in [
        (
            &[two, ("a.rs", "use crate::b::B;\npub struct A;"), ("b.rs", "use super::a::A;\npub struct B;")][..],
            "2 files use each other in a circle; the shortest way round: a.rs -> b.rs -> a.rs\n    \
             a.rs uses from b.rs: B\n    b.rs uses from a.rs: A\n",
        ),
        (
            &[
                ("lib.rs", "mod room;"),
                ("room/mod.rs", "mod a;\nmod b;\nmod c;\npub use self::{a::A, c::C as Other};"),
                ("room/a.rs", "use crate::room::Other;\npub struct A;"),
                ("room/b.rs", "pub fn b(a: super::A) {}"),
                ("room/c.rs", "use super::b;\npub struct C;\nfn c() { b::b(0) }"),
            ],
            "3 files use each other in a circle; the shortest way round: room/a.rs -> room/c.rs -> room/b.rs -> room/a.rs\n    \
             room/a.rs uses from room/c.rs: C\n    room/b.rs uses from room/a.rs: A\n    \
             room/c.rs uses from room/b.rs: b\n",
        ),
        (
            &[
                ("lib.rs", "mod page;"),
                ("page.rs", "mod child;\npub struct Noun;\nfn f() { child::work() }"),
                ("page/child.rs", "use super::*;\npub fn work() -> Option<Noun> { None }"),
            ],
            "page/child.rs uses from page.rs: Noun",
        ),
        (&[two, ("a.rs", "pub const A: u8 = 1;"), ("b.rs", "pub fn b() { print!(\"{}\", crate::a::A..2) }")], ""),
        (
            &[
                two,
                ("a.rs", "pub const A: u8 = crate::b::b();"),
                ("b.rs", "pub fn b() { print!(\"{}\", 0..crate::a::A) }"),
            ],
            "b.rs uses from a.rs: A",
        ),
        (
            &[
                ("lib.rs", "mod noun;\nmod deeds;\nmod caller;"),
                ("noun.rs", "pub struct Noun;"),
                (
                    "deeds.rs",
                    "use crate::{caller::Way, noun::Noun};\nimpl<T> Noun<T> { pub fn act(way: Way) { Self::act(way) } }",
                ),
                ("caller.rs", "pub struct Way;\nfn f() { crate::noun::Noun::act(Way) }"),
            ],
            "caller.rs uses from deeds.rs: Noun::act",
        ),
        (
            &[
                ("lib.rs", "mod noun;"),
                ("noun.rs", "mod deeds;\npub struct Noun;\nimpl Noun { fn begin(&self) { if true { self.act(1) } } }"),
                ("noun/deeds.rs", "impl super::Noun { pub fn act(&self, n: u8) {} }"),
            ],
            "noun.rs uses from noun/deeds.rs: Noun::act",
        ),
    ] {
        let found = circles_of(files);
        let is_noticed = found.len() == usize::from(!what.is_empty()) && found.iter().all(|text| text.contains(what));
        assert!(is_noticed, "\"{what}\" is not what was found: {found:?}");
    }
}

#[test]
fn trees_are_no_circles() {
    for files in [
        // The page calls its children, which share a noun that the page shows to all.
        &[
            ("lib.rs", "mod page;"),
            ("page.rs", "mod a;\nmod noun;\npub use noun::Noun;\npub fn f() -> Noun { a::a() }"),
            ("page/a.rs", "use super::Noun;\npub fn a() -> Noun { Noun }"),
            ("page/noun.rs", "pub struct Noun;"),
        ][..],
        // A page that only shows the way uses nothing.
        &[
            ("lib.rs", "mod page;"),
            ("page.rs", "mod a;\npub use a::A;\npub struct Noun;"),
            ("page/a.rs", "use super::Noun;\npub struct A(Noun);"),
        ],
        // Tests are free; comments, texts, fields, methods and lifetimes are no names.
        &[
            ("lib.rs", "mod a;\nmod b;\nmod c;"),
            ("a.rs", "use crate::b::{B, c};\npub fn work() {}\npub struct A;"),
            (
                "b.rs",
                "//! crate::a::A\npub struct B { work: &'static str }\npub fn c<'a>(b: &'a B) { b.work(\"crate::a::A\") }\n\
                 #[cfg(test)]\nuse crate::a::*;\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n#[cfg(test)]\nmod more;",
            ),
            ("b/more.rs", "use crate::a::A;"),
            ("c.rs", "pub use crate::b::B;"),
        ],
        // A module and a function of one name, of which the module is meant.
        &[
            ("lib.rs", "mod page;"),
            ("page.rs", "mod weld;\nmod pair;\npub use weld::weld;"),
            ("page/weld.rs", "mod deep;\npub use deep::Deep;\npub fn weld(pair: super::pair::Pair) {}"),
            ("page/weld/deep.rs", "pub struct Deep;"),
            ("page/pair.rs", "use super::weld::Deep;\npub struct Pair(Deep);"),
        ],
    ] {
        assert_eq!(circles_of(files), Vec::<String>::new());
    }
}
