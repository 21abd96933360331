//! The comment that a program, a script or a manifest begins with: what it says of the whole file, to whoever reads it.
//!
//! Commands in it are examples. What it says that the file does by itself is taken for what it is.

use super::super::kind::Kind;
use super::super::mapped::Mapped;
use super::super::region::{Region, Role};
use super::{Reader, prose};
use std::ops::Range;

/// What a comment over lines begins with, and text that is none.
fn marks(kind: Kind) -> (&'static [&'static str], &'static str) {
    match kind {
        Kind::Go | Kind::Java | Kind::Script => (&["//", "/**", "/*", "*/", "*"], "//go:"),
        Kind::Sql => (&["--"], ""),
        Kind::Shell
        | Kind::Dockerfile
        | Kind::Yaml
        | Kind::Pairs
        | Kind::Make
        | Kind::Python
        | Kind::Ruby
        | Kind::Terraform => (&["#"], "#!"),
        // What a module of Rust begins with is its documentation, for whoever writes programs.
        Kind::Rust
        | Kind::WindowsShell
        | Kind::Json
        | Kind::Markdown
        | Kind::Markup
        | Kind::Text
        | Kind::Unknown => (&[], ""),
    }
}

/// Where the comment stands that a text of this kind begins with; what is before the first line that is none.
pub(in super::super) fn place(text: &str, kind: Kind) -> Range<usize> {
    let (marks, none) = marks(kind);
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let is_comment = marks.iter().any(|mark| content.starts_with(mark))
            && (none.is_empty() || end == 0 || !content.starts_with(none));
        if marks.is_empty() || !(is_comment || end == 0 && content.is_empty()) {
            break;
        }
        end += line.len();
    }
    0..end
}

/// Its sentences.
pub(super) fn read(reader: &mut Reader, text: &Mapped, kind: Kind) {
    if !reader.wants(Role::Remark) {
        return;
    }
    let (marks, none) = marks(kind);
    let comment = text.slice(place(text.as_str(), kind));
    let mut paragraph = Mapped::default();
    for line in comment.lines() {
        let whole = comment.as_str().get(line.clone()).unwrap_or_default();
        let content = whole.trim_start();
        let mark = marks.iter().find(|mark| content.starts_with(**mark)).map_or(0, |mark| mark.len());
        let said = comment.trimmed(line.start + (whole.len() - content.len()) + mark..line.end);
        let is_none = !none.is_empty() && content.starts_with(none);
        if said.as_str().is_empty() || is_none {
            sentences(reader, &std::mem::take(&mut paragraph));
            continue;
        }
        paragraph.blank(said.source(0));
        paragraph.extend(&said);
    }
    sentences(reader, &paragraph);
}

/// Whether it is a sentence, and not code that was commented out.
fn is_prose(text: &str) -> bool {
    text.starts_with(|first: char| first.is_uppercase())
        && text.ends_with(['.', '!'])
        && !text.contains([';', '=', '{'])
}

fn sentences(reader: &mut Reader, paragraph: &Mapped) {
    for range in prose::sentences(paragraph.as_str()) {
        let sentence = paragraph.trimmed(range);
        if is_prose(sentence.as_str()) {
            reader.regions.push(Region::new(Role::Remark, sentence));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comment_ends_where_the_file_begins() {
        for (text, kind, comment) in [
            ("#!/bin/sh\n# One.\nrun\n# Two.\n", Kind::Shell, "#!/bin/sh\n# One.\n"),
            ("\n// One.\n\n// Two.\npackage a\n", Kind::Go, "\n// One.\n"),
            ("// One.\n//go:build linux\n", Kind::Go, "// One.\n"),
            ("/**\n * One.\n */\nclass A {}\n", Kind::Java, "/**\n * One.\n */\n"),
            ("SELECT 1; -- One.\n", Kind::Sql, ""),
            ("# One.\n", Kind::Markdown, ""),
        ] {
            assert_eq!(text.get(place(text, kind)), Some(comment), "{text}");
        }
    }

    #[test]
    fn code_that_was_commented_out_is_no_sentence() {
        assert!(is_prose("It starts by itself."));
        for code in ["Run(it);", "it(starts).", "Let a = b.", "Starts with no end"] {
            assert!(!is_prose(code), "{code}");
        }
    }
}
