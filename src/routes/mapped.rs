//! Text that knows where each of its bytes stands in the file it was taken from.

use std::ops::Range;

/// A text made of pieces of a source, in any order, with what was changed between them.
///
/// Invariant: `points` begins with offset 0 and rises strictly in its first numbers; each says that from there on this
/// text runs along with the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mapped {
    text: String,
    points: Vec<(usize, usize)>,
}

impl Mapped {
    /// A source, as it is.
    #[must_use]
    pub(super) fn whole(text: &str) -> Self {
        let mut whole = Self::default();
        whole.push(text, 0);
        whole
    }

    /// The text.
    #[must_use]
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Adds a piece that stands at this offset of the source, or in its place.
    pub(super) fn push(&mut self, piece: &str, source: usize) {
        if piece.is_empty() {
            return;
        }
        let here = self.text.len();
        let runs_on = self.points.last().is_some_and(|(at, from)| from + (here - at) == source);
        if !runs_on {
            self.points.push((here, source));
        }
        self.text.push_str(piece);
    }

    /// Adds a part of another text of the same source.
    pub(super) fn append(&mut self, other: &Self, range: Range<usize>) {
        let mut at = range.start;
        let first = other.points.partition_point(|(here, _)| *here <= at);
        let ends = other.points.get(first..).unwrap_or_default().iter().map(|(here, _)| *here);
        for end in ends.chain([range.end]) {
            let end = end.min(range.end);
            if end > at {
                self.push(other.text.get(at..end).unwrap_or_default(), other.source(at));
                at = end;
            }
        }
    }

    /// Adds another text of the same source.
    pub(super) fn extend(&mut self, other: &Self) {
        self.append(other, 0..other.text.len());
    }

    /// Adds a blank that the source has not, unless this text is empty or ends in one.
    pub(super) fn blank(&mut self, source: usize) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.push(" ", source);
        }
    }

    /// A part, as a text of its own. Offsets between characters, else it is empty.
    #[must_use]
    pub(super) fn slice(&self, range: Range<usize>) -> Self {
        let mut slice = Self::default();
        slice.append(self, range);
        slice
    }

    /// A part without the blanks around it.
    #[must_use]
    pub(super) fn trimmed(&self, range: Range<usize>) -> Self {
        let text = self.text.get(range.clone()).unwrap_or_default();
        let start = range.start + (text.len() - text.trim_start().len());
        self.slice(start..start + text.trim().len())
    }

    /// Where in the source a byte of this text stands.
    #[must_use]
    pub(super) fn source(&self, at: usize) -> usize {
        let after = self.points.partition_point(|(here, _)| *here <= at);
        self.points.get(after.wrapping_sub(1)).map_or(at, |(here, source)| source + (at - here))
    }

    /// The lines, without their ends.
    pub(super) fn lines(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut at = 0;
        self.text.split_inclusive('\n').map(move |line| {
            let start = at;
            at += line.len();
            start..start + line.trim_end_matches(['\n', '\r']).len()
        })
    }

    /// With every run of blanks as one, and without those around it.
    #[must_use]
    pub(super) fn unfolded(&self) -> Self {
        let mut text = Self::default();
        for word in words(&self.text) {
            text.blank(self.source(word.start).saturating_sub(1));
            text.append(self, word);
        }
        text
    }
}

/// The end of a text that is longer than so many bytes.
pub(super) fn last_of(text: &str, bytes: usize) -> &str {
    let mut from = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    text.get(from..).unwrap_or_default()
}

/// The beginning of a text that is longer than so many bytes.
pub(super) fn first_of(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// Where the words of a text stand.
pub(super) fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_survive_cutting_and_joining() {
        let whole = Mapped::whole("one \\\n  two\nthree");
        let mut joined = whole.slice(0..3);
        joined.blank(3);
        joined.append(&whole, 8..17);
        assert_eq!(joined.as_str(), "one two\nthree");
        assert_eq!(joined.source(4), 8);
        assert_eq!(joined.slice(8..13).source(0), 12);
        assert_eq!(joined.unfolded().as_str(), "one two three");
        assert_eq!(joined.unfolded().source(8), 12);
    }
}
