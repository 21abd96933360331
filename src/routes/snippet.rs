//! Labelled snippets: texts of which somebody has said what a scan should find in them. `fixtures/routes/README.md`
//! describes the format; `rule`, which cases of rules have, names the one that a snippet is about.
//!
//! Invariant: a file is snippets from its first byte to its last. Nothing stands before the first header, and every
//! snippet says which file it pretends to be and what is in it.

use super::inventory::Agreement;
use super::rules;
use super::scan::{Hit, scan};

/// Begins every line of a header, and no other.
const MARK: char = '\u{258c}';

/// One snippet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// Its name, unique in the file.
    pub name: String,
    /// The line of its first byte in the file that holds it, from one.
    pub line: usize,
    /// The path that it pretends to have.
    pub file: String,
    /// What is in it.
    pub label: Label,
    /// The class of what is in it, the most important one if there are several, or of what it could be mistaken for.
    pub class: String,
    /// The rule that it is about, and behind it, separated by commas, those that find it as well.
    pub rule: Option<String>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What is in a snippet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// A route.
    Route,
    /// Nothing.
    Clean,
}

/// The text is not made of labelled snippets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {mistake}")]
pub struct NotSnippets {
    /// The line, from one.
    pub line: usize,
    mistake: Mistake,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum Mistake {
    #[error("no snippet begins here")]
    Header,
    #[error("a second snippet of this name")]
    Name,
    #[error("file, then route or clean, because, rule and escaped are the lines of a header, in this order")]
    Order,
    #[error("no class of this name")]
    Class,
    #[error("nothing below the header")]
    Empty,
    #[error("not an escape")]
    Escape,
}

/// Reads a whole file.
///
/// # Errors
/// [`NotSnippets`] with the first line that does not belong there.
pub fn parse(text: &str) -> Result<Vec<Snippet>, NotSnippets> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut snippets: Vec<Snippet> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let header = lines[at..].iter().take_while(|line| line.starts_with(MARK)).count();
        let body = lines[at + header..].iter().take_while(|line| !line.starts_with(MARK)).count();
        let snippet = one(&lines[at..at + header], &lines[at + header..at + header + body], at + 1)?;
        if snippets.iter().any(|other| other.name == snippet.name) {
            return Err(NotSnippets { line: at + 1, mistake: Mistake::Name });
        }
        snippets.push(snippet);
        at += header + body;
    }
    if snippets.is_empty() { Err(NotSnippets { line: 1, mistake: Mistake::Header }) } else { Ok(snippets) }
}

/// Scans each snippet as the file that it pretends to be: how labels and findings agree, and the findings where they are
/// in the file of snippets.
#[must_use]
pub fn scan_each(snippets: &[Snippet]) -> (Agreement, Vec<Hit>) {
    let mut agreement = Agreement { snippets: snippets.len(), ..Agreement::default() };
    let mut hits = Vec::new();
    for snippet in snippets {
        let found = scan(&snippet.file, &snippet.bytes).hits;
        agreement.routes += usize::from(snippet.label == Label::Route);
        agreement.agreeing += usize::from((snippet.label == Label::Route) != found.is_empty());
        hits.extend(found.into_iter().map(|hit| hit.moved_down(snippet.line - 1)));
    }
    (agreement, hits)
}

