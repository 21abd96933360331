//! What is not as a rule asks.

use super::place::Place;
use super::rule::Rule;
use serde::Serialize;

/// One place that is not as a rule asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The service, where it is about one.
    pub service: Option<String>,
    /// What is there instead. It reads after the service.
    pub message: String,
    /// The line of the file with a marker below.
    pub excerpt: String,
}

/// Nobody reads more of one file, and a file of a hostile hand could have millions.
const MOST: usize = 1_000;

/// The findings in one file, as far as they are told.
#[derive(Debug, Default)]
pub(super) struct Findings(Vec<Finding>);

impl Findings {
    /// Something about a service.
    pub(super) fn of(&mut self, rule: Rule, place: Place, service: &str, message: impl Into<String>) {
        self.keep(rule, place, Some(service), message.into());
    }

    /// Something about a file.
    pub(super) fn add(&mut self, rule: Rule, place: Place, message: impl Into<String>) {
        self.keep(rule, place, None, message.into());
    }

    fn keep(&mut self, rule: Rule, place: Place, service: Option<&str>, message: String) {
        if self.0.len() < MOST {
            let service = service.map(str::to_owned);
            self.0.push(Finding { rule, place, service, message, excerpt: String::new() });
        }
    }

    /// In the order of the file, each once, with the lines that they are about.
    pub(super) fn sorted(mut self, text: &str) -> Vec<Finding> {
        self.0.sort_by(|a, b| (a.place, a.rule, &a.service).cmp(&(b.place, b.rule, &b.service)));
        self.0.dedup();
        for finding in &mut self.0 {
            finding.excerpt = super::place::excerpt(text, finding.place);
        }
        self.0
    }
}
