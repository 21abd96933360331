//! Which words a text must have before a pattern can match it. They are read off the pattern, so that nobody has to
//! keep a second list beside it.

use regex_syntax::hir::{Class, Hir, HirKind, Look};
use regex_syntax::{Error, ParserBuilder};

/// Shorter words are in every text.
const SHORTEST: usize = 2;

/// Words that most texts have, and so tell nothing of one.
const COMMON: &str = " a an all and any are as at be by can do each for from go has have if in into is it its just make may more new next \
                      no not now of off on one only or our out over own set so than that the their them then there they this to under \
                      up use used uses us was we were when where which while will with without would you your ";

/// A part of a pattern that may be more texts than this is taken apart.
const FEW: usize = 12;
/// Letters that may stand for each other.
const FEW_LETTERS: usize = 3;

/// A word that readers write before what they have read.
const WRITTEN: &str = "dockerfile";

/// Whether more letters may stand beside a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Side {
    /// They may.
    Open,
    /// They may not, if the word has a letter on this side.
    Edge,
    /// They may not.
    Bound,
}

/// Some letters, small ones, and what may stand on either side of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) begins: Side,
    pub(super) ends: Side,
}

/// What a text must have, in either case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// Nothing that is known.
    Nothing,
    Word(Word),
    /// Each of these.
    All(Vec<Self>),
    /// One of these.
    Any(Vec<Self>),
}

impl Word {
    /// Whether wherever this is, the other one is, and that is another one.
    fn holds(&self, other: &Self) -> bool {
        self != other
            && (other.begins, other.ends) == (Side::Open, Side::Open)
            && self.text.contains(&other.text)
    }

    /// How seldom it may be.
    fn rarity(&self) -> usize {
        let bounds = [self.begins, self.ends].into_iter().filter(|side| *side == Side::Bound).count();
        (self.text.len() + bounds).min(6)
    }
}

impl Need {
    /// What every text has that this pattern matches.
    ///
    /// # Errors
    /// The pattern is none.
    pub(super) fn of(pattern: &str) -> Result<Self, Box<Error>> {
        let hir = ParserBuilder::new().unicode(false).utf8(false).build().parse(pattern)?;
        Ok(of(&hir, Side::Open, Side::Open))
    }

    /// This, with whatever beside it.
    pub(super) fn word(text: &str) -> Self {
        Self::Word(Word { text: text.to_owned(), begins: Side::Open, ends: Side::Open })
    }

    /// Each of these.
    pub(super) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Self::Nothing => {}
                Self::All(parts) => all.extend(parts),
                Self::Word(_) | Self::Any(_) => all.push(part),
            }
        }
        match all.len() {
            0 | 1 => all.pop().unwrap_or(Self::Nothing),
            _ => Self::All(all),
        }
    }

    /// One of these.
    pub(super) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut any = Vec::new();
        for part in parts {
            match part {
                Self::Nothing => return Self::Nothing,
                Self::Any(parts) => any.extend(parts),
                Self::Word(_) | Self::All(_) => any.push(part),
            }
        }
        // Where a longer word is, the shorter one in it is.
        let words: Vec<Word> = any.iter().filter_map(Self::as_word).cloned().collect();
        let longer =
            |part: &Self| part.as_word().is_some_and(|word| words.iter().any(|other| word.holds(other)));
        any.retain(|part| !longer(part));
        any.dedup();
        match any.len() {
            0 | 1 => any.pop().unwrap_or(Self::Nothing),
            _ => Self::Any(any),
        }
    }

    const fn as_word(&self) -> Option<&Word> {
        match self {
            Self::Word(word) => Some(word),
            Self::Nothing | Self::All(_) | Self::Any(_) => None,
        }
    }

    /// The words of which one is in every such text, as few and as rare as can be had; `None` where nothing is needed.
    pub(super) fn cut(&self) -> Option<Vec<&Word>> {
        match self {
            Self::Nothing => None,
            Self::Word(word) => Some(vec![word]),
            Self::Any(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(part.cut()?);
                }
                Some(all)
            }
            Self::All(parts) => {
                let commonest =
                    |words: &Vec<&Word>| words.iter().map(|word| word.rarity()).min().unwrap_or(0);
                parts
                    .iter()
                    .filter_map(Self::cut)
                    .max_by_key(|words| (commonest(words), usize::MAX - words.len()))
            }
        }
    }
}

/// What a part of a pattern needs, with what may stand before and after it. Patterns of rules are nested a few levels
/// deep, and the parser bounds it.
fn of(hir: &Hir, before: Side, after: Side) -> Need {
    if let Some(texts) = texts(hir) {
        return any_of(&texts, before, after);
    }
    match hir.kind() {
        HirKind::Repetition(repetition) if repetition.min > 0 => of(&repetition.sub, Side::Open, Side::Open),
        HirKind::Capture(capture) => of(&capture.sub, before, after),
        HirKind::Alternation(parts) => Need::any(parts.iter().map(|part| of(part, before, after))),
        HirKind::Concat(parts) => sequence(parts, before, after),
        HirKind::Empty
        | HirKind::Literal(_)
        | HirKind::Class(_)
        | HirKind::Look(_)
        | HirKind::Repetition(_) => Need::Nothing,
    }
}

