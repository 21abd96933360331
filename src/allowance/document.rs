//! `allowances.v1.json`: canonical JSON of printable ASCII, at most 64 KiB. The signature lies beside it in
//! `allowances.v1.json.sig`: 64 raw bytes, Ed25519 over the DSSE encoding of the bytes under [`PAYLOAD_TYPE`].

use super::error::AllowanceError;
use super::kind;
use crate::attest::{Instant, Text, canonical};
use crate::catalog::{Class, Fields};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is signed together with the bytes.
pub const PAYLOAD_TYPE: &str = "application/vnd.mosaic.catalog-allowances.v1+json";

/// How long an allowance may be good for, in days from its document's date: it is an exception that somebody looks at
/// again, not a second bundle.
pub const MAX_DAYS: u64 = 366;

const SCHEMA: &str = "mosaic.catalog-allowances.v1";
const MAX_BYTES: usize = 64 * 1024;
const DAY: u64 = 86_400;
/// How far the clock of whoever wrote the document may be ahead, in seconds.
const MAX_SKEW: u64 = 60;

/// One object that may be there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowance {
    /// Its class.
    pub class: Class,
    /// The first second in which it may not be there any more.
    pub expires: Instant,
    /// What it is, field by field, as a snapshot of the catalog has it.
    pub fields: Fields,
    /// Its name, as a snapshot of the catalog has it.
    pub name: Text<256>,
    /// The person or team that answers for it.
    pub owner: Text<128>,
    /// Why it is there.
    pub reason: Text<512>,
}

/// Allowances as they are written down, signed or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    allowances: Vec<Allowance>,
    database_id: Text<64>,
    issued: Instant,
    schema: String,
}

impl Draft {
    /// Writes allowances for the database with this id down.
    ///
    /// # Errors
    /// [`AllowanceError`] for what no such document may say.
    pub fn new(
        database_id: &str,
        issued: Instant,
        mut allowances: Vec<Allowance>,
    ) -> Result<Self, AllowanceError> {
        allowances.sort_by(|a, b| a.order().cmp(&b.order()));
        let database_id = Text::new(database_id).map_err(|_| AllowanceError::Text)?;
        let draft = Self { allowances, database_id, issued, schema: SCHEMA.to_owned() };
        draft.check()?;
        Ok(draft)
    }

    /// Reads a document. That somebody signed it is for [`super::verify`] to find out, before.
    ///
    /// # Errors
    /// [`AllowanceError`] unless the bytes are canonical and say only what such a document may say.
    pub fn parse(bytes: &[u8]) -> Result<Self, AllowanceError> {
        if bytes.len() > MAX_BYTES {
            return Err(AllowanceError::TooLarge);
        }
        let draft: Self = canonical::parse(bytes)?;
        draft.check()?;
        Ok(draft)
    }

    /// The canonical bytes.
    ///
    /// # Errors
    /// [`AllowanceError`] if they would not be read again.
    pub fn encode(&self) -> Result<Vec<u8>, AllowanceError> {
        let bytes = canonical::to_bytes(self)?;
        if bytes.len() > MAX_BYTES { Err(AllowanceError::TooLarge) } else { Ok(bytes) }
    }

    /// Every allowance, by class and name.
    #[must_use]
    pub fn list(&self) -> &[Allowance] {
        &self.allowances
    }

    /// The random id of the database it is for.
    #[must_use]
    pub fn database_id(&self) -> &str {
        self.database_id.as_str()
    }

    /// That it was not written in the future, which would move the furthest end.
    pub(super) fn require_issued(&self, now: Instant) -> Result<(), AllowanceError> {
        if self.issued > now.plus(MAX_SKEW) { Err(AllowanceError::NotYetIssued) } else { Ok(()) }
    }

    fn check(&self) -> Result<(), AllowanceError> {
        if self.schema != SCHEMA {
            return Err(AllowanceError::Schema);
        }
        let last = self.issued.plus(MAX_DAYS * DAY);
        for (position, allowance) in self.allowances.iter().enumerate() {
            kind::judge(allowance.class, &allowance.fields)
                .map_err(|harm| AllowanceError::Harm { position, harm })?;
            let blank = |text: &str| text.trim().is_empty();
            if blank(allowance.owner.as_str()) || blank(allowance.reason.as_str()) {
                return Err(AllowanceError::Blank { position });
            }
            if allowance.expires <= self.issued || allowance.expires > last {
                return Err(AllowanceError::Lifetime { position });
            }
        }
        let order = self.allowances.iter().zip(self.allowances.iter().skip(1));
        match order.into_iter().position(|(one, next)| one.order() >= next.order()) {
            Some(before) => Err(AllowanceError::Order { position: before + 1 }),
            None => Ok(()),
        }
    }
}

impl Allowance {
    fn order(&self) -> (Class, &str) {
        (self.class, self.name.as_str())
    }

    pub(super) fn key(&self) -> (Class, String) {
        (self.class, self.name.as_str().to_owned())
    }
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (class, name, owner) = (self.class.word(), self.name.as_str(), self.owner.as_str());
        write!(f, "{class} {name} is allowed: {owner} answers for it until {}", self.expires)
    }
}
