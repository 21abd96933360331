//! The one decision about an attestation: refused, or a [`VerifiedTarget`].

mod binding;
mod error;

pub use binding::Binding;
pub use error::AttestError;

use super::signature::signer;
use super::statement::{MAX_BYTES, SCHEMA};
use super::{Expectations, Instant, Observed, Purpose, Statement, TrustStore, TrustedKey, Use, canonical};
use binding::{offline, online};

/// How far the clock of the machine that issued an attestation may be ahead of ours, in seconds.
pub const MAX_SKEW_SECONDS: u64 = 60;

/// An attestation that holds for what was expected. There is no other way to get one than [`verify_target`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedTarget(Statement);

impl VerifiedTarget {
    /// What it says.
    #[must_use]
    pub const fn statement(&self) -> &Statement {
        &self.0
    }

    /// What has to be recorded, durably and before anything is done, so that it is never acted on again.
    #[must_use]
    pub const fn to_use(&self) -> Use {
        Use { key_id: self.0.key_id, nonce: self.0.nonce }
    }

    /// Compares what it says of the server with what a session sees of it.
    ///
    /// # Errors
    /// [`AttestError::Differs`] for the first thing that is not as attested.
    pub fn require(&self, observed: &Observed) -> Result<(), AttestError> {
        online(&self.0, observed).map_or(Ok(()), |binding| Err(AttestError::Differs(binding)))
    }
}

/// Decides whether these bytes, under this signature, are an attestation to act on.
///
/// `now` is the one reading of the clock that every comparison uses. What follows is for the caller: record
/// [`VerifiedTarget::to_use`] where no second process can do the same, and remember [`super::Memory::after`].
///
/// # Errors
/// [`AttestError`]: the first of these steps that failed. Any failure is a refusal of the whole.
pub fn verify_target(
    bytes: &[u8],
    signature: &[u8],
    trust: &TrustStore,
    now: Instant,
    expected: &Expectations,
) -> Result<VerifiedTarget, AttestError> {
    // 1. It is not larger than any attestation.
    if bytes.len() > MAX_BYTES {
        return Err(AttestError::TooLarge { found: bytes.len() });
    }
    // 2. Neither the clock nor the trust store is older than one that was believed before.
    remembered(trust, now, expected)?;
    // 3. A key that is trusted for this purpose now signed exactly these bytes. Nothing was parsed so far.
    let purpose = Purpose::MigrateTarget;
    let key = signer(bytes, signature, purpose.payload_type(), purpose, trust, now)?;
    // 4. The bytes are the canonical form of a statement.
    let statement: Statement = canonical::parse(bytes).map_err(AttestError::Document)?;
    // 5. It is of this kind, by this key, for this reader, and its key is kept as well as is expected here.
    addressed(&statement, key, expected)?;
    // 6. Its time is now, and was the key's time when it was made.
    timely(&statement, key, now, expected)?;
    // 7. Neither it nor the credential it was made for is used up.
    if trust.revoked_secret_versions().contains(&statement.secret_version) {
        return Err(AttestError::SecretVersionRevoked);
    }
    let verified = VerifiedTarget(statement);
    if expected.memory.used.contains(&verified.to_use()) {
        return Err(AttestError::Replayed);
    }
    // 8. It speaks of the files at hand.
    if let Some(binding) = offline(&verified.0, expected) {
        return Err(AttestError::Differs(binding));
    }
    // 9. It speaks of the server at hand, once there is one.
    expected.observed.iter().try_for_each(|observed| verified.require(observed))?;
    Ok(verified)
}

fn remembered(trust: &TrustStore, now: Instant, expected: &Expectations) -> Result<(), AttestError> {
    if now < expected.memory.highest_time {
        return Err(AttestError::ClockWentBack { seconds: expected.memory.highest_time.seconds_since(now) });
    }
    let (found, seen) = (trust.serial(), expected.memory.highest_serial);
    if found < seen {
        return Err(AttestError::TrustStoreOlder { found, seen });
    }
    Ok(())
}

fn addressed(statement: &Statement, key: &TrustedKey, expected: &Expectations) -> Result<(), AttestError> {
    if statement.schema.as_str() != SCHEMA {
        return Err(AttestError::Schema);
    }
    if statement.key_id != key.public_key.id() {
        return Err(AttestError::KeyId);
    }
    if statement.audience != expected.audience {
        return Err(AttestError::Audience);
    }
    if statement.grade != key.grade {
        return Err(AttestError::Grade);
    }
    if key.grade < expected.grade {
        return Err(AttestError::Development);
    }
    Ok(())
}

fn timely(
    statement: &Statement,
    key: &TrustedKey,
    now: Instant,
    expected: &Expectations,
) -> Result<(), AttestError> {
    let (issued, expires) = (statement.issued_at, statement.expires_at);
    if issued > now.plus(MAX_SKEW_SECONDS) {
        return Err(AttestError::FromTheFuture);
    }
    if now >= expires {
        return Err(AttestError::Expired { seconds: now.seconds_since(expires) });
    }
    if expires.seconds_since(issued) > expected.max_lifetime_seconds {
        return Err(AttestError::Lifetime { limit: expected.max_lifetime_seconds });
    }
    if !key.window.contains(issued) {
        return Err(AttestError::IssuedOutsideKey);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
