//! Prose: paragraphs cut into sentences, each with how it is meant.

use super::super::kind::Kind;
use super::super::mapped::{Mapped, first_of, last_of};
use super::super::matcher;
use super::super::region::{HERE, Mood, Region, Role};
use super::{Reader, shell, sql};
use regex::Regex;
use std::borrow::Cow;
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
        r"was|were|had|did|[a-z]+ ran|began|tempt(?:ing|ation|ed)|blocked|stops? working|fails?|failed|mistake|wrong|bad idea|considered harmful|anti-?pattern|",
        r"avoid\w*|leave[sd]?\b[^.;]*\b(?:empty|alone|untouched|unset)|stopped|held|on hold|out of (?:bounds|scope)|unavailable|unsupported|harmful|dangerous|violat\w+|",
        r"leaks?|exposes?|defeats?|bypass\w*|would have|might have|could have|must not|may not|hypothetical\w*|imagine)\b",
    ))
    .ok()
});
/// Denials that are none.
static AFFIRMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:^|\s)--?no[\w-]*|\b(?:or|otherwise|or else) (?:nothing|it|this|that|they|you|tests?|the \w+)\b[^.;,]*[.!]?\s*$|\b(?:(?:do not|don't|never|not to) (?:forget|fail|hesitate|worry|panic|wait)|not only|no need to worry|nothing (?:else |more )?(?:to (?:do|run|install|prepare|set up)|is (?:needed|required|necessary)|needs|has to|must)|(?:do not|don't|does not|doesn't|need not|needn't|never|no longer) (?:(?:have|need) to|need (?:a|an|any|the)\b)|nobody (?:has|needs) to|no one (?:has|needs) to|nothing (?:needs|has) to be (?:done|run|installed|prepared)|nothing is (?:needed|required)|no need|(?:(?:you|we|they|i|operators|users|people|developers|admin\w*) (?:do not|don't|never)|(?:does|is|are|has|have|need|did) not|(?:does|is|are|has|have|need|did)n't|no|nobody|nothing)\b[^.,;:]*\b(?:by hand|manually|yourself|yourselves|of yours)|not (?:have|need|required) to|without (?:any |a |further )*(?:manual|separate|operator|human|extra)|",
        r"no \w+ (?:is |are )?(?:required|needed|necessary)|no (?:manual |extra |separate |further |additional |other |set-?up |migration )*(?:steps?|actions?|work|commands?|migrations?|set-?up|intervention|preparation)(?: (?:is|are))?(?: (?:needed|necessary|required))?|",
        r"no (?:problem|matter|later than|earlier than|downtime|questions?|\w+ (?:is|are) (?:needed|necessary|required) (?:for|before|beforehand))|why not|if not|or not|cannot hurt|can't hurt|not yet|has not yet|was (?:added|changed|introduced|merged|pulled)|",
        r"(?:won't|will not) (?:have|need) to|without (?:anybody|anyone|(?:any )?(?:help|intervention|action|work)|you|a (?:dba|human|person|restart)|interrupt\w+|involving|being (?:asked|told))|(?:from|next to|for|with) nothing|in no time|nothing (?:but|beyond)|(?:no|nobody|no one) (?:operator|human|person|one|administrator|dba)?\s*(?:is )?involved|to avoid|avoids|not found|if nothing|(?:do|does|is|are)(?: not|n't)(?: yet)? (?:exist|present|there|installed|enabled|available|have|know|match|found|find|see|up to date|current|contain|empty|complete|been (?:created|applied|run))|when nothing|no migrations to run|without (?:downtime|asking|confirmation|a prompt|prompting|questions?|further)|not (?:exist|there|present|available|installed|enabled)|no\.?\s?\d)\b",
    ))
    .ok()
});
/// A condition in front of what is said: its negation is not the sentence's.
static CONDITION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(?:that|which|who|whatever|whose|what)\b[^,;:.]*?\b(?:was|were|had|did)\b|",
        r"(?:^|[;:(—–]\s*|\band\s+|\bbut\s+|^\W+)(?:if|when(?:ever)?|unless|once|after|because|as|since|should|where|in case|until|for|to)\b[^,;:]{0,160}[,:;—–]|",
        r"\b(?:if|when(?:ever)?|unless|because|in case|where|so that|before|after|since)\b[^,;:]*$",
    ))
    .ok()
});
/// Denials that hold for the whole sentence, wherever they stand.
static OUTRIGHT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(?:not an? (?:instruction|route|way|option)|never again|is (?:refused|gone|removed|rejected|forbidden|prohibited|denied|unavailable)|",
        r"are (?:refused|gone|removed|rejected|forbidden|prohibited|denied)|(?:was|were|been) (?:blocked|stopped|prevented|reverted|undone|banned|disabled|forbidden|removed|deleted|rejected|retired|withdrawn|dropped|emptied|replaced|refused|denied|considered)|used to|no longer|any ?more|earlier releases had|on hold|",
        r"nobody (?:but|except)|(?:politely )?declin(?:e|es|ed|ing)|(?:anyone|anybody|whoever|everybody|everyone|those|people)\b[^.]*\b(?:runs?|calls?|types?|uses?|tries|try)\b[^.]*\b(?:incident|is (?:asked|told|warned|reminded|stopped|reported|locked)|gets? an? (?:error|warning|ticket))|say no|only the (?:runner|bootstrap)|(?:by|in|of) the (?:audited |external )?(?:bootstrap|runner)|did so|as pods did)\b",
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
/// What is said of the like of what was named, behind an "and" that begins no clause.
static LIKE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:its|their|the) (?:like|kind|sort|ilk)|similar|such|friends|others?|the others?|all others?|the rest|`)(?:\W|$|\w*`)").ok()
});
/// What stands between clauses.
static CLAUSE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[,;:()—–]\s|\.\s|\s(?:then|and|but|or else|otherwise)\s").ok());
/// What was decided of what was said before.
static DECIDED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)^\W*(?:(?:no|never|wrong|false|rejected|discarded|refused|forbidden|removed|gone|dropped)(?:[.,:;!]|\s+(?:again|in|since|for|by|because)\b)|",
        r"resist\b|(?:do not|don't)[.!]|ruled out|turned down|not (?:taken|chosen|allowed|done|for us|an option|any ?more)\b|we (?:decided|chose|voted) (?:against|not)\b|decided against|this (?:is|was) (?:wrong|rejected|refused|removed|forbidden)\b)",
    ))
    .ok()
});
/// An order not to do what follows.
static FORBIDDING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\b(?:do not|don't|never|must not|mustn't|may not|should not|shouldn't|neither|nobody|no one|not to|instead of|rather than)\b").ok()
});
/// What is said to be done is no turn of who is spoken to.
static PASSIVE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\b(?:be|been|being|is|are) (?:run|used|tried)\b").ok());
/// Where such an order ends.
static TURN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\b(?:but|then|instead|only|and (?:run|use|then)|run|use|try)\b.*[,;:]|;|\bbut\b|\binstead\b|\bthen\b|\.\s").ok()
});
static STEP: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^\s*(?:\d+[.)]|[-*+•]|step\s+\d+\b|\([a-z0-9]\)|>)\s*").ok());

