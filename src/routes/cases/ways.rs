//! Ways to write the same: each takes a snippet and gives what it reads like in another file, spelling or encoding.

use super::super::kind::Kind;
use super::super::snippet::Snippet;
use crate::bundle::sql::Lexer;

/// What has to be found in what was written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Expect {
    /// The same rule.
    Rule,
    /// Any rule of the same class: what it stands in is read by other rules.
    Class,
}

/// A snippet written another way.
pub(super) struct Written {
    pub(super) file: String,
    pub(super) bytes: Vec<u8>,
}

/// One way, which may have nothing to do with a kind of file.
pub(super) struct Way {
    pub(super) name: &'static str,
    pub(super) expect: Expect,
    pub(super) write: fn(&Snippet) -> Option<Written>,
}

const fn way(name: &'static str, expect: Expect, write: fn(&Snippet) -> Option<Written>) -> Way {
    Way { name, expect, write }
}

/// Another spelling in the same language.
pub(super) const SPELLINGS: &[Way] = &[
    way("in upper case", Expect::Rule, |snippet| recased(snippet, |letter, _| letter.to_ascii_uppercase())),
    way("in mixed case", Expect::Rule, |snippet| {
        // Nobody writes sentences so.
        if matches!(kind(snippet), Kind::Markdown | Kind::Text) {
            return None;
        }
        let mixed = |letter: char, at: usize| {
            if at.is_multiple_of(2) { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
        };
        recased(snippet, mixed)
    }),
    way("over several lines", Expect::Rule, |snippet| {
        over_lines(kind(snippet), &text(snippet)).map(|text| same(snippet, text))
    }),
];

/// Another place, in the same file or in one of another kind.
pub(super) const PLACES: &[Way] = &[
    way("under an anchor", Expect::Rule, |snippet| {
        (kind(snippet) == Kind::Yaml).then(|| same(snippet, anchored(&text(snippet))))
    }),
    way("in a heredoc", Expect::Class, in_a_heredoc),
    way("in HTML within Markdown", Expect::Class, in_html),
    way("in a fence", Expect::Class, in_a_fence),
    way("in a comment of Markdown", Expect::Class, |snippet| {
        let hidden = kind(snippet) == Kind::Markdown && !text(snippet).contains(['|', '#', '~', '1']);
        hidden.then(|| same(snippet, format!("# Page\n\n<!-- {} -->\n", text(snippet).trim_end())))
    }),
    way("in a recipe", Expect::Class, |snippet| {
        let recipe: String =
            script(snippet)?.lines().map(|line| format!("\t{}\n", line.replace('$', "$$"))).collect();
        Some(elsewhere("Makefile", &format!("up:\n{recipe}")))
    }),
    way("in an image", Expect::Class, |snippet| {
        Some(elsewhere("Dockerfile", &format!("FROM debian:12\nRUN <<LAST\n{}LAST\n", script(snippet)?)))
    }),
];

/// The commands of a script as what another file has run. Settings and arguments are read beside the commands in them, so
/// that there is more to find than in the script.
pub(super) const CALLERS: &[Way] = &[
    way("under an anchor of another file", Expect::Class, |snippet| {
        let script = indented(&text(snippet), 4);
        (kind(snippet) == Kind::Shell).then(|| {
            let text = format!("x-up: &up\n  command: |\n{script}\nservices:\n  up:\n    <<: *up\n");
            elsewhere("compose.yml", &text)
        })
    }),
    way("in a workflow", Expect::Class, |snippet| {
        let run = indented(&script(snippet)?, 10);
        Some(elsewhere(".github/workflows/a.yml", &format!("jobs:\n  a:\n    steps:\n      - run: |\n{run}")))
    }),
    way("in a package", Expect::Class, |snippet| {
        let line = serde_json::to_string(one_line(snippet)?.as_str()).ok()?;
        Some(elsewhere("package.json", &format!("{{ \"scripts\": {{ \"go\": {line} }} }}\n")))
    }),
    way("in another shell", Expect::Class, |snippet| {
        let line = one_line(snippet).filter(|line| !line.contains('\''))?;
        Some(elsewhere("ops/there.sh", &format!("ssh db.example sh -c '{line}'\n")))
    }),
];

/// Other characters or bytes for the same text.
pub(super) const ENCODINGS: &[Way] = &[
    way("with Cyrillic letters", Expect::Rule, |snippet| {
        Some(same(
            snippet,
            replaced(&text(snippet), &[('e', 'е'), ('a', 'а'), ('o', 'о'), ('c', 'с'), ('p', 'р')]),
        ))
    }),
    way("in full width", Expect::Rule, |snippet| {
        let wide = |letter: char| {
            let moved = char::from_u32(u32::from(letter) + 0xfee0);
            moved.filter(|_| letter.is_ascii_alphabetic()).unwrap_or(letter)
        };
        Some(same(snippet, text(snippet).chars().map(wide).collect()))
    }),
    way("with characters of no width", Expect::Rule, |snippet| {
        Some(same(snippet, between_letters(&text(snippet), "\u{200b}")))
    }),
    way("with soft hyphens", Expect::Rule, |snippet| {
        Some(same(snippet, between_letters(&text(snippet), "\u{ad}")))
    }),
    way("with the line ends of Windows", Expect::Rule, |snippet| {
        Some(same(snippet, text(snippet).replace('\n', "\r\n")))
    }),
    way("in UTF-16, the low byte first", Expect::Rule, |snippet| {
        Some(Written { file: snippet.file.clone(), bytes: utf16(snippet, u16::to_le_bytes) })
    }),
    way("in UTF-16, the high byte first", Expect::Rule, |snippet| {
        Some(Written { file: snippet.file.clone(), bytes: utf16(snippet, u16::to_be_bytes) })
    }),
];

fn text(snippet: &Snippet) -> String {
    String::from_utf8(snippet.bytes.clone()).expect("cases are UTF-8")
}

fn kind(snippet: &Snippet) -> Kind {
    Kind::of(&snippet.file, &text(snippet))
}

fn same(snippet: &Snippet, text: String) -> Written {
    Written { file: snippet.file.clone(), bytes: text.into_bytes() }
}

fn elsewhere(file: &str, text: &str) -> Written {
    Written { file: file.to_owned(), bytes: text.as_bytes().to_vec() }
}

fn utf16(snippet: &Snippet, of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xfeff).chain(text(snippet).encode_utf16()).flat_map(of).collect()
}

