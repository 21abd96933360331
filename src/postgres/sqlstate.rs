//! SQLSTATEs by what they mean for a migration (PostgreSQL manual, appendix "PostgreSQL Error Codes").

/// `lock_timeout` expired.
pub const LOCK_NOT_AVAILABLE: &str = "55P03";
/// The server chose this session as a deadlock's victim.
pub const DEADLOCK_DETECTED: &str = "40P01";
/// A serialisation conflict.
pub const SERIALIZATION_FAILURE: &str = "40001";
/// A statement was cancelled.
pub const QUERY_CANCELED: &str = "57014";
/// A relation does not exist.
pub const UNDEFINED_TABLE: &str = "42P01";
/// A schema does not exist.
pub const INVALID_SCHEMA_NAME: &str = "3F000";
/// Permission denied.
pub const INSUFFICIENT_PRIVILEGE: &str = "42501";
/// A column does not exist.
pub const UNDEFINED_COLUMN: &str = "42703";
/// A row with this key is there already.
pub const UNIQUE_VIOLATION: &str = "23505";
/// A syntax error.
pub const SYNTAX_ERROR: &str = "42601";
/// A prepared statement does not exist.
pub const INVALID_STATEMENT_NAME: &str = "26000";
/// An enum value is used in the transaction that adds it.
pub const UNSAFE_NEW_ENUM_VALUE: &str = "55P04";
/// A statement that writes, in a READ ONLY transaction.
pub const READ_ONLY_TRANSACTION: &str = "25006";
/// What a row refers to does not exist.
pub const FOREIGN_KEY_VIOLATION: &str = "23503";
/// A cursor does not exist.
pub const INVALID_CURSOR_NAME: &str = "34000";
/// A guard statement that divides by zero on purpose, to stop a message on the server.
pub const DIVISION_BY_ZERO: &str = "22012";

/// A guard statement that takes the root of a negative number on purpose.
pub const NEGATIVE_SQUARE_ROOT: &str = "2201F";
/// What the server did not expect of itself, such as a catalog row that went away while it printed a definition.
pub const INTERNAL_ERROR: &str = "XX000";
/// The DDL guard that bootstrap installs rejected a command.
pub const DDL_GUARD: &str = "MG001";

/// Whether running the same entry again can succeed without anybody changing anything.
#[must_use]
pub fn is_transient_conflict(sqlstate: &str) -> bool {
    matches!(sqlstate, LOCK_NOT_AVAILABLE | DEADLOCK_DETECTED | SERIALIZATION_FAILURE)
}

/// Whether the server ended the session with this error: what follows is a closed connection.
#[must_use]
pub fn ends_session(sqlstate: &str) -> bool {
    // 57P01 admin shutdown, 57P02 crash shutdown, 57P03 cannot connect now, 57P04 database dropped,
    // 57P05 idle session timeout, 25P03 idle-in-transaction timeout, 08xxx connection exceptions.
    sqlstate.starts_with("57P0") || sqlstate.starts_with("08") || sqlstate == "25P03"
}

/// Whether the server is not ready yet or has no room: waiting can help.
#[must_use]
pub fn is_temporary_refusal(sqlstate: &str) -> bool {
    // 57P03 cannot connect now, 53xxx no disk, memory or connection left.
    sqlstate == "57P03" || sqlstate.starts_with("53")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_do_not_overlap_by_accident() {
        for state in [LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED, SERIALIZATION_FAILURE] {
            assert!(is_transient_conflict(state) && !ends_session(state));
        }
        assert!(ends_session("57P01") && ends_session("08006") && !ends_session(QUERY_CANCELED));
        assert!(
            is_temporary_refusal("57P03") && is_temporary_refusal("53100") && !is_temporary_refusal("28P01")
        );
    }
}