fn matches(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// How a sentence is meant. Code that it speaks of says nothing about that.
pub(in super::super) fn mood(sentence: &str) -> Mood {
    let sentence = &*without_code(sentence);
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

/// Whether a sentence says of everything in it that it is not to be done, or only asks.
fn is_turned_down(sentence: &str) -> bool {
    let sentence = &*without_code(sentence);
    let plain = AFFIRMED.as_ref().map_or_else(|| sentence.into(), |found| found.replace_all(sentence, " "));
    matches(&OUTRIGHT, &plain) || sentence.trim_end_matches(['*', '_', '"', '\'', ')']).ends_with('?')
}

/// A sentence with nothing between its backquotes.
fn without_code(sentence: &str) -> Cow<'_, str> {
    if !sentence.contains('`') {
        return sentence.into();
    }
    let parts: Vec<&str> = sentence.split('`').collect();
    // What is not closed is no code.
    let code = parts.len() / 2 * 2;
    let said = parts.iter().enumerate().map(|(at, part)| if at % 2 == 1 && at < code { "x" } else { part });
    said.collect::<Vec<_>>().join("`").into()
}

/// Whether the clause in which something stands denies it, or one before it forbids what follows.
pub(in super::super) fn clause_denies(sentence: &str, at: usize) -> bool {
    let before = sentence.get(..at).unwrap_or_default();
    let after = sentence.get(at..).unwrap_or_default();
    // Code that is mentioned is no clause, whatever stands in it.
    let quoted = before.bytes().filter(|byte| *byte == b'`').count() % 2;
    let is_code = quoted == 1 || after.starts_with('`');
    let code_end = after.match_indices('`').nth(1 - quoted).map_or(0, |(end, _)| end + 1);
    let code_start = if quoted == 1 { before.rfind('`').unwrap_or(at) } else { at };
    let before = sentence.get(..code_start).unwrap_or_default();
    let after = if is_code { after.get(code_end..).unwrap_or_default() } else { after };
    let begins = CLAUSE
        .as_ref()
        .and_then(|clause| clause.find_iter(before).filter(|found| !is_list(before, found.range())).last())
        .map_or(0, |found| found.end());
    // "`x` and its like fail here" says one thing of both.
    let goes_on = |found: &regex::Match<'_>| {
        found.as_str().trim() == "and"
            && after.get(..found.start()).is_some_and(|text| text.trim().is_empty())
            && matches(&LIKE, after.get(found.end()..).unwrap_or_default())
    };
    let ends = CLAUSE
        .as_ref()
        .and_then(|clause| clause.find_iter(after).find(|found| !goes_on(found)))
        .map_or(after.len(), |found| found.start());
    let is_supposed =
        is_code && ["would ", "could ", "might "].iter().any(|word| after.trim_start().starts_with(word));
    let clause =
        format!("{} x {}", before.get(begins..).unwrap_or_default(), after.get(..ends).unwrap_or_default());
    let plain =
        AFFIRMED.as_ref().map_or_else(|| clause.as_str().into(), |found| found.replace_all(&clause, " "));
    let claim = CONDITION.as_ref().map_or_else(|| plain.clone(), |found| found.replace_all(&plain, " "));
    let forbidden = AFFIRMED
        .as_ref()
        .map_or_else(|| before.into(), |found| found.replace_all(before, " "))
        .to_ascii_lowercase();
    let forbidden = PASSIVE
        .as_ref()
        .map_or_else(|| forbidden.as_str().into(), |found| found.replace_all(&forbidden, " "));
    let last =
        FORBIDDING.as_ref().and_then(|found| found.find_iter(&forbidden).last()).map(|found| found.end());
    let forbids = last.is_some_and(|end| !matches(&TURN, forbidden.get(end..).unwrap_or_default()));
    matches(&DENIAL, &claim) || forbids || is_supposed
}

