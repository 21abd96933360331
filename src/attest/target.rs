//! The one decision about an attestation: refused, or a [`VerifiedTarget`].

mod binding;
mod error;

pub use binding::Binding;
pub use error::AttestError;

use super::signature::signer;
use super::statement::{MAX_BYTES, SCHEMA};
use super::{
    Expectations, Grade, Instant, Memory, Observed, Purpose, Statement, TrustStore, TrustedKey, Use,
    canonical,
};
use binding::{offline, online};

/// How far the clock of the machine that issued an attestation may be ahead of ours, in seconds.
pub const MAX_SKEW_SECONDS: u64 = 60;
/// The longest an attestation may be good for where it is acted on, in seconds: an hour, four times what verification
/// gives one.
pub const MAX_LIFETIME_SECONDS: u64 = 3_600;

/// What a reader asks of an attestation, whatever it speaks of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    /// Whom it must be made out to.
    pub(crate) audience: &'a str,
    /// How well its key must be kept at least.
    pub(crate) grade: Grade,
    /// How long it may be good for at most, whatever it says.
    pub(crate) max_lifetime_seconds: u64,
    /// What verifications before this one left behind.
    pub(crate) memory: &'a Memory,
}

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
        to_use(&self.0)
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
    let reader = Reader {
        audience: expected.audience.as_str(),
        grade: expected.grade,
        max_lifetime_seconds: expected.max_lifetime_seconds,
        memory: &expected.memory,
    };
    // 1. to 7.
    let verified = VerifiedTarget(verify_for(bytes, signature, trust, now, &reader)?);
    // 8. It speaks of the files at hand.
    if let Some(binding) = offline(&verified.0, expected) {
        return Err(AttestError::Differs(binding));
    }
    // 9. It speaks of the server at hand, once there is one.
    expected.observed.iter().try_for_each(|observed| verified.require(observed))?;
    Ok(verified)
}

/// Decides whether these bytes, under this signature, are an attestation for this reader, of whatever target.
///
/// # Errors
/// [`AttestError`]: the first of these steps that failed.
pub(crate) fn verify_for(
    bytes: &[u8],
    signature: &[u8],
    trust: &TrustStore,
    now: Instant,
    reader: &Reader<'_>,
) -> Result<Statement, AttestError> {
    // 1. It is not larger than any attestation.
    if bytes.len() > MAX_BYTES {
        return Err(AttestError::TooLarge { found: bytes.len() });
    }
    // 2. Neither the clock nor the trust store is older than one that was believed before.
    remembered(trust, now, reader.memory)?;
    // 3. A key that is trusted for this purpose now signed exactly these bytes. Nothing was parsed so far.
    let purpose = Purpose::MigrateTarget;
    let key = signer(bytes, signature, purpose.payload_type(), purpose, trust, now)?;
    // 4. The bytes are the canonical form of a statement.
    let statement: Statement = canonical::parse(bytes).map_err(AttestError::Document)?;
    // 5. It is of this kind, by this key, for this reader, and its key is kept as well as is expected here.
    addressed(&statement, key, reader)?;
    // 6. Its time is now, and was the key's time when it was made.
    timely(&statement, key, now, reader)?;
    // 7. Neither it nor the credential it was made for is used up.
    if trust.revoked_secret_versions().contains(&statement.secret_version) {
        return Err(AttestError::SecretVersionRevoked);
    }
    if reader.memory.used.contains(&to_use(&statement)) {
        return Err(AttestError::Replayed);
    }
    Ok(statement)
}

const fn to_use(statement: &Statement) -> Use {
    Use { key_id: statement.key_id, nonce: statement.nonce }
}

fn remembered(trust: &TrustStore, now: Instant, memory: &Memory) -> Result<(), AttestError> {
    if now < memory.highest_time {
        return Err(AttestError::ClockWentBack { seconds: memory.highest_time.seconds_since(now) });
    }
    let (found, seen) = (trust.serial(), memory.highest_serial);
    if found < seen {
        return Err(AttestError::TrustStoreOlder { found, seen });
    }
    Ok(())
}

fn addressed(statement: &Statement, key: &TrustedKey, reader: &Reader<'_>) -> Result<(), AttestError> {
    if statement.schema.as_str() != SCHEMA {
        return Err(AttestError::Schema);
    }
    if statement.key_id != key.public_key.id() {
        return Err(AttestError::KeyId);
    }
    if statement.audience.as_str() != reader.audience {
        return Err(AttestError::Audience);
    }
    if statement.grade != key.grade {
        return Err(AttestError::Grade);
    }
    if key.grade < reader.grade {
        return Err(AttestError::Development);
    }
    Ok(())
}

fn timely(
    statement: &Statement,
    key: &TrustedKey,
    now: Instant,
    reader: &Reader<'_>,
) -> Result<(), AttestError> {
    let (issued, expires) = (statement.issued_at, statement.expires_at);
    if issued > now.plus(MAX_SKEW_SECONDS) {
        return Err(AttestError::FromTheFuture);
    }
    if now >= expires {
        return Err(AttestError::Expired { seconds: now.seconds_since(expires) });
    }
    if expires.seconds_since(issued) > reader.max_lifetime_seconds {
        return Err(AttestError::Lifetime { limit: reader.max_lifetime_seconds });
    }
    if !key.window.contains(issued) {
        return Err(AttestError::IssuedOutsideKey);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
