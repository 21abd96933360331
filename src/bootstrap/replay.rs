//! Runs the script without `psql`, against a database that this program has made itself: the few commands of `psql`
//! that the templates use, and its variables.
//!
//! Invariant: what is not understood is refused, so that no statement is left out in silence. The caller sends each
//! [`Step`] as one message; the session is connected to the target already.

use super::variable::Variable;
use mosaic_db::identifier::Identifier;
use mosaic_db::postgres::{Literal, ResultSet};
use std::collections::BTreeMap;

/// What to send next.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// Statements whose rows nobody looks at.
    Run(String),
    /// The last statement's row becomes variables (`\gset`): see [`Replay::remember`].
    Remember(String),
    /// The last statement's rows are statements to be run (`\gexec`).
    Generate(String),
}

/// A line that means nothing here.
#[derive(Debug, thiserror::Error)]
#[error("line {line} of the bootstrap script is for psql alone")]
pub struct NotReplayable {
    line: usize,
}

/// Which lines of an `\if` count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    Taken,
    PassedOver,
}

/// A script on its way.
pub struct Replay<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    variables: BTreeMap<String, String>,
    branch: Branch,
}

impl<'a> Replay<'a> {
    pub fn of(script: &'a str) -> Self {
        Self { lines: script.lines().enumerate(), variables: BTreeMap::new(), branch: Branch::Taken }
    }

    /// The next step; nothing at the end.
    ///
    /// # Errors
    /// [`NotReplayable`].
    pub fn next_step(&mut self) -> Result<Option<Step>, NotReplayable> {
        let mut statements = String::new();
        while let Some((place, line)) = self.lines.next() {
            let refused = NotReplayable { line: place + 1 };
            let (text, command) = match line.split_once('\\') {
                // Inside a statement a backslash is the statement's own.
                Some((text, command)) if text.is_empty() || text.ends_with(' ') => (text, command),
                _ => (line, ""),
            };
            match (command.split(' ').next().unwrap_or_default(), self.branch) {
                ("else", branch) => {
                    self.branch = match branch {
                        Branch::Taken => Branch::PassedOver,
                        Branch::PassedOver => Branch::Taken,
                    };
                }
                ("endif", _) => self.branch = Branch::Taken,
                (_, Branch::PassedOver) => {}
                ("if", Branch::Taken) => {
                    let name = command.strip_prefix("if :").ok_or(refused)?;
                    let holds = self.variables.get(name).is_some_and(|value| value == "t");
                    self.branch = if holds { Branch::Taken } else { Branch::PassedOver };
                }
                ("set", Branch::Taken) => {
                    let (name, value) = Variable::read(command).ok_or(refused)?;
                    self.variables.insert(name, value);
                }
                ("echo", Branch::Taken) => {}
                (end @ ("" | "gset" | "gexec"), Branch::Taken) => {
                    statements.push_str(&self.filled(text));
                    statements.push('\n');
                    match end {
                        "gset" => return Ok(Some(Step::Remember(statements))),
                        "gexec" => return Ok(Some(Step::Generate(statements))),
                        _ => {}
                    }
                }
                _ => return Err(refused),
            }
        }
        Ok((!statements.trim().is_empty()).then_some(Step::Run(statements)))
    }

    /// Takes the row of a [`Step::Remember`].
    pub fn remember(&mut self, answer: &ResultSet) {
        for (column, name) in answer.columns().iter().enumerate() {
            let value = answer.get(0, column).unwrap_or_default();
            self.variables.insert(name.clone(), value.to_owned());
        }
    }

    /// The line with `:'name'` as a literal and `:"name"` as an identifier, as `psql` quotes them.
    fn filled(&self, line: &str) -> String {
        let mut filled = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once(':') {
            filled.push_str(before);
            rest = after;
            match self.quoted(after) {
                Some((value, after)) => {
                    filled.push_str(&value);
                    rest = after;
                }
                None => filled.push(':'),
            }
        }
        filled.push_str(rest);
        filled
    }

    fn quoted<'b>(&self, after_colon: &'b str) -> Option<(String, &'b str)> {
        let quote = after_colon.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
        let (name, rest) = after_colon.get(1..)?.split_once(quote)?;
        let value = self.variables.get(name)?;
        let quoted = match quote {
            '"' => Identifier::new(value.as_str()).ok()?.to_string(),
            _ => Literal(value).to_string(),
        };
        Some((quoted, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(script: &str) -> Vec<Step> {
        let mut replay = Replay::of(script);
        std::iter::from_fn(|| replay.next_step().expect("lines that are understood")).collect()
    }

    #[test]
    fn variables_are_quoted_where_they_are_used() {
        let script = "\\set name 'it\\'s \\\\ \"it\"'\nSELECT :'name', :\"name\", a::text, :'other';";
        let expected = "SELECT  E'it''s \\\\ \"it\"', \"it's \\ \"\"it\"\"\", a::text, :'other';\n";
        assert_eq!(steps(script), [Step::Run(expected.to_owned())]);
    }

    #[test]
    fn rows_are_remembered_and_generated() {
        let script = "BEGIN;\nSELECT 1 AS one \\gset\nSELECT 'x'\n\\gexec\nCOMMIT;\n\\echo done";
        let [begin, x] = ["BEGIN;\nSELECT 1 AS one \n", "SELECT 'x'\n\n"].map(str::to_owned);
        let end = "COMMIT;\n".to_owned();
        assert_eq!(steps(script), [Step::Remember(begin), Step::Generate(x), Step::Run(end)]);
    }

    #[test]
    fn a_branch_is_taken_or_passed_over() {
        let script =
            "\\set yes t\n\\if :yes\na;\n\\else\nb;\n\\connect x\n\\endif\n\\if :no\nc;\n\\else\nd;\n\\endif";
        assert_eq!(steps(script), [Step::Run("a;\nd;\n".to_owned())]);
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        let mut replay = Replay::of("SELECT 1;\n\\connect elsewhere\nSELECT 2;");
        assert_eq!(replay.next_step().expect_err("a command").line, 2);
    }
}
