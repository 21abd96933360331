//! Programming languages, told apart by what begins comments and strings. One tokeniser for all of them.

use super::super::kind::Kind;
use super::super::mapped::{Mapped, first_of, last_of};
use super::super::region::{HERE, Region, Role};
use super::{Reader, pairs, sql};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// How strings of one sort are written.
struct Quote {
    open: &'static str,
    close: &'static str,
    escapes: Escapes,
    ends: Ends,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Escapes {
    Backslash,
    Nothing,
}

/// Whether a string that was not closed ends with its line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    WithLine,
    Closed,
}

/// What comments and strings of a language look like. Longer openings first.
struct Syntax {
    line_comments: &'static [&'static str],
    block_comments: &'static [(&'static str, &'static str)],
    quotes: &'static [Quote],
}

const fn quote(open: &'static str, close: &'static str, escapes: Escapes, ends: Ends) -> Quote {
    Quote { open, close, escapes, ends }
}

const DOUBLE: Quote = quote("\"", "\"", Escapes::Backslash, Ends::WithLine);
const SINGLE: Quote = quote("'", "'", Escapes::Backslash, Ends::WithLine);
const TRIPLE_DOUBLE: Quote = quote("\"\"\"", "\"\"\"", Escapes::Backslash, Ends::Closed);
const TRIPLE_SINGLE: Quote = quote("'''", "'''", Escapes::Backslash, Ends::Closed);
const C_COMMENTS: &[(&str, &str)] = &[("/*", "*/")];

const SCRIPT: Syntax = Syntax {
    line_comments: &["//"],
    block_comments: C_COMMENTS,
    quotes: &[DOUBLE, SINGLE, quote("`", "`", Escapes::Backslash, Ends::Closed)],
};
const JAVA: Syntax = Syntax {
    line_comments: &["//"],
    block_comments: C_COMMENTS,
    quotes: &[
        TRIPLE_DOUBLE,
        TRIPLE_SINGLE,
        quote("@\"", "\"", Escapes::Nothing, Ends::Closed),
        DOUBLE,
        SINGLE,
    ],
};
const PYTHON: Syntax = Syntax {
    line_comments: &["#"],
    block_comments: &[],
    quotes: &[TRIPLE_DOUBLE, TRIPLE_SINGLE, DOUBLE, SINGLE],
};
const RUBY: Syntax = Syntax {
    line_comments: &["#"],
    block_comments: &[("\n=begin", "\n=end")],
    quotes: &[
        TRIPLE_DOUBLE,
        quote("\"", "\"", Escapes::Backslash, Ends::Closed),
        SINGLE,
        quote("`", "`", Escapes::Backslash, Ends::WithLine),
    ],
};
const GO: Syntax = Syntax {
    line_comments: &["//"],
    block_comments: C_COMMENTS,
    quotes: &[DOUBLE, quote("`", "`", Escapes::Nothing, Ends::Closed), SINGLE],
};
const RUST: Syntax = Syntax {
    line_comments: &["//"],
    block_comments: C_COMMENTS,
    quotes: &[
        // A quote that is a character opens no string.
        quote("'\"", "'", Escapes::Nothing, Ends::WithLine),
        quote("r##\"", "\"##", Escapes::Nothing, Ends::Closed),
        quote("r#\"", "\"#", Escapes::Nothing, Ends::Closed),
        quote("r\"", "\"", Escapes::Nothing, Ends::Closed),
        quote("\"", "\"", Escapes::Backslash, Ends::Closed),
    ],
};
const TERRAFORM: Syntax =
    Syntax { line_comments: &["#", "//"], block_comments: C_COMMENTS, quotes: &[DOUBLE] };

