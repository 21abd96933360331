//! A server's certificate, as far as its names go (RFC 6125, section 6.4).

use crate::postgres::leaf::{self, NotACertificate};

/// A certificate that was given.
#[derive(Clone, Debug)]
pub struct Certificate {
    file: String,
    names: Vec<String>,
}

impl Certificate {
    /// Reads the names of the first certificate in a PEM file.
    ///
    /// # Errors
    /// [`NotACertificate`] if there is none.
    pub fn read(file: impl Into<String>, pem: &[u8]) -> Result<Self, NotACertificate> {
        Ok(Self { file: file.into(), names: leaf::names(pem)? })
    }

    /// One with these names.
    #[cfg(test)]
    pub(super) fn named(file: &str, names: &[&str]) -> Self {
        Self { file: file.to_owned(), names: names.iter().map(|name| (*name).to_owned()).collect() }
    }

    pub(super) fn file(&self) -> &str {
        &self.file
    }

    /// Whether a client that calls the server by one of these names accepts it.
    pub(super) fn is_good_for_any(&self, hosts: &[String]) -> bool {
        hosts.iter().any(|host| self.names.iter().any(|name| matches(name, host)))
    }
}

/// A service is called by a name, so addresses need no thought.
fn matches(name: &str, host: &str) -> bool {
    let Some(rest) = name.strip_prefix("*.") else { return name.eq_ignore_ascii_case(host) };
    // A star stands for one label, and there must be one.
    host.split_once('.').is_some_and(|(first, host)| !first.is_empty() && rest.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wildcard_stands_for_one_label() {
        assert!(matches("Postgres", "postgres"));
        assert!(matches("*.db.internal", "a.db.internal"));
        for host in ["postgres", "db.internal", "a.b.db.internal", ".db.internal"] {
            assert!(!matches("*.db.internal", host), "{host}");
        }
    }
}
