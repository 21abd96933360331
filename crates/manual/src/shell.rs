//! The simple commands of a text for the shell.
//!
//! As much of the grammar as a manual needs (POSIX.1-2024, Shell Command Language): quotes, continued lines, comments, lists,
//! pipelines, subshells, substitutions, redirections, here-documents and functions. `case` and backquotes are refused, so
//! that nothing is passed over unread.

use std::iter::Peekable;
use std::vec::IntoIter;

/// A simple command (section 2.9.1), without its redirections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// `NAME=value` in front of it; a command of these alone sets them for what follows.
    pub assignments: Vec<(String, String)>,
    /// The command and its arguments, without quotes, and with expansions as they are written.
    pub words: Vec<String>,
    /// The line it begins on, from 0.
    pub line: usize,
}

/// A text that is not read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A quote, substitution or here-document that does not end.
    #[error("what begins on line {0} does not end")]
    Unended(usize),
    /// Something that a manual does not need.
    #[error("{0} on line {1} is not read here")]
    Unread(&'static str, usize),
}

/// Words that stand where a command may, and are none (section 2.4).
const RESERVED: [&str; 13] =
    ["!", "{", "}", "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done"];

/// Every simple command of a text, those of substitutions before the one they stand in.
///
/// # Errors
/// [`Error`].
pub fn commands(text: &str) -> Result<Vec<Command>, Error> {
    let mut scanner = Scanner {
        rest: text.chars().collect::<Vec<_>>().into_iter().peekable(),
        line: 0,
        current: None,
        documents: Vec::new(),
        found: Vec::new(),
    };
    scanner.scan()?;
    Ok(scanner.found)
}

struct Scanner {
    rest: Peekable<IntoIter<char>>,
    line: usize,
    current: Option<Command>,
    /// The ends of here-documents whose text begins after this line.
    documents: Vec<String>,
    found: Vec<Command>,
}

impl Scanner {
    fn scan(&mut self) -> Result<(), Error> {
        while let Some(&next) = self.rest.peek() {
            match next {
                ' ' | '\t' => drop(self.rest.next()),
                '#' => while self.rest.next_if(|letter| *letter != '\n').is_some() {},
                '\n' => {
                    self.rest.next();
                    self.line += 1;
                    self.end();
                    self.here_documents()?;
                }
                ';' | '&' | '|' => {
                    self.rest.next();
                    self.end();
                }
                '(' | ')' => self.parenthesis(),
                '<' | '>' => self.redirection()?,
                _ => self.argument()?,
            }
        }
        self.end();
        match self.documents.is_empty() {
            true => Ok(()),
            false => Err(Error::Unended(self.line)),
        }
    }

    /// The end of a command.
    fn end(&mut self) {
        self.found.extend(self.current.take());
    }

    /// A subshell, or `name()` of a function.
    fn parenthesis(&mut self) {
        if self.rest.next() == Some('(') && self.rest.peek() == Some(&')') {
            self.current = None;
        }
        self.end();
    }

    fn redirection(&mut self) -> Result<(), Error> {
        let mut operator = String::new();
        while let Some(letter) = self.rest.next_if(|letter| "<>&|-".contains(*letter)) {
            operator.push(letter);
        }
        while self.rest.next_if(|letter| *letter == ' ').is_some() {}
        let target = self.word()?;
        if operator.starts_with("<<") {
            self.documents.push(target);
        }
        Ok(())
    }

    fn here_documents(&mut self) -> Result<(), Error> {
        for end in std::mem::take(&mut self.documents) {
            let began = self.line;
            loop {
                if self.rest.peek().is_none() {
                    return Err(Error::Unended(began));
                }
                let line: String =
                    std::iter::from_fn(|| self.rest.next_if(|letter| *letter != '\n')).collect();
                self.rest.next();
                self.line += 1;
                if line == end {
                    break;
                }
            }
        }
        Ok(())
    }

