//! `attest`: keys that sign, the store that says which of them are believed, and what was signed.

mod check;
mod inspect;
mod keygen;
mod revoke;

use super::super::Context;
use super::super::args::attest::Attest;
use super::super::clock;
use super::super::exit::Failure;
use super::super::output::Reply;
use super::super::resolve::{IDENTITIES, signature_of};
use crate::safe_fs;
use mosaic_db::attest::{CanonicalError, Instant, NotAnInstant, Statement, TrustError, TrustStore};
use mosaic_db::error::Code;
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::Path;

/// What this command refuses by itself.
#[derive(Debug, thiserror::Error)]
pub enum AttestCommandError {
    /// The clock shows a year that no document can name.
    #[error("the clock of this machine is refused")]
    Clock(#[source] NotAnInstant),
    /// The window of a new key is empty.
    #[error("--not-after is not later than --not-before")]
    Window,
    /// The trust store is named by something that is no file's name.
    #[error("--trust-store names no file")]
    StoreName,
    /// The file of expectations is not one.
    #[error("the expectations are refused at line {line}, column {column}")]
    Expectations { line: usize, column: usize },
    /// The file to show is neither an attestation nor a trust store.
    #[error("the file is refused")]
    Unknown(#[source] CanonicalError),
}

impl AttestCommandError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Clock(_) => Code::Internal,
            Self::Window | Self::StoreName => Code::Usage,
            Self::Expectations { .. } => Code::ExpectationsInvalid,
            Self::Unknown(_) => Code::NothingToInspect,
        }
    }
}

pub fn attest(action: &Attest, _context: &Context<'_>) -> Result<Reply, Failure> {
    let answer = match action {
        Attest::Keygen(args) => keygen::keygen(args),
        Attest::Inspect(args) => inspect::inspect(args),
        Attest::Check(args) => check::check(args),
        Attest::Revoke(args) => revoke::revoke(args),
    };
    answer.map(Reply::Answer)
}

/// What the clock of this machine shows.
pub fn now() -> Result<Instant, AttestCommandError> {
    clock::instant().map_err(AttestCommandError::Clock)
}

/// An attestation and its signature, as they lie beside each other.
struct Signed {
    bytes: Vec<u8>,
    signature: Vec<u8>,
}

impl Signed {
    fn read(path: &Path) -> Result<Self, Failure> {
        Ok(Self {
            bytes: safe_fs::read_signed(path, IDENTITIES)?,
            signature: safe_fs::read_signed(&signature_of(path), IDENTITIES)?,
        })
    }
}

/// What an attestation says, for a reader: the digest of a URL is cut short, since passwords can be tried with it.
fn shown(statement: &Statement) -> Value {
    let mut shown = json!(statement);
    let digest = statement.target_sha256.to_string();
    shown["target_sha256"] = json!(format!("{}…", digest.get(..12).unwrap_or_default()));
    shown
}

/// One line for each field.
fn lines(shown: &Value) -> String {
    let mut text = String::new();
    for (name, value) in shown.as_object().into_iter().flatten() {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let _infallible = writeln!(text, "{name:<20} {value}");
    }
    text
}

/// A trust store, and where it lies.
struct StoreFile<'a> {
    directory: &'a Path,
    name: &'a str,
    store: TrustStore,
}

impl<'a> StoreFile<'a> {
    fn read(path: &'a Path) -> Result<Self, Failure> {
        let name = path.file_name().and_then(OsStr::to_str);
        let (Some(directory), Some(name)) = (path.parent(), name) else {
            return Err(AttestCommandError::StoreName.into());
        };
        let store = TrustStore::parse(&safe_fs::read_trust_store(path)?)?;
        Ok(Self { directory, name, store })
    }

    /// Gives the file what the store has become, whole or not at all.
    fn replace(
        self,
        change: impl FnOnce(TrustStore) -> Result<TrustStore, TrustError>,
    ) -> Result<TrustStore, Failure> {
        let store = change(self.store)?;
        safe_fs::replace(self.directory, self.name, &store.encode()?)?;
        Ok(store)
    }
}
