//! SCRAM-SHA-256 verifiers (RFC 5802, RFC 7677) in the form PostgreSQL stores, computed here, so that a password
//! never travels to the server or into a script in clear.
//!
//! Invariant: a [`Verifier`] was made from a password of at least [`SHORTEST_PASSWORD`] characters.

use crate::secret::Secret;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use std::fmt;
use zeroize::Zeroizing;

/// Characters below which a password is refused. Digests of files that hold a password are published, and they are
/// offline guessing oracles: only length makes guessing hopeless.
pub const SHORTEST_PASSWORD: usize = 22;

/// PostgreSQL's own default (`scram_iterations`).
const ITERATIONS: u32 = 4096;
/// A login can store any verifier for itself; one with more iterations would keep whoever compares it busy for hours.
const MOST_ITERATIONS: u32 = 1_000_000;
const SALT_BYTES: usize = 16;
/// SHA-256's block, to which HMAC pads a shorter key with zeros (RFC 2104).
const BLOCK_BYTES: usize = 64;

/// Sixteen bytes that make equal passwords store differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Salt([u8; SALT_BYTES]);

/// What the server stores instead of a password. `Display` is the text for `ALTER ROLE … PASSWORD`.
#[derive(Clone, PartialEq, Eq)]
pub struct Verifier {
    salt: Salt,
    stored_key: [u8; 32],
    server_key: [u8; 32],
}

/// The password is too short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the password has fewer than {SHORTEST_PASSWORD} characters")]
pub struct PasswordTooShort;

impl Salt {
    /// A salt from random bytes.
    #[must_use]
    pub const fn from_random(bytes: [u8; SALT_BYTES]) -> Self {
        Self(bytes)
    }

    /// The salt that this seed always gives for this role, for output that can be compared byte by byte.
    #[must_use]
    pub fn derived(seed: &str, role: &str) -> Self {
        let digest: [u8; 32] =
            Sha256::new().chain_update(role).chain_update([0]).chain_update(seed).finalize().into();
        let mut salt = [0; SALT_BYTES];
        salt.copy_from_slice(&digest[..SALT_BYTES]);
        Self(salt)
    }
}

impl Verifier {
    /// Computes the verifier: 4,096 rounds of HMAC, a few milliseconds.
    ///
    /// # Errors
    /// [`PasswordTooShort`].
    pub fn of(password: &Secret, salt: Salt) -> Result<Self, PasswordTooShort> {
        if password.expose().chars().count() < SHORTEST_PASSWORD {
            return Err(PasswordTooShort);
        }
        Ok(Self::computed(password, salt.0.as_slice(), ITERATIONS, salt))
    }

    fn computed(password: &Secret, salt: &[u8], iterations: u32, kept: Salt) -> Self {
        let salted = salted_password(password, salt, iterations);
        Self {
            salt: kept,
            stored_key: Sha256::digest(mac(&salted, b"Client Key")).into(),
            server_key: mac(&salted, b"Server Key"),
        }
    }
}

impl fmt::Display for Verifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base64 = openssl::base64::encode_block;
        let (salt, stored, server) =
            (base64(&self.salt.0), base64(&self.stored_key), base64(&self.server_key));
        write!(f, "SCRAM-SHA-256${ITERATIONS}:{salt}${stored}:{server}")
    }
}

/// A verifier is compared and rendered, not shown.
impl fmt::Debug for Verifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Verifier(…)")
    }
}

/// Whether what the server stores for a login was made from this password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// It was.
    Same,
    /// It was made from another password.
    Other,
    /// It is no SCRAM-SHA-256 verifier that anybody would use: MD5, damaged, or with absurdly many iterations.
    NotScram,
}

/// Compares a stored verifier, whatever its salt and iterations, with a password.
#[must_use]
pub fn compare(stored: &str, password: &Secret) -> Match {
    let Some((iterations, salt, stored_key, server_key)) = parse(stored) else { return Match::NotScram };
    let salted = salted_password(password, &salt, iterations);
    let ours: [u8; 32] = Sha256::digest(mac(&salted, b"Client Key")).into();
    if ours.as_slice() == stored_key && mac(&salted, b"Server Key").as_slice() == server_key {
        Match::Same
    } else {
        Match::Other
    }
}

type Parts = (u32, Vec<u8>, Vec<u8>, Vec<u8>);

/// `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>` (PostgreSQL manual, pg_authid).
fn parse(stored: &str) -> Option<Parts> {
    let (head, keys) = stored.strip_prefix("SCRAM-SHA-256$")?.split_once('$')?;
    let (iterations, salt) = head.split_once(':')?;
    let (stored_key, server_key) = keys.split_once(':')?;
    let iterations = iterations.parse().ok().filter(|count| (1..=MOST_ITERATIONS).contains(count))?;
    let bytes = |text| openssl::base64::decode_block(text).ok();
    Some((iterations, bytes(salt)?, bytes(stored_key)?, bytes(server_key)?))
}