static HEREDOC: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?m)<<[-~]?\s*["']?([A-Z_]{2,})["']?"#).ok());
/// What stands between two arguments of a call: the strings around it are one command.
static BETWEEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"^(?:\s*\+\s*[\w.()\[\]]+\s*,)?[\s,\[\]&]*(?:\)\s*\.args?\(\s*[\[&]*\s*|[\w.]+\([\s\[]*|[\w.]+\s*,\s*|\)\s*,\s*|\w+\s*\?\s*|\s*:\s*(?:["']{2}\s*,\s*)?|\w*args\w*\s*[=:]\s*[\[({]*\s*)?$"#).ok()
});
/// What stands between two strings that are one: nothing, or what puts them and a few words together.
static SUM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r#"^["'`]{1,3}\s*(?:(?:\+=?|\.{1,2}|<>|\|\||&|\)\s*\.(?:append|Append|concat)\()\s*"#,
        r#"(?:[\w.$>()\[\]!?&*{}-]+\s*(?:\+|\.{1,2}|<>|\|\||&|\.(?:append|Append|concat)\()\s*)*)?[$@fFrRbu]{0,2}["'`]{1,3}$"#,
    ))
    .ok()
});
/// What stands behind a string that goes on with something else.
static SUM_GOES_ON: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"^["'`]{1,3}\s*(?:\+\s*[\w(&*]|\.\s*\$|\.{2}\s*\w|<>\s*\w|\|\|\s*\w|&\s*\w|\)\s*\.(?:append|Append|concat)\(\w)"#).ok()
});
/// A string that is found for how it begins.
static SHAPES: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^\W*(?:create|alter|drop|grant|revoke|reassign|comment)\s").ok());
/// What strings are handed to that runs them.
static RUNS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\b(?:run|exec\w*|spawn\w*|system|sh|shell|popen|check_(?:call|output)|call|command|commandcontext|subprocess\.\w+|sudo|local|invoke|process|processbuilder|cmd|script|inline|user_data|cmd!|task|execa\w*|startprocess|shell_exec|passthru|proc_open|get_?runtime\(\)\.exec)\s*[!=:]*\s*[(\[{`]*\s*[\[(]*\s*(?:\w+\s*,\s*)?[\[(]*\s*[fr]?|\$|%x[({\[]?)$").ok()
});

/// What a program looks for where it wants something to be refused.
static REFUSED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)insufficient_?privilege|\b42501\b|permission denied|must be (?:denied|refused)").ok()
});

/// How far a statement is looked at around a string, in bytes.
const STATEMENT: usize = 400;

/// A comment or the inside of a string.
enum Piece {
    Comment(Range<usize>),
    Text(Range<usize>),
}

pub(super) fn read(reader: &mut Reader, text: &Mapped, kind: Kind) {
    let syntax = match kind {
        Kind::Java => &JAVA,
        Kind::Python => &PYTHON,
        Kind::Ruby => &RUBY,
        Kind::Go => &GO,
        Kind::Rust => &RUST,
        Kind::Terraform => &TERRAFORM,
        _ => &SCRIPT,
    };
    let content = text.as_str();
    let mut code = Mapped::default();
    let mut literals = Vec::new();
    let mut from = 0;
    for piece in pieces(content, syntax) {
        match piece {
            Piece::Comment(range) => {
                code.append(text, from..range.start);
                code.push(" ", text.source(range.start));
                from = range.end;
            }
            Piece::Text(range) => {
                // A text that stands alone is documentation.
                let before = last_of(content.get(..range.start).unwrap_or_default(), STATEMENT);
                let line = before.rsplit('\n').next().unwrap_or("");
                let documents = kind == Kind::Python
                    && line.trim_matches(['"', '\'', 'r', ' ', '\t']).is_empty()
                    && !line.trim().is_empty()
                    && starts_statement(content, range.start);
                if documents {
                    code.append(text, from..range.start);
                    from = range.end;
                } else {
                    literals.push(range);
                }
            }
        }
    }
    code.append(text, from..content.len());
    if Role::ALL.into_iter().any(|role| role != Role::Code && reader.wants(role)) {
        self::literals(reader, text, &literals);
        if kind == Kind::Terraform || kind == Kind::Ruby {
            heredocs(reader, text);
        }
    }
    if kind == Kind::Terraform {
        pairs::read(reader, &code);
    }
    reader.push(Role::Code, code);
}

/// Whether the string that begins here is no argument: a docstring.
fn starts_statement(content: &str, start: usize) -> bool {
    let before = content.get(..start).unwrap_or_default().trim_end_matches(['"', '\'', 'r']).trim_end();
    before.is_empty() || before.ends_with(':') && !before.ends_with("\":")
}

fn pieces(content: &str, syntax: &Syntax) -> Vec<Piece> {
    let bytes = content.as_bytes();
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let first = rest.first().copied().unwrap_or_default();
        if first.is_ascii_alphanumeric() && first != b'r' || first == b' ' || first >= 0x80 {
            at += 1;
            continue;
        }
        if rest.starts_with(b"//go:embed") {
            // Stars in its patterns open no comment.
            at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        } else if syntax.line_comments.iter().any(|mark| rest.starts_with(mark.as_bytes()))
            && !after_colon(bytes, at)
        {
            let end = at + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            pieces.push(Piece::Comment(at..end));
            at = end;
        } else if let Some((open, close)) =
            syntax.block_comments.iter().find(|(open, _)| rest.starts_with(open.as_bytes()))
        {
            let body = rest.get(open.len()..).unwrap_or_default();
            let end = memchr::memmem::find(body, close.as_bytes())
                .map_or(bytes.len(), |end| at + open.len() + end + close.len());
            pieces.push(Piece::Comment(at..end));
            at = end;
        } else if let Some(quote) = opening(syntax, bytes, at) {
            let start = at + quote.open.len();
            let (end, next) = closing(bytes, start, quote);
            if end > start {
                pieces.push(Piece::Text(start..end));
            }
            at = next.max(start);
        } else {
            at += 1;
        }
    }
    pieces
}

/// `https://` outside of strings, as in a template, begins no comment.
fn after_colon(bytes: &[u8], at: usize) -> bool {
    bytes.get(at) == Some(&b'/') && at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b':')
}

fn opening<'a>(syntax: &'a Syntax, bytes: &[u8], at: usize) -> Option<&'a Quote> {
    let rest = bytes.get(at..)?;
    let in_word = at
        .checked_sub(1)
        .and_then(|before| bytes.get(before))
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    syntax
        .quotes
        .iter()
        .find(|quote| rest.starts_with(quote.open.as_bytes()) && !(in_word && quote.open.starts_with('r')))
}

/// Where the inside ends, and where to go on.
fn closing(bytes: &[u8], start: usize, quote: &Quote) -> (usize, usize) {
    let close = quote.close.as_bytes();
    let mut at = start;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        match rest.first() {
            Some(b'\\') if quote.escapes == Escapes::Backslash => at += 2,
            Some(b'\n') if quote.ends == Ends::WithLine => return (at, at),
            _ if rest.starts_with(close) => return (at, at + close.len()),
            _ => at += 1,
        }
    }
    (bytes.len(), bytes.len())
}

