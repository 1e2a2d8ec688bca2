//! The modules of a source tree: what each defines and names, and the file that a name leads to.
use super::circles::Uses;
use super::tokens::{Names, defined, is_name, items, path_at, start_of, tokens, trees, word};
use proc_macro2::TokenTree;
use std::collections::{BTreeMap, BTreeSet};

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
pub struct Sources {
    modules: Vec<Module>,
}

/// What is being looked up already: imports may lead back to where they began.
type Seen = BTreeSet<(usize, String)>;

impl Sources {
    /// The tree as the compiler finds it, from `lib.rs` along every `mod` that is no test's.
    pub fn read(files: &BTreeMap<String, String>) -> Self {
        let mut sources = Self::default();
        sources.add("lib.rs", None, tokens(&files["lib.rs"]), Some(files));
        sources
    }

    /// One file alone, below modules that are empty.
    pub fn read_file(path: &str, source: &str) -> Self {
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
    pub fn uses(&self) -> Uses {
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
    pub fn names(&self, wanted: &str) -> bool {
        let wanted: Vec<_> = wanted.split("::").collect();
        self.paths().any(|(_, path)| path.windows(wanted.len()).any(|names| names == wanted))
    }

    /// Every name right below the library's root: `crate::x`, `crate::{x, y::z}`, or enough `super::`.
    pub fn names_from_root(&self) -> Names {
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
