//! YAML and JSON: every scalar as a setting with its path; what a key says is run, as commands.
//!
//! Templates are YAML only after they were filled in: their actions are blanked out first, byte for byte. From the first
//! place that is no YAML on, lines are read one by one.

use super::super::kind::Kind;
use super::super::mapped::Mapped;
use super::super::matcher::{self, Rules};
use super::super::region::Role;
use super::super::rules::DEPENDENCIES;
use super::json::{Token, Tokens, is_json};
use super::{Reader, pairs, sql};
use saphyr_parser::{Event, Parser, ScalarStyle, Span};

#[cfg(test)]
mod tests;

/// Documents nested deeper than this are nobody's configuration.
const DEPTH: usize = 128;

/// One open mapping or sequence.
struct Frame {
    /// Its part of the path.
    name: String,
    /// The rules that a word of the path is needed for.
    near: Rules,
    /// The key that waits for its value; `None` where a key comes next.
    key: Option<String>,
    /// How many items there were; `None` in a mapping.
    items: Option<usize>,
    /// The `name` and the `value` that stand next to each other in it.
    pair: (Option<String>, Option<Mapped>),
    /// What it says to run: of a mapping its `command` and `args`, of a sequence its items.
    words: Mapped,
}

/// Keys whose values are said to a reader rather than run.
pub(super) fn is_said(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    [
        "description",
        "name",
        "label",
        "title",
        "summary",
        "message",
        "msg",
        "note",
        "comment",
        "keywords",
        "help",
        "if",
        "when",
        "about",
        "detail",
        "homepage",
        "image",
        "hint",
        "_comment",
        // What is looked for, or forbidden.
        "banned",
        "blocked",
        "blocklist",
        "deny",
        "denied",
        "denylist",
        "disallow",
        "disallowed",
        "forbidden",
        "pattern",
        "patterns",
        "regex",
    ]
    .contains(&key.rsplit(['.', '-', '/']).next().unwrap_or(&key))
}

fn is_argv(key: &str) -> bool {
    matches!(
        key,
        "program"
            | "module"
            | "image"
            | "name"
            | "command"
            | "args"
            | "entrypoint"
            | "cmd"
            | "exec"
            | "test"
            | "argv"
    )
}

/// Whether what stands below such a key is run, whatever it is named.
fn is_command(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    ["command", "commands", "cmd"].iter().any(|end| key.ends_with(end))
}

pub(super) fn read(reader: &mut Reader, text: &Mapped, kind: Kind) {
    if kind == Kind::Json && is_json(text.as_str(), DEPTH) {
        read_json(reader, text);
    } else {
        read_yaml(reader, text, kind);
    }
}

/// YAML, and what passes for it: JSON with comments and with mistakes.
fn read_yaml(reader: &mut Reader, text: &Mapped, kind: Kind) {
    let plain =
        if kind == Kind::Json { without_comments(text.as_str()) } else { without_templates(text.as_str()) };
    let offsets: Vec<usize> =
        if plain.is_ascii() { Vec::new() } else { plain.char_indices().map(|(at, _)| at).collect() };
    let byte = |index: usize| {
        if plain.is_ascii() {
            index.min(plain.len())
        } else {
            offsets.get(index).copied().unwrap_or(plain.len())
        }
    };
    let mut tree = Tree { reader, frames: Vec::new() };
    let mut reached = 0;
    let mut parser = Parser::new_from_str(&plain);
    while let Some(next) = parser.next_event() {
        let Ok((event, Span { start, end })) = next else {
            return rest(tree.reader, text, reached);
        };
        let range = byte(start.index())..byte(end.index());
        match event {
            Event::MappingStart(..) | Event::SequenceStart(..) if tree.frames.len() == DEPTH => {
                return rest(tree.reader, text, reached);
            }
            Event::MappingStart(..) => tree.open(None),
            Event::SequenceStart(..) => tree.open(Some(0)),
            Event::MappingEnd | Event::SequenceEnd => tree.close(),
            Event::Scalar(_, style, ..) => {
                reached = range.end;
                let value = scalar(text, without_properties(text, range), style);
                // What is folded is one line.
                let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::DoubleQuoted);
                let value = if is_block { value } else { value.unfolded() };
                tree.scalar(&value);
            }
            Event::Alias(_) => {
                let here = tree.here();
                tree.setting(&here, &text.trimmed(range));
                tree.taken();
            }
            _ => {}
        }
    }
}

