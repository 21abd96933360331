//! A first inventory of what a scan found, to be completed by people. It passes nothing as it is: nobody owns, explains or
//! has reviewed its records, each says that its file will go, and what a text means is not permitted by any of them.

use super::super::kind::Kind;
use super::super::rule::Basis;
use super::document::{SCHEMA, UNREVIEWED};
use super::{Disposition, FileClass, Seen};
use crate::attest::Instant;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Seconds in which somebody should have looked: 30 days.
const PATIENCE: u64 = 30 * 86_400;

/// Writes a record for each file with a hit.
#[must_use]
pub fn draft<'a>(files: impl IntoIterator<Item = Seen<'a>>, now: Instant) -> String {
    let mut text = format!(
        "# What was found, and nothing else. A record permits nothing until it has an owner and a rationale, until class\n\
         # and disposition are true, and until a reviewer has put a revision in place of \"{UNREVIEWED}\".\n\
         schema = \"{SCHEMA}\"\n"
    );
    let expires = now.plus(PATIENCE).to_string();
    let day = expires.split('T').next().unwrap_or_default();
    for file in files.into_iter().filter(|file| !file.hits.is_empty()) {
        record(&mut text, file, day);
    }
    text
}

fn record(text: &mut String, file: Seen<'_>, day: &str) {
    let mut allow: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let _infallible = writeln!(text, "\n[[record]]\npath = {}", quoted(file.path));
    for hit in file.hits {
        match hit.rule.basis() {
            Basis::Lexical => drop(allow.entry(hit.rule.id).or_default().insert(&hit.token)),
            Basis::Semantic => {
                let _infallible = writeln!(
                    text,
                    "# line {}: {} cannot be permitted; correct the file.",
                    hit.span.line, hit.rule.id
                );
            }
        }
    }
    let class = FileClass::usual(file.kind.unwrap_or(Kind::Unknown));
    let _infallible = writeln!(
        text,
        "class = \"{}\"\ndisposition = \"{}\"\nowner = \"\"\nrationale = \"\"\nreviewed = \"{UNREVIEWED}\"\nexpires = {day}",
        class.name(),
        Disposition::Retire.name(),
    );
    if allow.is_empty() {
        return;
    }
    text.push_str("[record.allow]\n");
    for (rule, tokens) in allow {
        let tokens: Vec<String> = tokens.into_iter().map(quoted).collect();
        let _infallible = match tokens.as_slice() {
            [token] => writeln!(text, "{} = [{token}]", quoted(rule)),
            _ => writeln!(text, "{} = [\n  {},\n]", quoted(rule), tokens.join(",\n  ")),
        };
    }
}

/// A basic string of TOML 1.0.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            c if c.is_control() => quoted.extend(format!("\\u{:04x}", u32::from(c)).chars()),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_is_quoted_as_toml_reads_it() {
        assert_eq!(quoted("a \"b\" \\ é"), r#""a \"b\" \\ é""#);
        assert_eq!(quoted("a\nb\u{7f}"), r#""a\u000ab\u007f""#);
    }
}
