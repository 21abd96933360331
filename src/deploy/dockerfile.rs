//! How an image is built (Dockerfile reference).

use super::credential;
use super::finding::Findings;
use super::place::Place;
use super::read::{Setting, assignment};
use super::rule::Rule;
use super::rules::is_by_digest;
use super::text::Text;
use super::words::Words;

/// One instruction.
#[derive(Debug)]
pub(super) struct Instruction {
    /// In capital letters.
    keyword: String,
    arguments: Text,
}

/// A line that is no instruction.
pub(super) struct NotAnInstruction(pub(super) Place);

const KEYWORDS: [&str; 18] = [
    "ADD",
    "ARG",
    "CMD",
    "COPY",
    "ENTRYPOINT",
    "ENV",
    "EXPOSE",
    "FROM",
    "HEALTHCHECK",
    "LABEL",
    "MAINTAINER",
    "ONBUILD",
    "RUN",
    "SHELL",
    "STOPSIGNAL",
    "USER",
    "VOLUME",
    "WORKDIR",
];

/// Whether a word begins an instruction that may be the first one.
pub(super) fn begins(word: &str) -> bool {
    matches!(word.to_ascii_uppercase().as_str(), "FROM" | "ARG")
}

/// The instructions of a file.
pub(super) fn read(text: &str) -> Result<Vec<Instruction>, NotAnInstruction> {
    let escape = if text.lines().next().is_some_and(is_backtick_directive) { '`' } else { '\\' };
    let mut instructions: Vec<Instruction> = Vec::new();
    let mut pending: Option<(usize, String)> = None;
    let mut lines = text.lines().enumerate();
    while let Some((index, raw)) = lines.next() {
        if raw.trim_start().starts_with('#') || (raw.trim().is_empty()) {
            continue;
        }
        let (start, joined) = match pending.take() {
            Some((start, before)) => (start, before + raw),
            None => (index, raw.to_owned()),
        };
        if let Some(more) = joined.trim_end().strip_suffix(escape) {
            pending = Some((start, more.to_owned()));
            continue;
        }
        // What a here-document holds is run or copied, and is no instruction.
        let ends = heredocs(&joined);
        for end in &ends {
            let _inside = lines.by_ref().find(|(_, line)| line.trim() == end);
        }
        instructions.push(instruction(start + 1, &joined)?);
    }
    if let Some((start, last)) = pending {
        instructions.push(instruction(start + 1, &last)?);
    }
    Ok(instructions)
}

fn is_backtick_directive(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|rest| rest.replace(' ', "").eq_ignore_ascii_case("escape=`"))
}

/// The words that end the here-documents that begin on a line.
fn heredocs(line: &str) -> Vec<String> {
    let keyword = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
    if !matches!(keyword.as_str(), "RUN" | "COPY" | "ADD") {
        return Vec::new();
    }
    let words = line.split_whitespace().filter_map(|word| word.strip_prefix("<<"));
    let plain = words.map(|word| word.trim_start_matches('-').trim_matches(['"', '\'']).to_owned());
    plain.filter(|word| !word.is_empty() && !word.starts_with('<')).collect()
}

fn instruction(number: usize, text: &str) -> Result<Instruction, NotAnInstruction> {
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    let trimmed = text.trim();
    let (keyword, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
    let keyword = keyword.to_ascii_uppercase();
    let place = Place::new(number, indent + 1, trimmed.chars().count());
    if !KEYWORDS.contains(&keyword.as_str()) {
        return Err(NotAnInstruction(place));
    }
    Ok(Instruction { keyword, arguments: Text::new(rest.trim(), place) })
}

impl Instruction {
    fn is(&self, keyword: &str) -> bool {
        self.keyword == keyword
    }

    fn place(&self) -> Place {
        self.arguments.place
    }

    /// The arguments without options.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.arguments.as_str().split_whitespace().filter(|word| !word.starts_with("--"))
    }

    /// The value of an option.
    fn option(&self, name: &str) -> Option<&str> {
        let mut words = self.arguments.as_str().split_whitespace();
        words.find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }

    fn text(&self, text: &str) -> Text {
        Text::new(text, self.place())
    }
}

