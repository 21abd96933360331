//! Signed documents in directories: written whole, read with their signatures beside them.

use super::error::CertifyError;
use crate::safe_fs::{self, Folder, Generation, Owner};
use crate::sign::SigningKey;
use mosaic_db::attest::{KeyId, Purpose, canonical};
use mosaic_db::digest::Digest;
use rustix::rand::{GetRandomFlags, getrandom};
use serde::Serialize;
use std::path::{Path, PathBuf};

const STATEMENT: &str = "statement.v1.json";
const SIGNATURE: &str = "statement.v1.json.sig";

/// Where a document lies now.
#[derive(Clone, Debug)]
pub(crate) struct Published {
    pub(crate) directory: PathBuf,
    pub(crate) sha256: Digest,
    pub(crate) key: KeyId,
}

/// A document as it was read.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) signature: Vec<u8>,
}

/// Signs a document and puts it into a new directory below `base`, which names it as its current one.
///
/// The key is read here, when every session has ended, so that it is never in memory while the network is.
pub(crate) fn publish(
    statement: &impl Serialize,
    purpose: Purpose,
    key_file: &Path,
    base: &Path,
) -> Result<Published, CertifyError> {
    let bytes = canonical::to_bytes(statement).map_err(CertifyError::Unwritable)?;
    let key = SigningKey::read(key_file)?;
    let signature = key.sign(purpose.payload_type(), &bytes);
    let content = Folder::private(&[(STATEMENT, &bytes), (SIGNATURE, &signature)], None);
    let generation = Generation { id: random()?, content };
    let directory = generation.publish(base).map_err(CertifyError::NotWritten)?;
    Ok(Published { directory, sha256: Digest::of(&bytes), key: key.public_key().id() })
}

/// Reads the current document below `base`, without believing anything of it.
pub(crate) fn read(base: &Path) -> Result<Found, CertifyError> {
    let file = |path: &Path| safe_fs::read_published_of(path, Owner::Ours).map_err(CertifyError::NotRead);
    let current = safe_fs::read_public(&base.join(safe_fs::CURRENT)).map_err(CertifyError::NotRead)?;
    let name = std::str::from_utf8(&current).ok().filter(|name| is_plain(name));
    let name = name.ok_or_else(|| CertifyError::NoDocument { directory: base.to_owned() })?;
    let directory = base.join(name);
    let (bytes, signature) = (file(&directory.join(STATEMENT))?, file(&directory.join(SIGNATURE))?);
    Ok(Found { name: base.display().to_string(), bytes, signature })
}

/// Whether a name stays in its directory.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn random() -> Result<u128, CertifyError> {
    let mut bytes = [0; 16];
    match getrandom(&mut bytes, GetRandomFlags::empty()) {
        Ok(16) => Ok(u128::from_be_bytes(bytes)),
        Ok(_) | Err(_) => Err(CertifyError::Randomness),
    }
}
