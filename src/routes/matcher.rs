//! The rules, applied to regions. Most texts are told apart by words alone: a pattern is only tried where the words occur
//! without which it matches nothing.

use super::bits::Bits;
use super::pattern::Pattern;
use super::region::{Region, Role};
use super::required::Need;
use super::rule::{Matcher, Rule};
use super::vocabulary::{Condition, Draft, Gate, Vocabulary, Words};
use super::{order, rules, sentences};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

/// One rule, ready to be applied.
struct Prepared {
    rule: &'static Rule,
    need: Condition,
    /// `None` where it is decided by the sentences or steps around it.
    patterns: Option<Patterns>,
}

struct Patterns {
    pattern: Pattern,
    except: Option<Pattern>,
    around: Option<Pattern>,
}

/// Which rules, by their numbers.
pub(super) type Rules = Bits<4>;

/// No rule has this number. Where it is among the rules to try, nothing is passed over.
pub(super) const EVERY: usize = Rules::SIZE - 1;

struct Table {
    rules: Vec<Prepared>,
    numbers: BTreeMap<&'static str, usize>,
    vocabulary: Vocabulary,
    /// By the number of a word, the rules that are tried where it occurs.
    needed_by: Vec<Rules>,
    /// Rules that no word is needed for.
    always: Rules,
    /// By the number of a role, the rules that look there.
    by_role: [Rules; Role::ALL.len()],
    /// What a sentence has that more than patterns may find something in.
    judged: Gate,
    /// What a sentence has that may say so itself, whatever was said before it.
    said: Gate,
    /// What a part has that may be a step.
    step: Gate,
}

static TABLE: LazyLock<Option<Table>> = LazyLock::new(table);

/// Strings that are told to somebody, compared with something, listed, or sent to see them refused.
static TOLD: Pattern = Pattern::new(concat!(
    r"(?i)(?:raises|assert|expect|refus|throw|error|panic|bail|console\.\w|\blog(?:ger)?\w*\.\w|(?:^|[^s])print|\becho\b|\bputs\b|",
    r"warn|info|label|title|menuitem|button|placeholder|forbid|banned|deny|denied|blocked|pattern|regex|needle|includes|indexof|contains|",
    r"starts_?with|ends_?with|(?:is|to)_?(?:strict(?:ly)?_?)?equal\w*|\bto_?be|\bequals|has_?(?:prefix|suffix)|match|description|hint|help|usage|message|todo|example|sample|expected|keyword)",
    r"[\w.]*!?\s*(?:<[^>]*>)?(?:\(|\[|:[^=;\n]{0,60}=|=>?|:)(?:[^;]|;[\x22'`]){0,80}\x01|\b(?:it|test|describe|context|scenario)(?:\.\w+)?\(\s*[\x22'`]?\x01|",
    r"\bassert_raise\b[^;]{0,80}\x01|\b(?:let|const|var|final)\s+(?:mut\s+)?(?:err\w*|refus\w*|denied|failure|rejected)\s*(?::[^=;]*)?=[^;]{0,120}\x01|\x01[^;]*(?:raise_error|must_raise|err == nil|ErrorAs|errors\.As)|",
    r"(?:pars|lex|split|token|fingerprint|normali[sz]|highlight|classif|detect|lint|is_?ddl|sha\d|digest|redact|escape|quote)\w*!?\(\s*[&r#\x22'`]*\x01|",
    r"\b(?:return|throw|raise)\s+new\s+\w*(?:Error|Exception)\b|\x01[^;]*(?:rejects|tothrow|unwrap_err|expect_err|is_err\(|42501|denied|insufficient|getsql|permission)",
));

/// What a file has in which a rule finds something.
fn need(rule: &Rule) -> Need {
    match rule.matcher {
        Matcher::Region { pattern, .. } => Pattern::new(pattern).need(),
        Matcher::Sentences => sentences::need(rule.id),
        Matcher::Order => order::need(rule.id),
    }
}

