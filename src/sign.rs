//! Signing keys: the one place where a private key is in memory.
//!
//! Invariant: a key is read from a file that nobody but its owner may read, or made from the kernel's randomness; it is
//! wiped when it is dropped, and neither printed nor copied.

use crate::safe_fs;
use ed25519_dalek::Signer as _;
use mosaic_db::attest::{KeyError, PublicKey, SIGNATURE_BYTES, pae};
use mosaic_db::error::Code;
use rustix::rand::{GetRandomFlags, getrandom};
use std::fmt;
use std::io;
use std::path::Path;
use zeroize::Zeroizing;

/// The private half of an Ed25519 key (RFC 8032, section 5.1.5): everything follows from 32 random bytes. A file holds
/// those alone. One that held the public half too could be made to sign under another's.
pub struct SigningKey {
    key: ed25519_dalek::SigningKey,
    public: PublicKey,
}

/// The 32 bytes a key follows from.
pub type Seed = Zeroizing<[u8; 32]>;

/// Why there is no key to sign with.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    /// The file was not read.
    #[error("the signing key is refused")]
    File(#[source] safe_fs::Error),
    /// The file has another length.
    #[error("the signing key file is {found} bytes long, not 32")]
    Length {
        /// Its length.
        found: usize,
    },
    /// The public half is none. No seed is known for which this happens.
    #[error("the public half of the signing key is refused")]
    Public(#[source] KeyError),
    /// The kernel gave no randomness to make a key from.
    #[error("the kernel gave no randomness")]
    Randomness(#[source] io::Error),
}

impl KeyFileError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::File(error) => error.code(),
            Self::Length { .. } | Self::Public(_) => Code::SigningKeyInvalid,
            Self::Randomness(_) => Code::Internal,
        }
    }
}

/// A new seed.
///
/// # Errors
/// [`KeyFileError::Randomness`].
pub fn new_seed() -> Result<Seed, KeyFileError> {
    let mut seed = Seed::default();
    let mut filled = 0;
    while filled < seed.len() {
        // Without flags this waits until the kernel's generator is seeded, getrandom(2).
        filled += getrandom(&mut seed[filled..], GetRandomFlags::empty())
            .map_err(|errno| KeyFileError::Randomness(errno.into()))?;
    }
    Ok(seed)
}

impl SigningKey {
    /// Reads a key file: mode 0400, one name, 32 raw bytes.
    ///
    /// # Errors
    /// [`KeyFileError`] for a file that is none, is unsafe, or could not be read.
    pub fn read(path: &Path) -> Result<Self, KeyFileError> {
        let bytes = safe_fs::read_key(path).map_err(KeyFileError::File)?;
        let found = bytes.len();
        let mut seed = Seed::default();
        if found != seed.len() {
            return Err(KeyFileError::Length { found });
        }
        seed.copy_from_slice(&bytes);
        Self::of(&seed)
    }

    /// The key that follows from a seed.
    ///
    /// # Errors
    /// [`KeyFileError::Public`].
    pub fn of(seed: &Seed) -> Result<Self, KeyFileError> {
        let key = ed25519_dalek::SigningKey::from_bytes(seed);
        let public = PublicKey::from_bytes(key.verifying_key().as_bytes()).map_err(KeyFileError::Public)?;
        Ok(Self { key, public })
    }

    /// The half that verifiers are given.
    pub const fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// The signature over these bytes as a document of this type.
    pub fn sign(&self, payload_type: &str, bytes: &[u8]) -> [u8; SIGNATURE_BYTES] {
        self.key.sign(&pae(payload_type, bytes)).to_bytes()
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({})", self.public.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mosaic_db::attest::{
        Grade, Instant, Purpose, State, TrustStore, TrustedKey, Window, verify_signature,
    };
    use std::fs::{OpenOptions, Permissions};
    use std::io::Write as _;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::PathBuf;

    fn file(directory: &Path, bytes: &[u8], mode: u32) -> PathBuf {
        let path = directory.join("key");
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path).unwrap();
        file.write_all(bytes).unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        path
    }

    #[test]
    fn what_is_signed_verifies() {
        let directory = tempfile::tempdir().unwrap();
        let key = SigningKey::read(&file(directory.path(), &[7; 32], 0o400)).unwrap();
        let purpose = Purpose::Certify;
        let signature = key.sign(purpose.payload_type(), b"bytes");
        let (start, end) = (Instant::from_unix(10).unwrap(), Instant::from_unix(20).unwrap());
        let trust = TrustStore::of(TrustedKey {
            public_key: *key.public_key(),
            purpose,
            window: Window::new(start, end).unwrap(),
            state: State::Active,
            grade: Grade::Production,
        });
        let id = verify_signature(b"bytes", &signature, purpose.payload_type(), purpose, &trust, start);
        assert_eq!(id, Ok(key.public_key().id()));
    }

    #[test]
    fn other_files_are_refused() {
        for (bytes, mode, code) in [
            (&[7; 32][..], 0o440, Code::FileUnsafe),
            (&[7; 31][..], 0o400, Code::SigningKeyInvalid),
            (&[7; 64][..], 0o400, Code::SigningKeyInvalid),
            (&[][..], 0o400, Code::FileContent),
        ] {
            let directory = tempfile::tempdir().unwrap();
            let path = file(directory.path(), bytes, mode);
            assert_eq!(SigningKey::read(&path).unwrap_err().code(), code, "{mode:o}");
        }
    }

    #[test]
    fn seeds_differ_and_do_not_show() {
        let (first, second) = (new_seed().unwrap(), new_seed().unwrap());
        assert_ne!(*first, *second);
        let shown = format!("{:?}", SigningKey::of(&first).unwrap());
        let hex: String = first.iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(!shown.contains(&hex), "{shown}");
    }
}
