//! Which rules may find anything in a file, before it is read in parts: most files are not read at all.
//!
//! Invariant: no rule that finds something in the whole reading of a file is left out. A reader takes words from the file as
//! they are, and puts blanks between them. Where it may put together what was apart, the words that come out of it are
//! looked for as well; where that cannot be told without reading, every rule is a candidate.

use super::decode::fold;
use super::kind::Kind;
use super::mapped::Mapped;
use super::matcher::{self, Rules};
use super::pattern::Pattern;
use super::read::remark;
use super::region::Role::{self, Code, Command, Literal, Setting, Statement};
use super::required::is_of_word;
use super::rules::ORDER;

/// Begins a text that is read as what the name of its file says.
static HEREDOC: Pattern = Pattern::new(r#"<[\\"]*<"#);
/// Such a name, or that of a key, by which a text is read as prose or markup; or one that is written in a way of its own.
static PROSE: Pattern = Pattern::new(
    r#"(?i)\.(?:md|markdown|mdx|mkd|html?|xml|xhtml|svg|csproj|vue|txt|rst|adoc|org|tex|text)\b|\.\w*(?:\\|"")+\w"#,
);
/// A list under this key is one text.
static SOURCE: Pattern = Pattern::new("source");
/// A letter by its number.
static NUMBERED: Pattern = Pattern::new(r"\\u[0-9a-fA-F]{4}");

/// What a document has where a word may be put together of what is apart in its text, or be made of something else: marks
/// within a word, tags, entities, links that go on as words, what is struck out, a line that goes on within a word, lines
/// of which some are left out, a list that is one text.
static PUT_TOGETHER: Pattern = Pattern::new(concat!(
    r"[\w.:/@$-](?:[*`~\[\]]+)[\w.:/@$-]|_[.:/@$-]|[.:/@$-]_|<[A-Za-z/!?]|&[#A-Za-z]|~~|!\[|\][(\[][^)\]\n]*[)\]][^\s.,;!?)]|",
    r"[^\s\\]\\\r?\n|\\\r?\n[ \t]*>|(?i:```\W*(?:diff|patch))|~~~|source[\x22'\\\s]*:",
));

/// The rules that may find something in a text of this kind, which was folded.
pub(super) fn candidates(text: &str, kind: Kind) -> Rules {
    let (sums, joined) = with_words_joined(text);
    let has = |pattern: &Pattern| pattern.is_in(text) || !sums.is_empty() && pattern.is_in(&sums);
    let heredoc = has(&HEREDOC);
    let untold = match kind {
        // Marks stand within words as well as between them.
        Kind::Markup => true,
        Kind::Markdown => has(&PUT_TOGETHER) || has_numbered_letters(text) || heredoc && has(&PROSE),
        Kind::Yaml | Kind::Json => {
            has(&SOURCE) || SOURCE.is_in(&joined) || has(&PROSE) || has_numbered_letters(text)
        }
        _ => heredoc && has(&PROSE),
    };
    if untold {
        return matcher::every_rule();
    }
    let mut among =
        matcher::candidates(&[text, &sums, &joined], if heredoc { &Role::ALL } else { roles(kind) });
    let comment = text.get(remark::place(text, kind)).unwrap_or_default();
    if !comment.is_empty() {
        among.extend(&matcher::candidates(&[comment], &[Role::Remark]));
    }
    among
}

/// Whether none of these rules finds anything in a part that is read as this kind, nor needs it to judge another part by.
/// A part with sentences in it is never passed over, since each tells how those after it are meant; nor is one that sets a
/// variable or has one filled in.
pub(super) fn passes_over(part: &Mapped, kind: Kind, among: &Rules) -> bool {
    let text = part.as_str();
    let is_told_by_words = matches!(kind, Kind::Sql | Kind::Shell | Kind::WindowsShell)
        && !among.contains(matcher::EVERY)
        && !text.contains(['=', '$'])
        && !HEREDOC.is_in(text);
    if !is_told_by_words || !candidates(text, kind).and(among).is_empty() {
        return false;
    }
    if !matcher::is_among(ORDER, among) {
        return true;
    }
    let (sums, joined) = with_words_joined(text);
    !matcher::may_be_step(&[text, &sums, &joined])
}

/// The roles that parts of such a file may have, unless there is a heredoc in it.
const fn roles(kind: Kind) -> &'static [Role] {
    match kind {
        Kind::Sql | Kind::Shell | Kind::WindowsShell => &[Statement, Command],
        Kind::Dockerfile | Kind::Pairs | Kind::Make => &[Statement, Command, Setting],
        Kind::Script | Kind::Java | Kind::Python | Kind::Ruby | Kind::Go | Kind::Rust => {
            &[Statement, Command, Code, Literal]
        }
        Kind::Terraform | Kind::Yaml | Kind::Json => &[Statement, Command, Setting, Code, Literal],
        Kind::Markdown | Kind::Markup | Kind::Text | Kind::Unknown => &Role::ALL,
    }
}

