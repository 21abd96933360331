//! A signed document as it was read, and what it is once its signature held: nothing is parsed before.

use super::reason::Reason;
use super::{EVIDENCE_SCHEMA, Evidence, Person, SLOT_SCHEMA, Slot, SlotKind};
use crate::attest::{Grade, Instant, KeyId, Purpose, TrustStore, VerifyError, canonical, verify_signature};
use crate::digest::Digest;
use serde::{Deserialize, Serialize};

/// A document as it lies in a directory.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// What it is called in a reason.
    pub name: &'a str,
    /// The exact bytes that were signed.
    pub bytes: &'a [u8],
    /// The raw signature.
    pub signature: &'a [u8],
}

/// What was signed, by whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signed<T> {
    /// The key.
    pub key: KeyId,
    /// SHA-256 of the bytes that were signed.
    pub sha256: Digest,
    /// The signature as 128 lowercase hexadecimal digits, over the canonical bytes of `statement`.
    pub signature: String,
    /// What it says.
    pub statement: T,
}

/// A document whose signature held, with its name.
#[derive(Debug)]
pub(super) enum Admitted<'a> {
    Part(&'a str, Box<Signed<Evidence>>),
    Slot(&'a str, Box<Signed<Slot>>),
}

impl Admitted<'_> {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Part(name, _) | Self::Slot(name, _) => (*name).to_owned(),
        }
    }

    pub(super) fn sha256(&self) -> Digest {
        match self {
            Self::Part(_, part) => part.sha256,
            Self::Slot(_, slot) => slot.sha256,
        }
    }

    pub(super) fn database_id(&self) -> &str {
        match self {
            Self::Part(_, part) => &part.statement.database.id,
            Self::Slot(_, slot) => &slot.statement.database_id,
        }
    }

    pub(super) fn program(&self) -> &str {
        match self {
            Self::Part(_, part) => &part.statement.program,
            Self::Slot(_, slot) => &slot.statement.program,
        }
    }

    pub(super) fn by(&self) -> Option<&Person> {
        match self {
            Self::Part(_, part) => part.statement.by.as_ref(),
            Self::Slot(_, slot) => Some(&slot.statement.by),
        }
    }
}

/// Verifies, then parses.
pub(super) fn admit<'a>(
    document: &Document<'a>,
    trust: &TrustStore,
    now: Instant,
) -> Result<Admitted<'a>, Reason> {
    let (name, bytes) = (document.name, document.bytes);
    let of = |purpose: Purpose| {
        let payload_type = purpose.payload_type();
        verify_signature(bytes, document.signature, payload_type, purpose, trust, now)
    };
    let (purpose, signed) = match of(Purpose::Certify) {
        Err(VerifyError::OtherPurpose { found: Purpose::Review }) => (Purpose::Review, of(Purpose::Review)),
        other => (Purpose::Certify, other),
    };
    let document_name = || name.to_owned();
    let key = signed.map_err(|cause| Reason::Signature { document: document_name(), cause })?;
    if trust.key(key).is_none_or(|key| key.grade != Grade::Production) {
        return Err(Reason::DevelopmentKey { document: document_name() });
    }
    let malformed = |cause| Reason::Malformed { document: document_name(), cause };
    let (sha256, signature) = (Digest::of(bytes), hexadecimal(document.signature));
    let admitted = match canonical::parse::<Evidence>(bytes) {
        Ok(statement) if statement.schema == EVIDENCE_SCHEMA => {
            Admitted::Part(name, Box::new(Signed { key, sha256, signature, statement }))
        }
        // What is no part may be a slot; if it is neither, the reason is the slot's.
        Ok(_) | Err(_) => {
            let statement = canonical::parse::<Slot>(bytes).map_err(malformed)?;
            if statement.schema != SLOT_SCHEMA {
                return Err(Reason::OtherSchema { document: document_name() });
            }
            Admitted::Slot(name, Box::new(Signed { key, sha256, signature, statement }))
        }
    };
    let meant = match &admitted {
        Admitted::Slot(_, slot) if slot.statement.kind == SlotKind::Review => Purpose::Review,
        Admitted::Slot(..) | Admitted::Part(..) => Purpose::Certify,
    };
    if meant == purpose {
        Ok(admitted)
    } else {
        Err(Reason::OtherPurpose { document: document_name(), meant })
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