fn table() -> Option<Table> {
    let mut draft = Draft::default();
    let mut cuts: Vec<Option<Vec<usize>>> = Vec::new();
    let mut by_role = [Rules::EMPTY; Role::ALL.len()];
    let mut prepared = Vec::new();
    for (number, rule) in rules::all().enumerate() {
        let need = need(rule);
        let (roles, patterns): (&[Role], _) = match &rule.matcher {
            Matcher::Region { roles, pattern, except, around } => {
                let optional = |text: &'static str| (!text.is_empty()).then(|| Pattern::new(text));
                let pattern = Pattern::new(pattern);
                (roles, Some(Patterns { pattern, except: optional(except), around: optional(around) }))
            }
            Matcher::Sentences => (&[Role::Sentence, Role::Remark], None),
            Matcher::Order => (&[Role::Command, Role::Sentence, Role::Setting, Role::Literal], None),
        };
        for role in roles {
            by_role.get_mut(role.number())?.insert(number);
        }
        let cut = need.cut();
        cuts.push(cut.map(|words| words.into_iter().map(|word| draft.number(word)).collect()));
        prepared.push(Prepared { rule, need: draft.condition(&need), patterns });
    }
    let judged = draft.gate(&Need::any([sentences::need_of_sentence(), order::need_of_sentence()]));
    let said = draft.gate(&sentences::need_of_judged());
    let step = draft.gate(&order::need_of_step());
    if prepared.len() >= EVERY {
        return None;
    }
    let mut needed_by = vec![Rules::EMPTY; Words::SIZE];
    let mut always = Rules::EMPTY;
    for (number, cut) in cuts.iter().enumerate() {
        match cut {
            None => always.insert(number),
            Some(words) => {
                for word in words {
                    needed_by.get_mut(*word)?.insert(number);
                }
            }
        }
    }
    let numbers = prepared.iter().enumerate().map(|(number, one)| (one.rule.id, number)).collect();
    Some(Table {
        rules: prepared,
        numbers,
        vocabulary: draft.finish()?,
        needed_by,
        always,
        by_role,
        judged,
        said,
        step,
    })
}

impl Table {
    fn looking_at(&self, role: Role) -> Rules {
        self.by_role.get(role.number()).copied().unwrap_or(Rules::EMPTY)
    }

    fn words(&self, texts: &[&str]) -> Words {
        let mut words = Words::EMPTY;
        for text in texts.iter().filter(|text| !text.is_empty()) {
            words.extend(&self.vocabulary.of(text));
        }
        words
    }

    /// The rules that are tried where any of these words is.
    fn near(&self, words: &Words) -> Rules {
        let rules = words.iter().filter_map(|word| self.needed_by.get(word));
        rules.fold(self.always, |near, rules| near.or(rules))
    }

    /// Of these rules, the ones whose words are all there.
    fn met(&self, words: &Words, among: &Rules) -> Rules {
        let mut met = Rules::EMPTY;
        for number in self.near(words).and(among).iter() {
            if self.rules.get(number).is_some_and(|one| one.need.holds(words)) {
                met.insert(number);
            }
        }
        met
    }

    /// What these rules find in a region.
    fn found(&self, region: &Region, rules: &Rules) -> Vec<(&'static Rule, Range<usize>)> {
        let text = region.text.as_str();
        let around = region.around.as_str();
        let told = LazyLock::new(|| region.role == Role::Literal && is_told(region));
        let tried = rules.iter().filter_map(|number| self.rules.get(number));
        tried
            .filter_map(|one| Some((one.rule, one.patterns.as_ref()?)))
            .filter_map(|(rule, patterns)| Some((rule, patterns, patterns.pattern.find(text)?)))
            .filter(|(_, patterns, _)| patterns.around.as_ref().is_none_or(|pattern| pattern.is_in(around)))
            .filter(|(_, patterns, _)| {
                patterns.except.as_ref().is_none_or(|pattern| !pattern.is_in(text) && !pattern.is_in(around))
            })
            .filter(|_| !*told)
            .map(|(rule, _, range)| (rule, range))
            .collect()
    }
}