/// What is JSON needs no parser of YAML, which takes ten times as long.
fn read_json(reader: &mut Reader, text: &Mapped) {
    let mut tree = Tree { reader, frames: Vec::new() };
    for token in Tokens::of(text.as_str()).flatten() {
        match token {
            Token::Object => tree.open(None),
            Token::Array => tree.open(Some(0)),
            Token::End => tree.close(),
            Token::Text(range) => tree.scalar(&scalar(text, range, ScalarStyle::DoubleQuoted)),
            Token::Word(range) => tree.scalar(&scalar(text, range, ScalarStyle::Plain)),
        }
    }
}

/// What no parser reads, line by line.
fn rest(reader: &mut Reader, text: &Mapped, from: usize) {
    let rest = text.slice(from..text.as_str().len());
    // A piece of YAML in a page is seldom a whole document, and nobody takes it for one.
    if reader.nesting == 1 {
        reader.by_lines = Some(rest.source(0));
    }
    for line in rest.lines() {
        let content = rest.as_str().get(line.clone()).unwrap_or_default();
        let trimmed = content.trim_start_matches([' ', '\t', '-']);
        if trimmed.starts_with('#') {
            continue;
        }
        let start = line.start + (content.len() - trimmed.len());
        if let Some(colon) = trimmed.find(": ") {
            let name = trimmed.get(..colon).unwrap_or_default().trim_matches(['"', '\'']);
            pairs::one(reader, "", name, rest.source(start), &rest.trimmed(start + colon + 2..line.end));
        } else {
            reader.guess(&rest.slice(start..line.end));
        }
    }
}

struct Tree<'a, 'b> {
    reader: &'a mut Reader<'b>,
    frames: Vec<Frame>,
}

impl Tree<'_, '_> {
    fn open(&mut self, items: Option<usize>) {
        let name = self.here();
        let near = self.frames.last().map_or(Rules::EMPTY, |outer| outer.near).or(&matcher::near(&name));
        self.frames.push(Frame {
            name,
            near,
            key: None,
            items,
            pair: (None, None),
            words: Mapped::default(),
        });
    }

    /// The key or number of the value that comes next.
    fn here(&self) -> String {
        self.frames.last().map_or_else(String::new, |frame| match frame.items {
            Some(items) => items.to_string(),
            None => frame.key.clone().unwrap_or_default(),
        })
    }

    /// The last key on the way here that is a word, of a list the one that the list has.
    fn key(&self) -> &str {
        let names =
            self.frames.iter().rev().flat_map(|frame| [frame.key.as_deref(), Some(frame.name.as_str())]);
        names
            .flatten()
            .find(|name| !name.is_empty() && !name.bytes().all(|byte| byte.is_ascii_digit()))
            .unwrap_or_default()
    }

