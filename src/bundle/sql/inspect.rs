//! Judges a whole entry: can it be one transaction, what does it need, and may it run at all.

use super::chunk::{Cut, CutBy, chunks};
use super::reader::{Reader, is_word};
use super::{Class, Control, Open, Refusal, Statement, classify};
use crate::bundle::Transaction;
use crate::identifier::Identifier;
use std::collections::BTreeSet;

/// Why an entry cannot run, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct Fault {
    /// From 1.
    pub line: usize,
    /// Why.
    pub kind: FaultKind,
}

/// Why an entry cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// A breakpoint would cut it in two.
    #[error("a breakpoint stands inside {}", .0.name())]
    CutByBreakpoint(Open),
    /// It is never closed.
    #[error("{} is never closed", .0.name())]
    NeverClosed(Open),
    /// No entry may hold this statement.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl From<Cut> for Fault {
    fn from(cut: Cut) -> Self {
        let kind = match cut.by {
            CutBy::Breakpoint => FaultKind::CutByBreakpoint(cut.open),
            CutBy::End => FaultKind::NeverClosed(cut.open),
        };
        Self { line: cut.line, kind }
    }
}

/// What an entry turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// How it meets transactions.
    pub transaction: Transaction,
    /// The extensions it creates.
    pub extensions: BTreeSet<Identifier>,
    /// The schemas it creates.
    pub schemas: BTreeSet<Identifier>,
}

/// Whether a text is one statement that is closed where it ends, and that an entry could hold.
#[must_use]
pub fn is_one_statement(text: &str) -> bool {
    inspect(text, &BTreeSet::new()).is_ok() && chunks(text).flat_map(|chunk| chunk.statements()).count() == 1
}

/// Reads an entry from its first to its last token. `managed` are the schemas that no entry may drop.
///
/// # Errors
/// The first [`Fault`].
pub fn inspect(body: &str, managed: &BTreeSet<Identifier>) -> Result<Inspection, Fault> {
    let mut found = Inspection {
        transaction: Transaction::Single,
        extensions: BTreeSet::new(),
        schemas: BTreeSet::new(),
    };
    let mut flow = Flow::default();
    let mut chunks = chunks(body).peekable();
    while let Some(chunk) = chunks.next() {
        let mut reading = chunk.statements();
        let statements: Vec<Statement<'_>> = reading.by_ref().collect();
        if let Some(cut) = chunk.cut(&reading, chunks.peek()) {
            return Err(cut.into());
        }
        for statement in statements {
            let refused = |refusal: Refusal| Fault { line: statement.line, kind: refusal.into() };
            let class = classify(statement.text, managed).map_err(refused)?;
            flow.take(statement.line, &class).map_err(refused)?;
            found.note_needs(statement.text);
        }
    }
    found.transaction = flow.finish()?;
    Ok(found)
}

impl Inspection {
    fn note_needs(&mut self, statement: &str) {
        let mut reader = Reader::new(statement);
        if !reader.accept("create") {
            return;
        }
        let extension = reader.accept("extension");
        if !extension && !reader.accept("schema") {
            return;
        }
        reader.accept_all(&["if", "not", "exists"]);
        // CREATE SCHEMA AUTHORIZATION role: the schema is named like the role.
        if !extension && reader.peek().is_some_and(|token| is_word(&token, "authorization")) {
            reader.next();
        }
        let Some(name) = reader.identifier() else { return };
        if extension {
            self.extensions.insert(name)
        } else {
            self.schemas.insert(name)
        };
    }
}

/// The transactions an entry opens and closes, as far as they decide whether it can be one.
#[derive(Default)]
struct Flow {
    statements: usize,
    /// Line of the BEGIN that is open.
    open: Option<usize>,
    /// Whether the entry begins with BEGIN.
    wrapped: bool,
    /// How many COMMITs there were.
    commits: usize,
    /// Whether something followed the last COMMIT.
    goes_on: bool,
    /// Whether anything refuses a transaction, or opens a second one.
    splits: bool,
}