/// The rules that may find something in a part of one of these roles, if this is all the text that there is. Parts of
/// what is joined count as further texts.
pub(super) fn candidates(texts: &[&str], roles: &[Role]) -> Rules {
    let Some(table) = TABLE.as_ref() else { return Rules::EMPTY };
    let mut among = Rules::EMPTY;
    for role in roles {
        among.extend(&table.looking_at(*role));
    }
    table.met(&table.words(texts), &among)
}

/// The rules that are tried where any of the words of this text is.
pub(super) fn near(text: &str) -> Rules {
    TABLE.as_ref().map_or(Rules::EMPTY, |table| table.near(&table.vocabulary.of(text)))
}

/// Whether a part may be a step, or decide whether one comes too early, if this is all the text that there is.
pub(super) fn may_be_step(texts: &[&str]) -> bool {
    TABLE.as_ref().is_some_and(|table| table.step.holds(&table.words(texts)))
}

/// Whether a sentence may say so itself, whatever was said before it.
pub(super) fn may_say_so(sentence: &str) -> bool {
    TABLE.as_ref().is_some_and(|table| table.said.holds(&table.vocabulary.of(sentence)))
}

/// Each rule.
pub(super) fn every_rule() -> Rules {
    let mut every = Rules::EMPTY;
    for number in 0..TABLE.as_ref().map_or(0, |table| table.rules.len()) {
        every.insert(number);
    }
    every
}

/// Whether a string is told to somebody rather than run or sent.
pub(super) fn is_told(region: &Region) -> bool {
    TOLD.is_in(&region.around)
}

/// Whether any rule may find something in this text, if it is a part of one of these roles.
pub(super) fn may_match(text: &str, roles: &[Role]) -> bool {
    !candidates(&[text], roles).is_empty()
}

/// Whether any of these rules looks at parts of this role.
pub(super) fn look_at(role: Role, rules: &Rules) -> bool {
    TABLE.as_ref().is_some_and(|table| table.looking_at(role).meets(rules))
}

/// Whether it may matter how this sentence is meant.
pub(super) fn matters(sentence: &str) -> bool {
    TABLE.as_ref().is_some_and(|table| {
        let words = table.vocabulary.of(sentence);
        let mut among = table.looking_at(Role::Sentence);
        among.extend(&table.looking_at(Role::Mention));
        table.judged.holds(&words) || !table.met(&words, &among).is_empty()
    })
}

/// Whether the rule of this identifier is among these.
pub(super) fn is_among(id: &str, rules: &Rules) -> bool {
    let number = TABLE.as_ref().and_then(|table| table.numbers.get(id));
    number.is_some_and(|number| rules.contains(*number))
}

/// Words of which every text has one, in either case, that any rule finds something in.
#[must_use]
pub fn words() -> Vec<String> {
    let needs = rules::all().map(need);
    let words = needs.flat_map(|need| {
        need.cut().unwrap_or_default().into_iter().map(|word| word.text.clone()).collect::<Vec<_>>()
    });
    let words: BTreeSet<String> = words.collect();
    words.into_iter().collect()
}

/// Those of these rules that find something in this region, each with where in its text.
pub(super) fn find(region: &Region, among: &Rules) -> Vec<(&'static Rule, Range<usize>)> {
    let Some(table) = TABLE.as_ref() else { return Vec::new() };
    let among = table.looking_at(region.role).and(among);
    if among.is_empty() {
        return Vec::new();
    }
    let met = table.met(&table.vocabulary.of(region.text.as_str()), &among);
    table.found(region, &met)
}

/// What every rule finds, whether the words are there or not.
#[cfg(test)]
pub(super) fn find_by_every_rule(region: &Region) -> Vec<(&'static Rule, Range<usize>)> {
    TABLE.as_ref().map(|table| table.found(region, &table.looking_at(region.role))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::pattern::compile;
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
        assert!(TABLE.is_some(), "more rules or words than have a number");
    }
}
