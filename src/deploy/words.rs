//! Commands: from what is written to the words that a program is started with.

use super::place::Place;
use super::text::Text;

/// A command.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub(super) place: Place,
    pub(super) words: Vec<Text>,
}

/// Programs that run a text.
const SHELLS: [&str; 6] = ["sh", "bash", "ash", "dash", "zsh", "ksh"];

impl Words {
    /// A command that was written as one text, split as a shell splits words; no shell runs it.
    pub(super) fn split(text: &Text) -> Self {
        let mut words = Vec::new();
        let mut word: Option<(usize, String)> = None;
        let mut quote = None;
        let mut characters = text.as_str().chars().enumerate();
        while let Some((index, character)) = characters.next() {
            match (character, quote) {
                (c, Some(open)) if c == open => quote = None,
                ('\'' | '"', None) => {
                    quote = Some(character);
                    word.get_or_insert_with(|| (index, String::new()));
                }
                ('\\', None | Some('"')) => {
                    let escaped = characters.next().map_or('\\', |(_, escaped)| escaped);
                    word.get_or_insert_with(|| (index, String::new())).1.push(escaped);
                }
                (c, None) if c.is_whitespace() => words.extend(word.take()),
                (c, _) => word.get_or_insert_with(|| (index, String::new())).1.push(c),
            }
        }
        words.extend(word);
        let at = |(index, word): (usize, String)| {
            let place = Place::new(text.place.line, text.place.column + index, word.chars().count());
            Text::new(word, place)
        };
        Self { place: text.place, words: words.into_iter().map(at).collect() }
    }
}

/// The last component of a path.
pub(super) fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether the first word is a program that runs a text.
pub(super) fn is_shell(words: &[&Text]) -> bool {
    words.first().is_some_and(|first| SHELLS.contains(&base(first.as_str())))
}

/// The words of a command, with those of a shell's text one by one.
pub(super) fn flat(words: &[&Text]) -> Vec<String> {
    if is_shell(words) {
        let separators = |c: char| c.is_whitespace() || matches!(c, ';' | '&' | '|' | '(' | ')');
        let text = words.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" ");
        return text.split(separators).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    }
    words.iter().map(|word| word.as_str().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_as_a_shell_would() {
        let words = Words::split(&Text::new(r#"a  "b c"d 'e"f' g\ h ''"#, Place::START));
        let words: Vec<_> = words.words.iter().map(Text::as_str).collect();
        assert_eq!(words, ["a", "b cd", "e\"f", "g h", ""]);
    }

    #[test]
    fn what_a_shell_runs_is_seen() {
        let text = |word: &str| Text::new(word, Place::START);
        let words = [text("/bin/sh"), text("-c"), text("a --run&&b")];
        let words: Vec<_> = words.iter().collect();
        assert_eq!(flat(&words), ["/bin/sh", "-c", "a", "--run", "b"]);
    }
}