/// The strings of a program, those that it puts together as one, with where they begin and end. What stands between
/// them and is no string is a place for one.
fn strings(text: &Mapped, ranges: &[Range<usize>]) -> Vec<(Range<usize>, Mapped)> {
    let content = text.as_str();
    let mut strings: Vec<(Range<usize>, Mapped)> = Vec::new();
    for range in ranges {
        let piece = escapes_read(text, range.clone());
        let gap = strings
            .last()
            .and_then(|(last, _)| content.get(last.end..range.start))
            .filter(|gap| gap.len() < 120 && SUM.as_ref().is_some_and(|sum| sum.is_match(gap)));
        match (strings.last_mut(), gap) {
            (Some((whole, sum)), Some(gap)) => {
                if gap.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
                    sum.push("{}", text.source(whole.end));
                }
                sum.extend(&piece);
                whole.end = range.end;
            }
            _ => strings.push((range.clone(), piece)),
        }
    }
    for (range, sum) in &mut strings {
        let rest = first_of(content.get(range.end..).unwrap_or_default(), STATEMENT);
        if SUM_GOES_ON.as_ref().is_some_and(|goes_on| goes_on.is_match(rest)) {
            sum.push("{}", text.source(range.end.saturating_sub(1)));
        }
    }
    strings
}

/// Each string, and those that are arguments of one call together as a command.
fn literals(reader: &mut Reader, text: &Mapped, ranges: &[Range<usize>]) {
    let content = text.as_str();
    let mut joined = Mapped::default();
    let mut call = String::new();
    let mut last: Option<Range<usize>> = None;
    for (range, plain) in &strings(text, ranges) {
        let literal = plain.as_str();
        let around = around(content, range);
        let first = around.clone();
        let continues = last.as_ref().is_some_and(|last| {
            content
                .get(last.end..range.start)
                .filter(|gap| gap.len() < 80)
                .map(|gap| gap.trim_matches(['"', '\'', '`', 'f', 'r']))
                .is_some_and(|gap| BETWEEN.as_ref().is_some_and(|between| between.is_match(gap)))
        });
        if !continues {
            command(reader, std::mem::take(&mut joined), &call);
            call = first;
        }
        let runs = literal.contains(' ')
            && RUNS.as_ref().is_some_and(|runs| {
                runs.is_match(
                    around.split(HERE).next().unwrap_or_default().trim_end_matches(['"', '\'', '`']),
                )
            });
        joined.blank(text.source(range.start));
        joined.extend(plain);
        if runs {
            let is_one = ranges.contains(range);
            reader.read(&if is_one { text.slice(range.clone()) } else { plain.clone() }, Kind::Shell);
        }
        for statement in statements(plain) {
            let around = around.clone();
            reader.regions.push(Region { around, ..Region::new(Role::Literal, statement) });
        }
        last = Some(range.clone());
    }
    command(reader, joined, &call);
}