fn replaced(text: &str, pairs: &[(char, char)]) -> String {
    let other = |letter| pairs.iter().find(|(one, _)| *one == letter).map_or(letter, |(_, other)| *other);
    text.chars().map(other).collect()
}

fn between_letters(text: &str, invisible: &str) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        if letter.is_alphabetic() && written.ends_with(char::is_alphabetic) {
            written.push_str(invisible);
        }
        written.push(letter);
    }
    written
}

fn indented(text: &str, by: usize) -> String {
    text.lines().map(|line| format!("{:by$}{line}\n", "")).collect()
}

/// The commands of a script.
fn script(snippet: &Snippet) -> Option<String> {
    (kind(snippet) == Kind::Shell).then(|| text(snippet))
}

/// The command of a script that has only one, and no comment.
fn one_line(snippet: &Snippet) -> Option<String> {
    script(snippet).map(|script| script.trim_end().to_owned()).filter(|line| !line.contains(['\n', '#']))
}

/// Languages in which case says nothing, but for what psql itself reads and for code that a sentence mentions. Names of
/// programs are on some disks what they are in any case; options are not.
fn recased(snippet: &Snippet, recase: fn(char, usize) -> char) -> Option<Written> {
    let all =
        |line: &str| line.chars().enumerate().map(|(at, letter)| recase(letter, at)).collect::<String>();
    let words = |line: &str| -> String {
        let word =
            |word: &str| if word.contains(['-', '"', '\'', '\\']) { word.to_owned() } else { all(word) };
        line.split_inclusive(' ').map(word).collect()
    };
    let outside_of_code = |line: &str| -> String {
        line.split('`')
            .enumerate()
            .map(|(at, part)| if at % 2 == 0 { all(part) } else { part.to_owned() })
            .collect::<Vec<_>>()
            .join("`")
    };
    let line = |line: &str| match kind(snippet) {
        Kind::Sql if !line.starts_with('\\') => Some(all(line)),
        Kind::Markdown | Kind::Text => Some(outside_of_code(line)),
        Kind::Shell | Kind::WindowsShell => Some(words(line)),
        Kind::Sql => Some(line.to_owned()),
        _ => None,
    };
    let lines: Option<Vec<String>> = text(snippet).split('\n').map(line).collect();
    Some(same(snippet, lines?.join("\n")))
}