/// Whether an "and" adds a thing to things rather than a clause to a clause.
fn is_list(text: &str, and: Range<usize>) -> bool {
    let next = text.get(and.end..).unwrap_or_default();
    text.get(and).is_some_and(|word| word.trim().eq_ignore_ascii_case("and"))
        && (next.is_empty()
            || ["the ", "a ", "an ", "its ", "our ", "`"].iter().any(|word| next.starts_with(word)))
}

/// Whether what stands under this heading is told only to be turned down.
pub(super) fn turns_down(heading: &str) -> bool {
    matches(&TURNED_DOWN, heading)
}

/// How far from a word, in bytes, there may be what denies it: a line of megabytes is no sentence.
const REACH: usize = 1_000;

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
    if ![Role::Sentence, Role::Mention, Role::Passage].iter().any(|role| reader.wants(*role)) {
        return;
    }
    let flat = text.unfolded();
    let ranges: Vec<_> = sentences(flat.as_str())
        .into_iter()
        .map(|range| flat.trimmed(range))
        .filter(|one| !one.as_str().is_empty())
        .collect();
    for (at, sentence) in ranges.iter().enumerate() {
        let next = ranges.get(at + 1).map_or("", Mapped::as_str);
        // Sentences that nothing could be found in need no thought.
        let matters = matcher::matters(sentence.as_str());
        let mut mood = if matters && is_turned_down(sentence.as_str()) { Mood::Denies } else { outer };
        // "Does it …? No." and "It had …. It is refused now." are one thought each.
        if matters
            && mood == Mood::Asserts
            && next.len() < 120
            && begins_with_pronoun(next)
            && matches(&OUTRIGHT, next)
        {
            mood = Mood::Denies;
        }
        if matters && mood == Mood::Asserts && matches(&DECIDED, next) {
            mood = Mood::Denies;
        }
        if sentence.as_str().ends_with(['?', '*'])
            && next.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("yes"))
        {
            mood = Mood::Asserts;
        }
        reader.regions.push(Region { mood, ..Region::new(Role::Sentence, sentence.clone()) });
        mentions(reader, sentence, mood);
        let before = at.checked_sub(1).and_then(|before| ranges.get(before));
        if let Some(before) = before.or(reader.said.as_ref())
            && mood == Mood::Asserts
            && goes_on(sentence.as_str())
        {
            passage(reader, &before.clone(), sentence);
        }
    }
    reader.said = ranges.last().cloned().or_else(|| reader.said.take());
}

