//! Why documents do not amount to a certificate: every reason, not the first.

use super::evidence::{Insufficient, Login};
use super::slot::SlotKind;
use crate::assess::Listed;
use crate::attest::{CanonicalError, Purpose, VerifyError};
use crate::error::Code;

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each says it itself")]
pub enum Reason {
    #[error("{document}: {cause}")]
    Signature { document: String, cause: VerifyError },
    #[error("{document}: it is signed with a development key")]
    DevelopmentKey { document: String },
    #[error("{document}: it {cause}")]
    Malformed { document: String, cause: CanonicalError },
    #[error("{document}: it is a document of another kind")]
    OtherSchema { document: String },
    #[error("{document}: it must be signed with a key for {}", .meant.name())]
    OtherPurpose { document: String, meant: Purpose },
    #[error("{document}: there is another document of its kind")]
    Repeated { document: String },
    #[error("the part of {0} is missing")]
    PartMissing(Login),
    #[error("the slot {0} is empty")]
    SlotEmpty(SlotKind),
    #[error("{document}: it is of another database")]
    OtherDatabase { document: String },
    #[error("{document}: it is of another server")]
    OtherServer { document: String },
    #[error("{document}: it is about another bundle")]
    OtherBundle { document: String },
    #[error("{document}: another version of this program made it, with other probes")]
    OtherProgram { document: String },
    #[error("{document}: it is older than {} hours", .allowed / 3600)]
    TooOld { document: String, allowed: u64 },
    #[error("{document}: it is dated in the future")]
    FromTheFuture { document: String },
    #[error("{document}: it names nobody who answers for it")]
    Nameless { document: String },
    #[error("{document}: {cause}")]
    Insufficient { document: String, cause: Insufficient },
    #[error("{document}: the database was not verified with it")]
    Unverified { document: String },
    #[error("{document}: it is not among what was reviewed")]
    NotReviewed { document: String },
    #[error("{document}: the reviewer answers for it too")]
    ReviewersName { document: String },
    #[error("{relation}: the bundle's grants or the database do not have it yet")]
    RelationNotThere { relation: String },
    #[error("{relation}: it was not shown that {login} is denied {verb}")]
    RelationNotShown { relation: String, login: Login, verb: &'static str },
}

impl Reason {
    /// Whether it goes away as the rollout proceeds, with nothing to be mended.
    #[must_use]
    pub const fn is_not_yet(&self) -> bool {
        matches!(
            self,
            Self::RelationNotThere { .. } | Self::Insufficient { cause: Insufficient::Pending(_), .. }
        )
    }
}

/// Documents that are no certificate, and every reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", Listed(.0))]
pub struct NotCertified(pub Vec<Reason>);

impl NotCertified {
    /// The catalogue code.
    #[must_use]
    pub fn code(&self) -> Code {
        if self.0.iter().all(Reason::is_not_yet) { Code::NotYetCertified } else { Code::NotCertified }
    }

    /// All of the reasons, for JSON; the message names only the first few.
    #[must_use]
    pub fn facts(&self) -> serde_json::Value {
        let reasons: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        serde_json::json!({ "reasons": reasons })
    }
}