/// Whether a letter that may be of a word, or one that is not seen, is written by its number.
fn has_numbered_letters(text: &str) -> bool {
    NUMBERED.find_all(text).any(|found| {
        let digits = text.get(found.start + 2..found.end).unwrap_or_default();
        let letter = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        letter.is_some_and(|letter| fold(letter.encode_utf8(&mut [0; 4])).as_str().is_ascii())
    })
}

/// The text with strings put together that a program adds up, and the words that are put together in both.
fn with_words_joined(text: &str) -> (String, String) {
    let sums = summed(text).unwrap_or_default();
    let words = [joined(text), joined(&sums)].concat();
    (sums, words)
}

/// The text with strings put together that a program adds up, if words run from one into the next.
fn summed(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut sums: Option<String> = None;
    let mut from = 0;
    for at in memchr::memchr3_iter(b'\'', b'"', b'`', bytes) {
        if at >= from && runs_on(bytes, at.wrapping_sub(1)) {
            let gap = bytes.get(at..).unwrap_or_default();
            let between = gap.iter().take(SUM).take_while(|byte| is_of_sum(**byte)).enumerate();
            // A dash may also be the first letter of what is added.
            let quotes = between.filter(|(_, byte)| matches!(byte, b'\'' | b'"' | b'`'));
            let gap = quotes.last().map_or(0, |(last, _)| last + 1);
            if gap > 1 && runs_on(bytes, at + gap) {
                sums.get_or_insert_default().push_str(text.get(from..at).unwrap_or_default());
                from = at + gap;
            }
        }
    }
    if let Some(sums) = &mut sums {
        sums.push_str(text.get(from..).unwrap_or_default());
    }
    sums
}

/// More than this is not between two strings that are added up.
const SUM: usize = 128;

/// What stands between such strings, if no word does.
const fn is_of_sum(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(
            byte,
            b'\''
                | b'"'
                | b'`'
                | b'+'
                | b'.'
                | b'<'
                | b'>'
                | b'|'
                | b'&'
                | b'$'
                | b'@'
                | b'('
                | b')'
                | b'['
                | b']'
                | b'!'
                | b'?'
                | b'*'
                | b'{'
                | b'}'
                | b'-'
        )
}

/// Whether what stands here may be a part of a word.
fn runs_on(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|byte| is_of_word(char::from(*byte)) || *byte == b'\\')
}

