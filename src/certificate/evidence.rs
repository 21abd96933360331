//! One login's part of a certificate: what was attempted as it, and what came of each attempt.
//!
//! Every text is printable ASCII, so that it has one canonical spelling ([`printable`]).

use super::slot::Person;
use crate::assess::Listed;
use crate::attest::Instant;
use crate::digest::Digest;
use crate::error::Code;
use crate::postgres::Identity;
use crate::postgres::identity::role;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

/// The value of [`Evidence::schema`].
pub const EVIDENCE_SCHEMA: &str = "mosaic.certify.probe.v1";

/// The logins that are probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Login {
    /// The login of a tier import.
    Importer,
    /// The login of runner and verification.
    Migrator,
    /// The login of a gateway.
    Runtime,
}

/// What was seen as one login.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// [`EVIDENCE_SCHEMA`].
    pub schema: String,
    /// As whom.
    pub login: Login,
    /// Who answers for it; null where nobody signs it.
    pub by: Option<Person>,
    /// The run of the program, as it stands in the server's log.
    pub invocation: String,
    /// Name and version of the program.
    pub program: String,
    /// When the last attempt had been made.
    pub issued: Instant,
    /// SHA-256 of all that the bundle consists of.
    pub bundle: Digest,
    /// Where.
    pub database: Database,
    /// Over which session.
    pub tls: Tls,
    /// Every attempt, in the order in which they were made.
    pub observations: Vec<Observation>,
    /// The relations whose rows are evidence.
    pub immutable: BTreeMap<String, Relation>,
    /// What was verified, for the login that can; null for the others.
    pub verified: Option<Verified>,
    /// What the login can do all the same.
    pub not_claimed: Vec<Remark>,
}

/// Which database. Numbers of 64 bits are text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    /// Its random id: a base backup has the same system identifier.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its OID.
    pub oid: String,
    /// The version as the server prints it.
    pub server_version: String,
    /// The cluster.
    pub system_identifier: String,
    /// The timeline.
    pub timeline: String,
}

/// How the server was told from another. There is no session without verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tls {
    /// SHA-256 of the public key in the server's certificate.
    pub leaf_spki: Digest,
    /// SHA-256 of each trusted certificate authority, sorted.
    pub authorities: Vec<Digest>,
}

/// One attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observation {
    /// The probe: `subject.verb`.
    pub id: String,
    /// As which role: the login, or the schema owner after SET ROLE.
    pub role: String,
    /// What it was attempted on, where the probe has many objects.
    pub on: String,
    /// The statement; empty where there was no object to speak of.
    pub statement: String,
    /// The SQLSTATE that must come, `warning` before it where it is one.
    pub expected: String,
    /// What came, in the same form; `none` where the statement was carried out.
    pub observed: String,
    /// What that means.
    pub outcome: Outcome,
    /// What whoever could do it would be able to do.
    pub allows: String,
}

/// What an attempt proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was denied as it must be.
    Denied,
    /// It was carried out, and rolled back.
    Allowed,
    /// It failed in another way, which proves nothing.
    Unproven,
    /// The database has no object of this kind.
    NoObject,
}

/// What is known of a relation whose rows are evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// The bundle's grants do not speak of it.
    Unlisted,
    /// They do, and the database does not have it.
    Absent,
    /// It is there, and was part of the attempts.
    Attempted,
}

/// What verification found, beside the attempts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verified {
    /// The code of what was found wrong; empty when nothing was.
    pub refused: String,
    /// The fingerprint of the schema; null where it was not read.
    pub schema: Option<Digest>,
    /// How many entries are applied.
    pub applied: u32,
    /// How many are left that could run now.
    pub pending: u32,
    /// What is there beside the bundle by signed allowances: each object with its class, who answers for it and until when.
    pub allowed: Vec<String>,
    /// Each check with its verdict.
    pub checks: BTreeMap<String, String>,
}

/// A sentence with an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// Stable across releases.
    pub id: String,
    /// The sentence.
    pub what: String,
}

impl Login {
    /// The role.
    #[must_use]
    pub const fn role(self) -> &'static str {
        match self {
            Self::Importer => role::IMPORTER,
            Self::Migrator => role::MIGRATOR,
            Self::Runtime => role::RUNTIME,
        }
    }

    /// One word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Importer => "importer",
            Self::Migrator => "migrator",
            Self::Runtime => "runtime",
        }
    }
}

impl fmt::Display for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Outcome {
    /// Whether the certificate fails by it.
    #[must_use]
    pub const fn fails(self) -> bool {
        match self {
            Self::Denied | Self::NoObject => false,
            Self::Allowed | Self::Unproven => true,
        }
    }
}

impl Database {
    /// Where a session was, with the id it read.
    #[must_use]
    pub fn of(identity: &Identity, id: &str) -> Self {
        Self {
            id: id.to_owned(),
            name: printable(&identity.database),
            oid: identity.database_oid.clone(),
            server_version: printable(&identity.version_text),
            system_identifier: identity.system_identifier.clone(),
            timeline: identity.timeline.clone(),
        }
    }
}

/// Why a part proves too little.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Insufficient {
    /// Something was not denied as it must be.
    #[error("{failed} of {made} attempts as {login} were not denied as they must be: {}", Listed(.which))]
    NotDenied {
        /// As whom.
        login: Login,
        /// How many.
        failed: usize,
        /// Of how many.
        made: usize,
        /// Those.
        which: Vec<Observation>,
    },
    /// Verification found something wrong.
    #[error("verification ended with {code}")]
    NotVerified {
        /// The code it ended with.
        code: String,
    },
    /// Entries are pending.
    #[error("{0} entries could run and have not")]
    Pending(u32),
}

impl Insufficient {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::NotDenied { .. } => Code::ProbeNotDenied,
            Self::NotVerified { .. } => Code::ProbeNotVerified,
            Self::Pending(_) => Code::EntriesPending,
        }
    }
}

impl Evidence {
    /// That everything was denied, and that what was verified beside is as it must be.
    ///
    /// # Errors
    /// The first [`Insufficient`].
    pub fn require_sufficient(&self) -> Result<(), Insufficient> {
        let made = self.observations.len();
        let failing = self.observations.iter().filter(|observation| observation.outcome.fails());
        let which: Vec<Observation> = failing.cloned().collect();
        if !which.is_empty() || made == 0 {
            return Err(Insufficient::NotDenied { login: self.login, failed: which.len(), made, which });
        }
        match &self.verified {
            Some(verified) if !verified.refused.is_empty() => {
                Err(Insufficient::NotVerified { code: verified.refused.clone() })
            }
            Some(verified) if verified.pending > 0 => Err(Insufficient::Pending(verified.pending)),
            Some(_) | None => Ok(()),
        }
    }
}

impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, role, on, expected, observed, allows, .. } = self;
        let on = if on.is_empty() { String::new() } else { format!(" on {on}") };
        write!(f, "{id}{on} as {role} (to {allows}): expected {expected}; observed {observed}")
    }
}

/// The text with every other character written as `\u{…}`.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars().fold(String::new(), |mut shown, character| {
        match character {
            ' '..='~' => shown.push(character),
            other => {
                let _infallible = write!(shown, "{}", other.escape_unicode());
            }
        }
        shown
    })
}
