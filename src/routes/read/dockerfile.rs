//! Dockerfiles: instructions over continued lines. What is run is a command, the rest are settings.

use super::super::kind::Kind;
use super::super::mapped::Mapped;
use super::super::region::Role;
use super::{Reader, continued};

pub(super) fn read(reader: &mut Reader, text: &Mapped) {
    let mut lines = text.lines().peekable();
    let mut entrypoint = Mapped::default();
    while let Some(line) = lines.next() {
        let content = text.as_str().get(line.clone()).unwrap_or_default();
        if content.trim_start().starts_with('#') || content.trim().is_empty() {
            continue;
        }
        // Comments between continued lines are none of the instruction.
        let mut end = line.end;
        let mut last = content;
        while last.trim_end().ends_with('\\') || last.trim_start().starts_with('#') {
            let Some(next) = lines.next() else { break };
            end = next.end;
            last = text.as_str().get(next).unwrap_or_default();
        }
        if let Some(word) = content.split("<<").nth(1).filter(|_| content.contains("<<")) {
            let word = word.trim_matches(['-', '"', '\'', ' ']).split_whitespace().next().unwrap_or_default();
            for next in lines.by_ref() {
                end = next.end;
                if text.as_str().get(next).is_some_and(|line| line.trim() == word) {
                    break;
                }
            }
        }
        let whole = text.trimmed(line.start..end);
        instruction(reader, &whole);
        let words =
            whole.as_str().find('[').map(|array| words_of_array(&whole.slice(array..whole.as_str().len())));
        match (whole.as_str().split_whitespace().next(), words) {
            (Some("ENTRYPOINT"), Some(words)) => entrypoint = words,
            (Some("FROM"), _) => entrypoint = Mapped::default(),
            // The arguments of the entrypoint.
            (Some("CMD"), Some(words)) if !entrypoint.as_str().is_empty() => {
                let mut command = entrypoint.clone();
                command.blank(words.source(0));
                command.extend(&words);
                reader.push(Role::Command, command.unfolded());
            }
            _ => {}
        }
    }
}

fn instruction(reader: &mut Reader, text: &Mapped) {
    let content = text.as_str();
    let Some((word, rest)) = content.split_once(char::is_whitespace) else { return };
    let start = content.len() - rest.len();
    let arguments = text.trimmed(start..content.len());
    match word.to_ascii_uppercase().as_str() {
        "ONBUILD" => instruction(reader, &arguments),
        "RUN" | "CMD" | "ENTRYPOINT" | "HEALTHCHECK" if arguments.as_str().starts_with('[') => {
            reader.push(Role::Command, words_of_array(&arguments));
        }
        "RUN" if arguments.as_str().starts_with("<<") => {
            let body = arguments.as_str().find('\n').unwrap_or(arguments.as_str().len());
            reader.read(&arguments.trimmed(body..arguments.as_str().len()), Kind::Shell);
        }
        "RUN" | "CMD" | "ENTRYPOINT" | "HEALTHCHECK" => reader.read(&arguments, Kind::Shell),
        "LABEL" | "MAINTAINER" => {}
        "COPY" if arguments.as_str().contains("<<") && arguments.as_str().contains("initdb.d") => {
            let body = arguments.as_str().find('\n').unwrap_or(arguments.as_str().len());
            setting(reader, text, &arguments.slice(0..body), "copy");
            reader.read(&arguments.slice(body..arguments.as_str().len()), Kind::Sql);
        }
        other => setting(reader, text, &arguments, &other.to_ascii_lowercase()),
    }
}

fn setting(reader: &mut Reader, text: &Mapped, arguments: &Mapped, key: &str) {
    let mut setting = Mapped::default();
    setting.push(&format!("dockerfile.{key} = "), text.source(0));
    setting.extend(&continued(arguments));
    reader.push(Role::Setting, setting);
}

/// `["a", "b"]` as `a b`.
pub(super) fn words_of_array(text: &Mapped) -> Mapped {
    let mut words = Mapped::default();
    let mut quoted = false;
    let mut escaped = false;
    for (at, character) in text.as_str().char_indices() {
        match character {
            '"' if !escaped => quoted = !quoted,
            _ if quoted => words.append(text, at..at + character.len_utf8()),
            _ => words.blank(text.source(at)),
        }
        escaped = character == '\\' && !escaped;
    }
    words
}
