//! `key = value`, in sections: TOML, INI, properties, dotenv, systemd units.

use super::super::kind::Kind;
use super::super::mapped::Mapped;
use super::super::region::Role;
use super::{Reader, continued, dockerfile, sql, tree};

pub(super) fn read(reader: &mut Reader, text: &Mapped) {
    let mut section = String::new();
    let mut program = Mapped::default();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let content = text.as_str().get(line.clone()).unwrap_or_default();
        let trimmed = content.trim_start();
        if trimmed.is_empty() || trimmed.starts_with(['#', ';', '!', '/']) {
            continue;
        }
        if let Some(name) = trimmed.strip_prefix('[').filter(|_| !content.contains('=')) {
            section = format!("{}.", name.trim_end().trim_end_matches(']').trim_matches(['[', ']', '"']));
            continue;
        }
        // A block of Terraform.
        if trimmed.ends_with('{') && !content.contains('=') {
            let words: Vec<_> = trimmed.split([' ', '"', '{']).filter(|word| !word.is_empty()).collect();
            section = format!("{}.", words.join("."));
        } else if content.starts_with('}') {
            section.clear();
        }
        // A line of a value that goes on over lines.
        let Some(equals) = content.find('=') else {
            if content.starts_with([' ', '\t']) || !content.contains([':', '{', '}', '[']) {
                reader.read(&text.trimmed(line), Kind::Shell);
            }
            continue;
        };
        let key = content.get(..equals).unwrap_or_default();
        let name =
            key.trim().trim_start_matches("export ").trim_start_matches("set ").trim_start_matches("SET ");
        if name.is_empty() || name.contains([' ', '(', '<']) {
            continue;
        }
        // A continued line, or an array over lines.
        let mut end = line.end;
        let mut last = content;
        let array = content.get(equals + 1..).is_some_and(|value| value.trim_start().starts_with('['));
        while last.trim_end().ends_with('\\') || (array && !last.trim_end().ends_with(']')) {
            let Some(next) = lines.next() else { break };
            end = next.end;
            last = text.as_str().get(next).unwrap_or_default();
        }
        let value = text.trimmed(line.start + equals + 1..end);
        // A program, and its arguments on a line of their own.
        match name.trim_matches('"') {
            "command" | "program" | "cmd" => program = value.clone(),
            "args" if value.as_str().starts_with('[') && !program.as_str().is_empty() => {
                let mut command = program.slice(1..program.as_str().len().saturating_sub(1).max(1));
                command.blank(value.source(0));
                command.extend(&dockerfile::words_of_array(&value));
                reader.push(Role::Command, command.unfolded());
            }
            _ => {}
        }
        for value in assignments(name, value) {
            one(reader, &section, name, text.source(line.start), &value);
        }
    }
}

/// The values that a line gives to a key: of `Environment=` in a unit, each variable is one.
fn assignments(name: &str, value: Mapped) -> Vec<Mapped> {
    if name != "Environment" {
        return vec![value];
    }
    let mut ends = Vec::new();
    let mut quote = None;
    for (at, byte) in value.as_str().bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b' ' | b'\t') => ends.push(at),
            _ => {}
        }
    }
    ends.push(value.as_str().len());
    let mut from = 0;
    let parts = ends.into_iter().map(|end| {
        let part = value.trimmed(from..end);
        from = end;
        part
    });
    parts.filter(|part| !part.as_str().is_empty()).collect()
}

/// One pair: a setting, and where its value is a command or a statement, that as well.
pub(super) fn one(reader: &mut Reader, section: &str, name: &str, source: usize, value: &Mapped) {
    let mut setting = Mapped::default();
    setting.push(&format!("{section}{name} = "), source);
    setting.extend(&continued(value));
    reader.push(Role::Setting, setting);
    if tree::is_said(name) || section.starts_with("Unit") {
        return;
    }
    let content = value.as_str();
    if content.starts_with('[') {
        reader.push(Role::Command, dockerfile::words_of_array(value));
        return;
    }
    let quotes = usize::from(content.len() > 1 && content.starts_with(['"', '\'']));
    let inner = value.slice(quotes..content.len().saturating_sub(quotes).max(quotes));
    if sql::begins_statement(inner.as_str()) {
        reader.read(&inner, Kind::Sql);
    } else if inner.as_str().contains(' ') {
        reader.read(&inner, Kind::Shell);
    }
}
