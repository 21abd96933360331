//! The cases of each rule, in `fixtures/routes/cases`: what it has to find and what only looks like it, at least five of
//! both, and the former in every way in which the same can be written.

mod ways;

use super::corpus::read;
use super::rules;
use super::scan::scan;
use super::snippet::{Label, Snippet};
use std::collections::{BTreeMap, BTreeSet};
use ways::{CALLERS, ENCODINGS, Expect, PLACES, SPELLINGS, Written, commented_out};

/// So many of either kind at least, for every rule.
const FEWEST: usize = 5;

/// The rule that a snippet is about, and then those that find it as well.
fn named(snippet: &Snippet) -> BTreeSet<&str> {
    snippet.rule.as_deref().unwrap_or_default().split(", ").collect()
}

/// The rule that a snippet is about.
fn about(snippet: &Snippet) -> &str {
    snippet.rule.as_deref().and_then(|rules| rules.split(", ").next()).unwrap_or_default()
}

fn found(file: &str, bytes: &[u8]) -> BTreeSet<&'static str> {
    scan(file, bytes).hits.iter().map(|hit| hit.rule.id).collect()
}

fn class_of(rule: &str) -> Option<&str> {
    rule.split('.').nth(1)
}

fn assert_none(failures: &[String]) {
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_rule_has_its_cases() {
    let mut counts: BTreeMap<(String, Label), usize> = BTreeMap::new();
    for snippet in read("cases") {
        *counts.entry((about(&snippet).to_owned(), snippet.label)).or_default() += 1;
    }
    let of = |rule: &str, label| counts.get(&(rule.to_owned(), label)).copied().unwrap_or(0);
    let few: Vec<String> = rules::all()
        .flat_map(|rule| [Label::Route, Label::Clean].map(|label| (rule.id, label, of(rule.id, label))))
        .filter(|(_, _, count)| *count < FEWEST)
        .map(|(rule, label, count)| format!("{rule}: {count} of {label:?}"))
        .collect();
    assert_none(&few);
    let strays: Vec<String> =
        counts.into_keys().map(|(rule, _)| rule).filter(|rule| rules::named(rule).is_none()).collect();
    assert_none(&strays);
}

#[test]
fn a_case_is_found_by_its_rules_and_no_other() {
    let failures: Vec<String> = read("cases")
        .iter()
        .filter(|snippet| snippet.label == Label::Route)
        .map(|snippet| (snippet, found(&snippet.file, &snippet.bytes)))
        .filter(|(snippet, found)| *found != named(snippet))
        .map(|(snippet, found)| format!("{}: {found:?}", snippet.name))
        .collect();
    assert_none(&failures);
}

#[test]
fn what_only_looks_like_a_case_is_left_alone() {
    let failures: Vec<String> = read("cases")
        .iter()
        .filter(|snippet| snippet.label == Label::Clean)
        .map(|snippet| (snippet, found(&snippet.file, &snippet.bytes)))
        .filter(|(_, found)| !found.is_empty())
        .map(|(snippet, found)| format!("{}: {found:?}", snippet.name))
        .collect();
    assert_none(&failures);
}

#[test]
fn a_case_is_found_in_every_way_to_write_it() {
    let mut failures = Vec::new();
    let mut written = 0;
    for snippet in read("cases").iter().filter(|snippet| snippet.label == Label::Route) {
        let rule = about(snippet);
        for way in [SPELLINGS, PLACES, CALLERS, ENCODINGS].into_iter().flatten() {
            let Some(Written { file, bytes }) = (way.write)(snippet) else { continue };
            written += 1;
            let found = found(&file, &bytes);
            let is_found = match way.expect {
                Expect::Rule => found.contains(rule),
                Expect::Class => found.iter().any(|one| class_of(one) == class_of(rule)),
            };
            if !is_found {
                failures.push(format!("{} {}: {found:?}", snippet.name, way.name));
            }
        }
    }
    println!("{written} times written another way");
    assert_none(&failures);
}

#[test]
fn what_only_looks_like_a_case_is_left_alone_wherever_it_stands() {
    let mut failures = Vec::new();
    for snippet in read("cases").iter().filter(|snippet| snippet.label == Label::Clean) {
        for way in PLACES.iter().chain(ENCODINGS) {
            let Some(Written { file, bytes }) = (way.write)(snippet) else { continue };
            let found = found(&file, &bytes);
            if found.contains(about(snippet)) {
                failures.push(format!("{} {}: {found:?}", snippet.name, way.name));
            }
        }
    }
    assert_none(&failures);
}

#[test]
fn what_is_commented_out_is_left_alone() {
    let mut failures = Vec::new();
    for snippet in read("cases").iter().filter(|snippet| snippet.label == Label::Route) {
        for bytes in commented_out(snippet) {
            let found = found(&snippet.file, &bytes);
            if !found.is_empty() {
                failures.push(format!("{}: {found:?}", snippet.name));
            }
        }
    }
    assert_none(&failures);
}
