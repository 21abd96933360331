//! The witness: an unprivileged process of this same program that proves over the network what its parent then signs.
//!
//! The parent can read the signing key and never opens a socket. The witness talks to a server and has nothing worth
//! taking: no key, no privilege, no way to a file; what it needs it was handed. Between them are two pipes: a
//! [`Request`] goes down its standard input, a [`Report`] comes up its standard output, each in parts of bounded
//! length. The environment of the witness is empty and its arguments are one word, so that a credential is visible in
//! neither.
//!
//! A witness is this program under another name ([`NAME`], its argument zero) with pipes on both sides; it is no
//! command and appears in no help. Who starts one by hand has read a database with a credential that was theirs
//! already, and holds a report that nobody signed.

mod frame;
mod privileges;
mod report;
mod request;
mod serve;
mod start;

pub use report::{Claims, Refusal, Report, Showing};
pub use request::Request;
pub use serve::{is_called, serve};
pub use start::ask;

use crate::safe_fs::Recipient;
use mosaic_db::error::Code;
use std::io;
use std::process::ExitStatus;

/// The identity a witness runs as where its parent is root, and that an attestation is handed to.
pub const IDENTITY: Recipient = Recipient { user: 10_003, group: 10_003 };

/// Argument zero of a witness: what a list of processes shows.
const NAME: &str = "mosaic-db-migrator: witness";

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum WitnessError {
    #[error("the witness cannot be started")]
    Start(#[source] io::Error),
    #[error("the witness ended with {status} and without a report")]
    Died { status: ExitStatus },
    #[error("the witness took its request only in part, or gave its report only in part")]
    Exchange(#[source] io::Error),
    #[error("the witness gave a report of an unexpected form")]
    Malformed,
    #[error("the witness holds {what}")]
    Privileged { what: &'static str },
    #[error("the kernel does not say what this process may do, or does not take it away")]
    Privileges(#[source] io::Error),
}

impl WitnessError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Start(_) | Self::Privileged { .. } | Self::Privileges(_) => Code::WitnessNotStarted,
            Self::Died { .. } | Self::Exchange(_) | Self::Malformed => Code::WitnessFailed,
        }
    }
}
