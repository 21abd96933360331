//! What a command is expected to print: line by line, `[..]` for any part of one line, `...` for any number of lines.

/// The expected lines.
#[derive(Clone, Debug, Default)]
pub struct Expected(Vec<String>);

impl Expected {
    /// Whether nothing is expected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One more line.
    pub fn push(&mut self, line: &str) {
        self.0.push(line.to_owned());
    }

    /// The lines, as the page has them.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// Whether this was printed. An empty line at the end of what is expected stands for none.
    #[must_use]
    pub fn agrees(&self, printed: &str) -> bool {
        let printed: Vec<&str> = printed.lines().collect();
        let mut expected = self.0.as_slice();
        while let [rest @ .., last] = expected
            && last.is_empty()
        {
            expected = rest;
        }
        lines_agree(expected, &printed)
    }
}

fn lines_agree(expected: &[String], printed: &[&str]) -> bool {
    match (expected, printed) {
        ([], []) => true,
        ([any, rest @ ..], _) if any == "..." => {
            (0..=printed.len()).any(|from| lines_agree(rest, printed.get(from..).unwrap_or_default()))
        }
        ([line, rest @ ..], [found, others @ ..]) => line_agrees(line, found) && lines_agree(rest, others),
        _ => false,
    }
}

fn line_agrees(expected: &str, printed: &str) -> bool {
    let mut parts = expected.trim_end().split("[..]");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = printed.trim_end().strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(place) => rest = rest.get(place + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree(expected: &str, printed: &str) -> bool {
        let mut lines = Expected::default();
        expected.lines().for_each(|line| lines.push(line));
        lines.agrees(printed)
    }

    #[test]
    fn parts_of_lines_and_lines_are_left_out() {
        assert!(agree("a [..] c\n", "a b c\n"));
        assert!(agree("[..]b[..]", "abc"));
        assert!(agree("a\n...\nz\n\n", "a\nb\nc\nz\n"));
        assert!(agree("...", ""));
        assert!(!agree("a", "a b"));
        assert!(!agree("a[..]b", "ab c"));
        assert!(!agree("a\n...\nz", "a\nb"));
        assert!(!agree("", "a"));
    }
}