/// A sentence, and what it introduces or is gone on with, if neither denies it.
pub(super) fn passage(reader: &mut Reader, before: &Mapped, sentence: &Mapped) {
    let mut passage = before.clone();
    passage.blank(sentence.source(0));
    passage.extend(sentence);
    if matcher::may_match(passage.as_str(), &[Role::Passage])
        && mood(sentence.as_str()) == Mood::Asserts
        && mood(before.as_str()) == Mood::Asserts
    {
        reader.push(Role::Passage, passage);
    }
}

/// Whether a sentence speaks of what the one before it named.
fn goes_on(sentence: &str) -> bool {
    let start = sentence.get(..70).unwrap_or(sentence).to_ascii_lowercase();
    [" it ", " it,", "it ", " there", "that file", "this file", "the file", " them", "they "]
        .iter()
        .any(|word| start.contains(word))
}

fn begins_with_pronoun(text: &str) -> bool {
    ["it ", "they ", "this ", "that ", "these ", "both "]
        .iter()
        .any(|word| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))
}

/// What is near the end of a text; of pairs of backquotes both or none.
fn end_of(text: &str) -> &str {
    let near = last_of(text, REACH);
    let cut = near.len() < text.len() && near.bytes().filter(|byte| *byte == b'`').count() % 2 == 1;
    if cut { near.split_once('`').map_or(near, |(_, rest)| rest) } else { near }
}

/// What stands between backquotes, as meant by the clause it stands in.
fn mentions(reader: &mut Reader, sentence: &Mapped, mood: Mood) {
    let text = sentence.as_str();
    let mut ticks = text.match_indices('`').map(|(at, _)| at);
    while let (Some(start), Some(end)) = (ticks.next(), ticks.next()) {
        if end > start + 1 {
            let mention = sentence.trimmed(start + 1..end);
            let mention = shell::put_together(&mention).unwrap_or(mention);
            let before = end_of(text.get(..start).unwrap_or_default());
            let after = first_of(text.get(end + 1..).unwrap_or_default(), REACH);
            let around = format!("{before}{HERE}{after}");
            reader.regions.push(Region { mood, around, ..Region::new(Role::Mention, mention) });
        }
    }
}

/// A line of a text may be a command that somebody is to type.
fn line_as_command(reader: &mut Reader, text: &Mapped, line: Range<usize>, content: &str) {
    let mark = STEP.as_ref().and_then(|step| step.find(content)).map_or(0, |step| step.end());
    let rest = content.get(mark..).unwrap_or_default();
    let begins_small =
        rest.trim_start().starts_with(|first: char| first.is_ascii_lowercase() || "./$\"".contains(first));
    let command = text.trimmed(line.start + mark..line.end);
    let command = shell::put_together(&command).unwrap_or(command);
    if begins_small && matcher::may_match(command.as_str(), &[Role::Mention]) && mood(rest) == Mood::Asserts {
        reader.push(Role::Mention, command);
    }
}

/// A file of prose.
pub(super) fn read(reader: &mut Reader, text: &Mapped) {
    if shell::is_transcript(text) {
        return shell::read(reader, text);
    }
    if sql::begins_statement(text.as_str()) {
        reader.read(text, Kind::Sql);
    }
    // Whatever it is, it may be code.
    reader.push(Role::Code, text.clone());
    let mut paragraph_text = Mapped::default();
    for line in text.lines() {
        let content = text.as_str().get(line.clone()).unwrap_or_default();
        let starts =
            content.trim().is_empty() || matches(&STEP, content) || content.starts_with([' ', '\t', '$']);
        if starts {
            paragraph(reader, &std::mem::take(&mut paragraph_text), Mood::Asserts);
        }
        line_as_command(reader, text, line.clone(), content);
        paragraph_text.blank(text.source(line.start));
        paragraph_text.append(text, line);
    }
    paragraph(reader, &paragraph_text, Mood::Asserts);
}
