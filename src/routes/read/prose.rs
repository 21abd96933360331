//! Prose: paragraphs cut into sentences, each with how it is meant.

use super::super::kind::Kind;
use super::super::mapped::Mapped;
use super::super::region::{HERE, Mood, Region, Role};
use super::{Reader, sql};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// What tells that a sentence denies, forbids, or reports what once was. Conditions are cut off before.
static DENIAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(?:no|not|never|nobody|nothing|none|neither|nor|nowhere|cannot|\w+n't|without|instead of|rather than|",
        r"other than|refus\w+|reject\w+|forbid\w*|forbade|prohibit\w*|disallow\w*|denie[ds]|deny|banned?|bans|",
        r"remove[ds]?|removing|removal|gone|went|retired|withdrawn|superseded|obsolete|abandoned|replaced|revoked|",
        r"no longer|any ?more|used to|formerly|previously|once (?:had|was|did)|earlier (?:releases|versions)|",
        r"(?:older|former|old|past|previous) (?:releases?|versions?|guides?|way|habit)|historical(?:ly)?|in the past|",
        r"was|were|had|did|blocked|stops? working|fails?|failed|mistake|wrong|bad idea|considered harmful|anti-?pattern|",
        r"avoid\w*|stopped|held|on hold|out of (?:bounds|scope)|unavailable|unsupported|harmful|dangerous|violat\w+|",
        r"would have|might have|could have|must not|may not|hypothetical\w*|imagine)\b",
    ))
    .ok()
});
/// Denials that are none.
static AFFIRMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(?:(?:do not|don't|never|not to) (?:forget|fail|hesitate|worry|panic|wait)|not only|no need to worry|nothing (?:else|more|to (?:do|run|install|prepare|set up))|(?:do not|don't|does not|doesn't|need not|needn't|never|no longer) (?:have|need) to|not (?:have|need|required) to|without (?:any |a |further )*(?:manual|separate|operator|human|extra)|",
        r"no (?:manual |extra |separate |further |additional |other |set-?up |migration )*(?:steps?|actions?|work|commands?|migrations?|set-?up|intervention|preparation)(?: (?:is|are))?(?: (?:needed|necessary|required))?|",
        r"no (?:problem|matter|later than|earlier than|downtime|questions?|\w+ (?:is|are) (?:needed|necessary|required) (?:for|before|beforehand))|why not|if not|or not|cannot hurt|can't hurt|not yet|has not yet|was (?:added|changed|introduced|merged|pulled)|",
        r"not found|if nothing|when nothing|no migrations to run|without (?:downtime|asking|confirmation|a prompt|prompting|questions?|further)|not (?:exist|there|present|available|installed|enabled)|no\.?\s?\d)\b",
    ))
    .ok()
});
/// A condition in front of what is said: its negation is not the sentence's.
static CONDITION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:^|[;:(—–]\s*|\band\s+|\bbut\s+|^\W+)(?:if|when(?:ever)?|unless|once|after|because|as|since|should|where|in case|until|for|to)\b[^,;:]{0,160}[,:;—–]|",
        r"\b(?:if|when(?:ever)?|unless|because|in case|where|so that|before|after|since)\b[^,;:]*$",
    ))
    .ok()
});
/// Denials that hold for the whole sentence, wherever they stand.
static OUTRIGHT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(?:not an? (?:instruction|route|way|option)|never again|is (?:refused|gone|removed|rejected|forbidden|prohibited|denied|unavailable)|",
        r"are (?:refused|gone|removed|rejected|forbidden|prohibited|denied)|(?:was|were|been) (?:removed|deleted|rejected|retired|withdrawn|dropped|emptied|replaced|refused|denied|considered)|used to|no longer|any ?more|earlier releases had|on hold|",
        r"nobody (?:but|except)|only the (?:runner|bootstrap)|(?:by|in|of) the (?:audited |external )?(?:bootstrap|runner)|did so|as pods did)\b",
    ))
    .ok()
});
/// Headings under which everything is told only to be turned down.
static TURNED_DOWN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:reject\w*|not (?:taken|chosen|done|supported|allowed)|alternatives?|discarded|removed|forbidden|prohibited|refused|what (?:is|was) (?:gone|removed)|history|changelog|change log|release notes|incidents?|post-?mortem|never|do not|don'ts?|anti-?patterns?|non-?goals?)\b",
    )
    .ok()
});
static STEP: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^\s*(?:\d+[.)]|[-*+•]|step\s+\d+\b|\([a-z0-9]\)|>)\s*").ok());