    fn taken(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.key = None;
            frame.items = frame.items.map(|items| items + 1);
        }
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if let (Some(name), Some(value)) = &frame.pair {
            self.setting(name, value);
        }
        let is_list = frame.items.is_some();
        let of_commands = self.frames.iter().any(|outer| is_command(&outer.name));
        match self.frames.last_mut() {
            // A list of words belongs to the mapping that has it; so do the words of `exec: { command }`.
            Some(outer) if is_list && is_argv(&frame.name) => join(&mut outer.words, &frame.words),
            _ if is_list && frame.name == "source" => {
                self.reader.guess_cell(&frame.words);
            }
            // A list of words under the name of one of several commands.
            _ if is_list && of_commands => {
                self.reader.push(Role::Command, frame.words.unfolded());
            }
            _ if !is_list => {
                let flat = frame.words.unfolded();
                self.reader.push(Role::Command, flat);
            }
            _ => {}
        }
        self.taken();
    }

    fn scalar(&mut self, value: &Mapped) {
        let awaits_key = self.frames.last().is_some_and(|frame| frame.items.is_none() && frame.key.is_none());
        if awaits_key {
            if let Some(frame) = self.frames.last_mut() {
                frame.key = Some(value.as_str().trim().to_owned());
            }
            return;
        }
        let here = self.here();
        self.setting(&here, value);
        if let Some(frame) = self.frames.last_mut().filter(|frame| frame.items.is_none()) {
            match here.as_str() {
                "name" => frame.pair.0 = Some(value.as_str().trim().to_owned()),
                "value" => frame.pair.1 = Some(value.clone()),
                _ => {}
            }
        }
        self.value(value, &here);
        self.taken();
    }

    /// Whether no rule finds anything in such a setting, nor needs it to judge another one by.
    fn passes_over(&self, name: &str, value: &Mapped) -> bool {
        let among = self.reader.among;
        let path = self.frames.last().map_or(Rules::EMPTY, |frame| frame.near);
        let near = || path.or(&matcher::near(name)).or(&matcher::near(value.as_str()));
        !self.reader.wants(Role::Setting)
            || !matcher::is_among(DEPENDENCIES, among)
                && !among.contains(matcher::EVERY)
                && near().and(among).is_empty()
    }

    /// What is set under this name where the tree has been read to.
    fn setting(&mut self, name: &str, value: &Mapped) {
        if self.passes_over(name, value) {
            return;
        }
        let mut path: Vec<&str> =
            self.frames.iter().map(|frame| frame.name.as_str()).filter(|name| !name.is_empty()).collect();
        path.push(name);
        let mut setting = Mapped::default();
        setting.push(&format!("{} = ", path.join(".")), value.source(0));
        setting.extend(&value.unfolded());
        self.reader.push(Role::Setting, setting);
    }

    fn value(&mut self, value: &Mapped, here: &str) {
        let key = self.key().to_owned();
        let content = value.as_str();
        // A script of several lines is read as one, with its comments told apart.
        if !content.trim_end().contains('\n')
            && let Some(frame) = self.frames.last_mut()
            && (frame.items.is_some() || (is_argv(here) && !(is_said(here) && content.contains(' '))))
        {
            let separator = if key == "source" { "" } else { " " };
            frame.words.push(separator, value.source(0));
            frame.words.append(value, 0..content.len());
        }
        let is_script = matches!(here, "run" | "script" | "command")
            || self.frames.last().is_some_and(|frame| matches!(frame.name.as_str(), "scripts" | "script"));
        if is_said(&key) || !(content.contains([' ', '\n', ':']) || is_script) || key == "source" {
            return;
        }
        let of_name = here.rsplit_once('.').and_then(|(_, extension)| Kind::of_language(extension));
        match of_name {
            Some(kind) if content.contains('\n') => self.reader.read(value, kind),
            _ if sql::begins_statement(content) => self.reader.read(value, Kind::Sql),
            _ if is_argv(&key)
                && !content.contains('\n')
                && self.frames.last().is_some_and(|frame| frame.items.is_some()) => {}
            _ => self.reader.read(value, Kind::Shell),
        }
    }
}

fn join(words: &mut Mapped, more: &Mapped) {
    words.blank(more.source(0));
    words.extend(more);
}

impl Reader<'_> {
    /// A cell of a notebook.
    fn guess_cell(&mut self, text: &Mapped) {
        let magic = text.as_str().trim_start().starts_with("%%sql");
        let start = if magic { text.as_str().find('\n').unwrap_or(0) } else { 0 };
        let cell = text.slice(start..text.as_str().len());
        if !magic {
            // What begins with an exclamation mark is given to a shell.
            for line in cell
                .lines()
                .filter(|line| cell.as_str().get(line.clone()).is_some_and(|text| text.starts_with('!')))
            {
                self.read(&cell.slice(line.start + 1..line.end), Kind::Shell);
            }
        }
        self.read(&cell, if magic { Kind::Sql } else { Kind::Python });
    }
}

/// What is left of a node behind its anchor and its tag.
fn without_properties(text: &Mapped, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let mut start = range.start;
    loop {
        let rest = text.as_str().get(start..range.end).unwrap_or_default().trim_start();
        let property = rest.split(char::is_whitespace).next().unwrap_or_default();
        if !property.starts_with(['&', '!']) {
            return start..range.end;
        }
        start = range.end - rest.len() + property.len();
        start = range.end - text.as_str().get(start..range.end).unwrap_or_default().trim_start().len();
    }
}

