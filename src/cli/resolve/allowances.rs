//! What may be in a database beside what its bundle makes, from the files that say so.

use super::super::clock;
use super::ResolveError;
use crate::environment::{self, Environment, Variable};
use crate::safe_fs;
use mosaic_db::allowance::{Allowances, InForce, Signed};
use mosaic_db::attest::Instant;
use std::path::{Path, PathBuf};

/// The allowances that were verified, and when.
#[derive(Debug)]
pub struct Permits {
    /// The allowances; none where no file is named.
    pub allowances: Allowances,
    now: Instant,
}

impl Permits {
    /// Reads and verifies the allowances, if there are any.
    ///
    /// # Errors
    /// The first thing that is missing, refused or unreadable.
    pub fn resolve(environment: &Environment) -> Result<Self, ResolveError> {
        Self::of(read(environment)?.as_ref())
    }

    /// Verifies what was read.
    ///
    /// # Errors
    /// [`ResolveError::Allowances`].
    pub fn of(signed: Option<&Signed>) -> Result<Self, ResolveError> {
        let now = clock::instant().map_err(ResolveError::Clock)?;
        let allowances = signed.map_or(Ok(Allowances::NONE), |signed| signed.verify(now))?;
        Ok(Self { allowances, now })
    }

    /// As they are now.
    pub const fn in_force(&self) -> InForce<'_> {
        self.allowances.as_of(self.now)
    }
}

/// Reads the allowances, their signature and the trust store; nothing where no variable names any.
///
/// # Errors
/// The first thing that is missing or unreadable.
pub fn read(environment: &Environment) -> Result<Option<Signed>, ResolveError> {
    let Some(path) = environment.path(Variable::AllowancesFile)? else { return Ok(None) };
    let store = environment.path(Variable::TrustStoreFile)?;
    let store = store.ok_or(environment::Error::Missing(Variable::TrustStoreFile))?;
    let file = |variable, path: &Path| {
        safe_fs::read_trust_store(path).map_err(|error| ResolveError::File(variable, error))
    };
    Ok(Some(Signed {
        trust_store: file(Variable::TrustStoreFile, &store)?,
        document: file(Variable::AllowancesFile, &path)?,
        signature: file(Variable::AllowancesFile, &signature_of(&path))?,
    }))
}

/// Where the signature of a document lies.
pub fn signature_of(document: &Path) -> PathBuf {
    let mut path = document.as_os_str().to_owned();
    path.push(".sig");
    path.into()
}