    fn argument(&mut self) -> Result<(), Error> {
        let line = self.line;
        let word = self.word()?;
        let redirected = matches!(self.rest.peek(), Some('<' | '>'));
        if redirected && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(());
        }
        let begins = self.current.as_ref().is_none_or(|current| current.words.is_empty());
        match word.as_str() {
            // A backslash at the end of a line is a word of nothing.
            "" => return Ok(()),
            "case" if begins => return Err(Error::Unread("case", line)),
            reserved if begins && RESERVED.contains(&reserved) => {
                self.end();
                return Ok(());
            }
            _ => {}
        }
        let empty = || Command { assignments: Vec::new(), words: Vec::new(), line };
        let current = self.current.get_or_insert_with(empty);
        match word.split_once('=').filter(|(name, _)| current.words.is_empty() && is_name(name)) {
            Some((name, value)) => current.assignments.push((name.to_owned(), value.to_owned())),
            None => current.words.push(word),
        }
        Ok(())
    }

    fn word(&mut self) -> Result<String, Error> {
        let began = self.line;
        let mut word = String::new();
        while let Some(&next) = self.rest.peek() {
            if " \t\n;&|()<>".contains(next) {
                break;
            }
            self.rest.next();
            match next {
                '\\' => self.escaped(&mut word),
                '\'' => loop {
                    match self.letter(began)? {
                        '\'' => break,
                        letter => word.push(letter),
                    }
                },
                '"' => self.double_quoted(&mut word, began)?,
                '$' => self.expansion(&mut word)?,
                '`' => return Err(Error::Unread("a backquote", began)),
                letter => word.push(letter),
            }
        }
        Ok(word)
    }

    fn letter(&mut self, began: usize) -> Result<char, Error> {
        let letter = self.rest.next().ok_or(Error::Unended(began))?;
        self.line += usize::from(letter == '\n');
        Ok(letter)
    }

    /// A line that ends in a backslash goes on.
    fn escaped(&mut self, word: &mut String) {
        match self.rest.next() {
            Some('\n') => self.line += 1,
            other => word.extend(other),
        }
    }

    fn double_quoted(&mut self, word: &mut String, began: usize) -> Result<(), Error> {
        loop {
            match self.letter(began)? {
                '"' => return Ok(()),
                '\\' if self.rest.peek().is_some_and(|next| "$`\"\\\n".contains(*next)) => self.escaped(word),
                '$' => self.expansion(word)?,
                '`' => return Err(Error::Unread("a backquote", began)),
                letter => word.push(letter),
            }
        }
    }

    /// What follows a dollar: a substitution's commands are found too, and its text stays.
    fn expansion(&mut self, word: &mut String) -> Result<(), Error> {
        word.push('$');
        let Some(&open @ ('(' | '{')) = self.rest.peek() else { return Ok(()) };
        let close = if open == '(' { ')' } else { '}' };
        let began = self.line;
        let (mut depth, mut quote, mut inner) = (0_usize, None, String::new());
        loop {
            let letter = self.letter(began)?;
            match (quote, letter) {
                (Some(open), letter) if open == letter => quote = None,
                (None, '\'' | '"') => quote = Some(letter),
                (None, letter) if letter == open => depth += 1,
                (None, letter) if letter == close => depth -= 1,
                _ => {}
            }
            inner.push(letter);
            if depth == 0 {
                break;
            }
        }
        if open == '(' {
            let text = inner.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or_default();
            let substituted = commands(text)?;
            self.found.extend(substituted.into_iter().map(|it| Command { line: it.line + began, ..it }));
        }
        word.push_str(&inner);
        Ok(())
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|first: char| first.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of each command, joined, with what is set in front of it.
    fn told(text: &str) -> Vec<String> {
        let one = |command: Command| {
            let set = command.assignments.iter().map(|(name, value)| format!("{name}={value}"));
            set.chain(command.words).collect::<Vec<_>>().join(" ")
        };
        commands(text).unwrap().into_iter().map(one).collect()
    }

    #[test]
    fn lists_pipelines_and_subshells_are_taken_apart() {
        assert_eq!(told("a b && c | d; ( e f ) & g\nh"), ["a b", "c", "d", "e f", "g", "h"]);
        assert_eq!(
            told("as() { ( set -u; cd \"/x/$1\"; shift; run -- \"$@\" ); }\nas me --run"),
            ["set -u", "cd /x/$1", "shift", "run -- $@", "as me --run"]
        );
        assert_eq!(told("if ! a; then b; fi"), ["a", "b"]);
    }

    #[test]
    fn quotes_and_continued_lines_are_undone() {
        assert_eq!(told("a 'b  c' \\\n    \"d $e\" f\\ g  # no\n"), ["a b  c d $e f g"]);
        assert_eq!(commands("a 'b\nc'\nd").unwrap()[1].line, 2);
    }

    #[test]
    fn redirections_are_left_out_and_substitutions_are_read() {
        assert_eq!(told("a >b 2>c 2>&1 <d e"), ["a e"]);
        assert_eq!(
            told("A=$(cat x) B=${y:-z} b \"$(c d)\""),
            ["cat x", "c d", "A=$(cat x) B=${y:-z} b $(c d)"]
        );
        assert_eq!(told("cat <<'END' >x\nnot read (\nEND\nb"), ["cat", "b"]);
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        assert_eq!(commands("a 'b"), Err(Error::Unended(0)));
        assert_eq!(commands("a\nb $(c"), Err(Error::Unended(1)));
        assert_eq!(commands("a `b`"), Err(Error::Unread("a backquote", 0)));
        assert_eq!(commands("case x in"), Err(Error::Unread("case", 0)));
        assert_eq!(commands("cat <<END\nx"), Err(Error::Unended(1)));
    }
}
