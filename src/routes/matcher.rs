//! The rules, compiled. Most texts are told apart by words alone: a pattern is only tried where one of the words occurs
//! without which it matches nothing.

use super::region::{Region, Role};
use super::required;
use super::rule::{Matcher, Rule};
use super::rules;
use aho_corasick::{AhoCorasick, MatchKind};
use regex::bytes::{Regex, RegexBuilder};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// One rule, ready to be applied. Texts were folded before, so that letters are ASCII wherever it matters.
struct Compiled {
    rule: &'static Rule,
    roles: &'static [Role],
    pattern: Regex,
    except: Option<Regex>,
    around: Option<Regex>,
}

/// Which rules, by their numbers.
type Chosen = [u64; 4];

/// All rules over regions.
struct Table {
    rules: Vec<Compiled>,
    words: AhoCorasick,
    /// By the number of a word, the rules that need it.
    needed_by: Vec<Chosen>,
    /// Rules that no word is needed for.
    always: Chosen,
}

static TABLE: LazyLock<Option<Table>> = LazyLock::new(table);

/// Strings that are told to somebody, compared with something, listed, or sent to see them refused.
static TOLD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(concat!(
        r"(?i)(?:raises|assert|expect|refus|throw|error|panic|bail|console\.\w|\blog(?:ger)?\w*\.\w|(?:^|[^s])print|\becho\b|\bputs\b|",
        r"warn|info|label|title|menuitem|button|placeholder|forbid|banned|deny|denied|blocked|pattern|regex|needle|includes|indexof|contains|",
        r"starts_?with|ends_?with|has_?(?:prefix|suffix)|match|description|hint|help|usage|message|todo|example|sample|expected|keyword)",
        r"[\w.]*!?\s*(?:<[^>]*>)?(?:\(|\[|:[^=;\n]{0,60}=|=>?|:)(?:[^;]|;[\x22'`]){0,80}\x01|\b(?:it|test|describe|context|scenario)(?:\.\w+)?\(\s*[\x22'`]?\x01|",
        r"\bassert_raise\b[^;]{0,80}\x01|\b(?:let|const|var|final)\s+(?:mut\s+)?(?:err\w*|refus\w*|denied|failure|rejected)\s*(?::[^=;]*)?=[^;]{0,120}\x01|\x01[^;]*(?:raise_error|must_raise|err == nil|ErrorAs|errors\.As)|",
        r"(?:pars|lex|split|token|fingerprint|normali[sz]|highlight|classif|detect|lint|is_?ddl|sha\d|digest|redact|escape|quote)\w*!?\(\s*[&r#\x22'`]*\x01|",
        r"\b(?:return|throw|raise)\s+new\s+\w*(?:Error|Exception)\b|\x01[^;]*(?:rejects|tothrow|unwrap_err|expect_err|is_err\(|42501|denied|insufficient|getsql|permission)",
    ))
    .ok()
});

pub(super) fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).unicode(false).build()
}

fn choose(chosen: &mut Chosen, number: usize) {
    if let Some(bits) = chosen.get_mut(number / 64) {
        *bits |= 1 << (number % 64);
    }
}

fn table() -> Option<Table> {
    let mut rules = Vec::new();
    let mut words: BTreeMap<String, Chosen> = BTreeMap::new();
    let mut always = Chosen::default();
    for rule in rules::all() {
        let Matcher::Region { roles, pattern, except, around } = &rule.matcher else { continue };
        match required::words(pattern).ok()? {
            Some(needed) => {
                for word in needed {
                    choose(words.entry(word).or_default(), rules.len());
                }
            }
            None => choose(&mut always, rules.len()),
        }
        let optional = |text: &str| if text.is_empty() { Some(None) } else { compile(text).ok().map(Some) };
        rules.push(Compiled {
            rule,
            roles,
            pattern: compile(pattern).ok()?,
            except: optional(except)?,
            around: optional(around)?,
        });
    }
    let needed_by = words.values().copied().collect();
    let words = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .build(words.keys())
        .ok()?;
    Some(Table { rules, words, needed_by, always })
}

impl Table {
    fn chosen(&self, text: &str) -> Chosen {
        let mut chosen = self.always;
        for word in self.words.find_overlapping_iter(text) {
            let needed = self.needed_by.get(word.pattern().as_usize()).copied().unwrap_or_default();
            for (bits, more) in chosen.iter_mut().zip(needed) {
                *bits |= more;
            }
        }
        chosen
    }
}

/// Whether any rule may find something in this text.
pub(super) fn may_match(text: &str) -> bool {
    TABLE.as_ref().is_some_and(|table| table.words.is_match(text))
}

/// Whether a string is told to somebody rather than run or sent.
pub(super) fn is_told(region: &Region) -> bool {
    TOLD.as_ref().is_some_and(|told| told.is_match(region.around.as_bytes()))
}

/// The rules that find something in this region, each with where in its text.
pub(super) fn find(region: &Region) -> Vec<(&'static Rule, std::ops::Range<usize>)> {
    let Some(table) = TABLE.as_ref() else { return Vec::new() };
    let text = region.text.as_str();
    let chosen = table.chosen(text);
    let is_chosen =
        |number: usize| chosen.get(number / 64).is_some_and(|bits| bits >> (number % 64) & 1 == 1);
    let bytes = text.as_bytes();
    let around = region.around.as_bytes();
    let told = LazyLock::new(|| region.role == Role::Literal && is_told(region));
    table
        .rules
        .iter()
        .enumerate()
        .filter(|(number, one)| is_chosen(*number) && one.roles.contains(&region.role))
        .filter_map(|(_, one)| Some((one, one.pattern.find(bytes)?.range())))
        .filter(|(one, _)| one.around.as_ref().is_none_or(|pattern| pattern.is_match(around)))
        .filter(|(one, _)| {
            one.except.as_ref().is_none_or(|pattern| !pattern.is_match(bytes) && !pattern.is_match(around))
        })
        .filter(|_| !*told)
        .map(|(one, range)| (one.rule, range))
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
        assert!(TABLE.as_ref().is_some_and(|table| table.rules.len() <= 64 * table.always.len()));
    }
}
