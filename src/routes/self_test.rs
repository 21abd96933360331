//! The rules on their own cases: each has snippets in which it must find something, and snippets that only look like
//! them, in which it must not. Both are compiled in, so that it is the program as it is deployed that proves itself.
//!
//! Each snippet with a finding is also tried as others write it: with the line ends of Windows, with an invisible
//! character in every word, and with letters that look the same.

use super::rules;
use super::scan::scan;
use super::snippet::{self, Label, Snippet};
use std::collections::BTreeMap;

/// By what the rules look at.
const FILES: &[(&str, &str)] = &[
    ("builders", include_str!("self_test/builders.snippets")),
    ("commands", include_str!("self_test/commands.snippets")),
    ("credentials", include_str!("self_test/credentials.snippets")),
    ("prose", include_str!("self_test/prose.snippets")),
    ("settings", include_str!("self_test/settings.snippets")),
    ("statements", include_str!("self_test/statements.snippets")),
];

/// What the rules did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How many rules there are.
    pub rules: usize,
    /// How often one was tried.
    pub cases: usize,
    /// What did not come out as it has to.
    pub failures: Vec<Failure>,
}

/// One case that did not come out as it has to, or one that is missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// A file of cases is none.
    #[error("the cases in {file} cannot be read")]
    Unreadable {
        /// The file.
        file: &'static str,
    },
    /// A case without a rule, or with one that does not exist.
    #[error("{case} is about no rule")]
    Stray {
        /// The snippet.
        case: String,
    },
    /// A rule without a case of one kind.
    #[error("{rule} is never tried on what it has to {}", match .label { Label::Route => "find", Label::Clean => "leave alone" })]
    Untried {
        /// The rule.
        rule: &'static str,
        /// The kind.
        label: Label,
    },
    /// A rule that did not find what it is there to find.
    #[error("{rule} does not find {case} {way}")]
    Missed {
        /// The rule.
        rule: String,
        /// The snippet.
        case: String,
        /// How it was written.
        way: &'static str,
    },
    /// A rule that found what it has to leave alone.
    #[error("{rule} finds {case}, which only looks like it")]
    Mistaken {
        /// The rule.
        rule: String,
        /// The snippet.
        case: String,
    },
}

/// A way to write the same.
struct Way {
    name: &'static str,
    write: fn(&str) -> String,
}

const WAYS: [Way; 4] = [
    Way { name: "as it is", write: str::to_owned },
    Way { name: "with the line ends of Windows", write: |text| text.replace('\n', "\r\n") },
    Way { name: "with invisible characters", write: |text| between_letters(text, '\u{200b}') },
    Way { name: "with look-alikes", write: |text| text.replace('e', "\u{435}").replace('a', "\u{430}") },
];

/// Tries every rule on its cases.
#[must_use]
pub fn run() -> Outcome {
    let mut outcome = Outcome { rules: rules::all().count(), cases: 0, failures: Vec::new() };
    let mut tried: BTreeMap<(&str, Label), usize> = BTreeMap::new();
    for (file, text) in FILES {
        let Ok(snippets) = snippet::parse(text) else {
            outcome.failures.push(Failure::Unreadable { file });
            continue;
        };
        for snippet in snippets {
            let Some(rule) = snippet.rule.as_deref().and_then(rules::named) else {
                outcome.failures.push(Failure::Stray { case: snippet.name });
                continue;
            };
            *tried.entry((rule.id, snippet.label)).or_default() += 1;
            judge(&snippet, rule.id, &mut outcome);
        }
    }
    for rule in rules::all() {
        for label in [Label::Route, Label::Clean] {
            if !tried.contains_key(&(rule.id, label)) {
                outcome.failures.push(Failure::Untried { rule: rule.id, label });
            }
        }
    }
    outcome
}

fn judge(snippet: &Snippet, rule: &'static str, outcome: &mut Outcome) {
    let finds = |bytes: &[u8]| scan(&snippet.file, bytes).hits.iter().any(|hit| hit.rule.id == rule);
    let (rule, case) = (rule.to_owned(), snippet.name.clone());
    if snippet.label == Label::Clean {
        outcome.cases += 1;
        if finds(&snippet.bytes) {
            outcome.failures.push(Failure::Mistaken { rule, case });
        }
        return;
    }
    let text = String::from_utf8_lossy(&snippet.bytes);
    for way in &WAYS {
        outcome.cases += 1;
        if !finds((way.write)(&text).as_bytes()) {
            outcome.failures.push(Failure::Missed { rule: rule.clone(), case: case.clone(), way: way.name });
        }
    }
}

/// A character between every two letters.
fn between_letters(text: &str, character: char) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        if letter.is_alphabetic() && written.ends_with(char::is_alphabetic) {
            written.push(character);
        }
        written.push(letter);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_passes_its_cases() {
        let Outcome { failures, cases, .. } = run();
        let shown: Vec<String> = failures.iter().map(ToString::to_string).collect();
        assert!(failures.is_empty(), "{} of {cases}:\n{}", failures.len(), shown.join("\n"));
    }
}
