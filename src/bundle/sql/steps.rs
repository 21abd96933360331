//! The steps of an entry that is not one transaction.
//!
//! Invariant: every statement but BEGIN and COMMIT is in exactly one step, in the order it stands in the entry.

use super::chunk::chunks;
use super::{Class, Control, Fault, Postcondition, Refusal, Statement, classify};
use std::collections::BTreeSet;

/// What runs, and is recorded, as a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// Its statements, each a message of its own; at least one.
    pub statements: Vec<Statement<'a>>,
    /// How it runs.
    pub kind: StepKind,
}

/// How a step runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// In one transaction together with its progress row.
    Transaction,
    /// Outside any transaction, between two progress marks; the catalog proves it.
    Alone(Postcondition),
}

impl Step<'_> {
    /// The line, from 1, on which it begins.
    #[must_use]
    pub fn line(&self) -> usize {
        self.statements.first().map_or(1, |statement| statement.line)
    }
}

/// Cuts an entry into steps.
///
/// A `BEGIN … COMMIT` block is one step. Statements before a `COMMIT` that closes no such block are one step too:
/// Drizzle runs an entry within a transaction of its own, so that they were committed together. Any other statement
/// is a step by itself.
///
/// # Errors
/// A [`Fault`] for an entry that should not have passed [`inspect`](super::inspect()).
pub fn steps(body: &str) -> Result<Vec<Step<'_>>, Fault> {
    let mut steps = Vec::new();
    let mut since: Vec<Statement<'_>> = Vec::new();
    let mut begun: Option<usize> = None;
    for statement in chunks(body).flat_map(|chunk| chunk.statements()) {
        let fault = |refusal: Refusal| Fault { line: statement.line, kind: refusal.into() };
        match classify(statement.text, &BTreeSet::new()).map_err(fault)? {
            Class::Control(Control::Begin) if begun.is_none() => {
                each_alone(&mut steps, &mut since);
                begun = Some(statement.line);
            }
            Class::Control(Control::Begin) => {}
            Class::Control(Control::Commit) => {
                begun = None;
                together(&mut steps, &mut since);
            }
            Class::Alone(_) if begun.is_some() => return Err(fault(Refusal::AloneInTransaction)),
            Class::Alone(proof) => {
                each_alone(&mut steps, &mut since);
                steps.push(Step { statements: vec![statement], kind: StepKind::Alone(proof) });
            }
            Class::Transactional | Class::Control(Control::Savepoint | Control::Release) => {
                since.push(statement)
            }
        }
    }
    if let Some(line) = begun {
        return Err(Fault { line, kind: Refusal::LeftOpen.into() });
    }
    each_alone(&mut steps, &mut since);
    Ok(steps)
}

fn together<'a>(steps: &mut Vec<Step<'a>>, since: &mut Vec<Statement<'a>>) {
    if !since.is_empty() {
        steps.push(Step { statements: std::mem::take(since), kind: StepKind::Transaction });
    }
}

fn each_alone<'a>(steps: &mut Vec<Step<'a>>, since: &mut Vec<Statement<'a>>) {
    steps.extend(
        since.drain(..).map(|statement| Step { statements: vec![statement], kind: StepKind::Transaction }),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Steps as text: statements joined by `+`, `!` before those outside a transaction.
    fn outline(body: &str) -> Vec<String> {
        let text = |step: &Step<'_>| {
            let texts: Vec<&str> = step.statements.iter().map(|statement| statement.text).collect();
            let mark = if step.kind == StepKind::Transaction { "" } else { "!" };
            format!("{mark}{}", texts.join("+"))
        };
        steps(body).unwrap().iter().map(text).collect()
    }

    #[test]
    fn what_was_committed_together_stays_together() {
        assert_eq!(outline("a; b; commit; vacuum; c; d"), ["a+b", "!vacuum", "c", "d"]);
        assert_eq!(outline("a; begin; b; c; commit; d; e; commit; f"), ["a", "b+c", "d+e", "f"]);
        assert_eq!(outline("vacuum; a; vacuum;"), ["!vacuum", "a", "!vacuum"]);
        assert_eq!(outline("begin; commit; commit"), Vec::<String>::new());
        assert_eq!(outline("begin; a; begin; b; commit"), ["a+b"]);
    }

    #[test]
    fn what_should_not_have_passed_is_refused_with_its_line() {
        for (body, line, refusal) in [
            ("begin;\nvacuum;\ncommit", 2, Refusal::AloneInTransaction),
            ("a;\nbegin;\nb", 2, Refusal::LeftOpen),
            ("a;\n\nrollback", 3, Refusal::Rollback("ROLLBACK")),
        ] {
            assert_eq!(steps(body), Err(Fault { line, kind: refusal.into() }), "{body}");
        }
    }

    #[test]
    fn each_statement_is_its_own_and_knows_its_place() {
        let body = "a;--> statement-breakpoint\ncreate index concurrently \"I\" on s.t (x);";
        let steps = steps(body).unwrap();
        let places: Vec<_> = steps.iter().map(|step| (step.line(), step.statements[0].chunk)).collect();
        assert_eq!(places, [(1, 1), (2, 2)]);
        let StepKind::Alone(Postcondition::IndexValid { index, table }) = &steps[1].kind else {
            panic!("{steps:?}")
        };
        assert_eq!((index.as_str(), table.to_string()), ("I", "\"s\".\"t\"".into()));
    }

    proptest! {
        #[test]
        fn no_statement_is_lost_or_moved(body in "((a|b|vacuum|begin|commit|;|--> statement-breakpoint) ?){0,30}") {
            let Ok(steps) = steps(&body) else { return Ok(()) };
            let run: Vec<usize> = steps.iter().flat_map(|step| &step.statements).map(|s| s.start).collect();
            prop_assert!(run.is_sorted());
            let all = chunks(&body).flat_map(|chunk| chunk.statements());
            let rest = all.filter(|s| !matches!(classify(s.text, &BTreeSet::new()), Ok(Class::Control(_))));
            prop_assert_eq!(run, rest.map(|s| s.start).collect::<Vec<_>>());
        }
    }
}
