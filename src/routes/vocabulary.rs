//! The words that rules need, looked for all at once, and what has to be there of them.

use super::bits::Bits;
use super::required::{Need, Side, Word, is_letter};
use aho_corasick::automaton::{Automaton as _, StateID};
use aho_corasick::dfa::DFA;
use aho_corasick::{Anchored, MatchKind};
use std::collections::BTreeMap;

/// Which words, by their numbers.
pub(super) type Words = Bits<48>;

/// All words, each with a number.
#[derive(Debug)]
pub(super) struct Vocabulary {
    automaton: DFA,
    start: StateID,
    /// By the numbers, how many letters each has, and what may stand beside it.
    shapes: Vec<Shape>,
    /// How many letters the longest has.
    longest: usize,
}

#[derive(Debug)]
struct Shape {
    length: usize,
    begins: Side,
    ends: Side,
}

/// Gives words their numbers.
#[derive(Default)]
pub(super) struct Draft(BTreeMap<Word, usize>);

/// A [`Need`] in numbers.
#[derive(Debug)]
pub(super) enum Condition {
    Nothing,
    All(Box<Words>, Vec<Self>),
    Any(Box<Words>, Vec<Self>),
}

/// A [`Condition`] that most texts are told apart from by a few words.
#[derive(Debug)]
pub(super) struct Gate {
    /// A text without any of these does not hold it; `None` if no words tell.
    cut: Option<Box<Words>>,
    condition: Condition,
}

impl Gate {
    pub(super) fn holds(&self, words: &Words) -> bool {
        self.cut.as_ref().is_none_or(|cut| cut.meets(words)) && self.condition.holds(words)
    }
}

impl Draft {
    pub(super) fn gate(&mut self, need: &Need) -> Gate {
        let cut = need.cut().map(|words| {
            let mut cut = Box::new(Words::EMPTY);
            for word in words {
                cut.insert(self.number(word));
            }
            cut
        });
        Gate { cut, condition: self.condition(need) }
    }

    pub(super) fn number(&mut self, word: &Word) -> usize {
        let next = self.0.len();
        *self.0.entry(word.clone()).or_insert(next)
    }

    pub(super) fn condition(&mut self, need: &Need) -> Condition {
        match need {
            Need::Nothing => Condition::Nothing,
            Need::Word(_) => self.condition(&Need::All(vec![need.clone()])),
            Need::All(parts) => {
                let (words, rest) = self.split(parts);
                Condition::All(words, rest)
            }
            Need::Any(parts) => {
                let (words, rest) = self.split(parts);
                Condition::Any(words, rest)
            }
        }
    }

    fn split(&mut self, parts: &[Need]) -> (Box<Words>, Vec<Condition>) {
        let mut words = Box::new(Words::EMPTY);
        let mut rest = Vec::new();
        for part in parts {
            match part {
                Need::Word(word) => words.insert(self.number(word)),
                _ => rest.push(self.condition(part)),
            }
        }
        (words, rest)
    }

    /// `None` if there are more words than have a number.
    pub(super) fn finish(self) -> Option<Vocabulary> {
        let mut words: Vec<(Word, usize)> = self.0.into_iter().collect();
        words.sort_by_key(|(_, number)| *number);
        if words.len() > Words::SIZE {
            return None;
        }
        let automaton = DFA::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .prefilter(false)
            .build(words.iter().map(|(word, _)| &word.text))
            .ok()?;
        let shape = |(word, _): (Word, usize)| Shape {
            length: word.text.len(),
            begins: word.begins,
            ends: word.ends,
        };
        let shapes: Vec<Shape> = words.into_iter().map(shape).collect();
        let longest = shapes.iter().map(|shape| shape.length).max().unwrap_or(0);
        let start = automaton.start_state(Anchored::No).ok()?;
        Some(Vocabulary { automaton, start, shapes, longest })
    }
}

impl Condition {
    /// Whether a text with these words has what is needed.
    pub(super) fn holds(&self, words: &Words) -> bool {
        match self {
            Self::Nothing => true,
            Self::All(these, rest) => words.holds(these) && rest.iter().all(|part| part.holds(words)),
            Self::Any(these, rest) => words.meets(these) || rest.iter().any(|part| part.holds(words)),
        }
    }
}

impl Vocabulary {
    /// The words in a text, wherever they stand.
    ///
    /// A step has to wait for the one before. So two are taken at a time, one in either half of the text.
    pub(super) fn of(&self, text: &str) -> Words {
        let mut found = Words::EMPTY;
        let bytes = text.as_bytes();
        let half = bytes.len() / 2;
        let (mut one, mut other) = (self.start, self.start);
        for (at, (first, second)) in bytes.iter().zip(bytes.iter().skip(half)).take(half).enumerate() {
            one = self.automaton.next_state(Anchored::No, one, *first);
            other = self.automaton.next_state(Anchored::No, other, *second);
            if self.automaton.is_match(one) {
                self.note(one, bytes, at + 1, &mut found);
            }
            if self.automaton.is_match(other) {
                self.note(other, bytes, half + at + 1, &mut found);
            }
        }
        // What begins in the first half may end in the second, and of an odd number one is left.
        for (state, from, to) in [(one, half, half + self.longest), (other, 2 * half, bytes.len())] {
            let mut state = state;
            for (at, byte) in bytes.iter().enumerate().take(to).skip(from) {
                state = self.automaton.next_state(Anchored::No, state, *byte);
                if self.automaton.is_match(state) {
                    self.note(state, bytes, at + 1, &mut found);
                }
            }
        }
        found
    }

    /// The words that end here.
    fn note(&self, state: StateID, bytes: &[u8], end: usize, found: &mut Words) {
        for index in 0..self.automaton.match_len(state) {
            let number = self.automaton.match_pattern(state, index).as_usize();
            if self.shapes.get(number).is_some_and(|shape| shape.fits(bytes, end)) {
                found.insert(number);
            }
        }
    }
}

impl Shape {
    /// Whether what stands beside the word that ends here may.
    fn fits(&self, bytes: &[u8], end: usize) -> bool {
        let before = || bytes.get(..end - self.length).unwrap_or_default();
        (self.ends == Side::Open || !bytes.get(end).is_some_and(is_letter))
            && (self.begins == Side::Open
                || !before().last().is_some_and(is_letter)
                || ends_in_escape(before()))
    }
}

/// Whether the last letter is none, since it stands for a blank or another one.
fn ends_in_escape(bytes: &[u8]) -> bool {
    bytes.iter().rev().nth(1) == Some(&b'\\') || bytes.iter().rev().skip(4).take(2).eq(b"u\\")
}
