//! Patterns that are compiled when they are first asked for: of a hundred, a scan needs a few.
//!
//! Texts were folded before, so that letters are ASCII wherever it matters: patterns are over bytes, and take time that is
//! linear in the text.

use super::required::Need;
use regex::bytes::{Captures, Regex, RegexBuilder};
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

pub(super) fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).unicode(false).build()
}
