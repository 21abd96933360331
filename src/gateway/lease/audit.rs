//! What the audit log holds: a closed list of columns, all of them metadata.
//!
//! Every value of a row comes from a type that cannot hold more than a name, a number, a time or one of a few words. What a
//! request carries beside them (scopes, approvals) reaches no statement.

/// The columns that are written, in order; the server adds the number and the time of the row.
pub const COLUMNS: [&str; 12] = [
    "event",
    "tenant_id",
    "logical_agent_id",
    "connector_id",
    "lease_id",
    "lease_epoch",
    "expected_epoch",
    "holder_id",
    "expires_at",
    "released_at",
    "reason_code",
    "correlation_id",
];

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A binding got its first holder.
    Acquire,
    /// A holder got more time.
    Renew,
    /// A holder was replaced, and the epoch grew.
    Takeover,
    /// A holder gave its lease up.
    Release,
    /// A lease was seen to have expired; once for each.
    Expiry,
    /// An operation was refused.
    Reject,
}

impl Event {
    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Acquire => "acquire",
            Self::Renew => "renew",
            Self::Takeover => "takeover",
            Self::Release => "release",
            Self::Expiry => "expiry",
            Self::Reject => "reject",
        }
    }
}