/// Wherever a language lets a line end, one ends.
fn over_lines(kind: Kind, text: &str) -> Option<String> {
    match kind {
        Kind::Sql if !text.contains(['\\', '$']) => {
            let piece = |token: crate::bundle::sql::Token<'_>| {
                if token.text.trim().is_empty() { "\n  ".to_owned() } else { token.text.to_owned() }
            };
            Some(Lexer::new(text).map(piece).collect())
        }
        Kind::Shell => Some(blanks(text, " \\\n  ")),
        Kind::WindowsShell => Some(blanks(text, " `\n  ")),
        Kind::Markdown | Kind::Text if !text.contains("```") => Some(prose(text)),
        Kind::Yaml => Some(folded(text)),
        Kind::Json => Some(after(text, "{,:[")),
        Kind::Script | Kind::Java | Kind::Rust => Some(after(text, "(,{")),
        Kind::Go => Some(after(text, "(,")),
        Kind::Python | Kind::Ruby => Some(after(text, "(")),
        Kind::Markup => Some(text.replace(' ', "\n")),
        Kind::Make => Some(
            text.split_inclusive('\n')
                .map(|line| if line.starts_with('\t') { blanks(line, " \\\n\t  ") } else { line.to_owned() })
                .collect(),
        ),
        Kind::Dockerfile => {
            let line = |line: &str| match line.split_once(' ') {
                Some((word, rest)) if !rest.starts_with('[') && !rest.contains("<<") => {
                    format!("{word} {}", blanks(rest, " \\\n  "))
                }
                _ => line.to_owned(),
            };
            Some(text.split_inclusive('\n').map(line).collect())
        }
        _ => None,
    }
}

/// Every blank outside of quotes, and not at the end of a line, as this.
fn blanks(text: &str, with: &str) -> String {
    let mut written = String::new();
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (None, '"' | '\'' | '`') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
        if letter == ' ' && quote.is_none() && written.ends_with(|last: char| !last.is_whitespace()) {
            written.push_str(with);
        } else {
            written.push(letter);
        }
    }
    written
}

/// A line end after each of these, outside of quotes.
fn after(text: &str, marks: &str) -> String {
    let mut written = String::new();
    let mut quote = None;
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, '"' | '\'' | '`') => quote = Some(letter),
            (Some(open), _) if open == letter && before != '\\' => quote = None,
            _ => {}
        }
        before = letter;
        written.push(letter);
        let closes_at_once = letters.peek().is_some_and(|next| ")]}".contains(*next));
        if quote.is_none() && marks.contains(letter) && !closes_at_once {
            written.push_str("\n    ");
        }
    }
    written
}

