//! Shells: simple commands, each on one line with the pipe it is part of; heredocs as what their reader makes of them.

use super::super::kind::Kind;
use super::super::mapped::Mapped;
use super::super::region::Role;
use super::super::required::is_of_word;
use super::{Reader, dockerfile, values};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

macro_rules! pattern {
    ($name:ident = $text:expr) => {
        static $name: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new($text).ok());
    };
}
pattern!(HEREDOC = r#"<<[-~]?\s*["'\\]?([A-Za-z_]\w*)["']?"#);
pattern!(PROMPT = r"^\s*(?:\w[\w.-]*@[\w.:~/-]+[$#]|[$>%]|PS [^>]*>|[\w-]+[=-]?[#>$])\s+\S");
pattern!(
    HEAD = r"^(?:(?:sudo|env|exec|time|then|do|else|if|elif|while|until|command|nohup|set|@|-|!|\(|\{|\$|>&2|1>&2)\s*|[A-Za-z_]\w*=\S*\s+)*(\S+)"
);
pattern!(
    SEARCHES = r"(?i)^\W*(?:grep|egrep|fgrep|pgrep|pkill|rg|ag|ack|sed|awk|find|findstr|select-string|test|\[\[?|git\s+grep|git\s+log|git\s+commit|jq|yq|diff|man|which|whatis|apropos|complete|alias\s+\w+\s*$)(?:\s|$)"
);
pattern!(
    PRINTS = r"(?i)^\W*(?:echo|printf|print|cat|say|log|warn|info|die|fail|error|note|write-(?:host|output|error|warning)|rem|::)(?:\s|$)"
);
pattern!(
    RUNS_INPUT = r"(?i)\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:\S*/)?(?:sh|bash|zsh|ssh|psql|xargs|at|docker|podman|kubectl|su|runuser|parallel|iex)\b|psql"
);
pattern!(INTO_PSQL = r#"(?m)(?:\bdone|\bfi|\besac|[})])\s*\|[^\n]*psql|\$\$?\w+"?\s*\|[^\n]*psql"#);
pattern!(WRITES = r#"(?i)[^>&0-9]>{1,2}\s*["']?([^\s"'&;|]+)|\btee\s+(?:-a\s+)?["']?([^\s"'&;|]+)"#);
pattern!(
    HANDED = r#"(?:(?:^|[\s/;|&(])(?:sh|bash|zsh|dash|ash|ksh|su|runuser)\s[^'"]*-\w*c\s+|(?:^|[\s;|&(])(?:eval|ssh\s[^'"|;&]*|watch\s[^'"|;&]*)\s)(?:"((?:[^"\\]|\\.)*)"|'([^']*)')"#
);
pattern!(QUOTED = r#""((?:[^"\\]|\\.)*)"|'([^']*)'"#);
pattern!(ASSIGNED = r#"^[\w.$-]+\s+=\s+"([^"]* [^"]*)"\s*,?$"#);
pattern!(ARRAY = r#"\["[^\[\]]+"\]"#);
pattern!(
    FAILED = r"(?i)^\s*(?:error|fatal|refused|permission denied|.*(?:permission denied|refused|command not found|not permitted|not allowed))"
);

fn is(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// A script, or the commands of a transcript of a terminal.
pub(super) fn read(reader: &mut Reader, text: &Mapped) {
    let lines: Vec<Range<usize>> = text.lines().collect();
    let line = |range: &Range<usize>| text.as_str().get(range.clone()).unwrap_or_default();
    // What goes on in a line that begins with a redirection was not typed at a prompt.
    let goes_on = |at: usize| {
        at.checked_sub(1)
            .and_then(|before| lines.get(before))
            .is_some_and(|before| line(before).ends_with('\\'))
    };
    if lines.iter().enumerate().any(|(at, range)| is(&PROMPT, line(range)) && !goes_on(at)) {
        return transcript(reader, text, &lines);
    }
    let piped_later = is(&INTO_PSQL, text.as_str());
    let mut current = Mapped::default();
    let mut state = State::default();
    let mut at = 0;
    while let Some(range) = lines.get(at) {
        at += 1;
        let start = range.start;
        let open = command_line(text, range.clone(), &mut state, &mut current, |command| {
            emit(reader, command, piped_later);
        });
        let content = line(range);
        let heredoc = HEREDOC.as_ref().filter(|_| content.contains("<<") && !content.contains("<<<"));
        if let Some(word) = heredoc.and_then(|found| found.captures(content)).and_then(|found| found.get(1)) {
            let body = at;
            while lines.get(at).is_some_and(|range| line(range).trim() != word.as_str()) {
                at += 1;
            }
            let end = at.checked_sub(1).and_then(|last| lines.get(last)).map_or(start, |last| last.end);
            let begin = lines.get(body).map_or(end, |first| first.start).min(end);
            at += 1;
            heredoc_body(reader, content, piped_later, &text.slice(begin..end));
        }
        if !open {
            emit(reader, std::mem::take(&mut current), piped_later);
        }
    }
    emit(reader, current, piped_later);
}

/// Whether lines of this text were typed at a prompt.
pub(super) fn is_transcript(text: &Mapped) -> bool {
    text.lines().any(|range| text.as_str().get(range).is_some_and(|line| line.starts_with("$ ")))
}

/// What was open at the end of a line.
#[derive(Default)]
struct State {
    quote: Option<u8>,
    depth: usize,
    /// Whether the line ended in a backslash: what follows may be the rest of a word.
    cut: bool,
}

/// Adds one line to the command that is being read, and hands over every command that ends on it. Says whether the
/// last one goes on in the next line.
fn command_line(
    text: &Mapped,
    range: Range<usize>,
    state: &mut State,
    current: &mut Mapped,
    mut ended: impl FnMut(Mapped),
) -> bool {
    let bytes = text.as_str().as_bytes();
    let mut from = range.start;
    let mut at = range.start;
    let take = |current: &mut Mapped, from: usize, to: usize| {
        let piece = text.slice(from..to).unfolded();
        if text.as_str().get(from..to).is_some_and(|piece| piece.starts_with([' ', '\t'])) {
            current.blank(text.source(from));
        }
        current.extend(&piece);
        if text.as_str().get(from..to).is_some_and(|piece| piece.ends_with([' ', '\t'])) {
            current.blank(text.source(to));
        }
    };
    let begins_apart = bytes.get(at).is_none_or(u8::is_ascii_whitespace);
    let is_cut = std::mem::take(&mut state.cut);
    if !current.as_str().is_empty() && (!is_cut || begins_apart) {
        current.blank(text.source(at));
    }
    while at < range.end {
        let byte = bytes.get(at).copied().unwrap_or_default();
        let next = bytes.get(at + 1).copied();
        let last = at + 1 == range.end;
        match (state.quote, byte) {
            (_, b'\\' | b'`' | b'^') if last => {
                take(current, from, at);
                state.cut = byte == b'\\';
                return true;
            }
            (Some(b'"') | None, b'\\') => at += 1,
            (Some(quote), _) if quote == byte => state.quote = None,
            (None, b'"') => state.quote = Some(byte),
            // An apostrophe within a word is one.
            (None, b'\'')
                if at == range.start
                    || !bytes.get(at.wrapping_sub(1)).is_some_and(u8::is_ascii_alphanumeric) =>
            {
                state.quote = Some(byte);
            }
            (None, b'#')
                if at == range.start
                    || bytes.get(at.wrapping_sub(1)).is_some_and(u8::is_ascii_whitespace) =>
            {
                take(current, from, at);
                return false;
            }
            (None, b'(') => state.depth += 1,
            (None, b')') => state.depth = state.depth.saturating_sub(1),
            (None, b';') if state.depth == 0 => {
                take(current, from, at);
                ended(std::mem::take(current));
                from = at + 1;
            }
            (None, b'&' | b'|') if next == Some(byte) && state.depth == 0 => {
                take(current, from, at);
                ended(std::mem::take(current));
                at += 1;
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    take(current, from.min(range.end), range.end);
    // A pipe or an open quote goes on; a quote that is open for long was an apostrophe.
    let goes_on = state.quote.is_some() && current.as_str().len() < 4096
        || state.depth > 0 && current.as_str().len() < 4096
        || current.as_str().trim_end().ends_with('|');
    if !goes_on {
        *state = State::default();
    }
    goes_on
}

fn emit(reader: &mut Reader, command: Mapped, piped_later: bool) {
    let text = command.as_str().trim();
    if text.is_empty() {
        return;
    }
    // What one shell hands to another, here or on another machine.
    let quotes = text.contains(['\'', '"']);
    let handed = HANDED.as_ref().filter(|_| quotes).and_then(|pattern| pattern.captures(command.as_str()));
    if let Some(inner) = handed.and_then(|found| found.get(1).or(found.get(2))) {
        reader.read(&command.slice(inner.range()), Kind::Shell);
    }
    let head = HEAD
        .as_ref()
        .and_then(|head| head.captures(text))
        .and_then(|found| found.get(1))
        .map_or(0, |word| word.start());
    let from_head = text.get(head..).unwrap_or_default();
    let runs = is(&RUNS_INPUT, text);
    // What is searched for is quoted, and runs nothing.
    let runs_outside_of_quotes =
        || QUOTED.as_ref().is_some_and(|quoted| is(&RUNS_INPUT, &quoted.replace_all(text, "''")));
    if is(&SEARCHES, from_head) && !(runs && runs_outside_of_quotes()) {
        return;
    }
    if is(&PRINTS, from_head) {
        if runs || piped_later {
            quoted_statements(reader, &command);
        }
        let writes = WRITES.as_ref().and_then(|pattern| pattern.captures(text)).is_some_and(|found| {
            !found.iter().skip(1).flatten().any(|target| target.as_str().starts_with("/dev/"))
        });
        if !runs && !writes {
            return;
        }
        if writes && text.contains("initdb.d") {
            quoted_statements(reader, &command);
        }
    }
    // What a file of settings gives to a name, in quotes since it has blanks in it.
    if let Some(value) =
        ASSIGNED.as_ref().and_then(|pattern| pattern.captures(text)).and_then(|found| found.get(1))
    {
        let start = command.as_str().len() - command.as_str().trim_start().len();
        reader.read(&command.slice(start + value.start()..start + value.end()), Kind::Shell);
    }
    for array in ARRAY.iter().flat_map(|array| array.find_iter(text)) {
        let start = command.as_str().len() - command.as_str().trim_start().len() + array.start();
        let words = dockerfile::words_of_array(&command.slice(start..start + array.len()));
        reader.push(Role::Command, words.unfolded());
    }
    let command = put_together(&command).unwrap_or(command);
    values::note(reader, &command);
    values::push_command(reader, command);
}

/// A command without the quotes and backslashes that stand within its words, as a shell takes them; `None` if there are
/// none. What is quoted since there are blanks in it stays so.
pub(super) fn put_together(command: &Mapped) -> Option<Mapped> {
    let bytes = command.as_str().as_bytes();
    let is_letter =
        |at: usize| bytes.get(at).is_some_and(|byte| is_of_word(char::from(*byte)) && *byte != b':');
    let mut plain = Mapped::default();
    let (mut from, mut at) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => {
                if at > 0 && is_letter(at - 1) && is_letter(at + 1) {
                    plain.append(command, from..at);
                    from = at + 1;
                }
                at += 2;
            }
            b'\'' | b'"' => {
                let Some(close) = closing_quote(bytes, at) else { break };
                let inner = bytes.get(at + 1..close).unwrap_or_default();
                let within = |outer: usize, inner: usize| is_letter(outer) && is_letter(inner);
                let joins = inner.is_empty() && (at > 0 && is_letter(at - 1) || is_letter(close + 1))
                    || at > 0 && within(at - 1, at + 1)
                    || within(close + 1, close - 1);
                if joins && !inner.iter().any(u8::is_ascii_whitespace) {
                    plain.append(command, from..at);
                    plain.append(command, at + 1..close);
                    from = close + 1;
                }
                at = close + 1;
            }
            _ => at += 1,
        }
    }
    (from > 0).then(|| {
        plain.append(command, from..bytes.len());
        plain
    })
}

/// Where the quote that opens here is closed.
fn closing_quote(bytes: &[u8], open: usize) -> Option<usize> {
    let quote = *bytes.get(open)?;
    let mut at = open + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if quote == b'"' => at += 2,
            _ if *byte == quote => return Some(at),
            _ => at += 1,
        }
    }
    None
}

/// What is printed into psql, without its quotes.
fn quoted_statements(reader: &mut Reader, command: &Mapped) {
    let found: Vec<_> = QUOTED
        .as_ref()
        .map(|pattern| {
            pattern
                .captures_iter(command.as_str())
                .filter_map(|one| one.get(1).or(one.get(2)))
                .map(|part| part.range())
                .collect()
        })
        .unwrap_or_default();
    for part in found {
        reader.read(&command.slice(part), Kind::Sql);
    }
}

fn heredoc_body(reader: &mut Reader, command: &str, piped_later: bool, body: &Mapped) {
    let target = WRITES
        .as_ref()
        .and_then(|pattern| pattern.captures(command))
        .and_then(|found| found.get(1).or(found.get(2)))
        .map(|target| target.as_str().to_owned());
    if command.contains("psql") || piped_later {
        return reader.read(body, Kind::Sql);
    }
    match target {
        Some(path) if path.contains(".env") => reader.variables(body),
        Some(path) => reader.read(body, Kind::of(&path, "")),
        None if is(&RUNS_INPUT, command)
            || command.contains("ssh")
            || command.contains("bash")
            || command.contains("RUN") =>
        {
            reader.read(body, Kind::Shell);
        }
        // Printed, or given to something that is no shell.
        None if command.contains("python") => reader.read(body, Kind::Python),
        None => {}
    }
}

/// A session at a terminal: what was typed, unless the lines after it say that it was refused.
fn transcript(reader: &mut Reader, text: &Mapped, lines: &[Range<usize>]) {
    let line = |range: &Range<usize>| text.as_str().get(range.clone()).unwrap_or_default();
    for (at, range) in lines.iter().enumerate().filter(|(_, range)| is(&PROMPT, line(range))) {
        let refused = lines
            .iter()
            .skip(at + 1)
            .take_while(|next| !is(&PROMPT, line(next)))
            .any(|next| is(&FAILED, line(next)));
        let typed = line(range);
        let skip = typed.find(['$', '>', '#', '%']).map_or(0, |prompt| prompt + 1);
        if !refused {
            let mut command = Mapped::default();
            command_line(text, range.start + skip..range.end, &mut State::default(), &mut command, |ended| {
                emit(reader, ended, false);
            });
            // What is continued is typed on the lines after it.
            for next in lines
                .iter()
                .skip(at + 1)
                .zip(lines.iter().skip(at))
                .take_while(|(_, before)| line(before).ends_with('\\'))
            {
                let start = next.0.start
                    + line(next.0).find(['>']).filter(|place| *place < 4).map_or(0, |prompt| prompt + 1);
                command_line(text, start..next.0.end, &mut State::default(), &mut command, |ended| {
                    emit(reader, ended, false);
                });
            }
            emit(reader, command, false);
        }
    }
}