fn any_of(texts: &[String], before: Side, after: Side) -> Need {
    Need::any(texts.iter().map(|text| words(text, before, after)))
}

/// Parts one after the other. Those that are always one of a few texts are words together.
fn sequence(parts: &[Hir], before: Side, after: Side) -> Need {
    let mut needs = Vec::new();
    let mut at = 0;
    while let Some(part) = parts.get(at) {
        let mut run: Option<Vec<String>> = None;
        let mut end = at;
        while let Some(more) = parts.get(end).and_then(texts) {
            match run.as_ref().map_or_else(|| Some(more.clone()), |run| product(run, &more)) {
                Some(longer) => run = Some(longer),
                None => break,
            }
            end += 1;
        }
        end = end.max(at + 1);
        // What several choices begin with was taken out of them.
        if let (Some(run), Some(HirKind::Alternation(choices))) = (&run, parts.get(end).map(Hir::kind))
            && any_of(run, Side::Open, Side::Open) == Need::Nothing
        {
            let common = || parts.iter().take(end).skip(at).cloned();
            let choice = |choice: &Hir| Hir::concat(common().chain([choice.clone()]).collect());
            let begins = side(parts.iter().take(at).rev().map(last), before);
            let ends = side(parts.iter().skip(end + 1).map(first), after);
            needs.push(Need::any(choices.iter().map(choice).map(|choice| of(&choice, begins, ends))));
            at = end + 1;
            continue;
        }
        let begins = side(parts.iter().take(at).rev().map(last), before);
        let ends = side(parts.iter().skip(end).map(first), after);
        needs.push(run.map_or_else(|| of(part, begins, ends), |run| any_of(&run, begins, ends)));
        at = end;
    }
    Need::all(needs)
}

/// What stands next to a word, of what follows on that side: whether each may be a letter, and may be nothing.
fn side(next: impl Iterator<Item = (Side, bool)>, outer: Side) -> Side {
    for (side, may_be_nothing) in next {
        match (side, may_be_nothing) {
            (Side::Open, _) => return Side::Open,
            (side, false) => return side,
            (Side::Edge | Side::Bound, true) => {}
        }
    }
    outer
}

fn first(hir: &Hir) -> (Side, bool) {
    edge(hir, first, |literal| literal.first(), |parts| side_of(parts.iter().map(first)))
}

fn last(hir: &Hir) -> (Side, bool) {
    edge(hir, last, |literal| literal.last(), |parts| side_of(parts.iter().rev().map(last)))
}

fn side_of(parts: impl Iterator<Item = (Side, bool)>) -> (Side, bool) {
    let mut nothing = true;
    let side = side(parts.inspect(|(_, may_be_nothing)| nothing &= may_be_nothing), Side::Bound);
    (side, nothing)
}

fn edge(
    hir: &Hir,
    of: fn(&Hir) -> (Side, bool),
    end: fn(&[u8]) -> Option<&u8>,
    sequence: fn(&[Hir]) -> (Side, bool),
) -> (Side, bool) {
    let letter = |may_be: bool| if may_be { Side::Open } else { Side::Bound };
    match hir.kind() {
        HirKind::Empty => (Side::Bound, true),
        HirKind::Look(Look::Start | Look::End | Look::StartLF | Look::EndLF) => (Side::Bound, false),
        HirKind::Look(Look::WordAscii) => (Side::Edge, false),
        HirKind::Look(_) | HirKind::Class(Class::Unicode(_)) => (Side::Open, true),
        HirKind::Literal(literal) => (letter(end(&literal.0).is_none_or(is_letter)), false),
        HirKind::Class(Class::Bytes(class)) => {
            let mut bytes = class.iter().flat_map(|range| range.start()..=range.end());
            (letter(bytes.any(|byte| is_letter(&byte))), false)
        }
        HirKind::Repetition(repetition) => {
            let (side, may_be_nothing) = of(&repetition.sub);
            (side, may_be_nothing || repetition.min == 0)
        }
        HirKind::Capture(capture) => of(&capture.sub),
        HirKind::Concat(parts) => sequence(parts),
        HirKind::Alternation(parts) => {
            let all = parts.iter().map(of);
            all.fold((Side::Bound, false), |(side, nothing), (other, may_be)| {
                (side.min(other), nothing || may_be)
            })
        }
    }
}

