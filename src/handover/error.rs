//! Why nothing was handed over. What the producer's side is refused for has a code of its own each, since the producer
//! is not trusted: the code says what it tried.

use crate::safe_fs::{self, Refusal};
use mosaic_db::attest::Nonce;
use mosaic_db::error::Code;
use mosaic_db::handoff::HandoffError;
use std::io;

/// The step that failed.
#[derive(Debug, thiserror::Error)]
pub enum HandoverError {
    #[error("what this process may do cannot be found out")]
    Capabilities(#[source] io::Error),
    #[error("this process may not give files away: it lacks the capability CHOWN")]
    MayNotGive,
    #[error("what the producer offers is refused")]
    Source(#[source] safe_fs::Error),
    #[error(transparent)]
    Refused(#[from] HandoffError),
    #[error("nothing can be handed over into this directory")]
    Target(#[source] safe_fs::Error),
    #[error("what was handed over before cannot be read")]
    Standing(#[source] safe_fs::Error),
    #[error("what was handed over before is not there any more")]
    Gone,
    #[error("another attestation was handed over under the nonce {nonce}")]
    Occupied { nonce: Nonce },
    #[error("the attestation was not handed over")]
    NotWritten(#[source] safe_fs::Error),
}

impl HandoverError {
    /// The catalogue code.
    pub fn code(&self) -> Code {
        match self {
            Self::Capabilities(_) | Self::MayNotGive => Code::HandoffMayNotGive,
            Self::Source(error) => offered(error),
            Self::Refused(error) => error.code(),
            Self::Target(_) => Code::HandoffTarget,
            Self::Standing(_) | Self::Gone | Self::Occupied { .. } => Code::HandoffBefore,
            Self::NotWritten(error) if error.is_contention() => Code::HandoffBusy,
            Self::NotWritten(_) => Code::HandoffNotWritten,
        }
    }
}

fn offered(error: &safe_fs::Error) -> Code {
    match error.refusal() {
        Refusal::Open(_) if error.is_missing() => Code::HandoffSourceMissing,
        Refusal::AccessList => Code::HandoffSourceAccessList,
        Refusal::Changed => Code::HandoffSourceChanged,
        Refusal::Empty | Refusal::TooLarge { .. } => Code::HandoffSourceSize,
        Refusal::HardLinks { .. } => Code::HandoffSourceHardLinks,
        Refusal::Link => Code::HandoffSourceLink,
        Refusal::Mode { .. } => Code::HandoffSourceMode,
        Refusal::NoGeneration => Code::HandoffSourcePointer,
        Refusal::NotADirectory | Refusal::NotAPlainPath | Refusal::WritableDirectory { .. } => {
            Code::HandoffSourceDirectory
        }
        Refusal::NotRegular => Code::HandoffSourceNotRegular,
        Refusal::NotSealed { .. } | Refusal::Owner { .. } => Code::HandoffSourceOwner,
        Refusal::OtherFileSystem => Code::HandoffSourceFileSystem,
        // The last five belong to text, and to writing: nothing that is read here meets them.
        Refusal::Open(_)
        | Refusal::Read(_)
        | Refusal::Busy
        | Refusal::ControlCharacter { .. }
        | Refusal::Exists
        | Refusal::NotUtf8
        | Refusal::Write(_) => Code::HandoffSourceUnreadable,
    }
}
