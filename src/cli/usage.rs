//! What clap says of arguments that it refuses, in one line.

/// What is wrong with the arguments, and where more is said.
pub fn usage_line(rendered: &str) -> String {
    format!("{}; --help says more", what_is_wrong(rendered))
}

/// Clap's first paragraph on one line, without its tips and its summary of options.
pub fn what_is_wrong(rendered: &str) -> String {
    let is_about_usage = |line: &&str| {
        let line = line.trim_start();
        ["Usage:", "tip:", "For more information"].iter().all(|start| !line.starts_with(start))
    };
    let words: Vec<_> = rendered.lines().take_while(is_about_usage).flat_map(str::split_whitespace).collect();
    let text = words.join(" ");
    in_short(text.strip_prefix("error: ").unwrap_or(&text))
}

/// With its middle left out where it is too long to be read: clap says an argument again, however long it is.
fn in_short(text: &str) -> String {
    const MOST: usize = 600;
    let n = text.chars().count();
    if n <= MOST {
        return text.to_owned();
    }
    let (head, tail) = (text.chars().take(MOST / 2), text.chars().skip(n - MOST / 2));
    format!("{} … {}", head.collect::<String>(), tail.collect::<String>())
}
