//! Statements that no entry may hold, because the runner could not keep its promises around them.

use super::reader::{Reader, is_word, names, plain_string};
use super::{Kind, Token};
use crate::identifier::Identifier;
use memchr::{memchr_iter, memmem};
use std::collections::BTreeSet;

/// Why a statement is refused when the bundle is built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each message says what the variant stands for")]
pub enum Refusal {
    #[error("{0} would undo work that the ledger records as done")]
    Rollback(&'static str),
    #[error("{0} leaves a transaction that outlives the session")]
    PreparedTransaction(&'static str),
    #[error("{0} changes what later transactions are")]
    TransactionMode(&'static str),
    #[error("BEGIN has no COMMIT")]
    LeftOpen,
    #[error("a statement that refuses a transaction stands between BEGIN and COMMIT")]
    AloneInTransaction,
    #[error("DISCARD drops the session's state, its locks included")]
    Discard,
    #[error("it releases advisory locks, the migration lock among them")]
    Unlock,
    #[error("it changes the session's role")]
    Role,
    #[error("set_config is called with a setting that is not a plain literal, so it could change the role")]
    ComputedSetting,
    #[error("standard_conforming_strings decides where strings end and must stay on")]
    StringSyntax,
    #[error("UESCAPE hides a name")]
    HiddenName,
    #[error("{0} changes every object of a role, extensions included")]
    Owned(&'static str),
    #[error("{0} changes the server, not this database's schema")]
    Server(&'static str),
    #[error("COPY with STDIN or STDOUT needs a client that sends the rows")]
    CopyStream,
    #[error("it drops the managed schema {0}")]
    ManagedSchema(Identifier),
    #[error(
        "an index that is built CONCURRENTLY needs a name, or nothing could prove afterwards that it is there"
    )]
    UnnamedIndex,
}

/// Settings that are the session's role.
const ROLE_SETTINGS: [&str; 2] = ["role", "session_authorization"];
const STRINGS: &str = "standard_conforming_strings";

/// Finds what a statement must not do. `managed` are the schemas that no entry may drop.
pub(super) fn refuse(statement: &str, managed: &BTreeSet<Identifier>) -> Result<(), Refusal> {
    let mut reader = Reader::new(statement);
    let Some(first) = reader.next() else { return Ok(()) };
    let is = |word: &str| is_word(&first, word);
    if is("rollback") {
        return Err(Refusal::Rollback("ROLLBACK"));
    } else if is("abort") {
        return Err(Refusal::Rollback("ABORT"));
    } else if is("prepare") && reader.accept("transaction") {
        return Err(Refusal::PreparedTransaction("PREPARE TRANSACTION"));
    } else if is("commit") && reader.accept("prepared") {
        return Err(Refusal::PreparedTransaction("COMMIT PREPARED"));
    } else if is("discard") {
        return Err(Refusal::Discard);
    } else if is("set") {
        set(reader.clone())?;
    } else if is("reset") {
        reset(reader.clone())?;
    } else if is("reassign") && reader.accept("owned") {
        return Err(Refusal::Owned("REASSIGN OWNED"));
    } else if is("create") {
        create(reader.clone())?;
    } else if is("alter") {
        alter(reader.clone())?;
    } else if is("drop") {
        drop(reader.clone(), managed)?;
    } else if is("copy") {
        copy(reader.clone())?;
    }
    if may_call(statement.as_bytes()) { calls(Reader::new(statement)) } else { Ok(()) }
}

/// Whether a statement is worth a second reading: it holds part of a guarded function's name in any case, or the
/// start of a name whose characters may be escaped. Most statements do not.
fn may_call(statement: &[u8]) -> bool {
    let around = |at: usize, before: &[u8], after: &[u8]| {
        let start = at.checked_sub(before.len());
        let before_fits =
            start.and_then(|start| statement.get(start..at)).is_some_and(|s| s.eq_ignore_ascii_case(before));
        before_fits
            && statement.get(at + 1..at + 1 + after.len()).is_some_and(|s| s.eq_ignore_ascii_case(after))
    };
    memmem::find(statement, b"&\"").is_some()
        || memchr_iter(b'_', statement)
            .any(|at| around(at, b"set", b"config") || around(at, b"advisory", b"unlock"))
}

/// `SET [SESSION | LOCAL] …`
fn set(mut reader: Reader<'_>) -> Result<(), Refusal> {
    let _ = reader.accept("local") || reader.accept("session");
    let _ = reader.accept("session");
    if reader.accept("authorization") {
        return Err(Refusal::Role);
    }
    if reader.accept("characteristics") {
        return Err(Refusal::TransactionMode("SET SESSION CHARACTERISTICS"));
    }
    match reader.identifier() {
        Some(name) => setting(name.as_str(), &mut reader),
        None => Ok(()),
    }
}

/// `RESET …`. `RESET ALL` leaves role and session authorization alone (both are marked `GUC_NO_RESET_ALL`).
fn reset(mut reader: Reader<'_>) -> Result<(), Refusal> {
    if reader.accept_all(&["session", "authorization"]) {
        return Err(Refusal::Role);
    }
    match reader.identifier() {
        Some(name) if ROLE_SETTINGS.iter().any(|role| name.as_str().eq_ignore_ascii_case(role)) => {
            Err(Refusal::Role)
        }
        _ => Ok(()),
    }
}

/// A named setting and what follows it. Names of settings have no case, even in quotes.
fn setting(name: &str, value: &mut Reader<'_>) -> Result<(), Refusal> {
    if ROLE_SETTINGS.iter().any(|role| name.eq_ignore_ascii_case(role)) {
        return Err(Refusal::Role);
    }
    if !name.eq_ignore_ascii_case(STRINGS) {
        return Ok(());
    }
    let _ = value.accept("to") || value.accept_sign("=");
    let on = |token: Token<'_>| match token.kind {
        Kind::Word => token.text.eq_ignore_ascii_case("on") || token.text.eq_ignore_ascii_case("true"),
        _ => plain_string(&token).is_some_and(|text| text == "on" || text == "true"),
    };
    if value.next().is_some_and(on) { Ok(()) } else { Err(Refusal::StringSyntax) }
}

fn create(mut reader: Reader<'_>) -> Result<(), Refusal> {
    server_object(&mut reader, ["CREATE DATABASE", "CREATE TABLESPACE", "CREATE SUBSCRIPTION"])
}

fn alter(mut reader: Reader<'_>) -> Result<(), Refusal> {
    if reader.accept("system") {
        return Err(Refusal::Server("ALTER SYSTEM"));
    }
    let moves = reader.accept("database")
        && reader.identifier().is_some()
        && reader.accept_all(&["set", "tablespace"]);
    if moves { Err(Refusal::Server("ALTER DATABASE SET TABLESPACE")) } else { Ok(()) }
}

fn drop(mut reader: Reader<'_>, managed: &BTreeSet<Identifier>) -> Result<(), Refusal> {
    if reader.accept("owned") {
        return Err(Refusal::Owned("DROP OWNED"));
    }
    server_object(&mut reader, ["DROP DATABASE", "DROP TABLESPACE", "DROP SUBSCRIPTION"])?;
    if !reader.accept("schema") {
        return Ok(());
    }
    reader.accept_all(&["if", "exists"]);
    while let Some(name) = reader.identifier() {
        if managed.contains(&name) {
            return Err(Refusal::ManagedSchema(name));
        }
        if !reader.accept_sign(",") {
            break;
        }
    }
    Ok(())
}

fn server_object(reader: &mut Reader<'_>, verbs: [&'static str; 3]) -> Result<(), Refusal> {
    let [database, tablespace, subscription] = verbs;
    if reader.accept("database") {
        Err(Refusal::Server(database))
    } else if reader.accept("tablespace") {
        Err(Refusal::Server(tablespace))
    } else if reader.accept("subscription") {
        Err(Refusal::Server(subscription))
    } else {
        Ok(())
    }
}

fn copy(reader: Reader<'_>) -> Result<(), Refusal> {
    let mut depth = 0usize;
    let mut direction = false;
    for token in reader {
        match token.text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if direction && (is_word(&token, "stdin") || is_word(&token, "stdout")) {
            return Err(Refusal::CopyStream);
        }
        direction = depth == 0 && (is_word(&token, "from") || is_word(&token, "to"));
    }
    Ok(())
}

/// Looks through the whole statement for functions that undo the runner's guards.
fn calls(mut reader: Reader<'_>) -> Result<(), Refusal> {
    while let Some(token) = reader.next() {
        let unlocks = ["pg_advisory_unlock", "pg_advisory_unlock_shared", "pg_advisory_unlock_all"];
        if unlocks.iter().any(|name| names(&token, name)) {
            return Err(Refusal::Unlock);
        }
        if token.kind == Kind::UnicodeIdentifier && reader.clone().accept("uescape") {
            return Err(Refusal::HiddenName);
        }
        if names(&token, "set_config") && reader.accept_sign("(") {
            let name =
                reader.next().and_then(|first| plain_string(&first)).ok_or(Refusal::ComputedSetting)?;
            if reader.accept_sign(":") && reader.accept_sign(":") {
                reader.identifier();
            }
            let mut value = reader.clone();
            if !value.accept_sign(",") {
                return Err(Refusal::ComputedSetting);
            }
            setting(&name, &mut value)?;
        }
    }
    Ok(())
}
