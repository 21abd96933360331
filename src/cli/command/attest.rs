//! `attest`: keys that sign, and the store that says which of them are believed.

mod keygen;

use super::super::Context;
use super::super::args::attest::Attest;
use super::super::clock;
use super::super::exit::Failure;
use super::super::output::Reply;
use crate::safe_fs;
use mosaic_db::attest::{Instant, NotAnInstant, TrustError, TrustStore};
use mosaic_db::error::Code;
use std::ffi::OsStr;
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
}

impl AttestCommandError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Clock(_) => Code::Internal,
            Self::Window | Self::StoreName => Code::Usage,
        }
    }
}

pub fn attest(action: &Attest, _context: &Context<'_>) -> Result<Reply, Failure> {
    let answer = match action {
        Attest::Keygen(args) => keygen::keygen(args),
    };
    answer.map(Reply::Answer)
}

fn now() -> Result<Instant, AttestCommandError> {
    Instant::from_unix(clock::now() / 1000).map_err(AttestCommandError::Clock)
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
