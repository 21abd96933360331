//! Variables that a script or a recipe sets, and commands with them filled in: `$TOOL $VERB` says what it runs elsewhere.
//!
//! Only a variable that is a whole word is filled in, so that every word of what comes out stands in the file.

use super::super::mapped::Mapped;
use super::super::pattern::Pattern;
use super::super::region::Role;
use super::Reader;

/// Longer values are no names of programs, verbs or places.
const LONGEST: usize = 200;
/// So many bytes may come to a command.
const MOST: usize = 4_096;

static SET: Pattern = Pattern::new(
    r#"^\s*(?:(?:export|local|readonly|declare|typeset|set)\s+(?:-\w+\s+)?)?\$?(\w+)\s?=\s?(?:"([^"]*)"|'([^']*)'|(\S*))\s*$"#,
);
static FILLED: Pattern = Pattern::new(r"\$(?:(\w+)|\{(\w+)\}|\((\w+)\))");

/// Takes down what a command sets.
pub(super) fn note(reader: &mut Reader, command: &Mapped) {
    let Some(found) = SET.captures(command.as_str()) else { return };
    let part = |number| found.get(number).map(|part| part.range());
    if let (Some(name), Some(value)) = (part(1), part(2).or(part(3)).or(part(4))) {
        let name = command.as_str().get(name).unwrap_or_default();
        set(reader, name, &command.slice(value));
    }
}

/// Takes down what a name stands for, with what was known before filled in.
pub(super) fn set(reader: &mut Reader, name: &str, value: &Mapped) {
    let value = filled(reader, value).unwrap_or_else(|| value.clone());
    if value.as_str().len() <= LONGEST {
        reader.values.insert(name.to_owned(), value);
    }
}

/// A command, and where it has variables of which it is known what they are, the same with them filled in.
pub(super) fn push_command(reader: &mut Reader, command: Mapped) {
    if let Some(filled) = filled(reader, &command) {
        reader.push(Role::Command, filled);
    }
    reader.push(Role::Command, command);
}

fn filled(reader: &Reader, command: &Mapped) -> Option<Mapped> {
    let text = command.as_str();
    if reader.values.is_empty() || !text.contains('$') {
        return None;
    }
    let is_apart =
        |byte: Option<&u8>| byte.is_none_or(|byte| byte.is_ascii_whitespace() || b"\"'@;".contains(byte));
    let mut filled = Mapped::default();
    let mut from = 0;
    for found in FILLED.all_captures(text) {
        let Some(whole) = found.get(0) else { continue };
        let name = found.iter().skip(1).flatten().next().and_then(|name| text.get(name.range()));
        let stands_apart = is_apart(text.as_bytes().get(..whole.start()).and_then(<[u8]>::last))
            && is_apart(text.as_bytes().get(whole.end()));
        if let Some(value) = name.and_then(|name| reader.values.get(name))
            && stands_apart
            && filled.as_str().len() < MOST
        {
            filled.append(command, from..whole.start());
            filled.push(value.as_str(), command.source(whole.start()));
            from = whole.end();
        }
    }
    (from > 0).then(|| {
        filled.append(command, from..text.len());
        filled
    })
}