/// The words that come of taking backslashes and quotes out of words, with blanks between them.
fn joined(text: &str) -> String {
    let bytes = text.as_bytes();
    let stays = |byte: &u8| is_of_word(char::from(*byte));
    let mut joined = String::new();
    let mut done = 0;
    for at in memchr::memchr3_iter(b'\\', b'"', b'\'', bytes) {
        if at < done {
            continue;
        }
        let before =
            bytes.get(done..at).unwrap_or_default().iter().rev().take_while(|byte| stays(byte)).count();
        let start = at - before;
        let mut end = at;
        while let Some(byte) = bytes.get(end) {
            let goes_on = || ends_in_backslash(bytes.get(start..end).unwrap_or_default());
            if !(stays(byte) || is_mark(char::from(*byte)) || is_line_end(char::from(*byte)) && goes_on()) {
                break;
            }
            end += 1;
        }
        done = end;
        let run = text.get(start..end).unwrap_or_default();
        let run = run.trim_matches(|letter| is_mark(letter) || is_line_end(letter));
        if is_taken_apart(run) {
            put_together(run, Escape::Blank, &mut joined);
            // To a shell no letter stands for a blank, and a line that goes on does so within a word.
            if ["\\n", "\\t", "\\r", "\\\n", "\\\r"].iter().any(|escape| run.contains(escape)) {
                put_together(run, Escape::Letter, &mut joined);
            }
        }
    }
    joined
}

/// What a backslash makes of a line end, and of the letters that stand for blanks in strings of programs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    Blank,
    Letter,
}

fn put_together(run: &str, escape: Escape, words: &mut String) {
    let mut escaped = false;
    for letter in run.chars().chain([' ']) {
        match letter {
            '\\' => escaped = true,
            '\n' if escape == Escape::Blank => {
                words.push(' ');
                escaped = false;
            }
            '"' | '\'' | '\r' | '\n' | '\t' => {}
            _ => {
                let blank = escaped && escape == Escape::Blank && matches!(letter, 'n' | 't' | 'r');
                words.push(if blank { ' ' } else { letter });
                escaped = false;
            }
        }
    }
}

/// Whether there is a backslash in a word, a pair of quotes, or one of them between two letters.
fn is_taken_apart(run: &str) -> bool {
    let bytes = run.as_bytes();
    let is_letter = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at)).is_some_and(|byte| !is_mark(char::from(*byte)) && *byte != b':')
    };
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        b'\\' => true,
        b'"' | b'\'' => {
            bytes.get(at + 1) == Some(byte) || is_letter(at.checked_sub(1)) && is_letter(Some(at + 1))
        }
        _ => false,
    })
}

/// What may stand within a word and is none of it.
const fn is_mark(letter: char) -> bool {
    matches!(letter, '\\' | '"' | '\'')
}

/// What may stand behind a backslash at the end of a line: the tab belongs to a recipe.
const fn is_line_end(letter: char) -> bool {
    matches!(letter, '\r' | '\n' | '\t')
}

/// Whether the line that ends here goes on in the next.
fn ends_in_backslash(bytes: &[u8]) -> bool {
    matches!(bytes, [.., b'\\'] | [.., b'\\', b'\r' | b'\n'] | [.., b'\\', b'\r', b'\n'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_where_a_reader_may_join_them() {
        for (text, words) in [
            ("a \"plain\" text, with \\n and x = \"\"", ""),
            ("cre\\ate table", "create "),
            ("[\"pri\"\"sma\", \"db:pu\\\\sh\"] C:\\a\\", "prisma db:push C:a "),
            ("it\"s one quote", "its "),
            ("don't pu''sh 'a', 'b'", "dont push "),
            ("pu\\\nsh, and\nso", "pu sh push "),
            ("mig\\rate", "mig ate migrate "),
            ("x = \"a\", \"b\"", ""),
        ] {
            assert_eq!(joined(text), words, "{text}");
        }
    }

    #[test]
    fn strings_that_are_added_up_are_one() {
        assert_eq!(
            summed("'cre' + 'a' .\n \"te\", 'table ' + 'x'"),
            Some("'create\", 'table ' + 'x'".to_owned())
        );
        assert_eq!(summed("\"drizzle\" + \"-kit push\""), Some("\"drizzle-kit push\"".to_owned()));
        assert_eq!(summed("f('a', 'b'), \"c\" + x + 'd'"), None);
    }
}
