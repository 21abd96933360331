//! XML and HTML: elements with their attributes as code, their text as prose or, where it is preformatted, as commands.

use super::super::kind::Kind;
use super::super::mapped::Mapped;
use super::super::region::{Mood, Role};
use super::{Reader, prose};
use std::ops::Range;

/// Names of entities that letters and quotes are written as.
const ENTITIES: [(&str, &str); 8] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", " "),
    ("#39", "'"),
    ("shy", ""),
];

pub(super) fn read(reader: &mut Reader, text: &Mapped) {
    let content = text.as_str();
    // XML that configures a tool says what it does in elements and attributes.
    let mut code = Mapped::default();
    let mut block = Mapped::default();
    let mut preformatted = 0usize;
    // What the element that was opened last is the value of.
    let mut named: Option<String> = None;
    let mut at = 0;
    while at < content.len() {
        let rest = content.get(at..).unwrap_or_default();
        let length = if let Some(comment) = rest.strip_prefix("<!--") {
            let end = comment.find("-->").map_or(rest.len(), |end| end + 7);
            let inner = text.trimmed(
                (at + 4).min(content.len())..(at + end).saturating_sub(3).max(at + 4).min(content.len()),
            );
            prose::paragraph(reader, &inner, Mood::Asserts);
            end
        } else if rest.starts_with('<') {
            let end = rest.find('>').map_or(rest.len(), |end| end + 1);
            let tag = rest.get(..end).unwrap_or_default();
            let name: String = tag
                .trim_start_matches(['<', '/'])
                .chars()
                .take_while(char::is_ascii_alphanumeric)
                .map(|character| character.to_ascii_lowercase())
                .collect();
            let closes = tag.starts_with("</");
            if let Some(name) = named.take().filter(|_| closes) {
                setting(reader, &name, &block);
            }
            named = attributes(reader, text, at..at + end);
            code.append(text, at..at + end);
            match name.as_str() {
                // Code within a sentence belongs to it, as between backquotes.
                "code" | "kbd" | "samp" | "tt" if preformatted == 0 => block.push("`", text.source(at)),
                "code" | "kbd" | "samp" | "tt" => {}
                "pre" | "script" => {
                    flush(reader, &mut block, preformatted);
                    preformatted = if closes { preformatted.saturating_sub(1) } else { preformatted + 1 };
                }
                "b" | "i" | "em" | "strong" | "a" | "span" | "u" | "wbr" => {}
                "br" if preformatted > 0 => block.push("\n", text.source(at)),
                "br" => block.blank(text.source(at)),
                _ => flush(reader, &mut block, preformatted),
            }
            end
        } else if let Some((entity, length)) = rest.strip_prefix('&').and_then(entity) {
            block.push(&entity, text.source(at));
            code.push(&entity, text.source(at));
            length + 1
        } else {
            let end = rest
                .char_indices()
                .skip(1)
                .find(|(_, next)| matches!(next, '<' | '&'))
                .map_or(rest.len(), |(end, _)| end);
            block.append(text, at..at + end);
            code.append(text, at..at + end);
            end
        };
        at += length.max(1);
    }
    flush(reader, &mut block, preformatted);
    reader.push(Role::Code, code);
}

fn flush(reader: &mut Reader, block: &mut Mapped, preformatted: usize) {
    let block = std::mem::take(block);
    if preformatted > 0 {
        reader.guess(&block);
    } else {
        prose::paragraph(reader, &block, Mood::Asserts);
    }
}

fn setting(reader: &mut Reader, name: &str, value: &Mapped) {
    let mut setting = Mapped::default();
    setting.push(&format!("{name} = "), value.source(0));
    setting.extend(&value.unfolded());
    reader.push(Role::Setting, setting);
}

/// What attributes tell a tool to run, or set; those that are shown to a reader are not among them. Returns the name of
/// what the element's text is the value of.
fn attributes(reader: &mut Reader, text: &Mapped, tag: Range<usize>) -> Option<String> {
    let content = text.as_str().get(tag.clone()).unwrap_or_default();
    let (mut named, mut value) = (None, None);
    let mut from = 0;
    while let Some(equals) = content.get(from..).and_then(|rest| rest.find("=\"")).map(|at| from + at) {
        let start = equals + 2;
        let end =
            content.get(start..).and_then(|rest| rest.find('"')).map_or(content.len(), |end| start + end);
        let name =
            content.get(..equals).unwrap_or_default().rsplit(char::is_whitespace).next().unwrap_or_default();
        let shown = ["alt", "title", "content", "summary", "description", "class", "style", "href", "src"]
            .contains(&name)
            || name.starts_with("aria-");
        let inner = text.slice(tag.start + start..tag.start + end);
        if !shown && inner.as_str().contains(' ') {
            reader.read(&inner, Kind::Shell);
        }
        match name {
            "name" | "key" => named = Some(inner.as_str().to_owned()),
            "value" => {
                reader.push(Role::Literal, inner.clone());
                value = Some(inner);
            }
            _ => {}
        }
        from = end.max(start);
    }
    match (named, value) {
        (Some(name), Some(value)) => {
            setting(reader, &name, &value);
            None
        }
        (named, _) => named.filter(|_| !content.ends_with("/>")),
    }
}

/// The character that an entity stands for, and its length after the ampersand.
fn entity(text: &str) -> Option<(String, usize)> {
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let name = text.get(..end)?;
    let number = name.strip_prefix('#').and_then(|number| match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => number.parse().ok(),
    });
    let character = number.and_then(char::from_u32).map(String::from);
    let named = ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned());
    Some((character.or(named)?, end + 1))
}