/// The text of a scalar, with places.
fn scalar(text: &Mapped, range: std::ops::Range<usize>, style: ScalarStyle) -> Mapped {
    let content = text.as_str().get(range.clone()).unwrap_or_default();
    match style {
        ScalarStyle::Plain => text.trimmed(range),
        // The parser counts the blanks behind a quote in.
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
            unquoted(text, range.start..range.start + content.trim_end().len(), style)
        }
        ScalarStyle::Literal | ScalarStyle::Folded => {
            let first = content.find('\n').map_or(0, |end| end + 1);
            let header = content.trim_start().starts_with(['|', '>']);
            let body = text.slice(range.start + if header { first } else { 0 }..range.end);
            let indent = body
                .lines()
                .filter_map(|line| body.as_str().get(line))
                .filter(|line| !line.trim().is_empty())
                .skip(usize::from(!header))
                .map(|line| line.len() - line.trim_start_matches(' ').len())
                .min()
                .unwrap_or(0);
            let mut block = Mapped::default();
            for line in body.lines() {
                let content = body.as_str().get(line.clone()).unwrap_or_default();
                let blanks = (content.len() - content.trim_start_matches(' ').len()).min(indent);
                block.append(&body, line.start + blanks..line.end);
                block.push(if style == ScalarStyle::Literal { "\n" } else { " " }, body.source(line.end));
            }
            block
        }
    }
}

fn unquoted(text: &Mapped, range: std::ops::Range<usize>, style: ScalarStyle) -> Mapped {
    let inner = range.start + 1..range.end.saturating_sub(1).max(range.start + 1);
    let content = text.as_str().get(inner.clone()).unwrap_or_default();
    let escape = if style == ScalarStyle::DoubleQuoted { b'\\' } else { b'\'' };
    let mut plain = Mapped::default();
    let mut from = 0;
    while let Some(at) = content.get(from..).and_then(|rest| memchr::memchr(escape, rest.as_bytes())) {
        let place = inner.start + from + at;
        plain.append(text, inner.start + from..place);
        let mut characters = content.get(from + at + 1..).unwrap_or_default().chars();
        let Some(escaped) = characters.next() else { return plain };
        from += at + 1 + escaped.len_utf8();
        match escaped {
            'n' | 'r' => plain.push("\n", text.source(place)),
            't' | '\n' => plain.push(" ", text.source(place)),
            'u' => {
                let digits: String = characters.take(4).collect();
                from += digits.len();
                let letter = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).unwrap_or(' ');
                plain.push(
                    super::super::decode::fold(letter.encode_utf8(&mut [0; 4])).as_str(),
                    text.source(place),
                );
            }
            other => plain.push(other.encode_utf8(&mut [0; 4]), text.source(place)),
        }
    }
    plain.append(text, inner.start + from..inner.end);
    plain
}

/// JSON with `//` and `/* */` blanked out, which editors' configurations have.
fn without_comments(text: &str) -> String {
    if !text.contains("//") && !text.contains("/*") {
        return text.to_owned();
    }
    let mut quoted = false;
    let mut comment = None;
    let mut before = ' ';
    text.chars()
        .map(|character| {
            let pair = (before, character);
            before = if pair == ('\\', '\\') { ' ' } else { character };
            match (comment, pair) {
                (Some('/'), (_, '\n')) => comment = None,
                (Some('*'), ('*', '/')) => {
                    comment = None;
                    return ' ';
                }
                (Some(_), (_, '\n')) => {}
                (Some(_), _) => return if character.is_ascii() { ' ' } else { character },
                (None, ('\\', '"')) => {}
                (None, (_, '"')) => quoted = !quoted,
                (None, ('/', '/' | '*')) if !quoted => {
                    comment = Some(character);
                    return ' ';
                }
                _ => {}
            }
            character
        })
        .collect()
}

/// YAML with the actions of templates blanked out.
fn without_templates(text: &str) -> String {
    if !text.contains("{{") {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if trimmed.starts_with("{{") && trimmed.ends_with("}}") {
            plain.extend(
                line.chars().map(
                    |character| {
                        if character.is_ascii() && character != '\n' { ' ' } else { character }
                    },
                ),
            );
        } else {
            plain.push_str(&line.replace("{{", "__").replace("}}", "__"));
        }
    }
    plain
}
