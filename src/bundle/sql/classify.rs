//! What a statement means for the transaction around it, judged from its tokens.
//!
//! Which commands refuse a transaction block is PostgreSQL's own list (`PreventInTransactionBlock` in releases 16 to
//! 18), as far as an entry may hold them.

use super::reader::{ObjectName, Reader, is_word};
use super::refusal::{Refusal, refuse};
use crate::identifier::Identifier;
use std::collections::BTreeSet;

/// What a statement means for a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Class {
    /// It can run within one.
    Transactional,
    /// It refuses one. What the catalog shows once it has succeeded.
    Alone(Postcondition),
    /// It begins or ends one.
    Control(Control),
}

/// A statement about the transaction itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// `BEGIN` or `START TRANSACTION`
    Begin,
    /// `COMMIT` or `END`
    Commit,
    /// `SAVEPOINT`
    Savepoint,
    /// `RELEASE`
    Release,
}

/// What proves that a statement outside any transaction has done its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Postcondition {
    /// The index is there, valid and ready.
    IndexValid {
        /// The index, in the schema of its table.
        index: Identifier,
        /// The table.
        table: ObjectName,
    },
    /// The index is gone.
    IndexAbsent {
        /// The index.
        index: ObjectName,
    },
    /// The indexes concerned are valid; running it again does no harm.
    Reindexed {
        /// What was named.
        target: ReindexTarget,
    },
    /// Nothing to see; running it again does no harm.
    Vacuumed,
    /// Nothing to see; running it again does no harm.
    Clustered,
    /// The table is no partition of the other any more.
    PartitionDetached {
        /// The partitioned table.
        table: ObjectName,
        /// The former partition.
        partition: ObjectName,
    },
}

/// What a REINDEX names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is REINDEX's key word of the same name")]
pub enum ReindexTarget {
    Index(ObjectName),
    Table(ObjectName),
    Schema(Identifier),
    Database,
    System,
}

/// Judges one statement. `managed` are the schemas that no entry may drop.
///
/// # Errors
/// A [`Refusal`] for what no entry may hold.
pub fn classify(statement: &str, managed: &BTreeSet<Identifier>) -> Result<Class, Refusal> {
    refuse(statement, managed)?;
    let mut reader = Reader::new(statement);
    let Some(first) = reader.next() else { return Ok(Class::Transactional) };
    let is = |word: &str| is_word(&first, word);
    let alone = if is("begin") || is("start") {
        return begin(reader).map(Class::Control);
    } else if is("commit") || is("end") {
        return commit(reader).map(Class::Control);
    } else if is("savepoint") {
        return Ok(Class::Control(Control::Savepoint));
    } else if is("release") {
        return Ok(Class::Control(Control::Release));
    } else if is("create") {
        create_index(reader)?
    } else if is("drop") {
        drop_index(reader)
    } else if is("reindex") {
        reindex(reader)
    } else if is("alter") {
        detach(reader)
    } else if is("cluster") {
        cluster(reader)
    } else if is("vacuum") {
        Some(Postcondition::Vacuumed)
    } else {
        None
    };
    Ok(alone.map_or(Class::Transactional, Class::Alone))
}

fn begin(mut reader: Reader<'_>) -> Result<Control, Refusal> {
    let _ = reader.accept("work") || reader.accept("transaction");
    if reader.at_end() { Ok(Control::Begin) } else { Err(Refusal::TransactionMode("BEGIN with a mode")) }
}

fn commit(mut reader: Reader<'_>) -> Result<Control, Refusal> {
    let _ = reader.accept("work") || reader.accept("transaction");
    if reader.accept_all(&["and", "chain"]) {
        return Err(Refusal::TransactionMode("COMMIT AND CHAIN"));
    }
    Ok(Control::Commit)
}

/// `CREATE [UNIQUE] INDEX CONCURRENTLY [[IF NOT EXISTS] name] ON [ONLY] table …`
fn create_index(mut reader: Reader<'_>) -> Result<Option<Postcondition>, Refusal> {
    reader.accept("unique");
    if !reader.accept_all(&["index", "concurrently"]) {
        return Ok(None);
    }
    reader.accept_all(&["if", "not", "exists"]);
    if reader.accept("on") {
        return Err(Refusal::UnnamedIndex);
    }
    let index = reader.identifier();
    let _ = reader.accept("on") && reader.accept("only");
    // What cannot be read here, the server cannot read either; without a name there is nothing to prove.
    match (index, reader.object()) {
        (Some(index), Some(table)) => Ok(Some(Postcondition::IndexValid { index, table })),
        _ => Err(Refusal::UnnamedIndex),
    }
}

/// `DROP INDEX CONCURRENTLY [IF EXISTS] name`: PostgreSQL takes only one name here.
fn drop_index(mut reader: Reader<'_>) -> Option<Postcondition> {
    if !reader.accept_all(&["index", "concurrently"]) {
        return None;
    }
    reader.accept_all(&["if", "exists"]);
    Some(Postcondition::IndexAbsent { index: reader.object()? })
}

/// `REINDEX [(options)] {INDEX | TABLE | SCHEMA | DATABASE | SYSTEM} [CONCURRENTLY] [name]`
fn reindex(mut reader: Reader<'_>) -> Option<Postcondition> {
    let options = reader.parenthesised().unwrap_or_default();
    let by_option = options.iter().enumerate().any(|(at, token)| {
        let off = |value: &&str| {
            ["false", "off", "0"].iter().any(|word| value.trim_matches('\'').eq_ignore_ascii_case(word))
        };
        is_word(token, "concurrently") && options.get(at + 1).map(|value| value.text).filter(off).is_none()
    });
    let kind = reader.next()?;
    let concurrently = reader.accept("concurrently") || by_option;
    let target = if is_word(&kind, "index") {
        ReindexTarget::Index(reader.object()?)
    } else if is_word(&kind, "table") {
        ReindexTarget::Table(reader.object()?)
    } else if is_word(&kind, "schema") {
        ReindexTarget::Schema(reader.identifier()?)
    } else if is_word(&kind, "database") {
        ReindexTarget::Database
    } else {
        ReindexTarget::System
    };
    let many = matches!(target, ReindexTarget::Schema(_) | ReindexTarget::Database | ReindexTarget::System);
    (concurrently || many).then_some(Postcondition::Reindexed { target })
}

/// `ALTER TABLE [IF EXISTS] name DETACH PARTITION name CONCURRENTLY`
fn detach(mut reader: Reader<'_>) -> Option<Postcondition> {
    if !reader.accept("table") {
        return None;
    }
    reader.accept_all(&["if", "exists"]);
    let table = reader.object()?;
    if !reader.accept_all(&["detach", "partition"]) {
        return None;
    }
    let partition = reader.object()?;
    reader.accept("concurrently").then_some(Postcondition::PartitionDetached { table, partition })
}

/// `CLUSTER` without a table goes through all of them, one transaction each.
fn cluster(mut reader: Reader<'_>) -> Option<Postcondition> {
    reader.parenthesised();
    reader.accept("verbose");
    reader.at_end().then_some(Postcondition::Clustered)
}

#[cfg(test)]
mod tests;
