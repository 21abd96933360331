//! What is attempted, as data: a statement, as whom, and the refusal that must come of it.
//!
//! A statement speaks of real objects by placeholders. Invariant: none of these statements leaves anything behind if it
//! is allowed after all. What a rollback does not undo (files, settings of the server, the counts that an index is built
//! with) is attempted in a form that nobody could carry out.

use super::targets::Targets;
use mosaic_db::postgres::sqlstate;

/// As whom something is attempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Actor {
    /// The runtime's login.
    Runtime,
    /// The importer's login.
    Importer,
    /// The migrator's login, with the migration lock: without it the guard would answer before any privilege is asked.
    Migrator,
    /// The schema owner, which the migrator becomes, with the migration lock.
    Owner,
    /// The schema owner without the migration lock.
    Unlocked,
}

/// The refusal that must come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// An error with this SQLSTATE.
    Error(&'static str),
    /// The statement completes without effect, and a warning with this SQLSTATE says so.
    Warning(&'static str),
}

/// How the statement is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// In a transaction that is rolled back.
    RolledBack,
    /// By itself: PostgreSQL refuses it in a transaction, whoever asks. What follows the check of privileges cannot
    /// succeed, so that there would be nothing to undo.
    Alone,
}

/// One thing that must be denied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    /// Stable across releases: `subject.verb`.
    pub(super) id: &'static str,
    pub(super) actors: &'static [Actor],
    /// The statement. `{name}` is the first object of that kind; `{*name}` makes an attempt on each.
    pub(super) statement: &'static str,
    pub(super) refusal: Refusal,
    pub(super) frame: Frame,
    /// What whoever could do it would be able to do.
    pub(super) allows: &'static str,
}

/// A statement to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attempt {
    pub(super) id: &'static str,
    /// What it is attempted on, where a probe has many objects.
    pub(super) on: String,
    /// `None` where the database has no such object.
    pub(super) sql: Option<String>,
    pub(super) refusal: Refusal,
    pub(super) frame: Frame,
}

/// Denied for want of a privilege.
pub(super) const fn denied(
    actors: &'static [Actor],
    id: &'static str,
    statement: &'static str,
    allows: &'static str,
) -> Probe {
    let refusal = Refusal::Error(sqlstate::INSUFFICIENT_PRIVILEGE);
    Probe { id, actors, statement, refusal, frame: Frame::RolledBack, allows }
}

/// Denied by the guard.
pub(super) const fn guarded(
    actors: &'static [Actor],
    id: &'static str,
    statement: &'static str,
    allows: &'static str,
) -> Probe {
    Probe { refusal: Refusal::Error(sqlstate::DDL_GUARD), ..denied(actors, id, statement, allows) }
}

impl Probe {
    pub(super) const fn alone(self) -> Self {
        Self { frame: Frame::Alone, ..self }
    }

    pub(super) const fn only_warned(self, sqlstate: &'static str) -> Self {
        Self { refusal: Refusal::Warning(sqlstate), ..self }
    }

    /// The attempts on these objects; where one is missing, one that cannot be made.
    pub(super) fn attempts(&self, targets: &Targets) -> Vec<Attempt> {
        let pieces: Vec<Piece<'_>> = pieces(self.statement).collect();
        let each = pieces.iter().find_map(|piece| match piece {
            Piece::Each(kind) => Some(targets.all(kind)),
            Piece::Text(_) | Piece::First(_) => None,
        });
        let attempt =
            |on: String, sql| Attempt { id: self.id, on, sql, refusal: self.refusal, frame: self.frame };
        match each {
            None => vec![attempt(String::new(), render(&pieces, targets, ""))],
            Some([]) => vec![attempt(String::new(), None)],
            Some(objects) => objects
                .iter()
                .map(|object| attempt(object.label.clone(), render(&pieces, targets, &object.sql)))
                .collect(),
        }
    }
}

enum Piece<'a> {
    Text(&'a str),
    First(&'a str),
    Each(&'a str),
}

/// What is put in is not looked at again: a name may have braces of its own.
fn pieces(statement: &str) -> impl Iterator<Item = Piece<'_>> {
    statement.split('{').enumerate().flat_map(|(place, part)| {
        let (kind, text) = part.split_once('}').filter(|_| place > 0).unwrap_or(("", part));
        let slot = match kind.strip_prefix('*') {
            _ if kind.is_empty() => Piece::Text(""),
            Some(kind) => Piece::Each(kind),
            None => Piece::First(kind),
        };
        [slot, Piece::Text(text)]
    })
}

fn render(pieces: &[Piece<'_>], targets: &Targets, each: &str) -> Option<String> {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => Some(*text),
            Piece::Each(_) => Some(each),
            Piece::First(kind) => targets.all(kind).first().map(|object| object.sql.as_str()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sql(statement: &'static str) -> Vec<Option<String>> {
        let targets = Targets::from_rows([
            ["table", "a.\"{*role}\"", "a.t"],
            ["role", "one", "one"],
            ["role", "\"two}\"", "two}"],
        ]);
        let probe = denied(&[Actor::Runtime], "id", statement, "");
        probe.attempts(&targets).into_iter().map(|attempt| attempt.sql).collect()
    }

    #[test]
    fn an_attempt_is_made_on_each_and_names_are_not_read_as_placeholders() {
        assert_eq!(sql("SELECT 1"), [Some("SELECT 1".to_owned())]);
        assert_eq!(
            sql("GRANT {*role} ON {table}"),
            [
                Some("GRANT one ON a.\"{*role}\"".to_owned()),
                Some("GRANT \"two}\" ON a.\"{*role}\"".to_owned())
            ]
        );
        assert_eq!(sql("DROP {*view}"), [None]);
        assert_eq!(sql("DROP {view}"), [None]);
    }
}
