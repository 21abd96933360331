//! What comes after the generations there are: pure, decided while nobody else publishes.
//!
//! Invariant: no record and no trust store goes back. What was given out once is known to more than this program, and a
//! provider that shows an older version again is one that has not caught up.

use super::descriptor::{Descriptor, Orchestrator};
use super::environment::Environment;
use super::record::Kind;
use mosaic_db::attest::SecretVersion;
use mosaic_db::error::Code;

/// A complete generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The name of its directory.
    pub name: String,
    pub descriptor: Descriptor,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing: the newest generation is the one that is wanted, and the current one.
    Keep,
    /// The newest generation is the one that is wanted; whoever made it did not get to the pointer.
    Point,
    /// A generation of this number.
    Make { number: u32 },
}

/// Why there is nothing to come.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    #[error("the generations there are for {environment} under {orchestrator}")]
    Foreign { environment: Environment, orchestrator: Orchestrator },
    #[error(
        "the provider has version {offered} of the secret {}, and version {rendered} was rendered before", .kind.path()
    )]
    Lower { kind: Kind, rendered: SecretVersion, offered: SecretVersion },
    #[error("the trust store has the serial {offered}, and one with {rendered} was rendered before")]
    OlderTrustStore { rendered: u32, offered: u32 },
}

impl HistoryError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Foreign { .. } => Code::GenerationForeign,
            Self::Lower { .. } => Code::SecretVersionLower,
            Self::OlderTrustStore { .. } => Code::TrustStoreOlder,
        }
    }
}

/// What is to be done, where this generation is the newest, one may be current, and one like this is wanted.
///
/// The newest is enough to know: it goes back behind none of those before it.
///
/// # Errors
/// [`HistoryError`].
pub fn next(
    newest: Option<&Known>,
    current: Option<&str>,
    wanted: &Descriptor,
) -> Result<Step, HistoryError> {
    let Some(Known { name, descriptor }) = newest else { return Ok(Step::Make { number: 1 }) };
    require_later(descriptor, wanted)?;
    if *descriptor != wanted.clone().numbered(descriptor.number) {
        return Ok(Step::Make { number: descriptor.number.saturating_add(1) });
    }
    Ok(if current == Some(name) { Step::Keep } else { Step::Point })
}

fn require_later(before: &Descriptor, wanted: &Descriptor) -> Result<(), HistoryError> {
    if (&before.environment, before.orchestrator) != (&wanted.environment, wanted.orchestrator) {
        return Err(HistoryError::Foreign {
            environment: before.environment.clone(),
            orchestrator: before.orchestrator,
        });
    }
    for (&kind, &offered) in &wanted.versions {
        if let Some(rendered) = before.version(kind)
            && offered < rendered
        {
            return Err(HistoryError::Lower { kind, rendered, offered });
        }
    }
    let (rendered, offered) = (before.trust_store_serial, wanted.trust_store_serial);
    if offered < rendered { Err(HistoryError::OlderTrustStore { rendered, offered }) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
