//! What may pass from whoever verified a database to whoever imports into it: the decision, without the files.
//!
//! The one side must not be believed by the other. Between them is a descriptor that root wrote, which says what is
//! expected, and an [`Artifact`], which exists only of bytes that hold for it.

mod descriptor;

pub use descriptor::{Descriptor, DescriptorError, MAX_BYTES as MAX_DESCRIPTOR_BYTES, SCHEMA};

use crate::attest::{
    AttestError, Binding, CanonicalError, Instant, MAX_LIFETIME_SECONDS, Memory, Reader, Statement,
    TrustStore, canonical, verify_for,
};
use crate::error::Code;
use crate::postgres::identity::role;

/// An attestation that may be handed over, byte by byte as it was verified. There is no other way to get one than
/// [`Artifact::verify`].
#[derive(Debug)]
pub struct Artifact {
    bytes: Vec<u8>,
    signature: Vec<u8>,
    statement: Statement,
}

/// Why an attestation is not handed over. No variant holds a value of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HandoffError {
    /// It is none that anybody should act on, or not for the secret that the descriptor names.
    #[error(transparent)]
    Attestation(#[from] AttestError),
    /// It was made for another generation.
    #[error("the attestation was not made for the generation that the descriptor names")]
    Generation,
    /// A later one was handed over before.
    #[error("the attestation has an earlier {what} than the one that was handed over before")]
    Older {
        /// What tells the order of the two.
        what: &'static str,
    },
    /// What was handed over before is no attestation, so nothing can be said to be later.
    #[error("what was handed over before is no attestation")]
    Before(#[source] CanonicalError),
}

impl HandoffError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Attestation(error) => error.code(),
            Self::Generation => Code::HandoffGenerationDiffers,
            Self::Older { .. } => Code::HandoffOlder,
            Self::Before(_) => Code::HandoffBefore,
        }
    }
}

impl Artifact {
    /// Decides whether these bytes, under this signature, are what the descriptor expects. They are parsed only once
    /// the signature held.
    ///
    /// # Errors
    /// [`HandoffError`]: the first thing that is not as it must be.
    pub fn verify(
        bytes: Vec<u8>,
        signature: Vec<u8>,
        trust: &TrustStore,
        now: Instant,
        descriptor: &Descriptor,
    ) -> Result<Self, HandoffError> {
        let reader = Reader {
            audience: role::IMPORTER,
            grade: descriptor.grade,
            max_lifetime_seconds: MAX_LIFETIME_SECONDS,
            memory: &Memory::default(),
        };
        let statement = verify_for(&bytes, &signature, trust, now, &reader)?;
        if statement.secret_version != descriptor.secret_version {
            return Err(AttestError::Differs(Binding::SecretVersion).into());
        }
        if statement.target_sha256 != descriptor.target_sha256 {
            return Err(AttestError::Differs(Binding::Secret).into());
        }
        if statement.correlation_id != descriptor.generation {
            return Err(HandoffError::Generation);
        }
        Ok(Self { bytes, signature, statement })
    }

    /// The statement's bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The signature's bytes.
    #[must_use]
    pub fn signature(&self) -> &[u8] {
        &self.signature
    }

    /// What it says.
    #[must_use]
    pub const fn statement(&self) -> &Statement {
        &self.statement
    }

    /// That it may follow what was handed over before: neither the secret nor the time of issue goes back.
    ///
    /// # Errors
    /// [`HandoffError::Older`], [`HandoffError::Before`].
    pub fn require_later_than(&self, before: &[u8]) -> Result<(), HandoffError> {
        let before: Statement = canonical::parse(before).map_err(HandoffError::Before)?;
        if self.statement.secret_version < before.secret_version {
            return Err(HandoffError::Older { what: "version of the secret" });
        }
        if self.statement.issued_at < before.issued_at {
            return Err(HandoffError::Older { what: "time of issue" });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