fn one(header: &[&str], body: &[&str], first: usize) -> Result<Snippet, NotSnippets> {
    let refused = |line: usize, mistake| NotSnippets { line, mistake };
    let mut fields = header.iter().enumerate().map(|(position, line)| {
        let text = line.trim_start_matches(MARK).trim();
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        (first + position, key, value.trim())
    });
    let mut next = fields.next().ok_or_else(|| refused(first, Mistake::Header))?;
    let name = next.1.to_owned();
    if name.is_empty() || !next.2.is_empty() {
        return Err(refused(first, Mistake::Header));
    }
    let end = first + header.len();
    let mut advance = || fields.next().unwrap_or((end, "", ""));
    next = advance();
    let file = next.2.to_owned();
    if next.1 != "file" || file.is_empty() {
        return Err(refused(next.0, Mistake::Order));
    }
    next = advance();
    let label = match next.1 {
        "route" => Label::Route,
        "clean" => Label::Clean,
        _ => return Err(refused(next.0, Mistake::Order)),
    };
    let known = |word: &str| rules::all().any(|rule| rule.class.name() == word);
    let mut classes = next.2.split(", ");
    if !classes.clone().all(known) {
        return Err(refused(next.0, Mistake::Class));
    }
    let class = classes.next().unwrap_or_default().to_owned();
    next = advance();
    if next.1 == "because" {
        next = advance();
    }
    let rule = (next.1 == "rule").then(|| next.2.to_owned());
    if rule.is_some() {
        next = advance();
    }
    let escaped = next.1 == "escaped";
    if escaped {
        next = advance();
    }
    if next.0 != end {
        return Err(refused(next.0, Mistake::Order));
    }
    let length = body.iter().rposition(|line| !line.trim_end().is_empty()).map_or(0, |last| last + 1);
    let text: String = body[..length].concat();
    let bytes = if escaped { unescape(&text) } else { Some(text.into_bytes()) };
    let bytes = bytes.ok_or_else(|| refused(end, Mistake::Escape))?;
    if bytes.is_empty() {
        return Err(refused(end, Mistake::Empty));
    }
    Ok(Snippet { name, line: end, file, label, class, rule, bytes })
}

fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let (escape, left) = after.split_at_checked(1)?;
        rest = left;
        match escape {
            "\\" => bytes.push(b'\\'),
            "r" => bytes.push(b'\r'),
            "\n" => {}
            "x" => {
                let (digits, left) = rest.split_at_checked(2)?;
                bytes.push(u8::from_str_radix(digits, 16).ok()?);
                rest = left;
            }
            "u" => {
                let (digits, left) = rest.strip_prefix('{')?.split_once('}')?;
                let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                rest = left;
            }
            _ => return None,
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "▌ one\n▌ file    a.sh\n▌ route   migrate-call, psql-file\n▌ because it runs\nx \\r\n\n\n\
                       ▌ two\n▌ file b.md\n▌ clean create-extension\n▌ rule routes.x.y\n▌ escaped\na\\r\\u{41}\\x42\\\\\\\n";

    #[test]
    fn a_snippet_has_its_bytes_and_no_more() {
        let snippets = parse(TWO).expect("two snippets");
        let bytes: Vec<&[u8]> = snippets.iter().map(|snippet| snippet.bytes.as_slice()).collect();
        assert_eq!(bytes, [&b"x \\r\n"[..], b"a\rAB\\"]);
        assert_eq!((snippets[0].line, snippets[1].line), (5, 13));
        assert_eq!((snippets[0].label, snippets[1].label), (Label::Route, Label::Clean));
        assert_eq!(snippets[1].rule.as_deref(), Some("routes.x.y"));
    }

    #[test]
    fn whatever_is_not_labelled_is_no_file_of_snippets() {
        for (text, line) in [
            ("", 1),
            ("x\n", 1),
            ("\n▌ one\n", 1),
            ("▌ one\n", 2),
            ("▌ one\n▌ file a\nx\n", 3),
            ("▌ one\n▌ route psql-file\n▌ file a\nx\n", 2),
            ("▌ one\n▌ file a\n▌ route nonsense\nx\n", 3),
            ("▌ one\n▌ file a\n▌ clean psql-file\n▌ whatever\nx\n", 4),
            ("▌ one\n▌ file a\n▌ clean psql-file\n\n", 4),
            ("▌ one\n▌ file a\n▌ clean psql-file\n▌ escaped\n\\q\n", 5),
            ("▌ one\n▌ file a\n▌ clean psql-file\nx\n▌ one\n▌ file a\n▌ clean psql-file\nx\n", 5),
        ] {
            assert_eq!(parse(text).map_err(|error| error.line), Err(line), "{text:?}");
        }
    }
}
