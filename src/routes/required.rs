//! Which words a text must have before a pattern can match it. They are read off the pattern, so that nobody has to
//! keep a second list beside it.

use regex_syntax::hir::{Class, Hir, HirKind};
use regex_syntax::{Error, ParserBuilder};

/// Words of which one occurs, in either case, wherever the pattern matches; none where the pattern has no such words.
///
/// # Errors
/// The pattern is none.
pub(super) fn words(pattern: &str) -> Result<Option<Vec<String>>, Box<Error>> {
    let hir = ParserBuilder::new().unicode(false).utf8(false).build().parse(pattern)?;
    Ok(required(&hir))
}

/// Patterns of rules are nested a few levels deep, and the parser bounds it.
fn required(hir: &Hir) -> Option<Vec<String>> {
    match hir.kind() {
        HirKind::Literal(_) | HirKind::Class(_) => text(hir).map(|text| vec![text]),
        HirKind::Repetition(repetition) if repetition.min > 0 => required(&repetition.sub),
        HirKind::Capture(capture) => required(&capture.sub),
        HirKind::Alternation(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(required(part)?);
            }
            all.sort();
            all.dedup();
            Some(all)
        }
        HirKind::Concat(parts) => best_of(parts),
        HirKind::Empty | HirKind::Look(_) | HirKind::Repetition(_) => None,
    }
}

/// Of what all has to occur, the choice of which least often anything does: the one with the longest words.
fn best_of(parts: &[Hir]) -> Option<Vec<String>> {
    let mut choices = Vec::new();
    let mut run = String::new();
    for part in parts {
        if let Some(text) = text(part) {
            run.push_str(&text);
            continue;
        }
        choices.push(vec![std::mem::take(&mut run)]);
        // What looks between two letters takes no room, but may stand between two words.
        choices.extend(required(part));
    }
    choices.push(vec![run]);
    let shortest = |words: &Vec<String>| words.iter().map(String::len).min().unwrap_or(0);
    choices
        .into_iter()
        .filter(|words| shortest(words) > 0)
        .max_by_key(|words| (shortest(words).min(5), usize::MAX - words.len()))
}

/// The text that this always is, in small letters; `None` if it is not always the same.
fn text(hir: &Hir) -> Option<String> {
    match hir.kind() {
        HirKind::Literal(literal) => {
            let text = str::from_utf8(&literal.0).ok()?;
            text.is_ascii().then(|| text.to_ascii_lowercase())
        }
        HirKind::Class(Class::Bytes(class)) => {
            let mut letters = class
                .iter()
                .flat_map(|range| range.start()..=range.end())
                .map(|byte| byte.to_ascii_lowercase());
            let first = letters.next()?;
            (first.is_ascii() && letters.all(|letter| letter == first)).then(|| char::from(first).to_string())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    fn of(pattern: &str) -> Vec<String> {
        words(pattern).expect("a pattern").unwrap_or_default()
    }

    #[test]
    fn words_are_those_without_which_nothing_matches() {
        assert_eq!(of(r"(?i)\bpsql\b.*\s-f"), ["psql"]);
        assert_eq!(of(r"(?i)(?:create|alter)\s+extension"), ["extension"]);
        assert_eq!(of(r"(?:ab|cd)?x+"), ["x"]);
        assert_eq!(of(r"a|b*"), Vec::<String>::new());
        assert_eq!(of(r"\.sql\b|dump"), [".sql", "dump"]);
    }
}