/// What `\w` takes for a part of a word.
pub(super) const fn is_letter(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

/// The words of a text. Blanks, dots and brackets between them may be others in the file that the text was taken from.
fn words(text: &str, before: Side, after: Side) -> Need {
    let mut needs = Vec::new();
    let mut at = 0;
    for part in text.split_inclusive(|letter: char| !is_of_word(letter) && letter != '\\') {
        let start = at;
        at += part.len();
        let kept = part.trim_end_matches(|letter: char| !is_of_word(letter) && letter != '\\');
        let word = kept.trim_matches(['/', ':']);
        // Of what follows a backslash, only the first letter stays beside it.
        if let Some((_, letters)) = word.rsplit_once('\\') {
            needs.extend(letters.chars().next().map(|letter| Need::word(&format!("\\{letter}"))));
            continue;
        }
        let side = |neighbour: bool, outer, letter: Option<&u8>| match letter {
            _ if neighbour => Side::Bound,
            Some(letter) if is_letter(letter) => {
                if outer == Side::Edge {
                    Side::Bound
                } else {
                    outer
                }
            }
            // There, a word may end.
            _ => {
                if outer == Side::Edge {
                    Side::Open
                } else {
                    outer
                }
            }
        };
        let begins = side(start > 0 || kept.starts_with(['/', ':']), before, word.as_bytes().first());
        let ends = side(
            kept != part || kept.ends_with(['/', ':']) || at < text.len(),
            after,
            word.as_bytes().last(),
        );
        let tells = word != WRITTEN && !COMMON.contains(&format!(" {word} "));
        if word.len() >= SHORTEST && word.contains(char::is_alphanumeric) && tells {
            needs.push(Need::Word(Word { text: word.to_owned(), begins, ends }));
        }
    }
    Need::all(needs)
}

/// Whether a character stays beside the ones before and after it, whatever is done with a text.
pub(super) const fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '/' | ':')
}

/// The few texts of which this always is one, in small letters.
fn texts(hir: &Hir) -> Option<Vec<String>> {
    match hir.kind() {
        HirKind::Empty => Some(vec![String::new()]),
        HirKind::Literal(literal) => {
            let text = str::from_utf8(&literal.0).ok()?;
            text.is_ascii().then(|| vec![text.to_ascii_lowercase()])
        }
        HirKind::Class(Class::Bytes(class)) => {
            let mut letters: Vec<u8> =
                class.iter().flat_map(|range| range.start()..=range.end()).take(2 * FEW).collect();
            letters.make_ascii_lowercase();
            letters.sort_unstable();
            letters.dedup();
            let texts = || letters.iter().map(|letter| char::from(*letter).to_string()).collect();
            (letters.len() <= FEW_LETTERS && letters.is_ascii()).then(texts)
        }
        HirKind::Capture(capture) => texts(&capture.sub),
        HirKind::Concat(parts) => {
            parts.iter().try_fold(vec![String::new()], |all, part| product(&all, &texts(part)?))
        }
        HirKind::Alternation(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(texts(part)?);
            }
            (all.len() <= FEW).then_some(all)
        }
        HirKind::Class(Class::Unicode(_)) | HirKind::Look(_) | HirKind::Repetition(_) => None,
    }
}

/// Each of these before each of those, unless that is too many.
fn product(these: &[String], those: &[String]) -> Option<Vec<String>> {
    let all =
        || these.iter().flat_map(|one| those.iter().map(move |other| format!("{one}{other}"))).collect();
    (these.len() * those.len() <= FEW).then(all)
}

#[cfg(test)]
mod tests {
    use super::{Need, Side, Word};

    fn shown(need: &Need) -> String {
        let list = |parts: &[Need]| parts.iter().map(shown).collect::<Vec<_>>().join(" ");
        let mark = |side| if side == Side::Bound { "|" } else { "" };
        match need {
            Need::Nothing => "nothing".to_owned(),
            Need::Word(Word { text, begins, ends }) => format!("{}{text}{}", mark(*begins), mark(*ends)),
            Need::All(parts) => format!("all({})", list(parts)),
            Need::Any(parts) => format!("any({})", list(parts)),
        }
    }

    #[test]
    fn a_text_needs_what_the_pattern_cannot_do_without() {
        for (pattern, need) in [
            (r"(?i)\bpsql\b.*\s-f", "all(|psql| |-f)"),
            (r"(?i)create\s+table", "all(create| |table)"),
            (r"drop\s+(?:table|role\s+owned)\b", "all(drop| any(|table| all(|role| |owned|)))"),
            (r"(?:^|[\s/])(?:rw|wp)(?:\.exe)?(?:\s+x)*?\s+(?:up|migrate\w*)(?:;|$)", "any(|rw| |wp|)"),
            (r"(?:abc|bcd)?x{3}(?:yes)+", "yes"),
            (r"abc|b*", "nothing"),
            (r"\.sql\b|dump = on", "any(|sql| dump|)"),
            (r"dockerfile\.copy = ", "|copy|"),
            (r"a\.run --help /x:", "all(|run| |--help|)"),
            (r"^\\include\b", "\\i"),
            (r"\s(?:-a|-o\s+x\s+allexport)\s", "any(|-a| all(|-o| |allexport|))"),
        ] {
            assert_eq!(shown(&Need::of(pattern).expect("a pattern")), need, "{pattern}");
        }
    }

    #[test]
    fn of_words_that_are_needed_together_the_rarest_are_looked_for() {
        let need = Need::of(r"(?i)(?:create|alter)\s+extension|\bup\s+flyway").expect("a pattern");
        let words: Vec<_> =
            need.cut().unwrap_or_default().into_iter().map(|word| word.text.as_str()).collect();
        assert_eq!(words, ["extension", "flyway"]);
    }
}
