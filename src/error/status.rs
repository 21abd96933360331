//! Exit statuses: published, stable, one meaning each.

/// The exit status of the process. Only [`Status::Reached`] is zero: nothing that did not reach the requested
/// state exits 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Status {
    /// The requested state was reached and verified.
    Reached = 0,
    /// Internal error: a defect of this program.
    Internal = 1,
    /// The answer is no: drift, mismatch, ledger refusal, not ready, violation found.
    No = 2,
    /// Entries are pending, or not yet.
    Pending = 3,
    /// A lock is held by another session; retry.
    Locked = 4,
    /// The target or its attestation was refused.
    TargetRefused = 5,
    /// An entry failed and was rolled back.
    EntryFailed = 6,
    /// The connection was lost around a commit and the server could not say what became of it.
    Uncertain = 7,
    /// An import was rolled back, or its comparison failed.
    ImportFailed = 8,
    /// Wrong usage.
    Usage = 64,
    /// A bad manifest, bundle or artifact was given as input.
    BadInput = 65,
    /// The server is unreachable or was not authenticated.
    Unavailable = 69,
    /// Local input or output failed.
    Io = 74,
    /// Temporary (standby, recovery, starting up); retry.
    Temporary = 75,
    /// Refused: identity, privilege, unsupported server.
    Refused = 77,
    /// Configuration or secret file.
    Config = 78,
    /// Interrupted; the state is stated.
    Interrupted = 130,
}

impl Status {
    /// Every status, in numeric order.
    pub const ALL: &[Self] = &[
        Self::Reached,
        Self::Internal,
        Self::No,
        Self::Pending,
        Self::Locked,
        Self::TargetRefused,
        Self::EntryFailed,
        Self::Uncertain,
        Self::ImportFailed,
        Self::Usage,
        Self::BadInput,
        Self::Unavailable,
        Self::Io,
        Self::Temporary,
        Self::Refused,
        Self::Config,
        Self::Interrupted,
    ];

    /// The number the process exits with.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// One word for the `outcome` of the JSON output, stable like the number.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Reached => "reached",
            Self::Internal => "internal_error",
            Self::No => "no",
            Self::Pending => "pending",
            Self::Locked => "locked",
            Self::TargetRefused => "target_refused",
            Self::EntryFailed => "entry_failed",
            Self::Uncertain => "uncertain",
            Self::ImportFailed => "import_failed",
            Self::Usage => "usage",
            Self::BadInput => "bad_input",
            Self::Unavailable => "unavailable",
            Self::Io => "io",
            Self::Temporary => "temporary",
            Self::Refused => "refused",
            Self::Config => "config",
            Self::Interrupted => "interrupted",
        }
    }

    /// One line for help, man page and `explain`.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Reached => "the requested state was reached and verified",
            Self::Internal => "internal error: a defect of this program",
            Self::No => "the answer is no: drift, mismatch, ledger refusal, not ready, violation found",
            Self::Pending => "entries pending, or not yet",
            Self::Locked => "a lock is held by another session; retry",
            Self::TargetRefused => "the target or its attestation was refused",
            Self::EntryFailed => "an entry failed and was rolled back",
            Self::Uncertain => "uncertain: connection lost around a commit and the server could not say",
            Self::ImportFailed => "an import was rolled back, or its comparison failed",
            Self::Usage => "wrong usage",
            Self::BadInput => "bad manifest, bundle or artifact input",
            Self::Unavailable => "server unreachable or not authenticated",
            Self::Io => "local input or output failed",
            Self::Temporary => "temporary (standby, recovery, starting up); retry",
            Self::Refused => "refused: identity, privilege, unsupported server",
            Self::Config => "configuration or secret file",
            Self::Interrupted => "interrupted; the state is stated",
        }
    }
}