/// A string, and where it begins with a statement that leaves the shape of a database alone, each further one in it.
fn statements(plain: &Mapped) -> Vec<Mapped> {
    let mut statements = vec![plain.unfolded()];
    if plain.as_str().contains(';')
        && sql::begins_statement(plain.as_str())
        && !SHAPES.as_ref().is_some_and(|shapes| shapes.is_match(plain.as_str()))
    {
        let mut ends = plain.as_str().match_indices(';').map(|(end, _)| end + 1).peekable();
        while let Some(start) = ends.next() {
            let end = ends.peek().copied().unwrap_or(plain.as_str().len());
            statements.push(plain.slice(start..end).unfolded());
        }
    }
    statements.retain(|statement| !statement.as_str().is_empty());
    statements
}

/// Only what has more than one word is a command with arguments.
fn command(reader: &mut Reader, joined: Mapped, call: &str) {
    if joined.as_str().contains(' ') && joined.as_str().len() < 2000 {
        reader
            .regions
            .push(Region { around: call.to_owned(), ..Region::new(Role::Literal, joined.unfolded()) });
    }
}

/// `\n` and `\"` as what they stand for.
fn escapes_read(text: &Mapped, range: Range<usize>) -> Mapped {
    let content = text.as_str().get(range.clone()).unwrap_or_default();
    let mut plain = Mapped::default();
    let mut from = range.start;
    let mut at = range.start;
    let mut characters = content.chars();
    while let Some(character) = characters.next() {
        if character == '\\' {
            plain.append(text, from..at);
            let Some(escaped) = characters.next() else { break };
            let read = match escaped {
                'n' | 't' | 'r' | '\n' => ' ',
                other => other,
            };
            plain.push(read.encode_utf8(&mut [0; 4]), text.source(at));
            at += 1 + escaped.len_utf8();
            from = at;
        } else {
            at += character.len_utf8();
        }
    }
    plain.append(text, from..range.end);
    plain
}

/// The statement that a string stands in, with [`HERE`] in its place: the lines before it that go on in the next, and
/// those after it that went on from the one before.
fn around(content: &str, range: &Range<usize>) -> String {
    let before = last_of(content.get(..range.start).unwrap_or_default(), STATEMENT);
    let mut start = before.rfind('\n').map_or(0, |end| end + 1);
    for _ in 0..3 {
        let above = before.get(..start).unwrap_or_default().trim_end();
        if !above.ends_with(['(', ',', '=', '[', '{', '+', ':', '|', '>']) {
            break;
        }
        start = above.rfind('\n').map_or(0, |end| end + 1);
    }
    // One within a string ends no statement: what follows it is the end of the string.
    let line = before.get(start..).unwrap_or_default();
    let mut ends = line
        .match_indices(';')
        .filter(|(at, _)| !line.get(at + 1..).unwrap_or_default().starts_with(['"', '\'', '`']));
    start = ends.next_back().map_or(start, |(end, _)| start + end + 1);
    let after = first_of(content.get(range.end..).unwrap_or_default(), STATEMENT);
    let mut end = after.find(['\n', ';']).unwrap_or(after.len());
    for _ in 0..2 {
        let below = after.get(end..).unwrap_or_default();
        let next = below.trim_start();
        // What is asserted of the outcome belongs to it.
        let goes_on = (next.starts_with(['.', ')', ']'])
            || next.starts_with("require.Error")
            || next.starts_with("assert.Error")
            || next.starts_with("if err == nil"))
            && !below.starts_with(';');
        if !goes_on {
            break;
        }
        end += 1 + below
            .get(1..)
            .and_then(|rest| rest.find(['\n', ';']))
            .unwrap_or(below.len().saturating_sub(1));
    }
    // So does the refusal that is looked for further down.
    let rest = after.get(end..).unwrap_or_default();
    let block = rest.find("\n\n").map_or(rest, |blank| rest.get(..blank).unwrap_or_default());
    if REFUSED.as_ref().is_some_and(|refused| refused.is_match(block)) {
        end += block.len();
    }
    format!("{}{HERE}{}", before.get(start..).unwrap_or_default(), after.get(..end).unwrap_or_default())
}

fn heredocs(reader: &mut Reader, text: &Mapped) {
    let content = text.as_str();
    let Some(pattern) = HEREDOC.as_ref() else { return };
    for found in pattern.captures_iter(content) {
        let (Some(whole), Some(word)) = (found.get(0), found.get(1)) else { continue };
        let Some(start) =
            content.get(whole.end()..).and_then(|rest| rest.find('\n')).map(|end| whole.end() + end + 1)
        else {
            continue;
        };
        let body = content.get(start..).unwrap_or_default();
        let end = body
            .split_inclusive('\n')
            .scan(0, |at, line| {
                let begins = *at;
                *at += line.len();
                Some((begins, line))
            })
            .find(|(_, line)| line.trim() == word.as_str())
            .map_or(body.len(), |(begins, _)| begins);
        reader.guess(&text.slice(start..start + end));
    }
}