impl Flow {
    fn take(&mut self, line: usize, class: &Class) -> Result<(), Refusal> {
        self.goes_on |= self.commits > 0;
        match class {
            Class::Control(Control::Begin) => {
                self.wrapped |= self.statements == 0;
                self.splits |= self.statements > 0;
                self.open = self.open.or(Some(line));
            }
            Class::Control(Control::Commit) => {
                self.commits += 1;
                self.open = None;
            }
            Class::Alone(_) if self.open.is_some() => return Err(Refusal::AloneInTransaction),
            Class::Alone(_) => self.splits = true,
            Class::Control(Control::Savepoint | Control::Release) | Class::Transactional => {}
        }
        self.statements += 1;
        Ok(())
    }

    fn finish(self) -> Result<Transaction, Fault> {
        if let Some(line) = self.open {
            return Err(Fault { line, kind: Refusal::LeftOpen.into() });
        }
        let one = match self.commits {
            0 => true,
            1 => self.wrapped && !self.goes_on,
            _ => false,
        };
        Ok(if one && !self.splits { Transaction::Single } else { Transaction::None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kind(body: &str) -> Result<Transaction, (usize, FaultKind)> {
        inspect(body, &BTreeSet::new())
            .map(|found| found.transaction)
            .map_err(|fault| (fault.line, fault.kind))
    }

    #[test]
    fn an_entry_is_one_transaction_or_several_steps() {
        for single in [
            "",
            "-- Custom SQL migration file, put your code below! --",
            "create table a(); --> statement-breakpoint\ninsert into a values (1);",
            "BEGIN;\ncreate table a();\nCOMMIT;",
            "begin transaction; --> statement-breakpoint\nselect 1; --> statement-breakpoint\nend work; -- done",
            "savepoint a; select 1; release a;",
            "do $$ begin perform 1; end $$;",
            "create index concurrentlyx on a (b);",
        ] {
            assert_eq!(kind(single), Ok(Transaction::Single), "{single}");
        }
        for none in [
            "create index concurrently i on a (b);",
            "select 1; commit;",
            "begin; select 1; commit; select 2;",
            "begin; select 1; commit; begin; select 2; commit;",
            "select 1; begin; select 2; commit;",
            "begin; select 1; begin; select 2; commit;",
            "vacuum a;",
            "begin; end; vacuum",
        ] {
            assert_eq!(kind(none), Ok(Transaction::None), "{none}");
        }
    }

    #[test]
    fn one_statement_is_one_that_an_entry_could_hold() {
        for one in ["select 1", " select ';' ; -- end\n", "do $$ begin perform 1; end $$;"] {
            assert!(is_one_statement(one), "{one}");
        }
        for other in ["", ";", "-- select 1", "select 1; select 2", "rollback", "select 'x"] {
            assert!(!is_one_statement(other), "{other}");
        }
    }

    #[test]
    fn what_cannot_run_is_named_with_its_line() {
        assert_eq!(kind("begin;\nselect 1;\nvacuum;\ncommit"), Err((3, Refusal::AloneInTransaction.into())));
        assert_eq!(kind("select 1;\nbegin;\nselect 1;"), Err((2, Refusal::LeftOpen.into())));
        assert_eq!(
            kind("a;--> statement-breakpoint\n\nrollback"),
            Err((3, Refusal::Rollback("ROLLBACK").into()))
        );
        assert_eq!(kind("a;\n$$"), Err((2, FaultKind::NeverClosed(Open::Dollar))));
        let cut = FaultKind::CutByBreakpoint(Open::Comment);
        assert_eq!(kind("/*\n--> statement-breakpoint */"), Err((2, cut)));
    }

    #[test]
    fn needs_are_found() {
        let found = inspect(
            "CREATE EXTENSION IF NOT EXISTS vector; create schema if not exists \"App\"; create schema authorization me",
            &BTreeSet::new(),
        )
        .unwrap();
        let names =
            |set: &BTreeSet<Identifier>| set.iter().map(|name| name.as_str().to_owned()).collect::<Vec<_>>();
        assert_eq!(
            (names(&found.extensions), names(&found.schemas)),
            (vec!["vector".into()], vec!["App".into(), "me".into()])
        );
    }

    proptest! {
        #[test]
        fn any_text_is_judged(body in r#"((begin|commit|create|index|concurrently|set|role|drop|schema|;|--> statement-breakpoint|\PC|['"$/*()]) ?){0,30}"#) {
            let managed = [Identifier::new("public").unwrap()].into();
            if let Ok(found) = inspect(&body, &managed) {
                prop_assert!(found.schemas.len() + found.extensions.len() <= body.len());
            }
        }
    }
}