/// What an image must be built like.
pub(super) fn judge(instructions: &[Instruction], findings: &mut Findings) {
    let starts: Vec<usize> =
        (0..instructions.len()).filter(|index| instructions[*index].is("FROM")).collect();
    images(instructions, findings);
    for instruction in instructions {
        credentials(instruction, findings);
        if instruction.is("ADD")
            && instruction.words().any(|word| word.contains("://") || word.starts_with("git@"))
        {
            findings.add(Rule::DockerfileRemote, instruction.place(), "is fetched when the image is built");
        }
        let by_shell = !instruction.arguments.as_str().starts_with('[');
        if (instruction.is("ENTRYPOINT") || instruction.is("CMD")) && by_shell {
            findings.add(Rule::DockerfileEntrypoint, instruction.place(), "is run by a shell");
        }
    }
    let Some(last) = starts.last().and_then(|start| instructions.get(*start..)) else { return };
    last_stage(last, starts.len(), findings);
}

fn images(instructions: &[Instruction], findings: &mut Findings) {
    let mut stages: Vec<String> = Vec::new();
    for instruction in instructions {
        let image = if instruction.is("FROM") {
            instruction.words().next()
        } else if instruction.is("COPY") {
            instruction.option("--from")
        } else {
            None
        };
        if let Some(image) = image {
            let is_stage = stages.iter().any(|stage| stage.eq_ignore_ascii_case(image));
            let is_number = image.bytes().all(|byte| byte.is_ascii_digit());
            if !is_stage && !is_number && image != "scratch" && !is_by_digest(&instruction.text(image)) {
                findings.add(Rule::DockerfileDigest, instruction.place(), format!("{image} has no digest"));
            }
        }
        if instruction.is("FROM") {
            let words: Vec<&str> = instruction.words().collect();
            stages.extend(words.get(2).map(|name| (*name).to_owned()));
        }
    }
}

fn credentials(instruction: &Instruction, findings: &mut Findings) {
    if !["ARG", "ENV", "LABEL"].contains(&instruction.keyword.as_str()) {
        return;
    }
    let mut words = Words::split(&instruction.arguments).words.into_iter().peekable();
    // `ENV name value`, the old form.
    let old = instruction.is("ENV") && words.peek().is_some_and(|word| !word.as_str().contains('='));
    let settings: Vec<Setting> = if old {
        let name = words.next();
        let value = words.map(|word| word.as_str().to_owned()).collect::<Vec<_>>().join(" ");
        name.map(|name| Setting { name, value: Some(instruction.text(&value)) }).into_iter().collect()
    } else {
        words.map(|word| assignment(&word)).collect()
    };
    for setting in settings.iter().filter(|setting| credential::is_set(setting)) {
        let message = format!("a credential is in {} {}", instruction.keyword, setting.name);
        findings.add(Rule::DockerfileSecret, instruction.place(), message);
    }
}

fn last_stage(last: &[Instruction], stages: usize, findings: &mut Findings) {
    let Some(from) = last.first() else { return };
    let user = last.iter().rev().find(|instruction| instruction.is("USER"));
    let number = user.map(|user| user.arguments.as_str().split(':').next().unwrap_or_default());
    let good = number.is_some_and(|number| number.parse::<u32>().is_ok_and(|number| number != 0));
    if !good {
        let place = user.unwrap_or(from).place();
        findings.add(Rule::DockerfileUser, place, "the last stage names no user by number other than 0");
    }
    let run = last.iter().find(|instruction| instruction.is("RUN"));
    if stages < 2 || run.is_some() {
        let place = run.unwrap_or(from).place();
        findings.add(Rule::DockerfileStages, place, "the last stage is one that things are built in");
    }
}
