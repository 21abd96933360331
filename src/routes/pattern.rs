//! Patterns that are compiled when they are first asked for: of a hundred, a scan needs a few.
//!
//! Texts were folded before, so that letters are ASCII wherever it matters: patterns are over bytes, and take time that is
//! linear in the text.

use super::required::{self, Need};
use regex::bytes::{Captures, Regex, RegexBuilder};
use regex_syntax::hir::{Hir, HirKind};
use std::ops::Range;
use std::sync::OnceLock;

/// One pattern. One that does not compile is nowhere; a test compiles them all.
#[derive(Debug)]
pub(super) struct Pattern {
    text: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    pub(super) const fn new(text: &'static str) -> Self {
        Self { text, compiled: OnceLock::new() }
    }

    fn regex(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| compile(self.text).ok()).as_ref()
    }

    pub(super) fn is_in(&self, text: &str) -> bool {
        self.regex().is_some_and(|regex| regex.is_match(text.as_bytes()))
    }

    /// Where it is first.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        self.regex()?.find(text.as_bytes()).map(|found| found.range())
    }

    /// Wherever it is.
    pub(super) fn find_all<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        self.regex().into_iter().flat_map(|regex| regex.find_iter(text.as_bytes())).map(|found| found.range())
    }

    pub(super) fn captures<'a>(&self, text: &'a str) -> Option<Captures<'a>> {
        self.regex()?.captures(text.as_bytes())
    }

    pub(super) fn all_captures<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Captures<'a>> + 'a {
        self.regex().into_iter().flat_map(|regex| regex.captures_iter(text.as_bytes()))
    }

    /// What every text has that it is in.
    pub(super) fn need(&self) -> Need {
        Need::of(self.text).unwrap_or(Need::Nothing)
    }
}

/// One of the ways in which a pattern matches. Together, the automaton of all of them is many times as large as those of
/// the few that a text has the words for.
#[derive(Debug)]
pub(super) struct Way {
    parsed: Hir,
    compiled: OnceLock<Option<Regex>>,
}

impl Way {
    /// The ways of a pattern, in the order in which one is preferred to those after it. None if it is no pattern.
    pub(super) fn of(pattern: &str) -> Vec<Self> {
        let way = |parsed| Self { parsed, compiled: OnceLock::new() };
        let Ok(parsed) = required::parse(pattern) else { return Vec::new() };
        match parsed.kind() {
            HirKind::Alternation(ways) => ways.iter().cloned().map(way).collect(),
            _ => vec![way(parsed)],
        }
    }

    /// What every text has that it is in.
    pub(super) fn need(&self) -> Need {
        Need::of_parsed(&self.parsed)
    }

    /// Where it is first.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        let compiled = self.compiled.get_or_init(|| compile(&self.parsed.to_string()).ok());
        compiled.as_ref()?.find(text.as_bytes()).map(|found| found.range())
    }
}

pub(super) fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).unicode(false).build()
}
