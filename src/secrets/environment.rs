//! Which environment secrets belong to: the word that names the provider's mount.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The longest word. It is part of names that may have 64 characters.
const MAX_CHARS: usize = 32;

/// An environment, such as `prod`: 1 to 32 of the characters `a-z`, `0-9` and `-`, of which the first and the last are no
/// `-`. It is safe in a URL, in a path and in YAML.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Environment(String);

/// The text is no name of an environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "not an environment: 1 to {MAX_CHARS} characters out of a-z, 0-9 and - are expected, no - first or last"
)]
pub struct NotAnEnvironment;

impl Environment {
    /// Takes a word.
    ///
    /// # Errors
    /// [`NotAnEnvironment`] for any other text.
    pub fn parse(text: &str) -> Result<Self, NotAnEnvironment> {
        let plain = text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        let bounded = (1..=MAX_CHARS).contains(&text.len());
        if plain && bounded && !text.starts_with('-') && !text.ends_with('-') {
            Ok(Self(text.to_owned()))
        } else {
            Err(NotAnEnvironment)
        }
    }

    /// The word.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The mount of the provider's key-value store that holds its secrets.
    pub fn mount(&self) -> String {
        format!("secret-{}", self.0)
    }
}

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Environment {
    type Error = NotAnEnvironment;
    fn try_from(text: String) -> Result<Self, NotAnEnvironment> {
        Self::parse(&text)
    }
}

impl From<Environment> for String {
    fn from(environment: Environment) -> Self {
        environment.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_leaves_its_directory_is_refused() {
        for refused in [
            "", ".", "..", "../prod", "prod/..", "a/b", "a.b", "Prod", "prod ", "-prod", "prod-", "pröd",
            "a\0b", "a%2fb",
        ] {
            assert_eq!(Environment::parse(refused), Err(NotAnEnvironment), "{refused:?}");
        }
        assert!(Environment::parse(&"a".repeat(33)).is_err());
        assert_eq!(Environment::parse("prod-2").map(|it| it.mount()), Ok("secret-prod-2".to_owned()));
    }
}