fn matches(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// How a sentence is meant.
pub(in super::super) fn mood(sentence: &str) -> Mood {
    let plain = AFFIRMED.as_ref().map_or_else(|| sentence.into(), |found| found.replace_all(sentence, " "));
    if matches(&OUTRIGHT, &plain) {
        return Mood::Denies;
    }
    let claim = CONDITION.as_ref().map_or_else(|| plain.clone(), |found| found.replace_all(&plain, " "));
    if matches(&DENIAL, &claim) || sentence.trim_end_matches(['*', '_', '"', '\'', ')']).ends_with('?') {
        Mood::Denies
    } else {
        Mood::Asserts
    }
}

/// Whether what stands under this heading is told only to be turned down.
pub(super) fn turns_down(heading: &str) -> bool {
    matches(&TURNED_DOWN, heading)
}

/// Where the sentences of a text begin and end.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut from = 0;
    let mut quoted = false;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        quoted ^= *byte == b'`';
        let ends = matches!(byte, b'.' | b'!' | b'?')
            && !quoted
            && bytes
                .get(at + 1..)
                .unwrap_or_default()
                .iter()
                .find(|next| !matches!(next, b'*' | b'_' | b'"' | b'\'' | b')'))
                .is_none_or(u8::is_ascii_whitespace)
            && !text.get(from..at).unwrap_or_default().trim_start().bytes().all(|byte| byte.is_ascii_digit());
        if ends {
            let closing = bytes
                .get(at + 1..)
                .unwrap_or_default()
                .iter()
                .take_while(|next| !next.is_ascii_whitespace())
                .count();
            sentences.push(from..at + 1 + closing);
            from = at + 1 + closing;
        }
    }
    sentences.push(from..text.len());
    sentences
}

/// One paragraph: its sentences, and the code that they mention.
pub(super) fn paragraph(reader: &mut Reader, text: &Mapped, outer: Mood) {
    let flat = text.unfolded();
    let ranges: Vec<_> = sentences(flat.as_str())
        .into_iter()
        .map(|range| flat.trimmed(range))
        .filter(|one| !one.as_str().is_empty())
        .collect();
    for (at, sentence) in ranges.iter().enumerate() {
        let next = ranges.get(at + 1).map_or("", Mapped::as_str);
        let mut mood = if outer == Mood::Denies { outer } else { mood(sentence.as_str()) };
        // "Does it …? No." and "It had …. It is refused now." are one thought each.
        if mood == Mood::Asserts && matches(&OUTRIGHT, next) && next.len() < 120 && begins_with_pronoun(next)
        {
            mood = Mood::Denies;
        }
        if sentence.as_str().ends_with(['?', '*'])
            && next.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("yes"))
        {
            mood = Mood::Asserts;
        }
        reader.regions.push(Region { mood, ..Region::new(Role::Sentence, sentence.clone()) });
        mentions(reader, sentence, mood);
    }
}

fn begins_with_pronoun(text: &str) -> bool {
    ["it ", "they ", "this ", "that ", "these ", "both "]
        .iter()
        .any(|word| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))
}

/// What stands between backquotes, as meant by the clause it stands in.
fn mentions(reader: &mut Reader, sentence: &Mapped, mood: Mood) {
    let text = sentence.as_str();
    let mut ticks = text.match_indices('`').map(|(at, _)| at);
    while let (Some(start), Some(end)) = (ticks.next(), ticks.next()) {
        if end > start + 1 {
            let mention = sentence.trimmed(start + 1..end);
            let around = format!(
                "{}{HERE}{}",
                text.get(..start).unwrap_or_default(),
                text.get(end + 1..).unwrap_or_default()
            );
            reader.regions.push(Region { mood, around, ..Region::new(Role::Mention, mention) });
        }
    }
}

/// A file of prose.
pub(super) fn read(reader: &mut Reader, text: &Mapped) {
    if sql::begins_statement(text.as_str()) {
        reader.read(text, Kind::Sql);
    }
    let mut paragraph_text = Mapped::default();
    for line in text.lines() {
        let content = text.as_str().get(line.clone()).unwrap_or_default();
        let starts =
            content.trim().is_empty() || matches(&STEP, content) || content.starts_with([' ', '\t', '$']);
        if starts {
            paragraph(reader, &std::mem::take(&mut paragraph_text), Mood::Asserts);
        }
        paragraph_text.blank(text.source(line.start));
        paragraph_text.append(text, line);
    }
    paragraph(reader, &paragraph_text, Mood::Asserts);
}
