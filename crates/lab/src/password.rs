//! Passwords for laboratory logins: random, made at run time, never written down in a source file.

use rustix::rand::GetRandomFlags;

/// At least this many random characters in every password.
const RANDOM: usize = 28;

/// A password of letters, digits, `-` and `_`.
#[must_use]
pub fn generated() -> String {
    random()
}

/// A password with every character that breaks a careless parser, quoter or template: `@ : / ? # % ' \` and a
/// space. It starts with `canary`, so that a search for it in any output is short.
#[must_use]
pub fn canary() -> String {
    format!("canary@:/?#%' \\{}", random())
}

/// Characters from the kernel's random source.
fn random() -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bytes = [0; RANDOM];
    // Requests of up to 256 bytes are filled whole once the kernel's pool is ready (getrandom(2)).
    while rustix::rand::getrandom(&mut bytes, GetRandomFlags::empty()) != Ok(RANDOM) {}
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 64)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_long_and_differ() {
        assert!(generated().len() >= 24);
        assert_ne!(generated(), generated());
        assert!("@:/?#%' \\".chars().all(|c| canary().contains(c)));
    }
}