/// `Hi(Normalize(password), salt, i)` of RFC 5802. Like the server, a password that SASLprep (RFC 4013) refuses is
/// taken as it is.
fn salted_password(password: &Secret, salt: &[u8], iterations: u32) -> Zeroizing<[u8; 32]> {
    let prepared = match stringprep::saslprep(password.expose()) {
        Ok(prepared) => Zeroizing::new(prepared.into_owned()),
        Err(_) => Zeroizing::new(password.expose().to_owned()),
    };
    let mut salted = Zeroizing::new([0; 32]);
    pbkdf2::pbkdf2_hmac::<Sha256>(prepared.as_bytes(), salt, iterations, salted.as_mut());
    salted
}

fn mac(salted: &[u8; 32], text: &[u8]) -> [u8; 32] {
    let mut key = Zeroizing::new([0; BLOCK_BYTES]);
    key[..32].copy_from_slice(salted);
    let mut mac = Hmac::<Sha256>::new((&*key).into());
    mac.update(text);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(text: &str) -> Secret {
        Secret::new(text.to_owned())
    }

    /// Below the shortest password, which [`Verifier::of`] refuses, the published vectors still hold.
    fn known(password: &str, salt: [u8; SALT_BYTES]) -> String {
        Verifier::computed(&secret(password), &salt, ITERATIONS, Salt(salt)).to_string()
    }

    #[test]
    fn known_answers() {
        // The exchange of RFC 7677, section 3: user "user", password "pencil".
        let salt = openssl::base64::decode_block("W22ZaJ0SNY7soEsUEjb6gQ==").unwrap();
        assert_eq!(
            known("pencil", salt.try_into().unwrap()),
            "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:\
             wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU="
        );
        let counting = std::array::from_fn(|index| u8::try_from(index + 1).unwrap());
        assert_eq!(
            known("secret", counting),
            "SCRAM-SHA-256$4096:AQIDBAUGBwgJCgsMDQ4PEA==$8rrDg00OqaiWXJ7p+sCgHEIaBSHY89ZJl3mfIsf32oY=:\
             05L1f+yZbiN8O0AnO40Og85NNRhvzTS57naKRWCcsIA="
        );
    }

    #[test]
    fn saslprep_makes_spellings_of_one_password_equal() {
        // RFC 4013, section 3: a soft hyphen is mapped to nothing, U+2168 is ROMAN NUMERAL NINE.
        let salt = [7; SALT_BYTES];
        assert_eq!(known("I\u{ad}X", salt), known("IX", salt));
        assert_eq!(known("\u{2168}", salt), known("IX", salt));
        assert_ne!(known("\u{7}", salt), known("", salt), "what SASLprep refuses is taken as it is");
    }

    #[test]
    fn short_passwords_are_refused_by_characters() {
        let salt = Salt::derived("seed", "role");
        assert_eq!(Verifier::of(&secret(&"x".repeat(21)), salt).err(), Some(PasswordTooShort));
        assert_eq!(Verifier::of(&secret(&"é".repeat(21)), salt).err(), Some(PasswordTooShort));
        assert!(Verifier::of(&secret(&"x".repeat(22)), salt).is_ok());
    }

    #[test]
    fn a_seed_gives_each_role_its_own_salt() {
        assert_eq!(Salt::derived("s", "a"), Salt::derived("s", "a"));
        assert_ne!(Salt::derived("s", "a"), Salt::derived("s", "b"));
        assert_ne!(Salt::derived("s", "a"), Salt::derived("t", "a"));
    }

    #[test]
    fn a_stored_verifier_tells_its_password() {
        let password = secret("correct horse battery staple");
        let stored = Verifier::of(&password, Salt::derived("seed", "role")).unwrap().to_string();
        assert_eq!(compare(&stored, &password), Match::Same);
        assert_eq!(compare(&stored, &secret("correct horse battery stapler")), Match::Other);
        assert_eq!(compare("md54ab2c5d00339c4b2a4e921d2dc4edec7", &password), Match::NotScram);
        assert_eq!(compare("SCRAM-SHA-256$0:AA==$AA==:AA==", &password), Match::NotScram);
        assert_eq!(compare("SCRAM-SHA-256$4096:AA==$AA==", &password), Match::NotScram);
        assert_eq!(compare("SCRAM-SHA-256$4000000000:AA==$AA==:AA==", &password), Match::NotScram);
    }

    proptest::proptest! {
        #[test]
        fn compare_never_panics(stored in "(SCRAM-SHA-256\\$)?[0-9]{0,2}:?[A-Za-z0-9+/=$:]{0,40}") {
            let _ = compare(&stored, &secret("correct horse battery staple"));
        }
    }
}
