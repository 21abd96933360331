//! The rules, compiled: one pass over a region tells which of them may apply to it.

use super::region::{Region, Role};
use super::rule::{Matcher, Rule};
use super::rules;
use regex::bytes::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use std::sync::LazyLock;

/// All roles, in the order of their discriminants.
const ROLES: [Role; 7] =
    [Role::Command, Role::Statement, Role::Code, Role::Literal, Role::Setting, Role::Sentence, Role::Mention];

/// One rule, ready to be applied. Texts were folded before, so that letters are ASCII wherever it matters.
struct Compiled {
    rule: &'static Rule,
    pattern: Regex,
    except: Option<Regex>,
    around: Option<Regex>,
}

/// The rules of one role.
struct Table {
    set: RegexSet,
    rules: Vec<Compiled>,
}

static TABLES: LazyLock<Vec<Option<Table>>> = LazyLock::new(|| ROLES.into_iter().map(table).collect());

/// Enough for every pattern in one automaton, and for the states that it makes on the way.
const SIZE: usize = 64 << 20;

pub(super) fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).unicode(false).size_limit(SIZE).build()
}

fn table(role: Role) -> Option<Table> {
    let mut rules = Vec::new();
    let mut patterns = Vec::new();
    for rule in rules::all() {
        if let Matcher::Region { roles, pattern, except, around } = &rule.matcher
            && roles.contains(&role)
        {
            let optional =
                |text: &str| if text.is_empty() { Some(None) } else { compile(text).ok().map(Some) };
            rules.push(Compiled {
                rule,
                pattern: compile(pattern).ok()?,
                except: optional(except)?,
                around: optional(around)?,
            });
            patterns.push(*pattern);
        }
    }
    let set =
        RegexSetBuilder::new(patterns).unicode(false).size_limit(SIZE).dfa_size_limit(SIZE).build().ok()?;
    Some(Table { set, rules })
}

/// The rules that find something in this region, each with where in its text.
pub(super) fn find(region: &Region) -> Vec<(&'static Rule, std::ops::Range<usize>)> {
    let Some(table) =
        ROLES.iter().position(|role| *role == region.role).and_then(|at| TABLES.get(at)?.as_ref())
    else {
        return Vec::new();
    };
    let text = region.text.as_str().as_bytes();
    let around = region.around.as_bytes();
    table
        .set
        .matches(text)
        .into_iter()
        .filter_map(|at| table.rules.get(at))
        .filter(|one| one.around.as_ref().is_none_or(|pattern| pattern.is_match(around)))
        .filter(|one| {
            one.except.as_ref().is_none_or(|pattern| !pattern.is_match(text) && !pattern.is_match(around))
        })
        .filter_map(|one| Some((one.rule, one.pattern.find(text)?.range())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_pattern_compiles_and_every_identifier_is_one_rules_own() {
        let mut seen = HashSet::new();
        for rule in rules::all() {
            assert!(seen.insert(rule.id), "{} appears twice", rule.id);
            assert!(rule.id.starts_with(&format!("routes.{}.", rule.class.name())), "{}", rule.id);
            if let Matcher::Region { pattern, except, around, .. } = &rule.matcher {
                for text in [pattern, except, around] {
                    assert!(compile(text).is_ok(), "{}: {:?}", rule.id, compile(text));
                }
            }
        }
        assert!(ROLES.into_iter().all(|role| table(role).is_some()));
    }
}