/// Paragraphs with one word on a line, where no word would begin a list, a heading or a table.
fn prose(text: &str) -> String {
    let line = |line: &str| {
        let paragraph = line.starts_with(|first: char| first.is_alphabetic() || first == '`');
        let mut written = String::new();
        for word in line.split(' ') {
            let may_begin = word.starts_with(|first: char| first.is_alphabetic() || first == '`');
            if !written.is_empty() {
                written.push(if paragraph && may_begin { '\n' } else { ' ' });
            }
            written.push_str(word);
        }
        written
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A line of YAML: what is before its plain value, and the value.
fn plain_value(line: &str) -> Option<(&str, &str)> {
    let at = line.find(": ").map(|colon| colon + 2).or_else(|| line.find("- ").map(|dash| dash + 2))?;
    let (before, value) = line.split_at(at);
    value
        .starts_with(|first: char| first.is_alphanumeric() || first == '/' || first == '.')
        .then_some((before, value))
}

fn folded(text: &str) -> String {
    let line = |line: &str| match plain_value(line) {
        Some((before, value)) if value.contains(' ') && !value.contains(": ") => {
            let indent = before.len() + 2;
            let words: String = value.split(' ').map(|word| format!("\n{:indent$}{word}", "")).collect();
            format!("{before}>-{words}")
        }
        _ => line.to_owned(),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Every value under an anchor of its own.
fn anchored(text: &str) -> String {
    let line = |(number, line): (usize, &str)| match (plain_value(line), line.strip_suffix(':')) {
        (Some((before, value)), _) if !value.contains(": ") => format!("{before}&a{number} {value}"),
        (_, Some(key)) if !key.contains(": ") => format!("{key}: &a{number}"),
        _ => line.to_owned(),
    };
    text.split('\n').enumerate().map(line).collect::<Vec<_>>().join("\n")
}

fn in_a_heredoc(snippet: &Snippet) -> Option<Written> {
    let text = text(snippet);
    let head = match kind(snippet) {
        Kind::Unknown | Kind::Text => return None,
        Kind::Sql => "psql -X".to_owned(),
        Kind::Shell => "ssh db bash".to_owned(),
        _ => format!("cat > {}", snippet.file),
    };
    Some(elsewhere("make.sh", &format!("{head} <<'LAST'\n{}\nLAST\n", text.trim_end())))
}

fn in_html(snippet: &Snippet) -> Option<Written> {
    let text = text(snippet).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let text = text.trim_end();
    let html = match kind(snippet) {
        Kind::Shell | Kind::Sql => format!("<pre><code>{text}</code></pre>"),
        Kind::Markdown if !text.contains(['\n', '#']) => {
            let parts = text.split('`').enumerate();
            let code = |(at, part): (usize, &str)| {
                if at % 2 == 0 { part.to_owned() } else { format!("<code>{part}</code>") }
            };
            format!("<details>\n<p>{}</p>\n</details>", parts.map(code).collect::<String>())
        }
        _ => return None,
    };
    Some(elsewhere("docs/page.md", &format!("# Page\n\n{html}\n")))
}

fn in_a_fence(snippet: &Snippet) -> Option<Written> {
    let text = text(snippet);
    let word = match kind(snippet) {
        Kind::Sql => "sql",
        Kind::Shell => "sh",
        Kind::WindowsShell => "powershell",
        Kind::Dockerfile => "dockerfile",
        Kind::Yaml => "yaml",
        Kind::Json => "json",
        Kind::Pairs if snippet.file.contains(".env") => "dotenv",
        Kind::Pairs => "ini",
        Kind::Script => "ts",
        Kind::Java => "java",
        Kind::Python => "python",
        Kind::Ruby => "ruby",
        Kind::Go => "go",
        Kind::Rust => "rust",
        Kind::Terraform => "hcl",
        Kind::Make => "make",
        Kind::Markup => "xml",
        Kind::Markdown | Kind::Text | Kind::Unknown => return None,
    };
    Some(elsewhere("docs/page.md", &format!("# Page\n\n~~~{word}\n{}\n~~~\n", text.trim_end())))
}

/// The snippet as a comment of its own language, in every way that the language has; none where comments are read.
pub(super) fn commented_out(snippet: &Snippet) -> Vec<Vec<u8>> {
    let text = text(snippet);
    let lines = |mark: &str| -> Vec<u8> {
        text.lines().map(|line| format!("{mark} {line}\n")).collect::<String>().into_bytes()
    };
    let block = format!("/* {} */\n", text.trim_end().replace("*/", "")).into_bytes();
    match kind(snippet) {
        Kind::Sql => vec![lines("--"), block],
        Kind::Shell
        | Kind::Dockerfile
        | Kind::Yaml
        | Kind::Make
        | Kind::Python
        | Kind::Ruby
        | Kind::Pairs => vec![lines("#")],
        Kind::Script | Kind::Java | Kind::Go | Kind::Rust => vec![lines("//"), block],
        Kind::Terraform => vec![lines("#"), lines("//"), block],
        Kind::WindowsShell | Kind::Json | Kind::Markdown | Kind::Markup | Kind::Text | Kind::Unknown => {
            Vec::new()
        }
    }
}
